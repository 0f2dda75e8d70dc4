//! How the defects of an even row move: part (3) of the Structure Theorem as a machine that looks only
//! at the columns where something can happen.
//!
//! Write L = k+j+2 for row 2j+2, and c for the hole of the rows before it at a column b.
//!
//! ```text
//!   column      w                 v = w+L                  w' = v+c
//!               −  ─────────────▶  +  ────────────────────▶  −
//!                 (d) rises      ↑ (e) falls by the hole
//!                                │
//!            (c) in the next j+1 columns a hole may hit v: pushed to b+L, and j+1 columns more
//! ```
//!
//! A minus at w does nothing until its column comes. There it *rises*: it becomes a plus at w + L. A
//! plus at v can be *pushed* by the holes that hit it, which come from the columns v−(k+j+1)..=v−(k+1);
//! it moves to b + L then. At its own column it *falls*: it becomes a minus at v + c. If a plus stands
//! there, both vanish. So a defect asks for j + 2 or a few more looks in about 2(k + j + 2) columns.

use super::conditions::Defects;
use super::holes::Reading;

/// What a defect does at a column; offsets are counted from k + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// (c): a plus is hit by the hole with this offset.
    Pushed(u8),
    /// (d): a minus comes to its column.
    Rises,
    /// (e): a plus comes to its column, where the hole has this offset.
    Falls(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub column: u64,
    pub change: Change,
}

/// Two defects have met, and are no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    pub column: u64,
}

/// A defect on its way, and the next column that matters to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moving {
    pub at: u64,
    pub plus: bool,
    pub look: u64,
}

/// The defects of row 2j+2. Columns count from the start of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mover {
    /// k + 1.
    lowest: u64,
    /// k + j + 2.
    reach: u64,
    pub moving: Vec<Moving>,
}

impl Mover {
    pub fn new(lowest: u64, reach: u64, defects: Defects, column: u64) -> Self {
        let mut mover = Mover { lowest, reach, moving: Vec::new() };
        for offset in (0..128).filter(|offset| defects.all() >> offset & 1 == 1) {
            let plus = defects.plus >> offset & 1 == 1;
            let mut defect = Moving { at: column + offset, plus, look: 0 };
            mover.next_look(&mut defect, column);
            mover.moving.push(defect);
        }
        mover
    }

    /// The defects as cells of the register at `column`, which they have come to.
    pub fn defects(&self, column: u64) -> Defects {
        let mut defects = Defects::default();
        for defect in &self.moving {
            let cell = 1 << (defect.at.saturating_sub(column).min(127));
            *(if defect.plus { &mut defects.plus } else { &mut defects.minus }) |= cell;
        }
        defects
    }

    /// Finds the first column from `column` on at which something can happen to the defect.
    fn next_look(&self, defect: &mut Moving, column: u64) {
        let first = (defect.at + 1).saturating_sub(self.reach).max(column);
        let pushes = defect.plus && first + self.lowest <= defect.at;
        defect.look = if pushes { first } else { defect.at };
    }

    /// The next event left of `until`.
    pub fn next(&mut self, reading: &mut Reading<'_>, until: u64) -> Result<Option<Event>, Clash> {
        loop {
            let Some(column) = self.moving.iter().map(|defect| defect.look).min() else {
                return Ok(None);
            };
            if column >= until {
                return Ok(None);
            }
            let hole = reading.hole(column);
            let hit = hole.map(|slot| column + self.lowest + u64::from(slot));
            let own = self.moving.iter().position(|defect| defect.at == column);
            let struck = self.moving.iter().position(|defect| Some(defect.at) == hit);
            let mut change = None;
            let moved = match (own, hole) {
                (Some(own), None) if !self.moving[own].plus => {
                    change = Some(Change::Rises);
                    Some((own, column + self.reach, true))
                }
                (Some(own), Some(slot)) if self.moving[own].plus && struck.is_none() => {
                    change = Some(Change::Falls(slot));
                    Some((own, hit.unwrap_or(column), false))
                }
                // A plus falls on a plus; or the table is not of these rows.
                (Some(_), _) => return Err(Clash { column }),
                (None, Some(slot)) => struck.map(|struck| {
                    change = Some(Change::Pushed(slot));
                    (struck, column + self.reach, true)
                }),
                (None, None) => None,
            };
            if let Some((which, at, plus)) = moved {
                (self.moving[which].at, self.moving[which].plus) = (at, plus);
            }
            for which in 0..self.moving.len() {
                let mut defect = self.moving[which];
                if defect.look == column {
                    self.next_look(&mut defect, column + 1);
                    self.moving[which] = defect;
                }
            }
            if let Some(change) = change {
                return Ok(Some(Event { column, change }));
            }
        }
    }
}
