//! Which way decides: one ladder for every question.
//!
//! A [`Plan`] lists the ways to decide a sum, the one to try first at the front. A theorem that names
//! the winner comes before any exploring, f(a,b) and the rows of rests before completions,
//! completions before a search.
//! Whoever asks for everything gets a valuation of all positions first where that is cheap, because
//! people want the Grundy value and the remoteness too: a courtesy, which is bounded and passed over
//! where it does not fit ([`courtesy`]). Whoever asks for the outcome alone never pays for it.

use super::answer::{Answer, Decided, LITTLE};
use super::closed::Closed;
use super::completed::Completed;
use super::explored::Exploration;
use super::first_win::FirstWin;
use super::free_pairs::{self, ByFreePairs};
use super::nim::Nim;
use super::own::OwnValues;
use super::product::Product;
use super::rests::{self, Rests};
use super::theorem::ByTheorem;
use super::three::{self, ThreeHeaps};
use super::values::Values;
use super::{RowSource, SolveError};
use crate::base::budget::Budget;
use crate::engines::greedy::PPositions;
use crate::engines::rests::Values as RowValues;
use crate::engines::search;
use crate::games::rules::Family;
use crate::games::{AnyGame, Kind};
use crate::{HeapPart, Part, Play, Position, Rules, Sum};

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
#[non_exhaustive]
pub enum Way {
    /// A game of one's own, which was explored when it was read.
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
    /// The completion of every rest that can arise.
    Completions,
    /// The value of every position that can arise.
    Valuation,
    /// A search that stops at the first winning move of each position.
    FirstWin,
    /// The value of every sum of positions that can arise, all parts at once.
    Together,
}

/// About how much work a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Cost {
    /// Arithmetic on the heaps.
    AtOnce,
    /// So many table entries or positions at most, each a matter of nanoseconds to microseconds.
    Entries(u128),
    /// Nothing useful can be said in advance.
    Unknown,
}

/// A way with what it costs and whether it must succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The way.
    pub way: Way,
    /// What it costs.
    pub cost: Cost,
    /// Whether it is only tried within the bounds of a courtesy, and passed over where it does not
    /// fit.
    pub courtesy: bool,
}

/// The ways to decide a sum, the one to try first at the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    want: Want,
    steps: Vec<Step>,
}

/// A valuation that is only a courtesy takes at most so many positions and bytes, and so many looks
/// at options: about a second.
const WORTH_POSITIONS: u64 = 400_000;
/// Those that are numbered by their heaps are valued much faster than those that are looked up.
const WORTH_NUMBERED: u64 = 2_500_000;
const WORTH_BYTES: u64 = 100 << 20;
const WORTH_LOOKS: u128 = 20_000_000;

/// The remoteness of what a theorem decides is looked for only within so many positions.
const WORTH_FOR_REMOTENESS: u64 = 100_000;

/// The bounds of a courtesy.
pub(super) fn courtesy(limits: &Budget) -> Budget {
    let memory = limits.memory.min(WORTH_BYTES);
    Budget { memory, ..limits.with_positions(WORTH_POSITIONS) }
}

/// The bounds of a search for the remoteness, where each position has at most about `moves` options;
/// `None` where even one position has too many, or where nobody asks.
pub(super) fn remoteness(limits: &Budget, moves: u128, want: Want) -> Option<Budget> {
    if want == Want::Outcome {
        return None;
    }
    let positions = u64::try_from(WORTH_LOOKS / moves.max(1)).unwrap_or(u64::MAX);
    let positions = positions.min(WORTH_FOR_REMOTENESS);
    (positions > 0).then(|| courtesy(limits).with_positions(positions))
}

impl Plan {
    /// The plan for a sum.
    pub fn new(sum: &Sum, play: Play, want: Want) -> Plan {
        let steps = match (sum.as_single(), play) {
            (Some(part), _) => single(part, play, want),
            (None, Play::Normal) => vec![must(Way::Values, cost_of_values(sum))],
            (None, Play::Misere) => vec![must(Way::Together, cost_together(sum))],
        };
        Plan { want, steps }
    }

    /// The ways in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// At most about how much work it is until something decides.
    pub fn cost(&self) -> Cost {
        let bounded = |step: &Step| match step.courtesy {
            true => step.cost.min(Cost::Entries(WORTH_POSITIONS.into())),
            false => step.cost,
        };
        self.steps.iter().map(bounded).max().unwrap_or(Cost::Unknown)
    }

    /// Tries the ways in order.
    pub(super) fn run(
        &self,
        sum: &Sum,
        play: Play,
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<Answer, SolveError> {
        for step in &self.steps {
            let decided = match step.courtesy {
                true => {
                    step.way.decide(sum, play, self.want, &step.way.courtesy(sum, limits), rows)
                }
                false => step.way.decide(sum, play, self.want, limits, rows),
            };
            match decided {
                Ok(decided) => return Ok(Answer::new(sum, play, decided)),
                Err(_) if step.courtesy => {}
                Err(error) => return Err(error),
            }
        }
        unreachable!("the last step of a plan is no courtesy")
    }
}

impl Way {
    /// The bounds of this way where it is a courtesy.
    fn courtesy(self, sum: &Sum, limits: &Budget) -> Budget {
        let part = sum.as_single().and_then(Part::as_heaps);
        let numbered = part.is_some_and(|part| search::are_numbered_below(&part.position));
        let courtesy = courtesy(limits);
        match self == Way::Valuation && numbered {
            true => Budget { positions: WORTH_NUMBERED.min(limits.positions), ..courtesy },
            false => courtesy,
        }
    }

    /// Decides a sum this way, which must apply to it.
    fn decide(
        self,
        sum: &Sum,
        play: Play,
        want: Want,
        limits: &Budget,
        rows: &dyn RowSource,
    ) -> Result<Box<dyn Decided>, SolveError> {
        let one = || sum.as_single().expect("the plan knows that it is one game").clone();
        let part = || match one() {
            Part::Heaps(part) => part,
            Part::Own(_) => unreachable!("the plan knows that it has heaps"),
        };
        let rules = || part().game.rules().expect("the plan knows that it has rules").clone();
        let heaps = || (rules(), part().position);
        Ok(match self {
            Way::Explored => match one() {
                Part::Own(part) => Box::new(OwnValues::new(part, play)),
                Part::Heaps(_) => unreachable!("the plan knows that it is a game of one's own"),
            },
            Way::Nim => Box::new(Nim::new(heaps(), play, want, limits)),
            Way::Values => Box::new(Values::new(sum.clone(), want, limits)?),
            Way::Classic => Box::new(ByTheorem::new(part(), want, limits)),
            Way::FreePairs => {
                let decided = ByFreePairs::new(heaps(), want, limits);
                Box::new(decided.expect("the plan has seen that the theorem speaks of it"))
            }
            Way::ClosedForm | Way::Mirror => {
                let closed = Closed::new(heaps(), play);
                Box::new(closed.expect("the plan has seen that a closed form applies"))
            }
            Way::ThreeHeaps => Box::new(ThreeHeaps::new(heaps(), limits, rows)?),
            Way::Rests => Box::new(Rests::new(heaps(), play, limits)?),
            Way::GrundyRow => Box::new(Rests::with_grundy(heaps(), limits)?),
            Way::Completions => match Completed::new(heaps(), play, limits) {
                Some(completed) => Box::new(completed?),
                // Too many heaps to number: every position is valued instead.
                None => Box::new(Exploration::new(heaps(), play, limits)?),
            },
            Way::Valuation => Box::new(Exploration::new(heaps(), play, limits)?),
            Way::FirstWin => Box::new(FirstWin::new(part(), play, limits)?),
            Way::Together => Box::new(Product::new(sum.clone(), play, limits)?),
        })
    }
}

fn must(way: Way, cost: Cost) -> Step {
    Step { way, cost, courtesy: false }
}

fn perhaps(way: Way, cost: Cost) -> Step {
    Step { way, cost, courtesy: true }
}

/// The plan for a single game.
fn single(part: &Part, play: Play, want: Want) -> Vec<Step> {
    let part = match part {
        Part::Own(_) => return vec![must(Way::Explored, Cost::AtOnce)],
        Part::Heaps(part) => part,
    };
    let HeapPart { game, position } = part;
    if game.rules().is_some_and(Rules::is_nim) {
        return vec![must(Way::Nim, Cost::AtOnce)];
    }
    if game.heaps_are_independent() && play == Play::Normal {
        return vec![must(Way::Values, cost_of_heaps(position))];
    }
    let search = match want {
        Want::Everything => Way::Together,
        Want::Outcome => Way::FirstWin,
    };
    match game.kind() {
        Kind::Classic(classic) if play == Play::Normal && classic.theorem().is_some() => {
            vec![must(Way::Classic, Cost::AtOnce)]
        }
        Kind::Heaps(rules) if rules.takes_any() => takes_any(part, rules, play, want),
        Kind::Heaps(_) if want == Want::Everything => {
            vec![must(Way::Valuation, cost_below(game, position))]
        }
        _ => vec![must(search, cost_below(game, position))],
    }
}

/// The plan for rules by which any number may be taken and no heap splits.
fn takes_any(part: &HeapPart, rules: &Rules, play: Play, want: Want) -> Vec<Step> {
    let HeapPart { game, position } = part;
    let below = cost_below(game, position);
    let mut steps = Vec::new();
    if free_pairs::applies(rules, position, play) {
        let cost = match worth_valuing(position, want) {
            true => below.min(Cost::Entries(WORTH_POSITIONS.into())),
            false => Cost::AtOnce,
        };
        return vec![must(Way::FreePairs, cost)];
    }
    let closed = Closed::new((rules.clone(), position.clone()), play);
    // Where a theorem answers at once, only what is surely small is valued as well.
    let small = closed.is_none() || below <= Cost::Entries(WORTH_POSITIONS.into());
    if small && worth_valuing(position, want) {
        steps.push(perhaps(Way::Valuation, below));
    }
    let three = family(rules, position, 3, play).map(|_| three::cost(position));
    let rests = rests::cost(rules, position, play).filter(|&cost| three.is_none() && cost < below);
    if want == Want::Everything
        && closed.as_ref().is_none_or(|closed| !closed.is_complete())
        && let Some(cost) = grundy_row(rules, position, play)
    {
        steps.push(perhaps(Way::GrundyRow, cost));
    }
    match closed.map(|closed| closed.is_complete()) {
        Some(true) => steps.push(must(Way::ClosedForm, Cost::AtOnce)),
        Some(false) => {
            // Another way may name every winning move.
            if want == Want::Everything {
                match three {
                    Some(cost) if three::is_quick(position) => {
                        steps.push(perhaps(Way::ThreeHeaps, cost));
                    }
                    Some(_) => {}
                    None => steps.push(match rests {
                        Some(cost) => perhaps(Way::Rests, cost),
                        None => perhaps(Way::Completions, completions(rules, position, below)),
                    }),
                }
            }
            steps.push(must(Way::Mirror, Cost::AtOnce));
        }
        None => match (three, rests) {
            (Some(cost), _) => steps.push(must(Way::ThreeHeaps, cost)),
            (None, Some(cost)) if rests::is_sure(position) => steps.push(must(Way::Rests, cost)),
            (None, rests) => {
                steps.extend(rests.map(|cost| perhaps(Way::Rests, cost)));
                steps.push(must(Way::Completions, completions(rules, position, below)));
            }
        },
    }
    steps
}

/// What the completions of a position cost, of which there are not more than positions.
fn completions(rules: &Rules, position: &Position, below: Cost) -> Cost {
    match PPositions::rests_at_most(rules, position) {
        Some(rests) => below.min(Cost::Entries(rests)),
        None => below,
    }
}

/// Whether a sum in which any number may be taken is decided with its winning moves in a second at the
/// most, and so is all that arises from it.
///
/// Two heaps of each size are lost however tall they are, but what follows may be as hard as any
/// position. So mirrors do not count; every other theorem speaks of all positions below, and the heaps
/// beside the two largest never have more coins together than before.
pub(crate) fn is_quick(sum: &Sum, play: Play) -> bool {
    let cost = match sum.as_single().map(|part| (part.rules(), part.as_heaps())) {
        Some((Some(rules), Some(part))) if rules.takes_any() => {
            lasting_cost(rules, &part.position, play)
        }
        _ => Plan::new(sum, play, Want::Everything).cost(),
    };
    cost <= LITTLE && check_coins(sum).is_ok()
}

fn lasting_cost(rules: &Rules, position: &Position, play: Play) -> Cost {
    let nim_sum = || {
        Closed::new((rules.clone(), position.clone()), play)
            .is_some_and(|closed| closed.is_nim_sum())
    };
    if rules.is_nim() || free_pairs::applies(rules, position, play) || nim_sum() {
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
    (huge && play == Play::Normal && rests::is_valued(&rest)).then_some(cost)
}

/// The family whose rows decide positions of so few heaps under these rules.
pub(super) fn family(
    rules: &Rules,
    position: &Position,
    heaps: usize,
    play: Play,
) -> Option<Family> {
    let few = position.heaps().len() <= heaps && play == Play::Normal;
    rules.family_of_rows().filter(|_| few)
}

/// Whether a position may be small enough to be valued as a courtesy, and somebody asks.
pub(super) fn worth_valuing(position: &Position, want: Want) -> bool {
    want == Want::Everything && at_least(position) <= u128::from(WORTH_POSITIONS)
}

/// At least so many positions can be reached where any number may be taken: each choice of smaller
/// heaps, up to their order.
fn at_least(position: &Position) -> u128 {
    let factor = |(i, &heap): (usize, &u64)| (heap as f64 + 1.0) / (i as f64 + 1.0);
    position.heaps().iter().enumerate().map(factor).product::<f64>() as u128
}

/// At most so many positions can arise: no more coins than there are and, where no heap splits, no
/// more heaps.
fn cost_below(game: &AnyGame, position: &Position) -> Cost {
    let splits = match game.kind() {
        Kind::Heaps(rules) => rules.splits(),
        Kind::Code(code) => code.most_heaps() > 1,
        Kind::Classic(_) => false,
    };
    let heaps = (!splits).then_some(position.heaps().len());
    Cost::Entries(partitions(position.coins() as f64, heaps) as u128)
}

/// A bound on the number of positions of at most `coins` coins, in at most so many heaps.
///
/// p(n) < exp(π√(2n/3)). Adding 1, 2, …, h to at most h ascending heaps and one more part for the
/// coins that are missing makes h different heaps, of which there are C(n + h(h+1)/2, h) in order
/// and an h!-th of that without.
pub(super) fn partitions(coins: f64, heaps: Option<usize>) -> f64 {
    let all = (coins + 1.0) * (std::f64::consts::PI * (2.0 * coins / 3.0).sqrt()).exp();
    let Some(heaps) = heaps.filter(|&heaps| heaps < 1000).map(|heaps| heaps as f64) else {
        return all;
    };
    let top = coins + heaps * (heaps + 1.0) / 2.0;
    let factors = (1..=heaps as u32).map(|i| (top - f64::from(i) + 1.0) / f64::from(i * i));
    factors.product::<f64>().min(all)
}

fn cost_of_heaps(position: &Position) -> Cost {
    // Valuing a heap looks at about as many smaller ones.
    Cost::Entries(u128::from(position.largest()).pow(2) / 64)
}

fn cost_of_values(sum: &Sum) -> Cost {
    let cost = |part: &Part| match part.as_heaps() {
        None => Cost::AtOnce,
        Some(HeapPart { game, position })
            if game.rules().is_some_and(|rules| {
                rules.is_nim() || free_pairs::applies(rules, position, Play::Normal)
            }) =>
        {
            Cost::AtOnce
        }
        Some(HeapPart { game, position }) if game.heaps_are_independent() => {
            cost_of_heaps(position)
        }
        Some(HeapPart { game, position })
            if game.rules().is_some_and(|rules| needs_grundy_row(rules, position)) =>
        {
            Cost::Entries(WORTH_POSITIONS.into())
        }
        Some(HeapPart { game, position }) => cost_below(game, position),
    };
    // The remoteness is looked for in all parts at once, within bounds.
    let courtesy = match cost_together(sum) {
        Cost::Entries(entries) => Cost::Entries(entries.min(WORTH_FOR_REMOTENESS.into())),
        _ => Cost::Entries(WORTH_FOR_REMOTENESS.into()),
    };
    sum.parts().iter().map(cost).max().unwrap_or(Cost::AtOnce).max(courtesy)
}

fn cost_together(sum: &Sum) -> Cost {
    let cost = |part: &Part| {
        part.as_heaps().map_or(Cost::AtOnce, |part| cost_below(&part.game, &part.position))
    };
    sum.parts().iter().map(cost).fold(Cost::Entries(1), |product, cost| match (product, cost) {
        (Cost::Entries(x), Cost::Entries(y)) => Cost::Entries(x.saturating_mul(y)),
        (product, Cost::AtOnce) => product,
        _ => Cost::Unknown,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::bulk::Domain;

    #[test]
    fn no_domain_has_more_positions_than_estimated() {
        for coins in 0..40 {
            let count =
                |domain: Result<Domain, _>| domain.ok().and_then(|d| d.count()).unwrap() as f64;
            assert!(count(Domain::coins(coins)) <= partitions(coins as f64, None));
            for heaps in 1..8 {
                let domain = Domain::new(Some(heaps), None, Some(coins));
                assert!(count(domain) <= partitions(coins as f64, Some(heaps)), "{coins} {heaps}");
            }
        }
    }
}
