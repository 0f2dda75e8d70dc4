//! Solve: who wins, every move with its value, and why.

use amalgam::solve::{Answer, Known, SolveError, Want, explain};
use amalgam::{Budget, Outcome, Part, PartMove, Play, Sum};
use amalgam_draw::position;
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::parts::{
    LONGEST_STEPS, answered, command, fitting, game_field, grouped, move_badge, outcome_badge,
    picture, status_badge, wide,
};
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, sentence, ticked};
use crate::params::{Params, address};
use crate::play::board;
use crate::pool::Lane;
use crate::question::{self, DEFAULT_GAME, Question};

/// How many moves are shown at first, and when all are asked for, if they fit on a page.
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

/// `/solve/position.svg`: a picture of the position.
pub(crate) async fn image(State(app): State<Shared>, params: Params) -> Response {
    picture("image/svg+xml", draw(&app, &params).await)
}

async fn draw(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let sum = question::sum(params, "position")?;
    let drawn = move |_: &Budget| {
        let same = ["amalgam", "plot", "position", &sum.to_string()];
        Ok(position::draw(&sum, &question::command(&same))?.to_svg().into_bytes())
    };
    app.pool.run(Lane::Light, drawn).await
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
    if params.text("position").is_none() {
        question::game(params)?;
        return Ok(examples());
    }
    let question = Question::read(params, "position", Want::Everything)?;
    let typed = question::game(params)?;
    let part = question.sum.as_single().and_then(Part::as_heaps);
    let is_plain = part.is_some_and(|part| part.game == typed);
    let game = params.text("game").unwrap_or(DEFAULT_GAME).to_owned();
    let most = if params.ticked("all") { MOST_SHOWN } else { SHOWN };
    let asked = Asked { question, game, is_plain, most };
    app.pool.run(asked.question.lane(), move |limits| solve(&asked, limits)).await
}

fn examples() -> Markup {
    html! {
        p.soft { "Write heaps in brackets, " code { "[3,4,5]" } ", or by height, "
            code { "<1,1,0,1>" } ". Join games with " code { "+" } ". For example:" }
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
    question: Question,
    /// The game as it was typed.
    game: String,
    /// Whether that is the game that is played.
    is_plain: bool,
    /// How many moves are shown.
    most: usize,
}

impl Asked {
    fn misere(&self) -> &'static str {
        if self.question.play == Play::Misere { "on" } else { "" }
    }

    /// A position as people write it.
    fn written(&self, sum: &Sum) -> String {
        match sum.as_single() {
            Some(part) if self.is_plain => part.show(),
            _ => sum.to_string(),
        }
    }

    /// The position that was asked about.
    fn position(&self) -> String {
        self.written(&self.question.sum)
    }

    fn parameters<'a>(&'a self, position: &'a str) -> [(&'static str, &'a str); 3] {
        [("position", position), ("game", &self.game), ("misere", self.misere())]
    }

    /// The address of the position after a move.
    fn after(&self, action: &PartMove) -> String {
        let after = self.question.sum.after(action);
        to_solve(&self.written(&after), &self.game, self.misere())
    }
}

fn solve(asked: &Asked, limits: &Budget) -> Result<Markup, Problem> {
    let Question { sum, play, .. } = &asked.question;
    let answer = asked.question.solve(limits)?;
    let known = answer.known();
    let listed = match question::can_list_moves(sum) {
        true => answer.moves(),
        false => Err(SolveError::TooManyMoves(sum.moves_at_most())),
    };
    let number_of_moves = match &listed {
        Ok(moves) => grouped(moves.len() as u128),
        Err(_) => format!("up to {}", grouped(sum.moves_at_most())),
    };
    let moves = match &listed {
        Ok(moves) => moves_table(asked, moves, known.outcome),
        Err(error) => winning_only(asked, &answer, error),
    };
    let why = asked.question.why(limits);
    let steps = listed.as_ref().map(|moves| explain::explain_moves(&answer, moves));
    Ok(html! {
        section.card.verdict {
            p.title { (explain::title(sum, *play)) }
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
            p.reason { (status_badge("proved")) " by " (explain::reason(&answer)) "." }
        }
        div.solved { (board::still(sum, false, &format!("The position {sum}"))) }
        @if !why.is_empty() {
            h2 { "Why" }
            ul.why { @for reason in &why { li { (ticked(reason)) } } }
        }
        (moves)
        @match steps {
            Ok(steps) if steps.len() <= LONGEST_STEPS => {
                details open { summary { "Step by step" } pre tabindex="0" { (steps) } }
            }
            Ok(_) => p.soft { "The steps are too long to show here." },
            Err(_) => {}
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
    let rows = moves.iter().map(|(action, known)| move_row(asked, action, known));
    html! {
        h2 { (heading) }
        (table(asked, "The moves", rows, moves.len()))
    }
}

/// The first of `all` moves.
fn table(asked: &Asked, label: &str, rows: impl Iterator<Item = Markup>, all: usize) -> Markup {
    let shown = fitting(rows.take(asked.most));
    html! {
        @if all > 0 {
            (wide(label, html! {
                table.moves { (move_heads()) tbody { @for row in &shown { (row) } } }
            }))
            (rest(asked, shown.len(), all))
        }
    }
}

fn move_heads() -> Markup {
    html! {
        thead { tr {
            th scope="col" { "Move" } th scope="col" { "Leaves" } th scope="col" { "Result" }
            th.num scope="col" { "Grundy" }
            th.num scope="col" { span.long { "Remoteness" } span.short { "Left" } }
        } }
    }
}

fn move_row(asked: &Asked, action: &PartMove, known: &Known) -> Markup {
    let wins = known.outcome == Outcome::P;
    let cells = explain::move_cells(action, &asked.question.sum);
    let words = &cells[..cells.len() - 1];
    let result = asked.question.sum.brief_result(action);
    html! {
        tr.wins[wins] {
            td { @if wins { span.star title="This move wins" { "★" span.hidden { "wins: " } } } (words.join(" ")) }
            // All parts, because result and values are those of the whole sum; the part that changed is bold.
            td { a href=(asked.after(action)) { code {
                @for (i, part) in asked.question.sum.parts().iter().enumerate() {
                    @if i > 0 { " + " }
                    @if i == action.part { b { (result) } } @else { (part.show()) }
                }
            } } }
            td { (move_badge(Some(known.outcome))) }
            td.num { (or_dash(known.grundy)) }
            td.num { (or_dash(known.remoteness)) }
        }
    }
}

/// Says what is left out, and how to see more.
fn rest(asked: &Asked, shown: usize, all: usize) -> Markup {
    let position = asked.position();
    let more = [&asked.parameters(&position)[..], &[("all", "1")]].concat();
    html! {
        @if shown < all {
            p.soft {
                "The first " (grouped(shown as u64)) " of " (grouped(all as u64)) " moves are shown. "
                @if shown == SHOWN && asked.most < MOST_SHOWN {
                    a href=(address("/solve", &more)) data-swap="#answer" { "Show more" }
                } @else {
                    a href=(address("/api/v1/moves", &asked.parameters(&position))) { "More as JSON" }
                }
            }
        }
    }
}

/// The winning moves, if there are too many moves to list.
fn winning_only(asked: &Asked, answer: &Answer, error: &SolveError) -> Markup {
    let winning = answer.winning_moves();
    let perhaps = if answer.is_complete() { "" } else { ", perhaps not all" };
    let rows = winning
        .iter()
        .filter_map(|action| answer.after(action).map(|known| move_row(asked, action, &known)));
    html! {
        h2 {
            @match winning.len() {
                0 => "Every move loses",
                1 => { "One move wins" (perhaps) }
                n => { (grouped(n as u64)) " moves win" (perhaps) }
            }
        }
        p.soft { (sentence(&error.to_string())) " Here are the winning moves." }
        (table(asked, "The winning moves", rows, winning.len()))
    }
}

/// Links to the same question elsewhere.
fn elsewhere(asked: &Asked) -> Markup {
    let position = asked.position();
    let parameters = asked.parameters(&position);
    let mut words = vec!["amalgam", "solve"];
    if asked.is_plain && asked.game != DEFAULT_GAME {
        words.extend(["--game", &asked.game]);
    }
    words.extend((asked.question.play == Play::Misere).then_some("--misere"));
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
