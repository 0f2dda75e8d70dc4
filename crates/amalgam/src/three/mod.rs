//! Three heaps: the function f(a,b), its rows, their periods and covers.

mod family;
pub mod table;

pub use family::Family;
