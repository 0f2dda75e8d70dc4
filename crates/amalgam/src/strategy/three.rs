//! Three heaps or fewer, by the function f(a,b): from a table where that is small, and from the
//! period of a row where a heap is huge.
//!
//! [a,b,c] with a ≤ b ≤ c is a P-position iff f(a,b) = c. Taking wins from c down to f(a,b), from b
//! down to f(a,c), and from a down to f(b,c), each where that is smaller. For huge b and c the last
//! of these would be a row of its own, but it matters only if it is some x < a, and then f(x,b) = c:
//! the rows below a tell. A merge wins where it leaves two equal heaps.

use super::{Decided, Known, Reason, RowSource, StrategyError};
use crate::Move;
use crate::budget::Budget;
use crate::rules::Rules;
use crate::three::oracle::RowOracle;
use crate::three::progress::SearchError;
use crate::three::table::Table;
use crate::three::{Family, MAX_ROW};
use crate::{Outcome, PartMove, Position};

/// f(a,b) for the heaps at hand, with what it rests on.
pub(super) struct Completer {
    source: Source,
}

enum Source {
    /// Two heaps: f(0,b) = b.
    Pairs,
    Table(Table),
    Rows(RowOracle),
}

/// A table of so many cells is quicker than finding a period.
const SMALL_TABLE: u64 = 1 << 22;

impl Completer {
    /// What is needed to know f(x,y) for all x ≤ `a` and y ≤ `most`, and for x ≤ `b` where a table
    /// will do.
    fn new(
        family: Family,
        [a, b, most]: [u64; 3],
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<Completer, StrategyError> {
        if a == 0 {
            return Ok(Completer { source: Source::Pairs });
        }
        let cells = (u128::from(b) + 1) * (u128::from(most) + 1);
        if cells <= u128::from(SMALL_TABLE)
            && let Some(table) = table(family, b, most, limits.memory)
        {
            return Ok(Completer { source: Source::Table(table) });
        }
        let mut unknown = a;
        if a <= MAX_ROW {
            match rows.oracle(family, a) {
                Ok(oracle) => match (1..=a).find(|&row| oracle.period(row).is_none()) {
                    None => return Ok(Completer { source: Source::Rows(oracle) }),
                    Some(row) => unknown = row,
                },
                Err(SearchError::RowTooLarge { .. }) => {}
                Err(error) => return Err(StrategyError::Rows(error)),
            }
        }
        // A row is out of reach: a large table may still be possible.
        match table(family, b, most, limits.memory) {
            Some(table) => Ok(Completer { source: Source::Table(table) }),
            None => Err(StrategyError::Rows(SearchError::Unknown { row: unknown })),
        }
    }

    /// f(a,b), where the smaller of the two is a known row.
    fn f(&self, a: u64, b: u64) -> Result<u64, StrategyError> {
        let (a, b) = (a.min(b), a.max(b));
        match &self.source {
            Source::Pairs => Ok(b - a),
            Source::Table(table) => {
                Ok(table.get(a as usize, b as usize).expect("the table was made large enough"))
            }
            Source::Rows(oracle) => oracle.f(a, b).map_err(StrategyError::Rows),
        }
    }

    fn reason(&self, row: u64) -> Reason {
        match &self.source {
            Source::Pairs => Reason::EqualPairs,
            Source::Table(table) => Reason::Table { rows: table.rows(), cols: table.cols() },
            Source::Rows(oracle) => {
                let period = oracle.period(row);
                let (preperiod, period) = period.map_or((0, 1), |p| (p.preperiod, p.period));
                Reason::Row { row, preperiod, period }
            }
        }
    }
}

/// The table with the rows 0..=`row` and the columns 0..=`column`, if it fits.
fn table(family: Family, row: u64, column: u64, memory: u64) -> Option<Table> {
    let size = |n: u64| usize::try_from(n).ok()?.checked_add(1);
    Table::new(family, size(row)?, size(column)?, memory).ok()
}

/// f(R) for a rest of at most two heaps, and why.
pub(super) fn complete(
    family: Family,
    rest: &Position,
    limits: &Budget,
    rows: &dyn RowSource,
) -> Result<(u64, Reason), StrategyError> {
    let [a, b] = sorted(rest);
    let completer = Completer::new(family, [a, a, b], limits, rows)?;
    Ok((completer.f(a, b)?, completer.reason(a)))
}

/// The heaps, smallest first, with zeros in front.
fn sorted<const N: usize>(position: &Position) -> [u64; N] {
    let heaps = position.heaps();
    let mut sorted = [0; N];
    sorted[N - heaps.len()..].copy_from_slice(heaps);
    sorted
}

/// A position of at most three heaps.
pub(super) struct ThreeHeaps {
    outcome: Outcome,
    winning: Vec<(Move, Position)>,
    reason: Reason,
}

impl ThreeHeaps {
    pub(super) fn new(
        rules: &Rules,
        family: Family,
        position: &Position,
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<ThreeHeaps, StrategyError> {
        let [a, b, c] = sorted(position);
        let completer = Completer::new(family, [a, b, c], limits, rows)?;
        let mut targets = vec![(c, completer.f(a, b)?), (b, completer.f(a, c)?)];
        for x in 0..a {
            if completer.f(x, b)? == c {
                targets.push((a, x));
            }
        }
        let outcome = Outcome::from_p(targets[0].1 == c);
        targets.retain(|(from, to)| to < from);
        targets.sort_unstable();
        targets.dedup();
        let take = |&(from, to): &(u64, u64)| {
            let (i, _) = position.distinct().find(|&(_, heap)| heap == from)?;
            Some((Move::Take { from, to }, position.replace(&[i], &[to])))
        };
        let mut winning: Vec<(Move, Position)> = targets.iter().filter_map(take).collect();
        winning.extend(rules.merge_moves(position).into_iter().filter(|(_, left)| is_pair(left)));
        let reason = completer.reason(a);
        Ok(ThreeHeaps { outcome, winning, reason })
    }
}

/// Whether a position of at most two heaps is P: nothing, or an equal pair.
fn is_pair(position: &Position) -> bool {
    matches!(position.heaps(), [] | [_, _]) && position.is_mirror()
}

impl Decided for ThreeHeaps {
    fn known(&self) -> Known {
        Known { outcome: self.outcome, grundy: None, remoteness: None }
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let part_move = |(action, result): &(Move, Position)| PartMove {
            part: 0,
            action: action.clone(),
            result: result.clone(),
        };
        self.winning.iter().map(part_move).collect()
    }

    fn after(&self, action: &PartMove) -> Known {
        let wins = self.winning.iter().any(|(winning, _)| *winning == action.action);
        Known { outcome: Outcome::from_p(wins), grundy: None, remoteness: None }
    }

    fn reason(&self) -> Reason {
        self.reason.clone()
    }
}
