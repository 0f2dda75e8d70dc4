//! The lines after `layers`: which rows are cover rows, which are not, and why (docs/certificate.md
//! §9).

use crate::failure::at_most;
use crate::format::{Game, Lines};
use crate::machine::{self, LARGEST, Layer};
use crate::walk::Walker;
use crate::{Checked, Condition, Condition::*, STRETCH};

/// The `layers` line and those after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The cover row on which the layers stand.
    pub base: u64,
    /// The column from which the rows are walked as layers.
    pub column: u64,
    /// What is said of the rows above the base.
    pub lines: Vec<Line>,
}

/// What is said of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A cover row: the row, its half width, and the first column it covers.
    Cover(u64, u64, u64),
    /// No cover row.
    Excluded(Recurrence),
    /// A row that hides a cover.
    Hidden(Recurrence),
    /// Nothing.
    Open(u64),
}

/// The claim that layers recur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The row, 2K.
    pub row: u64,
    /// The row of the lowest layer.
    pub over: u64,
    /// The number of defects of the row.
    pub defects: u64,
    /// The column from which the layers recur.
    pub column: u64,
    /// The period with which they do.
    pub period: u64,
}

const LINE: [&str; 4] = [
    "cover # half-width # from #",
    "excluded # over # defects # column # period #",
    "hidden # over # defects # column # period #",
    "open #",
];

/// The distance between the columns at which layers may begin.
const GRID: u64 = 2048;
/// The words in which the rows are walked up to the column of the layers.
const WORDS: usize = 32;
/// The largest row of a certificate with layers: it and the next fit.
pub(crate) const LAST_LAYERED: u64 = 2 * LARGEST - 4;

/// Reads the `layers` line and those after it, if there are any.
pub(crate) fn read(lines: &mut Lines<'_>) -> Checked<Option<Layers>> {
    if lines.version == 1 || !lines.rest.starts_with("layers ") {
        return Ok(None);
    }
    let (_, n) = lines.line(&["layers # column #"])?;
    let mut layers = Layers { base: n[0], column: n[1], lines: Vec::new() };
    while !lines.rest.is_empty() {
        let (form, n) = lines.line(&LINE)?;
        at_most(LAST_LAYERED.into(), n[0].into(), "is the last row")?;
        // No row has more than two lines.
        at_most(LAST_LAYERED.into(), layers.lines.len() as u128, "lines of layers")?;
        let recurrence = |n: &[u64]| {
            let (row, over, defects, column, period) = (n[0], n[1], n[2], n[3], n[4]);
            Recurrence { row, over, defects, column, period }
        };
        layers.lines.push(match form {
            0 => Line::Cover(n[0], n[1], n[2]),
            1 => Line::Excluded(recurrence(&n)),
            2 => Line::Hidden(recurrence(&n)),
            _ => Line::Open(n[0]),
        });
    }
    Ok(Some(layers))
}

impl Line {
    /// The row it applies to.
    pub fn row(&self) -> u64 {
        match *self {
            Line::Cover(row, ..) | Line::Open(row) => row,
            Line::Excluded(recurrence) | Line::Hidden(recurrence) => recurrence.row,
        }
    }

    /// The column up to which its row must be walked with those below.
    fn until(&self) -> u64 {
        match *self {
            Line::Cover(_, _, from) => from,
            Line::Excluded(recurrence) | Line::Hidden(recurrence) => recurrence.column,
            Line::Open(_) => 0,
        }
    }

    /// The columns for which it asks beyond that, and how often at the most.
    fn period(&self) -> u128 {
        match self {
            Line::Excluded(Recurrence { period, .. }) | Line::Hidden(Recurrence { period, .. }) => {
                (*period).into()
            }
            _ => 0,
        }
    }
}

impl Layers {
    /// layers-column, layer-order, half-width.
    pub(crate) fn check_form(&self, last: u64, base: u64, from: u64) -> Checked {
        at_most(LAST_LAYERED.into(), last.into(), "is the last row")?;
        let may_cover = |row: &u64| matches!(row % 8, 0 | 6);
        let late = self.column.is_multiple_of(GRID) && self.column > Self::earliest(last, from);
        LayersColumn.require(self.base, self.column, self.base == base && base > 0 && late)?;
        let hidden = |line: &&Line| matches!(line, Line::Hidden(_));
        let decided = self.lines.iter().filter(|line| !hidden(line)).map(Line::row);
        let wanted = (base + 1..=last).filter(may_cover);
        let complete = decided.eq(wanted) && may_cover(&last);
        LayerOrder.require(last, None, complete)?;
        for pair in self.lines.windows(2) {
            let increasing = pair[0].row() < pair[1].row()
                || pair[0].row() == pair[1].row() && hidden(&&pair[1]) && !hidden(&&pair[0]);
            LayerOrder.require(pair[1].row(), None, increasing)?;
        }
        for line in &self.lines {
            let row = line.row();
            LayerOrder.require(row, None, row % 2 == 0 && base < row && row <= last)?;
            if let Line::Cover(_, half_width, _) = *line {
                HalfWidth.require(row, None, half_width == row / 2)?;
            }
        }
        Ok(())
    }

    /// Layers do not begin up to this column.
    fn earliest(last: u64, from: u64) -> u64 {
        (2 * last + 2).max(from + GRID)
    }

    /// The steps that checking takes at most.
    pub(crate) fn cost(&self, last: u64) -> u128 {
        let walked = u128::from(self.column) * u128::from(last + 1) * (WORDS as u128 + 1);
        let closed = |line: &Line| match *line {
            Line::Cover(row, _, from) => Some((row / 2, from)),
            _ => None,
        };
        let covers: Vec<(u64, u64)> = self.lines.iter().filter_map(closed).collect();
        // A layer is walked for a line above it as long as no cover between them has closed, in
        // words unless the lowest layer, at the latest one that is closed from the start, is small.
        let steps = |half: u64| {
            let below = covers.iter().rfind(|&&(k, from)| k < half && from <= self.column);
            let word = below.map_or(self.base / 2, |cover| cover.0).min(63) + 1;
            let (mut open, mut until) = (u64::MAX, 0);
            for line in self.lines.iter().filter(|line| line.row() >= 2 * half) {
                until = until.max(line.until().min(open));
                if let Some((_, from)) = closed(line).filter(|cover| cover.0 > half) {
                    open = open.min(from.max(self.column) + STRETCH);
                }
            }
            let columns = u128::from(until.saturating_sub(self.column).max(64));
            columns * STEPS / u128::from(word)
        };
        let layers: u128 = (self.base / 2..=last / 2).map(steps).sum();
        // A period is walked once, and a half, a third, … of it.
        let recurrences = self.lines.iter().map(|line| {
            let layers = match *line {
                Line::Excluded(Recurrence { row, over, .. })
                | Line::Hidden(Recurrence { row, over, .. }) => row.saturating_sub(over) / 2 + 1,
                _ => 0,
            };
            line.period() * u128::from(layers) * STEPS / 4
        });
        walked + layers + recurrences.sum::<u128>()
    }

    /// holes, and all that is said of the rows above the base.
    pub(crate) fn check(
        &self,
        game: Game,
        last: u64,
        from: u64,
        spend: &dyn Fn(u128) -> Checked,
    ) -> Checked {
        let mut walker = Walker::<WORDS>::new(game, last + 1);
        let mut bare = vec![0; last as usize / 2 + 1];
        let mut earlier = false;
        while walker.column < self.column {
            if walker.column + GRID == self.column && walker.column > Self::earliest(last, from) {
                earlier = self.layers(&walker, &bare).is_ok();
            }
            spend(u128::from(last + 1) * (WORDS as u128 + 1))?;
            let (b, mut largest) = (walker.column, 0);
            let reach = walker.reach as i64;
            walker.step(|row, offset, _| {
                largest = largest.max(offset.least() as i64 - reach);
                if row % 2 == 0 && largest > row as i64 / 2 {
                    let bare = &mut bare[row as usize / 2];
                    *bare = b.saturating_add_signed(largest).max(*bare);
                }
            });
        }
        let layers = self.layers(&walker, &bare)?;
        LayersColumn.require(self.base, self.column, !earlier)?;
        let mut stacks = vec![Stack { column: self.column, since: self.column, layers }];
        let mut said = self.lines.clone();
        said.retain(|line| !matches!(line, Line::Open(_)));
        while let Some(stack) = stacks.pop() {
            stacks.extend(stack.check(&mut said, spend)?);
        }
        match said.first() {
            None => Ok(()),
            Some(line @ Line::Cover(..)) => LayerCloses.require(line.row(), line.until(), false),
            Some(line) => LayerColumn.require(line.row(), line.until(), false),
        }
    }

    /// The layers at the walker's column, if the holes are in {0, 1} for all of them.
    fn layers(&self, walker: &Walker<WORDS>, bare: &[u64]) -> Checked<Vec<Layer>> {
        let mut taken = vec![0; 2 * bare.len() + 4];
        let mut layers = Vec::new();
        for (row, state) in (1..).zip(&walker.rows) {
            let half: u64 = row / 2;
            let before = taken.clone();
            let offsets = walker.members(&state.window).into_iter().filter(|&x| x >= 0);
            offsets.for_each(|x| taken[x as usize] += 1);
            if row % 2 == 0 || half < self.base / 2 {
                continue;
            }
            let ideal = |half: u64, x: usize| half.saturating_sub(x as u64) as i64;
            let fits = |x| (0..=1).contains(&(ideal(half + 1, x) - taken[x]));
            Holes.require(2 * half, walker.column, (0..taken.len()).all(fits))?;
            let cell = |x: u64| {
                let x = x as usize;
                (taken[x] > before[x], before[x] - ideal(half, x))
            };
            layers.push(Layer::new(half, walker.column, bare[half as usize], cell));
        }
        Ok(layers)
    }
}

/// Steps for a word of columns of a layer, times 64.
const STEPS: u128 = 4;

/// The layers from one on that leaves no odd holes.
struct Stack {
    column: u64,
    /// The column since which it leaves none.
    since: u64,
    layers: Vec<Layer>,
}

impl Stack {
    /// Checks what is said of this column, walks on to the next of which a line speaks, or until a
    /// layer closes, and returns what is left. The lines that are proved are taken off the list.
    fn check(
        mut self,
        said: &mut Vec<Line>,
        spend: &dyn Fn(u128) -> Checked,
    ) -> Checked<Vec<Stack>> {
        let closed = |layer: &Layer| layer.defects == 0;
        if let Some(i) = self.layers[1..].iter().rposition(closed) {
            let (column, layers) = (self.column, self.layers.split_off(i + 1));
            let row = 2 * layers[0].half;
            let cover = |line: &Line| matches!(line, Line::Cover(..)) && line.row() == row;
            if let Some(at) = said.iter().position(cover) {
                let from = said.remove(at).until();
                FromLeast.require(row, from, layers[0].bare + 1 == from)?;
            }
            let since = layers[0].steady;
            return Ok(vec![self, Stack { column, since, layers }]);
        }
        let mut at = 0;
        while let Some(&line) = said.get(at) {
            let above = line.row().saturating_sub(2 * self.layers[0].half) as usize / 2;
            let here = line.until() == self.column && (1..self.layers.len()).contains(&above);
            match line {
                Line::Excluded(recurrence) | Line::Hidden(recurrence) if here => {
                    let hidden = matches!(line, Line::Hidden(_));
                    self.recurs(above, &recurrence, hidden, spend)?;
                    said.remove(at);
                }
                _ => at += 1,
            }
        }
        // What is still said of these rows: lines that lie behind are never proved.
        let (low, high) = (2 * self.layers[0].half, 2 * self.layers[self.layers.len() - 1].half);
        let ahead = |line: &&Line| {
            let inside = low < line.row() && line.row() <= high;
            inside && line.until() > self.column
        };
        let Some(top) = said.iter().filter(ahead).map(Line::row).max() else {
            return Ok(Vec::new());
        };
        let next = said.iter().filter(ahead).map(Line::until).min().unwrap_or(self.column);
        self.layers.truncate((top - low) as usize / 2 + 1);
        let to = next.min(self.column + STRETCH);
        spend(cost(&self.layers, to - self.column))?;
        machine::walk(&mut self.layers, self.column, to);
        self.column = to;
        Ok(vec![self])
    }

    /// layer-over, layer-defects, layer-column-least, layer-recurs, layer-period-least, layer-quiet.
    fn recurs(
        &mut self,
        i: usize,
        said: &Recurrence,
        hidden: bool,
        spend: &dyn Fn(u128) -> Checked,
    ) -> Checked {
        let &Recurrence { row, over, defects, column, period } = said;
        LayerOver.require(row, None, over == 2 * self.layers[0].half)?;
        let layer = &self.layers[i];
        LayerDefects.require(row, column, defects > 0 && defects == layer.defects)?;
        let steady = self.layers[1..=i].iter().map(|layer| layer.steady).max();
        LayerColumn.require(row, column, steady.max(Some(self.since)) == Some(column))?;
        LayerRecurs.require(row, column, period > 0)?;
        let cells = |layers: &[Layer], column: u64| -> Vec<Vec<(bool, bool, bool)>> {
            let mut cells: Vec<_> = layers.iter().map(|layer| layer.cells(column)).collect();
            if !hidden {
                // What row 2K + 1 has taken decides nothing in the rows up to 2K.
                cells[i].iter_mut().for_each(|cell| cell.0 = false);
            }
            cells
        };
        let (start, odd) = (cells(&self.layers[..=i], column), layer.odd);
        let mut layers = self.layers[..=i].to_vec();
        let mut stops: Vec<u64> = primes(period).iter().map(|prime| period / prime).collect();
        stops.sort_unstable();
        let mut at = 0;
        for stop in stops.into_iter().chain([period]) {
            while at < stop {
                let to = stop.min(at + STRETCH);
                spend(cost(&layers, to - at))?;
                machine::walk(&mut layers, column + at, column + to);
                at = to;
            }
            let same = cells(&layers, column + stop) == start;
            let condition: Condition = if stop < period { LayerPeriod } else { LayerRecurs };
            condition.require(row, column + stop, same == (stop == period))?;
        }
        if hidden {
            LayerQuiet.require(row, column, layers[i].odd == odd)?;
            self.layers.drain(..i);
            self.layers[0].hide();
            self.since = column;
        }
        Ok(())
    }
}

/// The steps for this many columns of layers.
fn cost(layers: &[Layer], columns: u64) -> u128 {
    let words = u128::from(columns) / u128::from(layers[0].half.min(63) + 1);
    words * layers.len() as u128 * STEPS
}

/// The primes that divide a number.
pub(crate) fn primes(mut n: u64) -> Vec<u64> {
    let (mut primes, mut q) = (Vec::new(), 2);
    while n > 1 {
        if q * q > n {
            q = n;
        }
        if n.is_multiple_of(q) {
            primes.push(q);
        }
        while n.is_multiple_of(q) {
            n /= q;
        }
        q += 1;
    }
    primes
}
