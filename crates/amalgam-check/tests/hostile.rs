//! Arbitrary bytes and hostile sizes: an answer, soon, and no panic.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::naive::{AMALGAMATION, Table, restricted, signed};
use amalgam_check::{BYTES, Certificate, Failure, Proved, Repetition, WORK, check, check_within};
use proptest::prelude::*;

/// Small certificates to be spoilt, without their last lines.
static BODIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let (table, nim) = (Table::new(AMALGAMATION, 11, 3000), Table::new(restricted(9), 8, 300));
    vec![
        table.rows_certificate(10),
        table.covers_certificate(10),
        nim.rows_certificate(8),
        nim.covers_certificate(8),
        table.structured(6, 10, 0),
    ]
});

const STEPS: &str = "steps of work (--work)";
/// Without its bounds a check would take hours; a machine that does much else may take its time.
const SOON: Duration = Duration::from_secs(60);

fn answers_soon(bytes: &[u8]) {
    let start = Instant::now();
    let _ = check_within(bytes, 1 << 22, &|_, _| ());
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..Default::default() })]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        answers_soon(&bytes);
        answers_soon(&[b"amalgam-certificate 2\n", &bytes[..]].concat());
        let body = format!("amalgam-certificate 2\n{}\n", String::from_utf8_lossy(&bytes));
        answers_soon(signed(&body).as_bytes());
    }

    #[test]
    fn edited_lines(
        body in 0usize..5,
        edits in prop::collection::vec((0usize..100, 0usize..100, 0usize..6, 0usize..12), 1..4),
    ) {
        const NUMBERS: [&str; 12] = [
            "0", "1", "2", "3", "7", "16", "255", "510", "4096", "1000003", "1152921504606846975",
            "18446744073709551615",
        ];
        let mut lines: Vec<String> = BODIES[body].lines().map(String::from).collect();
        for (at, other, kind, number) in edits {
            let (at, other) = (at % lines.len(), other % lines.len());
            match kind {
                0 => lines.swap(at, other),
                1 => lines.insert(at, lines[other].clone()),
                2 if lines.len() > 1 => _ = lines.remove(at),
                _ => {
                    // One of the numbers of the line becomes another.
                    let mut words: Vec<&str> = lines[at].split(' ').collect();
                    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
                    let places: Vec<usize> =
                        (0..words.len()).filter(|&i| is_number(&words[i])).collect();
                    if !places.is_empty() {
                        words[places[other % places.len()]] = NUMBERS[number];
                    }
                    lines[at] = words.join(" ");
                }
            }
        }
        let edited = signed(&(lines.join("\n") + "\n"));
        answers_soon(edited.as_bytes());
        // What is accepted all the same (a list less) says nothing else.
        let original = check(signed(&BODIES[body]).as_bytes()).unwrap();
        let Ok(accepted) = check_within(edited.as_bytes(), 1 << 22, &|_, _| ()) else {
            return Ok(());
        };
        let facts = |c: &Certificate, row: u64| {
            let proved = c.rows.iter().find(|line| line.row == row)?.proved.clone()?;
            let period = |x: &Repetition| (x.preperiod, x.period);
            let Proved { offsets, mask, extremes, cover, window, .. } = &proved;
            Some((period(offsets), period(mask), *extremes, *cover, window.clone()))
        };
        for line in accepted.rows.iter().filter(|line| line.proved.is_some()) {
            if accepted.game == original.game && facts(&original, line.row).is_some() {
                prop_assert_eq!(facts(&accepted, line.row), facts(&original, line.row));
            }
        }
        for cover in accepted.covers.iter().filter(|_| accepted.game == original.game) {
            let same = original.covers.iter().find(|other| other.row == cover.row);
            prop_assert_eq!(same.map(|other| other.from), Some(cover.from));
        }
    }
}

#[test]
fn hostile_sizes_are_refused_at_once() {
    let start = Instant::now();
    #[track_caller]
    fn too_large(body: &str, expected: &str) {
        match check(signed(body).as_bytes()) {
            Err(Failure::TooLarge { what, .. }) => assert_eq!(what, expected),
            other => panic!("{other:?} for {body}"),
        }
    }
    let head = "amalgam-certificate 1\ngame amalgamation\n";
    // Numbers near 2^64 and beyond.
    for number in ["1152921504606846976", "18446744073709551615", "99999999999999999999999"] {
        too_large(&format!("{head}claim rows 1 {number}\n"), "or more in one number");
    }
    // Rows beyond any window.
    too_large(&format!("{head}claim rows 1 511\n"), "is the last row");
    too_large(
        &format!("{head}claim rows 1 4\nrow 1152921504606846975 unknown\n"),
        "is the last row",
    );
    // Long walks: a preperiod, a period, a common multiple, the proof of a cover.
    let row = |s: u64, p: u64, witnesses: &str| {
        format!(
            "{head}claim rows 1 1\nrow 1 preperiod {s} period {p} mask 0 1 offsets -2 2 cover no\n  \
             window\n  minimal {witnesses}\n  mask-minimal\n"
        )
    };
    too_large(&row(2, 1 << 59, "2@2"), STEPS);
    too_large(&row(1 << 59, 4, &format!("2@{}", 1u64 << 59)), STEPS);
    // Whether a number near 2^40 is a prime is not asked before the period is known to be walkable.
    let odd = (1u64 << 40) - 1;
    too_large(&row(2, odd, &format!("{odd}@2")), STEPS);
    let other = "row 2 preperiod 3 period 847288609443 mask 2 2147483648 offsets -3 3 cover no\n  \
        window\n  minimal 3@3\n  mask-minimal 2@2\n";
    let multiple = row(2, 4, "2@2").replace("claim rows 1 1", "claim rows 1 2") + other;
    too_large(&multiple, "columns to walk");
    let cover = "cover 2 half-width 1 from 5 after 0 recurs 5 period 1000000000000000000\n";
    too_large(&format!("{head}claim covers 2\n{cover}"), "columns of a joint period");
    let cover = "cover 2 half-width 1 from 5 after 0 recurs 5 period 1000000000000\n";
    too_large(&format!("{head}claim covers 2\n{cover}"), STEPS);
    // Very many windows: 500 rows with eleven primes each.
    let primes = [2u64, 3, 5, 7, 11, 13, 17, 19];
    let period: u64 = primes.iter().product();
    let rows: String = (1..=500)
        .map(|a| {
            let witnesses: String =
                primes.iter().map(|q| format!(" {q}@{}", 100 * a + q)).collect();
            let s = 100 * a;
            format!(
                "row {a} preperiod {s} period {period} mask {s} {period} offsets -2 2 cover no\n  \
                 window\n  minimal{witnesses}\n  mask-minimal{witnesses}\n"
            )
        })
        .collect();
    too_large(&format!("{head}claim rows 1 500\n{rows}"), "bytes of memory");
    // Structured rows: a long walk, a long table, a late column, many rows.
    let head = "amalgam-certificate 2\ngame amalgamation\n";
    let cover = "cover 6 half-width 3 from 16 after 0 recurs 19 period 4\n";
    let line = |a: u64, p: u64, parts: &str| {
        format!(
            "row {a} preperiod 20 period {p} offsets -5 5 cover no\n  {parts}\n  minimal 2@20\n"
        )
    };
    let block = |last: u64, column: u64, rows: &str| {
        format!("{head}claim rows 7 {last}\n{cover}block 6 column {column}\n{rows}")
    };
    let first = line(7, 8, "cycles 4- over 1");
    let long = line(8, 1 << 58, "defects 2 over 8");
    too_large(&block(8, 90, &(first.clone() + &long)), STEPS);
    too_large(&block(7, 1 << 59, &first), STEPS);
    let rows = line(9, 1 << 40, "cycles 5+ over 8") + &line(10, 1 << 40, "defects 1 over 8");
    let table = first.clone() + &line(8, 1 << 30, "defects 2 over 8") + &rows;
    too_large(&block(10, 90, &table), "columns of a table");
    let many =
        |a: u64| line(a, 1 << 20, if a % 2 == 1 { "cycles 4- over 1" } else { "defects 1 over 8" });
    let many: String = (7..=80).map(many).collect();
    too_large(&block(80, 90, &many), "structured rows in a block");
    // Too long a file.
    let long = format!("{head}{}", "claim".repeat(BYTES as usize / 5));
    too_large(&long, "bytes in the file");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn progress_ends_within_what_was_announced() {
    let last = std::cell::Cell::new((0, 0));
    for body in [0, 4] {
        let whole = signed(&BODIES[body]);
        check_within(whole.as_bytes(), WORK, &|done, total| last.set((done, total))).unwrap();
        let (done, total) = last.get();
        assert!(0 < done && done <= total, "{done} of {total}");
        // The announced steps are enough, and one less is refused.
        assert!(check_within(whole.as_bytes(), total, &|_, _| ()).is_ok());
        let refused = check_within(whole.as_bytes(), total - 1, &|_, _| ());
        let (what, needed, most) = (STEPS, total.into(), u128::from(total) - 1);
        assert_eq!(refused, Err(Failure::TooLarge { what, needed, most }));
    }
}
