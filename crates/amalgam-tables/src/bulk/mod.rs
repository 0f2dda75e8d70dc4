//! Facts about all positions of a domain, tabled once: what conjectures, comparisons, surveys and
//! claims ask from.
//!
//! A [`Domain`] says which positions; [`Tables`] know their outcomes, values and completions, by
//! whichever engine is quickest for the game at hand.

mod block;
mod domain;
mod facts;
mod tables;

pub use block::Block;
pub use domain::{Domain, DomainError, Positions};
pub use facts::{Facts, Mentions, NoFacts};
pub use tables::{Pairs, gathered};
pub use tables::{TableError, Tables};
