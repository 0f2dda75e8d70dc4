//! `amalgam`: heap games in which heaps may merge, at the command line.
//!
//! This crate is glue: arguments in, text or JSON out. One file for each verb; what they share is
//! in `arguments` (what people type), `failure` (what went wrong, and the exit code) and `output`.

mod arguments;
mod cache;
mod cached_rows;
mod census;
mod checkpoint;
mod claims;
mod compare;
mod complete;
mod completions;
mod conjecture;
mod covers;
mod cube;
mod equivalent;
mod export;
mod failure;
mod found;
mod games;
mod learn;
mod man;
mod memory;
mod moves;
mod output;
mod period;
mod play;
mod plot;
mod rest_rows;
mod row;
mod rows;
#[cfg(feature = "scripts")]
mod script_file;
#[cfg(not(feature = "scripts"))]
#[path = "script_file_missing.rs"]
mod script_file;
mod scripted;
mod sealed;
#[cfg(feature = "web")]
mod serve;
#[cfg(not(feature = "web"))]
#[path = "serve_missing.rs"]
mod serve;
mod single_heaps;
mod solve;
mod survey;
mod table;
mod values;
mod verify;
mod watch;
mod written;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Answer;

/// Heap games in which heaps may merge: exact answers, with reasons.
#[derive(Parser)]
#[command(
    name = "amalgam",
    version,
    max_term_width = 100,
    after_help = "Positions: \"[3,4,8]\", 3 4 8, \"<1,1,0,1>\" (heaps by height); sums: \
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
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Who wins, how, and why
    Solve(solve::SolveArgs),
    /// All moves with outcome and Grundy value, best first
    Moves(moves::MovesArgs),
    /// The one heap that makes a P-position with the given heaps
    Complete(complete::CompleteArgs),
    /// Whether two games are worth the same in every sum
    Equivalent(equivalent::EquivalentArgs),
    /// The table of f(a,b) for three heaps, or a count of their P-positions
    Table(table::TableArgs),
    /// The period of every row of f(a,b), proved
    Rows(rows::RowsArgs),
    /// The cover rows, proved
    Covers(covers::CoversArgs),
    /// One row as the papers write it: the lists L1 and L2, or its matching
    Row(row::RowArgs),
    /// Every position up to so many coins, as tables
    Census(census::CensusArgs),
    /// The Grundy value of every position of three heaps up to a size
    Cube(cube::CubeArgs),
    /// Whether a certificate for rows or covers is a proof
    Verify(verify::VerifyArgs),
    /// Every statement of the papers, checked
    Claims(claims::ClaimsArgs),
    /// Search for a position at which a formula of your own fails
    Conjecture(conjecture::ConjectureArgs),
    /// Where two games have the same P-positions or Grundy values, and where not
    Compare(compare::CompareArgs),
    /// A family of rules over its parameter: three heaps, agreement with Nim, periods, counts
    Survey(survey::SurveyArgs),
    /// Pictures as SVG, PDF or PNG: tables, rows, matchings, periods, values, trees, positions
    Plot(plot::PlotArgs),
    /// Tables, rows, sequences and graphs as b-file, CSV, JSON Lines, Parquet, LaTeX or dot
    Export(export::ExportArgs),
    /// Play against a perfect opponent, or one that errs, with hints
    Play(play::PlayArgs),
    /// Lessons, puzzles and worksheets, judged by the solver
    Learn(learn::LearnArgs),
    /// The Grundy values of single heaps, where heaps never merge
    Values(values::ValuesArgs),
    /// Whether the values of single heaps repeat, and whether that is proved
    Period(period::PeriodArgs),
    /// The named games, with their rules in words
    Games(games::GamesArgs),
    /// All of it in the browser, served from this machine to this machine
    Serve(serve::ServeArgs),
    /// A script with which a shell completes verbs and options
    Completions(completions::CompletionsArgs),
    /// The manual page, or that of a verb
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::report_arguments(&error),
    };
    let answer = match cli.verb {
        Verb::Solve(args) => solve::run(&args),
        Verb::Moves(args) => moves::run(&args),
        Verb::Complete(args) => complete::run(&args),
        Verb::Equivalent(args) => equivalent::run(&args),
        Verb::Table(args) => table::run(&args),
        Verb::Rows(args) => rows::run(&args),
        Verb::Covers(args) => covers::run(&args),
        Verb::Row(args) => row::run(&args),
        Verb::Census(args) => census::run(&args),
        Verb::Cube(args) => cube::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Claims(args) => claims::run(&args),
        Verb::Conjecture(args) => conjecture::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::Survey(args) => survey::run(&args),
        Verb::Plot(args) => plot::run(&args),
        Verb::Export(args) => export::run(&args),
        Verb::Play(args) => play::run(&args),
        Verb::Learn(args) => learn::run(&args),
        Verb::Values(args) => values::run(&args),
        Verb::Period(args) => period::run(&args),
        Verb::Games(args) => games::run(&args),
        Verb::Serve(args) => serve::run(&args),
        Verb::Completions(args) => completions::run(&args),
        Verb::Man(args) => man::run(&args),
    };
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}
