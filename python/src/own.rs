//! Users' own games: functions of Python, and scripts.
//!
//! A position of a game in Python is any hashable object. The library sees its number in the order in
//! which positions were met, and the objects stay here, so that they come back as they were given. What
//! was found out is kept with the game, so that no function is asked twice for the same position.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use amalgam::games::own::{Datum, ExploreError, Node, Own, OwnError, OwnGame};
use amalgam::{Budget, Fault, OwnPart, Part};
use amalgam_script::Script;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::work;

/// Where the moves come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Script(Arc<Script>),
    Python(Arc<PythonGame>),
}

/// A function from a position to its options, and what is known of it.
#[derive(Debug)]
pub(crate) struct PythonGame {
    name: String,
    options: Py<PyAny>,
    /// Whoever explores the game takes it along: the function may ask questions itself, and other threads too.
    known: Mutex<Option<Known>>,
}

#[derive(Debug)]
struct Known {
    seen: Arc<Seen>,
    explored: Option<Own>,
}

impl PythonGame {
    pub(crate) fn new(name: String, options: Py<PyAny>) -> PythonGame {
        PythonGame { name, options, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Option<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Explores the game from a position, as far as it is not known.
    fn explore(&self, start: &Bound<'_, PyAny>, budget: &Budget) -> PyResult<(Part, Arc<Seen>)> {
        let py = start.py();
        let known = self.known().take();
        let Known { seen, explored } = known.unwrap_or_else(|| {
            let seen = Arc::new(Seen::new(py, self.name.clone(), self.options.clone_ref(py)));
            Known { seen, explored: None }
        });
        let first = explored.as_ref().map_or(0, |own| own.graph().positions());
        let number = Datum::Integer(seen.number(start)?);
        let explored = match explored {
            Some(own) => own.extend(&number, budget),
            None => Own::explore(Arc::clone(&seen) as Arc<dyn OwnGame>, &number, budget),
        };
        if let Some(error) = seen.held().error.take() {
            return Err(error);
        }
        let (game, node) = match explored {
            Ok(found) => found,
            // Perhaps it has room alone.
            Err(ExploreError::Limit(_)) if first > 0 => return self.explore(start, budget),
            Err(error) => return Err(seen.in_words(py, error)),
        };
        seen.ask_again(py, &game, first)?;
        *self.known() = Some(Known { seen: Arc::clone(&seen), explored: Some(game.clone()) });
        Ok((Part::Own(OwnPart { game, node }), seen))
    }
}

impl Source {
    pub(crate) fn name(&self) -> &str {
        match self {
            Source::Script(script) => script.name(),
            Source::Python(game) => &game.name,
        }
    }

    /// Explores the game from a position; the objects of Python come along.
    pub(crate) fn explore(
        &self,
        start: &Bound<'_, PyAny>,
        budget: &Budget,
    ) -> PyResult<(Part, Option<Arc<Seen>>)> {
        let py = start.py();
        match self {
            Source::Script(script) => {
                let start = datum(start, 0)?;
                let bounds = Bounds { budget: budget.clone(), progress: None };
                let script: Arc<dyn OwnGame> = Arc::clone(script) as Arc<dyn OwnGame>;
                let (game, node) =
                    work::long(py, bounds, |budget, _| Own::explore(script, &start, budget))?;
                Ok((Part::Own(OwnPart { game, node }), None))
            }
            Source::Python(game) => {
                game.explore(start, budget).map(|(part, seen)| (part, Some(seen)))
            }
        }
    }

    /// The game itself.
    pub(crate) fn game(&self, py: Python<'_>) -> Arc<dyn OwnGame> {
        match self {
            Source::Script(script) => Arc::clone(script) as Arc<dyn OwnGame>,
            Source::Python(game) => {
                Arc::new(Seen::new(py, game.name.clone(), game.options.clone_ref(py)))
            }
        }
    }
}

/// The positions of a game in Python that were met, each with its number.
#[derive(Debug)]
pub(crate) struct Seen {
    name: String,
    options: Py<PyAny>,
    numbers: Py<PyDict>,
    objects: Py<PyList>,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// What the function raised.
    error: Option<PyErr>,
    asked: u64,
}

/// A position with more options than this has too many.
const MOST_OPTIONS: usize = 1_000_000;

impl Seen {
    fn new(py: Python<'_>, name: String, options: Py<PyAny>) -> Seen {
        let (numbers, objects) = (PyDict::new(py).unbind(), PyList::empty(py).unbind());
        Seen { name, options, numbers, objects, held: Mutex::default() }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position, which may be new.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<i64> {
        let numbers = self.numbers.bind(position.py());
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let objects = self.objects.bind(position.py());
        let number = objects.len() as i64;
        numbers.set_item(position, number)?;
        objects.append(position)?;
        Ok(number)
    }

    /// The position with a number.
    pub(crate) fn object<'py>(
        &self,
        py: Python<'py>,
        found: &Datum,
    ) -> PyResult<Bound<'py, PyAny>> {
        match found {
            Datum::Integer(number) => self.objects.bind(py).get_item(*number as usize),
            _ => Err(PyTypeError::new_err("a position has a number")),
        }
    }

    /// The numbers of the options, as the function names them.
    fn ask(&self, py: Python<'_>, position: &Datum) -> PyResult<Vec<i64>> {
        let position = self.object(py, position)?;
        let options = self.options.bind(py).call1((&position,))?;
        let mut numbers = Vec::new();
        for option in options.try_iter()? {
            if numbers.len() == MOST_OPTIONS {
                let message = format!(
                    "{} has more than {MOST_OPTIONS} options, too many to look at",
                    short(&position)
                );
                return Err(Failure::limit(message, "does the list of options end?").raise(py));
            }
            numbers.push(self.number(&option?)?);
        }
        Ok(numbers)
    }

    /// A function that answers otherwise when it is asked again has no values. The start and some other
    /// positions that are new are asked for.
    fn ask_again(&self, py: Python<'_>, explored: &Own, first: usize) -> PyResult<()> {
        let graph = explored.graph();
        let new = (graph.positions() - first) as u64;
        for sample in 0..(AGAIN + 1).min(new) {
            let node = (first as u64 + (new - 1) * sample / AGAIN.min(new).max(1)) as u32;
            let position = graph.datum(node);
            let mut again = self.ask(py, &position)?;
            let number = |&option: &u32| match graph.datum(option) {
                Datum::Integer(number) => number,
                _ => -1,
            };
            let mut before: Vec<i64> = graph.options(node).iter().map(number).collect();
            again.sort_unstable();
            again.dedup();
            before.sort_unstable();
            if again != before {
                let position = short(&self.object(py, &position)?);
                let message = format!("the game changes its answers: asked again for {position}");
                let help = "options must depend on the position alone";
                return Err(Failure::input(message, help).raise(py));
            }
        }
        Ok(())
    }

    /// What the library says of numbers, said of positions.
    fn in_words(&self, py: Python<'_>, error: ExploreError) -> PyErr {
        let (ExploreError::Endless(line) | ExploreError::TooDeep(line)) = &error else {
            return Failure::from(error).raise(py);
        };
        let shown = |word: &str| match word.parse::<i64>() {
            Ok(number) => match self.object(py, &Datum::Integer(number)) {
                Ok(object) => short(&object),
                Err(_) => word.to_owned(),
            },
            Err(_) => word.to_owned(),
        };
        let line: Vec<String> = line.to_string().split(" → ").map(shown).collect();
        let line = line.join(" → ");
        let help = error.suggestion().unwrap_or_default();
        match error {
            ExploreError::Endless(_) => {
                Failure::input(format!("the game never ends: {line}"), &help)
            }
            _ => Failure::limit(format!("a line of play is too long to follow: {line}"), &help),
        }
        .raise(py)
    }
}

/// How many positions are asked for a second time.
const AGAIN: u64 = 16;

pub(crate) fn short(position: &Bound<'_, PyAny>) -> String {
    let text = position.repr().map_or_else(|_| "a position".to_owned(), |text| text.to_string());
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

impl OwnGame for Seen {
    fn name(&self) -> &str {
        &self.name
    }

    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        let asked = Python::attach(|py| {
            let asked = {
                let mut held = self.held();
                held.asked += 1;
                held.asked
            };
            // A function that is no Python code looks at no signals.
            if asked.is_multiple_of(256) {
                py.check_signals()?;
            }
            self.ask(py, position)
        });
        match asked {
            Ok(numbers) => Ok(numbers.into_iter().map(Datum::Integer).collect()),
            Err(error) => {
                self.held().error = Some(error);
                Err(OwnError { fault: Fault::Broken, ..OwnError::new("the game raised an error") })
            }
        }
    }

    fn show(&self, position: &Datum) -> Result<String, OwnError> {
        Python::attach(|py| self.object(py, position).map(|object| short(&object)))
            .map_err(|error| OwnError::new(error.to_string()))
    }
}

/// Reads a position of a script: whole numbers, lists, maps, or their text.
fn datum(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Datum> {
    if depth > Datum::MOST_DEPTH {
        return Err(Failure::input("this position is nested too deep", "flatten it").into());
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        return Ok(Datum::Integer(value.extract().map_err(|_| {
            PyErr::from(Failure::input("this number does not fit in 64 bits", "use smaller ones"))
        })?));
    }
    if let Ok(entries) = value.cast::<PyDict>() {
        let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((key.extract::<String>()?, datum(&value, depth + 1)?))
        };
        return Ok(Datum::Map(entries.iter().map(entry).collect::<PyResult<_>>()?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.parse::<Datum>().map_err(Failure::from)?);
    }
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return Err(PyTypeError::new_err(
            "a position of a script is a whole number, a list, or a dict of these",
        ));
    }
    let items = value.try_iter()?.map(|item| datum(&item?, depth + 1));
    Ok(Datum::List(items.collect::<PyResult<_>>()?))
}

/// A position of a script as Python has it.
fn python<'py>(py: Python<'py>, found: &Datum) -> PyResult<Bound<'py, PyAny>> {
    match found {
        Datum::Integer(number) => number.into_bound_py_any(py),
        Datum::List(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(python(py, item)?))?;
            Ok(list.into_any())
        }
        Datum::Map(entries) => {
            let dict = PyDict::new(py);
            entries.iter().try_for_each(|(key, item)| dict.set_item(key, python(py, item)?))?;
            Ok(dict.into_any())
        }
    }
}

/// A place in a user's own game as the game has it.
pub(crate) fn place<'py>(
    py: Python<'py>,
    part: &OwnPart,
    seen: Option<&Arc<Seen>>,
    node: Node,
) -> PyResult<Bound<'py, PyAny>> {
    let found = part.game.datum(node);
    match seen {
        Some(seen) => seen.object(py, &found),
        None => python(py, &found),
    }
}
