//! By a certificate for a [family](amalgam_families): a rest and any number of equal heaps.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::closed::Closed;
use super::cost::WORTH_BYTES;
use super::plan::{MANY, courtesy};
use super::{Reason, SolveError};
use crate::theory::heights;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Silent};
use amalgam_core::{Game, Outcome, PartMove, Play, Position, Rules};
use amalgam_families::{Decision, Setting, Table, split};
use amalgam_tables::census::CensusError;

pub(super) struct ByFamily {
    rules: Rules,
    position: Position,
    play: Play,
    found: Decision,
}

/// Rests of more coins are left to other ways.
const MOST_COINS: u128 = 40;
/// The table goes so far beyond the rest; about half a second is spent on it at the most.
const BEYOND: usize = 34;
/// Positions of fewer coins are left to other ways, which know all their options.
const FEWEST_COINS: u128 = 70;

/// Whether a certificate may decide a position: it has many equal heaps and few other coins. In misère play the outcome
/// is the same, since every option of a position that parity leaves open has a tall heap.
pub(super) fn applies(rules: &Rules, position: &Position, play: Play) -> bool {
    let Some((height, count, rest)) = split(position) else { return false };
    let many = count >= 12 && position.coins() > FEWEST_COINS && rest.coins() <= MOST_COINS;
    let same = play == Play::Normal || position.largest() > 1;
    many && same && height <= 8 && Setting::new(rules, height).is_some()
}

fn decide(
    rules: &Rules,
    position: &Position,
    options: bool,
    limits: &Budget,
) -> Result<Option<Decision>, SolveError> {
    let Some((height, _, rest)) = split(position) else { return Ok(None) };
    let Some(setting) = Setting::new(rules, height) else { return Ok(None) };
    let coins = rest.coins() as usize + BEYOND;
    let table = Table::new(rules, coins.max(44), limits, &Silent).map_err(|error| match error {
        CensusError::Stopped { reached, .. } => reached,
        _ => LimitReached::new(Limit::Memory(limits.memory), 0),
    })?;
    Ok(Decision::find(&setting, &table, position, options, limits, &Silent)?)
}

impl ByFamily {
    /// Within the bounds of a courtesy, whatever the bounds of the question are.
    pub(super) fn new(
        (rules, position): (Rules, Position),
        play: Play,
        options: bool,
        limits: &Budget,
    ) -> Result<ByFamily, SolveError> {
        let found = match applies(&rules, &position, play) {
            true => decide(&rules, &position, options, &courtesy(limits)),
            false => Ok(None),
        };
        match found {
            Ok(Some(found)) => Ok(ByFamily { rules, position, play, found }),
            // Only a bound of the question can be raised.
            Err(error) if limits.met().is_some() || limits.memory < WORTH_BYTES => Err(error),
            _ => Err(none_found(&position)),
        }
    }
}

/// Where no certificate was found.
fn none_found(position: &Position) -> SolveError {
    let (height, _, rest) = split(position).unwrap_or_default();
    SolveError::NoCertificate { rest, height, heaps: position.heap_count() }
}

/// Whether nothing but a theorem or a certificate can decide a position: its heaps are many, and all of them may merge.
/// Then more positions are below it than fit anywhere: a thousand equal heaps alone can become each of the 10³¹
/// partitions of a thousand, and each set of different heaps can be removed.
pub(super) fn is_hopeless(rules: &Rules, position: &Position) -> bool {
    position.heap_count() > MANY && heights::speaks_of(rules)
}

/// f(R) for a rest with many equal heaps, if a theorem or a certificate finds a P-position with it. There is
/// only one (each rest has one completion), so that nothing need be known of other heaps.
pub(super) fn complete(
    rules: &Rules,
    rest: &Position,
    play: Play,
    limits: &Budget,
) -> Result<Option<(u64, Reason)>, SolveError> {
    if rest.coins() <= FEWEST_COINS || !rules.takes_any() {
        return Ok(None);
    }
    let most = heights::most(rest).min(1000) as u64;
    let closed = |size: u64| Closed::new((rules.clone(), rest.with(size)), play);
    let by_closed = (0..=most).find_map(|size| {
        closed(size)
            .filter(|closed| closed.known().outcome == Outcome::P)
            .map(|closed| (size, closed.reason()))
    });
    if by_closed.is_some() {
        return Ok(by_closed);
    }
    for size in (0..=most).filter(|&size| closed(size).is_none()) {
        let position = rest.with(size);
        if !applies(rules, &position, play) {
            continue;
        }
        match decide(rules, &position, false, limits) {
            Ok(Some(found)) if found.outcome == Outcome::P => {
                return Ok(Some((size, reason(&found))));
            }
            Ok(_) => {}
            Err(error) if limits.met().is_some() => return Err(error),
            Err(_) => {}
        }
    }
    if is_hopeless(rules, rest) {
        return Err(none_found(rest));
    }
    Ok(None)
}

fn reason(found: &Decision) -> Reason {
    let Decision { rest, height, outcome, residue, period, from, classes, .. } = found.clone();
    Reason::Family { rest, height, outcome, residue, period, from, classes }
}

impl Decided for ByFamily {
    fn known(&self) -> Known {
        Known::only(self.found.outcome, self.play)
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        self.rules.each_move(&self.position, |action, result| {
            list.look(result.runs().count())?;
            match self.found.options.get(&result) {
                Some(Outcome::P) => list.add(0, action, result.into()),
                _ => ControlFlow::Continue(()),
            }
        })
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let outcome = self.found.options.get(action.result.position()?)?;
        Some(Known::only(*outcome, self.play))
    }

    fn reason(&self) -> Reason {
        reason(&self.found)
    }

    fn is_complete(&self) -> bool {
        self.found.complete
    }
}
