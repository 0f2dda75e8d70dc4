//! What is published of the questions is made from them: the JSON Schemas and the reference of the guide.
//! `AMALGAM_BLESS=1 cargo test -p amalgam-ask published` writes both: read the difference.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use amalgam_ask::{Parameter, ParameterKind, VERBS, Verb};
use serde_json::Value;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Whether a file has this text; it gets it if it is to be blessed.
fn same(path: &Path, text: &str) -> bool {
    if std::env::var_os("AMALGAM_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::fs::read_to_string(path).is_ok_and(|found| found.replace("\r\n", "\n") == text)
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let folder = docs().join("schemas");
    let mut names = Vec::new();
    for verb in &VERBS {
        for (kind, schema) in [("question", verb.asked()), ("answer", verb.answered())] {
            let name = format!("{}.{kind}.json", verb.name);
            let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            assert!(same(&folder.join(&name), &text), "docs/schemas/{name} is another");
            names.push(name);
        }
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = names.contains(&name) || name == "README.md";
        assert!(known, "docs/schemas/{name} belongs to no verb");
    }
}

#[test]
fn the_published_reference_is_made_from_the_questions() {
    let mut text = String::from(
        "# Reference of the questions\n\n\
         Every question can be asked at the command line (`amalgam VERB`), over HTTP (`/api/v1/VERB`, see\n\
         [the guide](../GUIDE.md#the-api)) and in Python. The parameters have the same names everywhere: an option\n\
         `--dry-run` is `dry_run` in an address, in JSON and in Python. The answers have the same keys everywhere, and\n\
         [schemas](schemas) has their JSON Schemas. This page is made from the code by a test.\n",
    );
    for verb in &VERBS {
        text += &chapter(verb);
    }
    assert!(same(&docs().join("reference.md"), &text), "docs/reference.md is another");
}

fn chapter(verb: &Verb) -> String {
    let mut text = format!("\n## {}\n\n{}.\n\n", verb.name.replace('-', " "), *verb.about);
    if !verb.parameters.is_empty() {
        text += "| parameter | what it is | default |\n|---|---|---|\n";
    }
    for parameter in verb.parameters.iter() {
        let Parameter { name, about, default, required, .. } = parameter;
        let default = match default {
            _ if *required => "required".to_owned(),
            Some(Value::String(word)) => format!("`{word}`"),
            Some(Value::Bool(false)) | None => String::new(),
            Some(value) => format!("`{value}`"),
        };
        let kind = match &parameter.kind {
            ParameterKind::Choice(words) => format!(" ({})", words.join(", ")),
            _ => String::new(),
        };
        let about = about.replace('|', "\\|");
        let _ = writeln!(text, "| `{name}` | {about}{kind} | {default} |");
    }
    let schema = verb.answered();
    let shapes = schema["anyOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    for shape in shapes {
        let shape = match shape["$ref"].as_str() {
            Some(path) => &schema["$defs"][path.rsplit('/').next().unwrap()],
            None => &shape,
        };
        text += "\n| key of the answer | what it is |\n|---|---|\n";
        for (key, value) in shape["properties"].as_object().into_iter().flatten() {
            let about = value["description"].as_str().unwrap_or_default();
            if key != "schema" {
                let _ = writeln!(
                    text,
                    "| `{key}` | {} |",
                    about.replace('\n', " ").replace('|', "\\|")
                );
            }
        }
    }
    if verb.is_global() && verb.name != "verify" {
        let query = if verb.example.is_empty() { "" } else { "?" };
        let _ = writeln!(text, "\nFor example `/api/v1/{}{query}{}`.", verb.name, verb.example);
    }
    text
}
