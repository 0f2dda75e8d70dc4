//! What stands for `script_file.rs` where the feature `scripts` is off.

use std::sync::Arc;

use amalgam::games::own::OwnGame;

use crate::failure::Failure;

/// Says that scripts cannot be read.
pub(crate) fn load(game: &str) -> Result<Arc<dyn OwnGame>, Failure> {
    Err(Failure::without(&format!("{game} is a script"), "scripts"))
}
