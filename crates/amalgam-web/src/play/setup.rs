//! The form that begins a game.

use amalgam::games::{AnyGame, NAMED};
use amalgam::learn::plain_rules;
use amalgam::session::{MOST_DRAWN, OPPONENTS, largest_drawn};
use maud::{Markup, html};

use super::begin::{Wish, Wrong, example};
use crate::layout::{problem_box, script};
use crate::titles::title;

/// The form with what is filled in, and a problem next to its field.
pub(super) fn form(wish: &Wish, wrong: Option<&Wrong>, text: &str) -> Markup {
    let whole = wrong.filter(|wrong| wrong.field.is_empty());
    html! {
        div #play {
            h1 { "New game" }
            p.lead { "Choose a game, a start and an opponent. You can get help at any time." }
            @if let Some(wrong) = whole { (problem_box(&wrong.problem)) }
            form #setup .setup action="/play" method="get" {
                (game(wish, wrong))
                (start(wish, wrong))
                (opponent(wish, wrong))
                input type="hidden" name="begin" value="1";
                @if !wish.hint.is_empty() { input type="hidden" name="hint" value=(wish.hint); }
                (told(wrong, "hint"))
                p.go { button.primary type="submit" { "Begin" } }
            }
            (import(wrong, text))
        }
        (script("play.js"))
    }
}

fn game(wish: &Wish, wrong: Option<&Wrong>) -> Markup {
    let in_words = |name: &str| name.parse::<AnyGame>().map(|game| plain_rules(&game));
    html! {
        fieldset {
            legend { "Game" }
            label.field {
                "Which one"
                select #game name="game" {
                    @for named in NAMED {
                        @let name = named.typical;
                        option value=(name) data-example=(named.example) data-most=(most(name))
                            data-rules=[in_words(name).ok()] selected[wish.game == name] { (title(name)) }
                    }
                    option value="own" data-example="[3,4,5]" selected[wish.game == "own"] {
                        "your own rules, or other parameters…"
                    }
                }
            }
            p #rules-of .fine { @if let Ok(rules) = in_words(&wish.game) { (rules) } }
            (told(wrong, "game"))
            div.own {
                label.field {
                    "Rules in words, or a name with parameters"
                    input type="text" name="rules" value=(wish.rules) autocomplete="off"
                        spellcheck="false" placeholder="take 1..3, merge"
                        aria-invalid=[invalid(wrong, "rules")] aria-describedby="wrong-rules";
                }
                (told(wrong, "rules"))
                p.hint { "Such as " code { "take 1..3, merge" } ", "
                    code { "take any, split unequal" } ", " code { "subtraction(2,5)" } ", "
                    code { "octal(0.77)" } "." }
            }
            div.choices {
                (radio("play", "normal", &wish.play, "Normal", "whoever makes the last move wins"))
                (radio("play", "misere", &wish.play, "Misère", "whoever makes the last move loses"))
            }
            (told(wrong, "play"))
        }
    }
}

fn start(wish: &Wish, wrong: Option<&Wrong>) -> Markup {
    html! {
        fieldset {
            legend { "Start" }
            div.choices {
                (radio("start", "typed", &wish.start, "This one", "typed below"))
                (radio("start", "random", &wish.start, "Random", "any position"))
                (radio("start", "N", &wish.start, "Random, first player wins",
                    "an N-position: whoever begins can win"))
                (radio("start", "P", &wish.start, "Random, second player wins",
                    "a P-position: whoever begins loses to best play"))
            }
            (told(wrong, "start"))
            div.typed {
                label.field {
                    "Heaps"
                    input #position type="text" name="position" value=(wish.position)
                        autocomplete="off" spellcheck="false" placeholder=(example(&wish.game))
                        aria-invalid=[invalid(wrong, "position")] aria-describedby="wrong-position";
                }
                (told(wrong, "position"))
                p.hint { "You can also start with a sum of games: "
                    code { "[3,4,5] + kayles[7]" } }
            }
            div.drawn {
                label.field {
                    "Largest heap"
                    input #size type="number" name="size" min="1" max=(most(&wish.game)) value=(wish.size)
                        inputmode="numeric" aria-invalid=[invalid(wrong, "size")]
                        aria-describedby="wrong-size";
                }
                (told(wrong, "size"))
            }
        }
    }
}

/// The largest heap that a random start of this game may have. For typed rules the server checks it.
fn most(game: &str) -> u64 {
    game.parse().map_or(MOST_DRAWN, |game| largest_drawn(&game))
}

fn opponent(wish: &Wish, wrong: Option<&Wrong>) -> Markup {
    let now = match wish.opponent.as_str() {
        "perfect" => "ada",
        now => now,
    };
    html! {
        fieldset.across {
            legend { "Opponent" }
            div.choices {
                @for opponent in &OPPONENTS {
                    @let value = opponent.name.to_lowercase();
                    (radio("opponent", &value, now, opponent.name, opponent.plays))
                }
                (radio("opponent", "longest", now, "Stubborn Ada", "Never wrong, and delays a loss."))
                (radio("opponent", "skill", now, "Your choice", "Say how often it slips."))
                (radio("opponent", "human", now, "A person", "At the same screen, or by a link."))
            }
            (told(wrong, "opponent"))
            div.skill {
                label.field {
                    span { "It moves at random in " output #rate for="errs" { (wish.errs) "%" }
                        " of its turns" }
                    input #errs type="range" name="errs" min="0" max="100" step="5"
                        value=(wish.errs) list="rates";
                }
                datalist #rates {
                    @for rate in ["0", "25", "50", "75", "100"] {
                        option value=(rate) label={ (rate) "%" } {}
                    }
                }
                p.hint { "0% is perfect play, 100% is random play. Where half of the moves win, a "
                    "random move throws the win away half of the time." }
                (told(wrong, "errs"))
            }
            div.choices role="group" aria-label="First move" {
                (radio("begins", "me", &wish.begins, "You begin", ""))
                (radio("begins", "opponent", &wish.begins, "The opponent begins", ""))
            }
            (told(wrong, "begins"))
        }
    }
}

fn import(wrong: Option<&Wrong>, text: &str) -> Markup {
    html! {
        details.import open[wrong.is_some_and(|wrong| wrong.field == "text")] {
            summary { "Continue a game from its text or link" }
            form action="/play/import" method="post" {
                label.field {
                    "The game"
                    textarea name="text" rows="8" spellcheck="false"
                        aria-invalid=[invalid(wrong, "text")] aria-describedby="wrong-text"
                        placeholder="amalgam game\nstart: amalgamation[3,4,5]\n1. take 3 from 4" {
                        (text)
                    }
                }
                (told(wrong, "text"))
                p.go { button type="submit" { "Open the game" } }
            }
        }
    }
}

fn radio(name: &str, value: &str, now: &str, title: &str, about: &str) -> Markup {
    html! {
        label.choice {
            input type="radio" name=(name) value=(value) checked[value == now];
            span { strong { (title) } @if !about.is_empty() { small { (about) } } }
        }
    }
}

fn invalid(wrong: Option<&Wrong>, field: &str) -> Option<&'static str> {
    wrong.is_some_and(|wrong| wrong.field == field).then_some("true")
}

/// The problem with a field, below it.
fn told(wrong: Option<&Wrong>, field: &'static str) -> Markup {
    let Some(wrong) = wrong.filter(|wrong| wrong.field == field) else { return html! {} };
    html! { div id={ "wrong-" (field) } { (problem_box(&wrong.problem)) } }
}
