//! Three heaps: the function f(a,b), its rows, their periods and covers.

mod block;
mod columns;
pub mod covers;
mod family;
pub mod table;
pub mod naive;
mod packed;
pub mod period;
pub mod progress;
mod register;
pub mod rows;

pub use family::Family;
