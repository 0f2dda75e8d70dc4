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
        a witness does not show that the period is least\n";
    assert_eq!(run_on("rejected", &wrong, &[]), (1, complaint.into(), String::new()));

    let unreadable = "unreadable: line 1 is not of the form `amalgam-certificate 1`\n";
    assert_eq!(run_on("unreadable", "nothing", &[]), (2, String::new(), unreadable.into()));

    let (code, out, err) = run_on("limited", &signed(&body), &["--steps", "10"]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.starts_with("undecided: ") && err.ends_with(" steps (--steps)\n"), "{err}");
}

#[test]
fn what_cannot_be_read() {
    let (code, _, err) = run(&["/no/such/file"]);
    assert!(code == 2 && err.starts_with("unreadable: /no/such/file: "), "{err}");
    for arguments in [&[][..], &["--wrong", "x"], &["--steps", "x", "y"], &["x", "y"], &["--help"]]
    {
        let (code, out, err) = run(arguments);
        assert!(code == 2 && out.is_empty() && err.starts_with("usage: "), "{arguments:?}");
    }
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
