//! `amalgam play` on a real terminal: a pseudo-terminal whose screen is read as a person would read
//! it. Whatever happens, the terminal must be left as it was found.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser};

/// Nothing takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal.
struct Seat {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    reading: JoinHandle<()>,
    parser: Parser,
}

impl Seat {
    fn new(command: CommandBuilder) -> Seat {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keyboard = pair.master.take_writer().expect("its input");
        let (send, output) = channel();
        let reading = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || send.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = Parser::new(24, 80, 100);
        Seat { child, master: pair.master, keyboard, output, reading, parser }
    }

    fn play(arguments: &[&str]) -> Seat {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_amalgam"));
        command.arg("play");
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        Seat::new(command)
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a keyboard");
        self.keyboard.flush().expect("a keyboard");
    }

    /// Takes in what was written, for a short while at most.
    fn look(&mut self) {
        if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
            self.parser.process(&bytes);
        }
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen shows a text.
    fn wait_for(&mut self, text: &str) {
        let start = Instant::now();
        while !self.screen().contains(text) {
            assert!(start.elapsed() < PATIENCE, "no `{text}` in\n{}", self.screen());
            self.look();
        }
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a terminal that can be resized");
        self.parser.screen_mut().set_size(rows, cols);
    }

    /// Waits until the program has ended, reads the rest, and checks that the terminal is clean.
    fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            self.look();
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was not left");
        assert!(!screen.hide_cursor(), "the cursor was not shown again");
        assert_eq!(
            screen.mouse_protocol_mode(),
            MouseProtocolMode::None,
            "the mouse is still ours"
        );
        // A look at the other screen, without clearing it: nothing is left there to come back.
        let main = self.parser.screen().contents();
        self.parser.process(b"\x1b[?47h");
        assert_eq!(self.parser.screen().contents().trim(), "", "left on the alternate screen");
        self.parser.process(b"\x1b[?47l");
        assert_eq!(self.parser.screen().contents(), main);
        status
    }

    /// Whether the terminal itself is no longer raw: it reads lines and echoes what is typed.
    fn echoes(&self) -> bool {
        let state = self.master.get_termios().expect("the state of the terminal");
        let flags = format!("{:?}", state.local_flags);
        flags.split(" | ").any(|flag| flag == "ICANON") && flags.contains("ECHO")
    }
}

const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_whole_game_on_the_screen() {
    let mut seat = Seat::play(&["--game", "nim", "1", "2", "--seed", "1", "--hints", "winner"]);
    seat.wait_for("You are winning.");
    assert!(!seat.echoes(), "keys are read as they are pressed");
    assert!(seat.parser.screen().alternate_screen());
    assert!(seat.screen().contains(">1<"), "{}", seat.screen());
    seat.press(RIGHT);
    seat.wait_for(">2<");
    seat.press(UP);
    seat.wait_for("> take 1 from 2  → [1,1]");
    seat.press("\r");
    seat.wait_for("2. The opponent: take 1 from 1");
    // Too small a terminal says so, and the game is still there afterwards.
    seat.resize(5, 30);
    seat.wait_for("game needs 50 by 16");
    seat.resize(24, 80);
    seat.wait_for("Your move.");
    seat.press(UP);
    seat.wait_for("> take 1 from 1");
    seat.press("\r");
    seat.wait_for("You have won: you made the last move.");
    seat.wait_for("Nobody threw a win away.");
    seat.press("q");
    assert_eq!(seat.ended().exit_code(), 0);
    assert!(seat.echoes());
    // The game is left on the screen, to be copied.
    seat.wait_for("3. take 1 from 1");
}

#[test]
fn set_up_on_the_screen() {
    let mut seat = Seat::play(&["--game", "nim"]);
    seat.wait_for("A new game");
    seat.press("?");
    seat.press("\r");
    seat.wait_for("! expected an end of the game");
    seat.press("\x7f\r");
    seat.wait_for("Your move.");
    seat.press("?");
    seat.wait_for("choose how many coins to take");
    seat.press("q");
    assert_eq!(seat.ended().exit_code(), 0);
}

#[test]
fn control_c_leaves_a_clean_terminal() {
    let mut seat = Seat::play(&["[3,4,5]"]);
    seat.wait_for("Your move.");
    seat.press("\x03");
    assert_eq!(seat.ended().exit_code(), 130);
    assert!(seat.echoes());
}

#[test]
fn a_signal_leaves_a_clean_terminal() {
    let mut seat = Seat::play(&["[3,4,5]"]);
    seat.wait_for("Your move.");
    let id = seat.child.process_id().expect("it runs").to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &id]).status();
    assert!(killed.expect("kill is there").success());
    assert_eq!(seat.ended().exit_code(), 130);
    assert!(seat.echoes());
}

#[test]
fn a_panic_leaves_a_clean_terminal() {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "play_pty::panics_on_the_screen", "--ignored", "--nocapture"]);
    command.env("TERM", "xterm-256color");
    command.env("RUST_BACKTRACE", "0");
    let mut seat = Seat::new(command);
    assert_ne!(seat.ended().exit_code(), 0);
    assert!(seat.echoes());
    // What went wrong is told where people see it.
    seat.wait_for("a panic on the screen");
}

/// Not a test of its own: the program of the test above.
#[test]
#[ignore = "it panics on purpose, on the terminal of another test"]
fn panics_on_the_screen() {
    amalgam_play::screen::panic_on_screen();
}

#[test]
fn line_by_line_on_a_terminal() {
    let mut seat = Seat::play(&["--plain", "--game", "nim", "1", "1", "--seed", "1"]);
    seat.wait_for("Your move.");
    assert!(!seat.parser.screen().alternate_screen());
    seat.press("take 1 from 1\r");
    seat.wait_for("The opponent has won");
    seat.press("\x04");
    assert_eq!(seat.ended().exit_code(), 0);
}

/// Whoever closes the window leaves nothing behind that waits for a key for ever.
#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    ends_without_terminal(Seat::play(&["[3,4,5]"]));
}

/// Nor does it matter that the signal for it is ignored, as after `nohup`.
#[test]
fn a_terminal_that_goes_away_without_a_signal_ends_the_game() {
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" play '[3,4,5]'", env!("CARGO_BIN_EXE_amalgam")]);
    command.env("TERM", "xterm-256color");
    ends_without_terminal(Seat::new(command));
}

fn ends_without_terminal(mut seat: Seat) {
    seat.wait_for("Your move.");
    let Seat { mut child, master, mut keyboard, output, reading, .. } = seat;
    // The thread that reads has the terminal too, until it has something to tell and nobody listens.
    drop(output);
    keyboard.write_all(b"?").expect("a keyboard");
    reading.join().expect("it stops reading");
    drop((keyboard, master));
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            panic!("the game goes on without a terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ctrl-C is answered, and the numbers of the line are whole.
#[test]
fn a_census_that_is_interrupted_says_so() {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_amalgam"));
    command.args(["census", "--coins", "90", "--grundy", "--memory", "4GiB"]);
    command.env("TERM", "xterm-256color");
    let mut seat = Seat::new(command);
    seat.wait_for("positions of 4");
    let line = seat.screen();
    assert!(!line.contains('.'), "whole positions, and no part of one: {line}");
    seat.press("\x03");
    let status = seat.ended();
    assert_eq!(status.exit_code(), 130);
    assert!(seat.screen().contains("interrupted; nothing was written"), "{}", seat.screen());
}
