//! Grundy values where any number may be taken: one look at each heap instead of one at each size.
//!
//! Let X be a rest R with one more heap of h coins. The options that take from that heap are R with
//! a smaller heap, the *line* of R below h. Positions are valued by rising number of coins, and
//! each adds its value to the lines of its rests. When R + h comes to be valued, the line of R
//! holds exactly the sizes 0..h: fewer coins came before, more come later. So a position costs one
//! look-up for each different heap and one for each merge, instead of one for every coin.

use super::closure::{Closure, distinct, merges};
use super::memo::{Stored, decide, mex_of_bits};
use super::{LimitReached, Limits};
use crate::rules::Rules;
use crate::{Outcome, Play, Position, Value};

/// The value of every position below a start, for rules under which any number may be taken.
pub(crate) struct ExploredLines<'a> {
    closure: Closure<'a>,
    values: Vec<Stored>,
}

impl ExploredLines<'_> {
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        self.closure.find(position).map(|number| self.values[number].value())
    }

    pub(crate) fn positions(&self) -> usize {
        self.values.len()
    }
}

/// What a line amounts to: the least remoteness of its P-positions, the greatest of its
/// N-positions. The Grundy values on it are kept as bits elsewhere.
#[derive(Clone, Copy, Default)]
struct Ends {
    hurry: Option<u32>,
    delay: Option<u32>,
}

impl Ends {
    #[inline]
    fn join(&mut self, other: Ends) {
        self.hurry = match (self.hurry, other.hurry) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.delay = self.delay.max(other.delay);
    }

    #[inline]
    fn of(value: Stored) -> Ends {
        match value.outcome() {
            Outcome::P => Ends { hurry: Some(value.remoteness()), delay: None },
            Outcome::N => Ends { hurry: None, delay: Some(value.remoteness()) },
        }
    }
}

/// Values everything below `start`, or gives `None` where positions cannot be packed.
pub(crate) fn explore<'a>(
    rules: &'a Rules,
    start: &Position,
    play: Play,
    limits: &Limits,
) -> Option<Result<ExploredLines<'a>, LimitReached>> {
    // No line of play is longer than coins + heaps, so no Grundy value is larger.
    let longest = usize::try_from(start.coins()).ok()?.checked_add(start.heaps().len())?;
    let width = longest / 64 + 1;
    let bytes = width * 8 + size_of::<Ends>() + size_of::<Stored>();
    let closure = match Closure::new(rules, std::slice::from_ref(start), bytes, limits)? {
        Ok(closure) => closure,
        Err(limit) => return Some(Err(limit)),
    };
    let count = closure.words.len();
    let mut values = vec![Stored::new(0, (Outcome::P, 0)); count];
    let mut bits = vec![0u64; count * width];
    let mut ends = vec![Ends::default(); count];
    let mut seen = vec![0u64; width];
    let mut rests = Vec::new();
    for &number in &closure.order {
        let word = closure.words[number as usize];
        let heaps = closure.packing.unpack(word);
        seen.fill(0);
        let mut end = Ends::default();
        rests.clear();
        for (i, _) in distinct(&heaps) {
            let rest = closure.number(closure.packing.remove(word, i));
            let line = &bits[rest * width..(rest + 1) * width];
            seen.iter_mut().zip(line).for_each(|(seen, line)| *seen |= line);
            end.join(ends[rest]);
            rests.push(rest);
        }
        for merged in merges(rules, closure.packing, word, &heaps) {
            let value = values[closure.number(merged)];
            seen[value.grundy as usize / 64] |= 1 << (value.grundy % 64);
            end.join(Ends::of(value));
        }
        let value = Stored::new(mex_of_bits(&seen), decide(end.hurry, end.delay, play));
        values[number as usize] = value;
        // The position is also the heapless point of its own line: R + 0.
        for rest in rests.drain(..).chain([number as usize]) {
            bits[rest * width + value.grundy as usize / 64] |= 1 << (value.grundy % 64);
            ends[rest].join(Ends::of(value));
        }
    }
    Some(Ok(ExploredLines { closure, values }))
}
