//! What a move is: a clause run on a position, step by step.
//!
//! The steps of a clause are tried in order, with every choice of heaps and every number of coins. Nothing
//! is listed before it is visited, so that a position with more moves than there is room for can be
//! left in between. Heaps of the same size are the same heap where heaps have no order.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::ast::*;
use super::chosen::each_choice;
use super::eval::{self, Walk};
use super::{Stand, Words};
use crate::Position;

/// The position before the move.
#[derive(Debug)]
pub(super) struct Before<'p> {
    pub(super) total: u128,
    pub(super) heaps: usize,
    pub(super) largest: u64,
    pub(super) smallest: u64,
    pub(super) last: Option<u64>,
    pub(super) uses: &'p [u64],
    /// How many places there are.
    pub(super) places: usize,
    pub(super) field: Field,
}

/// A heap, or an empty place, in the middle of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) size: u64,
    /// Where it lay before the move, from 0; what a split makes lies where the heap lay.
    pub(super) place: usize,
    /// Whether a step has touched it.
    pub(super) touched: bool,
    /// Whether it was removed with its place.
    pub(super) gone: bool,
}

type Sizes = SmallVec<[u64; 4]>;

/// A move that is being made: where the heaps are, and what the steps so far have named.
#[derive(Clone, Debug)]
pub(super) struct Work<'p> {
    pub(super) before: &'p Before<'p>,
    pub(super) cells: SmallVec<[Cell; 8]>,
    /// The heaps that the last step made.
    pub(super) it: SmallVec<[usize; 4]>,
    pub(super) heap: Sizes,
    pub(super) taken: Sizes,
    pub(super) left: Sizes,
    pub(super) parts: Sizes,
    pub(super) other: u64,
    pub(super) added: u64,
    pub(super) lower: i128,
    pub(super) place: u64,
    /// All coins taken so far.
    pub(super) coins: u64,
}

/// What is called with each finished move, until it breaks.
pub(super) type Visit<'v> = dyn FnMut(&Work<'_>) -> ControlFlow<()> + 'v;

impl Words {
    /// Calls `visit` with each move of each clause, by the clause's number.
    pub(super) fn each_work(
        &self,
        heaps: &[u64],
        uses: &[u64],
        last: Option<u64>,
        visit: &mut dyn FnMut(usize, &Work<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let filled = || heaps.iter().copied().filter(|&heap| heap > 0);
        let before = Before {
            total: filled().map(u128::from).sum(),
            heaps: filled().count(),
            largest: filled().max().unwrap_or(0),
            smallest: filled().min().unwrap_or(0),
            last,
            uses,
            places: heaps.len(),
            field: self.field,
        };
        let cell = |(place, &size)| Cell { size, place, touched: false, gone: false };
        let start = Work {
            before: &before,
            cells: heaps.iter().enumerate().map(cell).collect(),
            it: SmallVec::new(),
            heap: Sizes::new(),
            taken: Sizes::new(),
            left: Sizes::new(),
            parts: Sizes::new(),
            other: 0,
            added: 0,
            lower: -1,
            place: 0,
            coins: 0,
        };
        if self.untils.iter().any(|until| eval::holds(until, &start)) {
            return ControlFlow::Continue(());
        }
        for (number, clause) in self.clauses.iter().enumerate() {
            let used_up =
                |limit: usize| uses.get(limit).copied().unwrap_or(self.limits[limit].times) == 0;
            if clause.limit.is_some_and(used_up) {
                continue;
            }
            run(&clause.steps, &start, &mut |work| visit(number, work))?;
        }
        ControlFlow::Continue(())
    }

    /// The heaps when a move is made, unless the board forbids it.
    pub(super) fn finish(&self, work: &Work<'_>) -> Option<SmallVec<[u64; 8]>> {
        let keeps = self.field.keeps_empty();
        let there = work.cells.iter().filter(|cell| !cell.gone).map(|cell| cell.size);
        let mut sizes: SmallVec<[u64; 8]> = there.filter(|&size| keeps || size > 0).collect();
        if let Shape::Places(Some(count)) = self.field.shape {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            sizes.retain(|size| *size > 0);
            if sizes.len() > count {
                return None;
            }
            sizes.resize(count, 0);
        }
        if !self.field.is_ordered() {
            sizes.sort_unstable();
        }
        if self.field.distinct && !eval::tests(ListTest::Distinct, &sizes) {
            return None;
        }
        Some(sizes)
    }

    /// Calls `visit` with each position that a move leads to, until it breaks. A position may come more
    /// than once.
    pub fn each_option(
        &self,
        stand: &Stand,
        visit: &mut dyn FnMut(Stand) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_work(&stand.heaps, &stand.uses, stand.last, &mut |number, work| {
            let Some(heaps) = self.finish(work) else { return ControlFlow::Continue(()) };
            let mut uses = stand.uses.clone();
            if let Some(limit) = self.clauses[number].limit {
                uses[limit] -= 1;
            }
            let last = self.remembers.then_some(work.coins);
            visit(Stand { heaps: heaps.into_vec(), uses, last })
        })
    }
}

/// Does the first of the steps in every way, and goes on with the others.
fn run(steps: &[Step], work: &Work<'_>, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let Some((step, rest)) = steps.split_first() else { return visit(work) };
    let mut then = |work: &Work<'_>| -> ControlFlow<()> {
        match &step.condition {
            Some(condition) if !eval::holds(condition, work) => ControlFlow::Continue(()),
            _ if rest.is_empty() => visit(work),
            _ => run(rest, work, visit),
        }
    };
    match &step.action {
        Action::Take(amount, choice) => {
            each_choice(choice, work, false, &mut |chosen| take(amount, chosen, work, &mut then))
        }
        // Nothing can be split into nothing: the rest of a heap of which all was taken.
        Action::Split(Choice::It, counts, test) => {
            part(&work.it, Parting::Split(counts), *test, work, &mut then)
        }
        Action::Split(choice, counts, test) => each_choice(choice, work, false, &mut |chosen| {
            part(chosen, Parting::Split(counts), *test, work, &mut then)
        }),
        Action::Replace(choice, counts, test) => each_choice(choice, work, false, &mut |chosen| {
            part(chosen, Parting::Replace(counts), *test, work, &mut then)
        }),
        Action::Merge(choice) => {
            each_choice(choice, work, false, &mut |chosen| merge(chosen, work, &mut then))
        }
        Action::MergeIt => {
            let it = work.it.first().copied().filter(|&it| work.cells[it].size > 0);
            let Some(it) = it else { return ControlFlow::Continue(()) };
            each_choice(&Choice::Another, work, false, &mut |chosen| {
                let mut both = [it, chosen[0]];
                both.sort_unstable();
                merge(&both, work, &mut then)
            })
        }
        Action::Delete(choice) => {
            each_choice(choice, work, true, &mut |chosen| then(&deleted(chosen, work)))
        }
        Action::Add(amount, target) => add(amount, *target, work, &mut then),
        Action::Pass => {
            let mut work = work.clone();
            work.it.clear();
            then(&work)
        }
    }
}

/// Notes which heaps a step has chosen.
fn named<'p>(chosen: &[usize], work: &Work<'p>) -> Work<'p> {
    let mut next = work.clone();
    next.heap = chosen.iter().map(|&i| work.cells[i].size).collect();
    for &i in chosen {
        next.cells[i].touched = true;
    }
    next.it = chosen.into();
    if let [one] = *chosen {
        let size = work.cells[one].size;
        let others = work.cells.iter().enumerate().filter(|(i, cell)| *i != one && !cell.gone);
        let below = others.map(|(_, cell)| cell.size).filter(|&other| other < size);
        next.lower = below.max().map_or(-1, i128::from);
        next.place = work.cells[one].place as u64 + 1;
    }
    next
}

fn take(
    amount: &Amount,
    chosen: &[usize],
    work: &Work<'_>,
    then: &mut Visit<'_>,
) -> ControlFlow<()> {
    let mut next = named(chosen, work);
    next.taken = SmallVec::from_elem(0, chosen.len());
    next.left = next.heap.clone();
    if amount.same {
        let least = next.heap.iter().copied().min().unwrap_or(0);
        let one = (chosen.len() == 1).then_some(least);
        let amounts = eval::amounts(amount, &next, one, least);
        return Walk::new(&amounts).try_for_each(|taken| {
            set_taken(chosen, std::iter::repeat_n(taken, chosen.len()), work, &mut next);
            then(&next)
        });
    }
    let of = |&i: &usize| {
        let heap = work.cells[i].size;
        eval::amounts(amount, &next, Some(heap), heap)
    };
    let amounts: SmallVec<[SmallVec<[eval::Progression; 2]>; 4]> = chosen.iter().map(of).collect();
    let mut walks: SmallVec<[Walk<'_>; 4]> = SmallVec::new();
    let mut taken: Sizes = SmallVec::new();
    // One heap after another; the last one runs through its numbers first.
    loop {
        if taken.len() < chosen.len() {
            let mut walk = Walk::new(&amounts[taken.len()]);
            match walk.next() {
                Some(first) => {
                    taken.push(first);
                    walks.push(walk);
                    continue;
                }
                None if walks.is_empty() => return ControlFlow::Continue(()),
                None => {}
            }
        } else if !is_repeated(chosen, &taken, work) {
            set_taken(chosen, taken.iter().copied(), work, &mut next);
            then(&next)?;
        }
        loop {
            let Some(walk) = walks.last_mut() else { return ControlFlow::Continue(()) };
            taken.pop();
            match walk.next() {
                Some(more) => {
                    taken.push(more);
                    break;
                }
                None => {
                    walks.pop();
                }
            }
        }
    }
}

/// Whether the same comes of another order of equal heaps.
fn is_repeated(chosen: &[usize], taken: &[u64], work: &Work<'_>) -> bool {
    !work.before.field.is_ordered()
        && (1..chosen.len())
            .any(|k| work.is_same(chosen[k - 1], chosen[k]) && taken[k - 1] > taken[k])
}

fn set_taken(
    chosen: &[usize],
    taken: impl Iterator<Item = u64>,
    work: &Work<'_>,
    next: &mut Work<'_>,
) {
    next.coins = work.coins;
    for (k, taken) in taken.enumerate() {
        let left = next.heap[k] - taken;
        (next.taken[k], next.left[k]) = (taken, left);
        next.cells[chosen[k]].size = left;
        next.coins = next.coins.saturating_add(taken);
    }
}

fn merge(chosen: &[usize], work: &Work<'_>, then: &mut Visit<'_>) -> ControlFlow<()> {
    let mut next = named(chosen, work);
    let sum = next.heap.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap));
    let Some(sum) = sum else { return ControlFlow::Continue(()) }; // it cannot be made
    for &i in chosen {
        next.cells[i].size = 0;
    }
    next.cells[chosen[0]].size = sum;
    next.left = Sizes::from_elem(sum, 1);
    next.it = SmallVec::from_elem(chosen[0], 1);
    then(&next)
}

fn deleted<'p>(chosen: &[usize], work: &Work<'p>) -> Work<'p> {
    let mut next = named(chosen, work);
    next.taken = next.heap.clone();
    next.left = Sizes::from_elem(0, chosen.len());
    for &i in chosen {
        next.coins = next.coins.saturating_add(next.cells[i].size);
        (next.cells[i].size, next.cells[i].gone) = (0, true);
    }
    next.it.clear();
    next
}

fn add(amount: &Amount, target: Target, work: &Work<'_>, then: &mut Visit<'_>) -> ControlFlow<()> {
    let keeps = work.before.field.keeps_empty();
    let free = |i: usize| {
        let cell = &work.cells[i];
        !cell.touched && !cell.gone && (keeps || cell.size > 0)
    };
    let places = work.before.places;
    let at = |place: usize| (0..work.cells.len()).find(|&i| work.cells[i].place == place);
    let from = work.it.first().map(|&it| work.cells[it].place);
    let all = || (0..work.cells.len()).filter(|&i| free(i));
    let circle = work.before.field.shape == Shape::Circle;
    let aside = match (target, from) {
        (Target::First, _) => at(0),
        (Target::Last, _) => places.checked_sub(1).and_then(at),
        (Target::Previous, Some(0)) if circle => places.checked_sub(1).and_then(at),
        (Target::Previous, Some(from)) => from.checked_sub(1).and_then(at),
        (Target::Next, Some(from)) if circle && from + 1 == places => at(0),
        (Target::Next, Some(from)) => at(from + 1),
        _ => None,
    };
    let largest = all().map(|i| work.cells[i].size).max();
    let smallest = all().map(|i| work.cells[i].size).min();
    let mut tried: Option<u64> = None;
    for i in all() {
        let size = work.cells[i].size;
        let fits = match target {
            Target::Another => true,
            Target::Largest => Some(size) == largest,
            Target::Smallest => Some(size) == smallest,
            _ => Some(i) == aside,
        };
        // Where heaps have no order, they are sorted: equal ones follow each other.
        let same = !work.before.field.is_ordered() && tried == Some(size);
        if !fits || same {
            continue;
        }
        tried = Some(size);
        let mut next = work.clone();
        next.other = size;
        next.cells[i].touched = true;
        next.it = SmallVec::from_elem(i, 1);
        let amounts = eval::amounts(amount, &next, None, u64::MAX - size);
        Walk::new(&amounts).try_for_each(|added| {
            next.added = added;
            next.cells[i].size = size + added;
            then(&next)
        })?;
    }
    ControlFlow::Continue(())
}

/// What a heap becomes.
#[derive(Clone, Copy)]
enum Parting<'c> {
    /// This many heaps with the same coins.
    Split(&'c Counts),
    /// This many heaps, each smaller.
    Replace(&'c Counts),
}

/// Parts the chosen heaps one after the other, in every way.
fn part(
    chosen: &[usize],
    parting: Parting<'_>,
    test: Option<ListTest>,
    work: &Work<'_>,
    then: &mut Visit<'_>,
) -> ControlFlow<()> {
    let mut next = named(chosen, work);
    next.parts.clear();
    next.it.clear();
    part_rest(chosen, parting, test, next, then)
}

fn part_rest(
    chosen: &[usize],
    parting: Parting<'_>,
    test: Option<ListTest>,
    work: Work<'_>,
    then: &mut Visit<'_>,
) -> ControlFlow<()> {
    // The last first: what comes of it does not move those before it.
    let Some((&i, before)) = chosen.split_last() else { return then(&work) };
    let (size, place) = (work.cells[i].size, work.cells[i].place);
    let ordered = work.before.field.is_ordered();
    let most = size.min(Position::MOST_HEAPS as u64);
    let (Parting::Split(counts) | Parting::Replace(counts)) = parting;
    for count in counts.up_to(most) {
        let mut made = |parts: &[u64]| {
            if test.is_some_and(|test| !eval::tests(test, parts)) {
                return ControlFlow::Continue(());
            }
            let mut next = work.clone();
            next.parts.extend(parts.iter().copied());
            let cell = |&size: &u64| Cell { size, place, touched: true, gone: false };
            if parts.is_empty() {
                next.cells[i].size = 0;
                next.it.push(i);
            } else {
                next.cells.remove(i);
                next.cells.insert_many(i, parts.iter().map(cell));
                let grown = parts.len() - 1;
                for it in &mut next.it {
                    *it += if *it > i { grown } else { 0 };
                }
                next.it.extend(i..=i + grown);
            }
            part_rest(before, parting, test, next, then)
        };
        match parting {
            Parting::Split(_) => each_split(size, count, ordered, &mut made)?,
            Parting::Replace(_) => each_smaller(size, count, ordered, &mut made)?,
        }
    }
    ControlFlow::Continue(())
}

type Parts<'v> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'v;

/// The ways to part this many coins into this many non-empty heaps: in every order, or from the smallest on.
fn each_split(coins: u64, count: u64, ordered: bool, visit: &mut Parts<'_>) -> ControlFlow<()> {
    if count == 0 || count > coins {
        return if count == coins { visit(&[]) } else { ControlFlow::Continue(()) };
    }
    let mut parts = vec![1u64; count as usize];
    let last = parts.len() - 1;
    parts[last] = coins - last as u64;
    loop {
        visit(&parts)?;
        // Raise the last part that can be raised; those behind it start again.
        let mut rest = parts[last];
        let raised = (0..last).rev().find(|&k| {
            rest += parts[k];
            let least = if ordered { 1 } else { parts[k] + 1 };
            let needed = u128::from(least) * (last - k) as u128 + u128::from(parts[k]) + 1;
            needed <= u128::from(rest)
        });
        let Some(k) = raised else { return ControlFlow::Continue(()) };
        parts[k] += 1;
        let least = if ordered { 1 } else { parts[k] };
        parts[k + 1..last].fill(least);
        parts[last] = rest - parts[k] - least * (last - k - 1) as u64;
    }
}

/// The ways to choose this many non-empty heaps that are smaller: in every order, or from the smallest on.
fn each_smaller(size: u64, count: u64, ordered: bool, visit: &mut Parts<'_>) -> ControlFlow<()> {
    if size < 2 && count > 0 {
        return ControlFlow::Continue(());
    }
    let mut parts = vec![1u64; count as usize];
    loop {
        visit(&parts)?;
        let raised = (0..parts.len()).rev().find(|&k| parts[k] + 1 < size);
        let Some(k) = raised else { return ControlFlow::Continue(()) };
        parts[k] += 1;
        let least = if ordered { 1 } else { parts[k] };
        parts[k + 1..].fill(least);
    }
}
