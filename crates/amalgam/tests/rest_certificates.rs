//! The rows of rests that the engine finds are those of the naive twin, and what it writes about them the
//! independent checker accepts.

use amalgam::base::budget::{Budget, Silent};
use amalgam::engines::rests;
use amalgam::engines::rows::certificate::{CertificateError, Claim, rests as certificate};
use amalgam::engines::rows::{Row, Setting, Values};
use amalgam::{Play, Position, Rules};
use amalgam_check::{Failure, check, sha256};
use amalgam_tier::size;
use proptest::prelude::*;

fn setting(rules: &str, values: Values) -> Setting {
    Setting::new(&rules.parse::<Rules>().unwrap(), Play::Normal, values).unwrap()
}

/// The rows of a claim, and their certificate.
fn certified(setting: &Setting, claim: &Claim) -> Result<(Vec<Row>, String), CertificateError> {
    let (closure, limits) =
        (claim.closure(setting, &Budget::default()).unwrap(), Budget::default());
    let rows = rests::find(setting, &closure, &limits, &Silent).unwrap();
    let text = certificate(setting, claim, &closure, &rows, &limits, &Silent)?;
    Ok((rows, text))
}

/// Writes a certificate, checks it, and compares it with the engine's report field by field.
fn agreed(setting: &Setting, claim: &Claim) -> String {
    let (rows, text) = certified(setting, claim).unwrap();
    let checked = check(text.as_bytes()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let checked = checked.rests.unwrap();
    assert_eq!(checked.grundy, setting.values() == Values::Grundy);
    assert_eq!(rows.len(), checked.rows.len());
    for (row, checked) in rows.iter().zip(&checked.rows) {
        let proved = row.proved().unwrap();
        let (least, greatest) = proved.offsets.unwrap();
        assert_eq!(row.rest, Position::new(checked.rest.iter().copied()));
        assert_eq!(proved.preperiod, checked.offsets.preperiod);
        assert_eq!((proved.period, proved.fixed), (checked.offsets.period, Some(checked.fixed)));
        assert_eq!((least, greatest), checked.extremes);
        if setting.values() == Values::Completions {
            assert_eq!(proved.period % 2, checked.fixed % 2, "{}", row.rest);
        }
    }
    text
}

#[test]
fn what_is_written_is_accepted() {
    for (rules, coins) in [
        ("take any, merge", size(10, 14)),
        ("take any, merge if min >= 2", size(8, 10)),
        ("take any, merge if min >= 3", size(8, 10)),
        ("take any, merge then take 1", size(7, 9)),
        ("take any", 8),
    ] {
        agreed(&setting(rules, Values::Completions), &Claim::Coins(coins));
        agreed(&setting(rules, Values::Grundy), &Claim::Coins(coins - 2));
    }
    let rest = Claim::Rest(Position::new([1, 1, 2, 4]));
    agreed(&setting("take any, merge", Values::Completions), &rest);
}

#[test]
fn games_without_a_name_are_refused() {
    for rules in ["take any, merge if unequal", "take any, merge then take 2"] {
        let setting = setting(rules, Values::Completions);
        let refused = certified(&setting, &Claim::Coins(3));
        assert_eq!(refused.unwrap_err(), CertificateError::Game);
    }
}

proptest! {
    /// One number of a certificate of the engine made another, the checksum made right: rejected, unless
    /// it is a witness, of which there may be several.
    #[test]
    fn nothing_altered_is_accepted(line in 0usize..40, word in 0usize..9, by in 1u64..1000, up: bool) {
        let claim = Claim::Coins(5);
        let setting = setting("take any, merge", Values::Completions);
        let (_, text) = certified(&setting, &claim).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.pop();
        let rows = (lines.len() - 3) / 2;
        let line = 3 + 2 * (line % rows);
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        let word = word % words.len();
        let Ok(number) = words[word].parse::<i64>() else { return Ok(()) };
        let by = by as i64;
        words[word] = (if up { number + by } else { number - by }).to_string();
        lines[line] = words.join(" ");
        let body = lines.join("\n") + "\n";
        let altered = format!("{body}sha256 {}\n", sha256(body.as_bytes()));
        let failure = check(altered.as_bytes()).unwrap_err();
        let rejected = matches!(failure, Failure::Rest { .. } | Failure::Syntax { .. });
        prop_assert!(rejected || matches!(failure, Failure::TooLarge { .. }), "{failure}");
    }
}
