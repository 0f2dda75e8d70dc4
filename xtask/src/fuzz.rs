//! Fuzzing with libFuzzer on the stable toolchain, without cargo-fuzz.
//!
//! The crate in `fuzz/` is laid out as cargo-fuzz would have it. All that cargo-fuzz adds is a set
//! of compiler flags that make LLVM count the edges a run takes, and those flags need no nightly
//! compiler as long as no sanitizer's runtime is asked for. Safe Rust has little use for one.
//!
//! `fuzz/seeds/TARGET` is committed: a few telling inputs, and every input that once failed.
//! `fuzz/corpus/TARGET` is what longer runs have found on this machine, and
//! `fuzz/artifacts/TARGET` the inputs that fail; git ignores both.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::install;
use crate::process::{cargo, run, watch};

/// Coverage counters, the table that maps them to the code, and the operands of comparisons, from
/// which libFuzzer learns what to write into an input. Overflow checks and debug assertions are
/// set by the profile in fuzz/Cargo.toml.
const FLAGS: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    // Only our own crates see this: cargo silences the lints of dependencies.
    "-Dwarnings",
];

/// The longest input in bytes, unless a seed is longer. Every bug of a parser of text fits in a line.
const MAX_LEN: u64 = 256;

/// Every target for a few seconds, from the committed seeds and always with the same random
/// numbers, so that two runs on the same code try the same inputs (unless the time runs out first).
pub fn brief() -> Result<()> {
    for target in targets()? {
        let binary = build(&target)?;
        let corpus = target_dir().join("brief").join(&target);
        if corpus.exists() {
            fs::remove_dir_all(&corpus)?;
        }
        fs::create_dir_all(&corpus)?;
        let mut fuzzer = fuzzer(&target, &binary, &corpus)?;
        fuzzer.args(["-seed=1", "-runs=1000000", "-max_total_time=5"]);
        let start = SystemTime::now();
        let outcome = watch(fuzzer, Duration::from_secs(60))?;
        if !outcome.status.is_some_and(|status| status.success()) {
            eprintln!("{}", tail(&outcome.output));
            return Err(failure(&target, start));
        }
        let report = Report::read(&outcome.output);
        let report = report.with_context(|| format!("target `{target}`: no coverage was seen"))?;
        println!("{target}: {report}");
    }
    Ok(())
}

/// One target, or each, for some seconds, from all that was found before; in the open.
pub fn long(target: Option<&str>, seconds: u64) -> Result<()> {
    let targets = match target {
        None => targets()?,
        Some(target) => vec![known(target)?],
    };
    for target in targets {
        let binary = build(&target)?;
        let corpus = crate::root().join("fuzz/corpus").join(&target);
        fs::create_dir_all(&corpus)?;
        let mut fuzzer = fuzzer(&target, &binary, &corpus)?;
        fuzzer.arg(format!("-max_total_time={seconds}"));
        let start = SystemTime::now();
        if !fuzzer.status()?.success() {
            return Err(failure(&target, start));
        }
    }
    Ok(())
}

/// One input once.
pub fn replay(target: &str, input: &Path) -> Result<()> {
    ensure!(input.is_file(), "there is no file {}", input.display());
    run(Command::new(build(&known(target)?)?).arg(input))
}

/// The targets, as fuzz/Cargo.toml lists them: a file that is not listed would never be run, and so
/// is an error.
fn targets() -> Result<Vec<String>> {
    let dir = crate::root().join("fuzz");
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).context("fuzz/Cargo.toml")?;
    let listed = listed(&manifest);
    let mut present = BTreeSet::new();
    for entry in fs::read_dir(dir.join("fuzz_targets")).context("fuzz/fuzz_targets")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            present.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    let sorted: BTreeSet<String> = listed.iter().cloned().collect();
    ensure!(
        sorted == present && !listed.is_empty(),
        "fuzz/Cargo.toml lists {sorted:?}, and fuzz/fuzz_targets holds {present:?}"
    );
    Ok(listed)
}

fn listed(manifest: &str) -> Vec<String> {
    let target = |line: &str| {
        let path = line.trim().strip_prefix("path")?.trim_start().strip_prefix('=')?.trim();
        let file = path.trim_matches('"').strip_prefix("fuzz_targets/")?;
        file.strip_suffix(".rs").map(String::from)
    };
    manifest.lines().filter_map(target).collect()
}

fn known(target: &str) -> Result<String> {
    let targets = targets()?;
    if !targets.iter().any(|known| known == target) {
        bail!("there is no fuzz target `{target}`; there are {}", targets.join(", "));
    }
    Ok(target.into())
}

/// Builds one target and tells where it is. The explicit `--target` keeps the flags away from
/// build scripts and procedural macros, which run on their own and have no counters to report to.
fn build(target: &str) -> Result<PathBuf> {
    install::cplusplus()?;
    let host = host()?;
    let mut build = cargo();
    build.args(["build", "--manifest-path", "fuzz/Cargo.toml", "--release", "--quiet"]);
    build.args(["--bin", target, "--target", &host]).arg("--target-dir").arg(target_dir());
    // The encoded variable outranks RUSTFLAGS and all configuration files.
    build.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    run(&mut build)?;
    Ok(target_dir().join(host).join("release").join(target))
}

fn target_dir() -> PathBuf {
    crate::root().join("fuzz/target")
}

fn host() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().context("cannot start rustc")?;
    let version = String::from_utf8(version.stdout)?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).context("`rustc -vV` does not name the host")
}

/// A run of the target: new finds go into the corpus (libFuzzer writes into the first directory),
/// the seeds are only read.
fn fuzzer(target: &str, binary: &Path, corpus: &Path) -> Result<Command> {
    let fuzz = crate::root().join("fuzz");
    let seeds = fuzz.join("seeds").join(target);
    let lengths =
        fs::read_dir(&seeds).into_iter().flatten().map(|seed| Ok(seed?.metadata()?.len()));
    let longest = lengths.collect::<Result<Vec<u64>>>()?.into_iter().max();
    let longest = longest.with_context(|| format!("fuzz/seeds/{target} holds no seed"))?;
    let mut artifacts = fuzz.join("artifacts").join(target).into_os_string();
    fs::create_dir_all(&artifacts)?;
    artifacts.push("/");
    let mut prefix = std::ffi::OsString::from("-artifact_prefix=");
    prefix.push(artifacts);

    let mut fuzzer = Command::new(binary);
    fuzzer.arg(format!("-max_len={}", longest.max(MAX_LEN)));
    fuzzer.args(["-timeout=5", "-rss_limit_mb=2048"]).arg(prefix).args([corpus, &seeds]);
    // The message of a panic is what matters, and a backtrace would push it out of sight. A replay
    // shows one to whoever asks.
    fuzzer.env("RUST_BACKTRACE", "0");
    Ok(fuzzer)
}

/// What to tell about a target that failed: the input, and how to see it fail again.
fn failure(target: &str, start: SystemTime) -> anyhow::Error {
    let mut text = format!("fuzz target `{target}` failed");
    let artifacts = artifacts(target, start);
    if artifacts.is_empty() {
        text += " without leaving an input";
    }
    for path in artifacts {
        let input = fs::read(&path).unwrap_or_default();
        let path = path.strip_prefix(crate::root()).unwrap_or(&path).display();
        text += &format!(
            "\n  on the input \"{}\"\n  replay: cargo xtask fuzz {target} --replay {path}\n  \
             once mended, move it to fuzz/seeds/{target} so that it stays tried",
            input.escape_ascii()
        );
    }
    anyhow::Error::msg(text)
}

/// The failing inputs written since the start of the run. Not the new names: an input that has
/// failed before is written again under the same one.
fn artifacts(target: &str, start: SystemTime) -> Vec<PathBuf> {
    // The clock of a file system may lag a little behind the other.
    let start = start - Duration::from_millis(100);
    let Ok(entries) = fs::read_dir(crate::root().join("fuzz/artifacts").join(target)) else {
        return Vec::new();
    };
    let written = |path: &PathBuf| path.metadata().and_then(|data| data.modified());
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| written(path).is_ok_and(|time| time >= start)).collect()
}

/// The end of libFuzzer's output: the panic and what led to it.
fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}

/// What a run reached.
#[derive(Debug, PartialEq)]
struct Report {
    /// Inputs tried.
    runs: u64,
    /// Edges that the seeds cover.
    seeds: u64,
    /// Edges covered at the end.
    end: u64,
}

impl Report {
    /// Reads libFuzzer's log. Without instrumentation there is no `cov:` and so no report.
    fn read(log: &str) -> Option<Report> {
        let after = |line: &str, word: &str| {
            line.split_whitespace().skip_while(|w| *w != word).nth(1)?.parse().ok()
        };
        let line =
            |mark: &str| log.lines().find(|line| line.starts_with('#') && line.contains(mark));
        let (first, last) = (line("INITED")?, line("DONE")?);
        let runs = last.split_whitespace().next()?.trim_start_matches('#').parse().ok()?;
        Some(Report { runs, seeds: after(first, "cov:")?, end: after(last, "cov:")? })
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} runs, {} edges from the seeds, {} at the end",
            self.runs, self.seeds, self.end
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_from_the_manifest() {
        let manifest = "\
[dependencies]
amalgam = { path = \"../crates/amalgam\" }
[[bin]]
path = \"fuzz_targets/rules.rs\"
[[bin]]
name = \"position\"
path=\"fuzz_targets/position.rs\"
";
        assert_eq!(listed(manifest), ["rules", "position"]);
    }

    #[test]
    fn the_log_is_read() {
        let log = "\
INFO: Seed: 1
#3\tINITED cov: 8 ft: 8 corp: 1/1b exec/s: 0 rss: 27Mb
#207\tNEW    cov: 9 ft: 9 corp: 2/7b lim: 6 exec/s: 0 rss: 27Mb L: 6/6 MS: 1 ChangeBit-
#200000\tDONE   cov: 31 ft: 40 corp: 9/70b lim: 256 exec/s: 0 rss: 27Mb
Done 200000 runs in 1 second(s)
";
        assert_eq!(Report::read(log), Some(Report { runs: 200_000, seeds: 8, end: 31 }));
        let blind = log.replace("cov: ", "");
        assert_eq!(Report::read(&blind), None);
    }
}
