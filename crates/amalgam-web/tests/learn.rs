//! Lessons, puzzles and worksheets through the port, as without scripts.

use amalgam::Solver;
use amalgam::learn::puzzle::Kind;
use amalgam::learn::{Task, lessons};

use crate::support::{Connection, Reply, Running, quick, with};

/// Follows redirects, as a browser does.
fn follow(server: &Running, path: &str) -> Reply {
    let mut reply = server.get(path);
    for _ in 0..5 {
        let Some(next) = reply.header("location").map(str::to_owned) else { break };
        reply = server.get(&next);
    }
    reply
}

#[test]
fn every_step_of_every_lesson_is_answered_without_scripts() {
    let server = Running::start(&quick());
    let solver = Solver::new();
    let index = server.get("/learn").text().to_owned();
    for lesson in lessons() {
        assert!(index.contains(&lesson.title), "{}", lesson.name);
        for (i, step) in lesson.steps.iter().enumerate() {
            let (path, number) = (format!("/learn/{}", lesson.name), (i + 1).to_string());
            let asked = server.get(&with(&path, &[("step", &number)]));
            assert_eq!(asked.status, 200, "{path} {number}");
            assert!(!asked.text().contains("id=\"judged\""), "nothing is judged yet");
            let Some(task) = step.task.filter(|task| *task != Task::Play) else { continue };
            let name = if task.is_a_move() { "move" } else { "answer" };
            let right = step.answers(&solver).unwrap();
            let given = [("step", &*number), (name, &*right[0])];
            let given = match task.is_a_move() {
                // The board sends the game along.
                true => {
                    let link = step.game().unwrap().to_link();
                    follow(&server, &with(&path, &[&given[..], &[("link", &link)]].concat()))
                }
                false => follow(&server, &with(&path, &given)),
            };
            let text = given.text().to_owned();
            assert_eq!(given.status, 200, "{text}");
            assert!(text.contains("✓ Right") && !text.contains("Not yet"), "{path} {number}");
            assert!(
                text.contains(&format!("data-key=\"{}.{number}\"", lesson.name)),
                "it is noted"
            );
        }
    }
}

#[test]
fn a_wrong_answer_is_refused_with_the_reason() {
    let server = Running::start(&quick());
    let wrong = server.get("/learn/copy?step=1&answer=N").text().to_owned();
    assert!(wrong.contains("✗ Not yet") && wrong.contains("Look at each first move."));
    assert!(!wrong.contains("Every move leaves"), "the answer is not given away");
    assert!(!wrong.contains("data-key"), "it is not noted as done");
    let link = lessons()[1].steps[1].game().unwrap().to_link();
    let moved = [("step", "2"), ("link", &*link), ("move", "take 1 from 5")];
    let text = follow(&server, &with("/learn/copy", &moved)).text().to_owned();
    assert!(text.contains("✗ Not yet") && text.contains("your opponent can take"), "{text}");
    let none = server.get("/learn/copy?step=1&answer=Q");
    assert_eq!(none.status, 400);
    assert!(
        none.text().contains("the answer is P or N")
            || none.text().contains("The answer is P or N")
    );
    for (path, status) in
        [("/learn/nothing", 404), ("/learn/copy?step=99", 404), ("/learn/copy?step=x", 400)]
    {
        assert_eq!(server.get(path).status, status, "{path}");
    }
    // A link of another game is no way around the task.
    let other = with(
        "/learn/copy",
        &[("step", "2"), ("link", "nim~5b1~5d~nnormal~nhuman~nperfect~n0~ntake.1.from.1")],
    );
    assert!(!follow(&server, &other).text().contains("✓ Right"));
}

#[test]
fn puzzles_have_addresses_and_keep_them() {
    let server = Running::start(&quick());
    for kind in Kind::ALL {
        let path = format!("/learn/puzzle?kind={}&level=1", kind.name());
        let reply = server.get(&path);
        let address = reply.header("location").expect("a seed is drawn").to_owned();
        assert!(address.contains("seed="), "{address}");
        let shown = server.get(&address);
        assert_eq!(shown.status, 200, "{address}");
        assert_eq!(shown.text(), server.get(&address).text(), "the same seed, the same puzzle");
    }
    assert_eq!(server.get("/learn/puzzle?kind=other&seed=1").status, 400);
    // A position to try again, as it comes from a mistake.
    let again = with("/learn/try", &[("position", "nim[3,5]"), ("task", "win")]);
    assert!(server.get(&again).text().contains("Make a move that wins."));
    let lost = with("/learn/try", &[("position", "nim[3,3]"), ("task", "win")]);
    assert!(server.get(&lost).text().contains("no move wins"), "a promise that is not kept");
}

#[test]
fn a_worksheet_has_answers_only_if_they_are_asked_for() {
    let server = Running::start(&quick());
    let sheet = |text: &str, answers: &str| {
        let body = with("", &[("text", text), ("answers", answers)]);
        let body = body.trim_start_matches('?').to_owned();
        let request = format!(
            "POST /learn/worksheet HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\
             content-type: application/x-www-form-urlencoded\r\n\r\n{body}",
            server.address,
            body.len()
        );
        Connection::open(server.address).send(request.as_bytes())
    };
    let text =
        "amalgam worksheet\r\ntitle: My sheet\r\n# One\r\nposition: nim[3,5]\r\ntask: only\r\n";
    let plain = sheet(text, "");
    assert_eq!(plain.status, 200);
    assert!(plain.text().contains("My sheet") && !plain.text().contains("take 2 from 5"));
    assert!(sheet(text, "on").text().contains("take 2 from 5"));
    let broken = sheet(&text.replace("only", "onyl"), "");
    assert_eq!(broken.status, 400);
    assert!(broken.text().contains("did you mean") || broken.text().contains("Did you mean"));
    assert_eq!(sheet(&text.replace("[3,5]", "[3,3]"), "").status, 400, "no move wins there");
    let long = sheet(&text.replace("nim[3,5]\r\ntask: only", "kayles[5000]\r\ntask: who"), "");
    assert_eq!(long.status, 200, "{}", long.text());
    assert!(!long.text().contains("class=\"pin\""), "a row too long to draw is a number");
}

#[test]
fn mistakes_lead_back_to_the_moment_before_them() {
    let server = Running::start(&quick());
    let over = "/play?link=nim~5b1_2~5d~nnormal~nhuman~nhuman~n0~ntake.1.from.1~ntake.2.from.2";
    let text = server.get(over).text().to_owned();
    assert!(text.contains("Find the better move"), "{text}");
    let link = "nim~5b1_2~5d~nnormal~nhuman~nhuman~n0~ntake.1.from.1~ntake.2.from.2";
    assert!(text.contains(&format!("/learn/mistakes?link={}", link.replace('~', "%7E"))), "{text}");
    assert!(text.contains("at=1\""), "the cells of the strip are links");
    let series = follow(&server, &with("/learn/mistakes", &[("link", link)])).text().to_owned();
    assert!(
        series.contains("Mistake 1 of 1") && series.contains("Make a move that wins."),
        "{series}"
    );
    let of = with("/learn/mistakes", &[("of", link), ("n", "7")]);
    assert_eq!(server.get(&of).status, 404);
}

#[test]
fn a_sheet_is_built_checked_answered_and_has_a_key() {
    let server = Running::start(&quick());
    let tasks = [
        ("title", "Two heaps"),
        ("game", "nim"),
        ("misere", "on"),
        ("heaps", "3, 5"),
        ("task", "only"),
        ("heaps", "1, 1"),
        ("task", "who"),
    ];
    let built = server.get(&with("/learn/worksheet", &tasks)).text().to_owned();
    assert_eq!(built.matches("✓ Checked").count(), 2, "{built}");
    let sheet = server.get(&with("/sheet", &tasks)).text().to_owned();
    assert!(sheet.contains("Misère: whoever makes the last move loses."), "{sheet}");
    assert!(sheet.contains("Take any number of coins from one heap."));
    assert!(!sheet.contains("take 2 from 5"), "no answer on the sheet");
    let key = server.get(&with("/sheet/key", &tasks)).text().to_owned();
    assert!(key.contains("Take 2 from 5.") && key.contains("Whoever moves next."), "{key}");
    assert!(key.contains("Misère"));
    let last = server.get(&with("/sheet/task", &[&tasks[..], &[("n", "2")]].concat()));
    assert!(last.text().contains("task 2 of 2") && last.text().contains("Who wins"));
    let none = server.get(&with("/sheet/task", &[&tasks[..], &[("n", "3")]].concat()));
    assert_eq!(none.status, 404);
    // A task without an answer is refused, and the form says which.
    let wrong = [("game", "nim"), ("heaps", "3, 3"), ("task", "win")];
    assert!(server.get(&with("/learn/worksheet", &wrong)).text().contains("no move wins here"));
    assert_eq!(server.get(&with("/sheet", &wrong)).status, 400);
    assert_eq!(server.get("/sheet").status, 400);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everyone() {
    let server = Running::start(&quick());
    let board = |path: &str| {
        let text = server.get(path).text().to_owned();
        text[text.find("class=\"slot\"").unwrap()..text.find("class=\"side\"").unwrap()].to_owned()
    };
    assert_eq!(board("/puzzles"), board("/puzzles"));
    assert_ne!(board("/puzzles?day=20000"), board("/puzzles?day=20001"));
    assert_eq!(server.get("/puzzles?day=99999999").status, 422, "tomorrow is not told");
}
