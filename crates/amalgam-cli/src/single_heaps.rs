//! Games whose heaps never meet, so that single heaps have values: how they are named, and how
//! their values are computed with a progress line.

use std::time::Duration;

use amalgam::Budget;
use amalgam::base::budget::Limit;
use amalgam::engines::sequence::{HeapMoves, Sequence};
use amalgam::games::classics::code::Code;
use sha2::{Digest, Sha256};

use crate::arguments;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::watch::{self, Watch};

/// The values of a long run are kept so often: a hundred million of them are 200 megabytes.
const SAVE_EVERY: Duration = Duration::from_secs(10);

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

/// The values up to `to`. A run of minutes is kept now and then, and taken up where it was, unless it is
/// to be `fresh`.
pub(crate) fn up_to(
    moves: HeapMoves,
    to: u64,
    fresh: bool,
    limits: &Budget,
) -> Result<Sequence, Failure> {
    let mut sequence = Sequence::new(moves.clone());
    if sequence.to_bytes().is_none() {
        extend(&mut sequence, to, limits)?;
        return Ok(sequence);
    }
    // A name for any moves, however long the words for them are.
    let digest = Sha256::digest(format!("{moves:?}"));
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let checkpoint = Checkpoint::new(&format!("{name}.values"), "values");
    let read = |bytes: &[u8]| {
        Sequence::from_bytes(moves.clone(), bytes).map_err(|error| error.to_string())
    };
    // Values beyond those asked for are of no use here, and stay for whoever asks for them.
    let within = |kept: &Sequence| kept.values().len() as u64 <= to.saturating_add(1);
    let kept = if fresh { None } else { checkpoint.load(read).filter(within) };
    let mut saved = kept.is_some();
    sequence = kept.unwrap_or(sequence);
    let watch = Watch::listening(Some(SAVE_EVERY));
    while let Err(reached) = sequence.extend_watched(to, limits, &watch) {
        if !sequence.values().is_empty()
            && let Some(bytes) = sequence.to_bytes()
        {
            checkpoint.save(&bytes);
            saved = true;
        }
        if watch::interrupted() {
            watch.done();
            return Err(Failure::interrupted("interrupted; the same command goes on from here"));
        }
        if reached.limit != Limit::Stopped {
            watch.done();
            return Err(reached.into());
        }
        watch.resume();
    }
    watch.done();
    if saved {
        checkpoint.remove();
    }
    Ok(sequence)
}
