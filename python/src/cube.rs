//! `Cube`: the Grundy values of three heaps up to a size.

use std::sync::Arc;

use amalgam::Rules;
use amalgam::engines::cube::{Keep, Summary, index};
use amalgam_export::table_answers;
use arrow_array::{ArrayRef, UInt16Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{DataType, SchemaRef};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

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
    values: ScalarBuffer<u16>,
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

    fn schema() -> SchemaRef {
        let number = || DataType::UInt16;
        arrow::schema(&[("a", number()), ("b", number()), ("c", number()), ("grundy", number())])
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
        Ok(self.values[index(a, b, c)])
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        let schema = Cube::schema();
        let planes = Planes {
            schema: Arc::clone(&schema),
            max: self.max as usize,
            next: 0,
            values: self.values.clone(),
        };
        arrow::stream(py, schema, planes)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &Cube::schema())
    }

    fn __repr__(&self) -> String {
        let positions = self.values.len();
        format!("<Cube of {}: heaps up to {}, {positions} positions>", self.game, self.max)
    }
}

/// The rows, some planes of equal c at a time.
struct Planes {
    schema: SchemaRef,
    max: usize,
    next: usize,
    values: ScalarBuffer<u16>,
}

impl Iterator for Planes {
    type Item = arrow::Batch;

    fn next(&mut self) -> Option<arrow::Batch> {
        let first = self.next;
        if first > self.max {
            return None;
        }
        let start = index(0, 0, first);
        let ends = |c: usize| index(c, c, c) + 1;
        while self.next < self.max && ends(self.next) - start < arrow::ROWS {
            self.next += 1;
        }
        self.next += 1;
        let rows = ends(self.next - 1) - start;
        let [mut a, mut b, mut c] = [(); 3].map(|()| Vec::with_capacity(rows));
        for z in first..self.next {
            c.resize(c.len() + (z + 1) * (z + 2) / 2, z as u16);
            for y in 0..=z as u16 {
                b.resize(b.len() + usize::from(y) + 1, y);
                a.extend(0..=y);
            }
        }
        let values = self.values.slice(start, rows);
        let columns = [a.into(), b.into(), c.into(), values];
        let array = |column| Arc::new(UInt16Array::new(column, None)) as ArrayRef;
        Some(arrow::batch(&self.schema, columns.map(array).to_vec()))
    }
}
