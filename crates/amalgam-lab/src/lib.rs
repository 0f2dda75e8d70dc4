//! Where statements are tested: conjectures, comparisons, surveys, and the papers' own claims.
//!
//! * [`formula`] is the exact language in which people write a conjecture.
//! * [`compare`] sets two games side by side over all positions of a domain, [`survey`] a family of
//!   them.
//! * [`claims`] is the ledger: every statement of the papers with its check.
//! * [`statement`] has the words for what came of it: how sure, about which positions, refuted by what.
//!
//! **Invariant.** The laboratory asks everything below it and is asked by nobody in the library.

pub mod claims;
pub mod compare;
pub mod formula;
pub mod statement;
pub mod survey;
