//! `Table`: f(a,b), the heap that completes two.

use std::sync::Arc;

use amalgam::engines::rests;
use amalgam_draw::table::{self, Show};
use amalgam_export::format::{Cell, Export, Format, Kind, Shape};
use amalgam_export::latex::Latex;
use amalgam_export::three_answers::{self, Cells};
use arrow_array::{ArrayRef, UInt32Array};
use arrow_schema::{DataType, SchemaRef};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use serde_json::json;

use crate::arrow;
use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::game::NativeGame;
use crate::position::Position;
use crate::{json, picture, work};

type Cellular = amalgam::engines::three::table::Table;

/// The table of f(a,b): the one heap that makes a P-position with heaps of a and b.
///
/// >>> from amalgam_nim import Game
/// >>> table = Game("amalgamation").table(4, 6)
/// >>> table[3, 4], table.shape
/// (8, (4, 6))
/// >>> table.rows()[1]
/// [1, 0, 4, 5, 2, 3]
///
/// It is an Arrow stream with the columns a, b and f, ``numpy.asarray(table)`` makes an array of it, and
/// a notebook shows it as a picture.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Table {
    game: String,
    cells: Arc<Cellular>,
}

impl Table {
    pub(crate) fn find(
        py: Python<'_>,
        game: &NativeGame,
        (rows, cols): (usize, usize),
        rest: Option<amalgam::Position>,
        bounds: Bounds,
    ) -> PyResult<Table> {
        let (name, cells) = match rest.filter(|rest| !rest.is_empty()) {
            None => {
                let (game, family) = game.family()?;
                let cells = work::apart(py, bounds, move |budget, _| {
                    Cellular::new(family, rows, cols, budget)
                })?;
                (game.name(), cells)
            }
            Some(rest) => {
                let (game, setting) = game.setting(false)?;
                let cells = work::apart(py, bounds, move |budget, _| {
                    rests::table::table(&setting, &rest, rows, cols, budget)
                })?;
                (game.name(), cells.map_err(Failure::from)?)
            }
        };
        Ok(Table { game: name.to_owned(), cells: Arc::new(cells) })
    }

    fn schema() -> SchemaRef {
        let number = DataType::UInt32;
        arrow::schema(&[("a", number.clone()), ("b", number.clone()), ("f", number)])
    }
}

#[pymethods]
impl Table {
    /// How many rows and columns there are.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.cells.rows(), self.cells.cols())
    }

    /// What the game is called.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The heaps that stand beside a and b; none for three heaps.
    #[getter]
    fn rest(&self) -> Position {
        Position(self.cells.rest().clone())
    }

    /// The cells as lists, row by row.
    fn rows(&self) -> Vec<Vec<u32>> {
        self.cells.iter().map(<[u32]>::to_vec).collect()
    }

    /// f(a,b) − b, row by row.
    fn offsets(&self) -> Vec<Vec<i64>> {
        self.cells.offsets().map(Iterator::collect).collect()
    }

    fn __len__(&self) -> usize {
        self.cells.rows()
    }

    fn __getitem__(&self, place: (usize, usize)) -> PyResult<u64> {
        let found = self.cells.get(place.0, place.1);
        found.ok_or_else(|| PyIndexError::new_err("the table ends before this cell"))
    }

    /// The cells as bytes, 32 bits each, for numpy.
    fn tobytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.cells.iter().flatten().flat_map(|f| f.to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("amalgam_nim._numpy")?;
        module.call_method1("of_table", (slf, dtype, copy))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        let (cells, schema) = (Arc::clone(&self.cells), Table::schema());
        let cols = cells.cols();
        let each = (arrow::ROWS / cols).max(1);
        let layout = Arc::clone(&schema);
        let batches = (0..cells.rows()).step_by(each).map(move |first| {
            let rows = first..(first + each).min(cells.rows());
            let a = rows.clone().flat_map(|a| std::iter::repeat_n(a as u32, cols));
            let b = rows.clone().flat_map(|_| 0..cols as u32);
            let f = rows.clone().flat_map(|a| cells.row(a).unwrap_or(&[]).iter().copied());
            let columns: Vec<ArrayRef> = vec![
                Arc::new(UInt32Array::from_iter_values(a)),
                Arc::new(UInt32Array::from_iter_values(b)),
                Arc::new(UInt32Array::from_iter_values(f)),
            ];
            arrow::batch(&layout, columns)
        });
        arrow::stream(py, schema, batches)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &Table::schema())
    }

    /// The table as LaTeX.
    fn latex(&self) -> PyResult<String> {
        let (rows, cols) = self.shape();
        let mut places = (0..rows).flat_map(|a| (0..cols).map(move |b| (a, b)));
        let mut export = Export {
            title: format!("{} for 0 <= a < {rows}, 0 <= b < {cols}", self.cells.name()),
            comments: vec![format!("game: {}", self.game)],
            columns: vec![("a", Kind::Number), ("b", Kind::Number), ("f", Kind::Number)],
            shape: Shape::Grid { columns: cols },
            next: Box::new(move |record| {
                let Some((a, b)) = places.next() else { return false };
                let f = self.cells.get(a, b).map_or(Cell::Unknown, Cell::from);
                record.extend([Cell::from(a as u64), Cell::from(b as u64), f]);
                true
            }),
        };
        let mut out = Vec::new();
        Latex.write(&mut export, &mut out).map_err(Failure::from)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    /// The picture: f, or with ``show="offset"`` f(a,b) − b.
    #[pyo3(signature = (show = "f"))]
    fn svg(&self, show: &str) -> PyResult<String> {
        let shown = match show {
            "f" => Show::F,
            "offset" => Show::Offset,
            "nim-sum" => Show::NimSum,
            _ => {
                let message = format!("there is no picture of {show:?}");
                return Err(Failure::input(message, "show \"f\", \"offset\" or \"nim-sum\"").into());
            }
        };
        let (rows, cols) = self.shape();
        let caption = picture::caption(&self.game, &format!("table({rows}, {cols})"));
        let scene = table::draw(&self.cells, shown, [0, 0], &caption);
        Ok(scene.map_err(Failure::from)?.to_svg())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg("offset").ok()
    }

    /// The table as the JSON object ``amalgam/table/1`` of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::python(py, &json!(three_answers::table(&self.game, &self.cells, Cells::F)))
    }

    fn __eq__(&self, other: &Table) -> bool {
        self.game == other.game && self.rest().0 == other.rest().0 && self.rows() == other.rows()
    }

    /// It is computed again when it is unpickled.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<arrow::Again<'py>> {
        let how = PyDict::new(py);
        let (rows, cols) = self.shape();
        how.set_item("rows", rows)?;
        how.set_item("cols", cols)?;
        how.set_item("rest", self.rest().0.heaps())?;
        arrow::again(py, "table", &self.game, false, how)
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.shape();
        format!("<Table of {} in {}: {rows} rows, {cols} columns>", self.cells.name(), self.game)
    }
}
