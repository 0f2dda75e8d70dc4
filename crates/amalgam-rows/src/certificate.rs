//! What is proved of rows and covers as a text that a program that trusts nothing can check.
//!
//! docs/certificate.md specifies the text and proves that it is a proof; `amalgam-check`, which
//! shares no code with this crate, accepts or rejects it. A certificate is what the engines have proved, with the
//! columns that prove it: nothing is computed here but the lists of short rows of three heaps, and for rests, whose
//! rows the checker walks itself, the columns that show that no period is shorter.
//!
//! Three things are said differently there and here:
//!
//! - The engine of three heaps keeps the taken values above a column, the certificate applies to those on both sides
//!   of it. If the former agree at t and t + P and no later offset exceeds k, the choices from t on
//!   repeat, and so do all offsets from t + k on: a negative one mirrors a choice at most k columns
//!   to the left. The complement of the two-sided window at T is made of the offsets from T on, so
//!   the two-sided windows at T and T + P agree from T = t + k on. The certificate has the least T.
//! - No merge is felt in the rows below the threshold, so a threshold beyond all numbers of the
//!   format gives the rows of Nim, and the certificate names that game.
//! - The certificate of rests holds the row of every rest that the claimed ones rest on, and only rows whose periods
//!   were walked can be written.
//!
//! ```
//! use amalgam::engines::{rows::certificate, three::{rows, progress::Silent}};
//! use amalgam::games::rules::Family;
//! let mut run = rows::Run::new(Family::AMALGAMATION, 2)?;
//! run.advance(&Default::default(), &Silent)?;
//! let text = certificate::rows(&run)?;
//! assert!(text.starts_with("amalgam-certificate 1\ngame amalgamation\nclaim rows 1 2\n"));
//! assert!(text.contains("row 1 preperiod 2 period 4 mask 0 1 offsets -2 2 cover no\n"));
//! # Ok::<(), amalgam::engines::three::progress::RowError>(())
//! ```

use std::cmp::Reverse;
use std::fmt::{self, Display};

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::error::RowError;
use crate::rests::walk::{CHUNK, Of, Walk, Word};
use crate::rests::{Closure, Setting, Values, periodic};
use crate::row::{Obstacle, Parts, Proof, Proved, Row, RowStructure, SignedCycle, Status, Witness};
use crate::three::columns::regular;
use crate::three::covers::{Cover, CoverProof, Decided, Recurrence, may_cover, on_both_sides};
use crate::three::row;
use crate::three::rows::Run;
use amalgam_core::base::budget::{Budget, Progress, Step, Task};
pub use amalgam_core::base::fault::{Classified, Fault};
use amalgam_core::games::rules::Family;
use amalgam_core::{Play, Position};

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
/// use amalgam::engines::{rows::certificate, three::{covers, progress::Silent}};
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
    match &proved.proof {
        Proof::Walked => {
            *text += &format!("{repeats} mask {} {} {offsets}\n", mask.preperiod, mask.period);
            let taken = |i: &usize| evidence.window[i / 64] >> (i % 64) & 1 == 1;
            push_list(text, "window", (0..64 * evidence.window.len()).filter(taken));
            push_list(text, "minimal", &evidence.witnesses);
            push_list(text, "mask-minimal", &evidence.mask_witnesses);
        }
        Proof::Structure(structure) => {
            let RowStructure { half, place, over, parts, .. } = structure;
            if *place == 1 {
                *text += &format!("block {} column {}\n", 2 * half, seen_from(*half));
            }
            *text += &format!("{repeats} {offsets}\n");
            *text += &format!("  {} over {over}\n", parts_in_words(parts));
            push_list(text, "minimal", &evidence.witnesses);
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

/// Of which rests a certificate speaks; it holds all that these rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// All rests of at most this many coins.
    Coins(u64),
    /// One rest.
    Rest(Position),
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// The format has no name for the game.
    #[error(
        "certificates for rests speak of amalgamation with or without a threshold, of merges that \
         lose one coin, and of nim, in normal play; not of these rules"
    )]
    Game,
    /// A row is not known.
    #[error("the row of {0} is not known, so that there is nothing to certify")]
    Unknown(Position),
    /// A row is known, but not by walking it.
    #[error(
        "the row of {0} is proved to repeat without one period of it being walked, and certificates hold \
         only what the checker can walk"
    )]
    NotWalked(Position),
    /// The rows were not found.
    #[error(transparent)]
    Rows(#[from] RowError),
}

impl Classified for CertificateError {
    fn fault(&self) -> Fault {
        match self {
            CertificateError::Game => Fault::Input,
            CertificateError::Unknown(_) | CertificateError::NotWalked(_) => Fault::Limit,
            CertificateError::Rows(error) => error.fault(),
        }
    }
}

impl Claim {
    /// The rests of which a certificate has to speak.
    ///
    /// # Errors
    /// If a rest is too large, or a bound is met.
    pub fn closure(&self, setting: &Setting, limits: &Budget) -> Result<Closure, RowError> {
        match self {
            Claim::Coins(coins) => Closure::coins(setting, *coins, limits),
            Claim::Rest(rest) => Closure::below(setting, std::slice::from_ref(rest), limits),
        }
    }
}

/// The certificate of the rows of a claim, which have been found.
///
/// ```
/// use amalgam::base::budget::Silent;
/// use amalgam::engines::{rests, rows::{Setting, Values, certificate::{self, Claim}}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, amalgam::Play::Normal, Values::Completions)?;
/// let (claim, limits) = (Claim::Coins(3), Default::default());
/// let closure = claim.closure(&setting, &limits)?;
/// let rows = rests::find(&setting, &closure, &limits, &Silent)?;
/// let text = certificate::rests(&setting, &claim, &closure, &rows, &limits, &Silent)?;
/// assert!(text.contains("rest [1,2] preperiod 15 period 4 offsets -5 5 fixed 0\n  minimal 2@15\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format has no name for the game, or a row is not known.
pub fn rests(
    setting: &Setting,
    claim: &Claim,
    closure: &Closure,
    rows: &[Row],
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<String, CertificateError> {
    let family = setting.rules().family().filter(|_| setting.play() == Play::Normal);
    let family = family.ok_or(CertificateError::Game)?;
    let kind = match setting.values() {
        Values::Completions => "rests",
        Values::Grundy => "grundy-rests",
    };
    let claim = match claim {
        Claim::Coins(coins) => format!("coins {coins}"),
        Claim::Rest(rest) => rest.to_string(),
    };
    let unknown = |row: &Row| CertificateError::Unknown(row.rest.clone());
    let mut lines = Vec::new();
    for row in rows {
        let proved = row.proved().ok_or_else(|| unknown(row))?;
        let walked = proved.offsets.zip(proved.fixed);
        let (offsets, fixed) =
            walked.ok_or_else(|| CertificateError::NotWalked(row.rest.clone()))?;
        lines.push((proved, offsets, fixed));
    }
    let periods: Vec<(u64, u64)> =
        lines.iter().map(|(proved, ..)| (proved.preperiod, proved.period)).collect();
    let witnesses = witnesses(setting, closure, &periods, limits, progress)?;
    let mut text = head(2, family, &format!("{kind} {claim}"));
    for ((row, (proved, (least, greatest), fixed)), witnesses) in
        rows.iter().zip(lines).zip(witnesses)
    {
        let (start, period) = (proved.preperiod, proved.period);
        text += &format!("rest {} preperiod {start} period {period} ", row.rest);
        text += &format!("offsets {least} {greatest} fixed {fixed}\n");
        let known = |(prime, column): (u64, Option<u64>)| Some(Witness { prime, column: column? });
        let known: Option<Vec<Witness>> = witnesses.into_iter().map(known).collect();
        push_list(&mut text, "minimal", &known.ok_or_else(|| unknown(row))?);
    }
    Ok(signed(text))
}

/// For each row and each prime factor q of its period p, a column at which the row does not repeat
/// after p/q columns, if one is found.
type Witnesses = Vec<Vec<(u64, Option<u64>)>>;

/// This many columns are compared first.
const COMPARED: u64 = 3 * CHUNK as u64;

/// Finds witnesses: the first columns at which a row and the same row p/q columns later differ.
///
/// Where a row is far from repeating after p/q columns, the first columns tell. Of rows that are the
/// identity at most columns a whole period is looked at.
fn witnesses(
    setting: &Setting,
    closure: &Closure,
    periods: &[(u64, u64)],
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Witnesses, RowError> {
    let primes = |&(_, period): &(u64, u64)| {
        periodic::primes(period).into_iter().map(|prime| (prime, None)).collect()
    };
    let mut found: Witnesses = periods.iter().map(primes).collect();
    for whole in [false, true] {
        // The stretches to be seen of the rows that are open: the first columns, and those p/q later.
        let mut stretches: Vec<Vec<Stretch>> = Vec::new();
        for (&(start, period), found) in periods.iter().zip(&found) {
            let open = found.iter().filter(|(_, column)| column.is_none());
            let later = open.map(|(prime, _)| period / prime);
            let length = if whole { period } else { COMPARED };
            let shifts = later.clone().take(1).map(|_| 0).chain(later);
            stretches.push(shifts.map(|shift| Stretch::new(start + shift, length)).collect());
        }
        let all = || stretches.iter().flatten();
        let bytes = all().map(|stretch| u128::from(stretch.length)).sum();
        limits.foresee(periods.len() as u64, bytes)?;
        let end = all().map(|stretch| stretch.first + stretch.length).max().unwrap_or(0);
        let of = (setting, closure);
        // Narrow words nearly always suffice.
        if !look::<u64>(of, &mut stretches, end, limits, progress)? {
            look::<u128>(of, &mut stretches, end, limits, progress)?;
        }
        for ((found, stretches), &(start, period)) in found.iter_mut().zip(&stretches).zip(periods)
        {
            let open = found.iter_mut().filter(|(_, column)| column.is_none());
            let Some((compared, later)) = stretches.split_first() else { continue };
            for ((_, column), later) in open.zip(later) {
                let mut pairs = compared.offsets.iter().zip(&later.offsets);
                let differs = pairs.position(|(x, y)| x != y);
                let at = differs.map(|i| compared.first + i as u64);
                *column = at.map(|at| periodic::fold(at, start, period));
            }
        }
    }
    Ok(found)
}

/// Walks to a column and lets each row's stretches see it; whether the words were wide enough.
fn look<W: Word>(
    of: Of<'_>,
    stretches: &mut [Vec<Stretch>],
    end: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<bool, RowError> {
    stretches.iter_mut().flatten().for_each(|stretch| stretch.offsets.clear());
    let mut walk = Walk::<W>::new(of);
    let mut chunks = 0u64;
    while walk.place < end as i64 {
        if chunks.is_multiple_of(16) {
            limits.watch(progress, Step::new(Task::Columns, walk.place.max(0) as u64))?;
        }
        chunks += 1;
        walk.advance(of, CHUNK);
        for (row, stretches) in stretches.iter_mut().enumerate() {
            let (done, next) = (walk.done(row), walk.column(row));
            stretches.iter_mut().for_each(|stretch| stretch.see(done, next));
        }
    }
    Ok(walk.sound())
}

/// The offsets of a row on a stretch of columns.
struct Stretch {
    first: u64,
    length: u64,
    offsets: Vec<i8>,
}

impl Stretch {
    fn new(first: u64, length: u64) -> Stretch {
        Stretch { first, length, offsets: Vec::new() }
    }

    /// Takes what it wants of the columns just done, before column `next`.
    fn see<W: Word>(&mut self, done: &[W], next: u64) {
        let wanted = self.first + self.offsets.len() as u64;
        let Some(skip) = wanted.checked_sub(next - done.len() as u64) else { return };
        let missing = self.length as usize - self.offsets.len();
        let seen = done.iter().skip(skip as usize).take(missing);
        self.offsets.extend(seen.map(|word| word.offset() as i8));
    }
}

/// The first lines.
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
fn signed(mut text: String) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    text += &format!("sha256 {hex}\n");
    text
}

fn push_list<T: Display>(text: &mut String, name: &str, members: impl IntoIterator<Item = T>) {
    *text += &format!("  {name}");
    members.into_iter().for_each(|member| *text += &format!(" {member}"));
    text.push('\n');
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.prime, self.column)
    }
}
