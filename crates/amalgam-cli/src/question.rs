//! Asking a question: arguments in, text or JSON out.

use std::io::{BufRead, IsTerminal};

use amalgam::engines::rows::Store;
use amalgam_ask::{Answered, Host, Page, Paint, Problem, Verb, Verdict, batch};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::Value;

use crate::bounds::Bounds;
use crate::cache;
use crate::door::Terminal;
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::{self, Watch};

/// What every question has besides its own parameters.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Print one JSON object; errors too, on standard error
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
}

/// Adds the arguments of a verb to a command.
pub(crate) fn arguments(verb: &'static Verb, command: Command) -> Command {
    // The comment on `Common` is not about the verb.
    Common::augment_args((verb.arguments)(command)).about(verb.about.as_str()).long_about(None)
}

/// Asks the question that the arguments say.
pub(crate) fn run(verb: &'static Verb, matches: &ArgMatches) -> Result<Answer, Failure> {
    let common = Common::from_arg_matches(matches).map_err(|error| Failure::arguments(&error))?;
    let question = (verb.from_arguments)(matches).map_err(|error| Failure::arguments(&error))?;
    let limits = watch::until_interrupted(common.bounds.budget());
    let watch = Watch::listening();
    let door = Terminal { json: common.json, folder: cache::folder() };
    let rows = door.folder.as_ref().map(|folder| folder as &dyn Store);
    let host = Host { limits: limits.clone(), progress: &watch, rows, door: &door };
    let parameters = question.parameters();
    if verb.batch.is_some_and(|name| parameters[name] == "-") {
        watch.done();
        return lines(verb, &parameters, &host);
    }
    let answer = question.answer(&host);
    watch.done();
    let answer = answer.map_err(|problem| Failure::from(problem).in_json(common.json))?;
    if !answer.quiet() {
        show(answer.as_ref(), common.json, &limits)?;
    }
    match answer.comes_to() {
        Verdict::Yes => Ok(Answer::Yes),
        Verdict::No => Ok(Answer::No),
        Verdict::Unfinished(problem) => Err(Failure::from(problem).in_json(common.json)),
    }
}

fn show(answer: &dyn Answered, json: bool, limits: &amalgam::Budget) -> Result<(), Failure> {
    output::stream_within(limits, |out| match json {
        true => {
            answer.write_json(out)?;
            out.write_all(b"\n")
        }
        false => answer.write_text(&mut Page::new(out, paint())),
    })
}

/// Colours where somebody sees them, unless NO_COLOR says otherwise.
fn paint() -> Paint {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Paint(!refused && std::io::stdout().is_terminal())
}

/// One question for each line of standard input, one answer a line.
fn lines(verb: &Verb, common: &Value, host: &Host<'_>) -> Result<Answer, Failure> {
    let mut common = common.clone();
    if let (Some(object), Some(name)) = (common.as_object_mut(), verb.batch) {
        object.remove(name);
    }
    let mut unfinished = 0u64;
    let result = output::stream_within(&amalgam::Budget::default(), |out| {
        let lines = std::io::stdin().lock().lines();
        batch(verb, &common, lines.map(|line| line.map_err(Broken::Io)), host, |line| {
            match line {
                Ok(answer) => answer.write_json(out)?,
                Err(problem) => {
                    unfinished += 1;
                    serde_json::to_writer(&mut *out, &Failure::object(&problem.in_data()))
                        .map_err(std::io::Error::from)?;
                }
            }
            Ok(out.write_all(b"\n")?)
        })
        .map_err(|broken| match broken {
            Broken::Io(error) => error,
            Broken::Problem(problem) => std::io::Error::other(problem.to_string()),
        })
    });
    result?;
    match unfinished {
        0 => Ok(Answer::Yes),
        1 => Err(Problem::limit("1 line has no answer").into()),
        n => Err(Problem::limit(format!("{n} lines have no answer")).into()),
    }
}

/// What ends a batch.
enum Broken {
    Io(std::io::Error),
    Problem(Problem),
}

impl From<std::io::Error> for Broken {
    fn from(error: std::io::Error) -> Broken {
        Broken::Io(error)
    }
}

impl From<Problem> for Broken {
    fn from(problem: Problem) -> Broken {
        Broken::Problem(problem)
    }
}
