//! One position with many equal heaps, and its options, by certificates.

use amalgam_core::base::budget::{Budget, LimitReached, Progress};
use amalgam_core::{Outcome, Position};
use rustc_hash::FxHashMap;

use crate::cases::Effort;
use crate::claims::Class;
use crate::family::{BEYOND, PERIODS};
use crate::rests::{Place, Setting};
use crate::search::Search;
use crate::table::Table;

/// Who wins at a position R + n·h, and what proves it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The rest R.
    pub rest: Position,
    /// The height h.
    pub height: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// For all n that leave this residue…
    pub residue: u64,
    /// …modulo this period…
    pub period: u64,
    /// …from this n on.
    pub from: u64,
    /// How many classes the certificate has.
    pub classes: usize,
    /// The options of which it is proved who wins.
    pub options: FxHashMap<Position, Outcome>,
    /// Whether those are all options.
    pub complete: bool,
}

/// This many positions are opened for one period and one bound on rests, and for each option: a second at the most.
const TOTAL: u64 = 6_000;

/// A position as many heaps of one height, the one that most heaps have, and a rest.
pub fn split(position: &Position) -> Option<(u64, usize, Position)> {
    let (height, count) = position.runs().max_by_key(|&(_, count)| count)?;
    let rest = Position::of_counts(position.runs().filter(|&(other, _)| other != height));
    Some((height, count, rest))
}

impl Decision {
    /// Decides R + n·h beyond the table; `None` if no certificate was found. With `options` the options are
    /// decided as well, as far as that is within reach.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn find(
        setting: &Setting,
        table: &Table,
        position: &Position,
        options: bool,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Decision>, LimitReached> {
        let (height, count) = (setting.height(), position.count_of(setting.height()));
        let rest = Position::of_counts(position.runs().filter(|&(other, _)| other != height));
        let beyond_table = position.coins() > table.coins() as u128;
        let (true, Ok(count), true) =
            (rest.coins() < table.coins() as u128, i32::try_from(count), beyond_table)
        else {
            return Ok(None);
        };
        let heaps: Vec<u16> = rest.heaps().iter().map(|&heap| heap as u16).collect();
        for beyond in BEYOND {
            for period in PERIODS {
                let mut search = Search::new(setting, table, period, Effort::default());
                search.claims.most = rest.coins() as usize + beyond;
                let class = search.class(&heaps, count as u32 % period);
                let Some(claim) = search.claims.claim(&search.rests, class) else { continue };
                search.prove(&[class], TOTAL, limits, progress)?;
                if search.proved(class).is_none() || count < claim.from {
                    continue;
                }
                let mut decision = Decision {
                    rest: rest.clone(),
                    height,
                    outcome: claim.outcome,
                    residue: class.residue.into(),
                    period: period.into(),
                    from: claim.from as u64,
                    classes: search.classes(&[class]).len(),
                    options: FxHashMap::default(),
                    complete: false,
                };
                if options {
                    decision.decide_options(
                        &mut search,
                        Place { rest: class.rest, count },
                        limits,
                        progress,
                    );
                }
                return Ok(Some(decision));
            }
        }
        Ok(None)
    }

    /// Proofs for the options too; a bound that is met ends this, and what was found stays.
    fn decide_options(
        &mut self,
        search: &mut Search<'_>,
        place: Place,
        limits: &Budget,
        progress: &dyn Progress,
    ) {
        self.complete = true;
        for option in search.rests.options(place) {
            let position = self.position(search, option);
            let class: Class = search.claims.class(option);
            let outcome = match search.rests.by_parity(option) {
                Some(outcome) => Some(outcome),
                // Every option of a P-position is N.
                None if self.outcome == Outcome::P => Some(Outcome::N),
                None => match search.prove(&[class], TOTAL, limits, progress) {
                    Ok(()) if search.proved(class).is_some() => {
                        search.claims.of(&search.rests, option).map(|claim| claim.outcome)
                    }
                    _ => None,
                },
            };
            match outcome {
                Some(outcome) => _ = self.options.insert(position, outcome),
                None => self.complete = false,
            }
        }
    }

    fn position(&self, search: &Search<'_>, place: Place) -> Position {
        let rest = search.rests.heaps(place.rest).iter().map(|&heap| (u64::from(heap), 1));
        Position::of_counts(rest.chain([(self.height, place.count.max(0) as usize)]))
    }
}
