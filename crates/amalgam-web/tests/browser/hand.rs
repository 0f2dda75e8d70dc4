//! Fingers, the first minute, and what the browser remembers.

use serde_json::json;

use crate::driver::in_browser;
use crate::visit::Visit;

async fn phone(visit: &Visit) {
    let screen = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
    let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen});
    visit.special("goog/cdp/execute", command).await;
    let touch = json!({"cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": true}});
    visit.special("goog/cdp/execute", touch).await;
}

async fn touch(visit: &Visit, kind: &str, points: serde_json::Value) {
    let event =
        json!({"cmd": "Input.dispatchTouchEvent", "params": {"type": kind, "touchPoints": points}});
    visit.special("goog/cdp/execute", event).await;
}

async fn middle(visit: &Visit, selector: &str) -> serde_json::Value {
    let place = format!(
        "(() => {{ const r = document.querySelector(\"{selector}\").getBoundingClientRect(); \
         return {{ x: r.left + r.width / 2, y: r.top + r.height / 2 }}; }})()"
    );
    visit.ask(&place).await
}

async fn tap(visit: &Visit, selector: &str) {
    let at = middle(visit, selector).await;
    touch(visit, "touchStart", json!([at])).await;
    touch(visit, "touchEnd", json!([])).await;
}

#[test]
fn a_finger_looks_before_it_leaps() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        phone(&visit).await;
        visit.open("/play?begin=1&game=amalgamation&position=3+4+5&opponent=human").await;
        tap(&visit, "[data-slot='0.1'] .coin[data-take='2']").await;
        visit.until("document.querySelector('#yes')").await;
        assert_eq!(visit.plies().await, 0, "nothing has happened yet");
        assert!(visit.text(".bar").await.contains("Take 2 from the 4?"));
        assert!(visit.text(".bar").await.contains("Leaves 3, 5 and 2."));
        assert_eq!(visit.number("document.querySelectorAll('.coin.go').length").await, 2);
        visit.click("#not").await;
        visit.until("!document.querySelector('#yes')").await;
        assert_eq!(visit.number("document.querySelectorAll('.coin.go').length").await, 0);
        tap(&visit, "[data-slot='0.1'] .coin[data-take='2']").await;
        visit.until("document.querySelector('#yes')").await;
        visit.click("#yes").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [3, 2, 5]);
        visit.leave().await;
    });
}

#[test]
fn a_finger_drags_a_number_onto_another_to_merge() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        phone(&visit).await;
        visit.open("/play?begin=1&game=amalgamation&position=3+4+5&opponent=human").await;
        let from = middle(&visit, "[data-slot='0.0'] .head").await;
        let onto = middle(&visit, "[data-slot='0.2'] .head").await;
        touch(&visit, "touchStart", json!([from])).await;
        for part in 1..=8 {
            let at = |key: &str| {
                let (from, onto) = (from[key].as_f64().unwrap(), onto[key].as_f64().unwrap());
                from + (onto - from) * f64::from(part) / 8.0
            };
            touch(&visit, "touchMove", json!([{"x": at("x"), "y": at("y")}])).await;
        }
        touch(&visit, "touchEnd", json!([])).await;
        visit.until("document.querySelector('#yes')").await;
        assert!(visit.text(".bar").await.contains("Merge 3 and 5?"));
        assert!(visit.text(".bar").await.contains("Makes one heap of 8."));
        visit.click("#yes").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [4, 8]);
        visit.leave().await;
    });
}

#[test]
fn the_first_minute_begins_on_the_front_page() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        phone(&visit).await;
        visit.open("/").await;
        assert!(visit.text(".faces [aria-current]").await.starts_with("Pip"));
        let seen =
            "document.querySelector('.demo .slot').getBoundingClientRect().bottom <= innerHeight";
        assert_eq!(visit.ask(seen).await, true, "the board is on the first screen");
        visit.click(".faces a:nth-child(2)").await;
        visit
            .until("document.querySelector('.faces [aria-current]').textContent.startsWith('Juno')")
            .await;
        tap(&visit, "[data-slot='0.1'] .coin[data-take='3']").await;
        visit.until("document.querySelector('#yes')").await;
        visit.click("#yes").await;
        visit.until("location.pathname === '/play'").await;
        visit.settled(2).await;
        assert!(visit.text(".who").await.starts_with("Juno"));
        // A game that is won: it is celebrated, and the next one is a little harder.
        visit.open("/play?link=nim~5b1_2~5d~nnormal~nhuman~nskill~3a1~n0~ntake.1.from.2~ntake.1.from.1~ntake.1.from.1").await;
        visit.until("document.querySelector('.party')?.textContent.includes('You win!')").await;
        let again = visit.ask("document.querySelector('#again').href").await;
        assert!(again.as_str().unwrap().contains("errs=85"), "{again}");
        visit.leave().await;
    });
}

#[test]
fn puzzles_are_remembered_missed_ones_come_back_and_the_level_adapts() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/puzzles").await;
        let today = visit.number("Number(document.querySelector('#streak').dataset.today)").await;
        let days = format!(
            "localStorage.setItem('puzzles', JSON.stringify({{days: [{}, {}]}}))",
            today - 2,
            today - 1
        );
        visit.client.execute(&days, vec![]).await.unwrap();
        visit.open("/puzzles").await;
        assert_eq!(visit.text("#streak-says").await, "2 days in a row. Solve today’s and it is 3.");
        assert_eq!(visit.number("document.querySelectorAll('.week .dot.on').length").await, 2);
        // One of the two answers is wrong, the other one right.
        let puzzle = "/learn/puzzle?kind=who&level=2&seed=3";
        for answer in ["P", "N"] {
            visit.open(&format!("{puzzle}&answer={answer}")).await;
            if visit.ask("document.querySelector('#judged.lose') !== null").await == true {
                visit.open("/learn/puzzle?kind=who&level=2&seed=4").await;
                assert_eq!(visit.text("#missed-count").await, "1 to try again");
                let link =
                    visit.ask("document.querySelector('#missed-link').getAttribute('href')").await;
                assert_eq!(link, puzzle);
                let level = "new URL(document.querySelector('a[data-kind=who]').href).searchParams.get('level')";
                assert_eq!(visit.ask(level).await, "1", "easier after a mistake");
                let right = if answer == "P" { "N" } else { "P" };
                visit.open(&format!("{puzzle}&answer={right}")).await;
                visit.until("document.querySelector('#judged.win')").await;
                visit.open("/learn/puzzle?kind=who&level=2&seed=4").await;
                assert_eq!(visit.ask("document.querySelector('#missed').hidden").await, true);
                visit.leave().await;
                return;
            }
        }
        panic!("neither answer is wrong");
    });
}

#[test]
fn a_position_is_added_to_the_worksheet_that_is_being_built() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/learn/worksheet?game=nim&heaps=3%2C5&task=only").await;
        visit.until("localStorage.getItem('sheet')").await;
        visit.open("/learn/try?position=nim%5B1%2C4%5D&task=win").await;
        visit.click("a[href*='add=1']").await;
        visit
            .until("location.pathname === '/learn/worksheet' && !location.search.includes('add=')")
            .await;
        let heaps = "[...document.querySelectorAll('#sheet-form input[name=heaps]')].map(i => i.value).join('|')";
        assert_eq!(visit.ask(heaps).await, "3,5|1, 4|");
        visit.click("#builder .primary").await;
        visit.until("location.pathname === '/sheet'").await;
        visit.click(".task:nth-child(2) .button").await;
        visit.until("location.pathname === '/sheet/task'").await;
        visit.click("[data-slot='0.1'] .coin[data-take='3']").await;
        visit.until("document.querySelector('#judged.win')").await;
        assert_eq!(visit.text("#next").await, "Back to the sheet");
        visit.leave().await;
    });
}
