//! Every position of a domain at once.
//!
//! * [`bulk`]: domains of positions and the facts tabled over them.
//! * [`census`]: every position up to n coins.
//! * [`cube`]: every Grundy value of three heaps.
//! * [`sequence`]: every single heap where heaps never meet, with periods and their proofs.

pub mod bulk;
pub mod census;
pub mod cube;
pub mod sequence;
