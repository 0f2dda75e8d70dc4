//! The structure of a block: the registers at its start and the walks along its rows. Tables are left
//! out; they are made again.

use super::BytesError;
use super::read::Reader;
use super::write::Writer;
use crate::engines::three::block::Block;
use crate::engines::three::structure::conditions::{Defects, cells};
use crate::engines::three::structure::defects::Mover;
use crate::engines::three::structure::holes::Label;
use crate::engines::three::structure::ring::Ring;
use crate::engines::three::structure::walk::{Kept, MOST_KEPT, Place, Walk};
use crate::engines::three::structure::{MOST_ROWS, Structure};
use crate::engines::three::structured::{MOST_TRIES, Trial};

const REFUSED: u64 = 100;
const MADE: u64 = 101;

impl Writer {
    pub fn trial(&mut self, trial: Trial) {
        self.number(match trial {
            Trial::Open(tries) => tries.into(),
            Trial::Refused => REFUSED,
            Trial::Made => MADE,
        });
    }

    pub fn structure(&mut self, structure: Option<&Structure>) {
        self.number(structure.is_some().into());
        let Some(structure) = structure else { return };
        self.number(structure.homes.len() as u64);
        structure.homes.iter().for_each(|&home| self.wide(home));
        self.number(structure.walks().count() as u64);
        structure.walks().for_each(|walk| self.walk(walk));
    }

    fn wide(&mut self, word: u128) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn walk(&mut self, walk: &Walk) {
        let Walk { place, spacing, kept, times, period } = walk;
        let reach = place.mover.reach();
        self.numbers(&[reach, place.column, place.looks, *spacing, *times, period.unwrap_or(0)]);
        let here = Kept { defects: place.defects(), ring: place.ring.clone() };
        self.number(kept.len() as u64);
        for Kept { defects, ring } in kept.iter().chain([&here]) {
            self.wide(defects.plus);
            self.wide(defects.minus);
            ring.0.iter().for_each(|label| self.0.push(label.0));
        }
    }
}

impl Reader<'_> {
    pub fn trial(&mut self) -> Result<Trial, BytesError> {
        match self.number()? {
            tries if tries <= MOST_TRIES.into() => Ok(Trial::Open(tries as u32)),
            REFUSED => Ok(Trial::Refused),
            MADE => Ok(Trial::Made),
            _ => Err(BytesError::Damaged("structure")),
        }
    }

    pub fn structure(&mut self, block: &Block) -> Result<Option<Structure>, BytesError> {
        if !self.flag()? {
            return Ok(None);
        }
        let (half, rows) = (block.shape.half, self.number()?);
        let damaged = BytesError::Damaged("structure");
        if rows > MOST_ROWS as u64
            || rows < block.rows() as u64
            || !Structure::speaks_of(block.family, half, rows as usize)
        {
            return Err(damaged);
        }
        let homes = (0..rows).map(|_| self.wide()).collect::<Result<Vec<_>, _>>()?;
        let structure = Structure::new(half, block.start, homes).map_err(|_| damaged)?;
        let count = self.number()?;
        if count > rows {
            return Err(damaged);
        }
        let walks = (0..count).map(|_| self.walk(half)).collect::<Result<Vec<_>, _>>()?;
        let levels = structure.levels_with_defects();
        let fits = |(walk, j): (&Walk, usize)| {
            walk.place.mover.reach() == u64::from(half) + j as u64 + 2
                && walk.kept[0].defects == structure.defects(j)
        };
        if walks.len() > levels.len() || !walks.iter().zip(levels).all(fits) {
            return Err(damaged);
        }
        Ok(Some(structure.with_walks(walks)))
    }

    fn wide(&mut self) -> Result<u128, BytesError> {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(self.take(16)?);
        Ok(u128::from_le_bytes(bytes))
    }

    fn walk(&mut self, half: u32) -> Result<Walk, BytesError> {
        let (reach, column, looks) = (self.number()?, self.near()?, self.near()?);
        let (spacing, times, period) = (self.near()?, self.near()?, self.near()?);
        let count = self.number()?;
        let damaged = BytesError::Damaged("walk");
        // The next place to be kept is still to come, so that none is far from one that is kept.
        let ahead = spacing.checked_mul(count).is_some_and(|next| next >= column);
        let fits = reach > half.into() && reach <= 128 && (1..=MOST_KEPT as u64).contains(&count);
        if !fits || spacing == 0 || !ahead || period > column {
            return Err(damaged);
        }
        let mut kept = Vec::new();
        for _ in 0..=count {
            let (plus, minus) = (self.wide()?, self.wide()?);
            let ring: Vec<Label> = self.take(reach as usize)?.iter().map(|&b| Label(b)).collect();
            let labels = ring.iter().fold(0u128, |all, label| all | 1 << label.cell());
            let all = cells(reach as u32);
            if plus & minus != 0 || (plus | minus) & !all != 0 || labels != all {
                return Err(damaged);
            }
            kept.push(Kept { defects: Defects { plus, minus }, ring: Ring(ring) });
        }
        let Some(Kept { defects, ring }) = kept.pop() else { return Err(damaged) };
        let mover = Mover::new(u64::from(half) + 1, reach, defects, column);
        let place = Place { column, mover, ring, looks };
        let period = (period > 0).then_some(period);
        Ok(Walk { place, spacing, kept, times, period })
    }
}
