//! LaTeX that compiles with a bare `article` class: `tabular` for tables, set notation for lists.

use std::io::Write;

use amalgam::engines::rows::{Lists, name};

use crate::format::{Cell, Export, ExportError, Format, Kind, Shape};

/// A fragment to be put into a document with `\input`.
#[derive(Clone, Copy, Debug)]
pub struct Latex;

/// The most columns and rows of a `tabular`, which cannot be broken over pages.
const MOST: (usize, usize) = (40, 60);

impl Format for Latex {
    fn name(&self) -> &'static str {
        "latex"
    }

    fn write(
        &self,
        export: &mut Export<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<(), ExportError> {
        writeln!(out, "% {}", export.title)?;
        for comment in &export.comments {
            writeln!(out, "% {comment}")?;
        }
        match &export.shape {
            Shape::Lists(lists) => write_lists(lists, out),
            Shape::Grid { columns } => {
                let columns = *columns;
                write_grid(export, columns, out)
            }
            Shape::Graph(_) => Err(ExportError::Unfit {
                format: "LaTeX",
                what: export.title.clone(),
                instead: "dot",
            }),
            Shape::Records | Shape::Sequence | Shape::Matching => write_records(export, out),
        }
    }
}

fn write_records(export: &mut Export<'_>, out: &mut (dyn Write + Send)) -> Result<(), ExportError> {
    let column = |(_, kind): &(_, Kind)| if *kind == Kind::Number { 'r' } else { 'l' };
    let layout: String = export.columns.iter().map(column).collect();
    let names: Vec<String> = export.columns.iter().map(|(name, _)| escaped(name)).collect();
    writeln!(out, "\\begin{{tabular}}{{{layout}}}\n\\hline\n{} \\\\\n\\hline", names.join(" & "))?;
    let title = export.title.clone();
    let mut written = 0;
    export.each(|record| {
        written += 1;
        if written > MOST.1 {
            return Err(too_large(&title));
        }
        let cells: Vec<String> = record.iter().map(text).collect();
        Ok(writeln!(out, "{} \\\\", cells.join(" & "))?)
    })?;
    writeln!(out, "\\hline\n\\end{{tabular}}")?;
    Ok(())
}

/// A grid has its columns' numbers above and its rows' at the left.
fn write_grid(
    export: &mut Export<'_>,
    columns: usize,
    out: &mut (dyn Write + Send),
) -> Result<(), ExportError> {
    let title = export.title.clone();
    if columns == 0 || columns > MOST.0 {
        return Err(too_large(&title));
    }
    let (mut lines, mut cells): (Vec<String>, Vec<String>) = Default::default();
    let mut head = Vec::new();
    export.each(|record| {
        let [row, column, value] = record else { return Err(too_large(&title)) };
        if lines.is_empty() {
            head.push(text(column));
        }
        if cells.is_empty() {
            cells.push(text(row));
        }
        cells.push(text(value));
        if cells.len() > columns {
            lines.push(std::mem::take(&mut cells).join(" & "));
        }
        if lines.len() > MOST.1 { Err(too_large(&title)) } else { Ok(()) }
    })?;
    let layout = "r".repeat(columns);
    writeln!(out, "\\begin{{tabular}}{{r|{layout}}}")?;
    writeln!(out, "$a \\backslash b$ & {} \\\\\n\\hline", head.join(" & "))?;
    for line in lines {
        writeln!(out, "{line} \\\\")?;
    }
    writeln!(out, "\\end{{tabular}}")?;
    Ok(())
}

fn too_large(title: &str) -> ExportError {
    ExportError::TooLarge {
        format: "LaTeX",
        what: title.to_owned(),
        fits: format!("a tabular holds up to {} columns and {} rows", MOST.0, MOST.1),
    }
}

fn write_lists(lists: &Lists, out: &mut (dyn Write + Send)) -> Result<(), ExportError> {
    let Lists { rest, period, once, repeating, .. } = lists;
    let row = name(rest);
    writeln!(out, "\\begin{{flushleft}}")?;
    writeln!(out, "$L_1({row}) = \\{{{}\\}}$\n", pairs(once))?;
    writeln!(out, "$L_2({row}) = \\{{{}\\}} + {period}\\mathbf{{N}}$", pairs(repeating))?;
    writeln!(out, "\\end{{flushleft}}")?;
    Ok(())
}

/// Between two pairs a line may be broken.
fn pairs(pairs: &[[u64; 2]]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[b, c]| format!("[{b},{c}]")).collect();
    pairs.join(",\\allowbreak{} ")
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => format!("${number}$"),
        Cell::Truth(true) => "yes".to_owned(),
        Cell::Truth(false) => String::new(),
        Cell::Text(text) => escaped(text),
        Cell::Unknown => "?".to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\^{}"),
            '~' => escaped.push_str("\\~{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '<' | '>' => escaped.extend(['$', c, '$']),
            // A row of a tabular that starts with a bracket would be read as an argument.
            '[' => escaped.push_str("{[}"),
            _ => escaped.push(c),
        }
    }
    escaped
}
