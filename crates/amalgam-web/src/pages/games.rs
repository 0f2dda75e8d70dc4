//! Games: the rules of each, its history, and a position to start with.

use amalgam::games::{AnyGame, NAMED, NamedGame};
use amalgam::learn::plain_rules;
use maud::{Markup, html};

use crate::layout::{Nav, page};
use crate::params::address;

/// `/games`
pub(crate) async fn show() -> Markup {
    page(
        "Games",
        Nav::Games,
        html! {
            h1 { "Games" }
            p.lead { "Two players move in turn. In normal play whoever makes the last move wins, in "
                "misère play whoever makes it loses." }
            div.cards.wider { @for named in &NAMED { (card(named)) } }
            h2 #own { "Your own rules" }
            p { "Wherever you name a game you can write rules in words instead, separated by commas:" }
            pre tabindex="0" {
                "take any | take 1..3 | take {1,2,5} | take 1..2 then split\n"
                "split | split unequal\n"
                "merge [if CONDITION [and CONDITION …]] [then take N]\n"
                "  with conditions min >= N, max <= N, sum <= N, equal, unequal"
            }
            p { "For example " (try_own("take 1..3, merge if equal", "[4,4,5]")) " or "
                (try_own("take 1..2, split unequal", "[9]")) "." }
        },
    )
}

fn try_own(rules: &str, position: &str) -> Markup {
    html! {
        a href=(address("/solve", &[("position", position), ("game", rules)])) { code { (rules) } }
    }
}

fn card(named: &NamedGame) -> Markup {
    let game = named.typical;
    let rules = game.parse::<AnyGame>().map(|game| plain_rules(&game)).unwrap_or_default();
    let question = [("position", named.example), ("game", game)];
    html! {
        article.card id=(named.name) {
            h2 { (named.name) }
            p.rules { (rules) }
            p { (named.story) }
            @if !named.parameters.is_empty() {
                p.fine { "Parameters: " (named.parameters) ", as in " code { (game) } }
            }
            p.fine { "Source: " (named.source) }
            p.row {
                a.button.small href=(address("/play", &question)) { "Play" }
                a.button.small href=(address("/solve", &question)) { "Solve " (named.example) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_game_has_a_story_and_rules() {
        for named in &NAMED {
            assert!(!named.story.is_empty(), "{}", named.name);
            let shown = card(named).into_string();
            assert!(shown.contains("class=\"rules\"") && !shown.contains("class=\"rules\"></p>"));
        }
    }
}
