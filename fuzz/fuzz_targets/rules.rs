//! Rules that can be read are printed so that they can be read again, and their moves exist.
#![no_main]

use amalgam::rules::HeapGame;
use amalgam::{Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<HeapGame>() {
        Ok(game) => {
            assert_eq!(game.rules().to_string().parse::<Rules>().as_ref(), Ok(game.rules()));
            let position = Position::new([1, 3, 4]);
            let moves = game.rules().moves(&position);
            assert!(moves.len() as u128 <= game.rules().count_moves(&position));
            assert!(moves.iter().all(|(_, result)| *result != position));
        }
        Err(error) => assert!(error.caret().contains('^')),
    }
});
