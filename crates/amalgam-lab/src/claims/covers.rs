//! Found here: which rows of three heaps are cover rows.

use super::verdict::Checked;
use super::{Claim, Context, Effort, Paper};
use amalgam_core::games::rules::Family;
use amalgam_rows::three::covers::{self, Decided, Recurrence};
use amalgam_rows::three::progress::Silent;
use amalgam_rows::three::rows;
use amalgam_rows::{Row, RowError};

const PAPER: Paper = Paper::Found;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "AM-parity",
        "cover rows",
        "A cover row of a game in which heaps may merge (any threshold, or one coin taken) is 8m or 8m + 6.",
        parity,
    )
    .proof("engines::three::covers, the Parity Theorem"),
    PAPER.claim(
        "AM-310",
        "cover rows",
        "Row 310 of Amalgamation Nim is no cover row, though every other row 8m + 6 around it is: not \
         all rows 8m + 6 are cover rows.",
        row_310,
    )
    .note("two of its defects stay for ever, because row 306 hides a cover (AM-hidden): over that row \
           310 is in the place of a fourth row, of which defects may survive"),
    PAPER.claim(
        "AM-hidden",
        "cover rows",
        "Row 306 of Amalgamation Nim hides a cover: it is none, having one defect for ever, but the rows \
         after 307 behave as if the rows up to 306 used the offsets −153 to 153.",
        hidden_306,
    )
    .note("among the blocks that are open long enough for it to be noticed it is the only one up to row \
           1000"),
    PAPER.claim(
        "AM-hidden-9",
        "cover rows",
        "With threshold 9 row 42 hides a cover, and row 46 is no cover row because of that.",
        hidden_42,
    )
    .note("up to row 300 it is the only row 8m + 6 above the first cover row, of the thresholds 3, 5, 7, 9 and \
           15, that is none"),
    PAPER.claim(
        "AM-after",
        "cover rows",
        "The row 8m + 8 after a cover row 8m + 6 = 2k is a cover row or never will be: whether it is shows \
         within 2(k + 1)(k + 2) columns.",
        after_a_cover,
    )
    .proof("engines::three::covers, the row after a cover"),
];

/// The last row that is looked at.
fn last(context: &Context) -> u64 {
    match context.effort {
        Effort::Quick => 312,
        Effort::Standard => 400,
        Effort::Deep => 1000,
    }
}

fn decided(context: &Context, then: impl Fn(u64, Decided) -> Checked) -> Checked {
    let to = last(context);
    match covers::decide(Family::AMALGAMATION, to, None, &context.limits, &Silent) {
        Ok(decided) => then(to, decided),
        Err(error) => unknown(error),
    }
}

fn unknown(error: RowError) -> Checked {
    Checked::Unknown { why: error.to_string() }
}

/// The rows whose periods are proved tell which are cover rows, without the theorem.
fn parity(context: &Context) -> Checked {
    let games = [Family::AMALGAMATION, Family::Threshold(3), Family::Threshold(5)];
    let to = 38;
    for family in games {
        let report = match rows::find(family, to, &context.limits, &Silent) {
            Ok(report) => report,
            Err(error) => return unknown(error),
        };
        let odd = |row: &&Row| row.cover && !matches!(row.rest.largest() % 8, 0 | 6);
        if let Some(row) = report.iter().find(odd) {
            return Checked::Unknown {
                why: format!("row {} of {family:?} is a cover row", row.name()),
            };
        }
    }
    Checked::Holds { scope: format!("the rows to {to} of the thresholds 1, 3 and 5") }
}

fn certified(to: u64, recurrence: &Recurrence) -> Checked {
    let Recurrence { row, over, defects, column, period } = recurrence;
    let defects = if *defects == 1 { "1 defect".to_owned() } else { format!("{defects} defects") };
    Checked::Certified {
        scope: format!("the rows to {to}"),
        by: format!(
            "row {row} has {defects} for ever: above row {over} the rows repeat from column {column} \
             with period {period}"
        ),
    }
}

fn row_310(context: &Context) -> Checked {
    decided(context, |to, decided| {
        let covers = &decided.covers.covers;
        let all_others = (0..=(to - 6) / 8)
            .map(|m| 8 * m + 6)
            .all(|row| row == 310 || covers.iter().any(|cover| cover.row == row));
        match decided.excluded.iter().find(|excluded| excluded.row == 310) {
            Some(excluded) if all_others => certified(to, excluded),
            _ => Checked::Unknown { why: "it is not decided within the bounds".to_owned() },
        }
    })
}

fn hidden_306(context: &Context) -> Checked {
    decided(context, |to, decided| match decided.hidden.as_slice() {
        [hidden] if hidden.row == 306 => certified(to, hidden),
        other => Checked::Unknown { why: format!("hidden are {other:?}") },
    })
}

fn hidden_42(context: &Context) -> Checked {
    let to = 64;
    match covers::decide(Family::Threshold(9), to, None, &context.limits, &Silent) {
        Ok(decided) => match decided.hidden.as_slice() {
            [hidden] if hidden.row == 42 => {
                match decided.excluded.iter().find(|none| (none.row, none.over) == (46, 42)) {
                    Some(none) => certified(to, none),
                    None => Checked::Unknown { why: "row 46 is not decided".to_owned() },
                }
            }
            other => Checked::Unknown { why: format!("hidden are {other:?}") },
        },
        Err(error) => unknown(error),
    }
}

fn after_a_cover(context: &Context) -> Checked {
    decided(context, |to, decided| {
        let covers = &decided.covers.covers;
        let after = |row: u64| row % 8 == 6 && row + 2 <= to;
        let open =
            covers.iter().filter(|cover| after(cover.row)).map(|cover| cover.row + 2).find(|row| {
                let cover = covers.iter().any(|cover| cover.row == *row);
                let none = decided.excluded.iter().any(|excluded| {
                    let k = excluded.over / 2;
                    let round = 2 * (k + 1) * (k + 2);
                    excluded.row == *row && round.is_multiple_of(excluded.period)
                });
                !cover && !none
            });
        match open {
            Some(row) => Checked::Unknown { why: format!("row {row} is open") },
            None => Checked::Holds { scope: format!("the rows to {to}") },
        }
    })
}
