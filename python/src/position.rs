//! `Position`: heaps.

use std::hash::{DefaultHasher, Hash, Hasher};

use amalgam::AnyGame;
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PySlice, PyString, PyTuple};

use crate::failure::Failure;
use crate::picture;
use crate::sum::{self, Piece};

/// A multiset of heaps, smallest first; empty heaps are dropped.
///
/// It is made from any iterable of whole numbers, or from a text in one of the notations of the papers:
/// the heaps, ``"[1,2,4]"``, or the number of heaps of each height, ``"<1,1,0,1>"``.
///
/// >>> from amalgam_nim import Position
/// >>> Position([4, 1, 0, 2])
/// Position([1, 2, 4])
/// >>> Position("<1,1,0,1>") == Position([1, 2, 4]) == Position("1 2 4")
/// True
/// >>> Position([3, 4]).coins, len(Position([3, 4])), list(Position([3, 4]))
/// (7, 2, [3, 4])
///
/// Positions are hashable and ordered; ``+`` puts them side by side as a `Sum`, in which heaps of
/// different positions never meet.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Position(pub(crate) amalgam::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (heaps = None, /))]
    fn new(heaps: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        match heaps {
            None => Ok(Position(amalgam::Position::default())),
            Some(heaps) => read(heaps).map(Position),
        }
    }

    /// The position with this many heaps of height 1, of height 2, and so on.
    ///
    /// >>> Position.from_heights([1, 1, 0, 1])
    /// Position([1, 2, 4])
    #[staticmethod]
    #[pyo3(signature = (counts, /))]
    fn from_heights(counts: &Bound<'_, PyAny>) -> PyResult<Position> {
        let mut heaps: Vec<u64> = Vec::new();
        for (height, count) in (1u64..).zip(counts.try_iter()?) {
            let count = heap(&count?)?;
            let room = (amalgam::Position::MOST_HEAPS - heaps.len()) as u64;
            if count > room || height > amalgam::Position::MOST_HEAPS as u64 {
                return Err(too_many());
            }
            heaps.extend(std::iter::repeat_n(height, count as usize));
        }
        Ok(Position(amalgam::Position::new(heaps)))
    }

    /// The heaps, smallest first.
    #[getter]
    fn heaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.heaps())
    }

    /// How many heaps there are of height 1, 2, … up to the tallest.
    ///
    /// >>> Position([1, 2, 4]).heights
    /// (1, 1, 0, 1)
    #[getter]
    fn heights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tallest = self.0.largest();
        if tallest > amalgam::Position::MOST_HEAPS as u64 {
            let message = format!("a heap of {tallest} is too tall to count heights");
            return Err(Failure::limit(message, "ask for .heaps").raise(py));
        }
        let mut counts = vec![0u64; tallest as usize];
        self.0.heaps().iter().for_each(|&heap| counts[heap as usize - 1] += 1);
        PyTuple::new(py, counts)
    }

    /// The number of coins.
    #[getter]
    fn coins(&self) -> u128 {
        self.0.coins()
    }

    /// Whether every height occurs an even number of times: a *mirror position* of Locke & Handley.
    #[getter]
    fn is_mirror(&self) -> bool {
        self.0.is_mirror()
    }

    /// The position with one more heap.
    #[pyo3(signature = (size, /))]
    fn with_heap(&self, size: &Bound<'_, PyAny>) -> PyResult<Position> {
        Ok(Position(self.0.with(heap(size)?)))
    }

    /// The position without one heap of this size.
    #[pyo3(signature = (size, /))]
    fn without_heap(&self, size: &Bound<'_, PyAny>) -> PyResult<Position> {
        let size = heap(size)?;
        match self.0.heaps().binary_search(&size) {
            Ok(index) => Ok(Position(self.0.without(index))),
            Err(_) => {
                let message = format!("{} has no heap of {size}", self.0.brief());
                Err(Failure::input(message, ".heaps has its heaps").into())
            }
        }
    }

    fn __len__(&self) -> usize {
        self.0.heaps().len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.heaps(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.heaps(index.py())?.as_any().get_item(index);
        }
        let (py, index): (_, isize) = (index.py(), index.extract()?);
        let len = self.0.heaps().len();
        let at = if index < 0 { len.checked_add_signed(index) } else { Some(index as usize) };
        let heap = at.and_then(|at| self.0.heaps().get(at));
        let heap = heap.ok_or_else(|| PyIndexError::new_err("there is no such heap"))?;
        heap.into_bound_py_any(py)
    }

    fn __contains__(&self, size: &Bound<'_, PyAny>) -> bool {
        size.extract::<u64>().is_ok_and(|size| self.0.heaps().contains(&size))
    }

    fn __richcmp__(&self, other: &Position, op: CompareOp) -> bool {
        op.matches(self.cmp(other))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __add__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        sum::plus(slf.as_any(), other)
    }

    /// So that ``sum([…])`` works, which starts with 0.
    fn __radd__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        sum::plus(other, slf.as_any())
    }

    fn __repr__(&self) -> String {
        let heaps: Vec<String> = self.0.heaps().iter().map(u64::to_string).collect();
        format!("Position([{}])", heaps.join(", "))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __getnewargs__(&self) -> (Vec<u64>,) {
        (self.0.heaps().to_vec(),)
    }

    fn _repr_svg_(&self) -> Option<String> {
        let piece = Piece::Unnamed(self.0.clone());
        picture::position(&[piece], &AnyGame::amalgamation())
    }
}

/// Reads heaps: a position, a text, or whole numbers.
pub(crate) fn read(heaps: &Bound<'_, PyAny>) -> PyResult<amalgam::Position> {
    if let Ok(position) = heaps.cast::<Position>() {
        return Ok(position.get().0.clone());
    }
    if let Ok(text) = heaps.cast::<PyString>() {
        return Ok(text.to_str()?.parse::<amalgam::Position>().map_err(Failure::from)?);
    }
    let unfit = heaps.is_instance_of::<PyBytes>()
        || heaps.is_instance_of::<PyByteArray>()
        || heaps.is_instance_of::<PyDict>();
    if unfit {
        return Err(wrong_kind(heaps));
    }
    let mut sizes: Vec<u64> = Vec::new();
    for size in heaps.try_iter().map_err(|_| wrong_kind(heaps))? {
        sizes.push(heap(&size?)?);
        if sizes.len() > amalgam::Position::MOST_HEAPS {
            return Err(too_many());
        }
    }
    Ok(amalgam::Position::new(sizes))
}

fn too_many() -> PyErr {
    let message = format!("more than {} heaps are too many", amalgam::Position::MOST_HEAPS);
    Failure::limit(message, "ask for fewer").into()
}

fn wrong_kind(heaps: &Bound<'_, PyAny>) -> PyErr {
    let kind = heaps.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a position is a list of heap sizes or a text such as \"[3,4,5]\", not {kind}"
    ))
}

/// Reads the size of a heap, which no number that is not whole can be.
pub(crate) fn heap(size: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(size) = size.extract::<u64>() {
        return Ok(size);
    }
    let index = size.call_method0("__index__").map_err(|_| {
        let kind = size.get_type().name().map_or_else(|_| "this".to_owned(), |n| n.to_string());
        PyTypeError::new_err(format!("a heap size is a whole number, not {kind}"))
    })?;
    Err(match index.lt(0) {
        Ok(true) => Failure::input("a heap size cannot be negative", "heaps start at 0").into(),
        _ => Failure::input(
            "this heap size does not fit in 64 bits",
            "the largest is 18446744073709551615",
        )
        .into(),
    })
}
