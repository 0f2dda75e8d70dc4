//! `amalgam`: heap games in which heaps may merge, at the command line.
//!
//! This crate is glue: arguments in, text or JSON out. What can be asked is in `amalgam-ask`; here are the verbs that
//! need a terminal or a server, and what all share: `door` (what questions may do here), `failure` (what went wrong,
//! and the exit code) and `output`.

mod arguments;
mod bounds;
mod cache;
mod completions;
mod door;
mod export;
mod failure;
mod found;
mod learn;
mod man;
mod memory;
mod output;
mod play;
mod plot;
mod question;
#[cfg(feature = "scripts")]
mod script_file;
#[cfg(not(feature = "scripts"))]
#[path = "script_file_missing.rs"]
mod script_file;
#[cfg(feature = "web")]
mod serve;
#[cfg(not(feature = "web"))]
#[path = "serve_missing.rs"]
mod serve;
mod watch;
mod written;

use std::process::ExitCode;

use amalgam_ask::{VERBS, Verb};
use clap::{ArgMatches, Command, FromArgMatches, Parser, Subcommand};

use failure::{Answer, Failure};

/// Heap games in which heaps may merge: exact answers, with reasons.
#[derive(Parser)]
#[command(
    name = "amalgam",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Positions: \"[3,4,8]\", 3 4 8, \"(3,4,8)\", \"<1,1,0,1>\" (heaps by height); sums: \
                  \"amalgamation[3,4,5] + nim[2,7]\".\n\
                  Exit codes: 0 done or yes, 1 no, 2 wrong input, 3 a limit was reached.\n\n\
                  Examples:\n  \
                  amalgam solve \"[3,4,5]\"\n  \
                  amalgam solve --game nim \"[34,16,45]\" --explain\n  \
                  amalgam moves --game \"take 1..3, merge\" 3 4\n  \
                  amalgam complete \"[3,4]\"\n  \
                  amalgam conjecture \"mirror => P\" --coins 30\n  \
                  amalgam claims LH-C10\n  \
                  amalgam games"
)]
struct Cli {}

/// Verbs that are no questions: they need a terminal, a server, or the command line itself.
#[derive(Subcommand)]
enum Here {
    /// Pictures as SVG, PDF or PNG: tables, rows, matchings, periods, values, trees, positions
    Plot(plot::PlotArgs),
    /// Tables, rows, sequences and graphs as b-file, CSV, JSON Lines, Parquet, LaTeX or dot
    Export(export::ExportArgs),
    /// Play against a perfect opponent, or one that makes mistakes, with hints
    Play(play::PlayArgs),
    /// Lessons, puzzles and worksheets, judged by the solver
    Learn(learn::LearnArgs),
    /// All of it in the browser, served from this machine to this machine
    Serve(serve::ServeArgs),
    /// A script with which a shell completes verbs and options
    Completions(completions::CompletionsArgs),
    /// The manual page, or that of a verb
    Man(man::ManArgs),
}

/// The whole command line: the questions, then the other verbs.
fn command() -> Command {
    let mut cli = <Cli as clap::CommandFactory>::command();
    for verb in VERBS.iter().filter(|verb| parent(verb).is_none()) {
        let mut command = question::arguments(verb, Command::new(verb.name));
        for below in VERBS.iter().filter(|below| parent(below) == Some(verb.name)) {
            let name = &below.name[verb.name.len() + 1..];
            command = command
                .args_conflicts_with_subcommands(true)
                .subcommand_negates_reqs(true)
                .subcommand(question::arguments(below, Command::new(name)));
        }
        cli = cli.subcommand(command);
    }
    Here::augment_subcommands(cli)
}

/// The verb that a verb stands below: `census` for `census-show`.
fn parent(verb: &Verb) -> Option<&'static str> {
    let is_parent = |other: &&Verb| {
        verb.name.strip_prefix(other.name).is_some_and(|rest| rest.starts_with('-'))
    };
    VERBS.iter().find(is_parent).map(|parent| parent.name)
}

fn main() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return Failure::arguments(&error).report(),
    };
    match run(&matches) {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}

fn run(matches: &ArgMatches) -> Result<Answer, Failure> {
    if let Some((name, inside)) = matches.subcommand() {
        let (name, inside) = match inside.subcommand() {
            Some((below, inside)) => (format!("{name}-{below}"), inside),
            None => (name.to_owned(), inside),
        };
        if let Some(verb) = VERBS.iter().find(|verb| verb.name == name) {
            return question::run(verb, inside);
        }
    }
    match Here::from_arg_matches(matches).map_err(|error| Failure::arguments(&error))? {
        Here::Plot(args) => plot::run(&args),
        Here::Export(args) => export::run(&args),
        Here::Play(args) => play::run(&args),
        Here::Learn(args) => learn::run(&args),
        Here::Serve(args) => serve::run(&args),
        Here::Completions(args) => completions::run(&args),
        Here::Man(args) => man::run(&args),
    }
}
