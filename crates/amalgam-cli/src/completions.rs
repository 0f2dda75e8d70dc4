//! `amalgam completions`: what a shell reads to complete verbs, options and the names of games.

use amalgam::games::NAMED;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
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
    let mut command = knowing_games(crate::command());
    clap_complete::generate(args.shell, &mut command, "amalgam", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Answer::Yes)
}

/// The command with the names of games wherever a game goes. Only shells see it so: rules in words are games too.
fn knowing_games(command: Command) -> Command {
    let named = |arg: Arg| {
        let is_game = |name: &str| name.starts_with("NAME|RULES") || name.starts_with("GAME");
        match arg.get_value_names().is_some_and(|names| names.iter().any(|name| is_game(name))) {
            true => arg.value_parser(PossibleValuesParser::new(NAMED.map(|game| game.name))),
            false => arg,
        }
    };
    command.mut_args(named).mut_subcommands(knowing_games)
}
