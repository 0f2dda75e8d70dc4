//! Heap positions: the quickest exact search for the rules at hand.

use super::lines::{self, ExploredLines};
use super::memo::{self, Explored};
use super::packed::{PackedRules, Packing};
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Play, Position, Value};

/// The value of every position below a start.
pub struct ExploredHeaps(Table);

impl std::fmt::Debug for ExploredHeaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExploredHeaps")
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

enum Table {
    Lines(ExploredLines),
    Packed(Packing, Explored<u128>),
    Plain(Explored<Position>),
}

impl ExploredHeaps {
    /// The value of a position, if it can be reached from the start.
    pub fn value(&self, position: &Position) -> Option<Value> {
        match &self.0 {
            Table::Lines(lines) => lines.value(position),
            Table::Packed(packing, explored) => explored.value(&packing.try_pack(position)?),
            Table::Plain(explored) => explored.value(position),
        }
    }

    /// How many positions were valued.
    pub fn positions(&self) -> usize {
        match &self.0 {
            Table::Lines(lines) => lines.positions(),
            Table::Packed(_, explored) => explored.positions(),
            Table::Plain(explored) => explored.positions(),
        }
    }
}

/// Values every position that can be reached from `start`.
///
/// ```
/// use amalgam::{Play, Position, engines::search};
/// let rules = "take any, merge".parse()?;
/// let start = Position::new([3, 4, 5]);
/// let explored = search::explore_heaps(&rules, &start, Play::Normal, &Default::default())?;
/// assert_eq!(explored.value(&Position::new([1, 3, 5])).unwrap().grundy, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn explore_heaps(
    rules: &Rules,
    start: &Position,
    play: Play,
    limits: &Budget,
) -> Result<ExploredHeaps, LimitReached> {
    if rules.takes_any()
        && let Some(explored) = lines::explore(rules, start, play, limits)
    {
        return explored.map(|lines| ExploredHeaps(Table::Lines(lines)));
    }
    if rules.takes_any() {
        // Each smaller size of the largest heap is a position, and has a value.
        let positions = start.largest();
        limits.foresee(positions, u128::from(positions) * size_of::<u128>() as u128)?;
    }
    if let Some(packing) = Packing::below(rules, [start]) {
        let game = PackedRules { rules, packing };
        let explored = memo::explore(&game, packing.pack(start.heaps()), play, limits)?;
        return Ok(ExploredHeaps(Table::Packed(packing, explored)));
    }
    let explored = memo::explore(rules, start.clone(), play, limits)?;
    Ok(ExploredHeaps(Table::Plain(explored)))
}

/// Who wins from `start`, stopping at the first winning move of each position, and how many
/// positions were decided.
///
/// # Errors
/// [`LimitReached`] when a bound is met first.
pub fn outcome_of_heaps(
    rules: &Rules,
    start: &Position,
    play: Play,
    limits: &Budget,
) -> Result<(Outcome, usize), LimitReached> {
    if rules.takes_any()
        && let Some(decided) = crate::completion::decide(rules, start, play, limits)
    {
        return decided;
    }
    match Packing::below(rules, [start]) {
        Some(packing) => {
            let game = PackedRules { rules, packing };
            memo::outcome(&game, packing.pack(start.heaps()), play, limits)
        }
        None => memo::outcome(rules, start.clone(), play, limits),
    }
}
