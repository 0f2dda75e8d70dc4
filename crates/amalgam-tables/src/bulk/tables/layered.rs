//! Outcomes and Grundy values of every position up to some coins and heaps, layer by layer.
//!
//! No move adds coins. Without splits a move that keeps the coins merges, so the heaps fall; where
//! a heap may split without losing coins, every merge loses some ([`Rules::new`] refuses games
//! that might not end), so a move that keeps the coins splits, and the heaps rise. Either way the
//! layers (coins, heaps) have an order in which options come first.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::layers::Layers;
use crate::census::Census;
use amalgam_core::base::bits;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Meter, Progress, Step, Task, zeros};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Game, Play, Position};

/// The P-positions among all positions up to some coins and heaps, as bits by number.
pub(crate) struct Outcomes {
    layers: Layers,
    is_p: Bits,
}

/// The Grundy values of all positions up to some coins and heaps, by number.
pub(crate) struct LayeredValues {
    layers: Layers,
    values: Vec<u32>,
}

impl Outcomes {
    /// Decides every position; the rules may split only if `heaps` is as large as `coins`.
    ///
    /// Where no heap is left out, that is a census; it is taken from there if it fits.
    pub(crate) fn new(
        rules: &Rules,
        play: Play,
        layers: Layers,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Outcomes, LimitReached> {
        let is_p = match by_census(rules, play, &layers, limits, progress)? {
            Some(is_p) => is_p,
            None => Outcomes::by_layers(rules, play, &layers, limits, progress)?,
        };
        Ok(Outcomes { layers, is_p })
    }

    fn by_layers(
        rules: &Rules,
        play: Play,
        layers: &Layers,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Bits, LimitReached> {
        let total = layers.total() as usize;
        let tables = if rules.takes_any() { 2 } else { 1 };
        limits.foresee(layers.total(), layers.bytes() + tables * u128::from(layers.total()) / 8)?;
        let mut meter = Meter::new(limits, layers.bounds().1);
        let mut is_p = Bits::new(total)?;
        // Whether a rest has found its completion: every larger heap then makes an N-position.
        let mut completed = Bits::new(if rules.takes_any() { total } else { 0 })?;
        let mut rests = Vec::new();
        each_position(rules, layers, limits, progress, |coins, heaps, number| {
            meter.count()?;
            let wins = if rules.takes_any() {
                rests.clear();
                each_rest(layers, coins, heaps, |rest| rests.push(rest));
                rests.iter().any(|&rest| completed.get(rest))
                    || each_merge(rules, layers, coins, heaps, |option| is_p.get(option))
            } else {
                rests.clear();
                each_option(rules, layers, heaps, |option| is_p.get(option))
            };
            let ends = play == Play::Misere && !wins && has_no_move(rules, heaps);
            if !wins && !ends {
                is_p.set(number);
                if rules.takes_any() {
                    rests.iter().for_each(|&rest| completed.set(rest));
                    completed.set(number); // the completion is the empty heap
                }
            }
            Ok(())
        })?;
        Ok(is_p)
    }

    /// Whether the position is P, if the table reaches so far; `heaps` is ascending.
    #[inline]
    pub(crate) fn get(&self, heaps: &[u64]) -> Option<bool> {
        self.layers.find(heaps).map(|number| self.is_p.get(number))
    }

    /// Whether the position of this number is P, if the table reaches so far.
    #[inline]
    pub(crate) fn at(&self, number: u64) -> Option<bool> {
        (number < self.layers.total()).then(|| self.is_p.get(number as usize))
    }
}

/// The P-positions by number, as a census finds them; `None` where heaps are left out, or where the
/// tables of the census do not fit.
fn by_census(
    rules: &Rules,
    play: Play,
    layers: &Layers,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Option<Bits>, LimitReached> {
    let (coins, heaps) = layers.bounds();
    let here = u64::try_from(layers.bytes()).unwrap_or(u64::MAX).saturating_add(layers.total() / 8);
    let rest = Budget { memory: limits.memory.saturating_sub(here), ..limits.clone() };
    let census = (heaps == coins).then(|| Census::new(rules, play, coins, &rest));
    let Some(Ok(mut census)) = census else { return Ok(None) };
    let mut is_p = Bits::new(layers.total() as usize)?;
    let (mut heaps, mut done) = (Vec::new(), 0);
    loop {
        let layer = match census.advance(&rest) {
            Ok(Some(layer)) => layer,
            Ok(None) => return Ok(Some(is_p)),
            Err(LimitReached { limit: Limit::Memory(_), .. }) => return Ok(None),
            Err(reached) => return Err(reached),
        };
        let partitions = layer.partitions();
        for rank in layer.p_ranks() {
            partitions.unrank(layer.coins, rank, &mut heaps);
            let ascending = heaps.iter().rev().map(|&heap| u64::from(heap));
            is_p.set(layers.number(layer.coins, ascending, heaps.len()));
        }
        done += layer.count();
        limits.watch(progress, Step::new(Task::Table, done))?;
    }
}

impl LayeredValues {
    /// LayeredValues every position; the rules may split only if `heaps` is as large as `coins`.
    pub(crate) fn new(
        rules: &Rules,
        layers: Layers,
        most: usize,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<LayeredValues, LimitReached> {
        let total = layers.total() as usize;
        let width = bits::words(most + 1);
        let line = if rules.takes_any() { 8 * width } else { 0 };
        let bytes = u128::from(layers.total()) * (4 + line as u128);
        limits.foresee(layers.total(), layers.bytes() + bytes)?;
        let mut meter = Meter::new(limits, width + layers.bounds().1);
        let mut values: Vec<u32> = zeros(total)?;
        // The values with each rest found so far, as in `search::lines`.
        let mut lines: Vec<u64> = zeros(total * line / 8)?;
        let mut seen = vec![0u64; width];
        let mut rests = Vec::new();
        each_position(rules, &layers, limits, progress, |coins, heaps, number| {
            meter.count()?;
            seen.fill(0);
            let see = |seen: &mut Vec<u64>, option: usize| {
                let value: u32 = values[option];
                bits::set(seen, value as usize);
                false
            };
            rests.clear();
            if rules.takes_any() {
                each_rest(&layers, coins, heaps, |rest| rests.push(rest));
                for &rest in &rests {
                    let line = &lines[rest * width..(rest + 1) * width];
                    seen.iter_mut().zip(line).for_each(|(seen, line)| *seen |= line);
                }
                each_merge(rules, &layers, coins, heaps, |option| see(&mut seen, option));
            } else {
                each_option(rules, &layers, heaps, |option| see(&mut seen, option));
            }
            // A Grundy value does not exceed the length of the game, for which the bits suffice.
            let value = bits::mex(&seen);
            values[number] = value;
            if rules.takes_any() {
                for rest in rests.drain(..).chain([number]) {
                    bits::set(&mut lines, rest * width * 64 + value as usize);
                }
            }
            Ok(())
        })?;
        Ok(LayeredValues { layers, values })
    }

    /// The value, if the table reaches so far; `heaps` is ascending.
    #[inline]
    pub(crate) fn get(&self, heaps: &[u64]) -> Option<u64> {
        self.layers.find(heaps).map(|number| u64::from(self.values[number]))
    }

    /// The value of the position of this number, if the table reaches so far.
    #[inline]
    pub(crate) fn at(&self, number: u64) -> Option<u64> {
        self.values.get(number as usize).map(|&value| value.into())
    }
}

/// Visits every position after its options, with its coins, heaps and number.
fn each_position(
    rules: &Rules,
    layers: &Layers,
    limits: &Budget,
    progress: &dyn Progress,
    mut visit: impl FnMut(usize, &[u64], usize) -> Result<(), LimitReached>,
) -> Result<(), LimitReached> {
    let (most_coins, most_heaps) = layers.bounds();
    let mut done = 0;
    let mut heaps = Vec::new();
    for coins in 0..=most_coins {
        let counts = 0..=most_heaps.min(coins);
        let mut layer = |count: usize| -> Result<(), LimitReached> {
            let Some(mut number) = layers.first(coins, count, &mut heaps) else { return Ok(()) };
            loop {
                visit(coins, &heaps, number)?;
                number += 1;
                done += 1;
                if !Layers::advance(&mut heaps) {
                    return Ok(());
                }
            }
        };
        if rules.split().is_some() {
            counts.rev().try_for_each(&mut layer)?;
        } else {
            counts.into_iter().try_for_each(&mut layer)?;
        }
        limits.watch(progress, Step::new(Task::Table, done))?;
    }
    Ok(())
}

/// The positions without one heap, each once.
#[inline]
fn each_rest(layers: &Layers, coins: usize, heaps: &[u64], mut visit: impl FnMut(usize)) {
    for (i, &heap) in heaps.iter().enumerate() {
        if i == 0 || heaps[i - 1] != heap {
            let rest = heaps[..i].iter().chain(&heaps[i + 1..]).copied();
            visit(layers.number(coins - heap as usize, rest, heaps.len() - 1));
        }
    }
}

/// Whether `found` says yes to a position to which a merge leads; looks no further then.
#[inline]
fn each_merge(
    rules: &Rules,
    layers: &Layers,
    coins: usize,
    heaps: &[u64],
    mut found: impl FnMut(usize) -> bool,
) -> bool {
    if rules.merges().is_empty() {
        return false;
    }
    let mut option: SmallVec<[u64; 32]> = SmallVec::new();
    for i in 0..heaps.len() {
        if i > 0 && heaps[i - 1] == heaps[i] {
            continue;
        }
        for j in i + 1..heaps.len() {
            if j > i + 1 && heaps[j - 1] == heaps[j] {
                continue;
            }
            for to in rules.merged(heaps[i], heaps[j]) {
                option.clear();
                option.extend_from_slice(&heaps[..i]);
                option.extend_from_slice(&heaps[i + 1..j]);
                option.extend_from_slice(&heaps[j + 1..]);
                if to > 0 {
                    let at = option.partition_point(|&heap| heap < to);
                    option.insert(at, to);
                }
                let coins = coins - (heaps[i] + heaps[j] - to) as usize;
                if found(layers.number(coins, option.iter().copied(), option.len())) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether `found` says yes to an option; looks no further then.
fn each_option(
    rules: &Rules,
    layers: &Layers,
    heaps: &[u64],
    mut found: impl FnMut(usize) -> bool,
) -> bool {
    let position = Position::new(heaps.iter().copied());
    let flow = rules.each_move(&position, |_, option| {
        let number = layers.find(option.heaps()).expect("no move adds coins");
        if found(number) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_break()
}

fn has_no_move(rules: &Rules, heaps: &[u64]) -> bool {
    let position = Position::new(heaps.iter().copied());
    rules.each_move(&position, |_, _| ControlFlow::Break(())).is_continue()
}

/// Truths by number.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Result<Bits, LimitReached> {
        zeros(bits::words(count)).map(Bits)
    }

    #[inline]
    fn get(&self, i: usize) -> bool {
        bits::get(&self.0, i)
    }

    #[inline]
    fn set(&mut self, i: usize) {
        bits::set(&mut self.0, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_core::base::budget::Silent;

    #[test]
    fn a_census_and_the_layers_find_the_same() {
        let words = [
            "take any, merge",
            "take any, merge if min >= 2",
            "take 1..3, merge",
            "take any, merge then take 1",
            "take any, merge if equal",
        ];
        for rules in words.map(|words| words.parse::<Rules>().unwrap()) {
            for play in [Play::Normal, Play::Misere] {
                for coins in [0, 1, 5, 20] {
                    let limits = Budget::default();
                    let layers = Layers::new(coins, coins, &limits).unwrap();
                    let census = by_census(&rules, play, &layers, &limits, &Silent).unwrap();
                    let found =
                        Outcomes::by_layers(&rules, play, &layers, &limits, &Silent).unwrap();
                    assert!(census.expect("it fits").0 == found.0, "{rules}, {play:?}, {coins}");
                }
            }
        }
    }
}
