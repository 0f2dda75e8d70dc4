//! Games whose heaps never meet, so that a single heap has a value: how they are named, and how values of many heaps
//! are found.

use amalgam::Budget;
use amalgam::base::budget::{LimitReached, Progress};
use amalgam::engines::sequence::{HeapMoves, Sequence};
use amalgam::games::classics::code::Code;

use crate::long::{Kept, Stop};
use crate::{Host, Problem};

/// Reads a game: what it is called, and its moves in a single heap.
pub(super) fn read(host: &Host<'_>, words: &[String]) -> Result<(String, HeapMoves), Problem> {
    let text = words.join(" ");
    let text = text.trim();
    let game = host.game(text).map_err(|problem| match text.parse::<Code>() {
        Ok(code) => problem.suggest(format!("did you mean `octal({code})`?")),
        Err(_) => problem,
    })?;
    match HeapMoves::of_game(&game) {
        Some(moves) => Ok((game.name().to_owned(), moves)),
        None => {
            let message = format!("heaps may meet in {game}, so a heap has no value of its own");
            Err(Problem::input(message).field("game").suggest(
                "use a game whose heaps never meet, such as kayles; `amalgam solve` values positions",
            ))
        }
    }
}

/// Values up to a heap.
struct UpTo {
    sequence: Sequence,
    to: u64,
}

impl Kept for UpTo {
    type Found = ();

    fn advance(&mut self, limits: &Budget, progress: &dyn Progress) -> Result<(), Stop> {
        self.sequence.extend_watched(self.to, limits, progress).map_err(Stop::Limit)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.sequence.to_bytes().unwrap_or_default()
    }

    fn goes_on(&self) -> bool {
        !self.sequence.values().is_empty() && self.sequence.to_bytes().is_some()
    }
}

/// The values up to `to`. The state of a long run is kept now and then, and taken up again unless it is to be
/// `fresh`.
pub(super) fn up_to(
    host: &Host<'_>,
    moves: HeapMoves,
    to: u64,
    fresh: bool,
) -> Result<Sequence, Problem> {
    let name = format!("{}.values", name(&moves));
    let new = || Ok(UpTo { sequence: Sequence::new(moves.clone()), to });
    let read = |bytes: &[u8]| {
        let sequence = Sequence::from_bytes(moves.clone(), bytes);
        let sequence = sequence.map_err(|error| error.to_string())?;
        // Values beyond those asked for stay for whoever asks for them.
        match sequence.values().len() as u64 <= to.saturating_add(1) {
            true => Ok(UpTo { sequence, to }),
            false => Ok(UpTo { sequence: Sequence::new(moves.clone()), to }),
        }
    };
    let (run, ()) = host.finish(&name, fresh, new, read)?;
    Ok(run.sequence)
}

/// The values up to `to` of a sequence that is not kept.
pub(super) fn extend(
    host: &Host<'_>,
    sequence: &mut Sequence,
    to: u64,
) -> Result<(), LimitReached> {
    sequence.extend_watched(to, &host.limits, host.progress)
}

/// A name for any moves, however long the words for them are.
fn name(moves: &HeapMoves) -> String {
    use std::hash::{Hash, Hasher};
    let mut hasher = std::hash::DefaultHasher::new();
    format!("{moves:?}").hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
