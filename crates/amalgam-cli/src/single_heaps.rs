//! Games whose heaps never meet, so that single heaps have values: how they are named, and how
//! their values are computed with a progress line.

use std::io::IsTerminal;
use std::ops::ControlFlow;

use amalgam::classics::code::Code;
use amalgam::rules::HeapGame;
use amalgam::sequence::{HeapMoves, Sequence, Stop};
use amalgam::{Limits, ParseError};
use indicatif::ProgressBar;

use crate::failure::Failure;

/// Reads a named game, `octal(CODE)` or rules in words: what it is called, and its moves.
pub(crate) fn read(words: &[String]) -> Result<(String, HeapMoves), Failure> {
    let text = words.join(" ");
    let text = text.trim();
    if let Some((code, start)) = code_in(text)? {
        let code = code.parse::<Code>().map_err(|error| within(text, start, &error))?;
        return Ok((format!("octal({code})"), HeapMoves::of_code(&code)));
    }
    if text == "dawsons-kayles" {
        let rules = "take 2, take 2 then split".parse()?;
        let moves = HeapMoves::of_rules(&rules);
        return moves.map(|moves| (text.to_owned(), moves)).ok_or_else(|| merges(text));
    }
    let game = text.parse::<HeapGame>().map_err(|error| match text.parse::<Code>() {
        Ok(code) => error.suggest(format!("did you mean `octal({code})`?")),
        Err(_) => error,
    })?;
    match HeapMoves::of_rules(game.rules()) {
        Some(moves) => Ok((game.name().to_owned(), moves)),
        None => Err(merges(game.name())),
    }
}

fn merges(game: &str) -> Failure {
    Failure::Input(
        format!("heaps may merge in {game}, so a heap has no value of its own"),
        Some(
            "use a game without merges, such as kayles; `amalgam solve` values positions"
                .to_owned(),
        ),
    )
}

/// The code in `octal(CODE)`, and where it starts.
fn code_in(text: &str) -> Result<Option<(&str, usize)>, ParseError> {
    let Some(rest) = text.strip_prefix("octal") else { return Ok(None) };
    let example = "as in `octal(0.77)`, which is Kayles";
    let Some(code) = rest.trim_start().strip_prefix('(') else {
        return match rest.chars().next() {
            Some(c) if c.is_alphanumeric() || c == '-' => Ok(None),
            _ => Err(ParseError::new(text, 5..5, "`octal` takes a code").suggest(example)),
        };
    };
    let start = text.len() - code.len();
    match code.split_once(')') {
        None => Err(ParseError::new(text, start - 1..start, "this `(` is never closed")),
        Some((code, "")) => Ok(Some((code, start))),
        Some((code, _)) => {
            let end = start + code.len() + 1;
            Err(ParseError::new(text, end..text.len(), "expected the end of the game")
                .suggest(example))
        }
    }
}

/// The error about a part of the text that begins at `start`, as one about the text.
fn within(text: &str, start: usize, error: &ParseError) -> ParseError {
    let span = error.span().start + start..error.span().end + start;
    let moved = ParseError::new(text, span, error.to_string());
    match error.suggestion() {
        Some(suggestion) => moved.suggest(suggestion),
        None => moved,
    }
}

/// Makes the heaps up to `to` known, with a progress line on a terminal.
pub(crate) fn extend(sequence: &mut Sequence, to: u64, limits: &Limits) -> Result<(), Failure> {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new_spinner(),
        false => ProgressBar::hidden(),
    };
    let extended = sequence.extend_watched(to, limits, |heaps| {
        if heaps > 0 {
            bar.set_message(format!("{heaps} of {to} heaps"));
            bar.tick();
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    match extended {
        Err(Stop::Limit(reached)) => Err(reached.into()),
        // Nobody asks to stop: Ctrl-C ends the program, which has no files to leave whole.
        Err(Stop::Watcher { .. }) | Ok(()) => Ok(()),
    }
}
