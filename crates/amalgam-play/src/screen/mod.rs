//! Full screen.
use crate::{Ended, Options};
/// Runs.
pub fn run(_options: &Options, _ask: bool) -> std::io::Result<(Ended, String)> {
    Ok((Ended::Left, String::new()))
}
