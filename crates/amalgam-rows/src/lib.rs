//! The rows of Amalgamation Nim and its relatives: what completes a rest with one heap of any size.
//!
//! * [`Row`]: what is known of the row of a rest, whichever engine found it; [`RowError`]: why there is none.
//! * [`certificate`]: what is proved as a text that others can check.
//! * [`three`]: the rest is one heap. The function f(a,b), its rows, their periods, covers and structure.
//! * [`rests`]: the rest is any number of heaps, or Grundy values are asked for.

pub mod certificate;
mod error;
mod find;
mod lists;
pub mod rests;
mod row;
mod store;
pub mod three;

pub use error::RowError;
pub use find::{Search, Wanted, Way, find};
pub use lists::{LAST_LISTED, LONGEST_LIST, Lists, lists, matching, values};
pub use rests::{Setting, Values};
pub use row::{
    Defect, Evidence, Mask, Obstacle, OffsetBounds, Parts, Proof, Proved, Row, RowStructure,
    SignedCycle, Status, Unknown, Witness, name,
};
pub use store::{Known, Memory, Rows, Store};
