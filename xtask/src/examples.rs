//! Runs the console examples of the documents through the real command.
//!
//! What an example looks like is told in [`transcript`](crate::transcript). The examples of one
//! document share a directory, so that a later command can use a file that an earlier one made. At its
//! start there is nothing in it but the project's `crates`, whose scripts the examples play.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::process::{run, watch};
use crate::tiers;
use crate::transcript::{Example, blessed, parse};

/// What one command may take. Examples are for reading: they answer at once.
const LIMIT: Duration = Duration::from_secs(60);

/// Commands that belong into a document and not into this run: those that would start it again, and
/// those that fetch the project. Everything else is executed.
const NOT_RUN: [&str; 4] = ["cargo xtask", "cargo install", "cargo run --release -p ", "git clone"];

/// Runs every example and fails if one does not do what its document says.
pub fn check() -> Result<()> {
    let bin = build()?;
    let (mut failures, mut total) = (0, 0);
    for document in documents()? {
        let name = name(&document);
        let text = fs::read_to_string(&document).with_context(|| format!("cannot read {name}"))?;
        let examples = parse(&text).with_context(|| name.clone())?;
        let (mut ran, mut not_run) = (0, 0);
        for (example, done) in examples.iter().zip(execute(&name, &examples, &bin)?) {
            match done {
                None => not_run += 1,
                Some(done) => {
                    ran += 1;
                    if let Some(complaint) = difference(&name, example, &done) {
                        failures += 1;
                        eprintln!("{complaint}");
                    }
                }
            }
        }
        total += ran;
        println!("{name}: {ran} examples run, {not_run} of a kind that is not run");
    }
    ensure!(total > 0, "the documents hold no example");
    ensure!(
        failures == 0,
        "{failures} examples do not do what the documents say; where the new output is right, \
         `cargo xtask examples --bless` writes it down"
    );
    Ok(())
}

/// Writes what the commands do now into the documents.
pub fn bless() -> Result<()> {
    let bin = build()?;
    for document in documents()? {
        let name = name(&document);
        let text = fs::read_to_string(&document).with_context(|| format!("cannot read {name}"))?;
        let all = parse(&text).with_context(|| name.clone())?;
        let done = execute(&name, &all, &bin)?;
        let mut examples = Vec::new();
        let mut results = Vec::new();
        for (example, done) in all.into_iter().zip(done) {
            let Some(done) = done else { continue };
            let Some(code) = done.code else {
                bail!("{name}:{}: {}", example.line, done.ending());
            };
            examples.push(example);
            results.push((code, done.output));
        }
        let new = blessed(&text, &examples, &results);
        if new == text {
            println!("{name}: nothing to change");
            continue;
        }
        verify(&new, &results).with_context(|| name.clone())?;
        fs::write(&document, new).with_context(|| format!("cannot write {name}"))?;
        println!("{name}: rewritten");
    }
    Ok(())
}

/// What a command did.
struct Done {
    /// The exit code, unless it was stopped by a signal or at the time limit.
    code: Option<i32>,
    output: String,
}

impl Done {
    fn ending(&self) -> String {
        match self.code {
            Some(code) => format!("exit code {code}"),
            None => format!("stopped by a signal, or at the limit of {} s", LIMIT.as_secs()),
        }
    }
}

/// Tells the directory that the command is in. It is the one that the tests have built: asked for by
/// itself, its dependencies would have other features, and all would be compiled again.
fn build() -> Result<PathBuf> {
    run(tiers::test_command().arg("--no-run"))?;
    let bin = crate::target_dir()?.join("debug");
    ensure!(bin.join("amalgam").is_file(), "there is no `amalgam` in {}", bin.display());
    Ok(bin)
}

/// README.md and GUIDE.md, which must exist, and all that is in docs.
fn documents() -> Result<Vec<PathBuf>> {
    let root = crate::root();
    let mut documents = vec![root.join("README.md"), root.join("GUIDE.md")];
    for document in &documents {
        ensure!(document.is_file(), "there is no {}", name(document));
    }
    documents.extend(markdown(&root.join("docs"))?);
    Ok(documents)
}

/// The documents of a folder, in order.
pub fn markdown(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", name(folder)))? {
        documents.push(entry?.path());
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    Ok(documents)
}

pub fn name(document: &Path) -> String {
    document.strip_prefix(crate::root()).unwrap_or(document).display().to_string()
}

/// What each example did, in order; `None` for those that are not run.
fn execute(document: &str, examples: &[Example], bin: &Path) -> Result<Vec<Option<Done>>> {
    let dir = env::temp_dir().join(format!(
        "amalgam-{}-{}",
        document.replace(['/', '.'], "-"),
        std::process::id()
    ));
    if dir.exists() {
        fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    }
    fs::create_dir(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    #[cfg(unix)]
    std::os::unix::fs::symlink(crate::root().join("crates"), dir.join("crates"))?;
    let done = examples.iter().map(|example| execute_one(example, bin, &dir)).collect();
    fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    done
}

fn execute_one(example: &Example, bin: &Path, dir: &Path) -> Result<Option<Done>> {
    let Some(script) = script(&example.command) else { return Ok(None) };
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(bin.to_path_buf()).chain(env::split_paths(&path)))?;
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(dir).env("PATH", path);
    // The same text on every machine: no colour, plain messages, no width of some terminal.
    shell.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").env("TERM", "dumb");
    shell.env("AMALGAM_CACHE", dir.join("cache"));
    shell.env_remove("CLICOLOR_FORCE").env_remove("COLUMNS").env_remove("RUST_BACKTRACE");
    let outcome = watch(shell, LIMIT)?;
    let code = outcome.status.and_then(|status| status.code());
    Ok(Some(Done { code, output: outcome.output }))
}

/// The command as it is executed, if it is.
fn script(command: &str) -> Option<String> {
    if NOT_RUN.iter().any(|start| command.starts_with(start)) {
        return None;
    }
    Some(command.replace("cargo run --release -- ", "amalgam "))
}

/// A complaint that shows both sides, if they differ.
fn difference(document: &str, example: &Example, done: &Done) -> Option<String> {
    let expected = &example.expected;
    if done.code.is_some_and(|code| expected.matches(code, &done.output)) {
        return None;
    }
    let quote = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    Some(format!(
        "{document}:{}: $ {}\n  expected, with exit code {}:\n{}  actual, with {}:\n{}",
        example.line,
        example.command,
        expected.code,
        quote(&expected.lines.join("\n")),
        done.ending(),
        quote(done.output.trim_end())
    ))
}

/// Some output cannot be told in a console block (a line that starts with `$ `, say): better to
/// stop than to write a document that says something else.
fn verify(document: &str, results: &[(i32, String)]) -> Result<()> {
    let again = parse(document)?;
    let examples = again.iter().filter(|example| script(&example.command).is_some());
    let mut results = results.iter();
    for example in examples {
        let told = results.next().is_some_and(|(code, out)| example.expected.matches(*code, out));
        ensure!(told, "the output of `{}` cannot be told in a console block", example.command);
    }
    ensure!(results.next().is_none(), "some output ends its console block");
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn complaints(name: &str, document: &str) -> Vec<String> {
        let examples = parse(document).unwrap();
        let done = execute(name, &examples, Path::new("/nonexistent")).unwrap();
        let pairs = examples.iter().zip(&done);
        pairs.filter_map(|(example, done)| difference(name, example, done.as_ref()?)).collect()
    }

    #[test]
    fn commands_share_a_directory_and_are_compared() {
        let document = "\
```console
$ ls
crates
$ ls crates/amalgam-script/games/chomp.rhai
crates/amalgam-script/games/chomp.rhai
$ echo one > file; cat file missing
? 1
one
cat: missing: [..]
$ cat file; echo two >&2; echo $NO_COLOR
one
two
1
$ exit 3
? 3
$ cargo xtask test
whatever
```
";
        assert_eq!(complaints("good.md", document), [""; 0]);
    }

    #[test]
    fn a_difference_in_text_or_code_is_told() {
        let document = "text\n```console\n$ echo one\ntwo\n$ exit 3\n$ echo one\none\n```\n";
        let expected = [
            "bad.md:3: $ echo one\n  expected, with exit code 0:\n    two\n  \
             actual, with exit code 0:\n    one\n",
            "bad.md:5: $ exit 3\n  expected, with exit code 0:\n  actual, with exit code 3:\n",
        ];
        assert_eq!(complaints("bad.md", document), expected);
    }

    #[test]
    fn the_readme_commands_run_as_users_type_them() {
        assert_eq!(script("cargo run --release -- solve 1").unwrap(), "amalgam solve 1");
        assert_eq!(script("amalgam games | head -1").unwrap(), "amalgam games | head -1");
        assert_eq!(script("cargo xtask test"), None);
    }

    #[test]
    fn output_that_cannot_be_told_is_refused() {
        let document = "```console\n$ a\n```\n";
        let results = [(0, "$ b\n".to_string())];
        let new = blessed(document, &parse(document).unwrap(), &results);
        let error = verify(&new, &results).unwrap_err().to_string();
        assert_eq!(error, "the output of `a` cannot be told in a console block");
        assert!(verify("```console\n$ a\nb\n```\n", &[(0, "b".into())]).is_ok());
    }
}
