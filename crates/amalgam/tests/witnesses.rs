//! What is said of all positions, and the positions that refute it, replayed with the oracle.

use amalgam::base::budget::Silent;
use amalgam::base::nimber::nim_sum;
use amalgam::engines::bulk::Domain;
use amalgam::engines::naive::Naive;
use amalgam::games::AnyGame;
use amalgam::lab::compare::{Comparison, Fact, Question, Side, compare, proved};
use amalgam::lab::formula::{self, Verdict};
use amalgam::lab::statement::{Scope, Statement};
use amalgam::lab::survey::{Member, Sizes, Surveyed, survey};
use amalgam::{Budget, Play, Position, Rules};
use amalgam_tier::size;
use proptest::prelude::*;

use crate::merging::merge;

/// Rules of every kind that a survey treats differently; most take any number and never split.
fn words() -> impl Strategy<Value = String> {
    let merges = || prop::collection::vec(merge(), 1..3).prop_map(|merges| merges.join(", "));
    prop_oneof![
        6 => merges().prop_map(|merges| format!("take any, {merges}")),
        2 => (1u64..4, merges()).prop_map(|(most, merges)| format!("take 1..{most}, {merges}")),
        1 => (1u64..4).prop_map(|lost| format!("take any, split, merge then take {lost}")),
        1 => (1u64..9).prop_map(|least| format!("take any, merge if min >= {least}")),
        1 => (1u64..9, 0u64..9)
            .prop_map(|(r, t)| format!("take any, merge if min >= {r} then take {t}")),
    ]
}

/// Positions of more coins take the oracle too long.
const MOST_COINS: u128 = 60;

/// All positions of at most `heaps` heaps, none larger than `max`.
fn positions(heaps: usize, max: u64) -> Vec<Position> {
    let mut all = Vec::new();
    let mut listed = Domain::heaps(heaps, max).unwrap().positions();
    while let Some(heaps) = listed.next() {
        all.push(Position::new(heaps.iter().copied()));
    }
    all
}

fn surveyed(words: &str, heaps: usize, max: u64, limits: &Budget) -> Surveyed {
    let game: AnyGame = words.parse().unwrap();
    let sizes = Sizes { rows: 1, cols: 1, heaps, max: Some(max), periods: 0, coins: 0 };
    survey(&Member { n: 0, game }, &sizes, limits)
}

/// Whether something holds at a position, by the oracle.
type Holds = fn(&mut Naive<'_>, &Position) -> bool;

/// The statements of a survey, and what they say of a position.
fn statements(surveyed: &Surveyed) -> [(&Statement, Holds); 3] {
    fn values(oracle: &mut Naive<'_>, position: &Position) -> [u64; 2] {
        [oracle.value(position.heaps()).grundy, nim_sum(position.heaps().iter().copied())]
    }
    let outcomes: Holds = |oracle, position| {
        let [value, sum] = values(oracle, position);
        (value == 0) == (sum == 0)
    };
    let exactly: Holds = |oracle, position| {
        let [value, sum] = values(oracle, position);
        value == sum
    };
    let nearly: Holds = |oracle, position| {
        let [value, sum] = values(oracle, position);
        value / 2 == sum / 2
    };
    [
        (&surveyed.p_positions_as_in_nim, outcomes),
        (&surveyed.values_as_in_nim, exactly),
        (&surveyed.values_up_to_the_lowest_bit, nearly),
    ]
}

/// A statement is about the heaps that were asked for; it holds where it says so; its witness lies beyond
/// those positions and does break it. Returns whether there was a witness to replay.
fn check(
    rules: &Rules,
    statement: &Statement,
    holds: Holds,
    (heaps, max): (usize, u64),
) -> Result<bool, TestCaseError> {
    let mut oracle = Naive::new(rules, Play::Normal);
    // A proof goes beyond what was looked at.
    let near = positions(heaps, max + if heaps > 3 { 1 } else { 3 });
    let (good, by) = match statement {
        Statement::Proved(scope) => (Some(*scope), None),
        Statement::Verified(scope) => {
            prop_assert_eq!(scope.max, Some(max));
            (Some(*scope), None)
        }
        Statement::Refuted { scope, holds, by } => {
            prop_assert_eq!(*scope, Scope::of_heaps(heaps), "{}", rules);
            prop_assert!(scope.contains(by), "{}: {} has too many heaps", rules, by);
            (*holds, Some(by))
        }
        Statement::Unknown { scope, .. } => {
            prop_assert_eq!(*scope, Scope::of_heaps(heaps));
            (None, None)
        }
    };
    if let Some(good) = good {
        prop_assert_eq!(good.heaps, Some(heaps));
        prop_assert!(
            by.is_none_or(|by| !good.contains(by)),
            "{}: {} is not beyond",
            rules,
            statement
        );
        for position in near.iter().filter(|position| good.contains(position)) {
            prop_assert!(
                holds(&mut oracle, position),
                "{}: {}, and {}",
                rules,
                statement,
                position
            );
        }
    }
    let Some(by) = by.filter(|by| by.coins() <= MOST_COINS) else { return Ok(false) };
    prop_assert!(!holds(&mut oracle, by), "{}: {}", rules, statement);
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(300, 6000)))]

    #[test]
    fn a_survey_refutes_by_positions_that_break_it_and_nothing_that_is_true(
        words in words(),
        (heaps, max) in prop::sample::select(vec![
            (1, 4), (1, 20), (2, 3), (2, 6), (2, 12), (3, 0), (3, 3), (3, 6), (3, 7), (4, 2), (4, 4),
        ]),
    ) {
        let rules: Rules = words.parse().unwrap();
        let found = surveyed(&words, heaps, max, &Budget::default());
        for (statement, holds) in statements(&found) {
            prop_assert!(!matches!(statement, Statement::Unknown { .. }), "there is no bound");
            check(&rules, statement, holds, (heaps, max))?;
        }
        // Where no table could be made, the theorems alone speak.
        let late = Budget::default().with_time(std::time::Duration::ZERO);
        for (statement, holds) in statements(&surveyed(&words, heaps, 400, &late)) {
            prop_assert!(!matches!(statement, Statement::Verified(_)), "nothing was looked at");
            check(&rules, statement, holds, (heaps, 4))?;
        }
    }

    #[test]
    fn a_comparison_shows_positions_that_differ_and_proves_only_what_is_so(
        left in words(),
        right in prop_oneof![Just("take any".to_owned()), words()],
        (heaps, max) in prop::sample::select(vec![(1, 9), (2, 6), (3, 4), (4, 2)]),
        question in prop::sample::select(vec![
            Question::Outcomes(Play::Normal), Question::Outcomes(Play::Misere), Question::Values,
        ]),
    ) {
        let rules: [Rules; 2] = [left, right].map(|words| words.parse().unwrap());
        let domain = Domain::heaps(heaps, max).unwrap();
        let [left, right] = rules.each_ref().map(Side::of);
        let found =
            compare(&left, &right, &domain, question, 5, &Budget::default(), &Silent).unwrap();
        let play = match question {
            Question::Outcomes(play) => play,
            Question::Values => Play::Normal,
        };
        let mut oracles = rules.each_ref().map(|rules| Naive::new(rules, play));
        let mut facts = |position: &Position| oracles.each_mut().map(|oracle| {
            let value = oracle.value(position.heaps());
            match question {
                Question::Outcomes(_) => Fact::Outcome(value.outcome),
                Question::Values => Fact::Value(value.grundy),
            }
        });
        let Comparison { differences, first_beyond_lowest_bit, .. } = &found;
        for difference in differences.iter().chain(first_beyond_lowest_bit) {
            prop_assert_eq!(facts(&difference.position), [difference.left, difference.right]);
            prop_assert_ne!(difference.left, difference.right);
        }
        if play == Play::Normal {
            // What is proved for this many heaps goes on where the comparison ends.
            let proved = proved(rules.each_ref(), heaps);
            let beyond = positions(heaps, if heaps > 3 { max + 1 } else { max + 3 });
            for position in beyond.iter().filter(|position| proved.scope(heaps).contains(position)) {
                let [left, right] = facts(position);
                match (left, right) {
                    _ if proved.is_same() => prop_assert_eq!(left, right, "{:?}", rules),
                    (Fact::Value(left), Fact::Value(right)) if proved.why().is_some() => {
                        prop_assert_eq!(left / 2, right / 2, "{:?} {}", rules, position);
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn a_conjecture_is_refuted_by_the_first_position_at_which_it_fails(
        words in words(),
        (heaps, max) in prop::sample::select(vec![(1, 9), (2, 6), (3, 4)]),
        text in prop::sample::select(vec![
            "P <=> grundy == 0", "P => coins % 2 == 0", "P <=> misere_P", "grundy <= coins",
            "grundy == coins || heaps > 1", "misere_P => coins % 2 == 1", "mirror => P",
        ]),
    ) {
        let game: AnyGame = words.parse().unwrap();
        let domain = Domain::heaps(heaps, max).unwrap();
        let verdict =
            formula::test(&text.parse().unwrap(), &game, &domain, &Budget::default(), &Silent);
        let rules = game.rules().unwrap();
        let mut oracles = [Play::Normal, Play::Misere].map(|play| Naive::new(rules, play));
        let mut holds = |position: &Position| {
            let [normal, misere] = oracles.each_mut().map(|oracle| oracle.value(position.heaps()));
            let (p, misere_p) = (normal.outcome.is_p(), misere.outcome.is_p());
            let (grundy, coins) = (u128::from(normal.grundy), position.coins());
            match text {
                "P <=> grundy == 0" => p == (grundy == 0),
                "P => coins % 2 == 0" => !p || coins % 2 == 0,
                "P <=> misere_P" => p == misere_p,
                "grundy <= coins" => grundy <= coins,
                "grundy == coins || heaps > 1" => grundy == coins || position.heaps().len() > 1,
                "misere_P => coins % 2 == 1" => !misere_p || coins % 2 == 1,
                "mirror => P" => !position.is_mirror() || p,
                other => panic!("{other} is not replayed"),
            }
        };
        let fails = positions(heaps, max).into_iter().find(|position| !holds(position));
        match verdict.unwrap() {
            Verdict::VerifiedTo { .. } => prop_assert_eq!(fails, None, "{}", words),
            Verdict::Refuted(found) => prop_assert_eq!(Some(found.position()), fails, "{}", words),
        }
    }
}

fn statement_of(words: &str, heaps: usize, max: u64) -> [String; 3] {
    let found = surveyed(words, heaps, max, &Budget::default());
    statements(&found).map(|(statement, _)| statement.to_string())
}

/// It was said that [3,4] refutes it, which is N in both games and not beyond 6.
#[test]
fn a_survey_named_two_heaps_where_three_refute() {
    let [outcomes, values, nearly] = statement_of("take any, merge if min >= 3", 3, 6);
    assert_eq!(
        outcomes,
        "verified for all positions of at most 3 heaps, each at most 6; refuted beyond by [3,4,7]"
    );
    assert_eq!((values.as_str(), nearly.as_str()), ("refuted by [3,4]", "refuted by [3,4]"));
}

/// It was said to be refuted although no position of so few heaps differs.
#[test]
fn a_survey_of_few_heaps_refuted_what_is_true() {
    let proved = |heaps: &str| format!("proved for all positions of at most {heaps}");
    let [outcomes, values, _] = statement_of("take any, merge if min >= 3", 2, 2);
    assert_eq!(outcomes, proved("2 heaps"));
    assert_eq!(
        values,
        "verified for all positions of at most 2 heaps, each at most 2; refuted beyond by [3,4]"
    );
    assert_eq!(
        statement_of("take any, merge if min >= 3", 1, 2),
        [proved("1 heap"), proved("1 heap"), proved("1 heap")]
    );
}

/// Where a merge makes two heaps vanish, they are the witness, whichever merge comes first: here
/// [1,2,3] is P, since [3,3] is N.
#[test]
fn a_witness_of_one_merge_was_spoilt_by_another() {
    let words = "take any, merge if sum <= 3, merge if min >= 3 then take 6";
    let rules: Rules = words.parse().unwrap();
    assert!(Naive::new(&rules, Play::Normal).outcome(&[1, 2, 3]).is_p());
    let [outcomes, ..] = statement_of(words, 3, 2);
    assert!(outcomes.ends_with("refuted beyond by [3,3]"), "{outcomes}");
}

/// A position that does not fit in 64 bits cannot be looked at, so it refutes nothing.
#[test]
fn no_witness_is_too_large_to_be_asked_about() {
    for threshold in [1u64 << 62, (1 << 62) + 1, (1 << 63) - 1, 1 << 63, (1 << 63) + 1] {
        for heaps in 1..=4 {
            let words = format!("take any, merge if min >= {threshold}");
            let found = surveyed(&words, heaps, 3, &Budget::default());
            for (statement, _) in statements(&found) {
                let fits = |by: &Position| u64::try_from(by.coins()).is_ok();
                assert!(statement.witness().is_none_or(fits), "{words}: {statement}");
            }
        }
    }
}
