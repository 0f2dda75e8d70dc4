//! Rests that are closed under moves, each with the rows its own rests on.

use rustc_hash::FxHashMap;

use super::{RestError, Setting, Values};
use crate::Position;

/// Rests with everything below them, ordered so that each comes after all it rests on.
#[derive(Clone, Debug)]
pub struct Closure {
    rests: Vec<Position>,
    numbers: FxHashMap<Position, usize>,
    pub(super) inputs: Vec<Vec<Input>>,
    /// For each heap of a rest, the row of the others.
    pub(super) without: Vec<Vec<(u64, usize)>>,
    /// The rows of the rest with a heap lowered, or with two heaps merged.
    pub(super) within: Vec<Vec<usize>>,
    coins: u64,
}

/// A row that excludes a value in each regular column: its value at column c + `ahead`, which is
/// that column plus an offset, excludes c + `shift` plus that offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Input {
    pub row: usize,
    pub ahead: i64,
    pub shift: i64,
}

impl Closure {
    /// These rests and all below them.
    ///
    /// # Errors
    /// If a rest is too large.
    pub fn below(setting: &Setting, rests: &[Position]) -> Result<Closure, RestError> {
        for rest in rests {
            setting.fits(rest)?;
        }
        let mut all: Vec<Position> = vec![Position::default()];
        let mut seen: FxHashMap<Position, ()> = FxHashMap::default();
        seen.insert(Position::default(), ());
        let mut open: Vec<Position> = rests.to_vec();
        while let Some(rest) = open.pop() {
            if seen.insert(rest.clone(), ()).is_none() {
                open.extend(lowered(&rest).map(|(_, lower)| lower));
                open.extend(
                    setting.rules().merge_moves(&rest).into_iter().map(|(_, merged)| merged),
                );
                all.push(rest);
            }
        }
        Ok(Closure::of(setting, all))
    }

    /// All rests of at most so many coins.
    ///
    /// # Errors
    /// If some are too large.
    pub fn coins(setting: &Setting, coins: u64) -> Result<Closure, RestError> {
        setting.fits(&Position::new([coins]))?;
        let mut all = vec![Position::default()];
        let mut heaps = Vec::new();
        partitions(coins, coins, &mut heaps, &mut |heaps| {
            let rest = Position::new(heaps.iter().copied());
            setting.fits(&rest)?;
            all.push(rest);
            Ok::<(), RestError>(())
        })?;
        Ok(Closure::of(setting, all))
    }

    /// The rests of one heap up to `to`, and the empty one, in order, however wide their windows.
    pub(super) fn singles(setting: &Setting, to: u64) -> Closure {
        Closure::of(setting, (0..=to).map(|heap| Position::new([heap])).collect())
    }

    fn of(setting: &Setting, mut rests: Vec<Position>) -> Closure {
        rests.sort_by_cached_key(|rest| (rest.coins(), rest.heaps().len(), rest.clone()));
        let numbers: FxHashMap<Position, usize> =
            rests.iter().enumerate().map(|(i, rest)| (rest.clone(), i)).collect();
        let coins = rests.iter().map(|rest| rest.coins() as u64).max().unwrap_or(0);
        let mut closure = Closure {
            numbers,
            inputs: Vec::with_capacity(rests.len()),
            without: Vec::with_capacity(rests.len()),
            within: Vec::with_capacity(rests.len()),
            rests: Vec::new(),
            coins,
        };
        for rest in &rests {
            let number = |position: &Position| closure.numbers[position];
            let mut within: Vec<usize> = lowered(rest).map(|(_, lower)| number(&lower)).collect();
            within.extend(setting.rules().merge_moves(rest).iter().map(|(_, to)| number(to)));
            within.sort_unstable();
            within.dedup();
            let without: Vec<(u64, usize)> =
                rest.distinct().map(|(i, heap)| (heap, number(&rest.without(i)))).collect();
            let mut inputs: Vec<Input> =
                within.iter().map(|&row| Input { row, ahead: 0, shift: 0 }).collect();
            for merge in setting.rules().merges() {
                for &(heap, row) in &without {
                    // Far out every condition has settled: any large heap tells.
                    if merge.merged(heap, FAR).is_none() {
                        continue;
                    }
                    let grown = heap as i64 - merge.then_take as i64;
                    inputs.push(Input { row, ahead: grown, shift: grown });
                    if setting.values() == Values::Completions {
                        inputs.push(Input { row, ahead: 0, shift: -grown });
                    }
                }
            }
            inputs.sort_unstable();
            inputs.dedup();
            closure.inputs.push(inputs);
            closure.without.push(without);
            closure.within.push(within);
        }
        closure.rests = rests;
        closure
    }

    /// The rests, each after all it rests on.
    pub fn rests(&self) -> &[Position] {
        &self.rests
    }

    /// Which of them this is.
    pub fn number(&self, rest: &Position) -> Option<usize> {
        self.numbers.get(rest).copied()
    }

    /// The largest heap that is a rest of its own.
    pub(super) fn largest_single(&self) -> u64 {
        let singles = self.rests.iter().filter(|rest| rest.heaps().len() == 1);
        singles.map(Position::largest).max().unwrap_or(0)
    }

    /// The most coins of a rest.
    pub fn most_coins(&self) -> u64 {
        self.coins
    }
}

/// A heap beyond every bound that a setting allows.
const FAR: u64 = 1 << 40;

/// The rest with one heap lowered or gone, and the index of that heap.
fn lowered(rest: &Position) -> impl Iterator<Item = (usize, Position)> + '_ {
    rest.distinct()
        .flat_map(move |(i, heap)| (0..heap).map(move |to| (i, rest.replace(&[i], &[to]))))
}

/// Visits every way to write a number from 1 to `coins` as a sum of heaps of at most `largest`.
fn partitions<E>(
    coins: u64,
    largest: u64,
    heaps: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    for heap in 1..=largest.min(coins) {
        heaps.push(heap);
        visit(heaps)?;
        partitions(coins - heap, heap, heaps, visit)?;
        heaps.pop();
    }
    Ok(())
}
