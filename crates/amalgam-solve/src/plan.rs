//! Which way decides: one ladder for every question.
//!
//! A [`Plan`] lists the ways to decide a sum, the one to try first at the front. A theorem that names
//! the winner comes before any exploring, f(a,b) and the rows of rests before completions,
//! completions before a search.
//! Whoever asks for everything gets a valuation of all positions first where that is cheap, because
//! people want the Grundy value and the remoteness too: a courtesy, which is bounded and passed over
//! where it does not fit ([`courtesy`]). Whoever asks for the outcome alone never pays for it.

use std::fmt;

use super::answer::{Answer, Decided};
use super::closed::Closed;
use super::completed::Completed;
use super::cost::{
    self, Cost, LITTLE, LOOKS_AS_ENTRIES, WORTH_BYTES, WORTH_FOR_REMOTENESS, WORTH_LOOKS,
    WORTH_NUMBERED, WORTH_POSITIONS,
};
use super::explored::Exploration;
use super::family::{self, ByFamily};
use super::first_win::FirstWin;
use super::free_pairs::{self, ByFreePairs};
use super::nim::Nim;
use super::own::OwnValues;
use super::product::Product;
use super::rests::{self, Rests};
use super::theorem::ByTheorem;
use super::three::{self, ThreeHeaps};
use super::values::Values;
use super::{MOST_MOVES, SolveError};
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::Kind;
use amalgam_core::games::rules::Family;
use amalgam_core::{HeapPart, Part, Play, Position, Rules, Sum};
use amalgam_rows::{Store, Values as RowValues};
use amalgam_search as search;

/// How much is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// All that can be found out.
    Everything,
    /// Only who wins.
    Outcome,
}

/// One exact way to decide a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A user's own game, which was explored when it was read.
    Explored,
    /// Nim, by Bouton's theorem, under either convention.
    Nim,
    /// Heaps or parts that never meet: their values, added by nim-sum.
    Values,
    /// A theorem of the literature on a neighbouring game.
    Classic,
    /// The nim-sum, its lowest bit put right by the free pairs.
    FreePairs,
    /// A closed form that names every winning move.
    ClosedForm,
    /// A closed form that names the winner and some winning moves.
    Mirror,
    /// f(a,b) for up to three heaps, from a table or from the period of a row.
    ThreeHeaps,
    /// The row of all heaps but two.
    Rests,
    /// The row of the Grundy values of all heaps but one.
    GrundyRow,
    /// A certificate for a rest and any number of equal heaps.
    Family,
    /// The completion of every rest that can arise.
    Completions,
    /// The value of every position that can arise.
    Valuation,
    /// A search that stops at the first winning move of each position.
    FirstWin,
    /// The value of every sum of positions that can arise, all parts at once.
    Together,
}

/// What decides a sum: made when the plan finds that a way applies, so that it has what it needs.
type Decider =
    Box<dyn Fn(&Budget, Option<&dyn Store>) -> Result<Box<dyn Decided>, SolveError> + Send + Sync>;

/// A way with what it costs, whether it must succeed, and what decides.
pub struct Step {
    /// The way.
    pub way: Way,
    /// What it costs.
    pub cost: Cost,
    /// Whether it is only tried within the bounds of a courtesy, and passed over where it does not
    /// fit.
    pub courtesy: bool,
    decider: Decider,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { way, cost, courtesy, .. } = self;
        let mut shown = f.debug_struct("Step");
        shown.field("way", way).field("cost", cost).field("courtesy", courtesy);
        shown.finish_non_exhaustive()
    }
}

impl Step {
    /// The same error; where a bound was met, with how much work it would have been.
    fn told(&self, error: SolveError) -> SolveError {
        match (error, self.cost) {
            (SolveError::Limit(reached), Cost::Entries(entries)) if reached.unit == "positions" => {
                let needed = u64::try_from(entries).ok().filter(|&entries| entries > reached.done);
                SolveError::Limit(LimitReached { needed, ..reached })
            }
            (error, _) => error,
        }
    }
}

/// The ways to decide a sum, the one to try first at the front.
#[derive(Debug)]
pub struct Plan {
    sum: Sum,
    play: Play,
    steps: Vec<Step>,
}

/// The bounds of a courtesy: it costs about a second at the most, by looks that are counted.
pub(super) fn courtesy(limits: &Budget) -> Budget {
    let memory = limits.memory.min(WORTH_BYTES);
    let looks = limits.looks.min(WORTH_LOOKS);
    Budget { memory, looks, ..limits.with_positions(WORTH_POSITIONS) }
}

/// The bounds of a search for the remoteness, if somebody asks for it.
pub(super) fn remoteness(limits: &Budget, want: Want) -> Option<Budget> {
    let few = courtesy(limits).with_positions(WORTH_FOR_REMOTENESS);
    (want == Want::Everything).then_some(few)
}

/// The bounds of a courtesy that values the position at hand.
fn valuation(position: &Position, limits: &Budget) -> Budget {
    let courtesy = courtesy(limits);
    match search::are_numbered_below(position) {
        true => Budget { positions: WORTH_NUMBERED.min(limits.positions), ..courtesy },
        false => courtesy,
    }
}

impl Plan {
    /// The plan for a sum.
    pub fn new(sum: Sum, play: Play, want: Want) -> Plan {
        let steps = match (sum.as_single(), play) {
            (Some(part), _) => single(part, &sum, play, want),
            (None, Play::Normal) => vec![values(&sum, want)],
            (None, Play::Misere) => vec![together(&sum, play)],
        };
        Plan { sum, play, steps }
    }

    /// What is to be decided.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// Who wins when no move is left.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The ways in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// At most about how much work it is until something decides.
    pub fn cost(&self) -> Cost {
        let bounded = |step: &Step| match (step.courtesy, step.way) {
            (true, Way::Valuation) => step.cost.at_most(WORTH_NUMBERED + LOOKS_AS_ENTRIES),
            (true, _) => step.cost.at_most(WORTH_POSITIONS + LOOKS_AS_ENTRIES),
            (false, _) => step.cost,
        };
        self.steps.iter().map(bounded).fold(Cost::AtOnce, Cost::and)
    }

    /// Tries the ways in order. The last one is no courtesy.
    pub(super) fn run(
        &self,
        limits: &Budget,
        rows: Option<&dyn Store>,
    ) -> Result<Answer, SolveError> {
        let mut met = None;
        for step in &self.steps {
            match (step.decider)(limits, rows) {
                Ok(decided) => return Ok(Answer::new(&self.sum, self.play, decided, limits)),
                Err(error) if step.courtesy => met = Some(error),
                Err(error) => return Err(step.told(error)),
            }
        }
        Err(met.expect("a plan has a step"))
    }
}

/// A step that must succeed.
fn must<D: Decided + 'static>(
    way: Way,
    cost: Cost,
    decider: impl Fn(&Budget, Option<&dyn Store>) -> Result<D, SolveError> + Send + Sync + 'static,
) -> Step {
    let decider: Decider = Box::new(move |limits, rows| Ok(Box::new(decider(limits, rows)?)));
    Step { way, cost, courtesy: false, decider }
}

/// The same as a courtesy, within these bounds.
fn perhaps(step: Step, bounds: impl Fn(&Budget) -> Budget + Send + Sync + 'static) -> Step {
    let Step { way, cost, decider, .. } = step;
    let decider: Decider = Box::new(move |limits, rows| decider(&bounds(limits), rows));
    Step { way, cost, courtesy: true, decider }
}

fn values(sum: &Sum, want: Want) -> Step {
    let remoteness = cost::remoteness(cost::together(sum), want);
    let cost = cost::of_values(sum, want).and(remoteness);
    let sum = sum.clone();
    must(Way::Values, cost, move |limits, _| Values::new(sum.clone(), want, limits))
}

fn together(sum: &Sum, play: Play) -> Step {
    let (sum, cost) = (sum.clone(), cost::together(sum));
    must(Way::Together, cost, move |limits, _| Ok(Product::new(sum.clone(), play, limits)?))
}

/// The plan for a single game.
fn single(part: &Part, sum: &Sum, play: Play, want: Want) -> Vec<Step> {
    let part = match part {
        Part::Own(part) => {
            let part = part.clone();
            let decider =
                move |_: &Budget, _: Option<&dyn Store>| Ok(OwnValues::new(part.clone(), play));
            return vec![must(Way::Explored, cost::listing(sum.moves_at_most(), want), decider)];
        }
        Part::Heaps(part) => part.clone(),
    };
    let position = part.position.clone();
    if let Some(rules) = part.game.rules().filter(|rules| rules.is_nim()).cloned() {
        let valued = match worth_remoteness(&position) {
            true => cost::remoteness(cost::below(&part), want),
            false => Cost::AtOnce,
        };
        let cost = valued.and(cost::naming(&position, want));
        let decider = move |limits: &Budget, _: Option<&dyn Store>| {
            Ok(Nim::new((rules.clone(), position.clone()), play, want, limits))
        };
        return vec![must(Way::Nim, cost, decider)];
    }
    if part.game.heaps_are_independent() && play == Play::Normal {
        return vec![values(sum, want)];
    }
    let cost = cost::below(&part);
    match part.game.kind() {
        Kind::Classic(classic) if play == Play::Normal && classic.theorem().is_some() => {
            let classic = classic.clone();
            let listed = match classic
                .theorem()
                .is_some_and(|theorem| theorem.winning_moves(&position).is_some())
            {
                true => Cost::AtOnce,
                false => {
                    cost::listing(sum.moves_at_most(), want).min(Cost::Entries(MOST_MOVES as u128))
                }
            };
            let cost = cost::remoteness(cost, want).and(listed);
            let decider = move |limits: &Budget, _: Option<&dyn Store>| {
                Ok(ByTheorem::new(part.clone(), classic.clone(), want, limits))
            };
            vec![must(Way::Classic, cost, decider)]
        }
        Kind::Heaps(rules) if rules.takes_any() => takes_any(&part, rules, play, want),
        Kind::Heaps(rules) if want == Want::Everything => {
            let rules = rules.clone();
            vec![must(Way::Valuation, cost, move |limits, _| {
                Ok(Exploration::new(&rules, part.clone(), play, limits)?)
            })]
        }
        _ if want == Want::Everything => vec![together(sum, play)],
        _ => vec![must(Way::FirstWin, cost, move |limits, _| {
            FirstWin::new(part.clone(), play, limits)
        })],
    }
}

/// The plan for rules by which any number may be taken and no heap splits.
fn takes_any(part: &HeapPart, rules: &Rules, play: Play, want: Want) -> Vec<Step> {
    let position = &part.position;
    let heaps = (rules.clone(), position.clone());
    let below = cost::below(part);
    let mut steps = Vec::new();
    if let Some(pairs) = free_pairs::applies(rules, position, play) {
        let valued = match worth_valuing(position, want) {
            true => below.min(Cost::Entries(WORTH_POSITIONS.into())),
            false => Cost::AtOnce,
        };
        let decider = move |limits: &Budget, _: Option<&dyn Store>| {
            Ok(ByFreePairs::new(heaps.clone(), pairs, want, limits))
        };
        return vec![must(Way::FreePairs, valued.and(cost::naming(position, want)), decider)];
    }
    let closed = Closed::new(heaps.clone(), play);
    // Where a theorem answers at once, only what is surely small is valued as well.
    let small = closed.is_none() || below <= Cost::Entries(WORTH_POSITIONS.into());
    if small && worth_valuing(position, want) {
        let (rules, part, start) = (rules.clone(), part.clone(), position.clone());
        let step = must(Way::Valuation, below, move |limits, _| {
            Ok(Exploration::new(&rules, part.clone(), play, limits)?)
        });
        steps.push(perhaps(step, move |limits| valuation(&start, limits)));
    }
    if want == Want::Everything
        && closed.as_ref().is_none_or(|closed| !closed.is_complete())
        && let Some(cost) = grundy_row(rules, position, play)
    {
        let heaps = heaps.clone();
        let step =
            must(Way::GrundyRow, cost, move |limits, _| Rests::with_grundy(heaps.clone(), limits));
        steps.push(perhaps(step, courtesy));
    }
    let three = family(rules, position, 3, play).map(|family| {
        let (heaps, cost) = (heaps.clone(), three::cost(position));
        must(Way::ThreeHeaps, cost, move |limits, rows| {
            ThreeHeaps::new(family, heaps.clone(), limits, rows)
        })
    });
    let rests_cost =
        rests::cost(rules, position, play).filter(|&cost| three.is_none() && cost < below);
    let rests = rests_cost.map(|cost| {
        let heaps = heaps.clone();
        must(Way::Rests, cost, move |limits, _| Rests::new(heaps.clone(), play, limits))
    });
    let completed = || {
        let (heaps, part) = (heaps.clone(), part.clone());
        let decider: Decider = Box::new(move |limits, _| {
            Ok(match Completed::new(heaps.clone(), play, limits) {
                Some(completed) => Box::new(completed?),
                // Too many heaps to number: every position is valued instead.
                None => Box::new(Exploration::new(&heaps.0, part.clone(), play, limits)?),
            })
        });
        let cost = cost::completions(rules, position, below);
        Step { way: Way::Completions, cost, courtesy: false, decider }
    };
    let Some(closed) = closed else {
        match (three, rests) {
            (Some(three), _) => steps.push(three),
            (None, Some(rests)) if rests::is_sure(position) => steps.push(rests),
            (None, rests) => {
                let (applies, hopeless) =
                    (family::applies(rules, position, play), family::is_hopeless(rules, position));
                let (of, options) = (heaps.clone(), want == Want::Everything);
                let cost = Cost::Entries(WORTH_NUMBERED.into());
                let by_family = must(Way::Family, cost, move |limits, _| {
                    ByFamily::new(of.clone(), play, options, limits)
                });
                if hopeless {
                    steps.push(by_family);
                    return steps;
                }
                if applies {
                    steps.push(perhaps(by_family, Budget::clone));
                }
                steps.extend(rests.map(|rests| perhaps(rests, courtesy)));
                steps.push(completed());
            }
        }
        return steps;
    };
    let complete = closed.is_complete();
    // Another way may name every winning move.
    if !complete && want == Want::Everything && position.heap_count() <= MANY {
        let other = match three {
            Some(three) => three::is_quick(position).then_some(three),
            None => Some(rests.unwrap_or_else(completed)),
        };
        steps.extend(other.map(|step| perhaps(step, courtesy)));
    }
    let way = if complete { Way::ClosedForm } else { Way::Mirror };
    let cost = if complete { cost::naming(position, want) } else { Cost::AtOnce };
    steps.push(must(way, cost, move |_, _| Ok(closed.clone())));
    steps
}

/// Whether a sum in which any number may be taken is decided with its winning moves in a second at the
/// most, and so is all that arises from it.
///
/// Two heaps of each size are lost however tall they are, but what follows may be as hard as any
/// position. So mirrors do not count; every other theorem applies to all positions below, and the heaps
/// beside the two largest never have more coins together than before.
pub fn is_quick(sum: &Sum, play: Play) -> bool {
    let cost = match sum.as_single().map(|part| (part.rules(), part.as_heaps())) {
        Some((Some(rules), Some(part))) if rules.takes_any() => {
            lasting_cost(rules, &part.position, play)
        }
        _ => Plan::new(sum.clone(), play, Want::Everything).cost(),
    };
    cost <= LITTLE && check_coins(sum).is_ok()
}

fn lasting_cost(rules: &Rules, position: &Position, play: Play) -> Cost {
    let nim_sum = || {
        Closed::new((rules.clone(), position.clone()), play)
            .is_some_and(|closed| closed.is_nim_sum())
    };
    if rules.is_nim() || free_pairs::applies(rules, position, play).is_some() || nim_sum() {
        return Cost::AtOnce;
    }
    if family(rules, position, 3, play).is_some() {
        return three::cost(position);
    }
    let cost = rests::cost(rules, position, play).filter(|_| rests::is_sure(position));
    cost.unwrap_or(Cost::Unknown)
}

/// Whether a part of a sum is valued by the row of its Grundy values.
pub(super) fn needs_grundy_row(rules: &Rules, position: &Position) -> bool {
    rules.takes_any() && grundy_row(rules, position, Play::Normal).is_some()
}

/// What the row of the Grundy values costs, where a heap is too large for a valuation and the others
/// are few coins.
fn grundy_row(rules: &Rules, position: &Position, play: Play) -> Option<Cost> {
    let (rest, largest) = rests::without_largest(position);
    let huge = at_least(position) > u128::from(WORTH_POSITIONS);
    let cost = rests::row_cost(rules, &rest, largest, play, RowValues::Grundy)?;
    let cost = cost.and(rests::cost(rules, position, play)?);
    (huge && play == Play::Normal && rests::is_valued(&rest)).then_some(cost)
}

/// The family whose rows decide positions of so few heaps under these rules.
pub(super) fn family(
    rules: &Rules,
    position: &Position,
    heaps: usize,
    play: Play,
) -> Option<Family> {
    let few = position.heap_count() <= heaps && play == Play::Normal;
    rules.family_of_rows().filter(|_| few)
}

/// Whether a position may be small enough to be valued as a courtesy, and somebody asks.
pub(super) fn worth_valuing(position: &Position, want: Want) -> bool {
    want == Want::Everything && at_least(position) <= u128::from(WORTH_POSITIONS)
}

/// Whether a position of Nim may be small enough for its remoteness to be found.
pub(super) fn worth_remoteness(position: &Position) -> bool {
    at_least(position) <= u128::from(WORTH_FOR_REMOTENESS)
}

/// More heaps than this are not looked at one by one.
pub(super) const MANY: usize = 1000;

/// At least this many positions can be reached where any number may be taken: each choice of smaller
/// heaps, up to their order.
fn at_least(position: &Position) -> u128 {
    if position.heap_count() > MANY {
        // Of equal heaps any number may be left.
        return position.runs().map(|(_, count)| count as u128 + 1).fold(1, u128::saturating_mul);
    }
    let factor = |(i, &heap): (usize, &u64)| (heap as f64 + 1.0) / (i as f64 + 1.0);
    position.heaps().iter().enumerate().map(factor).product::<f64>() as u128
}

/// Every heap that can arise must fit in 64 bits.
pub(super) fn check_coins(sum: &Sum) -> Result<(), SolveError> {
    for part in sum.parts().iter().filter_map(Part::as_heaps) {
        let coins = part.position.coins();
        if part.game.heaps_can_grow() && coins > u128::from(u64::MAX) {
            return Err(SolveError::TooManyCoins(coins));
        }
    }
    Ok(())
}
