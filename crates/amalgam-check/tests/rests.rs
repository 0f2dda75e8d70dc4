//! Certificates for rows of rests: a writer that knows the definition of the game and a finite table, what
//! the checker accepts of it, and that nothing altered is accepted.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use amalgam_check::{Condition, Failure, Game, check, check_within, read};

use crate::naive::{AMALGAMATION, MERGE_TAKE_ONE, name, repetition, restricted, signed, witnesses};

/// Completions f(S), or Grundy values, found by recursion over the options.
struct Values {
    game: Game,
    grundy: bool,
    found: HashMap<Vec<u64>, u64>,
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

impl Values {
    /// The value of S: its completion is the least heap that no move of S, and no merge with a heap
    /// of S, makes a P-position; its Grundy value the least that no option has.
    fn of(&mut self, heaps: Vec<u64>) -> u64 {
        let heaps = sorted(heaps);
        if let Some(&value) = self.found.get(&heaps) {
            return value;
        }
        let mut excluded = BTreeSet::new();
        for i in 0..heaps.len() {
            let others = [&heaps[..i], &heaps[i + 1..]].concat();
            for lower in 0..heaps[i] {
                excluded.insert(self.of([&others[..], &[lower]].concat()));
            }
            for j in i..others.len() {
                if let Some(merged) = self.game.merged(heaps[i], others[j]) {
                    let rest = [&others[..j], &others[j + 1..], &[merged]].concat();
                    excluded.insert(self.of(rest));
                }
            }
            if !self.grundy {
                let rest = self.of(others);
                let merging =
                    (0..rest + 2).filter(|&x| self.game.merged(heaps[i], x) == Some(rest));
                excluded.extend(merging);
            }
        }
        let value = (0..).find(|value| !excluded.contains(value)).unwrap();
        self.found.insert(heaps, value);
        value
    }
}

/// All rests of at most this many coins, in the order of a certificate.
fn rests(coins: u64) -> Vec<Vec<u64>> {
    let mut rests = vec![Vec::new()];
    for i in 0.. {
        let Some(rest) = rests.get(i).cloned() else { break };
        let (sum, least) = (rest.iter().sum::<u64>(), rest.last().copied().unwrap_or(1));
        rests.extend((least..=coins - sum).map(|heap| [&rest[..], &[heap]].concat()));
    }
    rests.sort_by_key(|rest| (rest.iter().sum::<u64>(), rest.len(), rest.clone()));
    rests
}

/// What a certificate says of some rests, by the first columns of their rows; without the last line.
fn certificate(game: Game, claim: &str, rests: &[Vec<u64>], columns: u64) -> String {
    let grundy = claim.starts_with("grundy");
    let mut values = Values { game, grundy, found: HashMap::new() };
    let mut text = format!("amalgam-certificate 2\ngame {}\nclaim {claim}\n", name(game));
    for rest in rests {
        let mut offset = |c: u64| values.of([&rest[..], &[c]].concat()) as i64 - c as i64;
        let offsets: Vec<i64> = (0..columns).map(&mut offset).collect();
        let sets: Vec<u128> = offsets.iter().map(|offset| 1 << (offset + 64)).collect();
        let (s, p) = repetition(&sets).unwrap_or_else(|| panic!("{rest:?} is too long"));
        let period = &offsets[s..s + p];
        let (least, greatest) = (period.iter().min().unwrap(), period.iter().max().unwrap());
        let fixed = period.iter().filter(|&&offset| offset == 0).count();
        let rest = format!("{rest:?}").replace(", ", ",");
        text += &format!(
            "rest {rest} preperiod {s} period {p} offsets {least} {greatest} fixed {fixed}\n  \
             minimal{}\n",
            witnesses(&sets, s, p)
        );
    }
    text
}

fn all(game: Game, kind: &str, coins: u64, columns: u64) -> String {
    certificate(game, &format!("{kind} coins {coins}"), &rests(coins), columns)
}

static SIX: LazyLock<String> = LazyLock::new(|| all(AMALGAMATION, "rests", 6, 260));

#[test]
fn rows_of_all_rests_to_some_coins() {
    for (game, coins, columns) in [
        (AMALGAMATION, 7, 300),
        (restricted(2), 5, 300),
        (restricted(3), 5, 300),
        (MERGE_TAKE_ONE, 4, 300),
        (Game { threshold: u64::MAX, taken: 0 }, 5, 100),
    ] {
        for (kind, coins) in [("rests", coins), ("grundy-rests", coins - 2)] {
            let text = signed(&all(game, kind, coins, columns));
            let checked =
                check(text.as_bytes()).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
            assert_eq!(checked.rests.unwrap().rows.len(), rests(coins).len());
        }
    }
}

#[test]
fn what_one_rest_rests_on() {
    let below = [&[][..], &[1], &[2], &[1, 1], &[3], &[1, 2]].map(<[u64]>::to_vec);
    let text = certificate(AMALGAMATION, "rests [1,2]", &below, 200);
    check(signed(&text).as_bytes()).unwrap();
    // Heaps that may not merge do not: [3] is not below [1,2] then.
    let below = [&[][..], &[1], &[2], &[1, 1], &[1, 2]].map(<[u64]>::to_vec);
    let text = certificate(restricted(2), "rests [1,2]", &below, 200);
    check(signed(&text).as_bytes()).unwrap();
    let missing = text.replace("game restricted-amalgamation 2", "game amalgamation");
    assert_eq!(rejected(&missing), (Condition::RestMissing, "[3]".to_string()));
}

/// The condition that an altered text fails, and the rest at which it does.
#[track_caller]
fn rejected(text: &str) -> (Condition, String) {
    match check(signed(text).as_bytes()) {
        Err(Failure::Rest { condition, rest, .. }) => (condition, rest),
        other => panic!("{other:?}"),
    }
}

#[test]
fn planted_errors_have_names() {
    use Condition::*;
    let line = "rest [1,2,3] preperiod 20 period 32 offsets -6 6 fixed 0\n  minimal 2@21\n";
    assert!(SIX.contains(line), "{}", *SIX);
    for (wrong, condition) in [
        (
            "rest [1,2,3] preperiod 19 period 32 offsets -6 6 fixed 0\n  minimal 2@19\n",
            RowPreperiodLeast,
        ),
        (
            "rest [1,2,3] preperiod 19 period 32 offsets -6 6 fixed 0\n  minimal 2@21\n",
            RowPeriodLeast,
        ),
        (
            "rest [1,2,3] preperiod 21 period 32 offsets -6 6 fixed 0\n  minimal 2@21\n",
            RowPreperiodLeast,
        ),
        (
            "rest [1,2,3] preperiod 20 period 64 offsets -6 6 fixed 0\n  minimal 2@21\n",
            RowPeriodLeast,
        ),
        ("rest [1,2,3] preperiod 20 period 32 offsets -6 7 fixed 0\n  minimal 2@21\n", Offsets),
        ("rest [1,2,3] preperiod 20 period 32 offsets -5 6 fixed 0\n  minimal 2@21\n", Offsets),
        ("rest [1,2,3] preperiod 20 period 32 offsets -6 6 fixed 2\n  minimal 2@21\n", Fixed),
        ("rest [1,2,3] preperiod 20 period 32 offsets -6 6 fixed 0\n  minimal\n", WitnessPrimes),
        (
            "rest [1,2,3] preperiod 20 period 32 offsets -6 6 fixed 0\n  minimal 4@21\n",
            WitnessPrimes,
        ),
        (
            "rest [1,2,3] preperiod 20 period 32 offsets -6 6 fixed 0\n  minimal 2@52\n",
            WitnessPrimes,
        ),
        ("rest [1,2,3] preperiod 20 period 0 offsets -6 6 fixed 0\n  minimal\n", WitnessPrimes),
        ("", RestMissing),
    ] {
        let text = SIX.replace(line, wrong);
        assert_eq!(rejected(&text), (condition, "[1,2,3]".to_string()), "{wrong}");
    }
    // The row of [1,1,3] has twice the period of its mask.
    let line = "rest [1,1,3] preperiod 16 period 16";
    assert!(SIX.contains(line));
    let half = SIX.replace(line, "rest [1,1,3] preperiod 16 period 8");
    assert_eq!(rejected(&half), (RowRecurs, "[1,1,3]".to_string()));
    // [2,4] has period 4 under a mask of period 8: half of it does not show in the window.
    let line = "rest [2,4] preperiod 2 period 4 offsets -2 2 fixed 0\n  minimal 2@2\n";
    assert!(SIX.contains(line));
    let half = "rest [2,4] preperiod 2 period 2 offsets 2 2 fixed 0\n  minimal 2@3\n";
    let half = SIX.replace(line, half);
    assert_eq!(rejected(&half).0, RowPeriodic);
}

/// Every number in the file, made one more, one less, or another: nothing of it is accepted.
#[test]
fn no_number_can_be_altered() {
    let lines: Vec<&str> = SIX.lines().collect();
    for (i, line) in lines.iter().enumerate().skip(2) {
        for (at, _) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            for digit in "0123456789".chars().filter(|&digit| !line[at..].starts_with(digit)) {
                let altered = format!("{}{digit}{}", &line[..at], &line[at + 1..]);
                let mut lines = lines.clone();
                lines[i] = &altered;
                let text = lines.join("\n") + "\n";
                assert!(check(signed(&text).as_bytes()).is_err(), "{altered}");
            }
        }
    }
}

/// The specification said that the least witness is named and no other is accepted; any true one was.
#[test]
fn a_true_witness_that_is_not_the_least_was_accepted() {
    let mut later = 0;
    for kind in ["rests", "grundy-rests"] {
        let text = all(AMALGAMATION, kind, if kind == "rests" { 5 } else { 3 }, 260);
        let checked = check(signed(&text).as_bytes()).unwrap().rests.unwrap();
        let mut values =
            Values { game: AMALGAMATION, grundy: checked.grundy, found: HashMap::new() };
        for row in &checked.rows {
            let mut offset = |c: u64| values.of([&row.rest[..], &[c]].concat()) as i64 - c as i64;
            let (s, p) = (row.offsets.preperiod, row.offsets.period);
            let rest = format!("{:?}", row.rest).replace(", ", ",");
            for &(prime, least) in &row.offsets.witnesses {
                for column in least + 1..s + p {
                    let truth = offset(column) != offset(column + p / prime);
                    let line = text.find(&format!("\nrest {rest} ")).unwrap();
                    let (before, after) = text.split_at(line);
                    let (from, to) = (format!("{prime}@{least}"), format!("{prime}@{column}"));
                    let altered = format!("{before}{}", after.replacen(&from, &to, 1));
                    let expected = (Condition::RowPeriodLeast, rest.clone());
                    assert_eq!(rejected(&altered), expected, "{rest} {to}");
                    later += u64::from(truth);
                }
            }
        }
    }
    assert!(later > 50, "{later} true witnesses");
}

/// Any byte changed, with the checksum left as it is, or made right again.
#[test]
fn no_byte_can_be_altered() {
    let text = signed(&all(AMALGAMATION, "rests", 3, 100));
    for at in 0..text.len() {
        for byte in [b'0', b'1', b' ', b'\n', b'-', b'[', 0x80] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == byte {
                continue;
            }
            bytes[at] = byte;
            assert!(check(&bytes).is_err(), "byte {at}");
            let body = bytes.len() - 72;
            let Ok(body) = std::str::from_utf8(&bytes[..body]) else { continue };
            if at < body.len()
                && let Ok(checked) = check(signed(body).as_bytes())
            {
                // It may still be true: another game with the same first rows.
                let same = read(text.as_bytes()).unwrap();
                let said = |rests: &amalgam_check::Rests| {
                    rests.rows.iter().map(|row| (row.extremes, row.fixed)).collect::<Vec<_>>()
                };
                assert_eq!(said(&checked.rests.unwrap()), said(&same.rests.unwrap()), "byte {at}");
            }
        }
    }
}

#[test]
fn hostile_claims_end_at_once() {
    let fail = |claim: &str, rest: &str| {
        let text = format!("amalgam-certificate 2\ngame amalgamation\nclaim {claim}\n{rest}");
        check(signed(&text).as_bytes()).unwrap_err()
    };
    let line = "rest [] preperiod 0 period 1 offsets 0 0 fixed 1\n  minimal\n";
    // Few lines cannot speak of many rests.
    for claim in ["rests coins 31", "rests [1,30]", "grundy-rests [5,5,5,5,5,5,5,5]"] {
        let missing = |failure| matches!(failure, Failure::Rest { condition, .. } if condition == Condition::RestMissing);
        assert!(missing(fail(claim, line)), "{claim}");
    }
    for claim in [
        "rests coins 32",
        "rests coins 1152921504606846976",
        "rests [1152921504606846975]",
        "rests [31,31,31]",
    ] {
        assert!(matches!(fail(claim, line), Failure::TooLarge { .. }), "{claim}");
    }
    for claim in [
        "rests []",
        "rests [2,1]",
        "rests [0]",
        "rests [1,]",
        "rests",
        "rests [1, 2]",
        "rests [-1]",
    ] {
        assert!(matches!(fail(claim, line), Failure::Syntax { .. }), "{claim}");
    }
    // More work than a file may ask for is refused before any of it is done.
    let long = line.replace("preperiod 0", "preperiod 1152921504606846974");
    assert!(matches!(fail("rests coins 0", &long), Failure::TooLarge { .. }));
    let long = line.replace("period 1 ", "period 1152921504606846976 ");
    assert!(matches!(fail("rests coins 0", &long), Failure::TooLarge { .. }));
    // Version 1 knows no rests.
    let old = SIX.replace("amalgam-certificate 2", "amalgam-certificate 1");
    assert!(matches!(check(signed(&old).as_bytes()), Err(Failure::Syntax { line: 3, .. })));
}

#[test]
fn the_work_is_told_in_advance() {
    let told = std::cell::Cell::new(0);
    check_within(signed(&SIX).as_bytes(), u64::MAX, &|_, total| told.set(total)).unwrap();
    let most = told.get();
    let failure = check_within(signed(&SIX).as_bytes(), most - 1, &|_, _| panic!()).unwrap_err();
    assert!(matches!(failure, Failure::TooLarge { needed, .. } if needed == u128::from(most)));
    check_within(signed(&SIX).as_bytes(), most, &|done, total| assert!(done <= total)).unwrap();
}
