//! Heap games in which heaps may merge.
#![forbid(unsafe_code)]

pub mod three;
