//! The rows of Amalgamation Nim and its relatives: what completes a rest with one heap of any size.
//!
//! * [`three`]: the rest is one heap. The function f(a,b), its rows, their periods, covers and structure.
//! * [`rests`]: the rest is any number of heaps, or Grundy values are asked for.

pub mod rests;
pub mod three;
