//! What a check came to.

use std::time::Duration;

use super::Claim;
use crate::statement::Status;
use amalgam_core::Position;

/// A claim with what its check came to.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The claim.
    pub claim: Claim,
    /// How sure it is.
    pub status: Status,
    /// What was looked at.
    pub scope: String,
    /// What proves it, or what was found, in words; empty where the scope says it all.
    pub evidence: String,
    /// The smallest exception, if it is refuted.
    pub counterexample: Option<Counterexample>,
    /// How long the check took.
    pub time: Duration,
}

/// The smallest exception to a statement, and how to see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// What is wrong there.
    pub why: String,
    /// The question that shows it.
    pub replay: Replay,
}

/// A question whose answer shows an exception. How it is asked, and where, is for the way in to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Who wins at a position, and step by step why if `explain` says so.
    Solve {
        /// The game.
        game: String,
        /// The position.
        position: Position,
        /// Whether the steps are wanted.
        explain: bool,
    },
    /// The moves of a position of Amalgamation Nim.
    Moves(Position),
    /// The row of a rest in Amalgamation Nim.
    Row(Position),
    /// The completion of two heaps in Amalgamation Nim.
    Complete(Position),
    /// Whether two heaps of Nim are equivalent.
    Equivalent([u64; 2]),
    /// The values of single heaps.
    Values {
        /// The game.
        game: &'static str,
        /// The largest heap.
        to: u64,
    },
    /// The period of the values of single heaps.
    Period {
        /// The game.
        game: String,
        /// The largest heap, if it is not the usual one.
        to: Option<u64>,
    },
    /// The first rows of f(a,b).
    Table {
        /// How many.
        rows: u64,
        /// How many columns, if not the usual number.
        cols: Option<u64>,
    },
    /// Another claim.
    Claim(String),
}

/// What a check returns.
pub(super) enum Checked {
    /// No exception within the scope.
    Holds { scope: String },
    /// No exception anywhere: the check made a proof of it.
    Certified { scope: String, by: String },
    /// An exception. `scope` says where it is the smallest.
    Fails { scope: String, counterexample: Counterexample },
    /// The data are as described.
    Fits { scope: String, what: String },
    /// A bound was met, or something could not be computed.
    Unknown { why: String },
}

impl Verdict {
    pub(super) fn new(claim: Claim, checked: Checked, time: Duration) -> Verdict {
        let (status, scope, evidence, counterexample) = match checked {
            Checked::Holds { scope } => match claim.proof {
                Some(proof) => (Status::Proved, scope, format!("proof: {proof}"), None),
                None => (Status::Verified, scope, String::new(), None),
            },
            Checked::Certified { scope, by } => (Status::Proved, scope, by, None),
            Checked::Fails { scope, counterexample } => {
                let position = &counterexample.position;
                let evidence = format!("{}: {}", in_both_notations(position), counterexample.why);
                (Status::Refuted, scope, evidence, Some(counterexample))
            }
            Checked::Fits { scope, what } => (Status::Observed, scope, what, None),
            Checked::Unknown { why } => (Status::Unknown, String::new(), why, None),
        };
        Verdict { claim, status, scope, evidence, counterexample, time }
    }
}

/// `[1,2,4] = <1,1,0,1>`, the second only where it is short.
fn in_both_notations(position: &Position) -> String {
    let heaps = position.to_string();
    match position.by_height() {
        Some(counts) if !position.is_empty() && counts.len() <= heaps.len() => {
            format!("{heaps} = {counts}")
        }
        _ => heaps,
    }
}
