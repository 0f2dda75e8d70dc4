//! The games that ship with the project, against the same rules written again in Rust.

use std::collections::HashMap;

use amalgam::games::own::{Datum, Graph, OwnGame};
use amalgam::{Budget, Outcome, Play, Value, engines::naive};
use amalgam_script::{Script, ScriptLimits};

fn script(name: &str) -> Script {
    let path = format!("{}/games/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path).expect("the script is there");
    Script::compile(name, &source, &ScriptLimits::default()).expect("it is a script")
}

fn list(numbers: &[u64]) -> Datum {
    numbers.iter().map(|&number| number as i64).collect()
}

fn explore(script: &Script, start: &[u64]) -> Graph {
    Graph::explore(script, &list(start), &Budget::default()).expect("it fits")
}

/// The options of a position, from the rules.
type Options = fn(&[u64]) -> Vec<Vec<u64>>;

/// Values by recursion over the options.
struct Twin {
    options: Options,
    play: Play,
    values: HashMap<Vec<u64>, Value>,
}

impl Twin {
    fn value(&mut self, position: &[u64]) -> Value {
        if let Some(&value) = self.values.get(position) {
            return value;
        }
        let options: Vec<Value> =
            (self.options)(position).iter().map(|option| self.value(option)).collect();
        let value = naive::evaluate(&options, self.play);
        self.values.insert(position.to_vec(), value);
        value
    }
}

/// Compares the values of everything below `start`, under both conventions.
fn compare(name: &str, start: &[u64], options: Options) -> Graph {
    let graph = explore(&script(name), start);
    for play in [Play::Normal, Play::Misere] {
        let mut twin = Twin { options, play, values: HashMap::new() };
        twin.value(start);
        assert_eq!(graph.positions(), twin.values.len(), "{name} {start:?}");
        for (position, value) in &twin.values {
            let node = graph.find(&list(position)).expect("the script finds it too");
            assert_eq!(graph.value(node, play), *value, "{name} {position:?}, {play}");
        }
    }
    graph
}

fn outcome(graph: &Graph, position: &[u64]) -> Outcome {
    let node = graph.find(&list(position)).expect("it can be reached");
    graph.value(node, Play::Normal).outcome
}

/// Chomp on sets of squares, the way the rule is told.
fn chomp(rows: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (row, &length) in rows.iter().enumerate() {
        for column in 0..length {
            let left = |r: usize, c: u64| !(r >= row && c >= column);
            let after: Vec<u64> = rows
                .iter()
                .enumerate()
                .map(|(r, &length)| (0..length).filter(|&c| left(r, c)).count() as u64)
                .filter(|&length| length > 0)
                .collect();
            if !after.is_empty() {
                options.push(after);
            }
        }
    }
    options
}

#[test]
fn chomp_is_what_it_says() {
    let graph = compare("chomp.rhai", &[7, 7, 7, 7], chomp);
    // Gale: from two rows, exactly those that differ by one are lost; a square without its inside is
    // lost, by symmetry; and every larger rectangle is won, by strategy stealing.
    for long in 1..=7 {
        for short in 1..=long {
            let expected = Outcome::from_p(long == short + 1);
            assert_eq!(outcome(&graph, &[long, short]), expected, "[{long},{short}]");
        }
        let expected = Outcome::from_p(long == 4);
        assert_eq!(outcome(&graph, &[long, 1, 1, 1]), expected, "[{long},1,1,1]");
    }
    assert_eq!(outcome(&graph, &[1]), Outcome::P);
    for rows in 2..=4 {
        for columns in 1..=7 {
            assert_eq!(outcome(&graph, &vec![columns; rows]), Outcome::N);
        }
    }
}

#[test]
fn chomp_shows_the_board() {
    let chomp = script("chomp.rhai");
    assert!(chomp.shows());
    assert_eq!(chomp.show(&list(&[3, 2])).as_deref(), Ok("x##/##"));
    assert_eq!(chomp.show(&list(&[1])).as_deref(), Ok("x"));
}

/// Every way to write a heap as equal parts, more than one.
fn equal_parts(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for part in 1..heap {
            if heap % part == 0 {
                let mut after = [&heaps[..i], &heaps[i + 1..]].concat();
                after.extend(std::iter::repeat_n(part, (heap / part) as usize));
                after.retain(|&heap| heap > 1);
                after.sort_unstable();
                options.push(after);
            }
        }
    }
    options
}

#[test]
fn equal_parts_have_the_value_that_is_proved_in_the_script() {
    for start in [&[2, 3, 4, 6, 12][..], &[30, 30], &[9, 15, 27]] {
        compare("equal-parts.rhai", start, equal_parts);
    }
    let script = script("equal-parts.rhai");
    for heap in 2..=64u64 {
        let graph = explore(&script, &[heap]);
        let mut odd = heap >> heap.trailing_zeros();
        let mut value = u64::from(heap % 2 == 0);
        for prime in (3..=heap).step_by(2) {
            while odd % prime == 0 {
                odd /= prime;
                value += 1;
            }
        }
        assert_eq!(graph.value(graph.start(), Play::Normal).grundy, value, "{heap}");
    }
}

/// Amalgamation Nim in which only neighbours merge.
fn merging_row(row: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (i, &heap) in row.iter().enumerate() {
        for left in 0..heap {
            let middle = if left == 0 { vec![] } else { vec![left] };
            options.push([&row[..i], &middle, &row[i + 1..]].concat());
        }
        if let Some(next) = row.get(i + 1) {
            options.push([&row[..i], &[heap + next], &row[i + 2..]].concat());
        }
    }
    options
}

#[test]
fn a_merging_row_is_what_it_says() {
    compare("merging-row.rhai", &[3, 1, 4, 2], merging_row);
    compare("merging-row.rhai", &[1, 2, 1, 2, 1], merging_row);
    let script = script("merging-row.rhai");
    let wins = |row: &[u64]| {
        let graph = explore(&script, row);
        outcome(&graph, row)
    };
    // Two heaps are lost exactly when they are equal, as in Amalgamation Nim.
    for a in 1..=6 {
        for b in 1..=6 {
            assert_eq!(wins(&[a, b]), Outcome::from_p(a == b), "[{a},{b}]");
        }
    }
    // Even palindromes are lost: the proof is in the script.
    for a in 1..=3 {
        for b in 1..=3 {
            assert_eq!(wins(&[a, b, b, a]), Outcome::P, "[{a},{b},{b},{a}]");
            for c in 1..=2 {
                assert_eq!(wins(&[a, b, c, c, b, a]), Outcome::P, "[{a},{b},{c},{c},{b},{a}]");
            }
        }
    }
}

#[test]
fn the_order_of_a_merging_row_matters() {
    let script = script("merging-row.rhai");
    for (row, expected) in [([1, 3, 2], Outcome::P), ([1, 2, 3], Outcome::N)] {
        assert_eq!(outcome(&explore(&script, &row), &row), expected, "{row:?}");
    }
}
