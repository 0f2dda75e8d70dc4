//! A census that several ranks make together, here as threads: the same P-positions, and the memory and
//! the traffic that the formulas tell.

use std::sync::{Barrier, Mutex};

use amalgam::engines::census::{Census, Exchange, Partitions, Ranks, Shares, SlicedCensus};
use amalgam::{Budget, Play, Rules};

/// Ranks that are threads, and put what they give each other on a table.
struct Table {
    given: Mutex<Vec<Vec<Vec<u8>>>>,
    barrier: Barrier,
}

struct Seat<'a> {
    table: &'a Table,
    rank: usize,
}

impl Exchange for Seat<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn all_to_all(&mut self, bytes: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        self.table.given.lock().unwrap()[self.rank] = bytes;
        self.table.barrier.wait();
        let given = self.table.given.lock().unwrap();
        let mine = given.iter().map(|given| given[self.rank].clone()).collect();
        drop(given);
        self.table.barrier.wait();
        mine
    }

    fn all_gather(&mut self, bytes: Vec<u8>) -> Vec<Vec<u8>> {
        let ranks = self.table.given.lock().unwrap().len();
        self.all_to_all(vec![bytes; ranks])
    }
}

type Layers = Vec<Vec<u64>>;

fn alone(rules: &Rules, play: Play, coins: usize) -> Layers {
    let limits = Budget::default();
    let mut census = Census::new(rules, play, coins, &limits).unwrap();
    let mut layers = Vec::new();
    while let Some(layer) = census.advance(&limits).unwrap() {
        layers.push(layer.p_ranks().collect());
    }
    layers
}

/// All layers after those that are given, as this many ranks find them.
fn together(rules: &Rules, play: Play, coins: usize, ranks: usize, given: &[Vec<u64>]) -> Layers {
    let given_bytes = Mutex::new(vec![Vec::new(); ranks]);
    let table = Table { given: given_bytes, barrier: Barrier::new(ranks) };
    let shares = Shares::new(coins, ranks).unwrap();
    let limits = Budget::default();
    let part = |rank: usize| {
        let mut seat = Seat { table: &table, rank };
        let census = SlicedCensus::new(rules, play, shares.clone(), rank, &limits).unwrap();
        let mut census = census.unwrap();
        let partitions = Partitions::new(coins).unwrap();
        for (n, layer) in given.iter().enumerate() {
            let p = Ranks::new(partitions.count(n)).unwrap();
            layer.iter().for_each(|&rank| p.insert(rank));
            census.restore(p).unwrap();
        }
        let mut layers: Layers = Vec::new();
        let (mut fetched, mut others, mut positions) = (0, 0, 0);
        while let Some(layer) = census.advance(&limits, &mut seat).unwrap() {
            let n = layer.coins;
            layers.push(layer.p_ranks().collect());
            let cost = shares.cost(n);
            fetched += cost.fetched[rank];
            others += layer.p.len();
            positions += layer.count();
        }
        // What was sent is what was foreseen, to the bytes that are not full.
        let (traffic, count) = (census.traffic(), (coins + 1 - given.len()) as u64);
        assert!(
            (fetched.div_ceil(8)..=fetched / 8 + ranks as u64 * count).contains(&traffic.closed)
        );
        assert!(traffic.p <= others + positions / 128);
        assert_eq!(census.bytes(), shares.table_bytes(rules)[rank]);
        assert!(census.bytes() <= shares.bytes(rules)[rank]);
        layers
    };
    let all: Vec<Layers> = std::thread::scope(|scope| {
        let part = &part;
        let parts: Vec<_> = (0..ranks).map(|rank| scope.spawn(move || part(rank))).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    assert!(all.iter().all(|layers| *layers == all[0]), "all ranks are told all P-positions");
    all.into_iter().next().unwrap()
}

#[test]
fn many_ranks_find_what_one_process_finds() {
    let coins = amalgam_tier::size(26, 40);
    for words in [
        "take any, merge",
        "take any, merge if min >= 2",
        "take any, merge then take 1",
        "take any",
        "take any, merge if min >= 3 then take 2, merge if sum <= 9",
    ] {
        let rules: Rules = words.parse().unwrap();
        for play in [Play::Normal, Play::Misere] {
            let expected = alone(&rules, play, coins);
            for ranks in [1, 2, 3, 5] {
                let found = together(&rules, play, coins, ranks, &[]);
                assert!(found == expected, "{words} {play}, {ranks} ranks");
            }
        }
    }
}

#[test]
fn other_ranks_go_on_where_some_have_stopped() {
    let rules: Rules = "take any, merge then take 1".parse().unwrap();
    let expected = alone(&rules, Play::Normal, 22);
    for broken in [0, 1, 2, 7, 16, 21, 22, 23] {
        let rest = together(&rules, Play::Normal, 22, 1 + broken % 4, &expected[..broken]);
        assert!(rest == expected[broken..], "broken at {broken}");
    }
}

#[test]
fn what_cannot_be_shared_is_told() {
    let shares = || Shares::new(70, 4).unwrap();
    let limits = Budget::default();
    let rules: Rules = "take 1..3, merge".parse().unwrap();
    assert!(SlicedCensus::new(&rules, Play::Normal, shares(), 0, &limits).unwrap().is_none());
    let rules: Rules = "take any, merge".parse().unwrap();
    let small = Budget { memory: 1 << 20, ..limits };
    let error = SlicedCensus::new(&rules, Play::Normal, shares(), 0, &small).err().unwrap();
    let amalgam::engines::census::CensusError::Memory { largest, .. } = error else {
        panic!("{error}")
    };
    let fits =
        |coins| Shares::new(coins, 4).unwrap().bytes(&rules).into_iter().max() <= Some(1 << 20);
    assert!(fits(largest) && !fits(largest + 1), "{largest}");
    assert!(Shares::new(60, 0).is_none() && Shares::new(301, 1).is_none());
}
