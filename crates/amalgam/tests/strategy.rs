//! Whatever way the strategy picks, the answer is the oracle's.

use std::collections::HashMap;

use amalgam::engines::naive::{Naive, evaluate, options};
use amalgam::engines::three::table::Table;
use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::solve::{Known, Reason, SolveError, Solver, Want, Way};
use amalgam::{Budget, Outcome, Play, Position, Sum, Value};
use proptest::prelude::*;

const GAMES: [&str; 19] = [
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
    "restricted-amalgamation(4)",
    "take any, merge if min >= 2 and max <= 7",
    "take any, merge then take 4",
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
    let worth_0 = play == Play::Normal && value.outcome == Outcome::P;
    known.outcome == value.outcome
        && (known.grundy.is_some() || !worth_0)
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
        let table = amalgam::engines::three::naive::table(family, 12, 12);
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
        let decided = Solver::new().play(play).solve(&sum).unwrap();
        let mut naive = Naive::new(game.rules().unwrap(), play);
        let value = naive.value(position.heaps());
        prop_assert!(agrees(decided.known(), value, play));
        prop_assert!(decided.known().remoteness.is_some());
        let mut winning = decided.winning_moves().into_items();
        winning.sort();
        let mut expected: Vec<_> = game.rules().unwrap().moves(&position);
        expected.retain(|(_, result)| naive.outcome(result.heaps()) == Outcome::P);
        expected.sort();
        let found: Vec<_> = winning.into_iter().map(|m| (m.action, m.result.position().unwrap().clone())).collect();
        prop_assert_eq!(found, expected);
        let moves = decided.moves().unwrap();
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
        match Solver::within(&limits).play(play).solve(&sum) {
            Err(error) => prop_assert!(matches!(error, SolveError::Limit(_))),
            Ok(decided) => {
                let mut naive = Naive::new(game.rules().unwrap(), play);
                prop_assert!(agrees(decided.known(), naive.value(position.heaps()), play));
                let mut winning: Vec<_> =
                    decided.winning_moves().into_iter().map(|m| m.result.position().unwrap().clone()).collect();
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
                    let unknown = decided.moves().unwrap_err();
                    prop_assert_eq!(unknown, SolveError::OptionsUnknown);
                    return Ok(());
                }
                prop_assert_eq!(winning, expected);
                for (action, known) in decided.moves().unwrap() {
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
        let decided = Solver::new().play(play).solve(&sum).unwrap();
        prop_assert!(agrees(decided.known(), value, play));
        for (action, known) in decided.moves().unwrap() {
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
        let equivalence = Solver::new().equivalent(&sums[0], &sums[1]).unwrap();
        let outcome = |sum: &Sum, heap: u64| {
            Solver::new().solve(format!("{sum} + nim[{heap}]").as_str()).unwrap().outcome()
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
    let decided = Solver::new().play(play).solve(&sum).unwrap();
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

/// All games: those of heap rules above, codes, and the neighbouring games.
fn every_game() -> Vec<AnyGame> {
    let others =
        ["dawsons-kayles", "octal(0.137)", "wythoff", "euclid", "moore(2)", "lim", "chomp"];
    GAMES.iter().chain(&others).map(|name| name.parse().unwrap()).collect()
}

/// The value from the definition, by nothing but the moves.
fn naive_value(
    game: &AnyGame,
    position: &Position,
    play: Play,
    memo: &mut HashMap<Position, Value>,
) -> Value {
    if let Some(value) = memo.get(position) {
        return *value;
    }
    let options = game.moves(position).into_iter();
    let values: Vec<Value> =
        options.map(|(_, option)| naive_value(game, &option, play, memo)).collect();
    let value = evaluate(&values, play);
    memo.insert(position.clone(), value);
    value
}

/// Whatever is asked, and whichever way decides, the answer is the oracle's: every game, every
/// position of up to eight coins, both conventions, with room and with next to none, so that
/// theorems, tables and completions answer too where a valuation would have been quicker.
#[test]
fn every_plan_agrees_with_the_oracle() {
    let mut ways = std::collections::BTreeSet::new();
    let tight = Budget::default().with_positions(12);
    for game in every_game() {
        for play in [Play::Normal, Play::Misere] {
            let mut memo = HashMap::new();
            for position in positions_up_to(8, &game) {
                let what = format!("{game}{position}, {play}");
                let value = naive_value(&game, &position, play, &mut memo);
                for limits in [&Budget::default(), &tight] {
                    let solver = Solver::within(limits).game(game.clone()).play(play);
                    for want in [Want::Everything, Want::Outcome] {
                        let plan = solver.plan(&position, want).unwrap();
                        ways.extend(plan.steps().iter().map(|step| format!("{:?}", step.way)));
                    }
                    match solver.outcome(&position) {
                        Ok(outcome) => assert_eq!(outcome, value.outcome, "{what}"),
                        Err(error) => assert!(matches!(error, SolveError::Limit(_)), "{what}"),
                    }
                    let answer = match solver.solve(&position) {
                        Ok(answer) => answer,
                        Err(SolveError::Limit(_)) => continue,
                        Err(error) => panic!("{what}: {error}"),
                    };
                    assert!(agrees(answer.known(), value, play), "{what}");
                    let winning = answer.winning_moves();
                    for (action, result) in game.moves(&position) {
                        let after = memo[&result];
                        let action = amalgam::PartMove { part: 0, action, result: result.into() };
                        match answer.after(&action) {
                            Some(known) => assert!(agrees(known, after, play), "{what} {action:?}"),
                            None => assert!(!answer.is_complete(), "{what} {action:?}"),
                        }
                        let wins = after.outcome == Outcome::P;
                        let named = winning.contains(&action);
                        assert!(wins || !named, "{what} {action:?}");
                        assert!(named || !wins || !answer.is_complete(), "{what} {action:?}");
                    }
                }
            }
        }
    }
    let seen: Vec<&str> = ways.iter().map(String::as_str).collect();
    let all = [
        "Classic",
        "ClosedForm",
        "Completions",
        "FirstWin",
        "FreePairs",
        "Mirror",
        "Nim",
        "ThreeHeaps",
        "Together",
        "Valuation",
        "Values",
    ];
    // Users' own games have tests of their own, and rows of rests, for which these positions are too
    // small, the next ones.
    assert_eq!(seen, all);
}

/// All positions of up to this many coins that the game has.
fn positions_up_to(coins: u64, game: &AnyGame) -> Vec<Position> {
    let mut positions = amalgam::engines::bulk::Domain::coins(coins).unwrap().positions();
    let mut found = Vec::new();
    while let Some(heaps) = positions.next() {
        let fits = game.most_heaps().is_none_or(|most| heaps.len() as u64 <= most);
        found.extend(fits.then(|| Position::new(heaps.iter().copied())));
    }
    found
}

/// `--outcome` explored what a theorem or a small table had already decided.
#[test]
fn an_outcome_is_never_dearer_than_the_full_answer() {
    let cases = [
        ("amalgamation", "[100,1500,3000]"),
        ("restricted-amalgamation(3)", "[100,1500,3000]"),
        ("wythoff", "[987,1597]"),
        ("wythoff", "[17711,28657]"),
        ("moore(2)", "[50,50,50,50]"),
        ("merge-take-one", "[1000,1001,1002,1003,1004]"),
        ("dawsons-kayles", "[1000,1001]"),
    ];
    for (game, position) in cases {
        let solver = Solver::within(&Budget { memory: 100 << 20, ..Budget::default() });
        let solver = solver.game(game.parse().unwrap());
        let sum = solver.solve(position).unwrap();
        assert_eq!(solver.outcome(position).unwrap(), sum.outcome(), "{game}{position}");
        let cost = |want| solver.plan(position, want).unwrap().cost();
        assert!(cost(Want::Outcome) <= cost(Want::Everything), "{game}{position}");
    }
}

/// One question answered, the other refused, for the same position.
#[test]
fn both_questions_accept_and_refuse_the_same_positions() {
    for game in every_game().into_iter().filter(|game| game.most_heaps() != Some(3)) {
        for text in ["[18446744073709551615,1]", "[18446744073709551615]", "[1,1]"] {
            let tight = Budget { memory: 1 << 20, ..Budget::default() };
            let solver = Solver::within(&tight).game(game.clone());
            let (all, outcome) = (solver.solve(text), solver.outcome(text));
            assert_eq!(all.is_ok(), outcome.is_ok(), "{game}{text}");
        }
    }
}

#[test]
fn a_p_position_is_worth_0_where_only_its_outcome_is_known() {
    let rest = Position::new([100, 110, 120]);
    let game: AnyGame = "amalgamation".parse().unwrap();
    let complete = |play| {
        let found = Solver::new().play(play).complete(game.rules().unwrap(), &rest);
        format!("[100,110,120,{}]", found.unwrap().0)
    };
    let by_completion = complete(Play::Normal);
    for (text, game) in [
        ("[7,123456789012345674,123456789012345678]", "amalgamation"),
        ("[5,5,7,7,900000000,900000000]", "amalgamation"),
        (&by_completion, "amalgamation"),
        ("[1,1000000000000000000,1000000000000000001]", "restricted-amalgamation"),
        ("[17711,28657]", "wythoff"),
        ("[9000000,9000000,9000000]", "moore(2)"),
    ] {
        let (known, _, reason) = decide(text, game, Play::Normal);
        let worth_0 = Known { outcome: Outcome::P, grundy: Some(0), remoteness: None };
        assert_eq!(known, worth_0, "{game}{text}, {reason}");
    }
    let decided = Solver::new().solve("[7,123456789012345674,123456789012345688]").unwrap();
    assert_eq!(decided.known().grundy, None);
    let after = decided.after(&decided.winning_moves()[0]).unwrap();
    assert_eq!(after.grundy, Some(0));
    // Under misère play a P-position may have any value.
    let (known, ..) = decide(&complete(Play::Misere), "amalgamation", Play::Misere);
    assert_eq!((known.outcome, known.grundy), (Outcome::P, None));
}

#[test]
fn coins_that_cannot_merge_are_refused() {
    let text = "[18446744073709551615,1]";
    let sum = Sum::parse(text, &"amalgamation".parse().unwrap()).unwrap();
    let error = Solver::new().solve(&sum).err().unwrap();
    assert_eq!(error, SolveError::TooManyCoins(1 << 64));
}

#[test]
fn too_large_is_a_limit_and_not_an_answer() {
    for game in ["take 1..3, merge", "amalgamation", "lasker", "grundy"] {
        let sum = Sum::parse("[300000,300001,300002,300003,9,9]", &game.parse().unwrap()).unwrap();
        let limits = Budget { memory: 1 << 20, ..Budget::default() };
        let error = Solver::within(&limits).solve(&sum).err().unwrap();
        assert!(matches!(error, SolveError::Limit(_)), "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn completions_of_two_heaps_agree_however_they_are_found(a in 0u64..24, b in 0u64..4000) {
        let game: AnyGame = "amalgamation".parse().unwrap();
        let rest = Position::new([a, b]);
        let (size, _) = Solver::new().complete(game.rules().unwrap(), &rest).unwrap();
        let (row, column) = (a.min(b) as usize, a.max(b) as usize);
        let table = Table::new(Family::AMALGAMATION, 24, 4000, &Budget::of_memory(1 << 30)).unwrap();
        prop_assert_eq!(Some(size), table.get(row, column));
    }
}

/// The row of all heaps but two decides as the oracle does, and so do its winning moves: every game that has
/// such rows, both conventions, positions in which two heaps are larger than the others together.
#[test]
fn rows_of_rests_agree_with_the_oracle() {
    let mut seen = 0;
    // With room for next to no positions nothing is valued as a courtesy, and rows come first.
    let tight = Budget::default().with_positions(200);
    for game in every_game() {
        let Some(rules) = game.rules().filter(|rules| rules.takes_any() && !rules.is_nim()) else {
            continue;
        };
        for play in [Play::Normal, Play::Misere] {
            let mut naive = Naive::new(rules, play);
            let solver = Solver::within(&tight).game(game.clone()).play(play);
            for rest in [[1, 2, 0], [2, 2, 0], [1, 3, 0], [1, 1, 2]] {
                for [x, y] in [[9, 9], [9, 10], [8, 11], [10, 13], [11, 12], [5, 14]] {
                    let position = Position::new(rest).with(x).with(y);
                    let what = format!("{game}{position}, {play}");
                    let answer = match solver.solve(&position) {
                        Ok(answer) => answer,
                        Err(SolveError::Limit(_)) => continue,
                        Err(error) => panic!("{what}: {error}"),
                    };
                    if !matches!(answer.reason(), Reason::Rest { .. }) {
                        continue;
                    }
                    seen += 1;
                    let value = naive.value(position.heaps());
                    assert!(agrees(answer.known(), value, play), "{what}");
                    for (action, result) in game.moves(&position) {
                        let after = naive.value(result.heaps());
                        let action = amalgam::PartMove { part: 0, action, result: result.into() };
                        let known = answer.after(&action).expect("it knows all moves");
                        assert!(agrees(known, after, play), "{what} {action:?}");
                        let wins = answer.winning_moves().contains(&action);
                        assert_eq!(wins, after.outcome == Outcome::P, "{what} {action:?}");
                    }
                }
            }
        }
    }
    assert!(seen >= 100, "only {seen} positions were decided by rows");
}

/// A Grundy value from the row of all heaps but the largest is what the definition gives, value by value:
/// g(R,c) is the least that neither R with a smaller heap nor another option of R with c has.
#[test]
fn grundy_rows_agree_with_the_definition() {
    let columns = 280_000;
    // The rows of [], [1], [2], [1,1] and [3], each by its options beside the largest heap.
    let mut rows: Vec<(Position, Vec<u64>)> = Vec::new();
    for heaps in [vec![], vec![1], vec![2], vec![1, 1], vec![3]] {
        let rest = Position::new(heaps);
        let rules: amalgam::Rules = "take any, merge".parse().unwrap();
        let end = columns + 8 - rest.coins() as usize;
        let (mut row, mut used, mut least) = (Vec::new(), vec![false; end + 99], 0);
        let of = |rest: &Position| &rows.iter().find(|(other, _)| other == rest).unwrap().1;
        let within: Vec<_> = rules.moves(&rest).iter().map(|(_, option)| of(option)).collect();
        let merged: Vec<_> =
            rest.distinct().map(|(i, heap)| (heap as usize, of(&rest.without(i)))).collect();
        for column in 0..end {
            let mut excluded: Vec<u64> = within.iter().map(|row| row[column]).collect();
            if column > 0 {
                excluded.extend(merged.iter().map(|(heap, row)| row[column + heap]));
            }
            let free = |&value: &usize| !used[value] && !excluded.contains(&(value as u64));
            let value = (least..).find(free).unwrap();
            used[value] = true;
            while used[least] {
                least += 1;
            }
            row.push(value as u64);
        }
        rows.push((rest, row));
    }
    let mut seen = 0;
    for (rest, row) in rows.iter().skip(1) {
        for column in [270_000, 271_234, 279_999] {
            let position = rest.with(column as u64);
            let plan = Solver::new().plan(&position, Want::Everything).unwrap();
            let answer = Solver::new().solve(&position).unwrap();
            let by_row = plan.steps().iter().any(|step| step.way == Way::GrundyRow);
            if by_row {
                seen += 1;
                assert_eq!(answer.known().grundy, Some(row[column]), "{position}");
            }
        }
    }
    // Of the others every position is valued, which is quick.
    assert!(seen >= 6, "only {seen} positions were valued by rows");
}
