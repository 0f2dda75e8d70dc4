//! What people need to see next is on the screen: the verdict, the board, the way on.

use serde_json::json;

use amalgam::Solver;
use amalgam::learn::{Task, lessons};

use crate::driver::in_browser;
use crate::visit::Visit;

/// Width, height, whether it is a phone, whether it is a projector.
const SCREENS: [(u64, u64, bool, bool); 3] =
    [(390, 844, true, false), (1280, 800, false, false), (1024, 768, false, true)];

async fn screen(visit: &Visit, (width, height, mobile, wall): (u64, u64, bool, bool)) {
    let screen =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
    let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen});
    visit.special("goog/cdp/execute", command).await;
    visit.open("/learn").await;
    let keep = format!("sessionStorage.setItem('wall', '{}')", u8::from(wall));
    visit.client.execute(&keep, vec![]).await.unwrap();
}

/// What sticks out of the window without scrolling: the bar, the gold button, the board.
const OUT: &str = "[['#judged', 0], ['#judged .say', 0], ['#judged .primary', 0], ['#question', 0], \
    ['.slot', 1]].filter(([what, slack]) => { const r = document.querySelector(what).getBoundingClientRect(); \
    return r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.width < 40 || r.height < 12; \
    }).map(([what]) => what).join()";

/// A right and a wrong answer for every step that has one, as an address.
fn answers() -> Vec<String> {
    let solver = Solver::new();
    let mut found = Vec::new();
    for lesson in lessons() {
        for (i, step) in lesson.steps.iter().enumerate() {
            let Some(task) = step.task.filter(|task| *task != Task::Play) else { continue };
            let right = step.answers(&solver).unwrap();
            let here = format!("/learn/{}?step={}", lesson.name, i + 1);
            if !task.is_a_move() {
                let wrong = match (task, right[0].as_str()) {
                    (Task::Who, "P") => "N".to_owned(),
                    (Task::Who, _) => "P".to_owned(),
                    (_, number) => (number.parse::<u64>().unwrap() + 1).to_string(),
                };
                found.extend([&right[0], &wrong].map(|given| format!("{here}&answer={given}")));
                continue;
            }
            let game = step.game().unwrap();
            let said = game.moves().iter().map(|action| game.say_with(action, &[]));
            let wrong = said.clone().find(|said| !right.contains(said));
            for given in [Some(right[0].clone()), wrong].into_iter().flatten() {
                let pair = [("move", given.as_str()), ("link", &game.to_link())];
                let query = url::form_urlencoded::Serializer::new(String::new())
                    .extend_pairs(pair)
                    .finish();
                found.push(format!("{here}&{query}"));
            }
        }
    }
    found
}

#[test]
fn the_verdict_is_seen_after_every_answer_of_every_lesson() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let answers = answers();
        assert!(answers.len() >= 70, "{} answers", answers.len());
        for size in SCREENS {
            screen(&visit, size).await;
            for answer in &answers {
                visit.open(answer).await;
                let out = visit.ask(OUT).await;
                assert_eq!(out, "", "{size:?} {answer}");
            }
        }
        visit.leave().await;
    });
}

#[test]
fn the_verdict_is_seen_after_puzzles_and_the_board_never_moves() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let plates = "[...document.querySelectorAll('.heap .head')].map(h => Math.round(h.getBoundingClientRect().top)).join()";
        for size in SCREENS {
            screen(&visit, size).await;
            for path in [
                "/learn/puzzle?kind=who&level=1&seed=3",
                "/learn/puzzle?kind=complete&level=3&seed=5",
                "/puzzles?day=20000",
            ] {
                visit.open(path).await;
                let asked = visit.ask(plates).await;
                let kind = if path.contains("kind=who") { "&answer=P" } else { "&answer=1" };
                visit.open(&format!("{path}{kind}")).await;
                if visit.ask("document.querySelector('#judged') === null").await == true {
                    continue; // the puzzle of that day wants a move
                }
                assert_eq!(visit.ask(OUT).await, "", "{size:?} {path}");
                assert_eq!(visit.ask(plates).await, asked, "{size:?} {path}: the board moved");
            }
        }
        visit.leave().await;
    });
}

#[test]
fn coins_are_large_enough_for_fingers_at_any_size() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let least = "Math.min(...[...document.querySelectorAll('#board button:not(:disabled)')].flatMap(b => [b.offsetWidth, b.offsetHeight]))";
        for size in SCREENS {
            screen(&visit, size).await;
            for heaps in
                ["5_6_7", "10_10_10_10_10", "3_12_40", "120", "1_2_3_4_5_6_7_8_9", "90_80_70"]
            {
                visit.open(&format!("/play?link=nim~5b{heaps}~5d~nnormal~nhuman~nhuman~n0")).await;
                let least = visit.ask(least).await.as_f64().unwrap();
                assert!(least >= 24.0, "{size:?} [{heaps}]: {least} px");
                let wide = visit.number("document.documentElement.scrollWidth").await;
                assert!(wide <= size.0, "{size:?} [{heaps}] is {wide} wide");
            }
        }
        visit.leave().await;
    });
}

#[test]
fn a_projector_shows_the_whole_board_on_every_page() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        for (width, height) in [(800, 600), (1024, 768), (1280, 720), (1920, 1080)] {
            screen(&visit, (width, height, false, true)).await;
            for path in ["/play?begin=1&position=3+4+5", "/learn/merging?step=5", "/puzzles"] {
                visit.open(path).await;
                let seen = "(() => { const r = document.querySelector('.slot').getBoundingClientRect(); \
                    return r.bottom <= innerHeight && r.top >= 0 && r.height > innerHeight * 0.4; })()";
                assert_eq!(visit.ask(seen).await, true, "{width}x{height} {path}");
                let scrolls = "document.documentElement.scrollHeight > innerHeight + 1";
                assert_eq!(visit.ask(scrolls).await, false, "{width}x{height} {path}");
            }
            for path in ["/", "/solve", "/table?rows=8&cols=8", "/claims", "/teach"] {
                visit.open(path).await;
                assert_eq!(visit.text("#wall").await, "✕ Close", "{path}");
            }
        }
        visit.leave().await;
    });
}

#[test]
fn boards_are_printed_with_their_coins() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let print = json!({"cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}});
        visit.special("goog/cdp/execute", print).await;
        for path in [
            "/play?begin=1&position=3+4+5",
            "/learn/copy?step=2",
            "/learn/puzzle?kind=only&level=1&seed=3",
            "/learn/mex?step=1",
        ] {
            visit.open(path).await;
            let coins = "[...document.querySelectorAll('.coin')].filter(c => c.getBoundingClientRect().height >= 8 \
                && getComputedStyle(c).visibility === 'visible').length";
            assert!(visit.number(coins).await >= 3, "{path}");
            let plates = "[...document.querySelectorAll('.head .number')].every(n => n.getBoundingClientRect().height > 8)";
            assert_eq!(visit.ask(plates).await, true, "{path}");
            let gone = "[...document.querySelectorAll('.tabs, #theme, #undo')].every(e => e.getBoundingClientRect().height === 0)";
            assert_eq!(visit.ask(gone).await, true, "{path}: bars are not printed");
        }
        // Five tasks on one page of A4, which is 1123 CSS pixels high less its margins.
        visit.open("/sheet?game=amalgamation&heaps=3,5&task=only&heaps=4,4&task=who&heaps=1,2,3&task=only&heaps=2,3&task=complete&heaps=2,3,5&task=losing+merge").await;
        let wide = json!({"width": 703, "height": 1123, "deviceScaleFactor": 1, "mobile": false});
        let paper = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": wide});
        visit.special("goog/cdp/execute", paper).await;
        let high = visit
            .number("Math.round(document.querySelector('.sheet').getBoundingClientRect().height)")
            .await;
        assert!(high <= 1123 - 91, "{high} pixels");
        visit.leave().await;
    });
}
