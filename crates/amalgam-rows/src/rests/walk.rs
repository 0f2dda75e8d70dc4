//! All rests of a closure side by side, column by column.
//!
//! The window of a row at column c is a word: bit i after the middle says that the value c + i is the
//! value of an earlier column, and every value below the word is. With the mask M of excluded values in the same
//! places, the value of column c is the lowest zero of v = W | M, u = !v & (v + 1), and the next
//! window is (W | u) >> 1. The word u is all that other rows need to know.
//!
//! Row R runs N − |R| columns ahead of the rows with the most coins, N. Then R ∖ r is r columns ahead
//! of R, and its value at column c + r stands at the same index as column c of R; its value at c is r
//! back, that of a rest with a heap lowered by l is l back, and of one with two heaps merged at the
//! same index. So each row keeps a short history, and no row waits for another.
//!
//! Values are much closer to their columns than is proved, so words of 64 bits are tried first. Whether
//! they suffice is seen: a walk is *sound* as long as each value stood within its word and each value
//! that left it at the low end was used. Words of 128 bits always suffice, by [`REACH`].

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use super::closure::{Closure, Input};
use super::setting::{REACH, Setting, Values};
use amalgam_core::Play;

/// A set of offsets, offset 0 in the middle.
pub(crate) trait Word:
    Copy
    + Eq
    + Debug
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;
    /// The set of offset 0.
    const MIDDLE: Self;
    /// All negative offsets.
    const BELOW: Self;
    /// The lowest member of a set that has all members below the word.
    const LOWEST: Self;
    /// The set of one offset, if it fits.
    fn of(offset: i64) -> Self;
    /// The least offset that is not in the set.
    fn least_missing(self) -> Self;
    /// The offset of the lowest member.
    fn offset(self) -> i64;
    /// The offset of the highest member.
    fn highest(self) -> i64;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const NONE: Self = 0;
            const MIDDLE: Self = 1 << (<$word>::BITS / 2);
            const BELOW: Self = Self::MIDDLE - 1;
            const LOWEST: Self = 1;
            fn of(offset: i64) -> Self {
                let bit = u32::try_from(offset + i64::from(<$word>::BITS / 2));
                bit.ok().and_then(|bit| <$word>::checked_shl(1, bit)).unwrap_or(0)
            }
            #[inline]
            fn least_missing(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline]
            fn offset(self) -> i64 {
                i64::from(self.trailing_zeros()) - i64::from(<$word>::BITS / 2)
            }
            fn highest(self) -> i64 {
                i64::from(<$word>::BITS / 2) - 1 - i64::from(self.leading_zeros())
            }
        }
    };
}
word!(u64);
word!(u128);

/// The most columns in one go.
pub(crate) const CHUNK: usize = 64;

/// All rows of a closure at one place.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(crate) struct Walk<W> {
    /// The column of the rows with the most coins that comes next.
    pub place: i64,
    /// How far each row is ahead of that.
    pub lead: Vec<i64>,
    /// The windows.
    pub windows: Vec<W>,
    /// For each row its history and the columns done last.
    pub words: Vec<W>,
    history: usize,
    /// How many columns were done last.
    pub done: usize,
    /// The values at column 0.
    pub first: Vec<i64>,
    regular: i64,
    pub sound: bool,
}

/// A closure with its setting.
pub(crate) type Of<'a> = (&'a Setting, &'a Closure);

impl<W: Word> Walk<W> {
    /// All rows at their beginning.
    pub fn new((setting, closure): Of<'_>) -> Walk<W> {
        let rows = closure.rests().len();
        let most = closure.most_coins();
        let history = (most + setting.most_taken()) as usize;
        let lead = closure.rests().iter().map(|rest| most as i64 - rest.coins() as i64).collect();
        Walk {
            place: -(most as i64),
            lead,
            windows: vec![W::BELOW; rows],
            words: vec![W::NONE; rows * (history + CHUNK)],
            history,
            done: 0,
            first: vec![0; rows],
            regular: setting.regular_from(most, REACH) as i64,
            sound: true,
        }
    }

    /// Whether this is a walk of the same closure as another.
    pub fn is_like(&self, other: &Walk<W>) -> bool {
        let about = |walk: &Walk<W>| (walk.history, walk.regular);
        let sizes = |walk: &Walk<W>| (walk.windows.len(), walk.words.len(), walk.first.len());
        about(self) == about(other) && sizes(self) == sizes(other) && self.lead == other.lead
    }

    /// The column of a row that comes next.
    pub fn column(&self, row: usize) -> u64 {
        (self.place + self.lead[row]) as u64
    }

    /// The bytes that a walk of a closure takes.
    pub fn bytes((setting, closure): Of<'_>) -> u64 {
        let width = closure.most_coins() + setting.most_taken() + CHUNK as u64 + 4;
        closure.rests().len() as u64 * width * size_of::<W>() as u64
    }

    /// Whether the words have been wide enough so far.
    pub fn sound(&self) -> bool {
        self.sound
    }

    /// From this place on every step is regular.
    pub fn regular(&self) -> i64 {
        self.regular
    }

    /// Goes on by `columns`, at most [`CHUNK`].
    pub fn advance(&mut self, of: Of<'_>, columns: usize) {
        debug_assert!(columns <= CHUNK);
        let width = self.history + CHUNK;
        let mut mask = [W::NONE; CHUNK];
        for row in 0..self.windows.len() {
            let (before, this) = self.words.split_at_mut(row * width);
            let this = &mut this[..width];
            this.copy_within(self.done..self.done + self.history, 0);
            let column = self.place + self.lead[row];
            if column >= self.regular {
                mask[..columns].fill(W::NONE);
                for &Input { row: other, ahead, shift } in &of.1.inputs[row] {
                    let back = self.lead[other] - self.lead[row] - ahead;
                    let from = other * width + self.history - back as usize;
                    let source = &before[from..from + columns];
                    let mask = mask[..columns].iter_mut().zip(source);
                    match shift {
                        0 => mask.for_each(|(mask, &word)| *mask |= word),
                        1.. => mask.for_each(|(mask, &word)| *mask |= word << shift as u32),
                        _ => mask.for_each(|(mask, &word)| *mask |= word >> -shift as u32),
                    }
                }
                let mut window = self.windows[row];
                let mut sound = W::LOWEST;
                for (word, mask) in this[self.history..].iter_mut().zip(&mask[..columns]) {
                    let value = (window | *mask).least_missing();
                    *word = value;
                    window |= value;
                    // A value beyond the word leaves the next column's low end unused.
                    sound = sound & window;
                    window = window >> 1;
                }
                self.windows[row] = window;
                self.sound &=
                    sound == W::LOWEST && !this[self.history..][..columns].contains(&W::NONE);
            } else {
                for i in 0..columns {
                    self.irregular(of, row, i);
                }
            }
        }
        self.done = columns;
        self.place += columns as i64;
    }

    /// One column of one row by the rules, condition by condition.
    fn irregular(&mut self, of: Of<'_>, row: usize, i: usize) {
        let width = self.history + CHUNK;
        let at = row * width + self.history + i;
        let column = self.place + self.lead[row] + i as i64;
        self.words[at] = W::NONE;
        if column < 0 {
            return;
        }
        let mut mask = W::NONE;
        let mut exclude = |value: i64| mask |= W::of(value - column);
        let value = |other: usize, column: i64| {
            let index = column - self.place - self.lead[other] + self.history as i64;
            column + self.words[other * width + index as usize].offset()
        };
        excluded(of, (row, column), self.first[row], value, &mut exclude);
        let word = (self.windows[row] | mask).least_missing();
        let window = self.windows[row] | word;
        self.sound &= word != W::NONE && window & W::LOWEST != W::NONE;
        if column == 0 {
            self.first[row] = word.offset();
        }
        self.words[at] = word;
        self.windows[row] = window >> 1;
    }

    /// The values of the columns that a row has just done, the first of them at column
    /// `place + lead − columns`; there are none left of column 0.
    pub fn done(&self, row: usize) -> &[W] {
        let from = row * (self.history + CHUNK) + self.history;
        let before = (self.done as i64 - self.place - self.lead[row]).clamp(0, self.done as i64);
        &self.words[from + before as usize..from + self.done]
    }

    /// Whether a row stands as it does in another walk, as far as itself is concerned.
    pub fn same_window(&self, other: &Walk<W>, row: usize) -> bool {
        self.windows[row] == other.windows[row]
    }

    /// Whether others can see no difference in a row from another walk.
    pub fn same_history(&self, other: &Walk<W>, row: usize) -> bool {
        let width = self.history + CHUNK;
        let seen = |walk: &Walk<W>| row * width + walk.done..row * width + walk.done + self.history;
        self.words[seen(self)] == other.words[seen(other)]
    }
}

/// Calls `exclude` with every value that `row` may not have at `column`, by the definition.
///
/// `first` is the value of the row at column 0, and `value` tells those of the rows it rests on.
pub(crate) fn excluded(
    (setting, closure): Of<'_>,
    (row, column): (usize, i64),
    first: i64,
    value: impl Fn(usize, i64) -> i64,
    exclude: &mut impl FnMut(i64),
) {
    for &other in &closure.within[row] {
        exclude(value(other, column));
    }
    let completions = setting.values() == Values::Completions;
    // Heaps that merge are at least 0 and small.
    let merged = |merge: &amalgam_core::games::rules::Merge, x: i64, y: i64| {
        merge.merged(x as u64, y as u64).map(|heap| heap as i64)
    };
    for merge in setting.rules().merges() {
        let taken = merge.then_take as i64;
        for &(heap, other) in &closure.without[row] {
            let heap = heap as i64;
            if let Some(heap) = merged(merge, heap, column) {
                exclude(value(other, heap));
            }
            if completions {
                let target = value(other, column);
                let with = target + taken - heap;
                if with > 0 && merged(merge, heap, with) == Some(target) {
                    exclude(with);
                }
            }
        }
        let with = first + taken - column;
        if completions && column > 0 && with > 0 && merged(merge, column, with) == Some(first) {
            exclude(with);
        }
    }
    if setting.play() == Play::Misere && closure.rests()[row].is_empty() && column == 0 {
        exclude(0);
    }
}
