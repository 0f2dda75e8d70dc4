//! Structured rows, against a writer that knows the definition of the game and a finite table of it.
//!
//! It reads registers off the table, finds periods by looking for them, and finds out what N columns do to
//! the cells of a row by changing one of them and walking: by the Label Theorem exactly one cell changes
//! then. A cell under a defect cannot be changed; there it follows the defects through the table.

use std::sync::LazyLock;

use crate::naive::{AMALGAMATION, Table, name, repetition, restricted, signed, witnesses};
use crate::text::text;
use amalgam_check::{Certificate, Condition, Failure, Structure, check, read};

impl Table {
    /// Is the value v taken in row a before column b?
    fn taken(&self, a: usize, b: usize, v: usize) -> bool {
        self.f[a][v] < b as i64
    }

    /// h_j at column b for the block after row 2k, cell x.
    fn hole(&self, k: usize, j: usize, b: usize, x: usize) -> i64 {
        let rows = 2 * k + 1..=2 * k + 2 * j + 1;
        let taken = rows.filter(|&a| self.taken(a, b, b + x)).count() as i64;
        (j as i64 + 1 - (x as i64 - k as i64).max(0)).max(0) - taken
    }

    /// The defects of row 2k + 2j + 2 at column b.
    fn defects(&self, k: usize, j: usize, b: usize) -> Vec<i64> {
        let taken = |x: usize| i64::from(self.taken(2 * k + 2 * j + 2, b, b + x));
        (0..k + j + 2).map(|x| taken(x) - self.hole(k, j, b, x)).collect()
    }

    fn register(&self, a: usize, b: usize, cells: usize) -> Vec<bool> {
        (b..b + cells).map(|v| self.taken(a, b, v)).collect()
    }

    /// The register of row a at column s + n, had it been this one at column s.
    fn walked(&self, a: usize, s: usize, n: usize, register: &[bool]) -> Vec<bool> {
        let mut register = register.to_vec();
        for b in s..s + n {
            let used: Vec<i64> = (0..a).map(|row| self.offset(row, b)).collect();
            register.push(false);
            if !register[0] {
                let free = |&x: &usize| !register[x] && !used.contains(&(x as i64));
                let x = (1..register.len()).find(free).unwrap();
                register[x] = true;
            }
            register.remove(0);
        }
        register
    }

    /// The cycles of the odd row a = 2k + 2j + 1 over n columns from s on, with their signs.
    fn cycles(&self, k: usize, j: usize, s: usize, n: usize) -> Vec<(usize, bool)> {
        let (a, cells) = (2 * k + 2 * j + 1, k + j + 1);
        let register = self.register(a, s, cells);
        let after = self.walked(a, s, n, &register);
        assert_eq!(after, self.register(a, s + n, cells));
        // Where a cell goes, and whether its value is complemented on the way.
        let mut goes: Vec<Option<(usize, bool)>> = vec![None; cells];
        let defects = if j > 0 { self.defects(k, j - 1, s) } else { vec![0; cells] };
        for x in (0..cells).filter(|&x| defects[x] == 0) {
            let mut changed = register.clone();
            changed[x] ^= true;
            let changed = self.walked(a, s, n, &changed);
            let mut others = (0..cells).filter(|&y| changed[y] != after[y]);
            let y = others.next().unwrap();
            assert_eq!(others.next(), None, "row {a}: two cells change");
            goes[x] = Some((y, register[x] != after[y]));
        }
        // Each defect takes the value under it along: one moves at a column.
        let mut at: Vec<(usize, usize)> =
            (0..cells).filter(|&x| defects[x] != 0).map(|x| (x, s + x)).collect();
        for b in s..if at.is_empty() { s } else { s + n } {
            let next = self.defects(k, j - 1, b + 1);
            let now: Vec<usize> =
                (0..next.len()).filter(|&x| next[x] != 0).map(|x| b + 1 + x).collect();
            if let Some(moved) = at.iter().position(|(_, v)| !now.contains(v)) {
                let new = now.iter().find(|v| at.iter().all(|(_, old)| old != *v));
                at[moved].1 = *new.unwrap();
            }
        }
        for (x, v) in at {
            let y = v - s - n;
            goes[x] = Some((y, register[x] != after[y]));
        }
        let (mut seen, mut cycles) = (vec![false; cells], Vec::new());
        for start in 0..cells {
            let (mut x, mut length, mut sign) = (start, 0, false);
            while !std::mem::replace(&mut seen[x], true) {
                let (next, complemented) = goes[x].unwrap();
                (x, length, sign) = (next, length + 1, sign ^ complemented);
            }
            cycles.extend((length > 0).then_some((length, sign)));
        }
        cycles.sort_by_key(|&(length, sign)| (std::cmp::Reverse(length), sign));
        cycles
    }

    /// The least number of columns, a multiple of n, after which a register of row a is back.
    fn back(&self, a: usize, s: usize, n: usize, cells: usize) -> usize {
        let register = self.register(a, s, cells);
        (1..).map(|m| m * n).find(|&p| self.register(a, s + p, cells) == register).unwrap()
    }

    /// Do the conditions H hold at column b for the block after row 2k up to a row, and how many defects
    /// have its even rows?
    fn conditions(&self, k: usize, last: usize, b: usize) -> (bool, Vec<usize>) {
        let cells = 0..k + last + 2;
        let holes = |j| cells.clone().all(|x| (0..=1).contains(&self.hole(k, j, b, x)));
        let number = |j| self.defects(k, j, b).iter().filter(|&&defect| defect != 0).count();
        let rows = last - 2 * k;
        ((0..rows.div_ceil(2)).all(holes), (0..rows / 2).map(number).collect())
    }

    /// The least column, not left of one, at which the rows of a block up to the last are as they are for
    /// ever: as at the middle of the table.
    fn settled(&self, k: usize, last: usize, from: usize) -> usize {
        let (_, end) = self.conditions(k, last, self.columns / 2);
        let last = if last.is_multiple_of(2) && end[end.len() - 1] > 0 { last + 1 } else { last };
        let for_ever = self.conditions(k, last, self.columns / 2);
        assert!(for_ever.0, "rows to {last}");
        let regular = self.game.regular(last as u64) as usize;
        (from.max(regular).max(last + 1)..)
            .find(|&b| self.conditions(k, last, b) == for_ever)
            .unwrap()
    }

    /// The lines of the block of n pairs of rows after the cover row 2k, seen at column s.
    fn block(&self, k: usize, last: usize, s: usize) -> String {
        let mut lines = vec![format!("block {} column {s}", 2 * k)];
        let mut over = 1;
        for a in 2 * k + 1..=last {
            let (i, cells) = (a - 2 * k, k + (a - 2 * k) / 2 + 1);
            let (preperiod, period) = repetition(&self.offsets(a)).unwrap();
            let parts = if i % 2 == 1 {
                let cycles = self.cycles(k, i / 2, s, over);
                let cycle =
                    |&(n, sign): &(usize, bool)| format!(" {n}{}", if sign { '-' } else { '+' });
                format!("cycles{}", cycles.iter().map(cycle).collect::<String>())
            } else {
                let defects = self.defects(k, i / 2 - 1, s);
                format!("defects {}", defects.iter().filter(|&&defect| defect != 0).count())
            };
            let defects = i % 2 == 0 && parts != "defects 0";
            let largest = a.div_ceil(2) + usize::from(defects);
            let cover = if parts == "defects 0" { "yes" } else { "no" };
            lines.push(format!(
                "row {a} preperiod {preperiod} period {period} offsets -{largest} {largest} cover {cover}"
            ));
            lines.push(format!("  {parts} over {over}"));
            let witnesses = witnesses(&self.offsets(a), preperiod, period);
            lines.push(format!("  minimal{witnesses}"));
            if preperiod + period <= 200 {
                let (once, repeating) = self.pairs(a, preperiod, period);
                lines.push(format!("  once{once}\n  repeating{repeating}"));
            }
            assert_eq!(period, self.back(a, s, over, cells), "row {a}");
            over = period;
            // A hidden cover: the holes are always at the far end, as if of one row.
            let end = k + i / 2 + 1;
            let hole_elsewhere = |b: usize| {
                let used: Vec<i64> = (2 * k + 1..=a).map(|row| self.offset(row, b)).collect();
                (k + 1..end).any(|x| !used.contains(&(x as i64)))
            };
            if i % 2 == 1 && i > 1 && !(s..s + period).any(hole_elsewhere) {
                let holes =
                    |b: usize| (0..end).map(|x| self.hole(k, i / 2, b, x)).collect::<Vec<_>>();
                over = (1..).find(|&p| holes(s + p) == holes(s)).unwrap();
            }
        }
        lines.join("\n") + "\n"
    }

    /// A certificate of the rows up to `last`: walked up to row `walked`, which ends a block, then
    /// structured, each block seen this many columns after the first at which it can be.
    pub fn structured(&self, walked: usize, last: usize, later: usize) -> String {
        let (lines, mut covers) = self.covers(last);
        let v1 = self.rows_certificate(walked);
        let rows = v1.find("\nrow ").unwrap() + 1;
        let mut text =
            format!("amalgam-certificate 2\ngame {}\nclaim rows 1 {last}\n", name(self.game));
        text += &lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        text += &v1[rows..];
        if covers[covers.len() - 1].0 < last {
            covers.push((last, 0));
        }
        for pair in covers.windows(2).filter(|pair| pair[0].0 >= walked && walked > 0) {
            let s = self.settled(pair[0].0 / 2, pair[1].0, pair[0].1);
            text += &self.block(pair[0].0 / 2, pair[1].0, s + later);
        }
        text
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(AMALGAMATION, 38, 70_000));
static ROWS: LazyLock<String> = LazyLock::new(|| signed(&TABLE.structured(6, 24, 0)));
/// A smaller one, of blocks with k = 3 and 7.
static FEW: LazyLock<String> = LazyLock::new(|| TABLE.structured(6, 16, 0));

#[test]
fn blocks_of_amalgamation() {
    // Blocks with k = 3, 7, 8, 11.
    let Certificate { rows, blocks, .. } = check(ROWS.as_bytes()).unwrap();
    assert_eq!((rows.len(), blocks.len()), (24, 4));
    let structured = rows.iter().flat_map(|row| &row.proved).filter(|row| row.structure.is_some());
    assert_eq!(structured.count(), 18);
    // Seen later they are the same rows; but one column is enough, and it is the first.
    for later in [1, 2, 7, 100] {
        match check(signed(&TABLE.structured(6, 24, later)).as_bytes()) {
            Err(Failure::Rejected(found)) => assert_eq!(found.condition, Condition::BlockLeast),
            other => panic!("{other:?}"),
        }
    }
    assert!(ROWS.contains(
        "row 13 preperiod 31 period 11520 offsets -7 7 cover no\n  cycles 2+ 2- 2- 1+ over 2880\n"
    ));
    assert!(
        ROWS.contains("row 8 preperiod 20 period 40 offsets -5 5 cover no\n  defects 2 over 8\n")
    );
}

#[test]
fn a_hidden_cover() {
    // After row 32 the holes of the first three rows are always at the far end.
    let text = TABLE.structured(6, 38, 0);
    assert!(text.contains(
        "row 36 preperiod 1594 period 684 offsets -19 19 cover no\n  defects 1 over 36\n"
    ));
    check(signed(&text).as_bytes()).unwrap();
}

#[test]
fn a_block_without_end() {
    for last in 7..14 {
        let text = TABLE.structured(6, last, 0);
        assert!(text.contains(&format!("claim rows 1 {last}\n")));
        check(signed(&text).as_bytes()).unwrap();
    }
}

/// Every number of a certificate made larger by one, smaller by one, twice as large, and 0; and every sign
/// turned: nothing of it is accepted, though the checksum is right.
#[test]
fn every_field_altered() {
    let mut tried = 0;
    let rows = FEW.find("\nblock ").unwrap();
    let bytes = FEW.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut others = Vec::new();
        if end > at {
            let number: u64 = FEW[at..end].parse().unwrap();
            others = vec![(number + 1).to_string(), (2 * number).to_string(), "0".to_owned()];
            others.extend(number.checked_sub(1).map(|less| less.to_string()));
            others.retain(|other| *other != FEW[at..end]);
        } else if at > rows && matches!(bytes[at], b'+' | b'-') && bytes[at - 1].is_ascii_digit() {
            others = vec![if bytes[at] == b'+' { "-" } else { "+" }.to_owned()];
        }
        let after = end.max(at + 1);
        for other in others {
            let altered = signed(&format!("{}{other}{}", &FEW[..at], &FEW[after..]));
            tried += 1;
            match check(altered.as_bytes()) {
                Ok(_) => panic!("accepted: {other} in {}", &FEW[at.saturating_sub(60)..after]),
                Err(Failure::TooLarge { .. }) => panic!("undecided: {altered}"),
                Err(_) => (),
            }
        }
        at = after;
    }
    assert!(tried > 1500, "{tried}");
}

/// Changes a certificate, and expects the condition to fail at the row.
#[track_caller]
fn rejected(change: impl FnOnce(&mut Certificate), condition: Condition, row: u64) {
    let mut certificate = read(ROWS.as_bytes()).unwrap();
    change(&mut certificate);
    match check(signed(&text(&certificate)).as_bytes()) {
        Err(Failure::Rejected(found)) => {
            assert_eq!((found.condition, found.row), (condition, Some(row)), "{found:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_condition_of_a_block() {
    use Condition::*;
    fn row(c: &mut Certificate, row: usize) -> &mut amalgam_check::Proved {
        c.rows[row - 1].proved.as_mut().unwrap()
    }
    // Too early: before the cover row before the block covers.
    rejected(|c| c.blocks[1].1 = 232, BlockColumn, 15);
    // Before the holes are as they should be; row 14 has not become a cover row there.
    rejected(|c| c.blocks[0].1 = 17, Holes, 11);
    rejected(|c| c.blocks[0].1 += 1, BlockLeast, 7);
    rejected(|c| row(c, 8).structure = Some(Structure::Defects(1)), Defects, 8);
    rejected(|c| row(c, 14).structure = Some(Structure::Defects(2)), Defects, 14);
    rejected(|c| row(c, 12).mask.period /= 2, Over, 12);
    rejected(|c| row(c, 13).mask.period *= 2, Over, 13);
    let cycles = |cycles: &[(u64, bool)]| Some(Structure::Cycles(cycles.to_vec()));
    rejected(|c| row(c, 7).structure = cycles(&[(4, false)]), Cycles, 7);
    rejected(|c| row(c, 13).structure = cycles(&[(2, false), (2, true), (3, true)]), Cycles, 13);
    rejected(|c| row(c, 20).offsets.period *= 2, Period, 20);
    rejected(|c| row(c, 21).offsets.period *= 2, Period, 21);
    // A witness that shows nothing.
    let still = |c: &mut Certificate| {
        let witness = &mut row(c, 22).offsets.witnesses[2];
        assert_eq!(witness.0, 5);
        witness.1 -= 1;
    };
    rejected(still, RowPeriodLeast, 22);
    rejected(|c| _ = row(c, 22).offsets.witnesses.pop(), WitnessPrimes, 22);
    rejected(|c| row(c, 18).offsets.preperiod += 1, RowPreperiodLeast, 18);
    rejected(|c| row(c, 18).offsets.preperiod -= 1, RowPeriodLeast, 18);
    // The same with witnesses that are right for a row that repeats from there on: each is the one it was,
    // or the new first column.
    let found = (0..8).filter(|which| {
        let mut earlier = read(ROWS.as_bytes()).unwrap();
        let offsets = &mut row(&mut earlier, 18).offsets;
        offsets.preperiod -= 1;
        for (i, witness) in
            offsets.witnesses.iter_mut().enumerate().filter(|(i, _)| which >> i & 1 == 1)
        {
            assert!(i < 3);
            witness.1 = offsets.preperiod;
        }
        match check(signed(&text(&earlier)).as_bytes()) {
            Err(Failure::Rejected(found)) => found.condition == RowPeriodic,
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(found.count(), 1);
    let far = |c: &mut Certificate| {
        let offsets = &mut row(c, 18).offsets;
        let by = offsets.period << 40;
        offsets.preperiod += by;
        offsets.witnesses.iter_mut().for_each(|witness| witness.1 += by);
    };
    rejected(far, RowPreperiodLeast, 18);
    rejected(|c| row(c, 18).extremes.1 += 1, Offsets, 18);
    rejected(|c| row(c, 21).cover = true, CoverFlag, 21);
    // The lines of a block are those of its rows.
    rejected(|c| row(c, 8).structure = cycles(&[(5, false)]), BlockRows, 8);
    rejected(|c| c.blocks[1].0 = 16, BlockRows, 16);
    rejected(|c| _ = c.blocks.remove(2), BlockRows, 17);
    rejected(|c| c.rows[16..22].iter_mut().for_each(|row| row.proved = None), BlockRows, 16);
}

#[test]
fn defects_that_vanish() {
    // Row 28 loses its last two at column 317.
    let later = signed(&TABLE.structured(6, 28, 0));
    check(later.as_bytes()).unwrap();
    let mut early = read(later.as_bytes()).unwrap();
    let last = early.blocks.len() - 1;
    // Between that and the column before at which some vanish it has three.
    let changes = |&b: &usize| TABLE.conditions(12, 29, b - 1) != TABLE.conditions(12, 29, b);
    early.blocks[last].1 = (188..=317).rfind(changes).unwrap() as u64;
    let mut condition = |defects| {
        early.rows[27].proved.as_mut().unwrap().structure = Some(Structure::Defects(defects));
        match check(signed(&text(&early)).as_bytes()) {
            Err(Failure::Rejected(found)) => (found.condition, found.row),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(condition(1), (Condition::Defects, Some(28)));
    assert_eq!(condition(3), (Condition::Violation, Some(28)));
}

#[test]
fn a_game_with_a_threshold() {
    // Its cover rows 8, 14 and 16 are not those of Amalgamation Nim.
    let table = Table::new(restricted(5), 16, 30_000);
    let text = table.structured(8, 16, 0);
    assert!(text.contains("block 8 ") && text.contains("block 14 "));
    assert_eq!(check(signed(&text).as_bytes()).unwrap().rows.len(), 16);
}
