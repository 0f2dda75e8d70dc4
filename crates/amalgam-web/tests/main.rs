//! The server through its port, without a browser: one binary.

mod api;
mod bounds;
mod class;
mod held;
mod learn;
mod load;
mod pages;
mod play;
mod safety;
mod support;
