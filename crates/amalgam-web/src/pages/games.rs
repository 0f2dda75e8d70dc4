//! Games: the rules of each, its history, and a position to start with.

use amalgam::games::{AnyGame, NAMED, NamedGame};
use amalgam::learn::plain_rules;
use maud::{Markup, html};

use super::drawn::stacks;
use crate::layout::{Nav, page};
use crate::params::address;
use crate::titles::title;

/// `/games`
pub(crate) async fn show() -> Markup {
    page(
        "Games",
        Nav::Games,
        html! {
            h1 { "Games" }
            p.lead { "Two players move in turn. In normal play whoever makes the last move wins, in "
                "misère play whoever makes it loses." }
            div.cards { @for named in &NAMED { (card(named)) } }
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

/// The heaps of the picture of a game, and the chalk over them that says what a move does.
fn picture(name: &str) -> (&'static [u64], &'static str) {
    match name {
        "nim" => (&[3, 4, 5], "M42 76h36M60 52v18M54 64l6 7 6-7"),
        "amalgamation" | "restricted-amalgamation" | "merge-take-one" => {
            (&[2, 4], "M92 60h52M136 53l8 7-8 7")
        }
        "grundy" | "lasker" => (&[7], "M84 64h72M70 50v28M64 72l6 7 6-7M170 50v28M164 72l6 7 6-7"),
        "kayles" | "dawsons-kayles" => (&[1, 1, 1, 1, 1], "M120 20v42M113 54l7 8 7-8"),
        "wythoff" => (&[3, 5], "M58 62h124"),
        "chomp" => (&[4, 4, 2], "M150 92l40-70"),
        "euclid" => (&[3, 7], "M186 35v27M186 71v27M180 35h12M180 62h12"),
        _ => (&[2, 3, 6], "M156 60h48"),
    }
}

/// A game as a picture with its title: it leads to a game that begins at once.
pub(super) fn tile(named: &NamedGame) -> Markup {
    let (heaps, chalk) = picture(named.name);
    html! {
        a.card href=(address("/play", &[("game", named.typical)])) {
            div.pic { (stacks(heaps, chalk)) }
            h3 { (title(named.name)) }
            p { (rules(named)) }
        }
    }
}

fn rules(named: &NamedGame) -> String {
    named.typical.parse::<AnyGame>().map(|game| plain_rules(&game)).unwrap_or_default()
}

fn card(named: &NamedGame) -> Markup {
    let game = named.typical;
    let (heaps, chalk) = picture(named.name);
    let question = [("position", named.example), ("game", game)];
    html! {
        article.card id=(named.name) {
            div.pic { (stacks(heaps, chalk)) }
            h2 { (title(named.name)) }
            p.rules { (rules(named)) }
            p { (named.story) }
            p.fine {
                "Name in commands: " code { (named.name) }
                @if !named.parameters.is_empty() { ", parameters " (named.parameters) ", as in " code { (game) } }
                ". Source: " (named.source)
            }
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
