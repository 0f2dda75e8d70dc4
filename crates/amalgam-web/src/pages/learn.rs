//! Learn: the lessons, single positions to try, and the mistakes of a game.

use amalgam::learn::{Lesson, Step, Task, lessons};
use amalgam::session::{Analysis, Session};
use amalgam::{Play, Solver, Sum};
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_page, script};
use crate::params::{Params, address};
use crate::play::exercise::{self, Exercise};
use crate::play::view::Page;
use crate::pool::Lane;
use crate::question;

/// `/learn` and everything below it but puzzles and worksheets.
pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/learn", get(index))
        .route("/learn/try", get(tried))
        .route("/learn/mistakes", get(mistakes))
        .route("/learn/{lesson}", get(lesson))
}

async fn index() -> Markup {
    let body = html! {
        h1 { "Learn" }
        p.lead { "Each step is a position and a question. You answer on the board." }
        ol.lessons {
            @for lesson in lessons() {
                li data-lesson=(lesson.name) data-steps=(lesson.steps.len()) {
                    a.card href=(step_address(lesson, 1)) {
                        h2 { (lesson.title) } p { (lesson.about) }
                        span.fine { (lesson.steps.len()) " steps" span.progress {} }
                    }
                }
            }
        }
        p.fine.sec { "Your progress is stored in this browser and nowhere else. Every answer is checked by the "
            "solver, and “Why?” shows its proof. " a href="/teach" { "For teachers" } }
        (script("learn.js"))
    };
    page("Learn", Nav::Learn, body)
}

fn step_address(lesson: &Lesson, step: usize) -> String {
    address(&format!("/learn/{}", lesson.name), &[("step", &step.to_string())])
}

/// `/learn/{lesson}?step=2`
async fn lesson(State(app): State<Shared>, Path(name): Path<String>, params: Params) -> Response {
    let missing = |message: String| problem_page(&Problem { message, ..Problem::not_found() });
    let found = lessons().iter().position(|lesson| lesson.name == name);
    let Some(index) = found else {
        return missing("there is no such lesson".to_owned());
    };
    let lesson = &lessons()[index];
    let last = lesson.steps.len();
    let at = match params.number("step", 1, u64::MAX) {
        Ok(at) if at as usize <= last => (at as usize).max(1),
        Ok(_) => return missing(format!("this lesson has {last} steps")),
        Err(problem) => return problem_page(&problem),
    };
    let next = match (at < last, lessons().get(index + 1)) {
        (true, _) => ("Next".to_owned(), step_address(lesson, at + 1)),
        (false, Some(after)) => (format!("Next: {}", after.title), step_address(after, 1)),
        (false, None) => ("Puzzles".to_owned(), "/puzzles".to_owned()),
    };
    let middle = html! {
        ol.steps aria-label="Steps" {
            @for step in 1..=last {
                li.past[step < at] data-step={ (name) "." (step) } { a href=(step_address(lesson, step))
                    aria-current=[(step == at).then_some("step")] aria-label={ "Step " (step) } {} }
            }
        }
    };
    let exercise = Exercise {
        title: format!("{} · Learn", lesson.title),
        nav: Nav::Learn,
        back: "/learn".to_owned(),
        middle,
        above: html! { (lesson.title) " · step " (at) " of " (last) },
        beside: html! {},
        step: lesson.steps[at - 1].clone(),
        page: Page { path: format!("/learn/{name}"), fixed: vec![("step", at.to_string())] },
        key: format!("{name}.{at}"),
        next,
    };
    exercise::show(&app, exercise, params).await
}

/// `/learn/mistakes?of=…&n=0`: the mistakes of a game as a series. The first address has the game in `link`.
async fn mistakes(State(app): State<Shared>, params: Params) -> Response {
    let Some(link) = params.text("of").map(str::to_owned) else {
        let link = params.text("link").unwrap_or("");
        return Redirect::to(&address("/learn/mistakes", &[("of", link)])).into_response();
    };
    let n = match params.number("n", 0, 100_000) {
        Ok(n) => n as usize,
        Err(problem) => return problem_page(&problem),
    };
    let given = link.clone();
    let found = app.pool.run(Lane::Heavy, move |limits| {
        let game = Session::from_link(&given)?;
        let analysis = Analysis::of(&game, &Solver::within(limits));
        let own = analysis.blunders.iter().filter(|of| game.players()[of.player].is_human());
        let own: Vec<usize> = own.map(|of| of.ply).collect();
        let before = own.get(n).and_then(|&ply| game.sums().nth(ply));
        Ok((own.len(), before, game.play()))
    });
    let (all, before, play): (usize, Option<Sum>, Play) = match found.await {
        Ok(found) => found,
        Err(problem) => return problem_page(&problem),
    };
    let Some(sum) = before else {
        let problem = Problem::not_found();
        let message = "there is no further mistake in this game".to_owned();
        return problem_page(&Problem { message, ..problem });
    };
    let of = |n: usize| address("/learn/mistakes", &[("of", &link), ("n", &n.to_string())]);
    let text = sum.to_string();
    let mut step = Step::asking("You could have won here", sum, play, Task::Win);
    step.text.push("In your game you could have won here. Find the move.".to_owned());
    let exercise = Exercise {
        title: "Mistakes · Learn".to_owned(),
        nav: Nav::Learn,
        back: address("/play", &[("link", &link)]),
        middle: html! { strong.at { "Learn from mistakes" } },
        above: html! { "Mistake " (n + 1) " of " (all) },
        beside: html! {},
        step,
        page: Page {
            path: "/learn/mistakes".to_owned(),
            fixed: vec![("of", link.clone()), ("n", n.to_string())],
        },
        key: format!("mistake.{text}"),
        next: match n + 1 < all {
            true => ("Next mistake".to_owned(), of(n + 1)),
            false => ("Play again".to_owned(), "/".to_owned()),
        },
    };
    exercise::show(&app, exercise, params).await
}

/// `/learn/try?position=…&task=win`: any position with a task.
async fn tried(State(app): State<Shared>, params: Params) -> Response {
    let wish = (|| {
        let sum = question::sum(&params, "position")?;
        let task: Task = params.text("task").unwrap_or("win").parse().map_err(Problem::from)?;
        Ok::<_, Problem>((sum, task, question::play(&params)))
    })();
    let (sum, task, play) = match wish {
        Ok(wish) => wish,
        Err(problem) => return problem_page(&problem),
    };
    let text = sum.to_string();
    let misere = if params.ticked("misere") { "on" } else { "" };
    let fixed = vec![
        ("position", text.clone()),
        ("task", task.name().to_owned()),
        ("misere", misere.to_owned()),
    ];
    let fixed = fixed.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let exercise = Exercise {
        title: "Try it · Learn".to_owned(),
        nav: Nav::Learn,
        back: "/learn".to_owned(),
        middle: html! { strong.at { "Try it" } },
        above: html! { "A position to try" },
        beside: html! {
            p.noprint { a.button.small href=(super::add_to_worksheet(&sum, play)) { "Add to worksheet" } }
        },
        step: Step::asking("A position to try", sum, play, task),
        page: Page { path: "/learn/try".to_owned(), fixed },
        key: "try".to_owned(),
        next: (
            "Open it in Solve".to_owned(),
            address("/solve", &[("position", &text), ("misere", misere)]),
        ),
    };
    exercise::show(&app, exercise, params).await
}
