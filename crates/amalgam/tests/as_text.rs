//! What is written can be read again, and is the text people know.

use std::fmt::Debug;

use amalgam::engines::three::{covers, progress::Silent};
use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::{Budget, Move, Outcome, Play, Position, Rules, Solver};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn texts_are_those_that_people_write() {
    assert_eq!(there_and_back(&Position::new([4, 1, 2])), r#""[1,2,4]""#);
    assert_eq!(there_and_back(&Position::default()), r#""[]""#);
    for game in ["nim", "restricted-amalgamation(3)", "octal(0.137)", "moore(2)", "take 1..3"] {
        let game: AnyGame = game.parse().unwrap();
        assert_eq!(there_and_back(&game), format!("\"{game}\""));
        if let Some(rules) = game.rules() {
            assert_eq!(there_and_back::<Rules>(rules), format!("\"{rules}\""));
        }
    }
    assert_eq!(there_and_back(&Outcome::P), r#""P""#);
    assert_eq!(there_and_back(&Outcome::N), r#""N""#);
    assert_eq!(there_and_back(&Play::Misere), r#""misère play""#);
    assert_eq!(serde_json::from_str::<Play>(r#""normal""#).unwrap(), Play::Normal);
}

#[test]
fn what_is_no_position_is_refused_in_the_words_of_the_library() {
    let error = serde_json::from_str::<Position>(r#""[3,x]""#).unwrap_err();
    assert!(error.to_string().contains("expected a heap size, found `x`"), "{error}");
    assert!(serde_json::from_str::<Rules>(r#""take any, split, merge""#).is_err());
    assert!(serde_json::from_str::<AnyGame>(r#""nimm""#).is_err());
}

#[test]
fn answers_and_moves() {
    let answer = Solver::new().solve("[3,4,5]").unwrap();
    let known = there_and_back(&answer.known());
    assert!(known.starts_with(r#"{"outcome":"N","grundy":3,"remoteness":"#), "{known}");
    for (action, known) in answer.moves().unwrap() {
        there_and_back::<Move>(&action.action);
        there_and_back(&known);
    }
    there_and_back(&Solver::new().equivalent("nim[3]", "nim[1,2]").unwrap());
}

#[test]
fn covers_and_their_proofs() {
    let limits = Budget::default();
    let found = covers::find(Family::AMALGAMATION, 24, None, &limits, &Silent).unwrap();
    there_and_back(&found);
}
