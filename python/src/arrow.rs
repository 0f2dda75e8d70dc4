//! Tables for whoever speaks Arrow, through its PyCapsule interface: no file and no copy in between
//! where a column lies in memory as Arrow wants it.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use arrow_schema::ffi::FFI_ArrowSchema;

use crate::failure::Failure;

/// Some rows, or why they cannot be had.
pub(crate) type Batch = Result<RecordBatch, ArrowError>;

/// How many rows come at a time, more or less.
pub(crate) const ROWS: usize = 1 << 17;

/// Columns without nulls, by name.
pub(crate) fn schema(columns: &[(&str, DataType)]) -> SchemaRef {
    let field = |(name, kind): &(&str, DataType)| Field::new(*name, kind.clone(), false);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// An error while rows are made, as Arrow has it.
pub(crate) fn broken(error: amalgam_export::Error) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

/// Some rows of these columns.
pub(crate) fn batch(schema: &SchemaRef, columns: Vec<ArrayRef>) -> Batch {
    RecordBatch::try_new(Arc::clone(schema), columns)
}

/// What `__arrow_c_stream__` gives: the rows are made as they are asked for.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    schema: SchemaRef,
    batches: impl Iterator<Item = Batch> + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let reader = RecordBatchIterator::new(batches, schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// What `__arrow_c_schema__` gives.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    schema: &Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema);
    let schema = schema.map_err(|error| Failure::broken(error.to_string()).raise(py))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// How a table is made again: a function, and the question.
pub(crate) type Again<'py> = (Bound<'py, PyAny>, (&'static str, String, bool, Bound<'py, PyDict>));

/// What `__reduce__` gives: a table is what its question is answered with.
pub(crate) fn again<'py>(
    py: Python<'py>,
    what: &'static str,
    game: &str,
    misere: bool,
    how: Bound<'py, PyDict>,
) -> PyResult<Again<'py>> {
    let make = py.import("amalgam_nim.game")?.getattr("again")?;
    Ok((make, (what, game.to_owned(), misere, how)))
}
