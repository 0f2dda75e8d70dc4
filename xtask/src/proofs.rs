//! `cargo xtask proofs`: the theorems in Coq from nothing, what they assume, and the two kernels against each other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::install;
use crate::process::{Outcome, cargo, run, watch};

/// The longest that one kernel may take for one certificate.
const PATIENCE: Duration = Duration::from_secs(1200);
/// The steps that the verified kernel may take for an altered certificate.
const STEPS: &str = "4000000";

/// What belongs to every check of the project.
pub fn brief() -> Result<()> {
    let kernels = build()?;
    kernels.accept(&["--work", "100000000"], "rows-38", &rows_to(38)?)?;
    kernels.compare(200)
}

/// All of it; `deep` adds what takes many minutes.
pub fn full(deep: bool) -> Result<()> {
    let kernels = build()?;
    kernels.accept(&["--work", "1000000000"], "rows-44", &rows_to(44)?)?;
    kernels.small("amalgamation-rows-126.txt")?;
    kernels.compare(1000)?;
    if deep {
        kernels.accept(&["--work", "4000000000"], "covers-130", &covers_to(130)?)?;
        kernels.small("amalgamation-rows-254.txt")?;
        kernels.theorem("rows_1_44", "rows-44")?;
    }
    Ok(())
}

/// The two programs, and a folder for certificates.
struct Kernels {
    rust: PathBuf,
    verified: PathBuf,
    folder: PathBuf,
}

/// Compiles every file of `proofs` in a new folder, compares the assumptions with the list, and builds both kernels.
fn build() -> Result<Kernels> {
    install::coq()?;
    let (source, folder) = (crate::root().join("proofs"), crate::target_dir()?.join("proofs"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in fs::read_dir(&source)? {
        let path = file?.path();
        let wanted = path.extension().is_some_and(|end| end == "v" || end == "ml");
        let name = path.file_name().context("a file without a name")?;
        if wanted && name != "kernel.ml" {
            let text = fs::read_to_string(&path)?;
            let gap = text.lines().find(|line| {
                let axiom = ["Axiom ", "Parameter "].iter().any(|word| line.starts_with(word));
                axiom || line.contains("Admitted.") || line.contains("admit.")
            });
            ensure!(gap.is_none(), "{}: {}", path.display(), gap.unwrap_or(""));
            fs::write(folder.join(name), text)?;
        }
    }
    let project = fs::read_to_string(source.join("_CoqProject"))?;
    for file in project.lines().filter(|line| line.ends_with(".v")) {
        let begun = Instant::now();
        run(&mut coq(&folder, file))?;
        println!("{file}: {:.1} s", begun.elapsed().as_secs_f64());
    }
    assumptions(&source, &folder, &project)?;
    run(&mut coq(&folder, "Extract.v"))?;
    let mut ocaml = Command::new("ocamlopt");
    ocaml.args([
        "-w",
        "-a",
        "-inline",
        "100",
        "kernel.mli",
        "kernel.ml",
        "main.ml",
        "-o",
        "kernel",
    ]);
    run(ocaml.current_dir(&folder))?;
    run(cargo().args(["build", "--package", "amalgam-kernel"]))?;
    let program = crate::target_dir()?.join("debug").join("amalgam-kernel");
    Ok(Kernels { rust: program, verified: folder.join("kernel"), folder })
}

fn coq(folder: &Path, file: &str) -> Command {
    let mut coq = Command::new("coqc");
    coq.args(["-q", "-R", ".", "Amalgam", file]).current_dir(folder);
    coq
}

/// Prints what the listed theorems assume, all at once: nothing.
fn assumptions(source: &Path, folder: &Path, project: &str) -> Result<()> {
    let list = fs::read_to_string(source.join("assumptions.txt"))?;
    let names: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let files = project.lines().filter_map(|line| line.strip_suffix(".v")).collect::<Vec<_>>();
    let text = format!(
        "Require Import {}.\nDefinition all := ({}).\nPrint Assumptions all.\n",
        files.join(" "),
        names.join(", ")
    );
    fs::write(folder.join("Assumptions.v"), text)?;
    let Outcome { status, output } = watch(coq(folder, "Assumptions.v"), PATIENCE)?;
    ensure!(status.is_some_and(|status| status.success()), "{output}");
    println!("{}: {}", names.join(", "), output.trim());
    ensure!(output.trim() == "Closed under the global context", "the theorems assume something");
    Ok(())
}

impl Kernels {
    /// Both kernels accept a certificate, and say the same.
    fn accept(&self, options: &[&str], name: &str, text: &str) -> Result<()> {
        let path = self.folder.join(name);
        fs::write(&path, text)?;
        let said =
            [run_kernel(&self.rust, &[], &path)?, run_kernel(&self.verified, options, &path)?];
        ensure!(said[0] == said[1] && said[0].0 == 0, "{name}: {said:?}");
        Ok(())
    }

    /// The small kernel accepts a published certificate.
    fn small(&self, name: &str) -> Result<()> {
        let path = crate::root().join("results").join(name);
        let (code, said) = run_kernel(&self.rust, &["--work", "9000000000000"], &path)?;
        ensure!(code == 0, "{name}: {said}");
        Ok(())
    }

    /// Alters a true certificate this many times, and asks both kernels. Whatever states something false is not accepted, and
    /// the kernels agree.
    fn compare(&self, number: usize) -> Result<()> {
        let (text, path) = (rows_to(10)?, self.folder.join("altered"));
        let (mut seed, mut accepted, mut undecided) = (0x9e37_79b9_7f4a_7c15_u64, 0, 0);
        for _ in 0..number {
            let (altered, states) = alter(&text, &mut seed);
            fs::write(&path, &altered)?;
            let small = run_kernel(&self.rust, &["--work", STEPS], &path)?.0;
            let verified = run_kernel(&self.verified, &["--work", STEPS], &path)?.0;
            let change = || change(&text, &altered);
            ensure!(
                small == verified || small == 3 || verified == 3,
                "{small}, {verified}: {}",
                change()
            );
            ensure!(!states || (small != 0 && verified != 0), "accepted: {}", change());
            accepted += usize::from(small == 0);
            undecided += usize::from(small == 3 || verified == 3);
        }
        println!(
            "{number} altered certificates: the kernels agree on all; {accepted} that state nothing else are \
             accepted, {undecided} refused as too long by one"
        );
        Ok(())
    }

    /// The certificate as a theorem of Coq, by computation.
    fn theorem(&self, name: &str, certificate: &str) -> Result<()> {
        let mut command = Command::new(&self.verified);
        command
            .args(["--work", "1000000000", "--coq", name, certificate])
            .current_dir(&self.folder);
        let Outcome { output, .. } = watch(command, PATIENCE)?;
        let file = format!("{name}.v");
        fs::write(self.folder.join(&file), format!("{output}Print Assumptions {name}.\n"))?;
        let begun = Instant::now();
        run(&mut coq(&self.folder, &file))?;
        println!("{file}: {:.1} s", begun.elapsed().as_secs_f64());
        Ok(())
    }
}

/// The exit code and what was said.
fn run_kernel(program: &Path, options: &[&str], path: &Path) -> Result<(i32, String)> {
    let mut command = Command::new(program);
    command.args(options).arg(path);
    let begun = Instant::now();
    let Outcome { status, output } = watch(command, PATIENCE)?;
    let Some(code) = status.and_then(|status| status.code()) else {
        bail!("{} on {} was stopped: {output}", program.display(), path.display());
    };
    let seconds = begun.elapsed().as_secs_f64();
    if seconds > 1.0 {
        println!("{}: {} ({seconds:.1} s)", path.display(), output.trim());
    }
    Ok((code, output.trim().to_owned()))
}

/// The published rows up to a row, without a checksum: the kernels do not look at it.
fn rows_to(last: u64) -> Result<String> {
    cut(&format!("claim rows 1 {last}"), |words| match words {
        ["cover" | "row", row, ..] => row.parse().is_ok_and(|row: u64| row <= last),
        ["block", row, ..] => row.parse().is_ok_and(|row: u64| row < last),
        _ => false,
    })
}

/// The published cover rows up to a row.
fn covers_to(last: u64) -> Result<String> {
    cut(
        &format!("claim covers {last}"),
        |words| matches!(words, ["cover", row, ..] if row.parse().is_ok_and(|row: u64| row <= last)),
    )
}

/// The lines that are wanted, and those that belong to them.
fn cut(claim: &str, wanted: impl Fn(&[&str]) -> bool) -> Result<String> {
    let text = fs::read_to_string(crate::root().join("results").join("amalgamation-rows-126.txt"))?;
    let (mut lines, mut kept) = (vec!["amalgam-certificate 2", "game amalgamation", claim], false);
    for line in text.lines().skip(3) {
        if !line.starts_with("  ") {
            kept = wanted(&line.split(' ').collect::<Vec<_>>());
        }
        if kept {
            lines.push(line);
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// Changes one number. Also says whether it is one that the kernels decide: then the file states something false.
fn alter(text: &str, seed: &mut u64) -> (String, bool) {
    let mut next = |below: usize| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed % below as u64) as usize
    };
    loop {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let line = 3 + next(lines.len() - 3);
        let mut words: Vec<String> = lines[line].split(' ').map(String::from).collect();
        // The column of a block is a hint, which only the small kernel reads.
        if words[0] == "block" {
            continue;
        }
        let place = next(words.len());
        let digits = |c: char| c.is_ascii_digit();
        let (Some(from), Some(to)) = (words[place].find(digits), words[place].rfind(digits)) else {
            continue;
        };
        // One of the numbers of a pair or a witness.
        let (from, to) = match words[place][from..=to].find([',', '@']) {
            Some(middle) if next(2) == 0 => (from, from + middle),
            Some(middle) => (from + middle + 1, to + 1),
            None => (from, to + 1),
        };
        let Ok(number) = words[place][from..to].parse::<u64>() else { continue };
        let other =
            [number + 1, number.saturating_sub(1), 2 * number, number / 2, 0, number + 40][next(6)];
        if other == number {
            continue;
        }
        let states = match (words[0].as_str(), words.get(2).map(String::as_str)) {
            ("cover", _) => place == 1 || place == 5,
            ("row", _) => [1, 3, 5].contains(&place),
            (_, Some("once" | "repeating")) => true,
            _ => false,
        };
        words[place].replace_range(from..to, &other.to_string());
        lines[line] = words.join(" ");
        return (lines.join("\n") + "\n", states);
    }
}

/// The line that was changed, before and after.
fn change(text: &str, altered: &str) -> String {
    let other = text.lines().zip(altered.lines()).find(|(one, other)| one != other);
    other.map_or_else(String::new, |(one, other)| format!("{one:?} became {other:?}"))
}
