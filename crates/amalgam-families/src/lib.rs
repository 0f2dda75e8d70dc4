//! Families: a rest R and any number n of equal heaps beside it. Who wins, for all n at once.
//!
//! Locke & Handley end with "We have not completed the listing for losing positions with no heap of height greater
//! than four". A table answers for finitely many n. This crate finds *certificates*, which answer for all.
//!
//! **Lemma S (stealing).** If Y has an option X such that every option of X is N or is itself an option of Y, then Y
//! is N. *Proof.* If X is P, Y is N. If X is N, some option W of X is P; it is none of the N's, so it is an option
//! of Y. ∎
//!
//! **Local refutation** (`cases.rs`) generalises this: assume that Y has the other outcome, open positions below Y
//! whose options must contain a P, and contradict each case.
//!
//! **Certificate.** Fix a height h, an even period M and a table of all positions up to N coins. A *claim*
//! (R, a, n₀, v), with no heap of height h in R, says: R + n·h has outcome v for every n ≡ a mod M, n ≥ n₀. A finite
//! set of claims is a certificate if for each of them there is an n\* ≡ a with
//! 1. the table agrees for every n ≡ a, n₀ ≤ n < n\*;
//! 2. v follows at n = n\* by local refutation, where an outcome counts as known if parity gives it (Lemmas 6 and 8 of
//!    the paper, Theorem T1) or a claim of the set covers it, and every position whose options are looked at
//!    has at least two heaps of height h.
//!
//! **Theorem C.** All claims of a certificate are true. *Proof.* Induction on coins + heaps, which every move
//! lowers. Below n\*: (1). From n\* on, n = n\* + kM. A position with two heaps of height h or more has the moves of
//! the same position with kM more of them. Parity is the same, since M is even; the congruences of claims are
//! the same, and n ≥ n₀ is only easier; every position that is used is smaller than R + n·h. So the same
//! contradiction arises. ∎
//!
//! The search (`search.rs`) reads claims off the table and deletes those that have no proof until nothing changes.
//! Unit propagation with splitting turned out to be enough: no SAT solver is needed, and the list of the opened
//! positions is all that a checker needs to do the case analysis again.
//!
//! ```
//! use amalgam_core::base::budget::{Budget, Silent};
//! use amalgam_families::{Family, Setting, Table};
//! let rules = "take any, merge".parse()?;
//! let table = Table::new(&rules, 40, &Budget::default(), &Silent)?;
//! let ones = Setting::new(&rules, 1).expect("the lemmas hold");
//! let family = Family::find(&ones, &table, &"[2,3,6]".parse()?, &Budget::default(), &Silent)?.expect("it is small");
//! assert!(family.is_proved());
//! assert!((0..1_000_000).all(|n| family.outcome(n).is_some_and(|outcome| outcome.is_p() == (n % 3 == 0))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod cases;
mod certificate;
mod claims;
mod decide;
mod family;
mod rests;
mod search;
mod table;

pub use decide::{Decision, split};
pub use family::{Family, PERIODS, Residue, certify};
pub use rests::Setting;
pub use table::Table;
