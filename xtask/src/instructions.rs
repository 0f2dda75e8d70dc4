//! Whether the hottest loops take more instructions than they did: a count that other work on the
//! machine does not touch.
//!
//! `crates/amalgam/benches/hot.rs` is run once for each loop under Valgrind. The library is compiled in one
//! piece for it: how a compiler cuts a library into pieces depends on where it lies, and what is inlined
//! depends on the pieces. A count does not depend on the processor but through
//! what Valgrind says the processor can do (digests and copies look at that), so a few percent are let
//! pass. Another compiler makes other code: then more is.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::install;
use crate::process::cargo;

/// The counts that a change is compared with.
const BASELINE: &str = "crates/amalgam/benches/instructions.txt";

/// Percent more than the baseline that are let pass, by the same compiler and by another.
const SAME_COMPILER: u64 = 5;
const OTHER_COMPILER: u64 = 25;

const ABOUT: &str = "\
# Instructions of the loops in hot.rs, counted by `cargo xtask bench --compare FILE --bless`.
";

/// The step of `cargo xtask ci`.
pub fn check() -> Result<()> {
    compare(&crate::root().join(BASELINE), false)
}

/// Counts, and compares with the baseline or, if `bless`, writes it.
pub fn compare(file: &Path, bless: bool) -> Result<()> {
    let baseline = match fs::read_to_string(file) {
        Ok(text) => Baseline::read(&text)?,
        Err(_) if bless => Baseline::default(),
        Err(error) => bail!("{}: {error}; --bless writes it", file.display()),
    };
    install::valgrind()?;
    let program = build()?;
    let now = Baseline { compiler: compiler()?, counts: counts(&program)? };
    if bless {
        fs::write(file, now.write()).with_context(|| format!("{}", file.display()))?;
        println!("{} is written", file.display());
        return Ok(());
    }
    let (report, slower) = now.against(&baseline);
    print!("{report}");
    ensure!(
        slower.is_empty(),
        "more instructions than the baseline allows: {}; if that is meant, \
         `cargo xtask bench --compare {} --bless`",
        slower.join(", "),
        file.display()
    );
    Ok(())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Baseline {
    compiler: String,
    counts: Vec<(String, u64)>,
}

impl Baseline {
    fn read(text: &str) -> Result<Baseline> {
        let mut baseline = Baseline::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match line.split_once(' ') {
                Some(("compiler", version)) => baseline.compiler = version.to_owned(),
                Some((name, count)) => {
                    let count = count.trim().parse().with_context(|| format!("`{line}`"))?;
                    baseline.counts.push((name.to_owned(), count));
                }
                None => bail!("`{line}` is no name with a number"),
            }
        }
        Ok(baseline)
    }

    fn write(&self) -> String {
        let mut text = format!("{ABOUT}compiler {}\n", self.compiler);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{name} {count}");
        }
        text
    }

    /// What to print, and which loops have become slower than is let pass.
    fn against(&self, baseline: &Baseline) -> (String, Vec<String>) {
        let same = self.compiler == baseline.compiler;
        let most = if same { SAME_COMPILER } else { OTHER_COMPILER };
        let (mut text, mut slower) = (String::new(), Vec::new());
        if !same {
            let _ =
                writeln!(text, "the baseline is of {}: {most} % are let pass", baseline.compiler);
        }
        for (name, now) in &self.counts {
            let Some((_, before)) = baseline.counts.iter().find(|(known, _)| known == name) else {
                let _ = writeln!(text, "{name:<10}{now:>15}  not in the baseline");
                slower.push(name.clone());
                continue;
            };
            let change = (*now as f64 / *before as f64 - 1.0) * 100.0;
            let _ = writeln!(text, "{name:<10}{now:>15}  {change:+.1} %");
            if u128::from(*now) * 100 > u128::from(*before) * u128::from(100 + most) {
                slower.push(name.clone());
            }
        }
        (text, slower)
    }
}

const LOOPS: [&str; 5] = ["table", "rows", "census", "cube", "sequence"];

/// Builds the loops and tells where they are.
fn build() -> Result<PathBuf> {
    let mut build = cargo();
    build.args(["build", "--package", "amalgam-nim", "--bench", "hot"]);
    for engine in ["core", "search", "rows", "tables"] {
        let config = format!("profile.dev.package.amalgam-{engine}.codegen-units=1");
        build.args(["--config", &config]);
    }
    build.arg("--target-dir").arg(crate::target_dir()?.join("counts"));
    build.args(["--message-format", "json"]);
    let output = build.stderr(std::process::Stdio::inherit()).output()?;
    ensure!(output.status.success(), "the loops do not build");
    let output = String::from_utf8_lossy(&output.stdout);
    let program =
        |line: &str| Some(line.split_once("\"executable\":\"")?.1.split('"').next()?.into());
    let is_hot = |line: &&str| line.contains("\"name\":\"hot\"");
    output.lines().filter(is_hot).find_map(program).context("cargo names no program")
}

fn compiler() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn counts(program: &Path) -> Result<Vec<(String, u64)>> {
    let count = |name: &str| {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
        let output = valgrind.arg(program).arg(name).output().context("valgrind")?;
        let told = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{name} failed:\n{told}");
        let count = instructions(&told).with_context(|| format!("no count in\n{told}"))?;
        Ok((name.to_owned(), count))
    };
    LOOPS.into_iter().map(count).collect()
}

/// The number in `==123== I   refs:      1,234,567`.
fn instructions(told: &str) -> Option<u64> {
    let line = told.lines().find(|line| line.contains(" refs:") && line.contains("== I "))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(compiler: &str, counts: &[(&str, u64)]) -> Baseline {
        let counts = counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
        Baseline { compiler: compiler.to_owned(), counts }
    }

    #[test]
    fn a_baseline_is_read_as_it_is_written() {
        let baseline = of("rustc 1.0", &[("rows", 12), ("cube", 1_000_000_000_000)]);
        assert_eq!(Baseline::read(&baseline.write()).unwrap(), baseline);
        assert!(Baseline::read("rows").is_err() && Baseline::read("rows many").is_err());
    }

    #[test]
    fn what_takes_more_is_told() {
        let before = of("one", &[("rows", 1000), ("cube", 1000)]);
        let slower = |now: Baseline| now.against(&before).1;
        assert!(slower(of("one", &[("rows", 1050), ("cube", 10)])).is_empty());
        assert_eq!(slower(of("one", &[("rows", 1051), ("cube", 1000)])), ["rows"]);
        assert!(slower(of("two", &[("rows", 1250)])).is_empty());
        assert_eq!(slower(of("two", &[("rows", 1251)])), ["rows"]);
        assert_eq!(slower(of("one", &[("new", 1)])), ["new"]);
    }

    #[test]
    fn the_count_is_found_among_what_valgrind_says() {
        let told = "==7== Cachegrind, a cache profiler\n==7== \n==7== I   refs:      1,234,567\n";
        assert_eq!(instructions(told), Some(1_234_567));
        assert_eq!(instructions("==7== D refs: 5"), None);
    }

    #[test]
    fn the_stored_baseline_has_every_loop() {
        let text = fs::read_to_string(crate::root().join(BASELINE)).unwrap();
        let names: Vec<String> =
            Baseline::read(&text).unwrap().counts.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, LOOPS);
    }
}
