//! The command: its exit codes, and what it says where.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::naive::{AMALGAMATION, Table, signed};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_amalgam-check")).args(arguments).output();
    let Output { status, stdout, stderr } = command.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// The command on a file with the given text.
fn run_on(name: &str, text: &str, options: &[&str]) -> (i32, String, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    run(&[options, &[path.to_str().unwrap()]].concat())
}

#[test]
fn exit_codes() {
    let body = Table::new(AMALGAMATION, 7, 1000).rows_certificate(7);
    let accepted = "accepted: 7 of 7 rows and 1 cover rows proved\n";
    assert_eq!(run_on("accepted", &signed(&body), &[]), (0, accepted.into(), String::new()));

    let wrong = signed(&body.replacen("preperiod 17 period 8", "preperiod 17 period 16", 1));
    let complaint = "rejected: row 7, column 17, row-period-least: \
        the column is no witness, or not the first, that the period is least\n";
    assert_eq!(run_on("rejected", &wrong, &[]), (1, complaint.into(), String::new()));

    let unreadable = "unreadable: line 1 is not of the form `amalgam-certificate 2`\n";
    assert_eq!(run_on("unreadable", "nothing", &[]), (2, String::new(), unreadable.into()));

    let (code, out, err) = run_on("limited", &signed(&body), &["--work", "10"]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(
        err.starts_with("undecided: ") && err.ends_with(" steps of work (--work); at most 10\n"),
        "{err}"
    );
}

#[test]
fn what_cannot_be_read() {
    let (code, _, err) = run(&["/no/such/file"]);
    assert!(code == 2 && err.starts_with("unreadable: /no/such/file: "), "{err}");
    for arguments in [&[][..], &["--wrong", "x"], &["--work", "x", "y"], &["x", "y"], &["--help"]] {
        let (code, out, err) = run(arguments);
        assert!(code == 2 && out.is_empty() && err.starts_with("usage: "), "{arguments:?}");
    }
}

/// `claim covers 510` with one cover, of which nothing is true, to be walked for 250 million columns.
const LONG_WALK: &str = "amalgam-certificate 1\ngame amalgamation\nclaim covers 510\n\
    cover 510 half-width 255 from 1 after 0 recurs 100000000 period 150000000\n";

#[test]
fn five_lines_that_ran_for_a_quarter_of_an_hour_are_refused_in_advance() {
    let (code, out, err) = run_on("long-walk", &signed(LONG_WALK), &[]);
    assert_eq!((code, out.as_str()), (3, ""));
    // 510 rows, 250 million columns, sixteen words, and one for the walk that is tried in one word.
    let needed = 510_u64 * 250_000_000 * 17;
    assert_eq!(
        err,
        format!("undecided: {needed} steps of work (--work); at most {}\n", amalgam_check::WORK)
    );
}

#[test]
fn much_work_is_told_before_it_begins_and_little_is_not() {
    let little = LONG_WALK.replace("100000000 period 150000000", "600 period 1");
    let (code, _, err) = run_on("little-work", &signed(&little), &[]);
    assert_eq!((code, err.as_str()), (1, ""));
    // Here the first cover begins to cover one column later, so that the second is never walked.
    let first = "covers 510\ncover 6 half-width 3 from 15 after 0 recurs 16 period 4";
    let much = LONG_WALK.replace("covers 510", first).replace(
        "from 1 after 0 recurs 100000000 period 150000000",
        "from 1 after 6 recurs 200000 period 1",
    );
    let (code, out, err) = run_on("much-work", &signed(&much), &[]);
    assert_eq!(code, 1, "{err}");
    assert!(out.starts_with("rejected: row 6, "), "{out}");
    let needed = 240 + (510 * 15 + 504 * 200_001) * 17;
    assert_eq!(err, format!("the check takes at most {needed} steps\n"));
}

/// Runs the command on a file in a shell, which says something before it and something after it.
#[cfg(target_os = "linux")]
fn run_in_shell(name: &str, text: &str, before: &str, after: &str) -> (i32, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    let script = format!("{before} exec \"$0\" \"$1\" {after}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_amalgam-check")]).arg(&path);
    let Output { status, stdout, stderr } = shell.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8([stdout, stderr].concat()).unwrap();
    (status.code().unwrap_or(-1), said)
}

#[cfg(target_os = "linux")]
#[test]
fn a_verdict_that_a_full_disk_did_not_take_was_an_acceptance() {
    let body = Table::new(AMALGAMATION, 7, 1000).rows_certificate(7);
    let wrong = body.replacen("preperiod 17 period 8", "preperiod 17 period 16", 1);
    for (name, body) in [("full-accepted", body), ("full-rejected", wrong)] {
        let (code, said) = run_in_shell(name, &signed(&body), "", ">/dev/full");
        assert_eq!((code, said.as_str()), (3, "undecided: the answer could not be written\n"));
    }
}

/// Each of these files has 14 megabytes, and what was kept of them had hundreds.
#[cfg(target_os = "linux")]
#[test]
fn a_long_file_of_equal_rows_took_264_megabytes() {
    let head = "amalgam-certificate 1\ngame amalgamation\n";
    let cover = "cover 6 half-width 3 from 16 after 0 recurs 16 period 4\n".repeat(250_000);
    let row = "row 1 preperiod 2 period 4 mask 0 1 offsets -2 2 cover no\n";
    let row = format!("{head}claim rows 1 1\n{row}");
    for (name, body, complaint) in [
        (
            "rows",
            format!("{head}claim rows 1 1\n{}", "row 1 unknown\n".repeat(1_000_000)),
            "row-order",
        ),
        ("covers", format!("{head}claim covers 6\n{cover}"), "cover-order"),
        ("window", format!("{row}  window{}\n", " 0".repeat(7_000_000)), "in a list"),
    ] {
        let (code, said) = run_in_shell(name, &signed(&body), "ulimit -v 49152;", "");
        assert!(matches!(code, 1 | 3) && said.contains(complaint), "{name}: {code} {said}");
    }
}
