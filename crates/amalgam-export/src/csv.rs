//! CSV as in RFC 4180, but with the line ends of Unix: a line of names, then a line for each record.

use std::io::{self, Write};

use crate::format::{Cell, Export, ExportError, Format};

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
        let names: Vec<&str> = export.columns.iter().map(|(name, _)| *name).collect();
        writeln!(out, "{}", names.join(","))?;
        let mut line = Vec::new();
        export.each(|record| {
            line.clear();
            for (i, cell) in record.iter().enumerate() {
                if i > 0 {
                    line.push(b',');
                }
                write_cell(&mut line, cell)?;
            }
            line.push(b'\n');
            out.write_all(&line)
        })?;
        Ok(())
    }
}

fn write_cell(line: &mut Vec<u8>, cell: &Cell) -> io::Result<()> {
    match cell {
        Cell::Number(number) => write!(line, "{number}"),
        Cell::Truth(truth) => write!(line, "{truth}"),
        Cell::Unknown => Ok(()),
        Cell::Text(text) if text.contains(['"', ',', '\n', '\r']) => {
            write!(line, "\"{}\"", text.replace('"', "\"\""))
        }
        Cell::Text(text) => line.write_all(text.as_bytes()),
    }
}
