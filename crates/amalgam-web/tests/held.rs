//! Peers that are slow on purpose: none of them keeps anybody out.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::support::{Connection, Running, quick};
use amalgam_web::Settings;

/// More than there are places.
const ATTACKERS: usize = 600;

/// What is promised is two seconds; on a machine that is busy with other tests too it may be more.
const SOON: Duration = Duration::from_secs(20);

/// A server that would wait for a peer for as long as this test could last.
fn patient() -> Settings {
    Settings { wait: Duration::from_secs(3600), ..quick() }
}

/// Both ends of all connections are in this process.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).expect("more files");
    }
}

/// Connects, and sends without reading, as far as it is taken.
fn attack(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_nonblocking(true).expect("non-blocking");
    let mut rest = bytes;
    while !rest.is_empty() {
        match stream.write(rest) {
            Ok(taken) => rest = &rest[taken..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // Closed for another one.
            Err(_) => break,
        }
    }
    stream
}

/// While this many connections began with `first` and go on with a byte a second, others are served.
fn others_are_served(first: &[u8]) {
    allow_many_files();
    let server = Running::start(&patient());
    let (over, end) = channel::<()>();
    let (begun, attacked) = channel();
    let address = server.address;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut streams: Vec<TcpStream> =
                (0..ATTACKERS).map(|_| attack(address, first)).collect();
            begun.send(()).expect("somebody waits");
            while end.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                streams.iter_mut().for_each(|stream| _ = stream.write(b"x"));
            }
        });
        attacked.recv().expect("the attack begins");
        let mut slowest = Duration::ZERO;
        for _ in 0..3 {
            for path in ["/", "/api/v1/solve?position=%5B3,4,5%5D"] {
                let start = Instant::now();
                let mut honest = Connection::open_within(address, SOON);
                let reply = honest.try_get(path).expect("the server is held shut");
                assert_eq!(reply.status, 200);
                slowest = slowest.max(start.elapsed());
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        println!("the slowest of the others had an answer after {slowest:?}");
        drop(over);
    });
}

#[test]
fn slow_heads_do_not_hold_the_server_shut() {
    others_are_served(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
}

#[test]
fn slow_bodies_do_not_hold_the_server_shut() {
    others_are_served(post(60_000).as_bytes());
}

#[test]
fn peers_that_never_read_do_not_hold_the_server_shut() {
    let requests = "GET /assets/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(30);
    others_are_served(requests.as_bytes());
}

fn post(length: usize) -> String {
    format!("POST /play/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n")
}

#[test]
fn a_body_has_its_time_and_its_size() {
    let server = Running::start(&Settings { wait: Duration::from_millis(300), ..quick() });
    let mut slow = attack(server.address, post(60_000).as_bytes());
    let start = Instant::now();
    // Far longer than the bound, though never long without a byte.
    let closed = loop {
        std::thread::sleep(Duration::from_millis(50));
        if slow.write_all(b"x").is_err() {
            break true;
        }
        if start.elapsed() > SOON {
            break false;
        }
    };
    assert!(closed, "a body may take for ever");
    let mut long = Connection::open_within(server.address, SOON);
    let reply = long.try_send(post(100_000).as_bytes()).expect("an answer before the body");
    assert_eq!(reply.status, 413);
}

#[test]
fn an_answer_has_its_time_to_be_taken() {
    const REQUESTS: usize = 5000;
    let server = Running::start(&Settings { wait: Duration::from_millis(300), ..quick() });
    let requests = "GET /assets/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(REQUESTS);
    let mut unread = attack(server.address, requests.as_bytes());
    std::thread::sleep(Duration::from_secs(3));
    // What was on its way still comes, and then the end.
    unread.set_nonblocking(false).expect("blocking");
    unread.set_read_timeout(Some(SOON)).expect("a timeout");
    let (mut buffer, mut read) = (vec![0; 1 << 20], 0);
    let closed = loop {
        match unread.read(&mut buffer) {
            Ok(0) => break true,
            Ok(more) => read += more,
            Err(error) => break error.kind() == ErrorKind::ConnectionReset,
        }
    };
    assert!(closed, "an answer may be left lying for ever");
    assert!(read < REQUESTS * 10_000, "all was answered: {read} bytes");
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn work_is_not_given_up_for_its_length() {
    let (time, wait) = (Duration::from_secs(5), Duration::from_secs(2));
    let server = Running::start(&Settings { time, wait, memory: 1 << 29, ..quick() });
    let reply = server.get("/api/v1/rows?to=100");
    assert_eq!(reply.status, 200, "the peer was not the one that was slow");
}
