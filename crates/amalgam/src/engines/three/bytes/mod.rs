//! Runs and oracles as bytes, so that a caller can store them and go on later.
//!
//! Everything is checked for shape on reading: no bytes make a run that panics. That the bytes are
//! those written is for the caller's checksum to say.

mod proof;
mod read;
mod search;
mod structure;
mod write;

use super::block::{Block, By};
use super::oracle::{RowOracle, RowPeriod};
use super::rows::{BlockRun, Run};
use crate::base::fault::{Classified, Fault};
pub(crate) use read::Reader;
pub(crate) use write::Writer;

/// Why bytes are not a run or an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BytesError {
    /// They end too soon.
    #[error("the data ends too soon")]
    Truncated,
    /// They begin differently.
    #[error("the data is of another kind or version")]
    Kind,
    /// A value is impossible.
    #[error("the data is damaged: {0}")]
    Damaged(&'static str),
}

impl Classified for BytesError {
    fn fault(&self) -> Fault {
        Fault::Broken
    }
}

const RUN: &[u8; 8] = b"amalrun3";
const ORACLE: &[u8; 8] = b"amalora3";
/// How far a run is with its covers.
const NOT_STARTED: u64 = 0;
const FOUND: u64 = 1;
const SEARCHING: u64 = 2;
/// Columns and periods beyond this are not reached by walking.
const FAR: u64 = 1 << 60;

impl Run {
    /// The state of the run: finished rows, and where the others are. Masks are left out; they are
    /// computed again when the run goes on.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(RUN.to_vec());
        out.family(self.family);
        out.number(self.to);
        out.number(self.walks.into());
        match (&self.covers, &self.search) {
            (Some(covers), _) => {
                out.number(FOUND);
                out.covers(covers);
            }
            (None, Some(search)) => {
                out.number(SEARCHING);
                out.cover_search(search);
            }
            (None, None) => out.number(NOT_STARTED),
        }
        for run in &self.blocks {
            out.number(run.block.start);
            out.number(run.proved.len() as u64);
            out.trial(run.trial);
            out.structure(run.block.structure.as_ref());
            for (i, proved) in run.proved.iter().enumerate() {
                out.number(run.inputs[i]);
                out.cycle(&run.block, i);
                out.proved(proved);
            }
            // After the last row of a block there is no next mask.
            let next = run.inputs.get(run.proved.len());
            if let Some(&input) = next.filter(|_| run.proved.len() < run.block.rows()) {
                out.number(input);
            }
            let kept = run.search.as_ref().filter(|_| !run.block.takes_rest(run.proved.len()));
            out.number(kept.is_some().into());
            if let Some(search) = kept {
                out.search(&run.block, search);
            }
        }
        out.0
    }

    /// The run that [`Run::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut input = Reader(bytes);
        input.kind(RUN)?;
        let family = input.family()?;
        let to = input.number()?;
        let mut run = Run::new(family, to).map_err(|_| BytesError::Damaged("row"))?;
        run.walks = input.flag()?;
        match input.number()? {
            NOT_STARTED => {}
            FOUND => {
                let covers = input.covers()?;
                run.set_covers(covers).map_err(|_| BytesError::Damaged("covers"))?;
            }
            SEARCHING => {
                let search = run.cover_search().map_err(|_| BytesError::Damaged("row"))?;
                run.search = Some(input.cover_search(search)?);
            }
            _ => return Err(BytesError::Damaged("covers")),
        }
        for run in &mut run.blocks {
            input.block_run(run)?;
        }
        input.end()?;
        Ok(run)
    }
}

impl RowOracle {
    /// The oracle as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(ORACLE.to_vec());
        out.family(self.family);
        out.number(self.to);
        out.covers(&self.covers);
        for block in &self.blocks {
            out.number(block.start);
            out.structure(block.structure.as_ref());
            out.number(block.cycles.len() as u64);
            for i in 0..block.cycles.len() {
                out.cycle(block, i);
            }
        }
        out.number(self.periods.len() as u64);
        for period in &self.periods {
            out.number(period.row);
            out.number(period.preperiod);
            out.number(period.period);
        }
        out.0
    }

    /// The oracle that [`RowOracle::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut input = Reader(bytes);
        input.kind(ORACLE)?;
        let family = input.family()?;
        let to = input.number()?;
        let covers = input.covers()?;
        let mut run = Run::new(family, to).map_err(|_| BytesError::Damaged("row"))?;
        run.set_covers(covers.clone()).map_err(|_| BytesError::Damaged("covers"))?;
        let mut blocks = Vec::new();
        for BlockRun { mut block, .. } in run.blocks {
            let start = input.near()?;
            if start < block.start {
                return Err(BytesError::Damaged("start"));
            }
            block.start = start;
            block.structure = input.structure(&block)?;
            let cycles = input.number()?;
            if cycles > block.rows() as u64 {
                return Err(BytesError::Damaged("number of rows"));
            }
            for i in 0..cycles as usize {
                let cycle = input.cycle(&block, i)?;
                block.cycles.push(cycle);
            }
            let known = block.cycles.iter().filter(|cycle| cycle.by == By::Structure).count();
            if block.structure.as_mut().is_some_and(|structure| !structure.set_up(known)) {
                return Err(BytesError::Damaged("structure"));
            }
            blocks.push(block);
        }
        let known: usize = blocks.iter().map(|block| block.cycles.len()).sum();
        if input.number()? != known as u64 {
            return Err(BytesError::Damaged("number of periods"));
        }
        let mut periods = Vec::new();
        for _ in 0..known {
            let (row, preperiod, period) = (input.number()?, input.number()?, input.number()?);
            periods.push(RowPeriod { row, preperiod, period });
        }
        input.end()?;
        Ok(RowOracle { family, to, covers, blocks, periods })
    }
}

/// The bytes of the two parts of a register.
fn register_bytes(block: &Block) -> (usize, usize) {
    let bytes = |bits: u32| bits.div_ceil(8) as usize;
    (bytes(block.shape.half + 1), bytes(block.shape.width))
}
