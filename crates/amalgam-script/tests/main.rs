//! Scripts through the library's front door: one binary.

mod faults;
mod games;
mod hostile;
mod memory;
