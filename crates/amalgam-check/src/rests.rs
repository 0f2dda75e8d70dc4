//! Rows of rests: what docs/certificate.md §7 says of them, read and checked.
//!
//! Row R pairs c with d where the rest R with heaps c and d is P. By Theorem R1 its offset at column c is
//! the least that is neither in its window nor excluded, and each exclusion is the offset of a smaller
//! rest's row, shifted. All rows are walked side by side, that of R being |R| columns behind that of the
//! empty rest: then all that a row needs has been walked, the furthest 62 columns ago.

use std::collections::{BTreeSet, HashMap};

use crate::failure::at_most;
use crate::form::{check_witnesses, is_prime, union};
use crate::format::{Lines, Repetition};
use crate::{Checked, Condition::*, Failure, Game, MEMORY, Rejection, STEPS};

/// What is said of the row of a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestRow {
    /// The heaps, in increasing order.
    pub rest: Vec<u64>,
    /// How the offsets of the row repeat.
    pub offsets: Repetition,
    /// The least and the greatest offset in the repeating part.
    pub extremes: (i64, i64),
    /// The number of columns of one period that are their own partners.
    pub fixed: u64,
}

/// The member of a window that stands for offset 0.
const MIDDLE: i64 = 63;
/// The most coins and heaps that a rest may have together, so that its offsets fit (Theorem R2).
const REACH: u64 = 62;
/// The most rests in a file.
const RESTS: u128 = 1 << 14;
/// No lines about a rest have fewer bytes.
const LEAST_BYTES: usize = 48;

/// What a file claims of rests: their rows, or the rows of their Grundy values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rests {
    /// Are they the rows of Grundy values?
    pub grundy: bool,
    /// What is said of each rest, in order.
    pub rows: Vec<RestRow>,
}

/// Reads a file from its `claim rests` line on; **rest-missing**.
pub(crate) fn read(lines: &mut Lines<'_>, game: Game) -> Checked<Rests> {
    const CLAIM: [&str; 2] = ["claim rests coins #", "claim grundy-rests coins #"];
    let line = lines.next();
    let kind = |kind: &str| line.strip_prefix("claim ")?.strip_prefix(kind)?.strip_suffix(']');
    let listed = [kind("rests ["), kind("grundy-rests [")];
    let (grundy, claimed) = if let Some(heaps) = listed[0].or(listed[1]) {
        let heaps = heaps.split(',').map(|heap| Ok(lines.scan(heap, &["#"])?.1[0]));
        let heaps = heaps.collect::<Checked<Vec<u64>>>()?;
        if !heaps.is_sorted() || heaps[0] == 0 {
            return Err(lines.expected("claim rests [#,#,…], in order"));
        }
        (listed[1].is_some(), below(game, heaps, lines.rest.len())?)
    } else {
        let (kind, n) = lines.scan(line, &CLAIM)?;
        at_most((REACH / 2).into(), n[0].into(), "coins")?;
        // Where no threshold hinders it, everything can be made of single coins.
        (
            kind == 1,
            below(Game { threshold: 1, taken: 0 }, vec![1; n[0] as usize], lines.rest.len())?,
        )
    };
    let mut rows = Vec::new();
    for rest in claimed {
        let name = name(&rest);
        let line = lines.next().strip_prefix("rest ").and_then(|line| line.strip_prefix(&name));
        let line =
            line.ok_or(Failure::Rest { condition: RestMissing, rest: name, column: None })?;
        let (_, n) = lines.scan(line, &[" preperiod # period # offsets ± ± fixed #"])?;
        let witnesses = lines.list("  minimal", "#@#")?;
        let offsets = Repetition { preperiod: n[0], period: n[1], witnesses };
        rows.push(RestRow { rest, offsets, extremes: (n[2] as i64, n[3] as i64), fixed: n[4] });
    }
    if lines.rest.is_empty() { Ok(Rests { grundy, rows }) } else { Err(lines.expected("sha256")) }
}

/// The name of a rest: its heaps in brackets.
fn name(rest: &[u64]) -> String {
    format!("{rest:?}").replace(", ", ",")
}

/// A rest and all that moves within it lead to, by coins, then by heaps, then as lists; if there may be
/// this many in this many bytes.
fn below(game: Game, rest: Vec<u64>, bytes: usize) -> Checked<Vec<Vec<u64>>> {
    let size = rest.iter().map(|&heap| u128::from(heap) + 1).sum();
    at_most(REACH.into(), size, "coins and heaps of a rest")?;
    let mut found = BTreeSet::from([rest.clone()]);
    let mut left = vec![rest];
    while let Some(rest) = left.pop() {
        let new = options(game, &rest).into_iter().filter(|option| found.insert(option.clone()));
        left.extend(new);
        at_most(RESTS, found.len() as u128, "rests")?;
        if found.len() > bytes / LEAST_BYTES {
            return Err(Failure::Rest { condition: RestMissing, rest: name(&rest), column: None });
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|rest| (coins(rest), rest.len()));
    Ok(found)
}

fn coins(rest: &[u64]) -> u64 {
    rest.iter().sum()
}

/// The rest without its i-th heap, and with another instead.
fn replaced(rest: &[u64], i: usize, heap: u64) -> Vec<u64> {
    let mut rest = [&rest[..i], &rest[i + 1..], &[heap]].concat();
    rest.retain(|&heap| heap > 0);
    rest.sort_unstable();
    rest
}

/// The rests that one move within a rest leaves.
fn options(game: Game, rest: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    // Of equal heaps the first will do.
    for i in (0..rest.len()).filter(|&i| i == 0 || rest[i] != rest[i - 1]) {
        options.extend((0..rest[i]).map(|lower| replaced(rest, i, lower)));
        let others = replaced(rest, i, 0);
        for j in (i..others.len()).filter(|&j| j == i || others[j] != others[j - 1]) {
            let merged = game.merged(rest[i], others[j]);
            options.extend(merged.map(|merged| replaced(&others, j, merged)));
        }
    }
    options
}

/// A partner that a move excludes: the one that a row had this many steps ago, shifted (Theorem R1). Small,
/// because there are many.
struct Exclusion {
    row: u32,
    back: u8,
    shift: i8,
    by: Move,
}

/// By which move a partner is excluded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Within,
    MergesColumn,
    MergesPartner,
}

/// A row on its way.
struct Walked<'a> {
    claim: &'a RestRow,
    exclusions: Vec<Exclusion>,
    /// How many of them, the first, are by moves within the rest.
    within: usize,
    grundy: bool,
    /// From this column on merges exclude the same at every column (Theorem R3).
    regular: u64,
    /// The values taken at earlier columns, as offsets from the column.
    window: u128,
    /// f(R), once column 0 is walked.
    completion: u64,
    /// The columns at which something is to be looked at.
    events: Vec<(u64, Event)>,
    /// The window at T.
    kept: u128,
    /// The offsets of one period, from the column before the preperiod on, as far as they are compared.
    period: Vec<i8>,
    at: usize,
    /// The columns below this are compared with those one period later (Theorem 5).
    compared: u64,
    /// The offsets, and the number of zeros among them, since the preperiod.
    seen: u128,
    fixed: u64,
    /// The offsets from the preperiod on, up to the last witness.
    start: Vec<i8>,
    /// The column after the last witness; 0 if there is none.
    last: u64,
}

/// What is to be looked at at a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Preperiod,
    Window,
    Recurs,
    OnePeriod,
}

/// witness-primes, row-recurs, row-periodic, row-preperiod-least, row-period-least, offsets and fixed for
/// every row.
pub(crate) fn check(game: Game, rests: &Rests, limit: u64, progress: &dyn Fn(u64, u64)) -> Checked {
    walk(game, rests, limit, progress).map_err(|failure| match failure {
        Failure::Rejected(Rejection { condition, row: Some(row), column }) => {
            Failure::Rest { condition, rest: name(&rests.rows[row as usize].rest), column }
        }
        failure => failure,
    })
}

/// The same, with the number of a row in place of its rest.
fn walk(game: Game, rests: &Rests, limit: u64, progress: &dyn Fn(u64, u64)) -> Checked {
    let places = rests.rows.iter().enumerate().map(|(i, row)| (&row.rest[..], i as u32)).collect();
    let mut rows: Vec<Walked<'_>> = Vec::new();
    for (i, claim) in rests.rows.iter().enumerate() {
        check_witnesses(i as u64, &claim.offsets)?;
        rows.push(Walked::new(game, rests, claim, &places)?);
    }
    // Row R is at column (time − |R|).
    let late: Vec<u64> = rests.rows.iter().map(|row| coins(&row.rest)).collect();
    let last = |row: &Walked<'_>| row.events[0].0.max(row.last + row.claim.offsets.period / 2);
    let end = rows.iter().zip(&late).map(|(row, late)| last(row) + late + 1).max().unwrap_or(0);
    let each = rows.iter().map(|row| row.exclusions.len() as u64 + 1).sum::<u64>();
    let steps = u128::from(each) * u128::from(end);
    let memory = rows.iter().map(|row| u128::from(row.kept_columns() + row.last)).sum();
    at_most(MEMORY, memory, "bytes of memory")?;
    at_most(limit.into(), steps, STEPS)?;
    rows.iter_mut().for_each(|row| row.period = vec![0; row.kept_columns() as usize]);
    let mut past = vec![[0_u128; 64]; rows.len()];
    for time in 0..end {
        if time % 4096 == 0 {
            progress(time * each, steps as u64);
        }
        for (i, row) in rows.iter_mut().enumerate() {
            let Some(column) = time.checked_sub(late[i]) else { continue };
            let offset = row.step(game, column, &past, time)?;
            let value = 1 << (i64::from(offset) + MIDDLE);
            past[i][time as usize % 64] = value;
            row.look(i as u64, column, offset)?;
            row.window = (row.window | value) >> 1;
            row.seen |= value;
            row.fixed += u64::from(offset == 0);
        }
    }
    Ok(())
}

impl<'a> Walked<'a> {
    fn new(
        game: Game,
        rests: &Rests,
        claim: &'a RestRow,
        places: &HashMap<&[u64], u32>,
    ) -> Checked<Self> {
        let (rest, size) = (&claim.rest, coins(&claim.rest));
        let (grundy, least) = (rests.grundy, game.threshold);
        let within = |option: &Vec<u64>| Exclusion {
            row: places[&option[..]],
            back: (size - coins(option)) as u8,
            shift: 0,
            by: Move::Within,
        };
        let mut exclusions: Vec<Exclusion> = options(game, rest).iter().map(within).collect();
        let within = exclusions.len();
        for (i, &heap) in rest.iter().enumerate() {
            if heap < least || rest[..i].contains(&heap) {
                continue;
            }
            let (row, back) = (places[&replaced(rest, i, 0)[..]], game.taken as u8);
            let shift = heap as i8 - game.taken as i8;
            exclusions.push(Exclusion { row, back, shift, by: Move::MergesColumn });
            if !grundy {
                let (back, shift) = (heap as u8, -shift);
                exclusions.push(Exclusion { row, back, shift, by: Move::MergesPartner });
            }
        }
        let regular = if least == u64::MAX { 0 } else { size + rest.len() as u64 + least };
        let mut known = (claim.offsets.preperiod.max(regular), claim.offsets.period);
        for exclusion in &exclusions {
            let (preperiod, period) = known;
            let so_far = Repetition { preperiod, period, witnesses: Vec::new() };
            known = union(&so_far, &rests.rows[exclusion.row as usize].offsets)?;
        }
        let Repetition { preperiod, period, witnesses } = &claim.offsets;
        let mut events = vec![
            (*preperiod, Event::Preperiod),
            (preperiod + period, Event::OnePeriod),
            (known.0, Event::Window),
            (known.0 + known.1, Event::Recurs),
        ];
        // The next event is the last.
        events.sort_unstable_by(|x, y| y.cmp(x));
        let compared = (known.0 + known.1 - period).max((*preperiod).max(1));
        Ok(Walked {
            claim,
            exclusions,
            within,
            grundy,
            regular,
            window: (1 << MIDDLE) - 1,
            completion: 0,
            events,
            kept: 0,
            period: Vec::new(),
            at: 0,
            compared,
            seen: 0,
            fixed: 0,
            start: Vec::new(),
            last: witnesses.iter().map(|(_, column)| column + 1).max().unwrap_or(0),
        })
    }

    /// The first column whose offset is compared: the one before the preperiod.
    fn first(&self) -> u64 {
        self.claim.offsets.preperiod.saturating_sub(1)
    }

    /// The number of columns whose offsets are kept, to be compared one period later.
    fn kept_columns(&self) -> u64 {
        (self.compared - self.first()).min(self.claim.offsets.period)
    }

    /// The offset at a column: the mex of Theorem R1.
    fn step(&mut self, game: Game, column: u64, past: &[[u128; 64]], time: u64) -> Checked<i8> {
        let mut taken = self.window;
        let then = |exclusion: &Exclusion| {
            past[exclusion.row as usize][(time - u64::from(exclusion.back)) as usize % 64]
        };
        // What falls out above is further away than the mex, and what falls out below is taken.
        let shifted = |exclusion: &Exclusion| match exclusion.shift {
            up @ 0.. => then(exclusion) << up,
            down => then(exclusion) >> -down,
        };
        let (within, merges) = self.exclusions.split_at(self.within);
        if column >= self.regular {
            within.iter().for_each(|exclusion| taken |= then(exclusion));
            merges.iter().for_each(|exclusion| taken |= shifted(exclusion));
        } else {
            let member = |offset: i64| 1_u128.checked_shl((offset + MIDDLE) as u32).unwrap_or(0);
            for exclusion in &self.exclusions {
                let value = shifted(exclusion);
                let partner = column as i64 + i64::from(value.trailing_zeros()) - MIDDLE;
                let may_merge = match exclusion.by {
                    Move::Within => true,
                    Move::MergesColumn => column >= game.threshold,
                    Move::MergesPartner => partner >= game.threshold as i64,
                };
                taken |= if may_merge { value } else { 0 };
            }
            let partner = (self.completion + game.taken).checked_sub(column);
            if let Some(partner) = partner.filter(|_| column > 0 && !self.grundy)
                && game.merged(column, partner) == Some(self.completion)
            {
                taken |= member(partner as i64 - column as i64);
            }
        }
        // Nothing is lost if each step finds a value and only taken values fall out (Windows).
        let offset = i64::from(taken.trailing_ones()) - MIDDLE;
        let out = u128::from(self.window & 1 == 0 || offset > MIDDLE);
        at_most(0, out, "offsets out of reach")?;
        if column == 0 {
            self.completion = offset as u64;
        }
        Ok(offset as i8)
    }

    /// Looks at what the conditions say of a column, whose offset this is.
    fn look(&mut self, row: u64, column: u64, offset: i8) -> Checked {
        let Repetition { preperiod, period, witnesses } = &self.claim.offsets;
        let first = self.first();
        while let Some((_, event)) = self.events.pop_if(|(at, _)| *at == column) {
            match event {
                Event::Preperiod => (self.seen, self.fixed) = (0, 0),
                Event::Window => self.kept = self.window,
                Event::Recurs => RowRecurs.require(row, column, self.kept == self.window)?,
                Event::OnePeriod => {
                    for &(prime, column) in witnesses {
                        WitnessPrimes.require(row, column, is_prime(prime))?;
                    }
                    let least = i64::from(self.seen.trailing_zeros()) - MIDDLE;
                    let greatest = i64::from(self.seen.ilog2()) - MIDDLE;
                    Offsets.require(row, None, self.claim.extremes == (least, greatest))?;
                    Fixed.require(row, None, self.claim.fixed == self.fixed)?;
                }
            }
        }
        self.start.extend((*preperiod..self.last).contains(&column).then_some(offset));
        // Moved by P/Q the row is the same up to the witness, and not there.
        for &(prime, witness) in witnesses.iter().filter(|_| column < self.last + period / 2) {
            let earlier = column.checked_sub(period / prime);
            if let Some(earlier) = earlier.filter(|at| (*preperiod..=witness).contains(at)) {
                let same = self.start[(earlier - preperiod) as usize] == offset;
                RowPeriodLeast.require(row, earlier, same == (earlier < witness))?;
            }
        }
        if column == first || column == first + period {
            self.at = 0;
        }
        let earlier = column.checked_sub(*period).filter(|&earlier| earlier >= first);
        let earlier = earlier.filter(|&earlier| earlier < self.compared);
        if let Some(earlier) = earlier {
            let same = self.period[self.at] == offset;
            if earlier < *preperiod {
                RowPreperiodLeast.require(row, earlier, !same)?;
            } else {
                RowPeriodic.require(row, earlier, same)?;
            }
        }
        let keeps = column >= first && column < self.compared;
        if keeps {
            self.period[self.at] = offset;
        }
        if keeps || earlier.is_some() {
            self.at = if self.at + 1 < self.period.len() { self.at + 1 } else { 0 };
        }
        Ok(())
    }
}
