//! What may be done with one heap, where heaps never meet.

use amalgam_core::Rules;
use amalgam_core::games::classics::code::Code;
use amalgam_core::games::rules::{Amounts, Split};
use amalgam_core::games::{AnyGame, Kind};

/// The moves in a single heap of a game without merges: amounts, for heap rules and for codes, or a game whose
/// moves are listed heap by heap, for all other rules in words.
///
/// ```
/// use amalgam::{Rules, engines::sequence::HeapMoves};
/// let kayles: Rules = "take 1..2, take 1..2 then split".parse()?;
/// let code: amalgam::games::classics::code::Code = "0.77".parse()?;
/// assert_eq!(HeapMoves::of_rules(&kayles), Some(HeapMoves::of_code(&code)));
/// assert_eq!(HeapMoves::of_rules(&"take any, merge".parse()?), None);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapMoves {
    /// How many coins may be taken if that leaves nothing.
    pub(super) nothing: Amounts,
    /// How many coins may be taken if that leaves one heap.
    pub(super) one: Amounts,
    /// How many coins may be taken, at least one, if that leaves two heaps.
    pub(super) two: Amounts,
    /// Whether a heap may be split without taking a coin.
    pub(super) split: Option<Split>,
    /// How many coins may be taken, possibly none, if that leaves three heaps; ascending.
    pub(super) three: Vec<u64>,
    /// The game, where amounts do not describe its moves; then there are none.
    pub(super) listed: Option<Box<AnyGame>>,
}

impl HeapMoves {
    /// The moves of a code.
    pub fn of_code(code: &Code) -> HeapMoves {
        let leaving = |heaps: u32| (0..=code.most()).filter(move |&k| code.leaves(k, heaps));
        let amounts = |heaps: u32| Amounts::new(leaving(heaps).filter(|&k| k > 0).map(|k| (k, k)));
        HeapMoves {
            nothing: amounts(0),
            one: amounts(1),
            two: amounts(2),
            split: code.leaves(0, 2).then_some(Split::Any),
            three: leaving(3).collect(),
            listed: None,
        }
    }

    /// The moves of rules without merges, or nothing where heaps may merge.
    pub fn of_rules(rules: &Rules) -> Option<HeapMoves> {
        rules.heaps_are_independent().then(|| HeapMoves::in_one_heap(rules))
    }

    /// The moves of any game, or nothing where heaps may meet.
    pub fn of_game(game: &AnyGame) -> Option<HeapMoves> {
        match game.kind() {
            Kind::Heaps(rules) => HeapMoves::of_rules(rules),
            Kind::Code(code) => Some(HeapMoves::of_code(code)),
            // Where heaps never meet, a move leaves smaller heaps of the one it is made in.
            Kind::Classic(_) if game.heaps_are_independent() => Some(HeapMoves::listed(game)),
            Kind::Classic(_) => None,
        }
    }

    /// The moves of a game whose heaps never meet, to be listed heap by heap.
    fn listed(game: &AnyGame) -> HeapMoves {
        let none = Amounts::none;
        HeapMoves {
            nothing: none(),
            one: none(),
            two: none(),
            split: None,
            three: Vec::new(),
            listed: Some(Box::new(game.clone())),
        }
    }

    /// What the rules allow in one heap. If they allow merges too, heaps must not split, so that a
    /// single heap stays single.
    pub(crate) fn in_one_heap(rules: &Rules) -> HeapMoves {
        HeapMoves {
            nothing: rules.take().clone(),
            one: rules.take().clone(),
            two: rules.take_split().clone(),
            split: rules.split(),
            three: Vec::new(),
            listed: None,
        }
    }

    /// The most heaps that a move can leave of one, as far as that is known.
    pub fn most_heaps(&self) -> u64 {
        match self {
            _ if self.listed.is_some() => u64::MAX,
            _ if !self.three.is_empty() => 3,
            _ if !self.two.is_empty() || self.split.is_some() => 2,
            _ => 1,
        }
    }

    /// The largest number of coins that may be taken, or nothing if no bound is known.
    pub fn most(&self) -> Option<u64> {
        if self.listed.is_some() {
            return None;
        }
        let last = |amounts: &Amounts| amounts.ranges().last().map_or(0, |range| range.1);
        let three = self.three.last().copied().unwrap_or(0);
        let most = last(&self.nothing).max(last(&self.one)).max(last(&self.two)).max(three);
        (most < u64::MAX).then_some(most)
    }

    /// Every amount that leaves two heaps, 0 for a split, if they are few enough to list.
    pub(super) fn few_splits(&self, most: u64) -> Option<Vec<u64>> {
        let few = self.two.count_up_to(u64::MAX) <= most;
        let zero = self.split.map(|_| 0).into_iter();
        few.then(|| zero.chain(self.two.up_to(u64::MAX)).collect())
    }
}
