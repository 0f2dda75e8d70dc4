//! The table of f(R,a,b): the heap that makes a P-position beside a fixed rest R and two heaps.
//!
//! For a rest Q below R write f(Q,a,b) for the completion of Q with heaps a and b. Like f(a,b) it is the
//! least value that is not excluded: not f(Q,a,b′) or f(Q,a′,b) with a heap lowered, which are the values
//! of the same table in row a and in row b so far (it is symmetric, so one set of values for each heap
//! serves both); not f(Q′,a,b) with Q changed by a move, or with a heap of Q merged with a or with b,
//! which are in other tables; and not a value that a merge with the missing heap, or a merge of a and b,
//! leads to. So the tables of all rests below R are filled one after the other, each as much larger as
//! its rest has fewer coins, since merging moves a heap of the rest into the table.
//!
//! The row machine of [`super`] walks further, but only as wide as its words: here heaps may be as large
//! as the memory allows.

use std::collections::HashMap;

use super::{Closure, RowError, Setting};
use crate::three::table::{Table, TableError};
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};

/// The table of f(R,a,b) for a below `rows` and b below `cols`, within the bounds.
///
/// ```
/// use amalgam::{Play, Position, engines::rests::{Setting, Values, table::table}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let table = table(&setting, &Position::new([2]), 5, 6, &Default::default())??;
/// assert_eq!(table.get(2, 3), Some(3)); // [2,2,3,3] is a P-position
/// assert_eq!(table.get(0, 4), Some(1)); // and so is [1,2,4]
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rest is too large for a row; or, inside, if the table is too large.
pub fn table(
    setting: &Setting,
    rest: &Position,
    rows: usize,
    cols: usize,
    limits: &Budget,
) -> Result<Result<Table, TableError>, RowError> {
    let closure = Closure::below(setting, std::slice::from_ref(rest), limits)?;
    if rows == 0 || cols == 0 {
        return Ok(Err(TableError::Empty { rows, cols }));
    }
    // A side beyond 2^40 is refused by its bytes, which then still fit 128 bits.
    let (side, coins) = (rows.max(cols).min(1 << 40) as u128, rest.coins());
    // For each rest the cells, a set of values for each heap, and a row of completions.
    let bytes = |rest: &Position| {
        let side = side + coins - rest.coins();
        4 * side * side + side * (2 * side + 2 * coins + 64) / 8 + 32 * side
    };
    let needed: u128 = closure.rests().iter().map(bytes).sum();
    let needed = u64::try_from(needed).unwrap_or(u64::MAX);
    if needed > limits.memory {
        return Ok(Err(TableError::Memory { needed, limit: limits.memory }));
    }
    let mut tables = HashMap::new();
    for below in closure.rests() {
        let side = side as usize + (coins - below.coins()) as usize;
        let beside = match Beside::fill(setting, below, side, &tables, limits) {
            Ok(beside) => beside,
            Err(limit) => return Ok(Err(limit.into())),
        };
        tables.insert(below.clone(), beside);
    }
    let whole = &tables[rest];
    let cell = |a, b| whole.get(a as u64, b as u64) as u32;
    let cells = (0..rows).flat_map(|a| (0..cols).map(move |b| cell(a, b))).collect();
    Ok(Ok(Table::of(rest.clone(), rows, cols, cells)))
}

/// The completions of a rest with one heap, and of it with two.
struct Beside {
    side: usize,
    /// f(Q,a), for a up to twice the side.
    one: Vec<u64>,
    /// f(Q,a,b).
    two: Vec<u32>,
}

type Tables = HashMap<Position, Beside>;

impl Beside {
    fn get(&self, a: u64, b: u64) -> u64 {
        self.two[a as usize * self.side + b as usize].into()
    }

    fn fill(
        setting: &Setting,
        rest: &Position,
        side: usize,
        tables: &Tables,
        limits: &Budget,
    ) -> Result<Beside, LimitReached> {
        let rules = setting.rules();
        let options: Vec<&Beside> = options(rules, rest).iter().map(|rest| &tables[rest]).collect();
        let without: Vec<(u64, &Beside)> =
            rest.distinct().map(|(at, heap)| (heap, &tables[&rest.without(at)])).collect();
        let mut table = Beside { side, one: Vec::new(), two: vec![0; side * side] };
        let mut used = Set::default();
        for a in 0..2 * side as u64 {
            let mut excluded: Vec<u64> =
                options.iter().map(|option| option.one[a as usize]).collect();
            for (heap, rest) in &without {
                excluded.extend(merged(rules, *heap, a).map(|one| rest.one[one as usize]));
                merges_to(rules, *heap, rest.one[a as usize], &mut excluded);
            }
            if a > 0 {
                merges_to(rules, a, table.one[0], &mut excluded);
            } else if rest.is_empty() && setting.play() == Play::Misere {
                excluded.push(0);
            }
            let value = Set::mex([&used, &used], &excluded);
            used.insert(value);
            table.one.push(value);
        }
        // The values that each heap has in the table so far.
        let mut used: Vec<Set> = vec![Set::default(); side];
        for a in 0..side {
            limits.check((a * side) as u64)?;
            for b in a..side {
                let (x, y) = (a as u64, b as u64);
                let value = if a == 0 {
                    table.one[b]
                } else {
                    let mut excluded: Vec<u64> =
                        options.iter().map(|option| option.get(x, y)).collect();
                    for (heap, rest) in &without {
                        excluded.extend(merged(rules, *heap, x).map(|one| rest.get(one, y)));
                        excluded.extend(merged(rules, *heap, y).map(|one| rest.get(x, one)));
                        merges_to(rules, *heap, rest.get(x, y), &mut excluded);
                    }
                    excluded.extend(merged(rules, x, y).map(|one| table.one[one as usize]));
                    merges_to(rules, x, table.one[b], &mut excluded);
                    merges_to(rules, y, table.one[a], &mut excluded);
                    Set::mex([&used[a], &used[b]], &excluded)
                };
                for (i, j) in [(a, b), (b, a)] {
                    used[i].insert(value);
                    // A completion is at most the number of values excluded, which fits the memory.
                    table.two[i * side + j] = value as u32;
                }
            }
        }
        Ok(table)
    }
}

/// The rests that one move within a rest leaves.
fn options(rules: &Rules, rest: &Position) -> Vec<Position> {
    let mut options: Vec<Position> =
        rules.merge_moves(rest).into_iter().map(|(_, merged)| merged).collect();
    for (at, heap) in rest.distinct() {
        options.extend((0..heap).map(|lower| rest.without(at).with(lower)));
    }
    options
}

/// The heaps that merging two heaps gives.
fn merged(rules: &Rules, x: u64, y: u64) -> impl Iterator<Item = u64> {
    rules.merges().iter().filter_map(move |merge| merge.merged(x, y)).map(|one| one as u64)
}

/// The heaps that merge with `heap` to `one`.
fn merges_to(rules: &Rules, heap: u64, one: u64, found: &mut Vec<u64>) {
    for merge in rules.merges() {
        let other = (one + merge.then_take).checked_sub(heap);
        found.extend(other.filter(|&other| merge.merged(heap, other) == Some(one.into())));
    }
}

/// A set of values.
#[derive(Clone, Debug, Default)]
struct Set {
    words: Vec<u64>,
    /// All words before this one are full.
    first: usize,
}

impl Set {
    fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.first) == Some(&u64::MAX) {
            self.first += 1;
        }
    }

    /// The least value in neither of the sets, nor excluded.
    fn mex(sets: [&Set; 2], excluded: &[u64]) -> u64 {
        let first = sets[0].first.max(sets[1].first);
        let word = |i| sets.iter().map(|set| set.words.get(i).unwrap_or(&0)).fold(0, |x, y| x | y);
        for i in first.. {
            let here = excluded.iter().filter(|&&value| value / 64 == i as u64);
            let taken = here.fold(word(i), |taken, value| taken | 1 << (value % 64));
            if taken != u64::MAX {
                return i as u64 * 64 + u64::from(taken.trailing_ones());
            }
        }
        unreachable!("the sets are finite")
    }
}
