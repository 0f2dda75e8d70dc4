//! What stands for `script_file.rs` where the feature `scripts` is off.

use std::path::Path;
use std::sync::Arc;

use amalgam::games::own::OwnGame;
use amalgam_ask::Problem;

/// Says that scripts cannot be read.
pub(crate) fn load(game: &str) -> Result<Arc<dyn OwnGame>, Problem> {
    Err(Problem::input(format!(
        "{game} is a script, and this amalgam was built without the feature `scripts`"
    ))
    .suggest("build it with `cargo build --release --features scripts`"))
}

/// Whether a text names a script.
pub(crate) fn is_script(game: &str) -> bool {
    Path::new(game).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rhai"))
}
