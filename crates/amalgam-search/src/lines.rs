//! Grundy values where any number may be taken: one look at each heap instead of one at each size.
//!
//! Let X be a rest R with one more heap of h coins. The options that take from that heap are R with
//! a smaller heap, the *line* of R below h. Positions are valued in an order in which options come
//! first ([`ordered`](super::ordered)), and each adds its value to the lines of its rests. When R + h
//! comes to be valued, the line of R holds exactly the sizes 0..h: R with a smaller heap is its
//! option and came before, and it is itself an option of R with a larger one, which comes later. So a
//! position costs one look-up for each different heap and one for each merge, instead of one for
//! every coin.

use super::ordered::Ordered;
use amalgam_core::base::bits;
use amalgam_core::base::budget::{Budget, LimitReached, zeros};
use amalgam_core::base::stored::{Stored, decide};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Play, Position, Value};

/// The value of every position below a start, for rules under which any number may be taken.
pub(crate) struct ExploredLines {
    ordered: Ordered,
    values: Vec<[u32; 2]>,
    positions: usize,
}

impl ExploredLines {
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        self.ordered.find(position).map(|number| Stored::from_words(self.values[number]).value())
    }

    pub(crate) fn positions(&self) -> usize {
        self.positions
    }
}

/// What a line amounts to: the least remoteness of its P-positions (all ones if there is none), and
/// one more than the greatest of its N-positions (0 if there is none). The Grundy values on it are
/// kept as bits elsewhere.
#[derive(Clone, Copy)]
struct Ends {
    hurry: u32,
    delay: u32,
}

impl Ends {
    const NONE: Ends = Ends { hurry: u32::MAX, delay: 0 };

    /// As plain numbers, zeros for [`NONE`](Ends::NONE), of which the machine has plenty ready.
    #[inline]
    fn words(self) -> [u32; 2] {
        [!self.hurry, self.delay]
    }

    #[inline]
    fn from_words([hurry, delay]: [u32; 2]) -> Ends {
        Ends { hurry: !hurry, delay }
    }

    #[inline]
    fn join(&mut self, other: Ends) {
        self.hurry = self.hurry.min(other.hurry);
        self.delay = self.delay.max(other.delay);
    }

    #[inline]
    fn of(value: Stored) -> Ends {
        match value.outcome() {
            Outcome::P => Ends { hurry: value.remoteness(), delay: 0 },
            Outcome::N => Ends { hurry: u32::MAX, delay: value.remoteness() + 1 },
        }
    }

    fn decide(self, play: Play) -> (Outcome, u32) {
        let hurry = (self.hurry != u32::MAX).then_some(self.hurry);
        decide(hurry, self.delay.checked_sub(1), play)
    }
}

/// Values everything below `start`, or gives `None` where positions cannot be numbered.
pub(crate) fn explore(
    rules: &Rules,
    start: &Position,
    play: Play,
    limits: &Budget,
) -> Option<Result<ExploredLines, LimitReached>> {
    // No line of play is longer than coins + heaps, so no Grundy value is larger.
    let longest = usize::try_from(start.coins()).ok()?.checked_add(start.heaps().len())?;
    let width = bits::words(longest + 1);
    let bytes = width.checked_mul(8)? + size_of::<Ends>() + size_of::<Stored>();
    let ordered = Ordered::new(rules, std::slice::from_ref(start), bytes, limits)?;
    Some(ordered.and_then(|ordered| match width {
        1 => fill(ordered, 1, play, limits), // inlined: its loops over words vanish
        width => fill(ordered, width, play, limits),
    }))
}

#[inline(always)]
fn fill(
    ordered: Ordered,
    width: usize,
    play: Play,
    limits: &Budget,
) -> Result<ExploredLines, LimitReached> {
    let mut values: Vec<[u32; 2]> = zeros(ordered.numbers())?;
    let mut table: Vec<u64> = zeros(ordered.numbers() * width)?;
    let mut ends: Vec<[u32; 2]> = zeros(ordered.numbers())?;
    let mut seen = vec![0u64; width];
    let positions = ordered.walk(limits, 4 * width, |entry| {
        seen.fill(0);
        let mut end = Ends::NONE;
        for &(_, rest) in entry.rests {
            let line = &table[rest * width..(rest + 1) * width];
            seen.iter_mut().zip(line).for_each(|(seen, line)| *seen |= line);
            end.join(Ends::from_words(ends[rest]));
        }
        for &merged in entry.merged {
            let value = Stored::from_words(values[merged]);
            bits::set(&mut seen, value.grundy as usize);
            end.join(Ends::of(value));
        }
        let value = Stored::new(bits::mex(&seen), end.decide(play));
        values[entry.number] = value.words();
        // The position is also the first point of its own line, with an empty heap.
        let lines = entry.rests.iter().map(|&(_, rest)| rest).chain([entry.number]);
        for line in lines {
            bits::set(&mut table, line * width * 64 + value.grundy as usize);
            let mut end = Ends::from_words(ends[line]);
            end.join(Ends::of(value));
            ends[line] = end.words();
        }
    })?;
    Ok(ExploredLines { ordered, values, positions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::Boxes;
    use crate::closure::Closure;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn both_ways_of_numbering_give_the_same_values(
            heaps in prop::collection::vec(1u64..7, 0..6),
            words in prop::sample::select(vec![
                "take any",
                "take any, merge",
                "take any, merge if min >= 2",
                "take any, merge then take 1",
                "take any, merge if equal, merge then take 3",
            ]),
            misere in any::<bool>(),
        ) {
            let rules: Rules = words.parse().unwrap();
            let play = if misere { Play::Misere } else { Play::Normal };
            let start = [Position::new(heaps)];
            let limits = Budget::default();
            let boxes = Boxes::new(&rules, &start, 1, &limits).expect("few heaps").unwrap();
            let boxes = fill(Ordered::Boxes(boxes), 2, play, &limits).unwrap();
            let closure = Closure::new(&rules, &start, 1, &limits).expect("packs").unwrap();
            let reached = closure.positions();
            let closure = fill(Ordered::Closure(closure), 2, play, &limits).unwrap();
            prop_assert!(boxes.positions() >= closure.positions());
            for position in reached {
                prop_assert_eq!(boxes.value(&position), closure.value(&position));
                prop_assert!(boxes.value(&position).is_some());
            }
        }
    }

    #[test]
    fn many_heaps_are_numbered_by_finding_them() {
        let rules: Rules = "take any, merge".parse().unwrap();
        let start = Position::new([1; 20]);
        let explored =
            explore(&rules, &start, Play::Normal, &Budget::default()).expect("packs").unwrap();
        assert!(matches!(explored.ordered, Ordered::Closure(_)));
        // A mirror position (Locke & Handley, Lemma 6).
        assert_eq!(explored.value(&start).unwrap().outcome, Outcome::P);
    }
}
