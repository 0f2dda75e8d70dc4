//! `amalgam man`: the manual, made from the same words as the help.

use amalgam::nearest;
use clap::Args;
use clap_mangen::Man;

use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  amalgam man > ~/.local/share/man/man1/amalgam.1\n  \
                  amalgam man solve | man -l -")]
pub(crate) struct ManArgs {
    /// The verb that the page is about; the command itself if none is given
    verb: Option<String>,
}

pub(crate) fn run(args: &ManArgs) -> Result<Answer, Failure> {
    let mut command = crate::command();
    // So that a verb knows its whole name, and the file that `man` looks for, `amalgam-solve`.
    command.build();
    let command = match &args.verb {
        None => command,
        Some(verb) => find(&command, verb)?,
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    output::print(&String::from_utf8_lossy(&page))?;
    Ok(Answer::Yes)
}

fn find(command: &clap::Command, verb: &str) -> Result<clap::Command, Failure> {
    if let Some(found) = command.find_subcommand(verb) {
        return Ok(found.clone().version(env!("CARGO_PKG_VERSION")));
    }
    let verbs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let help = match nearest(verb, verbs.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the verbs are {}", verbs.join(", ")),
    };
    Err(Failure::input(format!("there is no verb `{verb}`"), Some(help)))
}
