//! `amalgam-mpi`, built and run: what several ranks write must be what one process writes, to the byte,
//! also when ranks are killed and others go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, run};
use crate::{install, tiers};

const GAMES: [&[&str]; 5] = [
    &["--game", "amalgamation"],
    &["--game", "restricted-amalgamation"],
    &["--game", "merge-take-one"],
    &["--game", "amalgamation", "--misere"],
    &["--game", "take any, merge if min >= 3 then take 2, merge if sum <= 9"],
];

/// A small size, for `cargo xtask ci`.
pub fn brief() -> Result<()> {
    compare(24, 50, 2)
}

/// A size at which most of the work is in few layers.
pub fn full() -> Result<()> {
    compare(40, 62, 6)
}

/// Each game up to `coins` with 1, 2 and 4 ranks, and one up to `more` coins whose ranks are killed this many
/// times.
fn compare(coins: usize, more: usize, kills: usize) -> Result<()> {
    let programs = Programs::build()?;
    let scratch = crate::target_dir()?.join("mpi-runs");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch)?;
    for (number, game) in GAMES.iter().enumerate() {
        let expected = programs.alone(&scratch.join(format!("alone-{number}")), coins, game)?;
        for ranks in [1, 2, 4] {
            let dir = scratch.join(format!("ranks-{number}-{ranks}"));
            succeeds(&programs.ranks(ranks, &dir, coins, game).output()?)?;
            ensure!(files(&dir)? == expected, "{game:?}: {ranks} ranks write other files");
        }
        println!("{}: 1, 2 and 4 ranks write what one process writes", game[1..].join(" "));
    }
    let dir = scratch.join("ranks-0-4");
    succeeds(&Command::new(&programs.amalgam).args(["census", "verify"]).arg(&dir).output()?)?;
    let shown = |dir: &Path| {
        Command::new(&programs.amalgam).args(["census", "show", "--json"]).arg(dir).output()
    };
    ensure!(shown(&dir)?.stdout == shown(&scratch.join("alone-0"))?.stdout, "they show other rows");
    programs.survive_kills(&scratch, more, kills)?;
    programs.complain(&scratch)?;
    fs::remove_dir_all(&scratch)?;
    Ok(())
}

/// What is compared.
struct Programs {
    amalgam: PathBuf,
    mpi: PathBuf,
}

impl Programs {
    fn build() -> Result<Programs> {
        install::mpi()?;
        let target = crate::target_dir()?;
        let mut build = cargo();
        build.args(["build", "--release", "--locked", "--manifest-path", "mpi/Cargo.toml"]);
        run(build.arg("--target-dir").arg(&target))?;
        // Built as for its own tests, it is there already.
        run(tiers::test_command().arg("--no-run"))?;
        let release = target.join("release");
        let (amalgam, mpi) = (target.join("debug").join("amalgam"), release.join("amalgam-mpi"));
        ensure!(mpi.is_file(), "{} was not built", mpi.display());
        Ok(Programs { amalgam, mpi })
    }

    /// The files that one process writes.
    fn alone(&self, dir: &Path, coins: usize, game: &[&str]) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let mut census = Command::new(&self.amalgam);
        census.args(["census", "--coins", &coins.to_string(), "--out"]).arg(dir).args(game);
        succeeds(&census.output()?)?;
        files(dir)
    }

    /// A job of this many ranks.
    fn ranks(&self, ranks: usize, dir: &Path, coins: usize, game: &[&str]) -> Command {
        let mut job = mpirun();
        job.args(["-n", &ranks.to_string()]).arg(&self.mpi);
        job.args(["census", "--coins", &coins.to_string(), "--out"]).arg(dir).args(game);
        job
    }

    /// Kills a rank again and again, goes on with another number of ranks each time, and compares the bytes.
    fn survive_kills(&self, scratch: &Path, coins: usize, kills: usize) -> Result<()> {
        let game = GAMES[0];
        let expected = self.alone(&scratch.join("alone-killed"), coins, game)?;
        let dir = scratch.join("killed");
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
        let mut random = now.subsec_nanos() as usize;
        let (mut killed, mut layers) = (0, 0);
        while killed < kills {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let ranks = 2 + random / 65_536 % 3;
            let mut job = self.ranks(ranks, &dir, coins, game);
            let mut job = job.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            // At least one layer more, and then at any time.
            let done = || files(&dir).map_or(0, |files| files.len());
            while job.try_wait()?.is_none() && done() <= layers {
                sleep(Duration::from_millis(5));
            }
            sleep(Duration::from_millis(random as u64 / 7 % 200));
            let hit = kill_a_rank(&mut job, random)?;
            job.wait()?;
            if !hit {
                break;
            }
            (killed, layers) = (killed + 1, done());
        }
        succeeds(&self.ranks(3, &dir, coins, game).output()?)?;
        // What a killed run left beside its place is none of the census.
        ensure!(files(&dir)? == expected, "after {killed} kills other files are there");
        println!("{killed} jobs were killed, and the files are those of one process");
        Ok(())
    }

    /// What goes wrong is told in a sentence.
    fn complain(&self, scratch: &Path) -> Result<()> {
        let program = self.mpi.to_str().context("the path of amalgam-mpi")?;
        let census = |coins: &'static str| [program, "census", "--coins", coins];
        let expect = |mut job: Command, code: i32, words: &str| -> Result<()> {
            let output = job.output()?;
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            ensure!(told.contains(words), "{words:?} is not in: {told}");
            ensure!(output.status.code() == Some(code), "{:?}: {told}", output.status);
            Ok(())
        };
        let mut other = mpirun();
        other.args(["-n", "1"]).args(census("9")).args([":", "-n", "1"]).args(census("10"));
        expect(other, 2, "rank 1 was not started as rank 0 was")?;
        let (here, there) = (scratch.join("here"), scratch.join("there"));
        fs::create_dir_all(&here)?;
        fs::create_dir_all(&there)?;
        let mut apart = mpirun();
        apart.args(["-n", "1", "-wdir"]).arg(&here).args(census("9")).args(["--out", "c"]);
        apart.args([":", "-n", "1", "-wdir"]).arg(&there).args(census("9")).args(["--out", "c"]);
        expect(apart, 2, "choose a directory that all machines share")?;
        let mut small = mpirun();
        small.args(["-n", "2"]).args(census("80")).args(["--memory", "1"]);
        expect(small, 3, "more than the bound of 1 MiB")?;
        let mut split = mpirun();
        split.args(["-n", "2"]).args(census("9")).args(["--game", "lasker"]);
        expect(split, 2, "any number may be taken and no heap is split")?;
        expect(self.without_mpi(scratch)?, 2, "amalgam-mpi needs an MPI library, and ")?;
        let alone = scratch.join("amalgam-mpi");
        fs::copy(&self.mpi, &alone)?;
        expect(Command::new(alone), 2, "cannot start")?;
        println!("bad surroundings are told");
        Ok(())
    }

    /// A rank whose MPI library the system's loader cannot load: it finds an empty file first.
    fn without_mpi(&self, scratch: &Path) -> Result<Command> {
        let needed =
            Command::new("ldd").arg(self.mpi.with_file_name("amalgam-mpi-rank")).output()?;
        let needed = String::from_utf8_lossy(&needed.stdout).into_owned();
        let mut names = needed.split_whitespace();
        let library = names.find(|name| name.starts_with("libmp")).context("no MPI was linked")?;
        let folder = scratch.join("no-library");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(library), [])?;
        let mut rank = Command::new(&self.mpi);
        rank.args(["census", "--coins", "9"]).env("LD_LIBRARY_PATH", folder);
        Ok(rank)
    }
}

/// A job on this machine, whoever asks for it and however few cores there are.
fn mpirun() -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]);
    // Ranks that wait leave the cores to those that work.
    command.args(["--mca", "mpi_yield_when_idle", "1"]);
    command
}

/// Kills one of the ranks of a job; `false` if it has none any more.
fn kill_a_rank(job: &mut Child, random: usize) -> Result<bool> {
    let (mut ranks, job_id) = (Vec::new(), job.id().to_string());
    for process in fs::read_dir("/proc")?.flatten() {
        let name = process.file_name().to_string_lossy().into_owned();
        let Ok(id) = name.parse::<u32>() else { continue };
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // The parent is the second field after the name, which is in brackets.
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        if parent == Some(job_id.as_str()) && stat.contains("(amalgam-mpi") {
            ranks.push(id);
        }
    }
    if ranks.is_empty() || job.try_wait()?.is_some() {
        return Ok(false);
    }
    let rank = ranks[random % ranks.len()];
    Ok(Command::new("kill").args(["-9", &rank.to_string()]).status()?.success())
}

fn succeeds(output: &Output) -> Result<()> {
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {told}", output.status);
    Ok(())
}

/// The files below a folder.
fn files(dir: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false => drop(found.insert(path.strip_prefix(dir)?.to_owned(), fs::read(&path)?)),
            }
        }
    }
    Ok(found)
}
