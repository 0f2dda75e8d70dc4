//! A server for a class: a token for everybody, and limits for each client.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use crate::support::{Connection, Reply, quick};
use amalgam_web::{Server, Settings};

/// A server on every address of this machine, with its token.
fn class<T>(work: impl FnOnce(SocketAddr, &str) -> T) -> T {
    let settings = Settings { listen: IpAddr::V4(Ipv4Addr::UNSPECIFIED), ..quick() };
    let server = Server::bind(&settings).expect("a free port");
    let port = server.address().expect("an address").port();
    let link = server.link().expect("an address").expect("a link with a token");
    let token = link.split_once("?token=").expect("a token").1.to_owned();
    assert!(link.starts_with("http://") && token.len() == 32, "{link}");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let thread = std::thread::spawn(move || server.run_until(stopped).map(|_| ()));
    let done = work(SocketAddr::from(([127, 0, 0, 1], port)), &token);
    drop(stop);
    thread.join().expect("no panic").expect("a clean end");
    done
}

fn ask(address: SocketAddr, path: &str, head: &str) -> Reply {
    let request = format!("GET {path} HTTP/1.1\r\nHost: class.example:80\r\n{head}\r\n");
    Connection::open(address).send(request.as_bytes())
}

#[test]
fn a_stranger_gets_401_and_the_link_opens_every_page() {
    class(|address, token| {
        let wrong = "0".repeat(token.len());
        for (path, head) in [
            ("/", String::new()),
            ("/play", String::new()),
            ("/api/v1/solve?position=3+4+5", String::new()),
            ("/assets/style.css", String::new()),
            ("/?token=", String::new()),
            ("/?token=x", String::new()),
            ("/", format!("Cookie: amalgam-token={wrong}\r\n")),
            ("/", "Authorization: Bearer x\r\n".to_owned()),
        ] {
            let reply = ask(address, path, &head);
            assert_eq!(reply.status, 401, "{path} {head}");
            assert!(!reply.text().contains(token), "the token is told to nobody");
        }
        let reply = ask(address, &format!("/learn/copy?step=2&token={token}"), "");
        assert_eq!(reply.status, 303);
        assert_eq!(reply.header("location"), Some("/learn/copy?step=2"), "without the token");
        let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        for path in ["/", "/learn/copy?step=2", "/api/v1/solve?position=3+4+5"] {
            let known = [
                format!("Cookie: a=b; {cookie}\r\n"),
                format!("Authorization: Bearer {token}\r\n"),
            ];
            for head in known {
                assert_eq!(ask(address, path, &head).status, 200, "{path}");
            }
        }
        // The link leads nowhere else.
        let evil = ask(address, &format!("//evil.example/?token={token}"), "");
        assert_eq!(evil.header("location"), Some("/evil.example/"));
        // A page of another site has the cookie of its reader at most for links.
        let foreign = format!(
            "Cookie: {cookie}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"
        );
        assert_eq!(ask(address, "/", &foreign).status, 403);
    });
}

#[test]
fn the_loopback_address_needs_no_token_and_accepts_no_other_name() {
    let server = Server::bind(&quick()).expect("a free port");
    assert_eq!(server.link().unwrap(), None);
    assert!(server.address().unwrap().ip().is_loopback());
}

/// Forty students open a lesson, answer it and go on. They have one address here, so that each of them waits
/// a little for the limit of a client; in a class each has its own.
#[test]
fn forty_students_are_served_quickly() {
    if !amalgam_tier::alone("class::forty_students_are_served_quickly") {
        return;
    }
    class(|address, token| {
        let head = format!("Authorization: Bearer {token}\r\n");
        let mut times: Vec<Duration> = std::thread::scope(|scope| {
            let student = |number: u64| {
                let head = head.clone();
                scope.spawn(move || {
                    let mut times = Vec::new();
                    // They do not all tap in the same millisecond.
                    std::thread::sleep(Duration::from_millis(number * 25));
                    for path in ["/", "/learn/copy?step=1", "/learn/copy?step=1&answer=P", "/learn"]
                    {
                        let start = Instant::now();
                        let reply = ask(address, path, &head);
                        times.push(start.elapsed());
                        assert_eq!(reply.status, 200, "{path}");
                        std::thread::sleep(Duration::from_millis(1000));
                    }
                    times
                })
            };
            let students: Vec<_> = (0..40).map(student).collect();
            students.into_iter().flat_map(|student| student.join().unwrap()).collect()
        });
        times.sort_unstable();
        let slow = times[times.len() * 95 / 100];
        println!("95% of {} answers within {slow:?}", times.len());
        assert!(slow < Duration::from_millis(200), "{slow:?}");
    });
}
