//! Users' own games: positions are plain data, moves come from outside, such as from a script.
//!
//! An [`OwnGame`] knows nothing but the options of a position, a [`Datum`]. That is all a game is
//! (the lecture notes), so [`Graph::explore`] can solve it: it follows every line of play from a
//! start, numbers the positions so that options come before the positions they belong to, and values them
//! in that order, under normal and under misère play. A game that comes back to a position never
//! ends; it is refused with the cycle that proves it, because no solver here could value it.
//!
//! ```
//! use amalgam::games::own::{Datum, Graph, OwnError, OwnGame};
//! use amalgam::{Budget, Outcome, Play};
//!
//! /// One heap; take one, two or three.
//! #[derive(Debug)]
//! struct UpToThree;
//!
//! impl OwnGame for UpToThree {
//!     fn name(&self) -> &str {
//!         "up to three"
//!     }
//!     fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
//!         match position {
//!             Datum::Integer(n) => Ok((1..=3.min(*n)).map(|k| Datum::Integer(n - k)).collect()),
//!             _ => Err(OwnError::new("a position is a number")),
//!         }
//!     }
//! }
//!
//! let graph = Graph::explore(&UpToThree, &"20".parse()?, &Budget::default())?;
//! assert_eq!(graph.positions(), 21);
//! assert_eq!(graph.value(graph.start(), Play::Normal).outcome, Outcome::P);
//! let seven = graph.find(&Datum::Integer(7)).unwrap();
//! assert_eq!(graph.value(seven, Play::Normal).grundy, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod datum;
mod error;
mod explore;
mod explored;
mod graph;
mod names;
mod read;

pub use datum::Datum;
pub use error::{ExploreError, Line, OwnError, Place};
pub use explored::{Node, Own};
pub use graph::Graph;

use crate::base::text::{Cursor, ParseError};

/// A game known by its options alone.
///
/// Both methods must be functions of the position: asked twice, they answer the same.
pub trait OwnGame: Send + Sync + std::fmt::Debug {
    /// What the game is called.
    fn name(&self) -> &str;

    /// The positions that one move leads to. The same position may be named more than once.
    ///
    /// # Errors
    /// If the position makes no sense, or the game breaks down or runs out of its bounds.
    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError>;

    /// The position as people want to see it; as plain data unless the game knows better.
    ///
    /// # Errors
    /// As for [`options`](OwnGame::options).
    fn show(&self, position: &Datum) -> Result<String, OwnError> {
        Ok(position.to_string())
    }

    /// What may be done, in words, if the game is rules in words.
    fn in_words(&self) -> Option<String> {
        None
    }

    /// Whether its name is those words.
    fn is_named_by_words(&self) -> bool {
        false
    }

    /// Reads a position of the game and leaves the cursor behind it; plain data unless the game knows
    /// better.
    ///
    /// # Errors
    /// If the text is no position.
    fn read(&self, cursor: &mut Cursor<'_>) -> Result<Datum, ParseError> {
        read::read(cursor)
    }

    /// Runs `work`, which asks for many options, where the game has what it needs to answer them
    /// quickly and safely; a script needs a deeper stack than most threads have.
    ///
    /// # Errors
    /// If that cannot be had; `work` has not been run then.
    fn prepared(&self, work: &mut (dyn FnMut() + Send)) -> Result<(), OwnError> {
        work();
        Ok(())
    }
}
