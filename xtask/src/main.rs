//! What the project does to itself: `cargo xtask test`, `cargo xtask ci` and their smaller sisters.
//!
//! Only `std` and `anyhow`, so that it builds in a moment on a machine that has nothing yet.

mod deny;
mod fuzz;
mod gallery;
mod install;
mod instructions;
mod ledger;
mod links;
mod mpi;
#[cfg(test)]
mod one_binary;
mod process;
mod proofs;
mod python;
mod results;
mod step;
mod tiers;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};

const HELP: &str = "\
cargo xtask COMMAND

  test                        what must hold before a change is merged: every test, at a size that
                              can fail and that can be waited for
  ci                          what `test` leaves out: the tests at full size, the browser, the
                              Python package, the fuzzers, the audit of what we use, publishing
                              tried out
      --list                  (of both) the steps, in order
      --only STEP[,STEP]      (of both) just these steps
  examples [--bless]          run the console examples of the documents; --bless rewrites them
                              with what the commands print now
  gallery                     draw the pictures of docs/gallery anew
  fuzz [TARGET]               fuzz one target, or each in turn
      --seconds N             for N seconds a target (60)
      --replay FILE           run TARGET once on the input in FILE
  mpi                         build target/release/amalgam-mpi, installing MPI where it is missing, and
                              compare 1, 2 and 4 ranks with one process, some of them killed
  proofs                      build the proofs in Coq from nothing, installing Coq where it is missing,
                              print what they assume, and compare both kernels
      --deep                  with rows 1 to 44 as a theorem, covers to 130 and rows to 254
  ledger                      check every claim with standard effort and write docs/ledger.md
  bench [-- ARGS]             the criterion benchmarks; ARGS go to criterion
      --compare FILE          count the instructions of the hottest loops and compare with FILE
      --bless                 write FILE instead
  results                     write results/ and docs/results.md anew
      --deep                  write nothing, and check everything: the certificates, rows to 54
  help                        this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<()> {
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", arguments),
    };
    match command {
        "test" => step::main("test", tiers::QUICK, rest),
        "ci" => step::main("ci", tiers::CI, rest),
        "examples" => match rest {
            [] => tiers::examples("fail"),
            [flag] if flag == "--bless" => tiers::examples("overwrite"),
            _ => bail!("`examples` takes nothing but --bless"),
        },
        "gallery" => match rest {
            [] => gallery::draw(),
            _ => bail!("`gallery` takes no arguments"),
        },
        "fuzz" => long_fuzz(rest),
        "mpi" => match rest {
            [] => mpi::full(),
            _ => bail!("`mpi` takes nothing"),
        },
        "proofs" => match rest {
            [] => proofs::full(false),
            [flag] if flag == "--deep" => proofs::full(true),
            _ => bail!("`proofs` takes nothing but --deep"),
        },
        "ledger" => match rest {
            [] => ledger::write(),
            _ => bail!("`ledger` takes nothing"),
        },
        "bench" => bench(rest),
        "results" => match rest {
            [] => results::results(false),
            [flag] if flag == "--deep" => results::results(true),
            _ => bail!("`results` takes nothing but --deep"),
        },
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("there is no command `{other}`; `cargo xtask help` lists them"),
    }
}

fn long_fuzz(arguments: &[String]) -> Result<()> {
    let (mut target, mut replay, mut seconds) = (None, None, 60);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => {
                let number = words.next().context("--seconds needs a number")?;
                seconds = number.parse().with_context(|| format!("--seconds {number}"))?;
                ensure!(seconds > 0, "--seconds 0 would never end: libFuzzer reads 0 as no limit");
            }
            "--replay" => replay = Some(words.next().context("--replay needs a file")?),
            flag if flag.starts_with('-') => bail!("`fuzz` knows no option {flag}"),
            name if target.is_none() => target = Some(name),
            extra => bail!("`fuzz` takes one target, and got `{extra}` as well"),
        }
    }
    match (target, replay) {
        (Some(target), Some(file)) => fuzz::replay(target, file.as_ref()),
        (None, Some(_)) => bail!("--replay needs the target to replay: fuzz TARGET --replay FILE"),
        (target, None) => fuzz::long(target, seconds),
    }
}

fn bench(arguments: &[String]) -> Result<()> {
    if let [flag, file, rest @ ..] = arguments
        && flag == "--compare"
    {
        return match rest {
            [] => instructions::compare(file.as_ref(), false),
            [bless] if bless == "--bless" => instructions::compare(file.as_ref(), true),
            _ => bail!("`bench --compare FILE` takes nothing but --bless"),
        };
    }
    // `--bench *` leaves out the unit tests, whose harness knows none of criterion's arguments.
    let mut cargo = process::cargo();
    cargo.args(["bench", "--workspace", "--bench", "*"]).args(arguments);
    process::run(&mut cargo)
}

/// The top of the repository.
fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = here.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// The directory cargo builds the workspace in: two levels above this very program, wherever the
/// user's configuration has put it.
fn target_dir() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let dir = program.ancestors().nth(2).context("xtask does not run from a target directory")?;
    Ok(dir.to_path_buf())
}
