//! `amalgam play` between pipes: the end of the input and a closed output are no errors, and no
//! input breaks it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn play(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_amalgam"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Written from another thread: neither side must wait for the other.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input was written");
    output
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let output = play(&["[3,4,5]"], b"");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("(This is no terminal, so the game goes line by line.)\n"), "{text}");
    assert!(text.ends_with("Your move.\n> \n"), "{text}");
    assert!(output.stderr.is_empty());
}

/// Heaps that nobody could list: a selection is shown, any other number of coins can be typed.
#[test]
fn huge_heaps_are_played() {
    let input = b"moves\nhint moves\ntake 12345 from 1000000000000000\nundo\n\
        take 1000000000000005 from 1000000000000004\nmerge 4 and 5\n";
    let output = play(&["--plain", "[2,3,1000000000000000,1000000000000004]"], input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let others =
        "and others: any number may be taken, as in `take 500000000000002 from 1000000000000004`";
    assert_eq!(text.matches(others).count(), 2, "{text}");
    assert_eq!(text.matches("  wins  (P)").count(), 1, "{text}");
    assert!(text.contains("The opponent: take 12353 from 1000000000000004."), "{text}");
    assert!(text.contains("a heap of 1000000000000004 has no 1000000000000005 coins"), "{text}");
    assert!(text.contains("there is no heap of 4"), "{text}");
    let start = ["--plain", "--game", "restricted-amalgamation"];
    let position = ["[1000000000000,1000000000001,2000000000003]"];
    let output = play(&[&start[..], &position].concat(), b"hint moves\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("take 2000000000002 from 2000000000003  wins  (P)  Grundy 0"), "{text}");
}

#[test]
fn a_closed_output_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_amalgam"))
        .args(["play", "--plain", "[3,4,5]"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    for _ in 0..1000 {
        if stdin.write_all(b"moves\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn hostile_lines_are_answered_with_a_sentence() {
    let mut input = b"\x00\xff\xfe\n\x1b[2J\nlevel \x1b[31m\n".to_vec();
    input.extend("take 99999999999999999999 from 1\nmerge é and ß\n💰💰💰\n".as_bytes());
    input.extend(vec![b'x'; 100_000]);
    input.extend(b"\nnew kayles[99999]\nnew <1000000000000>\nshow\n");
    let output = play(&["--plain", "[3,4,5]"], &input);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.contains('\x1b'), "no escape reaches the terminal");
    assert!(text.contains("this number of coins does not fit in 64 bits"), "{text}");
    assert!(text.contains("too many to play by hand"), "{text}");
    assert!(text.ends_with("> show\n\n[3,4,5]\nYour move.\n> \n"), "the game goes on");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game =
        || play(&["--random", "9", "--seed", "5", "--opponent", "skill:0.5"], b"1\n1\n1\ntext\n");
    let (one, other) = (game(), game());
    assert!(one.status.success());
    assert_eq!(one.stdout, other.stdout);
}

#[test]
fn a_game_of_ones_own_is_played_to_its_end() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/up-to-three.rhai");
    // 4 is lost for the opponent: whatever it leaves, the end can be reached.
    let arguments = ["--game", script, "5", "--plain", "--hints", "moves", "--seed", "1"];
    let output = play(&arguments, b"take 1 from 5\nmove to 4\nmove to 0\nquit\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("a game of one's own has moves, not heaps"), "{text}");
    assert!(text.contains("move to 4  wins  (P)"), "{text}");
    assert!(text.contains("You have won"), "{text}");
    // A new start is a position, too, and not the number of a node of the old one.
    let output = play(&["--game", script, "5", "--plain"], b"new 1000\nmove to 998\nquit\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && text.contains("The opponent: move to 996."), "{text}");
    // A random start is no use: nobody knows what positions there are.
    let output = play(&["--game", script, "--plain"], b"");
    assert_eq!(output.status.code(), Some(2));
}
