//! Rows of rests: against the definition, against completions, and near against far.

use amalgam::base::budget::Silent;
use amalgam::engines::completion::Completions;
use amalgam::engines::rests::{self, Closure, Run, Stretch};
use amalgam::engines::rows::{self as all_rows, RowError, Setting, Values, Wanted};
use amalgam::engines::search::explore_heaps;
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::rows;
use amalgam::games::rules::Family;
use amalgam::solve::{Reason, SolveError, Solver, Want, Way};
use amalgam::{AnyGame, Budget, Play, Position, Rules};
use amalgam_tier::size;

const RULES: [&str; 12] = [
    "take any",
    "take any, merge",
    "take any, merge then take 1",
    "take any, merge then take 2",
    "take any, merge then take 3",
    "take any, merge if unequal",
    "take any, merge if equal",
    "take any, merge if min >= 2",
    "take any, merge if min <= 2",
    "take any, merge if max >= 5, merge then take 1",
    "take any, merge if sum <= 9 and min >= 2, merge then take 4",
    "take any, merge if unequal then take 2",
];

fn setting(rules: &str, play: Play, values: Values) -> Setting {
    Setting::new(&rules.parse().unwrap(), play, values).unwrap()
}

fn amalgamation() -> Setting {
    setting("take any, merge", Play::Normal, Values::Completions)
}

fn unbounded() -> Budget {
    Budget::default()
}

/// f(R,c) and g(R,c) from rows, for all rests of few coins, are what completions and a valuation of
/// every position say.
#[test]
fn rows_are_completions_and_values() {
    let coins = size(5, 7);
    for (text, play) in RULES.iter().flat_map(|&text| [(text, Play::Normal), (text, Play::Misere)])
    {
        let rules: Rules = text.parse().unwrap();
        let completions = setting(text, play, Values::Completions);
        for rest in Closure::coins(&completions, coins, &Budget::default()).unwrap().rests() {
            let columns = 24;
            let values = all_rows::values(&completions, rest, columns, &unbounded()).unwrap();
            let large = [rest.with(columns - 1)];
            let table = Completions::below(&rules, &large, play, &unbounded()).unwrap().unwrap();
            for (column, &value) in (0..).zip(&values) {
                let expected = table.of(&rest.with(column));
                assert_eq!(Some(value), expected, "{text} {play:?} {rest} {column}");
            }
            if play == Play::Misere {
                continue;
            }
            let grundy = setting(text, play, Values::Grundy);
            let columns = 12;
            let values = all_rows::values(&grundy, rest, columns, &unbounded()).unwrap();
            let start = rest.with(columns - 1);
            let explored = explore_heaps(&rules, &start, play, &unbounded()).unwrap();
            for (column, &value) in (0..).zip(&values) {
                let expected = explored.value(&rest.with(column)).unwrap().grundy;
                assert_eq!(value, expected, "{text} {rest} {column}");
            }
        }
    }
}

/// What a row is said to do it does: the period holds for many columns, no shorter one does, and the
/// preperiod is the least.
#[test]
fn periods_hold_and_are_least() {
    for text in RULES {
        for values in [Values::Completions, Values::Grundy] {
            let setting = setting(text, Play::Normal, values);
            let closure = Closure::coins(&setting, size(7, 9), &Budget::default()).unwrap();
            for row in rests::find(&setting, &closure, &unbounded(), &Silent).unwrap() {
                let proved = row.proved().expect("small rests are known");
                let (start, period) = (proved.preperiod, proved.period);
                let end = start + 4 * period + 200;
                let found = all_rows::values(&setting, &row.rest, end, &unbounded()).unwrap();
                let offset = |c: u64| found[c as usize] as i64 - c as i64;
                let repeats =
                    |from: u64, p: u64| (from..end - p).all(|c| offset(c) == offset(c + p));
                let rest = &row.rest;
                assert!(repeats(start, period), "{text} {rest}");
                assert!(
                    start == 0 || offset(start - 1) != offset(start - 1 + period),
                    "{text} {rest}"
                );
                assert!((1..period).all(|p| !repeats(start, p)), "{text} {rest}");
                let fixed = (start..start + period).filter(|&c| offset(c) == 0).count() as u64;
                assert_eq!(proved.fixed, Some(fixed), "{text} {rest}");
                if values == Values::Completions {
                    assert_eq!(period % 2, fixed % 2, "parity, {text} {rest}");
                }
            }
        }
    }
}

/// Three heaps are the special case of one heap.
#[test]
fn rows_of_single_heaps_are_the_rows_of_three_heaps() {
    let to = size(14, 22);
    let setting = amalgamation();
    let singles: Vec<Position> = (1..=to).map(|heap| Position::new([heap])).collect();
    let closure = Closure::below(&setting, &singles, &Budget::default()).unwrap();
    let found = rests::find(&setting, &closure, &unbounded(), &Silent).unwrap();
    let three = rows::find(Family::AMALGAMATION, to, &unbounded(), &Silent).unwrap();
    for (row, three) in found[1..].iter().zip(&three) {
        let (row, three) = (row.proved().unwrap(), three.proved().unwrap());
        assert_eq!((row.preperiod, row.period), (three.preperiod, three.period));
    }
}

/// A stretch that starts from "unknown" tells what a walk from column 0 does.
#[test]
fn far_columns_agree_with_a_walk() {
    let column = size(300_000, 1_000_000);
    for heaps in [vec![1, 24], vec![2, 21], vec![4, 19], vec![1, 1, 20], vec![3, 20]] {
        let rest = Position::new(heaps);
        let setting = amalgamation();
        let columns = column..column + 40;
        let far = Stretch::around(&setting, &rest, columns.clone(), &unbounded(), &Silent).unwrap();
        let near = all_rows::values(&setting, &rest, columns.end, &unbounded()).unwrap();
        for column in columns {
            assert_eq!(far.value(&rest, column), Some(near[column as usize]), "{rest} {column}");
        }
    }
}

/// Random positions of four to six heaps, two of them up to 400, as completions decide them, and all
/// their winning moves.
#[test]
fn positions_with_two_large_heaps_agree_with_completions() {
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let rules: Rules = "take any, merge".parse().unwrap();
    let closure = Closure::coins(&amalgamation(), size(5, 8), &Budget::default()).unwrap();
    let small: Vec<Position> = closure
        .rests()
        .iter()
        .filter(|rest| (2..=4).contains(&rest.heaps().len()))
        .cloned()
        .collect();
    let each = size(300, 10_000usize).div_ceil(small.len());
    for rest in small {
        let largest = rest.with(400).with(400 + rest.coins() as u64);
        let table = Completions::below(&rules, &[rest.with(400)], Play::Normal, &unbounded())
            .unwrap()
            .unwrap();
        for _ in 0..each {
            let x = random(401);
            let near = table.of(&rest.with(x)).unwrap();
            let y = if random(2) == 0 { near.min(400) } else { random(401) };
            let position = rest.with(x).with(y);
            let expected = table.of(&rest.with(x.min(y))).unwrap() == x.max(y);
            let solver = Solver::new();
            assert!(position.coins() <= largest.coins());
            assert_eq!(solver.outcome(&position).unwrap().is_p(), expected, "{position}");
        }
    }
}

/// The winning moves by rows are those by completions.
#[test]
fn winning_moves_are_those_of_completions() {
    for text in RULES {
        let rules: Rules = text.parse().unwrap();
        let game: AnyGame = text.parse().unwrap();
        for (heaps, play) in [
            ([2, 3, 40, 41], Play::Normal),
            ([1, 3, 40, 38], Play::Normal),
            ([2, 2, 37, 37], Play::Normal),
            ([1, 4, 30, 33], Play::Misere),
            ([3, 3, 3, 30], Play::Normal),
        ] {
            let position = Position::new(heaps);
            let solver = Solver::new().game(game.clone()).play(play);
            let answer = solver.solve(&position).unwrap();
            let mut expected: Vec<String> = Vec::new();
            for (action, result) in rules.moves(&position) {
                let decided =
                    Completions::below(&rules, std::slice::from_ref(&result), play, &unbounded())
                        .unwrap()
                        .unwrap();
                let heaps = result.heaps().len();
                let rest = if heaps == 0 { result.clone() } else { result.without(heaps - 1) };
                let wins = decided.of(&rest).is_some_and(|size| size == result.largest());
                if wins {
                    expected.push(format!("{action:?}"));
                }
            }
            let mut found: Vec<String> =
                answer.winning_moves().iter().map(|m| format!("{:?}", m.action)).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{text} {position} {play:?}");
        }
    }
}

/// A heap of 10^15 and more is answered from rows, with the reason.
#[test]
fn huge_heaps_are_answered_by_rows() {
    let solver = Solver::new();
    let far = 1_000_000_000_000_000;
    let answer = solver.solve("[2,3,10^15,1000000000000004]").unwrap();
    assert!(matches!(answer.reason(), Reason::Rest { .. }), "{}", answer.reason());
    assert!(!answer.winning_moves().is_empty());
    for m in answer.winning_moves() {
        let left = m.result.position().unwrap();
        assert!(solver.outcome(left).unwrap().is_p(), "{left}");
    }
    let rules = "take any, merge".parse().unwrap();
    let (size, _) = solver.complete(&rules, &Position::new([1, 2, 3, far])).unwrap();
    assert!(solver.outcome(&Position::new([1, 2, 3, far, size])).unwrap().is_p());
    let answer = solver.solve("[3,10^15]").unwrap();
    let grundy = setting("take any, merge", Play::Normal, Values::Grundy);
    let rest = Position::new([3]);
    let row = Stretch::around(&grundy, &rest, far..far + 1, &unbounded(), &Silent).unwrap();
    assert_eq!(answer.grundy(), row.value(&rest, far));
    let value = answer.grundy().unwrap();
    let sum = solver.solve(format!("amalgamation[3,10^15] + nim[{value}]").as_str()).unwrap();
    assert!(sum.outcome().is_p());
    let sum = solver.solve("amalgamation[3,10^15] + nim[5]").unwrap();
    assert_eq!(sum.grundy(), Some(value ^ 5));
    for heap in [far, u64::MAX - 9] {
        assert_eq!(solver.solve(&Position::new([heap])).unwrap().grundy(), Some(heap));
        let sum = solver.solve(format!("amalgamation[{heap}] + nim[5]").as_str()).unwrap();
        assert_eq!((sum.grundy(), sum.winning_moves().len()), (Some(heap ^ 5), 1));
    }
    let wins = sum.winning_moves();
    assert!(!wins.is_empty());
}

/// Two heaps far from each other, up to the largest: only the smaller one is looked up, and the larger one
/// can be lowered to its partner.
#[test]
fn heaps_far_apart_are_answered_up_to_the_last() {
    let solver = Solver::new();
    for far in [10_000, 1_000_000, u64::MAX - 100] {
        for [a, b, x] in [[2, 3, 5], [1, 2, 3], [2, 2, 60], [3, 4, 7]] {
            let (rest, position) = (Position::new([a, b, x]), Position::new([a, b, x, far]));
            let answer = solver.solve(&position).unwrap();
            let rules = "take any, merge".parse().unwrap();
            let size = solver.complete(&rules, &rest).unwrap().0;
            let results: Vec<Position> = answer
                .winning_moves()
                .iter()
                .map(|m| m.result.position().unwrap().clone())
                .collect();
            assert!(results.contains(&rest.with(size)), "{position}");
            assert!(results.iter().all(|left| solver.outcome(left).unwrap().is_p()), "{position}");
        }
    }
}

/// The plan takes a row where it is cheaper and completions where they are.
#[test]
fn the_plan_knows_when_a_row_is_cheaper() {
    let ways = |text: &str| -> Vec<Way> {
        let plan = Solver::new().plan(text, Want::Outcome).unwrap();
        plan.steps().iter().map(|step| step.way).collect()
    };
    assert_eq!(ways("[3,4,900,905]"), [Way::Rests]);
    assert_eq!(ways("[20,21,22,23,24]"), [Way::Completions]);
    assert_eq!(ways("[3,900,905]"), [Way::ThreeHeaps]);
}

/// What cannot have a row is refused with the reason.
#[test]
fn unsuitable_rules_and_rests_are_refused() {
    let rules: Rules = "take 1..3, merge".parse().unwrap();
    let normal = Play::Normal;
    assert_eq!(Setting::new(&rules, normal, Values::Completions), Err(RowError::Rules));
    let setting = amalgamation();
    for rest in [Position::new([1; 40]), Position::new([1 << 63]), Position::new([u64::MAX, 1])] {
        let refused = Closure::below(&setting, &[rest], &Budget::default());
        assert!(matches!(refused, Err(RowError::TooLarge { .. })));
    }
    let far = u64::MAX - 3;
    let rest = Position::new([2, 3]);
    let beyond = Stretch::around(&setting, &rest, far..far + 1, &unbounded(), &Silent);
    assert!(matches!(beyond, Err(RowError::Overflow { .. })));
    let tight = Budget { memory: 1 << 12, ..Budget::default() };
    let large = Solver::within(&tight).solve("[2,3,10^15,10^15]");
    assert!(matches!(large, Err(SolveError::Rows(_) | SolveError::Limit(_)) | Ok(_)));
}

/// A run that is stopped again and again, and kept as bytes in between, finds what an undisturbed one does;
/// and no bytes that are cut off or spoilt make one that panics.
#[test]
fn a_run_goes_on_from_its_bytes() {
    for (text, values, coins) in [
        // Periods of 11,520 columns: more than one look at the clock in every stage.
        ("take any, merge", Values::Completions, 13),
        ("take any, merge", Values::Grundy, 7),
        ("take any, merge then take 3", Values::Completions, 6),
    ] {
        let setting = setting(text, Play::Normal, values);
        let closure = Closure::coins(&setting, coins, &Budget::default()).unwrap();
        let whole = rests::find(&setting, &closure, &unbounded(), &Silent).unwrap();
        let new = || Run::new(setting.clone(), closure.clone(), &unbounded(), &Silent).unwrap();
        let read = |bytes: &[u8]| Run::from_bytes(setting.clone(), closure.clone(), bytes);
        let (mut run, mut stages) = (new(), std::collections::BTreeSet::new());
        assert!(run.goes_on());
        let mut pauses = 0;
        let found = loop {
            let ticks = std::sync::atomic::AtomicUsize::new(0);
            let stop = |_| match ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
                0 | 1 => std::ops::ControlFlow::Continue(()),
                _ => std::ops::ControlFlow::Break(()),
            };
            match run.advance(&unbounded(), &stop) {
                Ok(found) => break found,
                Err(error) => assert!(matches!(error, RowError::Limit(_)), "{error}"),
            }
            pauses += 1;
            assert!(pauses < 1000, "it makes no progress");
            let bytes = run.to_bytes();
            // The stage comes after the kind, what it is about, two numbers and the width.
            type Head<'a> = (&'a str, Option<(u64, u64, u8, u8)>);
            let ((_, search), _): (Head<'_>, _) = postcard::take_from_bytes(&bytes[8..]).unwrap();
            stages.insert(search.unwrap().3);
            run = read(&bytes).unwrap();
            assert_eq!(run.to_bytes(), bytes);
        };
        assert_eq!(found, whole, "{text} {values:?}");
        assert!(pauses > 5 && stages.contains(&0) && stages.len() > 1, "{pauses} {stages:?}");
        let done = run.to_bytes();
        assert_eq!(read(&done).unwrap().advance(&unbounded(), &Silent).unwrap(), whole);
        for cut in [0, 7, 20, done.len() / 2, done.len() - 1] {
            assert!(read(&done[..cut]).is_err(), "{cut}");
        }
        let other = Closure::coins(&setting, coins - 1, &Budget::default()).unwrap();
        assert!(Run::from_bytes(setting.clone(), other, &done).is_err());
    }
}

/// Behind row 44 some rows of three heaps are not walked, and rests that rest on them are known all the same.
#[test]
fn rows_that_are_not_walked_are_known_by_their_structure() {
    let (setting, far) = (amalgamation(), 1_000_000_000_000_000);
    let heap = Position::new([46]);
    let stretch = Stretch::around(&setting, &heap, far..far + 3, &unbounded(), &Silent).unwrap();
    let rows = RowOracle::find(Family::AMALGAMATION, 46, &unbounded(), &Silent).unwrap();
    for column in far..far + 3 {
        assert_eq!(stretch.value(&heap, column), rows.f(46, column).ok());
    }
    let singles =
        all_rows::find(&setting, &Wanted::Beside(Position::default(), 54), &unbounded(), &Silent)
            .unwrap();
    assert!(singles.iter().all(|row| row.proved().is_some()));
    let three = rows::find(Family::AMALGAMATION, 54, &unbounded(), &Silent).unwrap();
    for (row, three) in singles.iter().zip(&three) {
        let (row, three) = (row.proved().unwrap(), three.proved().unwrap());
        assert_eq!((row.preperiod, row.period), (three.preperiod, three.period));
    }
}
