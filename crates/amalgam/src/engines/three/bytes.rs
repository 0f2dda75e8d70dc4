//! Runs and oracles as bytes, so that a caller can store them and go on later.
//!
//! Everything is checked for shape on reading: no bytes make a run that panics. That the bytes are
//! those written is for the caller's checksum to say.

use super::block::{Block, Cycle, SPACING};
use super::covers::{Cover, CoverProof, Covers};
use super::oracle::{RowOracle, RowPeriod};
use super::period::{Outcome, Search, Witness};
use super::register::Register;
use super::rows::{BlockRun, Proved, Run};
use crate::games::rules::Family;

/// Why bytes are not a run or an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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

const RUN: &[u8; 8] = b"amalrun1";
const ORACLE: &[u8; 8] = b"amalora1";
/// Columns and periods beyond this are not reached by walking.
const FAR: u64 = 1 << 60;

impl Run {
    /// The state of the run: finished rows, and where the others are. Masks are left out; they are
    /// computed again when the run goes on.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(RUN.to_vec());
        out.family(self.family);
        out.number(self.to);
        out.number(self.covers.is_some().into());
        if let Some(covers) = &self.covers {
            out.covers(covers);
        }
        for run in &self.blocks {
            out.number(run.block.start);
            out.number(run.proved.len() as u64);
            for (i, proved) in run.proved.iter().enumerate() {
                out.number(run.inputs[i]);
                out.cycle(&run.block, i);
                out.proved(proved);
            }
            if let Some(&input) = run.inputs.get(run.proved.len()) {
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
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut input = Reader(bytes);
        input.kind(RUN)?;
        let family = input.family()?;
        let to = input.number()?;
        let mut run = Run::new(family, to).map_err(|_| BytesError::Damaged("row"))?;
        if input.flag()? {
            let covers = input.covers()?;
            run.set_covers(covers).map_err(|_| BytesError::Damaged("covers"))?;
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
            let cycles = input.number()?;
            if cycles > block.rows() as u64 {
                return Err(BytesError::Damaged("number of rows"));
            }
            for i in 0..cycles as usize {
                let cycle = input.cycle(&block, i)?;
                block.start = block.start.max(cycle.start);
                block.cycles.push(cycle);
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

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, n: u64) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    fn family(&mut self, family: Family) {
        let (kind, r) = match family {
            Family::Threshold(r) => (0, r),
            Family::MergeTakeOne => (1, 0),
        };
        self.number(kind);
        self.number(r);
    }

    fn covers(&mut self, covers: &Covers) {
        self.number(covers.searched_to_column);
        self.number(covers.covers.len() as u64);
        for cover in &covers.covers {
            self.number(cover.row);
            self.number(cover.from);
            let (kind, first, second) = match cover.proof {
                CoverProof::Balanced { after, column } => (0, after, column),
                CoverProof::Period { column, period } => (1, column, period),
            };
            [kind, first, second].into_iter().for_each(|n| self.number(n));
        }
    }

    fn register(&mut self, block: &Block, register: Register) {
        let (queue, tail) = register_bytes(block);
        self.0.extend_from_slice(&register.queue.to_le_bytes()[..queue]);
        self.0.extend_from_slice(&register.tail.to_le_bytes()[..tail]);
    }

    fn cycle(&mut self, block: &Block, i: usize) {
        let cycle = &block.cycles[i];
        self.number(cycle.start);
        self.number(cycle.period);
        cycle.registers.iter().for_each(|&register| self.register(block, register));
    }

    fn proved(&mut self, proved: &Proved) {
        let Proved { preperiod, period, mask_preperiod, mask_period, .. } = *proved;
        for n in [preperiod, period, mask_preperiod, mask_period] {
            self.number(n);
        }
        self.number(proved.max_offset as u64);
        self.number(proved.window.len() as u64);
        proved.window.iter().for_each(|&word| self.number(word));
        for witnesses in [&proved.witnesses, &proved.mask_witnesses] {
            self.number(witnesses.len() as u64);
            for witness in witnesses {
                self.number(witness.prime);
                self.number(witness.column);
            }
        }
    }

    fn search(&mut self, block: &Block, search: &Search) {
        self.number(search.walked);
        self.number((search.outcome == Outcome::Cycle).into());
        self.register(block, search.register);
        self.register(block, search.anchor);
        self.number(search.anchor_at);
        search.registers.iter().for_each(|&register| self.register(block, register));
    }
}

/// The bytes of the two parts of a register.
fn register_bytes(block: &Block) -> (usize, usize) {
    let bytes = |bits: u32| bits.div_ceil(8) as usize;
    (bytes(block.shape.half + 1), bytes(block.shape.width))
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], BytesError> {
        let (head, rest) = self.0.split_at_checked(len).ok_or(BytesError::Truncated)?;
        self.0 = rest;
        Ok(head)
    }

    fn kind(&mut self, kind: &[u8; 8]) -> Result<(), BytesError> {
        let head = self.take(8).map_err(|_| BytesError::Kind)?;
        if head == kind { Ok(()) } else { Err(BytesError::Kind) }
    }

    fn end(&self) -> Result<(), BytesError> {
        if self.0.is_empty() { Ok(()) } else { Err(BytesError::Damaged("too long")) }
    }

    fn number(&mut self) -> Result<u64, BytesError> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(bytes))
    }

    /// A column or period that can have been walked to.
    fn near(&mut self) -> Result<u64, BytesError> {
        let n = self.number()?;
        if n < FAR { Ok(n) } else { Err(BytesError::Damaged("column")) }
    }

    fn flag(&mut self) -> Result<bool, BytesError> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(BytesError::Damaged("flag")),
        }
    }

    fn family(&mut self) -> Result<Family, BytesError> {
        match (self.number()?, self.number()?) {
            (0, r) => Ok(Family::Threshold(r)),
            (1, 0) => Ok(Family::MergeTakeOne),
            _ => Err(BytesError::Damaged("game")),
        }
    }

    fn covers(&mut self) -> Result<Covers, BytesError> {
        let searched_to_column = self.number()?;
        let count = self.number()?;
        let mut covers: Vec<Cover> = Vec::new();
        for _ in 0..count {
            let (row, from) = (self.number()?, self.near()?);
            let before = covers.last().map_or(0, |cover| cover.row);
            if row <= before || row % 2 == 1 || row > super::columns::MAX_ROW {
                return Err(BytesError::Damaged("cover row"));
            }
            let proof = match (self.flag()?, self.near()?, self.near()?) {
                (false, after, column) => CoverProof::Balanced { after, column },
                (true, column, period) => CoverProof::Period { column, period },
            };
            covers.push(Cover { row, half_width: row / 2, from, proof });
        }
        Ok(Covers { covers, searched_to_column })
    }

    fn register(&mut self, block: &Block) -> Result<Register, BytesError> {
        let (queue_bytes, tail_bytes) = register_bytes(block);
        let (mut queue, mut tail) = ([0; 16], [0; 16]);
        queue[..queue_bytes].copy_from_slice(self.take(queue_bytes)?);
        tail[..tail_bytes].copy_from_slice(self.take(tail_bytes)?);
        let register =
            Register { queue: u128::from_le_bytes(queue), tail: u128::from_le_bytes(tail) };
        let settled = u128::MAX >> (127 - block.shape.half);
        // The farthest value cannot have been matched before the column starts.
        let open = block.shape.full() >> 1;
        if register.queue & !settled != 0 || register.tail & !open != 0 {
            return Err(BytesError::Damaged("window"));
        }
        Ok(register)
    }

    fn registers(&mut self, block: &Block, count: u64) -> Result<Vec<Register>, BytesError> {
        if count > self.0.len() as u64 {
            return Err(BytesError::Truncated);
        }
        (0..count).map(|_| self.register(block)).collect()
    }

    fn cycle(&mut self, block: &Block, i: usize) -> Result<Cycle, BytesError> {
        let (start, period) = (self.near()?, self.near()?);
        let earliest = block.cycles.last().map_or(block.last + 1, |cycle| cycle.start);
        if period == 0 || start < earliest {
            return Err(BytesError::Damaged("cycle"));
        }
        let rest = block.takes_rest(i);
        let count = if rest { 0 } else { period.div_ceil(SPACING) };
        Ok(Cycle { start, period, registers: self.registers(block, count)?, rest })
    }

    fn block_run(&mut self, run: &mut BlockRun) -> Result<(), BytesError> {
        let start = self.near()?;
        let proved = self.number()?;
        if start < run.block.start || proved > run.block.rows() as u64 {
            return Err(BytesError::Damaged("number of rows"));
        }
        run.block.start = start;
        run.inputs.clear();
        for i in 0..proved as usize {
            run.inputs.push(self.period()?);
            let cycle = self.cycle(&run.block, i)?;
            if cycle.start > start {
                return Err(BytesError::Damaged("cycle"));
            }
            run.block.cycles.push(cycle);
            run.proved.push(self.proved()?);
        }
        let i = run.proved.len();
        if i < run.block.rows() {
            run.inputs.push(self.period()?);
        }
        if self.flag()? {
            if i == run.block.rows() {
                return Err(BytesError::Damaged("search"));
            }
            run.search = Some(self.search(&run.block, run.inputs[i])?);
        }
        Ok(())
    }

    fn period(&mut self) -> Result<u64, BytesError> {
        let period = self.near()?;
        if period > 0 { Ok(period) } else { Err(BytesError::Damaged("period")) }
    }

    fn proved(&mut self) -> Result<Proved, BytesError> {
        let (preperiod, period) = (self.number()?, self.period()?);
        let (mask_preperiod, mask_period) = (self.number()?, self.period()?);
        let largest = self.number()?;
        if largest > 2 * super::columns::MAX_ROW {
            return Err(BytesError::Damaged("offset"));
        }
        let words = self.number()?;
        if words > 4 {
            return Err(BytesError::Damaged("window"));
        }
        let window = (0..words).map(|_| self.number()).collect::<Result<_, _>>()?;
        Ok(Proved {
            preperiod,
            period,
            mask_preperiod,
            mask_period,
            min_offset: -(largest as i64),
            max_offset: largest as i64,
            window,
            witnesses: self.witnesses()?,
            mask_witnesses: self.witnesses()?,
        })
    }

    fn witnesses(&mut self) -> Result<Vec<Witness>, BytesError> {
        let count = self.number()?;
        let mut witnesses = Vec::new();
        for _ in 0..count {
            witnesses.push(Witness { prime: self.number()?, column: self.number()? });
        }
        Ok(witnesses)
    }

    fn search(&mut self, block: &Block, input: u64) -> Result<Search, BytesError> {
        let walked = self.near()?;
        let outcome = if self.flag()? { Outcome::Cycle } else { Outcome::Open };
        let (register, anchor) = (self.register(block)?, self.register(block)?);
        let anchor_at = self.near()?;
        if anchor_at > walked {
            return Err(BytesError::Damaged("anchor"));
        }
        let count = match outcome {
            Outcome::Open => walked / SPACING + 1,
            _ => walked.div_ceil(SPACING).max(1),
        };
        let registers = self.registers(block, count)?;
        if outcome == Outcome::Cycle && (walked == 0 || walked % input != 0) {
            return Err(BytesError::Damaged("search"));
        }
        Ok(Search { input, walked, register, anchor, anchor_at, registers, outcome })
    }
}
