//! `amalgam serve` as a process: its port, its signals, its exit codes.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

struct Serving {
    process: Child,
    address: String,
}

impl Serving {
    fn start(prepare: impl FnOnce(&mut Command)) -> Serving {
        let mut command = Command::new(env!("CARGO_BIN_EXE_amalgam"));
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        prepare(&mut command);
        let mut process = command.spawn().expect("it starts");
        let mut line = String::new();
        let out = process.stdout.as_mut().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("amalgam is at http://").expect("an address");
        let address = address.trim_end_matches('/').to_owned();
        Serving { process, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        reply
    }

    fn end(&mut self, signal: &str) -> (ExitStatus, String) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill");
        assert!(sent.success());
        let end = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = self.process.try_wait().expect("waited") {
                break status;
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut text = String::new();
        self.process.stderr.as_mut().expect("piped").read_to_string(&mut text).expect("read");
        (status, text)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn it_serves_and_ends_when_asked() {
    let mut serving = Serving::start(|_| {});
    assert!(serving.address.starts_with("127.0.0.1:"));
    assert!(serving.get("/").starts_with("HTTP/1.1 200 OK\r\n"));
    let answer = serving.get("/api/v1/solve?position=%5B3,4,5%5D");
    assert!(answer.contains("\"schema\":\"amalgam/solve/1\""));
    let (status, errors) = serving.end("-TERM");
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn a_class_needs_the_link_with_the_token() {
    let mut serving = Serving::start(|command| {
        command.args(["--listen", "0.0.0.0"]);
    });
    let link = serving.address.clone();
    let (place, token) = link.split_once("/?token=").expect("a link with a token");
    let port = place.rsplit_once(':').expect("a port").1;
    serving.address = format!("127.0.0.1:{port}");
    assert!(serving.get("/").starts_with("HTTP/1.1 401 "));
    let welcome = serving.get(&format!("/?token={token}"));
    assert!(welcome.starts_with("HTTP/1.1 303 ") && welcome.contains("set-cookie: "), "{welcome}");
    let (status, errors) = serving.end("-TERM");
    assert_eq!(status.code(), Some(0));
    assert!(
        errors.starts_with("warning: others in this network can reach the server."),
        "{errors}"
    );
}

#[test]
fn ctrl_c_is_an_interrupt() {
    let mut serving = Serving::start(|_| {});
    let (status, errors) = serving.end("-INT");
    assert_eq!((status.code(), errors.as_str()), (Some(130), "error: stopped\n"));
}

#[test]
fn a_port_in_use_is_said_clearly() {
    let serving = Serving::start(|_| {});
    let port = serving.address.rsplit(':').next().expect("a port");
    let second = Command::new(env!("CARGO_BIN_EXE_amalgam"))
        .args(["serve", "--port", port])
        .output()
        .expect("it runs");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).expect("UTF-8");
    assert_eq!(
        said,
        format!(
            "error: port {port} is in use, perhaps by another amalgam server\n\
             help: choose another with --port, or let a free one be taken with --port 0\n"
        )
    );
    let third = Serving::start(|_| {});
    assert_ne!(third.address, serving.address);
    assert!(serving.get("/games").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn the_answers_are_those_of_the_command_line() {
    let serving = Serving::start(|_| {});
    for (arguments, path) in [
        (&["solve", "--json", "[3,4,5]"][..], "/api/v1/solve?position=%5B3,4,5%5D"),
        (
            &["solve", "--json", "--explain", "--game", "nim", "[1,2]"],
            "/api/v1/solve?position=%5B1,2%5D&game=nim&explain=1",
        ),
        (&["moves", "--json", "--game", "lasker", "4"], "/api/v1/moves?position=4&game=lasker"),
        (&["complete", "--json", "3", "4"], "/api/v1/complete?rest=3+4"),
        (
            &["equivalent", "--json", "--witness", "nim[1]", "nim[2]"],
            "/api/v1/equivalent?left=nim%5B1%5D&right=nim%5B2%5D&witness=1",
        ),
        (
            &["table", "--json", "--rows", "4", "--cols", "5", "--show", "offset"],
            "/api/v1/table?rows=4&cols=5&show=offset",
        ),
        (&["rows", "--json", "--to", "9"], "/api/v1/rows?to=9"),
        (&["row", "--json", "7"], "/api/v1/row?row=7"),
        (&["row", "--json", "7", "--matching", "3..20"], "/api/v1/row?row=7&matching=3..20"),
        (&["covers", "--json", "--to", "20"], "/api/v1/covers?to=20"),
        (&["games", "--json"], "/api/v1/games"),
    ] {
        let printed = Command::new(env!("CARGO_BIN_EXE_amalgam"))
            .args(arguments)
            .env("AMALGAM_CACHE", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("it runs");
        let printed = String::from_utf8(printed.stdout).expect("UTF-8");
        let served = serving.get(path);
        let (_, body) = served.split_once("\r\n\r\n").expect("a body");
        assert_eq!(body, printed.trim_end(), "{path}");
    }
}

#[test]
fn the_browser_is_told_where() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (program, told) = (folder.join("xdg-open"), folder.join("told"));
    let _ = std::fs::remove_file(&told);
    let script =
        format!("#!/bin/sh\nprintf %s \"$1\" > '{0}.new'\nmv '{0}.new' '{0}'\n", told.display());
    std::fs::write(&program, script).expect("written");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("executable");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let serving = Serving::start(|command| _ = command.arg("--open").env("PATH", path));
    let end = Instant::now() + Duration::from_secs(20);
    while !told.exists() {
        assert!(Instant::now() < end, "no browser was opened");
        std::thread::sleep(Duration::from_millis(20));
    }
    let told = std::fs::read_to_string(&told).expect("told");
    assert_eq!(told, format!("http://{}/", serving.address));
}

#[test]
fn a_machine_without_browser_gets_a_warning() {
    let mut serving = Serving::start(|command| _ = command.arg("--open").env("PATH", "/nowhere"));
    assert!(serving.get("/").starts_with("HTTP/1.1 200 OK\r\n"));
    let (status, errors) = serving.end("-TERM");
    assert_eq!(status.code(), Some(0));
    assert!(errors.starts_with("warning: no browser could be opened (xdg-open: "), "{errors}");
}
