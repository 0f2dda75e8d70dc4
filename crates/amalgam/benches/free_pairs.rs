//! Values and winning moves of huge heaps by the theorem on free pairs: positions a second on one core.
//!
//! Every answer is asserted against an evaluation that shares nothing with it: the free pairs are counted,
//! digit by digit, and the statement of Theorem 3 is read off.

use std::hint::black_box;
use std::time::Instant;

use amalgam::base::nimber::nim_sum;
use amalgam::games::AnyGame;
use amalgam::theory::free_pairs::FreePairs;
use amalgam::{Position, Rules, Solver, Sum};

const POSITIONS: usize = 1_000_000;

/// Different on every line, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A heap of any length below 2^61, or one that is free with another.
    fn heaps(&mut self) -> [u64; 3] {
        let heaps = [0; 3].map(|_| {
            let bits = self.next() % 60;
            (self.next() & ((1 << 61) - 1)) >> bits
        });
        match self.next() % 3 {
            0 => [heaps[0], heaps[1] & !heaps[0], heaps[2]],
            1 => [heaps[0], heaps[1] & !heaps[0], heaps[2] & !heaps[0] & !heaps[1]],
            _ => heaps,
        }
    }
}

/// Theorem 3 for threshold `r`, digit by digit.
fn by_digits(r: u64, heaps: [u64; 3]) -> u64 {
    let free = |x: u64, y: u64| {
        let common = (1..64).any(|place| x >> place & 1 == 1 && y >> place & 1 == 1);
        x >= r && y >= r && !common
    };
    let [x, y, z] = heaps;
    let edges = u64::from(free(x, y)) + u64::from(free(y, z)) + u64::from(free(x, z));
    (0..64).fold(0, |value, place| {
        let ones = heaps.iter().filter(|&heap| heap >> place & 1 == 1).count() as u64;
        let turned = u64::from(place == 0 && (edges == 1 || edges == 2));
        value | ((ones + turned) % 2) << place
    })
}

fn report(what: &str, count: usize, start: Instant) {
    let rate = count as f64 / start.elapsed().as_secs_f64();
    println!("{what:<44} {:>12.0} positions a second", rate);
}

fn main() {
    // `cargo test --benches` asks for nothing but that it runs.
    let test = std::env::args().any(|argument| argument == "--test");
    let count = if test { POSITIONS / 100 } else { POSITIONS };
    for r in [2, 4, 32] {
        let words = format!("take any, merge if min >= {r}");
        let rules: Rules = words.parse().expect("rules in words");
        let pairs = FreePairs::of(&rules).expect("an even threshold");
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let heaps: Vec<[u64; 3]> = (0..count).map(|_| random.heaps()).collect();
        let start = Instant::now();
        let values: Vec<Option<u64>> =
            heaps.iter().map(|heaps| black_box(pairs.grundy(black_box(heaps)))).collect();
        report(&format!("values, {words}"), count, start);
        let mut turned = 0;
        for (&heaps, &value) in heaps.iter().zip(&values) {
            assert_eq!(value, Some(by_digits(r, heaps)), "{heaps:?}, r = {r}");
            turned += u64::from(value != Some(nim_sum(heaps)));
        }
        assert!(turned > count as u64 / 10, "{turned} of {count} are turned");
        let positions: Vec<Position> = heaps.iter().map(|&heaps| Position::new(heaps)).collect();
        let start = Instant::now();
        let moves: Vec<_> = positions
            .iter()
            .map(|position| black_box(pairs.moves_to(&rules, position, 0)))
            .collect();
        report(&format!("all winning moves, {words}"), count, start);
        for ((moves, position), value) in moves.iter().zip(&positions).zip(&values) {
            assert_eq!(moves.is_empty(), *value == Some(0), "{position}");
            for (_, result) in moves {
                let heap = |i: usize| result.heaps().get(i).copied().unwrap_or(0);
                assert_eq!(by_digits(r, [heap(0), heap(1), heap(2)]), 0, "{position} to {result}");
            }
        }
    }
    let game: AnyGame = "restricted-amalgamation".parse().expect("a game");
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let few = count / 10;
    let sums: Vec<[u64; 3]> = (0..few).map(|_| random.heaps()).collect();
    let solver = Solver::new();
    let start = Instant::now();
    for &heaps in &sums {
        let sum = Sum::single(game.clone(), Position::new(heaps));
        let value = solver.grundy(&sum).expect("the coins fit");
        assert_eq!(value, by_digits(2, heaps), "{heaps:?}");
    }
    report("values through the front door", few, start);
}
