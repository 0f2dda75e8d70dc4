//! The census against the naive oracle, position by position, to 24 coins.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;

use amalgam::base::budget::{Silent, Step, Task};
use amalgam::engines::census::{
    Census, CensusError, FullCensus, GrundyCensus, Layer, Partitions, Stated,
};
use amalgam::engines::naive::Naive;
use amalgam::{Budget, Outcome, Play, Rules};
use proptest::prelude::*;

fn census(rules: &Rules, play: Play, coins: usize) -> Vec<Layer> {
    census_within(rules, play, coins, &Budget::default())
}

fn census_within(rules: &Rules, play: Play, coins: usize, limits: &Budget) -> Vec<Layer> {
    let mut census = Census::new(rules, play, coins, limits).unwrap();
    std::iter::from_fn(|| census.advance(limits).unwrap()).collect()
}

fn agrees_with_the_oracle(words: &str, play: Play, coins: usize) {
    let rules: Rules = words.parse().unwrap();
    let layers = census(&rules, play, coins);
    assert_eq!(layers.len(), coins + 1);
    let mut grundy = GrundyCensus::new(&rules, coins, &Budget::default()).unwrap();
    while grundy.advance(&Budget::default()).unwrap() {}
    let partitions = Partitions::new(coins).unwrap();
    let mut naive = Naive::new(&rules, play);
    let mut heaps = Vec::new();
    for layer in layers {
        let n = layer.coins;
        assert_eq!(layer.positions, partitions.count(n));
        let values: Vec<u16> = grundy.layer(n).unwrap().collect();
        for rank in 0..layer.positions {
            partitions.unrank(n, rank, &mut heaps);
            let value = naive.value(&heaps.iter().map(|&h| u64::from(h)).collect::<Vec<_>>());
            let is_p = layer.p_ranks.binary_search(&rank).is_ok();
            assert_eq!(Outcome::from_p(is_p), value.outcome, "{words} {play} {heaps:?}");
            assert_eq!(u64::from(values[rank as usize]), value.grundy, "{words} {heaps:?}");
        }
    }
}

#[test]
fn amalgamation() {
    agrees_with_the_oracle("take any, merge", Play::Normal, 24);
}

#[test]
fn amalgamation_misere() {
    agrees_with_the_oracle("take any, merge", Play::Misere, 24);
}

#[test]
fn restricted_amalgamation() {
    agrees_with_the_oracle("take any, merge if min >= 2", Play::Normal, 24);
    agrees_with_the_oracle("take any, merge if min >= 3", Play::Normal, 24);
    agrees_with_the_oracle("take any, merge if min >= 2", Play::Misere, 20);
}

#[test]
fn merge_take_one() {
    agrees_with_the_oracle("take any, merge then take 1", Play::Normal, 24);
    agrees_with_the_oracle("take any, merge then take 1", Play::Misere, 20);
}

#[test]
fn nim() {
    agrees_with_the_oracle("take any", Play::Normal, 24);
    agrees_with_the_oracle("take any", Play::Misere, 20);
}

#[test]
fn lasker() {
    agrees_with_the_oracle("take any, split", Play::Normal, 24);
    agrees_with_the_oracle("take any, split", Play::Misere, 18);
}

/// Rules that have nothing but one kind of move, merges that empty a heap, splits beside merges.
#[test]
fn unusual_rules() {
    for words in [
        "merge",
        "merge then take 2",
        "merge then take 3, merge if equal",
        "split",
        "split unequal",
        "take 1..2, take 1..2 then split",
        "take {1,4}, split unequal, merge then take 1",
        "take 2.., merge if sum <= 7",
        "take any, merge if equal, merge if min >= 2 then take 4",
        "take any then split",
        "take 1000000000000, merge if max >= 18446744073709551615 then take 9999999999999",
    ] {
        for play in [Play::Normal, Play::Misere] {
            agrees_with_the_oracle(words, play, 15);
        }
    }
}

/// In Nim, P means that the nim-sum is 0: at every number of coins, beyond the oracle's reach.
#[test]
fn nim_is_decided_by_the_nim_sum() {
    let rules: Rules = "take any".parse().unwrap();
    let partitions = Partitions::new(44).unwrap();
    let mut heaps = Vec::new();
    for layer in census(&rules, Play::Normal, 44) {
        for rank in 0..layer.positions {
            partitions.unrank(layer.coins, rank, &mut heaps);
            let zero = heaps.iter().fold(0, |sum, &heap| sum ^ heap) == 0;
            assert_eq!(layer.p_ranks.binary_search(&rank).is_ok(), zero, "{heaps:?}");
        }
    }
}

/// Forwards and backwards must agree where the oracle is too slow.
#[test]
fn the_positions_of_value_0_are_the_p_positions() {
    for words in ["take any, merge", "take any, merge then take 1", "take 1..3, merge if equal"] {
        let rules: Rules = words.parse().unwrap();
        let mut grundy = GrundyCensus::new(&rules, 40, &Budget::default()).unwrap();
        for layer in census(&rules, Play::Normal, 40) {
            grundy.advance(&Budget::default()).unwrap();
            let zeros = grundy.layer(layer.coins).unwrap().enumerate().filter(|(_, v)| *v == 0);
            let zeros: Vec<u64> = zeros.map(|(rank, _)| rank as u64).collect();
            assert_eq!(zeros, layer.p_ranks, "{words}, {} coins", layer.coins);
        }
    }
}

#[test]
fn threads_and_interruptions_do_not_show() {
    for words in ["take any, merge", "take any, merge then take 2", "take 1..3, split unequal"] {
        let rules: Rules = words.parse().unwrap();
        let on = |threads| {
            let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
            census_within(&rules, Play::Normal, 26, &limits)
        };
        let whole = on(1);
        assert_eq!(on(2), whole);
        assert_eq!(on(5), whole);
        for broken in 0..=26 {
            let limits = Budget::default();
            let mut again = Census::new(&rules, Play::Normal, 26, &limits).unwrap();
            for layer in &whole[..broken] {
                again.restore(&layer.p_ranks).unwrap();
            }
            assert_eq!(again.next_layer(), broken);
            let rest: Vec<Layer> = std::iter::from_fn(|| again.advance(&limits).unwrap()).collect();
            assert_eq!(rest, whole[broken..], "{words}, broken at {broken}");
        }
    }
}

#[test]
fn bounds_are_kept() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let small = Budget { memory: 1 << 20, ..Budget::default() };
    let error = Census::new(&rules, Play::Normal, 100, &small).err().unwrap();
    let amalgam::engines::census::CensusError::Memory { largest, .. } = error else {
        panic!("{error}")
    };
    assert!(Census::new(&rules, Play::Normal, largest, &small).is_ok());
    assert!(Census::new(&rules, Play::Normal, largest + 1, &small).is_err());
    for absurd in [301, 1 << 20, usize::MAX] {
        assert!(Census::new(&rules, Play::Normal, absurd, &Budget::default()).is_err());
    }
    let mut census = Census::new(&rules, Play::Normal, 30, &Budget::default()).unwrap();
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    while census.next_layer() < 20 {
        census.advance(&Budget::default()).unwrap();
    }
    assert!(census.advance(&late).is_err());
    assert_eq!(census.advance(&Budget::default()).unwrap().unwrap().coins, 20);
    assert!(census.restore(&[5, 5]).is_err());
    assert!(census.restore(&[u64::MAX]).is_err());
}

/// What a census says is right, and whatever is changed in it is found.
#[test]
fn every_change_of_what_is_stated_is_found() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let limits = Budget::default();
    for play in [Play::Normal, Play::Misere] {
        let coins = 9;
        let mut census = FullCensus::new(&rules, play, coins, true, &limits).unwrap();
        let partitions = Partitions::new(coins).unwrap();
        let (mut p_ranks, mut values) = (Vec::new(), Vec::new());
        while let Some(layer) = census.advance(&limits, &Silent).unwrap() {
            values.push(census.values(layer.coins).unwrap().collect::<Vec<u16>>());
            p_ranks.push(layer.p_ranks);
        }
        let right = Stated { rules: rules.clone(), play, partitions, p_ranks, values };
        let check = |stated: &Stated| stated.check(None, &limits, &Silent).unwrap();
        let found = check(&right);
        assert_eq!(found.wrong, [""; 0]);
        let all: u64 = (0..=coins).map(|n| right.partitions.count(n)).sum();
        assert_eq!(found.p_positions + found.n_positions, all);
        for n in 0..=coins {
            for rank in 0..right.partitions.count(n) {
                let mut changed = right.clone();
                match changed.p_ranks[n].binary_search(&rank) {
                    Ok(at) => drop(changed.p_ranks[n].remove(at)),
                    Err(at) => changed.p_ranks[n].insert(at, rank),
                }
                assert!(!check(&changed).wrong.is_empty(), "{play}: {n} coins, rank {rank}");
                changed.values = Vec::new();
                assert!(!check(&changed).wrong.is_empty(), "{play}: {n} coins, rank {rank}");
                let mut changed = right.clone();
                changed.values[n][rank as usize] += 1;
                assert!(!check(&changed).wrong.is_empty(), "{play}: value, {n} coins, {rank}");
            }
        }
        let late = limits.with_time(std::time::Duration::ZERO);
        assert!(right.check(None, &late, &Silent).is_err());
    }
}

/// The steps of a census rise to the number of its positions, and a watcher can stop it.
#[test]
fn progress_counts_positions() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let limits = Budget::default();
    let heard = Mutex::new(Vec::new());
    let watch = |step: Step| {
        heard.lock().unwrap().push(step);
        ControlFlow::Continue(())
    };
    let mut census = FullCensus::new(&rules, Play::Normal, 20, false, &limits).unwrap();
    let mut sum = 0;
    while let Some(layer) = census.advance(&limits, &watch).unwrap() {
        assert_eq!(census.counts(&layer).positions, layer.positions);
        sum += layer.positions;
    }
    let heard = heard.into_inner().unwrap();
    assert!(heard.is_sorted_by_key(|step| step.done) && heard.len() == 22);
    assert_eq!(heard.last().unwrap().done, sum);
    assert!(heard.iter().all(|step| step.total == Some(sum)));

    let mut census = FullCensus::new(&rules, Play::Normal, 20, false, &limits).unwrap();
    let until_five = |step: Step| match step.task {
        Task::Layer(5) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = std::iter::from_fn(|| census.advance(&limits, &until_five).transpose())
        .find_map(Result::err)
        .unwrap();
    assert!(matches!(stopped, CensusError::Stopped { decided: 5, .. }), "{stopped}");
}

proptest! {
    #[test]
    fn ranks_and_partitions_are_one_to_one(
        mut heaps in prop::collection::vec(1u16..60, 0..12).prop_filter("small", |heaps| {
            heaps.iter().sum::<u16>() <= 200
        })
    ) {
        heaps.sort_unstable_by(|x, y| y.cmp(x));
        let partitions = Partitions::new(200).unwrap();
        let coins = heaps.iter().sum::<u16>() as usize;
        let rank = partitions.rank(&heaps);
        prop_assert!(rank < partitions.count(coins));
        let mut again = Vec::new();
        partitions.unrank(coins, rank, &mut again);
        prop_assert_eq!(again, heaps);
    }

    #[test]
    fn every_rank_is_a_partition(coins in 0usize..=300, part in 0f64..1.0) {
        let partitions = Partitions::new(300).unwrap();
        let rank = (partitions.count(coins) as f64 * part) as u64;
        let mut heaps = Vec::new();
        partitions.unrank(coins, rank, &mut heaps);
        prop_assert_eq!(heaps.iter().map(|&h| h as usize).sum::<usize>(), coins);
        prop_assert_eq!(partitions.rank(&heaps), rank);
    }
}
