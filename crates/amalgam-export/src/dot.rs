//! Graphviz dot: matchings as undirected graphs along a line, trees as they stand.

use std::io::Write;

use crate::format::{Cell, Export, ExportError, Format, Shape};

/// The language of Graphviz.
#[derive(Clone, Copy, Debug)]
pub struct Dot;

impl Format for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        let unfit = ExportError::Unfit {
            format: "dot",
            what: format!("{}, which is no graph", export.title),
            instead: "csv, jsonl or parquet",
        };
        if !matches!(export.shape, Shape::Graph(_) | Shape::Matching) {
            return Err(unfit);
        }
        writeln!(out, "// {}", export.title)?;
        for comment in &export.comments {
            writeln!(out, "// {comment}")?;
        }
        if let Shape::Graph(graph) = &export.shape {
            return Ok(out.write_all(graph.as_bytes())?);
        }
        writeln!(out, "graph matching {{\n  rankdir=LR;\n  node [shape=circle];")?;
        export.each(|record| match record {
            [Cell::Number(b), Cell::Number(c), ..] => {
                let offset = c.saturating_sub(*b);
                writeln!(out, "  {b} -- {c} [label=\"{offset}\"];")
            }
            _ => Ok(()),
        })?;
        writeln!(out, "}}")?;
        Ok(())
    }
}
