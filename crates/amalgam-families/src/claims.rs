//! What the table suggests, and which of it still stands.

use amalgam_core::Outcome;
use rustc_hash::FxHashMap;

use crate::rests::{Place, RestId, Rests};
use crate::table::Table;

/// A residue class of one rest: R + n·h for all n ≡ `residue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Class {
    pub rest: RestId,
    pub residue: u32,
}

impl Class {
    /// A position of the class, whose parity is that of all.
    pub fn place(self) -> Place {
        Place { rest: self.rest, count: self.residue as i32 }
    }
}

/// What is claimed of a class: the outcome for all its n from `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub from: i32,
    pub outcome: Outcome,
}

/// The claims that the table suggests and that were not given up.
#[derive(Debug)]
pub(crate) struct Claims<'t> {
    pub table: &'t Table,
    pub period: u32,
    /// This many members of a class must agree before it is claimed to go on so.
    evidence: usize,
    /// Rests of more coins are not spoken of.
    pub most: usize,
    found: FxHashMap<Class, Option<Claim>>,
}

impl<'t> Claims<'t> {
    pub fn new(table: &'t Table, period: u32) -> Claims<'t> {
        let evidence = if period >= 36 { 1 } else { 2 };
        Claims { table, period, evidence, most: 0, found: FxHashMap::default() }
    }

    pub fn class(&self, place: Place) -> Class {
        let residue = place.count.rem_euclid(self.period as i32) as u32;
        Class { rest: place.rest, residue }
    }

    /// What is claimed of a class.
    pub fn claim(&mut self, rests: &Rests, class: Class) -> Option<Claim> {
        if let Some(&claim) = self.found.get(&class) {
            return claim;
        }
        let small = rests.coins(class.rest) <= self.most;
        let claim = if small { self.suggested(rests, class) } else { None };
        self.found.insert(class, claim);
        claim
    }

    /// What is claimed of a position.
    pub fn of(&mut self, rests: &Rests, place: Place) -> Option<Claim> {
        let class = self.class(place);
        self.claim(rests, class).filter(|claim| place.count >= claim.from)
    }

    /// What the table suggests of a class, given up or not.
    pub fn suggestion(&self, rests: &Rests, class: Class) -> Option<Claim> {
        self.suggested(rests, class)
    }

    /// Gives a claim up.
    pub fn delete(&mut self, class: Class) {
        self.found.insert(class, None);
    }

    /// The first n of a class that is not in the table.
    pub fn first_beyond(&self, rests: &Rests, class: Class) -> i32 {
        let height = rests.setting.height() as usize;
        let room = (self.table.coins() + 1).saturating_sub(rests.coins(class.rest));
        let least = room.div_ceil(height) as i32;
        least + (class.residue as i32 - least).rem_euclid(self.period as i32)
    }

    /// The outcome that the last members of the class in the table have in common.
    fn suggested(&self, rests: &Rests, class: Class) -> Option<Claim> {
        let end = self.first_beyond(rests, class);
        let mut claim: Option<Claim> = None;
        let mut members = 0;
        let mut from = end - self.period as i32;
        while from >= 0 {
            let place = Place { rest: class.rest, count: from };
            let outcome = outcome(self.table, rests, place)?;
            match claim {
                Some(Claim { outcome: last, .. }) if last != outcome => break,
                _ => claim = Some(Claim { from, outcome }),
            }
            members += 1;
            from -= self.period as i32;
        }
        claim.filter(|_| members >= self.evidence)
    }
}

/// Who wins at a position, if the table says so.
pub(crate) fn outcome(table: &Table, rests: &Rests, place: Place) -> Option<Outcome> {
    let height = rests.setting.height() as u16;
    if rests.coins(place.rest) + place.count.max(0) as usize * usize::from(height) > table.coins() {
        return None;
    }
    let rest = rests.heaps(place.rest);
    let above = rest.partition_point(|&heap| heap < height);
    let many = std::iter::repeat_n(height, usize::try_from(place.count).ok()?);
    let heaps: Vec<u16> = rest[above..]
        .iter()
        .rev()
        .copied()
        .chain(many)
        .chain(rest[..above].iter().rev().copied())
        .collect();
    table.outcome(&heaps)
}
