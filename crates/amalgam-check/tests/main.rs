//! Certificates through the checker's front door: true ones, wrong ones and hostile ones.

mod accepts;
mod command;
mod hostile;
mod length;
mod naive;
mod rejects;
mod rests;
mod sha256;
mod structured;
mod text;
