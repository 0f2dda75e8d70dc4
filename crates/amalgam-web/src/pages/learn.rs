//! Learn: the lessons, puzzles, single positions to try, and worksheets.

use amalgam::Solver;
use amalgam::learn::puzzle::{self, Kind};
use amalgam::learn::{Lesson, Step, Task, lessons};
use amalgam::session::Random;
use axum::Router;
use axum::extract::rejection::StringRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::parts::fitting;
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_box, problem_page, script, ticked};
use crate::params::{Params, address};
use crate::play::exercise::{self, Exercise};
use crate::play::view::Page;
use crate::pool::Lane;
use crate::question;

/// `/learn` and everything below it.
pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/learn", get(index))
        .route("/learn/puzzle", get(puzzled))
        .route("/learn/try", get(tried))
        .route("/learn/worksheet", get(sheet_form).post(sheet))
        .route("/learn/{lesson}", get(lesson))
}

async fn index() -> Markup {
    let body = html! {
        h1 { "Learn" }
        p.lead { "Each step is a position with a task. You answer on the board. The solver checks your answer "
            "and says why it is right or wrong. Your progress is stored in this browser and nowhere else." }
        ol.lessons {
            @for lesson in lessons() {
                li data-lesson=(lesson.name) data-steps=(lesson.steps.len()) {
                    a.card href=(step_address(lesson, 1)) {
                        strong { (lesson.title) } span { (lesson.about) }
                        span.fine { (lesson.steps.len()) " steps" span.progress {} }
                    }
                }
            }
        }
        h2 #puzzles { "Puzzles" }
        p { "Each puzzle is made when you ask for it, and it is proved that it has what it promises." }
        ul.cards {
            @for kind in Kind::ALL {
                li { div.card {
                    strong { (kind.title()) }
                    p.row {
                        @for (level, name) in [("1", "Easy"), ("2", "Medium"), ("3", "Hard")] {
                            a.button.small href=(address("/learn/puzzle",
                                &[("kind", kind.name()), ("level", level)])) {
                                (name) span.unseen { ": " (kind.title()) } }
                        }
                    }
                } }
            }
        }
        h2 #teachers { "For teachers" }
        p { "A " a href="/learn/worksheet" { "worksheet" } " is a short text with positions and tasks. It "
            "becomes one page to print, with or without the answers." }
        (script("learn.js"))
    };
    page("Learn", Nav::Learn, body)
}

fn step_address(lesson: &Lesson, step: usize) -> String {
    address(&format!("/learn/{}", lesson.name), &[("step", &step.to_string())])
}

/// `/learn/{lesson}?step=2`
async fn lesson(State(app): State<Shared>, Path(name): Path<String>, params: Params) -> Response {
    let found = lessons().iter().position(|lesson| lesson.name == name);
    let Some(index) = found else {
        let problem =
            Problem { message: "there is no such lesson".to_owned(), ..Problem::not_found() };
        return problem_page(&problem);
    };
    let lesson = &lessons()[index];
    let last = lesson.steps.len();
    let at = match params.number("step", 1, last as u64) {
        Ok(at) => (at as usize).max(1),
        Err(problem) => return problem_page(&problem),
    };
    let mut next = Vec::new();
    match (at < last, lessons().get(index + 1)) {
        (true, _) => next.push(("Next step".to_owned(), step_address(lesson, at + 1))),
        (false, Some(after)) => {
            next.push((format!("Next: {}", after.title), step_address(after, 1)))
        }
        (false, None) => next.push(("Puzzles".to_owned(), "/learn#puzzles".to_owned())),
    }
    if at > 1 {
        next.push(("Previous step".to_owned(), step_address(lesson, at - 1)));
    }
    next.push(("All lessons".to_owned(), "/learn".to_owned()));
    let above = html! {
        p.where { a href="/learn" { "Learn" } " · " (lesson.title) " · step " (at) " of " (last) }
    };
    let exercise = Exercise {
        title: format!("{} · Learn", lesson.title),
        above,
        step: lesson.steps[at - 1].clone(),
        page: Page { path: format!("/learn/{name}"), fixed: vec![("step", at.to_string())] },
        key: format!("{name}.{at}"),
        next,
    };
    exercise::show(&app, exercise, params).await
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
    let level_text = level.to_string();
    let with = |seed: u64| {
        let seed = seed.to_string();
        address("/learn/puzzle", &[("kind", kind.name()), ("level", &level_text), ("seed", &seed)])
    };
    if params.text("seed").is_none() {
        return Redirect::to(&with(crate::play::any_seed())).into_response();
    }
    let made = app
        .pool
        .run(Lane::Heavy, move |limits| {
            Ok(puzzle::make(kind, level, seed, &Solver::within(limits))?)
        })
        .await;
    let puzzle = match made {
        Ok(puzzle) => puzzle,
        Err(problem) => return problem_page(&problem),
    };
    let another = with(Random::new(seed).next() % 1_000_000);
    let above = html! {
        p.where { a href="/learn" { "Learn" } " · puzzle, level " (level) " · " (puzzle.how_hard()) }
    };
    let fixed = vec![
        ("kind", kind.name().to_owned()),
        ("level", level.to_string()),
        ("seed", seed.to_string()),
    ];
    let exercise = Exercise {
        title: "Puzzle · Learn".to_owned(),
        above,
        step: puzzle.step,
        page: Page { path: "/learn/puzzle".to_owned(), fixed },
        key: format!("puzzle.{}.{level}", kind.name()),
        next: vec![
            ("Another one".to_owned(), another),
            ("All lessons and puzzles".to_owned(), "/learn".to_owned()),
        ],
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
        above: html! { p.where { a href="/learn" { "Learn" } " · a position to try again" } },
        step: Step::asking(&text, sum, play, task),
        page: Page { path: "/learn/try".to_owned(), fixed },
        key: "try".to_owned(),
        next: vec![
            (
                "Open it in Solve".to_owned(),
                address("/solve", &[("position", &text), ("misere", misere)]),
            ),
            ("All lessons and puzzles".to_owned(), "/learn".to_owned()),
        ],
    };
    exercise::show(&app, exercise, params).await
}

/// How many right answers of a step are printed.
const MOST_ANSWERS: usize = 40;

const EXAMPLE: &str = "amalgam worksheet\ntitle: Heaps that merge\nabout: Name and date:\n\n\
# Two heaps\nWhich move wins?\nposition: nim[3,5]\ntask: only\nhint: Make them alike.\n\n\
# The missing heap\nposition: amalgamation[1,2]\ntask: complete\n";

async fn sheet_form() -> Markup {
    page("Worksheet · Learn", Nav::Learn, sheet_page(EXAMPLE, false, None))
}

fn sheet_page(text: &str, answers: bool, problem: Option<&Problem>) -> Markup {
    html! {
        h1 { "Worksheet" }
        p { "Write positions and tasks. The tasks are "
            @for (i, task) in Task::ALL.iter().enumerate() { @if i > 0 { ", " } code { (task.name()) } } ". "
            "Every task is checked first: one without a right answer is refused." }
        @if let Some(problem) = problem { (problem_box(problem)) }
        form.sheet action="/learn/worksheet" method="post" {
            label.field { "The worksheet"
                textarea name="text" rows="16" spellcheck="false" { (text) } }
            label.tick { input type="checkbox" name="answers" value="on" checked[answers]; "With the answers" }
            p { button.primary type="submit" { "Make the page" } }
        }
    }
}

/// `/learn/worksheet`: the text as one page.
async fn sheet(State(app): State<Shared>, body: Result<String, StringRejection>) -> Response {
    let params = Params::read(&body.unwrap_or_default());
    let text = params.text("text").unwrap_or("").replace("\r\n", "\n");
    let answers = params.ticked("answers");
    let given = text.clone();
    let made = app.pool.run(Lane::Heavy, move |limits| {
        let lesson = Lesson::read(&given)?;
        let solver = Solver::within(limits);
        let mut found = Vec::new();
        for step in &lesson.steps {
            exercise::check(step)?;
            step.posed(&solver)?;
            found.push(step.answers(&solver)?);
        }
        printed(&lesson, answers.then_some(&found))
    });
    match made.await {
        Ok(body) => page("Worksheet", Nav::Learn, body).into_response(),
        Err(problem) => {
            let form = sheet_page(&text, answers, Some(&problem));
            problem.respond(page("Worksheet · Learn", Nav::Learn, form))
        }
    }
}

fn printed(lesson: &Lesson, answers: Option<&Vec<Vec<String>>>) -> Result<Markup, Problem> {
    let steps = lesson.steps.iter().enumerate();
    let steps = fitting(steps.map(|(i, step)| printed_step(i, step, answers.map(|all| &all[i]))));
    if steps.len() < lesson.steps.len() {
        let message = format!("step {} and those after it do not fit on the page", steps.len() + 1);
        return Err(Problem::limit(message).suggest("make two worksheets, or use fewer heaps"));
    }
    Ok(html! {
        article.worksheet {
            h1 { (lesson.title) }
            @if !lesson.about.is_empty() { p.lead { (lesson.about) } }
            @for step in &steps { (step) }
        }
    })
}

fn printed_step(index: usize, step: &Step, answers: Option<&Vec<String>>) -> Markup {
    html! {
        section {
            h2 { (index + 1) ". " (step.title) }
            @for paragraph in &step.text { p { (ticked(paragraph)) } }
            @if let (Some(task), Some(sum)) = (step.task, &step.position) {
                p.rules { @for part in sum.parts() { (exercise::plain(part)) " " } }
                p { strong { (task.question()) } }
            }
            (exercise::heaps(step))
            (exercise::hints(step))
            @match answers {
                Some(answers) if !answers.is_empty() => p.answer {
                    b { "Answer: " } (answers[..answers.len().min(MOST_ANSWERS)].join("; "))
                    @if answers.len() > MOST_ANSWERS { "; the first " (MOST_ANSWERS) " of " (answers.len()) }
                },
                Some(_) => {},
                None if step.task.is_some() => p.line { "Answer:" },
                None => {},
            }
        }
    }
}
