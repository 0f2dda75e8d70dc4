//! The pages in a real browser: Chromium, driven as by a person.
//!
//! Where it is not installed these tests say that they are skipped; `cargo xtask ci` installs it,
//! and sets `AMALGAM_BROWSER`, with which a missing browser is a failure.

mod axe;
mod driver;
mod fit;
mod hand;
mod learn;
mod look;
mod play;
mod steady;
mod visit;
