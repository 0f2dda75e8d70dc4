//! Closed forms: who wins, without looking at positions one by one.
//!
//! One file for each paper, every theorem with its proof in the doc comment. `strategy` answers
//! from these alone where a position is too large to search; the ledger ([`claims`](crate::lab::claims))
//! checks each of them against tables made from the moves.
//!
//! | closed form | game | heaps |
//! |---|---|---|
//! | [`lecture::Bouton`] | Nim | any number |
//! | [`locke_handley::Mirror`] | Amalgamation Nim | any number, positions at or next to a mirror |
//! | [`locke_handley::Misere`] | Amalgamation Nim, misère | as normal play |
//! | [`manabe::ClosedForm`] | restricted, threshold 2 | up to three |
//! | [`shinoda::MergeTakeOne`] | merge and take one | any number |
//! | [`merging::nim_criterion`] | any merges, where any number may be taken | any number |
//!
//! For three heaps of Amalgamation Nim there is no formula, but each row has a proved period: see
//! [`three::rows`](crate::engines::three::rows).

pub mod lecture;
pub mod locke_handley;
pub mod manabe;
pub mod merging;
pub mod shinoda;

/// All closed forms, as they are proved.
///
/// Their constants are kept in fields, so that the tests of the ledger can put one of them wrong
/// and see whether a check notices.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// Nim.
    pub nim: lecture::Bouton,
    /// Amalgamation Nim at and next to mirror positions.
    pub mirror: locke_handley::Mirror,
    /// Misère Amalgamation Nim.
    pub misere: locke_handley::Misere,
    /// Restricted Amalgamation Nim with threshold 2.
    pub restricted: manabe::ClosedForm,
    /// Merge and take one.
    pub merge_take_one: shinoda::MergeTakeOne,
}
