//! What lies over the board: help, reasons, the text of the game, the analysis, a list of moves.

use std::collections::HashMap;

use amalgam::PartMove;
use amalgam::session::{Hint, Session, Valued, say};
use crossterm::event::{KeyCode, KeyEvent};

use super::app::App;
use super::hand::Hand;
use crate::narrate;

/// The number is how far it has been scrolled.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
    None,
    Help(u16),
    Why(u16),
    Text(u16),
    Analysis(u16),
    /// Moves to choose from, each with the line that tells it, and which is chosen.
    Moves(Vec<(PartMove, String)>, usize),
}

const HELP: &str = "\
left right      choose a heap
up down         choose how many coins to take; digits do it too
space or m      hold this heap, then choose another to merge with it
s S             choose where to split
Enter           make the move
l               a list of the moves with this heap, to choose from
Esc             start the gesture over

h               hints: nothing, who is winning, which heap, every move
w               why: the reason, step by step
u r             undo, redo
t               the whole game as text, to copy
a               who was winning after each move
n N             set up a new game; the same game again
q               leave (Ctrl-C too)

Marks: (x) coin to be taken, held and join for merging, * a winning move touches it.
The mouse works too: click a heap, or a coin to take it with all above it.";

impl Overlay {
    /// The moves that begin with the gesture so far, with their values where the hints tell them.
    pub(super) fn moves(session: &Session, hand: &Hand, hint: Option<&Hint>) -> Overlay {
        let moves = match hand.following.moves.is_empty() {
            true => session.moves(),
            false => &hand.following.moves,
        };
        let valued: HashMap<&PartMove, &Valued> = hint
            .iter()
            .flat_map(|hint| &hint.moves)
            .map(|valued| (&valued.action, valued))
            .collect();
        let line = |action: &PartMove| {
            let result = session.sum().brief_result(action);
            let words = format!("{}  → {result}", say(session.sum(), action));
            match valued.get(action) {
                Some(valued) => format!("{}  {words}", narrate::value(valued)),
                None => words,
            }
        };
        Overlay::Moves(moves.iter().map(|action| (action.clone(), line(action))).collect(), 0)
    }

    /// Scrolls, chooses, or closes. Gives back a move that was chosen.
    pub(super) fn key(&mut self, key: KeyEvent, session: &Session) -> Option<PartMove> {
        match self {
            Overlay::Help(scroll)
            | Overlay::Why(scroll)
            | Overlay::Text(scroll)
            | Overlay::Analysis(scroll) => {
                match key.code {
                    KeyCode::Up => *scroll = scroll.saturating_sub(1),
                    KeyCode::Down => *scroll = scroll.saturating_add(1),
                    KeyCode::PageUp => *scroll = scroll.saturating_sub(10),
                    KeyCode::PageDown => *scroll = scroll.saturating_add(10),
                    _ => *self = Overlay::None,
                }
                None
            }
            Overlay::Moves(moves, chosen) => {
                let last = moves.len().saturating_sub(1);
                match key.code {
                    KeyCode::Up => *chosen = chosen.saturating_sub(1),
                    KeyCode::Down => *chosen = (*chosen + 1).min(last),
                    KeyCode::PageUp => *chosen = chosen.saturating_sub(10),
                    KeyCode::PageDown => *chosen = (*chosen + 10).min(last),
                    KeyCode::Home => *chosen = 0,
                    KeyCode::End => *chosen = last,
                    KeyCode::Enter => {
                        let action = moves.get(*chosen).map(|(action, _)| action.clone());
                        *self = Overlay::None;
                        return action.filter(|_| session.awaits_human());
                    }
                    _ => *self = Overlay::None,
                }
                None
            }
            Overlay::None => None,
        }
    }

    /// Sets how far a text is scrolled, once it is known how far it can be.
    pub(super) fn scroll_to(&mut self, to: u16) {
        if let Overlay::Help(scroll)
        | Overlay::Why(scroll)
        | Overlay::Text(scroll)
        | Overlay::Analysis(scroll) = self
        {
            *scroll = to;
        }
    }

    /// The title, the lines and how far they are scrolled; which line is chosen, if one is.
    pub(super) fn content(
        &self,
        app: &App,
    ) -> Option<(&'static str, Vec<String>, u16, Option<u16>)> {
        let session = app.session();
        let (title, lines, scroll, chosen) = match self {
            Overlay::None => return None,
            Overlay::Help(scroll) => {
                ("Keys", HELP.lines().map(str::to_owned).collect(), *scroll, None)
            }
            Overlay::Text(scroll) => {
                let text = session.to_text();
                ("The game as text", text.lines().map(str::to_owned).collect(), *scroll, None)
            }
            Overlay::Why(scroll) => ("Why", why(app), *scroll, None),
            Overlay::Analysis(scroll) => ("The game", analysis(app), *scroll, None),
            Overlay::Moves(moves, chosen) => {
                let lines = moves.iter().map(|(_, line)| line.clone());
                let at = u16::try_from(*chosen).unwrap_or(u16::MAX);
                let title = match session.not_listed() {
                    None => "Choose a move",
                    Some(_) => "Choose a move; others by typing the number of coins",
                };
                (title, lines.collect(), 0, Some(at))
            }
        };
        Some((title, lines, scroll, chosen))
    }
}

fn why(app: &App) -> Vec<String> {
    match &app.evaluation {
        None if app.session().is_over() => vec!["The game is over.".to_owned()],
        None => vec!["Still looking at it …".to_owned()],
        Some(Err(why)) => vec![why.clone()],
        Some(Ok(evaluation)) => {
            let level = amalgam::session::HintLevel::Winner;
            let hint = Hint::new(level, app.session(), evaluation);
            let mut lines = narrate::winning(app.session(), &hint);
            lines.extend(narrate::reasons(app.session()));
            lines.push(String::new());
            lines.extend(evaluation.steps.lines().map(str::to_owned));
            lines
        }
    }
}

fn analysis(app: &App) -> Vec<String> {
    let session = app.session();
    let mut lines = vec![narrate::turn(session), String::new()];
    let Some(analysis) = &app.analysis else {
        lines.push("Looking at every move …".to_owned());
        return lines;
    };
    lines.push("Who was winning at the start and after each move (#):".to_owned());
    lines.extend(narrate::graph(session, analysis).into_iter().map(|line| format!("  {line}")));
    lines.push(String::new());
    let blunders = narrate::blunders(session, analysis);
    match blunders.is_empty() {
        true => lines.push("Nobody threw a win away.".to_owned()),
        false => lines.extend(blunders.into_iter().map(|line| format!("! {line}"))),
    }
    lines
}
