//! What is written, read back by other readers: one binary.

mod census;
mod cube;
mod formats;
