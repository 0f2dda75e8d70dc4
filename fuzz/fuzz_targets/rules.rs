//! Rules that can be read are printed so that they can be read again, and their moves exist.
#![no_main]

use amalgam::games::AnyGame;
use amalgam::{Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<AnyGame>() {
        Ok(game) => {
            if let Some(rules) = game.rules() {
                assert_eq!(rules.to_string().parse::<Rules>().as_ref(), Ok(rules));
            }
            let heaps = game.most_heaps().unwrap_or(3).min(3) as usize;
            let position = Position::new([1, 3, 4].into_iter().take(heaps));
            let moves = game.moves(&position);
            assert!(moves.len() as u128 <= game.moves_at_most(&position));
            assert!(moves.iter().all(|(_, result)| *result != position));
        }
        Err(error) => assert!(error.caret().contains('^')),
    }
});
