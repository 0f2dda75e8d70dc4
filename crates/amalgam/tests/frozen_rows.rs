//! What is known of rows does not change when the code that finds it does.
//!
//! `data/rows.frozen` has a line for each row of Amalgamation Nim and a checksum for each group of other rows.
//! `AMALGAM_FREEZE=1` with the wide tier writes it again; nothing but a row that was unknown before is a reason to.

use std::fmt::Write as _;
use std::path::Path;

use amalgam::base::budget::Silent;
use amalgam::engines::rows::{self, Row, Setting, Values, Wanted};
use amalgam::engines::three::covers;
use amalgam::games::rules::{Family, Rules};
use amalgam::{Budget, Play, Position};
use amalgam_tier::{is_wide, size};
use sha2::{Digest, Sha256};

const PATH: &str = "tests/data/rows.frozen";

/// Row by row: preperiod, period, offsets, mask, cover.
fn three(threshold: u64, to: u64) -> Vec<String> {
    let rules = format!("take any, merge if min >= {threshold}").parse().unwrap();
    let setting = Setting::new(&rules, Play::Normal, Values::Completions).unwrap();
    let wanted = Wanted::Beside(Position::default(), to);
    let found = rows::find(&setting, &wanted, &Budget::default(), &Silent).unwrap();
    let line = |row: &Row| {
        let proved = row.proved().expect("a short row");
        let (least, most) = proved.offsets.expect("known");
        let mask = proved.mask.as_ref().expect("known");
        format!(
            "{}+{} offsets {least}..{most} mask {}+{} cover {}",
            proved.preperiod, proved.period, mask.preperiod, mask.period, row.cover,
        )
    };
    found.iter().map(line).collect()
}

/// The rows of all rests up to some coins, by coins.
fn by_coins(rules: &str, values: Values, coins: u64) -> Vec<Vec<String>> {
    let rules: Rules = rules.parse().unwrap();
    let setting = Setting::new(&rules, Play::Normal, values).unwrap();
    let limits = Budget::default();
    let mut lines = vec![Vec::new(); coins as usize + 1];
    for row in rows::find(&setting, &Wanted::Coins(coins), &limits, &Silent).unwrap() {
        let proved = row.proved().expect("few coins");
        let (least, most) = proved.offsets.expect("walked");
        lines[row.rest.coins() as usize].push(format!(
            "{} {}+{} fixed {} offsets {least}..{most}",
            row.rest,
            proved.preperiod,
            proved.period,
            proved.fixed.expect("walked"),
        ));
    }
    lines
}

fn covers(family: Family, to: u64) -> String {
    let found = covers::decide(family, to, None, &Budget::default(), &Silent).unwrap();
    let mut text = String::new();
    for cover in &found.covers.covers {
        let _ = write!(text, "{}@{} {:?}, ", cover.row, cover.from, cover.proof);
    }
    let _ = write!(text, "{:?} {:?} {:?}", found.excluded, found.hidden, found.open);
    text
}

fn checksum(text: &str) -> String {
    Sha256::digest(text).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Every line that the tier is large enough for.
fn fresh() -> Vec<String> {
    let mut lines = Vec::new();
    let rows = three(1, size(62, 126));
    lines.extend((1..).zip(rows).map(|(row, line)| format!("amalgamation row {row}: {line}")));
    for threshold in 2..=21 {
        let rows = three(threshold, 16);
        lines.push(format!("threshold {threshold} rows 1 to 16: {}", checksum(&rows.join("\n"))));
    }
    let wide = [("take any, merge", size(11, 16)), ("take any, merge if min >= 3", size(8, 11))];
    for (rules, coins) in wide {
        for (values, name) in [(Values::Completions, "rests"), (Values::Grundy, "Grundy rests")] {
            for (coins, rows) in by_coins(rules, values, coins).into_iter().enumerate() {
                let sum = checksum(&rows.join("\n"));
                lines.push(format!("{rules}: {} {name} of {coins} coins: {sum}", rows.len()));
            }
        }
    }
    for threshold in [1, 2, 3, 7] {
        let to = if threshold == 1 { size(200, 400) } else { 100 };
        let sum = checksum(&covers(Family::Threshold(threshold), to));
        lines.push(format!("threshold {threshold} covers to {to}: {sum}"));
    }
    if is_wide() {
        let sum = checksum(&covers(Family::AMALGAMATION, 200));
        lines.push(format!("threshold 1 covers to 200: {sum}"));
    }
    lines
}

#[test]
fn rows_are_what_they_were() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PATH);
    let fresh = fresh();
    if std::env::var_os("AMALGAM_FREEZE").is_some() && is_wide() {
        std::fs::write(&path, fresh.join("\n") + "\n").unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    let stored: Vec<&str> = stored.lines().collect();
    for line in &fresh {
        assert!(stored.contains(&line.as_str()), "{line}");
    }
    assert!(fresh.len() > 100);
}
