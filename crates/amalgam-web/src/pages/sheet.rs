//! Worksheets: a form that builds them, the sheet with its address, its tasks on the board, and the key.
//!
//! The address of a sheet says all: `title`, `game`, `misere`, and for each task `heaps` and `task`. So a sheet can
//! be kept, changed and sent around, and the server stores nothing.

use amalgam::games::{AnyGame, NAMED};
use amalgam::learn::{Lesson, Step, Task, glossary, plain_rules};
use amalgam::{Budget, Part, Play, Solver, Sum};
use axum::Router;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::drawn::outlines;
use super::parts::fitting;
use crate::Problem;
use crate::app::Shared;
use crate::layout::{Nav, page, problem_box, problem_page, script, sentence, ticked};
use crate::params::{Params, address};
use crate::play::exercise::{self, Exercise};
use crate::play::view::Page;
use crate::pool::Lane;
use crate::titles::title;

/// The builder, the sheet, its tasks and its key.
pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/learn/worksheet", get(builder).post(typed))
        .route("/sheet", get(sheet))
        .route("/sheet/key", get(key))
        .route("/sheet/task", get(task))
}

/// The most tasks of a sheet.
const MOST: usize = 20;

/// How many right answers of a task are printed.
const MOST_ANSWERS: usize = 6;

/// The tasks as teachers choose them.
const TASKS: [(Task, &str); 8] = [
    (Task::Only, "Find the only winning move"),
    (Task::Win, "Find a winning move"),
    (Task::Who, "Who wins?"),
    (Task::Complete, "Draw the missing heap"),
    (Task::LosingMerge, "Find a merge that loses"),
    (Task::Play, "Win the whole game"),
    (Task::Grundy, "What is its Grundy value?"),
    (Task::Left, "How many moves does it last?"),
];

/// The tasks of a new sheet.
const EXAMPLE: [(&str, Task); 5] = [
    ("3, 5", Task::Only),
    ("4, 4", Task::Who),
    ("1, 2, 3", Task::Only),
    ("2, 3", Task::Complete),
    ("2, 3, 5", Task::LosingMerge),
];

/// A sheet as its address says it.
#[derive(Clone, Debug)]
struct Sheet {
    title: String,
    game: String,
    play: Play,
    /// Heaps as they were typed, and what is asked.
    tasks: Vec<(String, Task)>,
}

/// A task with its right answers, or what is wrong with it.
type Checked = Result<(Step, Vec<String>), Problem>;

impl Sheet {
    fn read(params: &Params) -> Result<Sheet, Problem> {
        let misere = params.ticked("misere");
        let asked: Vec<&str> = params.all("task").collect();
        let mut tasks = Vec::new();
        for (i, heaps) in params.all("heaps").enumerate().filter(|(_, heaps)| !heaps.is_empty()) {
            let task = asked.get(i).copied().filter(|task| !task.is_empty()).unwrap_or("only");
            tasks.push((heaps.to_owned(), task.parse()?));
        }
        if tasks.len() > MOST {
            return Err(Problem::limit(format!("a sheet has at most {MOST} tasks")));
        }
        Ok(Sheet {
            title: params.text("title").unwrap_or("Merging heaps").to_owned(),
            game: params.text("game").unwrap_or("amalgamation").to_owned(),
            play: if misere { Play::Misere } else { Play::Normal },
            tasks,
        })
    }

    /// The parameters of its address.
    fn fixed(&self) -> Vec<(&'static str, String)> {
        let mut fixed = vec![("title", self.title.clone()), ("game", self.game.clone())];
        fixed.extend((self.play == Play::Misere).then(|| ("misere", "on".to_owned())));
        for (heaps, task) in &self.tasks {
            fixed.push(("heaps", heaps.clone()));
            fixed.push(("task", task.name().to_owned()));
        }
        fixed
    }

    fn address(&self, path: &str) -> String {
        let fixed = self.fixed();
        let pairs: Vec<(&str, &str)> = fixed.iter().map(|(k, v)| (*k, v.as_str())).collect();
        address(path, &pairs)
    }

    /// Every task, proved to have what it promises.
    fn checked(&self, limits: &Budget) -> Vec<Checked> {
        let solver = Solver::within(limits);
        let check = |(heaps, task): &(String, Task)| {
            let game: AnyGame = self.game.parse()?;
            let sum = Sum::parse(&heaps.replace(',', " "), &game)?;
            let step = Step::asking("Task", sum, self.play, *task);
            exercise::check(&step)?;
            step.posed(&solver)?;
            let answers = step.answers(&solver)?;
            Ok((step, answers))
        };
        self.tasks.iter().map(check).collect()
    }

    fn rules(&self) -> String {
        self.game.parse::<AnyGame>().map(|game| plain_rules(&game)).unwrap_or_default()
    }
}

/// Opens the builder with this position added to the sheet that the browser remembers.
pub(crate) fn add_to_worksheet(sum: &Sum, play: Play) -> String {
    let (game, heaps) = match sum.as_single() {
        Some(part) => (part.name().to_owned(), numbers(part)),
        None => return "/learn/worksheet".to_owned(),
    };
    let misere = if play == Play::Misere { "on" } else { "" };
    address(
        "/learn/worksheet",
        &[("add", "1"), ("game", &game), ("misere", misere), ("heaps", &heaps), ("task", "win")],
    )
}

fn numbers(part: &Part) -> String {
    let heaps: Vec<String> = part.heaps().iter().map(u64::to_string).collect();
    heaps.join(", ")
}

/// `/learn/worksheet`: form and preview.
async fn builder(State(app): State<Shared>, params: Params) -> Response {
    let mut sheet = match Sheet::read(&params) {
        Ok(sheet) => sheet,
        Err(problem) => return problem_page(&problem),
    };
    if sheet.tasks.is_empty() {
        sheet.tasks = EXAMPLE.map(|(heaps, task)| (heaps.to_owned(), task)).to_vec();
    }
    let asked = sheet.clone();
    let checked = app.pool.run(Lane::Heavy, move |limits| Ok(asked.checked(limits))).await;
    let checked = match checked {
        Ok(checked) => checked,
        Err(problem) => return problem_page(&problem),
    };
    let good = checked.iter().all(Result::is_ok);
    let body = html! {
        div #builder {
            div.bartop { h1 { "Make a worksheet" }
                p.row.noprint {
                    @if good {
                        a.button href=(sheet.address("/sheet/key")) { "Key" }
                        a.button.primary href=(sheet.address("/sheet")) { "Open the sheet" }
                    } @else { span.lose-text { "✗ A task needs a change first." } }
                }
            }
            div.two-col {
                form #sheet-form .flow action="/learn/worksheet" method="get" data-swap="#builder" {
                    (about(&sheet))
                    @for (i, ((heaps, task), checked)) in sheet.tasks.iter().zip(&checked).enumerate() {
                        (row(i, heaps, *task, Some(checked)))
                    }
                    @if sheet.tasks.len() < MOST { (row(sheet.tasks.len(), "", Task::Only, None)) }
                    p.row { button type="submit" { "Check and update" }
                        span.fine { "Empty the heaps to remove a task." } }
                }
                div.thumb aria-label="Preview" role="region" tabindex="0" { (paper(&sheet, &checked, false)) }
            }
            details.sec { summary { "Write it as text instead" }
                p { "For `amalgam learn --file` and for longer texts. The tasks are "
                    @for (i, task) in Task::ALL.iter().enumerate() { @if i > 0 { ", " } code { (task.name()) } } "." }
                (text_form(TEXT, false, None))
            }
        }
        (script("learn.js"))
    };
    page("Worksheet · For teachers", Nav::Learn, body).into_response()
}

fn about(sheet: &Sheet) -> Markup {
    html! {
        div.card.three {
            label.field { "Title" input type="text" name="title" value=(sheet.title) maxlength="80"; }
            label.field { "Game" select name="game" data-live {
                @if !NAMED.iter().any(|named| named.typical == sheet.game) {
                    option value=(sheet.game) selected { (title(&sheet.game)) }
                }
                @for named in &NAMED {
                    option value=(named.typical) selected[named.typical == sheet.game] { (title(named.typical)) }
                }
            } }
            label.field { "The last move" select name="misere" data-live {
                option value="" selected[sheet.play == Play::Normal] { "wins" }
                option value="on" selected[sheet.play == Play::Misere] { "loses" }
            } }
        }
    }
}

fn row(index: usize, heaps: &str, task: Task, checked: Option<&Checked>) -> Markup {
    let bad = checked.is_some_and(Result::is_err);
    html! {
        div.card.task-row {
            b { (index + 1) }
            label.field { "Heaps" input type="text" name="heaps" value=(heaps) autocomplete="off" data-live
                aria-invalid=[bad.then_some("true")] placeholder="3, 5"; }
            label.field { "Task" select name="task" data-live {
                @for (of, words) in TASKS {
                    option value=(of.name()) selected[of == task] { (words) }
                }
            } }
            p.fine {
                @match checked {
                    Some(Ok((_, answers))) => { b.win-text { "✓ Checked" } " · " (shown(answers)) },
                    Some(Err(problem)) => { b.lose-text { "✗ " } (sentence(&problem.message)) },
                    None => "Add a task.",
                }
            }
        }
    }
}

fn shown(answers: &[String]) -> String {
    let words = answers.iter().take(MOST_ANSWERS).map(|answer| match answer.as_str() {
        "P" => "the other player",
        "N" => "whoever moves next",
        answer => answer,
    });
    let more = match answers.len().saturating_sub(MOST_ANSWERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", words.collect::<Vec<_>>().join(" or "))
}

/// The sheet on paper.
fn paper(sheet: &Sheet, checked: &[Checked], linked: bool) -> Markup {
    let tasks = checked.iter().flatten().map(|(step, _)| step.task);
    let words = words_of(tasks.flatten());
    html! {
        article.sheet {
            h1 { (sheet.title) }
            div.lines { span { "Name" } span { "Class" } span { "Date" } }
            div.rules-box {
                p { b { (title(&sheet.game)) ". " } (sheet.rules()) " Players take turns. " b { (aim(sheet.play)) } }
                @for term in words { p { b { (term.word) ": " } (term.meaning) } }
            }
            ol.tasks {
                @for (i, task) in checked.iter().enumerate() {
                    @if let Ok((step, _)) = task { (on_paper(sheet, i, step, linked)) }
                }
            }
        }
    }
}

fn aim(play: Play) -> &'static str {
    match play {
        Play::Normal => "Whoever makes the last move wins.",
        Play::Misere => "Misère: whoever makes the last move loses.",
    }
}

/// The words that the questions of a sheet use.
fn words_of(tasks: impl Iterator<Item = Task>) -> Vec<&'static glossary::Term> {
    let mut found: Vec<&glossary::Term> = Vec::new();
    for task in tasks {
        let names: &[&str] = match task {
            Task::Grundy => &["mex", "Grundy value"],
            Task::Left => &["remoteness"],
            _ => &[],
        };
        let terms = glossary::terms().iter().filter(|term| names.contains(&term.word));
        for term in terms {
            if !found.contains(&term) {
                found.push(term);
            }
        }
    }
    found
}

fn on_paper(sheet: &Sheet, index: usize, step: &Step, linked: bool) -> Markup {
    let heaps = step.position.iter().flat_map(|sum| sum.parts()).flat_map(Part::heaps);
    let heaps: Vec<u64> = heaps.copied().collect();
    let mut fixed = sheet.fixed();
    fixed.push(("n", (index + 1).to_string()));
    let pairs: Vec<(&str, &str)> = fixed.iter().map(|(k, v)| (*k, v.as_str())).collect();
    html! {
        li.task {
            b { (index + 1) }
            (outlines(&heaps, step.task == Some(Task::Complete)))
            div {
                p { (step.question().unwrap_or_default()) }
                @match step.task {
                    Some(Task::Who) => p { i.tick-box {} "whoever moves next" br; i.tick-box {} "the other player" },
                    _ => div.blank {},
                }
                @if linked { p.noprint { a.button.small href=(address("/sheet/task", &pairs)) {
                    "Answer on the board" span.unseen { ": task " (index + 1) } } } }
            }
        }
    }
}

/// A sheet that is all right, or the page that says why not.
async fn read(app: &Shared, params: &Params) -> Result<(Sheet, Vec<Checked>), Problem> {
    let sheet = Sheet::read(params)?;
    let asked = sheet.clone();
    let checked = app.pool.run(Lane::Heavy, move |limits| Ok(asked.checked(limits))).await?;
    match checked.iter().find_map(|checked| checked.as_ref().err()) {
        Some(problem) => Err(problem.clone()),
        None if checked.is_empty() => Err(Problem::input("this sheet has no tasks")),
        None => Ok((sheet, checked)),
    }
}

/// `/sheet`: what students open, on paper or on the screen.
async fn sheet(State(app): State<Shared>, params: Params) -> Response {
    let (sheet, checked) = match read(&app, &params).await {
        Ok(found) => found,
        Err(problem) => return problem_page(&problem),
    };
    let body = html! {
        p.row.noprint { a.button.small href=(sheet.address("/learn/worksheet")) { "Change" }
            button.small.scripted type="button" data-print { "Print" } }
        (paper(&sheet, &checked, true))
        (script("learn.js"))
    };
    page(&sheet.title, Nav::Learn, body).into_response()
}

/// `/sheet/key`: the answers, on a page of their own.
async fn key(State(app): State<Shared>, params: Params) -> Response {
    let (sheet, checked) = match read(&app, &params).await {
        Ok(found) => found,
        Err(problem) => return problem_page(&problem),
    };
    let body = html! {
        p.row.noprint { a.button.small href=(sheet.address("/learn/worksheet")) { "Change" }
            button.small.scripted type="button" data-print { "Print" } }
        article.sheet {
            h1 { "Key: " (sheet.title) }
            p { (title(&sheet.game)) ". " b { (aim(sheet.play)) } }
            ol.key-list {
                @for (step, answers) in checked.iter().flatten() {
                    li { @if let Some(sum) = &step.position { b { (sum) } ": " }
                        (step.question().unwrap_or_default()) " " b { (sentence(&shown(answers))) } }
                }
            }
        }
        (script("learn.js"))
    };
    page(&format!("Key: {}", sheet.title), Nav::Learn, body).into_response()
}

/// `/sheet/task?…&n=2`: a task of a sheet on the board.
async fn task(State(app): State<Shared>, params: Params) -> Response {
    let n = params.number("n", 1, MOST as u64).map(|n| n.max(1) as usize);
    let (n, (sheet, checked)) = match (n, read(&app, &params).await) {
        (Ok(n), Ok(found)) => (n, found),
        (Err(problem), _) | (_, Err(problem)) => return problem_page(&problem),
    };
    let Some(Ok((step, _))) = checked.get(n - 1) else {
        let message = format!("this sheet has {} tasks", checked.len());
        return problem_page(&Problem { message, ..Problem::not_found() });
    };
    let mut fixed = sheet.fixed();
    fixed.push(("n", n.to_string()));
    let following = |n: usize| {
        let mut fixed = sheet.fixed();
        fixed.push(("n", n.to_string()));
        let pairs: Vec<(&str, &str)> = fixed.iter().map(|(k, v)| (*k, v.as_str())).collect();
        address("/sheet/task", &pairs)
    };
    let exercise = Exercise {
        title: sheet.title.clone(),
        nav: Nav::Learn,
        back: sheet.address("/sheet"),
        middle: html! { strong.at { (sheet.title) } },
        above: html! { (sheet.title) " · task " (n) " of " (checked.len()) },
        beside: html! {},
        step: step.clone(),
        page: Page { path: "/sheet/task".to_owned(), fixed },
        key: format!("sheet.{}.{n}", sheet.title),
        next: match n < checked.len() {
            true => ("Next".to_owned(), following(n + 1)),
            false => ("Back to the sheet".to_owned(), sheet.address("/sheet")),
        },
    };
    exercise::show(&app, exercise, params).await
}

// --- as text ---

const TEXT: &str = "amalgam worksheet\ntitle: Heaps that merge\n\n\
# Two heaps\nWhich move wins?\nposition: nim[3,5]\ntask: only\nhint: Make them alike.\n\n\
# The missing heap\nposition: amalgamation[1,2]\ntask: complete\n";

fn text_form(text: &str, answers: bool, problem: Option<&Problem>) -> Markup {
    html! {
        @if let Some(problem) = problem { (problem_box(problem)) }
        form.flow action="/learn/worksheet" method="post" {
            label.field { "The worksheet"
                textarea.mono name="text" rows="14" spellcheck="false" { (text) } }
            label.tick { input type="checkbox" name="answers" value="on" checked[answers]; "With the answers" }
            p { button type="submit" { "Make the page" } }
        }
    }
}

/// `/learn/worksheet`: the text as one page.
async fn typed(State(app): State<Shared>, body: Result<String, StringRejection>) -> Response {
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
            let form = html! { h1 { "Worksheet" } (text_form(&text, answers, Some(&problem))) };
            problem.respond(page("Worksheet · For teachers", Nav::Learn, form))
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
        article.sheet {
            h1 { (lesson.title) }
            @if !lesson.about.is_empty() { p { (lesson.about) } }
            div.lines { span { "Name" } span { "Class" } span { "Date" } }
            @for step in &steps { (step) }
        }
    })
}

fn printed_step(index: usize, step: &Step, answers: Option<&Vec<String>>) -> Markup {
    let parts = step.position.iter().flat_map(|sum| sum.parts());
    html! {
        section.text-task {
            h2 { (index + 1) ". " (step.title) }
            @for paragraph in &step.text { p { (ticked(paragraph)) } }
            @if let (Some(question), Some(sum)) = (step.question(), &step.position) {
                p { @for part in sum.parts() { (exercise::plain(part)) " " } b { (aim(step.play)) } }
                p { b { (question) } }
            }
            @for part in parts { (outlines(part.heaps(), step.task == Some(Task::Complete))) }
            @for hint in &step.hints { p.fine { "Hint: " (ticked(hint)) } }
            @match answers {
                Some(answers) if !answers.is_empty() => p { b { "Answer: " } (shown(answers)) "." },
                None if step.task.is_some() => div.blank {},
                _ => {},
            }
        }
    }
}
