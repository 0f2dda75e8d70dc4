//! Rests that are closed under moves, each with the rows its own rests on.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{RowError, Setting, Values};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, LimitReached, Meter, allocated};

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
    bytes: u64,
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
    /// These rests and all below them. Few heaps of many coins, or many single coins, can have more
    /// rests below them than there is memory for.
    ///
    /// # Errors
    /// If a rest is too large, or a bound is met.
    pub fn below(
        setting: &Setting,
        rests: &[Position],
        limits: &Budget,
    ) -> Result<Closure, RowError> {
        let mut meter = Meter::new(limits, 1);
        let mut all: Vec<Position> = vec![Position::default()];
        let mut seen: FxHashSet<Position> = FxHashSet::default();
        seen.insert(Position::default());
        let mut open: Vec<Position> = rests.to_vec();
        meter.take(open.iter().map(Position::bytes).sum())?;
        while let Some(rest) = open.pop() {
            meter.give_back(rest.bytes());
            if seen.contains(&rest) {
                continue;
            }
            setting.fits(&rest)?;
            meter.count()?;
            meter.take(kept(&rest))?;
            let mut push = |next: Position| {
                if seen.contains(&next) {
                    return Ok(());
                }
                meter.work(next.heaps().len() + 1)?;
                meter.take(next.bytes())?;
                open.push(next);
                Ok::<(), LimitReached>(())
            };
            lowered(&rest).try_for_each(|(_, lower)| push(lower))?;
            let mut met = None;
            let _ = setting.rules().each_merge(&rest, |_, merged| {
                met = push(merged).err();
                if met.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            met.map_or(Ok(()), Err)?;
            seen.insert(rest.clone());
            all.push(rest);
        }
        drop((seen, open));
        Closure::of(setting, all, meter)
    }

    /// All rests of at most this many coins.
    ///
    /// # Errors
    /// If some are too large, or a bound is met.
    pub fn coins(setting: &Setting, coins: u64, limits: &Budget) -> Result<Closure, RowError> {
        setting.fits(&Position::new([coins]))?;
        let mut meter = Meter::new(limits, 1);
        let mut all = vec![Position::default()];
        let mut heaps = Vec::new();
        partitions(coins, coins, &mut heaps, &mut |heaps| {
            let rest = Position::new(heaps.iter().copied());
            setting.fits(&rest)?;
            meter.count()?;
            meter.take(kept(&rest))?;
            all.push(rest);
            Ok::<(), RowError>(())
        })?;
        Closure::of(setting, all, meter)
    }

    /// The rests of one heap up to `to`, and the empty one, in order, however wide their windows.
    ///
    /// # Errors
    /// If a bound is met.
    pub(super) fn singles(
        setting: &Setting,
        to: u64,
        limits: &Budget,
    ) -> Result<Closure, RowError> {
        let singles = (0..=to).map(|heap| Position::new([heap])).collect();
        Closure::of(setting, singles, Meter::new(limits, 1))
    }

    /// The rests in order, with what each rests on.
    fn of(
        setting: &Setting,
        mut rests: Vec<Position>,
        mut meter: Meter<'_>,
    ) -> Result<Closure, RowError> {
        let size = |rest: &Position| (rest.coins(), rest.heaps().len());
        rests.sort_unstable_by(|x, y| size(x).cmp(&size(y)).then_with(|| x.cmp(y)));
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
            bytes: 0,
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
            within.shrink_to_fit();
            inputs.shrink_to_fit();
            // Each was made as a position and looked up.
            let made = rest.heaps().len() + LOOKED_UP;
            meter.work((within.len() + without.len()) * made + inputs.len())?;
            let lists =
                [size_of_val(&within[..]), size_of_val(&without[..]), size_of_val(&inputs[..])];
            meter.take(lists.map(allocated).iter().sum::<usize>() + 3 * size_of::<Vec<Input>>())?;
            closure.inputs.push(inputs);
            closure.without.push(without);
            closure.within.push(within);
        }
        closure.rests = rests;
        closure.bytes = meter.taken();
        Ok(closure)
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

    /// The bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The most coins of a rest.
    pub fn most_coins(&self) -> u64 {
        self.coins
    }
}

/// The bytes of a rest in the list and in the table of numbers, either of which may be half empty.
fn kept(rest: &Position) -> usize {
    2 * rest.bytes() + 2 * size_of::<(Position, usize)>()
}

/// The work of looking a position up, in words.
const LOOKED_UP: usize = 32;

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
