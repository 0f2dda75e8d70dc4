//! The form that begins a game: what is filled in, and the game it describes.

use amalgam::Solver;
use amalgam::games::{AnyGame, NAMED};
use amalgam::session::{
    HintLevel, OPPONENTS, Player, Session, Setup, SetupError, Skill, Start, largest_drawn,
};
use amalgam::{Budget, Outcome, ParseError, Play, Sum};

use super::view::View;
use crate::Problem;
use crate::params::{Params, address};

/// The form as it was filled in. Nothing is checked yet.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    /// A named game with typical parameters, or `own`.
    pub(super) game: String,
    /// The rules in words, or a name with other parameters.
    pub(super) rules: String,
    /// `typed`, `random`, `P` or `N`.
    pub(super) start: String,
    /// The typed start.
    pub(super) position: String,
    /// The largest heap of a random start.
    pub(super) size: String,
    /// `normal` or `misere`.
    pub(super) play: String,
    /// `me` or `opponent`.
    pub(super) begins: String,
    /// The name of an opponent, or `perfect`, `longest`, `skill` or `human`.
    pub(super) opponent: String,
    /// How many of a hundred moves are made at random.
    pub(super) errs: String,
    /// How much help is shown from the beginning.
    pub(super) hint: String,
}

/// What is wrong with a form, and in which field.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    /// The field; empty for the whole form.
    pub(super) field: &'static str,
    /// What is wrong; boxed, because it is rare and large.
    pub(super) problem: Box<Problem>,
}

impl Wrong {
    pub(super) fn new(field: &'static str, problem: Problem) -> Wrong {
        Wrong { field, problem: Box::new(problem) }
    }
}

/// The default game.
const FIRST: &str = "amalgamation";

/// The default largest heap of a random start.
const SIZE: &str = "9";

impl Default for Wish {
    fn default() -> Wish {
        Wish::read(&Params::default())
    }
}

impl Wish {
    /// What was filled in, and the default values of the rest.
    pub(super) fn read(params: &Params) -> Wish {
        let or = |name: &str, default: &str| params.text(name).unwrap_or(default).to_owned();
        let mut wish = Wish {
            game: or("game", FIRST),
            rules: or("rules", ""),
            start: or("start", "typed"),
            position: or("position", ""),
            size: or("size", SIZE),
            play: or("play", if params.ticked("misere") { "misere" } else { "normal" }),
            begins: or("begins", "me"),
            // The form begins with the easiest one; an address that names none means the perfect one.
            opponent: or("opponent", if params.ticked("begin") { "perfect" } else { "pip" }),
            errs: or("errs", "20"),
            hint: or("hint", ""),
        };
        // Other pages link here with any game.
        if wish.game != "own" && !NAMED.iter().any(|named| named.typical == wish.game) {
            wish.rules = std::mem::replace(&mut wish.game, "own".to_owned());
        }
        wish
    }

    /// The address of the new game.
    pub(super) fn begin(&self, seed: u64, limits: &Budget) -> Result<String, Wrong> {
        let setup = self.setup(seed)?;
        let field = if matches!(setup.start, Start::Given(_)) { "position" } else { "size" };
        let at = |problem: Problem| Wrong::new(field, problem);
        let game = setup.begin(&Solver::within(limits)).map_err(|error| at(refuse(error)))?;
        let game = open(game, limits).map_err(at)?;
        let hint: HintLevel = match self.hint.as_str() {
            "" => HintLevel::Nothing,
            text => text.parse().map_err(|error| wrong("hint", error))?,
        };
        Ok(View::new(game, hint).address())
    }

    fn setup(&self, seed: u64) -> Result<Setup, Wrong> {
        let game = self.game()?;
        let start = match self.start.as_str() {
            "random" | "P" | "N" => Start::Random {
                game: game.clone(),
                size: number(&self.size, "size", 1, largest_drawn(&game))?,
                outcome: match self.start.as_str() {
                    "P" => Some(Outcome::P),
                    "N" => Some(Outcome::N),
                    _ => None,
                },
            },
            "typed" => {
                let text = match self.position.as_str() {
                    "" => example(&self.game),
                    text => text,
                };
                Start::Given(Sum::parse(text, &game).map_err(|error| wrong("position", error))?)
            }
            other => return Err(choice("start", other)),
        };
        let play = match self.play.as_str() {
            "normal" => Play::Normal,
            "misere" => Play::Misere,
            other => return Err(choice("play", other)),
        };
        let opponent = match self.opponent.as_str() {
            "human" => Player::Human,
            "perfect" => Player::Perfect,
            "longest" => Player::Longest,
            "skill" => {
                let percent = number(&self.errs, "errs", 0, 100)?;
                // At most 1000, so there is such a skill.
                Player::Skill(Skill::per_mille(percent as u16 * 10).expect("1000 at most"))
            }
            name if OPPONENTS.iter().any(|known| known.name.eq_ignore_ascii_case(name)) => {
                name.parse().map_err(|error| wrong("opponent", error))?
            }
            other => return Err(choice("opponent", other)),
        };
        let players = match self.begins.as_str() {
            "me" => [Player::Human, opponent],
            "opponent" => [opponent, Player::Human],
            other => return Err(choice("begins", other)),
        };
        Ok(Setup { start, play, players, seed })
    }

    fn game(&self) -> Result<AnyGame, Wrong> {
        match self.game.as_str() {
            "own" if self.rules.is_empty() => {
                let error = ParseError::new("", 0..0, "write the rules of your game")
                    .suggest("for example `take 1..3, merge` or `subtraction(2,5)`");
                Err(wrong("rules", error))
            }
            "own" => self.rules.parse().map_err(|error| wrong("rules", error)),
            name => name.parse().map_err(|error| wrong("game", error)),
        }
    }
}

/// The address of the form filled in as this game was begun.
pub(super) fn another(view: &View) -> String {
    address("/play", &pairs(&wishes(view, |player| player)))
}

/// The address that begins the same game once more; after a win the opponent is a little better.
pub(super) fn rematch(view: &View) -> String {
    let won = view.game.winner().is_some_and(|winner| view.game.players()[winner].is_human());
    let wishes = wishes(view, |player| if won { player.a_little_better() } else { player });
    address("/play", &[&pairs(&wishes)[..], &[("begin", "1")]].concat())
}

fn pairs<'a>(wishes: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    wishes.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

fn wishes(view: &View, other: impl Fn(Player) -> Player) -> Vec<(&'static str, String)> {
    let game = &view.game;
    let parts = game.start().parts();
    let [first, second] = game.players();
    let (begins, opponent) = match first.is_human() {
        true => ("me", second),
        false => ("opponent", first),
    };
    let (opponent, errs) = match other(opponent) {
        Player::Human => ("human", None),
        Player::Perfect => ("perfect", None),
        Player::Longest => ("longest", None),
        Player::Skill(skill) => ("skill", Some(skill.errs_per_mille() / 10)),
    };
    let position = match game.start().as_single() {
        Some(part) => part.show(),
        None => game.start().to_string(),
    };
    let play = if game.play() == Play::Misere { "misere" } else { "normal" };
    let hint = match view.hint {
        HintLevel::Nothing => String::new(),
        level => level.to_string(),
    };
    vec![
        ("game", parts[0].name().to_owned()),
        ("position", position),
        ("play", play.to_owned()),
        ("begins", begins.to_owned()),
        ("opponent", opponent.to_owned()),
        ("errs", errs.map_or(String::new(), |errs| errs.to_string())),
        ("hint", hint),
    ]
}

/// An example position of a named game.
pub(super) fn example(game: &str) -> &'static str {
    NAMED.iter().find(|named| named.typical == game).map_or("[3,4,5]", |named| named.example)
}

/// The opponent must be able to solve the start. If it begins, it moves.
fn open(mut game: Session, limits: &Budget) -> Result<Session, Problem> {
    if game.players().iter().all(|player| player.is_human()) {
        return Ok(game);
    }
    let evaluation = game.evaluate(&Solver::within(limits)).map_err(|error| {
        Problem::from(error).suggest("choose smaller heaps, or play against another person")
    })?;
    if let Some(action) = game.reply(&evaluation) {
        game.make(&action).map_err(|error| Problem::of(&error))?;
    }
    Ok(game)
}

fn refuse(error: SetupError) -> Problem {
    match error {
        SetupError::TooManyMoves(_) | SetupError::TooManyHeaps(_) => {
            Problem::of(&error).suggest("Solve can still say who wins")
        }
        SetupError::Solve(error) => error.into(),
        error => Problem::of(&error),
    }
}

fn wrong(field: &'static str, error: ParseError) -> Wrong {
    Wrong::new(field, Problem::from(error).field(field))
}

fn choice(field: &'static str, text: &str) -> Wrong {
    wrong(field, ParseError::new(text, 0..text.len(), format!("{field} is not one of the choices")))
}

fn number(text: &str, field: &'static str, least: u64, most: u64) -> Result<u64, Wrong> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(wrong(
            field,
            ParseError::new(text, 0..text.len(), "this is not a whole number in the allowed range")
                .suggest(format!("write a number from {least} to {most}")),
        )),
    }
}
