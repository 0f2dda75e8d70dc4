//! Every position that a verb prints as a witness is replayed with the oracle: what refutes a statement
//! breaks it, lies in its scope and beyond what was verified; what is shown as P is P.

use std::process::Command;

use amalgam::base::nimber::nim_sum;
use amalgam::engines::naive::Naive;
use amalgam::{Outcome, Play, Rules};
use amalgam_tier::size;
use proptest::prelude::*;
use serde_json::Value;

/// What a command prints. `words` are split by the shell's rules.
fn printed(words: &str) -> String {
    let words = shlex::split(words).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_amalgam")).args(&words).env("NO_COLOR", "1").output();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    // 1 says no, which is an answer.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{words:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(words: &str) -> Value {
    serde_json::from_str(&printed(&format!("{words} --json"))).unwrap()
}

fn heaps(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|heap| heap.as_u64().unwrap()).collect()
}

/// The positions that follow a word of a text: `by [3,4,7]`.
fn named_after(text: &str, word: &str) -> Vec<Vec<u64>> {
    let read = |rest: &str| {
        let inside = rest.strip_prefix('[')?.split_once(']')?.0;
        Some(inside.split(',').map(|heap| heap.parse().unwrap()).collect())
    };
    text.split(word).skip(1).filter_map(read).collect()
}

/// More coins take the oracle too long.
const MOST_COINS: u64 = 48;

fn rules(words: &str) -> Rules {
    words.parse().unwrap()
}

fn grundy(rules: &Rules, heaps: &[u64]) -> u64 {
    Naive::new(rules, Play::Normal).value(heaps).grundy
}

fn outcome(rules: &Rules, play: Play, heaps: &[u64]) -> String {
    Naive::new(rules, play).outcome(heaps).to_string()
}

/// Families, amounts and sizes of a survey, with the parameter put in.
fn survey() -> impl Strategy<Value = (String, usize, u64)> {
    let family = prop_oneof![
        Just("threshold"),
        Just("capped-sum"),
        Just("merge-take"),
        Just("equal"),
        Just("unequal"),
        Just("take any, merge if min >= {n} then take 2"),
        Just("take any, merge if sum <= {2n} then take {n}, merge then take 6"),
        Just("take 1..{n}, merge if max <= {n+1}"),
    ];
    let sizes = vec![(1, 9), (2, 3), (2, 9), (3, 2), (3, 5), (3, 7), (4, 2), (4, 4)];
    (family, 1u64..9, prop::option::weighted(0.2, Just("1..3")), prop::sample::select(sizes))
        .prop_map(|(family, n, take, (heaps, max))| {
            let take = match take.filter(|_| !family.contains('{')) {
                Some(take) => format!(" --take {take}"),
                None => String::new(),
            };
            let asked = format!(
                "survey --family '{family}'{take} --from {n} --to {n} --heaps {heaps} --max {max} \
                 --rows 1 --cols 3 --periods 1 --coins 3"
            );
            (asked, heaps, max)
        })
}

/// What a survey says of all values or P-positions: whether it is so at a position.
type Holds = fn(u64, u64) -> bool;

/// Looks at a statement and returns its witness.
fn check(
    rules: &Rules,
    statement: &Value,
    (most, max): (usize, u64),
    holds: Holds,
) -> Option<Vec<u64>> {
    let of = |key: &str| statement[key].as_str().unwrap_or_default();
    let all = format!("all positions of at most {most} heap{}", if most == 1 { "" } else { "s" });
    let looked_at = format!("{all}, each at most {max}");
    let scope = if of("status") == "verified" { &looked_at } else { &all };
    assert_eq!(of("scope"), scope, "{rules}: {statement}");
    let beyond = !statement["verified_for"].is_null();
    assert!(!beyond || of("verified_for") == looked_at, "{rules}: {statement}");
    if of("status") != "refuted" {
        assert!(statement["witness"].is_null() && !beyond, "{rules}: {statement}");
        return None;
    }
    let witness = heaps(&statement["witness"]);
    assert!(witness.len() <= most, "{rules}: {statement}");
    assert_eq!(witness.iter().any(|&heap| heap > max), beyond, "{rules}: {statement}");
    if witness.iter().sum::<u64>() <= MOST_COINS {
        let sum = nim_sum(witness.iter().copied());
        assert!(!holds(grundy(rules, &witness), sum), "{rules}: {statement}");
    }
    Some(witness)
}

fn replay_survey(asked: &str, sizes: (usize, u64)) {
    let found = json(asked);
    let member = &found["members"][0];
    let rules = rules(member["rules"].as_str().unwrap());
    let [outcomes, values] =
        ["p_positions_beside_nim", "values_beside_nim"].map(|key| &member[key]);
    let nearly = &values["up_to_the_lowest_bit"];
    let statements: [(&Value, Holds); 3] = [
        (outcomes, |value, sum| (value == 0) == (sum == 0)),
        (values, |value, sum| value == sum),
        (nearly, |value, sum| value / 2 == sum / 2),
    ];
    let witnesses = statements.map(|(statement, holds)| check(&rules, statement, sizes, holds));
    for (part, statement) in [(outcomes, &witnesses[0]), (values, &witnesses[1])] {
        let first = &part["first_difference"];
        if !first.is_null() {
            assert_eq!(Some(heaps(&first["position"])), *statement, "{asked}");
            let value = grundy(&rules, statement.as_ref().unwrap());
            match first["here"].as_u64() {
                Some(here) => assert_eq!(here, value, "{asked}"),
                None => assert_eq!(first["here"] == "P", value == 0, "{asked}"),
            }
        }
    }
    let three = &member["three_heaps"];
    for position in three["p_positions"].as_array().into_iter().flatten().map(heaps) {
        assert_eq!(outcome(&rules, Play::Normal, &position), "P", "{asked}: {position:?}");
    }
    for (b, f) in (0..).zip(three["f"].as_array().into_iter().flatten().flat_map(heaps)) {
        assert_eq!(outcome(&rules, Play::Normal, &[1, b, f]), "P", "{asked}: f(1,{b})");
    }
    // Text and CSV name the same positions; in the text a column of its own may show the first.
    let named = |text: &str| [named_after(text, "by "), named_after(text, "beyond by ")];
    let [by, beyond] = named(&printed(&format!("{asked} --csv")));
    assert_eq!(by, witnesses.iter().flatten().cloned().collect::<Vec<_>>(), "{asked}");
    let [in_text, beyond_in_text] = named(&printed(asked));
    assert_eq!(beyond, beyond_in_text, "{asked}");
    assert!(in_text.iter().all(|position| by.contains(position)), "{asked}");
}

/// Rules in words that the oracle can value, and positions for them.
fn words() -> impl Strategy<Value = String> {
    let merge = prop_oneof![
        Just(String::new()),
        (1u64..4).prop_map(|n| format!(", merge if min >= {n}")),
        (0u64..5).prop_map(|n| format!(", merge then take {n}")),
        Just(", merge if equal".to_owned()),
    ];
    let take = prop::sample::select(vec!["take any", "take 1..3", "take {1,4}", "take 2.."]);
    (take, merge).prop_map(|(take, merge)| format!("{take}{merge}"))
}

fn replay_compare(games: [&str; 2], how: &str, (most, max): (usize, u64)) {
    let asked = format!("compare '{}' '{}' --heaps {most} --max {max} {how}", games[0], games[1]);
    let found = json(&asked);
    let play = if how == "--misere" { Play::Misere } else { Play::Normal };
    let sides = games.map(rules);
    for difference in found["differences"].as_array().unwrap() {
        let position = heaps(&difference["position"]);
        assert!(position.len() <= most && position.iter().all(|&heap| heap <= max), "{asked}");
        let [left, right] = [0, 1].map(|side| match how {
            "--values" => Value::from(grundy(&sides[side], &position)),
            _ => outcome(&sides[side], play, &position).into(),
        });
        assert_eq!([&difference["left"], &difference["right"]], [&left, &right], "{asked}");
        assert_ne!(left, right, "{asked}");
    }
    let heaps = format!("all positions of at most {most} heap{}", if most == 1 { "" } else { "s" });
    let scope = found["scope"].as_str().unwrap();
    match found["status"].as_str().unwrap() {
        "proved" => assert!([heaps.as_str(), "all positions"].contains(&scope), "{asked}: {scope}"),
        _ => assert_eq!(scope, format!("{heaps}, each at most {max}"), "{asked}"),
    }
    let nearly = found["lowest_bit_scope"].as_str();
    assert_eq!(nearly.is_some(), !found["lowest_bit_proof"].is_null(), "{asked}");
    // The scope that the text has is the one of the object.
    let text = printed(&asked);
    let proved = text.lines().find_map(|line| line.strip_prefix("proved for "));
    let in_object = nearly.or(Some(scope).filter(|_| found["status"] == "proved"));
    assert_eq!(proved.map(|line| line.split_once(": ").unwrap().0), in_object, "{asked}");
    // The commands that show the first difference show it.
    let key = if how == "--values" { "grundy" } else { "outcome" };
    for (command, side) in found["replay"].as_array().unwrap().iter().zip(["left", "right"]) {
        let command = command.as_str().unwrap();
        assert!(text.contains(command), "{asked}");
        let answer = json(command.strip_prefix("amalgam ").unwrap());
        assert_eq!(answer[key], found["differences"][0][side], "{command}");
    }
}

fn replay_conjecture(game: &str, formula: &str) {
    let asked = format!("conjecture '{formula}' --game '{game}' --heaps 2 --max 7");
    let found = json(&asked);
    if found["status"] != "refuted" {
        return;
    }
    let position = heaps(&found["counterexample"]);
    let rules = rules(game);
    let value = grundy(&rules, &position);
    let is_p = |play| outcome(&rules, play, &position) == "P";
    let coins: u64 = position.iter().sum();
    let obeys = match formula {
        "P => coins % 2 == 0" => value != 0 || coins.is_multiple_of(2),
        "P <=> misere_P" => is_p(Play::Normal) == is_p(Play::Misere),
        "misere_P => coins < 4" => !is_p(Play::Misere) || coins < 4,
        "grundy == x ^ y" => value == nim_sum(position.iter().copied()),
        other => panic!("{other} is not replayed"),
    };
    assert!(!obeys, "{asked}: {position:?}");
    for (part, said) in found["values"].as_object().unwrap() {
        match part.as_str() {
            "P" => assert_eq!(*said, is_p(Play::Normal), "{asked}"),
            "misere_P" => assert_eq!(*said, is_p(Play::Misere), "{asked}"),
            "grundy" => assert_eq!(*said, value, "{asked}"),
            "coins" => assert_eq!(*said, coins, "{asked}"),
            _ => {}
        }
    }
    // The commands that show it show the play that the formula applies to.
    let text = printed(&asked);
    let commands: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("to see it: ")).collect();
    let misere = commands.iter().any(|command| command.contains(" --misere "));
    assert_eq!(misere, formula.contains("misere"), "{asked}");
    for command in commands {
        let play = if command.contains(" --misere ") { Play::Misere } else { Play::Normal };
        let answer = json(command.strip_prefix("amalgam ").unwrap());
        assert_eq!(answer["outcome"], outcome(&rules, play, &position), "{command}");
    }
}

fn replay_solve(game: &str, position: &[u64], misere: bool) {
    let play = if misere { Play::Misere } else { Play::Normal };
    let flag = if misere { " --misere" } else { "" };
    let rules = rules(game);
    let asked = |verb: &str| format!("{verb} --game '{game}'{flag} '{position:?}'");
    let found = json(&asked("solve"));
    assert_eq!(found["outcome"], outcome(&rules, play, position), "{}", asked("solve"));
    let moves = found["winning_moves"].as_array().unwrap();
    // Under misere play a position without moves is N, and it need not be the empty one: `take 2..` and [1].
    let is_over = Naive::new(&rules, play).value(position).remoteness == 0;
    assert_eq!(moves.is_empty(), found["outcome"] == "P" || is_over, "{}", asked("solve"));
    for action in moves {
        let result = heaps(&action["result"]);
        assert_eq!(outcome(&rules, play, &result), "P", "{}: {action}", asked("solve"));
    }
    for action in json(&asked("moves"))["moves"].as_array().unwrap() {
        let value = Naive::new(&rules, play).value(&heaps(&action["result"]));
        assert_eq!(action["outcome"], value.outcome.to_string(), "{}", asked("moves"));
        if let Some(remoteness) = action["remoteness"].as_u64() {
            assert_eq!(remoteness, value.remoteness, "{}", asked("moves"));
        }
    }
    if rules.takes_any() {
        let completion = json(&asked("complete"))["completion"].as_u64().unwrap();
        let completed = [position, &[completion]].concat();
        assert_eq!(outcome(&rules, play, &completed), "P", "{}", asked("complete"));
    }
    if !misere {
        let (g, other) = (grundy(&rules, position), position.len() as u64);
        let found = json(&format!("equivalent '({game}){position:?}' 'nim[{other}]' --witness"));
        assert_eq!(found["equivalent"], g == other, "{game} {position:?}");
        if let Some(witness) = found["witness"]["game"].as_str() {
            let heap: u64 = witness[4..witness.len() - 1].parse().unwrap();
            let said = [g, other].map(|value| Outcome::from_p(value == heap).to_string());
            assert_eq!(found["witness"]["outcomes"], serde_json::json!(said), "{witness}");
            assert_ne!(said[0], said[1], "{witness}");
        }
    }
}

fn replay_period(amounts: &[u64]) {
    let amounts: Vec<String> = amounts.iter().map(u64::to_string).collect();
    let game = format!("take {{{}}}", amounts.join(","));
    let found = json(&format!("period '{game}' --to 300"));
    let number = |key: &str| found[key].as_u64();
    let (Some(period), Some(preperiod)) = (number("period"), number("preperiod")) else { return };
    let saltus = number("saltus").unwrap();
    let rules = rules(&game);
    let mut oracle = Naive::new(&rules, Play::Normal);
    let mut goes_on =
        |n: u64| oracle.value(&[n + period]).grundy == oracle.value(&[n]).grundy + saltus;
    let last = number("checked_to").or(number("observed_to")).unwrap();
    for n in preperiod..=last.saturating_sub(period) {
        assert!(goes_on(n), "{game}: {n} breaks the period {period}");
    }
    assert_eq!(number("last_exception"), preperiod.checked_sub(1), "{game}");
    if let Some(exception) = number("last_exception") {
        assert!(!goes_on(exception), "{game}: {exception} is no exception");
    }
}

/// A question to a verb that prints witnesses.
#[derive(Clone, Debug)]
enum Asked {
    Survey(String, usize, u64),
    Compare([String; 2], &'static str, (usize, u64)),
    Conjecture(String, &'static str),
    Solve(String, Vec<u64>, bool),
    Period(Vec<u64>),
}

fn asked() -> impl Strategy<Value = Asked> {
    let how = prop::sample::select(vec!["", "--values", "--misere"]);
    let sizes = prop::sample::select(vec![(1, 8), (2, 6), (3, 4)]);
    let formula = prop::sample::select(vec![
        "P => coins % 2 == 0",
        "P <=> misere_P",
        "misere_P => coins < 4",
        "grundy == x ^ y",
    ]);
    let other = prop_oneof![Just("take any".to_owned()), words()];
    prop_oneof![
        3 => survey().prop_map(|(asked, heaps, max)| Asked::Survey(asked, heaps, max)),
        2 => (words(), other, how, sizes)
            .prop_map(|(left, right, how, sizes)| Asked::Compare([left, right], how, sizes)),
        1 => (words(), formula).prop_map(|(game, formula)| Asked::Conjecture(game, formula)),
        1 => (words(), prop::collection::vec(0u64..7, 0..4), any::<bool>())
            .prop_map(|(game, heaps, misere)| Asked::Solve(game, heaps, misere)),
        1 => prop::collection::vec(1u64..9, 1..4).prop_map(Asked::Period),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(150, 2500)))]

    #[test]
    fn every_witness_that_a_verb_prints_is_one(asked in asked()) {
        match &asked {
            Asked::Survey(words, heaps, max) => replay_survey(words, (*heaps, *max)),
            Asked::Compare(games, how, sizes) => {
                replay_compare(games.each_ref().map(String::as_str), how, *sizes);
            }
            Asked::Conjecture(game, formula) => replay_conjecture(game, formula),
            Asked::Solve(game, heaps, misere) => {
                let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
                heaps.sort_unstable();
                replay_solve(game, &heaps, *misere);
            }
            Asked::Period(amounts) => replay_period(amounts),
        }
    }
}

#[test]
fn a_position_that_is_over_need_not_be_empty() {
    replay_solve("take 2..", &[1, 1], true);
}

/// Read literally, the JSON object was false: [2,2,6,6] has another value in Nim, and not only in the
/// lowest bit.
#[test]
fn a_proof_for_three_heaps_had_no_scope_in_json() {
    let found = json("compare 'take any, merge then take 4' nim --heaps 3 --max 8 --values");
    assert_eq!(found["lowest_bit_scope"], "all positions of at most 3 heaps");
    let rules = rules("take any, merge then take 4");
    assert!(grundy(&rules, &[2, 2, 6, 6]) > 1);
    let games = [5, 6].map(|r| format!("'take any, merge if min >= {r} then take 4'"));
    let same = json(&format!("compare {} --heaps 3 --max 8", games.join(" ")));
    assert_eq!(same["status"], "proved");
    assert_eq!(same["scope"], "all positions of at most 3 heaps");
}
