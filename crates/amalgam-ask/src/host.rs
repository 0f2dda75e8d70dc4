//! Where a question is asked: what it may use, and what that place can do.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use amalgam::base::budget::{Progress, Silent};
use amalgam::engines::rows::{LONGEST_LIST, Rows, Store};
use amalgam::games::own::{ExploreError, OwnGame};
use amalgam::games::rules::Family;
use amalgam::games::{AnyGame, Known};
use amalgam::{Budget, ParseError, Part, Play, Position, Rules, Solver, Sum};
use amalgam_export::whole_file::WholeFile;

use crate::Problem;
use crate::said::PROGRAM;

/// How long a game of your own may be explored if no time is given. It may have more positions than anybody can
/// wait for, and its author often finds that out only here.
const OWN_TIME: Duration = Duration::from_secs(60);

/// What a question may use.
#[derive(Clone)]
pub struct Host<'a> {
    /// Memory, time and threads.
    pub limits: Budget,
    /// Who is told where a long answer is.
    pub progress: &'a dyn Progress,
    /// Where rows are kept, if anywhere.
    pub rows: Option<&'a dyn Store>,
    /// What this place can do.
    pub door: &'a dyn Door,
}

impl std::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Default for Host<'_> {
    /// The default bounds; nobody watches, nothing is kept, and no file is read.
    fn default() -> Self {
        Host { limits: Budget::default(), progress: &Silent, rows: None, door: &Nobody }
    }
}

/// What the place where a question is asked can do. The command line and Python read files and keep the state of
/// long runs; a server does neither.
pub trait Door: Sync {
    /// The game that a text names here, if it is neither a named game nor rules in words: a script, or a
    /// function.
    fn own_game(&self, _text: &str) -> Option<Result<Arc<dyn OwnGame>, Problem>> {
        None
    }

    /// The position or sum that a text stands for here, if it is a name that this place has given.
    fn sum(&self, _text: &str) -> Option<Sum> {
        None
    }

    /// The most heaps of a position here.
    fn most_heaps(&self) -> usize {
        Position::MOST_HEAPS
    }

    /// At most this many bytes of a file.
    ///
    /// # Errors
    /// If it cannot be read, or files are not read here.
    fn read(&self, path: &Path, _most: u64) -> Result<Vec<u8>, Problem> {
        let message = format!("{} is a file, and files are not read here", path.display());
        Err(Problem::input(message))
    }

    /// A folder that may be read and written.
    ///
    /// # Errors
    /// If folders are not used here.
    fn folder(&self, path: &Path) -> Result<PathBuf, Problem> {
        let message = format!("{} is a folder, and folders are not used here", path.display());
        Err(Problem::input(message))
    }

    /// Opens a file for writing; `-` is standard output.
    ///
    /// # Errors
    /// If it is there and may not be replaced, or files are not written here.
    fn create(&self, path: &Path, _replace: bool) -> Result<WholeFile, Problem> {
        let message = format!("{} is a file, and files are not written here", path.display());
        Err(Problem::input(message).field("out"))
    }

    /// What an interrupted run of this name has left.
    fn kept(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }

    /// Keeps the state of a run, so that it can go on.
    fn keep(&self, _name: &str, _state: &[u8]) {}

    /// Forgets the state of a run that is finished.
    fn forget(&self, _name: &str) {}

    /// Says that what was kept cannot be used.
    fn damaged(&self, _name: &str, _why: &str) {}

    /// The lists of a row whose preperiod and period are longer than this are summed up.
    fn longest_list(&self) -> u64 {
        LONGEST_LIST
    }

    /// Whether runs can be kept here.
    fn keeps(&self) -> bool {
        false
    }

    /// The question as it was asked here, for captions and comments in files.
    fn command(&self) -> String {
        String::new()
    }

    /// Says something that is no part of the answer.
    fn warn(&self, _words: &str) {}
}

/// A door that can do nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Door for Nobody {}

impl<'a> Host<'a> {
    /// A host with these bounds.
    pub fn within(limits: Budget) -> Host<'a> {
        Host { limits, ..Host::default() }
    }

    /// The program, its version and the question, for comments in files.
    pub(crate) fn made_by(&self) -> String {
        format!("{PROGRAM}: {}", self.door.command())
    }

    /// Opens the file that was asked for, before anything is computed.
    pub(crate) fn create(
        &self,
        path: Option<&Path>,
        replace: bool,
    ) -> Result<Option<WholeFile>, Problem> {
        path.map(|path| self.door.create(path, replace)).transpose()
    }

    /// Whether somebody asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Rows, found within these bounds or before.
    pub fn rows(&self) -> Rows<'_> {
        Rows { store: self.rows, limits: &self.limits, progress: self.progress }
    }

    /// A solver with the bounds and the rows of this place.
    pub(crate) fn solver(&self, play: Play) -> Solver<'a> {
        let solver = Solver::within(&self.limits).play(play);
        match self.rows {
            Some(rows) => solver.rows(rows),
            None => solver,
        }
    }

    /// Reads a position or a sum; a part without a game is one of `game`.
    pub(crate) fn sum(&self, text: &str, game: &str, field: &str) -> Result<Sum, Problem> {
        if let Some(sum) = self.door.sum(text) {
            return Ok(sum);
        }
        if let Some(own) = self.door.own_game(game) {
            return self.own_sum(text, &own?, field);
        }
        let known = game.parse().map_err(|error: ParseError| Problem::from(error).field("game"))?;
        let sum = match known {
            Known::Own(own) => return self.own_sum(text, &own, field),
            Known::Heaps(game) => Sum::parse_within(text, &game, &self.own_limits())
                .map_err(|error| Problem::from(error).field(field))?,
        };
        self.check_heaps(sum.parts().iter().map(|part| part.heaps().len()).sum(), field)?;
        Ok(sum)
    }

    /// The bounds within which a game is explored.
    fn own_limits(&self) -> Budget {
        match self.limits.deadline {
            Some(_) => self.limits.clone(),
            None => self.limits.with_time(OWN_TIME),
        }
    }

    /// Reads heaps without a game.
    pub(crate) fn position(&self, text: &str, field: &str) -> Result<Position, Problem> {
        let read = text.parse::<Position>();
        let position = read.map_err(|error: ParseError| Problem::from(error).field(field))?;
        self.check_heaps(position.heaps().len(), field)?;
        Ok(position)
    }

    fn check_heaps(&self, heaps: usize, field: &str) -> Result<(), Problem> {
        let most = self.door.most_heaps();
        match heaps > most {
            true => Err(Problem::limit(format!("{heaps} heaps are too many here"))
                .suggest(format!("a position may have at most {most} heaps here"))
                .field(field)),
            false => Ok(()),
        }
    }

    /// Explores a game of your own from a position.
    fn own_sum(&self, text: &str, own: &Arc<dyn OwnGame>, field: &str) -> Result<Sum, Problem> {
        let sum = Sum::parse_own(text, own, &self.own_limits())
            .map_err(|error| Problem::from(error).field(field))?;
        let shown = sum.parts().iter().map(|part| match part {
            Part::Own(part) => part.game.shown(part.node).map(drop),
            Part::Heaps(_) => Ok(()),
        });
        // That a position cannot be shown is no reason not to solve it.
        if let Some(error) = shown.filter_map(Result::err).next().map(ExploreError::Own) {
            let caret = error.caret().map_or(String::new(), |caret| format!("\n{caret}"));
            let help = "positions are shown as plain data until `show` works";
            self.door.warn(&format!("{error}{caret}\nhelp: {help}"));
        }
        Ok(sum)
    }

    /// A game with heaps.
    pub(crate) fn game(&self, text: &str) -> Result<AnyGame, Problem> {
        if self.door.own_game(text).is_some() {
            let message = format!("{text} is a game of your own, and this verb needs heaps");
            return Err(Problem::input(message)
                .suggest("`solve`, `moves`, `equivalent` and `play` take every game")
                .field("game"));
        }
        text.parse().map_err(|error: ParseError| Problem::from(error).field("game"))
    }

    /// That positions of the game may have this many heaps.
    pub(crate) fn check_room(
        &self,
        game: &AnyGame,
        heaps: usize,
        field: &str,
    ) -> Result<(), Problem> {
        match game.most_heaps().filter(|&most| heaps as u64 > most) {
            Some(most) => {
                let message =
                    format!("{game} has at most {most} heaps, and these would be {heaps}");
                Err(Problem::input(message).field(field))
            }
            None => Ok(()),
        }
    }

    /// A game whose three heaps have a table of f(a,b), and what its table depends on.
    pub(crate) fn family_game(&self, text: &str) -> Result<(AnyGame, Family), Problem> {
        let game = self.game(text)?;
        match game.rules().and_then(Rules::family_of_rows) {
            Some(family) => Ok((game, family)),
            None => Err(Problem::input(format!("{game} has no table of f(a,b) and no rows of it"))
                .suggest(
                    "use amalgamation, restricted-amalgamation(r), merge-take-one or nim; `table --show grundy` and \
                     `--show outcome` take every game with heaps",
                )
                .field("game")),
        }
    }

    /// The same, by name.
    pub(crate) fn family(&self, text: &str) -> Result<(String, Family), Problem> {
        let (game, family) = self.family_game(text)?;
        Ok((game.name().to_owned(), family))
    }

    /// A game that is rules on heaps, with its rules.
    pub(crate) fn heap_game(&self, text: &str) -> Result<(AnyGame, Rules), Problem> {
        let game = self.game(text)?;
        match game.rules().cloned() {
            Some(rules) => Ok((game, rules)),
            None => {
                Err(Problem::input(format!("{game} has no heap rules in words, which this needs"))
                    .suggest("`solve` and `moves` take every game")
                    .field("game"))
            }
        }
    }
}
