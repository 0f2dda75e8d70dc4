//! Two rows of a structured block as defects and a ring of cells (docs/certificate.md §8, Theorems 11 and 12).
//!
//! Columns are counted from the column of the block, cells of a register from the column of the register.

use crate::rows::lcm;

/// A cell, doubled, plus one if its value is to be complemented.
pub(crate) type Label = u16;

/// One column of a table: the hole is `slot` if the label has value 1, otherwise `other`; 0 is no hole.
#[derive(Clone, Copy)]
struct Entry {
    label: Label,
    slot: u16,
    other: u16,
}

/// The ring of an odd row over one period of its mask: over this many columns as there are entries, cell x gets the
/// value of label `next[x]`.
pub(crate) struct Table {
    entries: Vec<Entry>,
    next: Vec<Label>,
    values: Vec<bool>,
}

impl Table {
    /// Row 1, or what looks like it: the register shifts, and the complement of what goes out comes in.
    pub fn first(values: Vec<bool>) -> Self {
        let cells = values.len() as u16;
        let next = (1..cells).map(|cell| 2 * cell).chain([1]).collect();
        Table { entries: vec![Entry { label: 0, slot: cells, other: 0 }], next, values }
    }

    /// The values of a label in one pass after the other, until it is back with its sign.
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

    pub fn value(&self, label: Label, passes: u64) -> bool {
        let values = self.values(label);
        values[(passes % values.len() as u64) as usize]
    }

    /// After this many passes the register is back for the first time: the least common multiple of the periods of its
    /// labels.
    pub fn multiplier(&self) -> u64 {
        (0..self.next.len()).fold(1, |passes, cell| {
            let word = self.values(2 * cell as Label);
            let period = |p: &usize| {
                word.len().is_multiple_of(*p) && (*p..word.len()).all(|i| word[i] == word[i - p])
            };
            lcm(passes, (1..=word.len()).find(period).unwrap_or(1) as u64)
        })
    }

    /// Theorem 13: is the hole never another than the number of cells, in whatever pass?
    pub fn hidden(&self) -> bool {
        let ever = |label| self.values(label).contains(&true);
        let ever: Vec<bool> = (0..2 * self.next.len() as Label).map(ever).collect();
        let usual = [0, self.next.len() as u16];
        !self
            .entries
            .iter()
            .any(|entry| !usual.contains(&entry.slot) && ever[usize::from(entry.label)])
    }
}

/// A defect of an even row: where it is, its sign, and the next column that can move it.
#[derive(Clone, Copy)]
struct Defect {
    at: u64,
    plus: bool,
    look: u64,
}

/// An even row and the odd row after it, over the table of the rows before them.
pub(crate) struct Layer<'a> {
    table: &'a Table,
    /// The column at which the pass of the table began, and the values of the labels in it.
    start: u64,
    values: Vec<bool>,
    half_width: u64,
    cells: u64,
    defects: Vec<Defect>,
    /// At index p the label of the value that is congruent to p, up to the complements of `sign`.
    ring: Vec<Label>,
    /// The table of the odd row, if it is wanted, as far as the walk has come.
    entries: Option<Vec<Entry>>,
}

/// The defects by cell (+1, −1 or 0) and the labels of the cells at a column.
pub(crate) type Look = (Vec<i8>, Vec<Label>);

impl<'a> Layer<'a> {
    pub fn new(table: &'a Table, half_width: u64, defects: &[i8], tabled: bool) -> Self {
        let cells = table.next.len() as u64 + 1;
        let at = |(at, &sign): (u64, &i8)| {
            let look = if sign > 0 { at.saturating_sub(cells - 1) } else { at };
            Defect { at, plus: sign > 0, look }.settled(half_width)
        };
        Layer {
            table,
            start: 0,
            values: table.values.iter().flat_map(|&value| [value, !value]).collect(),
            half_width,
            cells,
            defects: (0..).zip(defects).filter(|(_, sign)| **sign != 0).map(at).collect(),
            ring: (0..cells as u16).map(|cell| 2 * cell).collect(),
            entries: tabled.then(Vec::new),
        }
    }

    /// The hole of the rows below at a column that is not before that of the last look.
    fn hole(&mut self, column: u64) -> u64 {
        let Table { entries, next, .. } = self.table;
        while column - self.start >= entries.len() as u64 {
            self.start += entries.len() as u64;
            let value = |&label: &Label| self.values[usize::from(label)];
            self.values = next.iter().flat_map(|label| [value(label), !value(label)]).collect();
        }
        let entry = entries[(column - self.start) as usize];
        u64::from(if self.values[usize::from(entry.label)] { entry.slot } else { entry.other })
    }

    /// Is the value at this index complemented, before this column, once more than is stored?
    fn sign(&self, index: u64, column: u64) -> Label {
        ((column / self.cells + u64::from(index < column % self.cells)) % 2) as Label
    }

    fn label(&self, index: u64, column: u64) -> Label {
        self.ring[index as usize] ^ self.sign(index, column)
    }

    pub fn look(&self, column: u64) -> Look {
        let mut defects = vec![0; self.cells as usize];
        for defect in &self.defects {
            defects[(defect.at - column) as usize] = if defect.plus { 1 } else { -1 };
        }
        let labels =
            (column..column + self.cells).map(|value| self.label(value % self.cells, column));
        (defects, labels.collect())
    }

    /// Walks up to a column: only the columns at which a defect can move are looked at. `None` if two defects meet.
    pub fn walk_to(&mut self, end: u64) -> Option<Look> {
        loop {
            // Where one is due and another only looks on, the first comes first.
            let order = |&i: &usize| (self.defects[i].look, self.defects[i].at);
            let next = (0..self.defects.len()).min_by_key(order);
            let Some(i) = next.filter(|&i| self.defects[i].look < end) else { break };
            let Defect { at, plus, look: column } = self.defects[i];
            let up = Defect { at: column + self.cells, plus: true, look: column + 1 };
            self.defects[i] = if !plus {
                // (d): a − becomes a +.
                self.fill(column, Some(Entry { label: 0, slot: 0, other: 0 }));
                up.settled(self.half_width)
            } else {
                let hole = self.hole(column);
                if at == column {
                    // (e): a + becomes a −, where the hole is.
                    let meets =
                        self.defects.iter().any(|other| other.plus && other.at == at + hole);
                    if hole == 0 || meets {
                        return None;
                    }
                    self.swap(column, hole, true);
                    Defect { at: at + hole, plus: false, look: at + hole }
                } else if at == column + hole {
                    // (c): the hole hits the + and pushes it on.
                    self.swap(column, hole, false);
                    up.settled(self.half_width)
                } else {
                    Defect { at, plus, look: column + 1 }.settled(self.half_width)
                }
            };
        }
        self.fill(end, None);
        Some(self.look(end))
    }

    /// Exchanges the new cell of a column with the one that the hole hits.
    fn swap(&mut self, column: u64, hole: u64, both: bool) {
        let (this, other) = (column % self.cells, (column + hole) % self.cells);
        if self.entries.is_some() {
            let label = self.label(if both { other } else { this }, column);
            let second = if both { self.cells as u16 } else { 0 };
            self.fill(column, Some(Entry { label, slot: hole as u16, other: second }));
        }
        let toggle = Label::from(other > this);
        self.ring.swap(this as usize, other as usize);
        self.ring[this as usize] ^= toggle;
        self.ring[other as usize] ^= toggle;
    }

    /// Writes the entries up to a column, at which nothing moves, and that of the column.
    fn fill(&mut self, column: u64, entry: Option<Entry>) {
        let Some(mut entries) = self.entries.take() else { return };
        for quiet in entries.len() as u64..column {
            let label = self.label(quiet % self.cells, quiet);
            entries.push(Entry { label, slot: self.cells as u16, other: 0 });
        }
        entries.extend(entry);
        self.entries = Some(entries);
    }

    /// The table of the odd row, whose cells have these values at the first column.
    pub fn table(self, last: &Look, values: Vec<bool>) -> Table {
        Table { entries: self.entries.unwrap_or_default(), next: last.1.clone(), values }
    }
}

impl Defect {
    /// A hole hits a + at the earliest k+1 columns before its own.
    fn settled(self, half_width: u64) -> Self {
        let due = self.plus && self.look + half_width + 1 > self.at;
        Defect { look: if due { self.at } else { self.look }, ..self }
    }
}
