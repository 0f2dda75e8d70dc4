//! The census against the naive oracle, position by position, to 24 coins.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;

use amalgam::base::budget::{Silent, Step, Task};
use amalgam::engines::census::{
    Census, CensusError, FullCensus, GrundyCensus, LayerCounts, Partitions, Ranks, Stated,
};
use amalgam::engines::naive::Naive;
use amalgam::{Budget, Outcome, Play, Rules};
use proptest::prelude::*;

/// The P-positions of a layer.
#[derive(Debug, PartialEq)]
struct Layer {
    coins: usize,
    positions: u64,
    p_ranks: Vec<u64>,
}

fn census(rules: &Rules, play: Play, coins: usize) -> Vec<Layer> {
    census_within(rules, play, coins, &Budget::default())
}

fn census_within(rules: &Rules, play: Play, coins: usize, limits: &Budget) -> Vec<Layer> {
    all(Census::new(rules, play, coins, limits).unwrap(), limits)
}

/// The layers that are still to come.
fn all(mut census: Census<'_>, limits: &Budget) -> Vec<Layer> {
    let mut layers = Vec::new();
    while let Some(layer) = census.advance(limits).unwrap() {
        let (coins, p_ranks) = (layer.coins, layer.p_ranks().collect());
        layers.push(Layer { coins, positions: layer.count(), p_ranks });
    }
    layers
}

fn ranks(bound: u64, ranks: &[u64]) -> Ranks {
    let set = Ranks::new(bound).unwrap();
    ranks.iter().for_each(|&rank| set.insert(rank));
    set
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
                again.restore(ranks(layer.positions, &layer.p_ranks)).unwrap();
            }
            assert_eq!(again.next_layer(), broken);
            assert_eq!(all(again, &limits), whole[broken..], "{words}, broken at {broken}");
        }
    }
}

/// Forwards by runs, and backwards by marks: the two share nothing but ranks. Beyond the oracle's reach,
/// where layers are decided in waves and runs are long.
#[test]
fn runs_and_marks_agree() {
    let coins = amalgam_tier::size(48, 62);
    for words in [
        "take any",
        "take any, merge",
        "take any, merge if min >= 2",
        "take any, merge if equal",
        "take any, merge if unequal",
        "take any, merge then take 1",
        "take any, merge then take 3",
        "take any, merge if min >= 3 then take 2, merge if sum <= 9",
        "take any, merge if max <= 5 then take 7, merge if min >= 4",
    ] {
        let rules: Rules = words.parse().unwrap();
        for play in [Play::Normal, Play::Misere] {
            let marks = Census::backward(&rules, play, coins).unwrap();
            let expected = all(marks, &Budget::default());
            // With this many threads, groups are smaller.
            for threads in [1, 9] {
                let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
                let found = census_within(&rules, play, coins, &limits);
                assert!(found == expected, "{words} {play}, {threads} threads");
            }
        }
    }
}

/// A layer that was stopped in the middle has closed rests; they are open again afterwards.
#[test]
fn a_layer_that_was_stopped_is_as_if_it_had_not_begun() {
    let coins = 46;
    for words in ["take any, merge", "take any, merge then take 2", "take 1..3, merge"] {
        let rules: Rules = words.parse().unwrap();
        let whole = census(&rules, Play::Normal, coins);
        let limits = Budget::default();
        let mut census = Census::new(&rules, Play::Normal, coins, &limits).unwrap();
        let mut stops = 0;
        for expected in &whole {
            for micros in [1, 30, 300, 2000] {
                let soon = limits.with_time(std::time::Duration::from_micros(micros));
                if census.next_layer() == expected.coins && census.advance(&soon).is_err() {
                    stops += 1;
                }
            }
            if census.next_layer() == expected.coins {
                census.advance(&limits).unwrap();
            }
            let layer = census.layer().unwrap();
            assert!(layer.p_ranks().eq(expected.p_ranks.iter().copied()), "{words}");
        }
        assert!(stops > 0);
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
    let bound = census.partitions().count(21);
    assert!(census.restore(Ranks::new(bound - 64).unwrap()).is_err());
    assert!(census.restore(ranks(bound, &[bound])).is_err());
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
        let (mut p, mut values) = (Vec::new(), Vec::new());
        while let Some(layer) = census.advance(&limits, &Silent).unwrap() {
            let coins = layer.coins;
            p.push(layer.p_ranks().collect::<Vec<u64>>());
            values.push(census.values(coins).unwrap().collect::<Vec<u16>>());
        }
        let stated = |p: &[Vec<u64>], values: &[Vec<u16>]| {
            let set = |(n, p): (usize, &Vec<u64>)| ranks(partitions.count(n), p);
            let (rules, partitions, values) = (rules.clone(), partitions.clone(), values.to_vec());
            Stated { rules, play, p: p.iter().enumerate().map(set).collect(), partitions, values }
        };
        let check = |p: &[Vec<u64>], values: &[Vec<u16>]| {
            stated(p, values).check(None, &limits, &Silent).unwrap()
        };
        let found = check(&p, &values);
        assert_eq!(found.wrong, [""; 0]);
        let all: u64 = (0..=coins).map(|n| partitions.count(n)).sum();
        assert_eq!(found.p_positions + found.n_positions, all);
        for n in 0..=coins {
            for rank in 0..partitions.count(n) {
                let mut changed = p.clone();
                match changed[n].binary_search(&rank) {
                    Ok(at) => drop(changed[n].remove(at)),
                    Err(at) => changed[n].insert(at, rank),
                }
                for values in [&values[..], &[]] {
                    let told = check(&changed, values).wrong;
                    assert!(!told.is_empty(), "{play}: {n} coins, rank {rank}");
                }
                let mut changed = values.clone();
                changed[n][rank as usize] += 1;
                assert!(!check(&p, &changed).wrong.is_empty(), "{play}: value, {n} coins, {rank}");
            }
        }
        let right = stated(&p, &values);
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
        let LayerCounts { positions, p_positions, .. } = layer.counts();
        assert_eq!((positions, p_positions), (layer.count(), layer.p.len()));
        sum += positions;
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
    let stopped = loop {
        if let Err(error) = census.advance(&limits, &until_five) {
            break error;
        }
    };
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
