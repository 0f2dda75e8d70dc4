//! `amalgam completions`: what a shell reads to complete verbs and options.

use clap::Args;
use clap_complete::Shell;

use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  amalgam completions bash > ~/.local/share/bash-completion/completions/amalgam\n  \
                  amalgam completions fish > ~/.config/fish/completions/amalgam.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell that is to read it
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command(), "amalgam", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Answer::Yes)
}
