//! Three heaps or fewer, by the function f(a,b): by going through its table, and from the period of a row
//! where a heap is huge.
//!
//! [a,b,c] with a ≤ b ≤ c is a P-position iff f(a,b) = c. Taking wins from c down to f(a,b), from b
//! down to f(a,c), and from a down to f(b,c), each where that is smaller. For huge b and c the last
//! of these would be a row of its own, but it matters only if it is some x < a, and then f(x,b) = c:
//! the rows below a tell. A merge wins where it leaves two equal heaps.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Cost, Reason, SolveError};
use amalgam_core::Move;
use amalgam_core::base::budget::{Budget, Silent};
use amalgam_core::games::rules::Family;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, PartMove, Play, Position};
use amalgam_rows::three::MAX_ROW;
use amalgam_rows::three::oracle::RowOracle;
use amalgam_rows::three::table::{Around, TableError};
use amalgam_rows::{Obstacle, RowError, Rows, Store};

/// f(a,b) for the heaps at hand, with what it rests on.
pub(super) struct Completer {
    source: Source,
}

enum Source {
    /// Two heaps: f(0,b) = b.
    Pairs,
    Table(Around),
    Rows(RowOracle),
}

/// A table of this many cells takes less than a tenth of a second: finding a period is not quicker.
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
    /// What is needed to know f at these heaps, smallest first, two by two.
    fn new(
        family: Family,
        heaps: [u64; 3],
        limits: &Budget,
        store: Option<&dyn Store>,
    ) -> Result<Completer, SolveError> {
        let [a, _, most] = heaps;
        if a == 0 {
            return Ok(Completer { source: Source::Pairs });
        }
        if cells(a, most) <= SMALL_TABLE
            && let Ok(completer) = Completer::from_table(family, heaps, limits)
        {
            return Ok(completer);
        }
        // Where a row is out of reach, the table may still be gone through.
        Completer::from_rows(family, a, limits, store).or_else(|error| match error {
            RowError::RowTooLarge { .. } | RowError::Unknown { .. } => {
                Completer::from_table(family, heaps, limits).map_err(|met| match met {
                    TableError::Limit(limit) => limit.into(),
                    _ => SolveError::Rows(error),
                })
            }
            error => Err(SolveError::Rows(error)),
        })
    }

    /// By going through the table, of which nothing is kept.
    fn from_table(
        family: Family,
        heaps: [u64; 3],
        limits: &Budget,
    ) -> Result<Completer, TableError> {
        Ok(Completer { source: Source::Table(Around::new(family, heaps, limits)?) })
    }

    /// From the periods of the rows up to `a`, if all of them are known.
    fn from_rows(
        family: Family,
        a: u64,
        limits: &Budget,
        store: Option<&dyn Store>,
    ) -> Result<Completer, RowError> {
        let unknown = |row: u64| RowError::unknown(&Position::new([row]), Obstacle::Unsought);
        if a > MAX_ROW {
            return Err(unknown(a));
        }
        let oracle = Rows { store, limits, progress: &Silent }.oracle(family, a)?;
        match (1..=a).find(|&row| oracle.period(row).is_none()) {
            None => Ok(Completer { source: Source::Rows(oracle) }),
            Some(row) => Err(unknown(row)),
        }
    }

    /// f(a,b), where the smaller of the two is a known row.
    fn f(&self, a: u64, b: u64) -> Result<u64, SolveError> {
        let (a, b) = (a.min(b), a.max(b));
        match &self.source {
            Source::Pairs => Ok(b - a),
            Source::Table(around) => Ok(around.f(a, b).expect("these heaps were asked for")),
            Source::Rows(oracle) => oracle.f(a, b).map_err(SolveError::Rows),
        }
    }

    /// f(b,c), if it is less than a.
    fn below(&self, [a, b, c]: [u64; 3]) -> Result<Option<u64>, SolveError> {
        match &self.source {
            Source::Pairs => Ok(None),
            Source::Table(around) => Ok(around.f(b, c).filter(|&x| x < a)),
            Source::Rows(_) => {
                for x in 0..a {
                    if self.f(x, b)? == c {
                        return Ok(Some(x));
                    }
                }
                Ok(None)
            }
        }
    }

    fn reason(&self, row: u64) -> Reason {
        match &self.source {
            Source::Pairs => Reason::EqualPairs,
            Source::Table(around) => {
                let (rows, cols) = around.size();
                Reason::Table { rows, cols }
            }
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
    rows: Option<&dyn Store>,
) -> Result<(u64, Reason), SolveError> {
    let [a, b] = sorted(rest);
    if a == b {
        return Ok((0, Reason::EqualPairs));
    }
    let completer = Completer::new(family, [a, b, b], limits, rows)?;
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
        rows: Option<&dyn Store>,
    ) -> Result<ThreeHeaps, SolveError> {
        let heaps = sorted(&position);
        ThreeHeaps::by(&Completer::new(family, heaps, limits, rows)?, &rules, &position)
    }

    fn by(
        completer: &Completer,
        rules: &Rules,
        position: &Position,
    ) -> Result<ThreeHeaps, SolveError> {
        let [a, b, c] = sorted(position);
        let mut targets = vec![(c, completer.f(a, b)?), (b, completer.f(a, c)?)];
        targets.extend(completer.below([a, b, c])?.map(|x| (a, x)));
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
            let rows = Completer::from_rows(family, 23, &limits, None).expect("quick rows");
            assert!(matches!(rows.reason(7), Reason::Row { .. }));
            for (a, b) in (1..24).flat_map(|a| (0..40).map(move |i| (a, 2100 + 47 * i + a))) {
                let around = |heaps: [u64; 3]| {
                    let mut heaps = heaps;
                    heaps.sort_unstable();
                    Completer::from_table(family, heaps, &limits).expect("a small table")
                };
                let partner = around([a, b, b]).f(a, b).expect("within the table");
                for c in [partner, b, b + a, b - a, partner + 1, b + 30, b - 13] {
                    let position = Position::new([a, b, c]);
                    let [left, right] = [&rows, &around([a, b, c])].map(|completer| {
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
