//! The layers above a quiet one, and what they decide.
//!
//! A layer is *quiet* if it leaves no odd hole any more: then nothing above it depends on what is
//! below, and the layers from it on are walked by themselves. A layer without defects is quiet; it is
//! a cover. But a layer with defects may be quiet as well:
//!
//! **Hidden Cover Lemma.** *If from column s on the hole of the rows up to 2K + 1 is K + 1 wherever
//! there is one, the layers above see what they would see above the cover 2K with the taken values
//! 1 − h in its row 2K + 1.* Proof. A value v = b + K + 1 is hit just by the hole of column b, if there
//! is one: h(b + K + 1) = 1 − h(b). That is the rule z(b + L) = not z(b) of a layer without defects,
//! with z = 1 − h, and such a layer leaves the hole L = K + 1 where h = 0. ∎
//!
//! # Recurrence
//!
//! All cells of the layers from a quiet one up to 2K, its ring and the rings and defects above, decide
//! what follows. If they are the same at two columns, all repeats from the first on: the defects
//! of row 2K never become fewer, so 2K is no cover row (of the layer K itself only the defects are
//! needed, since its ring decides nothing below); and if no odd hole has been left in between, none
//! ever is. The ring of the quiet layer k comes back after 2(k + 1) columns, and the next layer after
//! 2(k + 1)(k + 2) (see [`super`]), so the cells are compared with earlier ones at multiples of that;
//! the earlier ones are taken again when the distance has doubled (Brent). As long as there is no
//! violation the column can be undone: each line of the table in [`super::layer`] has an inverse. So
//! the cells recur from the last violation on, or from where the quiet layer is.

use super::layer::{Holes, Layer, STRETCH, walk_all};
use crate::three::period::primes;
use crate::three::progress::{Progress, Step, Task};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// A proof that a row is no cover row, or that it hides one.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Recurrence {
    /// The row, 2K.
    pub row: u64,
    /// The nearest row below that is a cover or hides one.
    pub over: u64,
    /// The number of defects of the row, for ever.
    pub defects: u64,
    /// The column from which the layers recur.
    pub column: u64,
    /// After how many columns they do, at the least.
    pub period: u64,
}

/// A row of which it is not known whether it is a cover row.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Open {
    /// The row, 2K.
    pub row: u64,
    /// d at the last column seen: how far the rows up to this one are from a cover.
    pub defects: u64,
    /// The last column at which that became less, or where the search began to watch it.
    pub steady: u64,
}

/// What a stack has decided.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub(crate) enum Fact {
    /// Half width and `from` of a cover.
    Cover(u64, u64),
    Excluded(Recurrence),
    Hidden(Recurrence),
    Open(Open),
}

/// The layers from a quiet one up.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Stack {
    pub column: u64,
    /// The column since which the lowest layer is quiet.
    pub since: u64,
    pub layers: Vec<Layer>,
    pub mark: Option<Mark>,
}

/// Earlier cells, with which the present ones are compared.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Mark {
    pub column: u64,
    /// How often they were compared, and how often they are to be.
    pub laps: u64,
    pub most: u64,
    pub layers: Vec<Layer>,
}

/// Columns times layers walked between two ticks.
const PULSE: u64 = 1 << 22;

impl Stack {
    /// Goes on to column `limit`, or until all is decided or it is told to stop: then it returns what
    /// is left.
    pub fn run(mut self, limit: u64, progress: &dyn Progress) -> (Vec<Fact>, Vec<Stack>) {
        let mut facts = Vec::new();
        let mut holes = [Holes::new(), Holes::new()];
        let mut walked = PULSE;
        loop {
            if self.layers[1..].iter().any(|layer| layer.defects == 0) {
                let parts = self.split(&mut facts).into_par_iter().with_max_len(1);
                let (more, left): (Vec<_>, Vec<_>) =
                    parts.map(|part| part.run(limit, progress)).unzip();
                facts.extend(more.into_iter().flatten());
                return (facts, left.into_iter().flatten().collect());
            }
            if self.compare(&mut facts, progress).is_break() {
                return (facts, vec![self]);
            }
            let is_open = |layer: &Layer| layer.may_cover() && !layer.excluded;
            let top = self.layers[1..].iter().rposition(is_open).map_or(0, |top| top + 1);
            if top == 0 || self.column >= limit {
                let open = self.layers[1..].iter().filter(|layer| is_open(layer));
                facts.extend(open.map(|layer| {
                    let Layer { half, defects, steady, .. } = *layer;
                    Fact::Open(Open { row: 2 * half, defects, steady })
                }));
                return (facts, Vec::new());
            }
            self.layers.truncate(top + 1);
            if walked >= PULSE {
                walked = 0;
                if progress.tick(Step::new(Task::Covers, self.column)).is_break() {
                    return (facts, vec![self]);
                }
            }
            let to = self.next_look().min(limit).min(self.column + STRETCH as u64);
            walk_all(&mut self.layers, self.column, to, &mut holes);
            walked += (to - self.column) * self.layers.len() as u64;
            self.column = to;
        }
    }

    /// Cuts at the layers without defects.
    fn split(self, facts: &mut Vec<Fact>) -> Vec<Stack> {
        let Stack { column, since, layers, .. } = self;
        let mut parts = vec![Stack { column, since, layers: Vec::new(), mark: None }];
        for (i, layer) in layers.into_iter().enumerate() {
            if i > 0 && layer.defects == 0 {
                facts.push(Fact::Cover(layer.half, layer.broken + 1));
                parts.push(Stack { column, since: layer.steady, layers: Vec::new(), mark: None });
            }
            parts.last_mut().expect("one at least").layers.push(layer);
        }
        parts
    }

    /// A multiple of the columns after which the lowest two layers come back.
    fn lap(&self) -> u64 {
        let half = self.layers[0].half;
        let least = 2 * (half + 1) * (half + 2);
        least * (STRETCH as u64).div_ceil(least)
    }

    /// The column at which the cells are compared next.
    fn next_look(&self) -> u64 {
        self.mark.as_ref().map_or(self.column, |mark| mark.column + (mark.laps + 1) * self.lap())
    }

    /// Whether the next comparison is less than a lap away, as it is in every search.
    pub fn is_marked_in_time(&self) -> bool {
        self.mark.as_ref().is_none_or(|mark| {
            let laps = u128::from(mark.laps) * u128::from(self.lap());
            let behind = u128::from(self.column - mark.column);
            (laps..=laps + u128::from(self.lap())).contains(&behind)
        })
    }

    /// Compares the cells with earlier ones where that is due.
    fn compare(&mut self, facts: &mut Vec<Fact>, progress: &dyn Progress) -> ControlFlow<()> {
        if self.column < self.next_look() {
            return ControlFlow::Continue(());
        }
        let mut most = 1;
        if let Some(mut mark) = self.mark.take() {
            let decided = self.decide(&mark, facts, progress);
            if decided.is_break() {
                self.mark = Some(mark);
                return decided.map_continue(|_| ());
            }
            mark.laps += 1;
            if decided == ControlFlow::Continue(false) {
                if mark.laps < mark.most {
                    self.mark = Some(mark);
                    return ControlFlow::Continue(());
                }
                most = 2 * mark.most;
            }
        }
        let layers = self.layers.clone();
        self.mark = Some(Mark { column: self.column, laps: 0, most, layers });
        ControlFlow::Continue(())
    }

    /// Decides what follows from the cells being those of the mark, as far up as they are. Tells
    /// whether another layer is the lowest now.
    fn decide(
        &mut self,
        mark: &Mark,
        facts: &mut Vec<Fact>,
        progress: &dyn Progress,
    ) -> ControlFlow<(), bool> {
        for i in 1..self.layers.len() {
            let then = &mark.layers[i];
            if !self.layers[i].same_defects(then) {
                break;
            }
            if self.layers[i].may_cover() && !self.layers[i].excluded {
                facts.push(Fact::Excluded(self.recurrence(mark, i, false, progress)?));
                self.layers[i].excluded = true;
            }
            if self.layers[i].ring != then.ring {
                break;
            }
            if self.layers[i].odd == then.odd {
                let hidden = self.recurrence(mark, i, true, progress)?;
                facts.push(Fact::Hidden(hidden));
                self.since = hidden.column;
                self.layers.drain(..i);
                self.layers[0].hide();
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// The recurrence of the layers up to the i-th, which are now what they were at the mark.
    fn recurrence(
        &self,
        mark: &Mark,
        i: usize,
        with_ring: bool,
        progress: &dyn Progress,
    ) -> ControlFlow<(), Recurrence> {
        let mut holes = [Holes::new(), Holes::new()];
        let mut period = self.column - mark.column;
        for prime in primes(period) {
            while period.is_multiple_of(prime) {
                let mut layers = mark.layers[..=i].to_vec();
                let mut at = 0;
                while at < period / prime {
                    progress.tick(Step::new(Task::Covers, self.column))?;
                    let to = (at + PULSE).min(period / prime);
                    walk_all(&mut layers, at, to, &mut holes);
                    at = to;
                }
                let same = layers.iter().zip(&mark.layers).enumerate().all(|(j, (now, then))| {
                    now.same_defects(then) && (now.ring == then.ring || j == i && !with_ring)
                });
                if !same {
                    break;
                }
                period /= prime;
            }
        }
        let steady = self.layers[1..=i].iter().map(|layer| layer.steady).max().unwrap_or(0);
        let Layer { half, defects, .. } = self.layers[i];
        ControlFlow::Continue(Recurrence {
            row: 2 * half,
            over: 2 * self.layers[0].half,
            defects,
            column: steady.max(self.since),
            period,
        })
    }
}
