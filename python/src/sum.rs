//! `Sum`: games side by side.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use amalgam::{AnyGame, Budget, Part};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::Failure;
use crate::own::{Seen, Source};
use crate::picture;
use crate::position::{self, Position};

/// One game of a sum, and where it stands.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Heaps, in the game that is asked.
    Unnamed(amalgam::Position),
    Heaps(AnyGame, amalgam::Position),
    Own(Source, Arc<Py<PyAny>>),
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Piece::Unnamed(position) => position.to_string(),
            Piece::Heaps(game, position) => {
                Part::heaps_of(game.clone(), position.clone()).to_string()
            }
            Piece::Own(source, start) => {
                let start = Python::attach(|py| start.bind(py).repr().map(|text| text.to_string()));
                format!("{} {}", source.name(), start.unwrap_or_else(|_| "…".to_owned()))
            }
        }
    }

    /// What makes two pieces the same: of a game of your own, to be the same object.
    fn key(&self) -> (Option<&AnyGame>, Option<&amalgam::Position>, usize) {
        match self {
            Piece::Unnamed(position) => (None, Some(position), 0),
            Piece::Heaps(game, position) => (Some(game), Some(position), 0),
            Piece::Own(_, start) => (None, None, Arc::as_ptr(start).addr()),
        }
    }
}

/// Games side by side: a move is made in one of them.
///
/// Positions and other sums are added with ``+``; indexing a game names it.
///
/// >>> from amalgam_nim import Game, Position, Sum
/// >>> Game("amalgamation")[3, 4, 5] + Game("nim")[2, 7]
/// Sum('amalgamation[3,4,5] + nim[2,7]')
/// >>> Position([1, 2]) + Position([3])
/// Sum('[1,2] + [3]')
/// >>> Sum("nim[1,2] + [3]") == Game("nim")[1, 2] + Position([3])
/// True
///
/// A part without a name is played by the rules of the game that is asked.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) pieces: Vec<Piece>,
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.pieces.iter().map(Piece::text).collect::<Vec<_>>().join(" + "))
    }
}

#[pymethods]
impl Sum {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &str) -> PyResult<Sum> {
        Ok(Sum { pieces: parse(text)? })
    }

    /// The parts: the name of each game, if it has one, and its position.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Option<String>, Bound<'py, PyAny>)>> {
        let part = |piece: &Piece| match piece {
            Piece::Unnamed(position) => {
                Ok((None, Bound::new(py, Position(position.clone()))?.into_any()))
            }
            Piece::Heaps(game, position) => {
                let position = Bound::new(py, Position(position.clone()))?;
                Ok((Some(game.name().to_owned()), position.into_any()))
            }
            Piece::Own(source, start) => {
                Ok((Some(source.name().to_owned()), start.bind(py).clone()))
            }
        };
        self.pieces.iter().map(part).collect()
    }

    fn __len__(&self) -> usize {
        self.pieces.len()
    }

    fn __add__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        plus(slf.as_any(), other)
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Sum,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        use pyo3::IntoPyObjectExt;
        let same = || {
            let keys = |sum: &Sum| sum.pieces.len();
            keys(self) == keys(other)
                && self.pieces.iter().zip(&other.pieces).all(|(x, y)| x.key() == y.key())
        };
        match op {
            CompareOp::Eq => same().into_bound_py_any(py),
            CompareOp::Ne => (!same()).into_bound_py_any(py),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.pieces.iter().for_each(|piece| piece.key().hash(&mut hasher));
        hasher.finish()
    }

    /// Whether its text says all of it: no part is a game of your own.
    #[getter]
    fn has_text(&self) -> bool {
        !self.pieces.iter().any(|piece| matches!(piece, Piece::Own(..)))
    }

    /// The sum with another position in one of its parts.
    fn with_part(&self, part: usize, position: &Bound<'_, PyAny>) -> PyResult<Sum> {
        let mut pieces = self.pieces.clone();
        let piece = pieces.get_mut(part);
        *piece.ok_or_else(|| PyIndexError::new_err("there is no such part"))? =
            match &self.pieces[part] {
                Piece::Unnamed(_) => Piece::Unnamed(position::read(position)?),
                Piece::Heaps(game, _) => Piece::Heaps(game.clone(), position::read(position)?),
                Piece::Own(source, _) => {
                    Piece::Own(source.clone(), Arc::new(position.clone().unbind()))
                }
            };
        Ok(Sum { pieces })
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    /// So that ``sum([…])`` works, which starts with 0.
    fn __radd__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        plus(other, slf.as_any())
    }

    fn __repr__(&self) -> String {
        format!("Sum('{}')", self.__str__())
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        if !self.has_text() {
            return Err(PyTypeError::new_err("a sum with a game of your own cannot be pickled"));
        }
        Ok((self.__str__(),))
    }

    fn _repr_svg_(&self) -> Option<String> {
        picture::position(&self.pieces, &AnyGame::amalgamation())
    }
}

/// Reads a sum. Which parts have no name shows when it is read for two games.
pub(crate) fn parse(text: &str) -> PyResult<Vec<Piece>> {
    let read = |game| amalgam::Sum::parse(text, &game).map_err(Failure::from);
    let (sum, other) = (read(AnyGame::nim())?, read(AnyGame::amalgamation())?);
    let piece = |(part, other): (&Part, &Part)| match part {
        Part::Heaps(heaps) if part == other => {
            Some(Piece::Heaps(heaps.game.clone(), heaps.position.clone()))
        }
        Part::Heaps(heaps) => Some(Piece::Unnamed(heaps.position.clone())),
        Part::Own(_) => None,
    };
    Ok(sum.parts().iter().zip(other.parts()).filter_map(piece).collect())
}

/// Two positions or sums side by side; what is neither is Python's business.
pub(crate) fn plus<'py>(
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = left.py();
    // 0 is what `sum` starts with.
    match (pieces(left), pieces(right)) {
        (Some(mut pieces), Some(more)) => {
            pieces.extend(more);
            Ok(Bound::new(py, Sum { pieces })?.into_any())
        }
        _ => Ok(py.NotImplemented().into_bound(py)),
    }
}

fn pieces(value: &Bound<'_, PyAny>) -> Option<Vec<Piece>> {
    if let Ok(position) = value.cast::<Position>() {
        return Some(vec![Piece::Unnamed(position.get().0.clone())]);
    }
    if let Ok(0) = value.extract::<u64>() {
        return Some(Vec::new());
    }
    value.cast::<Sum>().ok().map(|sum| sum.get().pieces.clone())
}

/// What is asked of a game with heaps: a position, a sum, a text of either, or heaps.
pub(crate) fn question(value: &Bound<'_, PyAny>) -> PyResult<Vec<Piece>> {
    if let Some(pieces) = pieces(value).filter(|pieces| !pieces.is_empty()) {
        return Ok(pieces);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return parse(text.to_str()?);
    }
    Ok(vec![Piece::Unnamed(position::read(value)?)])
}

/// The sum that the library knows, and for each part the objects of Python, if it has some. Parts
/// without a game are played by `game`.
pub(crate) fn resolve(
    py: Python<'_>,
    pieces: Vec<Piece>,
    game: &AnyGame,
    budget: &Budget,
) -> PyResult<(amalgam::Sum, Vec<Option<Arc<Seen>>>)> {
    let (mut parts, mut seen) = (Vec::new(), Vec::new());
    for piece in pieces {
        let (part, objects) = match piece {
            Piece::Unnamed(position) => (heaps(game.clone(), position)?, None),
            Piece::Heaps(game, position) => (heaps(game, position)?, None),
            Piece::Own(source, start) => source.explore(start.bind(py), budget)?,
        };
        parts.push(part);
        seen.push(objects);
    }
    let sum = amalgam::Sum::of(parts);
    let sum = sum.ok_or_else(|| Failure::input("a sum has a part at least", "add a position"))?;
    Ok((sum, seen))
}

/// A game does not have more heaps than it allows.
pub(crate) fn heaps(game: AnyGame, position: amalgam::Position) -> Result<Part, Failure> {
    let heaps = position.heaps().len();
    match game.most_heaps() {
        Some(most) if heaps as u64 > most => {
            let message = format!("{game} has at most {most} heaps, not {heaps}");
            Err(Failure::input(message, "leave some out, or choose another game"))
        }
        _ => Ok(Part::heaps_of(game, position)),
    }
}
