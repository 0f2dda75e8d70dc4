//! One binary for all of them.

mod doors;
mod ledger;
mod published;
