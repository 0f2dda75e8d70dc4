//! A snapshot of each format, and a look through the eyes of a reader: Parquet is read back, LaTeX
//! is compiled where there is a TeX.

use std::process::Command;

use amalgam::engines::three::{progress::Silent, row, rows, table::Table};
use amalgam::games::rules::Family;
use amalgam_export::format::{Cell, Export, ExportError, FORMATS, Kind, Shape};
use parquet::file::reader::{FileReader, SerializedFileReader};

fn format(name: &str, export: &mut Export<'_>) -> Result<Vec<u8>, ExportError> {
    let format = FORMATS.iter().find(|format| format.name() == name).expect("a format");
    let mut out = Vec::new();
    format.write(export, &mut out)?;
    Ok(out)
}

fn text(name: &str, export: &mut Export<'_>) -> String {
    String::from_utf8(format(name, export).expect("it is written")).expect("text")
}

fn export<'a>(
    columns: &[(&'static str, Kind)],
    shape: Shape,
    records: Vec<Vec<Cell>>,
) -> Export<'a> {
    let mut records = records.into_iter();
    Export {
        title: "a title".to_owned(),
        comments: vec!["a comment".to_owned()],
        columns: columns.to_vec(),
        shape,
        next: Box::new(move |record| match records.next() {
            Some(next) => {
                record.extend(next);
                true
            }
            None => false,
        }),
    }
}

/// Every kind of cell, and text that needs quotes.
fn mixed<'a>() -> Export<'a> {
    let columns = [("n", Kind::Number), ("yes", Kind::Truth), ("words", Kind::Text)];
    let line =
        |n: Cell, yes: bool, words: &str| vec![n, Cell::Truth(yes), Cell::Text(words.into())];
    let records = vec![
        line(Cell::Number(-3), true, "plain"),
        line(Cell::Unknown, false, "[1,2] \"&\" 5%"),
        line(Cell::Number(i64::MAX), true, ""),
    ];
    export(&columns, Shape::Records, records)
}

fn sequence<'a>(terms: &[(i64, i64)]) -> Export<'a> {
    let records = terms.iter().map(|&(n, x)| vec![Cell::Number(n), Cell::Number(x)]).collect();
    export(&[("n", Kind::Number), ("value", Kind::Number)], Shape::Sequence, records)
}

fn grid<'a>(rows: usize, columns: usize) -> Export<'a> {
    let table = Table::new(Family::AMALGAMATION, rows, columns, &Default::default()).unwrap();
    let mut records = Vec::new();
    for a in 0..rows {
        for b in 0..columns {
            let f = table.get(a, b).unwrap();
            records.push([a as u64, b as u64, f].map(Cell::from).to_vec());
        }
    }
    let names = [("a", Kind::Number), ("b", Kind::Number), ("f", Kind::Number)];
    export(&names, Shape::Grid { columns }, records)
}

fn lists<'a>() -> Export<'a> {
    let rows = rows::find(Family::AMALGAMATION, 4, &Default::default(), &Silent).unwrap();
    let lists = row::lists_of(Family::AMALGAMATION, 4, rows[3].proved().unwrap()).unwrap();
    export(&[], Shape::Lists(lists), Vec::new())
}

#[test]
fn b_file() {
    let expected = "# a title\n# a comment\n3 10\n4 -2\n5 7\n";
    assert_eq!(text("bfile", &mut sequence(&[(3, 10), (4, -2), (5, 7)])), expected);
    let gap = format("bfile", &mut sequence(&[(3, 10), (5, 7)]));
    assert!(matches!(gap, Err(ExportError::Unfit { .. })));
    assert!(matches!(format("bfile", &mut mixed()), Err(ExportError::Unfit { .. })));
}

#[test]
fn csv() {
    let expected = "n,yes,words\n-3,true,plain\n,false,\"[1,2] \"\"&\"\" 5%\"\n\
                    9223372036854775807,true,\n";
    assert_eq!(text("csv", &mut mixed()), expected);
}

#[test]
fn json_lines() {
    let expected = "{\"n\":-3,\"yes\":true,\"words\":\"plain\"}\n\
                    {\"n\":null,\"yes\":false,\"words\":\"[1,2] \\\"&\\\" 5%\"}\n\
                    {\"n\":9223372036854775807,\"yes\":true,\"words\":\"\"}\n";
    let written = text("jsonl", &mut mixed());
    assert_eq!(written, expected);
    for line in written.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn latex() {
    let expected = "% a title\n% a comment\n\\begin{tabular}{r|rrr}\n\
                    $a \\backslash b$ & $0$ & $1$ & $2$ \\\\\n\\hline\n\
                    $0$ & $0$ & $1$ & $2$ \\\\\n$1$ & $1$ & $0$ & $4$ \\\\\n\\end{tabular}\n";
    assert_eq!(text("latex", &mut grid(2, 3)), expected);
    let expected = "% a title\n% a comment\n\\begin{tabular}{rll}\n\\hline\n\
                    n & yes & words \\\\\n\\hline\n$-3$ & yes & plain \\\\\n\
                    ? &  & {[}1,2] \"\\&\" 5\\% \\\\\n$9223372036854775807$ & yes &  \\\\\n\
                    \\hline\n\\end{tabular}\n";
    assert_eq!(text("latex", &mut mixed()), expected);
    let expected = "% a title\n% a comment\n\\begin{flushleft}\n\
                    $L_1(4) = \\{[1,2],\\allowbreak{} [3,8],\\allowbreak{} [5,6],\\allowbreak{} \
                    [7,12],\\allowbreak{} [9,11]\\}$\n\n\
                    $L_2(4) = \\{[10,13],\\allowbreak{} [15,16]\\} + 4\\mathbf{N}$\n\
                    \\end{flushleft}\n";
    assert_eq!(text("latex", &mut lists()), expected);
    assert!(matches!(format("latex", &mut grid(2, 41)), Err(ExportError::TooLarge { .. })));
    assert!(matches!(format("latex", &mut grid(61, 2)), Err(ExportError::TooLarge { .. })));
}

#[test]
fn latex_compiles_where_there_is_a_tex() {
    let Ok(version) = Command::new("pdflatex").arg("--version").output() else {
        eprintln!("skipped: there is no pdflatex here, so the LaTeX output was not compiled");
        return;
    };
    assert!(version.status.success());
    let folder = tempfile::tempdir().unwrap();
    let parts =
        [text("latex", &mut grid(9, 12)), text("latex", &mut mixed()), text("latex", &mut lists())];
    let document = format!(
        "\\documentclass{{article}}\n\\begin{{document}}\n{}\n\\end{{document}}\n",
        parts.join("\n\\bigskip\n\n")
    );
    std::fs::write(folder.path().join("x.tex"), document).unwrap();
    let words = ["-interaction=nonstopmode", "-halt-on-error", "x.tex"];
    let run = Command::new("pdflatex").args(words).current_dir(&folder).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

#[test]
fn dot() {
    let pairs =
        vec![vec![Cell::Number(0), Cell::Number(2)], vec![Cell::Number(1), Cell::Number(4)]];
    let columns = [("b", Kind::Number), ("f", Kind::Number)];
    let expected = "// a title\n// a comment\ngraph matching {\n  rankdir=LR;\n  \
                    node [shape=circle];\n  0 -- 2 [label=\"2\"];\n  1 -- 4 [label=\"3\"];\n}\n";
    assert_eq!(text("dot", &mut export(&columns, Shape::Matching, pairs)), expected);
    let graph = Shape::Graph("digraph {}\n".to_owned());
    let expected = "// a title\n// a comment\ndigraph {}\n";
    assert_eq!(text("dot", &mut export(&[], graph, Vec::new())), expected);
    assert!(matches!(format("dot", &mut mixed()), Err(ExportError::Unfit { .. })));
}

#[test]
fn parquet_comes_back() {
    let file = bytes::Bytes::from(format("parquet", &mut mixed()).unwrap());
    let reader = SerializedFileReader::new(file).unwrap();
    let rows: Vec<String> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(
        rows,
        [
            "{n: -3, yes: true, words: \"plain\"}",
            "{n: null, yes: false, words: \"[1,2] \"&\" 5%\"}",
            "{n: 9223372036854775807, yes: true, words: \"\"}",
        ]
    );
}

#[test]
fn parquet_of_several_groups_is_whole() {
    let terms: Vec<(i64, i64)> = (0..300_000).map(|n| (n, n * n)).collect();
    let file = bytes::Bytes::from(format("parquet", &mut sequence(&terms)).unwrap());
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 300_000);
    assert!(reader.metadata().num_row_groups() > 1);
    let last = reader.get_row_iter(None).unwrap().last().unwrap().unwrap();
    assert_eq!(last.to_string(), format!("{{n: 299999, value: {}}}", 299_999_i64.pow(2)));
}
