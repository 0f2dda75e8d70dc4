//! Solve: who wins, every move with what it is worth, and why.

use amalgam::solve::{Answer, Known, SolveError, Solver};
use amalgam::{Budget, Outcome, Part, PartMove, Play, Sum, solve::explain};
use amalgam_draw::position;
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::parts::{
    answered, command, game_field, grouped, move_badge, outcome_badge, picture, status_badge, wide,
};
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, sentence, ticked};
use crate::params::{Params, address};
use crate::question::{self, DEFAULT_GAME, MOVES_LISTED};

/// So many moves are shown at first, and so many when all are asked for.
const SHOWN: usize = 40;
const MOST_SHOWN: usize = 2000;

/// Questions worth a click.
const EXAMPLES: [(&str, &str, &str); 5] = [
    ("[3,4,5]", "amalgamation", ""),
    ("[34,16,45]", "nim", ""),
    ("[1,1,2]", "amalgamation", "on"),
    ("amalgamation[3,4,5] + nim[2,7]", "amalgamation", ""),
    ("[11,999999999999999999,7]", "amalgamation", ""),
];

/// `/solve`
pub(crate) async fn show(State(app): State<Shared>, params: Params) -> Response {
    let answer = answer(&app, &params).await;
    answered("Solve", Nav::Solve, form(&params), answer)
}

/// `/solve/position.svg`: the position as it lies on a table.
pub(crate) async fn image(params: Params) -> Response {
    let drawn = question::sum(&params, "position").and_then(|sum| {
        let same = ["amalgam", "plot", "position", &sum.to_string()];
        Ok(position::draw(&sum, &question::command(&same))?.to_svg().into_bytes())
    });
    picture("image/svg+xml", drawn)
}

fn form(params: &Params) -> Markup {
    html! {
        h1 { "Solve" }
        form.panel.solve action="/solve" method="get" data-swap="#answer" {
            label.field.grow {
                "Position, or a sum of games"
                input type="text" name="position" value=(params.text("position").unwrap_or(""))
                    placeholder="[3,4,5]" autocomplete="off" spellcheck="false" autocapitalize="none"
                    autofocus[params.text("position").is_none()];
            }
            (game_field(params))
            label.tick {
                input type="checkbox" name="misere" value="on" checked[params.ticked("misere")];
                "Misère: the last move loses"
            }
            button.primary type="submit" { "Solve" }
        }
    }
}

async fn answer(app: &Shared, params: &Params) -> Result<Markup, Problem> {
    params.check_lengths()?;
    if params.text("position").is_none() {
        question::game(params)?;
        return Ok(examples());
    }
    let (sum, play) = (question::sum(params, "position")?, question::play(params));
    let typed = question::game(params)?;
    let is_plain = sum.as_single().and_then(Part::as_heaps).is_some_and(|part| part.game == typed);
    let game = params.text("game").unwrap_or(DEFAULT_GAME).to_owned();
    let most = if params.ticked("all") { MOST_SHOWN } else { SHOWN };
    let lane = question::lane(&sum, play);
    app.pool
        .run(lane, move |limits| solve(&Asked { sum, play, game, is_plain, most }, limits))
        .await
}

fn examples() -> Markup {
    html! {
        p.soft { "Heaps in brackets, as in " code { "[3,4,5]" } "; by height, as in "
            code { "<1,1,0,1>" } "; sums with " code { "+" } ". For example:" }
        ul.plain {
            @for (position, game, misere) in EXAMPLES {
                li {
                    a href=(to_solve(position, game, misere)) { code { (position) } }
                    span.soft { " in " (game) @if !misere.is_empty() { ", misère" } }
                }
            }
        }
    }
}

fn to_solve(position: &str, game: &str, misere: &str) -> String {
    address("/solve", &[("position", position), ("game", game), ("misere", misere)])
}

struct Asked {
    sum: Sum,
    play: Play,
    /// The game as it was typed.
    game: String,
    /// Whether that is the game that is played.
    is_plain: bool,
    /// How many moves are shown.
    most: usize,
}

impl Asked {
    fn misere(&self) -> &'static str {
        if self.play == Play::Misere { "on" } else { "" }
    }

    /// The position as one writes it.
    fn position(&self) -> String {
        match self.sum.as_single() {
            Some(part) if self.is_plain => part.show(),
            _ => self.sum.to_string(),
        }
    }

    fn parameters<'a>(&'a self, position: &'a str) -> [(&'static str, &'a str); 3] {
        [("position", position), ("game", &self.game), ("misere", self.misere())]
    }

    /// The address of the position after a move.
    fn after(&self, action: &PartMove) -> String {
        let after = Asked { sum: self.sum.after(action), game: self.game.clone(), ..*self };
        to_solve(&after.position(), &self.game, self.misere())
    }
}

fn solve(asked: &Asked, limits: &Budget) -> Result<Markup, Problem> {
    let (sum, play) = (&asked.sum, asked.play);
    let decided = Solver::within(limits).play(play).solve(sum)?;
    let known = decided.known();
    let listed = match sum.can_list_moves(MOVES_LISTED) {
        true => decided.moves(),
        false => Err(SolveError::TooManyMoves(sum.moves_at_most())),
    };
    let number_of_moves = match &listed {
        Ok(moves) => grouped(moves.len() as u128),
        Err(_) => format!("up to {}", grouped(sum.moves_at_most())),
    };
    let moves = match &listed {
        Ok(moves) => moves_table(asked, moves, decided.outcome()),
        Err(error) => winning_only(asked, &decided, error),
    };
    let why = question::why(sum, play, limits);
    let steps = listed.as_ref().map(|moves| explain::explain_moves(&decided, moves));
    Ok(html! {
        section.card.verdict {
            p.title { (explain::title(sum, play)) }
            p.big {
                (outcome_badge(known.outcome))
                @match known.outcome {
                    Outcome::P => " The player who just moved wins.",
                    Outcome::N => " The player to move wins.",
                }
            }
            dl.facts {
                div { dt { "Grundy value" } dd { (or_dash(known.grundy)) } }
                div { dt { "Remoteness" } dd { (or_dash(known.remoteness)) } }
                div { dt { "Moves" } dd { (number_of_moves) } }
            }
            p.reason { (status_badge("proved")) " by " (explain::reason(&decided)) "." }
        }
        @if !why.is_empty() {
            h2 { "Why" }
            ul.why { @for reason in &why { li { (ticked(reason)) } } }
        }
        (moves)
        @if let Ok(steps) = steps {
            details open { summary { "Step by step" } pre tabindex="0" { (steps) } }
        }
        (elsewhere(asked))
    })
}

fn or_dash(value: Option<u64>) -> String {
    value.map_or("–".to_owned(), grouped)
}

fn moves_table(asked: &Asked, moves: &[(PartMove, Known)], outcome: Outcome) -> Markup {
    let winning = moves.iter().filter(|(_, known)| known.outcome == Outcome::P).count();
    let heading = match (outcome, winning) {
        (_, _) if moves.is_empty() => "No move is left".to_owned(),
        (Outcome::P, _) => "Every move loses".to_owned(),
        (Outcome::N, 1) => "One move wins".to_owned(),
        (Outcome::N, n) => format!("{} moves win", grouped(n as u64)),
    };
    html! {
        h2 { (heading) }
        @if !moves.is_empty() {
            (wide("The moves", html! {
                table.moves {
                    (move_heads())
                    tbody {
                        @for (action, known) in moves.iter().take(asked.most) {
                            (move_row(asked, action, known))
                        }
                    }
                }
            }))
            (rest(asked, moves.len()))
        }
    }
}

fn move_heads() -> Markup {
    html! {
        thead { tr {
            th scope="col" { "Move" } th scope="col" { "Leaves" } th scope="col" { "Which" }
            th.num scope="col" { "Grundy" }
            th.num scope="col" { span.long { "Remoteness" } span.short { "Left" } }
        } }
    }
}

fn move_row(asked: &Asked, action: &PartMove, known: &Known) -> Markup {
    let wins = known.outcome == Outcome::P;
    let cells = explain::move_cells(action, &asked.sum);
    let words = &cells[..cells.len() - 1];
    let result = asked.sum.brief_result(action);
    html! {
        tr.wins[wins] {
            td { @if wins { span.star title="This move wins" { "★" span.hidden { "wins: " } } } (words.join(" ")) }
            td { a href=(asked.after(action)) { code { (result) } } }
            td { (move_badge(Some(known.outcome))) }
            td.num { (or_dash(known.grundy)) }
            td.num { (or_dash(known.remoteness)) }
        }
    }
}

/// What is left out, and how to see it.
fn rest(asked: &Asked, moves: usize) -> Markup {
    let position = asked.position();
    let all = [&asked.parameters(&position)[..], &[("all", "1")]].concat();
    html! {
        @if moves > asked.most {
            p.soft {
                (grouped(asked.most as u64)) " of " (grouped(moves as u64)) " moves are shown. "
                @if asked.most < MOST_SHOWN {
                    a href=(address("/solve", &all)) data-swap="#answer" {
                        @if moves <= MOST_SHOWN { "Show all" }
                        @else { "Show " (grouped(MOST_SHOWN as u64)) }
                    }
                } @else {
                    a href=(address("/api/v1/moves", &asked.parameters(&position))) { "All as JSON" }
                }
            }
        }
    }
}

/// Where the moves cannot be listed, the winning ones still can.
fn winning_only(asked: &Asked, decided: &Answer, error: &SolveError) -> Markup {
    let winning = decided.winning_moves();
    let perhaps = if decided.is_complete() { "" } else { ", perhaps not all" };
    html! {
        h2 {
            @match winning.len() {
                0 => "Every move loses",
                1 => { "One move wins" (perhaps) }
                n => { (grouped(n as u64)) " moves win" (perhaps) }
            }
        }
        p.soft { (sentence(&error.to_string())) " Here are those that win." }
        @if !winning.is_empty() {
            (wide("The winning moves", html! {
                table.moves {
                    (move_heads())
                    tbody {
                        @for action in winning.iter().take(asked.most) {
                            @if let Some(known) = decided.after(action) {
                                (move_row(asked, action, &known))
                            }
                        }
                    }
                }
            }))
            (rest(asked, winning.len()))
        }
    }
}

/// The same question elsewhere.
fn elsewhere(asked: &Asked) -> Markup {
    let position = asked.position();
    let parameters = asked.parameters(&position);
    let mut words = vec!["amalgam", "solve"];
    if asked.is_plain && asked.game != DEFAULT_GAME {
        words.extend(["--game", &asked.game]);
    }
    words.extend((asked.play == Play::Misere).then_some("--misere"));
    words.push(&position);
    html! {
        p.row.links {
            @if asked.is_plain {
                a.button href=(address("/play", &parameters)) { "Play from here" }
            }
            a href=(address("/api/v1/solve", &parameters)) { "As JSON" }
            a href=(address("/solve/position.svg", &parameters)) { "Picture of the position" }
        }
        (command("cli", &question::command(&words)))
    }
}
