//! JSON Lines: an object on a line for each record.

use std::io::Write;

use crate::format::{Export, ExportError, Format};

/// JSON Lines. An unknown value is null.
#[derive(Clone, Copy, Debug)]
pub struct JsonLines;

impl Format for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        // Names of columns are plain words.
        let keys: Vec<String> =
            export.columns.iter().map(|(name, _)| format!("\"{name}\":")).collect();
        let mut line = Vec::new();
        export.each(|record| {
            line.clear();
            for (i, (key, cell)) in keys.iter().zip(record).enumerate() {
                line.push(if i == 0 { b'{' } else { b',' });
                line.extend_from_slice(key.as_bytes());
                serde_json::to_writer(&mut line, cell)?;
            }
            line.extend_from_slice(b"}\n");
            out.write_all(&line)
        })?;
        Ok(())
    }
}
