//! The normal form: rules that say the same in other words are often the same data.
//!
//! The form is syntactic. Equal forms have equal moves; different forms may have equal moves too.

use super::ast::*;
use super::numbers::{joined, united};
use super::reader::join;
use super::write::{Shown, clause_text};
use super::{Limit, Words};
use crate::games::rules::Amounts;
use crate::games::rules::{Condition, Merge, Quantity as PairQuantity, Rules, RulesError, Split};

/// Brings rules into normal form.
pub(super) fn normalise(words: &mut Words) {
    let limits = std::mem::take(&mut words.limits);
    let mut order: Vec<usize> = (0..limits.len()).collect();
    order.sort_by(|&x, &y| limits[x].name.cmp(&limits[y].name));
    let place = |limit: usize| order.iter().position(|&old| old == limit).unwrap_or(limit);
    let renamed: Vec<Limit> = order.iter().map(|&old| limits[old].clone()).collect();
    for clause in &mut words.clauses {
        clause.limit = clause.limit.map(place);
        for step in &mut clause.steps {
            step.condition = step.condition.take().map(|cond| condition(cond, &place, &renamed));
            if let Action::Take(amount, _) | Action::Add(amount, _) = &mut step.action {
                amount.items = std::mem::take(&mut amount.items)
                    .into_iter()
                    .map(|one| item(one, &place))
                    .collect();
                amount.items = united(std::mem::take(&mut amount.items));
            }
            if let Action::Take(amount, choice) = &mut step.action {
                // One number for one heap is a number.
                amount.same &= choice.is_several() || *choice == Choice::It;
            }
        }
    }
    let untils = std::mem::take(&mut words.untils);
    words.untils = untils.into_iter().map(|until| condition(until, &place, &renamed)).collect();
    words.untils.sort();
    words.untils.dedup();
    words.limits = renamed;
    unite_takes(&mut words.clauses);
    absorb(&mut words.clauses);
    let limits = &words.limits;
    words.clauses.sort_by_cached_key(|clause| {
        const VERBS: [&str; 7] = ["take", "split", "merge", "delete", "add", "replace", "pass"];
        let first = clause.steps[0].action.verb();
        let rank = VERBS.iter().position(|&verb| verb == first);
        (rank, clause.steps.len(), clause_text(clause, limits))
    });
    words.clauses.dedup_by(|x, y| x == y && x.limit.is_none());
}

/// Clauses that differ only in the coins taken first, from a single heap or the same from several, are one.
fn unite_takes(clauses: &mut Vec<Clause>) {
    let plain = |clause: &Clause| match clause.steps.as_slice() {
        [Step { action: Action::Take(amount, choice), condition }, rest @ ..]
            if clause.limit.is_none() && (amount.same || !choice.is_several()) =>
        {
            let same = (amount.same, choice.clone(), condition.clone(), rest.to_vec());
            Some((same, amount.items.clone()))
        }
        _ => None,
    };
    let mut k = 0;
    while k < clauses.len() {
        let Some((same, mut items)) = plain(&clauses[k]) else {
            k += 1;
            continue;
        };
        let mut later = k + 1;
        while later < clauses.len() {
            match plain(&clauses[later]) {
                Some((other, more)) if other == same => {
                    items.extend(more);
                    clauses.remove(later);
                }
                _ => later += 1,
            }
        }
        let amount = Amount { same: same.0, items: united(items) };
        clauses[k].steps[0].action = Action::Take(amount, same.1);
        k += 1;
    }
}

/// Drops each clause that another allows already, because it asks for less.
fn absorb(clauses: &mut Vec<Clause>) {
    let asked = |step: &Step| match &step.condition {
        None => Vec::new(),
        Some(Cond::And(all)) => all.clone(),
        Some(one) => vec![one.clone()],
    };
    let covers = |wide: &Clause, narrow: &Clause| {
        wide.limit.is_none()
            && narrow.limit.is_none()
            && wide.steps.len() == narrow.steps.len()
            && wide.steps.iter().zip(&narrow.steps).all(|(wide, narrow)| {
                let (less, more) = (asked(wide), asked(narrow));
                wide.action == narrow.action && less.iter().all(|cond| more.contains(cond))
            })
    };
    let mut k = 0;
    while k < clauses.len() {
        let covered = (0..clauses.len()).any(|j| {
            j != k
                && covers(&clauses[j], &clauses[k])
                && (j < k || !covers(&clauses[k], &clauses[j]))
        });
        if covered {
            clauses.remove(k);
        } else {
            k += 1;
        }
    }
}

fn item(item: Item, place: &impl Fn(usize) -> usize) -> Item {
    let number = |expr| expression(expr, place);
    match item {
        Item::Range(low, high) => {
            let (low, high) = (number(low), high.map(number));
            match (&low, &high) {
                (Expr::Number(low), Some(Expr::Number(high))) => {
                    Item::Fixed(Amounts::new([(*low, *high)]))
                }
                (Expr::Number(low), None) => Item::Fixed(Amounts::new([(*low, u64::MAX)])),
                _ => Item::Range(low, high),
            }
        }
        Item::AllBut(x) => Item::AllBut(number(x)),
        Item::Divisors(x) => Item::Divisors(number(x)),
        Item::Multiples(x) => Item::Multiples(number(x)),
        fixed => fixed,
    }
}

fn expression(expr: Expr, place: &impl Fn(usize) -> usize) -> Expr {
    match expr {
        Expr::Quantity(Quantity::Uses(limit)) => Expr::Quantity(Quantity::Uses(place(limit))),
        Expr::Among(agg, among) => {
            Expr::Among(agg, among.into_iter().map(|expr| expression(expr, place)).collect())
        }
        Expr::Abs(inner) => Expr::Abs(Box::new(expression(*inner, place))),
        Expr::Join(x, op, y) => joined(expression(*x, place), op, expression(*y, place)),
        plain => plain,
    }
}

fn condition(cond: Cond, place: &impl Fn(usize) -> usize, limits: &[Limit]) -> Cond {
    let number = |expr| expression(expr, place);
    let many = |conds: Vec<Cond>, is_and: bool| {
        let mut flat = Vec::new();
        for cond in conds {
            match condition(cond, place, limits) {
                Cond::And(all) if is_and => flat.extend(all),
                Cond::Or(any) if !is_and => flat.extend(any),
                cond => flat.push(cond),
            }
        }
        flat.sort_by_cached_key(|cond| Shown(cond, limits).to_string());
        flat.dedup();
        join(flat, if is_and { Cond::And } else { Cond::Or })
    };
    match cond {
        Cond::And(all) => many(all, true),
        Cond::Or(any) => many(any, false),
        Cond::Compare(x, cmp, y) => {
            let (mut x, mut cmp, mut y) = (number(x), cmp, number(y));
            if matches!(x, Expr::Number(_)) && !matches!(y, Expr::Number(_)) {
                (x, cmp, y) = (y, cmp.turned(), x);
            }
            match (cmp, &y) {
                (Cmp::Less, Expr::Number(bound)) if *bound > 0 => {
                    Cond::Compare(x, Cmp::AtMost, Expr::Number(bound - 1))
                }
                (Cmp::More, Expr::Number(bound)) if *bound < u64::MAX => {
                    Cond::Compare(x, Cmp::AtLeast, Expr::Number(bound + 1))
                }
                _ => Cond::Compare(x, cmp, y),
            }
        }
        Cond::Divides(yes, x, y) => Cond::Divides(yes, number(x), number(y)),
        Cond::Is(false, x, Sort::Even) => Cond::Is(true, number(x), Sort::Odd),
        Cond::Is(false, x, Sort::Odd) => Cond::Is(true, number(x), Sort::Even),
        Cond::Is(yes, x, sort) => Cond::Is(yes, number(x), sort),
        test => test,
    }
}

/// The rules as [`Rules`], if those can say all of it: they have the fastest engines.
pub(super) fn as_rules(words: &Words) -> Option<Result<Rules, RulesError>> {
    if words.field != Field::HEAPS || !words.untils.is_empty() || !words.limits.is_empty() {
        return None;
    }
    let (mut take, mut take_split) = (Amounts::none(), Amounts::none());
    let (mut split, mut merges) = (None, Vec::new());
    let two = Counts::exactly(2);
    let plain = |step: &Step| step.condition.is_none();
    for clause in &words.clauses {
        match clause.steps.as_slice() {
            [step @ Step { action: Action::Take(amount, Choice::One), .. }] if plain(step) => {
                take = take.union(amount.as_fixed()?);
            }
            [
                first @ Step { action: Action::Take(amount, Choice::One), .. },
                then @ Step { action: Action::Split(Choice::It, counts, None), .. },
            ] if plain(first) && plain(then) && *counts == two => {
                take_split = take_split.union(amount.as_fixed()?);
            }
            [step @ Step { action: Action::Split(Choice::One, counts, test), .. }]
                if plain(step) && *counts == two =>
            {
                let new = match test {
                    None => Split::Any,
                    Some(ListTest::Unequal | ListTest::Distinct) => Split::Unequal,
                    Some(_) => return None,
                };
                split = Some(if split == Some(Split::Any) { Split::Any } else { new });
            }
            [merge] => merges.push(Merge { conditions: pair_conditions(merge)?, then_take: 0 }),
            [merge, Step { action: Action::Take(amount, Choice::It), condition: None }] => {
                let conditions = pair_conditions(merge)?;
                match amount.as_fixed()?.ranges() {
                    &[(low, high)] if low == high => {
                        merges.push(Merge { conditions, then_take: low });
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(Rules::new(take, take_split, split, merges))
}

fn pair_conditions(step: &Step) -> Option<Vec<Condition>> {
    let Action::Merge(Choice::Group { each: true, counts, of: Pool::Heaps }) = &step.action else {
        return None;
    };
    if *counts != Counts::exactly(2) {
        return None;
    }
    let all = match &step.condition {
        None => return Some(Vec::new()),
        Some(Cond::And(all)) => all.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let pair = |cond: &Cond| match cond {
        Cond::Test(ListTest::Equal | ListTest::Repeated, List::Heap) => Some(Condition::Equal),
        Cond::Test(ListTest::Unequal | ListTest::Distinct, List::Heap) => Some(Condition::Unequal),
        Cond::Compare(Expr::Of(agg, List::Heap), cmp, Expr::Number(bound)) => {
            let quantity = match agg {
                Agg::Min => PairQuantity::Min,
                Agg::Max => PairQuantity::Max,
                Agg::Sum => PairQuantity::Sum,
                _ => return None,
            };
            match cmp {
                Cmp::AtLeast => Some(Condition::AtLeast(quantity, *bound)),
                Cmp::AtMost => Some(Condition::AtMost(quantity, *bound)),
                _ => None,
            }
        }
        _ => None,
    };
    all.iter().map(pair).collect()
}
