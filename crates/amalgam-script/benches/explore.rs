//! Scripted games: positions explored a second, and how much slower than the same rules in Rust.
//!
//! Every answer is asserted before it is timed; a simple script must reach 10^5 positions a second,
//! lists of numbers half of that, on a busy machine too.

#[path = "../../amalgam/benches/best/mod.rs"]
mod best;

use std::hint::black_box;
use std::time::Duration;

use amalgam::games::own::{Datum, Graph, OwnError, OwnGame};
use amalgam::{Budget, Play};
use amalgam_script::{Script, ScriptLimits};
use best::best;
use criterion::Criterion;

const UP_TO_THREE: &str = "
    fn moves(heap) {
        let options = [];
        for taken in 1..=3 {
            if taken <= heap { options.push(heap - taken); }
        }
        options
    }
";

const TWO_HEAPS: &str = "
    // Take one or two coins from one of two heaps.
    fn moves(heaps) {
        let options = [];
        for i in 0..2 {
            for left in max(0, heaps[i] - 2)..heaps[i] {
                let after = heaps;
                after[i] = left;
                options.push(after);
            }
        }
        options
    }
";

/// Taking one, two or three coins, in Rust: what exploring costs without a script.
#[derive(Debug)]
struct UpToThree;

impl OwnGame for UpToThree {
    fn name(&self) -> &str {
        "up to three"
    }
    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        match position {
            Datum::Integer(n) => Ok((1..=3.min(*n)).map(|k| Datum::Integer(n - k)).collect()),
            _ => Err(OwnError::new("a position is a number")),
        }
    }
}

fn script(name: &str, source: &str) -> Box<dyn OwnGame> {
    Box::new(Script::compile(name, source, &ScriptLimits::default()).expect("a script"))
}

/// A game, its start, how many positions it has, its value there, and the positions a second asked for.
type Case = (Box<dyn OwnGame>, &'static str, usize, u64, f64);

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let chomp = include_str!("../games/chomp.rhai");
    let merging_row = include_str!("../games/merging-row.rhai");
    let cases: [Case; 5] = [
        (Box::new(UpToThree), "200000", 200_001, 0, 1e5),
        (script("up-to-three", UP_TO_THREE), "200000", 200_001, 0, 1e5),
        (script("two-heaps", TWO_HEAPS), "[300,400]", 301 * 401, 1, 5e4),
        (script("chomp", chomp), "[6,6,6,6,6]", 461, 21, 0.0),
        (script("merging-row", merging_row), "[3,2,3,2,3]", 576, 7, 0.0),
    ];
    for (game, start, positions, grundy, demanded) in cases {
        let start: Datum = start.parse().expect("a position");
        let explore = || Graph::explore(&*game, &start, &Budget::default()).expect("room");
        let graph = explore();
        let found = (graph.positions(), graph.value(graph.start(), Play::Normal).grundy);
        let options: usize = (0..graph.positions() as u32).map(|n| graph.options(n).len()).sum();
        assert_eq!(found, (positions, grundy), "{} {start}", game.name());
        let time = best(5, explore);
        let rate = positions as f64 / time.as_secs_f64();
        println!(
            "{} {start}: {positions} positions, {options} moves in {time:?}: {rate:.0} positions and \
             {:.0} moves a second",
            game.name(),
            options as f64 / time.as_secs_f64()
        );
        assert!(rate >= demanded, "{} {start}: {rate:.0} positions a second", game.name());
        let mut group = criterion.benchmark_group(game.name());
        group.sample_size(10).measurement_time(Duration::from_secs(1));
        group.warm_up_time(Duration::from_millis(200));
        group.bench_function(start.to_string(), |bench| bench.iter(|| black_box(explore())));
        group.finish();
    }
    criterion.final_summary();
}
