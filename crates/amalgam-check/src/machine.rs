//! Layers: row 2K as a few defects, row 2K + 1 as a ring of bits (docs/certificate.md §9).

/// The bits of a ring of cells; a layer has at most half as many.
const CELLS: u64 = 1 << 10;
/// The largest half width of a layer.
pub(crate) const LARGEST: u64 = CELLS / 2;

/// Cells at columns: bit b mod [`CELLS`] for column b.
#[derive(Clone)]
struct Cells(Vec<u64>);

impl Cells {
    fn new() -> Self {
        Cells(vec![0; (CELLS / 64) as usize])
    }

    fn place(column: u64) -> (usize, u64) {
        ((column % CELLS / 64) as usize, column % 64)
    }

    fn get(&self, column: u64) -> bool {
        let (word, bit) = Self::place(column);
        self.0[word] >> bit & 1 == 1
    }

    fn set(&mut self, column: u64, value: bool) {
        let (word, bit) = Self::place(column);
        self.0[word] = self.0[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// The word of columns in which a column lies.
    fn word(&self, column: u64) -> u64 {
        self.0[Self::place(column).0]
    }

    /// 64 cells from a column on.
    fn read(&self, column: u64) -> u64 {
        let (_, bit) = Self::place(column);
        let above = if bit == 0 { 0 } else { self.word(column + 64) << (64 - bit) };
        self.word(column) >> bit | above
    }

    /// Puts the cells of `mask`, counted from a column on.
    fn write(&mut self, column: u64, cells: u64, mask: u64) {
        let ((word, bit), (next, _)) = (Self::place(column), Self::place(column + 64));
        self.0[word] = self.0[word] & !(mask << bit) | (cells & mask) << bit;
        if bit > 0 {
            let (cells, mask) = ((cells & mask) >> (64 - bit), mask >> (64 - bit));
            self.0[next] = self.0[next] & !mask | cells;
        }
    }
}

/// The rows 2K and 2K + 1 at a column.
#[derive(Clone)]
pub(crate) struct Layer {
    /// K.
    pub half: u64,
    /// The values taken in row 2K + 1.
    ring: Cells,
    plus: Cells,
    minus: Cells,
    /// The number of defects, d.
    pub defects: u64,
    /// The column since which there are this many.
    pub steady: u64,
    /// The last column at which the rows 0..2K have other offsets than −K..K.
    pub bare: u64,
    /// The number of odd holes it has left.
    pub odd: u64,
}

/// What a layer leaves to the next at the columns of one word: h, and the odd holes with their bits.
#[derive(Default)]
pub(crate) struct Holes {
    hit: u64,
    odd: Vec<(u64, u64)>,
}

impl Layer {
    /// A layer at a column: `cell` tells, for each offset up to K, whether row 2K + 1 has it taken,
    /// and δ of the rows up to 2K.
    pub fn new(half: u64, column: u64, bare: u64, cell: impl Fn(u64) -> (bool, i64)) -> Self {
        let [mut ring, mut plus, mut minus] = [Cells::new(), Cells::new(), Cells::new()];
        let mut defects = 0;
        for x in 0..=half {
            let (taken, delta) = cell(x);
            ring.set(column + x, taken);
            plus.set(column + x, delta > 0);
            minus.set(column + x, delta < 0);
            defects += delta.unsigned_abs();
        }
        Layer { half, ring, plus, minus, defects, steady: column, bare, odd: 0 }
    }

    /// Its cells at a column: what is taken, and the defects.
    pub fn cells(&self, column: u64) -> Vec<(bool, bool, bool)> {
        let columns = column..=column + self.half;
        columns.map(|b| (self.ring.get(b), self.plus.get(b), self.minus.get(b))).collect()
    }

    /// Turns it into the layer without defects that leaves the same holes, if none of them is odd
    /// (docs/certificate.md §9, L4).
    pub fn hide(&mut self) {
        for (i, ring) in self.ring.0.iter_mut().enumerate() {
            *ring = (*ring | self.plus.0[i]) & !self.minus.0[i];
        }
        (self.plus, self.minus, self.defects) = (Cells::new(), Cells::new(), 0);
    }

    /// Walks `len` columns, which lie in one word and are at most K + 1. Takes the holes of the layer
    /// below and leaves its own.
    pub fn walk(&mut self, column: u64, len: u64, holes: &mut Holes) {
        let (reach, first) = (self.half + 1, column - column % 64);
        let span = !0 >> (64 - len) << (column % 64);
        // z(b+L) = not z(b), for all columns at once; what an event changes is put right there.
        self.ring.write(column + reach, !self.ring.read(column), !0 >> (64 - len));
        let (mut left, mut turned, mut odd) = (span, 0, Vec::new());
        while self.defects > 0 {
            let marked = holes.odd.iter().fold(0, |bits, (bit, _)| bits | bit);
            let hit = self.plus.read(first + self.half);
            let here = self.plus.word(column) | self.minus.word(column);
            let events = (here | marked | hit) & left;
            if events == 0 {
                break;
            }
            let (b, bit) =
                (first + u64::from(events.trailing_zeros()), events & events.wrapping_neg());
            left &= !(bit | (bit - 1));
            let hole = holes.odd.iter().find(|odd| odd.0 == bit).map_or(self.half, |odd| odd.1);
            if self.minus.get(b) {
                // (d)
                self.minus.set(b, false);
                self.plus.set(b + reach, true);
                self.bare = b + reach;
                turned |= bit;
            } else if self.plus.get(b) {
                // (e)
                self.plus.set(b, false);
                if self.plus.get(b + hole) {
                    self.plus.set(b + hole, false);
                    self.defects -= 2;
                    self.steady = b + 1;
                } else {
                    self.minus.set(b + hole, true);
                }
                turned |= bit;
                if self.exchange(b, hole, column + len) {
                    odd.push((bit, hole));
                }
            } else if holes.hit & bit == 0 && self.plus.get(b + hole) {
                // (c)
                self.plus.set(b + hole, false);
                self.plus.set(b + reach, true);
                self.bare = b + reach;
                self.exchange(b, hole, column + len);
                if self.ring.get(b) {
                    odd.push((bit, hole));
                }
            }
        }
        holes.hit = !self.ring.word(column) ^ turned;
        self.odd += odd.len() as u64;
        holes.odd = odd;
    }

    /// Exchanges z(b+L) and z(b+c), and tells what z(b+c) was. What was written L beyond a cell that
    /// lies left of `end` follows it.
    fn exchange(&mut self, b: u64, hole: u64, end: u64) -> bool {
        let reach = self.half + 1;
        let [at_hole, at_reach] = [b + hole, b + reach].map(|cell| self.ring.get(cell));
        self.ring.set(b + hole, at_reach);
        self.ring.set(b + reach, at_hole);
        if b + hole < end {
            self.ring.set(b + hole + reach, !at_reach);
        }
        at_hole
    }
}

/// Walks layers side by side from a column to another, the lowest without defects.
pub(crate) fn walk(layers: &mut [Layer], mut column: u64, to: u64) {
    while column < to {
        let len = (64 - column % 64).min(to - column).min(layers[0].half + 1);
        let mut holes = Holes::default();
        layers.iter_mut().for_each(|layer| layer.walk(column, len, &mut holes));
        column += len;
    }
}
