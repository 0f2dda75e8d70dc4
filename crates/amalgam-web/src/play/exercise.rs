//! A position with a task on the board that games are played on.
//!
//! The address contains the page and the game with its moves so far, or the answer. A move of the learner
//! is a move of that game, and the solver judges it at once. The opponent replies only in a whole game.
//! [`Step::judge`] decides what is right.

use amalgam::learn::{Judged, Step, Task, Trouble, plain_rules};
use amalgam::session::{Session, SetupError};
use amalgam::solve::Want;
use amalgam::{Budget, Part, Solver};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::act::{self, Next};
use super::view::{Page, View};
use super::{board, chomp, pins};
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_box, script, ticked};
use crate::params::Params;
use crate::pool::Lane;
use crate::question::{self, Question};

/// A step as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Exercise {
    /// The title of the page.
    pub(crate) title: String,
    /// The line above: where you are, and a way back.
    pub(crate) above: Markup,
    /// The step.
    pub(crate) step: Step,
    /// Where it is shown.
    pub(crate) page: Page,
    /// The name under which the browser stores that it is done.
    pub(crate) key: String,
    /// What can follow: text and address of each link, the most likely first.
    pub(crate) next: Vec<(String, String)>,
}

/// Does what the address asks, then shows the page.
pub(crate) async fn show(app: &Shared, exercise: Exercise, params: Params) -> Response {
    let lane = match &exercise.step.position {
        Some(sum) => Question::new(sum.clone(), exercise.step.play, Want::Everything).lane(),
        None => Lane::Light,
    };
    let title = exercise.title.clone();
    match app.pool.run(lane, move |limits| answer(&exercise, &params, limits)).await {
        Ok(Shown::Elsewhere(address)) => Redirect::to(&address).into_response(),
        Ok(Shown::Here(status, body)) => (status, page(&title, Nav::Learn, body)).into_response(),
        Err(problem) => problem.respond(page(
            &title,
            Nav::Learn,
            html! { h1 { (title) } (problem_box(&problem)) },
        )),
    }
}

/// The result of a request.
enum Shown {
    Elsewhere(String),
    Here(StatusCode, Markup),
}

fn answer(exercise: &Exercise, params: &Params, limits: &Budget) -> Result<Shown, Problem> {
    let solver = Solver::within(limits);
    let step = &exercise.step;
    let Some(task) = step.task else {
        return Ok(Shown::Here(StatusCode::OK, whole(exercise, None, None, html! {})));
    };
    check(step)?;
    step.posed(&solver)?;
    if !task.is_a_move() {
        let given = params.text("answer");
        let judged = given.map(|given| step.judge(given, &solver).map_err(Problem::from));
        let (judged, problem) = match judged {
            None => (None, None),
            Some(Ok(judged)) => (Some(judged), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        let status = problem.as_ref().map_or(StatusCode::OK, |problem| problem.status);
        let body = html! { (heaps(step)) (form(exercise, task, given, problem.as_ref())) };
        return Ok(Shown::Here(status, whole(exercise, judged.as_ref(), None, body)));
    }
    let game = begun(step, params)?;
    let link = game.to_link();
    let view = View::of(game, link, params, exercise.page.clone())?;
    let (view, problem) = match act::act_on(view, params)? {
        Next::Go(address) => return Ok(Shown::Elsewhere(address)),
        Next::Reply(view) if task == Task::Play => {
            return act::reply(&view, limits).map(Shown::Elsewhere);
        }
        Next::Reply(view) => return Ok(Shown::Elsewhere(view.address())),
        Next::Show(view, problem) => (view, problem),
    };
    let judged = match (task, view.game.made().first()) {
        (_, None) => None,
        (Task::Play, _) if view.game.is_over() => Some(step.judge_game(&view.game)?),
        (Task::Play, _) => None,
        (_, Some(made)) => Some(step.judge_move(made, &solver)?),
    };
    let status = problem.as_ref().map_or(StatusCode::OK, |problem| problem.status);
    let table = html! {
        @if task == Task::Play { (board::status(&view)) (board::controls(&view)) }
        (board::table(&view, None, problem.as_ref()))
    };
    Ok(Shown::Here(status, whole(exercise, judged.as_ref(), Some(&view), table)))
}

/// Refuses a step whose position is too large. Tasks that look at every move need a position that can
/// be played by hand.
pub(crate) fn check(step: &Step) -> Result<(), Problem> {
    question::check_heaps(step.position.iter().flat_map(|sum| sum.parts()).map(Part::heaps))?;
    if step.task.is_some_and(|task| task.is_a_move() || task == Task::Grundy) {
        match step.game() {
            // A position without moves has a Grundy value too.
            Err(Trouble::Setup(SetupError::NoMove(_))) => {}
            game => _ = game?,
        }
    }
    Ok(())
}

/// The game of the address, if it belongs to this step; otherwise a new game.
fn begun(step: &Step, params: &Params) -> Result<Session, Problem> {
    let fresh = step.game()?;
    let told = params.text("link").map(Session::from_link);
    Ok(match told {
        Some(Ok(game)) if game.start() == fresh.start() && game.play() == fresh.play() => game,
        _ => fresh,
    })
}

fn whole(
    exercise: &Exercise,
    judged: Option<&Judged>,
    view: Option<&View>,
    table: Markup,
) -> Markup {
    let step = &exercise.step;
    let judged = judged.map(|of| Judged { why: question::readable(of.why.clone()), ..*of });
    let judged = judged.as_ref();
    let done = judged.is_some_and(|judged| judged.right) || step.task.is_none();
    html! {
        p #announce .unseen aria-live="polite" {}
        div #play .learn {
            (exercise.above)
            h1 { (step.title) }
            @for paragraph in &step.text { p { (ticked(paragraph)) } }
            @if step.groups { (groups(step)) }
            @if let (Some(task), Some(sum)) = (step.task, &step.position) {
                p.rules { (rules(sum)) (aim(step)) }
                p #question { strong { (task.question()) } }
                (table)
                @if let Some(judged) = judged { (verdict(exercise, judged)) }
                (hints(step))
            }
            // The script announces these to screen readers. A whole game says whose turn it is above the board.
            p.unseen {
                @if step.task != Some(Task::Play) { span #say { (said(judged)) } }
                @if let Some(view) = view { span #position-text { (view.game.sum()) } }
            }
            nav.steps aria-label="What follows" {
                @for (i, (words, address)) in exercise.next.iter().enumerate() {
                    a.button.primary[i == 0 && done] href=(address) { (words) }
                }
            }
            span #done hidden data-key=[done.then_some(&exercise.key)] {}
        }
        (script("play.js"))
        (script("learn.js"))
    }
}

fn said(judged: Option<&Judged>) -> String {
    match judged {
        Some(Judged { right: true, why }) => format!("Right. {}", why.join(" ")),
        Some(Judged { right: false, why }) => format!("Not yet. {}", why.join(" ")),
        None => "Your turn.".to_owned(),
    }
}

/// The rules in plain sentences, for each game of the sum.
fn rules(sum: &amalgam::Sum) -> Markup {
    html! {
        @for part in sum.parts() {
            @if sum.as_single().is_none() { b { (part.name()) } ": " }
            (plain(part)) " "
        }
    }
}

/// The rules of a game in a plain sentence.
pub(crate) fn plain(part: &amalgam::Part) -> String {
    part.as_heaps().map_or_else(|| part.in_words(), |part| plain_rules(&part.game))
}

fn aim(step: &Step) -> &'static str {
    match step.play {
        amalgam::Play::Normal => "Whoever makes the last move wins.",
        amalgam::Play::Misere => "Misère: whoever makes the last move loses.",
    }
}

/// Whether the answer is right, and why.
fn verdict(exercise: &Exercise, judged: &Judged) -> Markup {
    let (kind, words) = match judged.right {
        true => ("good", "✓ Right"),
        false => ("bad", "✗ Not yet"),
    };
    html! {
        section #judged .box.(kind) role="status" {
            p { span.badge.(kind) { (words) } }
            @for line in &judged.why { p { (ticked(line)) } }
            @if !judged.right {
                p { a.button data-play href=(exercise.page.address()) { "Try again" } }
            }
        }
    }
}

/// The hints, each hidden until it is clicked.
pub(crate) fn hints(step: &Step) -> Markup {
    html! {
        @for (i, hint) in step.hints.iter().enumerate() {
            details.hint { summary { "Hint" @if step.hints.len() > 1 { " " (i + 1) } } p { (ticked(hint)) } }
        }
    }
}

/// A question that is not answered by a move.
fn form(exercise: &Exercise, task: Task, given: Option<&str>, problem: Option<&Problem>) -> Markup {
    html! {
        @if let Some(problem) = problem { (problem_box(problem)) }
        form #answer-form .row action=(exercise.page.path) method="get" {
            @for (name, value) in &exercise.page.fixed {
                input type="hidden" name=(name) value=(value);
            }
            @if task == Task::Who {
                @for (letter, who) in [("P", "whoever has just moved wins"), ("N", "whoever is to move wins")] {
                    button name="answer" value=(letter) aria-pressed=[(given == Some(letter)).then_some("true")] {
                        b { (letter) } span.fine { (who) }
                    }
                }
            } @else {
                label.row { "Your answer"
                    input #given type="number" name="answer" min="0" required inputmode="numeric"
                        value=[given] autocomplete="off"; }
                button.primary type="submit" { "Check" }
            }
        }
    }
}

/// The heaps as a picture, without buttons.
pub(crate) fn heaps(step: &Step) -> Markup {
    let Some(sum) = &step.position else { return html! {} };
    let open = step.task == Some(Task::Complete);
    html! {
        div.board.still role="img" aria-label={ "The position " (sum) @if open { ", with one heap missing" } } {
            @for part in sum.parts() {
                @if pins::fits(part) {
                    div.pins { @for &row in part.heaps() { div.balls {
                        @for _ in 0..row { span.pin {} } span.number { (row) } } } }
                } @else if chomp::fits(part) {
                    div.squares { @for &row in part.heaps().iter().rev() { div.squares-row {
                        @for _ in 0..row { span.square {} } span.number { (row) } } } }
                } @else { div.heaps.small[part.heaps().iter().max().copied().unwrap_or(0) > 12] {
                    @for &heap in part.heaps() { (still(heap)) }
                    @if open { div.heap { div.stack {} span.head { span.number { "?" } } } }
                } }
            }
        }
    }
}

fn still(heap: u64) -> Markup {
    html! {
        div.heap {
            div.stack {
                @if heap <= board::TALLEST { @for _ in 0..heap { span.coin {} } }
                @else { (board::pile()) }
            }
            span.head { span.number { (heap) } }
        }
    }
}

/// Heaps laid out in groups of 1, 2, 4, … coins, a column for each size.
fn groups(step: &Step) -> Markup {
    let heaps = step.in_groups();
    let largest = heaps.iter().filter_map(|(_, groups)| groups.first()).max().copied().unwrap_or(1);
    let sizes: Vec<u64> =
        (0..64).rev().map(|bit| 1u64 << bit).filter(|&of| of <= largest).collect();
    html! {
        (crate::pages::wide("The heaps in groups", html! {
            table.groups {
                thead { tr { th scope="col" { "Heap" } @for size in &sizes { th scope="col" { (size) } } } }
                tbody {
                    @for (heap, has) in &heaps {
                        tr {
                            th.num scope="row" { (heap) }
                            @for size in &sizes {
                                td { @if has.contains(size) { (dots(*size)) } }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// A group of coins; a number if there are more than 8.
fn dots(coins: u64) -> Markup {
    html! {
        @if coins <= 8 {
            span.dots role="img" aria-label={ (coins) " coins" } { @for _ in 0..coins { "●" } }
        } @else { b { (coins) } }
    }
}
