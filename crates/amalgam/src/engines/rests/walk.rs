//! All rests of a closure side by side, column by column.
//!
//! The window of a row at column c is a word: bit 64 + i says that the value c + i is the value of an
//! earlier column, and every value below the word is. With the mask M of excluded values in the same
//! places, the value of column c is the lowest zero of v = W | M, u = !v & (v + 1), and the next
//! window is (W | u) >> 1. The word u is all that other rows need to know.
//!
//! Row R runs N − |R| columns ahead of the rows with the most coins, N. Then R ∖ r is r columns ahead
//! of R, and its value at column c + r stands at the same index as column c of R; its value at c is r
//! back, that of a rest with a heap lowered by l is l back, and of one with two heaps merged at the
//! same index. So each row keeps a short history, and no row waits for another.

use super::closure::{Closure, Input};
use super::setting::{REACH, Setting, Values};
use crate::Play;

/// Where offset 0 stands in a word.
pub(super) const CENTRE: i64 = 64;

/// The most columns in one go.
pub(super) const CHUNK: usize = 64;

/// All rows of a closure at one place.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    setting: &'a Setting,
    closure: &'a Closure,
    /// The column of the rows with the most coins that comes next.
    pub place: i64,
    /// How far each row is ahead of that.
    pub lead: Vec<i64>,
    /// The windows.
    windows: Vec<u128>,
    /// For each row its history and the columns done last.
    words: Vec<u128>,
    history: usize,
    /// How many columns were done last.
    done: usize,
    /// The values at column 0.
    first: Vec<i64>,
    regular: i64,
}

impl<'a> Walk<'a> {
    /// All rows at their beginning.
    pub fn new(setting: &'a Setting, closure: &'a Closure) -> Walk<'a> {
        let rows = closure.rests().len();
        let most = closure.most_coins();
        let history = (most + setting.most_taken()) as usize;
        let lead = closure.rests().iter().map(|rest| most as i64 - rest.coins() as i64).collect();
        Walk {
            setting,
            closure,
            place: -(most as i64),
            lead,
            windows: vec![(1 << CENTRE) - 1; rows],
            words: vec![0; rows * (history + CHUNK)],
            history,
            done: 0,
            first: vec![0; rows],
            regular: setting.regular_from(most, REACH) as i64,
        }
    }

    /// The bytes that a walk of a closure takes.
    pub fn bytes(setting: &Setting, closure: &Closure) -> u64 {
        let width = closure.most_coins() + setting.most_taken() + CHUNK as u64 + 4;
        closure.rests().len() as u64 * width * 16
    }

    /// From this place on every step is regular.
    pub fn regular(&self) -> i64 {
        self.regular
    }

    /// Goes on by `columns`, at most [`CHUNK`].
    pub fn advance(&mut self, columns: usize) {
        debug_assert!(columns <= CHUNK);
        let width = self.history + CHUNK;
        let mut mask = [0u128; CHUNK];
        for row in 0..self.windows.len() {
            let (before, this) = self.words.split_at_mut(row * width);
            let this = &mut this[..width];
            this.copy_within(self.done..self.done + self.history, 0);
            let column = self.place + self.lead[row];
            if column >= self.regular {
                mask[..columns].fill(0);
                for &Input { row: other, ahead, shift } in &self.closure.inputs[row] {
                    let back = self.lead[other] - self.lead[row] - ahead;
                    let from = other * width + self.history - back as usize;
                    let source = &before[from..from + columns];
                    let mask = mask[..columns].iter_mut().zip(source);
                    match shift {
                        0 => mask.for_each(|(mask, &word)| *mask |= word),
                        1.. => mask.for_each(|(mask, &word)| *mask |= word << shift),
                        _ => mask.for_each(|(mask, &word)| *mask |= word >> -shift),
                    }
                }
                let mut window = self.windows[row];
                for (word, mask) in this[self.history..].iter_mut().zip(&mask[..columns]) {
                    let taken = window | mask;
                    let value = !taken & taken.wrapping_add(1);
                    *word = value;
                    debug_assert!(value != 0 && (window | value) & 1 == 1);
                    window = (window | value) >> 1;
                }
                self.windows[row] = window;
            } else {
                for i in 0..columns {
                    self.irregular(row, i);
                }
            }
        }
        self.done = columns;
        self.place += columns as i64;
    }

    /// One column of one row by the rules, condition by condition.
    fn irregular(&mut self, row: usize, i: usize) {
        let width = self.history + CHUNK;
        let at = row * width + self.history + i;
        let column = self.place + self.lead[row] + i as i64;
        self.words[at] = 0;
        if column < 0 {
            return;
        }
        let mut mask = 0u128;
        let mut exclude = |value: i64| {
            if let Ok(bit) = u32::try_from(CENTRE + value - column) {
                mask |= 1u128.checked_shl(bit).unwrap_or(0);
            }
        };
        let value = |other: usize, column: i64| {
            let index = column - self.place - self.lead[other] + self.history as i64;
            column + i64::from(self.words[other * width + index as usize].trailing_zeros()) - CENTRE
        };
        excluded((self.setting, self.closure), (row, column), self.first[row], value, &mut exclude);
        let taken = self.windows[row] | mask;
        let word = !taken & taken.wrapping_add(1);
        if column == 0 {
            self.first[row] = i64::from(word.trailing_zeros()) - CENTRE;
        }
        self.words[at] = word;
        self.windows[row] = (self.windows[row] | word) >> 1;
    }

    /// The offsets of the columns that a row has just done, the first of them at
    /// `place + lead − columns`; columns left of 0 are passed over.
    pub fn offsets(&self, row: usize) -> impl Iterator<Item = i8> + '_ {
        let width = self.history + CHUNK;
        let from = row * width + self.history;
        let words = &self.words[from..from + self.done];
        let offset = |word: &u128| (i64::from(word.trailing_zeros()) - CENTRE) as i8;
        words.iter().filter(|&&word| word != 0).map(offset)
    }

    /// Whether a row stands as it does in another walk: its window, and what others can see of it.
    pub fn same(&self, other: &Walk<'_>, row: usize) -> bool {
        let width = self.history + CHUNK;
        let seen =
            |walk: &Walk<'_>| row * width + walk.done..row * width + walk.done + self.history;
        self.windows[row] == other.windows[row]
            && self.words[seen(self)] == other.words[seen(other)]
    }
}

/// Calls `exclude` with every value that `row` may not have at `column`, by the definition.
///
/// `first` is the value of the row at column 0, and `value` tells those of the rows it rests on.
pub(super) fn excluded(
    (setting, closure): (&Setting, &Closure),
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
    let merged = |merge: &crate::games::rules::Merge, x: i64, y: i64| {
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
