//! Closed forms: who wins, without looking at positions one by one.
//!
//! One file for each paper or theorem of ours, every theorem with its proof in the doc comment.
//! `strategy` answers from these alone where a position is too large to search; the ledger
//! (`claims`) checks each of them against tables made from the moves.
//!
//! | closed form | game | heaps |
//! |---|---|---|
//! | [`lecture::grundy`] | Nim | any number |
//! | [`locke_handley::outcome`] | Amalgamation Nim | any number, positions at or next to a mirror |
//! | [`heights::outcome`] | Amalgamation Nim | any number: 1, 2, 4 and at most one 3; or two and single coins |
//! | [`locke_handley::misere_outcome`] | Amalgamation Nim, misère | as normal play |
//! | [`free_pairs::FreePairs`] | take any, merge from an even threshold on, perhaps with a loss of 4τ | up to three that can merge, four with a condition |
//! | [`manabe::is_p`] | restricted, threshold 2: a corollary, as Manabe has it | up to three |
//! | [`shinoda::grundy`] | merge and take one | any number |
//! | [`merging::nim_criterion`] | any merges, where any number may be taken | any number |
//!
//! For three heaps of Amalgamation Nim there is no formula, but each row has a proved period: see
//! [`three::rows`](amalgam_rows::three::rows).

pub mod four_heaps;
pub mod free_pairs;
pub mod heights;
pub mod lecture;
pub mod locke_handley;
pub mod manabe;
pub mod merging;
pub mod restricted;
pub mod shinoda;

use amalgam_core::Position;

/// What theorems say of a statement about all positions of at most this many heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It holds at all of them.
    Holds,
    /// It fails at this position, which has at most this many heaps.
    FailsAt(Position),
    /// They do not decide it.
    Silent,
}

impl Ruling {
    /// It fails at the position; nothing is said if there is none, or if its coins do not fit in 64
    /// bits, for then nobody could look at it.
    fn fails_at(position: Option<Position>) -> Ruling {
        let fits = |position: &Position| u64::try_from(position.coins()).is_ok();
        position.filter(fits).map_or(Ruling::Silent, Ruling::FailsAt)
    }
}
