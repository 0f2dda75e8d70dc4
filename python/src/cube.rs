//! `Cube`: the Grundy values of three heaps up to a size.

use amalgam::Rules;
use amalgam::engines::cube::{Keep, Summary, index};
use amalgam_export::{cube, table_answers};
use arrow_array::UInt16Array;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};

use crate::arrow;
use crate::bounds::Bounds;
use crate::{json, work};

/// The Grundy values of all positions of three heaps up to a size.
///
/// >>> from amalgam_nim import Game
/// >>> cube = Game("amalgamation").cube(20)
/// >>> cube[3, 4, 5], cube[5, 3, 4], len(cube)
/// (3, 3, 1771)
///
/// It is an Arrow stream with the columns a, b, c and grundy, a ≤ b ≤ c: ``polars.DataFrame(cube)``,
/// ``pyarrow.table(cube)`` and ``duckdb.sql("from cube")`` read it. The values are handed over where
/// they lie; the heaps beside them are written as they are asked for.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Cube {
    game: String,
    max: u64,
    summary: Summary,
    values: UInt16Array,
}

impl Cube {
    pub(crate) fn find(
        py: Python<'_>,
        game: &str,
        rules: &Rules,
        max: u64,
        bounds: Bounds,
    ) -> PyResult<Cube> {
        let cube = work::long(py, bounds, |budget, _| {
            amalgam::engines::cube::Cube::new(rules, max, Keep::Values, budget)
        })?;
        let summary = *cube.summary();
        Ok(Cube { game: game.to_owned(), max, summary, values: cube.into_values().into() })
    }
}

#[pymethods]
impl Cube {
    /// The largest heap.
    #[getter]
    fn max(&self) -> u64 {
        self.max
    }

    /// What the game is called.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// Counts and sums over all positions, as the JSON object ``amalgam/cube/1`` has them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::python(py, &table_answers::cube(&self.game, self.max, &self.summary))
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    fn __getitem__(&self, heaps: (u64, u64, u64)) -> PyResult<u16> {
        let mut heaps = [heaps.0, heaps.1, heaps.2];
        heaps.sort_unstable();
        if heaps[2] > self.max {
            return Err(PyIndexError::new_err("the cube ends before these heaps"));
        }
        let [a, b, c] = heaps.map(|heap| heap as usize);
        Ok(self.values.value(index(a, b, c)))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        arrow::stream(py, cube::columns(), cube::rows(self.values.clone()).map(Ok))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &cube::columns())
    }

    /// All values as numpy has them, one axis for each heap: ``numpy.asarray(cube)[3, 4, 5]``.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let size = self.max as usize + 1;
        let bytes = PyBytes::new_with(py, 2 * size * size * size, |bytes| {
            for (place, cell) in bytes.chunks_exact_mut(2).enumerate() {
                let mut heaps = [place / size / size, place / size % size, place % size];
                heaps.sort_unstable();
                let [a, b, c] = heaps;
                cell.copy_from_slice(&self.values.value(index(a, b, c)).to_ne_bytes());
            }
            Ok(())
        })?;
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (size, size, size))?;
        interface.set_item("typestr", if cfg!(target_endian = "big") { ">u2" } else { "<u2" })?;
        interface.set_item("data", bytes)?;
        Ok(interface)
    }

    /// The rows (a, b, c, grundy), a ≤ b ≤ c: what ``pandas.DataFrame(cube)`` reads.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.py().import("amalgam_nim.game")?.getattr("cube_rows")?;
        rows.call1((slf,))
    }

    fn __eq__(&self, other: &Cube) -> bool {
        self.game == other.game && self.max == other.max && self.values == other.values
    }

    /// It is computed again when it is unpickled.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<arrow::Again<'py>> {
        let how = PyDict::new(py);
        how.set_item("max", self.max)?;
        arrow::again(py, "cube", &self.game, false, how)
    }

    fn __repr__(&self) -> String {
        let positions = self.values.len();
        format!("<Cube of {}: heaps up to {}, {positions} positions>", self.game, self.max)
    }
}
