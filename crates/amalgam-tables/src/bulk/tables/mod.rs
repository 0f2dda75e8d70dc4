//! The facts of a whole domain, tabled once.
//!
//! | rules | `P`, `N`, `misere_P` | `grundy` | `f` |
//! |---|---|---|---|
//! | any number may be taken, no splits, three heaps | completions of pairs | cube of triples | completions of pairs |
//! | other amounts, no splits, three heaps | cube of triples (normal play) | cube of triples | |
//! | heaps that never meet | values of single heaps (normal play) | values of single heaps | if any number may be taken |
//! | octal codes | values of single heaps (normal play) | values of single heaps | |
//! | other heap rules | layers of all positions by coins and heaps | the same | if any number may be taken |
//! | games without heap rules | one search from all positions | the same | |

pub mod gathered;
mod layered;
mod layers;
mod pairs;

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use self::layered::{LayeredValues, Outcomes};
use self::layers::Layers;
pub use self::pairs::Pairs;
use self::pairs::last_three;
use super::{Domain, Facts, Mentions};
use crate::cube::{Cube, CubeError, Keep};
use crate::sequence::{self, HeapMoves};
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Progress};
use amalgam_core::games::AnyGame;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};
use amalgam_search::GatheredValues;
use amalgam_search::completion::Completions;

/// Why the facts of a domain cannot be tabled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The rules do not promise one completion for each pair of heaps.
    #[error("`f` has a meaning only where any number may be taken and no heap splits")]
    NoCompletion,
    /// The domain has positions that the game has not.
    #[error("{game} has at most {most} heaps: bound the positions by heaps, not by coins alone")]
    TooManyHeaps {
        /// What the game is called.
        game: String,
        /// How many heaps it has.
        most: u64,
    },
    /// A bound was met.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Classified for TableError {
    fn fault(&self) -> Fault {
        match self {
            TableError::NoCompletion | TableError::TooManyHeaps { .. } => Fault::Input,
            TableError::Limit(_) => Fault::Limit,
        }
    }
}

impl TableError {
    /// The same with the bounds of the whole budget, of which each table has a share.
    fn of_all(self, limits: &Budget) -> TableError {
        match self {
            TableError::Limit(reached) => TableError::Limit(reached.of_all(limits)),
            error => error,
        }
    }
}

/// The facts that a formula mentions, for every position of a domain.
pub struct Tables {
    normal: Option<Outcome>,
    misere: Option<Outcome>,
    grundy: Option<Grundy>,
    completions: Option<Completed>,
    /// Whether layers hold the positions of the domain and no others: then both have the same order.
    in_order: bool,
}

/// f of up to two heaps, and of more where that is asked for.
struct Completed {
    pairs: Pairs,
    more: Option<Completions>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables")
            .field("outcome", &self.normal.is_some())
            .field("misere", &self.misere.is_some())
            .field("grundy", &self.grundy.is_some())
            .finish_non_exhaustive()
    }
}

enum Outcome {
    Pairs(Pairs),
    /// The Grundy values decide: a table of their own, or the one that `grundy` needs anyway.
    Grundy(Option<Grundy>),
    Layered(Outcomes),
    Gathered(GatheredValues),
}

enum Grundy {
    Cube(Cube),
    Heaps(Vec<u32>),
    Layered(LayeredValues),
    Gathered(GatheredValues),
}

impl Grundy {
    #[inline]
    fn get(&self, heaps: &[u64]) -> Option<u64> {
        match self {
            Grundy::Cube(cube) => {
                let [x, y, z] = last_three(heaps)?;
                cube.value(x, y, z).map(u64::from)
            }
            Grundy::Heaps(values) => sum(values, heaps),
            Grundy::Layered(values) => values.get(without_empty(heaps)),
            Grundy::Gathered(values) => values.of(heaps).map(|value| value.grundy),
        }
    }
}

impl Tables {
    /// [`Tables::new`] for any game: by its heap rules, by the values of single heaps, or by one
    /// search from all positions of the domain.
    ///
    /// # Errors
    /// If a bound is met, `f` is mentioned where it has no meaning, or the game has fewer heaps.
    pub fn of_game(
        game: &AnyGame,
        domain: &Domain,
        mentions: &Mentions,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Tables, TableError> {
        if let Some(rules) = game.rules() {
            return Tables::new(rules, domain, mentions, limits, progress);
        }
        let tables = Tables::by_moves(game, domain, mentions, &mentions.share(limits));
        tables.map_err(|error| error.of_all(limits))
    }

    fn by_moves(
        game: &AnyGame,
        domain: &Domain,
        mentions: &Mentions,
        limits: &Budget,
    ) -> Result<Tables, TableError> {
        if let Some(most) = game.most_heaps().filter(|&most| domain.most_heaps() as u64 > most) {
            return Err(TableError::TooManyHeaps { game: game.name().to_owned(), most });
        }
        if mentions.completion.is_some() {
            return Err(TableError::NoCompletion);
        }
        let grundy = match HeapMoves::of_game(game) {
            _ if !mentions.grundy && !mentions.outcome => None,
            Some(moves) => Some(Grundy::Heaps(sequence::values(moves, domain.tallest(), limits)?)),
            None => Some(Grundy::Gathered(gathered::value(game, domain, Play::Normal, limits)?)),
        };
        let misere = match mentions.misere {
            true => Some(gathered::value(game, domain, Play::Misere, limits)?),
            false => None,
        };
        Ok(Tables {
            normal: mentions.outcome.then_some(Outcome::Grundy(None)),
            misere: misere.map(Outcome::Gathered),
            grundy,
            completions: None,
            in_order: false,
        })
    }

    /// Tables what is mentioned; `progress` receives how many entries of the table at work are done.
    ///
    /// # Errors
    /// If a bound is met, or `f` is mentioned where it has no meaning.
    pub fn new(
        rules: &Rules,
        domain: &Domain,
        mentions: &Mentions,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Tables, TableError> {
        let share = &mentions.share(limits);
        let builder = Builder { rules, domain, limits: share, progress };
        builder.tables(mentions).map_err(|error| error.of_all(limits))
    }

    /// [`outcome`](Tables::outcome) of the position at this place of the domain.
    #[inline]
    fn outcome_at(&self, outcome: &Option<Outcome>, place: u64, heaps: &[u64]) -> Option<bool> {
        match outcome {
            Some(Outcome::Layered(outcomes)) if self.in_order => outcomes.at(place),
            Some(Outcome::Grundy(None)) => self.grundy_at(place, heaps).map(|value| value == 0),
            _ => self.outcome(outcome, heaps),
        }
    }

    fn outcome(&self, outcome: &Option<Outcome>, heaps: &[u64]) -> Option<bool> {
        match outcome.as_ref()? {
            Outcome::Pairs(pairs) => pairs.is_p(heaps),
            Outcome::Grundy(Some(values)) => values.get(heaps).map(|value| value == 0),
            Outcome::Grundy(None) => self.grundy(heaps).map(|value| value == 0),
            Outcome::Layered(outcomes) => outcomes.get(without_empty(heaps)),
            Outcome::Gathered(values) => values.of(heaps).map(|value| value.outcome.is_p()),
        }
    }
}

impl Facts for Tables {
    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        self.outcome(&self.normal, heaps)
    }

    #[inline]
    fn is_misere_p(&self, heaps: &[u64]) -> Option<bool> {
        self.outcome(&self.misere, heaps)
    }

    #[inline]
    fn grundy(&self, heaps: &[u64]) -> Option<u64> {
        self.grundy.as_ref()?.get(heaps)
    }

    #[inline]
    fn completion(&self, heaps: &[u64]) -> Option<u64> {
        let Completed { pairs, more } = self.completions.as_ref()?;
        match *heaps {
            [a, b] => pairs.get(a, b),
            [a] => pairs.get(0, a),
            [] => pairs.get(0, 0),
            _ => more.as_ref()?.of(&Position::new(heaps.iter().copied())),
        }
    }

    #[inline]
    fn is_p_at(&self, place: u64, heaps: &[u64]) -> Option<bool> {
        self.outcome_at(&self.normal, place, heaps)
    }

    #[inline]
    fn is_misere_p_at(&self, place: u64, heaps: &[u64]) -> Option<bool> {
        self.outcome_at(&self.misere, place, heaps)
    }

    #[inline]
    fn grundy_at(&self, place: u64, heaps: &[u64]) -> Option<u64> {
        match self.grundy.as_ref()? {
            Grundy::Layered(values) if self.in_order => values.at(place),
            values => values.get(heaps),
        }
    }
}

fn without_empty(heaps: &[u64]) -> &[u64] {
    &heaps[heaps.iter().take_while(|&&heap| heap == 0).count()..]
}

/// The value of a sum of heaps that never meet.
fn sum(values: &[u32], heaps: &[u64]) -> Option<u64> {
    let value = |heap| values.get(usize::try_from(heap).ok()?).copied();
    heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ u64::from(value(heap)?)))
}

struct Builder<'a> {
    rules: &'a Rules,
    domain: &'a Domain,
    limits: &'a Budget,
    progress: &'a dyn Progress,
}

impl Builder<'_> {
    /// Tables what is mentioned.
    fn tables(self, mentions: &Mentions) -> Result<Tables, TableError> {
        let completions = match mentions.completion {
            Some(_) => Some(self.completions(mentions)?),
            None => None,
        };
        let grundy = if mentions.grundy { Some(self.grundy()?) } else { None };
        let normal = match (mentions.outcome, &grundy) {
            (false, _) => None,
            (true, Some(_)) => Some(Outcome::Grundy(None)),
            (true, None) => Some(self.outcome(Play::Normal)?),
        };
        let misere = if mentions.misere { Some(self.outcome(Play::Misere)?) } else { None };
        let (domain, coins) = (self.domain, self.domain.most_coins());
        let in_order = self.layer_bounds() == (coins as usize, domain.most_heaps())
            && domain.tallest() == coins;
        Ok(Tables { normal, misere, grundy, completions, in_order })
    }

    /// Whether the domain's positions have at most three heaps, and keep to that.
    fn has_three_heaps(&self) -> bool {
        !self.rules.splits() && self.domain.most_heaps() <= 3
    }

    fn outcome(&self, play: Play) -> Result<Outcome, LimitReached> {
        let tallest = self.domain.tallest();
        let independent = self.rules.heaps_are_independent() && play == Play::Normal;
        if self.has_three_heaps() && self.rules.takes_any() && !independent {
            let pairs = Pairs::new(self.rules, play, tallest, self.limits, self.progress)?;
            return Ok(Outcome::Pairs(pairs));
        }
        if independent || self.has_three_heaps() && play == Play::Normal {
            return Ok(Outcome::Grundy(Some(self.grundy()?)));
        }
        let layers = self.layers()?;
        Ok(Outcome::Layered(Outcomes::new(self.rules, play, layers, self.limits, self.progress)?))
    }

    fn grundy(&self) -> Result<Grundy, LimitReached> {
        let tallest = self.domain.tallest();
        if let Some(moves) = HeapMoves::of_rules(self.rules) {
            return Ok(Grundy::Heaps(sequence::values(moves, tallest, self.limits)?));
        }
        if self.has_three_heaps() {
            let cube = Cube::new(self.rules, tallest, Keep::Values, self.limits);
            return cube.map(Grundy::Cube).map_err(|error| match error {
                CubeError::Limit(limit) => limit,
                _ => self.out_of_memory(),
            });
        }
        let layers = self.layers()?;
        // No line of play is longer: each move lowers coins, or moves heaps one way.
        let (coins, heaps) = layers.bounds();
        let most =
            if self.rules.splits() { (coins + 1).saturating_mul(coins + 1) } else { coins + heaps };
        Ok(Grundy::Layered(LayeredValues::new(
            self.rules,
            layers,
            most,
            self.limits,
            self.progress,
        )?))
    }

    /// f(a,b) for heaps up to twice the tallest and one: f(a,b) ≤ a + b + 1 in the papers' games,
    /// so that `f(x, f(x, y))` is always there.
    ///
    /// Of more heaps, f for all that are as many as `f` is given and no taller than the tallest, and
    /// of whole positions for those of the domain.
    fn completions(&self, mentions: &Mentions) -> Result<Completed, TableError> {
        if !self.rules.takes_any() {
            return Err(TableError::NoCompletion);
        }
        let reach = 2 * self.domain.tallest() + 1;
        let pairs = Pairs::new(self.rules, Play::Normal, reach, self.limits, self.progress)?;
        let mut seeds = Vec::new();
        if mentions.completed > 2 {
            seeds.push(Position::new(vec![self.domain.tallest(); mentions.completed]));
        }
        if mentions.whole && self.domain.most_heaps() > 2 {
            let mut positions = self.domain.positions();
            while let Some(heaps) = positions.next() {
                self.limits.check(seeds.len() as u64)?;
                seeds.push(Position::new(heaps.iter().copied()));
            }
        }
        if seeds.is_empty() {
            return Ok(Completed { pairs, more: None });
        }
        let more = Completions::below(self.rules, &seeds, Play::Normal, self.limits);
        Ok(Completed { pairs, more: Some(more.ok_or_else(|| self.out_of_memory())??) })
    }

    /// All positions that can be reached from the domain: coins never grow, and heaps grow only
    /// by splitting.
    fn layers(&self) -> Result<Layers, LimitReached> {
        let (coins, heaps) = self.layer_bounds();
        Layers::new(coins, heaps, self.limits)
    }

    fn layer_bounds(&self) -> (usize, usize) {
        let coins = self.domain.most_coins() as usize;
        (coins, if self.rules.splits() { coins } else { self.domain.most_heaps() })
    }

    fn out_of_memory(&self) -> LimitReached {
        LimitReached::new(Limit::Memory(self.limits.memory), 0)
    }
}
