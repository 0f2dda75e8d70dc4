//! `amalgam learn`: lessons, puzzles and worksheets in the terminal.

use std::fs;
use std::io::IsTerminal;

use amalgam::learn::puzzle::{self, Kind};
use amalgam::learn::{Lesson, Trouble, lessons};
use amalgam::{ParseError, nearest};
use amalgam_play::{Patience, learn};
use clap::Args;

use crate::cache;
use crate::failure::{Answer, Failure};
use crate::output::{self, print};

#[derive(Args, Debug)]
#[command(
    after_help = "Every answer is judged by the solver, which says why. What has been done is \
    noted in the cache folder.\n\
    A worksheet is a text: `amalgam worksheet`, `title: …`, then for each step `# …`, paragraphs, \
    `position: nim[3,5]` and `task: win`. The tasks are win, only, lose, losing merge, who, complete, \
    grundy, left and play.\n\n\
    Examples:\n  \
    amalgam learn\n  \
    amalgam learn copy\n  \
    amalgam learn merging --step 2\n  \
    amalgam learn puzzle --kind complete --level 2\n  \
    amalgam learn --file sheet.txt --print --answers"
)]
pub(crate) struct LearnArgs {
    /// A lesson by its name, or `puzzle`; without it the lessons are listed
    lesson: Option<String>,
    /// The step to begin with
    #[arg(long, default_value_t = 1, value_name = "N")]
    step: usize,
    /// What a puzzle asks: only, who, complete or merge
    #[arg(long, default_value = "only", value_name = "KIND")]
    kind: String,
    /// How hard a puzzle is, from 1 to 3
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,
    /// The same seed gives the same puzzle [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    /// A worksheet of your own
    #[arg(long, value_name = "FILE", conflicts_with = "lesson")]
    file: Option<String>,
    /// Print it instead of going through it
    #[arg(long)]
    print: bool,
    /// With the right answers
    #[arg(long, requires = "print")]
    answers: bool,
}

pub(crate) fn run(args: &LearnArgs) -> Result<Answer, Failure> {
    let patience = Patience::default();
    let lesson = match (&args.file, args.lesson.as_deref()) {
        (Some(file), _) => read(file)?,
        (None, None) => return list(),
        (None, Some("puzzle")) => puzzle(args, patience)?,
        (None, Some(name)) => named(name)?,
    };
    if args.print {
        print(&learn::printed(&lesson, args.answers, patience).map_err(told)?)?;
        return Ok(Answer::Yes);
    }
    let echo = !std::io::stdin().is_terminal();
    let (input, output) = (std::io::stdin().lock(), output::lines()?);
    let look = match std::io::stdout().is_terminal() {
        true => learn::Look::of_terminal(),
        false => learn::Look::default(),
    };
    let done = learn::run(&lesson, args.step, patience, look, input, output, echo)?;
    note(&lesson, &done);
    Ok(Answer::Yes)
}

fn list() -> Result<Answer, Failure> {
    let learnt = learnt();
    let mut text = String::from("The lessons, in the order in which they are meant to be read:\n");
    for lesson in lessons() {
        let done =
            learnt.iter().filter(|key| key.starts_with(&format!("{}.", lesson.name))).count();
        let steps = lesson.steps.len();
        text += &format!("  {:<12} {done}/{steps}  {}\n", lesson.name, lesson.about);
    }
    text += "`amalgam learn NAME` begins one, `amalgam learn puzzle` makes a puzzle.\n";
    print(&text)?;
    Ok(Answer::Yes)
}

fn named(name: &str) -> Result<Lesson, Failure> {
    if let Some(lesson) = lessons().iter().find(|lesson| lesson.name == name) {
        return Ok(lesson.clone());
    }
    let error = ParseError::new(name, 0..name.len(), "there is no such lesson");
    Err(match nearest(name, lessons().iter().map(|lesson| lesson.name.as_str())) {
        Some(near) => error.suggest(format!("did you mean `{near}`?")),
        None => error.suggest("`amalgam learn` lists the lessons"),
    }
    .into())
}

fn read(file: &str) -> Result<Lesson, Failure> {
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::input(format!("{file} cannot be read: {error}"), None))?;
    Ok(Lesson::read(&text)?)
}

/// A lesson of one step.
fn puzzle(args: &LearnArgs, patience: Patience) -> Result<Lesson, Failure> {
    let kind: Kind = args.kind.parse()?;
    let seed = args.seed.unwrap_or_else(crate::play::any_seed);
    let puzzle = puzzle::make(kind, args.level, seed, &patience.solver()).map_err(told)?;
    let about = format!("Puzzle {seed}, level {}: {}.", args.level, puzzle.how_hard());
    Ok(Lesson {
        name: String::new(),
        title: kind.title().to_owned(),
        about,
        steps: vec![puzzle.step],
    })
}

fn told(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Answer(error) => error.into(),
        Trouble::Solve(error) => error.into(),
        trouble => Failure::of(&trouble, None),
    }
}

/// The file in which the steps that are done are noted.
const NOTED: &str = "learnt.txt";

fn learnt() -> Vec<String> {
    let text = cache::file(NOTED).and_then(|path| fs::read_to_string(path).ok());
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Notes what is done; without a folder for that it is forgotten.
fn note(lesson: &Lesson, done: &[usize]) {
    let Some(path) = cache::file(NOTED).filter(|_| !lesson.name.is_empty() && !done.is_empty())
    else {
        return;
    };
    let mut learnt = learnt();
    learnt.extend(done.iter().map(|step| format!("{}.{step}", lesson.name)));
    learnt.sort();
    learnt.dedup();
    let text = learnt.join("\n") + "\n";
    if let Err(error) = amalgam_export::whole_file::write(&path, text.as_bytes()) {
        cache::warn(&path, &format!("could not be written ({error})"));
    }
}
