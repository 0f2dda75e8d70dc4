//! The neighbouring games against their definitions, written out again here.

use std::collections::{BTreeSet, HashMap};

use amalgam::Solver;
use amalgam::engines::naive::evaluate;
use amalgam::games::AnyGame;
use amalgam::games::classics::euclid::Euclid;
use amalgam::games::classics::{Theorem, lim, moore, wythoff};
use amalgam::solve;
use amalgam::{Budget, Outcome, Play, Position, Sum, Value};

/// The options of a position as sorted lists, without empty heaps.
type Options = fn(&[u64]) -> BTreeSet<Vec<u64>>;

fn heaps(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

fn wythoff_options(position: &[u64]) -> BTreeSet<Vec<u64>> {
    let at = |i: usize| position.get(i).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    let mut options = BTreeSet::new();
    for x in 0..=a {
        for y in 0..=b {
            let taken = (a - x, b - y);
            if taken != (0, 0) && (taken.0 == 0 || taken.1 == 0 || taken.0 == taken.1) {
                options.insert(heaps(vec![x, y]));
            }
        }
    }
    options
}

/// What is left after taking a multiple of one heap from the other.
fn euclid_options(position: &[u64]) -> BTreeSet<Vec<u64>> {
    let &[a, b] = position else { return BTreeSet::new() };
    (0..b).filter(|left| (b - left) % a == 0).map(|left| heaps(vec![a, left])).collect()
}

/// Every choice of smaller heaps that changes between 1 and `most` of them.
fn moore_options(most: usize, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &heap in position {
        let longer = |left: Vec<u64>| (0..=heap).map(move |to| [&left[..], &[to]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    let changed = |to: &Vec<u64>| to.iter().zip(position).filter(|(x, y)| x != y).count();
    all.into_iter().filter(|to| (1..=most).contains(&changed(to))).map(heaps).collect()
}

fn lim_options(position: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut three = position.to_vec();
    three.resize(3, 0);
    let mut options = BTreeSet::new();
    for third in 0..3 {
        for coins in 1..=three.iter().sum() {
            let moved = |i: usize| {
                if i == third { Some(three[i] + coins) } else { three[i].checked_sub(coins) }
            };
            if let (Some(a), Some(b), Some(c)) = (moved(0), moved(1), moved(2)) {
                options.insert(heaps(vec![a, b, c]));
            }
        }
    }
    options
}

/// Squares as pairs (row, column) from 0, the corner being poisoned.
fn chomp_options(position: &[u64]) -> BTreeSet<Vec<u64>> {
    let rows: Vec<u64> = position.iter().rev().copied().collect();
    let squares: BTreeSet<(u64, u64)> =
        (0..).zip(&rows).flat_map(|(r, &length)| (0..length).map(move |c| (r, c))).collect();
    let mut options = BTreeSet::new();
    for &(r, c) in squares.iter().filter(|&&square| square != (0, 0)) {
        let left: Vec<_> = squares.iter().filter(|&&(x, y)| x < r || y < c).collect();
        let length = |row| left.iter().filter(|&&&(x, _)| x == row).count() as u64;
        options.insert(heaps((0..rows.len() as u64).map(length).collect()));
    }
    options
}

/// Digit k says into how many non-empty heaps the rest may fall after k coins are taken.
fn code_options(digits: &[u8], position: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    for (i, &heap) in position.iter().enumerate() {
        let rest = [&position[..i], &position[i + 1..]].concat();
        for (x, y, z) in (0..=heap)
            .flat_map(|x| (0..=heap).flat_map(move |y| (0..=heap).map(move |z| (x, y, z))))
        {
            let parts = [x, y, z].iter().filter(|&&part| part > 0).count();
            let Some(taken) = heap.checked_sub(x + y + z) else { continue };
            let digit = digits.get(taken as usize).copied().unwrap_or(0);
            if digit >> parts & 1 == 1 {
                options.insert(heaps([&rest[..], &[x, y, z]].concat()));
            }
        }
    }
    options
}

const GAMES: [(&str, Options, usize); 12] = [
    ("dawsons-kayles", |position| code_options(&[0, 0, 7], position), 3),
    ("octal(0.77)", |position| code_options(&[0, 7, 7], position), 3),
    ("octal(4.137)", |position| code_options(&[4, 1, 3, 7], position), 2),
    ("octal(0.52)", |position| code_options(&[0, 5, 2], position), 2),
    ("octal(8.f)", |position| code_options(&[8, 15], position), 2),
    ("wythoff", wythoff_options, 2),
    ("euclid", euclid_options, 2),
    ("moore(1)", |position| moore_options(1, position), 3),
    ("moore(2)", |position| moore_options(2, position), 4),
    ("moore(3)", |position| moore_options(3, position), 4),
    ("lim", lim_options, 3),
    ("chomp(4)", chomp_options, 4),
];

fn value(
    options: Options,
    position: &[u64],
    play: Play,
    memo: &mut HashMap<Vec<u64>, Value>,
) -> Value {
    if let Some(value) = memo.get(position) {
        return *value;
    }
    let values: Vec<Value> =
        options(position).iter().map(|option| value(options, option, play, memo)).collect();
    let found = evaluate(&values, play);
    memo.insert(position.to_vec(), found);
    found
}

/// All positions of this many heaps up to a size.
fn positions(most_heaps: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most_heaps {
        let longer = |heaps: &Vec<u64>| {
            let least = heaps.last().copied().unwrap_or(1);
            let heaps = heaps.clone();
            (least..=largest).map(move |heap| [&heaps[..], &[heap]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn moves_values_and_hints_are_those_of_the_definition() {
    for (name, options, most_heaps) in GAMES {
        let game: AnyGame = name.parse().unwrap();
        for play in [Play::Normal, Play::Misere] {
            let mut memo = HashMap::new();
            for heaps in positions(most_heaps, 5) {
                let position = Position::new(heaps.iter().copied());
                let moves = game.moves(&position);
                let results: BTreeSet<Vec<u64>> =
                    moves.iter().map(|(_, result)| result.heaps().to_vec()).collect();
                assert_eq!(results, options(&heaps), "{name} {heaps:?}");
                assert!(moves.len() as u128 <= game.moves_at_most(&position), "{name} {heaps:?}");
                let sum = Sum::single(game.clone(), position);
                let decided = Solver::new().play(play).solve(&sum).unwrap();
                let expected = value(options, &heaps, play, &mut memo);
                let known = decided.known();
                assert_eq!(known.outcome, expected.outcome, "{name} {heaps:?} {play}");
                assert_eq!(known.remoteness, Some(expected.remoteness), "{name} {heaps:?}");
                let grundy = (play == Play::Normal).then_some(expected.grundy);
                assert_eq!(known.grundy, grundy, "{name} {heaps:?}");
                let winning: BTreeSet<Vec<u64>> =
                    decided.winning_moves().iter().map(|m| m.result.heaps().to_vec()).collect();
                let wins = |option: &Vec<u64>| {
                    value(options, option, play, &mut memo).outcome == Outcome::P
                };
                let expected: BTreeSet<_> = options(&heaps).into_iter().filter(wins).collect();
                assert_eq!(winning, expected, "{name} {heaps:?} {play}");
            }
        }
    }
}

#[test]
fn each_move_of_moore_comes_once() {
    let game: AnyGame = "moore(3)".parse().unwrap();
    for heaps in positions(4, 4) {
        let moves = game.moves(&Position::new(heaps.iter().copied()));
        let different: BTreeSet<_> = moves.iter().map(|(action, _)| action.clone()).collect();
        assert_eq!(different.len(), moves.len(), "{heaps:?}");
    }
}

#[test]
fn wythoff_is_the_golden_ratio() {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let mut memo = HashMap::new();
    for n in 0..15u32 {
        let (a, b) = ((f64::from(n) * golden) as u64, (f64::from(n) * golden * golden) as u64);
        let pair = heaps(vec![a, b]);
        assert_eq!(value(wythoff_options, &pair, Play::Normal, &mut memo).outcome, Outcome::P);
    }
    for heaps in positions(2, 40) {
        let position = Position::new(heaps.iter().copied());
        let outcome = value(wythoff_options, &heaps, Play::Normal, &mut memo).outcome;
        assert_eq!(wythoff::is_p(&position), outcome == Outcome::P, "{heaps:?}");
    }
}

#[test]
fn euclid_is_the_golden_ratio() {
    let mut memo = HashMap::new();
    for heaps in positions(2, 60) {
        let position = Position::new(heaps.iter().copied());
        let outcome = value(euclid_options, &heaps, Play::Normal, &mut memo).outcome;
        assert_eq!(Euclid.is_p(&position), outcome == Outcome::P, "{heaps:?}");
    }
}

#[test]
fn huge_heaps_are_decided_by_their_theorems() {
    let limits = Budget::default();
    let cases = [
        ("wythoff", vec![1_u64 << 62, 7]),
        ("wythoff", vec![u64::MAX, u64::MAX]),
        ("euclid", vec![u64::MAX, u64::MAX]),
        ("euclid", vec![u64::MAX, u64::MAX / 3 + 7]),
        ("moore(2)", vec![u64::MAX, 1 << 60, 12345678901234567, 3]),
        ("moore(3)", vec![u64::MAX; 5]),
        ("lim", vec![(1 << 60) + 5, 1 << 61, (1 << 62) + 4]),
    ];
    for (name, heaps) in cases {
        let position = Position::new(heaps);
        let sum = Sum::single(name.parse().unwrap(), position.clone());
        let decided = Solver::within(&limits).solve(&sum).unwrap();
        assert_eq!(decided.outcome(), Outcome::N, "{name}");
        let winning = decided.winning_moves();
        assert!(!winning.is_empty(), "{name} {position}");
        for found in winning {
            match name {
                "wythoff" => assert!(wythoff::is_p(found.result.position().unwrap())),
                "euclid" => assert!(Euclid.is_p(found.result.position().unwrap())),
                "moore(2)" => assert!(moore::is_p(2, found.result.position().unwrap())),
                "lim" => assert!(lim::is_p(found.result.position().unwrap())),
                _ => assert!(moore::is_p(3, found.result.position().unwrap())),
            }
            let kept = |heaps: &[u64]| heaps.to_vec();
            assert_ne!(kept(found.result.heaps()), kept(position.heaps()));
        }
    }
}

/// The P-positions of LIM by brute force, as three tests of the same thing.
#[test]
fn lim_is_nim_with_the_sums_of_pairs() {
    let mut memo = HashMap::new();
    for heaps in positions(3, 16) {
        let position = Position::new(heaps.iter().copied());
        let p = value(lim_options, &heaps, Play::Normal, &mut memo).outcome == Outcome::P;
        assert_eq!(lim::is_p(&position), p, "{heaps:?}");
        let at = |i: usize| heaps.get(i).copied().unwrap_or(0);
        let nim_sum = (at(0) + at(1)) ^ (at(0) + at(2)) ^ (at(1) + at(2));
        assert_eq!(nim_sum == 0, p, "{heaps:?}");
    }
}

#[test]
fn three_heaps_of_moore_two_are_p_when_all_are_equal() {
    for heaps in positions(3, 8) {
        let position = Position::new(heaps.iter().copied());
        let equal = heaps.is_empty() || (heaps.len() == 3 && heaps[0] == heaps[2]);
        assert_eq!(moore::is_p(2, &position), equal, "{heaps:?}");
    }
}

/// Three-row Chomp with a short third row, and two-row Chomp: (n, n − 1) (Gale 1974).
#[test]
fn chomp_in_two_rows_is_p_where_the_rows_differ_by_one() {
    let mut memo = HashMap::new();
    for heaps in positions(2, 12).into_iter().filter(|heaps| !heaps.is_empty()) {
        let p = match heaps[..] {
            [a] => a == 1,
            [a, b] => b == a + 1,
            _ => false,
        };
        let outcome = value(chomp_options, &heaps, Play::Normal, &mut memo).outcome;
        assert_eq!(outcome == Outcome::P, p, "{heaps:?}");
    }
    // L-shapes and the known three-row positions (Zeilberger 2001: 3 rows, third row 1 and 2).
    for p in [vec![1, 1, 3], vec![1, 2, 2], vec![2, 3, 5], vec![2, 4, 6]] {
        let outcome = value(chomp_options, &p, Play::Normal, &mut memo).outcome;
        assert_eq!(outcome, Outcome::P, "{p:?}");
    }
    // A rectangle is won by the first player (Gale's stolen strategy).
    for rows in 1..=4 {
        for columns in 1..=5 {
            if (rows, columns) != (1, 1) {
                let rectangle = vec![columns; rows];
                let outcome = value(chomp_options, &rectangle, Play::Normal, &mut memo).outcome;
                assert_eq!(outcome, Outcome::N, "{rectangle:?}");
            }
        }
    }
}

#[test]
fn sums_mix_every_kind_of_game() {
    let text = "wythoff[3,5] + moore(2)[1,2,2] + chomp[2,3] + lim[1,2,3] + nim[2]";
    let sum = Sum::parse(text, &AnyGame::nim()).unwrap();
    assert_eq!(sum.to_string(), text);
    let limits = Budget::default();
    let decided = Solver::within(&limits).solve(&sum).unwrap();
    let mut total = 0;
    let parts: [(Options, &[u64]); 4] = [
        (wythoff_options, &[3, 5]),
        (|p| moore_options(2, p), &[1, 2, 2]),
        (chomp_options, &[2, 3]),
        (lim_options, &[1, 2, 3]),
    ];
    for (options, heaps) in parts {
        total ^= value(options, heaps, Play::Normal, &mut HashMap::new()).grundy;
    }
    assert_eq!(decided.known().grundy, Some(total ^ 2));
    for (action, known) in decided.moves().unwrap() {
        assert_eq!(known.outcome == Outcome::P, decided.winning_moves().contains(&action));
    }
}

#[test]
fn too_many_heaps_are_refused_where_they_stand() {
    let nim = AnyGame::nim();
    let more_rows = Some("did you mean `chomp(3)`?");
    for (text, message, suggestion) in [
        ("nim[1] + wythoff[1,2,3]", "wythoff has at most 2 heaps, not 3", None),
        ("lim[1,2,3,4]", "lim has at most 3 heaps, not 4", None),
        ("chomp(2)[1,2,3]", "chomp(2) has at most 2 heaps, not 3", more_rows),
    ] {
        let error = Sum::parse(text, &nim).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.suggestion()), (message, suggestion));
        assert!(error.caret().contains('^'));
    }
    for wrong in ["moore", "moore(0)", "moore(1,2)", "chomp(0)", "wythoff(3)", "lim(3)"] {
        assert!(wrong.parse::<AnyGame>().is_err(), "{wrong}");
    }
}

#[test]
fn two_moves_were_said_to_be_a_million() {
    let count = |game: &str, position: &str| {
        let game: AnyGame = game.parse().unwrap();
        let sum = Sum::parse(position, &game).unwrap();
        let count = solve::count_moves(&sum, &Budget::of_memory(4 << 30));
        assert!(sum.moves_at_most() >= count.unwrap_or(0) as u128);
        count
    };
    assert_eq!(count("amalgamation", "<1500>"), Some(2));
    assert_eq!(count("amalgamation", "<1048576>"), Some(2));
    assert_eq!(count("moore(2)", "<1500>"), Some(2));
    let different: Vec<String> = (1..=1500).map(|heap| heap.to_string()).collect();
    let different = different.join(",");
    // Every two of them differ and none may merge.
    assert_eq!(count("merge if min >= 1500", &different), Some(0));
    assert_eq!(count("merge if min >= 1499", &different), Some(1));
    assert_eq!(count("amalgamation", &different), None);
    // No more than a million moves, but more heaps than can be held.
    let fewer: Vec<String> = (1..=1000).map(|heap| heap.to_string()).collect();
    assert_eq!(count("nim", &fewer.join(",")), None);
    assert_eq!(count("moore(1000000)", "<1000000>"), None);
    assert_eq!(count("nim", "1000000"), Some(1_000_000));
    assert_eq!(count("nim", "1000001"), None);
}
