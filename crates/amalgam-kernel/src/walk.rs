//! The game, and rows walked side by side (docs/certificate.md §5, "Windows").

use crate::{Checked, reject};

/// A set of offsets in W words: member i is the offset i − REACH.
pub(crate) type Set<const W: usize> = [u64; W];

pub(crate) const fn reach(words: usize) -> u64 {
    32 * words as u64 - 1
}

pub(crate) fn or<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] | b[i])
}

pub(crate) fn has<const W: usize>(a: &Set<W>, i: u64) -> bool {
    a[i as usize / 64] >> (i % 64) & 1 == 1
}

pub(crate) fn one<const W: usize>(i: u64) -> Set<W> {
    std::array::from_fn(|word| if word as u64 == i / 64 { 1 << (i % 64) } else { 0 })
}

pub(crate) fn range<const W: usize>(from: u64, to: u64) -> Set<W> {
    (from..to).fold([0; W], |set, i| or(&set, &one(i)))
}

/// The offsets −k..k.
pub(crate) fn full<const W: usize>(k: u64) -> Set<W> {
    range(reach(W) - k, reach(W) + k + 1)
}

/// Heaps of at least `r` coins merge, and lose `t` coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub r: u64,
    pub t: u64,
}

impl Game {
    /// Theorem 3: from this column on merges forbid the same offsets in row a.
    pub fn regular(self, a: u64) -> u64 {
        if a >= self.r { a + self.r } else { 0 }
    }

    /// Theorem 1: the values that a merge forbids in row a at column b, as offsets.
    fn forbidden<const W: usize>(self, a: u64, b: u64) -> Set<W> {
        let may = |x: u64, y: u64| x >= self.r && y >= self.r;
        let mut set = [0; W];
        let mut put = |c: u64| {
            let place = (c + reach(W)).checked_sub(b).filter(|&place| place < 64 * W as u64);
            set = or(&set, &place.map_or([0; W], one));
        };
        // c = a + b − t where a, b merge; a + c − t = b where a, c merge; b + c − t = a where b, c merge.
        if may(a, b) {
            put(a + b - self.t);
        }
        if let Some(c) = (b + self.t).checked_sub(a).filter(|&c| may(a, c)) {
            put(c);
        }
        if let Some(c) = (a + self.t).checked_sub(b).filter(|&c| may(b, c)) {
            put(c);
        }
        set
    }
}

/// Rows from `first` on at a column, over the offsets that the rows before them have there.
#[derive(Clone, Debug)]
pub(crate) struct Rows<const W: usize> {
    game: Game,
    pub first: u64,
    pub windows: Vec<Set<W>>,
    merges: Vec<Set<W>>,
    settled: bool,
}

impl<const W: usize> Rows<W> {
    /// The rows at column 0: only negative values are taken.
    pub fn start(game: Game, first: u64, last: u64) -> Self {
        let rows = (last + 1 - first) as usize;
        let windows = vec![range(0, reach(W)); rows];
        Rows { game, first, windows, merges: vec![[0; W]; rows], settled: false }
    }

    /// The first `rows` of these rows.
    pub fn prefix(&self, rows: usize) -> Self {
        let (windows, merges) = (self.windows[..rows].to_vec(), self.merges[..rows].to_vec());
        Rows { windows, merges, ..*self }
    }

    /// One column over the offsets `below`: calls with the place of each row and its offset, and returns the
    /// offsets of all rows up to the last.
    pub fn step(
        &mut self,
        column: u64,
        below: Set<W>,
        mut seen: impl FnMut(usize, i64),
    ) -> Checked<Set<W>> {
        if !self.settled {
            for (row, merges) in (self.first..).zip(&mut self.merges) {
                *merges = self.game.forbidden(row, column);
            }
            let last = self.first + self.windows.len() as u64 - 1;
            self.settled = column >= self.game.regular(last);
        }
        let mut mask = below;
        for (i, window) in self.windows.iter_mut().enumerate() {
            // (step): the least offset that is neither taken, nor used in the column, nor forbidden.
            let word = |j: usize| window[j] | mask[j] | self.merges[i][j];
            let Some(j) = (0..W).find(|&j| word(j) != !0) else {
                return reject("an offset is too large");
            };
            let bit = !word(j) & (word(j) + 1);
            mask[j] |= bit;
            window[j] |= bit;
            if window[0] & 1 == 0 {
                return reject("a value is lost");
            }
            for j in 0..W {
                window[j] = window[j] >> 1 | if j + 1 < W { window[j + 1] << 63 } else { 0 };
            }
            seen(i, (64 * j as u64 + u64::from(bit.trailing_zeros())) as i64 - reach(W) as i64);
        }
        Ok(mask)
    }
}
