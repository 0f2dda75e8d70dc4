//! Covers between two covers, which show later than those.

use super::CHUNK;
use super::search::{Found, balanced};
use crate::engines::three::columns::{Columns, Words};
use crate::engines::three::progress::{Progress, Step, Task};
use crate::engines::three::register::{Chain, Register, Shape, Track};

/// Two neighbouring covers and the windows of the rows between them at some column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub half: u64,
    pub top: u64,
    pub column: u64,
    pub windows: Vec<Words<4>>,
    /// The last columns at which the covers strictly inside are broken by choices left of `column`.
    pub broken: Vec<u64>,
}

impl Gap {
    /// The gap between the cover below the rows and the cover of half width `top` that shows here.
    pub fn new<const W: usize>(rows: &Columns<W>, top: u64, broken: &[u64]) -> Self {
        let mut windows = rows.resized::<4>().windows;
        windows.truncate(2 * (top - rows.half) as usize);
        let broken = broken[rows.half as usize + 1..top as usize].to_vec();
        Gap { half: rows.half, top, column: rows.column, windows, broken }
    }

    /// Walks the rows of the gap on to column `limit` and finds the covers between its ends. What is
    /// left, if that is stopped, are gaps again.
    pub fn fill(self, limit: u64, progress: &dyn Progress) -> (Vec<Found>, Vec<Gap>) {
        let mut covers = Vec::new();
        let mut gaps = vec![self];
        while let Some(gap) = gaps.pop() {
            let n = gap.top - gap.half;
            let rows_to = |half: u64| 2 * (half - gap.half) as usize;
            let shape = Shape { half: gap.half as u32, width: n as u32 };
            let mut chain = Chain::new(shape, gap.column, None);
            for window in &gap.windows {
                let register = Register::from_window(shape, window);
                chain.tracks.push(Track::Machine { register, allowed: shape.full() });
            }
            let mut before = chain.clone();
            while n > 1 && chain.column < limit {
                if (chain.column / CHUNK).is_multiple_of(64)
                    && progress.tick(Step::new(Task::Covers, chain.column)).is_break()
                {
                    // From a chunk before: the next look needs two.
                    let (column, windows) = (before.column, windows_of(&before));
                    gaps.push(Gap { column, windows, ..gap });
                    return (covers, gaps);
                }
                // `from` is at most `top` columns right of a balanced column, and the choice that
                // breaks the cover last at most as much to the left: two chunks hold both.
                let older = std::mem::replace(&mut before, chain.clone());
                chain.advance((limit - chain.column).min(CHUNK));
                let windows = windows_of(&chain);
                let mut ends: Vec<u64> = (gap.half + 1..gap.top)
                    .filter(|&half| balanced(gap.half, &windows[..rows_to(half)]))
                    .collect();
                if ends.is_empty() {
                    continue;
                }
                let mut broken = gap.broken.clone();
                for (half, broken) in (gap.half + 1..).zip(&mut broken) {
                    let mut part = older.clone();
                    part.tracks.truncate(rows_to(half));
                    *broken = last_broken_by(part, half, chain.column).unwrap_or(0).max(*broken);
                }
                let at = |half: u64| broken[(half - gap.half - 1) as usize];
                covers.extend(ends.iter().map(|&half| Found {
                    half,
                    from: at(half) + 1,
                    joint: None,
                }));
                ends.push(gap.top);
                let mut half = gap.half;
                for top in ends {
                    let windows = windows[rows_to(half)..rows_to(top)].to_vec();
                    let broken = (half + 1..top).map(at).collect();
                    gaps.push(Gap { half, top, column: chain.column, windows, broken });
                    half = top;
                }
                break;
            }
        }
        (covers, gaps)
    }
}

/// The last column at which a choice of the chain's rows left of `until` breaks the cover.
fn last_broken_by(mut chain: Chain<'_>, half: u64, until: u64) -> Option<u64> {
    let mut last = None;
    while chain.column < until {
        let column = chain.column;
        let batch = chain.step();
        let used = batch.below | batch.choices;
        let largest = u64::from(chain.shape().half + 128 - used.leading_zeros());
        if largest > half {
            last = last.max(Some(column + largest));
        }
    }
    last
}

fn windows_of(chain: &Chain<'_>) -> Vec<Words<4>> {
    let half = chain.shape().half;
    let window = |lane: &Track| match lane {
        Track::Machine { register, .. } => register.to_window(half),
        Track::Rest => unreachable!("a gap has no row that takes the rest"),
    };
    chain.tracks.iter().map(window).collect()
}
