//! The names and faces of the players.

use amalgam::session::{OPPONENTS, Player, Session};
use maud::{Markup, html};

/// A glyph for each player, so that nobody needs colours to tell them apart.
pub(super) const GLYPHS: [&str; 2] = ["●", "■"];

/// Whether one player is a person and the other is not.
pub(super) fn against_machine(game: &Session) -> bool {
    game.players().iter().filter(|player| player.is_human()).count() == 1
}

/// A player as the subject of a sentence.
pub(super) fn name(game: &Session, player: usize) -> &'static str {
    match (against_machine(game), game.players()[player].opponent(), player) {
        (true, None, _) => "You",
        (true, Some(opponent), _) => opponent.name,
        (false, _, 0) => "The first player",
        (false, _, _) => "The second player",
    }
}

/// The name and what the player does: `You win`, `Pip wins`.
pub(super) fn does(game: &Session, player: usize, you: &str, other: &str) -> String {
    let name = name(game, player);
    format!("{name} {}", if name == "You" { you } else { other })
}

/// Whether the colours of "you" belong to this player: the person, or of two people the first.
pub(super) fn is_you(game: &Session, player: usize) -> bool {
    match against_machine(game) {
        true => game.players()[player].is_human(),
        false => player == 0,
    }
}

/// The strength of an opponent in a sentence.
pub(super) fn strength(player: Player) -> String {
    let named = OPPONENTS.iter().find(|opponent| opponent.player == player);
    match (named, player) {
        (Some(opponent), _) => opponent.plays.to_owned(),
        (None, Player::Longest) => "Ada never makes a mistake, and delays a loss.".to_owned(),
        (None, Player::Skill(skill)) => {
            let name = player.opponent().map_or("", |opponent| opponent.name);
            let percent = skill.errs_per_mille().div_ceil(10);
            format!("{name} makes any move in {percent}% of the turns.")
        }
        _ => String::new(),
    }
}

/// The face of a player: a disc for a person, a square with eyes for an opponent.
pub(crate) fn face(player: Player) -> Markup {
    let features = match player.opponent().map(|opponent| opponent.name) {
        None => {
            return html! {
                svg.face viewBox="0 0 40 40" aria-hidden="true" {
                    circle cx="20" cy="20" r="18" fill="#1f5fd0" {}
                    path d="M20 11a5.5 5.5 0 110 11 5.5 5.5 0 010-11zM9.5 31c2-6 19-6 21 0" fill="#fff" {}
                }
            };
        }
        Some("Pip") => "M15 27q5 4 10 0M14 18h.1M26 18h.1",
        Some("Juno") => "M10 12.5l7 1M30 12.5l-7 1M15 28h10M14 19h.1M26 19h.1",
        Some(_) => "M10 18h8M22 18h8M16 28q4 1.5 8 0",
    };
    html! {
        svg.face viewBox="0 0 40 40" aria-hidden="true" {
            rect x="2" y="2" width="36" height="36" rx="8" fill="#7a35b5" {}
            path d=(features) fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" {}
        }
    }
}
