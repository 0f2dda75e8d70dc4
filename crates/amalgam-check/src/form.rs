//! The conditions under "Form" in docs/certificate.md §4 (and cover-narrow), and the plan that a
//! well-formed certificate leaves: which rows are to be walked how far.

use crate::covers::Cover;
use crate::format::{Certificate, Claim, Proved, Repetition, Structure};
use crate::{Checked, Condition::*, LAST_ROW, failure::at_most};

/// The rows between two cover rows of the file.
pub(crate) struct Block<'a> {
    /// The cover row before the block, or row 0.
    pub before: Cover,
    /// All cover rows before the block.
    pub earlier: &'a [Cover],
    /// The cover row that ends it, if one does.
    pub cover: Option<Cover>,
    /// The column at which the structure of its rows is seen, if they are structured.
    pub column: Option<u64>,
    /// Its proved rows.
    pub rows: Vec<Planned<'a>>,
}

/// A proved row, and from which column (T) and with which period (L) its two sequences are known to
/// repeat once the rows before it are proved and its window has recurred.
pub(crate) struct Planned<'a> {
    pub row: u64,
    pub proved: &'a Proved,
    /// The column from which the cover row before the block covers.
    pub covered_from: u64,
    /// T and L for the mask; `None` after a cover row, where the mask is constant.
    pub mask: Option<(u64, u64)>,
    /// T and L for the row.
    pub offsets: (u64, u64),
    /// Does cover-flag hold if the offsets are right?
    pub flag_right: bool,
}

/// Lists stand only where preperiod and period together are at most this; so none is longer.
pub(crate) const LISTED: u64 = 4096;

/// Row 0 is a cover row from column 0, without proof.
const ROW_0: Cover = Cover { row: 0, half_width: 0, from: 0, after: 0, column: 0, period: None };

/// Checks the form of a certificate and returns its blocks.
pub(crate) fn check(certificate: &Certificate) -> Checked<Vec<Block<'_>>> {
    let Certificate { claim, covers, rows, layers, .. } = certificate;
    let (Claim::Rows(_, claimed) | Claim::Covers(claimed)) = *claim else { return Ok(Vec::new()) };
    let (last, from) = covers.last().map_or((0, 0), |cover| (cover.row, cover.from));
    match layers {
        Some(layers) => layers.check_form(claimed, last, from)?,
        None => at_most(LAST_ROW.into(), claimed.into(), "is the last row")?,
    }
    for (before, cover) in [ROW_0].iter().chain(covers).zip(covers) {
        HalfWidth.require(cover.row, None, cover.half_width == cover.row / 2)?;
        let n = cover.half_width - before.half_width;
        let narrow = n + certificate.game.taken <= before.half_width;
        CoverNarrow.require(cover.row, None, cover.period.is_some() || narrow)?;
    }
    match *claim {
        Claim::Rests | Claim::Families => {}
        Claim::Covers(_) => {
            let ends = last == claimed || layers.is_some() && last <= claimed;
            CoverOrder.require(last, None, ends && rows.is_empty())?;
        }
        Claim::Rows(first, last) => {
            let after_cover = covers.iter().any(|cover| cover.row + 1 == first);
            FirstRow.require(first, None, (first == 1 || after_cover) && first <= last)?;
            for row in (first..=last).chain(rows.iter().map(|line| line.row)) {
                let there = rows.iter().any(|line| line.row == row);
                RowMissing.require(row, None, there && (first..=last).contains(&row))?;
            }
        }
    }
    plan(certificate)
}

/// unknown-tail, unknown-bounds, witness-primes, lists-short; and the plan.
fn plan(certificate: &Certificate) -> Checked<Vec<Block<'_>>> {
    let covers = &certificate.covers;
    let block = |i| Block {
        before: *covers[..i].last().unwrap_or(&ROW_0),
        earlier: &covers[..i],
        cover: covers.get(i).copied(),
        column: None,
        rows: Vec::new(),
    };
    let mut blocks: Vec<Block<'_>> = (0..=covers.len()).map(block).collect();
    for &(row, column) in &certificate.blocks {
        let block = blocks.iter_mut().find(|block| block.before.row == row && row > 0);
        BlockRows.require(row, None, block.is_some())?;
        block.into_iter().for_each(|block| block.column = Some(column));
    }
    for line in &certificate.rows {
        let row = line.row;
        let place = covers.partition_point(|cover| cover.row < row);
        let Block { before, cover, column, rows, .. } = &mut blocks[place];
        let bounds = cover.map(|cover| {
            [before.half_width + 1, cover.half_width, before.from.max(cover.from), cover.row]
        });
        UnknownBounds.require(row, None, line.bounds.is_none() || line.bounds == bounds)?;
        let Some(proved) = &line.proved else { continue };
        UnknownTail.require(row, None, before.row + 1 + rows.len() as u64 == row)?;
        let listed = cover.is_some_and(|cover| cover.row == row);
        if let Some(Structure::Defects(number)) = proved.structure {
            Defects.require(row, None, (number == 0) == listed)?;
        }
        let odd = (row - before.row) % 2 == 1;
        let structured = match proved.structure {
            None => column.is_none(),
            Some(Structure::Cycles(_)) => column.is_some() && odd,
            Some(Structure::Defects(_)) => column.is_some() && !odd,
        };
        BlockRows.require(row, None, structured)?;
        check_witnesses(row, &proved.offsets)?;
        if column.is_none() {
            check_witnesses(row, &proved.mask)?;
        }
        let short = proved.offsets.preperiod + proved.offsets.period <= LISTED;
        ListsShort.require(row, None, proved.lists.is_none() || short)?;
        let above = rows.last().filter(|_| column.is_none());
        let above = above.map(|above| union(&above.proved.offsets, &above.proved.mask));
        let mask =
            above.transpose()?.map(|(from, period)| (from.max(proved.mask.preperiod), period));
        let known = if column.is_none() { union(&proved.offsets, &proved.mask)? } else { (0, 0) };
        let (from, period) = known;
        let offsets = (from.max(certificate.game.regular(row)), period);
        let extremes = rows.iter().map(|row| row.proved.extremes).chain([proved.extremes]);
        let widest = extremes.map(|(min, max)| min.unsigned_abs().max(max.unsigned_abs())).max();
        let covers = row % 2 == 0 && widest <= Some(row / 2);
        let flag_right = proved.cover == covers && proved.cover == listed;
        rows.push(Planned { row, proved, covered_from: before.from, mask, offsets, flag_right });
    }
    for block in blocks.iter().filter(|block| block.column.is_some()) {
        BlockRows.require(block.before.row, None, !block.rows.is_empty())?;
    }
    blocks.retain(|block| block.cover.is_some() || !block.rows.is_empty());
    for block in &blocks {
        at_most(LAST_ROW.into(), block.last_looked_at().into(), "is the last row looked at")?;
    }
    Ok(blocks)
}

/// witness-primes, but for whether the primes are primes.
pub(crate) fn check_witnesses(row: u64, claim: &Repetition) -> Checked {
    let (from, mut rest, mut before) = (claim.preperiod, claim.period, 1);
    for &(prime, column) in &claim.witnesses {
        let in_range = (from..from + claim.period).contains(&column);
        let next = prime > before && rest.is_multiple_of(prime);
        WitnessPrimes.require(row, column, in_range && next)?;
        while rest.is_multiple_of(prime) {
            rest /= prime;
        }
        before = prime;
    }
    WitnessPrimes.require(row, None, rest == 1)
}

/// Is a number a prime? Beyond 2^40 the answer is no: no period that can be walked has such a
/// factor, and trial division would take long.
pub(crate) fn is_prime(n: u64) -> bool {
    n > 1 && n < 1 << 40 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// From where and with which period two sequences repeat together.
pub(crate) fn union(x: &Repetition, y: &Repetition) -> Checked<(u64, u64)> {
    let (mut gcd, mut other) = (x.period, y.period);
    while other != 0 {
        (gcd, other) = (other, gcd % other);
    }
    let period = u128::from(x.period / gcd) * u128::from(y.period);
    at_most((1 << 60) - 1, period, "columns to walk")?;
    Ok((x.preperiod.max(y.preperiod), period as u64))
}
