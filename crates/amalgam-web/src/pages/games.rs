//! Games: what may be done in each, where it comes from, and where to start.

use amalgam::games::{AnyGame, NAMED, NamedGame};
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
            h2 #own { "Rules of your own" }
            p { "Rules in words go wherever a game goes, separated by commas:" }
            pre {
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
    let rules = game.parse::<AnyGame>().map(|game| game.in_words()).unwrap_or_default();
    let question = [("position", named.example), ("game", game)];
    html! {
        article.card id=(named.name) {
            h2 { (named.name) }
            p.rules { (rules) }
            @if let Some(story) = story(named.name) { p { (story) } }
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

/// A few words on where a game comes from and what is known.
fn story(name: &str) -> Option<&'static str> {
    Some(match name {
        "nim" => {
            "The game that began the theory. Bouton solved it in 1902: write the heaps in binary, and \
             whoever faces an even number of ones in every column loses."
        }
        "amalgamation" => {
            "Nim in which two heaps may be merged. Heaps then no longer act independently, and even \
             three heaps are unsolved in general: every row of f(a,b) repeats in the end, but no formula \
             for the periods is known."
        }
        "restricted-amalgamation" => {
            "Only heaps that are large enough may be merged. For heaps of two or more coins the \
             P-positions of three heaps have a closed form, close to that of Nim."
        }
        "merge-take-one" => {
            "Merging costs a coin: one is taken from the merged heap. A variant from the slides on \
             Amalgamation Nim."
        }
        "lasker" => {
            "Emanuel Lasker, world champion of chess, added one move to Nim: a heap may be split in \
             two. A heap of 4k+3 coins is worth 4k+4 and one of 4k+4 coins is worth 4k+3; all others \
             are worth their size."
        }
        "grundy" => {
            "The only move is to split a heap into two unequal ones. Whether the values of single \
             heaps ever repeat is an open question."
        }
        "kayles" => {
            "Dudeney's skittles: a ball knocks down one pin, or two that stand side by side. The \
             values of rows repeat with period 12, after a few exceptions."
        }
        "dawsons-kayles" => {
            "Kayles in which every ball knocks down exactly two pins that stand side by side. The \
             values of rows repeat with period 34, after a few exceptions."
        }
        "octal" => {
            "Take-and-break games by code: each digit says whether that many coins may be taken so \
             that nothing, one heap or two are left. Whether the values of every finite code repeat \
             in the end is an open question."
        }
        "subtraction" => {
            "Only certain numbers may be taken. If they are finitely many, the values of heaps repeat \
             after some point."
        }
        "wythoff" => {
            "Two heaps; the same number may be taken from both. The P-positions are the pairs \
             ⌊nφ⌋, ⌊nφ²⌋ with the golden ratio φ."
        }
        "moore" => {
            "Nim in which up to k heaps may be changed at once. The P-positions are those in which \
             every binary column has a number of ones that k + 1 divides."
        }
        "lim" => {
            "Three heaps; m coins leave each of two of them, and m coins join the third. Its heaps \
             cannot be valued one by one either, says the paper on Amalgamation Nim."
        }
        "chomp" => {
            "A bar of chocolate whose first square is poisoned. The first player can win, by stealing \
             the strategy, but nobody knows the winning bite in general."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_game_has_a_story_and_rules() {
        for named in &NAMED {
            assert!(story(named.name).is_some(), "{}", named.name);
            let shown = card(named).into_string();
            assert!(shown.contains("class=\"rules\"") && !shown.contains("class=\"rules\"></p>"));
        }
    }
}
