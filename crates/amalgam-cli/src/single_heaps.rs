//! Games whose heaps never meet, so that single heaps have values: how they are named, and how
//! their values are computed with a progress line.

use amalgam::Budget;
use amalgam::engines::sequence::{HeapMoves, Sequence};
use amalgam::games::classics::code::Code;

use crate::arguments;
use crate::failure::Failure;
use crate::watch::Watch;

/// Reads a game: what it is called, and its moves in a single heap.
pub(crate) fn read(words: &[String]) -> Result<(String, HeapMoves), Failure> {
    let text = words.join(" ");
    let text = text.trim();
    let game = arguments::game(text).map_err(|error| match text.parse::<Code>() {
        Ok(code) => error.suggest(format!("did you mean `octal({code})`?")),
        Err(_) => error,
    })?;
    match HeapMoves::of_game(&game) {
        Some(moves) => Ok((game.name().to_owned(), moves)),
        None => Err(Failure::input(
            format!("heaps may meet in {game}, so a heap has no value of its own"),
            Some(
                "use a game whose heaps never meet, such as kayles; `amalgam solve` values positions"
                    .to_owned(),
            ),
        )),
    }
}

/// Makes the heaps up to `to` known, with a progress line on a terminal.
pub(crate) fn extend(sequence: &mut Sequence, to: u64, limits: &Budget) -> Result<(), Failure> {
    let watch = Watch::new();
    let extended = sequence.extend_watched(to, limits, &watch);
    watch.done();
    Ok(extended?)
}
