//! The theorems on free pairs against the definition, where they speak and where they must fail.

use amalgam::engines::cube::{Cube, Keep};
use amalgam::engines::naive::Naive;
use amalgam::engines::three::table::Table;
use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::solve::{Reason, Solver, Want, Way};
use amalgam::theory::Ruling;
use amalgam::theory::free_pairs::FreePairs;
use amalgam::theory::manabe;
use amalgam::theory::restricted::pair_rule;
use amalgam::{Budget, Outcome, Play, Position, Rules, Sum};
use proptest::prelude::*;

/// Grundy values of all positions of three heaps up to a size, from the definition of 𝒢(r, t), or of any
/// other way to merge: the mex over every option, one by one, in tables of single, two and three heaps.
struct Definition {
    side: usize,
    three: Vec<u16>,
}

/// The least value that no option has.
struct Mex {
    /// When each value was seen last.
    seen: Vec<u32>,
    stamp: u32,
}

impl Mex {
    fn of(&mut self, options: impl Iterator<Item = u16>) -> u16 {
        self.stamp += 1;
        options.for_each(|value| self.seen[usize::from(value)] = self.stamp);
        let free = self.seen.iter().position(|&seen| seen != self.stamp);
        free.expect("there are fewer options than values") as u16
    }
}

impl Definition {
    fn new(r: usize, t: usize, most: usize) -> Definition {
        let merges = |x: usize, y: usize| x >= r && y >= r && x + y >= t;
        Definition::of(|x, y| merges(x, y).then(|| x + y - t), most)
    }

    /// Heaps merge as `merged` says; an empty one never does.
    fn of(merged: impl Fn(usize, usize) -> Option<usize>, most: usize) -> Definition {
        let merged = |x: usize, y: usize| merged(x, y).filter(|_| x > 0 && y > 0);
        let mut mex = Mex { seen: vec![0; 8 * most + 64], stamp: 0 };
        // A merged heap has up to twice as many coins; a single heap is worth its size.
        let wide = 2 * most + 1;
        let mut two = vec![0u16; wide * wide];
        for coins in 0..=3 * most {
            for x in coins.div_ceil(2)..=coins.min(2 * most) {
                let y = coins - x;
                let takes = (0..x).map(|less| two[less * wide + y]);
                let takes = takes.chain((0..y).map(|less| two[x * wide + less]));
                let value = mex.of(takes.chain(merged(x, y).map(|heap| heap as u16)));
                (two[x * wide + y], two[y * wide + x]) = (value, value);
            }
        }
        let side = most + 1;
        let mut three = vec![0u16; side * side * side];
        for z in 0..side {
            for y in 0..=z {
                for x in 0..=y {
                    let merges = [[x, y, z], [x, z, y], [y, z, x]].into_iter();
                    let merges = merges
                        .filter_map(|[a, b, c]| merged(a, b).map(|heap| two[heap * wide + c]));
                    let line = |a: usize, b: usize| (a * side + b) * side;
                    let takes = three[line(y, z)..][..x].iter().chain(&three[line(x, z)..][..y]);
                    let takes = takes.chain(&three[line(x, y)..][..z]).copied();
                    let value = mex.of(takes.chain(merges));
                    for [a, b, c] in
                        [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]]
                    {
                        three[line(a, b) + c] = value;
                    }
                }
            }
        }
        Definition { side, three }
    }

    /// Every position, x ≤ y ≤ z, with its value.
    fn each(&self) -> impl Iterator<Item = ([u64; 3], u64)> + '_ {
        let sides = 0..self.side;
        let pairs = sides.flat_map(|z| (0..=z).map(move |y| (y, z)));
        pairs.flat_map(move |(y, z)| (0..=y).map(move |x| [x, y, z])).map(|[x, y, z]| {
            let value = self.three[(x * self.side + y) * self.side + z];
            ([x, y, z].map(|heap| heap as u64), u64::from(value))
        })
    }
}

fn rules(r: u64, t: u64) -> Rules {
    format!("take any, merge if min >= {r} then take {t}").parse().unwrap()
}

/// Theorem 3 in its own words: the number of free pairs decides.
fn theorem_3(r: u64, t: u64, heaps: [u64; 3]) -> u64 {
    let [a, b, c] = heaps.map(|heap| heap / 2);
    let free = |a: u64, b: u64| a >= r.div_ceil(2) && b >= r.div_ceil(2) && a & b == t / 4;
    let edges = [free(a, b), free(b, c), free(a, c)].iter().filter(|&&free| free).count();
    let turned = if t == 0 { matches!(edges, 1 | 2) } else { edges >= 1 };
    heaps[0] ^ heaps[1] ^ heaps[2] ^ u64::from(turned)
}

/// Conjecture 1 of Manabe and its analogue for every even threshold, with the exact value.
#[test]
fn three_heaps_of_even_thresholds_have_the_value_of_the_formula() {
    let most = amalgam_tier::size(64, 300);
    for r in (2..=32).step_by(2) {
        let pairs = FreePairs::of(&rules(r, 0)).unwrap();
        for (heaps, value) in Definition::new(r as usize, 0, most).each() {
            assert_eq!(theorem_3(r, 0, heaps), value, "{heaps:?}, r = {r}");
            assert_eq!(pairs.grundy(&heaps), Some(value), "{heaps:?}, r = {r}");
        }
    }
}

/// Lemma 1 for every threshold and loss of which the theorem speaks: of all merges just those of free
/// pairs that are not both odd keep the nim-sum of the halves, and then that of the low bits too; and
/// every such pair may merge.
#[test]
fn merges_of_free_pairs_keep_the_nim_sum_of_the_halves() {
    let most = amalgam_tier::size(40, 130);
    let mut free = 0;
    for (r, t) in (1..=13u64).flat_map(|r| (0..=24).step_by(4).map(move |t| (r, t))) {
        let Some(pairs) = FreePairs::of(&rules(r, t)) else { continue };
        for (x, y) in (1..=most).flat_map(|x| (x..=most).map(move |y| (x, y))) {
            let is_free = pairs.is_free(x / 2, y / 2) && x * y % 2 == 0;
            let legal = x >= r && x + y >= t;
            assert!(legal || !is_free, "[{x},{y}], r = {r}, t = {t}");
            if legal {
                let merged = x + y - t;
                let keeps = (merged ^ x ^ y) / 2 == 0;
                assert_eq!(keeps, is_free, "[{x},{y}], r = {r}, t = {t}");
                assert!(!keeps || merged == x ^ y, "[{x},{y}], r = {r}, t = {t}");
                free += u64::from(keeps);
            }
        }
    }
    assert!(free > 1000, "{free}");
}

/// Corollary 5: two heaps merge if both halves lie in a set Σ in which sums without carry stay. Three heaps
/// have the value of Theorem 3; and where Σ is not closed, some have not.
#[test]
fn any_set_of_halves_that_is_closed_will_do() {
    let most = amalgam_tier::size(40, 130);
    let merges = |sigma: &[bool]| {
        let sigma = sigma.to_vec();
        move |x: usize, y: usize| (sigma[x / 2] && sigma[y / 2]).then_some(x + y)
    };
    let formula = |sigma: &[bool], heaps: [u64; 3]| {
        let [a, b, c] = heaps.map(|heap| heap as usize / 2);
        let free = |a: usize, b: usize| sigma[a] && sigma[b] && a & b == 0;
        let edges = [free(a, b), free(b, c), free(a, c)].iter().filter(|&&free| free).count();
        heaps[0] ^ heaps[1] ^ heaps[2] ^ u64::from(matches!(edges, 1 | 2))
    };
    let mut state = 11u64;
    let (mut turned, mut proper) = (0, 0);
    for members in 1..=amalgam_tier::size(8, 24) {
        let mut sigma = vec![false; 3 * most + 1];
        for _ in 0..members {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sigma[1 + (state >> 40) as usize % (most / 2)] = true;
        }
        for sum in 1..sigma.len() {
            sigma[sum] |= (1..sum).any(|a| sigma[a] && sigma[sum - a] && a & (sum - a) == 0);
        }
        for (heaps, value) in Definition::of(merges(&sigma), most).each() {
            assert_eq!(formula(&sigma, heaps), value, "{heaps:?}, {sigma:?}");
            turned += u64::from(value != heaps[0] ^ heaps[1] ^ heaps[2]);
        }
        proper += u64::from(sigma[1..=most / 2].contains(&false));
    }
    assert!(turned > 1000 && proper > 3, "{turned} {proper}");
    let open: Vec<bool> = (0..3 * most + 1).map(|half| [1, 2, 4].contains(&half)).collect();
    let exception = Definition::of(merges(&open), most)
        .each()
        .find(|&(heaps, value)| formula(&open, heaps) != value);
    assert_eq!(exception.map(|(heaps, _)| heaps), Some([2, 4, 8]));
}

/// Theorem 8: the formula has no exception where the theorem applies, and a search finds an exception
/// to the pair rule with two heaps where it does not.
#[test]
fn the_classification_by_threshold_and_loss() {
    let (most_r, most_t, most) = amalgam_tier::size((7, 13, 34), (13, 21, 60));
    let mut holds = 0;
    for (r, t) in (1..=most_r).flat_map(|r| (0..=most_t).map(move |t| (r, t))) {
        let rules = rules(r, t);
        let pairs = FreePairs::of(&rules);
        let mut exception: Option<[u64; 3]> = None;
        for (heaps, value) in Definition::new(r as usize, t as usize, most).each() {
            let nim_sum = heaps[0] ^ heaps[1] ^ heaps[2];
            if t % 2 == 1 {
                assert_eq!(value, nim_sum, "{heaps:?}, r = {r}, t = {t}");
            } else if let Some(pairs) = pairs {
                assert_eq!(theorem_3(r, t, heaps), value, "{heaps:?}, r = {r}, t = {t}");
                assert_eq!(pairs.grundy(&heaps), Some(value), "{heaps:?}, r = {r}, t = {t}");
            }
            if value / 2 != nim_sum / 2 && exception.is_none() && heaps[0] == 0 {
                exception = Some(heaps);
            }
        }
        let applies = t % 4 == 0 && (r % 2 == 0 || (r / 2) & (t / 4) != t / 4);
        assert_eq!(pairs.is_some(), applies, "r = {r}, t = {t}");
        assert_eq!(exception.is_none(), applies || t % 2 == 1, "r = {r}, t = {t}: {exception:?}");
        for heaps in [2, 3] {
            let said = pair_rule(&rules, heaps);
            assert_eq!(said == Ruling::Holds, exception.is_none(), "r = {r}, t = {t}: {said:?}");
            assert_ne!(said, Ruling::Silent);
        }
        holds += u64::from(exception.is_none());
        let four = pair_rule(&rules, 4);
        assert_eq!(four == Ruling::Holds, t % 2 == 1, "r = {r}, t = {t}: {four:?}");
    }
    assert!(holds > 40);
}

/// Where a position is named at which the pair rule fails, it fails there.
#[test]
fn the_rule_fails_where_it_is_said_to_fail() {
    let mut named = 0;
    for (r, t) in [(1, 0), (3, 0), (5, 0), (2, 0), (4, 0), (3, 4), (1, 4)] {
        let rules = rules(r, t);
        for heaps in [2, 4] {
            let Ruling::FailsAt(position) = pair_rule(&rules, heaps) else { continue };
            if position.coins() > 80 {
                continue;
            }
            let value = amalgam::engines::search::explore_heaps(
                &rules,
                &position,
                Play::Normal,
                &Budget::default(),
            );
            let value = value.unwrap().value(&position).unwrap().grundy;
            let nim_sum = position.heaps().iter().fold(0, |sum, heap| sum ^ heap);
            assert_ne!(value / 2, nim_sum / 2, "{rules}{position}");
            named += 1;
        }
    }
    assert!(named >= 5, "{named}");
}

/// All words that ask for a set of halves, and some that do not, against the oracle.
#[test]
fn the_words_that_say_which_halves_merge() {
    let applies = [
        ("take any, merge if min >= 2", 3),
        ("take any, merge if min >= 4 and unequal", 3),
        ("take any, merge if min >= 2 and max <= 7", 3),
        ("take any, merge if min >= 2 and max <= 15 and unequal", 3),
        ("take any, merge if min >= 2 and max <= 5", 2),
        ("take any, merge if min >= 4 and max <= 11", 2),
        ("take any, merge then take 4", 3),
        ("take any, merge if max <= 9 then take 4", 3),
        ("take any, merge if min >= 5 and max <= 12 then take 4", 3),
        ("take any, merge if max <= 8 then take 4", 3),
        ("take any, merge if min >= 4 and unequal then take 4", 3),
        ("take any, merge if min >= 3 then take 12", 3),
    ];
    for (words, heaps) in applies {
        let rules: Rules = words.parse().unwrap();
        let pairs = FreePairs::of(&rules).unwrap_or_else(|| panic!("{words}"));
        assert_eq!(pairs.heaps(), heaps, "{words}");
        agrees(&rules, heaps, amalgam_tier::size(13, 20), words);
        agrees(&rules, 6, amalgam_tier::size(3, 5), words);
    }
    let bounded = "take any, merge if min >= 2 and max <= 15";
    agrees(&bounded.parse().unwrap(), 4, amalgam_tier::size(10, 13), bounded);
    for words in [
        "take any",
        "take any, merge",
        "take any, merge if min >= 3",
        "take any, merge if min >= 2 and max <= 6",
        "take any, merge if min >= 2 and sum <= 9",
        "take any, merge if max >= 2",
        "take any, merge if min >= 2, merge if equal",
        "take any, merge if min >= 2 then take 2",
        "take any, merge if min >= 3 then take 4",
        "take any, merge if max <= 6 then take 4",
        "take any, merge if min >= 2 and unequal then take 4",
        "take 1..9, merge if min >= 2",
        "take any, split, merge if min >= 2 then take 4",
    ] {
        assert_eq!(FreePairs::of(&words.parse().unwrap()), None, "{words}");
    }
}

/// Value, winning moves, moves to every value and completion of all positions of this many heaps, where
/// the theorem speaks.
fn agrees(rules: &Rules, heaps: usize, most: u64, words: &str) {
    let pairs = FreePairs::of(rules).unwrap();
    let mut oracle = Naive::new(rules, Play::Normal);
    let mut stack = vec![Vec::new()];
    while let Some(position) = stack.pop() {
        if position.len() < heaps {
            let least = position.last().copied().unwrap_or(1);
            stack.extend((least..=most).map(|heap| [&position[..], &[heap]].concat()));
        }
        if let Some(size) = pairs.completion(&position) {
            let completed = [&position[..], &[size]].concat();
            assert_eq!(oracle.outcome(&completed), Outcome::P, "{words}{position:?}");
        }
        let Some(value) = pairs.grundy(&position) else { continue };
        assert_eq!(value, oracle.value(&position).grundy, "{words}{position:?}");
        let position = Position::new(position);
        let options = rules.moves(&position);
        for target in 0..=value + 1 {
            let mut expected = options.clone();
            expected.retain(|(_, result)| oracle.value(result.heaps()).grundy == target);
            let mut found = pairs.moves_to(rules, &position, target);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{words}{position} to {target}");
        }
    }
}

/// Theorem 7 and Proposition 6: four heaps, every position of this many coins.
#[test]
fn four_heaps_with_and_without_a_path() {
    for (r, coins) in [(2, amalgam_tier::size(36, 64)), (4, amalgam_tier::size(36, 70))] {
        let rules = rules(r, 0);
        let pairs = FreePairs::of(&rules).unwrap();
        let free = |x: u64, y: u64| x >= r && y >= r && (x / 2) & (y / 2) == 0;
        let mut oracle = Naive::new(&rules, Play::Normal);
        let (mut spoken, mut paths) = (0, 0);
        for heaps in quadruples(coins) {
            let value = oracle.value(&heaps).grundy;
            let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let mut degrees: [u64; 4] = std::array::from_fn(|i| {
                (0..4).filter(|&j| i != j && free(heaps[i], heaps[j])).count() as u64
            });
            degrees.sort_unstable();
            if degrees == [1, 1, 2, 2] && heaps.iter().all(|heap| heap % 2 == 0) {
                assert_ne!(value / 2, nim_sum / 2, "{heaps:?}");
                assert_eq!(pairs.grundy(&heaps), None, "{heaps:?}");
                paths += 1;
            }
            let Some(said) = pairs.grundy(&heaps) else { continue };
            let turned =
                matches!(degrees, [0, 0, 1, 1] | [0, 1, 1, 2] | [1, 1, 1, 3] | [3, 3, 3, 3]);
            assert_eq!(said, value, "{heaps:?}");
            assert_eq!(said, nim_sum ^ u64::from(turned), "{heaps:?}");
            spoken += 1;
        }
        assert!(spoken > 500 && paths > 0, "{spoken} {paths}");
        assert!((0..=9).all(|x| r > 2 || pairs.grundy(&[9, 9, x, x]).is_some()));
    }
}

fn quadruples(coins: u64) -> impl Iterator<Item = [u64; 4]> {
    let pairs = (1..=coins / 4).flat_map(move |w| (w..=coins / 3).map(move |x| [w, x]));
    let triples = pairs.flat_map(move |[w, x]| (x..=coins / 2).map(move |y| [w, x, y]));
    triples
        .flat_map(move |[w, x, y]| (y..=coins.saturating_sub(w + x + y)).map(move |z| [w, x, y, z]))
}

/// f(a,b) by the theorem is the table of the row machine; with Manabe's sets for threshold 2.
#[test]
fn completions_are_the_table() {
    let size = amalgam_tier::size(200, 600);
    for r in [2, 4, 6, 16] {
        let pairs = FreePairs::of(&rules(r, 0)).unwrap();
        let table =
            Table::new(Family::Threshold(r), size, size, &Budget::of_memory(1 << 24)).unwrap();
        for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
            let heaps = [a as u64, b as u64];
            let found = pairs.completion(&heaps);
            assert_eq!(table.get(a, b), found, "f({a},{b}), r = {r}");
            let c = found.unwrap();
            assert!(r > 2 || manabe::is_p([heaps[0], heaps[1], c]));
            assert!(r > 2 || !manabe::is_p([heaps[0], heaps[1], c + 1]));
        }
    }
}

/// The engine of lines and the theorem are checks of each other, far beyond what the oracle can do.
#[test]
fn the_cube_is_what_the_theorem_says() {
    let most = amalgam_tier::size(150, 500);
    for words in ["take any, merge if min >= 2", "take any, merge if min >= 6 then take 8"] {
        let rules: Rules = words.parse().unwrap();
        let pairs = FreePairs::of(&rules).unwrap();
        let cube = Cube::new(&rules, most, Keep::Values, &Budget::default()).unwrap();
        for z in 0..=most {
            for (x, y) in (0..=z).flat_map(|y| (0..=y).map(move |x| (x, y))) {
                let value = cube.value(x, y, z).map(u64::from);
                assert_eq!(value, pairs.grundy(&[x, y, z]), "{words} {x} {y} {z}");
            }
        }
    }
}

fn huge() -> impl Strategy<Value = u64> {
    (0..1u64 << 61, 0..62u32).prop_map(|(heap, bits)| heap >> bits)
}

proptest! {
    /// Far out there is no oracle, but the theorem must agree with itself: no option has the value of
    /// the position, every move to a value leads to it, and below the value there is always one.
    #[test]
    fn huge_heaps(
        heaps in prop::collection::vec(huge(), 0..4),
        r in 1..40u64,
        common in 0..5u64,
        at in any::<prop::sample::Index>(),
    ) {
        let rules = rules(2 * r, 4 * common);
        let pairs = FreePairs::of(&rules).unwrap();
        let position = Position::new(heaps);
        let value = pairs.grundy(position.heaps()).unwrap();
        prop_assert!(pairs.moves_to(&rules, &position, value).is_empty());
        let targets = [0, value / 2, value.saturating_sub(1), at.index(value.max(1) as usize) as u64];
        for target in targets.into_iter().filter(|&target| target < value) {
            let moves = pairs.moves_to(&rules, &position, target);
            prop_assert!(!moves.is_empty());
            for (action, result) in moves {
                prop_assert_eq!(pairs.grundy(result.heaps()), Some(target), "{}", action);
            }
        }
        let size = pairs.completion(position.heaps());
        if let Some(size) = size {
            prop_assert_eq!(pairs.grundy(position.with(size).heaps()), Some(0));
        }
        prop_assert!(size.is_some() || position.heaps().len() > 2);
    }

    /// Through the front door: sums of huge parts, equivalence, and the same winning moves.
    #[test]
    fn sums_of_huge_parts(
        x in prop::collection::vec(huge(), 1..4),
        y in prop::collection::vec(huge(), 1..4),
        heap in huge(),
    ) {
        let (x, y) = (Position::new(x), Position::new(y));
        let text = format!("restricted-amalgamation{x} + (take any, merge if min >= 4){y} + nim[{heap}]");
        let solver = Solver::new();
        let answer = solver.solve(text.as_str()).unwrap();
        let value = |r, position: &Position| {
            FreePairs::of(&rules(r, 0)).unwrap().grundy(position.heaps()).unwrap()
        };
        let total = value(2, &x) ^ value(4, &y) ^ heap;
        prop_assert_eq!(answer.grundy(), Some(total));
        prop_assert_eq!(answer.winning_moves().is_empty(), total == 0);
        for action in answer.winning_moves() {
            prop_assert_eq!(answer.after(&action).map(|known| known.outcome), Some(Outcome::P));
            let next = answer.sum().after(&action);
            prop_assert_eq!(solver.grundy(&next).unwrap(), 0);
        }
        let heap = format!("nim[{total}]");
        let both = solver.equivalent(text.as_str(), heap.as_str()).unwrap();
        prop_assert_eq!(both.values, [total, total]);
    }
}

#[test]
fn the_plan_asks_the_rules_and_not_the_names() {
    let solver = Solver::new();
    let huge = "[1000000000000,1000000000001,2000000000003]";
    for game in [
        "restricted-amalgamation",
        "restricted-amalgamation(32)",
        "take any, merge if min >= 2 and unequal",
        "take any, merge then take 4",
    ] {
        let game: AnyGame = game.parse().unwrap();
        let solver = solver.clone().game(game.clone());
        let plan = solver.plan(huge, Want::Everything).unwrap();
        assert_eq!(plan.steps().iter().map(|step| step.way).collect::<Vec<_>>(), [Way::FreePairs]);
        let answer = solver.solve(huge).unwrap();
        assert!(answer.is_complete() && answer.grundy().is_some(), "{game}");
        assert!(matches!(answer.reason(), Reason::FreePairs { .. }));
        assert!(!answer.winning_moves().is_empty());
        // Misère play is no business of the theorem.
        let misere = solver.play(Play::Misere).plan(huge, Want::Everything).unwrap();
        assert!(misere.steps().iter().all(|step| step.way != Way::FreePairs), "{game}");
    }
    let odd = solver.game("restricted-amalgamation(3)".parse().unwrap());
    let plan = odd.plan(huge, Want::Everything).unwrap();
    assert!(plan.steps().iter().all(|step| step.way != Way::FreePairs));
}

/// Where a position is small enough to be valued as well, the answer has everything: value, remoteness,
/// and the winning moves in the order of the moves.
#[test]
fn small_positions_have_a_remoteness_too() {
    for name in
        ["restricted-amalgamation", "restricted-amalgamation(4)", "take any, merge then take 4"]
    {
        let game: AnyGame = name.parse().unwrap();
        let rules = game.rules().unwrap();
        let mut oracle = Naive::new(rules, Play::Normal);
        let most = amalgam_tier::size(9, 16);
        for [x, y, z] in (0..=most)
            .flat_map(|x| (x..=most).flat_map(move |y| (y..=most).map(move |z| [x, y, z])))
        {
            let position = Position::new([x, y, z]);
            let answer = Solver::new().solve(Sum::single(game.clone(), position.clone())).unwrap();
            assert!(matches!(answer.reason(), Reason::FreePairs { .. }), "{name}{position}");
            let value = oracle.value(position.heaps());
            assert_eq!(answer.grundy(), Some(value.grundy), "{name}{position}");
            assert_eq!(answer.remoteness(), Some(value.remoteness), "{name}{position}");
            let found = answer.winning_moves().into_iter();
            let found: Vec<_> =
                found.map(|m| (m.action, m.result.position().unwrap().clone())).collect();
            let mut expected = rules.moves(&position);
            expected.retain(|(_, result)| oracle.outcome(result.heaps()) == Outcome::P);
            assert_eq!(found, expected, "{name}{position}");
        }
    }
}
