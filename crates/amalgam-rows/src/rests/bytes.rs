//! A run as bytes ([`amalgam_core::base::bytes`]), and what is checked when it is read.

use std::cmp::Reverse;

use super::joint::{Beginning, Census, Home, Places, Search, Stage, Width};
use super::walk::{CHUNK, Walk, Word};
use super::{Closure, Run, Setting};
use crate::row::{Obstacle, Proof, Proved, Status};
pub use amalgam_core::base::bytes::BytesError;
use amalgam_core::base::bytes::{self, Kind, ensure};

const RUN: &Kind = b"amalrst3";

/// Whether a column or a number of columns can have been walked to.
fn near(columns: u64) -> bool {
    columns < 1 << 48
}

impl Run {
    /// Where the run stands.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::write(RUN, &(self.about(), &self.search))
    }

    /// The run of a closure that [`Run::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, are of another closure, or are damaged.
    pub fn from_bytes(setting: Setting, closure: Closure, bytes: &[u8]) -> Result<Run, BytesError> {
        Run { setting, closure, search: None }.restored(bytes)
    }

    /// The run about the same rows that [`Run::to_bytes`] wrote.
    pub(crate) fn restored(&self, bytes: &[u8]) -> Result<Run, BytesError> {
        let (about, search): (&str, Option<Search>) = bytes::read(RUN, bytes)?;
        let run = Run { setting: self.setting.clone(), closure: self.closure.clone(), search };
        ensure(about == run.about(), "it is about other rows")?;
        let of = (&run.setting, &run.closure);
        if let Some(Search { hint, steps, stage }) = &run.search {
            ensure(*hint > 0 && near(*steps), "steps")?;
            match stage {
                Width::Narrow(stage) => stage.check(&Walk::new(of), *hint)?,
                Width::Wide(stage) => stage.check(&Walk::new(of), *hint)?,
            }
        }
        Ok(run)
    }

    /// What the run is about.
    fn about(&self) -> String {
        let Run { setting, closure, .. } = self;
        let last = closure.rests().last().map(ToString::to_string).unwrap_or_default();
        let count = closure.rests().len();
        format!("{} {} {:?} {count} {last}", setting.rules(), setting.play(), setting.values())
    }
}

impl<W: Word> Stage<W> {
    /// Checks a stage, given the walk that has not started.
    fn check(&self, fresh: &Walk<W>, hint: u64) -> Result<(), BytesError> {
        let rows = fresh.windows.len();
        match self {
            Stage::Places(Places { walk, homes, open }) => {
                walk.check(fresh)?;
                homes.iter().try_for_each(|home| home.check(fresh))?;
                for &Reverse((place, home, round)) in open {
                    // A place for the first time makes a new home.
                    let fits = if round == 0 { home == homes.len() } else { home < homes.len() };
                    ensure(fits && round.saturating_mul(hint) <= place, "place")?;
                }
                Ok(())
            }
            Stage::Census(census) => census.check(fresh),
            Stage::Beginning(Beginning { census, later, preperiods }) => {
                census.check(fresh)?;
                later.check(fresh)?;
                let counted = preperiods.len() == rows && preperiods.iter().copied().all(near);
                ensure(counted, "preperiods")
            }
            Stage::Done(found) => ensure(found.len() == rows && found.iter().all(told), "rows"),
        }
    }
}

/// Whether a joint search can come to this: it proves by recurrence, or gives a row up.
fn told(status: &Status) -> bool {
    match status {
        Status::Proved(proved) => {
            let Proved { preperiod, period, fixed, proof, .. } = &**proved;
            let &Proof::Recurrence { column, columns } = proof else { return false };
            let numbers = [*preperiod, *period, fixed.unwrap_or(0), column, columns];
            *period > 0 && numbers.into_iter().all(near)
        }
        Status::Unknown(unknown) => unknown.why == Obstacle::Columns,
    }
}

impl<W: Word> Walk<W> {
    fn check(&self, fresh: &Walk<W>) -> Result<(), BytesError> {
        ensure(self.is_like(fresh), "walk")?;
        ensure(self.place >= fresh.place && self.place <= 1 << 48, "place")?;
        ensure(self.done <= CHUNK, "columns")?;
        let first = self.first.iter().all(|first| (0..=128).contains(first));
        ensure(first, "value at column 0")
    }
}

impl<W: Word> Home<W> {
    fn check(&self, fresh: &Walk<W>) -> Result<(), BytesError> {
        self.walk.check(fresh)?;
        let mut known = self.multiples.iter().flatten();
        let counted = self.multiples.len() == fresh.windows.len();
        ensure(counted && known.all(|&known| known > 0 && near(known)), "multiple")
    }
}

impl<W: Word> Census<W> {
    fn check(&self, fresh: &Walk<W>) -> Result<(), BytesError> {
        let Census { home, multiple, walk, seen } = self;
        home.check(fresh)?;
        walk.check(fresh)?;
        ensure(*multiple > 0 && near(*multiple), "multiple")?;
        ensure(seen.len() == home.multiples.len(), "rows")?;
        for (seen, known) in seen.iter().zip(&home.multiples) {
            let columns = known.unwrap_or(1);
            let divides = |period: u64| period > 0 && columns.is_multiple_of(period);
            ensure(divides(seen.period) && multiple.is_multiple_of(columns), "period")?;
            ensure(near(seen.fixed) && seen.perhaps.iter().copied().all(near), "period")?;
        }
        Ok(())
    }
}
