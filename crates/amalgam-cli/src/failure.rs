//! What can go wrong, how it is said, and the exit code.

use std::io::{ErrorKind as IoKind, Write};
use std::process::ExitCode;

use amalgam::SolveError;
use amalgam::base::budget::{Limit, LimitReached};
use amalgam::engines::census::CensusError;
use amalgam::engines::cube::CubeError;
use amalgam::engines::rests::RestError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::table::TableError;
use amalgam::{ParseError, Topic, nearest};
use amalgam_draw::DrawError;
use amalgam_draw::tree::TreeError;
use amalgam_export::Error;
use amalgam_export::format::ExportError;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What a verb came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or yes: exit code 0.
    Yes,
    /// The answer is no: exit code 1.
    No,
}

/// Why a verb has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text could not be read: exit code 2, with a caret.
    Parse(ParseError),
    /// The input makes no sense: exit code 2.
    Input(String, Option<String>),
    /// A limit was reached and nothing is claimed: exit code 3.
    Limit(String, Option<String>),
    /// A game of one's own is wrong, exit code 2, or reached a limit, exit code 3.
    Script { message: String, caret: Option<String>, help: Option<String>, is_limit: bool },
    /// Somebody pressed Ctrl-C: exit code 130, as shells have it.
    Interrupted(String),
    /// Writing the answer failed.
    Output(std::io::Error),
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::Parse(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let help = match &error {
            Error::Output(_) => None,
            Error::Exists(_) => Some("choose another name, or replace it with --force"),
            Error::BeingWritten(_) => Some("wait for it, or choose another name"),
            Error::Stopped { .. } => Some("--out DIR keeps the layers that are done"),
            Error::Full { .. } => Some("make room, or write to another disk"),
            Error::Census(CensusError::Limit(_)) => Some("lower --coins"),
            Error::Census(_) => Some("raise --memory or lower --coins"),
            Error::Other { .. } | Error::NotACensus(_) => {
                Some("choose another directory for --out")
            }
            Error::NoCensus(_) => Some("`amalgam census --coins N --out DIR` makes one"),
            Error::Newer { .. } => Some("use that version, or make the census anew elsewhere"),
            // The layers follow from the manifest, but the manifest from nothing.
            Error::Damaged { path, .. } if path.ends_with("manifest.json") => {
                Some("nothing of it was used; make the census anew elsewhere")
            }
            Error::Damaged { .. } => {
                Some("nothing of it was used; `amalgam census repair DIR` finds the layer anew")
            }
            Error::Busy(_) => Some("wait for it, or choose another directory"),
            Error::Io { .. }
            | Error::Folder(_)
            | Error::NoFolder { .. }
            | Error::Contradiction(_) => None,
        };
        let (message, help) = (error.to_string(), help.map(str::to_owned));
        match error {
            Error::Output(error) => Failure::Output(error),
            error if error.is_limit() => Failure::Limit(message, help),
            _ => Failure::Input(message, help),
        }
    }
}

impl From<LimitReached> for Failure {
    fn from(reached: LimitReached) -> Failure {
        let (fit, raise) = match reached.limit {
            Limit::Machine => {
                let help = "ask for less, or free some of it".to_owned();
                return Failure::Limit(format!("{reached}; nothing is claimed"), Some(help));
            }
            Limit::Memory(_) => (reached.room, "--memory"),
            _ => (reached.done, "--time"),
        };
        let fits = match reached.unit {
            "heaps" => format!("heaps of up to {} coins fit", fit.saturating_sub(1)),
            _ => format!("every position of up to {} coins fits", coins_that_fit(fit)),
        };
        Failure::Limit(
            format!("{reached}; nothing is claimed"),
            Some(format!("{fits} within this bound; raise {raise} to go further")),
        )
    }
}

impl From<RestError> for Failure {
    fn from(error: RestError) -> Failure {
        match error {
            RestError::Limit(limit) => limit.into(),
            RestError::Unknown { .. } => {
                Failure::Limit(error.to_string(), Some("raise --memory or --time".to_owned()))
            }
            error if error.is_limit() => Failure::Limit(error.to_string(), None),
            RestError::Rules => Failure::Input(
                error.to_string(),
                Some("use amalgamation, or rules such as \"take any, merge if min >= 2\"".to_owned()),
            ),
            error => Failure::Input(error.to_string(), None),
        }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Unknown { .. } => Failure::Limit(
                error.to_string(),
                Some("raise --memory or --time, or --max-columns of `amalgam rows`".to_owned()),
            ),
            SearchError::Stopped | SearchError::TooLong { .. } | SearchError::TooFar { .. } => {
                Failure::Limit(error.to_string(), None)
            }
            SearchError::RowZero
            | SearchError::RowTooLarge { .. }
            | SearchError::Overflow { .. } => Failure::Input(error.to_string(), None),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        match error {
            TableError::Memory { .. } => Failure::Limit(
                error.to_string(),
                Some("ask for less, or raise --memory".to_owned()),
            ),
            _ => Failure::Input(error.to_string(), None),
        }
    }
}

impl From<CubeError> for Failure {
    fn from(error: CubeError) -> Failure {
        match error {
            CubeError::Limit(limit) => limit.into(),
            CubeError::Memory { .. } => {
                Failure::Limit(error.to_string(), Some("raise --memory or lower --max".to_owned()))
            }
            CubeError::TooLarge => Failure::Input(error.to_string(), None),
            CubeError::SplitsAndMerges => Failure::Input(
                error.to_string(),
                Some(
                    "`amalgam census --grundy` values positions of any number of heaps".to_owned(),
                ),
            ),
        }
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Failure {
        match error {
            DrawError::TooLarge { what, fits } => {
                Failure::Input(format!("{what} is too large for a picture"), Some(fits))
            }
            error => Failure::Input(error.to_string(), None),
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) => Failure::Output(error),
            ExportError::Unfit { instead, .. } => {
                Failure::Input(error.to_string(), Some(format!("use --format {instead}")))
            }
            ExportError::TooLarge { format, what, fits } => {
                Failure::Input(format!("{what} is too large for {format}"), Some(fits))
            }
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Failure {
        match error {
            TreeError::Limit(reached) => reached.into(),
            TreeError::Draw(error) => error.into(),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Parse(error) => error.into(),
            SolveError::Limit(limit) => limit.into(),
            SolveError::Rows(error) => error.into(),
            SolveError::Rests(error) => error.into(),
            SolveError::NoCompletion => Failure::Input(
                error.to_string(),
                Some("try --game amalgamation or --game nim".to_owned()),
            ),
            SolveError::TooManyMoves(_) | SolveError::OptionsUnknown => Failure::Limit(
                error.to_string(),
                Some("`amalgam solve` shows the winning ones".to_owned()),
            ),
            error => Failure::Input(error.to_string(), None),
        }
    }
}

/// What to write instead, and which command or option helps.
fn advice(error: &ParseError) -> Option<String> {
    let games = "`amalgam games` lists the games";
    match (error.topic(), error.suggestion()) {
        (Some(Topic::Games), Some(suggestion)) => Some(format!("{games}; {suggestion}")),
        (Some(Topic::Games), None) => Some(games.to_owned()),
        (Some(Topic::RulesInWords), Some(suggestion)) => {
            Some(format!("{suggestion}, or give the rules with --game"))
        }
        (_, suggestion) => suggestion.map(str::to_owned),
    }
}

/// Up to how many coins all positions fit into so much room: their number is the number of
/// partitions, by Euler's recurrence.
fn coins_that_fit(room: u64) -> usize {
    let mut partitions: Vec<u64> = vec![1];
    let mut total: u64 = 1;
    loop {
        let n = partitions.len() as i64;
        let mut next: i128 = 0;
        for k in 1.. {
            let (low, high) = (k * (3 * k - 1) / 2, k * (3 * k + 1) / 2);
            if low > n {
                break;
            }
            let sign = if k % 2 == 1 { 1 } else { -1 };
            let at = |i: i64| if i <= n { i128::from(partitions[(n - i) as usize]) } else { 0 };
            next += sign * (at(low) + at(high));
        }
        let next = u64::try_from(next).unwrap_or(u64::MAX);
        total = total.saturating_add(next);
        if total > room || total == u64::MAX {
            return partitions.len() - 1;
        }
        partitions.push(next);
    }
}

impl Failure {
    /// There is nothing of this name, and perhaps another was meant.
    pub(crate) fn unknown(what: &str, word: Option<&String>, known: &[&str]) -> Failure {
        let word = word.map_or("", String::as_str);
        Failure::Input(
            format!("there is no {what} `{word}`"),
            Some(match nearest(word, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", known.join(", ")),
            }),
        )
    }

    /// Says what went wrong on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, caret, help, code) = match self {
            // Whoever closed the pipe has read enough.
            Failure::Output(error) if error.kind() == IoKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Output(error) => {
                let full = matches!(error.kind(), IoKind::StorageFull | IoKind::QuotaExceeded);
                let message = format!("the answer could not be written: {error}");
                (message, None, None, if full { 3 } else { 2 })
            }
            Failure::Parse(error) => (error.to_string(), Some(error.caret()), advice(error), 2),
            Failure::Input(message, help) => (message.clone(), None, help.clone(), 2),
            Failure::Script { message, caret, help, is_limit } => {
                (message.clone(), caret.clone(), help.clone(), if *is_limit { 3 } else { 2 })
            }
            Failure::Interrupted(message) => (message.clone(), None, None, 130),
            Failure::Limit(message, help) => (message.clone(), None, help.clone(), 3),
        };
        // Whoever does not listen to standard error still gets the exit code.
        let mut told = std::io::stderr().lock();
        let _ = writeln!(told, "error: {message}");
        for line in caret.iter().flat_map(|caret| caret.lines()) {
            let _ = writeln!(told, "  {line}");
        }
        if let Some(help) = help {
            let _ = writeln!(told, "help: {help}");
        }
        ExitCode::from(code)
    }
}

/// Says what is wrong with the arguments. Help and version are no errors.
pub(crate) fn report_arguments(error: &clap::Error) -> ExitCode {
    let wrong = match error.kind() {
        ErrorKind::InvalidSubcommand => Some((ContextKind::InvalidSubcommand, "verb")),
        ErrorKind::UnknownArgument => Some((ContextKind::InvalidArg, "option")),
        _ => None,
    };
    let Some((kind, what)) = wrong else {
        return match (error.exit_code(), error.print()) {
            (0, Ok(())) => ExitCode::SUCCESS,
            (0, Err(error)) => Failure::Output(error).report(),
            _ => ExitCode::from(2),
        };
    };
    let word = match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let command = crate::Cli::command();
    let verbs: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
    let near = match (kind, error.get(ContextKind::SuggestedArg)) {
        (ContextKind::InvalidSubcommand, _) => nearest(&word, verbs.iter().copied()),
        (_, Some(ContextValue::String(option))) => Some(option.as_str()),
        _ => None,
    };
    let error = ParseError::new(&word, 0..word.len(), format!("unknown {what} `{word}`"));
    Failure::Parse(match near {
        Some(near) => error.suggest(format!("did you mean `{near}`?")),
        None if what == "verb" => error.suggest(format!("the verbs are {}", verbs.join(", "))),
        None => error.suggest("`--help` lists the options"),
    })
    .report()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_counted_right() {
        // 1 + 1 + 2 + 3 + 5 + 7 = 19 positions have at most 5 coins.
        assert_eq!(coins_that_fit(18), 4);
        assert_eq!(coins_that_fit(19), 5);
        // p(60) = 966467 positions have 60 coins, and 6639349 have at most so many.
        assert_eq!(coins_that_fit(6639349), 60);
        assert_eq!(coins_that_fit(6639349 - 1), 59);
        assert!(coins_that_fit(u64::MAX) < 500);
    }
}
