//! The steps of `cargo xtask test`, and running them one after the other.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, run as command};
use crate::{examples, fuzz, install, links};

/// One thing that must hold. A step that cannot run fails; none is ever skipped in silence.
#[derive(Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    run: fn() -> Result<()>,
}

/// Cheap steps first, so that a slip is reported soon.
pub const STEPS: &[Step] = &[
    Step { name: "format", what: "the code is formatted", run: format },
    Step { name: "links", what: "the links in the documents lead somewhere", run: links::check },
    Step { name: "clippy", what: "clippy has no complaint", run: clippy },
    Step { name: "tests", what: "unit and integration tests", run: tests },
    Step { name: "doctests", what: "the examples in doc comments", run: doctests },
    Step { name: "docs", what: "the documentation builds without a warning", run: docs },
    Step { name: "browser", what: "the pages in a real browser", run: browser },
    Step { name: "examples", what: "the examples in the documents", run: examples::check },
    Step { name: "fuzz", what: "every fuzz target for a few seconds", run: fuzz::brief },
];

/// The named steps, in the order of [`STEPS`] whatever the order of the names.
pub fn select(names: &str) -> Result<Vec<Step>> {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    for name in &names {
        if !STEPS.iter().any(|step| step.name == *name) {
            let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
            bail!("there is no step `{name}`; the steps are {}", known.join(", "));
        }
    }
    Ok(STEPS.iter().filter(|step| names.contains(&step.name)).copied().collect())
}

/// Runs the steps in order up to the first failure, then tells the time of each.
pub fn run(steps: &[Step]) -> Result<()> {
    let mut times = Vec::new();
    let mut failure = None;
    for (index, step) in steps.iter().enumerate() {
        println!("\n== {}/{} {}: {}", index + 1, steps.len(), step.name, step.what);
        let start = Instant::now();
        let result = (step.run)();
        let time = start.elapsed();
        println!("-- {}: {}", step.name, seconds(time));
        times.push(time);
        if let Err(error) = result {
            failure = Some(error.context(format!("step `{}` failed", step.name)));
            break;
        }
    }

    print!("\n{}", summary(steps, &times, failure.is_some()));
    match failure {
        None => Ok(()),
        Some(error) => Err(error),
    }
}

fn summary(steps: &[Step], times: &[Duration], failed: bool) -> String {
    let mut text = String::new();
    for (index, step) in steps.iter().enumerate() {
        let (verdict, time) = match times.get(index) {
            None => ("not run", String::new()),
            Some(time) if failed && index + 1 == times.len() => ("FAILED", seconds(*time)),
            Some(time) => ("ok", seconds(*time)),
        };
        text += format!("{:<10}{verdict:<8}{time:>8}", step.name).trim_end();
        text.push('\n');
    }
    text + &format!("{:<18}{:>8}\n", "all", seconds(times.iter().sum()))
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn format() -> Result<()> {
    install::component("fmt", "rustfmt")?;
    command(cargo().args(["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own.
    command(cargo().args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

fn clippy() -> Result<()> {
    install::component("clippy", "clippy")?;
    command(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn tests() -> Result<()> {
    // `--all-targets` would run every benchmark as well; clippy has compiled them already.
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    let mut tests = cargo();
    tests.args(["test", "--workspace"]).args(targets);
    // Those in the browser have a step of their own, which installs it.
    command(tests.env("AMALGAM_BROWSER", "later"))
}

fn doctests() -> Result<()> {
    command(cargo().args(["test", "--workspace", "--doc"]))
}

fn docs() -> Result<()> {
    let mut doc = cargo();
    doc.args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    command(&mut doc).context("the documentation must build without a warning")
}

/// A browser that is missing is installed; if that cannot be done, the step fails.
fn browser() -> Result<()> {
    install::browser()?;
    let mut tests = cargo();
    tests.args(["test", "--package", "amalgam-web", "--test", "browser"]);
    command(tests.env("AMALGAM_BROWSER", "required"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_selected_by_name_in_their_own_order() {
        let names: Vec<&str> = select("docs, format").unwrap().iter().map(|s| s.name).collect();
        assert_eq!(names, ["format", "docs"]);
        let error = select("docs,fromat").err().unwrap().to_string();
        assert!(error.contains("`fromat`") && error.contains("format, links"), "{error}");
    }

    #[test]
    fn the_summary_tells_what_failed_and_what_was_not_run() {
        let times = [Duration::from_millis(1200), Duration::from_secs(20)];
        let text = summary(&STEPS[..3], &times, true);
        let expected = "\
format    ok         1.2 s
links     FAILED    20.0 s
clippy    not run
all                 21.2 s
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_failing_step_stops_the_run() {
        let good = Step { name: "good", what: "succeeds", run: || Ok(()) };
        let bad = Step { name: "bad", what: "fails", run: || bail!("as it should") };
        let never = Step { name: "never", what: "panics", run: || panic!("it was run") };
        assert!(run(&[good, good]).is_ok());
        let error = run(&[good, bad, never]).unwrap_err();
        assert_eq!(format!("{error:#}"), "step `bad` failed: as it should");
    }
}
