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
use super::board;
use super::view::{Page, View, aim};
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_box, script, stage, ticked};
use crate::params::Params;
use crate::pool::Lane;
use crate::question::{self, Question};
use crate::titles::title;

/// A step as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Exercise {
    /// The title of the page.
    pub(crate) title: String,
    /// Which tab it belongs to.
    pub(crate) nav: Nav,
    /// Where the arrow leads.
    pub(crate) back: String,
    /// What stands in the top bar.
    pub(crate) middle: Markup,
    /// The line above the question: where you are.
    pub(crate) above: Markup,
    /// What stands beside the board, below the verdict.
    pub(crate) beside: Markup,
    /// The step.
    pub(crate) step: Step,
    /// Where it is shown.
    pub(crate) page: Page,
    /// The name under which the browser stores that it is done.
    pub(crate) key: String,
    /// What follows: text and address.
    pub(crate) next: (String, String),
}

/// Does what the address asks, then shows the page.
pub(crate) async fn show(app: &Shared, exercise: Exercise, params: Params) -> Response {
    let lane = match &exercise.step.position {
        Some(sum) => Question::new(sum.clone(), exercise.step.play, Want::Everything).lane(),
        None => Lane::Light,
    };
    let Exercise { title, nav, back, middle, .. } = exercise.clone();
    match app.pool.run(lane, move |limits| answer(&exercise, &params, limits)).await {
        Ok(Shown::Elsewhere(address)) => Redirect::to(&address).into_response(),
        Ok(Shown::Here(status, body)) => {
            (status, stage(&title, nav, &back, middle, body)).into_response()
        }
        Err(problem) => {
            problem.respond(page(&title, nav, html! { h1 { (title) } (problem_box(&problem)) }))
        }
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
        return Ok(Shown::Here(StatusCode::OK, whole(exercise, &Seen::default(), html! {})));
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
        let seen = Seen { judged: judged.as_ref(), given, problem: problem.as_ref(), view: None };
        return Ok(Shown::Here(status, whole(exercise, &seen, heaps(step))));
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
    let table = board::board(&view, None, html! {});
    let seen =
        Seen { judged: judged.as_ref(), given: None, problem: problem.as_ref(), view: Some(&view) };
    Ok(Shown::Here(status, whole(exercise, &seen, table)))
}

/// What has happened so far.
#[derive(Default)]
struct Seen<'a> {
    judged: Option<&'a Judged>,
    given: Option<&'a str>,
    problem: Option<&'a Problem>,
    view: Option<&'a View>,
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

/// Question, board and bar fill the screen; the rest of the text is beside the board or below it.
fn whole(exercise: &Exercise, seen: &Seen<'_>, table: Markup) -> Markup {
    let step = &exercise.step;
    let judged =
        seen.judged.map(|of| Judged { why: question::readable(of.why.clone()), ..of.clone() });
    let judged = judged.as_ref();
    let done = judged.is_some_and(|judged| judged.right) || step.task.is_none();
    let missed = judged.is_some_and(|judged| !judged.right);
    let more = step.text.len() > 1 || step.position.is_some();
    html! {
        p #announce .unseen aria-live="polite" {}
        div #play .play.lesson {
            div.left {
                div.ask {
                    p.where { (exercise.above) @if let Some(sum) = &step.position { " · " (aim(sum, step.play)) } }
                    @if let Some(first) = step.text.first() { p { (ticked(first)) } }
                    @if step.groups { (groups(step)) }
                    h1 #question { (step.question().unwrap_or(&step.title)) }
                }
                (table)
                (bar(exercise, seen, judged))
            }
            div.side {
                @if more { section.box.read {
                    h2 { (step.title) }
                    @for paragraph in step.text.iter().skip(1) { p { (ticked(paragraph)) } }
                    @if let Some(sum) = &step.position { p.soft { (rules(sum)) } }
                } }
                (exercise.beside)
                @if let Some(view) = seen.view.filter(|_| judged.is_none()) { (super::bar::typed(view, seen.problem)) }
            }
            // The script announces these to screen readers.
            p.unseen {
                @if judged.is_some() { span #say { (said(judged)) } }
                @if let Some(view) = seen.view { span #position-text { (view.game.sum()) } }
            }
            span #done hidden data-key=[done.then_some(&exercise.key)]
                data-missed=[missed.then_some(&exercise.key)] data-here=(exercise.page.address()) {}
        }
        (script("play.js"))
        (script("learn.js"))
    }
}

/// The verdict without marks of typing.
fn said(judged: Option<&Judged>) -> String {
    let Some(judged) = judged else { return String::new() };
    let word = if judged.right { "Right." } else { "Not yet." };
    format!("{word} {}", judged.short)
}

/// What can be answered, or what the answer was worth. It is where the thumb is.
fn bar(exercise: &Exercise, seen: &Seen<'_>, judged: Option<&Judged>) -> Markup {
    let step = &exercise.step;
    let (next, address) = &exercise.next;
    if let Some(judged) = judged {
        let lost = seen.view.filter(|view| !judged.right && view.game.is_over());
        return html! {
            section #judged .bar.win[judged.right].lose[!judged.right] aria-label="The verdict" {
                p.say { b { @if judged.right { "✓ Right" } @else { "✗ Not yet" } } span { (judged.short) } }
                div.row {
                    @if !judged.why.is_empty() {
                        details.why.noprint { summary { "Why?" } div.body {
                            @for line in &judged.why { p { (ticked(line)) } } } }
                    }
                    @if let Some(view) = lost {
                        a.button href=(super::strip::series(view)) { "Find the mistake" }
                    }
                    @if judged.right { a.button.primary #next href=(address) { (next) } }
                    @else { a.button.primary #again data-play href=(exercise.page.address()) { "Try again" } }
                }
            }
        };
    }
    let Some(task) = step.task else {
        return html! {
            section.bar { p.say { b { (step.title) } }
                div.row { a.button.primary #next href=(address) { (next) } } }
        };
    };
    if let Some(view) = seen
        .view
        .filter(|view| task == Task::Play || !view.pick.is_empty() || seen.problem.is_some())
    {
        return super::bar::bar(view, None, seen.problem);
    }
    html! {
        section #status .bar aria-label="Your answer" {
            @if let Some(problem) = seen.problem { (problem_box(problem)) }
            @match (seen.view, task) {
                (Some(view), _) => {
                    (super::who::face(amalgam::session::Player::Human))
                    p.say #say { b { "Look, then leap" } " " span.soft { (super::bar::advice(view)) } }
                }
                (None, Task::Who) => (choices(exercise, step.letters(), seen.given)),
                (None, _) => (number(exercise, seen.given)),
            }
            div.row.noprint {
                (hints(step))
                span.push {}
                a.button.small href=(address) { "Skip" }
            }
        }
    }
}

/// Who wins: the one who moves next, or the other. With letters once they are known.
fn choices(exercise: &Exercise, letters: bool, given: Option<&str>) -> Markup {
    let answers = [("N", "Whoever moves next wins"), ("P", "The other player wins")];
    html! {
        form #answer-form .choices2 action=(exercise.page.path) method="get" {
            @for (name, value) in &exercise.page.fixed {
                input type="hidden" name=(name) value=(value);
            }
            @for (letter, words) in answers {
                button name="answer" value=(letter) aria-pressed=[(given == Some(letter)).then_some("true")] {
                    @if letters { b { (letter) } } span { (words) }
                }
            }
        }
    }
}

fn number(exercise: &Exercise, given: Option<&str>) -> Markup {
    html! {
        form #answer-form .row action=(exercise.page.path) method="get" {
            @for (name, value) in &exercise.page.fixed {
                input type="hidden" name=(name) value=(value);
            }
            label { span { "Your answer" }
                input #given type="number" name="answer" min="0" required inputmode="numeric"
                    value=[given] autocomplete="off"; }
            button.primary type="submit" { "Check" }
        }
    }
}

/// The rules in plain sentences, for each game of the sum.
fn rules(sum: &amalgam::Sum) -> Markup {
    html! {
        @for part in sum.parts() {
            @if sum.as_single().is_none() { b { (title(part.name())) } ": " }
            (plain(part)) " "
        }
    }
}

/// The rules of a game in a plain sentence.
pub(crate) fn plain(part: &amalgam::Part) -> String {
    part.as_heaps().map_or_else(|| part.in_words(), |part| plain_rules(&part.game))
}

/// The hints, each hidden until it is clicked.
fn hints(step: &Step) -> Markup {
    html! {
        @for (i, hint) in step.hints.iter().enumerate() {
            details.why { summary { "Hint" @if step.hints.len() > 1 { " " (i + 1) } }
                div.body { p { (ticked(hint)) } } }
        }
    }
}

/// The heaps as a picture, without buttons.
pub(crate) fn heaps(step: &Step) -> Markup {
    let Some(sum) = &step.position else { return html! {} };
    let open = step.task == Some(Task::Complete);
    let missing = if open { ", with one heap missing" } else { "" };
    board::still(sum, open, &format!("The position {sum}{missing}"))
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
                                td { @if has.contains(size) { (dots(*size, largest)) } }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// A group of coins; a number if some group has more than 8.
fn dots(coins: u64, largest: u64) -> Markup {
    html! {
        @if largest <= 8 {
            span.dots role="img" aria-label={ (coins) " coins" } { @for _ in 0..coins { "●" } }
        } @else { b { (coins) } }
    }
}
