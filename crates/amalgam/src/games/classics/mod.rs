//! The neighbouring games of the literature that are not heap [`Rules`](crate::Rules) in words, one
//! file each: what may be done, who found out what about it, and the theorem where there is one.
//!
//! All of them play on a [`Position`](crate::Position): heaps, or rows of squares read as heaps.

pub mod chomp;
pub mod code;
pub mod lim;
pub mod moore;
pub mod wythoff;

pub use code::Code;
