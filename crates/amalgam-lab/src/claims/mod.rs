//! The ledger: every statement of the four papers as a claim that the program checks by itself, and
//! what is known of the neighbouring games.
//!
//! A [`Claim`] is a statement in our own words, its source, and a check. Running the check gives a
//! [`Verdict`]; nothing about the outcome is written down beforehand. One file for each paper.
//!
//! * **proved**: the check found no exception and there is a proof: in the documentation of this
//!   library, or a certificate that the check made itself.
//! * **verified**: no exception within the scope, and nothing is said beyond it.
//! * **refuted**: with the smallest counterexample, fewest coins first, then fewest heaps.
//! * **observed**: a description of data that was found to fit; not a statement to be proved.
//! * **unknown**: a bound was met first.
//!
//! Where a paper prints something else than it evidently means, both are claims and point at each
//! other ([`Erratum`]).
//!
//! ```
//! use amalgam::lab::claims::{self, Context, Status};
//! let claim = claims::find("LH-C10").unwrap();
//! let verdict = claim.run(&Context::default());
//! assert_eq!(verdict.status, Status::Refuted);
//! assert_eq!(verdict.counterexample.unwrap().position.by_height().unwrap(), "<3,3,5,1>");
//! ```

mod check;
mod classics;
mod context;
mod covers;
mod free_pairs;
mod heights;
mod lecture;
mod locke_handley;
mod locke_handley_intro;
mod locke_handley_misere;
mod locke_handley_proofs;
mod locke_handley_rows;
mod manabe;
mod manabe_proofs;
mod manabe_sets;
pub mod printed;
mod printed_moves;
mod rests;
mod shinoda;
mod theorems;
mod verdict;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use amalgam_core::base::budget::{Limit, Progress, Step, Task};

pub use crate::statement::Status;
pub use context::{Context, Effort};
pub use theorems::Theorems;
pub use verdict::{Counterexample, Replay, Verdict};

use verdict::Checked;

/// Where a statement comes from: one of the four papers, or the literature on a classic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paper {
    /// S. C. Locke, B. Handley, Amalgamation Nim, Integers 21 (2021), #G2.
    LockeHandley,
    /// M. Shinoda, slides in Japanese, 2024.
    Shinoda,
    /// H. Manabe, An Amalgamation Nim with Restriction.
    Manabe,
    /// Lecture notes on Nim, sums and equivalence.
    Lecture,
    /// What the literature says of the neighbouring games that the papers name.
    Classics,
    /// What was found with this program.
    Found,
}

impl Paper {
    /// All of them, in the order of the ledger.
    pub const ALL: [Paper; 6] = [
        Paper::LockeHandley,
        Paper::Shinoda,
        Paper::Manabe,
        Paper::Lecture,
        Paper::Classics,
        Paper::Found,
    ];

    /// Author and title.
    pub fn title(self) -> &'static str {
        match self {
            Paper::LockeHandley => "Locke & Handley, Amalgamation Nim",
            Paper::Shinoda => "Shinoda, slides on Amalgamation Nim",
            Paper::Manabe => "Manabe, An Amalgamation Nim with Restriction",
            Paper::Lecture => "Lecture notes on Nim and sums of games",
            Paper::Classics => "The neighbouring games",
            Paper::Found => "Found here: any number of heaps",
        }
    }

    /// A name short enough for a table.
    pub fn name(self) -> &'static str {
        match self {
            Paper::LockeHandley => "Locke–Handley",
            Paper::Shinoda => "Shinoda",
            Paper::Manabe => "Manabe",
            Paper::Lecture => "lecture",
            Paper::Classics => "classics",
            Paper::Found => "found here",
        }
    }

    const fn claim(
        self,
        id: &'static str,
        place: &'static str,
        statement: &'static str,
        check: fn(&Context) -> Checked,
    ) -> Claim {
        Claim { id, paper: self, place, statement, proof: None, erratum: None, note: None, check }
    }
}

/// The ledger, paper by paper.
const FILES: [&[Claim]; 14] = [
    locke_handley_intro::CLAIMS,
    locke_handley::CLAIMS,
    locke_handley_misere::CLAIMS,
    locke_handley_rows::CLAIMS,
    locke_handley_proofs::CLAIMS,
    shinoda::CLAIMS,
    manabe::CLAIMS,
    manabe_proofs::CLAIMS,
    free_pairs::CLAIMS,
    lecture::CLAIMS,
    classics::CLAIMS,
    covers::CLAIMS,
    rests::CLAIMS,
    heights::CLAIMS,
];

/// A statement with its source and its check.
#[derive(Clone, Copy)]
pub struct Claim {
    /// What to call it, such as `LH-C10`.
    pub id: &'static str,
    paper: Paper,
    /// Where it stands in the paper.
    pub place: &'static str,
    /// What it says, in our own words.
    pub statement: &'static str,
    /// Its proof in this library, if there is one.
    pub proof: Option<&'static str>,
    /// Whether it is one side of a misprint.
    pub erratum: Option<Erratum>,
    /// What else to know.
    pub note: Option<&'static str>,
    check: fn(&Context) -> Checked,
}

/// The two sides of a misprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erratum {
    /// This is what is printed; the other claim is what is meant.
    Printed {
        /// The id of the corrected claim.
        meant: &'static str,
    },
    /// This is what is meant; the other claim is what is printed.
    Meant {
        /// The id of the claim as printed.
        printed: &'static str,
    },
}

impl Claim {
    const fn proof(mut self, proof: &'static str) -> Claim {
        self.proof = Some(proof);
        self
    }

    const fn printed_for(mut self, meant: &'static str) -> Claim {
        self.erratum = Some(Erratum::Printed { meant });
        self
    }

    const fn corrects(mut self, printed: &'static str) -> Claim {
        self.erratum = Some(Erratum::Meant { printed });
        self
    }

    const fn note(mut self, note: &'static str) -> Claim {
        self.note = Some(note);
        self
    }

    /// The paper it is from.
    pub const fn paper(&self) -> Paper {
        self.paper
    }

    /// The paper and the place in it.
    pub fn source(&self) -> String {
        format!("{}, {}", self.paper().name(), self.place)
    }

    /// Checks the claim.
    pub fn run(&self, context: &Context) -> Verdict {
        let start = Instant::now();
        let checked = match context.limits.check(0) {
            Ok(()) => (self.check)(context),
            Err(limit) => Checked::Unknown { why: limit.to_string() },
        };
        Verdict::new(*self, checked, start.elapsed())
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.statement)
    }
}

/// All claims, paper by paper.
pub fn all() -> Vec<&'static Claim> {
    FILES.into_iter().flatten().collect()
}

/// The claim with this id, whatever the case of its letters.
pub fn find(id: &str) -> Option<&'static Claim> {
    all().into_iter().find(|claim| claim.id.eq_ignore_ascii_case(id))
}

/// The check of another claim that says the same.
fn like(id: &str, context: &Context) -> Checked {
    match find(id) {
        Some(claim) => (claim.check)(context),
        None => Checked::Unknown { why: format!("there is no claim {id}") },
    }
}

/// Checks all claims, several at a time, and tells `progress` after each. Those that are left when it
/// says stop are unknown.
pub fn run_all(context: &Context, progress: &dyn Progress) -> Vec<Verdict> {
    let (claims, done, stopped) = (all(), AtomicU64::new(0), AtomicBool::new(false));
    let total = claims.len() as u64;
    let unknown = |claim: &Claim, limit: Limit| {
        Verdict::new(*claim, Checked::Unknown { why: limit.to_string() }, Duration::ZERO)
    };
    let run = |claim: &&'static Claim| {
        if stopped.load(Ordering::Relaxed) {
            return unknown(claim, Limit::Stopped);
        }
        let verdict = claim.run(context);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if progress.tick(Step::of(Task::Claim(claim.id), done, total)).is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        verdict
    };
    let run = || claims.par_iter().with_max_len(1).map(run).collect();
    let verdicts = context.limits.on_threads(run);
    verdicts.unwrap_or_else(|met| claims.iter().map(|claim| unknown(claim, met.limit)).collect())
}

#[cfg(test)]
mod mutants;
