//! What stands for `serve.rs` where the feature `web` is off.

use clap::Args;

use crate::failure::{Answer, Failure};

#[derive(Args, Debug)]
#[command(after_help = "This amalgam was built without the feature `web`.")]
pub(crate) struct ServeArgs {
    /// Whatever `serve` takes
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<String>,
}

pub(crate) fn run(_: &ServeArgs) -> Result<Answer, Failure> {
    Err(Failure::without("`serve` needs the web server", "web"))
}
