//! Play without scripts: plain forms, redirects, and errors in their place.

use std::time::Duration;

use crate::support::{Connection, Running, quick, with};
use amalgam_web::Settings;

/// Follows redirects to the page they end at; gives its path too.
fn follow(server: &Running, path: &str) -> (String, String) {
    let mut path = path.to_owned();
    for _ in 0..4 {
        let reply = server.get(&path);
        match reply.status {
            303 => path = reply.header("location").expect("a place to go").to_owned(),
            200 => return (path, reply.text().to_owned()),
            status => panic!("{status} at {path}"),
        }
    }
    panic!("redirected for ever: {path}");
}

fn begin(server: &Running, parameters: &[(&str, &str)]) -> (String, String) {
    follow(server, &with("/play", &[&[("begin", "1")], parameters].concat()))
}

/// What stands in the element with this id, as far as its first tag.
fn text_of<'a>(page: &'a str, id: &str) -> &'a str {
    let mark = format!(" id=\"{id}\"");
    let start = page.find(&mark).unwrap_or_else(|| panic!("no {id}"));
    let start = start + page[start..].find('>').unwrap() + 1;
    &page[start..start + page[start..].find('<').unwrap()]
}

#[test]
fn every_named_game_begins_and_is_played_to_its_end_by_forms_alone() {
    let server = Running::start(&quick());
    let games = amalgam::games::NAMED.map(|named| named.typical);
    for game in games.into_iter().chain(["take 1..3, merge", "take any, split unequal"]) {
        let size = [("game", game), ("start", "random"), ("size", "4"), ("seed", "5")];
        let (mut path, mut page) = begin(&server, &size);
        for turn in 0.. {
            assert!(turn < 40, "{game} does not end");
            if page.contains("class=\"party") {
                break;
            }
            // The first move of the list, as somebody without a script would click it.
            let list = &page[page.find("<details class=\"other noprint\"").expect("the list")..];
            let value = list.split("name=\"move\" value=\"").nth(1).expect("a move");
            let action = &value[..value.find('"').unwrap()];
            let mark = if path.contains('?') { '&' } else { '?' };
            let ask = with("", &[("move", action)]).replace('?', &mark.to_string());
            let before = path.clone();
            (path, page) = follow(&server, &format!("{path}{ask}"));
            assert!(path.len() > before.len() && !path.contains("move="), "{game}: {path}");
        }
        assert!(page.contains("id=\"verdict\""), "{game}: the game is looked back at");
        // Beside it, or below it on a phone: the help names it instead of saying where it is.
        assert!(page.contains("“Who was winning” shows how it went"), "{game}");
        assert!(page.contains(">Who was winning<"), "{game}");
    }
}

#[test]
fn an_address_says_all_and_undo_keeps_what_was_undone() {
    let server = Running::start(&quick());
    let (path, page) = begin(&server, &[("game", "nim"), ("position", "3 4 5"), ("seed", "1")]);
    assert_eq!(path, "/play?link=nim~5b3_4_5~5d~nnormal~nhuman~nperfect~n1");
    assert_eq!(text_of(&page, "position-text"), "nim[3,4,5]");
    let (after, page) = follow(&server, &format!("{path}&move=take+2+from+3&hint=winner"));
    assert!(after.contains("~ntake.2.from.3~n") && after.ends_with("&hint=winner"), "{after}");
    assert!(page.contains("&amp;at=0&amp;hint=winner"), "undo leads to the start");
    let (_, undone) = follow(&server, &after.replace("&hint", "&at=0&hint"));
    assert_eq!(text_of(&undone, "position-text"), "nim[3,4,5]");
    assert_eq!(undone.matches("(undone)").count(), 2);
    // The opponent's turn, looked at: nothing can be done but to let it move.
    let (_, theirs) = follow(&server, &after.replace("&hint", "&at=1&hint"));
    assert!(theirs.contains("Ada is thinking") && theirs.contains("name=\"reply\""));
    let board = &theirs[theirs.find("id=\"board\"").unwrap()..theirs.find("</form>").unwrap()];
    assert_eq!(board.matches("<button").count(), board.matches(" disabled").count());
    let reply = server.get(&after.replace("&hint", "&at=1&move=take+1+from+4&hint"));
    assert_eq!(reply.status, 409, "no move out of turn");
    // The same seed gives the same reply.
    let (again, _) = follow(&server, &after.replace("&hint", "&at=1&reply=1&hint"));
    assert_eq!(again, after);
}

#[test]
fn pointing_is_a_move_once_it_can_mean_only_one() {
    let server = Running::start(&quick());
    let people = [("opponent", "human")];
    let start = |game, position| {
        begin(&server, &[&people[..], &[("game", game), ("position", position)]].concat()).0
    };
    let amalgamation = start("amalgamation", "2 3 9");
    let (path, page) = follow(&server, &format!("{amalgamation}&pick=0.0"));
    assert!(path.ends_with("&pick=0.0"), "a first look at a heap is no move");
    assert!(page.contains("heap picked") && page.matches("heap partner").count() == 2);
    let (path, _) = follow(&server, &format!("{amalgamation}&pick=0.0.1"));
    assert!(path.ends_with("~nmerge.2.and.3"), "{path}");
    let (path, _) = follow(&server, &format!("{amalgamation}&pick=0.2&take=4"));
    assert!(path.ends_with("~ntake.4.from.9"), "{path}");
    let kayles = start("kayles", "5");
    let (path, page) = follow(&server, &format!("{kayles}&pick=0.0:1"));
    assert!(path.ends_with("&pick=0.0:1") && page.contains("take 1 from 5, split into 2 and 2"));
    let (path, _) = follow(&server, &format!("{}&pick=0.0.1:3", start("wythoff", "4 6")));
    assert!(path.ends_with("~ntake.3.from.4.and.3.from.6"), "{path}");
    for (pick, status) in [("0.9", 400), ("7.0", 400), ("0.0:99", 400), ("x", 400), ("0.0.0", 400)]
    {
        assert_eq!(server.get(&format!("{amalgamation}&pick={pick}")).status, status, "{pick}");
    }
}

/// Heaps that nobody could list: the page stays small, and any number of coins can be taken.
#[test]
fn huge_heaps_are_played() {
    let server = Running::start(&quick());
    let games = [
        ("amalgamation", "2 3 1000000000000000 1000000000000004", "1000000000000004"),
        ("restricted-amalgamation", "1000000000000 1000000000001 2000000000003", "2000000000003"),
    ];
    for (game, position, largest) in games {
        let (path, page) =
            begin(&server, &[("game", game), ("position", position), ("hint", "moves")]);
        assert!(page.len() < 100_000, "{game}: {} bytes", page.len());
        assert!(page.contains("and others: any number may be taken, as in"), "{page}");
        let last = position.split(' ').count() - 1;
        let (_, picked) = follow(&server, &format!("{path}&pick=0.{last}"));
        assert!(picked.contains(&format!("from 1 to {largest}")), "{picked}");
        let (taken, _) = follow(&server, &format!("{path}&pick=0.{last}&take=123456"));
        assert!(taken.contains(&format!("~ntake.123456.from.{largest}~n")), "{taken}");
        let (typed, page) = follow(&server, &format!("{path}&move=take+123456+from+{largest}"));
        assert_eq!(typed, taken);
        assert!(page.contains("Your turn") && page.len() < 100_000);
        let refused = server.get(&format!("{path}&move=take+{largest}1+from+{largest}"));
        assert_eq!(refused.status, 400);
        assert_eq!(server.get(&format!("{path}&pick=0.{last}&take={largest}1")).status, 400);
        let (_, all) = follow(&server, &format!("{path}&all=1"));
        assert!(all.len() < 200_000, "{game}: {} bytes", all.len());
    }
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let server = Running::start(&quick());
    type Case = (&'static [(&'static str, &'static str)], u16, &'static str, &'static str);
    let cases: [Case; 9] = [
        (&[("position", "3 x")], 400, "wrong-position", "This could not be read"),
        (&[("position", "[]")], 400, "wrong-position", "no move is possible"),
        (&[("game", "own"), ("rules", "tke any")], 400, "wrong-rules", "did you mean"),
        (&[("game", "own")], 400, "wrong-rules", "write the rules of your game"),
        (&[("game", "kales")], 400, "wrong-rules", "kayles"),
        (
            &[("game", "kayles"), ("position", "99999")],
            422,
            "wrong-position",
            "too many to play by hand",
        ),
        (&[("start", "P"), ("size", "0")], 400, "wrong-size", "write a number"),
        (&[("opponent", "skill"), ("errs", "101")], 400, "wrong-errs", "write a number"),
        (&[("opponent", "god")], 400, "wrong-opponent", "not one of the choices"),
    ];
    for (parameters, status, place, message) in cases {
        let path = with("/play", &[&[("begin", "1")], parameters].concat());
        let reply = server.get(&path);
        let text = reply.text().to_lowercase();
        assert_eq!(reply.status, status, "{path}");
        assert!(text.contains(&format!("id=\"{place}\"")), "{path} should point at {place}");
        assert!(text.contains(&message.to_lowercase()), "{path} should say {message}");
    }
    let (game, _) = begin(&server, &[("game", "nim"), ("position", "3 4")]);
    let reply = server.get(&format!("{game}&move=take+3+from+7"));
    assert_eq!(reply.status, 400);
    assert!(
        reply.text().contains("There is no heap of 7.") && reply.text().contains("id=\"board\"")
    );
    for broken in
        ["/play?link=nim", "/play?link=~zz", "/play?link=%00", "/play?link=nim~5b3~5d&at=x"]
    {
        let reply = server.get(broken);
        assert_eq!(reply.status, 400, "{broken}");
        assert!(reply.text().contains("role=\"alert\""), "{broken}");
    }
    // A link that can be read and asks for too much is no slip of the pen.
    let large = format!("/play?link=nim~5b1{}~5d", "_1".repeat(1000));
    for (large, reason) in [
        ("/play?link=kayles~5b99999~5d", "too many to play by hand"),
        (large.as_str(), "1001 heaps are too many"),
    ] {
        let reply = server.get(large);
        assert_eq!(reply.status, 422, "{large}");
        let text = reply.text();
        assert!(text.contains("Too large for this page") && text.contains(reason), "{text}");
    }
}

#[test]
fn a_game_comes_back_from_text() {
    let server = Running::start(&quick());
    let send = |text: &str| {
        let body = with("", &[("text", text)])[1..].to_owned();
        let head = format!(
            "POST /play/import HTTP/1.1\r\nHost: {}\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            server.address,
            body.len()
        );
        Connection::open(server.address).send(format!("{head}{body}").as_bytes())
    };
    let (_, page) = begin(&server, &[("position", "3 4 5"), ("seed", "2")]);
    let reply = send(text_of(&page, "game-text"));
    assert_eq!(reply.status, 303);
    let (_, again) = follow(&server, reply.header("location").unwrap());
    assert_eq!(text_of(&again, "game-text"), text_of(&page, "game-text"));
    let reply = send("start: nim[3,4]\n1. take 9 from 4\n");
    assert_eq!(reply.status, 400);
    assert!(
        reply.text().contains("id=\"wrong-text\"") && reply.text().contains("1. take 9 from 4")
    );
    let reply = send("start: kayles[99999]\n");
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("id=\"wrong-text\""));
    assert!(reply.text().contains("too many to play by hand"));
}

#[test]
fn nothing_that_is_typed_becomes_markup() {
    let server = Running::start(&quick());
    let evil = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
    let fields = [
        "game", "rules", "start", "position", "size", "play", "begins", "opponent", "errs", "hint",
        "seed", "link", "at", "pick", "take", "move", "reply", "all", "text",
    ];
    let (game, _) = begin(&server, &[("game", "nim"), ("position", "3 4")]);
    for field in fields {
        for path in [
            with("/play", &[(field, evil)]),
            with("/play", &[("begin", "1"), ("game", "own"), ("opponent", "skill"), (field, evil)]),
            format!("{game}{}", with("", &[(field, evil)]).replacen('?', "&", 1)),
        ] {
            let reply = server.get(&path);
            assert!(reply.status < 500, "{path}: {}", reply.status);
            let text = reply.text();
            assert!(!text.contains("<script>alert") && !text.contains("<img"), "{path}");
            assert!(!text.contains("\"><script>") && !text.contains(" style="), "{path}");
        }
    }
}

#[test]
fn an_opponent_who_cannot_work_it_out_says_so() {
    let server = Running::start(&Settings { time: Duration::from_secs(1), ..quick() });
    // Two people begin it; somebody writes another player into the link.
    let large = [("position", "900 901 902 903 904 905"), ("opponent", "human"), ("seed", "1")];
    let (path, _) = begin(&server, &large);
    let path = path.replace("~nhuman~nhuman~n", "~nhuman~nperfect~n");
    let reply = server.get(&format!("{path}&move=take+1+from+900"));
    assert_eq!(reply.status, 422);
    let text = reply.text();
    assert!(text.contains("nothing is claimed") && text.contains("Let it make any move"));
    assert!(text.contains("take 1 from 900"), "one's own move is made all the same");
    let (after, page) = follow(&server, &format!("{path}~ntake.1.from.900&reply=any"));
    assert!(after.contains("~ntake.1.from.900~n") && page.contains("Your turn"), "{after}");
    // To begin such a game is refused at once.
    let reply = server.get(&with("/play", &[("begin", "1"), ("position", large[0].1)]));
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("play against another person"));
}

/// A status has one look on all pages: in Play "proved" once looked as "verified" does elsewhere.
#[test]
fn what_is_proved_looks_the_same_on_every_page() {
    let server = Running::start(&quick());
    let badge = |page: &str| {
        let end = page.find("proved</span>").expect("something is proved");
        page[page[..end].rfind("<span class=\"badge").expect("a badge")..end].to_owned()
    };
    let solved = server.get(&with("/solve", &[("game", "nim"), ("position", "3 4 5")]));
    let hints = [("game", "nim"), ("position", "3 4 5"), ("hint", "winner")];
    assert_eq!(badge(&begin(&server, &hints).1), badge(solved.text()));
}
