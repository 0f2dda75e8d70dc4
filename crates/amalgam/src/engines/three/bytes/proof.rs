//! What a period rests on.

use super::BytesError;
use super::read::Reader;
use super::write::Writer;
use crate::engines::three::columns::MAX_ROW;
use crate::engines::three::report::{Defect, Parts, Proof, RowStructure, SignedCycle};

const WALKED: u64 = 0;
const CYCLES: u64 = 1;
const DEFECTS: u64 = 2;

impl Writer {
    pub fn proof(&mut self, proof: &Proof) {
        let Proof::Structure(row) = proof else { return self.number(WALKED) };
        let parts: Vec<(u64, bool)> = match &row.parts {
            Parts::Cycles(cycles) => cycles.iter().map(|c| (c.length, c.turns)).collect(),
            Parts::Defects(defects) => defects.iter().map(|d| (d.offset, d.plus)).collect(),
        };
        let kind = if matches!(row.parts, Parts::Cycles(_)) { CYCLES } else { DEFECTS };
        let RowStructure { half, place, column, least, over, multiplier, .. } = *row;
        self.numbers(&[kind, half, place, column, least, over, multiplier, parts.len() as u64]);
        parts.iter().for_each(|&(n, sign)| self.numbers(&[n, sign.into()]));
    }
}

impl Reader<'_> {
    pub fn proof(&mut self) -> Result<Proof, BytesError> {
        let kind = self.number()?;
        if kind == WALKED {
            return Ok(Proof::Walked);
        }
        let (half, place) = (self.number()?, self.number()?);
        let (column, least) = (self.near()?, self.near()?);
        let (over, multiplier, count) = (self.period()?, self.period()?, self.number()?);
        if half > MAX_ROW || place > MAX_ROW || count > MAX_ROW {
            return Err(BytesError::Damaged("place in a block"));
        }
        let mut parts = Vec::new();
        for _ in 0..count {
            parts.push((self.number()?, self.flag()?));
        }
        let parts = parts.into_iter();
        let parts = match kind {
            CYCLES => {
                Parts::Cycles(parts.map(|(length, turns)| SignedCycle { length, turns }).collect())
            }
            DEFECTS => {
                Parts::Defects(parts.map(|(offset, plus)| Defect { offset, plus }).collect())
            }
            _ => return Err(BytesError::Damaged("proof")),
        };
        Ok(Proof::Structure(RowStructure { half, place, column, least, over, multiplier, parts }))
    }
}
