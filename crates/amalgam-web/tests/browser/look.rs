//! What is too large, the dark theme, a phone, and the heat map.

use serde_json::json;

use crate::driver::in_browser;
use crate::visit::Visit;

#[test]
fn what_is_too_large_is_said_kindly() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/play?begin=1&game=kayles&position=100000").await;
        assert!(visit.text("#wrong-position").await.contains("Too large for this page"));
        assert!(visit.text("#wrong-position").await.contains("too many to play by hand"));
        let value = "document.querySelector('#position').value";
        assert_eq!(visit.ask(value).await, "100000", "what was typed is still there");
        // Two people may play what the program cannot work out; it says that it cannot.
        visit
            .open("/play?begin=1&position=900+901+902+903+904+905&opponent=human&hint=winner")
            .await;
        assert!(visit.text("#hints .problem").await.contains("nothing is claimed"));
        assert_eq!(visit.heaps().await, [900, 901, 902, 903, 904, 905]);
        let status = visit.client.execute_async(
            "const done = arguments[0]; fetch(location.href).then((r) => done(r.status));",
            vec![],
        );
        assert_eq!(status.await.unwrap(), 422);
        // The browser itself notes every answer that is not 200.
        visit.nothing_odd(&["422"]).await;
        visit.client.close().await.unwrap();
    });
}

/// The least contrast of text on its ground, by the formula of WCAG 2.
const CONTRAST: &str = r"
    (() => {
        const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        const numbers = (color) => color.match(/[\d.]+/g).map(Number);
        const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        const ground = (element) => {
            for (let at = element; at; at = at.parentElement) {
                const color = numbers(getComputedStyle(at).backgroundColor);
                if (color.length === 3 || color[3] > 0) return color;
            }
            return [255, 255, 255];
        };
        let worst = [99, ''];
        for (const selector of arguments[0]) {
            for (const element of document.querySelectorAll(selector)) {
                const [x, y] = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
                const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
                if (contrast < worst[0]) worst = [contrast, selector];
            }
        }
        return worst;
    })()";

#[test]
fn both_themes_can_be_read() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let texts = json!([
            "h1",
            "h2",
            "p",
            "a",
            "summary",
            ".coin b",
            ".head",
            ".badge",
            ".level",
            ".star",
            "td",
            "th",
            "#status *",
            ".fine",
            ".button",
            "pre",
            ".mark",
            ".label",
            "legend",
            "small"
        ]);
        let mut grounds = Vec::new();
        for theme in ["light", "dark"] {
            let media = json!([{"name": "prefers-color-scheme", "value": theme}]);
            let command =
                json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": media}});
            visit.special("goog/cdp/execute", command).await;
            let over =
                "/play?link=nim~5b1_1~5d~nnormal~nhuman~nhuman~n0~ntake.1.from.1~ntake.1.from.1";
            for path in ["/play", "/play?begin=1&position=3+4+5&hint=moves", over] {
                visit.open(path).await;
                let script = format!("return {};", CONTRAST.trim());
                let worst = visit.client.execute(&script, vec![texts.clone()]).await.unwrap();
                assert!(worst[0].as_f64().unwrap() >= 4.5, "{theme} {path}: {worst}");
            }
            grounds.push(visit.ask("getComputedStyle(document.body).backgroundColor").await);
        }
        assert_ne!(grounds[0], grounds[1], "the themes differ");
        visit.leave().await;
    });
}

#[test]
fn a_phone_needs_no_sideways_scrolling() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let screen = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen});
        visit.special("goog/cdp/execute", command).await;
        for path in [
            "/play",
            "/play?begin=1&position=3+4+5&hint=moves",
            "/play?begin=1&game=chomp&position=5+6+7",
            "/play?begin=1&game=nim&position=1+2+3+4+5+6+7+8+9",
        ] {
            visit.open(path).await;
            let wide = "document.documentElement.scrollWidth";
            assert!(visit.number(wide).await <= 390, "{path}: {}", visit.number(wide).await);
        }
        let size = "Math.min(...[...document.querySelectorAll('.head')].map(b => b.offsetHeight))";
        assert!(visit.number(size).await >= 36, "fingers are thick");
        // Pictures and tables scroll by themselves, and keep the size of their letters.
        visit.open("/rows").await;
        assert!(visit.number("document.documentElement.scrollWidth").await <= 390);
        let picture = "document.querySelector('.picture img').offsetWidth";
        assert!(visit.number(picture).await >= 600, "shrunk letters cannot be read");
        visit.leave().await;
    });
}

#[test]
fn fingers_see_where_a_heap_can_be_split() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let touch =
            json!({"cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": true}});
        visit.special("goog/cdp/execute", touch).await;
        visit.open("/play?begin=1&game=lasker&position=2+6").await;
        assert_eq!(visit.ask("matchMedia('(hover: none)').matches").await, true);
        let least = "Math.min(...[...document.querySelectorAll('.gap')].map(b => b.offsetHeight))";
        assert!(visit.number(least).await >= 24, "fingers are thick");
        let seen = "getComputedStyle(document.querySelector('.gap > span')).opacity";
        assert_eq!(visit.ask(seen).await, "1", "nothing hovers over it");
        visit.leave().await;
    });
}

#[test]
fn a_cell_of_the_heat_map_opens_its_position() {
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        visit.open("/table?rows=16&cols=16").await;
        let map = visit.client.find(fantoccini::Locator::Id("map")).await.unwrap();
        map.click().await.unwrap();
        visit.until("location.pathname === '/solve'").await;
        let position = visit.client.current_url().await.unwrap();
        let position = position.query_pairs().find(|(name, _)| name == "position").unwrap().1;
        let heaps = position.trim_matches(['[', ']']).split(',').map(|heap| heap.parse().unwrap());
        let [a, b, f]: [u64; 3] = heaps.collect::<Vec<u64>>().try_into().expect("three heaps");
        assert!(a < 16 && b < 16 && f <= a + b + 1, "{position}");
        let verdict = "The player who just moved wins";
        assert!(visit.text("#main").await.contains(verdict), "f(a,b) makes it a P-position");
        visit.leave().await;
    });
}
