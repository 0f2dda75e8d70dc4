//! Runs as bytes ([`amalgam_core::base::bytes`]), and what is checked when they are read.
//!
//! The covers tell how the rows fall into blocks. So blocks that are read are held against new ones.

use super::block::{Block, By, SPACING};
use super::columns::MAX_ROW;
use super::covers::{self, CoverProof, Covers};
use super::period::{Outcome, Search};
use super::rows::{BlockRun, Run};
use super::structure::{MOST_ROWS, Structure};
use super::structured::{MOST_TRIES, Trial};
use crate::row::{Mask, Parts, Proof, Proved, RowStructure};
pub use amalgam_core::base::bytes::BytesError;
use amalgam_core::base::bytes::{self, Kind, ensure};
use amalgam_core::games::rules::Family;

const RUN: &Kind = b"amalrun5";

/// Whether a column or a number of columns can have been walked to.
pub(crate) fn near(columns: u64) -> bool {
    columns < 1 << 60
}

fn is_period(period: u64) -> bool {
    period > 0 && near(period)
}

impl Run {
    /// The state of the run: finished rows, and where the others are. Masks are left out; they are
    /// computed again when the run goes on.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Run { family, to, walks, search, covers, blocks } = self;
        let search = search.as_ref().map(covers::Search::to_bytes);
        bytes::write(RUN, &(family, to, walks, search, covers, blocks))
    }

    /// The run that [`Run::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        type State<'a> = (Family, u64, bool, Option<&'a [u8]>, Option<Covers>, Vec<BlockRun>);
        let (family, to, walks, search, covers, blocks): State<'_> = bytes::read(RUN, bytes)?;
        let mut run = Run { walks, ..new(family, to)? };
        if let Some(search) = search {
            let search = covers::Search::from_bytes(search)?;
            let fresh = run.cover_search().map_err(|_| BytesError::Damaged("row"))?;
            let about = |search: &covers::Search| (search.family, search.to, search.limit);
            ensure(about(&search) == about(&fresh) && covers.is_none(), "search")?;
            run.search = Some(search);
        }
        if let Some(covers) = covers {
            cut(&mut run, covers)?;
        }
        ensure(blocks.len() == run.blocks.len(), "number of blocks")?;
        let fresh = std::mem::replace(&mut run.blocks, blocks);
        run.blocks.iter_mut().zip(&fresh).try_for_each(|(run, fresh)| run.restore(fresh))?;
        Ok(run)
    }
}

fn new(family: Family, to: u64) -> Result<Run, BytesError> {
    Run::new(family, to).map_err(|_| BytesError::Damaged("row"))
}

/// Cuts a new run into blocks at covers that were stored.
fn cut(run: &mut Run, covers: Covers) -> Result<(), BytesError> {
    let mut before = 0;
    for cover in &covers.covers {
        let rising = cover.row > before && cover.row.is_multiple_of(2) && cover.row <= MAX_ROW;
        ensure(rising && cover.half_width == cover.row / 2, "cover row")?;
        let (CoverProof::Balanced { after: first, column: second }
        | CoverProof::Period { column: first, period: second }) = cover.proof;
        ensure([cover.from, first, second].into_iter().all(near), "column")?;
        before = cover.row;
    }
    run.set_covers(covers).map_err(|_| BytesError::Damaged("covers"))
}

impl BlockRun {
    fn restore(&mut self, fresh: &BlockRun) -> Result<(), BytesError> {
        self.block.restore(&fresh.block)?;
        let BlockRun { block, inputs, proved, .. } = self;
        let (rows, known) = (block.rows(), proved.len());
        let counted = block.cycles.len() == known && inputs.len() == rows.min(known + 1);
        ensure(counted && self.below_from == fresh.below_from, "number of rows")?;
        ensure(block.cycles.iter().all(|cycle| cycle.start <= block.start), "cycle")?;
        ensure(inputs.iter().copied().all(is_period), "period")?;
        proved.iter().try_for_each(Proved::check)?;
        let mut both = proved.iter().zip(&block.cycles);
        ensure(both.all(|(proved, cycle)| proved.period == cycle.period), "period")?;
        let tried = match self.trial {
            Trial::Open(tries) => tries <= MOST_TRIES && block.structure.is_none(),
            Trial::Refused => block.structure.is_none(),
            Trial::Made => block.structure.is_some(),
        };
        ensure(tried, "structure")?;
        self.search.as_ref().map_or(Ok(()), |search| search.check(block, inputs.get(known)))
    }
}

impl Block {
    fn restore(&mut self, fresh: &Block) -> Result<(), BytesError> {
        let about = |block: &Block| (block.family, block.shape, block.last, block.end);
        ensure(about(self) == about(fresh), "block")?;
        ensure(self.start >= fresh.start && near(self.start), "start")?;
        let (start, half, rows) = (self.start, self.shape.half, self.rows());
        if let Some(structure) = &mut self.structure {
            let same = structure.half == half && structure.start == start;
            let count = structure.homes.len();
            let counted = (rows..=MOST_ROWS).contains(&count);
            let speaks = counted && Structure::speaks_of(self.family, half, count);
            ensure(same && speaks, "structure")?;
            structure.restore()?;
        }
        ensure(self.cycles.len() <= rows, "number of rows")?;
        let mut earliest = self.last + 1;
        for (i, cycle) in self.cycles.iter().enumerate() {
            ensure(is_period(cycle.period), "cycle")?;
            ensure(cycle.start >= earliest && near(cycle.start), "cycle")?;
            earliest = cycle.start;
            let (by, kept) = match cycle.by {
                By::Structure => (self.structure.is_some() && cycle.start == start, 0),
                By::Rest => (self.takes_rest(i), 0),
                By::Kept => (!self.takes_rest(i), cycle.period.div_ceil(SPACING)),
            };
            let fit = cycle.registers.iter().all(|register| register.fits(self.shape));
            ensure(by && fit && cycle.registers.len() as u64 == kept, "registers")?;
        }
        Ok(())
    }
}

impl Search {
    /// Checks the search for the period of the next row of a block, whose mask has the period `input`.
    fn check(&self, block: &Block, input: Option<&u64>) -> Result<(), BytesError> {
        let Search { walked, anchor_at, .. } = *self;
        ensure(input == Some(&self.input) && near(walked) && anchor_at <= walked, "search")?;
        let kept = match self.outcome {
            Outcome::Open => walked / SPACING + 1,
            Outcome::Cycle if walked > 0 && walked.is_multiple_of(self.input) => {
                walked.div_ceil(SPACING)
            }
            _ => 0,
        };
        let registers = self.registers.iter().chain([&self.register, &self.anchor]);
        let fit = registers.into_iter().all(|register| register.fits(block.shape));
        ensure(fit && kept > 0 && self.registers.len() as u64 == kept, "search")
    }
}

impl Proved {
    fn check(&self) -> Result<(), BytesError> {
        let Some(Mask { period: mask, evidence: Some(evidence), .. }) = &self.mask else {
            return Err(BytesError::Damaged("mask"));
        };
        ensure(is_period(self.period) && is_period(*mask), "period")?;
        ensure(near(self.preperiod), "preperiod")?;
        let (least, most) = self.offsets.unwrap_or((1, 0));
        ensure((0..=2 * MAX_ROW as i64).contains(&most) && least == -most, "offset")?;
        ensure(evidence.window.len() <= 4, "window")?;
        let Proof::Structure(row) = &self.proof else { return Ok(()) };
        let &RowStructure { half, place, column, least, over, multiplier, .. } = row;
        let parts = match &row.parts {
            Parts::Cycles(cycles) => cycles.len(),
            Parts::Defects(defects) => defects.len(),
        };
        let small = [half, place, parts as u64].into_iter().all(|n| n <= MAX_ROW);
        let counted = near(column) && near(least) && is_period(over) && is_period(multiplier);
        ensure(small && counted, "proof")
    }
}
