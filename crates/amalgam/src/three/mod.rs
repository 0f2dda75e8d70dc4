//! Three heaps: the function f(a,b), its rows, their periods and covers.

mod family;

pub use family::Family;
