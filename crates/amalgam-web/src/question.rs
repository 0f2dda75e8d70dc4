//! What is asked: games, positions and sums, read from the parameters, and how they are answered.

use std::sync::Arc;

use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::learn::reasons::{self, AT_ONCE};
use amalgam::solve::{Answer, Plan, Want};
use amalgam::{Budget, ParseError, Part, Play, Rules, SolveError, Solver, Sum};

use crate::Problem;
use crate::params::Params;
use crate::pool::Lane;

/// The game if none is named.
pub(crate) const DEFAULT_GAME: &str = "amalgamation";

/// The most heaps of a position. A page with more would help nobody.
pub(crate) const MOST_HEAPS: usize = 1000;

/// The most moves that are listed and sorted for a page or an answer of the API.
pub(crate) const MOVES_LISTED: u128 = 20_000;

/// The longest sentence of an answer, in bytes: a position of many heaps fits.
const LONGEST_SENTENCE: usize = 20_000;

/// The most heaps of all positions that the listed moves lead to, together: about ten megabytes.
const HEAPS_LISTED: u128 = 1_000_000;

/// A question about a position or a sum. It is read once and planned once. Whoever shows the answer
/// solves it once and passes the answer on.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) sum: Sum,
    pub(crate) play: Play,
    plan: Arc<Plan>,
}

impl Question {
    /// Reads a position or a sum from the parameter `name`, and plans how to find what is wanted.
    pub(crate) fn read(
        params: &Params,
        name: &'static str,
        want: Want,
    ) -> Result<Question, Problem> {
        Ok(Question::new(sum(params, name)?, play(params), want))
    }

    /// Plans how to find what is wanted.
    pub(crate) fn new(sum: Sum, play: Play, want: Want) -> Question {
        let plan = Arc::new(Plan::new(sum.clone(), play, want));
        Question { sum, play, plan }
    }

    /// Where it is expected to be answered.
    pub(crate) fn lane(&self) -> Lane {
        if self.plan.cost() <= AT_ONCE { Lane::Light } else { Lane::Heavy }
    }

    /// What is wanted: all that can be found out, or only who wins.
    pub(crate) fn solve(&self, limits: &Budget) -> Result<Answer, SolveError> {
        Solver::within(limits).run(&self.plan)
    }

    /// Why the position is won or lost, in sentences; only for games with merges, and only if the reasons
    /// are found quickly.
    pub(crate) fn why(&self, limits: &Budget) -> Vec<String> {
        match self.lane() {
            Lane::Light => readable(reasons::why(&self.sum, self.play, &Solver::within(limits))),
            Lane::Heavy => Vec::new(),
        }
    }
}

/// Leaves out sentences that are too long to read: with many heaps some name all of them many times.
pub(crate) fn readable(mut sentences: Vec<String>) -> Vec<String> {
    sentences.retain(|sentence| sentence.len() <= LONGEST_SENTENCE);
    sentences
}

/// The parameter `game`: a named game or rules in words.
pub(crate) fn game(params: &Params) -> Result<AnyGame, Problem> {
    let text = params.text("game").unwrap_or(DEFAULT_GAME);
    text.parse().map_err(|error: ParseError| Problem::from(error).field("game"))
}

/// The parameter `misere`.
pub(crate) fn play(params: &Params) -> Play {
    if params.ticked("misere") { Play::Misere } else { Play::Normal }
}

/// A position or a sum, in the parameter `name`.
pub(crate) fn sum(params: &Params, name: &'static str) -> Result<Sum, Problem> {
    let game = game(params)?;
    let text = params.text(name).unwrap_or("");
    let sum = Sum::parse(text, &game).map_err(|error| Problem::from(error).field(name))?;
    check_heaps(sum.parts().iter().map(Part::heaps))?;
    Ok(sum)
}

pub(crate) fn check_heaps<'a>(
    positions: impl IntoIterator<Item = &'a [u64]>,
) -> Result<(), Problem> {
    let heaps: usize = positions.into_iter().map(<[u64]>::len).sum();
    match heaps > MOST_HEAPS {
        true => Err(Problem::limit(format!("{heaps} heaps are too many for this server"))
            .suggest(format!("a position may have at most {MOST_HEAPS} heaps here"))),
        false => Ok(()),
    }
}

/// Whether all moves of a sum can be listed here: there are not too many, and the positions they lead to
/// do not have too many heaps together.
pub(crate) fn can_list_moves(sum: &Sum) -> bool {
    let heaps: usize = sum.parts().iter().map(|part| part.heaps().len()).sum();
    sum.moves_at_most() <= MOVES_LISTED.min(HEAPS_LISTED / (heaps as u128 + 1))
}

/// A game whose three heaps have a table of f(a,b).
pub(crate) fn family(params: &Params) -> Result<(AnyGame, Family), Problem> {
    let game = game(params)?;
    match game.rules().and_then(Rules::family_of_rows) {
        Some(family) => Ok((game, family)),
        None => Err(Problem::input(format!("{game} has no table of f(a,b)"))
            .suggest("amalgamation, restricted-amalgamation(r), merge-take-one and nim have one")),
    }
}

/// A command line that asks the same question, quoted for the shell.
pub(crate) fn command(words: &[&str]) -> String {
    // A text with a NUL, which nobody can type, is no command.
    shlex::try_join(words.iter().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_questions_are_light_and_large_ones_are_not() {
        let lane_of = |query: &str| {
            let params = Params::read(query);
            Question::read(&params, "position", Want::Everything).unwrap().lane()
        };
        for light in [
            "position=[3,4,5]",
            "position=[30,30,40]",
            "position=[9000000000,7]&game=nim",
            "position=[15]&game=kayles",
            "position=nim[3]%2Blasker[4]",
        ] {
            assert_eq!(lane_of(light), Lane::Light, "{light}");
        }
        for heavy in [
            "position=[100,101,102]",
            "position=[30,31,32,33]",
            "position=[900]&game=kayles",
            "position=[300,6,57]&game=moore(7)",
            "position=[100000]&game=kayles",
            "position=[40]&game=kayles&misere=1",
            "position=nim[300]%2Blasker[9]",
        ] {
            assert_eq!(lane_of(heavy), Lane::Heavy, "{heavy}");
        }
    }

    #[test]
    fn too_many_heaps_are_refused() {
        let problem = sum(&Params::read("position=<1001>"), "position").unwrap_err();
        assert_eq!(problem.status, 422);
        assert!(sum(&Params::read("position=<1000>"), "position").is_ok());
    }

    #[test]
    fn commands_can_be_pasted() {
        let words = ["amalgam", "solve", "--game", "take 1..3, merge", "[3,4]"];
        assert_eq!(command(&words), "amalgam solve --game 'take 1..3, merge' '[3,4]'");
        let odd = ["amalgam", "it's", "$(reboot)", "`reboot`", "\"", ""];
        assert_eq!(shlex::split(&command(&odd)).unwrap(), odd);
    }
}
