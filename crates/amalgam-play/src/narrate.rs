//! What happens in a game, in sentences.

use amalgam::learn::reasons;
use amalgam::session::{Analysis, Hint, Player, Session, SetupError, Valued, say};
use amalgam::{ParseError, Play, SolveError, Solver, Sum, padded};

/// What a player is called: `you` and `the opponent`, or by number where both or none are people.
pub fn name(session: &Session, player: usize) -> &'static str {
    let [first, second] = session.players();
    match (first.is_human() != second.is_human(), session.players()[player].is_human(), player) {
        (true, true, _) => "you",
        (true, false, _) => "the opponent",
        (false, _, 0) => "player 1",
        (false, _, _) => "player 2",
    }
}

/// A sentence about a player: the name with a capital letter, and the verb in its form.
pub fn does(session: &Session, player: usize, you: &str, other: &str) -> String {
    match name(session, player) {
        "you" => format!("You {you}"),
        other_name => format!("{} {other}", capital(other_name)),
    }
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The game and its convention.
pub fn title(start: &Sum, play: Play) -> String {
    let rule = match play {
        Play::Normal => "who makes the last move wins",
        Play::Misere => "who makes the last move loses",
    };
    let game = match start.as_single() {
        Some(part) => part.name().to_owned(),
        None => start.to_string(),
    };
    format!("{game}, {play}: {rule}")
}

/// The same for a narrow screen: what decides stays, and a long name of a game is cut.
pub fn short_title(start: &Sum, play: Play, width: usize) -> String {
    let rule = match play {
        Play::Normal => ": the last move wins",
        Play::Misere => ": the last move loses",
    };
    let game = match start.as_single() {
        Some(part) => part.name().to_owned(),
        None => start.to_string(),
    };
    let room = width.saturating_sub(rule.len());
    match game.chars().count() <= room {
        true => game + rule,
        false => game.chars().take(room.saturating_sub(1)).chain(['…']).collect::<String>() + rule,
    }
}

/// Who begins, and how strong the opponent is.
pub fn players(session: &Session) -> String {
    let [first, second] = session.players();
    let strength = |player: Player| match player {
        Player::Human => "a person".to_owned(),
        Player::Perfect => "perfect".to_owned(),
        Player::Longest => "perfect, and makes a lost game last longest".to_owned(),
        Player::Skill(skill) => format!("moves at random with probability {skill}, else perfectly"),
    };
    match (first.is_human(), second.is_human()) {
        (true, true) => "Two people play; player 1 begins.".to_owned(),
        (true, false) => format!("You begin. The opponent: {}.", strength(second)),
        (false, true) => format!("The opponent begins: {}.", strength(first)),
        (false, false) => {
            format!("Player 1: {}. Player 2: {}.", strength(first), strength(second))
        }
    }
}

/// Where the game stands: the heaps; in a sum with the games.
pub fn position(sum: &Sum) -> String {
    match sum.as_single() {
        Some(part) => part.show(),
        None => sum.to_string(),
    }
}

/// Whose turn it is, or who has won.
pub fn turn(session: &Session) -> String {
    match (session.to_move(), session.winner()) {
        (Some(player), _) => match name(session, player) {
            "you" => "Your move.".to_owned(),
            other => format!("{} is to move.", capital(other)),
        },
        (None, Some(winner)) => {
            let last = 1 - session.made().len() % 2;
            let how = match session.play() {
                Play::Normal => "made the last move",
                Play::Misere => "did not have to make the last move",
            };
            debug_assert_eq!(winner == last, session.play() == Play::Normal);
            format!(
                "{}: {} {how}.",
                does(session, winner, "have won", "has won"),
                name(session, winner)
            )
        }
        (None, None) => String::new(),
    }
}

/// Who is winning and why, from the level at which that is shown.
pub fn winning(session: &Session, hint: &Hint) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(winner) = hint.winner {
        lines.push(format!("{}.", does(session, winner, "are winning", "is winning")));
    }
    if let Some(reason) = &hint.reason {
        lines.push(format!("Why: {reason}."));
    }
    lines
}

/// Why that is so, where heaps merge and a person can use the reason.
pub fn reasons(session: &Session) -> Vec<String> {
    let why = reasons::why_at_once(session.sum(), session.play(), &Solver::new());
    why.into_iter().map(|line| line.replace('`', "\"")).collect()
}

/// The heaps of a hint, in words.
pub fn heaps(session: &Session, hint: &Hint) -> String {
    if session.sum().parts().iter().any(|part| part.as_heaps().is_none()) {
        return "A game of one's own has no heaps to point at.".to_owned();
    }
    let size = |&(part, index): &(usize, usize)| {
        let heap = session.sum().parts()[part].heaps()[index];
        match session.sum().as_single() {
            Some(_) => heap.to_string(),
            None => format!("{heap} in part {}", Sum::part_name(part)),
        }
    };
    let mut sizes: Vec<String> = hint.heaps.iter().map(size).collect();
    sizes.dedup();
    match sizes.as_slice() {
        [] => "No heap helps: every move loses against best play.".to_owned(),
        [one] => format!("A winning move touches the heap {one}."),
        sizes => format!("The winning moves touch the heaps {}.", sizes.join(", ")),
    }
}

/// What a move is worth, in a few letters: its outcome with a word, its value, how long it lasts.
pub fn worth(valued: &Valued) -> String {
    let Some(known) = valued.known else { return "not known".to_owned() };
    let mut worth = match valued.wins() {
        Some(true) => "wins  (P)".to_owned(),
        _ => "loses (N)".to_owned(),
    };
    if let Some(grundy) = known.grundy {
        worth += &format!("  Grundy {grundy}");
    }
    if let Some(moves) = known.remoteness {
        worth += &format!("  {moves} more {}", if moves == 1 { "move" } else { "moves" });
    }
    worth
}

/// A move somebody made.
pub fn made(session: &Session, ply: usize) -> String {
    let action = say(session.start(), &session.made()[ply]);
    format!("{}: {action}", capital(name(session, ply % 2)))
}

/// The moves that threw a win away, with what would have won.
pub fn blunders(session: &Session, analysis: &Analysis) -> Vec<String> {
    let blunder = |blunder: &amalgam::session::Blunder| {
        let instead: Vec<String> =
            blunder.instead.iter().take(3).map(|action| say(session.start(), action)).collect();
        let more = match blunder.instead.len() {
            0..=3 => String::new(),
            n => format!(", or {} more", n - 3),
        };
        format!(
            "Move {}, {}: {} threw the win away; {}{more} would have won.",
            blunder.ply + 1,
            name(session, blunder.player),
            say(session.start(), &session.made()[blunder.ply]),
            instead.join(", or "),
        )
    };
    analysis.blunders.iter().map(blunder).collect()
}

/// Who was winning, as a picture in letters: a row for each player, a column for each move.
pub fn graph(session: &Session, analysis: &Analysis) -> Vec<String> {
    let names = [capital(name(session, 0)), capital(name(session, 1))];
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = (0..2)
        .map(|player| {
            let cell = |winner: &Option<usize>| match winner {
                Some(winner) if *winner == player => '#',
                Some(_) => '.',
                None => '?',
            };
            let cells: String = analysis.winners.iter().map(cell).collect();
            format!("{}  {cells}", padded(&names[player], width))
        })
        .collect();
    if !analysis.blunders.is_empty() {
        let thrown = |ply: usize| analysis.blunders.iter().any(|b| b.ply + 1 == ply);
        let marks: String =
            (0..analysis.winners.len()).map(|ply| if thrown(ply) { '!' } else { ' ' }).collect();
        lines.push(format!("{}  {}", padded("", width), marks.trim_end()));
    }
    lines
}

/// Why it is not known what a position is worth.
pub fn gave_up(error: &SolveError) -> String {
    format!("This position could not be worked out in time ({error}).")
}

/// Why a game cannot begin.
pub fn refused(error: &SetupError) -> String {
    match error {
        SetupError::Solve(error) => {
            format!(
                "{error}: no start with a known winner was found in time; choose a smaller size"
            )
        }
        error => error.to_string(),
    }
}

/// An error with its caret and its suggestion, fit to be printed.
pub fn error(error: &ParseError) -> Vec<String> {
    let mut lines = vec![format!("That is no good: {error}.")];
    lines.extend(error.caret().lines().map(|line| format!("  {line}")));
    lines.extend(error.suggestion().map(|suggestion| format!("  ({suggestion})")));
    lines.into_iter().map(|line| clean(&line)).collect()
}

/// What a move is worth in a few columns: `+P` if it wins, its Grundy value, the moves left.
pub fn value(valued: &Valued) -> String {
    let mark = match valued.wins() {
        Some(true) => "+P",
        Some(false) => "-N",
        None => "? ",
    };
    let shown = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    let grundy = shown(valued.known.and_then(|known| known.grundy));
    format!("{mark} {grundy:>3} {:>3}", shown(valued.remoteness()))
}

/// The text without anything that would steer a terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '·' } else { c }).collect()
}
