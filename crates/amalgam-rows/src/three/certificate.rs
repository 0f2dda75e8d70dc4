//! What is proved of rows and covers as a text that a program that trusts nothing can check.
//!
//! docs/certificate.md specifies the text and proves that it is a proof; `amalgam-check`, which
//! shares no code with this crate, accepts or rejects it. Nothing is computed here but the lists of
//! short rows: a certificate is what the engine has proved, with the columns that prove it.
//!
//! Two things are said differently there and here:
//!
//! - The engine keeps the taken values above a column, the certificate applies to those on both sides
//!   of it. If the former agree at t and t + P and no later offset exceeds k, the choices from t on
//!   repeat, and so do all offsets from t + k on: a negative one mirrors a choice at most k columns
//!   to the left. The complement of the two-sided window at T is made of the offsets from T on, so
//!   the two-sided windows at T and T + P agree from T = t + k on. The certificate has the least T.
//! - No merge is felt in the rows below the threshold, so a threshold beyond all numbers of the
//!   format gives the rows of Nim, and the certificate names that game.
//!
//! ```
//! use amalgam::engines::three::{certificate, rows, progress::Silent};
//! use amalgam::games::rules::Family;
//! let mut run = rows::Run::new(Family::AMALGAMATION, 2)?;
//! run.advance(&Default::default(), &Silent)?;
//! let text = certificate::rows(&run)?;
//! assert!(text.starts_with("amalgam-certificate 1\ngame amalgamation\nclaim rows 1 2\n"));
//! assert!(text.contains("row 1 preperiod 2 period 4 mask 0 1 offsets -2 2 cover no\n"));
//! # Ok::<(), amalgam::engines::three::progress::RowError>(())
//! ```

use super::columns::regular;
use super::covers::{Cover, CoverProof, Decided, Recurrence, may_cover, on_both_sides};
use super::progress::RowError;
use super::row;
use super::rows::Run;
use crate::row::{Obstacle, Parts, Proof, Proved, Row, RowStructure, SignedCycle, Status, Witness};
use amalgam_core::games::rules::Family;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::fmt::Display;

/// Rows whose preperiod and period together are longer than this carry no lists.
pub const LONGEST_LISTED: u64 = 4096;
/// The numbers of a certificate lie below this.
const LARGE: u64 = 1 << 60;

/// The certificate of what a run has proved so far. Rows that it has not proved are `unknown`, and so
/// are a cover row that the search for covers did not see, and the rows after it: the format has no
/// place for a cover without its proof.
///
/// # Errors
/// If the lists of a row cannot be made.
pub fn rows(run: &Run) -> Result<String, RowError> {
    let (family, to, report) = (run.family(), run.to(), run.report());
    let covers = run.covers().map_or(&[][..], |covers| &covers.covers);
    // The cover that ends the last block may lie beyond the last row. It is needed if it bounds
    // unknown rows, which are the last of their block.
    let unknown = report.last().is_some_and(|row| row.proved().is_none());
    let before = covers.partition_point(|cover| cover.row < to);
    let end = covers[before..].first().filter(|end| end.row == to || unknown);
    let covers = &covers[..before + usize::from(end.is_some())];
    let structured = |row: &Row| row.proved().is_some_and(|row| row.proof != Proof::Walked);
    let number = |row: &Row| row.heap().unwrap_or(0);
    let version = if report.iter().any(structured) { 2 } else { 1 };
    let mut text = head(version, family, &format!("rows 1 {to}"));
    push_covers(&mut text, family, covers);
    let unseen = |row: &&Row| row.cover && covers.iter().all(|cover| cover.row != number(row));
    let unseen = report.iter().find(unseen).map_or(u64::MAX, number);
    // The last of the rows of a block that are told says from which column on all of them are.
    let seen_from = |half: u64| {
        let told = report.iter().filter(|row| number(row) < unseen).filter_map(Row::proved);
        let mut last = told.filter_map(|row| match &row.proof {
            Proof::Structure(structure) if structure.half == half => Some(structure.least),
            _ => None,
        });
        last.next_back().unwrap_or_default()
    };
    for row in &report {
        match &row.status {
            Status::Proved(_) if number(row) >= unseen => {
                text += &format!("row {} unknown\n", number(row));
            }
            Status::Proved(proved) => push_proved(&mut text, family, row, proved, &seen_from)?,
            Status::Unknown(unknown) => {
                text += &format!("row {} unknown", number(row));
                let end = covers.iter().find(|cover| cover.row >= number(row));
                if let (Some(bounds), Some(end)) = (unknown.offsets, end) {
                    let (low, high, from) = (bounds.smallest, bounds.largest, bounds.from);
                    text += &format!(" offsets {low} {high} from {from} by cover {}", end.row);
                }
                text.push('\n');
            }
        }
    }
    Ok(signed(text))
}

/// The certificate of the rows 8m and 8m + 6 up to row `to`, which `decided` was asked for: which
/// are cover rows, which are not, and which are open.
///
/// ```
/// use amalgam::engines::three::{certificate, covers, progress::Silent};
/// use amalgam::Budget;
/// use amalgam::games::rules::Family;
/// let found = covers::decide(Family::AMALGAMATION, 16, None, &Budget::default(), &Silent)?;
/// let text = certificate::covers(Family::AMALGAMATION, &found, 16);
/// assert!(text.contains("cover 16 half-width 8 from 94\n"));
/// assert!(text.contains("excluded 8 over 6 defects 2 column 4096 period 40\n"));
/// # Ok::<(), amalgam::engines::three::progress::RowError>(())
/// ```
pub fn covers(family: Family, decided: &Decided, to: u64) -> String {
    let covers = &decided.covers.covers;
    // The claim ends with the last row that can be a cover row.
    let last = (0..=to / 2).rev().find(|&half| may_cover(half)).unwrap_or(0);
    let claim = format!("covers {}", 2 * last);
    let Some((column, first)) = decided.layers_from.zip(covers.first()) else {
        let last = covers.last().map_or(0, |cover| cover.row);
        let mut text = head(1, family, &format!("covers {last}"));
        push_covers(&mut text, family, covers);
        return signed(text);
    };
    let mut text = head(2, family, &claim);
    push_covers(&mut text, family, &covers[..1]);
    text += &format!("layers {} column {column}\n", first.row);
    let mut lines = Vec::new();
    for &Cover { row, half_width, from, .. } in &covers[1..] {
        lines.push((row, 0, format!("cover {row} half-width {half_width} from {from}\n")));
    }
    let kinds = [(1, "excluded", &decided.excluded), (2, "hidden", &decided.hidden)];
    for (place, name, recurrences) in kinds {
        for &Recurrence { row, over, defects, column, period } in recurrences {
            let line = format!(
                "{name} {row} over {over} defects {defects} column {column} period {period}\n"
            );
            lines.push((row, place, line));
        }
    }
    // Of the rows below the first cover nothing is said.
    for open in decided.open.iter().filter(|open| open.row > first.row) {
        lines.push((open.row, 3, format!("open {}\n", open.row)));
    }
    lines.sort();
    lines.iter().for_each(|(.., line)| text += line);
    signed(text)
}

fn head(version: u8, family: Family, claim: &str) -> String {
    let game = match family {
        Family::Threshold(0 | 1) => "amalgamation".to_owned(),
        Family::Threshold(LARGE..) => "nim".to_owned(),
        Family::Threshold(r) => format!("restricted-amalgamation {r}"),
        Family::MergeTakeOne => "merge-take-one".to_owned(),
    };
    format!("amalgam-certificate {version}\ngame {game}\nclaim {claim}\n")
}

/// Adds the last line.
pub(crate) fn signed(mut text: String) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    text += &format!("sha256 {hex}\n");
    text
}

fn push_covers(text: &mut String, family: Family, covers: &[Cover]) {
    let (mut after, mut after_from) = (0, 0);
    for &Cover { row, half_width, from, proof } in covers {
        *text += &format!("cover {row} half-width {half_width} from {from} after {after} ");
        *text += &match proof {
            CoverProof::Balanced { column, .. } => format!("balanced {column}\n"),
            CoverProof::Period { column, period } => {
                let least = from.max(after_from).max(regular(family, row));
                let known = (column + half_width, period);
                let (column, period) = on_both_sides(family, after + 1..=row, least, known);
                format!("recurs {column} period {period}\n")
            }
        };
        (after, after_from) = (row, from);
    }
}

fn push_proved(
    text: &mut String,
    family: Family,
    report: &Row,
    proved: &Proved,
    seen_from: &dyn Fn(u64) -> u64,
) -> Result<(), RowError> {
    let cover = if report.cover { "yes" } else { "no" };
    let Proved { preperiod, period, .. } = proved;
    let unknown = || RowError::unknown(&report.rest, Obstacle::Unsought);
    let row = report.heap().ok_or_else(unknown)?;
    let mask = proved.mask.as_ref().ok_or_else(unknown)?;
    let evidence = mask.evidence.as_ref().ok_or_else(unknown)?;
    let (least, most) = proved.offsets.ok_or_else(unknown)?;
    let repeats = format!("row {row} preperiod {preperiod} period {period}");
    let offsets = format!("offsets {least} {most} cover {cover}");
    let witness = |Witness { prime, column }: &Witness| format!("{prime}@{column}");
    match &proved.proof {
        Proof::Walked => {
            *text += &format!("{repeats} mask {} {} {offsets}\n", mask.preperiod, mask.period);
            let taken = |i: &usize| evidence.window[i / 64] >> (i % 64) & 1 == 1;
            push_list(text, "window", (0..64 * evidence.window.len()).filter(taken));
            push_list(text, "minimal", evidence.witnesses.iter().map(witness));
            push_list(text, "mask-minimal", evidence.mask_witnesses.iter().map(witness));
        }
        Proof::Structure(structure) => {
            let RowStructure { half, place, over, parts, .. } = structure;
            if *place == 1 {
                *text += &format!("block {} column {}\n", 2 * half, seen_from(*half));
            }
            *text += &format!("{repeats} {offsets}\n");
            *text += &format!("  {} over {over}\n", parts_in_words(parts));
            push_list(text, "minimal", evidence.witnesses.iter().map(witness));
        }
        Proof::Recurrence { .. } | Proof::Synchronised { .. } => return Err(unknown()),
    }
    if preperiod.saturating_add(*period) <= LONGEST_LISTED {
        let mut lists = row::lists_of(family, row, proved)?;
        // The format leaves the pair of 0 out, and its translates too where the row repeats from there on.
        lists.repeating.retain(|pair| *preperiod > 0 || pair[0] != *period);
        let pair = |[b, c]: &[u64; 2]| format!("[{b},{c}]");
        push_list(text, "once", lists.once.iter().map(pair));
        push_list(text, "repeating", lists.repeating.iter().map(pair));
    }
    Ok(())
}

/// The cycles of an odd row, longest first, or the number of defects of an even one.
fn parts_in_words(parts: &Parts) -> String {
    match parts {
        Parts::Defects(defects) => format!("defects {}", defects.len()),
        Parts::Cycles(cycles) => {
            let mut cycles = cycles.clone();
            cycles.sort_by_key(|cycle| (Reverse(cycle.length), cycle.turns));
            let sign = |turns| if turns { '-' } else { '+' };
            let cycle = |cycle: &SignedCycle| format!(" {}{}", cycle.length, sign(cycle.turns));
            format!("cycles{}", cycles.iter().map(cycle).collect::<String>())
        }
    }
}

fn push_list<T: Display>(text: &mut String, name: &str, members: impl Iterator<Item = T>) {
    *text += &format!("  {name}");
    members.for_each(|member| *text += &format!(" {member}"));
    text.push('\n');
}
