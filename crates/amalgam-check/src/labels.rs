//! What odd and even rows of a block do over one period of their mask, without walking their own.
//!
//! docs/certificate.md §8: behind a cover row 2k and a column at which the conditions H hold, the rows
//! 1..2j+1 of the block leave at each column at most one of the offsets k+1..k+j+1 unused, the *hole*. Row
//! 2j+2 is their register of holes but for a few *defects*, which move; row 2j+3 is a ring of cells that
//! are permuted with signs, in a way that depends on the defects and the holes alone. So a walk in which
//! the cells carry labels instead of values tells all periods of row 2j+3 at once.
//!
//! Columns are counted from the column of the block, cells of a register from the column of the register.

/// A cell, doubled, plus one if its value is to be complemented.
type Label = u16;

/// What one column of a table says: the hole is `slot` if the label has value 1, otherwise `other`; 0 is
/// no hole.
#[derive(Clone, Copy)]
struct Entry {
    label: Label,
    slot: u16,
    other: u16,
}

/// The cells of an odd row at a column, and what becomes of them: over this many columns as there are
/// entries, cell x gets the value of label `next[x]`.
pub(crate) struct Table {
    entries: Vec<Entry>,
    next: Vec<Label>,
    values: Vec<bool>,
}

/// A defect of an even row: where it is, its sign, and the next column that can move it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Defect {
    at: u64,
    plus: bool,
    look: u64,
}

/// The defects at a column by their cells: +1, −1, or 0.
pub(crate) type Defects = Vec<i8>;

impl Table {
    /// Row 1 over a half width, or what looks like it: its register shifts, and the cell that is shifted
    /// out comes in at the other end, complemented.
    pub fn first(values: Vec<bool>) -> Self {
        let cells = values.len() as u16;
        let next = (1..cells).map(|cell| 2 * cell).chain([1]).collect();
        Table { entries: vec![Entry { label: 0, slot: cells, other: 0 }], next, values }
    }

    /// The columns of the table.
    pub fn columns(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The cycles of the cells with their signs, longest first: the length, whether the sign is −, and
    /// the period of the values along it.
    pub fn cycles(&self) -> Vec<(u64, bool, u64)> {
        let mut seen = vec![false; self.next.len()];
        let mut cycles = Vec::new();
        for start in 0..self.next.len() {
            let (mut cell, mut sign, mut word) = (start, false, Vec::new());
            while !std::mem::replace(&mut seen[cell], true) {
                word.push(self.values[cell] ^ sign);
                sign ^= self.next[cell] % 2 == 1;
                cell = usize::from(self.next[cell] / 2);
            }
            let length = word.len();
            if length > 0 {
                if sign {
                    word.extend_from_within(..);
                    word[length..].iter_mut().for_each(|value| *value ^= true);
                }
                let period = (1..=word.len()).find(|&p| {
                    word.len() % p == 0 && (p..word.len()).all(|i| word[i] == word[i - p])
                });
                cycles.push((length as u64, sign, period.unwrap_or(1) as u64));
            }
        }
        cycles.sort_by_key(|&(length, sign, _)| (std::cmp::Reverse(length), sign));
        cycles
    }

    /// The number of times that the table is to be gone through until all values are back.
    pub fn multiplier(&self) -> u128 {
        self.cycles().iter().fold(1, |lcm, &(.., period)| {
            let (mut gcd, mut other) = (lcm, u128::from(period));
            while other != 0 {
                (gcd, other) = (other, gcd % other);
            }
            lcm / gcd * u128::from(period)
        })
    }

    /// The values that a label has in one pass after the other, until it is back with its sign.
    fn values(&self, label: Label) -> Vec<bool> {
        let (mut now, mut values) = (label, Vec::new());
        loop {
            values.push(self.values[usize::from(now / 2)] ^ (now % 2 == 1));
            now = self.next[usize::from(now / 2)] ^ (now % 2);
            if now == label {
                return values;
            }
        }
    }

    /// The value of a label after going through the table this many times.
    pub fn value(&self, label: Label, passes: u64) -> bool {
        let values = self.values(label);
        values[(passes % values.len() as u64) as usize]
    }

    /// Is the hole never another than the number of cells, in whatever pass?
    pub fn hidden(&self) -> bool {
        let labels = 0..2 * self.next.len() as Label;
        let ever: Vec<bool> = labels.map(|label| self.values(label).contains(&true)).collect();
        let usual = [0, self.next.len() as u16];
        let elsewhere =
            |entry: &Entry| !usual.contains(&entry.slot) && ever[usize::from(entry.label)];
        !self.entries.iter().any(elsewhere)
    }
}

/// The walk of a table over its passes: the values of the labels in the pass of the last look.
struct Passes<'a> {
    table: &'a Table,
    start: u64,
    values: Vec<bool>,
}

impl<'a> Passes<'a> {
    fn new(table: &'a Table) -> Self {
        let values = table.values.iter().flat_map(|&value| [value, !value]).collect();
        Passes { table, start: 0, values }
    }

    /// The hole at a column, which is not before that of the last look.
    #[inline]
    fn hole(&mut self, column: u64) -> u64 {
        while column - self.start >= self.table.columns() {
            self.start += self.table.columns();
            let next = self.table.next.iter();
            self.values = next
                .flat_map(|&label| {
                    let value = self.values[usize::from(label)];
                    [value, !value]
                })
                .collect();
        }
        let entry = self.table.entries[(column - self.start) as usize];
        let value = self.values[usize::from(entry.label)];
        u64::from(if value { entry.slot } else { entry.other })
    }
}

/// The rows 2j+2 and 2j+3 over the holes of the rows before them.
pub(crate) struct Layer<'a> {
    passes: Passes<'a>,
    half_width: u64,
    /// The number of cells of row 2j+3.
    cells: u64,
    defects: Vec<Defect>,
    /// At index p the label of the value that is congruent to p, up to the complements of `sign`.
    ring: Vec<Label>,
    /// The table of row 2j+3, if it is wanted, as far as the walk has come.
    entries: Option<Vec<Entry>>,
    filled: u64,
}

/// What a layer looks like at a column: its defects, and the labels of its cells.
pub(crate) type Look = (Defects, Vec<Label>);

impl<'a> Layer<'a> {
    /// A layer on a table, with the defects of its even row.
    pub fn new(table: &'a Table, half_width: u64, defects: &[i8], tabled: bool) -> Self {
        let cells = table.next.len() as u64 + 1;
        let at = |(at, &sign): (u64, &i8)| {
            let look = if sign > 0 { at.saturating_sub(cells - 1) } else { at };
            Defect { at, plus: sign > 0, look }
        };
        let found = (0..).zip(defects).filter(|(_, sign)| **sign != 0).map(at);
        Layer {
            passes: Passes::new(table),
            half_width,
            cells,
            defects: found.map(|defect| defect.settled(half_width)).collect(),
            ring: (0..cells as u16).map(|cell| 2 * cell).collect(),
            entries: tabled.then(Vec::new),
            filled: 0,
        }
    }

    /// The steps that it takes at most to walk a column: a look at each defect for each.
    pub fn steps(&self) -> u128 {
        (self.defects.len() as u128).pow(2) + u128::from(self.entries.is_some())
    }

    /// Is the value at this index complemented, before this column, once more than is stored?
    fn sign(&self, index: u64, column: u64) -> Label {
        ((column / self.cells + u64::from(index < column % self.cells)) % 2) as Label
    }

    /// The defects and the labels of the cells at the column up to which it has been walked.
    pub fn look(&self, column: u64) -> Look {
        let mut defects = vec![0; self.cells as usize];
        for defect in &self.defects {
            defects[(defect.at - column) as usize] = if defect.plus { 1 } else { -1 };
        }
        let label = |value: u64| {
            let index = value % self.cells;
            self.ring[index as usize] ^ self.sign(index, column)
        };
        (defects, (column..column + self.cells).map(label).collect())
    }

    /// Walks up to a column. `None` if two defects meet and vanish.
    pub fn walk_to(&mut self, end: u64) -> Option<Look> {
        let reach = self.half_width + 1;
        loop {
            // Where one is due and another only looks on, the first comes first.
            let next =
                (0..self.defects.len()).min_by_key(|&i| (self.defects[i].look, self.defects[i].at));
            let Some(i) = next.filter(|&i| self.defects[i].look < end) else { break };
            let Defect { at, plus, look: column } = self.defects[i];
            if !plus {
                self.fill(column, Some(Entry { label: 0, slot: 0, other: 0 }));
                let at = column + self.cells;
                self.defects[i] =
                    Defect { at, plus: true, look: column + 1 }.settled(self.half_width);
                continue;
            }
            let hole = self.passes.hole(column);
            if at == column {
                if hole == 0 || self.defects.iter().any(|other| other.plus && other.at == at + hole)
                {
                    return None;
                }
                self.swap(column, hole, true);
                let at = at + hole;
                self.defects[i] = Defect { at, plus: false, look: at };
            } else if at == column + hole {
                self.swap(column, hole, false);
                let at = column + self.cells;
                self.defects[i] =
                    Defect { at, plus: true, look: column + 1 }.settled(self.half_width);
            } else {
                self.defects[i].look = column + 1;
                if column + 1 + reach > at {
                    self.defects[i].look = at;
                }
            }
        }
        self.fill(end, None);
        Some(self.look(end))
    }

    /// Exchanges the new cell of a column with the one that the hole hits.
    fn swap(&mut self, column: u64, hole: u64, both: bool) {
        let (this, other) = (column % self.cells, (column + hole) % self.cells);
        if self.entries.is_some() {
            let index = if both { other } else { this };
            let label = self.ring[index as usize] ^ self.sign(index, column);
            let second = if both { self.cells as u16 } else { 0 };
            self.fill(column, Some(Entry { label, slot: hole as u16, other: second }));
        }
        let toggle = Label::from(other > this);
        let (x, y) = (self.ring[this as usize], self.ring[other as usize]);
        self.ring[this as usize] = y ^ toggle;
        self.ring[other as usize] = x ^ toggle;
    }

    /// Writes the entries before a column, at which nothing moves, and that of the column.
    fn fill(&mut self, column: u64, entry: Option<Entry>) {
        if self.entries.is_none() {
            return;
        }
        for quiet in self.filled..column {
            let index = quiet % self.cells;
            let label = self.ring[index as usize] ^ self.sign(index, quiet);
            let entry = Entry { label, slot: self.cells as u16, other: 0 };
            self.entries.as_mut().unwrap().push(entry);
        }
        self.filled = column;
        if let Some(entry) = entry {
            self.entries.as_mut().unwrap().push(entry);
            self.filled += 1;
        }
    }

    /// The table of row 2j+3 with these values at the first column, from the last look.
    pub fn table(self, look: Look, values: Vec<bool>) -> Table {
        Table { entries: self.entries.unwrap_or_default(), next: look.1, values }
    }
}

impl Defect {
    /// A + meets a hole at the earliest k+1 columns before its own, and the next look is not before that.
    fn settled(self, half_width: u64) -> Self {
        let due = self.plus && self.look + half_width + 1 > self.at;
        Defect { look: if due { self.at } else { self.look }, ..self }
    }
}
