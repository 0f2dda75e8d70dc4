//! The rows of a structured block (docs/certificate.md §8, Theorems 11 to 15).
//!
//! Row i here is row i of the block, row 2k + i of the game. Columns are counted from the column s of the block, and
//! the cells of a register from the column of the register.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::read::Row;
use crate::ring::{Layer, Look, Table};
use crate::rows::primes;
use crate::walk::{Game, Set, has, reach};
use crate::{Checked, Failure, need, reject};

/// Rows of a block and columns of a table, at most.
const ROWS: usize = 62;
const TABLE: u64 = 1 << 23;
/// The columns of a table that is always kept.
const SHORT: u64 = 1 << 20;

/// The claims of a block, the registers of its rows at its column, and their offsets.
pub(crate) struct Block<'a> {
    k: u64,
    column: u64,
    claims: &'a [Row],
    /// For each row, which values from the column on are taken before it.
    cells: Vec<Vec<bool>>,
    /// The offsets of the rows from column `kept` on.
    kept: u64,
    offsets: Vec<Vec<i16>>,
}

/// This many columns after that of the block the game and the machine of Theorem 15 agree.
pub(crate) fn lead(k: u64, rows: usize) -> u64 {
    k + rows as u64 / 2 + 1
}

/// Every defect looks at a column at most once: one step for each column of the even rows. The number of defects is not
/// known in advance; it is small. A cover row has none, and is not walked.
pub(crate) fn cost(claims: &[Row], cover: u64) -> u128 {
    let walked = claims.iter().skip(1).step_by(2).filter(|row| row.row != cover);
    walked.map(|row| u128::from(row.period)).sum()
}

impl<'a> Block<'a> {
    /// The block behind the cover row `before.0`, which covers from `before.1` on.
    pub fn new<const W: usize>(
        game: Game,
        before: (u64, u64),
        column: u64,
        claims: &'a [Row],
        windows: &[Set<W>],
        kept: u64,
        offsets: Vec<Vec<i16>>,
    ) -> Checked<Self> {
        let (k, last) = (before.0 / 2, before.0 + windows.len() as u64);
        let regular = column >= before.1 && column >= game.regular(last) && column > last;
        need(k > game.t && regular && claims.len() <= ROWS, || {
            format!("the column of block {}", before.0)
        })?;
        let cells = |window| (reach(W)..64 * W as u64).map(|i| has(window, i)).collect();
        Ok(Block { k, column, claims, cells: windows.iter().map(cells).collect(), kept, offsets })
    }

    pub fn check(&self) -> Checked {
        for j in 0..self.cells.len().div_ceil(2) {
            need(self.holes(j).iter().all(|hole| (0..=1).contains(hole)), || {
                format!("row {}: H does not hold", 2 * self.k as usize + 2 * j + 1)
            })?;
        }
        self.check_periods()?;
        self.check_preperiods()
    }

    /// h_j: how many holes of the rows 1..2j+1 have hit each cell.
    fn holes(&self, j: usize) -> Vec<i8> {
        let (k, rows) = (self.k as usize, &self.cells[..=2 * j]);
        let expected = |x: usize| (j + 1).saturating_sub(x.saturating_sub(k)) as i8;
        let taken = |x: usize| rows.iter().filter(|row| row[x]).count() as i8;
        (0..self.cells[0].len()).map(|x| expected(x) - taken(x)).collect()
    }

    /// The defects of row 2j+2: where its register is not that of the holes before it.
    fn defects(&self, j: usize) -> Vec<i8> {
        let taken = self.cells[2 * j + 1].iter();
        taken.zip(self.holes(j)).map(|(&taken, hole)| i8::from(taken) - hole).collect()
    }

    /// The number of cells of row i, and the largest offset it can have.
    fn reach(&self, row: usize) -> u64 {
        self.k + row as u64 / 2 + 1
    }

    /// For each witness of row i the two columns whose offsets differ, moved on by periods to where registers tell them.
    fn witnesses(&self, row: usize) -> Vec<[u64; 2]> {
        let Some(claim) = self.claims.get(row - 1) else { return Vec::new() };
        let least = self.column + self.reach(row);
        let later = |w: u64| {
            w + least.saturating_sub(w).div_ceil(claim.period) * claim.period - self.column
        };
        claim
            .witnesses
            .iter()
            .map(|&(q, w)| [later(w), later(w) + claim.period / q.max(1)])
            .collect()
    }

    /// The columns whose registers tell the offsets of row i at its witnesses.
    fn asked(&self, row: usize) -> impl Iterator<Item = u64> {
        let reach = self.reach(row);
        self.witnesses(row)
            .into_iter()
            .flatten()
            .flat_map(move |column| column - reach..=column + 1)
    }

    /// Theorems 12, 13 and 14: row by row, the period of the register and why it is least.
    fn check_periods(&self) -> Checked {
        let k = self.k as usize;
        for (row, claim) in (1..).zip(self.claims) {
            let after = claim.witnesses.iter().all(|&(_, w)| w >= claim.preperiod);
            need(after && primes(claim.period, &claim.witnesses), || {
                format!("row {}: the primes", 2 * k + row)
            })?;
        }
        let mut table = Table::first(self.cells[0][..=k].to_vec());
        // The holes of the rows up to the last odd one, at the columns at which they will be asked for.
        let mut holes: BTreeMap<u64, Vec<i8>> = BTreeMap::new();
        for column in self.asked(1).chain(self.asked(2)) {
            let hole = |x: usize| i8::from(!table.value(2 * x as u16, column));
            holes.insert(column, (0..=k).map(hole).collect());
        }
        let mut mask = table.multiplier();
        self.check_period(1, mask, &|column, x| 1 - holes[&column][x])?;
        for even in (2..=self.claims.len()).step_by(2) {
            let (j, period, cells) = (even / 2 - 1, self.claims[even - 1].period, k + even / 2 + 1);
            let name = self.claims[even - 1].row;
            let defects = self.defects(j);
            let covers = defects.iter().all(|&defect| defect == 0);
            need(defects[cells..].iter().all(|&defect| defect == 0), || {
                format!("row {name}: a defect")
            })?;
            let more = even < self.claims.len() && !covers;
            need(more || even == self.claims.len(), || {
                format!("row {name} covers within a block")
            })?;
            // The next even row looks holes up in the table of the odd row, unless it has no defects.
            let looks_up = even + 2 <= self.claims.len()
                && self.defects(j + 1).iter().any(|&defect| defect != 0);
            let tabled = more && (looks_up || period <= SHORT);
            if tabled && period > TABLE {
                return Err(Failure::Limit(format!("row {name}: its table is too long")));
            }
            let asked: BTreeSet<u64> = (even..=even + 2).flat_map(|row| self.asked(row)).collect();
            let mut layer = Layer::new(&table, self.k, &defects[..cells], tabled);
            let looks = self.walk(name, period, mask, &mut layer, &asked)?;
            let look = |column: u64| &looks[&(column % period)];
            let hole = |column, x| holes[&column].get(x).copied().unwrap_or(0);
            self.check_period(even, period, &|column, x| hole(column, x) + look(column).0[x])?;
            if !more {
                break;
            }
            let values = self.cells[even][..cells].to_vec();
            let next = layer.table(&looks[&period], values);
            let value =
                |column: u64, x: usize| i8::from(next.value(look(column).1[x], column / period));
            mask = next.multiplier().saturating_mul(period);
            self.check_period(even + 1, mask, &value)?;
            let hole = |column, x| 1 - value(column, x) - look(column).0[x];
            let holes_at = |&column: &u64| (column, (0..cells).map(|x| hole(column, x)).collect());
            holes = asked.iter().map(holes_at).collect();
            table = next;
            if tabled && table.hidden() {
                table = Table::first(
                    self.holes(j + 1)[..cells].iter().map(|&hole| hole == 0).collect(),
                );
                mask = table.multiplier();
            }
        }
        Ok(())
    }

    /// Walks a layer until its defects are back where they were, not earlier than claimed and not later. Returns what it looks
    /// like at the columns asked for, and in the end.
    fn walk(
        &self,
        name: u64,
        period: u64,
        mask: u64,
        layer: &mut Layer<'_>,
        asked: &BTreeSet<u64>,
    ) -> Checked<BTreeMap<u64, Look>> {
        need(period.is_multiple_of(mask), || format!("row {name}: the period"))?;
        let stops: BTreeSet<u64> = asked.iter().map(|column| column % period).collect();
        let (mut stops, mut looks) = (stops.into_iter().peekable(), BTreeMap::new());
        let first = layer.look(0).0;
        let still = first.iter().all(|&defect| defect == 0);
        let meets = || format!("row {name}: two defects meet");
        for walked in (mask..=period).step_by(mask as usize) {
            while let Some(stop) = stops.next_if(|&stop| stop < walked) {
                let look = layer.walk_to(stop);
                need(look.is_some(), meets)?;
                looks.extend(look.map(|look| (stop, look)));
            }
            let look = layer.walk_to(walked);
            let back = look.as_ref().is_some_and(|look| look.0 == first);
            need(look.is_some(), meets)?;
            need(back == (walked == period) || still && period == mask, || {
                format!("row {name}: the period")
            })?;
            if walked == period {
                looks.extend(look.map(|look| (walked, look)));
            }
        }
        Ok(looks)
    }

    /// Theorem 14 for row i, whose register is back after this many columns: the claimed period is that, and its quotients by
    /// primes are none.
    fn check_period(
        &self,
        row: usize,
        period: u64,
        register: &dyn Fn(u64, usize) -> i8,
    ) -> Checked {
        let (claim, reach) = (&self.claims[row - 1], self.reach(row));
        need(claim.period == period, || format!("row {}: the period is {period}", claim.row))?;
        let free = |column, cell: u64| cell >= reach || register(column, cell as usize) == 0;
        // From a free cell of the column to the one that is taken next; or back to where it was free.
        let offset = |column: u64| match free(column, 0) {
            true => (1..=reach).find(|&x| free(column, x) && !free(column + 1, x - 1)),
            false => (1..=reach).find(|&x| free(column - x, x)).map(|x| x + reach),
        };
        for (&(q, w), [one, other]) in claim.witnesses.iter().zip(self.witnesses(row)) {
            let [one, other] = [offset(one), offset(other)];
            need(one.is_some() && other.is_some() && one != other, || {
                format!("row {}: the period may be less: {q}@{w}", claim.row)
            })?;
        }
        Ok(())
    }

    /// Theorem 15: the rows repeat from where on they are those of the machine that is run backwards.
    fn check_preperiods(&self) -> Checked {
        // After an odd number of rows one that takes the holes that they leave.
        let mut registers = self.cells.clone();
        registers.truncate((self.cells.len() - 1) / 2 * 2 + 1);
        registers.push(self.holes(registers.len() / 2).iter().map(|&hole| hole == 1).collect());
        let mut machine = Machine::new(self.k as usize, &registers);
        let lead = self.k + registers.len() as u64 / 2;
        let from = self.claims.iter().map(|row| row.preperiod.saturating_sub(1)).min().unwrap_or(0);
        let from = from.min(self.column);
        let turned = (0..self.column - from + lead).try_for_each(|_| machine.back());
        let turned = turned.and_then(|()| (0..lead).try_for_each(|_| machine.forth().map(|_| ())));
        need(turned.is_some(), || format!("block {}: no column before", 2 * self.k))?;
        for column in from..self.column + lead + 1 {
            let Some(offsets) = machine.forth() else { return reject("no column after") };
            for (i, row) in self.claims.iter().enumerate() {
                let same = offsets[i] == i64::from(self.offsets[i][(column - self.kept) as usize]);
                need(same || column < row.preperiod, || format!("row {} repeats later", row.row))?;
                need(!same || column + 1 != row.preperiod, || {
                    format!("row {} repeats earlier", row.row)
                })?;
            }
        }
        let within = |row: &Row| row.preperiod <= self.column + lead;
        need(self.claims.iter().all(within), || format!("block {}: a preperiod", 2 * self.k))
    }
}

/// 2n rows over a half width k, in a state in which they use the offsets k+1..k+n at every column (Theorem 15).
struct Machine {
    k: usize,
    slots: usize,
    /// The rows as bits.
    all: u64,
    /// For each value from the column on, the rows in which it is taken.
    taken: VecDeque<u64>,
    /// For the last values of each row, the offset with which it was taken.
    offsets: Vec<Vec<i64>>,
    column: usize,
}

impl Machine {
    fn new(k: usize, registers: &[Vec<bool>]) -> Self {
        let (rows, slots) = (registers.len(), registers.len() / 2);
        let cell = |x: usize| {
            (0..rows).filter(|&row| registers[row][x]).fold(0, |set, row| set | 1 << row)
        };
        let taken = (0..k + slots).map(cell).collect();
        let offsets = vec![vec![0; k + slots + 1]; rows];
        Machine { k, slots, all: u64::MAX >> (64 - rows), taken, offsets, column: 0 }
    }

    /// Exchanges two sets in the first row in which they differ, which must be in the first of them.
    fn cross(first: &mut u64, second: &mut u64) -> Option<usize> {
        let row = (*first ^ *second).trailing_zeros();
        let bit = 1_u64.checked_shl(row).filter(|bit| *first & bit != 0)?;
        (*first, *second) = (*first ^ bit, *second ^ bit);
        Some(row as usize)
    }

    /// Goes back one column. `None` if no column can have come before.
    fn back(&mut self) -> Option<()> {
        let mut free = 0;
        self.taken.push_front(0);
        for slot in (1..=self.slots).rev() {
            Self::cross(&mut self.taken[self.k + slot], &mut free)?;
        }
        self.taken[0] = self.all & !free;
        (self.taken.pop_back() == Some(0)).then_some(())
    }

    /// Goes on one column, and returns the offsets of the rows at it. They are right from k + n columns after the last turn on.
    fn forth(&mut self) -> Option<Vec<i64>> {
        let size = self.k + self.slots + 1;
        let mut free = self.all & !self.taken[0];
        let mut offsets: Vec<i64> =
            self.offsets.iter().map(|row| -row[self.column % size]).collect();
        self.taken.push_back(0);
        for slot in 1..=self.slots {
            let offset = self.k + slot;
            let row = Self::cross(&mut free, &mut self.taken[offset])?;
            offsets[row] = offset as i64;
            self.offsets[row][(self.column + offset) % size] = offset as i64;
        }
        self.taken.pop_front();
        self.column += 1;
        (free == 0).then_some(offsets)
    }
}
