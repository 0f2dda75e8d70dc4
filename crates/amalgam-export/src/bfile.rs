//! The b-file of the OEIS: index, one space, value, a line for each term.
//!
//! Comments start with `#`, indices are consecutive, and the last line ends like the others.

use std::io::Write;

use crate::format::{Cell, Export, ExportError, Format, Shape};

/// The b-file.
#[derive(Clone, Copy, Debug)]
pub struct BFile;

impl Format for BFile {
    fn name(&self) -> &'static str {
        "bfile"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        let unfit = |what: &str| ExportError::Unfit {
            format: "a b-file",
            what: what.to_owned(),
            instead: "csv, jsonl or parquet",
        };
        if !matches!(export.shape, Shape::Sequence) {
            return Err(unfit(&format!("{}, which is no sequence", export.title)));
        }
        writeln!(out, "# {}", export.title)?;
        for comment in &export.comments {
            writeln!(out, "# {comment}")?;
        }
        let mut expected = None;
        export.each(|record| {
            let [Cell::Number(index), Cell::Number(value)] = record else {
                return Err(unfit("a term that is no number"));
            };
            if expected.is_some_and(|expected| expected != *index) {
                return Err(unfit("a sequence with gaps"));
            }
            expected = index.checked_add(1);
            Ok(writeln!(out, "{index} {value}")?)
        })?;
        Ok(())
    }
}
