//! What is asked: games, positions and sums, read from the parameters, and what they will cost.

use amalgam::games::AnyGame;
use amalgam::games::rules::Family;
use amalgam::learn::reasons::{self, AT_ONCE};
use amalgam::solve::{Plan, Want};
use amalgam::{Budget, ParseError, Part, Play, Position, Rules, Solver, Sum};

use crate::Problem;
use crate::params::Params;
use crate::pool::Lane;

/// The game that is meant where none is named.
pub(crate) const DEFAULT_GAME: &str = "amalgamation";

/// The most heaps of a position; a page with more would be no help to anybody.
pub(crate) const MOST_HEAPS: usize = 1000;

/// The most moves that a page or an answer of the API has room for.
pub(crate) const MOVES_LISTED: u128 = 20_000;

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

/// Heaps without a game, in the parameter `name`.
pub(crate) fn position(params: &Params, name: &'static str) -> Result<Position, Problem> {
    let text = params.text(name).unwrap_or("");
    let position: Position =
        text.parse().map_err(|error: ParseError| Problem::from(error).field(name))?;
    check_heaps([position.heaps()])?;
    Ok(position)
}

fn check_heaps<'a>(positions: impl IntoIterator<Item = &'a [u64]>) -> Result<(), Problem> {
    let heaps: usize = positions.into_iter().map(<[u64]>::len).sum();
    match heaps > MOST_HEAPS {
        true => Err(Problem::limit(format!("{heaps} heaps are too many here"))
            .suggest(format!("positions of up to {MOST_HEAPS} heaps fit"))),
        false => Ok(()),
    }
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

/// Which lane a question belongs to, by the plan of its answer.
pub(crate) fn lane(sum: &Sum, play: Play) -> Lane {
    match Plan::new(sum, play, Want::Everything).cost() <= AT_ONCE {
        true => Lane::Light,
        false => Lane::Heavy,
    }
}

/// Why a position is won or lost, where heaps merge and a person can use the reason; empty where finding
/// it would take long.
pub(crate) fn why(sum: &Sum, play: Play, limits: &Budget) -> Vec<String> {
    reasons::why_at_once(sum, play, &Solver::within(limits))
}

/// A command line that asks the same, quoted where the shell would otherwise take it apart.
pub(crate) fn command(words: &[&str]) -> String {
    // What holds a NUL, which nobody can type, is no command.
    shlex::try_join(words.iter().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_questions_are_light_and_large_ones_are_not() {
        let lane_of = |query: &str| {
            let params = Params::read(query);
            lane(&sum(&params, "position").unwrap(), play(&params))
        };
        for light in [
            "position=[3,4,5]",
            "position=[30,30,40]",
            "position=[9000000000,7]&game=nim",
            "position=[900]&game=kayles",
            "position=nim[3]%2Blasker[4]",
        ] {
            assert_eq!(lane_of(light), Lane::Light, "{light}");
        }
        for heavy in [
            "position=[100,101,102]",
            "position=[30,31,32,33]",
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
