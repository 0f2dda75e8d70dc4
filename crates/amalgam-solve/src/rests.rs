//! Any number of heaps, by the row of all but two of them.
//!
//! Let x ≤ y be the two largest heaps and R the rest. The position is P iff y is the value of row R at
//! column x. Taking from y wins down to that value, taking from x down to the value at y; taking from a
//! heap of R, and merging two of them, leads to another row at column x; merging a heap r with x leads
//! to row R ∖ r at the merged heap, merging it with y to a heap that may be the value of row R ∖ r at
//! x; merging x and y to the row of R at 0. Those are all moves.
//!
//! Where all heaps but one are small, the row of Grundy values of the others tells the value as well.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Cost, Reason, SolveError};
use amalgam_core::base::budget::{Budget, Silent};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Move, Outcome, PartMove, Play, Position};
use amalgam_rows::rests::Stretch;
use amalgam_rows::{RowError, Setting, Values};

/// A position decided by rows of rests.
pub(super) struct Rests {
    play: Play,
    outcome: Outcome,
    grundy: Option<u64>,
    winning: Vec<(Move, Position)>,
    reason: Reason,
}

/// A closure of more rests than this is left to other ways.
const MOST_RESTS: u128 = 1 << 13;
/// About this many columns are walked where the heaps are large.
const STRETCH: u64 = 1 << 14;
/// The rows of rests of so few coins are known wherever they are asked.
const SURELY: u128 = 14;
/// Those of single heaps further, since each row sees only the union of those below it.
const SINGLE: u128 = 40;

/// About how much work it is to decide a position by the row of all but two of its heaps; `None` where
/// there is no such row or it is out of reach.
pub(super) fn cost(rules: &Rules, position: &Position, play: Play) -> Option<Cost> {
    // Up to three stretches: around x, around y, and at 0.
    let (rest, [_, y]) = split(position);
    let stretch = row_cost(rules, &rest, y, play, Values::Completions)?;
    Some(stretch.and(stretch).and(stretch))
}

/// About how much work it is to find the value of a row at a column.
pub(super) fn row_cost(
    rules: &Rules,
    rest: &Position,
    column: u64,
    play: Play,
    values: Values,
) -> Option<Cost> {
    let setting = Setting::new(rules, play, values).ok()?;
    setting.reaches(rest).then_some(())?;
    let most = super::cost::partitions(rest.coins() as f64, Some(rest.heap_count())) as u128;
    let columns = column.min(STRETCH) + rest.coins() as u64 + 64;
    (most <= MOST_RESTS).then(|| Cost::Entries(most.saturating_mul(columns.into())))
}

/// Whether the row of the Grundy values of a rest is quickly found.
pub(super) fn is_valued(rest: &Position) -> bool {
    rest.coins() <= if rest.heap_count() == 1 { SINGLE } else { SURELY }
}

/// Whether that cannot fail within common limits.
pub(super) fn is_sure(position: &Position) -> bool {
    split(position).0.coins() <= SURELY
}

/// All heaps but the two largest, and those, with zeros where there are fewer.
fn split(position: &Position) -> (Position, [u64; 2]) {
    let (rest, y) = without_largest(position);
    let (rest, x) = without_largest(&rest);
    (rest, [x, y])
}

/// f(S) by the row of all heaps but the largest, and why.
pub(super) fn complete(
    rules: &Rules,
    rest: &Position,
    play: Play,
    limits: &Budget,
) -> Result<(u64, Reason), SolveError> {
    let setting = Setting::new(rules, play, Values::Completions)?;
    let (row, column) = without_largest(rest);
    let stretch =
        Stretch::around(&setting, &row, column..column.saturating_add(1), limits, &Silent)?;
    let value = value(&stretch, &row, column)?;
    Ok((value, Reason::Rest { rest: row, column, value }))
}

/// The Grundy value of a position by the row of all heaps but the largest.
pub(super) fn grundy(
    rules: &Rules,
    position: &Position,
    limits: &Budget,
) -> Result<u64, SolveError> {
    let setting = Setting::new(rules, Play::Normal, Values::Grundy)?;
    let (row, column) = without_largest(position);
    if row.is_empty() {
        return Ok(column); // a heap alone never merges, and any number may be taken
    }
    let stretch =
        Stretch::around(&setting, &row, column..column.saturating_add(1), limits, &Silent)?;
    value(&stretch, &row, column)
}

/// The moves that lead to a position of this Grundy value, by the same row.
///
/// Taking from the largest heap leads to the column with that value, which is near it; every other move
/// leads to another row, at the largest heap or at what it has become.
pub(super) fn grundy_moves(
    rules: &Rules,
    position: &Position,
    target: u64,
    limits: &Budget,
) -> Result<Vec<(Move, Position)>, SolveError> {
    let setting = Setting::new(rules, Play::Normal, Values::Grundy)?;
    let (row, largest) = without_largest(position);
    let reach = setting.reach(&row) as u64;
    let near = target.saturating_sub(reach)..target.saturating_add(reach + 1).min(largest);
    let mut moves = Vec::new();
    let mut take = |from: u64, to: u64| {
        moves.extend(position.reduced(from, to).map(|result| (Move::Take { from, to }, result)));
    };
    if row.is_empty() {
        if target < largest {
            take(largest, target);
        }
        return Ok(moves);
    }
    if !near.is_empty() {
        let stretch = Stretch::around(&setting, &row, near.clone(), limits, &Silent)?;
        for to in near {
            if value(&stretch, &row, to)? == target {
                take(largest, to);
            }
        }
    }
    let from = largest.saturating_sub(setting.most_taken());
    let stretch =
        Stretch::around(&setting, &row, from..largest.saturating_add(1), limits, &Silent)?;
    for (i, from) in row.distinct().filter(|&(_, heap)| heap != largest) {
        for to in 0..from {
            if value(&stretch, &row.replace(&[i], &[to]), largest)? == target {
                take(from, to);
            }
        }
    }
    for (action, result) in rules.merge_moves(position) {
        let Move::Merge { from, to } = action else { continue };
        let (left, column) = after_merge(&row, from, largest, to);
        if value(&stretch, &left, column)? == target {
            moves.push((action, result));
        }
    }
    Ok(moves)
}

/// The row and the column to which a merge leads.
fn after_merge(row: &Position, [small, large]: [u64; 2], largest: u64, to: u64) -> (Position, u64) {
    let index = |row: &Position, heap: u64| row.heaps().iter().position(|&h| h == heap);
    let fewer = index(row, small).map_or_else(|| row.clone(), |i| row.without(i));
    match index(&fewer, large) {
        Some(j) => (fewer.without(j).with(to), largest),
        None => (fewer, to),
    }
}

/// All heaps but the largest, and the largest.
pub(super) fn without_largest(position: &Position) -> (Position, u64) {
    match position.heap_count() {
        0 => (Position::default(), 0),
        heaps => (position.without(heaps - 1), position.largest()),
    }
}

fn value(stretch: &Stretch, rest: &Position, column: u64) -> Result<u64, SolveError> {
    let overflow = || RowError::Overflow { rest: rest.clone().into(), column };
    stretch.value(rest, column).ok_or_else(|| overflow().into())
}

impl Rests {
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        limits: &Budget,
    ) -> Result<Rests, SolveError> {
        let setting = Setting::new(&rules, play, Values::Completions)?;
        let (rest, [x, y]) = split(&position);
        let most_taken = rules.merges().iter().map(|merge| merge.then_take).max().unwrap_or(0);
        let from = x.saturating_sub(most_taken);
        let at_x = Stretch::around(&setting, &rest, from..x.saturating_add(1), limits, &Silent)?;
        let partner = value(&at_x, &rest, x)?;
        let at_y = match u128::from(y - x) {
            0 => partner,
            // Values are near their columns, so that of y is no less heap than x.
            apart if apart >= setting.reach(&rest) => y,
            _ => {
                let at_y =
                    Stretch::around(&setting, &rest, y..y.saturating_add(1), limits, &Silent)?;
                value(&at_y, &rest, y)?
            }
        };
        let of_rest = Stretch::around(&setting, &rest, 0..1, limits, &Silent)?;
        let of_rest = value(&of_rest, &rest, 0)?;
        let mut targets = vec![(y, partner), (x, at_y)];
        for (i, from) in rest.distinct() {
            let leads = |to: &u64| at_x.value(&rest.replace(&[i], &[*to]), x) == Some(y);
            targets.extend((0..from).filter(leads).map(|to| (from, to)));
        }
        targets.retain(|(from, to)| to < from);
        targets.sort_unstable();
        targets.dedup();
        let take =
            |&(from, to): &(u64, u64)| Some((Move::Take { from, to }, position.reduced(from, to)?));
        let mut winning: Vec<(Move, Position)> = targets.iter().filter_map(take).collect();
        let heaps = Heaps { rest: &rest, x, y };
        let wins = |(action, _): &(Move, Position)| match action {
            Move::Merge { from, to } => match heaps.after_merge(*from, *to) {
                Some((row, column, partner)) => at_x.value(&row, column) == Some(partner),
                None => of_rest == *to,
            },
            _ => false,
        };
        winning.extend(rules.merge_moves(&position).into_iter().filter(wins));
        let reason = Reason::Rest { rest, column: x, value: partner };
        Ok(Rests { play, outcome: Outcome::from_p(partner == y), grundy: None, winning, reason })
    }

    /// The same with the Grundy value, where all heaps but the largest are few.
    pub(super) fn with_grundy(
        (rules, position): (Rules, Position),
        limits: &Budget,
    ) -> Result<Rests, SolveError> {
        let grundy = grundy(&rules, &position, limits)?;
        let rests = Rests::new((rules, position.clone()), Play::Normal, limits)?;
        let (rest, column) = without_largest(&position);
        let reason = Reason::GrundyRest { rest, column, value: grundy };
        Ok(Rests { grundy: Some(grundy), reason, ..rests })
    }
}

/// A position cut into a rest and two heaps.
struct Heaps<'a> {
    rest: &'a Position,
    x: u64,
    y: u64,
}

impl Heaps<'_> {
    /// Which row tells whether a merge leads to a P-position, at which column, and which value says
    /// yes; `None` where the two heaps beside the rest merge.
    fn after_merge(&self, [small, large]: [u64; 2], to: u64) -> Option<(Position, u64, u64)> {
        let Heaps { rest, x, y } = *self;
        let index = |rest: &Position, heap: u64| rest.heaps().iter().position(|&h| h == heap);
        if let Some(i) = index(rest, small) {
            let fewer = rest.without(i);
            if let Some(j) = index(&fewer, large) {
                return Some((fewer.without(j).with(to), x, y));
            }
            // The merged heap takes the place of the one that it grew from.
            return Some(if large == y { (fewer, x, to) } else { (fewer, to, y) });
        }
        None
    }
}

impl Decided for Rests {
    fn known(&self) -> Known {
        let known = Known::only(self.outcome, self.play);
        Known { grundy: known.grundy.or(self.grundy), ..known }
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let mut moves = self.winning.iter().cloned();
        moves.try_for_each(|(action, result)| list.add(0, action, result.into()))
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let wins = self.winning.iter().any(|(winning, _)| *winning == action.action);
        Some(Known::only(Outcome::from_p(wins), self.play))
    }

    fn reason(&self) -> Reason {
        self.reason.clone()
    }
}
