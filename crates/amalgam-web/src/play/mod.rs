//! Play: a game against an opponent of chosen strength, or against another person.
//!
//! The whole state of a game is in its address: `link` is the game as
//! [`Session::to_link`](amalgam::session::Session::to_link) writes it, including undone moves; `at` is the
//! number of moves made; `hint` is the level of help; `pick` is what has been chosen so far. So every
//! address can be shared and reloads to the same state, and Back goes back.
//!
//! Actions are parameters of the same address: `move` makes a move in words, `pick` chooses heaps and
//! coins, `reply` asks the opponent to move. The answer is a redirect to the address of the new state, or
//! the page with a problem. Every button on the board is the submit button of one plain form, so the board
//! works without scripts; `play.js` adds arrow keys, dragging, a look before the leap for fingers, and a pause
//! before the opponent's move.

pub(crate) mod exercise;

mod act;
mod bar;
mod begin;
pub(crate) mod board;
mod chomp;
mod hints;
mod options;
mod pins;
mod setup;
mod share;
mod strip;
pub(crate) mod view;
pub(crate) mod who;

use std::time::{SystemTime, UNIX_EPOCH};

use amalgam::session::{Analysis, Evaluation, HintLevel, Player, Setup, Start};
use amalgam::solve::Want;
use amalgam::{Play, Solver, Sum};
use axum::Router;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};

use self::act::Next;
use self::begin::{Wish, Wrong};
use self::view::View;
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_box, script, stage};
use crate::params::Params;
use crate::pool::Lane;
use crate::question::Question;

/// The routes of the page.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/play", get(show)).route("/play/import", post(import))
}

/// `/play`: the game of the address, or the form that begins one.
async fn show(State(app): State<Shared>, headers: HeaderMap, params: Params) -> Response {
    if params.text("link").is_some() {
        return match play(&app, params, host(&headers)).await {
            Ok(response) => response,
            Err(problem) => wrap(&problem),
        };
    }
    let wish = Wish::read(&params);
    if !params.ticked("begin") {
        return page("Play", Nav::Play, setup::form(&wish, None, "")).into_response();
    }
    let seed = params.text("seed").and_then(|seed| seed.parse().ok()).unwrap_or_else(any_seed);
    let asked = wish.clone();
    // Finding a start of the wanted kind, and solving it for the opponent, may take long.
    let begun = app.pool.run(Lane::Heavy, move |limits| Ok(asked.begin(seed, limits))).await;
    match begun {
        Ok(Ok(link)) => Redirect::to(&link).into_response(),
        Ok(Err(wrong)) => again(&wish, &wrong, ""),
        Err(problem) => again(&wish, &Wrong::new("", problem), ""),
    }
}

/// `/play/import`: a game as text, or its link.
async fn import(State(app): State<Shared>, body: Result<String, StringRejection>) -> Response {
    let Ok(body) = body else {
        let problem = Problem::input("the text must be in UTF-8");
        return again(&Wish::default(), &Wrong::new("text", problem), "");
    };
    let text = Params::read(&body).text("text").unwrap_or("").to_owned();
    let given = text.clone();
    let lane = if given.len() > LONG_LINK { Lane::Heavy } else { Lane::Light };
    match app.pool.run(lane, move |_| view::import(&given)).await {
        Ok(link) => Redirect::to(&link).into_response(),
        Err(problem) => {
            let wrong = Wrong::new("text", problem);
            again(&Wish::default(), &wrong, &text)
        }
    }
}

/// The form with the problem next to its field.
fn again(wish: &Wish, wrong: &Wrong, text: &str) -> Response {
    wrong.problem.respond(page("Play", Nav::Play, setup::form(wish, Some(wrong), text)))
}

/// Reading a longer link may take a while: all its moves are checked.
const LONG_LINK: usize = 1_500;

/// Does what is asked, then shows the game.
async fn play(app: &Shared, params: Params, host: String) -> Result<Response, Problem> {
    let long = params.text("link").is_some_and(|link| link.len() > LONG_LINK);
    let lane = if long { Lane::Heavy } else { Lane::Light };
    let (view, problem) = match app.pool.run(lane, move |_| act::act(&params)).await? {
        Next::Go(address) => return Ok(Redirect::to(&address).into_response()),
        Next::Show(view, problem) => (view, problem),
        Next::Reply(view) => {
            let lane = question(&view).lane();
            let asked = view.clone();
            match app.pool.run(lane, move |limits| act::reply(&asked, limits)).await {
                Ok(address) => return Ok(Redirect::to(&address).into_response()),
                Err(problem) => (view, Some(problem)),
            }
        }
    };
    let lane = lane_for(&view);
    let shown = app.pool.run(lane, move |limits| {
        let insight = Insight::of(&view, limits);
        let status = match (&problem, &insight) {
            (Some(problem), _) | (None, Insight::Unknown(problem)) => problem.status,
            _ => StatusCode::OK,
        };
        Ok((status, whole(&view, &insight, problem.as_ref(), &host)))
    });
    shown.await.map(IntoResponse::into_response)
}

/// What the solver finds out for a page.
enum Insight {
    /// Nothing was asked for.
    None,
    /// The values of the position and its moves, reasons if heaps merge, and who was winning so far.
    Position(Box<Evaluation>, Vec<String>, Analysis),
    /// The game is over: who was winning when.
    Game(Analysis),
    /// It was asked for and not found.
    Unknown(Problem),
}

impl Insight {
    fn of(view: &View, limits: &amalgam::Budget) -> Insight {
        if view.game.is_over() {
            return Insight::Game(Analysis::of(&view.game, &Solver::within(limits)));
        }
        if view.hint == HintLevel::Nothing {
            return Insight::None;
        }
        match view.game.evaluate(&Solver::within(limits)) {
            Ok(evaluation) => {
                let so_far = Analysis::of(&view.game, &Solver::within(limits));
                let why = match view.hint >= HintLevel::Moves {
                    true => question(view).why(limits),
                    false => Vec::new(),
                };
                Insight::Position(Box::new(evaluation), why, so_far)
            }
            Err(error) => Insight::Unknown(error.into()),
        }
    }

    fn evaluation(&self) -> Option<&Evaluation> {
        match self {
            Insight::Position(evaluation, ..) => Some(evaluation),
            _ => None,
        }
    }
}

/// At most about this many positions are valued in the light lane.
const LIGHT: u128 = 20_000;

/// The lane for a page. With help, and after the end, all positions of the game are solved.
fn lane_for(view: &View) -> Lane {
    if !view.game.is_over() && view.hint == HintLevel::Nothing {
        return Lane::Light;
    }
    let heaps = view.game.start().parts().iter().flat_map(|part| part.heaps());
    let below = heaps.fold(1u128, |below, &heap| below.saturating_mul(u128::from(heap) + 1));
    let below = below.saturating_mul(1 + view.game.made().len() as u128);
    if below <= LIGHT { Lane::Light } else { Lane::Heavy }
}

/// What is asked of the solver: all that can be found out about the position.
fn question(view: &View) -> Question {
    Question::new(view.game.sum().clone(), view.game.play(), Want::Everything)
}

/// The page of a game.
fn whole(view: &View, insight: &Insight, problem: Option<&Problem>, host: &str) -> Markup {
    let title = format!("{} · Play", view.title());
    let analysis = match insight {
        Insight::Game(analysis) | Insight::Position(_, _, analysis) => Some(analysis),
        _ => None,
    };
    let over = if view.game.is_over() {
        bar::party(view)
    } else {
        html! {}
    };
    let body = html! {
        // Outside of the part that is replaced, or screen readers would not announce it.
        p #announce .unseen aria-live="polite" {}
        div #play .play {
            h1.unseen { (view.title()) }
            div.left {
                (bar::who(view))
                (board::board(view, insight.evaluation(), over))
                (bar::bar(view, analysis, problem))
            }
            div.side {
                @if view.game.is_over() { @if let Some(analysis) = analysis { (strip::chart(view, analysis)) } }
                (hints::panel(view, insight))
                @if let (Some(analysis), false) = (analysis, view.game.is_over()) {
                    section #live .box { (strip::strip(view, analysis, html! {})) }
                }
                (share::moves(view))
                @if !view.game.is_over() { (bar::typed(view, problem)) }
                (share::share(view, host))
                (bar::keys())
            }
        }
        (script("play.js"))
    };
    let middle = html! { strong.at { (view.title()) br; small.fine { (view.aim()) } } };
    stage(&title, Nav::Play, "/", middle, body)
}

/// A game that cannot be read at all.
fn wrap(problem: &Problem) -> Response {
    let body = html! {
        h1 { "Play" }
        (problem_box(problem))
        p { a.button.primary href="/play" { "Start another game" } }
    };
    problem.respond(page("Play", Nav::Play, body))
}

/// The name of this server in the request; the guard has checked it.
fn host(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.unwrap_or("127.0.0.1").to_owned()
}

/// A game that can be played at once, on the front page: its board and the bar below it. The first move leads
/// to the page of the game.
pub(crate) fn at_once(opponent: Player, seed: u64) -> Result<Markup, Problem> {
    let start = Start::Given(Sum::parse("[3,4,5]", &"amalgamation".parse()?)?);
    let players = [Player::Human, opponent];
    let setup = Setup { start, play: Play::Normal, players, seed };
    let game = setup.begin(&Solver::new()).map_err(|error| Problem::of(&error))?;
    let view = View::new(game, HintLevel::Nothing);
    Ok(html! {
        (board::board(&view, None, html! {}))
        div.bar {
            (who::face(Player::Human))
            p.say { b { "You start" } " " span.soft { (bar::advice(&view)) } }
        }
    })
}

/// A seed from the clock. The game keeps its seed.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    amalgam::session::Random::new(now.as_nanos() as u64).next() % 1_000_000
}
