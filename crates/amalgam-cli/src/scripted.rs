//! `--game ./mygame.rhai`: a game in a script of one's own.

use std::path::Path;
use std::time::Duration;

use amalgam::base::budget::Limit;
use amalgam::games::own::{ExploreError, OwnError};
use amalgam::{Budget, Part, ReadError, Sum};

use crate::failure::Failure;

/// How long a game of one's own may be explored where `--time` says nothing. It may have more
/// positions than anybody can wait for, and its author often finds that out only here.
const TIME: Duration = Duration::from_secs(60);

/// The limits within which a game of one's own is explored.
pub(crate) fn bounded(limits: &Budget) -> Budget {
    match limits.deadline {
        Some(_) => limits.clone(),
        None => limits.with_time(TIME),
    }
}

/// Whether `--game` names a file and not a game: by its ending, or because there is such a file.
pub(crate) fn is_script(game: &str) -> bool {
    let path = Path::new(game);
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rhai"))
        || (game.contains(std::path::MAIN_SEPARATOR) && path.exists())
}

/// Says on standard error if a script fails to show its position, which is no reason not to solve it.
pub(crate) fn try_show(sum: &Sum) {
    let shown = sum.parts().iter().map(|part| match part {
        Part::Own(part) => part.game.shown(part.node).map(drop),
        Part::Heaps(_) => Ok(()),
    });
    if let Some(error) = shown.filter_map(Result::err).next().map(ExploreError::Own) {
        eprintln!("warning: {error}");
        for line in error.caret().iter().flat_map(|caret| caret.lines()) {
            eprintln!("  {line}");
        }
        eprintln!("help: positions are told as plain data until `show` works");
    }
}

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        ExploreError::Own(error).into()
    }
}

impl From<ExploreError> for Failure {
    fn from(error: ExploreError) -> Failure {
        let help = match &error {
            ExploreError::Limit(reached) if reached.limit == Limit::Time => Some(format!(
                "start from a smaller position, or raise --time; without it a script has {} s",
                TIME.as_secs()
            )),
            error => error.suggestion(),
        };
        let failure = match error {
            ExploreError::Limit(reached) => {
                Failure::limit(format!("{reached}; nothing is claimed"), help)
            }
            _ => Failure::of(&error, help.as_deref()),
        };
        failure.caret(error.caret())
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Parse(error) => error.into(),
            ReadError::Explore(error) => error.into(),
        }
    }
}
