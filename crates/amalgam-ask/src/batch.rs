//! Many questions of one kind at once: one a line, answered in parallel and in order.

use rayon::prelude::*;
use serde_json::{Map, Value};

use crate::question::Verb;
use crate::{Answered, Host, Problem};

/// This many lines are answered before any is written.
const CHUNK: usize = 4096;

/// What came of one line.
pub type Line = Result<Box<dyn Answered>, Problem>;

/// Answers one question for each line. A line is the parameter that the verb says, or a JSON object with several;
/// what it does not say is as in `common`. `each` gets the answers in the order of the lines. Empty lines are
/// skipped. All lines share the bounds of the host.
///
/// # Errors
/// If the verb answers no lines, or what `each` returns.
pub fn batch<E: From<Problem>>(
    verb: &Verb,
    common: &Value,
    lines: impl IntoIterator<Item = Result<String, E>>,
    host: &Host<'_>,
    mut each: impl FnMut(Line) -> Result<(), E>,
) -> Result<(), E> {
    let Some(parameter) = verb.batch else {
        let message = format!("`{}` cannot be asked line by line", verb.name);
        return Err(Problem::input(message).into());
    };
    let Value::Object(common) = common else {
        return Err(Problem::input("the parameters must be an object").into());
    };
    // Each question has one thread; the lines share the others.
    let alone = amalgam::Budget { threads: std::num::NonZeroUsize::new(1), ..host.limits.clone() };
    let alone = Host { limits: alone, ..host.clone() };
    let answer = |text: &String| -> Line {
        host.limits.check(0)?;
        verb.question(parameters(text, parameter, common)?)?.answer(&alone)
    };
    let is_empty =
        |line: &Result<String, E>| line.as_ref().is_ok_and(|line| line.trim().is_empty());
    let mut lines = lines.into_iter().filter(|line| !is_empty(line));
    loop {
        let chunk = lines.by_ref().take(CHUNK).collect::<Result<Vec<String>, E>>()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let answers: Vec<Line> = chunk.par_iter().map(answer).collect();
        answers.into_iter().try_for_each(&mut each)?;
    }
}

fn parameters(line: &str, name: &str, common: &Map<String, Value>) -> Result<Value, Problem> {
    let mut all = common.clone();
    match line.trim_start().starts_with('{') {
        true => match serde_json::from_str(line) {
            Ok(Value::Object(own)) => all.extend(own),
            Ok(_) => return Err(Problem::input("a line is a position or a JSON object")),
            Err(error) => {
                return Err(Problem::input(format!("the line is no JSON object: {error}")));
            }
        },
        false => {
            all.insert(name.to_owned(), line.trim().into());
        }
    }
    Ok(all.into())
}
