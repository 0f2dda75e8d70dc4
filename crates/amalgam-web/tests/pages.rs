//! Every page: what it shows, what it says to bad input, and that nothing typed becomes markup.

use std::time::Duration;

use crate::support::{Running, quick, with};
use amalgam_web::Settings;

/// Every page with each of its fields.
const PAGES: [(&str, &[&str]); 6] = [
    ("/", &[]),
    ("/solve", &["position", "game", "misere", "all"]),
    ("/table", &["game", "rows", "cols", "show", "mod"]),
    ("/rows", &["game", "to", "row"]),
    ("/claims", &["status", "paper", "q"]),
    ("/games", &[]),
];

const PICTURES: [(&str, &str, &[&str]); 4] = [
    ("/table.png", "image/png", &["game", "rows", "cols", "show", "mod"]),
    ("/rows/row.svg", "image/svg+xml", &["game", "row"]),
    ("/rows/matching.svg", "image/svg+xml", &["game", "row", "from", "to"]),
    ("/rows/periods.svg", "image/svg+xml", &["game", "to"]),
];

#[test]
fn every_page_is_a_whole_page() {
    let server = Running::start(&quick());
    for path in PAGES.iter().map(|(path, _)| *path).chain(["/play"]) {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        let text = reply.text();
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>"), "{path}");
        for (_, name) in
            [("/play", "Play"), ("/solve", "Solve"), ("/claims", "Claims"), ("/games", "Games")]
        {
            assert!(text.contains(&format!(">{name}</a>")), "{path} leads to {name}");
        }
        assert!(!text.contains(" style=") && !text.contains("<style"), "{path}: inline style");
        assert!(!text.contains(" onclick="), "{path}: inline script");
        assert_eq!(text.matches("<script").count(), text.matches("<script src=").count(), "{path}");
    }
    for (path, kind, _) in PICTURES {
        let path = format!("{path}?row=7&to=20");
        let reply = server.get(&path);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)), "{path}");
    }
}

#[test]
fn solve_shows_winning_moves_first_and_why() {
    let server = Running::start(&quick());
    let reply = server.get(&with("/solve", &[("position", "[3,4,5]")]));
    let text = reply.text();
    assert!(text.contains("The player to move wins."));
    assert!(text.contains("One move wins"));
    let (win, lose) = (text.find("take 3 from 4").unwrap(), text.find("take 1 from 3").unwrap());
    assert!(win < lose);
    assert!(text.contains("mex {"), "the steps are shown");
    assert!(text.contains("/solve?position=%5B1%2C3%2C5%5D&amp;game=amalgamation"));
    let misere = [("position", "[1,1]"), ("game", "nim"), ("misere", "on")];
    let text = server.get(&with("/solve", &misere)).text().to_owned();
    assert!(text.contains("misère play") && text.contains("The player to move wins."));
    assert!(text.contains(" checked"));
    let sum = server.get(&with("/solve", &[("position", "nim[3] + lasker[4]")]));
    assert!(sum.text().contains("nim[3] + lasker[4], normal play"));
    assert!(sum.text().contains("part 1, lasker:"));
}

#[test]
fn long_lists_of_moves_are_cut() {
    let server = Running::start(&quick());
    let asked = [("position", "[60,61]"), ("game", "nim")];
    let short = server.get(&with("/solve", &asked));
    assert!(short.text().contains("40 of 121 moves are shown"));
    let all = server.get(&with("/solve", &[&asked[..], &[("all", "1")]].concat()));
    assert!(!all.text().contains("moves are shown"));
    assert_eq!(all.text().matches("<tr").count(), 122);
    let huge = [("position", "[9000000000,9000000001]"), ("game", "nim")];
    let huge = server.get(&with("/solve", &huge));
    assert_eq!(huge.status, 200);
    assert!(huge.text().contains("too many to list") && huge.text().contains("One move wins"));
}

#[test]
fn the_table_shows_each_way_of_looking() {
    let server = Running::start(&quick());
    for (show, low, high) in [("f", "0", "17"), ("offset", "−9", "9")] {
        let text = server.get(&with("/table", &[("rows", "9"), ("cols", "9"), ("show", show)]));
        let text = text.text();
        assert!(text.contains(&format!("<span>{low}</span>")), "{show}");
        assert!(text.contains("show=f\"") && text.contains(&format!("show={show}\"")));
        assert!(high.parse::<u64>().is_ok());
    }
    let text = server.get(&with("/table", &[("show", "mod"), ("mod", "3")])).text().to_owned();
    assert_eq!(text.matches("<li><svg").count(), 3);
    let png = server.get("/table.png?rows=5&cols=7");
    assert_eq!(png.bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(png.bytes[16..24], [0, 0, 0, 7, 0, 0, 0, 5], "one pixel a cell");
}

#[test]
fn rows_tell_what_is_proved() {
    let server = Running::start(&quick());
    let text = server.get("/rows?to=7&row=7").text().to_owned();
    assert!(!text.contains("stay unknown"));
    assert!(text.contains("f(7, b + 8) = f(7, b) + 8 for all b ≥ 17"));
    assert!(text.contains("{[15,19], [17,21], [18,22], [20,24]} + 8ℕ"));
    assert!(text.contains("/rows/matching.svg?game=amalgamation&amp;row=7"));
    assert!(text.contains("● cover"));
}

/// The rows to 100 take some seconds.
#[test]
fn rows_that_stay_unknown_are_spoken_of_first() {
    let server = Running::start(&Settings { time: Duration::from_millis(200), ..quick() });
    let reply = server.get("/rows?to=100&row=90");
    assert_eq!(reply.status, 200, "what is proved is shown");
    let text = reply.text();
    let notice = text.find("of the 100 rows stay unknown").expect("a sentence");
    assert!(notice < text.find("Row 90 in").expect("the row in detail"));
    assert!(text.contains("Nothing is claimed of them") && text.contains("ran out"), "{text}");
    assert!(!text.contains("columns: time"), "a word of the machine");
}

#[test]
fn claims_get_their_status_when_they_are_checked() {
    let server = Running::start(&quick());
    let first = server.get("/claims").text().to_owned();
    assert!(first.contains("LH-C10") && first.contains("amalgam claims LH-C10"));
    // Claims that are in no paper are there, so the page says where they come from.
    assert!(first.contains("what the literature says of the neighbouring games"));
    assert!(server.get("/claims?paper=classics").text().contains("<article"));
    let end = std::time::Instant::now() + std::time::Duration::from_secs(240);
    while server.get("/claims").text().contains("still being checked") {
        assert!(std::time::Instant::now() < end, "the checks go on for ever");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    // A link within the page leads somewhere, whatever the filter left out.
    for filter in ["", "?status=proved", "?status=refuted", "?q=LH-I3.printed"] {
        let page = server.get(&format!("/claims{filter}")).text().to_owned();
        for link in page.split("href=\"#").skip(1) {
            let id = &link[..link.find('"').unwrap()];
            assert!(page.contains(&format!(" id=\"{id}\"")), "no {id} at /claims{filter}");
        }
    }
    let one = server.get("/claims?q=LH-I3.printed").text().to_owned();
    assert!(one.contains("href=\"/claims#LH-I3\""), "what is meant can be looked up");
    let refuted = server.get("/claims?status=refuted").text().to_owned();
    let entries = refuted.matches("<article").count();
    assert!((10..40).contains(&entries), "{entries}");
    assert!(refuted.contains("Open the exception in Solve"));
    assert!(refuted.contains("/solve?position="));
    let proved = server.get("/claims?status=proved&paper=Shinoda").text().to_owned();
    assert!(proved.contains("<article") && !proved.contains("LH-"));
    assert!(server.get("/claims?q=no+such+words").text().contains("No claim fits."));
}

#[test]
fn nothing_typed_becomes_markup() {
    let server = Running::start(&quick());
    let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;";
    for (path, fields) in PAGES {
        for field in fields {
            // Beside a position, so that the page gets as far as it can.
            for with_position in [false, true] {
                let mut parameters = vec![(*field, evil)];
                if with_position && *field != "position" {
                    parameters.push(("position", "[3,4]"));
                }
                let reply = server.get(&with(path, &parameters));
                assert!([200, 400].contains(&reply.status), "{path} {field}: {}", reply.status);
                let text = reply.text();
                assert!(
                    !text.contains("<script>") && !text.contains("<img src=x"),
                    "{path} {field}"
                );
                if ["position", "game", "q"].contains(field) {
                    assert!(text.contains("&lt;script&gt;"), "{path} {field} is shown as text");
                }
            }
        }
    }
    for (path, _, fields) in PICTURES {
        for field in fields {
            let reply = server.get(&with(path, &[(*field, evil)]));
            assert_eq!(reply.status, 400, "{path} {field}");
            assert_eq!(reply.header("content-type"), Some("text/plain; charset=utf-8"));
        }
    }
    let unknown = server.get("/%3Cscript%3Ealert(1)%3C/script%3E'onclick=");
    assert_eq!(unknown.status, 404);
    assert!(!unknown.text().contains("<script>"));
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    let server = Running::start(&quick());
    let reply = server.get(&with("/solve", &[("position", "[3,x]")]));
    assert_eq!(reply.status, 400);
    assert!(reply.text().contains("Expected a heap size, found `x`."));
    assert!(reply.text().contains("[3,x]\n   ^"), "with a caret below");
    assert!(reply.text().contains("value=\"[3,x]\""), "the form keeps what was typed");
    let reply = server.get(&with("/solve", &[("position", "[3]"), ("game", "amalgmation")]));
    assert_eq!(reply.status, 400);
    assert!(reply.text().contains("Did you mean `amalgamation`?"));
    for (path, field, bad) in [
        ("/table", "rows", "many"),
        ("/table", "rows", "0"),
        ("/table", "rows", "-3"),
        ("/table", "show", "colours"),
        ("/table", "game", "kayles"),
        ("/rows", "row", "0"),
        ("/rows", "to", "1e3"),
        ("/claims", "status", "true"),
        ("/claims", "paper", "Nature"),
        ("/solve", "position", "[3,4"),
    ] {
        assert_eq!(server.get(&with(path, &[(field, bad)])).status, 400, "{path} {field} {bad}");
    }
    let mod_one = server.get("/table?show=mod&mod=1");
    assert_eq!(mod_one.status, 400);
    assert_eq!(server.get("/solve?position=%ff%fe%00").status, 400);
}

#[test]
fn what_is_too_large_is_said_kindly() {
    let server = Running::start(&quick());
    let long = "1,".repeat(4000);
    for (path, field, large) in [
        ("/table", "rows", "1001"),
        ("/table", "cols", "18446744073709551615"),
        ("/table", "mod", "65"),
        ("/rows", "to", "101"),
        ("/solve", "position", "<1001>"),
        ("/solve", "position", &long),
        ("/claims", "q", &long),
    ] {
        let reply = server.get(&with(path, &[(field, large)]));
        assert_eq!(reply.status, 422, "{path} {field}");
        assert!(reply.text().contains("Too large for this page"), "{path} {field}");
    }
    // A number that does not fit in 64 bits is no number at all.
    let reply = server.get(&with("/table", &[("rows", "18446744073709551616")]));
    assert_eq!(reply.status, 400);
}

#[test]
fn unknown_addresses_and_methods() {
    let mut settings = quick();
    settings.heavy_queue = 1;
    let server = Running::start(&settings);
    for path in ["/nope", "/solve/", "/assets/none.css", "/assets/..%2fCargo.toml", "//"] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.text().contains("Not found"), "{path}");
    }
    let mut connection = crate::support::Connection::open(server.address);
    let request =
        format!("POST /solve HTTP/1.1\r\nHost: {}\r\nContent-Length: 3\r\n\r\na=b", server.address);
    let reply = connection.send(request.as_bytes());
    assert_eq!(reply.status, 405);
    assert!(reply.text().contains("read with GET"));
}
