//! No page has a fault that axe-core finds, at the size of a desk or of a phone, light or dark.
//!
//! axe-core is no part of this project: `cargo xtask ci` fetches it and says in `AMALGAM_AXE` where its
//! script is. Without that these tests say that they are skipped.

use std::fs;

use serde_json::{Value, json};

use crate::driver::in_browser;
use crate::visit::Visit;

/// Where the script of axe-core is.
const SCRIPT: &str = "AMALGAM_AXE";

/// Every kind of page, with something on it.
const PAGES: [&str; 36] = [
    "/",
    "/?against=friend",
    "/research",
    "/teach",
    "/puzzles",
    "/sheet?game=nim&heaps=3%2C5&task=only&heaps=2%2C2&task=who",
    "/sheet/key?game=nim&heaps=3%2C5&task=only",
    "/sheet/task?game=nim&heaps=3%2C5&task=only&n=1",
    "/learn/mistakes?of=nim~5b1_2~5d~nnormal~nhuman~nhuman~n0~ntake.1.from.1~ntake.2.from.2",
    "/learn/copy?step=1&answer=P",
    "/play?link=amalgamation~5b3_12_40~5d~nnormal~nhuman~nhuman~n0&pick=0.1",
    "/learn",
    "/learn/everything?step=1",
    "/learn/copy?step=1&answer=N",
    "/learn/binary?step=1",
    "/learn/mex?step=3",
    "/learn/sums?step=2",
    "/learn/completions?step=1",
    "/learn/puzzle?kind=merge&level=1&seed=3",
    "/learn/puzzle?kind=who&level=2&seed=3",
    "/learn/try?position=nim%5B3%2C5%5D&task=win",
    "/learn/worksheet",
    "/play",
    "/play?begin=1&game=nim&position=3+4+5&seed=1",
    "/play?begin=1&position=3+4+5&hint=moves&seed=1",
    "/play?begin=1&game=chomp&position=3+4&seed=1",
    "/play?begin=1&game=kayles&position=5+7&seed=1",
    "/play?link=nim~5b1_2~5d~nnormal~nhuman~nhuman~n0~ntake.1.from.1~ntake.2.from.2",
    "/solve",
    "/solve?position=%5B3%2C4%2C5%5D",
    "/solve?position=%5B1%2C3%2C5%5D",
    "/table?rows=16&cols=16",
    "/rows?to=16&row=9",
    "/claims",
    "/games",
    "/api",
];

#[test]
fn nothing_is_found_by_axe() {
    let Some(path) = std::env::var_os(SCRIPT) else {
        let required = std::env::var("AMALGAM_BROWSER").is_ok_and(|wish| wish == "required");
        assert!(!required, "{SCRIPT} does not say where axe-core is");
        println!("skipped: {SCRIPT} does not say where axe-core is");
        return;
    };
    let axe = fs::read_to_string(path).expect("the script of axe-core");
    in_browser(|stage| async move {
        let visit = Visit::new(stage.fresh("a").await, &stage.base);
        let mut seen = 0;
        for (width, height, mobile) in [(1280, 900, false), (390, 844, true)] {
            let screen =
                json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
            let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": screen});
            visit.special("goog/cdp/execute", command).await;
            for theme in ["light", "dark"] {
                let media = json!([{"name": "prefers-color-scheme", "value": theme}]);
                let command =
                    json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": media}});
                visit.special("goog/cdp/execute", command).await;
                for page in PAGES {
                    visit.open(page).await;
                    let wide = visit.number("document.documentElement.scrollWidth").await;
                    assert!(wide <= width, "{page} is {wide} wide on a screen of {width}");
                    let faults = faults(&visit, &axe).await;
                    assert!(faults.is_empty(), "{page}, {width} wide, {theme}: {faults:#?}");
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 4 * PAGES.len());
        visit.client.close().await.unwrap();
    });
}

/// What axe-core finds on the page: the rule, and where.
async fn faults(visit: &Visit, axe: &str) -> Vec<String> {
    visit.client.execute(axe, vec![]).await.expect("axe-core starts");
    let run = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] })\
        .then((found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => \
            rule.id + ' at ' + node.target.join(' ') + ': ' + node.failureSummary))));";
    let found = visit.client.execute_async(run, vec![]).await.expect("axe-core answers");
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    found.as_array().expect("a list").iter().map(words).collect()
}
