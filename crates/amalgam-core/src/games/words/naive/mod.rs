//! The twin of [`Words::each_option`]: the definitions, with nothing clever about them.
//!
//! Every set of heaps is tried and every number of coins, and each is asked whether the words allow it.
//! It shares the data that words are read into with the quick way, and nothing else. Only for small
//! positions.

use std::collections::{BTreeSet, HashMap};

mod lists;

use self::lists::{compares, counted, lists, one_of, power_of, tuples};
use super::ast::*;
use super::{Stand, Words};
use crate::naive::evaluate;
use crate::{Play, Value};

/// A memo of values by position.
#[derive(Debug)]
pub struct NaiveWords<'a> {
    words: &'a Words,
    play: Play,
    values: HashMap<Stand, Value>,
}

impl<'a> NaiveWords<'a> {
    /// An oracle for these rules that knows nothing yet.
    pub fn new(words: &'a Words, play: Play) -> NaiveWords<'a> {
        NaiveWords { words, play, values: HashMap::new() }
    }

    /// The value of a position, by recursion over its options.
    pub fn value(&mut self, stand: &Stand) -> Value {
        if let Some(value) = self.values.get(stand) {
            return *value;
        }
        let options: Vec<Value> =
            options(self.words, stand).iter().map(|option| self.value(option)).collect();
        let value = evaluate(&options, self.play);
        self.values.insert(stand.clone(), value);
        value
    }
}

#[derive(Clone)]
struct Heap {
    size: i128,
    place: usize,
    touched: bool,
    gone: bool,
}

/// A move in the making.
#[derive(Clone)]
struct State<'a> {
    words: &'a Words,
    before: &'a Stand,
    row: Vec<Heap>,
    it: Vec<usize>,
    heap: Vec<i128>,
    taken: Vec<i128>,
    left: Vec<i128>,
    parts: Vec<i128>,
    other: i128,
    added: i128,
    lower: i128,
    place: i128,
    coins: i128,
}

/// The options of a position, each once.
pub fn options(words: &Words, stand: &Stand) -> BTreeSet<Stand> {
    let heap = |(place, &size): (usize, &u64)| Heap {
        size: size.into(),
        place,
        touched: false,
        gone: false,
    };
    let start = State {
        words,
        before: stand,
        row: stand.heaps.iter().enumerate().map(heap).collect(),
        it: vec![],
        heap: vec![],
        taken: vec![],
        left: vec![],
        parts: vec![],
        other: 0,
        added: 0,
        lower: -1,
        place: 0,
        coins: 0,
    };
    let mut options = BTreeSet::new();
    if words.untils().iter().any(|until| start.holds(until)) {
        return options;
    }
    for clause in words.clauses() {
        let mut uses = stand.uses.clone();
        if let Some(limit) = clause.limit {
            if uses[limit] == 0 {
                continue;
            }
            uses[limit] -= 1;
        }
        let mut states = vec![start.clone()];
        for step in &clause.steps {
            states = states.iter().flat_map(|state| state.after(&step.action)).collect();
            states.retain(|state| step.condition.as_ref().is_none_or(|cond| state.holds(cond)));
        }
        for state in states {
            if let Some(heaps) = state.end() {
                let last = words.remembers().then_some(state.coins as u64);
                options.insert(Stand { heaps, uses: uses.clone(), last });
            }
        }
    }
    options
}

impl<'a> State<'a> {
    /// The heaps at the end of the move, if the board allows them.
    fn end(&self) -> Option<Vec<u64>> {
        let field = self.words.field();
        let mut heaps: Vec<u64> =
            self.row.iter().filter(|heap| !heap.gone).map(|heap| heap.size as u64).collect();
        let stay = match field.shape {
            Shape::Heaps => false,
            Shape::Places(_) => true,
            Shape::Row | Shape::Circle => !field.closing,
        };
        if !stay {
            heaps.retain(|&heap| heap != 0);
        }
        if let Shape::Places(Some(count)) = field.shape {
            heaps.retain(|&heap| heap != 0);
            if heaps.len() as u64 > count {
                return None;
            }
            while (heaps.len() as u64) < count {
                heaps.push(0);
            }
        }
        if !matches!(field.shape, Shape::Row | Shape::Circle) {
            heaps.sort_unstable();
        }
        let different: BTreeSet<u64> = heaps.iter().copied().collect();
        (!field.distinct || different.len() == heaps.len()).then_some(heaps)
    }

    fn keeps_empty(&self) -> bool {
        let field = self.words.field();
        !matches!(field.shape, Shape::Heaps) && !field.closing
    }

    /// Every way to do this.
    fn after(&self, action: &Action) -> Vec<State<'a>> {
        let mut states = Vec::new();
        match action {
            Action::Pass => {
                let mut state = self.clone();
                state.it = vec![];
                states.push(state);
            }
            Action::Take(amount, choice) => {
                for chosen in self.choices(choice, false) {
                    let state = self.naming(&chosen);
                    let sizes = state.heap.clone();
                    for taken in tuples(&sizes) {
                        let same = taken.windows(2).all(|pair| pair[0] == pair[1]);
                        let may = |(&taken, &heap): (&i128, &i128)| {
                            state.allows(amount, taken, Some(heap), &sizes)
                        };
                        if (amount.same && !same) || !taken.iter().zip(&sizes).all(may) {
                            continue;
                        }
                        let mut next = state.clone();
                        for (k, &i) in chosen.iter().enumerate() {
                            next.row[i].size -= taken[k];
                        }
                        next.left = chosen.iter().map(|&i| next.row[i].size).collect();
                        next.coins += taken.iter().sum::<i128>();
                        next.taken = taken;
                        states.push(next);
                    }
                }
            }
            Action::Delete(choice) => {
                for chosen in self.choices(choice, true) {
                    let mut next = self.naming(&chosen);
                    for &i in &chosen {
                        next.coins += next.row[i].size;
                        next.row[i].size = 0;
                        next.row[i].gone = true;
                    }
                    next.taken = next.heap.clone();
                    next.left = vec![0; chosen.len()];
                    next.it = vec![];
                    states.push(next);
                }
            }
            Action::Merge(choice) => {
                states.extend(self.choices(choice, false).iter().map(|chosen| self.merged(chosen)));
            }
            Action::MergeIt => {
                for i in 0..self.row.len() {
                    let other = &self.row[i];
                    let it = self.it[0];
                    if !other.touched && !other.gone && other.size > 0 && self.row[it].size > 0 {
                        states.push(self.merged(&[it.min(i), it.max(i)]));
                    }
                }
            }
            Action::Split(choice, counts, test) => {
                let chosen = match choice {
                    Choice::It => vec![self.it.clone()],
                    choice => self.choices(choice, false),
                };
                for chosen in chosen {
                    states.extend(self.parted(&chosen, *test, |size| {
                        let whole = lists(size).into_iter();
                        let fits = |parts: &Vec<i128>| {
                            parts.iter().sum::<i128>() == size && counted(counts, parts.len(), size)
                        };
                        whole.filter(fits).collect()
                    }));
                }
            }
            Action::Replace(choice, counts, test) => {
                for chosen in self.choices(choice, false) {
                    states.extend(self.parted(&chosen, *test, |size| {
                        let most = counts.most(size as u64) as usize;
                        let mut all: Vec<Vec<i128>> = vec![vec![]];
                        let mut longer = all.clone();
                        for _ in 0..most {
                            let more = |list: &Vec<i128>| {
                                let with = |part| [list.clone(), vec![part]].concat();
                                (1..size).map(with).collect::<Vec<_>>()
                            };
                            longer = longer.iter().flat_map(more).collect();
                            all.extend(longer.clone());
                        }
                        all.retain(|parts| counted(counts, parts.len(), size));
                        all
                    }));
                }
            }
            Action::Add(amount, target) => {
                for i in 0..self.row.len() {
                    if !self.is_target(i, *target) {
                        continue;
                    }
                    let mut state = self.clone();
                    state.other = self.row[i].size;
                    state.row[i].touched = true;
                    state.it = vec![i];
                    for added in 1..=1000 {
                        if state.allows(amount, added, None, &[]) {
                            let mut next = state.clone();
                            next.row[i].size += added;
                            next.added = added;
                            states.push(next);
                        }
                    }
                }
            }
        }
        states
    }

    fn naming(&self, chosen: &[usize]) -> State<'a> {
        let mut state = self.clone();
        state.heap = chosen.iter().map(|&i| self.row[i].size).collect();
        state.it = chosen.to_vec();
        for &i in chosen {
            state.row[i].touched = true;
        }
        if chosen.len() == 1 {
            let me = chosen[0];
            let mut lower = -1;
            for (i, heap) in self.row.iter().enumerate() {
                if i != me && !heap.gone && heap.size < self.row[me].size {
                    lower = lower.max(heap.size);
                }
            }
            state.lower = lower;
            state.place = self.row[me].place as i128 + 1;
        }
        state
    }

    fn merged(&self, chosen: &[usize]) -> State<'a> {
        let mut state = self.naming(chosen);
        let sum = state.heap.iter().sum();
        for &i in chosen {
            state.row[i].size = 0;
        }
        state.row[chosen[0]].size = sum;
        state.left = vec![sum];
        state.it = vec![chosen[0]];
        state
    }

    /// Replaces the chosen heaps in every way by lists that `ways` gives for their sizes.
    fn parted(
        &self,
        chosen: &[usize],
        test: Option<ListTest>,
        ways: impl Fn(i128) -> Vec<Vec<i128>>,
    ) -> Vec<State<'a>> {
        let mut first = self.naming(chosen);
        first.parts = vec![];
        first.it = vec![];
        let mut states = vec![first];
        for &i in chosen.iter().rev() {
            let mut next = Vec::new();
            for state in &states {
                for parts in ways(state.row[i].size) {
                    if test.is_some_and(|test| !compares(test, &parts)) {
                        continue;
                    }
                    let mut state = state.clone();
                    state.parts.extend(&parts);
                    let heap = |&size: &i128| Heap { size, ..state.row[i].clone() };
                    let mut new: Vec<Heap> = parts.iter().map(heap).collect();
                    if new.is_empty() {
                        new = vec![Heap { size: 0, ..state.row[i].clone() }];
                    }
                    let more = new.len() - 1;
                    state.it = state.it.iter().map(|&j| if j > i { j + more } else { j }).collect();
                    state.it.extend(i..=i + more);
                    state.row.splice(i..=i, new);
                    next.push(state);
                }
            }
            states = next;
        }
        states
    }

    fn is_target(&self, i: usize, target: Target) -> bool {
        let free =
            |heap: &Heap| !heap.touched && !heap.gone && (self.keeps_empty() || heap.size > 0);
        let heap = &self.row[i];
        if !free(heap) {
            return false;
        }
        let n = self.before.heaps.len();
        let from = self.it.first().map(|&it| self.row[it].place);
        let circle = self.words.field().shape == Shape::Circle;
        let all = || self.row.iter().filter(|heap| free(heap)).map(|heap| heap.size);
        match target {
            Target::Another => true,
            Target::Largest => all().all(|size| size <= heap.size),
            Target::Smallest => all().all(|size| size >= heap.size),
            Target::First => heap.place == 0,
            Target::Last => heap.place == n - 1,
            Target::Previous => from.is_some_and(|from| {
                heap.place + 1 == from || (circle && from == 0 && heap.place == n - 1)
            }),
            Target::Next => from.is_some_and(|from| {
                heap.place == from + 1 || (circle && from == n - 1 && heap.place == 0)
            }),
        }
    }

    /// Every list of heaps that the choice allows.
    fn choices(&self, choice: &Choice, empty: bool) -> Vec<Vec<usize>> {
        let there = |i: usize| {
            let heap = &self.row[i];
            !heap.gone && (heap.size > 0 || (empty && self.keeps_empty()))
        };
        if *choice == Choice::It {
            let ready = !self.it.is_empty()
                && self.it.iter().all(|&i| !self.row[i].gone && self.row[i].size > 0);
            return if ready { vec![self.it.clone()] } else { vec![] };
        }
        let n = self.row.len();
        let circle = self.words.field().shape == Shape::Circle;
        let mut found = Vec::new();
        for set in 1u32..1 << n {
            let mut chosen: Vec<usize> = (0..n).filter(|&i| set >> i & 1 == 1).collect();
            if !chosen.iter().all(|&i| there(i)) {
                continue;
            }
            let all = (0..n).filter(|&i| there(i)).collect::<Vec<_>>();
            let fresh = |i: &usize| !self.row[*i].touched;
            let places: Vec<usize> = chosen.iter().map(|&i| self.row[i].place).collect();
            let (count, last) = (chosen.len(), self.before.heaps.len().saturating_sub(1));
            let size = |i: &usize| self.row[*i].size;
            let allowed = match choice {
                Choice::It => false,
                Choice::One => count == 1,
                Choice::Another => count == 1 && fresh(&chosen[0]),
                Choice::Largest => count == 1 && all.iter().all(|i| size(i) <= size(&chosen[0])),
                Choice::Smallest => count == 1 && all.iter().all(|i| size(i) >= size(&chosen[0])),
                Choice::First => count == 1 && places[0] == 0,
                Choice::Last => count == 1 && places[0] == last,
                Choice::End => count == 1 && (places[0] == 0 || places[0] == last),
                Choice::Group { each, counts, of: Pool::Neighbours } => {
                    let n = self.before.heaps.len();
                    (0..n).any(|from| {
                        let wide = (1..=n).filter(|&wide| match each {
                            true => wide == count && counted(counts, wide, n as i128),
                            false => wide as u64 <= counts.most(n as u64),
                        });
                        let inside = |wide: usize| {
                            places.iter().all(|&place| {
                                let steps = (place + n - from) % n;
                                steps < wide && (circle || place >= from)
                            })
                        };
                        let mut wide = wide;
                        wide.any(inside)
                    })
                }
                Choice::Group { each, counts, of } => {
                    let pool: Vec<usize> =
                        all.into_iter().filter(|i| *of == Pool::Heaps || fresh(i)).collect();
                    let fits = match each {
                        true => counted(counts, count, pool.len() as i128),
                        false => count as u64 <= counts.most(pool.len() as u64),
                    };
                    fits && chosen.iter().all(|i| pool.contains(i))
                }
                Choice::Places { each, sets } => sets.iter().any(|set| {
                    let within = places.iter().all(|&place| set.contains(&(place as u64 + 1)));
                    within && (!each || set.len() == count)
                }),
            };
            if allowed {
                // Across the end of a circle the first heap is the one that the others follow.
                if let (true, Choice::Group { of: Pool::Neighbours, .. }) = (circle, choice) {
                    let n = self.before.heaps.len();
                    let starts = (0..count).find(|&k| {
                        let mut steps =
                            (0..count).map(|j| (places[j] + n - places[k]) % n).collect::<Vec<_>>();
                        steps.sort_unstable();
                        count < n && steps.iter().enumerate().all(|(j, &step)| j == step)
                    });
                    chosen.rotate_left(starts.unwrap_or(0));
                }
                found.push(chosen);
            }
        }
        found
    }

    /// Whether this many coins are among the amounts.
    fn allows(&self, amount: &Amount, coins: i128, heap: Option<i128>, sizes: &[i128]) -> bool {
        let most = match (amount.same, heap) {
            (true, _) => sizes.iter().copied().min().unwrap_or(0),
            (false, Some(heap)) => heap,
            (false, None) => i128::MAX,
        };
        let number = |expr: &Expr| self.number(expr, heap);
        coins >= 1
            && coins <= most
            && amount.items.iter().any(|item| match item {
                Item::Fixed(fixed) => fixed
                    .ranges()
                    .iter()
                    .any(|&(low, high)| i128::from(low) <= coins && coins <= i128::from(high)),
                Item::Range(low, high) => {
                    number(low).is_some_and(|low| low <= coins)
                        && high.as_ref().is_none_or(|high| number(high).is_some_and(|h| coins <= h))
                }
                Item::AllBut(but) => number(but).is_some_and(|but| coins == most - but),
                Item::Divisors(of) => number(of).is_some_and(|of| of > 0 && of % coins == 0),
                Item::Powers(of) => power_of(coins, i128::from(*of)),
                Item::Multiples(of) => number(of).is_some_and(|of| of > 0 && coins % of == 0),
            })
    }

    fn list(&self, list: List) -> &[i128] {
        match list {
            List::Heap => &self.heap,
            List::Taken => &self.taken,
            List::Left => &self.left,
            List::Parts => &self.parts,
        }
    }

    fn number(&self, expr: &Expr, heap: Option<i128>) -> Option<i128> {
        let filled = || self.before.heaps.iter().copied().filter(|&heap| heap > 0);
        match expr {
            Expr::Number(number) => Some(i128::from(*number)),
            Expr::Quantity(quantity) => match quantity {
                Quantity::Heap => heap.or_else(|| self.heap.first().copied()),
                Quantity::Taken => self.taken.first().copied(),
                Quantity::Left => self.left.first().copied(),
                Quantity::Other => Some(self.other),
                Quantity::Added => Some(self.added),
                Quantity::Lower => Some(self.lower),
                Quantity::Place => Some(self.place),
                Quantity::Total => Some(filled().map(i128::from).sum()),
                Quantity::Heaps => Some(filled().count() as i128),
                Quantity::Largest => Some(filled().max().unwrap_or(0).into()),
                Quantity::Smallest => Some(filled().min().unwrap_or(0).into()),
                Quantity::Last => self.before.last.map(i128::from),
                Quantity::Uses(limit) => Some(self.before.uses[*limit].into()),
            },
            Expr::Of(agg, list) => one_of(*agg, self.list(*list).to_vec()),
            Expr::Among(agg, among) => {
                let numbers: Option<Vec<i128>> =
                    among.iter().map(|expr| self.number(expr, heap)).collect();
                one_of(*agg, numbers?)
            }
            Expr::Abs(inner) => self.number(inner, heap).map(i128::abs),
            Expr::Join(x, op, y) => {
                let (x, y) = (self.number(x, heap)?, self.number(y, heap)?);
                match op {
                    Op::Plus => Some(x + y),
                    Op::Minus => Some(x - y),
                    Op::Times => Some(x * y),
                    Op::Over if y == 0 => None,
                    Op::Mod if y == 0 => None,
                    // y is a divisor > 0 or < 0: the quotient is the greatest q with |q·y| on its side.
                    Op::Over if y > 0 => Some(x.div_euclid(y)),
                    Op::Over => Some((-x).div_euclid(-y)),
                    Op::Mod if y > 0 => Some(x.rem_euclid(y)),
                    Op::Mod => Some(x - (-x).div_euclid(-y) * y),
                }
            }
        }
    }

    fn holds(&self, cond: &Cond) -> bool {
        let number = |expr: &Expr| self.number(expr, None);
        match cond {
            Cond::And(all) => all.iter().all(|cond| self.holds(cond)),
            Cond::Or(any) => any.iter().any(|cond| self.holds(cond)),
            Cond::Compare(x, cmp, y) => {
                let (Some(x), Some(y)) = (number(x), number(y)) else { return false };
                match cmp {
                    Cmp::Less => x < y,
                    Cmp::AtMost => x <= y,
                    Cmp::Same => x == y,
                    Cmp::Other => x != y,
                    Cmp::AtLeast => x >= y,
                    Cmp::More => x > y,
                }
            }
            Cond::Divides(yes, x, y) => {
                let (Some(x), Some(y)) = (number(x), number(y)) else { return false };
                x != 0 && *yes == (y.rem_euclid(x) == 0)
            }
            Cond::Is(yes, x, sort) => {
                let Some(x) = number(x) else { return false };
                let is = match sort {
                    Sort::Even => x.rem_euclid(2) == 0,
                    Sort::Odd => x.rem_euclid(2) == 1,
                    Sort::Prime => x >= 2 && (2..x).all(|d| x % d != 0),
                    Sort::Square => (0..=x).any(|root| root * root == x),
                    Sort::PowerOf(of) => power_of(x, i128::from(*of)),
                };
                is == *yes
            }
            Cond::Test(test, list) => compares(*test, self.list(*list)),
            Cond::First(yes) => self.before.last.is_none() == *yes,
        }
    }
}
