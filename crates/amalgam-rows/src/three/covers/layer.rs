//! One layer: row 2K as a few defects, row 2K + 1 as a ring of bits.
//!
//! # Holes and defects
//!
//! For a column b and v = b + x >= b let τ(v) be the number of the rows 1..=2K+1 in which v is taken
//! before column b, and h(v) = max(0, K + 1 − x) − τ(v), the number of *holes* that have hit v.
//! Condition H_K says that h is 0 or 1 everywhere; nothing beyond offset K is taken then. For the row
//! 2K with taken values t and the holes h of the layer below, δ = t − h: a value with δ = +1 or −1 is
//! a *defect*, and d_K = Σ|δ| their number. (τ over the rows 1..=2K is max(0, K − x) + δ.) A layer is
//! told, for each column b, h(b) of the layer below and the *hole* c of its rows: they use the offsets
//! 1..=K, all of them if h(b) = 1 and all but c if h(b) = 0. Then b + c is hit: h(b+c) becomes 1.
//!
//! # What happens at a column
//!
//! Write z for what row 2K + 1 has taken and L = K + 1. The offset L is not used below the layer,
//! and free in both of its rows: nothing beyond K is taken.
//!
//! ```text
//!        at b                  row 2K        defects             row 2K+1              hole above
//!  (a)   h = t = 1             –             –                   takes L if z(b) = 0   L if z(b) = 1
//!  (b)   h = t = 0, no + at c  takes c       –                   takes L if z(b) = 0   L if z(b) = 1
//!  (c)   h = t = 0, + at c     takes L       + goes from c to L  takes c if z(b) = 0   c if z(b) = 1
//!  (d)   − at b (h=1, t=0)     takes L       − becomes + at L    –       (z(b) = 1)    none
//!  (e)   + at b (h=0, t=1)     –             + becomes − at c    takes c or L (z(b)=0) L or c
//! ```
//!
//! In (e) row 2K + 1 takes the hole c if it is free there, and L otherwise; and if b + c carries a + ,
//! the two defects vanish (a *violation*), for the hole hits a value that was taken already. In all
//! cases z(b+L) becomes the complement of z(b), and in (c) and (e) it is then exchanged with z(b+c).
//!
//! *Why.* (a) to (e) are all cases of h(b), t(b) and t(b+c); in (b) and (c) h(b+c) is 0 before it is
//! hit, so t(b+c) is 1 if and only if there is a +. H_K says: at a + z is 0, and at a − it is 1, since
//! h_K = [x <= K] − δ − z. That decides what row 2K + 1 finds in (c), (d) and (e), and each line shows
//! that it holds again afterwards: in (c) z(b+L) = 0 under the +, in (d) likewise, in (e) z(b+c) = 1
//! under the −. The offsets of 1..=L that the rows up to 2K + 1 leave unused are in the last column;
//! there is none if and only if h_K(b) = 1 − z(b) − δ(b) is 1. So the layer above is told what it needs, and
//! all conditions hold at the next column. The offset that merging forbids in row 2K is 2K or 2K − 1,
//! beyond L as K >= 3. ∎
//!
//! So d_K never grows, and falls by violations only. The rows up to 2K break the cover 2K just where
//! row 2K takes L, in (c) and (d). If d_K = 0 there is no event any more, whatever comes from below:
//! z(b+L) = not z(b), the hole above is L, and 2K is a cover row.
//!
//! # The machine
//!
//! Nothing happens in a column but at the events (c), (d), (e). Between them 64 columns are one word
//! of z, complemented and written L further on; h for the layer above is the complement of z, and the
//! hole is L. An event is a few single bits. The *odd* holes, other than L, are kept aside: they
//! come from (c) and (e) alone.

use crate::three::bytes::near;

/// The most columns walked at a time.
pub(super) const STRETCH: usize = 4096;

/// The rows 2K and 2K + 1 at one column. All sets have bit i for the value i columns further on.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Layer {
    /// K.
    pub half: u64,
    /// What row 2K + 1 has taken: K + 1 bits.
    pub ring: Vec<u64>,
    /// Where δ is +1.
    pub plus: Vec<u64>,
    /// Where δ is −1.
    pub minus: Vec<u64>,
    /// Their number.
    pub defects: u64,
    /// The last column at which the rows up to 2K break the cover.
    pub broken: u64,
    /// The column since which the number of defects is what it is.
    pub steady: u64,
    /// How many odd holes the layer has left.
    pub odd: u64,
    /// Whether 2K is proved to be no cover row.
    pub excluded: bool,
}

/// What the rows up to an odd one leave to the layer above, over a stretch of columns.
#[derive(Clone)]
pub(crate) struct Holes {
    /// Bit i: h at the column, so that there is a hole if and only if it is 0.
    hit: Vec<u64>,
    /// Bit i: the hole is not the layer's half width plus one.
    odd: Vec<u64>,
    /// Those holes, in order.
    holes: Vec<u32>,
}

impl Holes {
    pub fn new() -> Self {
        let words = STRETCH / 64 + 1;
        Holes { hit: vec![0; words], odd: vec![0; words], holes: Vec::new() }
    }
}

impl Layer {
    /// The words that hold the cells of a layer.
    pub fn words(half: u64) -> usize {
        half as usize / 64 + 1
    }

    /// Room for the cells of a stretch.
    fn room(half: u64) -> usize {
        (STRETCH + half as usize) / 64 + 3
    }

    /// A layer with these cells, at a column from which its defects are counted.
    pub fn new(half: u64, [ring, plus, minus]: [&[u64]; 3], broken: u64, column: u64) -> Self {
        let room = |cells: &[u64]| {
            let mut cells = cells[..Self::words(half)].to_vec();
            keep(&mut cells, half as usize + 1);
            cells.resize(Self::room(half), 0);
            cells
        };
        let (ring, plus, minus) = (room(ring), room(plus), room(minus));
        let defects = plus.iter().chain(&minus).map(|word| u64::from(word.count_ones())).sum();
        let (steady, odd, excluded) = (column, 0, false);
        Layer { half, ring, plus, minus, defects, broken, steady, odd, excluded }
    }

    /// Whether the parity allows 2K to be a cover row.
    pub fn may_cover(&self) -> bool {
        super::may_cover(self.half)
    }

    /// Whether this can be a layer: each defect stands where row 2K + 1 lets it (condition H), and what
    /// follows from the cells does.
    pub fn fits(&self) -> bool {
        let all = [&self.ring, &self.plus, &self.minus];
        if all.iter().any(|cells| cells.len() != Self::room(self.half)) {
            return false;
        }
        let again = Layer::new(self.half, all.map(Vec::as_slice), self.broken, self.steady);
        let same = all == [&again.ring, &again.plus, &again.minus];
        let mut cells = self.ring.iter().zip(&self.plus).zip(&self.minus);
        same && self.defects == again.defects
            && [self.broken, self.steady, self.odd].into_iter().all(near)
            && cells.all(|((ring, plus), minus)| ring & plus == 0 && minus & !ring == 0)
    }

    pub fn same_defects(&self, other: &Layer) -> bool {
        self.plus == other.plus && self.minus == other.minus
    }

    /// A layer that leaves no odd hole any more acts as one without defects whose row 2K + 1 has
    /// taken 1 − h = z + δ (the Hidden Cover Lemma).
    pub fn hide(&mut self) {
        for (i, ring) in self.ring.iter_mut().enumerate() {
            *ring = (*ring | self.plus[i]) & !self.minus[i];
        }
        self.plus.fill(0);
        self.minus.fill(0);
        self.defects = 0;
    }

    /// Walks `len` columns from `column` on. Of a layer without defects `below` is not looked at.
    pub fn walk(&mut self, column: u64, len: usize, below: &Holes, above: &mut Holes) {
        let (half, reach) = (self.half as usize, self.half as usize + 1);
        above.holes.clear();
        above.odd.fill(0);
        // The ring is complemented as far as `done + reach`; a cell that is changed later and was
        // used for that is put right there too.
        let mut done = 0;
        let mut next_odd = 0;
        // A + that has come to offset L is at offset K one column later: the usual hole hits it.
        let mut fresh = if get(&self.plus, half) { 0 } else { usize::MAX };
        'columns: for word in 0..len.div_ceil(64) {
            if self.defects == 0 {
                break;
            }
            let mut later = !0 >> (64 - (len - 64 * word).min(64));
            loop {
                let fresh_bit = if fresh / 64 == word { 1 << (fresh % 64) } else { 0 };
                let events = self.plus[word] | self.minus[word] | below.odd[word] | fresh_bit;
                let events = events & later;
                if events == 0 {
                    continue 'columns;
                }
                let i = 64 * word + events.trailing_zeros() as usize;
                let bit = 1 << (i % 64);
                later &= !(bit | (bit - 1));
                let mut hole = half;
                if below.odd[word] & bit != 0 {
                    hole = below.holes[next_odd] as usize;
                    next_odd += 1;
                }
                if self.minus[word] & bit != 0 {
                    done = complement(&mut self.ring, reach, done, i + 1);
                    self.minus[word] &= !bit;
                    put(&mut self.plus, i + reach, true);
                    put(&mut self.ring, i + reach, false);
                    // The bit at the column itself is read as h = 1 − z − δ from here on.
                    self.ring[word] &= !bit;
                    self.broken = column + (i + reach) as u64;
                    fresh = i + 1;
                } else if self.plus[word] & bit != 0 {
                    done = complement(&mut self.ring, reach, done, i + 1);
                    self.plus[word] &= !bit;
                    self.ring[word] |= bit;
                    if get(&self.plus, i + hole) {
                        put(&mut self.plus, i + hole, false);
                        self.defects = self.defects.saturating_sub(2);
                        self.steady = column + i as u64 + 1;
                    } else {
                        put(&mut self.minus, i + hole, true);
                    }
                    let taken = get(&self.ring, i + hole);
                    self.set_ring(i + hole, true, done);
                    put(&mut self.ring, i + reach, taken);
                    if taken {
                        above.odd[word] |= bit;
                        above.holes.push(hole as u32);
                    }
                    if self.defects == 0 {
                        continue 'columns;
                    }
                } else if below.hit[word] & bit == 0 && get(&self.plus, i + hole) {
                    done = complement(&mut self.ring, reach, done, i + 1);
                    put(&mut self.plus, i + hole, false);
                    put(&mut self.plus, i + reach, true);
                    let moved = get(&self.ring, i + reach);
                    self.set_ring(i + hole, moved, done);
                    put(&mut self.ring, i + reach, false);
                    if self.ring[word] & bit != 0 {
                        above.odd[word] |= bit;
                        above.holes.push(hole as u32);
                    }
                    self.broken = column + (i + reach) as u64;
                    fresh = i + 1;
                }
            }
        }
        complement(&mut self.ring, reach, done, len);
        self.odd += above.holes.len() as u64;
        for (hit, ring) in above.hit.iter_mut().zip(&self.ring[..len.div_ceil(64)]) {
            *hit = !ring;
        }
        for cells in [&mut self.ring, &mut self.plus, &mut self.minus] {
            shift(cells, len);
            keep(cells, reach);
        }
    }

    fn set_ring(&mut self, i: usize, value: bool, done: usize) {
        put(&mut self.ring, i, value);
        if i < done {
            put(&mut self.ring, i + self.half as usize + 1, !value);
        }
    }
}

/// Walks layers from `from` to `to`, the lowest without defects.
pub(super) fn walk_all(layers: &mut [Layer], from: u64, to: u64, holes: &mut [Holes; 2]) {
    let mut column = from;
    while column < to {
        let len = (to - column).min(STRETCH as u64);
        for layer in &mut *layers {
            let [below, above] = &mut *holes;
            layer.walk(column, len as usize, below, above);
            holes.swap(0, 1);
        }
        column += len;
    }
}

pub(super) fn get(cells: &[u64], i: usize) -> bool {
    cells[i / 64] >> (i % 64) & 1 == 1
}

fn put(cells: &mut [u64], i: usize, value: bool) {
    let bit = 1 << (i % 64);
    if value {
        cells[i / 64] |= bit;
    } else {
        cells[i / 64] &= !bit;
    }
}

/// Makes z(i + reach) the complement of z(i) for the i from `done` to `to` at least, and returns up to
/// where it did: whole words are written where the reach allows it.
fn complement(ring: &mut [u64], reach: usize, mut done: usize, to: usize) -> usize {
    while done < to {
        let place = done + reach;
        let (word, bit) = (place / 64, place % 64);
        if bit != 0 || reach < 64 {
            let mut len = 64 - bit;
            if reach < 64 {
                len = len.min(reach).min(to - done);
            }
            let mask = (!0 >> (64 - len)) << bit;
            let source = !read(ring, done) << bit;
            ring[word] = ring[word] & !mask | source & mask;
            done += len;
            continue;
        }
        // No word that is read is written in the same sweep.
        let len = (to - done).div_ceil(64).min(reach / 64);
        let (source, target) = ring.split_at_mut(word);
        let (first, by) = (done / 64, done % 64);
        if by == 0 {
            for (target, source) in target[..len].iter_mut().zip(&source[first..]) {
                *target = !source;
            }
        } else {
            for (target, pair) in target[..len].iter_mut().zip(source[first..].windows(2)) {
                *target = !(pair[0] >> by | pair[1] << (64 - by));
            }
        }
        done += 64 * len;
    }
    done
}

/// 64 bits from place i on.
fn read(cells: &[u64], i: usize) -> u64 {
    let (word, by) = (i / 64, i % 64);
    if by == 0 { cells[word] } else { cells[word] >> by | cells[word + 1] << (64 - by) }
}

/// Drops the first `by` bits.
fn shift(cells: &mut [u64], by: usize) {
    let len = cells.len();
    cells.copy_within(by / 64.., 0);
    cells[len - by / 64..].fill(0);
    if !by.is_multiple_of(64) {
        for word in 0..len {
            let above = cells.get(word + 1).copied().unwrap_or(0);
            cells[word] = cells[word] >> (by % 64) | above << (64 - by % 64);
        }
    }
}

/// Clears all but the first `len` bits.
fn keep(cells: &mut [u64], len: usize) {
    if let Some(word) = cells.get_mut(len / 64) {
        *word &= (1 << (len % 64)) - 1;
    }
    cells.iter_mut().skip(len / 64 + 1).for_each(|word| *word = 0);
}
