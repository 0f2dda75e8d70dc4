//! Every game ends, or it is refused.
//!
//! For each clause and each measure it is computed whether every move of the clause lowers the measure,
//! whether none raises it, or whether one might. Then a measure is taken that no clause raises and some
//! clause lowers; the clauses that it lowers are dropped; and so on. If all are dropped, the measures in
//! that order are a proof.
//!
//! *Proof.* A move by a clause that was dropped in round i lowers the measure of round i and raises none
//! of those before, since the clause was there then. So the list of the measures falls in the order of a
//! dictionary. Uses of limits, coins, heaps, squares and coins × places are natural numbers. A multiset
//! falls where each heap is replaced by smaller ones, an order without infinite descent (Dershowitz &
//! Manna 1979). The measures that count upwards are used only where no clause of the game can raise the
//! number T of coins: then there are at most T heaps, the squares sum to at most T², and n places hold at
//! most nT coins × places. ∎ Dropping a clause never hurts, so the search finds an order of these
//! measures if there is one.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use super::ast::*;
use super::effect::Effect;
use super::{Stand, Words};

/// What falls with every move of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// The uses left of a limit.
    Uses(usize),
    /// All coins.
    Coins,
    /// How many heaps are not empty; or the same counted upwards.
    Heaps(bool),
    /// The heaps as a multiset.
    Multiset,
    /// The sum of the squares of the heaps; or the same counted upwards.
    Squares(bool),
    /// The sum of coins times their place; or the same counted upwards.
    Places(bool),
}

/// What a clause does to a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Falls,
    StaysOrFalls,
    MayRise,
}

/// Why rules are refused.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The clause can never be used.
    Never(usize),
    /// The clause may add more coins than it takes.
    Rises(usize),
    /// Play can go round.
    Cycle(usize, Vec<Stand>),
    /// Nothing that is tried here proves that the game ends.
    Unproved(usize),
}

impl Words {
    /// Finds the measures that prove that the game ends.
    pub(super) fn prove_end(&self) -> Result<Vec<Measure>, Refusal> {
        let effects: Vec<Effect> = self.clauses.iter().map(Effect::of).collect();
        let asks = |clause: &Clause| clause.steps.iter().any(|step| step.condition.is_some());
        let never = |k: &usize| effects[*k].never_holds() && asks(&self.clauses[*k]);
        if let Some(never) = (0..effects.len()).find(never) {
            return Err(Refusal::Never(never));
        }
        let coins_fall = (0..effects.len()).all(|k| self.coins(k, &effects) != Change::MayRise);
        let splits = self
            .clauses
            .iter()
            .flat_map(|clause| &clause.steps)
            .any(|step| matches!(step.action, Action::Split(..) | Action::Replace(..)));
        let mut measures: Vec<Measure> = (0..self.limits.len()).map(Measure::Uses).collect();
        measures.extend([Measure::Coins, Measure::Heaps(false), Measure::Multiset]);
        measures.push(Measure::Squares(false));
        if self.field.shape == Shape::Row && !splits {
            measures.push(Measure::Places(false));
        }
        if coins_fall {
            measures.extend([Measure::Heaps(true), Measure::Squares(true)]);
            if self.field.shape == Shape::Row && !splits && !self.field.closing {
                measures.push(Measure::Places(true));
            }
        }
        let mut left: Vec<usize> = (0..self.clauses.len()).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let found = measures.iter().find(|measure| {
                let changes: Vec<Change> =
                    left.iter().map(|&k| self.change(k, measure, &effects)).collect();
                !changes.contains(&Change::MayRise) && changes.contains(&Change::Falls)
            });
            let Some(measure) = found else { break };
            left.retain(|&k| self.change(k, measure, &effects) != Change::Falls);
            order.push(measure.clone());
        }
        let Some(&last) = left.last() else { return Ok(order) };
        let rises = |&&k: &&usize| {
            let adds = |step: &Step| matches!(step.action, Action::Add(..));
            self.clauses[k].steps.iter().any(adds) && self.coins(k, &effects) == Change::MayRise
        };
        match (self.find_cycle(), left.iter().find(rises)) {
            (Some(cycle), _) => Err(Refusal::Cycle(last, cycle)),
            (None, Some(&rises)) => Err(Refusal::Rises(rises)),
            (None, None) => Err(Refusal::Unproved(last)),
        }
    }

    fn coins(&self, clause: usize, effects: &[Effect]) -> Change {
        let replaces = self.clauses[clause].steps.iter().any(|step| match &step.action {
            Action::Replace(_, counts, _) => counts.most(u64::MAX) > 1,
            _ => false,
        });
        if replaces {
            return Change::MayRise;
        }
        let steps = &self.clauses[clause].steps;
        let lowers = |step: &Step| match step.action {
            Action::Take(..) | Action::Replace(..) => true,
            Action::Delete(_) => !self.field.keeps_empty(),
            _ => false,
        };
        let falls = match steps.iter().any(|step| matches!(step.action, Action::Add(..))) {
            false => steps.iter().any(lowers),
            true if effects[clause].loses(1) => true,
            true if effects[clause].loses(0) => steps.iter().any(replaced),
            true => return Change::MayRise,
        };
        if falls { Change::Falls } else { Change::StaysOrFalls }
    }

    fn change(&self, clause: usize, measure: &Measure, effects: &[Effect]) -> Change {
        let steps = &self.clauses[clause].steps;
        let effect = &effects[clause];
        let or_less = |falls: bool| if falls { Change::Falls } else { Change::StaysOrFalls };
        let any = |like: &dyn Fn(&Action) -> bool| steps.iter().any(|step| like(&step.action));
        let all = |like: &dyn Fn(&Action) -> bool| steps.iter().all(|step| like(&step.action));
        let only_move = matches!(steps.as_slice(), [
                Step { action: Action::Take(_, choice), .. },
                Step { action: Action::Add(..), .. },
            ] if !choice.is_several());
        let merges = |action: &Action| matches!(action, Action::Merge(_) | Action::MergeIt);
        let takes = |action: &Action| matches!(action, Action::Take(..));
        let passes = |action: &Action| *action == Action::Pass;
        let adds = |action: &Action| matches!(action, Action::Add(..));
        let deletes = |action: &Action| matches!(action, Action::Delete(_));
        // A delete lowers what it can be sure to find coins in.
        let surely_deletes = |action: &Action| deletes(action) && !self.field.keeps_empty();
        let parts = |least: u64| {
            move |action: &Action| match action {
                Action::Split(_, counts, _) => counts.least().is_some_and(|count| count >= least),
                _ => false,
            }
        };
        let shrinks = |action: &Action| {
            matches!(action, Action::Split(..) | Action::Replace(..))
                || takes(action)
                || deletes(action)
                || passes(action)
        };
        let surely_shrinks = |action: &Action| {
            matches!(action, Action::Replace(..))
                || takes(action)
                || surely_deletes(action)
                || parts(2)(action)
        };
        match *measure {
            Measure::Uses(limit) => or_less(self.clauses[clause].limit == Some(limit)),
            Measure::Coins => self.coins(clause, effects),
            Measure::Heaps(false) => {
                let kept = |action: &Action| match action {
                    Action::Add(..) => !self.field.keeps_empty(),
                    Action::Split(_, counts, _) | Action::Replace(_, counts, _) => {
                        counts.most(u64::MAX) <= 1
                    }
                    _ => true,
                };
                match all(&kept) {
                    true => or_less(any(&merges) || any(&surely_deletes)),
                    false => Change::MayRise,
                }
            }
            Measure::Heaps(true) => {
                let kept = |action: &Action| parts(1)(action) || passes(action) || adds(action);
                match all(&kept) {
                    true => or_less(any(&parts(2))),
                    false => Change::MayRise,
                }
            }
            Measure::Multiset => match all(&shrinks) {
                true => or_less(any(&surely_shrinks)),
                false => Change::MayRise,
            },
            Measure::Squares(false) => {
                let falls =
                    |action: &Action| shrinks(action) && !matches!(action, Action::Replace(..));
                match () {
                    () if all(&falls) => or_less(any(&surely_shrinks)),
                    () if only_move && effect.shares(1) => Change::Falls,
                    () if only_move && effect.shares(0) => Change::StaysOrFalls,
                    () => Change::MayRise,
                }
            }
            Measure::Squares(true) => match () {
                () if all(&|action| merges(action) || passes(action)) => or_less(any(&merges)),
                () if only_move && effect.gathers() => Change::Falls,
                () => Change::MayRise,
            },
            Measure::Places(up) => {
                let to = |target: Target| {
                    only_move && matches!(&steps[1].action, Action::Add(_, to) if *to == target)
                };
                match up {
                    false if all(&|action| takes(action) || deletes(action) || passes(action)) => {
                        or_less(any(&|action| takes(action) || surely_deletes(action)))
                    }
                    false if to(Target::Previous) && effect.loses(0) => Change::Falls,
                    true if all(&passes) => Change::StaysOrFalls,
                    true if to(Target::Next) && self.keeps_coins(clause, effect) => Change::Falls,
                    _ => Change::MayRise,
                }
            }
        }
    }

    /// Whether a move of coins adds all that it takes.
    fn keeps_coins(&self, clause: usize, effect: &Effect) -> bool {
        let taken = Expr::Quantity(Quantity::Taken);
        let whole = |step: &Step| match &step.action {
            Action::Add(amount, _) => {
                amount.items == [Item::Range(taken.clone(), Some(taken.clone()))]
            }
            _ => true,
        };
        effect.loses(0) && self.clauses[clause].steps.iter().all(whole)
    }

    /// A line of play that comes back, among small positions.
    fn find_cycle(&self) -> Option<Vec<Stand>> {
        let mut seen: HashMap<Stand, bool> = HashMap::new(); // true while the lines below are followed
        for start in self.small_starts() {
            if let Some(cycle) = self.follow(start, &mut seen) {
                return Some(cycle);
            }
        }
        None
    }

    fn follow(&self, start: Stand, seen: &mut HashMap<Stand, bool>) -> Option<Vec<Stand>> {
        const MOST: usize = 4_000;
        const MOST_OPTIONS: usize = 500;
        if seen.contains_key(&start) {
            return None;
        }
        let options = |stand: &Stand| {
            let mut options = Vec::new();
            let _ = self.each_option(stand, &mut |option| {
                options.push(option);
                match options.len() {
                    MOST_OPTIONS => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            // Those with few coins first: a line that grows leads nowhere.
            options.retain(|option| {
                option.heaps.iter().sum::<u64>() <= 12 && option.heaps.len() <= 12
            });
            options
        };
        let mut line: Vec<(Stand, Vec<Stand>)> = Vec::new();
        seen.insert(start.clone(), true);
        line.push((start.clone(), options(&start)));
        while let Some((stand, waiting)) = line.last_mut() {
            let Some(option) = waiting.pop() else {
                seen.insert(stand.clone(), false);
                line.pop();
                continue;
            };
            match seen.get(&option) {
                Some(true) => {
                    let from = line.iter().position(|(stand, _)| *stand == option)?;
                    let mut cycle: Vec<Stand> =
                        line[from..].iter().map(|(stand, _)| stand.clone()).collect();
                    cycle.push(option);
                    return Some(cycle);
                }
                Some(false) => {}
                None if seen.len() >= MOST => return None,
                None => {
                    seen.insert(option.clone(), true);
                    let waiting = options(&option);
                    line.push((option, waiting));
                }
            }
        }
        None
    }

    /// Positions of few coins and heaps, the smallest first.
    fn small_starts(&self) -> Vec<Stand> {
        let places = match self.field.shape {
            Shape::Places(Some(count)) => {
                usize::try_from(count).unwrap_or(4)..=count.min(6) as usize
            }
            _ => 1..=4,
        };
        let mut starts = Vec::new();
        for coins in 1..=7 {
            for places in places.clone() {
                let mut sizes = vec![0u64; places];
                fill(&mut sizes, 0, coins, &mut |sizes| {
                    if let Some(start) = self.start(sizes)
                        && starts.len() < 4000
                        && !starts.contains(&start)
                    {
                        starts.push(start);
                    }
                });
            }
        }
        starts
    }
}

/// Whether a heap is replaced by at most one smaller one.
fn replaced(step: &Step) -> bool {
    matches!(step.action, Action::Replace(..))
}

/// Calls `visit` with every way to put this many coins into the places from `from` on.
fn fill(sizes: &mut Vec<u64>, from: usize, coins: u64, visit: &mut dyn FnMut(&[u64])) {
    if from + 1 >= sizes.len() {
        if let Some(last) = sizes.last_mut() {
            *last = coins;
        }
        visit(sizes);
        return;
    }
    for here in 0..=coins {
        sizes[from] = here;
        fill(sizes, from + 1, coins - here, visit);
    }
}

impl Measure {
    /// What it is called among the limits of the rules.
    pub(super) fn name<'a>(&'a self, words: &'a Words) -> String {
        match self {
            Measure::Uses(limit) => {
                format!("uses left of `{}`", words.limits.get(*limit).map_or("?", |l| &l.name))
            }
            measure => measure.to_string(),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Uses(_) => "uses left",
            Measure::Coins => "coins",
            Measure::Heaps(false) => "heaps",
            Measure::Heaps(true) => "heaps, upwards",
            Measure::Multiset => "the multiset of heaps",
            Measure::Squares(false) => "squares of heaps",
            Measure::Squares(true) => "squares of heaps, upwards",
            Measure::Places(false) => "coins × places",
            Measure::Places(true) => "coins × places, upwards",
        })
    }
}
