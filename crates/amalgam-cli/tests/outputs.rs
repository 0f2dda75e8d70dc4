//! One rule for every file a user names: what is there stays unless forced, links are followed,
//! devices and pipes are written through, `-` is standard output; two writers, kills and full disks
//! leave no half file.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Child, Command, Output, Stdio};

use crate::files::Folder;

/// Every verb that writes a file, up to the name of the file.
const VERBS: [&str; 5] = [
    "rows --to 4 --certificate",
    "covers --to 8 --certificate",
    "cube --max 4 --out",
    "export row 3 --format csv --out",
    "plot matching 3 --out",
];

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn ends_with(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", told(output));
}

#[test]
fn existing_files_were_replaced_silently() {
    let folder = Folder::new();
    for verb in VERBS {
        fs::write(folder.join("x.svg"), "mine").unwrap();
        let refused = folder.run(&format!("{verb} x.svg"));
        ends_with(&refused, 2);
        let sentence = "error: x.svg is there already\n\
            help: choose another name, or replace it with --force\n";
        assert_eq!(told(&refused), sentence, "{verb}");
        // Before any work: nothing has been found that could be printed.
        assert!(refused.stdout.is_empty(), "{verb}");
        assert_eq!(folder.read("x.svg"), b"mine");
        ends_with(&folder.run(&format!("{verb} x.svg --force")), 0);
        assert_ne!(folder.read("x.svg"), b"mine");
        assert_eq!(folder.files(), ["x.svg"], "{verb}");
    }
}

#[test]
fn the_refusal_came_after_hours_of_work() {
    let folder = Folder::new();
    fs::write(folder.join("x.txt"), "mine").unwrap();
    // Any of these would run for minutes, or hours.
    for verb in ["rows --to 250 --certificate", "cube --max 1500 --out"] {
        ends_with(&folder.run(&format!("{verb} x.txt")), 2);
        ends_with(&folder.run(&format!("{verb} no/such/folder/x.txt")), 2);
    }
}

#[test]
fn links_were_replaced_instead_of_what_they_lead_to() {
    let folder = Folder::new();
    fs::create_dir(folder.join("far")).unwrap();
    symlink("far/file.svg", folder.join("near.svg")).unwrap();
    symlink("near.svg", folder.join("x.svg")).unwrap();
    for verb in VERBS {
        // First a link that leads to nothing yet.
        ends_with(&folder.run(&format!("{verb} x.svg")), 0);
        let written = folder.read("far/file.svg");
        ends_with(&folder.run(&format!("{verb} x.svg")), 2);
        fs::write(folder.join("far/file.svg"), "mine").unwrap();
        ends_with(&folder.run(&format!("{verb} x.svg --force")), 0);
        assert_eq!(folder.read("far/file.svg"), written, "{verb}");
        assert!(folder.join("x.svg").is_symlink() && folder.join("near.svg").is_symlink());
        assert_eq!(fs::read_dir(folder.join("far")).unwrap().count(), 1);
        fs::remove_file(folder.join("far/file.svg")).unwrap();
    }
    assert_eq!(folder.files(), ["far", "near.svg", "x.svg"]);
}

#[test]
fn devices_were_replaced_by_files() {
    let folder = Folder::new();
    // A link to the device: were it replaced, the link would be, and not the machine's.
    symlink("/dev/null", folder.join("null")).unwrap();
    for verb in VERBS {
        ends_with(&folder.run(&format!("{verb} null")), 0);
        ends_with(&folder.run(&format!("{verb} null --force")), 0);
        ends_with(&folder.run(&format!("{verb} /dev/null")), 0);
    }
    assert_eq!(folder.files(), ["null"]);
    assert!(fs::metadata(folder.join("null")).unwrap().file_type().is_char_device());
}

#[test]
fn pipes_were_replaced_by_files() {
    let folder = Folder::new();
    let fifo = folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for verb in VERBS {
        ends_with(&folder.run(&format!("{verb} x.svg --force")), 0);
        let writer = folder.command(&format!("{verb} fifo")).stdout(Stdio::null()).spawn().unwrap();
        let read = fs::read(&fifo).unwrap();
        ends_with(&writer.wait_with_output().unwrap(), 0);
        // The caption of a picture tells the command it was made with.
        if !verb.starts_with("plot") {
            assert_eq!(read, folder.read("x.svg"), "{verb}");
        }
        assert!(!read.is_empty() && fs::metadata(&fifo).unwrap().file_type().is_fifo(), "{verb}");
    }
    assert_eq!(folder.files(), ["fifo", "x.svg"]);
}

#[test]
fn a_dash_was_a_file_of_that_name() {
    let folder = Folder::new();
    for verb in VERBS {
        ends_with(&folder.run(&format!("{verb} x.svg --force")), 0);
        for stdout in ["-", "/dev/stdout"] {
            let printed = folder.run(&format!("{verb} {stdout}"));
            ends_with(&printed, 0);
            if !verb.starts_with("plot") {
                assert_eq!(printed.stdout, folder.read("x.svg"), "{verb} {stdout}");
            }
        }
    }
    assert!(folder.run("plot matching 3 --out -").stdout.starts_with(b"<svg"));
    ends_with(&folder.run("rows --to 4 --json --certificate -"), 2);
    ends_with(&folder.run("cube --max 4 --json --out -"), 2);
    let parquet = folder.run("export table --format parquet --out -");
    assert!(parquet.stdout.starts_with(b"PAR1") && parquet.stdout.ends_with(b"PAR1"));
    assert_eq!(folder.files(), ["x.svg"]);
}

/// Two writers shared the file beside the place, and one of them called the mixture done.
#[test]
fn two_writers_made_one_corrupt_file() {
    let folder = Folder::new();
    ends_with(&folder.run("cube --max 120 --out whole.parquet"), 0);
    let whole = folder.read("whole.parquet");
    for force in ["", " --force"] {
        let start = || -> Child {
            let mut command = folder.command(&format!("cube --max 120 --out x.parquet{force}"));
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let writers: Vec<Child> = (0..6).map(|_| start()).collect();
        let ended: Vec<Output> =
            writers.into_iter().map(|writer| writer.wait_with_output().unwrap()).collect();
        assert!(ended.iter().any(|output| output.status.success()));
        for output in ended.iter().filter(|output| !output.status.success()) {
            ends_with(output, 2);
            let message = told(output);
            // On a busy machine the last may come when the first is done.
            let late = force.is_empty() && message.contains("is there already");
            let known = message.contains("is being written by another process") || late;
            assert!(known, "{message}");
        }
        assert_eq!(folder.read("x.parquet"), whole);
    }
    assert_eq!(folder.files(), ["whole.parquet", "x.parquet"]);
}

#[test]
fn a_second_writer_is_refused_while_the_first_writes() {
    let folder = Folder::new();
    // The lock that a writer holds, held here.
    let beside = File::create(folder.join("x.svg.amalgam-part")).unwrap();
    beside.lock().unwrap();
    for verb in VERBS {
        let refused = folder.run(&format!("{verb} x.svg --force"));
        ends_with(&refused, 2);
        assert!(told(&refused).contains("x.svg is being written by another process"), "{verb}");
    }
    assert_eq!(folder.files(), ["x.svg.amalgam-part"]);
    // It is gone, and what it left is removed by the next.
    drop(beside);
    for verb in VERBS {
        fs::write(folder.join("x.svg.amalgam-part"), "half").unwrap();
        ends_with(&folder.run(&format!("{verb} x.svg --force")), 0);
        assert_eq!(folder.files(), ["x.svg"], "{verb}");
    }
}

#[test]
fn killed_writers_left_a_file_each() {
    let folder = Folder::new();
    for _ in 0..3 {
        // This would run for minutes; it is killed when it has begun.
        let words = "rows --to 250 --certificate x.csv";
        let mut writer = folder.command(words).stderr(Stdio::null()).spawn().unwrap();
        let beside = folder.join("x.csv.amalgam-part");
        for _ in 0..600 {
            if beside.exists() || writer.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        assert_eq!(folder.files(), ["x.csv.amalgam-part"]);
    }
    ends_with(&folder.run("export table --format csv --out x.csv"), 0);
    assert_eq!(folder.files(), ["x.csv"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_was_wrong_input() {
    let folder = Folder::new();
    for verb in VERBS {
        let full = folder.run(&format!("{verb} /dev/full"));
        ends_with(&full, 3);
        let sentence = "error: /dev/full: no space is left on the disk\n\
            help: make room, or write to another disk\n";
        assert_eq!(told(&full), sentence, "{verb}");
        // What was found is told nevertheless.
        let table = folder.run(verb.rsplit_once(' ').unwrap().0);
        if !verb.starts_with("plot") && !verb.starts_with("export") {
            assert_eq!(full.stdout, table.stdout, "{verb}");
            assert!(!full.stdout.is_empty());
        }
    }
    for format in ["bfile", "csv", "jsonl", "parquet", "latex"] {
        let full = folder.run(&format!("export row 3 --to 9 --format {format} --out /dev/full"));
        ends_with(&full, 3);
    }
    ends_with(&folder.run("export tree [1,2] --format dot --out /dev/full"), 3);
    assert!(folder.files().is_empty());
}

/// What every verb answers in a folder with a census `c` and a certificate `x`.
const ANSWERS: [&str; 35] = [
    "solve [3,4]",
    "moves [3,4]",
    "complete [3,4]",
    "equivalent nim[3] nim[3]",
    "table",
    "table --json",
    "rows --to 4",
    "rows --to 4 --certificate -",
    "covers --to 8",
    "row 3",
    "census --coins 4",
    "census show c",
    "census verify c",
    "census repair c",
    "cube --max 4 --json",
    "cube --max 4 --out -",
    "verify x",
    "claims",
    "conjecture mirror=>P --coins 8",
    "compare nim lasker --heaps 2 --max 4",
    "survey --family threshold --from 2 --to 2 --max 6",
    "survey --family threshold --from 2 --to 2 --max 6 --csv",
    "plot matching 3 --out -",
    "export row 3 --format csv",
    "export row 3 --format parquet --out -",
    "play --plain [3,4]",
    "learn",
    "learn copy",
    "values kayles",
    "period kayles",
    "games",
    "completions bash",
    "man solve",
    "--help",
    "--version",
];

/// How all of them end where standard output is what `stdout` makes.
#[track_caller]
fn all_end_with(code: i32, sentence: &str, stdout: impl Fn() -> Stdio) {
    let folder = Folder::new();
    ends_with(&folder.run("census --coins 4 --out c"), 0);
    ends_with(&folder.run("rows --to 4 --certificate x"), 0);
    for words in ANSWERS {
        let ended = folder.command(words).stdout(stdout()).output().unwrap();
        assert_eq!((ended.status.code(), &*told(&ended)), (Some(code), sentence), "{words}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_was_wrong_input() {
    let sentence =
        "error: the answer could not be written: No space left on device (os error 28)\n";
    all_end_with(3, sentence, || File::options().write(true).open("/dev/full").unwrap().into());
}

/// The standard library takes an answer for written that goes to a file open for reading alone.
#[test]
fn an_answer_that_was_lost_was_exit_code_0() {
    let sentence = "error: the answer could not be written: Bad file descriptor (os error 9)\n";
    all_end_with(2, sentence, || File::open("/dev/null").unwrap().into());
}

#[test]
fn whoever_closes_the_pipe_has_read_enough() {
    all_end_with(0, "", || std::io::pipe().unwrap().1.into());
}

/// Before the program begins, the standard library opens `/dev/null` where standard output is closed: that is
/// the same as if the answer were thrown away on purpose.
#[test]
fn standard_output_that_is_closed_from_the_start_is_no_error() {
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" export row 3 --format csv >&-", env!("CARGO_BIN_EXE_amalgam")]);
    let ended = shell.current_dir(folder.join("")).stderr(Stdio::piped()).output().unwrap();
    ends_with(&ended, 0);
    assert_eq!(told(&ended), "");
}

#[test]
#[cfg(target_os = "linux")]
fn a_census_on_a_full_disk_keeps_its_layers() {
    let folder = Folder::new();
    ends_with(&folder.run("census --coins 3 --out c"), 0);
    symlink("/dev/full", folder.join("c/p-positions/coins-005.parquet")).unwrap();
    let full = folder.run("census --coins 6 --out c");
    ends_with(&full, 3);
    assert!(told(&full).contains("no space is left on the disk"), "{}", told(&full));
    fs::remove_file(folder.join("c/p-positions/coins-005.parquet")).unwrap();
    ends_with(&folder.run("census --coins 6 --out c"), 0);
    ends_with(&folder.run("census verify c"), 0);
}

/// A changed digit was told as the truth with exit code 0, and a sound file was blamed.
#[test]
fn a_changed_count_in_a_manifest_was_told() {
    let folder = Folder::new();
    ends_with(&folder.run("census --coins 8 --out c"), 0);
    let path = folder.join("c/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let (from, to) = ("\"p_positions\": 5,", "\"p_positions\": 6,");
    assert!(text.contains(from), "{text}");
    fs::write(&path, text.replace(from, to)).unwrap();
    for verb in [
        "census --coins 8 --out c",
        "census --coins 9 --out c",
        "census show c",
        "census verify c",
        "census repair c",
        "export census c --counts --format csv",
        "export census c --format csv",
    ] {
        let output = folder.run(verb);
        ends_with(&output, 2);
        assert!(output.stdout.is_empty(), "{verb}");
        assert!(told(&output).contains("manifest.json is damaged: it was changed"), "{verb}");
    }
}

#[test]
fn a_damaged_layer_meant_to_start_anew() {
    let folder = Folder::new();
    ends_with(&folder.run("census --coins 9 --out c"), 0);
    let layer = "c/p-positions/coins-007.parquet";
    let sound = folder.read(layer);
    fs::write(folder.join(layer), &sound[1..]).unwrap();
    let damaged = folder.run("census --coins 10 --out c");
    ends_with(&damaged, 2);
    assert!(told(&damaged).contains("`amalgam census repair DIR`"), "{}", told(&damaged));
    ends_with(&folder.run("census verify c"), 1);
    let repaired = folder.run("census repair c");
    ends_with(&repaired, 0);
    let text = "the layer of 7 coins was computed again\n10 layers, every file as it should be\n";
    assert_eq!(String::from_utf8_lossy(&repaired.stdout), text);
    assert_eq!(folder.read(layer), sound);
    let again = folder.run("census repair c --json");
    let object = "{\"schema\":\"amalgam/census-repair/1\",\"layers\":10,\"found_anew\":[],\
        \"csv_anew\":false,\"manifest_sealed\":false}\n";
    assert_eq!(String::from_utf8_lossy(&again.stdout), object);
    ends_with(&folder.run("census --coins 10 --out c"), 0);
    ends_with(&folder.run("census verify c"), 0);
}

/// `cube --max 19999 --memory 16TiB` began.
#[test]
fn more_memory_than_there_is_was_taken() {
    let folder = Folder::new();
    let refused = folder.run("cube --max 4 --memory 16000TiB");
    ends_with(&refused, 2);
    let message = told(&refused);
    assert!(message.contains("`16000TiB`") && message.contains("iB;"), "{message}");
}
