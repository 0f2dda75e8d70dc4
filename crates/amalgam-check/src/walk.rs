//! Walking rows column by column, from the definition of the game.
//!
//! By Theorem 1 of docs/certificate.md, f(a,b) is the least value that the row has not taken at an
//! earlier column, no smaller row takes at this column, and no merge forbids. A walker holds, for
//! each of its rows, the set of values taken so far (both below and above the column), and builds
//! at each column the set of values that smaller rows take there. All sets are sets of offsets from
//! the column, shifted by `reach` so that they start at 0: member `i` stands for offset `i − reach`.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::{Game, bits::Bits};

impl Game {
    /// The size of the heap that x and y merge to, if they may merge.
    pub fn merged(self, x: u64, y: u64) -> Option<u64> {
        (x >= self.threshold && y >= self.threshold).then(|| x + y - self.taken)
    }

    /// The regular column g(a): from it on merges forbid the same offsets of row a at every column
    /// (Theorem 3).
    pub fn regular(self, a: u64) -> u64 {
        if a >= self.threshold { a + self.threshold } else { 0 }
    }

    /// The values c that a merge forbids at row a, column b: a merge of two heaps of [a,b,c] gives
    /// a heap equal to the third (Theorem 1, condition 3).
    fn forbidden(self, a: u64, b: u64) -> impl Iterator<Item = u64> {
        let with_a = (b + self.taken).checked_sub(a).filter(|&c| self.merged(a, c) == Some(b));
        let with_b = (a + self.taken).checked_sub(b).filter(|&c| self.merged(b, c) == Some(a));
        [self.merged(a, b), with_a, with_b].into_iter().flatten()
    }
}

/// The rows `first..` side by side at one column. Of the rows before the first it knows the offsets
/// they have together: those of a cover row, or of row 0, or a mask that repeats.
#[derive(Clone, Debug)]
pub struct Walker<const W: usize> {
    pub(crate) game: Game,
    /// The column at which it stands: it has walked all columns before.
    pub column: u64,
    /// Its first row.
    pub first: u64,
    /// The member that stands for offset 0.
    pub reach: usize,
    /// The offsets of the rows before the first, if they are constant.
    cover: Bits<W>,
    /// They, if they repeat: one period, in one word, and its first column.
    cycle: Option<(Rc<Vec<Bits<1>>>, u64)>,
    /// The rows from the first on.
    pub rows: Vec<Taken<W>>,
    /// The regular column of all rows.
    regular: u64,
    /// The offsets that all rows together should have.
    pub wanted: Bits<W>,
    /// The last column at which they had others.
    pub last_bare: Option<u64>,
}

/// Copies of a walker at some columns.
pub type Kept<const W: usize> = BTreeMap<u64, Walker<W>>;

/// One row of a walker.
#[derive(Clone, Copy, Debug)]
pub struct Taken<const W: usize> {
    /// The window: values taken at earlier columns. Negative values count as taken.
    pub window: Bits<W>,
    /// Offsets that merges forbid at this column.
    forbidden: Bits<W>,
    /// Offsets the row has had since this was last emptied.
    pub seen: Bits<W>,
}

/// The member that stands for offset 0 in sets of one word.
const MIDDLE: usize = 31;

/// The number of words in which row `last` fits: offsets lie in −(last+1)..=last+1 (Theorem 2).
pub fn words(last: u64) -> u64 {
    (2 * last + 3).div_ceil(64)
}

impl<const W: usize> Walker<W> {
    /// Rows 1 to `last` at column 0. Needs `words(last) ≤ W`.
    pub fn new(game: Game, last: u64) -> Self {
        assert!(words(last) <= W as u64, "row {last} does not fit into {W} words");
        let reach = MIDDLE.max(last as usize + 1);
        let (window, cover) = (Bits::range(0, reach), Bits::range(reach, reach + 1));
        let rows = vec![Taken { window, forbidden: Bits::EMPTY, seen: Bits::EMPTY }; last as usize];
        let (column, first, cycle, last_bare) = (0, 1, None, None);
        let (regular, wanted) = (game.regular(last), Bits::EMPTY);
        Walker { game, column, first, reach, cover, cycle, rows, regular, wanted, last_bare }
    }

    /// Walks one column. For each row in turn, `see` is given the row's number, its offset, and its
    /// mask: the offsets of all smaller rows.
    pub fn step(&mut self, mut see: impl FnMut(u64, Bits<W>, Bits<W>)) {
        if self.column <= self.regular {
            self.forbid();
        }
        let mut mask = [Bits::EMPTY];
        self.fill(&mut mask);
        let [mut mask] = mask;
        for (row, taken) in (self.first..).zip(&mut self.rows) {
            let offset = taken.step(mask);
            see(row, offset, mask);
            mask = mask.or(offset);
        }
        self.last_bare = if mask != self.wanted { Some(self.column) } else { self.last_bare };
        self.column += 1;
    }

    /// Walks one column, and returns the mask and the offset of the last row.
    pub fn look(&mut self) -> [Bits<W>; 2] {
        let mut last = [Bits::EMPTY; 2];
        self.step(|_, offset, mask| last = [mask, offset]);
        last
    }

    /// The offsets of the rows before the first at this column and the next ones.
    fn fill(&self, masks: &mut [Bits<W>]) {
        let Some((cycle, from)) = &self.cycle else { return masks.fill(self.cover) };
        let mut place = ((self.column - from) % cycle.len() as u64) as usize;
        for mask in masks {
            *mask = cycle[place].moved(MIDDLE, self.reach);
            place = if place + 1 < cycle.len() { place + 1 } else { 0 };
        }
    }

    /// Finds the offsets that merges forbid at this column; from the regular column on they stay.
    fn forbid(&mut self) {
        for (row, taken) in (self.first..).zip(&mut self.rows) {
            taken.forbidden = Bits::EMPTY;
            for value in self.game.forbidden(row, self.column) {
                let member = (value + self.reach as u64).checked_sub(self.column);
                if let Some(member) = member.filter(|&member| member < 64 * W as u64) {
                    taken.forbidden.insert(member as usize);
                }
            }
        }
    }

    /// Has nothing fallen out of reach? Exactly then every window has `reach` members, provided that
    /// each step found a value (docs/certificate.md, Windows). It did if nothing ever touched the
    /// topmost member: then that was free each time.
    fn whole(&self) -> bool {
        let free = |set: &Bits<W>| set.iter().next_back() != Some(64 * W - 1);
        self.rows.iter().all(|Taken { window, forbidden, seen }| {
            window.iter().count() == self.reach && free(window) && free(forbidden) && free(seen)
        })
    }

    /// Walks up to a column, in one word where that will do: the walk in one word is exact if nothing
    /// falls out of reach.
    pub fn walk_to(&mut self, column: u64) {
        while self.column < column && self.column <= self.regular {
            self.step(|_, _, _| ());
        }
        if let Some(mut narrow) = self.narrowed() {
            narrow.walk_on(column);
            if narrow.whole() {
                (self.column, self.last_bare) = (narrow.column, narrow.last_bare);
                for (taken, ahead) in self.rows.iter_mut().zip(narrow.resized(self.reach).rows) {
                    (taken.window, taken.seen) = (ahead.window, taken.seen.or(ahead.seen));
                }
            }
        }
        self.walk_on(column);
    }

    /// Walks regular columns, some rows over a stretch of columns at a time: their windows then stay
    /// in registers, and the masks pass from one group of rows to the next.
    fn walk_on(&mut self, column: u64) {
        let mut masks = [Bits::EMPTY; 256];
        while self.column < column {
            let stretch = (column - self.column).min(masks.len() as u64);
            let masks = &mut masks[..stretch as usize];
            self.fill(masks);
            let rest = walk_groups::<W, 4>(&mut self.rows, masks);
            let rest = walk_groups::<W, 3>(rest, masks);
            let rest = walk_groups::<W, 2>(rest, masks);
            walk_groups::<W, 1>(rest, masks);
            let bare = masks.iter().rposition(|mask| *mask != self.wanted);
            self.last_bare = bare.map(|i| self.column + i as u64).or(self.last_bare);
            self.column += stretch;
        }
    }

    /// The same walker in one word, if its windows are in reach there. It has seen nothing yet.
    fn narrowed(&self) -> Option<Walker<1>> {
        let mut narrow = self.resized::<1>(MIDDLE);
        narrow.rows.iter_mut().for_each(|taken| taken.seen = Bits::EMPTY);
        let sets = |walker: &Self| -> Vec<Bits<W>> {
            let windows = walker.rows.iter().map(|taken| taken.window);
            windows.chain([walker.cover, walker.wanted]).collect()
        };
        // Nothing may get lost on the way there and back.
        let lossless = sets(&narrow.resized(self.reach)) == sets(self);
        let fits = self.reach > MIDDLE && self.column > self.regular && lossless && narrow.whole();
        fits.then_some(narrow)
    }

    /// The same walker in V words, as far as its sets fit there.
    fn resized<const V: usize>(&self, reach: usize) -> Walker<V> {
        let &Walker { game, column, first, regular, last_bare, .. } = self;
        let moved = |set: &Bits<W>| set.moved(self.reach, reach);
        // What was out of reach below had been taken.
        let below = Bits::range(0, reach.saturating_sub(self.reach));
        let rows = self.rows.iter().map(|Taken { window, forbidden, seen }| Taken {
            window: below.or(moved(window)),
            forbidden: moved(forbidden),
            seen: moved(seen),
        });
        let (cover, wanted, rows) = (moved(&self.cover), moved(&self.wanted), rows.collect());
        let cycle = self.cycle.clone();
        Walker { game, column, first, reach, cover, cycle, rows, regular, wanted, last_bare }
    }

    /// Replaces the rows up to 2k, now known to use exactly the offsets −k..k, by that set, unless
    /// they have been replaced already.
    pub fn cover(&mut self, half_width: u64) {
        if let Some(done) = (2 * half_width + 1).checked_sub(self.first) {
            self.cover = self.offsets(half_width);
            self.rows.drain(..done as usize);
            self.first = 2 * half_width + 1;
        }
    }

    /// Replaces the rows before `row`, which has a mask now known to repeat with this period, by one
    /// period of that mask, unless that does not fit into words.
    pub fn settle(&mut self, row: u64, period: u64) {
        let (from, mut cycle) = (self.column, Vec::new());
        let mut walker = self.up_to(row - 1);
        while walker.column < from + period {
            let [below, offset] = walker.look();
            let mask = below.or(offset);
            cycle.push(mask.moved(self.reach, MIDDLE));
            if cycle[cycle.len() - 1].moved(MIDDLE, self.reach) != mask {
                return;
            }
        }
        self.cycle = Some((Rc::new(cycle), from));
        self.rows.drain(..(row - self.first) as usize);
        self.first = row;
    }

    /// A copy without the rows beyond `last`.
    pub fn up_to(&self, last: u64) -> Self {
        let mut copy = self.clone();
        copy.rows.truncate((last + 1 - self.first) as usize);
        copy
    }

    /// The set of offsets −k..k.
    pub fn offsets(&self, half_width: u64) -> Bits<W> {
        Bits::range(self.reach - half_width as usize, self.reach + half_width as usize + 1)
    }

    /// The state of a row.
    pub fn row(&self, row: u64) -> &Taken<W> {
        &self.rows[(row - self.first) as usize]
    }

    /// The offsets in a set.
    pub fn members(&self, set: &Bits<W>) -> Vec<i64> {
        set.iter().map(|member| member as i64 - self.reach as i64).collect()
    }
}

/// Walks rows, N at a time, over this many columns as there are masks, to which their offsets are
/// added. Returns the rows left over.
fn walk_groups<'a, const W: usize, const N: usize>(
    rows: &'a mut [Taken<W>],
    masks: &mut [Bits<W>],
) -> &'a mut [Taken<W>] {
    let (groups, rest) = rows.as_chunks_mut::<N>();
    for group in groups {
        let mut walked = *group;
        for mask in masks.iter_mut() {
            walked.iter_mut().for_each(|taken| *mask = mask.or(taken.step(*mask)));
        }
        *group = walked;
    }
    rest
}

impl<const W: usize> Taken<W> {
    /// The row's offset at this column, which it walks: the mex of Theorem 1.
    fn step(&mut self, mask: Bits<W>) -> Bits<W> {
        let offset = self.window.or(mask).or(self.forbidden).mex();
        self.window = self.window.or(offset).down();
        self.seen = self.seen.or(offset);
        offset
    }
}
