//! Whatever way the strategy picks, the answer is the oracle's.

use std::collections::HashMap;

use amalgam::games::AnyGame;
use amalgam::naive::{Naive, evaluate, options};
use amalgam::strategy::{self, Equivalence, Known, Reason, StrategyError};
use amalgam::three::Family;
use amalgam::three::table::Table;
use amalgam::{Budget, Outcome, Play, Position, Sum, Value};
use proptest::prelude::*;

const GAMES: [&str; 16] = [
    "nim",
    "amalgamation",
    "restricted-amalgamation",
    "restricted-amalgamation(3)",
    "merge-take-one",
    "lasker",
    "grundy",
    "kayles",
    "subtraction(1,2,4)",
    "take any, merge if equal",
    "take any, merge if unequal",
    "take any, merge if min >= 2 and unequal",
    "take any, merge if sum <= 6",
    "take 1..3, merge",
    "split, merge then take 1",
    "take 2.., merge if unequal then take 2",
];

fn game() -> impl Strategy<Value = AnyGame> {
    prop::sample::select(&GAMES[..]).prop_map(|name| name.parse().unwrap())
}

fn position(most: u64, heaps: usize) -> impl Strategy<Value = Position> {
    prop::collection::vec(0..=most, 0..=heaps).prop_map(Position::new)
}

fn play() -> impl Strategy<Value = Play> {
    prop_oneof![Just(Play::Normal), Just(Play::Misere)]
}

/// A sum valued from the definition: a move is a move in one part.
fn naive_sum(
    games: &[AnyGame],
    positions: &[Vec<u64>],
    play: Play,
    memo: &mut HashMap<Vec<Vec<u64>>, Value>,
) -> Value {
    if let Some(value) = memo.get(positions) {
        return *value;
    }
    let mut values = Vec::new();
    for (i, game) in games.iter().enumerate() {
        for option in options(game.rules().unwrap(), &positions[i]) {
            let mut after = positions.to_vec();
            after[i] = option;
            values.push(naive_sum(games, &after, play, memo));
        }
    }
    let value = evaluate(&values, play);
    memo.insert(positions.to_vec(), value);
    value
}

fn agrees(known: Known, value: Value, play: Play) -> bool {
    known.outcome == value.outcome
        && known.grundy.is_none_or(|grundy| play == Play::Normal && grundy == value.grundy)
        && known.remoteness.is_none_or(|remoteness| remoteness == value.remoteness)
}

/// Where the rows of another game are said to be the rows of some rules, they are; and equal heaps
/// that merge into nothing are no case of it.
#[test]
fn equal_heaps_make_no_difference_to_the_rows() {
    let cases = [
        ("take any, merge if unequal", Some(Family::AMALGAMATION)),
        ("take any, merge if min >= 3 and unequal", Some(Family::Threshold(3))),
        ("take any, merge if min >= 3 and unequal, merge if equal", Some(Family::Threshold(3))),
        ("take any, merge if unequal, merge if min >= 2", Some(Family::AMALGAMATION)),
        ("take any, merge if unequal then take 1", Some(Family::MergeTakeOne)),
        ("take any, merge if equal", Some(Family::Threshold(u64::MAX))),
        ("take any, merge if equal then take 1", Some(Family::Threshold(u64::MAX))),
        ("take any, merge if equal then take 2", None),
        ("take any, merge if unequal then take 2", None),
        ("take any, merge if max >= 3 and unequal", None),
        ("take 1..3, merge if unequal", None),
        ("split, take any, merge if unequal then take 1", None),
    ];
    for (words, family) in cases {
        let game: AnyGame = words.parse().unwrap();
        let rules = game.rules().unwrap();
        assert_eq!(rules.family_of_rows(), family, "{words}");
        let Some(family) = family else { continue };
        let table = amalgam::three::naive::table(family, 12, 12);
        let mut naive = Naive::new(rules, Play::Normal);
        for [a, b, c] in
            (0..12u64).flat_map(|a| (a..12).flat_map(move |b| (b..12).map(move |c| [a, b, c])))
        {
            let is_p = naive.outcome(&[a, b, c]) == Outcome::P;
            assert_eq!(is_p, table[a as usize][b as usize] == c, "{words} {a} {b} {c}");
        }
    }
    // The pair [1,1] may go at once.
    let vanishing: AnyGame = "take any, merge if equal then take 2".parse().unwrap();
    let mut naive = Naive::new(vanishing.rules().unwrap(), Play::Normal);
    assert_eq!(naive.outcome(&[1, 1]), Outcome::N);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn single_games_agree_with_the_oracle(
        game in game(),
        position in position(8, 4),
        play in play(),
    ) {
        let sum = Sum::single(game.clone(), position.clone());
        let decided = strategy::decide(&sum, play, &Budget::default()).unwrap();
        let mut naive = Naive::new(game.rules().unwrap(), play);
        let value = naive.value(position.heaps());
        prop_assert!(agrees(decided.known(), value, play));
        prop_assert!(decided.known().remoteness.is_some());
        let mut winning = decided.winning_moves();
        winning.sort();
        let mut expected: Vec<_> = game.rules().unwrap().moves(&position);
        expected.retain(|(_, result)| naive.outcome(result.heaps()) == Outcome::P);
        expected.sort();
        let found: Vec<_> = winning.into_iter().map(|m| (m.action, m.result)).collect();
        prop_assert_eq!(found, expected);
        let moves = strategy::moves(&sum, &*decided).unwrap();
        prop_assert_eq!(moves.len(), game.rules().unwrap().moves(&position).len());
        for (action, known) in moves {
            prop_assert!(agrees(known, naive.value(action.result.heaps()), play));
        }
    }

    #[test]
    fn outcomes_by_completion_agree_with_the_oracle(
        game in prop::sample::select(&GAMES[..5]),
        position in position(8, 4),
        play in play(),
    ) {
        // With room for a few positions only, completions take over or the limit is reported.
        let game: AnyGame = game.parse().unwrap();
        let sum = Sum::single(game.clone(), position.clone());
        let limits = Budget::default().with_positions(60);
        match strategy::decide(&sum, play, &limits) {
            Err(error) => prop_assert!(matches!(error, StrategyError::Limit(_))),
            Ok(decided) => {
                let mut naive = Naive::new(game.rules().unwrap(), play);
                prop_assert!(agrees(decided.known(), naive.value(position.heaps()), play));
                let mut winning: Vec<_> =
                    decided.winning_moves().into_iter().map(|m| m.result).collect();
                let mut expected: Vec<_> = game.rules().unwrap().moves(&position).into_iter()
                    .map(|(_, result)| result)
                    .filter(|result| naive.outcome(result.heaps()) == Outcome::P)
                    .collect();
                winning.sort();
                expected.sort();
                if !decided.is_complete() {
                    // A theorem that names some winning moves and says nothing of the others.
                    prop_assert!(!winning.is_empty());
                    prop_assert!(winning.iter().all(|result| expected.contains(result)));
                    let unknown = strategy::moves(&sum, &*decided).unwrap_err();
                    prop_assert_eq!(unknown, StrategyError::OptionsUnknown);
                    return Ok(());
                }
                prop_assert_eq!(winning, expected);
                for (action, known) in strategy::moves(&sum, &*decided).unwrap() {
                    prop_assert!(agrees(known, naive.value(action.result.heaps()), play));
                }
            }
        }
    }

    #[test]
    fn sums_agree_with_the_oracle(
        parts in prop::collection::vec((game(), position(4, 2)), 2..=3),
        play in play(),
    ) {
        let text: Vec<String> = parts.iter().map(|(game, position)| {
            Sum::single(game.clone(), position.clone()).to_string()
        }).collect();
        let sum = Sum::parse(&text.join(" + "), &"nim".parse().unwrap()).unwrap();
        let (games, positions): (Vec<_>, Vec<_>) =
            parts.iter().map(|(game, p)| (game.clone(), p.heaps().to_vec())).unzip();
        let mut memo = HashMap::new();
        let value = naive_sum(&games, &positions, play, &mut memo);
        let decided = strategy::decide(&sum, play, &Budget::default()).unwrap();
        prop_assert!(agrees(decided.known(), value, play));
        for (action, known) in strategy::moves(&sum, &*decided).unwrap() {
            let mut after = positions.clone();
            after[action.part] = action.result.heaps().to_vec();
            prop_assert!(agrees(known, memo[&after], play));
            let wins = decided.winning_moves().contains(&action);
            prop_assert_eq!(wins, known.outcome == Outcome::P);
        }
    }

    #[test]
    fn equivalence_has_a_witness_unless_it_holds(
        left in (game(), position(5, 3)),
        right in (game(), position(5, 3)),
    ) {
        let sums = [left, right].map(|(game, position)| Sum::single(game, position));
        let limits = Budget::default();
        let equivalence = Equivalence::of(&sums[0], &sums[1], &limits).unwrap();
        let outcome = |sum: &Sum, heap: u64| {
            let text = format!("{sum} + nim[{heap}]");
            let sum = Sum::parse(&text, &"nim".parse().unwrap()).unwrap();
            strategy::decide(&sum, Play::Normal, &limits).unwrap().outcome()
        };
        match equivalence.witness() {
            Some(heap) => prop_assert_ne!(outcome(&sums[0], heap), outcome(&sums[1], heap)),
            None => for heap in 0..20 {
                prop_assert_eq!(outcome(&sums[0], heap), outcome(&sums[1], heap));
            },
        }
    }
}

fn decide(text: &str, game: &str, play: Play) -> (Known, Vec<String>, Reason) {
    let sum = Sum::parse(text, &game.parse().unwrap()).unwrap();
    let decided = strategy::decide(&sum, play, &Budget::default()).unwrap();
    let moves = decided.winning_moves().iter().map(|m| m.action.to_string()).collect();
    (decided.known(), moves, decided.reason())
}

#[test]
fn nim_has_no_largest_heap() {
    let huge = "[1000000000000000000,1000000000000000001,18446744073709551615]";
    let (known, moves, _) = decide(huge, "nim", Play::Normal);
    assert_eq!(known.grundy, Some(u64::MAX ^ 1));
    assert_eq!(moves, ["take 18446744073709551614 from 18446744073709551615"]);
    let (known, moves, _) = decide(huge, "nim", Play::Misere);
    assert_eq!((known.outcome, known.grundy), (Outcome::N, None));
    assert_eq!(moves, ["take 18446744073709551614 from 18446744073709551615"]);
    let sum = format!("nim{huge} + amalgamation[1,1]");
    let (known, moves, _) = decide(&sum, "nim", Play::Normal);
    assert_eq!((known.grundy, moves.len()), (Some(u64::MAX ^ 1), 1));
}

#[test]
fn coins_that_cannot_merge_are_refused() {
    let text = "[18446744073709551615,1]";
    let sum = Sum::parse(text, &"amalgamation".parse().unwrap()).unwrap();
    let error = strategy::decide(&sum, Play::Normal, &Budget::default()).err().unwrap();
    assert_eq!(error, StrategyError::TooManyCoins(1 << 64));
}

#[test]
fn too_large_is_a_limit_and_not_an_answer() {
    for game in ["take 1..3, merge", "amalgamation", "lasker", "grundy"] {
        let sum = Sum::parse("[300000,300001,300002,300003,9,9]", &game.parse().unwrap()).unwrap();
        let limits = Budget { memory: 1 << 20, ..Budget::default() };
        let error = strategy::decide(&sum, Play::Normal, &limits).err().unwrap();
        assert!(matches!(error, StrategyError::Limit(_)), "{game}");
    }
}

/// [a,b,c] is P just if the table says so; the smallest heap must be a row of the table.
fn is_p(table: &Table, position: &Position) -> bool {
    let mut heaps = [0; 3];
    heaps[3 - position.heaps().len()..].copy_from_slice(position.heaps());
    let [a, b, c] = heaps;
    table.get(a as usize, b as usize).expect("within the table") == c
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Heaps just too large for a table of their own are decided by the period of a row; a table of
    /// few rows and many columns must say the same.
    #[test]
    fn rows_decide_as_a_table_does(
        family in prop::sample::select(&["amalgamation", "restricted-amalgamation(3)", "restricted-amalgamation(5)"][..]),
        a in 1u64..24,
        b in 2100u64..4000,
        offset in -30i64..30,
        on_the_row in any::<bool>(),
    ) {
        let game: AnyGame = family.parse().unwrap();
        let table = Table::new(game.rules().unwrap().family().unwrap(), 24, 4100, 1 << 30).unwrap();
        let partner = table.get(a as usize, b as usize).unwrap();
        let c = if on_the_row { partner } else { b.checked_add_signed(offset).unwrap() };
        let position = Position::new([a, b, c]);
        let sum = Sum::single(game.clone(), position.clone());
        let decided = strategy::decide(&sum, Play::Normal, &Budget::default()).unwrap();
        let by_row = matches!(decided.reason(), Reason::Row { .. });
        prop_assert!(by_row);
        prop_assert_eq!(decided.outcome() == Outcome::P, is_p(&table, &position));
        let mut winning: Vec<_> = decided.winning_moves().into_iter().map(|m| m.action).collect();
        winning.sort();
        // Rows of the table end at 24, so moves that keep a are all it can judge beyond two heaps.
        let mut expected: Vec<_> = game.rules().unwrap().moves(&position).into_iter()
            .filter(|(_, result)| result.heaps().first().is_none_or(|&x| x < 24) || result.heaps().len() < 3)
            .filter(|(_, result)| is_p(&table, result))
            .map(|(action, _)| action)
            .collect();
        expected.sort();
        prop_assert_eq!(winning, expected);
    }

    #[test]
    fn completions_of_two_heaps_agree_however_they_are_found(a in 0u64..24, b in 0u64..4000) {
        let game: AnyGame = "amalgamation".parse().unwrap();
        let limits = Budget::default();
        let rest = Position::new([a, b]);
        let (size, _) =
            strategy::complete(game.rules().unwrap(), &rest, Play::Normal, &limits, &limits).unwrap();
        let (row, column) = (a.min(b) as usize, a.max(b) as usize);
        let table = Table::new(Family::AMALGAMATION, 24, 4000, 1 << 30).unwrap();
        prop_assert_eq!(Some(size), table.get(row, column));
    }
}
