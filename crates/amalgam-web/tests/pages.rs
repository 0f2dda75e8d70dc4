//! Every page: what it shows, what it says to bad input, and that nothing typed becomes markup.

use std::time::Duration;

use crate::support::{Running, quick, with};
use amalgam_web::Settings;

/// Every page with each of its fields.
const PAGES: [(&str, &[&str]); 10] = [
    ("/", &["against"]),
    ("/research", &[]),
    ("/teach", &[]),
    ("/learn/worksheet", &["title", "game", "heaps"]),
    ("/puzzles", &["day"]),
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
            [("/", "Play"), ("/learn", "Learn"), ("/puzzles", "Puzzles"), ("/research", "Research")]
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
    assert!(sum.text().contains("part B, lasker:"));
    // Result and values are those of the whole sum, so all of it stands beside them.
    assert!(sum.text().contains("<b>[2]</b> + [4]"), "{}", sum.text());
}

#[test]
fn long_lists_of_moves_are_cut() {
    let server = Running::start(&quick());
    let asked = [("position", "[60,61]"), ("game", "nim")];
    let short = server.get(&with("/solve", &asked));
    assert!(short.text().contains("The first 40 of 121 moves are shown"));
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
    assert!(!text.contains("rows are unknown"));
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
    let notice = text.find("of 100 rows are proved after").expect("a sentence");
    assert!(notice < text.find("Row 90 in").expect("the row in detail"));
    assert!(text.contains("The search continues") && text.contains("Stop the search"), "{text}");
    assert!(!text.contains("columns: time"), "a word of the machine");
}

#[test]
fn claims_get_their_status_when_they_are_checked() {
    let server = Running::start(&quick());
    let first = server.get("/claims").text().to_owned();
    assert!(first.contains("LH-C10") && first.contains("amalgam claims LH-C10"));
    // Claims that are in no paper are there, so the page says where they come from.
    assert!(first.contains("what the literature says about neighbouring games"));
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
    assert!(refuted.contains("Open the counterexample in Solve"));
    assert!(refuted.contains("/solve?position="));
    let proved = server.get("/claims?status=proved&paper=Shinoda").text().to_owned();
    assert!(proved.contains("<article") && !proved.contains("LH-"));
    assert!(server.get("/claims?q=no+such+words").text().contains("No claim matches."));
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
        ("/table", "rows", "901"),
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

#[test]
fn moves_look_the_same_wherever_they_are_judged() {
    let server = Running::start(&quick());
    let solve = server.get(&with("/solve", &[("position", "[3,4,5]")])).text().to_owned();
    let link = "amalgamation~5b3_4_5~5d~nnormal~nhuman~nperfect~n0";
    let play = server.get(&with("/play", &[("link", link), ("hint", "moves")])).text().to_owned();
    let wins = "<span class=\"badge good\"><span aria-hidden=\"true\">✓</span>P wins</span>";
    let loses = "<span class=\"badge bad\"><span aria-hidden=\"true\">✗</span>N loses</span>";
    for (page, text) in [("solve", &solve), ("play", &play)] {
        assert_eq!(text.matches(wins).count(), 1, "{page}: one move wins");
        assert_eq!(text.matches(loses).count(), 14, "{page}: the others lose");
    }
    for text in [&solve, &play] {
        assert!(text.contains("is completed by 1 and by nothing else"), "a reason one can use");
    }
}

#[test]
fn a_large_answer_is_sent_compressed() {
    let server = Running::start(&quick());
    let ask = |encoding: &str| {
        let request = format!(
            "GET /api/v1/table?rows=300&cols=300 HTTP/1.1\r\nhost: {}\r\naccept-encoding: {encoding}\r\n\r\n",
            server.address
        );
        crate::support::Connection::open(server.address).send(request.as_bytes())
    };
    let (plain, small) = (ask("identity"), ask("gzip, br"));
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(small.header("content-encoding"), Some("gzip"));
    assert!(
        small.bytes.len() * 2 < plain.bytes.len(),
        "{} of {}",
        small.bytes.len(),
        plain.bytes.len()
    );
    let mut read = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(small.bytes.as_slice());
    std::io::Read::read_to_end(&mut decoder, &mut read).unwrap();
    assert!(read == plain.bytes, "the same answer");
}

#[test]
fn pages_speak_to_people() {
    let server = Running::start(&quick());
    let missing = server.get("/nowhere").text().to_owned();
    assert!(missing.contains("<h1>There is no such page</h1>"));
    let api = server.get("/api");
    assert_eq!(api.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(api.text().contains("/api/v1/solve") && api.text().contains("OpenAPI"));
    assert!(!api.text().contains('`'), "what is typed looks typed");
    let far = server.get("/rows?to=101").text().to_owned();
    assert!(
        far.contains("The last row must be at most 100 here"),
        "a parameter is called as on the page"
    );
    let form = server.get("/play?game=octal(0.77)&start=random").text().to_owned();
    assert!(!form.contains("Random P") && form.contains("Random, second player wins"));
    let sum = server
        .get("/play?link=nim~5b1~5d.~2b.kayles~5b2~5d~nnormal~nhuman~nhuman~n0")
        .text()
        .to_owned();
    assert!(sum.contains("Part A: Nim") && sum.contains("Part B: Kayles"), "people count from A");
    for page in ["/", "/solve", "/learn", "/play"] {
        assert!(
            server.get(page).text().contains("<dt>Grundy value</dt>"),
            "{page}: the words are one tap away"
        );
    }
}

#[test]
fn a_random_start_that_is_offered_is_accepted() {
    let server = Running::start(&quick());
    let form = server.get("/play?game=kayles&start=random").text().to_owned();
    let (_, rest) =
        form.split_once("id=\"size\" type=\"number\" name=\"size\" min=\"1\" max=\"").unwrap();
    let most = rest.split('"').next().unwrap();
    let asked = [
        ("begin", "1"),
        ("game", "kayles"),
        ("start", "random"),
        ("opponent", "human"),
        ("size", most),
    ];
    assert_eq!(server.get(&with("/play", &asked)).status, 303);
    let more = (most.parse::<u64>().unwrap() + 1).to_string();
    let asked = [
        ("begin", "1"),
        ("game", "kayles"),
        ("start", "random"),
        ("opponent", "human"),
        ("size", &*more),
    ];
    assert_eq!(server.get(&with("/play", &asked)).status, 400);
}

#[test]
fn a_new_game_is_like_the_last() {
    let server = Running::start(&quick());
    let over = "/play?link=nim~5b2~5d~nmisere~nskill~3a0~2e2~nhuman~n0~ntake.2.from.2";
    let text = server.get(over).text().to_owned();
    let same = "game=nim&amp;position=%5B2%5D&amp;play=misere&amp;begins=opponent&amp;opponent=skill&amp;errs=20";
    assert!(text.contains(&format!("/play?{same}\"")), "the form as it was filled in: {text}");
    let harder = same.replace("errs=20", "errs=5");
    assert!(
        text.contains(&format!("/play?{harder}&amp;begin=1\"")),
        "after a win, a little harder: {text}"
    );
}

/// What a browser loads at first: the page with its style and its scripts, compressed as browsers ask.
#[test]
fn the_first_load_is_small() {
    let server = Running::start(&quick());
    let ask = |path: &str| {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\n\r\n",
            server.address
        );
        crate::support::Connection::open(server.address).send(request.as_bytes())
    };
    for path in [
        "/",
        "/learn",
        "/learn/copy?step=2",
        "/puzzles",
        "/play",
        "/solve?position=3+4+5",
        "/rows",
        "/table",
    ] {
        let page = ask(path);
        let mut bytes = page.bytes.len();
        let mut text = String::new();
        match page.header("content-encoding") {
            Some(_) => {
                let mut decoder = flate2::read::GzDecoder::new(page.bytes.as_slice());
                std::io::Read::read_to_string(&mut decoder, &mut text).unwrap();
            }
            None => text = page.text().to_owned(),
        }
        let parts = text.split(['"', ' ']).filter(|part| part.starts_with("/assets/"));
        let parts: std::collections::BTreeSet<&str> = parts.collect();
        assert!(parts.len() >= 3, "{path}: {parts:?}");
        for part in parts {
            bytes += ask(part).bytes.len();
        }
        assert!(bytes < 150_000, "{path}: {bytes}");
        println!("{path}: {bytes} bytes");
    }
}

#[test]
fn kayles_is_played_with_pins() {
    let server = Running::start(&quick());
    let play = "/play?link=kayles~5b3_5~5d~nnormal~nhuman~nhuman~n0";
    let text = server.get(play).text().to_owned();
    assert!(
        text.contains("Knock down pin 2 of 3") && text.contains("Knock down pins 4 and 5 of 5")
    );
    assert!(text.contains("value=\"take 1 from 3, split into 1 and 1\""), "the middle pin: {text}");
    let hit = with(
        "/play",
        &[
            ("link", "kayles~5b3_5~5d~nnormal~nhuman~nhuman~n0"),
            ("move", "take 1 from 3, split into 1 and 1"),
        ],
    );
    let reply = server.get(&hit);
    let next = server.get(reply.header("location").expect("the move is made")).text().to_owned();
    assert_eq!(next.matches("Knock down pin 1 of 1").count(), 2, "{next}");
    let code = server.get("/play?link=octal~280~2e77~29~5b3~5d~nnormal~nhuman~nhuman~n0");
    assert!(code.text().contains("Knock down pins 1 and 2 of 3"), "the same game by its code");
    let dawson = server.get("/play?link=dawsons-kayles~5b4~5d~nnormal~nhuman~nhuman~n0");
    let dawson = dawson.text().to_owned();
    assert!(dawson.contains("Knock down pins 2 and 3 of 4"));
    assert!(
        dawson.contains("disabled data-column=\"1\" aria-label=\"Knock down pin 1 of 4\""),
        "{dawson}"
    );
}
