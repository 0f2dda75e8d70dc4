//! What is read, and checked for shape.

use super::{BytesError, FAR, register_bytes};
use crate::engines::three::block::{Block, By, Cycle, SPACING};
use crate::engines::three::columns::MAX_ROW;
use crate::engines::three::covers::{Cover, CoverProof, Covers};
use crate::engines::three::period::{Outcome, Search, Witness};
use crate::engines::three::register::Register;
use crate::engines::three::rows::{BlockRun, Proved};
use crate::engines::three::structured::Trial;
use crate::games::rules::Family;

pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], BytesError> {
        let (head, rest) = self.0.split_at_checked(len).ok_or(BytesError::Truncated)?;
        self.0 = rest;
        Ok(head)
    }

    pub fn kind(&mut self, kind: &[u8; 8]) -> Result<(), BytesError> {
        let head = self.take(8).map_err(|_| BytesError::Kind)?;
        if head == kind { Ok(()) } else { Err(BytesError::Kind) }
    }

    pub fn end(&self) -> Result<(), BytesError> {
        if self.0.is_empty() { Ok(()) } else { Err(BytesError::Damaged("too long")) }
    }

    pub fn number(&mut self) -> Result<u64, BytesError> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(bytes))
    }

    /// A column or period that can have been walked to.
    pub fn near(&mut self) -> Result<u64, BytesError> {
        let n = self.number()?;
        if n < FAR { Ok(n) } else { Err(BytesError::Damaged("column")) }
    }

    pub fn flag(&mut self) -> Result<bool, BytesError> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(BytesError::Damaged("flag")),
        }
    }

    pub fn family(&mut self) -> Result<Family, BytesError> {
        match (self.number()?, self.number()?) {
            (0, r) => Ok(Family::Threshold(r)),
            (1, 0) => Ok(Family::MergeTakeOne),
            _ => Err(BytesError::Damaged("game")),
        }
    }

    pub fn covers(&mut self) -> Result<Covers, BytesError> {
        let searched_to_column = self.number()?;
        let count = self.number()?;
        let mut covers: Vec<Cover> = Vec::new();
        for _ in 0..count {
            let (row, from) = (self.number()?, self.near()?);
            let before = covers.last().map_or(0, |cover| cover.row);
            if row <= before || row % 2 == 1 || row > MAX_ROW {
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

    pub fn register(&mut self, block: &Block) -> Result<Register, BytesError> {
        let (queue_bytes, tail_bytes) = register_bytes(block);
        let (mut queue, mut tail) = ([0; 16], [0; 16]);
        queue[..queue_bytes].copy_from_slice(self.take(queue_bytes)?);
        tail[..tail_bytes].copy_from_slice(self.take(tail_bytes)?);
        let register =
            Register { queue: u128::from_le_bytes(queue), tail: u128::from_le_bytes(tail) };
        if register.fits(block.shape) { Ok(register) } else { Err(BytesError::Damaged("window")) }
    }

    pub fn registers(&mut self, block: &Block, count: u64) -> Result<Vec<Register>, BytesError> {
        if count > self.0.len() as u64 {
            return Err(BytesError::Truncated);
        }
        (0..count).map(|_| self.register(block)).collect()
    }

    pub fn cycle(&mut self, block: &Block, i: usize) -> Result<Cycle, BytesError> {
        let (start, period) = (self.near()?, self.near()?);
        let earliest = block.cycles.last().map_or(block.last + 1, |cycle| cycle.start);
        if period == 0 || start < earliest {
            return Err(BytesError::Damaged("cycle"));
        }
        let by = match self.flag()? {
            true if block.structure.is_some() => By::Structure,
            true => return Err(BytesError::Damaged("structure")),
            false if block.takes_rest(i) => By::Rest,
            false => By::Kept,
        };
        let count = if by == By::Kept { period.div_ceil(SPACING) } else { 0 };
        Ok(Cycle { start, period, registers: self.registers(block, count)?, by })
    }

    pub fn block_run(&mut self, run: &mut BlockRun) -> Result<(), BytesError> {
        let start = self.near()?;
        let proved = self.number()?;
        if start < run.block.start || proved > run.block.rows() as u64 {
            return Err(BytesError::Damaged("number of rows"));
        }
        run.block.start = start;
        run.trial = self.trial()?;
        run.block.structure = self.structure(&run.block)?;
        if run.block.structure.is_some() != matches!(run.trial, Trial::Made) {
            return Err(BytesError::Damaged("structure"));
        }
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

    pub fn period(&mut self) -> Result<u64, BytesError> {
        let period = self.near()?;
        if period > 0 { Ok(period) } else { Err(BytesError::Damaged("period")) }
    }

    pub fn proved(&mut self) -> Result<Proved, BytesError> {
        let (preperiod, period) = (self.number()?, self.period()?);
        let (mask_preperiod, mask_period) = (self.number()?, self.period()?);
        let largest = self.number()?;
        if largest > 2 * MAX_ROW {
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
            proof: self.proof()?,
        })
    }

    pub fn witnesses(&mut self) -> Result<Vec<Witness>, BytesError> {
        let count = self.number()?;
        let mut witnesses = Vec::new();
        for _ in 0..count {
            witnesses.push(Witness { prime: self.number()?, column: self.number()? });
        }
        Ok(witnesses)
    }

    pub fn search(&mut self, block: &Block, input: u64) -> Result<Search, BytesError> {
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
