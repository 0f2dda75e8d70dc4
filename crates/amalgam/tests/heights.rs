//! Low heaps, any number of them: Theorems T1 to T3 and answers from families, against tables made from the moves.

use std::time::{Duration, Instant};

use amalgam::base::budget::Silent;
use amalgam::engines::families::Table;
use amalgam::solve::Reason;
use amalgam::theory::heights;
use amalgam::{Budget, Outcome, Position, Rules, Solver};
use amalgam_tier::size;

fn table(coins: usize) -> (Rules, Table) {
    let rules: Rules = "take any, merge".parse().unwrap();
    let table = Table::new(&rules, coins, &Budget::default(), &Silent).unwrap();
    (rules, table)
}

fn in_table(table: &Table, position: &Position) -> Option<Outcome> {
    let heaps: Vec<u16> = position.heaps().iter().rev().map(|&heap| heap as u16).collect();
    table.outcome(&heaps)
}

#[test]
fn theorems_t1_to_t3_agree_with_the_table() {
    let coins = size(60, 90);
    let (rules, table) = table(coins);
    let mut compared = 0;
    let mut compare = |position: &Position| {
        let Some(outcome) = in_table(&table, position) else { return };
        let (stated, _) = heights::outcome(position).unwrap();
        assert_eq!(stated, outcome, "{position}");
        compared += 1;
        let wins = |result: &Position| in_table(&table, result) == Some(Outcome::P);
        let parity = amalgam::theory::locke_handley::outcome(position);
        if outcome == Outcome::N && parity.is_none() {
            let moves = heights::moves(&rules, position);
            assert!(moves.iter().any(|(_, result)| wins(result)), "{position}");
        }
    };
    for b4 in 0..=coins / 4 {
        for b3 in 0..=1 {
            for b2 in 0..=(coins - 4 * b4) / 2 {
                for b1 in 0..=coins.saturating_sub(4 * b4 + 2 * b2 + 3 * b3) {
                    compare(&Position::of_counts([(1, b1), (2, b2), (3, b3), (4, b4)]));
                }
            }
        }
    }
    for a in 2..=coins as u64 {
        for b in a..=(coins as u64).saturating_sub(a) {
            for ones in 0..=coins - (a + b) as usize {
                compare(&Position::of_counts([(1, ones), (a, 1), (b, 1)]));
            }
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn a_million_equal_heaps_are_decided_in_a_millisecond() {
    let solver = Solver::new();
    let time = |text: &str| {
        let run = || {
            let start = Instant::now();
            let answer = solver.solve(text).unwrap();
            let moves = answer.winning_moves().len();
            (start.elapsed(), answer.outcome(), moves)
        };
        (0..50).map(|_| run()).min().unwrap()
    };
    let (took, outcome, moves) = time("<1000001,1,0,1>");
    assert_eq!((outcome, moves), (Outcome::P, 0));
    assert!(took < Duration::from_millis(1), "{took:?}");
    let (took, outcome, moves) = time("<1000001,1,1,1>");
    assert_eq!(outcome, Outcome::N);
    assert!(moves > 0 && took < Duration::from_millis(2), "{took:?}");
    let answer = solver.solve("[1,1,1,1000000,1000007]").unwrap();
    assert_eq!(answer.outcome(), Outcome::N);
    assert!(!answer.winning_moves().is_empty());
}

#[test]
fn families_answer_for_a_million_heaps() {
    let solver = Solver::new();
    let answer = solver.solve("<1000001,3,3,1>").unwrap();
    assert_eq!(answer.outcome(), Outcome::N);
    assert!(matches!(answer.reason(), Reason::Family { period: 6, .. }), "{}", answer.reason());
    let wins = answer.winning_moves();
    let expected: Position = "<1000000,3,3,1>".parse().unwrap();
    assert!(wins.iter().any(|action| action.result.position() == Some(&expected)));
    for action in &wins[..] {
        let result = action.result.position().unwrap();
        assert_eq!(solver.outcome(result).unwrap(), Outcome::P, "{}", result.brief());
    }
    let (size, reason) = solver
        .complete(&"take any, merge".parse().unwrap(), &"<1000000,3,3>".parse().unwrap())
        .unwrap();
    assert_eq!(size, 4, "{reason}");
    let (size, reason) = solver
        .complete(&"take any, merge".parse().unwrap(), &"<1000001,1>".parse().unwrap())
        .unwrap();
    assert_eq!(size, 4, "{reason}");
}

/// Answers from families agree with the table where both speak.
#[test]
fn families_agree_with_the_table_beyond_what_is_searched() {
    let coins = size(72, 84);
    let (_, table) = table(coins);
    let solver = Solver::new();
    let mut by_family = 0;
    for (b2, b3, b4) in [(1, 2, 1), (1, 3, 1), (3, 3, 1)] {
        let rest = 2 * b2 + 3 * b3 + 4 * b4;
        for b1 in 71 - rest..=coins - rest {
            let position = Position::of_counts([(1, b1), (2, b2), (3, b3), (4, b4)]);
            let answer = solver.solve(&position).unwrap();
            assert_eq!(Some(answer.outcome()), in_table(&table, &position), "{position}");
            by_family += usize::from(matches!(answer.reason(), Reason::Family { .. }));
            for action in &answer.winning_moves()[..] {
                let result = action.result.position().unwrap();
                assert_eq!(
                    in_table(&table, result),
                    Some(Outcome::P),
                    "{position} {}",
                    action.action
                );
            }
        }
    }
    assert!(by_family > 0);
}
