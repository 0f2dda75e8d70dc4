//! What is said of rows of rests in general, held against the definition of the game.
//!
//! For a rest R, row R pairs c with d if R with heaps c and d is P. The statements: the greedy rule, its
//! bounds, the parity of periods, the greedy rule and bounds of Grundy rows, and their balance.

use std::collections::{BTreeSet, HashMap};

use amalgam::Rules;
use amalgam_tier::size;

use crate::naive_rests::{GAMES, NaiveRests, rests};

/// The size that merging two heaps gives, by the rules as data.
fn merged(rules: &Rules, x: u64, y: u64) -> Option<u64> {
    rules.merges().iter().find_map(|merge| merge.merged(x, y)).map(|size| size as u64)
}

fn sorted(mut rest: Vec<u64>) -> Vec<u64> {
    rest.retain(|&heap| heap > 0);
    rest.sort_unstable();
    rest
}

fn without(rest: &[u64], i: usize) -> Vec<u64> {
    [&rest[..i], &rest[i + 1..]].concat()
}

/// The rests that one move within R leaves: a heap lowered or removed, two heaps merged.
fn options(rules: &Rules, rest: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    for (i, &heap) in rest.iter().enumerate() {
        let others = without(rest, i);
        options.extend((0..heap).map(|less| sorted([&others[..], &[less]].concat())));
        for (j, &other) in others.iter().enumerate().skip(i) {
            let merged = merged(rules, heap, other);
            options.extend(merged.map(|one| sorted([&without(&others, j)[..], &[one]].concat())));
        }
    }
    options
}

/// Rows that are built from other rows only, by the greedy rule.
struct Greedy<'a> {
    rules: &'a Rules,
    columns: u64,
    rows: HashMap<Vec<u64>, Vec<u64>>,
}

impl Greedy<'_> {
    /// f(R,c), which must be in reach: rows of fewer coins reach further.
    fn at(&self, rest: &[u64], c: u64) -> u64 {
        self.rows[rest][c as usize]
    }

    /// The partners excluded at column c by moves that take from neither c nor the partner, as far as
    /// `most`.
    fn excluded(&self, rest: &[u64], c: u64, most: u64) -> BTreeSet<u64> {
        let mut excluded: BTreeSet<u64> =
            options(self.rules, rest).iter().map(|option| self.at(option, c)).collect();
        for (i, &heap) in rest.iter().enumerate() {
            let others = without(rest, i);
            excluded.extend(merged(self.rules, heap, c).map(|one| self.at(&others, one)));
            let partner = self.at(&others, c);
            excluded.extend((0..=most).filter(|&d| merged(self.rules, heap, d) == Some(partner)));
        }
        // Two heaps merge to f(R), which is f(R,0); at column 0 nothing merges.
        let completion = (c > 0).then(|| self.at(rest, 0));
        excluded.extend(
            (0..=most).filter(|&d| completion.is_some() && merged(self.rules, c, d) == completion),
        );
        excluded
    }

    /// Builds the row of a rest, when the rows of all smaller rests are there.
    fn build(&mut self, rest: &[u64], reach: u64) {
        self.rows.insert(rest.to_vec(), Vec::new());
        let mut partners: HashMap<u64, u64> = HashMap::new();
        for c in 0..self.columns + reach {
            let partner = partners.get(&c).copied().unwrap_or_else(|| {
                let most = c + 4 * self.columns;
                let excluded = self.excluded(rest, c, most);
                let free = |d: &u64| !partners.contains_key(d) && !excluded.contains(d);
                (c..=most).find(free).expect("a partner in reach")
            });
            partners.extend([(c, partner), (partner, c)]);
            self.rows.get_mut(rest).unwrap().push(partner);
        }
    }
}

fn greedy(rules: &Rules, coins: u64, columns: u64) -> Greedy<'_> {
    let mut greedy = Greedy { rules, columns, rows: HashMap::new() };
    for rest in rests(coins) {
        let own: u64 = rest.iter().sum();
        greedy.build(&rest, coins - own);
    }
    greedy
}

/// The greatest number of exclusions per column.
fn exclusions(rules: &Rules, rest: &[u64]) -> u64 {
    let distinct: BTreeSet<u64> = rest.iter().copied().collect();
    let pairs: BTreeSet<(u64, u64)> = (0..rest.len())
        .flat_map(|i| (i + 1..rest.len()).map(move |j| (i, j)))
        .map(|(i, j)| (rest[i], rest[j]))
        .filter(|&(x, y)| merged(rules, x, y).is_some())
        .collect();
    distinct.iter().sum::<u64>() + pairs.len() as u64 + 2 * distinct.len() as u64 + 1
}

#[test]
fn the_greedy_rule_is_the_game() {
    let (coins, columns) = size((5, 20), (7, 32));
    for game in GAMES {
        let rules: Rules = game.parse().unwrap();
        let (mut naive, greedy) = (NaiveRests::new(&rules), greedy(&rules, coins, columns));
        for rest in rests(coins) {
            let row = naive.row(&rest, columns);
            assert_eq!(row, greedy.rows[&rest][..columns as usize], "{game}, {rest:?}");
        }
    }
}

/// d − c ≤ m holds for all; |f(R,c) − c| ≤ |R| + h(R) for all but merges that lose two coins, where it is
/// false from the empty rest on: [1,1] is N, so 1 and 2 are partners there. One more is enough for the
/// rests that were looked at.
#[test]
fn partners_are_near() {
    let (coins, columns) = size((8, 60), (11, 120));
    for game in GAMES {
        let rules: Rules = game.parse().unwrap();
        let greedy = greedy(&rules, coins, columns);
        let mut furthest = i64::MIN;
        for (rest, row) in &greedy.rows {
            let (own, heaps) = (rest.iter().sum::<u64>(), rest.len() as u64);
            for (c, &d) in row.iter().enumerate() {
                let away = d.abs_diff(c as u64);
                assert!(away <= exclusions(&rules, rest), "{game}, {rest:?}, {c}");
                furthest = furthest.max(away as i64 - (own + heaps) as i64);
            }
        }
        let loses_two = game.ends_with("take 2");
        assert_eq!(furthest > 0, loses_two, "{game}: {furthest}");
        assert!(furthest <= 1, "{game}: {furthest}");
    }
    let rules: Rules = "take any, merge then take 2".parse().unwrap();
    assert_eq!(NaiveRests::new(&rules).row(&[], 3), [0, 2, 1]);
}

/// f(S) ≤ |S| + h(S) − 1 for S not empty; false where a merge loses two coins: f([1]) = 2 there.
#[test]
fn completions_are_small() {
    for game in GAMES {
        let rules: Rules = game.parse().unwrap();
        let mut naive = NaiveRests::new(&rules);
        let large = |rest: &Vec<u64>| {
            naive.partner(rest, 0) > rest.iter().sum::<u64>() + rest.len() as u64 - 1
        };
        let found = rests(size(9, 13)).into_iter().skip(1).find({
            let mut large = large;
            move |rest| large(rest)
        });
        let expected = game.ends_with("take 2").then_some(vec![1]);
        assert_eq!(found, expected, "{game}");
    }
}

/// g(R,c) is the least value not used at a smaller column and not excluded by a move that keeps c or
/// merges it; each row is a permutation within m of the identity.
#[test]
fn grundy_rows_are_greedy_and_near() {
    let (coins, columns) = size((5, 24), (8, 40));
    for game in GAMES {
        let rules: Rules = game.parse().unwrap();
        let mut naive = NaiveRests::new(&rules);
        for rest in rests(coins) {
            let row = naive.grundy_row(&rest, columns);
            let most = exclusions(&rules, &rest);
            for c in 0..columns {
                let mut excluded: BTreeSet<u64> = row[..c as usize].iter().copied().collect();
                for option in options(&rules, &rest) {
                    excluded.extend(naive.grundy_row(&option, columns).get(c as usize));
                }
                for (i, &heap) in rest.iter().enumerate() {
                    let one = merged(&rules, heap, c)
                        .map(|one| naive.grundy_row(&without(&rest, i), one + 1)[one as usize]);
                    excluded.extend(one);
                }
                let value = row[c as usize];
                assert_eq!((0..).find(|v| !excluded.contains(v)), Some(value), "{game}, {rest:?}");
                assert!(value.abs_diff(c) <= most, "{game}, {rest:?}, {c}");
            }
        }
    }
}

/// Rows of single heaps after a cover row 2k, each with the values it has used, less the column: all below
/// −2·`WIDE` are, and none above 2·`WIDE`.
struct Block {
    k: i64,
    rows: Vec<BTreeSet<i64>>,
}

const WIDE: i64 = 12;

impl Block {
    /// Of the windows of a row as many cells from 0 on are used as are free before it: as many values are
    /// used as there were columns.
    fn random(k: i64, n: i64, random: &mut impl FnMut(u64) -> u64) -> Block {
        let row = |_| {
            let moved = random(k as u64 + 2) as usize;
            let mut cells: Vec<i64> = (0..k + n).collect();
            let mut draw = |cells: &mut Vec<i64>| {
                let at = random(cells.len() as u64) as usize;
                cells.swap_remove(at)
            };
            let above: Vec<i64> = (0..moved.min(cells.len())).map(|_| draw(&mut cells)).collect();
            let mut cells: Vec<i64> = (-k - n..0).collect();
            let below: Vec<i64> = above.iter().map(|_| draw(&mut cells)).collect();
            let used = (-2 * WIDE..0).filter(|cell| !below.contains(cell));
            used.chain(above).collect()
        };
        Block { k, rows: (0..2 * n).map(row).collect() }
    }

    /// Σ|τ − ideal|.
    fn imbalance(&self) -> i64 {
        let (rows, n) = (self.rows.len() as i64, self.rows.len() as i64 / 2);
        let at = |x: i64| {
            let used = self.rows.iter().filter(|row| row.contains(&x)).count() as i64;
            let beyond = x.abs() - self.k;
            let ideal = match x {
                _ if beyond <= 0 => n,
                1.. => (n - beyond).max(0),
                _ => (n + beyond - 1).min(rows),
            };
            (used - ideal).abs()
        };
        (-2 * WIDE..=2 * WIDE).map(at).sum()
    }

    /// One column: each row takes the least value that it has not used, that no earlier row takes and that no
    /// merge forbids; row 2k + i forbids that offset, for completions also its opposite.
    fn step(&mut self, completions: bool) -> BTreeSet<i64> {
        let mut taken = BTreeSet::new();
        for (heap, row) in (2 * self.k + 1..).zip(&mut self.rows) {
            let free = |x: &i64| {
                let merges = *x == heap || completions && *x == -heap;
                !(row.contains(x) || taken.contains(x) || x.abs() <= self.k || merges)
            };
            let choice = (-2 * WIDE..).find(free).expect("values without end");
            taken.insert(choice);
            row.insert(choice);
            *row = row.iter().map(|x| x - 1).filter(|&x| x >= -2 * WIDE).collect();
        }
        taken
    }
}

/// Balance of windows of both sides (`chain.rs`): the distance from it is even and never grows, and from a
/// balanced column on the 2n rows use the offsets ±(k+1), …, ±(k+n), each once.
#[test]
fn windows_of_both_sides_come_no_further_from_balance() {
    let mut state = 3u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut balanced, mut fell) = (0, 0);
    for _ in 0..size(400, 20_000) {
        let k = 1 + random(4) as i64;
        let n = 1 + random(k as u64) as i64;
        let completions = random(2) == 0;
        let mut block = Block::random(k, n, &mut random);
        let mut before = block.imbalance();
        for _ in 0..80 {
            let taken = block.step(completions);
            let now = block.imbalance();
            assert!(now <= before && now % 2 == 0, "{now} after {before}, k = {k}, n = {n}");
            if before == 0 {
                let both = (k + 1..=k + n).flat_map(|x| [-x, x]);
                assert_eq!(taken, both.collect(), "k = {k}, n = {n}");
                balanced += 1;
            }
            fell += i64::from(now < before);
            before = now;
        }
    }
    assert!(balanced > 1000 && fell > 100, "{balanced} {fell}");
}
