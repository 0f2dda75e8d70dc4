//! What can be asked of every position of a domain.

use std::ops::Range;

use amalgam_core::base::budget::Budget;

/// What the theory says about positions: the tables behind `P`, `N`, `grundy`, `misere_P`, `f`.
///
/// `heaps` is ascending and may begin with empty heaps. `None` means that the table does not reach
/// so far; a formula that asks for it fails there instead of guessing.
pub trait Facts {
    /// Whether the position is P in normal play.
    fn is_p(&self, heaps: &[u64]) -> Option<bool>;
    /// Whether the position is P in misère play.
    fn is_misere_p(&self, heaps: &[u64]) -> Option<bool>;
    /// The Grundy value.
    fn grundy(&self, heaps: &[u64]) -> Option<u64>;
    /// The one heap that makes a P-position with these, which may stand in any order.
    fn completion(&self, heaps: &[u64]) -> Option<u64>;

    /// [`is_p`](Facts::is_p) of the position that stands at this place of the domain, from 0: a table
    /// in the same order need not look for it.
    fn is_p_at(&self, _place: u64, heaps: &[u64]) -> Option<bool> {
        self.is_p(heaps)
    }

    /// [`is_misere_p`](Facts::is_misere_p) in the same way.
    fn is_misere_p_at(&self, _place: u64, heaps: &[u64]) -> Option<bool> {
        self.is_misere_p(heaps)
    }

    /// [`grundy`](Facts::grundy) in the same way.
    fn grundy_at(&self, _place: u64, heaps: &[u64]) -> Option<u64> {
        self.grundy(heaps)
    }
}

/// No facts at all, for formulas that mention none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn is_p(&self, _: &[u64]) -> Option<bool> {
        None
    }

    fn is_misere_p(&self, _: &[u64]) -> Option<bool> {
        None
    }

    fn grundy(&self, _: &[u64]) -> Option<u64> {
        None
    }

    fn completion(&self, _: &[u64]) -> Option<u64> {
        None
    }
}

/// Which facts a formula mentions, so that only those are tabled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// `P` or `N`.
    pub outcome: bool,
    /// `misere_P`.
    pub misere: bool,
    /// `grundy`.
    pub grundy: bool,
    /// `f(a,b)`: the bytes of the text where it first stands.
    pub completion: Option<Range<usize>>,
    /// The most heaps that `f` is given.
    pub completed: usize,
    /// `f(h…)`: whether it is given all heaps of the position.
    pub whole: bool,
}

impl Mentions {
    /// What each of the tables may use, which all stand side by side.
    pub(crate) fn share(&self, limits: &Budget) -> Budget {
        let tables = [self.outcome || self.grundy, self.misere, self.completion.is_some()];
        let tables = tables.into_iter().filter(|&mentioned| mentioned).count().max(1) as u64;
        Budget { memory: limits.memory / tables, ..limits.clone() }
    }
}
