//! Three heaps or fewer, by the function f(a,b): from a table where that is small, and from the
//! period of a row where a heap is huge.
//!
//! [a,b,c] with a ≤ b ≤ c is a P-position iff f(a,b) = c. Taking wins from c down to f(a,b), from b
//! down to f(a,c), and from a down to f(b,c), each where that is smaller. For huge b and c the last
//! of these would be a row of its own, but it matters only if it is some x < a, and then f(x,b) = c:
//! the rows below a tell. A merge wins where it leaves two equal heaps.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Cost, Reason, RowSource, SolveError};
use amalgam_core::Move;
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, PartMove, Play, Position};
use amalgam_rows::three::MAX_ROW;
use amalgam_rows::three::oracle::RowOracle;
use amalgam_rows::three::progress::SearchError;
use amalgam_rows::three::table::Table;

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

/// A table of so many cells takes less than a tenth of a second: finding a period is not quicker.
const SMALL_TABLE: u128 = 1 << 24;

/// The periods of the rows up to here are found in less than a tenth of a second.
const QUICK_ROW: u64 = 44;

/// The cells of a table with rows up to `a` and columns up to `most`.
fn cells(a: u64, most: u64) -> u128 {
    (u128::from(a) + 1) * (u128::from(most) + 1)
}

/// About how much work it is to decide a position of at most three heaps.
pub(super) fn cost(position: &Position) -> Cost {
    let [a, _, c] = sorted(position);
    match cells(a, c) {
        _ if a == 0 => Cost::AtOnce,
        cells if cells <= SMALL_TABLE => Cost::Entries(cells),
        _ if a <= QUICK_ROW => Cost::Entries(SMALL_TABLE),
        _ => Cost::Unknown,
    }
}

/// Whether that is quick.
pub(super) fn is_quick(position: &Position) -> bool {
    cost(position) != Cost::Unknown
}

impl Completer {
    /// What is needed to know f(x,y) for all x ≤ `a` and y ≤ `most`.
    fn new(
        family: Family,
        [a, most]: [u64; 2],
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<Completer, SolveError> {
        if a == 0 {
            return Ok(Completer { source: Source::Pairs });
        }
        if cells(a, most) <= SMALL_TABLE
            && let Some(completer) = Completer::from_table(family, [a, most], limits)
        {
            return Ok(completer);
        }
        // Where a row is out of reach, a large table may still be possible.
        Completer::from_rows(family, a, rows).or_else(|error| match error {
            SearchError::RowTooLarge { .. } | SearchError::Unknown { .. } => {
                let table = Completer::from_table(family, [a, most], limits);
                table.ok_or(SolveError::Rows(SearchError::Unknown { row: a }))
            }
            error => Err(SolveError::Rows(error)),
        })
    }

    /// From the table with the rows 0..=`a` and the columns 0..=`most`, if it fits.
    fn from_table(family: Family, [a, most]: [u64; 2], limits: &Budget) -> Option<Completer> {
        let size = |n: u64| usize::try_from(n).ok()?.checked_add(1);
        let table = Table::new(family, size(a)?, size(most)?, limits).ok()?;
        Some(Completer { source: Source::Table(table) })
    }

    /// From the periods of the rows up to `a`, if all of them are known.
    fn from_rows(family: Family, a: u64, rows: &dyn RowSource) -> Result<Completer, SearchError> {
        if a > MAX_ROW {
            return Err(SearchError::Unknown { row: a });
        }
        let oracle = rows.oracle(family, a)?;
        match (1..=a).find(|&row| oracle.period(row).is_none()) {
            None => Ok(Completer { source: Source::Rows(oracle) }),
            Some(row) => Err(SearchError::Unknown { row }),
        }
    }

    /// f(a,b), where the smaller of the two is a known row.
    fn f(&self, a: u64, b: u64) -> Result<u64, SolveError> {
        let (a, b) = (a.min(b), a.max(b));
        match &self.source {
            Source::Pairs => Ok(b - a),
            Source::Table(table) => {
                Ok(table.get(a as usize, b as usize).expect("the table was made large enough"))
            }
            Source::Rows(oracle) => oracle.f(a, b).map_err(SolveError::Rows),
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

/// f(R) for a rest of at most two heaps, and why.
pub(super) fn complete(
    family: Family,
    rest: &Position,
    limits: &Budget,
    rows: &dyn RowSource,
) -> Result<(u64, Reason), SolveError> {
    let [a, b] = sorted(rest);
    if a == b {
        return Ok((0, Reason::EqualPairs));
    }
    let completer = Completer::new(family, [a, b], limits, rows)?;
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
        family: Family,
        (rules, position): (Rules, Position),
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<ThreeHeaps, SolveError> {
        let [a, _, c] = sorted(&position);
        ThreeHeaps::by(&Completer::new(family, [a, c], limits, rows)?, &rules, &position)
    }

    fn by(
        completer: &Completer,
        rules: &Rules,
        position: &Position,
    ) -> Result<ThreeHeaps, SolveError> {
        let [a, b, c] = sorted(position);
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
        let take =
            |&(from, to): &(u64, u64)| Some((Move::Take { from, to }, position.reduced(from, to)?));
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
        Known::only(self.outcome, Play::Normal)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let mut moves = self.winning.iter().cloned();
        moves.try_for_each(|(action, result)| list.add(0, action, result.into()))
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let wins = self.winning.iter().any(|(winning, _)| *winning == action.action);
        Some(Known::only(Outcome::from_p(wins), Play::Normal))
    }

    fn reason(&self) -> Reason {
        self.reason.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_core::games::AnyGame;

    /// Where the period of a row decides, the table, which is quicker for such heaps, says the same.
    #[test]
    fn rows_decide_as_a_table_does() {
        let limits = Budget::default();
        for name in ["amalgamation", "restricted-amalgamation(3)", "restricted-amalgamation(5)"] {
            let game: AnyGame = name.parse().expect("a game");
            let rules = game.rules().expect("heap rules");
            let family = rules.family().expect("a family of rows");
            let rows = Completer::from_rows(family, 23, &limits).expect("quick rows");
            let table = Completer::from_table(family, [23, 4100], &limits).expect("a small table");
            assert!(matches!(rows.reason(7), Reason::Row { .. }));
            for (a, b) in (1..24).flat_map(|a| (0..40).map(move |i| (a, 2100 + 47 * i + a))) {
                let partner = table.f(a, b).expect("within the table");
                for c in [partner, b, b + a, b - a, partner + 1, b + 30, b - 13] {
                    let position = Position::new([a, b, c]);
                    let [left, right] = [&rows, &table].map(|completer| {
                        ThreeHeaps::by(completer, rules, &position).expect("both know")
                    });
                    assert_eq!(left.outcome.is_p(), c == partner, "{name}{position}");
                    assert_eq!(left.outcome, right.outcome, "{name}{position}");
                    assert_eq!(left.winning, right.winning, "{name}{position}");
                }
            }
        }
    }
}
