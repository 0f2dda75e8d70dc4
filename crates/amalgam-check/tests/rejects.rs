//! Planted errors: each is rejected, and for the right reason. The checksum is recomputed over the
//! wrong claim, except where the checksum itself is the error.

use std::sync::LazyLock;

use crate::naive::{AMALGAMATION, MERGE_TAKE_ONE, Table, signed};
use crate::text::text;
use amalgam_check::{Certificate, Claim, Condition, Cover, Failure, Proved, check, read};

static ROWS: LazyLock<String> =
    LazyLock::new(|| signed(&Table::new(AMALGAMATION, 16, 50_000).rows_certificate(16)));
static COVERS: LazyLock<String> =
    LazyLock::new(|| signed(&Table::new(AMALGAMATION, 30, 50_000).covers_certificate(30)));

/// Changes a certificate, and expects the condition to fail at the row. Returns the column.
#[track_caller]
fn rejected(
    certificate: &str,
    change: impl FnOnce(&mut Certificate),
    condition: Condition,
    row: u64,
) -> Option<u64> {
    let mut certificate = read(certificate.as_bytes()).unwrap();
    let unchanged = certificate.clone();
    change(&mut certificate);
    assert_ne!(certificate, unchanged, "nothing was changed");
    match check(signed(&text(&certificate)).as_bytes()) {
        Err(Failure::Rejected(found)) => {
            assert_eq!((found.condition, found.row), (condition, Some(row)), "{found:?}");
            found.column
        }
        other => panic!("{other:?}"),
    }
}

/// Changes one proved row of `ROWS`.
#[track_caller]
fn row_rejected(row: usize, change: impl FnOnce(&mut Proved), condition: Condition) -> Option<u64> {
    let change = |c: &mut Certificate| change(c.rows[row - 1].proved.as_mut().unwrap());
    rejected(&ROWS, change, condition, row as u64)
}

#[test]
fn the_unchanged_certificates_are_accepted() {
    for certificate in [&ROWS, &COVERS] {
        check(certificate.as_bytes()).unwrap();
        assert_eq!(signed(&text(&read(certificate.as_bytes()).unwrap())), **certificate);
    }
}

#[test]
fn a_period_doubled() {
    for row in [1, 2, 7, 8, 10, 13, 16] {
        row_rejected(row, |proved| proved.offsets.period *= 2, Condition::RowPeriodLeast);
    }
    // The mask of row 10 cannot have twice the period that the rows above it have together.
    row_rejected(10, |proved| proved.mask.period *= 2, Condition::MaskPeriodic);
    // Masks that have a smaller period than the rows above together: any multiple is refused.
    row_rejected(4, |proved| proved.mask.period = 8, Condition::MaskPeriodic);
    row_rejected(15, |proved| proved.mask.period = 2, Condition::WitnessPrimes);
}

#[test]
fn a_period_that_is_a_proper_divisor() {
    assert_eq!(
        row_rejected(7, |proved| proved.offsets.period /= 2, Condition::RowRecurs),
        Some(17)
    );
    // Row 9 has a mask of period 40, so after lcm(8,40) columns the window recurs.
    let fifth = |proved: &mut Proved| {
        proved.offsets.period /= 5;
        proved.offsets.witnesses.pop();
    };
    assert_eq!(row_rejected(9, fifth, Condition::RowPeriodic), Some(16));
    let mask_fifth = |proved: &mut Proved| {
        proved.mask.period /= 5;
        proved.mask.witnesses.pop();
    };
    assert_eq!(row_rejected(10, mask_fifth, Condition::MaskPeriodic), Some(20));
}

#[test]
fn a_preperiod_one_too_large() {
    for row in [1, 3, 7, 8, 10, 11, 13, 15] {
        let later = |proved: &mut Proved| later(&mut proved.offsets);
        row_rejected(row, later, Condition::RowPreperiodLeast);
    }
    for row in [2, 3, 8, 9, 11, 13, 16] {
        row_rejected(row, |proved| later(&mut proved.mask), Condition::MaskPreperiodLeast);
    }
    row_rejected(15, |proved| proved.mask.preperiod += 1, Condition::MaskStart);
    let from = |by: u64| {
        move |c: &mut Certificate| {
            c.covers[3].from += by;
            c.covers[3].column += by;
        }
    };
    rejected(&COVERS, from(1), Condition::FromLeast, 22);
    rejected(&COVERS, from(1000), Condition::FromLeast, 22);
    rejected(&COVERS, |c| c.covers[3].from += 1, Condition::CoverColumn, 22);
    rejected(&COVERS, |c| c.covers[2].from += 1, Condition::FromLeast, 16);

    /// The witnesses move one period along where they would fall out of range.
    fn later(claim: &mut amalgam_check::Repetition) {
        claim.preperiod += 1;
        for (_, column) in &mut claim.witnesses {
            if *column < claim.preperiod {
                *column += claim.period;
            }
        }
    }
}

#[test]
fn a_preperiod_one_too_small() {
    let smaller = |proved: &mut Proved| proved.offsets.preperiod -= 1;
    assert_eq!(row_rejected(8, smaller, Condition::RowRecurs), Some(19));
    // Row 9 repeats before its mask does.
    assert_eq!(row_rejected(9, smaller, Condition::RowPeriodic), Some(15));
    let smaller = |proved: &mut Proved| proved.mask.preperiod -= 1;
    assert_eq!(row_rejected(8, smaller, Condition::MaskPeriodic), Some(16));
    assert_eq!(row_rejected(14, smaller, Condition::MaskPeriodic), Some(30));
    let early = |c: &mut Certificate| (c.covers[3].from, c.covers[3].column) = (173, 173);
    assert_eq!(rejected(&COVERS, early, Condition::Covered, 22), Some(173));
    rejected(&COVERS, |c| c.covers[0].from = 3, Condition::Covered, 6);
}

#[test]
fn a_witness_that_shows_nothing() {
    // Row 10: 2@19 is the least witness, so column 18 shows nothing for 2.
    let moved = |proved: &mut Proved| proved.offsets.witnesses[0].1 = 18;
    assert_eq!(row_rejected(10, moved, Condition::RowPeriodLeast), Some(18));
    let moved = |proved: &mut Proved| proved.mask.witnesses[0].1 = 20;
    assert_eq!(row_rejected(10, moved, Condition::MaskPeriodLeast), Some(20));
    let missing = |proved: &mut Proved| _ = proved.offsets.witnesses.pop();
    row_rejected(10, missing, Condition::WitnessPrimes);
    let not_prime = |proved: &mut Proved| proved.offsets.witnesses[0].0 = 4;
    row_rejected(1, not_prime, Condition::WitnessPrimes);
    // Nor may it be a later one.
    let later = |proved: &mut Proved| proved.offsets.witnesses[0].1 += 80;
    assert_eq!(row_rejected(10, later, Condition::RowPeriodLeast), Some(19));
    let out_of_range = |proved: &mut Proved| proved.offsets.witnesses[0].1 += proved.offsets.period;
    row_rejected(10, out_of_range, Condition::WitnessPrimes);
}

#[test]
fn an_offset_flipped() {
    for row in [1, 6, 7, 12] {
        row_rejected(row, |proved| proved.extremes.0 *= -1, Condition::Offsets);
        row_rejected(row, |proved| proved.extremes.1 -= 1, Condition::Offsets);
    }
    row_rejected(9, |proved| proved.window = vec![(0, 0)], Condition::Window);
    row_rejected(7, |proved| proved.window = vec![], Condition::Window);
}

#[test]
fn a_pair_missing_or_wrong() {
    let lists = |proved: &mut Proved| proved.lists.clone().unwrap();
    let drop_once = |proved: &mut Proved| {
        let (mut once, repeating) = lists(proved);
        once.remove(2);
        proved.lists = Some((once, repeating));
    };
    assert_eq!(row_rejected(7, drop_once, Condition::Once), Some(3));
    let drop_repeating = |proved: &mut Proved| {
        let (once, mut repeating) = lists(proved);
        repeating.pop();
        proved.lists = Some((once, repeating));
    };
    assert_eq!(row_rejected(7, drop_repeating, Condition::Repeating), Some(20));
    let change = |proved: &mut Proved| {
        let (once, mut repeating) = lists(proved);
        repeating[0].1 += 1;
        proved.lists = Some((once, repeating));
    };
    assert_eq!(row_rejected(5, change, Condition::Repeating), Some(12));
    let extra = |proved: &mut Proved| {
        let (mut once, repeating) = lists(proved);
        once.push((100, 101));
        proved.lists = Some((once, repeating));
    };
    assert_eq!(row_rejected(3, extra, Condition::Once), Some(100));
    row_rejected(13, |proved| proved.lists = Some((vec![], vec![])), Condition::ListsShort);
}

#[test]
fn a_cover_claimed_one_row_early() {
    // Row 28 for 30, with everything else adapted.
    let early = |c: &mut Certificate| {
        (c.covers[5].row, c.covers[5].half_width, c.claim) = (28, 14, Claim::Covers(28));
    };
    assert_eq!(rejected(&COVERS, early, Condition::Balanced, 28), Some(1704));
    rejected(&COVERS, |c| c.covers[0].row = 5, Condition::CoverOrder, 5);
    // By period: rows 1..4 recur, but do not cover.
    let early = |c: &mut Certificate| {
        c.covers.truncate(1);
        (c.covers[0].row, c.covers[0].half_width, c.claim) = (4, 2, Claim::Covers(4));
    };
    assert_eq!(rejected(&COVERS, early, Condition::Covered, 4), Some(19));
    row_rejected(5, |proved| proved.cover = true, Condition::CoverFlag);
    row_rejected(6, |proved| proved.cover = false, Condition::CoverFlag);
    row_rejected(12, |proved| proved.cover = true, Condition::CoverFlag);
    // Offsets that would make row 12 a cover row; row 12 is the first that has others.
    let narrow = |c: &mut Certificate| {
        for proved in c.rows[..12].iter_mut().filter_map(|row| row.proved.as_mut()) {
            let (min, max) = proved.extremes;
            proved.extremes = (min.max(-6), max.min(6));
        }
    };
    rejected(&ROWS, narrow, Condition::Offsets, 12);
}

#[test]
fn a_balanced_column_that_is_not() {
    let at = |column: u64| {
        move |c: &mut Certificate| (c.covers[5].column, c.covers[5].from) = (column, column)
    };
    assert_eq!(rejected(&COVERS, at(1600), Condition::Balanced, 30), Some(1600));
    assert_eq!(rejected(&COVERS, at(1688), Condition::Balanced, 30), Some(1688));
    // Balanced, but not the first column from which neither is broken.
    rejected(&COVERS, |c| c.covers[5].column = 1689, Condition::CoverColumn, 30);
    rejected(&COVERS, |c| c.covers[5].column += 1, Condition::CoverColumn, 30);
    // Before the cover row before it covers, or among columns that still see the first heap.
    let too_early = |c: &mut Certificate| (c.covers[2].column, c.covers[2].period) = (232, None);
    assert_eq!(rejected(&COVERS, too_early, Condition::CoverColumn, 16), Some(232));
    let low = |c: &mut Certificate| (c.covers[4].column, c.covers[4].period) = (173, None);
    rejected(&COVERS, low, Condition::CoverColumn, 24);
}

#[test]
fn a_block_too_wide_for_the_balanced_lemma() {
    let wide = |c: &mut Certificate| (c.covers[1].column, c.covers[1].period) = (20_000, None);
    rejected(&COVERS, wide, Condition::CoverNarrow, 14);
    let first = |c: &mut Certificate| (c.covers[0].column, c.covers[0].period) = (20_000, None);
    rejected(&COVERS, first, Condition::CoverNarrow, 6);
    // In merge-take-one the merges reach one offset lower, so n = k is already too wide.
    let half = |c: &mut Certificate| {
        c.game = MERGE_TAKE_ONE;
        c.covers.truncate(1);
        let (row, half_width, from, after, column) = (12, 6, 50, 6, 100);
        c.covers.push(Cover { row, half_width, from, after, column, period: None });
    };
    rejected(&COVERS, half, Condition::CoverNarrow, 12);
}

#[test]
fn a_recurrence_that_is_none() {
    let other = |c: &mut Certificate| {
        (c.covers[1].column, c.covers[1].period) = (233, Some(5760));
    };
    assert_eq!(rejected(&COVERS, other, Condition::CoverRecurs, 14), Some(5993));
    let early = |c: &mut Certificate| {
        (c.covers[1].column, c.covers[1].period) = (232, Some(11520));
    };
    rejected(&COVERS, early, Condition::CoverColumn, 14);
    // From a later column on, or after a multiple of the period.
    rejected(&COVERS, |c| c.covers[1].column += 1, Condition::CoverLeast, 14);
    rejected(&COVERS, |c| c.covers[1].period = Some(23040), Condition::CoverLeast, 14);
    let zero = |c: &mut Certificate| (c.covers[1].column, c.covers[1].period) = (233, Some(0));
    rejected(&COVERS, zero, Condition::CoverColumn, 14);
}

#[test]
fn a_wrong_half_width_or_chain() {
    rejected(&COVERS, |c| c.covers[2].half_width = 9, Condition::HalfWidth, 16);
    rejected(&COVERS, |c| c.covers[2].after = 6, Condition::CoverOrder, 16);
    rejected(&COVERS, |c| c.covers.swap(2, 3), Condition::CoverOrder, 22);
    rejected(&COVERS, |c| _ = c.covers.remove(2), Condition::CoverOrder, 22);
    rejected(&COVERS, |c| c.covers.insert(2, c.covers[2]), Condition::CoverOrder, 16);
    rejected(&COVERS, |c| c.claim = Claim::Covers(28), Condition::CoverOrder, 30);
    rejected(&COVERS, |c| c.claim = Claim::Covers(31), Condition::CoverOrder, 30);
}

#[test]
fn rows_out_of_order_or_missing() {
    rejected(&ROWS, |c| c.rows.swap(3, 4), Condition::RowOrder, 4);
    rejected(&ROWS, |c| c.rows[4].row = 4, Condition::RowOrder, 4);
    rejected(&ROWS, |c| _ = c.rows.remove(7), Condition::RowMissing, 8);
    rejected(&ROWS, |c| _ = c.rows.remove(0), Condition::RowMissing, 1);
    rejected(&ROWS, |c| _ = c.rows.pop(), Condition::RowMissing, 16);
    rejected(&ROWS, |c| c.claim = Claim::Rows(1, 15), Condition::RowMissing, 16);
    rejected(&ROWS, |c| c.claim = Claim::Rows(2, 16), Condition::FirstRow, 2);
    rejected(&ROWS, |c| c.claim = Claim::Rows(5, 4), Condition::FirstRow, 5);
    // The claims of one row under the name of another.
    let of_row_10 = |c: &mut Certificate| c.rows[8].proved = c.rows[9].proved.clone();
    rejected(&ROWS, of_row_10, Condition::MaskPeriodLeast, 9);
}

#[test]
fn unknown_rows() {
    rejected(&ROWS, |c| c.rows[8].proved = None, Condition::UnknownTail, 10);
    let with = |bounds| {
        move |c: &mut Certificate| {
            for row in &mut c.rows[7..14] {
                (row.proved, row.bounds) = (None, Some(bounds));
            }
        }
    };
    let bounds = [4, 7, 233, 14];
    for wrong in [[5, 7, 233, 14], [4, 6, 233, 14], [4, 7, 232, 14], [4, 7, 233, 16]] {
        rejected(&ROWS, with(wrong), Condition::UnknownBounds, 8);
    }
    let mut right = read(ROWS.as_bytes()).unwrap();
    with(bounds)(&mut right);
    check(signed(&text(&right)).as_bytes()).unwrap();
}

#[test]
fn another_game() {
    rejected(&COVERS, |c| c.game.threshold = 2, Condition::CoverRecurs, 6);
    // Row 1 of the restricted game is that of Nim.
    let other = |c: &mut Certificate| {
        c.game.threshold = 2;
        c.covers.clear();
        c.rows.truncate(1);
        c.claim = Claim::Rows(1, 1);
    };
    rejected(&ROWS, other, Condition::RowPreperiodLeast, 1);
}

#[test]
fn unreadable_files() {
    let unreadable = |bytes: &[u8], expected: Failure| assert_eq!(check(bytes), Err(expected));
    let no_certificate = Failure::Syntax { line: 1, expected: "amalgam-certificate 2" };
    let text = &**ROWS;
    for cut in [1, 2, 30, 70, 73, 200, text.len() - 25] {
        unreadable(&text.as_bytes()[..text.len() - cut], Failure::Truncated);
    }
    unreadable(&text.as_bytes()[..10], no_certificate.clone());
    unreadable(b"", no_certificate);
    let future = text.replacen("amalgam-certificate 1", "amalgam-certificate 3", 1);
    unreadable(future.as_bytes(), Failure::Version("3".into()));
    let body = &text[..text.len() - 72];
    for (old, new, line) in [
        ("game amalgamation", "game chess", 2),
        ("game amalgamation", "game restricted-amalgamation 1", 2),
        ("claim rows 1 16", "claim rows 1  16", 3),
        ("claim rows 1 16", "claim rows 01 16", 3),
        ("claim rows 1 16", "claim rows +1 16", 3),
        ("claim rows 1 16", "claim rows 1 16 ", 3),
        ("cover 6 half-width 3", "cover 6 half-width", 4),
        ("\nrow 1 ", "\n\nrow 1 ", 7),
        ("  window\n", "  windows\n", 8),
        ("  window\n", "  window x\n", 8),
        ("minimal 2@2", "minimal 2", 9),
        ("once\n", "once \n", 11),
        ("[2,4]", "[2;4]", 12),
        ("[2,4]", "[2,é]", 12),
    ] {
        let found = check(signed(&body.replacen(old, new, 1)).as_bytes());
        match found {
            Err(Failure::Syntax { line: at, .. }) => assert_eq!(at, line),
            other => panic!("{other:?} for {new:?}"),
        }
    }
}

#[test]
fn a_changed_checksum_or_file() {
    let checksum = |text: String| match check(text.as_bytes()) {
        Err(Failure::Rejected(found)) => assert_eq!(found.condition, Condition::Checksum),
        other => panic!("{other:?}"),
    };
    let (body, last) = ROWS.split_at(ROWS.len() - 72);
    let digit = if last.as_bytes()[20] == b'0' { "1" } else { "0" };
    checksum(format!("{body}{}{digit}{}", &last[..20], &last[21..]));
    checksum(ROWS.replacen("period 4", "period 8", 1));
    checksum(
        ROWS.to_uppercase()
            .replacen("AMALGAM-CERTIFICATE", "amalgam-certificate", 1)
            .replacen("SHA256", "sha256", 1),
    );
}
