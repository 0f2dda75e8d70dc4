//! What can go wrong, how it is said, and the exit code.

use std::io::Write;
use std::process::ExitCode;

use amalgam::SolveError;
use amalgam::base::budget::{Limit, LimitReached};
use amalgam::engines::census::CensusError;
use amalgam::engines::cube::CubeError;
use amalgam::engines::rests::RestError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::table::TableError;
use amalgam::{Classified, Fault, ParseError, Topic, nearest};
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

/// Why a verb has no answer: what is said on standard error, and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    message: String,
    caret: Option<String>,
    help: Option<String>,
}

impl Failure {
    /// The input makes no sense: exit code 2.
    pub(crate) fn input(message: impl Into<String>, help: Option<String>) -> Failure {
        Failure::new(Fault::Input, message, help)
    }

    /// A limit was reached and nothing is claimed: exit code 3.
    pub(crate) fn limit(message: impl Into<String>, help: Option<String>) -> Failure {
        Failure::new(Fault::Limit, message, help)
    }

    /// Somebody pressed Ctrl-C: exit code 130, as shells have it.
    pub(crate) fn interrupted(message: impl Into<String>) -> Failure {
        Failure { code: 130, ..Failure::input(message, None) }
    }

    /// It needs a part of the program that was left out when it was built.
    #[cfg(not(all(feature = "scripts", feature = "web")))]
    pub(crate) fn without(what: &str, feature: &str) -> Failure {
        Failure::input(
            format!("{what}, and this amalgam was built without the feature `{feature}`"),
            Some(format!("build it with `cargo build --release --features {feature}`")),
        )
    }

    /// There is nothing of this name, and perhaps another was meant.
    pub(crate) fn unknown(what: &str, word: Option<&String>, known: &[&str]) -> Failure {
        let word = word.map_or("", String::as_str);
        Failure::input(
            format!("there is no {what} `{word}`"),
            Some(match nearest(word, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", known.join(", ")),
            }),
        )
    }

    /// What a library says, with what helps here.
    pub(crate) fn of(error: &impl Classified, help: Option<&str>) -> Failure {
        Failure::new(error.fault(), error.to_string(), help.map(str::to_owned))
    }

    fn new(fault: Fault, message: impl Into<String>, help: Option<String>) -> Failure {
        // The one place where an exit code follows from whose fault it is.
        let code = if fault == Fault::Limit { 3 } else { 2 };
        Failure { code, message: message.into(), caret: None, help }
    }

    /// The same with a text and carets below it.
    pub(crate) fn caret(self, caret: Option<String>) -> Failure {
        Failure { caret, ..self }
    }

    /// Says what went wrong on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let Failure { code, message, caret, help } = self;
        if *code == 0 {
            return ExitCode::SUCCESS;
        }
        // Whoever does not listen to standard error still gets the exit code.
        let mut told = std::io::stderr().lock();
        let _ = writeln!(told, "error: {message}");
        for line in caret.iter().flat_map(|caret| caret.lines()) {
            let _ = writeln!(told, "  {line}");
        }
        if let Some(help) = help {
            let _ = writeln!(told, "help: {help}");
        }
        ExitCode::from(*code)
    }

    #[cfg(test)]
    pub(crate) fn told(self) -> (u8, String, Option<String>) {
        (self.code, self.message, self.help)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::of(&error, advice(&error).as_deref()).caret(Some(error.caret()))
    }
}

impl From<std::io::Error> for Failure {
    /// The answer could not be written. Whoever closed the pipe has read enough: no failure.
    fn from(error: std::io::Error) -> Failure {
        let broken_pipe = error.kind() == std::io::ErrorKind::BrokenPipe;
        let failure = Failure::of(&Error::Output(error), None);
        if broken_pipe { Failure { code: 0, ..failure } } else { failure }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let help = match &error {
            Error::Exists(_) => Some("choose another name, or replace it with --force"),
            Error::BeingWritten(_) => Some("wait for it, or choose another name"),
            Error::Full { .. } => Some("make room, or write to another disk"),
            Error::Census(CensusError::Stopped { .. }) => {
                Some("--out DIR keeps the layers that are done")
            }
            Error::Census(CensusError::Contradiction(_)) => None,
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
            _ => None,
        };
        match error {
            Error::Output(error) => error.into(),
            error => Failure::of(&error, help),
        }
    }
}

impl From<LimitReached> for Failure {
    fn from(reached: LimitReached) -> Failure {
        let (fit, raise) = match reached.limit {
            Limit::Machine | Limit::Threads(_) => {
                let help = "ask for less, or free some of it".to_owned();
                return Failure::limit(format!("{reached}; nothing is claimed"), Some(help));
            }
            Limit::Memory(_) => (reached.room, "--memory"),
            _ => (reached.done, "--time"),
        };
        let fits = match reached.unit {
            "heaps" => format!("heaps of up to {} coins fit", fit.saturating_sub(1)),
            _ => format!("every position of up to {} coins fits", coins_that_fit(fit)),
        };
        Failure::limit(
            format!("{reached}; nothing is claimed"),
            Some(format!("{fits} within this bound; raise {raise} to go further")),
        )
    }
}

impl From<RestError> for Failure {
    fn from(error: RestError) -> Failure {
        let help = match error {
            RestError::Limit(limit) => return limit.into(),
            RestError::Unknown { .. } => Some("raise --memory or --time"),
            RestError::Rules => {
                Some("use amalgamation, or rules such as \"take any, merge if min >= 2\"")
            }
            _ => None,
        };
        Failure::of(&error, help)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Limit(limit) => limit.into(),
            SearchError::Unknown { .. } => Failure::of(
                &error,
                Some("raise --memory or --time, or --max-columns of `amalgam rows`"),
            ),
            error => Failure::of(&error, None),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        match error {
            TableError::Limit(limit) => limit.into(),
            TableError::Memory { .. } => {
                Failure::of(&error, Some("ask for less, or raise --memory"))
            }
            error => Failure::of(&error, None),
        }
    }
}

impl From<CubeError> for Failure {
    fn from(error: CubeError) -> Failure {
        let help = match error {
            CubeError::Limit(limit) => return limit.into(),
            CubeError::Memory { .. } => Some("raise --memory or lower --max"),
            CubeError::SplitsAndMerges => {
                Some("`amalgam census --grundy` values positions of any number of heaps")
            }
            _ => None,
        };
        Failure::of(&error, help)
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Failure {
        let failure = Failure::of(&error, None);
        match error {
            DrawError::TooLarge { what, fits } => Failure {
                message: format!("{what} is too large for a picture"),
                help: Some(fits),
                ..failure
            },
            _ => failure,
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        let failure = Failure::of(&error, None);
        match error {
            ExportError::Io(error) => error.into(),
            ExportError::Unfit { instead, .. } => {
                Failure { help: Some(format!("use --format {instead}")), ..failure }
            }
            ExportError::TooLarge { format, what, fits } => Failure {
                message: format!("{what} is too large for {format}"),
                help: Some(fits),
                ..failure
            },
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
        let help = match error {
            SolveError::Parse(error) => return error.into(),
            SolveError::Limit(limit) => return limit.into(),
            SolveError::Rows(error) => return error.into(),
            SolveError::Rests(error) => return error.into(),
            SolveError::NoCompletion => Some("try --game amalgamation or --game nim"),
            SolveError::TooManyMoves(_) | SolveError::OptionsUnknown => {
                Some("`amalgam solve` shows the winning ones")
            }
            _ => None,
        };
        Failure::of(&error, help)
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
            (0, Err(error)) => Failure::from(error).report(),
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
    Failure::from(match near {
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
