//! Facts about all positions of a domain, tabled once: what conjectures, comparisons, surveys and
//! claims ask from.
//!
//! A [`Domain`] says which positions; [`Tables`] know their outcomes, values and completions, by
//! whichever engine is quickest for the game at hand.

mod counted;
mod domain;
mod facts;
mod span;
mod tables;

pub use counted::count_layers;
pub use domain::{Domain, DomainError, Positions};
pub use facts::{Facts, Mentions, NoFacts};
pub use span::Span;
pub use tables::{Pairs, gathered};
pub use tables::{TableError, Tables};
