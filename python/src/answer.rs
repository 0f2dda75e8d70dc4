//! `Answer` and `Move`: who wins, how, and why.

use std::sync::Arc;

use amalgam::solve::{Known, explain};
use amalgam::{Part, PartMove, State};
use amalgam_export::answers;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::failure::Failure;
use crate::json;
use crate::own::{self, Seen, Source};
use crate::position::Position;
use crate::sum::{Piece, Sum};

/// What was asked and found, with the objects of games in Python.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) answer: amalgam::Answer,
    pub(crate) seen: Vec<Option<Arc<Seen>>>,
}

impl Found {
    /// A place in a part as Python has it: a `Position`, or what the game has.
    fn place<'py>(
        &self,
        py: Python<'py>,
        part: usize,
        state: &State,
    ) -> PyResult<Bound<'py, PyAny>> {
        match (&self.answer.sum().parts()[part], state) {
            (Part::Own(own), State::Own(node)) => {
                own::place(py, own, self.seen[part].as_ref(), *node)
            }
            (_, state) => {
                let position = state.position().cloned().unwrap_or_default();
                Position(position).into_bound_py_any(py)
            }
        }
    }

    /// A JSON object, in which the positions of games in Python are what the game has.
    pub(crate) fn python<'py>(&self, py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
        let found = json::python(py, &value)?;
        let parts = self.answer.sum().parts();
        if let [Some(_)] = &self.seen[..]
            && let Ok(object) = found.cast::<PyDict>()
        {
            object.set_item("position", self.place(py, 0, &parts[0].state())?)?;
        }
        Ok(found)
    }
}

/// Who wins a position, how, and why.
///
/// >>> from amalgam_nim import Game
/// >>> answer = Game("amalgamation").solve([3, 4, 5])
/// >>> answer.outcome, answer.grundy, answer.remoteness
/// ('N', 3, 11)
/// >>> answer.winning_moves
/// [Move('take 3 from 4 → [1,3,5]')]
/// >>> print(answer.reason)
/// search: 73 positions were valued, all that can arise among them
///
/// What is not known is ``None``, never a guess.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Answer(pub(crate) Arc<Found>);

impl Answer {
    fn known(&self) -> Known {
        self.0.answer.known()
    }
}

#[pymethods]
impl Answer {
    /// ``"N"`` if the player to move wins (the next), ``"P"`` if the other does (the previous).
    #[getter]
    fn outcome(&self) -> &'static str {
        letter(&self.known())
    }

    /// The Grundy value, if it is known; under misère play it decides nothing and is ``None``.
    #[getter]
    fn grundy(&self) -> Option<u64> {
        self.known().grundy
    }

    /// How many moves the game lasts when the winner hurries and the loser delays, if it is known.
    #[getter]
    fn remoteness(&self) -> Option<u64> {
        self.known().remoteness
    }

    /// Every winning move, in a fixed order; some of them where the answer is not ``complete``.
    #[getter]
    fn winning_moves(&self) -> Vec<Move> {
        let moves = self.0.answer.winning_moves().into_iter();
        moves.map(|action| Move::new(&self.0, action, None)).collect()
    }

    /// Whether ``winning_moves`` has every winning move: some theorems name one only, and a list ends at
    /// the bounds of the question.
    #[getter]
    fn complete(&self) -> bool {
        self.0.answer.winning_moves().is_complete()
    }

    /// Which theorem, table or search decided.
    #[getter]
    fn reason(&self) -> String {
        explain::reason(&self.0.answer)
    }

    /// What was asked, in words.
    #[getter]
    fn question(&self) -> String {
        explain::title(self.0.answer.sum(), self.0.answer.play())
    }

    /// The steps that lead to the answer.
    fn explain(&self) -> PyResult<String> {
        Ok(explain::explain(&self.0.answer).map_err(Failure::from)?)
    }

    /// The answer as the JSON object ``amalgam/solve/1`` of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.python(py, Value::Object(answers::solve(&self.0.answer, None)))
    }

    fn __repr__(&self) -> String {
        let Known { grundy, remoteness, .. } = self.known();
        let shown = |value: Option<u64>| value.map_or("None".to_owned(), |value| value.to_string());
        format!(
            "<Answer {}: outcome={}, grundy={}, remoteness={}>",
            self.0.answer.sum().brief(),
            letter(&self.known()),
            shown(grundy),
            shown(remoteness)
        )
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        Ok(py.import("amalgam_nim._html")?.call_method1("answer", (slf,))?.unbind())
    }
}

/// A move: what is done, and what is known of the position it leads to.
///
/// >>> from amalgam_nim import Game
/// >>> move = Game("kayles").moves([4])[0]
/// >>> str(move), move.kind, move.result
/// ('take 2 from 4, split into 1 and 1', 'take-split', Position([1, 1]))
/// >>> move.outcome, move.grundy, move.remoteness
/// ('P', 0, 2)
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Move {
    found: Arc<Found>,
    action: PartMove,
    known: Option<Known>,
}

impl Move {
    pub(crate) fn new(found: &Arc<Found>, action: PartMove, known: Option<Known>) -> Move {
        let known = known.or_else(|| found.answer.after(&action));
        Move { found: Arc::clone(found), action, known }
    }
}

#[pymethods]
impl Move {
    /// The kind of move, in one word: ``"take"``, ``"merge"``, ``"split"``, …
    #[getter]
    fn kind(&self) -> &'static str {
        self.action.action.kind()
    }

    /// In which part of a sum the move is made; ``None`` where there is only one game.
    #[getter]
    fn part(&self) -> Option<usize> {
        self.found.answer.sum().as_single().is_none().then_some(self.action.part)
    }

    /// Where its part of the game stands afterwards.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.found.place(py, self.action.part, &self.action.result)
    }

    /// The whole question after the move: the `result`, or of a sum the sum.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sum = self.found.answer.sum();
        if sum.as_single().is_some() {
            return self.result(py);
        }
        let mut pieces = Vec::new();
        for (index, part) in sum.after(&self.action).parts().iter().enumerate() {
            pieces.push(match (part, &self.found.seen[index]) {
                (Part::Heaps(heaps), _) => Piece::Heaps(heaps.game.clone(), heaps.position.clone()),
                (Part::Own(_), Some(seen)) => {
                    let place = self.found.place(py, index, &part.state())?;
                    Piece::Own(Source::Python(seen.game()), Arc::new(place.unbind()))
                }
                (Part::Own(_), None) => {
                    return Err(PyTypeError::new_err("ask for .result: a part is a script"));
                }
            });
        }
        Sum { pieces }.into_bound_py_any(py)
    }

    /// Who wins the position it leads to; the mover has won if that is ``"P"``.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.known.as_ref().map(letter)
    }

    /// The Grundy value of the position it leads to, if it is known.
    #[getter]
    fn grundy(&self) -> Option<u64> {
        self.known.and_then(|known| known.grundy)
    }

    /// The remoteness of the position it leads to, if it is known.
    #[getter]
    fn remoteness(&self) -> Option<u64> {
        self.known.and_then(|known| known.remoteness)
    }

    /// The move as a JSON object of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = answers::part_move(&self.action, self.found.answer.sum());
        let found = json::python(py, &Value::Object(object))?;
        if self.found.seen[self.action.part].is_some() {
            found.cast::<PyDict>()?.set_item("result", self.result(py)?)?;
        }
        Ok(found)
    }

    fn __str__(&self) -> String {
        self.action.action.to_string()
    }

    fn __repr__(&self) -> String {
        let sum = self.found.answer.sum();
        let part = match sum.as_single() {
            Some(_) => String::new(),
            None => format!("part {}: ", amalgam::Sum::part_name(self.action.part)),
        };
        format!("Move('{part}{} → {}')", self.action.action, sum.brief_result(&self.action))
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.action == other.action && self.found.answer.sum() == other.found.answer.sum()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.action.hash(&mut hasher);
        hasher.finish()
    }
}

fn letter(known: &Known) -> &'static str {
    if known.outcome.is_p() { "P" } else { "N" }
}
