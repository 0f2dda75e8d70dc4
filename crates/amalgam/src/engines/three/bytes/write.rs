//! What is written.

use super::register_bytes;
use crate::engines::three::block::{Block, By};
use crate::engines::three::covers::{CoverProof, Covers};
use crate::engines::three::period::{Outcome, Search};
use crate::engines::three::register::Register;
use crate::engines::three::rows::Proved;
use crate::games::rules::Family;

pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn number(&mut self, n: u64) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub fn family(&mut self, family: Family) {
        let (kind, r) = match family {
            Family::Threshold(r) => (0, r),
            Family::MergeTakeOne => (1, 0),
        };
        self.number(kind);
        self.number(r);
    }

    pub fn covers(&mut self, covers: &Covers) {
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

    pub fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|&n| self.number(n));
    }

    pub fn register(&mut self, block: &Block, register: Register) {
        let (queue, tail) = register_bytes(block);
        self.0.extend_from_slice(&register.queue.to_le_bytes()[..queue]);
        self.0.extend_from_slice(&register.tail.to_le_bytes()[..tail]);
    }

    pub fn cycle(&mut self, block: &Block, i: usize) {
        let cycle = &block.cycles[i];
        self.number(cycle.start);
        self.number(cycle.period);
        self.number((cycle.by == By::Structure).into());
        cycle.registers.iter().for_each(|&register| self.register(block, register));
    }

    pub fn proved(&mut self, proved: &Proved) {
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
        self.proof(&proved.proof);
    }

    pub fn search(&mut self, block: &Block, search: &Search) {
        self.number(search.walked);
        self.number((search.outcome == Outcome::Cycle).into());
        self.register(block, search.register);
        self.register(block, search.anchor);
        self.number(search.anchor_at);
        search.registers.iter().for_each(|&register| self.register(block, register));
    }
}
