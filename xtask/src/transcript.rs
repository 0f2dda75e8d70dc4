//! Console examples in a Markdown document: finding them, and comparing them with what happened.
//!
//! A fenced block marked `console` holds commands, each followed by all that it prints:
//!
//! ````markdown
//! ```console
//! $ amalgam complete "[3,4]"
//! 8
//! $ amalgam complete "[3,"
//! ? 2
//! error: [..]
//! ...
//! ```
//! ````
//!
//! - A line that starts with `$ ` is a command. It goes on, on lines that start with `> `, as long
//!   as each line before ends with a backslash.
//! - If the first line after the command is `? N`, the command ends with exit code `N`; otherwise
//!   with 0.
//! - `[..]` stands for any text within a line, and a line `...` for any number of lines.
//! - Whitespace at the end of a line, and empty lines at the end of the output, don't count.

use std::ops::Range;

use anyhow::{Result, bail};

use crate::wildcard::{line_matches, lines_match};

/// One command and what the document says about it.
#[derive(Debug, PartialEq)]
pub struct Example {
    /// The line of the `$`, counted from 1.
    pub line: usize,
    /// The command, its continuation lines included.
    pub command: String,
    /// What it should do.
    pub expected: Expected,
    /// The lines of the document, counted from 0, that tell what it should do.
    told: Range<usize>,
    /// The whitespace before the fence, which is no part of the text inside it.
    indent: usize,
}

/// An exit code and lines that may hold wildcards.
#[derive(Debug, PartialEq)]
pub struct Expected {
    /// The exit code.
    pub code: i32,
    /// The output.
    pub lines: Vec<String>,
}

impl Expected {
    /// Whether a command that ended with `code` and printed `output` did as told.
    pub fn matches(&self, code: i32, output: &str) -> bool {
        self.code == code && lines_match(&self.lines, &trimmed_lines(output))
    }
}

/// The examples of a document in order.
///
/// Commands outside a console block would never be run, so they are errors: a transcript (`$ `) in
/// any other block, and a bare `amalgam` or `cargo run` in a block of shell code.
pub fn parse(document: &str) -> Result<Vec<Example>> {
    let lines: Vec<&str> = document.lines().collect();
    let mut examples = Vec::new();
    let mut next = 0;
    while next < lines.len() {
        let Some(fence) = Fence::open(lines[next]) else {
            next += 1;
            continue;
        };
        let start = next + 1;
        let Some(length) = lines[start..].iter().position(|line| fence.is_closed_by(line)) else {
            bail!("line {start}: this block is never closed");
        };
        let block = start..start + length;
        if fence.language == "console" {
            examples.extend(console(&lines, block.clone(), fence.indent)?);
        } else if let Some(stray) = block.clone().find(|&n| fence.hides_command(lines[n])) {
            bail!("line {}: a command in a block that is not run; mark it `console`", stray + 1);
        }
        next = block.end + 1;
    }
    Ok(examples)
}

/// The document with what the commands did in the place of what was expected of them. Examples
/// that hold stay as they are, and so do lines with `[..]` that still match.
pub fn blessed(document: &str, examples: &[Example], done: &[(i32, String)]) -> String {
    let mut lines: Vec<String> = document.lines().map(String::from).collect();
    // From the last to the first, so that the line numbers of those to come stay right.
    for (example, (code, output)) in examples.iter().zip(done).rev() {
        if example.expected.matches(*code, output) {
            continue;
        }
        let mut text = Vec::new();
        if *code != 0 {
            text.push(format!("? {code}"));
        }
        let mut patterns = example.expected.lines.iter().filter(|line| line.contains("[..]"));
        let mut pattern = patterns.next();
        for line in trimmed_lines(output) {
            match pattern {
                Some(kept) if line_matches(kept, line) => {
                    text.push(kept.clone());
                    pattern = patterns.next();
                }
                _ => text.push(line.into()),
            }
        }
        let indent = " ".repeat(example.indent);
        let text = text.iter().map(|line| format!("{indent}{line}").trim_end().into());
        lines.splice(example.told.clone(), text);
    }
    lines.join("\n") + "\n"
}

/// The start of a fenced block.
struct Fence<'a> {
    indent: usize,
    mark: &'a str,
    language: &'a str,
}

impl<'a> Fence<'a> {
    fn open(line: &'a str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let sign = text.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
        let info = text.trim_start_matches(sign);
        let mark = &text[..text.len() - info.len()];
        // After backticks a further one means a piece of code within a line.
        if mark.len() < 3 || (sign == '`' && info.contains('`')) {
            return None;
        }
        let language = info.split_whitespace().next().unwrap_or("");
        Some(Fence { indent: line.len() - text.len(), mark, language })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        line.starts_with(self.mark) && line.chars().all(|c| self.mark.starts_with(c))
    }

    fn hides_command(&self, line: &str) -> bool {
        let line = line.trim_start();
        let shell = ["sh", "bash", "shell", "zsh"].contains(&self.language);
        line.starts_with("$ ")
            || (shell && (line.starts_with("amalgam ") || line.starts_with("cargo run")))
    }
}

/// The examples in the lines of one console block.
fn console(lines: &[&str], block: Range<usize>, indent: usize) -> Result<Vec<Example>> {
    let inside = |n: usize| {
        let line: &str = lines[n];
        let spaces = line.len() - line.trim_start_matches(' ').len();
        line[spaces.min(indent)..].trim_end()
    };
    let mut examples = Vec::new();
    let mut next = block.start;
    while next < block.end {
        let line = next + 1;
        let Some(first) = inside(next).strip_prefix("$ ") else {
            bail!("line {line}: a console block starts with a command: `$ …`");
        };
        let mut command = first.trim().to_string();
        next += 1;
        while command.ends_with('\\') && next < block.end {
            let Some(more) = inside(next).strip_prefix("> ") else { break };
            command = format!("{command}\n{more}");
            next += 1;
        }
        let start = next;
        while next < block.end && !inside(next).starts_with("$ ") {
            next += 1;
        }
        let told = start..next;
        let mut text: Vec<&str> = told.clone().map(inside).collect();
        let code = match text.first().and_then(|first| first.strip_prefix("? ")) {
            None => 0,
            Some(code) => {
                let Ok(code) = code.trim().parse() else {
                    bail!("line {}: `? {code}` is no exit code", start + 1);
                };
                text.remove(0);
                code
            }
        };
        let text = trimmed_lines(&text.join("\n")).into_iter().map(String::from).collect();
        let expected = Expected { code, lines: text };
        examples.push(Example { line, command, expected, told, indent });
    }
    Ok(examples)
}

/// The lines without whitespace at their ends and without empty lines at the end.
fn trimmed_lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = r#"# Guide
Inline ```code``` is no block.
```console
$ amalgam complete "[3,4]"
8
$ amalgam complete \
>   "[3,"
? 2
error: [..]

$ true
```
- in a list:
  ```console
  $ amalgam moves 1
    take 1

  ```
````markdown
```console
not an example
```
````
"#;

    fn told(code: i32, lines: &[&str]) -> Expected {
        Expected { code, lines: lines.iter().map(|line| line.to_string()).collect() }
    }

    #[test]
    fn examples_are_found_with_their_lines() {
        let found = parse(GUIDE).unwrap();
        let found: Vec<_> =
            found.iter().map(|e| (e.line, e.command.as_str(), &e.expected)).collect();
        let expected = [
            (4, "amalgam complete \"[3,4]\"", &told(0, &["8"])),
            (6, "amalgam complete \\\n  \"[3,\"", &told(2, &["error: [..]"])),
            (11, "true", &told(0, &[])),
            (15, "amalgam moves 1", &told(0, &["  take 1"])),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn mistakes_in_a_document_are_told_with_their_line() {
        for (document, message) in [
            ("```console\n$ a\n", "line 1: this block is never closed"),
            ("a\n```console\nb\n```", "line 3: a console block starts with a command"),
            ("```console\n$ a\n? two\n```", "line 3: `? two` is no exit code"),
            ("```text\n$ a\n```", "line 2: a command in a block that is not run"),
            ("```sh\namalgam solve 1\n```", "line 2: a command in a block that is not run"),
            ("~~~bash\nls\ncargo run --release\n~~~", "line 3: a command in a block"),
        ] {
            let error = parse(document).unwrap_err().to_string();
            assert!(error.starts_with(message), "{document:?}: {error}");
        }
        assert_eq!(parse("```rust\nlet amalgam = 1;\n```\n").unwrap(), []);
    }

    #[test]
    fn the_exit_code_counts_and_whitespace_at_ends_does_not() {
        assert!(told(2, &["a", "b"]).matches(2, "a  \nb\n\n"));
        assert!(!told(2, &["a", "b"]).matches(2, "a\n\nb\n"));
        assert!(!told(0, &["a"]).matches(1, "a"));
        assert!(told(0, &[]).matches(0, "\n"));
    }

    #[test]
    fn blessing_changes_only_what_no_longer_holds() {
        let examples = parse(GUIDE).unwrap();
        let same = [(0, "8"), (2, "error: x"), (0, ""), (0, "  take 1\n")];
        let same = same.map(|(code, output)| (code, output.to_string()));
        assert_eq!(blessed(GUIDE, &examples, &same), GUIDE);

        let done = [(1, "9"), (2, "hint\nerror: y\n"), (0, "a\n\nb"), (0, "  take 1\n  x\n")];
        let done = done.map(|(code, output)| (code, output.to_string()));
        let text = blessed(GUIDE, &examples, &done);
        let expected = GUIDE
            .replace("\n8\n", "\n? 1\n9\n")
            .replace("? 2\nerror: [..]\n\n", "? 2\nhint\nerror: [..]\n")
            .replace("$ true\n", "$ true\na\n\nb\n")
            .replace("    take 1\n\n", "    take 1\n    x\n");
        assert_eq!(text, expected);

        let again = parse(&text).unwrap();
        assert_eq!(again.len(), 4);
        for (example, (code, output)) in again.iter().zip(&done) {
            assert!(example.expected.matches(*code, output), "{example:?}");
        }
    }
}
