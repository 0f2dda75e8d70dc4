//! Questions: every verb of `amalgam-ask`, with what Python hands over as its parameters.
//!
//! Positions and sums are read here, because they may be objects of Python, and are handed on under a name that only
//! this door knows. Answers go back as the objects that the command line prints as JSON, with the positions of games
//! in Python as these have them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use amalgam::base::budget::{Progress, Silent};
use amalgam::games::own::{Datum, OwnGame};
use amalgam::solve::Cost;
use amalgam::{Budget, Move};
use amalgam_ask::{Answered, Door, Host, Kind, ParameterKind, Problem, VERBS, Verb, Verdict};
use amalgam_export::whole_file::WholeFile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use serde_json::{Map, Value, json};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::game::NativeGame;
use crate::own::Seen;
use crate::position;
use crate::sum::Sum;
use crate::{json, work};

/// Up to this cost a question is answered at once, without threads: a matter of milliseconds.
const SHORT: Cost = Cost::Entries(1 << 14);

/// The parameters that are positions or sums of the game that is asked.
const SUMS: [&str; 3] = ["position", "left", "right"];

/// What questions can do in Python: use files, and positions that were read before.
#[derive(Default)]
struct Script {
    sums: Vec<amalgam::Sum>,
    own: Option<(String, Arc<dyn OwnGame>)>,
}

/// The name of a position that was read before.
fn name(number: usize) -> String {
    format!("\u{1}{number}")
}

impl Door for Script {
    fn sum(&self, text: &str) -> Option<amalgam::Sum> {
        self.sums.get(text.strip_prefix('\u{1}')?.parse::<usize>().ok()?).cloned()
    }

    fn own_game(&self, text: &str) -> Option<Result<Arc<dyn OwnGame>, Problem>> {
        let (name, game) = self.own.as_ref()?;
        (name == text).then(|| Ok(Arc::clone(game)))
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
        use std::io::Read;
        let mut bytes = Vec::new();
        let read =
            std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        let unread = |error| Problem::input(format!("{} cannot be read: {error}", path.display()));
        read.map(|_| bytes).map_err(unread)
    }

    fn folder(&self, path: &Path) -> Result<PathBuf, Problem> {
        Ok(path.to_owned())
    }

    fn create(&self, path: &Path, replace: bool) -> Result<WholeFile, Problem> {
        if path == Path::new("-") {
            return Err(Problem::input("standard output is Python's; name a file").field("out"));
        }
        Ok(WholeFile::open(path, replace)?)
    }

    fn command(&self) -> String {
        "asked from Python".to_owned()
    }
}

/// What came of a question: the object, whether it is a yes, and the sum that was asked about.
type Told<'py> = (Bound<'py, PyAny>, bool, Option<Sum>);

/// Asks a question by the name of its verb.
#[pyfunction]
#[pyo3(signature = (game, verb, parameters, bounds))]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    game: Option<&NativeGame>,
    verb: &str,
    parameters: &Bound<'py, PyDict>,
    bounds: &Bound<'py, PyDict>,
) -> PyResult<Told<'py>> {
    let verb = Verb::find(verb).map_err(Failure::from)?;
    let bounds = Bounds::read(Some(bounds))?;
    let (mut object, mut door, mut about) = (Map::new(), Script::default(), None);
    let mut seen: Vec<Option<Arc<Seen>>> = Vec::new();
    let has = |name: &str| verb.parameters.iter().any(|parameter| parameter.name == name);
    if let Some(game) = game {
        let named = if has("game") { "game" } else { "left" };
        object.insert(named.into(), game.name().into());
        door.own = game.own(py);
        match has("misere") {
            true => drop(object.insert("misere".into(), game.is_misere().into())),
            false => game.only_normal()?,
        }
    }
    for (key, value) in parameters {
        let key: String = key.extract()?;
        let parameter = verb.parameters.iter().find(|parameter| parameter.name == key);
        let value = match (parameter.map(|parameter| &parameter.kind), game) {
            _ if value.is_none() => continue,
            (Some(ParameterKind::Text), Some(game))
                if SUMS.contains(&key.as_str()) && has("game") =>
            {
                let (sum, found, pieces) = game.sum(&value, &bounds)?;
                door.sums.push(sum);
                // Of two sums nothing is handed back.
                (seen, about) = (found, Some(Sum { pieces }));
                name(door.sums.len() - 1).into()
            }
            (Some(kind), asked) => {
                if let (Some(asked), Ok(other)) = (asked, value.getattr("misere"))
                    && other.is_truthy()? != asked.is_misere()
                {
                    let message = "one game is played misère and the other is not";
                    return Err(Failure::input(message, "give both the same misere=").raise(py));
                }
                plain(&value, kind)?
            }
            (None, _) => text(&value)?,
        };
        object.insert(key, value);
    }
    let question = verb.question(object.into()).map_err(Failure::from)?;
    let host = |limits: Budget| Host { door: &door, ..Host::within(limits) };
    let cost = question.cost(&host(bounds.at_once())).map_err(Failure::from)?;
    let found = |limits: &Budget, progress: &dyn Progress| -> Result<(Value, bool), Problem> {
        let answer = question.answer(&Host { progress, ..host(limits.clone()) })?;
        Ok((answer.json(), yes(answer.as_ref())?))
    };
    let (value, yes) = match cost <= SHORT {
        true => found(&bounds.at_once(), &Silent).map_err(Failure::from)?,
        false => work::long(py, bounds, |limits, watch| found(limits, watch))?,
    };
    let object = json::python(py, &value)?;
    if seen.iter().any(Option::is_some) {
        give_back(&object, &seen)?;
    }
    Ok((object, yes, about))
}

/// Whether an answer is a yes. One of which a part is missing is no answer, unless it says so itself.
fn yes(answer: &dyn Answered) -> Result<bool, Problem> {
    match answer.comes_to() {
        Verdict::Yes => Ok(true),
        Verdict::No => Ok(false),
        Verdict::Unfinished(problem) if problem.kind == Kind::Limit => Ok(false),
        Verdict::Unfinished(problem) => Err(problem),
    }
}

/// A parameter that is no position: as it is, or as its text.
fn plain(value: &Bound<'_, PyAny>, kind: &ParameterKind) -> PyResult<Value> {
    match kind {
        ParameterKind::Truth => match value.cast::<PyBool>() {
            Ok(truth) => Ok(truth.is_true().into()),
            Err(_) => Ok(json!(value.is_truthy()?)),
        },
        ParameterKind::Number => Ok(position::heap(value)?.into()),
        ParameterKind::Numbers => {
            value.try_iter()?.map(|item| Ok(Value::from(position::heap(&item?)?))).collect()
        }
        ParameterKind::Choice(_) | ParameterKind::Text => text(value),
    }
}

/// A text, a path, a game or a position as its text.
fn text(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(sum) = value.cast::<Sum>() {
        return Ok(sum.get().to_string().into());
    }
    if value.hasattr("__fspath__")? {
        return Ok(value.extract::<PathBuf>()?.display().to_string().into());
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("rules")? {
        return Ok(value.str()?.to_str()?.into());
    }
    Ok(position::read(value)?.to_string().into())
}

/// Puts the objects of games in Python where their numbers are.
fn give_back(object: &Bound<'_, PyAny>, seen: &[Option<Arc<Seen>>]) -> PyResult<()> {
    let object = object.cast::<PyDict>()?;
    let put = |of: &Bound<'_, PyDict>, key: &str, part: usize| -> PyResult<()> {
        let Some(seen) = seen.get(part).and_then(Option::as_ref) else { return Ok(()) };
        match of.get_item(key)? {
            Some(number) => {
                of.set_item(key, seen.object(of.py(), &Datum::Integer(number.extract()?))?)
            }
            None => Ok(()),
        }
    };
    put(object, "position", 0)?;
    for (key, inner) in [("parts", "position"), ("moves", "result"), ("winning_moves", "result")] {
        let Some(list) = object.get_item(key)? else { continue };
        for (index, item) in list.cast::<PyList>()?.iter().enumerate() {
            let item = item.cast::<PyDict>()?;
            let part = match (key, item.get_item("part")?) {
                ("parts", _) => index,
                (_, Some(part)) => part.extract()?,
                (_, None) => 0,
            };
            put(item, inner, part)?;
        }
    }
    Ok(())
}

/// What can be asked: each verb with its parameters, and the keys of its answer.
#[pyfunction]
pub(crate) fn verbs(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let told = |verb: &Verb| {
        let parameter = |parameter: &amalgam_ask::Parameter| {
            json!({
                "name": parameter.name,
                "about": parameter.about,
                "kind": match &parameter.kind {
                    ParameterKind::Text => "text",
                    ParameterKind::Truth => "truth",
                    ParameterKind::Number => "number",
                    ParameterKind::Numbers => "numbers",
                    ParameterKind::Choice(_) => "choice",
                },
                "choices": match &parameter.kind {
                    ParameterKind::Choice(words) => words.clone(),
                    _ => Vec::new(),
                },
                "required": parameter.required,
                "default": parameter.default,
            })
        };
        json!({
            "name": verb.name,
            "about": *verb.about,
            "parameters": verb.parameters.iter().map(parameter).collect::<Vec<_>>(),
            "answer": verb.answered(),
        })
    };
    json::python(py, &VERBS.iter().map(told).collect())
}

/// A move of an answer in words.
#[pyfunction]
pub(crate) fn move_words(found: &Bound<'_, PyDict>) -> PyResult<String> {
    let get = |key: &str| -> PyResult<Bound<'_, PyAny>> {
        found.get_item(key)?.ok_or_else(|| PyTypeError::new_err("this is no move"))
    };
    let (one, two) = (|key| get(key)?.extract::<u64>(), |key| get(key)?.extract::<[u64; 2]>());
    let many = |key| get(key)?.extract::<Vec<u64>>();
    let kind: String = get("kind")?.extract()?;
    let action = match kind.as_str() {
        "take" => Move::Take { from: one("from")?, to: one("to")? },
        "take-split" => Move::TakeSplit { from: one("from")?, to: two("to")? },
        "split" => Move::Split { from: one("from")?, to: two("to")? },
        "split-in-three" => Move::SplitInThree { from: one("from")?, to: get("to")?.extract()? },
        "merge" => Move::Merge { from: two("from")?, to: one("to")? },
        "take-several" => Move::TakeSeveral { from: many("from")?, to: many("to")? },
        "shift" => {
            let ([x, y, into], [left, ..]): ([u64; 3], [u64; 3]) =
                (get("from")?.extract()?, get("to")?.extract()?);
            Move::Shift { from: [x, y], into, coins: x.saturating_sub(left) }
        }
        "bite" => Move::Bite { row: one("row")?, column: one("column")? },
        _ => Move::Step,
    };
    Ok(action.to_string())
}

/// What the statements of the papers are called.
#[pyfunction]
pub(crate) fn claim_ids() -> Vec<&'static str> {
    amalgam::lab::claims::all().iter().map(|claim| claim.id).collect()
}
