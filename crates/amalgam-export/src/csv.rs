//! CSV as in RFC 4180, but with the line ends of Unix: a line of names, then a line for each record.

use std::io::{self, Write};

use crate::format::{Export, ExportError, Format};

/// Comma-separated values. An unknown value is an empty field.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(out);
        csv.write_record(export.columns.iter().map(|(name, _)| name)).map_err(io::Error::from)?;
        export.each(|record| csv.serialize(record).map_err(io::Error::from))?;
        Ok(csv.flush()?)
    }
}
