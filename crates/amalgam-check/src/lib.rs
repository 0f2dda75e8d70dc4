//! Checks certificates for the rows and covers of three-heap games in which heaps may merge.
//!
//! A certificate (docs/certificate.md) says how the rows f(a,·) of a game repeat and which rows are
//! cover rows, with the data from which that can be proved. This crate decides whether it is a
//! proof. It shares no code with the engine that writes certificates, uses the standard library
//! only, and believes nothing in the file: it derives every value from the definition of the game,
//! as the least value excluded neither by the row, nor by the column, nor by a merge.
//!
//! ```
//! use amalgam_check::{check, sha256, Condition, Failure};
//!
//! let body = "amalgam-certificate 1\ngame amalgamation\nclaim rows 1 1\n\
//!     row 1 preperiod 2 period 4 mask 0 1 offsets -2 2 cover no\n  \
//!     window\n  minimal 2@2\n  mask-minimal\n";
//! let certificate = format!("{body}sha256 {}\n", sha256(body.as_bytes()));
//! assert_eq!(check(certificate.as_bytes()).unwrap().rows.len(), 1);
//!
//! let body = body.replace("offsets -2 2", "offsets -2 3");
//! let wrong = format!("{body}sha256 {}\n", sha256(body.as_bytes()));
//! let Err(Failure::Rejected(rejection)) = check(wrong.as_bytes()) else { panic!() };
//! assert_eq!((rejection.condition, rejection.row), (Condition::Offsets, Some(1)));
//! ```
//!
//! The parts, in reading order: [`walk`] derives the rows; `format` reads the file; `form` checks
//! what needs no walking and plans the rest; this file walks the rows of each block; and at the
//! columns that matter `covers` checks what is said of cover rows, `rows` what is said of periods,
//! `lists` what is said of pairs. Each condition that can fail is a [`Condition`], named as in
//! docs/certificate.md §4.
#![forbid(unsafe_code)]

mod bits;
mod covers;
mod failure;
mod families;
mod form;
mod format;
mod labels;
mod layers;
mod lists;
mod machine;
mod rests;
mod reverse;
mod rows;
mod sha256;
mod structure;
mod table;
pub mod walk;

use std::cell::Cell;
use std::collections::BTreeSet;

pub use bits::Bits;
pub use covers::Cover;
use failure::at_most;
pub use failure::{Checked, Condition, Failure, Rejection};
pub use families::{Class, Families};
pub use format::{Certificate, Claim, Game, Pairs, Proved, Repetition, Row, Structure, read};
pub use layers::{Layers, Line, Recurrence};
pub use rests::{RestRow, Rests};
pub use sha256::sha256;
use walk::{Kept, Walker};

/// The largest row the checker has words for.
pub const LAST_ROW: u64 = 510;

/// The limits of docs/certificate.md §6: steps of work, for each row and column one for each word of
/// 64 offsets and one more, unless the caller allows more; bytes of a file; bytes of memory for kept
/// windows.
pub const WORK: u64 = 1 << 36;
/// See [`WORK`].
pub const BYTES: u64 = 16 << 20;
const MEMORY: u128 = 64 << 20;
/// The columns walked before it is said how far the walk has come.
const STRETCH: u64 = 1 << 16;
/// The longest period of a mask that is kept.
const CYCLE: u64 = 1 << 21;

/// Checks a certificate within the default limits, and returns what it says, now proved.
pub fn check(bytes: &[u8]) -> Checked<Certificate> {
    check_within(bytes, WORK, &|_, _| ())
}

/// Checks a certificate with at most so much work. Before any of it is done, and from time to time,
/// `progress` receives how many steps have been done, and how many there are at most; a certificate
/// that asks for more is refused without doing any.
pub fn check_within(bytes: &[u8], limit: u64, progress: &dyn Fn(u64, u64)) -> Checked<Certificate> {
    at_most(BYTES.into(), bytes.len() as u128, "bytes in the file")?;
    let certificate = read(bytes)?;
    if let Some(families) = &certificate.families {
        families::check(families, limit, progress)?;
        return Ok(certificate);
    }
    if let Some(rests) = &certificate.rests {
        rests::check(certificate.game, rests, limit, progress)?;
        return Ok(certificate);
    }
    let blocks = form::check(&certificate)?;
    let layers = certificate.layers.as_ref().zip(blocks.last());
    let steps = layers.map_or(0, |(layers, _)| layers.cost(certificate.last()));
    let total = within_limits(&blocks, steps, limit)?;
    progress(0, total);
    let done = Cell::new(0);
    let spend = |steps: u128| {
        done.set(done.get() + steps);
        progress(done.get() as u64, total);
        at_most(total.into(), done.get(), STEPS)
    };
    for block in &blocks {
        match block.words() {
            1 => block.prove::<1>(certificate.game, &spend)?,
            2 => block.prove::<2>(certificate.game, &spend)?,
            3 => block.prove::<3>(certificate.game, &spend)?,
            5 => block.prove::<5>(certificate.game, &spend)?,
            8 => block.prove::<8>(certificate.game, &spend)?,
            _ => block.prove::<16>(certificate.game, &spend)?,
        }
    }
    if let Some((layers, block)) = layers {
        layers.check(certificate.game, certificate.last(), block.before.from, &spend)?;
    }
    Ok(certificate)
}

/// What work is measured in, and which option allows more of it.
const STEPS: &str = "steps of work (--work)";

/// The steps that checking takes at most, if they and the memory are within the limits.
fn within_limits(blocks: &[form::Block<'_>], layers: u128, limit: u64) -> Checked<u64> {
    let (mut steps, mut memory) = (layers, u128::from(form::LISTED) * 8);
    for block in blocks {
        let (columns, words) = (block.columns(), block.words());
        let end = columns.last().copied().unwrap_or(0);
        // All rows up to where the cover before the block begins to cover, those of the block to the
        // end of the proof of its cover, and then those that are proved.
        let cells = |rows: u64, columns: u64| u128::from(rows) * u128::from(columns);
        let mut walked = cells(block.last(), block.before.from)
            + cells(block.last() - block.before.row, block.cover_end())
            + cells(block.last_looked_at() - block.before.row, end);
        if let Some(column) = block.column {
            let [from, to] = block.compared(column);
            walked += cells(block.last(), block.before.from.saturating_sub(from))
                + cells(block.last_looked_at() - block.before.row, to - from);
            walked += block.rows.iter().map(structure::listed).sum::<u128>();
            steps += structure::cost(block)?;
        } else {
            // To keep a mask takes at most half of the way to the next column.
            walked += if block.rows.is_empty() { 0 } else { walked / 2 };
            walked += block.rows.iter().flat_map(rows::cost).map(|(_, cells)| cells).sum::<u128>();
        }
        // To walk in one word may be tried in vain.
        steps += walked * u128::from(words + 1);
        // Each kept row has three sets.
        memory += columns.len() as u128 * u128::from(block.last() * words * 3 * 8);
    }
    at_most(MEMORY, memory, "bytes of memory")?;
    at_most(limit.into(), steps, STEPS)?;
    Ok(steps as u64)
}

impl form::Block<'_> {
    /// The last row to be walked.
    fn last(&self) -> u64 {
        self.cover.map_or(0, |cover| cover.row).max(self.last_looked_at())
    }

    /// The number of words in which it is walked: a walker is built for each of these.
    fn words(&self) -> u64 {
        let needed = walk::words(self.last());
        [1, 2, 3, 5, 8].into_iter().find(|&words| words >= needed).unwrap_or(16)
    }

    /// The column after the last of the proof of its cover.
    fn cover_end(&self) -> u64 {
        self.cover.map_or(0, |cover| covers::proof_columns(&cover)[1])
    }

    /// The columns of which the conditions of the block speak.
    fn columns(&self) -> BTreeSet<u64> {
        let walked = self.rows.iter().filter(|_| self.column.is_none());
        let rows = walked.flat_map(rows::cost).flat_map(|(columns, _)| columns);
        let looks = |s: u64| [self.compared(s)[0], s.saturating_sub(1), s];
        let structure = self.column.into_iter().flat_map(looks);
        let cover = self.cover.iter().flat_map(covers::columns);
        let earlier = self.earlier.iter().map(|cover| cover.from);
        let earlier = earlier.filter(|&from| from <= self.before.from);
        rows.chain(structure).chain(cover).chain(earlier).collect()
    }

    /// Walks the rows of the block from column 0 and checks the cover row that ends it, then row
    /// after row, each as soon as all columns of which its conditions speak are past. From where an
    /// earlier cover row covers, the rows up to that are not needed; nor are, on a long way, the
    /// rows before one whose mask is proved and short. Every step is spent before it is taken.
    fn prove<const W: usize>(&self, game: Game, spend: &dyn Fn(u128) -> Checked) -> Checked {
        let mut walker = Walker::<W>::new(game, self.last());
        walker.wanted = walker.offsets(self.cover.map_or(0, |cover| cover.half_width));
        let pay = |cells: u128| spend(cells * (W as u128 + 1));
        // Row i is checked in two steps: 2i, its mask, and 2i + 1, the rest.
        let (mut kept, mut checked) = (Kept::new(), 0_usize);
        for column in self.columns() {
            let settled = |row: &&form::Planned<'_>| {
                let form::Planned { row, proved: Proved { mask, .. }, .. } = row;
                let short = mask.period <= CYCLE.min((column - walker.column) / 2);
                short && mask.preperiod <= walker.column && *row > walker.first
            };
            if let Some(row) = self.rows[..checked.div_ceil(2)].iter().rev().find(settled) {
                pay(((row.row - walker.first) * row.proved.mask.period).into())?;
                walker.settle(row.row, row.proved.mask.period);
            }
            while walker.column < column {
                let next = column.min(walker.column + STRETCH);
                pay(walker.rows.len() as u128 * u128::from(next - walker.column))?;
                walker.walk_to(next);
            }
            for cover in self.earlier.iter().filter(|cover| cover.from == column) {
                walker.cover(cover.half_width);
            }
            for row in self.rows.iter().filter(|row| row.proved.offsets.preperiod == column) {
                walker.rows[(row.row - walker.first) as usize].seen = Bits::EMPTY;
            }
            kept.insert(column, walker.clone());
            if let Some(cover) = self.cover.filter(|_| column == self.cover_end()) {
                covers::check(&self.before, &cover, &kept)?;
                walker = walker.up_to(self.last_looked_at());
            }
            if let Some(at) = self.column {
                if column == at.max(self.cover_end()) {
                    structure::check(self, at, &kept, spend)?;
                }
                continue;
            }
            while let Some(row) = self.rows.get(checked / 2) {
                let (columns, cells) = &rows::cost(row)[checked % 2];
                let needed = columns.iter().max().copied();
                if needed.max(Some(self.cover_end())) > Some(column) {
                    break;
                }
                pay(*cells)?;
                let check = if checked % 2 == 0 { rows::check_mask } else { rows::check_row };
                check(row, &kept)?;
                checked += 1;
            }
        }
        Ok(())
    }
}
