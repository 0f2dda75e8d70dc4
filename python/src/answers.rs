//! `Answers`: many positions solved at once, as a table.

use std::sync::Arc;

use amalgam::solve::explain;
use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::arrow;

/// What is known of a position.
pub(crate) struct Known {
    position: String,
    outcome: &'static str,
    grundy: Option<u64>,
    remoteness: Option<u64>,
    reason: String,
}

impl Known {
    pub(crate) fn new(position: String, answer: &amalgam::Answer) -> Known {
        let known = answer.known();
        Known {
            position,
            outcome: if known.outcome.is_p() { "P" } else { "N" },
            grundy: known.grundy,
            remoteness: known.remoteness,
            reason: explain::reason(answer),
        }
    }
}

/// Many positions, each with who wins and why.
///
/// >>> from amalgam_nim import Game
/// >>> answers = Game("nim").solve_many([[1, 2, 3], [1, 2, 4]])
/// >>> len(answers)
/// 2
///
/// It is an Arrow stream with the columns position, outcome, grundy, remoteness and reason:
/// ``polars.DataFrame(answers)`` and ``pyarrow.table(answers)`` read it. What is not known is null.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Answers(RecordBatch);

fn columns() -> SchemaRef {
    let field = |name: &str, kind: DataType, null: bool| Field::new(name, kind, null);
    Arc::new(Schema::new(vec![
        field("position", DataType::Utf8, false),
        field("outcome", DataType::Utf8, false),
        field("grundy", DataType::UInt64, true),
        field("remoteness", DataType::UInt64, true),
        field("reason", DataType::Utf8, false),
    ]))
}

impl Answers {
    pub(crate) fn new(found: &[Known]) -> PyResult<Answers> {
        let texts = |text: fn(&Known) -> &str| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(found.iter().map(text)))
        };
        let numbers = |number: fn(&Known) -> Option<u64>| -> ArrayRef {
            Arc::new(found.iter().map(number).collect::<UInt64Array>())
        };
        let columns_of = vec![
            texts(|known| &known.position),
            texts(|known| known.outcome),
            numbers(|known| known.grundy),
            numbers(|known| known.remoteness),
            texts(|known| &known.reason),
        ];
        let batch = RecordBatch::try_new(columns(), columns_of);
        batch
            .map(Answers)
            .map_err(|error| crate::failure::Failure::broken(error.to_string()).into())
    }
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        arrow::stream(py, columns(), std::iter::once(Ok(self.0.clone())))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &columns())
    }

    fn __eq__(&self, other: &Answers) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        format!("<Answers: {} positions>", self.0.num_rows())
    }
}
