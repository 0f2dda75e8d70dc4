//! Puzzles: one for each day, and as many others as people want. What was solved and what was missed is stored in
//! the browser, by `learn.js`.

use std::time::{SystemTime, UNIX_EPOCH};

use amalgam::Solver;
use amalgam::learn::puzzle::{self, Kind};
use amalgam::session::Random;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, problem_page};
use crate::params::{Params, address};
use crate::play::exercise::{self, Exercise};
use crate::play::view::Page;
use crate::pool::Lane;

/// `/puzzles` is the one of today.
pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/puzzles", get(daily)).route("/learn/puzzle", get(puzzled))
}

const LEVELS: [(u8, &str); 3] = [(1, "Easy"), (2, "Medium"), (3, "Hard")];

/// The days since 1970, by the clock of the world.
fn today() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() / 86_400
}

/// `Wed` and `18 November` of a day since 1970.
fn date(day: u64) -> (&'static str, String) {
    const WEEK: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [(&str, u64); 12] = [
        ("January", 31),
        ("February", 28),
        ("March", 31),
        ("April", 30),
        ("May", 31),
        ("June", 30),
        ("July", 31),
        ("August", 31),
        ("September", 30),
        ("October", 31),
        ("November", 30),
        ("December", 31),
    ];
    let leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    // The calendar repeats after 400 years.
    let (mut year, mut left) = (1970, day % 146_097);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut name = "";
    for (month, days) in MONTHS {
        let days = days + u64::from(month == "February" && leap(year));
        name = month;
        if left < days {
            break;
        }
        left -= days;
    }
    (WEEK[(day % 7) as usize], format!("{} {name}", left + 1))
}

/// `/puzzles?day=20775`: the puzzle of a day, today's by default.
async fn daily(State(app): State<Shared>, params: Params) -> Response {
    // A day of the future would spoil it.
    let day = match params.number("day", today(), today()) {
        Ok(day) => day,
        Err(problem) => return problem_page(&problem),
    };
    let (kind, level, seed) = puzzle::of_day(day);
    let (weekday, date) = date(day);
    let place = Shown {
        title: "Puzzle of the day".to_owned(),
        above: html! { (weekday) " " (date) },
        page: Page { path: "/puzzles".to_owned(), fixed: vec![("day", day.to_string())] },
        key: format!("day.{day}"),
        next: one(kind, level, None),
        day,
    };
    show(&app, kind, level, seed, place, params).await
}

/// `/learn/puzzle?kind=only&level=2&seed=7`
async fn puzzled(State(app): State<Shared>, params: Params) -> Response {
    let wish = (|| {
        let kind = params.one_of("kind", &Kind::ALL.map(Kind::name))?;
        let level = params.number("level", 1, 3)?.max(1) as u8;
        let kind: Kind = kind.parse().map_err(Problem::from)?;
        Ok::<_, Problem>((kind, level, params.number("seed", u64::MAX, u64::MAX)?))
    })();
    let (kind, level, seed) = match wish {
        Ok(wish) => wish,
        Err(problem) => return problem_page(&problem),
    };
    if params.text("seed").is_none() {
        return Redirect::to(&one(kind, level, Some(crate::play::any_seed()))).into_response();
    }
    let next = one(kind, level, Some(Random::new(seed).next() % 1_000_000));
    let fixed = vec![
        ("kind", kind.name().to_owned()),
        ("level", level.to_string()),
        ("seed", seed.to_string()),
    ];
    let place = Shown {
        title: kind.title().to_owned(),
        above: html! { (LEVELS[usize::from(level) - 1].1) },
        page: Page { path: "/learn/puzzle".to_owned(), fixed },
        key: format!("puzzle.{}.{level}.{seed}", kind.name()),
        next,
        day: today(),
    };
    show(&app, kind, level, seed, place, params).await
}

fn one(kind: Kind, level: u8, seed: Option<u64>) -> String {
    let (level, seed) = (level.to_string(), seed.map_or(String::new(), |seed| seed.to_string()));
    address("/learn/puzzle", &[("kind", kind.name()), ("level", &level), ("seed", &seed)])
}

/// Where a puzzle stands.
struct Shown {
    title: String,
    above: Markup,
    page: Page,
    key: String,
    next: String,
    day: u64,
}

async fn show(
    app: &Shared,
    kind: Kind,
    level: u8,
    seed: u64,
    place: Shown,
    params: Params,
) -> Response {
    let make = move |limits: &_| Ok(puzzle::make(kind, level, seed, &Solver::within(limits))?);
    let puzzle = match app.pool.run(Lane::Heavy, make).await {
        Ok(puzzle) => puzzle,
        Err(problem) => return problem_page(&problem),
    };
    let sum = puzzle.step.position.clone();
    let game = sum.as_ref().and_then(|sum| sum.as_single());
    let game = game.map_or(String::new(), |part| crate::titles::title(part.name()));
    let exercise = Exercise {
        title: format!("{} · Puzzles", place.title),
        nav: Nav::Puzzles,
        back: "/".to_owned(),
        middle: html! { strong.at { (place.title) } },
        above: html! { (place.above) " · " (game) " · " (puzzle.how_hard()) },
        beside: html! {
            (week(place.day))
            (more(kind, level))
            @if let Some(sum) = &sum {
                p.noprint { a.button.small href=(super::add_to_worksheet(sum, puzzle.step.play)) { "Add to worksheet" } }
            }
        },
        step: puzzle.step,
        page: place.page,
        key: place.key,
        next: ("Next puzzle".to_owned(), place.next),
    };
    exercise::show(app, exercise, params).await
}

/// The last seven days, today last. The script marks those that were solved.
fn week(day: u64) -> Markup {
    let today = today();
    html! {
        section.box.noprint.scripted #streak data-today=(today) {
            h2 { "Puzzle of the day" }
            ol.week {
                @for of in today.saturating_sub(6)..=today {
                    li data-day=(of) aria-current=[(of == today).then_some("date")] {
                        @let (weekday, date) = date(of);
                        a.dot href=(address("/puzzles", &[("day", &of.to_string())])) aria-label={ (weekday) " " (date) }
                            data-open[of == day] { @if of == today { "?" } }
                        span aria-hidden="true" { (weekday) }
                    }
                }
            }
            p.soft #streak-says { "Solve one each day." }
        }
    }
}

/// All kinds at each level; the script leads to the level that suits.
fn more(now: Kind, level: u8) -> Markup {
    html! {
        section.box.noprint #more {
            h2 { "More puzzles" }
            nav.seg aria-label="Level" {
                @for (of, name) in LEVELS {
                    a href=(one(now, of, None)) aria-current=[(of == level).then_some("true")] { (name) }
                }
            }
            ul.plain-list {
                @for kind in Kind::ALL {
                    li { a href=(one(kind, level, None)) data-kind=(kind.name()) { (kind.title()) }
                        span.fine data-count=(kind.name()) {} }
                }
            }
        }
        section.box.noprint #missed hidden {
            p.row { span { b #missed-count {} " " span.soft { "puzzles you missed" } } span.push {}
                a.button.small #missed-link href="/puzzles" { "Try them" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_names() {
        assert_eq!(date(0), ("Thu", "1 January".to_owned()));
        assert_eq!(date(59), ("Sun", "1 March".to_owned()));
        assert_eq!(date(11_016), ("Tue", "29 February".to_owned()));
        assert_eq!(date(20_775), ("Wed", "18 November".to_owned()));
    }
}
