//! Long runs and what they leave on disk: pausing, Ctrl-C, damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A cache folder of its own, removed at the end.
struct Cache(TempDir);

impl Cache {
    fn new() -> Cache {
        Cache(tempfile::tempdir().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_amalgam"));
        command.args(args).env("AMALGAM_CACHE", self.0.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command runs")
    }

    fn file(&self, ending: &str) -> PathBuf {
        let files = fs::read_dir(&self.0).expect("there is a cache");
        let found = files
            .map(|entry| entry.unwrap().path())
            .find(|path| path.extension().is_some_and(|extension| extension == ending));
        found.unwrap_or_else(|| panic!("no .{ending} file"))
    }
}

fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(path, bytes).unwrap();
}

const ROWS: [&str; 4] = ["rows", "--to", "69", "--json"];

fn fresh() -> Vec<u8> {
    let cache = Cache::new();
    let output = cache.run(&ROWS);
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

#[test]
fn a_run_out_of_time_goes_on_where_it_was() {
    let cache = Cache::new();
    let mut pauses = 0;
    let finished = loop {
        // More time each time: what a busy machine does within a bound has no lower bound.
        let time = format!("{}ms", 50 * (pauses + 1));
        let output = cache.run(&["rows", "--to", "69", "--json", "--time", &time]);
        match output.status.code() {
            Some(0) => break output.stdout,
            code => assert_eq!(code, Some(3), "{}", String::from_utf8_lossy(&output.stderr)),
        }
        pauses += 1;
        assert!(pauses < 100, "it makes no progress");
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"unknown\""));
    };
    assert!(pauses > 0, "69 rows in fifty milliseconds: choose a longer run for this test");
    assert_eq!(finished, fresh());
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let cache = Cache::new();
    let interrupted_after = |wait: u64| {
        let child = cache
            .command(&["rows", "--to", "90", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        child.wait_with_output().unwrap()
    };
    // On a busy machine the program may not have come to its first line: no exit code then.
    let waits = [700, 2000, 5000].into_iter();
    let mut outputs = waits.map(interrupted_after).skip_while(|run| run.status.code().is_none());
    let output = outputs.next().expect("it was never there");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    let left: Vec<_> = fs::read_dir(&cache.0).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(left.iter().all(|path| !path.to_string_lossy().ends_with(".part")), "{left:?}");
}

#[test]
fn values_go_on_after_a_bound_and_after_a_kill() {
    let values = ["values", "grundy", "--to", "150000", "--format", "csv"];
    let expected = Cache::new().run(&values).stdout;
    let cache = Cache::new();
    let within = |time: &str| cache.run(&[&values[..], &["--time", time]].concat());
    let first = within("60ms");
    assert_eq!(first.status.code(), Some(3), "{}", String::from_utf8_lossy(&first.stderr));
    let kept = fs::read(cache.file("values")).unwrap();
    // Killed, a run leaves what was kept, or something later that is whole.
    let mut killed = cache.command(&values).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(30));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(fs::read(cache.file("values")).is_ok_and(|left| left.len() >= kept.len()));
    let last = cache.run(&values);
    assert!(last.stderr.is_empty(), "{}", String::from_utf8_lossy(&last.stderr));
    let titled = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().count();
    assert_eq!((last.status.code(), titled(&last.stdout)), (Some(0), titled(&expected)));
    assert!(last.stdout == expected, "the values differ");
    assert!(fs::read_dir(&cache.0).unwrap().next().is_none(), "a finished run leaves nothing");
}

#[test]
fn a_damaged_checkpoint_is_noticed_and_the_run_starts_anew() {
    let cache = Cache::new();
    let output = cache.run(&["rows", "--to", "69", "--time", "20ms"]);
    if output.status.code() == Some(0) {
        panic!("69 rows in twenty milliseconds: choose a longer run for this test");
    }
    damage(&cache.file("run"));
    let output = cache.run(&ROWS);
    assert_eq!(output.status.code(), Some(0));
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(
        warning.contains("damaged (its checksum is wrong); what it held is computed"),
        "{warning}"
    );
    assert_eq!(output.stdout, fresh());
}

#[test]
fn kept_rows_answer_and_damage_is_rebuilt() {
    let cache = Cache::new();
    let question = ["complete", "[69,999999999999999999]"];
    assert_eq!(cache.run(&ROWS).status.code(), Some(0));
    let kept = cache.file("rows");
    let first = cache.run(&question);
    assert_eq!(first.status.code(), Some(0));
    assert!(first.stderr.is_empty());
    damage(&kept);
    let second = cache.run(&question);
    let warning = String::from_utf8_lossy(&second.stderr);
    assert!(
        warning.contains("damaged (its checksum is wrong); what it held is computed"),
        "{warning}"
    );
    assert_eq!(first.stdout, second.stdout);
    let third = cache.run(&question);
    assert!(third.stderr.is_empty(), "{}", String::from_utf8_lossy(&third.stderr));
    assert_eq!(first.stdout, third.stdout);
}

#[test]
fn a_cache_that_cannot_be_written_costs_only_time() {
    let mut rows = Cache::new().command(&["rows", "--to", "20", "--json"]);
    let output = rows.env("AMALGAM_CACHE", "/proc/no-such-folder").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

/// The rows of all rests up to some coins: stopped by the clock, then killed, then finished to the same bytes.
#[test]
fn a_run_of_rests_goes_on_where_it_was() {
    let rows = ["rows", "--coins", "15", "--json"];
    let undisturbed = Cache::new().run(&rows);
    assert_eq!(undisturbed.status.code(), Some(0));
    let cache = Cache::new();
    let mut pauses = 0;
    let finished = loop {
        let time = format!("{}ms", 30 * (pauses + 1));
        let output = cache.run(&[&rows[..], &["--time", &time]].concat());
        match output.status.code() {
            Some(0) => break output.stdout,
            code => assert_eq!(code, Some(3), "{}", String::from_utf8_lossy(&output.stderr)),
        }
        assert!(output.stdout.is_empty(), "nothing is claimed");
        pauses += 1;
        assert!(pauses < 100, "it makes no progress");
        let mut child = cache.command(&rows).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5));
        child.kill().unwrap();
        child.wait().unwrap();
    };
    assert!(pauses > 0, "15 coins in thirty milliseconds: choose a longer run for this test");
    assert_eq!(finished, undisturbed.stdout);
    let output = cache.run(&rows);
    assert_eq!(output.stdout, undisturbed.stdout);
    damage(&cache.file("rows"));
    let output = cache.run(&rows);
    assert_eq!(output.stdout, undisturbed.stdout);
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
}

/// Three contradictions of old: a heap and the rest of that heap were two rows with two shapes, two limits and two
/// caches; and one question had two engines of different speed.
#[test]
fn a_heap_and_its_rest_are_one_row() {
    let cache = Cache::new();
    let one = |args: &[&str]| {
        let output = cache.run(args);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    for [heap, rest] in [["7", "[7]"], ["69", "[69]"]] {
        assert_eq!(one(&["row", heap, "--json"]), one(&["row", rest, "--json"]));
        assert_eq!(one(&["row", heap]), one(&["row", rest]));
        // A picture names the command that made it.
        let plot = |row| {
            let svg = one(&["plot", "row", row, "--to", "400", "--out", "-", "--untitled"]);
            String::from_utf8(svg).unwrap().replace(&format!("'{rest}'"), heap)
        };
        assert_eq!(plot(heap), plot(rest));
        let matching = |row| one(&["row", row, "--matching", "0..40", "--json"]);
        assert_eq!(matching(heap), matching(rest));
        let lists = |row| one(&["export", "row", row, "--to", "50", "--format", "csv"]);
        let values = |text: Vec<u8>| {
            let text = String::from_utf8(text).unwrap();
            text.lines()
                .filter(|line| !line.starts_with('#'))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(values(lists(heap)), values(lists(rest)));
    }
    // With and without a rest of nothing, the rows of single heaps are the same question.
    for game in ["amalgamation", "restricted-amalgamation(11)"] {
        let rows = ["rows", "--to", "28", "--json", "--game", game];
        assert_eq!(one(&rows), one(&[&rows[..], &["--rest", "[]"]].concat()));
    }
    // Every shape has the same keys.
    let keys = |args: &[&str]| {
        let row: serde_json::Value = serde_json::from_slice(&one(args)).unwrap();
        row.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let shape = keys(&["row", "7", "--json"]);
    for row in [&["row", "69"][..], &["row", "[2,3]"], &["row", "--grundy", "3"]] {
        assert_eq!(keys(&[row, &["--json"]].concat()), shape);
    }
}

/// What one command has found, every other finds there: they would need more than the time they are given.
#[test]
fn rows_that_were_found_are_not_searched_again() {
    let cache = Cache::new();
    assert_eq!(cache.run(&ROWS).status.code(), Some(0));
    fs::metadata(cache.0.path().join("threshold-1.rows"))
        .expect("69 rows take long enough to be kept");
    let far = ["solve", "[69,1000000000000000,1000000000000004]", "--json"];
    for command in [&["row", "69", "--json"][..], &["rows", "--to", "60"], &far] {
        let output = cache.run(&[command, &["--time", "1ms"]].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {said}");
    }
    let nowhere = Cache::new();
    let output = nowhere.run(&["row", "69", "--time", "1ms"]);
    assert_eq!(output.status.code(), Some(3), "a millisecond is not enough to find them");
}
