//! Three heaps: the function f(a,b), its rows, their periods and covers.

mod block;
pub mod bytes;
mod columns;
pub mod covers;
mod family;
pub mod table;
pub mod naive;
pub mod oracle;
mod packed;
pub mod period;
pub mod progress;
mod register;
pub mod row;
pub mod rows;

pub use columns::MAX_ROW;
pub use family::Family;
