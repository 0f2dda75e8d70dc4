//! The search as a whole: the walk from column 0, then the layers.

use super::first::{First, joint_period};
use super::layer::Layer;
use super::stack::{Fact, Open, Stack};
use super::walk::{Balance, Walk};
use super::{Cover, CoverProof, Covers, Decided, FIRST_LOOK, MAX_ROW, default_columns, may_cover};
use crate::three::progress::{Progress, RowError, Step, Task, Until};
use amalgam_core::base::budget::Budget;
use amalgam_core::games::rules::Family;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// The columns between two looks at the conditions.
const LOOK: u64 = 2048;

/// No search goes further.
const FARTHEST: u64 = 1 << 59;

/// A search for covers that can be paused, stored and taken up again.
#[derive(Clone, Debug)]
pub struct Search {
    pub(crate) family: Family,
    pub(crate) to: u64,
    /// The column to which is searched.
    pub(crate) limit: u64,
    /// All rows, as long as they are walked from column 0.
    pub(crate) walk: Walk,
    /// The first cover, and for each half width the `from` for which a joint period was looked for in
    /// vain.
    pub(crate) first: Option<First>,
    pub(crate) tried: Vec<u64>,
    /// What the walk left open, once it has ended.
    pub(crate) start: Option<Start>,
    /// What is decided.
    pub(crate) facts: Vec<Fact>,
    /// What is left to be walked.
    pub(crate) stacks: Vec<Stack>,
}

/// How the walk has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Start {
    /// All conditions hold at its column: the layers are walked on.
    Layers,
    /// It has come to its end without that.
    Nowhere,
}

impl Search {
    /// A search for the covers up to row `to` that has not started; it ends at column `columns`, or
    /// [`default_columns`].
    ///
    /// # Errors
    /// If `to` is 0 or beyond [`MAX_ROW`].
    pub fn new(family: Family, to: u64, columns: Option<u64>) -> Result<Self, RowError> {
        match to {
            0 => return Err(RowError::Zero),
            1..=MAX_ROW => {}
            _ => return Err(RowError::RowTooLarge { row: to, max: MAX_ROW }),
        }
        // The last row that can be a cover row.
        let halves = (0..=to / 2).rev().find(|&half| may_cover(half)).unwrap_or(0);
        Ok(Search {
            family,
            to,
            limit: columns.unwrap_or_else(|| default_columns(to)).min(FARTHEST),
            walk: Walk::new(family, 2 * halves + 1),
            first: None,
            tried: vec![u64::MAX; halves as usize + 1],
            start: None,
            facts: Vec::new(),
            stacks: Vec::new(),
        })
    }

    /// The game.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The last row asked for.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// The column at which the search ends.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Goes on to the end, or until it is told to stop: then there is no answer yet, and it can go on
    /// later. What it finds does not depend on pauses or on the number of threads.
    ///
    /// # Errors
    /// If the threads that the budget names are not to be had.
    pub fn advance(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Decided>, RowError> {
        Ok(limits.on_threads(|| self.advance_here(limits, progress).continue_value())?)
    }

    pub(crate) fn advance_here(
        &mut self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> ControlFlow<(), Decided> {
        let progress = &Until { progress, limits };
        while self.start.is_none() {
            progress.tick(Step::new(Task::Covers, self.walk.column))?;
            self.walk.advance();
            if self.walk.column.is_multiple_of(LOOK) {
                self.look();
            }
        }
        let (limit, stacks) = (self.limit, std::mem::take(&mut self.stacks));
        let (facts, left): (Vec<_>, Vec<_>) =
            stacks.into_par_iter().with_max_len(1).map(|stack| stack.run(limit, progress)).unzip();
        self.facts.extend(facts.into_iter().flatten());
        self.stacks.extend(left.into_iter().flatten());
        self.facts.sort();
        self.stacks.sort_by_key(|stack| stack.layers[0].half);
        if self.stacks.is_empty() {
            ControlFlow::Continue(self.decided())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Looks for the first cover, and whether the conditions of the layers hold at this column.
    fn look(&mut self) {
        let Walk { column, broken, .. } = &self.walk;
        if self.first.is_none() {
            self.first = First::find(self.family, *column, broken, &mut self.tried);
        }
        let over = *column >= self.limit || self.first.is_none() && *column >= FIRST_LOOK;
        let ready = self.first.as_ref().is_some_and(|first| *column >= first.from)
            && *column > 2 * self.walk.taken.len() as u64;
        if !ready && !over {
            return;
        }
        let balances = self.walk.balances();
        let lowest = self.first.as_ref().map_or(usize::MAX, |first| first.half as usize);
        if ready && balances[lowest..].iter().all(|balance| balance.excess == 0) {
            self.start = Some(Start::Layers);
            let layers = balances.iter().enumerate().skip(lowest);
            let layers = layers.map(|(half, balance)| self.layer(half, balance)).collect();
            let column = self.walk.column;
            self.stacks.push(Stack { column, since: column, layers, mark: None });
            self.leave_open(&balances[..lowest]);
        } else if over {
            self.start = Some(Start::Nowhere);
            self.leave_open(&balances);
        }
    }

    fn layer(&self, half: usize, balance: &Balance) -> Layer {
        let ring = &self.walk.taken[2 * half];
        let cells = [ring, &balance.plus, &balance.minus].map(Vec::as_slice);
        Layer::new(half as u64, cells, self.walk.broken[half], self.walk.column)
    }

    /// The rows of which the walk alone says how far they are from a cover.
    fn leave_open(&mut self, balances: &[Balance]) {
        let mut below = self.first.as_ref().map(|first| first.half);
        for (half, balance) in (0..).zip(balances) {
            let above = below.filter(|&below| half > below);
            if balance.defects == 0 && above.is_some_and(|k| lemma_holds(self.family, k, half - k))
            {
                self.facts.push(Fact::Cover(half, self.walk.broken[half as usize] + 1));
                below = Some(half);
            } else if half > 0 && may_cover(half) && Some(half) != below {
                let (row, defects, steady) = (2 * half, balance.defects, self.walk.column);
                self.facts.push(Fact::Open(Open { row, defects, steady }));
            }
        }
    }

    fn decided(&self) -> Decided {
        let mut covers: Vec<Cover> = Vec::new();
        let (mut excluded, mut hidden, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let first = self.first.as_ref().map(|first| Cover {
            row: 2 * first.half,
            half_width: first.half,
            from: first.from,
            proof: first.proof(),
        });
        covers.extend(first.filter(|first| first.row <= self.to));
        for &fact in &self.facts {
            match fact {
                Fact::Cover(half, from) => {
                    let below = covers.last().expect("the first cover is below");
                    let proof = self.proof(below, half, from);
                    covers.push(Cover { row: 2 * half, half_width: half, from, proof });
                }
                Fact::Excluded(recurrence) => excluded.push(recurrence),
                Fact::Hidden(recurrence) => hidden.push(recurrence),
                Fact::Open(row) => open.push(row),
            }
        }
        let layers_from = (self.start == Some(Start::Layers)).then_some(self.walk.column);
        let searched = if self.first.is_some() { self.limit } else { self.walk.column };
        let covers = Covers { covers, searched_to_column: searched };
        Decided { covers, excluded, hidden, open, layers_from }
    }

    /// What proves a cover above the one below it: the Balanced Lemma where it applies, from the first
    /// column at which neither is broken any more.
    fn proof(&self, below: &Cover, half: u64, from: u64) -> CoverProof {
        if !lemma_holds(self.family, below.half_width, half - below.half_width)
            && let Some((column, period)) = joint_period(self.family, half, from)
        {
            return CoverProof::Period { column, period };
        }
        let column = from.max(below.from).max(2 * half + 1);
        CoverProof::Balanced { after: below.row, column }
    }
}

/// Whether the Balanced Lemma applies to the 2n rows after the cover row 2k.
fn lemma_holds(family: Family, half: u64, n: u64) -> bool {
    let least_forbidden = family.forbidden_offset(2 * half + 1).unwrap_or(u64::MAX);
    n <= half && least_forbidden > half + n
}
