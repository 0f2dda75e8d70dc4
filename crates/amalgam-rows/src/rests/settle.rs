//! Rows at places however far out, once they are walked to where they repeat.

use std::marker::PhantomData;

use super::closure::Closure;
use super::joint::{Joint, Places};
use super::periodic;
use super::setting::{RowError, Setting};
use super::walk::{CHUNK, Of, Walk, Word};
use crate::row::{Obstacle, Status};
use amalgam_core::base::budget::{Budget, Progress};

/// A walk at a place from which on all its rows repeat.
pub(super) struct Settled<W> {
    walk: Walk<W>,
    multiple: u64,
}

impl<W: Word> Settled<W> {
    /// The place.
    pub fn place(&self) -> u64 {
        self.walk.place as u64
    }

    /// The rows as they stand at a later place, at an earlier one that looks the same.
    pub fn at(&self, of: Of<'_>, place: u64, limits: &Budget) -> Result<Walk<W>, RowError> {
        let mut walk = self.walk.clone();
        let mut left = (place - self.place()) % self.multiple;
        while left > 0 {
            limits.check(walk.place as u64)?;
            let columns = left.min(CHUNK as u64);
            walk.advance(of, columns as usize);
            left -= columns;
        }
        Ok(walk)
    }
}

/// Walks a closure to a place from which on all its rows repeat.
pub(super) fn settle(
    setting: &Setting,
    closure: &Closure,
    (hint, steps): (u64, u64),
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<(Settled<u128>, Vec<Status>), RowError> {
    let joint = Joint::<u128> { setting, closure, limits, progress, word: PhantomData };
    let mut places = Places::new((setting, closure));
    let home = joint.home(&mut places, (hint, steps))?.expect("wide words suffice");
    let all = home.multiples.iter().zip(closure.rests());
    let multiple = all.clone().try_fold(1, |all, (&one, _)| periodic::lcm(all, one?));
    match multiple {
        Some(multiple) => {
            let walk = home.walk.clone();
            let mut stage = joint.after(home)?;
            let known = joint.advance(&mut stage, (hint, steps))?.expect("wide words suffice");
            Ok((Settled { walk, multiple }, known))
        }
        None => {
            let open = all.clone().find(|(known, _)| known.is_none()).map(|(_, rest)| rest.clone());
            Err(RowError::unknown(&open.unwrap_or_default(), Obstacle::Columns))
        }
    }
}
