//! The commands of the line mode.

use amalgam::session::HintLevel;
use amalgam::{ParseError, nearest};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Quit,
    Help,
    Show,
    Moves,
    Hint(Option<HintLevel>),
    Level(HintLevel),
    Why,
    Undo,
    Redo,
    Text,
    Link,
    Analysis,
    New(Option<&'a str>),
    /// A move by its number in the list.
    Number(u64),
    /// A move in words.
    Move(&'a str),
}

pub(super) const HELP: &str = "\
take 2 from 5        take coins; also `merge 3 and 4`, `split 8 into 3 and 5`
moves                every move with a number; the number alone makes the move
hint [LEVEL]         a hint, once
level LEVEL          how much help at every turn: nothing, winner, heaps, moves (or 0 to 3)
why                  the reason, step by step
undo, redo           take your last move back, make it again
show                 the position
text, link           the whole game, to copy; `amalgam play --import FILE` goes on with the text
analysis             who was winning after each move
new [POSITION]       another game by the same rules
quit                 leave
";

/// Every command, for suggestions; the words of moves are there too.
const WORDS: [&str; 17] = [
    "take", "merge", "split", "part", "moves", "hint", "level", "why", "undo", "redo", "show",
    "text", "link", "analysis", "new", "help", "quit",
];

pub(super) fn read(line: &str) -> Result<Command<'_>, ParseError> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let offset = line.len() - rest.len();
    let rest_start = offset + (rest.len() - rest.trim_start().len());
    let argument = rest.trim();
    let level = || {
        argument.parse::<HintLevel>().map_err(|error| {
            let found =
                ParseError::new(line, rest_start..rest_start + argument.len(), error.to_string());
            match error.suggestion() {
                Some(suggestion) => found.suggest(suggestion),
                None => found,
            }
        })
    };
    let command = match word.to_ascii_lowercase().as_str() {
        "" => Command::Nothing,
        "hint" | "h" if argument.is_empty() => Command::Hint(None),
        "hint" | "h" => Command::Hint(Some(level()?)),
        "level" => Command::Level(level()?),
        "new" if argument.is_empty() => Command::New(None),
        "new" => Command::New(Some(argument)),
        "take" | "merge" | "split" | "part" | "bite" | "move" => Command::Move(line),
        _ if !argument.is_empty() => Command::Move(line),
        "quit" | "exit" | "q" => Command::Quit,
        "help" | "?" => Command::Help,
        "show" => Command::Show,
        "moves" | "m" => Command::Moves,
        "why" => Command::Why,
        "undo" | "u" => Command::Undo,
        "redo" | "r" => Command::Redo,
        "text" => Command::Text,
        "link" => Command::Link,
        "analysis" => Command::Analysis,
        word if word.bytes().all(|byte| byte.is_ascii_digit()) => match word.parse() {
            Ok(number) => Command::Number(number),
            Err(_) => Command::Number(u64::MAX),
        },
        lower => {
            let shown: String = word.chars().take(40).collect();
            let error = ParseError::new(line, 0..word.len(), format!("unknown command `{shown}`"));
            return Err(match nearest(lower, WORDS) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest("`help` lists the commands"),
            });
        }
    };
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        for (line, command) in [
            ("", Command::Nothing),
            ("QUIT", Command::Quit),
            ("12", Command::Number(12)),
            ("hint", Command::Hint(None)),
            ("hint moves", Command::Hint(Some(HintLevel::Moves))),
            ("level 1", Command::Level(HintLevel::Winner)),
            ("new [3,4]", Command::New(Some("[3,4]"))),
            ("take 2 from 5", Command::Move("take 2 from 5")),
            ("99999999999999999999999", Command::Number(u64::MAX)),
        ] {
            assert_eq!(read(line), Ok(command), "{line}");
        }
        let error = read("level  5").unwrap_err();
        assert_eq!((error.to_string().as_str(), error.span()), ("unknown hint level `5`", 7..8));
        assert_eq!(read("udno").unwrap_err().suggestion(), Some("did you mean `undo`?"));
    }
}
