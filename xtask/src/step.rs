//! Steps, one after the other: what `cargo xtask test` and `cargo xtask ci` consist of.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// One thing that must hold. A step that cannot run fails; none is ever skipped in silence.
#[derive(Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub run: fn() -> Result<()>,
}

/// Runs what the arguments ask for: all steps, `--list`, or `--only STEP[,STEP]`.
pub fn main(command: &str, steps: &[Step], arguments: &[String]) -> Result<()> {
    match arguments {
        [] => run(steps),
        [flag] if flag == "--list" => {
            for step in steps {
                println!("{:<10}{}", step.name, step.what);
            }
            Ok(())
        }
        [flag, names] if flag == "--only" => run(&select(steps, names)?),
        _ => bail!("`{command}` takes --list or --only STEP[,STEP]"),
    }
}

/// The named steps, in their own order whatever the order of the names.
fn select(steps: &[Step], names: &str) -> Result<Vec<Step>> {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    for name in &names {
        if !steps.iter().any(|step| step.name == *name) {
            let known: Vec<&str> = steps.iter().map(|step| step.name).collect();
            bail!("there is no step `{name}`; the steps are {}", known.join(", "));
        }
    }
    Ok(steps.iter().filter(|step| names.contains(&step.name)).copied().collect())
}

/// Runs the steps in order up to the first failure, then tells the time of each.
fn run(steps: &[Step]) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiers::QUICK;

    #[test]
    fn steps_are_selected_by_name_in_their_own_order() {
        let names = |names| select(QUICK, names).map(|s| s.iter().map(|s| s.name).collect());
        let chosen: Vec<&str> = names("docs, format").unwrap();
        assert_eq!(chosen, ["format", "docs"]);
        let error = select(QUICK, "docs,fromat").err().unwrap().to_string();
        assert!(error.contains("`fromat`") && error.contains("format, links"), "{error}");
    }

    #[test]
    fn the_summary_tells_what_failed_and_what_was_not_run() {
        let times = [Duration::from_millis(1200), Duration::from_secs(20)];
        let text = summary(&QUICK[..3], &times, true);
        let expected = "\
format    ok         1.2 s
links     FAILED    20.0 s
tests     not run
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
