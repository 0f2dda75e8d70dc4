//! Setting up a game: one line for each thing to choose, errors beside what they are about.

use amalgam::games::{AnyGame, NAMED};
use amalgam::session::{Player, Setup, Start};
use amalgam::{Outcome, ParseError, Play, Sum};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The lines of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Game,
    Play,
    Start,
    Position,
    Size,
    First,
    Opponent,
    Rate,
    Begin,
}

const STARTS: [&str; 4] =
    ["typed", "random", "random, the one who begins loses", "random, the one who begins wins"];
const OPPONENTS: [&str; 4] =
    ["perfect", "perfect, and makes a lost game last", "errs now and then", "another person"];

/// The longest text that can be typed.
const LONGEST: usize = 200;

/// What a key led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Nothing,
    Leave,
    Begin(Setup),
}

pub(super) struct Form {
    pub(super) at: Field,
    game: String,
    misere: bool,
    start: usize,
    position: String,
    size: String,
    opponent_first: bool,
    opponent: usize,
    rate: String,
    seed: u64,
    /// What is wrong, and with which line.
    pub(super) wrong: Option<(Field, Vec<String>)>,
    pub(super) waiting: bool,
}

impl Form {
    pub(super) fn new(setup: &Setup) -> Form {
        let (game, start, position, size) = match &setup.start {
            Start::Given(sum) => {
                let game = sum.parts()[0].name().to_owned();
                let position = match sum.as_single() {
                    Some(part) => part.show(),
                    None => sum.to_string(),
                };
                (game, 0, position, 7)
            }
            Start::Random { game, size, outcome } => {
                let start = match outcome {
                    None => 1,
                    Some(Outcome::P) => 2,
                    Some(Outcome::N) => 3,
                };
                (game.to_string(), start, "[3,4,5]".to_owned(), *size)
            }
        };
        let [first, second] = setup.players;
        let opponent_first = !first.is_human() && second.is_human();
        let (opponent, rate) = match if opponent_first { first } else { second } {
            Player::Perfect => (0, "0.2".to_owned()),
            Player::Longest => (1, "0.2".to_owned()),
            Player::Skill(skill) => (2, skill.to_string()),
            Player::Human => (3, "0.2".to_owned()),
        };
        Form {
            at: Field::Game,
            game,
            misere: setup.play == Play::Misere,
            start,
            position,
            size: size.to_string(),
            opponent_first,
            opponent,
            rate,
            seed: setup.seed,
            wrong: None,
            waiting: false,
        }
    }

    /// The lines that matter for what has been chosen.
    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game, Field::Play, Field::Start];
        fields.push(if self.start == 0 { Field::Position } else { Field::Size });
        if self.opponent != 3 {
            fields.push(Field::First);
        }
        fields.push(Field::Opponent);
        if self.opponent == 2 {
            fields.push(Field::Rate);
        }
        fields.push(Field::Begin);
        fields
    }

    /// What a line is called, what it says, and how it is changed.
    pub(super) fn line(&self, field: Field) -> (&'static str, String, &'static str) {
        let choice = "left or right";
        match field {
            Field::Game => ("Game", self.game.clone(), "type a name or rules, or left or right"),
            Field::Play => {
                let text = if self.misere { "loses (misère)" } else { "wins (normal)" };
                ("The last move", text.to_owned(), choice)
            }
            Field::Start => ("Start", STARTS[self.start].to_owned(), choice),
            Field::Position => ("Position", self.position.clone(), "type it, as in [3,4,5]"),
            Field::Size => ("Largest heap", self.size.clone(), "type a number"),
            Field::First => {
                let text = if self.opponent_first { "the opponent" } else { "you" };
                ("Who begins", text.to_owned(), choice)
            }
            Field::Opponent => ("Opponent", OPPONENTS[self.opponent].to_owned(), choice),
            Field::Rate => ("Errs with prob.", self.rate.clone(), "type it, as in 0.2"),
            Field::Begin => match self.waiting {
                true => ("", "Finding a start …".to_owned(), ""),
                false => ("", "Begin".to_owned(), "Enter"),
            },
        }
    }

    /// The game cannot begin.
    pub(super) fn refuse(&mut self, why: String) {
        self.waiting = false;
        let field = if self.start == 0 { Field::Position } else { Field::Size };
        self.at = field;
        self.wrong = Some((field, vec![why]));
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Asked {
        match key.code {
            KeyCode::Esc => return Asked::Leave,
            KeyCode::Enter => match self.setup() {
                Ok(setup) => {
                    self.wrong = None;
                    self.waiting = true;
                    self.seed = self.seed.wrapping_add(1);
                    return Asked::Begin(setup);
                }
                Err((field, error)) => {
                    self.at = field;
                    let mut lines = vec![error.to_string()];
                    lines.extend(error.caret().lines().map(str::to_owned));
                    lines.extend(error.suggestion().map(str::to_owned));
                    self.wrong = Some((field, lines));
                }
            },
            KeyCode::Up | KeyCode::BackTab => self.step(false),
            KeyCode::Down | KeyCode::Tab => self.step(true),
            KeyCode::Left => self.change(false),
            KeyCode::Right => self.change(true),
            KeyCode::Backspace => self.edit(|text| {
                text.pop();
            }),
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.edit(String::clear);
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.edit(|text| {
                    if text.chars().count() < LONGEST && !letter.is_control() {
                        text.push(letter);
                    }
                });
            }
            _ => {}
        }
        Asked::Nothing
    }

    fn step(&mut self, down: bool) {
        let fields = self.fields();
        let now = fields.iter().position(|&field| field == self.at).unwrap_or(0);
        let next = if down { now + 1 } else { now + fields.len() - 1 } % fields.len();
        self.at = fields[next];
    }

    /// The next choice, or the one before.
    fn change(&mut self, forward: bool) {
        let turn = |now: usize, of: usize| if forward { now + 1 } else { now + of - 1 } % of;
        match self.at {
            Field::Game => {
                let now = NAMED.iter().position(|named| named.typical == self.game);
                let next = now.map_or(0, |now| turn(now, NAMED.len()));
                self.game = NAMED[next].typical.to_owned();
                self.position = NAMED[next].example.to_owned();
            }
            Field::Play => self.misere = !self.misere,
            Field::Start => self.start = turn(self.start, STARTS.len()),
            Field::First => self.opponent_first = !self.opponent_first,
            Field::Opponent => self.opponent = turn(self.opponent, OPPONENTS.len()),
            Field::Position | Field::Size | Field::Rate | Field::Begin => {}
        }
        self.wrong = None;
    }

    fn edit(&mut self, edit: impl FnOnce(&mut String)) {
        match self.at {
            Field::Game => edit(&mut self.game),
            Field::Position => edit(&mut self.position),
            Field::Size => edit(&mut self.size),
            Field::Rate => edit(&mut self.rate),
            _ => return,
        }
        self.wrong = None;
    }

    /// The setup that the form describes, or what is wrong with which line.
    pub(super) fn setup(&self) -> Result<Setup, (Field, ParseError)> {
        let game: AnyGame = self.game.parse().map_err(|error| (Field::Game, error))?;
        let start = match self.start {
            0 => Start::Given(
                Sum::parse(&self.position, &game).map_err(|error| (Field::Position, error))?,
            ),
            random => {
                let size = self.size.trim().parse().map_err(|_| {
                    let error =
                        ParseError::new(&self.size, 0..self.size.len(), "this is no number");
                    (Field::Size, error.suggest("as in 7"))
                })?;
                let outcome = [None, None, Some(Outcome::P), Some(Outcome::N)][random];
                Start::Random { game, size, outcome }
            }
        };
        let opponent = match self.opponent {
            0 => Player::Perfect,
            1 => Player::Longest,
            2 => format!("skill:{}", self.rate.trim()).parse().map_err(|_| {
                let message = "the rate of errors is a number from 0 to 1";
                let error = ParseError::new(&self.rate, 0..self.rate.len(), message);
                (Field::Rate, error.suggest("as in 0.2, with three decimals at most"))
            })?,
            _ => Player::Human,
        };
        let players = match self.opponent_first && opponent != Player::Human {
            true => [opponent, Player::Human],
            false => [Player::Human, opponent],
        };
        let play = if self.misere { Play::Misere } else { Play::Normal };
        Ok(Setup { start, play, players, seed: self.seed })
    }
}
