//! Every position up to n coins: how long it takes, and how much longer the naive search takes on
//! the same layers. Each run asserts its answer.

mod best;

use amalgam::engines::census::{Census, GrundyCensus, Partitions};
use amalgam::engines::naive::Naive;
use amalgam::{Budget, Outcome, Play, Rules};
use best::best;
use criterion::Criterion;

/// The number of P-positions up to this many coins.
fn census(words: &str, coins: usize) -> u64 {
    let rules: Rules = words.parse().expect("rules");
    let limits = Budget { memory: 4 << 30, ..Budget::default() };
    let mut census = Census::new(&rules, Play::Normal, coins, &limits).expect("it fits");
    let mut count = 0;
    while let Some(layer) = census.advance(&limits).expect("no bound on time") {
        count += layer.p.len();
    }
    count
}

fn grundy(words: &str, coins: usize) -> u64 {
    let rules: Rules = words.parse().expect("rules");
    let mut census = GrundyCensus::new(&rules, coins, &Budget::default()).expect("it fits");
    while census.advance(&Budget::default()).expect("no bound on time") {}
    let zeros = |n| census.layer(n).expect("it is done").filter(|&value| value == 0).count();
    (0..=coins).map(|n| zeros(n) as u64).sum()
}

fn naive(words: &str, coins: usize) -> u64 {
    let rules: Rules = words.parse().expect("rules");
    let partitions = Partitions::new(coins).expect("few coins");
    let mut naive = Naive::new(&rules, Play::Normal);
    let mut heaps = Vec::new();
    let mut count = 0;
    for n in 0..=coins {
        for rank in 0..partitions.count(n) {
            partitions.unrank(n, rank, &mut heaps);
            let position: Vec<u64> = heaps.iter().map(|&heap| heap.into()).collect();
            count += u64::from(naive.outcome(&position) == Outcome::P);
        }
    }
    count
}

fn layers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("census");
    group.sample_size(10);
    let amalgamation = "take any, merge";
    // The same layers for both: the naive search is what limits them.
    group.bench_function("amalgamation to 40 coins", |bench| {
        bench.iter(|| assert_eq!(census(amalgamation, 40), TO_40));
    });
    let fast = best(10, || assert_eq!(census(amalgamation, 40), TO_40));
    let slow = best(1, || assert_eq!(naive(amalgamation, 40), TO_40));
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    println!("naive search on the same layers: {slow:.2?} beside {fast:.2?}, {ratio:.0} times");
    group.bench_function("amalgamation to 60 coins", |bench| {
        bench.iter(|| assert_eq!(census(amalgamation, 60), TO_60));
    });
    group.bench_function("nim to 60 coins", |bench| {
        bench.iter(|| assert_eq!(census("take any", 60), NIM_TO_60));
    });
    group.bench_function("lasker to 50 coins", |bench| {
        bench.iter(|| assert_eq!(census("take any, split", 50), LASKER_TO_50));
    });
    group.bench_function("amalgamation to 40 coins, Grundy values", |bench| {
        bench.iter(|| assert_eq!(grundy(amalgamation, 40), TO_40));
    });
    group.bench_function("amalgamation to 60 coins, Grundy values", |bench| {
        bench.iter(|| assert_eq!(grundy(amalgamation, 60), TO_60));
    });
    group.finish();
}

const TO_40: u64 = 11_527;
const TO_60: u64 = 264_738;
const NIM_TO_60: u64 = 301_372;
const LASKER_TO_50: u64 = 62_464;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    layers(&mut criterion);
    criterion.final_summary();
}
