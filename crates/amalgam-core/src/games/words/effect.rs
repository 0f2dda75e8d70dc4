//! What the moves of a clause do to coins, as linear arithmetic knows it.
//!
//! The numbers of a clause become variables, its amounts and conditions inequalities, in disjunctive
//! form. What is not linear is left out: that allows more than the rules do, so what is proved for it
//! holds for the rules.

use std::cell::OnceCell;

use super::ast::*;
use super::linear::{Linear, Variable, can_hold};

/// The most ways in which a clause can hold that are looked at.
const MOST_WAYS: usize = 16;

/// What is known of the moves of a clause.
#[derive(Debug)]
pub(super) struct Effect {
    ways: Vec<Way>,
    given_up: bool,
    /// What was asked before: losing nothing or more, one or more; sharing so; gathering.
    asked: [OnceCell<bool>; 5],
}

/// One of the ways in which a clause can hold.
#[derive(Clone, Debug, Default)]
struct Way {
    known: Vec<Linear>,
    variables: usize,
    heap: Option<Linear>,
    taken: Option<Linear>,
    left: Option<Linear>,
    other: Option<Linear>,
    added: Option<Linear>,
    /// The heap that the last step made, if it is one of which something is known.
    it: Option<Linear>,
    all_taken: Linear,
    all_added: Linear,
}

impl Way {
    /// A new number of which nothing is known.
    fn fresh(&mut self) -> Linear {
        self.variables += 1;
        Linear::variable(self.variables as Variable - 1)
    }

    /// Notes that `x >= y`.
    fn at_least(&mut self, x: &Linear, y: &Linear) {
        self.known.extend(x.plus(-1, y));
    }

    /// The number as a linear one; a new one if it is not linear.
    fn linear(&mut self, expr: &Expr) -> Linear {
        let known = match expr {
            Expr::Number(number) => Some(Linear::constant((*number).into())),
            Expr::Quantity(Quantity::Heap) => self.heap.clone(),
            Expr::Quantity(Quantity::Taken) => self.taken.clone(),
            Expr::Quantity(Quantity::Left) => self.left.clone(),
            Expr::Quantity(Quantity::Other) => self.other.clone(),
            Expr::Quantity(Quantity::Added) => self.added.clone(),
            Expr::Join(x, op, y) => {
                let (x, y) = (self.linear(x), self.linear(y));
                match (op, x.as_constant(), y.as_constant()) {
                    (Op::Plus, ..) => x.plus(1, &y),
                    (Op::Minus, ..) => x.plus(-1, &y),
                    (Op::Times, Some(factor), _) => Linear::default().plus(factor, &y),
                    (Op::Times, _, Some(factor)) => Linear::default().plus(factor, &x),
                    // d·q <= x <= d·q + d - 1
                    (Op::Over, _, Some(divisor)) if divisor > 0 => {
                        let quotient = self.fresh();
                        let rest = x.plus(-divisor, &quotient);
                        if let Some(rest) = rest {
                            self.at_least(&rest, &Linear::constant(0));
                            self.at_least(&Linear::constant(divisor - 1), &rest);
                        }
                        Some(quotient)
                    }
                    (Op::Mod, _, Some(modulus)) if modulus > 0 => {
                        let rest = self.fresh();
                        self.at_least(&rest, &Linear::constant(0));
                        self.at_least(&Linear::constant(modulus - 1), &rest);
                        Some(rest)
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        known.unwrap_or_else(|| self.fresh())
    }

    /// Notes a comparison of two numbers.
    fn compare(&mut self, x: &Linear, cmp: Cmp, y: &Linear) {
        let next = |x: &Linear| x.plus(1, &Linear::constant(1));
        match cmp {
            Cmp::AtLeast => self.at_least(x, y),
            Cmp::AtMost => self.at_least(y, x),
            Cmp::Same => {
                self.at_least(x, y);
                self.at_least(y, x);
            }
            Cmp::More => {
                if let Some(y) = next(y) {
                    self.at_least(x, &y);
                }
            }
            Cmp::Less => {
                if let Some(x) = next(x) {
                    self.at_least(y, &x);
                }
            }
            Cmp::Other => {}
        }
    }
}

impl Effect {
    /// What the clause does.
    pub(super) fn of(clause: &Clause) -> Effect {
        let mut effect =
            Effect { ways: vec![Way::default()], given_up: false, asked: Default::default() };
        for step in &clause.steps {
            effect.act(&step.action);
            if let Some(condition) = &step.condition {
                effect.hold(condition);
            }
        }
        effect
    }

    /// Whether no move of the clause can be made: its conditions contradict each other.
    pub(super) fn never_holds(&self) -> bool {
        !self.given_up && self.ways.iter().all(|way| !can_hold(&way.known))
    }

    /// Whether in every move `of` gives at least `least`.
    fn is_at_least(&self, least: i128, of: impl Fn(&Way) -> Option<Linear>) -> bool {
        !self.given_up
            && self.ways.iter().all(|way| {
                // It is not where `of <= least - 1` can hold.
                let Some(number) = of(way) else { return !can_hold(&way.known) };
                let below = Linear::constant(least - 1).plus(-1, &number);
                let mut known = way.known.clone();
                known.extend(below.clone());
                below.is_some() && !can_hold(&known)
            })
    }

    /// Whether every move takes at least this many coins more than it adds.
    pub(super) fn loses(&self, least: i128) -> bool {
        *self.asked[usize::from(least > 0)]
            .get_or_init(|| self.is_at_least(least, |way| way.all_taken.plus(-1, &way.all_added)))
    }

    /// Whether every move takes from a heap as many coins as it adds to another, and leaves the heap it
    /// takes from at least this many coins larger than the other was.
    pub(super) fn shares(&self, least: i128) -> bool {
        *self.asked[2 + usize::from(least > 0)].get_or_init(|| {
            self.moves_coins()
                && self.is_at_least(least, |way| way.left.as_ref()?.plus(-1, way.other.as_ref()?))
        })
    }

    /// Whether every move takes from a heap as many coins as it adds to another, which is larger then than
    /// the heap was.
    pub(super) fn gathers(&self) -> bool {
        *self.asked[4].get_or_init(|| {
            self.moves_coins()
                && self.is_at_least(1, |way| way.other.as_ref()?.plus(-1, way.left.as_ref()?))
        })
    }

    fn moves_coins(&self) -> bool {
        let same = |way: &Way| way.taken.is_some() && way.taken == way.added;
        let once = |way: &Way| {
            way.taken.as_ref() == Some(&way.all_taken) && way.added.as_ref() == Some(&way.all_added)
        };
        self.ways.iter().all(|way| same(way) && once(way))
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::Take(amount, choice) => {
                let single = !choice.is_several();
                self.split_amounts(amount, |way, item| {
                    way.take(item, choice, amount.same && !single)
                });
            }
            Action::Add(amount, _) => self.split_amounts(amount, Way::add),
            Action::Delete(choice) => {
                for way in &mut self.ways {
                    let heap = way.fresh();
                    way.at_least(&heap, &Linear::constant(0));
                    way.note_taken(&heap);
                    let one = !choice.is_several();
                    (way.heap, way.taken) = (one.then(|| heap.clone()), one.then_some(heap));
                    (way.left, way.it) = (None, None);
                }
            }
            Action::Split(choice, ..) | Action::Replace(choice, ..) => {
                for way in &mut self.ways {
                    let whole = way.fresh();
                    let it = way.it.take().filter(|_| *choice == Choice::It);
                    way.at_least(&whole, &Linear::constant(0));
                    way.heap = (!choice.is_several()).then(|| it.unwrap_or(whole));
                }
            }
            Action::Merge(_) | Action::MergeIt => {
                for way in &mut self.ways {
                    let whole = way.fresh();
                    way.at_least(&whole, &Linear::constant(2));
                    (way.heap, way.left, way.it) = (None, Some(whole.clone()), Some(whole));
                }
            }
            Action::Pass => self.ways.iter_mut().for_each(|way| way.it = None),
        }
    }

    /// Goes on in one way for each of the amounts.
    fn split_amounts(&mut self, amount: &Amount, mut then: impl FnMut(&mut Way, &Item)) {
        let mut ways = Vec::new();
        for way in &self.ways {
            for item in &amount.items {
                let ranges: Vec<Item> = match item {
                    Item::Fixed(fixed) if fixed.ranges().len() < 8 => {
                        let one = |&(low, high): &(u64, u64)| {
                            let high = (high < u64::MAX).then_some(Expr::Number(high));
                            Item::Range(Expr::Number(low), high)
                        };
                        fixed.ranges().iter().map(one).collect()
                    }
                    item => vec![item.clone()],
                };
                for item in ranges {
                    let mut way = way.clone();
                    then(&mut way, &item);
                    ways.push(way);
                }
            }
        }
        self.replace(ways);
    }

    fn replace(&mut self, ways: Vec<Way>) {
        if ways.len() > MOST_WAYS {
            // Too many to look at: nothing is known then.
            (self.given_up, self.ways) = (true, vec![Way::default()]);
        } else {
            self.ways = ways;
        }
    }

    fn hold(&mut self, condition: &Cond) {
        match condition {
            Cond::And(all) => all.iter().for_each(|cond| self.hold(cond)),
            Cond::Or(any) => {
                let mut ways = Vec::new();
                for cond in any {
                    let mut one = Effect {
                        ways: self.ways.clone(),
                        given_up: false,
                        asked: Default::default(),
                    };
                    one.hold(cond);
                    self.given_up |= one.given_up;
                    ways.extend(one.ways);
                }
                self.replace(ways);
            }
            Cond::Compare(x, Cmp::Other, y) => {
                let one = |cmp| Cond::Compare(x.clone(), cmp, y.clone());
                self.hold(&Cond::Or(vec![one(Cmp::Less), one(Cmp::More)]));
            }
            Cond::Compare(x, cmp, y) => {
                for way in &mut self.ways {
                    let (x, y) = (way.linear(x), way.linear(y));
                    way.compare(&x, *cmp, &y);
                }
            }
            Cond::Divides(..) | Cond::Is(..) | Cond::Test(..) | Cond::First(_) => {}
        }
    }
}

impl Way {
    fn note_taken(&mut self, taken: &Linear) {
        self.all_taken = match self.all_taken.plus(1, taken) {
            Some(all) => all,
            None => self.fresh(),
        };
    }

    fn take(&mut self, item: &Item, choice: &Choice, same: bool) {
        let heap = match self.it.take().filter(|_| *choice == Choice::It) {
            Some(heap) => heap,
            None => self.fresh(),
        };
        let several = choice.is_several();
        let taken = self.fresh();
        self.at_least(&taken, &Linear::constant(1));
        self.heap = Some(heap.clone());
        if !several || same {
            self.at_least(&heap, &taken);
            self.range(&taken, item, Some(&heap));
        }
        // From several heaps: the same from each, or in all at least one from each.
        let least = match choice {
            Choice::Group { each: true, counts, .. } => counts.least().unwrap_or(1),
            Choice::Places { each: true, sets } => {
                sets.iter().map(|set| set.len() as u64).min().unwrap_or(1)
            }
            _ => 1,
        };
        let all = match (several, same) {
            (false, _) => taken.clone(),
            (true, true) => {
                let all = self.fresh();
                let product = Linear::default().plus(least.into(), &taken);
                self.at_least(&all, &product.unwrap_or_default());
                all
            }
            (true, false) => {
                self.at_least(&taken, &Linear::constant(least.into()));
                taken.clone()
            }
        };
        self.note_taken(&all);
        self.left = heap.plus(-1, &taken);
        self.it = self.left.clone().filter(|_| !several);
        self.taken = Some(taken);
        if several {
            (self.heap, self.left) = (None, None);
            if !same {
                self.taken = None;
            }
        }
    }

    fn add(&mut self, item: &Item) {
        let other = self.fresh();
        self.at_least(&other, &Linear::constant(0));
        self.other = Some(other.clone());
        let added = match item {
            Item::Range(low, Some(high)) if low == high => self.linear(low),
            item => {
                let added = self.fresh();
                self.range(&added, item, None);
                added
            }
        };
        self.at_least(&added, &Linear::constant(1));
        self.all_added = match self.all_added.plus(1, &added) {
            Some(all) => all,
            None => self.fresh(),
        };
        self.it = other.plus(1, &added);
        self.added = Some(added);
    }

    /// Notes what an item says about a number of coins.
    fn range(&mut self, number: &Linear, item: &Item, heap: Option<&Linear>) {
        match item {
            Item::Range(low, high) => {
                let low = self.linear(low);
                self.at_least(number, &low);
                if let Some(high) = high {
                    let high = self.linear(high);
                    self.at_least(&high, number);
                }
            }
            Item::AllBut(but) => {
                let but = self.linear(but);
                if let Some(rest) = heap.and_then(|heap| heap.plus(-1, &but)) {
                    self.compare(number, Cmp::Same, &rest);
                }
            }
            Item::Divisors(of) => {
                let of = self.linear(of);
                self.at_least(&of, number);
            }
            Item::Multiples(of) => {
                let of = self.linear(of);
                self.at_least(number, &of);
            }
            Item::Fixed(_) | Item::Powers(_) => {}
        }
    }
}
