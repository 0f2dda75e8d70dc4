//! A small kernel for certificates of three-heap rows and cover rows.
//!
//! It reads a certificate (docs/certificate.md) and decides its statements: which rows are cover rows and from which
//! column on, the least preperiod and the least period of rows, and the lists `once` and `repeating`. It
//! searches for nothing, and computes every value from the definition of the game.
//!
//! The parts, in reading order: `walk` has the game and walks rows side by side; `read` reads the statements; this
//! file walks all rows from column 0, block after block, and drops the rows of a block as soon as the cover row that
//! ends it is proved; `rows` decides covers, walked rows and lists (Theorems 4 to 9); `ring` and `structure` decide the
//! rows of structured blocks (Theorems 11 to 15). The same statements are decided by a checker that is proved
//! correct in Coq (docs/proofs.md), as far as the periods can be walked.
#![forbid(unsafe_code)]

mod read;
mod ring;
mod rows;
mod structure;
mod walk;

use std::sync::Mutex;

use read::{Certificate, Cover, Row};
use structure::Block;
use walk::{Rows, Set, full, one, reach};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A statement is not proved.
    Rejected(String),
    /// It is no certificate.
    Unreadable(String),
    /// Nothing is decided: it takes too much work, or another kind of statement.
    Limit(String),
}

pub(crate) type Checked<T = ()> = Result<T, Failure>;

pub(crate) fn reject<T>(why: &str) -> Checked<T> {
    Err(Failure::Rejected(why.to_owned()))
}

pub(crate) fn need(right: bool, why: impl FnOnce() -> String) -> Checked {
    if right { Ok(()) } else { Err(Failure::Rejected(why())) }
}

/// The steps of work that are allowed unless the caller says otherwise.
pub const WORK: u64 = 1 << 40;
/// The offsets that are kept at most.
const KEPT: u64 = 1 << 30;

/// The rows behind a cover row up to the next one, and what is to be done with them.
struct Plan<'a> {
    first: u64,
    /// The last row that is looked at.
    last: u64,
    /// The cover row before, and from where it covers.
    before: (u64, u64),
    cover: Option<&'a Cover>,
    claims: &'a [Row],
    /// The column of a structured block.
    column: Option<u64>,
    /// The rows before are dropped by now, and merges are regular; the column of the proof of the cover; the column
    /// at which the rows are dropped.
    start: u64,
    at: u64,
    finish: u64,
    /// Offsets are kept from this column on.
    kept: u64,
}

/// Decides a certificate with at most this many steps of work. Returns what is proved.
pub fn check(text: &str, work: u64) -> Result<String, Failure> {
    let file = read::read(text)?;
    let plans = plan(&file)?;
    let last = plans.last().map_or(0, |plan| plan.last);
    let steps = cost(&plans, last);
    if steps > u128::from(work) {
        return Err(Failure::Limit(format!("{steps} steps of work, the limit is {work} (--work)")));
    }
    match last + 2 {
        0..=95 => prove::<3>(&file, &plans)?,
        96..=159 => prove::<5>(&file, &plans)?,
        160..=287 => prove::<9>(&file, &plans)?,
        288..=543 => prove::<17>(&file, &plans)?,
        _ => return Err(Failure::Limit(format!("row {last} is too large"))),
    }
    let Certificate { rows, claimed, covers, .. } = &file;
    Ok(format!("{} of {claimed} rows and {} cover rows", rows.len(), covers.len()))
}

/// Cuts the rows into blocks.
fn plan(file: &Certificate) -> Checked<Vec<Plan<'_>>> {
    let mut ends: Vec<(u64, Option<&Cover>)> =
        file.covers.iter().map(|cover| (cover.row, Some(cover))).collect();
    let (last, covered) =
        (file.rows.last().map_or(0, |row| row.row), ends.last().map_or(0, |end| end.0));
    ends.extend((last > covered).then_some((last, None)));
    let (mut plans, mut before, mut column) = (Vec::<Plan<'_>>::new(), (0, 0), 0);
    for (end, cover) in ends {
        let first = before.0 + 1;
        let from = file.rows.partition_point(|row| row.row < first);
        let to = file.rows.partition_point(|row| row.row <= end);
        let claims = &file.rows[from..to];
        need((first..).zip(claims).all(|(row, claim)| row == claim.row), || {
            format!("the rows behind row {}", before.0)
        })?;
        let structured = file.columns.get(&before.0).copied().filter(|_| !claims.is_empty());
        // After an even row with defects the next row is looked at.
        let open = structured.is_some() && cover.is_none() && claims.len().is_multiple_of(2);
        let last = end + u64::from(open);
        let start = column.max(last + file.game.r + 1);
        let at = cover.map_or(start, |cover| start.max(cover.column).max(end + 1));
        let mut finish = match cover {
            Some(Cover { period: None, .. }) => at + end / 2 + 1,
            _ => at,
        };
        let listed = |row: &Row| row.lists[0].as_ref().map_or(0, |_| row.preperiod + row.period);
        finish = finish.max(claims.iter().map(listed).max().unwrap_or(0));
        let mut kept = 0;
        if let Some(s) = structured {
            finish = finish.max(s + structure::lead(before.0 / 2, claims.len()) + 1);
            if claims.iter().all(|row| row.lists[0].is_none()) {
                kept = claims
                    .iter()
                    .map(|row| row.preperiod.saturating_sub(1))
                    .min()
                    .unwrap_or(0)
                    .min(s);
            }
        }
        plans.push(Plan {
            first,
            last,
            before,
            cover,
            claims,
            column: structured,
            start,
            at,
            finish,
            kept,
        });
        (before, column) = ((end, cover.map_or(0, |cover| cover.from)), finish);
    }
    Ok(plans)
}

/// An upper bound for the steps, one for each row and column, and the offsets kept.
fn cost(plans: &[Plan<'_>], last: u64) -> u128 {
    let (mut steps, mut kept, mut column) = (0, 0, 0);
    for plan in plans {
        let rows = u128::from(plan.last + 1 - plan.first);
        steps += u128::from(last + 1 - plan.first) * u128::from(plan.finish.saturating_sub(column));
        steps += plan.cover.map_or(0, |cover| u128::from(cover.period.unwrap_or(0)) * rows);
        column = plan.finish;
        if plan.claims.is_empty() {
            continue;
        }
        kept += rows * u128::from(plan.finish.saturating_sub(plan.kept));
        if plan.column.is_some() {
            steps += structure::cost(plan.claims, plan.cover.map_or(0, |cover| cover.row));
        } else {
            let joint = rows::joint(plan.start, plan.claims);
            let walked = |(from, period): (u64, u64)| u128::from(from) + u128::from(period);
            steps += joint.into_iter().map(walked).sum::<u128>() * rows;
            kept +=
                plan.claims.iter().map(|row| u128::from(row.preperiod + row.period)).sum::<u128>();
        }
    }
    if kept > u128::from(KEPT) { u128::MAX } else { steps }
}

/// The rows of a block on the front.
struct Live<const W: usize> {
    rows: Rows<W>,
    /// One more than the last column at which the row that ends the block did not cover.
    bare: u64,
    offsets: Vec<Vec<i16>>,
    /// The windows at the column of the block.
    windows: Vec<Set<W>>,
}

fn prove<const W: usize>(file: &Certificate, plans: &[Plan<'_>]) -> Checked {
    let game = file.game;
    let live = |plan: &Plan<'_>| Live {
        rows: Rows::<W>::start(game, plan.first, plan.last),
        bare: 0,
        offsets: vec![Vec::new(); (plan.last + 1 - plan.first) as usize],
        windows: Vec::new(),
    };
    let mut front: Vec<Live<W>> = plans.iter().map(live).collect();
    let (mut below, mut column) = (one(reach(W)), 0);
    let mut blocks = Vec::new();
    for (i, plan) in plans.iter().enumerate() {
        let mut walk_to = |front: &mut [Live<W>], below: Set<W>, end: u64| -> Checked {
            while column < end {
                let mut mask = below;
                for (live, plan) in front[i..].iter_mut().zip(&plans[i..]) {
                    let Live { rows, offsets, .. } = live;
                    if plan.column == Some(column) {
                        live.windows = rows.windows.clone();
                    }
                    let keep = column >= plan.kept && !plan.claims.is_empty();
                    mask = rows.step(column, mask, |place, offset| {
                        if keep {
                            offsets[place].push(offset as i16);
                        }
                    })?;
                    if plan.cover.is_some_and(|cover| mask != full(cover.row / 2)) {
                        live.bare = column + 1;
                    }
                }
                column += 1;
            }
            Ok(())
        };
        walk_to(&mut front, below, plan.start)?;
        if plan.column.is_none() && !plan.claims.is_empty() {
            let Live { rows, offsets, .. } = &front[i];
            rows::check_walked(game, plan.claims, rows, below, plan.start, offsets)?;
        }
        walk_to(&mut front, below, plan.at)?;
        if let Some(cover) = plan.cover {
            let rows = &front[i].rows;
            let proved = match cover.period {
                None => rows::balanced(game, plan.before.0 / 2, rows, plan.at),
                Some(_) => rows::recurs(game, cover, rows, below, plan.at)?,
            };
            need(proved, || format!("cover {} is not proved at column {}", cover.row, plan.at))?;
        }
        walk_to(&mut front, below, plan.finish)?;
        if let Some(cover) = plan.cover {
            let from = front[i].bare;
            need(from == cover.from, || {
                format!("cover {} covers from column {from} on", cover.row)
            })?;
            below = full(cover.row / 2);
        }
        let Live { offsets, windows, .. } = &mut front[i];
        for (row, offsets) in plan.claims.iter().zip(&*offsets) {
            rows::check_lists(row, offsets)?;
        }
        if let Some(s) = plan.column {
            let (offsets, windows) = (std::mem::take(offsets), std::mem::take(windows));
            blocks.push(Block::new(
                game,
                plan.before,
                s,
                plan.claims,
                &windows,
                plan.kept,
                offsets,
            )?);
        }
        front[i].windows = Vec::new();
    }
    in_parallel(blocks)
}

/// Decides the structured blocks, each on its own.
fn in_parallel(blocks: Vec<Block<'_>>) -> Checked {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (queue, failed) = (Mutex::new(blocks), Mutex::new(Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let block = queue.lock().ok().and_then(|mut queue| queue.pop());
                    let Some(block) = block else { break };
                    if let (Err(failure), Ok(mut failed)) = (block.check(), failed.lock()) {
                        *failed = Err(failure);
                    }
                }
            });
        }
    });
    // A thread that panics makes the scope panic: nothing is accepted then.
    failed.into_inner().unwrap_or_else(|_| reject("a thread failed"))
}
