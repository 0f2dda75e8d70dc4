//! Low heaps, any number of them: Theorems T1 to T3 and answers from families, against tables made from the moves.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use amalgam::base::budget::Silent;
use amalgam::engines::families::Table;
use amalgam::solve::Reason;
use amalgam::theory::{self, heights};
use amalgam::{Budget, Outcome, Position, Rules, SolveError, Solver};
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

/// A position with a million heaps and no certificate filled the memory, and its 19 moves were too many to list.
#[test]
fn a_million_heaps_without_a_certificate_are_refused_soon() {
    let memory = 64 << 20;
    let limits = || Budget { memory, ..Budget::default() }.with_time(Duration::from_secs(10));
    let rules: Rules = "take any, merge".parse().unwrap();
    let start = Instant::now();
    for text in ["<1000000,3,5,1>", "<50001,20001,7,3>"] {
        let position: Position = text.parse().unwrap();
        let refused = [
            Solver::within(&limits()).solve(&position).err(),
            Solver::within(&limits()).outcome(&position).err(),
            Solver::within(&limits()).moves(&position).err(),
            Solver::within(&limits()).complete(&rules, &position).err(),
        ];
        for error in refused {
            let error = error.unwrap();
            let none = matches!(&error, SolveError::NoCertificate { height: 1, heaps, .. }
                if *heaps == position.heap_count());
            assert!(none || matches!(error, SolveError::Limit(_)), "{text}: {error}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    let moves = Solver::within(&limits()).moves("<1000001,1,2,1>").unwrap();
    let all = rules.moves(&"<1000001,1,2,1>".parse().unwrap());
    assert_eq!(moves.len(), all.len());
    assert!(moves.iter().all(|(_, known)| known.outcome == Outcome::N));
}

/// Heaps that may not all merge have few positions below them, and are still searched.
#[test]
fn many_heaps_that_hardly_merge_are_searched() {
    let game = "take any, merge if sum <= 2".parse().unwrap();
    let found = Solver::new().game(game).solve("<1200,1,1,1>");
    assert!(!matches!(found, Err(SolveError::NoCertificate { .. })), "{:?}", found.err());
}

/// Who wins beyond the table, by a search that knows the moves, the lemmas on parity and the table, and no family.
fn searched(
    rules: &Rules,
    table: &Table,
    position: &Position,
    known: &mut HashMap<Position, Outcome>,
) -> Outcome {
    let stated = in_table(table, position).or_else(|| theory::locke_handley::outcome(position));
    if let Some(outcome) = stated.or_else(|| known.get(position).copied()) {
        return outcome;
    }
    let mut options: Vec<Position> =
        rules.moves(position).into_iter().map(|(_, result)| result).collect();
    // The table decides those of few coins.
    options.sort_by_cached_key(|option| (option.coins(), option.heap_count()));
    let wins = options.iter().any(|option| searched(rules, table, option, known).is_p());
    let outcome = Outcome::from_p(!wins);
    known.insert(position.clone(), outcome);
    outcome
}

/// Every published family agrees with a census, and with positions beyond it that are searched. The census goes to 80
/// coins; the search takes over from there.
#[test]
fn published_families_agree_with_the_census_and_with_searches_beyond_it() {
    let coins = size(66, 80);
    let (rules, table) = table(coins);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/amalgamation-families-6.txt");
    let text = std::fs::read(path).unwrap();
    let families = amalgam_check::read(&text).unwrap().families.unwrap();
    let (mut compared, mut beyond) = (0, Vec::new());
    for class in &families.classes {
        let rest = Position::new(class.rest.iter().copied());
        let mut later = 0;
        for n in (class.from as usize..).step_by(families.period as usize) {
            let position = Position::of_counts(rest.runs().chain([(families.height, n)]));
            match in_table(&table, &position) {
                Some(outcome) => {
                    assert_eq!(outcome.is_p(), class.p, "{position}");
                    compared += 1;
                }
                None if later < 2 => {
                    beyond.push((position, Outcome::from_p(class.p)));
                    later += 1;
                }
                None => break,
            }
        }
    }
    assert!(compared > 2 * families.classes.len(), "{compared}");
    beyond.sort_by_key(|(position, _)| (position.coins(), position.heap_count()));
    let wanted = size(200, 1000);
    assert!(beyond.len() >= wanted, "{}", beyond.len());
    let mut known = HashMap::new();
    for (position, outcome) in &beyond[..wanted] {
        let found = searched(&rules, &table, position, &mut known);
        assert_eq!(found, *outcome, "{position}");
    }
}
