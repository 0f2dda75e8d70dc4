//! Headers, hosts, limits, saturation, slow clients, shutdown.

use std::time::{Duration, Instant};

use crate::support::{Connection, Running, at_once, quick, with};
use amalgam_web::{ServeError, Server, Settings};

/// Something that is worked on for many seconds, or until the time is over.
const ENDLESS: &str = "/api/v1/rows?to=100";

#[test]
fn every_answer_carries_the_headers() {
    let server = Running::start(&quick());
    for path in [
        "/",
        "/solve",
        "/table.png?rows=3&cols=3",
        "/api/v1/games",
        "/api/openapi.json",
        "/nope",
        "/api/nope",
        "/assets/style.css",
        "/solve?position=x",
        "/rows?to=999",
        "/rows/row.svg?row=2",
    ] {
        let reply = server.get(path);
        let policy = reply.header("content-security-policy").expect(path);
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {part}");
        }
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("referrer-policy"), Some("same-origin"), "{path}");
        assert!(reply.header("cache-control").is_some(), "{path}");
        assert!(reply.header("content-type").is_some(), "{path}");
    }
}

#[test]
fn assets_are_kept_and_checked() {
    let server = Running::start(&quick());
    let home = server.get("/").text().to_owned();
    let start = home.find("/assets/style.css?v=").unwrap();
    let marked = &home[start..start + home[start..].find('"').unwrap()];
    let reply = server.get(marked);
    assert_eq!(reply.header("content-type"), Some("text/css; charset=utf-8"));
    assert!(reply.header("cache-control").unwrap().contains("immutable"));
    let plain = server.get("/assets/style.css");
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    let tag = plain.header("etag").unwrap();
    let ask = |tag: &str| {
        let head = format!(
            "GET /assets/style.css HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\n\r\n",
            server.address
        );
        Connection::open(server.address).send(head.as_bytes()).status
    };
    assert_eq!(ask(tag), 304);
    assert_eq!(ask("\"another\""), 200);
}

#[test]
fn only_names_of_this_machine_are_answered() {
    let server = Running::start(&quick());
    let port = server.address.port();
    let ask = |head: String| Connection::open(server.address).send(head.as_bytes()).status;
    for host in [format!("localhost:{port}"), "127.0.0.1".into(), format!("[::1]:{port}")] {
        assert_eq!(ask(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), 200, "{host}");
    }
    for host in ["example.org", "127.0.0.1.example.org", "localhost@example.org", ""] {
        assert_eq!(ask(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), 421, "{host}");
    }
    assert_eq!(ask("GET / HTTP/1.1\r\n\r\n".into()), 421);
    assert_eq!(ask("GET http://example.org/ HTTP/1.1\r\nHost: localhost\r\n\r\n".into()), 421);
    let foreign = "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n\
                   Sec-Fetch-Mode: no-cors\r\n\r\n";
    assert_eq!(ask(foreign.into()), 403);
    assert!(server.address.ip().is_loopback());
}

#[test]
fn a_second_host_header_is_not_passed_over() {
    let server = Running::start(&quick());
    for path in ["/", "/api/v1/games"] {
        for second in ["localhost", "example.org"] {
            let hosts = format!("Host: localhost\r\nHost: {second}\r\n");
            let head = format!("GET {path} HTTP/1.1\r\n{hosts}\r\n");
            let reply = Connection::open(server.address).send(head.as_bytes());
            assert_eq!(reply.status, 400, "{path}, {second}");
        }
    }
}

#[test]
fn bounds_are_met_with_422() {
    let hard = [("position", "[40,41,43,47,59]")];
    let little = Settings { memory: 1 << 20, ..quick() };
    let short = Settings { time: Duration::from_millis(1), memory: 1 << 30, ..quick() };
    for (settings, bound) in [(little, "memory bound"), (short, "time bound")] {
        let server = Running::start(&settings);
        let reply = server.get(&with("/api/v1/solve", &hard));
        assert_eq!(reply.status, 422);
        let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(bound) && message.contains("nothing is claimed"), "{message}");
        let page = server.get(&with("/solve", &hard));
        assert_eq!(page.status, 422);
        assert!(page.text().contains("Too large for this page") && page.text().contains(bound));
    }
}

#[test]
fn a_deadline_is_a_deadline() {
    let time = Duration::from_millis(700);
    let server = Running::start(&Settings { time, memory: 1 << 30, ..quick() });
    for path in [
        ENDLESS.to_owned(),
        "/api/v1/covers?to=100".to_owned(),
        "/rows?to=100&row=100".to_owned(),
        with("/api/v1/solve", &[("position", "[40,41,43,47,59,71]")]),
        with("/api/v1/solve", &[("position", "[100,101,103,9000]"), ("misere", "1")]),
        with("/api/v1/solve", &[("position", "[90000000]"), ("game", "kayles")]),
        with("/api/v1/solve", &[("position", "[71,999999999999,8]")]),
        with("/api/v1/solve", &[("position", "[300,400,500]"), ("game", "lim")]),
        with("/api/v1/solve", &[("position", "[300,400,500]"), ("game", "chomp")]),
        with("/api/v1/solve", &[("position", "[9,9,9,9,9,9,9]"), ("game", "moore(3)")]),
        with("/api/v1/solve", &[("position", "amalgamation[30,40,50] + lasker[90] + kayles[80]")]),
        with("/api/v1/outcome", &[("position", "[140,141,143,147,159,171]")]),
        with("/api/v1/complete", &[("rest", "[140,141,143,147,159]")]),
        with("/api/v1/equivalent", &[("left", "[90,91,92,93]"), ("right", "nim[3]")]),
        "/api/v1/row?row=100&matching=0..10000".to_owned(),
        "/api/v1/table?rows=900&cols=900".to_owned(),
    ] {
        let start = Instant::now();
        let reply = server.get(&path);
        let took = start.elapsed();
        assert!([200, 422].contains(&reply.status), "{path}: {}", reply.status);
        // Work looks at the clock now and then; on a busy machine now and then is rare.
        assert!(took < time + Duration::from_secs(30), "{path} took {took:?}");
    }
}

#[test]
fn a_full_lane_says_so_and_light_questions_go_on() {
    // Long enough that the lane is still full when all below has been asked, on a busy machine too.
    let time = Duration::from_secs(6);
    let server = Running::start(&Settings { time, memory: 1 << 29, heavy_queue: 1, ..quick() });
    let replies = at_once(server.address, vec![ENDLESS.to_owned(); 8]);
    // One is worked on, one waits, the others are refused at once.
    let first = replies.recv().unwrap();
    assert_eq!(first.status, 429);
    assert_eq!(first.header("retry-after"), Some("2"));
    assert_eq!(first.json()["error"]["status"], 429);
    let page = server.get("/rows?to=100");
    assert_eq!(page.status, 429);
    assert_eq!(page.header("retry-after"), Some("2"));
    assert!(page.text().contains("Try again in a few seconds."));
    let start = Instant::now();
    let light = server.get(&with("/solve", &[("position", "[3,4,5]")]));
    assert_eq!(light.status, 200);
    assert!(start.elapsed() < time, "a light question waited for a heavy one");
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    statuses.push(first.status);
    statuses.sort_unstable();
    // What was begun is answered, and nothing is lost.
    assert_eq!(statuses, [200, 200, 429, 429, 429, 429, 429, 429]);
}

#[test]
fn slow_and_broken_clients_are_let_go() {
    let wait = Duration::from_millis(300);
    let server = Running::start(&Settings { wait, ..quick() });
    let mut slow = Connection::open(server.address);
    slow.write(b"GET / HTTP/1.1\r\nHost: loc");
    let start = Instant::now();
    let reply = slow.read();
    assert!(reply.is_none_or(|reply| reply.status == 408));
    assert!(start.elapsed() < Duration::from_secs(20));
    for broken in ["nonsense\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0\r\n\r\n"] {
        let reply = Connection::open(server.address).try_send(broken.as_bytes());
        assert!(reply.is_none_or(|reply| reply.status == 400), "{broken:?}");
    }
    let long = format!("GET /?{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(100_000));
    let reply = Connection::open(server.address).try_send(long.as_bytes());
    assert!(reply.is_none_or(|reply| [400, 414, 431].contains(&reply.status)));
    assert_eq!(server.get("/").status, 200, "the server goes on");
}

#[test]
fn work_under_way_is_finished_before_the_end() {
    let time = Duration::from_secs(1);
    let one = Settings { time, memory: 1 << 29, heavy_queue: 0, ..quick() };
    let mut server = Running::start(&one);
    let address = server.address;
    let work = std::thread::spawn(move || {
        // Refused only while the question below has the one place.
        let mut asked = (0..1000).map(|_| Connection::open(address).get(ENDLESS).status);
        asked.find(|status| *status != 429)
    });
    // The work is under way as soon as another heavy question finds no place.
    let refused = (0..1000).any(|_| server.get("/api/v1/rows?to=3").status == 429);
    assert!(refused, "the work does not begin");
    let mut idle = Connection::open(server.address);
    assert_eq!(idle.get("/").status, 200);
    server.ask_to_stop();
    let start = Instant::now();
    server.wait();
    assert!(start.elapsed() < time + Duration::from_secs(10), "the end has a bound");
    assert_eq!(work.join().unwrap(), Some(200));
    assert!(idle.read().is_none(), "idle connections are closed");
    assert!(std::net::TcpStream::connect(server.address).is_err(), "nobody listens any more");
}

#[test]
fn a_port_has_one_server_and_another_port_another() {
    let first = Running::start(&quick());
    let port = first.address.port();
    let second = Server::bind(&Settings { port, ..quick() });
    assert!(matches!(second, Err(ServeError::PortInUse(taken)) if taken == port));
    let third = Running::start(&quick());
    assert_ne!(third.address.port(), port);
    assert_eq!((first.get("/").status, third.get("/").status), (200, 200));
}
