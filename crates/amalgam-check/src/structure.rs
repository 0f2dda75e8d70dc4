//! The conditions under "Structured rows" in docs/certificate.md §4, for the rows of one block.
//!
//! Row i here is row i of the block, row 2k + i of the game. Columns are counted from the column of the
//! block, and the cells of a register from the column of the register.

use std::collections::BTreeMap;

use crate::failure::at_most;
use crate::form::{Block, Planned, is_prime};
use crate::format::{Repetition, Structure};
use crate::labels::{Layer, Look, Table};
use crate::reverse::Machine;
use crate::walk::{Kept, Walker};
use crate::{Bits, Checked, Condition::*, LAST_ROW, lists};

/// The most rows of a block, and the most columns of a table that is kept.
const ROWS: u64 = 62;
const TABLE: u64 = 1 << 23;
/// The columns of a table that is always kept.
const SHORT: u64 = 1 << 20;
/// The largest offset of a row must occur within this many times the number of its cells.
const LATER: u64 = 64;
/// A witness lies at most this many columns beyond the preperiod.
const FAR: u64 = 1 << 14;

/// The claims of a block, and the registers of its rows at its column.
struct Registers<'a> {
    half_width: u64,
    column: u64,
    rows: &'a [Planned<'a>],
    /// For each row, which values from the column on are taken before it.
    cells: Vec<Vec<bool>>,
}

/// Holes or defects, cell by cell.
type Cells = Vec<i8>;

impl Block<'_> {
    /// The last row whose register is looked at: after an even row with defects the next one.
    pub(crate) fn last_looked_at(&self) -> u64 {
        let last = self.rows.last().map_or(self.before.row, |row| row.row);
        last + u64::from(self.rows.last().is_some_and(has_defects))
    }

    /// The columns from and up to which the rows are compared with the machine that runs backwards.
    pub(crate) fn compared(&self, column: u64) -> [u64; 2] {
        let before = |row: &Planned<'_>| row.proved.offsets.preperiod.saturating_sub(1);
        let cells = self.before.half_width + self.rows.len() as u64 + 2;
        [self.rows.iter().map(before).min().unwrap_or(0).min(column), column + LATER * cells]
    }
}

/// Is it an even row that is said to have defects?
fn has_defects(row: &Planned<'_>) -> bool {
    matches!(row.proved.structure, Some(Structure::Defects(1..)))
}

/// Is the table of an odd row over this many columns kept? It is if the row after it has defects, which look
/// things up in it, or if there is a row after it and the table is short.
fn is_tabled(next: Option<&Planned<'_>>, columns: u64) -> bool {
    next.is_some_and(|next| columns <= SHORT || has_defects(next))
}

/// The rows and columns that are walked for the lists of a row.
pub(crate) fn listed(row: &Planned<'_>) -> u128 {
    let claim = &row.proved.offsets;
    let columns = row.proved.lists.as_ref().map_or(0, |_| claim.preperiod + claim.period);
    u128::from(columns) * u128::from(row.row)
}

/// The steps that the labelled walks of a block take at most: every defect looks at a column once, and then
/// at the others.
pub(crate) fn cost(block: &Block<'_>) -> Checked<u128> {
    at_most(ROWS.into(), block.rows.len() as u128, "structured rows in a block")?;
    let mut steps = 0;
    for (i, row) in block.rows.iter().enumerate() {
        if let Some(Structure::Defects(defects)) = row.proved.structure {
            let columns = row.proved.offsets.period;
            let tabled = is_tabled(block.rows.get(i + 2), columns);
            at_most(TABLE.into(), if tabled { columns.into() } else { 0 }, "columns of a table")?;
            // More defects than that no row can have.
            let looks = u128::from(defects.min(LAST_ROW)).pow(2) + u128::from(tabled);
            steps += u128::from(columns) * looks;
        }
        let Repetition { preperiod, witnesses, .. } = &row.proved.offsets;
        for &(_, column) in witnesses {
            at_most(FAR.into(), (column - preperiod).into(), "columns up to a witness")?;
            // Its cells are looked at, and those of the rows before and after it.
            steps += u128::from(3 * (2 * (column - preperiod) + row.row + 6) * row.row);
        }
    }
    Ok(steps)
}

/// block-column, holes, block-column-least; then what `check_periods` and `check_columns` say.
pub(crate) fn check<const W: usize>(
    block: &Block<'_>,
    column: u64,
    kept: &Kept<W>,
    spend: &dyn Fn(u128) -> Checked,
) -> Checked {
    let walker = &kept[&column];
    let (k, first, last) = (block.before.half_width, block.before.row + 1, block.last_looked_at());
    let least = block.before.from.max(walker.game.regular(last)).max(last + 1);
    BlockColumn.require(first, column, column >= least && k > walker.game.taken)?;
    let at = |walker: &Walker<W>| {
        let cells = |row| {
            let mut cells = vec![false; 64 * W];
            let taken = walker.members(&walker.row(row).window).into_iter().filter(|&x| x >= 0);
            taken.for_each(|x| cells[x as usize] = true);
            cells
        };
        let cells = (first..=last).map(cells).collect();
        Registers { half_width: k, column: walker.column, rows: &block.rows, cells }
    };
    let registers = at(walker);
    registers.check_holes()?;
    let earlier = (column > least).then(|| at(&kept[&(column - 1)]));
    let number = |at: &Registers<'_>, j| at.defects(j).iter().filter(|&&d| d != 0).count();
    let is_later = |earlier: &Registers<'_>| {
        let fewer = |j| number(earlier, j) != number(&registers, j);
        earlier.check_holes().is_err() || (0..registers.cells.len() / 2).any(fewer)
    };
    BlockLeast.require(first, column, earlier.as_ref().is_none_or(is_later))?;
    registers.check_periods(spend)?;
    registers.check_columns(block, kept, spend)
}

/// violation and period for an even row: walks its layer until the defects are back where they were.
/// Returns what it looks like at the columns asked for, and in the end.
fn walk(
    planned: &Planned<'_>,
    layer: &mut Layer<'_>,
    asked: &[u64],
    spend: &dyn Fn(u128) -> Checked,
) -> Checked<(BTreeMap<u64, Look>, Look)> {
    let (period, over) = (planned.proved.offsets.period, planned.proved.mask.period);
    let whole = period.is_multiple_of(over) && (has_defects(planned) || period == over);
    Period.require(planned.row, None, whole)?;
    let mut stops: Vec<u64> = asked.iter().map(|column| column % period).collect();
    stops.sort_unstable();
    let (mut stops, mut looks) = (stops.into_iter().peekable(), BTreeMap::new());
    let first = layer.look(0);
    let mut last = Some(first.clone());
    for walked in (over..=period).step_by(over as usize) {
        spend(u128::from(over) * layer.steps())?;
        while let Some(stop) = stops.next_if(|&stop| stop < walked) {
            looks.extend(layer.walk_to(stop).map(|look| (stop, look)));
        }
        last = layer.walk_to(walked);
        let back = last.as_ref().map(|look| look.0 == first.0);
        Violation.require(planned.row, None, back.is_some())?;
        Period.require(planned.row, None, back == Some(walked == period))?;
    }
    Ok((looks, last.unwrap_or(first)))
}

impl Registers<'_> {
    /// h_j: how many holes of the rows 1..2j+1 have hit each cell.
    fn holes(&self, j: usize) -> Cells {
        let (k, rows) = (self.half_width as usize, &self.cells[..=2 * j]);
        let expected = |x: usize| j + 1 - x.saturating_sub(k).min(j + 1);
        let taken = |x: usize| rows.iter().filter(|row| row[x]).count();
        (0..self.cells[0].len()).map(|x| expected(x) as i8 - taken(x) as i8).collect()
    }

    /// holes: H for each odd number of rows.
    fn check_holes(&self) -> Checked {
        (0..self.cells.len().div_ceil(2)).try_for_each(|j| {
            let right = self.holes(j).iter().all(|hole| (0..=1).contains(hole));
            Holes.require(self.rows[0].row + 2 * j as u64, self.column, right)
        })
    }

    /// For each witness of a row the columns from which, and from where one period by a prime later, its
    /// offsets are compared, and how many of them: from the preperiod to the witness, but this many periods
    /// later that the registers tell.
    fn witnesses(&self, row: usize) -> Vec<([u64; 2], u64)> {
        let Some(claim) = self.rows.get(row - 1).map(|row| &row.proved.offsets) else {
            return Vec::new();
        };
        let (from, period) = (claim.preperiod, claim.period);
        let later = (self.column + self.reach(row)).saturating_sub(from).div_ceil(period) * period;
        let first = from + later - self.column;
        let columns = |&(q, column)| ([first, first + period / q], column - from + 1);
        claim.witnesses.iter().map(columns).collect()
    }

    /// The columns at which the registers of a row tell its offsets there.
    fn asked(&self, row: usize) -> Vec<u64> {
        let around = |(from, number): ([u64; 2], u64)| {
            from.map(|column| column - self.reach(row)..=column + number)
        };
        self.witnesses(row).into_iter().flat_map(around).flatten().collect()
    }

    /// The number of cells of a row, and the largest offset that it can have.
    fn reach(&self, row: usize) -> u64 {
        self.half_width + row as u64 / 2 + 1
    }

    /// Row by row: over; defects, violation or cycles; period; row-period-least.
    fn check_periods(&self, spend: &dyn Fn(u128) -> Checked) -> Checked {
        let k = self.half_width as usize;
        let mut table = Table::first(self.cells[0][..=k].to_vec());
        // The holes of the rows up to the last odd one, at the columns at which they will be asked for.
        let mut holes: BTreeMap<u64, Cells> = BTreeMap::new();
        for column in [self.asked(1), self.asked(2)].concat() {
            let hole = |x: usize| i8::from(!table.value(2 * x as u16, column));
            holes.insert(column, (0..=k).map(hole).collect());
        }
        self.check_odd(0, 1, &table, &|column, x| 1 - holes[&column][x])?;
        let mut mask = table.multiplier();
        for (j, planned) in self.rows.iter().skip(1).step_by(2).enumerate() {
            let (even, odd, cells) = (2 * j + 2, 2 * j + 3, k + j + 2);
            Over.require(planned.row, None, mask == planned.proved.mask.period.into())?;
            let tabled = is_tabled(self.rows.get(odd), planned.proved.offsets.period);
            let mut asked = [even, odd, odd + 1].map(|row| self.asked(row)).concat();
            spend(asked.len() as u128 * cells as u128)?;
            asked.sort_unstable();
            asked.dedup();
            let defects = self.defects(j);
            let number = defects.iter().filter(|&&defect| defect != 0).count() as u64;
            let claimed = planned.proved.structure == Some(Structure::Defects(number));
            Defects.require(planned.row, None, claimed)?;
            let mut layer = Layer::new(&table, self.half_width, &defects[..cells], tabled);
            let (looks, last) = walk(planned, &mut layer, &asked, spend)?;
            let period = planned.proved.offsets.period;
            let defect = |column: u64, x: usize| looks[&(column % period)].0[x];
            let hole = |column, x| holes[&column].get(x).copied().unwrap_or(0);
            self.check_least(even - 1, &|column, x| hole(column, x) + defect(column, x))?;
            let Some(values) = self.cells.get(even).filter(|_| even < self.rows.len()) else {
                break;
            };
            let next = layer.table(last, values[..cells].to_vec());
            let value = |column: u64, x: usize| {
                i8::from(next.value(looks[&(column % period)].1[x], column / period))
            };
            self.check_odd(even, period, &next, &value)?;
            mask = next.multiplier().saturating_mul(period.into());
            let hole = |column, x| 1 - value(column, x) - defect(column, x);
            let holes_at = |&column| (column, (0..cells).map(|x| hole(column, x)).collect());
            holes = asked.iter().map(holes_at).collect();
            table = next;
            if tabled && table.hidden() {
                let holes = self.holes(j + 1);
                table = Table::first(holes[..cells].iter().map(|&hole| hole == 0).collect());
                mask = table.multiplier();
            }
        }
        Ok(())
    }

    /// The defects of row 2j+2: where its register is not that of the holes before it.
    fn defects(&self, j: usize) -> Cells {
        let taken = self.cells[2 * j + 1].iter();
        taken.zip(self.holes(j)).map(|(&taken, hole)| i8::from(taken) - hole).collect()
    }

    /// over, cycles, period and row-period-least for the odd row at this place, from its table.
    fn check_odd(
        &self,
        place: usize,
        mask: u64,
        table: &Table,
        register: &dyn Fn(u64, usize) -> i8,
    ) -> Checked {
        let (row, proved) = (self.rows[place].row, self.rows[place].proved);
        Over.require(row, None, proved.mask.period == mask)?;
        let cycles = table.cycles().iter().map(|&(length, sign, _)| (length, sign)).collect();
        Cycles.require(row, None, proved.structure == Some(Structure::Cycles(cycles)))?;
        let found = table.multiplier().saturating_mul(mask.into());
        Period.require(row, None, found == proved.offsets.period.into())?;
        self.check_least(place, register)
    }

    /// witness-primes and row-period-least for the row at this place, whose registers are given.
    fn check_least(&self, place: usize, register: &dyn Fn(u64, usize) -> i8) -> Checked {
        let (row, reach) = (self.rows[place].row, self.reach(place + 1));
        let is_free = |column, cell: u64| cell >= reach || register(column, cell as usize) == 0;
        // From a free cell of the column to the one that is taken next; or back to where it was free.
        let offset = |column: u64| match is_free(column, 0) {
            true => (1..=reach).find(|&x| is_free(column, x) && !is_free(column + 1, x - 1)),
            false => (1..=reach).find(|&x| is_free(column - x, x)).map(|x| x + reach),
        };
        let witnesses = &self.rows[place].proved.offsets.witnesses;
        for (&(prime, column), (at, number)) in witnesses.iter().zip(self.witnesses(place + 1)) {
            WitnessPrimes.require(row, column, is_prime(prime))?;
            for i in 0..number {
                let same = offset(at[0] + i) == offset(at[1] + i);
                RowPeriodLeast.require(row, column + i + 1 - number, same == (i + 1 < number))?;
            }
        }
        Ok(())
    }

    /// row-periodic, row-preperiod-least, offsets, cover-flag, once, repeating: where the rows of the game
    /// part from the machine that is run backwards from the column of the block.
    fn check_columns<const W: usize>(
        &self,
        block: &Block<'_>,
        kept: &Kept<W>,
        spend: &dyn Fn(u128) -> Checked,
    ) -> Checked {
        let ([from, to], first) = (block.compared(self.column), block.before.row + 1);
        // After an odd number of rows one that takes the holes that they leave.
        let mut registers = self.cells.clone();
        registers.truncate((self.cells.len() - 1) / 2 * 2 + 1);
        let holes = self.holes(registers.len() / 2);
        registers.push(holes.iter().map(|&hole| hole == 1).collect());
        let mut machine = Machine::new(self.half_width as usize, &registers);
        let lead = self.half_width + registers.len() as u64 / 2;
        let turned = (0..self.column - from + lead).try_for_each(|_| machine.back());
        let turned = turned.and_then(|()| (0..lead).try_for_each(|_| machine.forth().map(|_| ())));
        RowPeriodic.require(first, self.column, turned.is_some())?;
        let mut walker = kept[&from].up_to(block.last_looked_at());
        let mut seen = vec![Bits::<W>::EMPTY; self.rows.len()];
        for b in from..to {
            if b >= block.before.from {
                walker.cover(self.half_width);
            }
            spend(walker.rows.len() as u128 * (W as u128 + 1))?;
            let (offsets, mut found) = (machine.forth(), Vec::new());
            RowPeriodic.require(first, b, offsets.is_some())?;
            walker.step(|row, offset, _| {
                found.extend((row >= first).then_some(offset));
            });
            let offsets = offsets.unwrap_or_default();
            for (((planned, seen), offset), found) in
                self.rows.iter().zip(&mut seen).zip(offsets).zip(found)
            {
                let (row, start) = (planned.row, planned.proved.offsets.preperiod);
                let mut expected = Bits::EMPTY;
                expected.insert((walker.reach as i64 + offset) as usize);
                let same = found == expected;
                RowPeriodic.require(row, b, same || b < start)?;
                RowPreperiodLeast.require(row, b, !same || b + 1 != start)?;
                *seen = if b < start { Bits::EMPTY } else { seen.or(found) };
            }
        }
        for (planned, seen) in self.rows.iter().zip(seen) {
            let (row, proved) = (planned.row, planned.proved);
            RowPreperiodLeast.require(row, None, proved.offsets.preperiod <= self.column + lead)?;
            let largest = row.div_ceil(2) + u64::from(has_defects(planned));
            let occurs = seen.iter().next_back() == Some(walker.reach + largest as usize);
            let right = proved.extremes == (-(largest as i64), largest as i64);
            Offsets.require(row, None, right && occurs)?;
            CoverFlag.require(row, None, planned.flag_right)?;
            spend(listed(planned) * (W as u128 + 1))?;
            lists::check(&mut Walker::<W>::new(walker.game, row), proved)?;
        }
        Ok(())
    }
}
