//! Nothing jumps: heaps keep their places, and what lies below the board stays where it is.

use serde_json::json;

use crate::driver::in_browser;
use crate::visit::Visit;

/// Adds up what the browser itself counts as layout shift.
const WATCH: &str = "window.shifted = 0; new PerformanceObserver((list) => { for (const entry of \
    list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value; })\
    .observe({ type: 'layout-shift', buffered: true });";

async fn phone(visit: &Visit) {
    let screen = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
    let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen});
    visit.special("goog/cdp/execute", command).await;
}

#[test]
fn a_heap_stays_where_it_is() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=nim&position=3+4+5&opponent=human").await;
        visit.click("[data-slot='0.2'] .coin[data-take='4']").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [3, 4, 1]);
        visit.click("[data-slot='0.0'] .coin[data-take='3']").await;
        visit.settled(2).await;
        assert_eq!(visit.heaps().await, [4, 1]);
        let gap = "document.querySelector(\".heap.gone[data-slot='0.0']\") !== null";
        assert_eq!(visit.ask(gap).await, true, "the gap is on the left");
        // Of equal heaps the one that was clicked.
        visit.open("/play?begin=1&game=nim&position=2+2+2&opponent=human").await;
        visit.click("[data-slot='0.1'] .coin[data-take='1']").await;
        visit.settled(1).await;
        assert_eq!(visit.heaps().await, [2, 1, 2]);
        visit.client.refresh().await.unwrap();
        visit.until("document.querySelector('#board')").await;
        assert_eq!(visit.heaps().await, [2, 1, 2], "the address remembers which");
        visit.leave().await;
    });
}

#[test]
fn a_whole_game_without_a_jump() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        for small in [false, true] {
            if small {
                phone(&visit).await;
            }
            for (game, position) in [("nim", "3+4+5"), ("amalgamation", "2+3+4")] {
                visit
                    .open(&format!(
                        "/play?begin=1&game={game}&position={position}&opponent=longest&seed=1"
                    ))
                    .await;
                visit.client.execute(WATCH, vec![]).await.unwrap();
                let board = "Math.round(document.querySelector('#board').getBoundingClientRect().top + scrollY)";
                let high =
                    "Math.round(document.querySelector('#board').getBoundingClientRect().height)";
                let (top, height) = (visit.number(board).await, visit.number(high).await);
                for turn in 0..40 {
                    if visit.ask("document.querySelector('#status.over') !== null").await == true {
                        break;
                    }
                    let plies = visit.plies().await;
                    visit
                        .client
                        .execute(
                            "document.querySelector('#board .coin:not(:disabled)').click()",
                            vec![],
                        )
                        .await
                        .unwrap();
                    visit.settled(plies + 1).await;
                    assert!(turn < 39, "the game ends");
                    assert_eq!(visit.number(board).await, top, "{game}: the board moved");
                    assert_eq!(visit.number(high).await, height, "{game}: the board grew");
                }
                let shifted = visit.ask("window.shifted").await.as_f64().unwrap();
                assert!(
                    shifted < 0.05,
                    "{game} on a {} screen: {shifted}",
                    if small { "small" } else { "large" }
                );
            }
        }
        visit.leave().await;
    });
}

#[test]
fn a_tap_reads_a_cell_and_a_second_one_opens_it() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        phone(&visit).await;
        let touch =
            json!({"cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": true}});
        visit.special("goog/cdp/execute", touch).await;
        visit.open("/table?rows=8&cols=8&show=nim-sum").await;
        visit.until("document.querySelector('#map')").await;
        let near = "document.querySelector('#map').scrollIntoView({ block: 'center' })";
        visit.client.execute(near, vec![]).await.unwrap();
        let place = "(() => { const r = document.querySelector('#map image').getBoundingClientRect(); \
            return [r.left + r.width * 4.5 / 8, r.top + r.height * 3.5 / 8]; })()";
        let place = visit.ask(place).await;
        let tap = || async {
            for (kind, points) in
                [("touchStart", json!([{"x": place[0], "y": place[1]}])), ("touchEnd", json!([]))]
            {
                let event = json!({"cmd": "Input.dispatchTouchEvent", "params": {"type": kind, "touchPoints": points}});
                visit.special("goog/cdp/execute", event).await;
            }
        };
        tap().await;
        visit.until("document.querySelector('#cell').textContent.includes('f(a,b) = 8')").await;
        assert!(visit.path().await.starts_with("/table"), "the first tap reads");
        assert_eq!(visit.text("#cell").await, "a = 3, b = 4: f(a,b) = 8, a ⊕ b = 7, difference +1");
        assert!(
            visit
                .ask("document.querySelector('#open').href")
                .await
                .as_str()
                .unwrap()
                .contains("/solve?")
        );
        tap().await;
        visit.until("location.pathname === '/solve'").await;
        visit.leave().await;
    });
}

/// The browser counts a shift even before it has drawn everything, so each page is watched for a while.
#[test]
fn no_page_shifts_while_it_loads() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        for small in [false, true] {
            if small {
                phone(&visit).await;
            }
            for path in [
                "/",
                "/learn",
                "/learn/binary?step=1",
                "/puzzles",
                "/play",
                "/teach",
                "/rows?to=16&row=9",
                "/table?rows=16&cols=16",
                "/claims",
                "/games",
                "/solve?position=%5B3%2C4%2C5%5D",
            ] {
                visit.open(path).await;
                visit.client.execute(WATCH, vec![]).await.unwrap();
                tokio::time::sleep(std::time::Duration::from_millis(900)).await;
                let shifted = visit.ask("window.shifted").await.as_f64().unwrap();
                assert!(shifted < 0.05, "{path}, small: {small}: {shifted}");
            }
        }
        visit.leave().await;
    });
}

#[test]
fn the_table_is_zoomed_and_the_address_keeps_cell_and_window() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/table?rows=32&cols=32&a=7&b=18").await;
        visit.until("document.querySelector('#cell').textContent.includes('f(a,b) = 22')").await;
        visit.click("#zoom-in").await;
        visit.until("location.search.includes('view=')").await;
        let view = visit.ask("document.querySelector('#window').getAttribute('viewBox')").await;
        assert!(view.as_str().unwrap().ends_with("16 16"), "{view}");
        // A drag moves the window.
        let drag = "const map = document.querySelector('#map'); const r = map.getBoundingClientRect(); \
            const at = (kind, x, y) => map.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, clientX: r.left + x, clientY: r.top + y })); \
            at('pointerdown', 300, 300); at('pointermove', 260, 280); at('pointermove', 200, 250); at('pointerup', 200, 250);";
        visit.client.execute(drag, vec![]).await.unwrap();
        visit
            .until(&format!("document.querySelector('#window').getAttribute('viewBox') !== {view}"))
            .await;
        visit.click("#zoom-all").await;
        visit
            .until("document.querySelector('#window').getAttribute('viewBox') === '0 0 32 32'")
            .await;
        visit.click("#open").await;
        visit.until("location.pathname === '/solve'").await;
        visit.client.back().await.unwrap();
        visit.until("location.pathname === '/table' && document.querySelector('#cell').textContent.includes('a = 7, b = 18')").await;
        visit.leave().await;
    });
}
