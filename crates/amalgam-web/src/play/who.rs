//! The names of the players.

use amalgam::session::{Player, Session};

/// A glyph for each player, so that nobody needs colours to tell them apart.
pub(super) const GLYPHS: [&str; 2] = ["●", "■"];

/// Whether one player is a person and the other is not.
pub(super) fn against_machine(game: &Session) -> bool {
    game.players().iter().filter(|player| player.is_human()).count() == 1
}

/// A player as the subject of a sentence.
pub(super) fn name(game: &Session, player: usize) -> &'static str {
    match (against_machine(game), game.players()[player].is_human(), player) {
        (true, true, _) => "You",
        (true, false, _) => "The opponent",
        (false, _, 0) => "The first player",
        (false, _, _) => "The second player",
    }
}

/// The name and what the player does: `You win`, `The opponent wins`.
pub(super) fn does(game: &Session, player: usize, you: &str, other: &str) -> String {
    let name = name(game, player);
    format!("{name} {}", if name == "You" { you } else { other })
}

/// The strength of an opponent in words.
pub(super) fn strength(player: Player) -> String {
    match player {
        Player::Human => "a person".to_owned(),
        Player::Perfect => "perfect".to_owned(),
        Player::Longest => "perfect, and delays a loss".to_owned(),
        Player::Skill(skill) => {
            let per_mille = skill.errs_per_mille();
            let percent = match per_mille % 10 {
                0 => (per_mille / 10).to_string(),
                rest => format!("{}.{rest}", per_mille / 10),
            };
            format!("moves at random in {percent}% of its turns, otherwise perfect")
        }
    }
}
