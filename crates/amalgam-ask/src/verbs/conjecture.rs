//! `conjecture`: your own formula, tested at every position of a domain.

use std::io;

use amalgam::base::budget::Limit;
use amalgam::base::text::counted;
use amalgam::engines::bulk::{Domain, DomainError, TableError};
use amalgam::lab::formula::{self, Counterexample, Formula, TestError, Type, Verdict as Tested};
use amalgam::lab::statement::Status as Sure;
use amalgam::{LimitReached, ParseError, Play, Position};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asked::amalgamation;
use super::compare::replay;
use super::statement::Status;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// Search for a position at which your formula fails
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Bounds: --heaps 3 --max 200 (three heaps up to 200, some perhaps empty), \
    --coins 40 (all positions up to 40 coins), --heights 4 --coins 40 (no heap above 4).\n\
    Exit code 1: the formula fails somewhere.\n\nExamples:\n  \
    amalgam conjecture \"P <=> x ^ y ^ z == 0\" --game nim --heaps 3 --max 100\n  \
    amalgam conjecture \"grundy >> 1 == (x ^ y ^ z) >> 1\" --game restricted-amalgamation --heaps 3 --max 100\n  \
    amalgam conjecture \"coins % 2 == 0 => (P <=> mirror)\" --coins 20\n  \
    amalgam conjecture \"(c[1] + c[3]) % 2 == 0 && !mirror => N\" --heights 4 --coins 30\n  \
    amalgam conjecture --list-facts")]
pub struct Conjecture {
    /// The conjecture: a formula that is true or false at each position
    #[arg(required_unless_present = "list_facts", allow_hyphen_values = true)]
    #[serde(default)]
    pub formula: Option<String>,
    /// The game: a name, or rules in words such as "take 1..3, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Positions of K heaps, of which some may be empty; with --max or --coins
    #[arg(long, value_name = "K")]
    #[serde(default)]
    pub heaps: Option<usize>,
    /// The largest heap
    #[arg(long, value_name = "N", conflicts_with = "heights")]
    #[serde(default)]
    pub max: Option<u64>,
    /// The largest heap, the same as --max
    #[arg(long, value_name = "H")]
    #[serde(default)]
    pub heights: Option<u64>,
    /// The most coins
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub coins: Option<u64>,
    /// Show what a formula can say
    #[arg(long, conflicts_with_all = ["formula", "heaps", "max", "heights", "coins", "game"])]
    #[serde(default)]
    pub list_facts: bool,
}

/// What `conjecture` answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Conjectured {
    /// Whether the formula holds.
    Tested(Box<FormulaTested>),
    /// What a formula can say.
    Facts(Facts),
}

/// Whether a formula holds at every position of a domain.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FormulaTested {
    /// The formula.
    pub formula: String,
    /// The game.
    pub game: String,
    /// The positions that were looked at, in words.
    pub domain: String,
    /// verified or refuted.
    pub status: Status,
    /// How many positions obey it: all, or those before the counterexample.
    pub positions: u64,
    /// The first position at which it fails, as the heaps that the formula names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Vec<u64>>,
    /// The parts of the formula with their values there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<serde_json::Map<String, Value>>,
    /// Which plays the formula is about.
    #[serde(skip)]
    plays: Vec<Play>,
}

/// What a formula can say.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Facts {
    /// The facts.
    pub facts: Vec<FactSaid>,
}

/// A fact that a formula can use.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FactSaid {
    /// How it is written.
    pub name: &'static str,
    /// integer or truth.
    pub kind: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// A formula with it.
    pub example: &'static str,
}

impl Question for Conjecture {
    const NAME: &'static str = "conjecture";
    const EXAMPLE: &'static str = "formula=mirror+=>+P&coins=20";
    type Answer = Conjectured;

    fn answer(&self, host: &Host<'_>) -> Result<Conjectured, Problem> {
        let Some(text) = self.formula.as_ref().filter(|_| !self.list_facts) else {
            return match self.list_facts {
                true => Ok(Conjectured::Facts(facts())),
                false => Err(Problem::input("the parameter `formula` is missing").field("formula")),
            };
        };
        let formula: Formula =
            text.parse().map_err(|error: ParseError| Problem::from(error).field("formula"))?;
        let game = host.game(&self.game)?;
        let domain = self.domain()?;
        let verdict = formula::test(&formula, &game, &domain, &host.limits, host.progress);
        let verdict = verdict.map_err(|error| problem(error, &formula))?;
        let (status, positions, found) = match verdict {
            Tested::VerifiedTo { positions, .. } => (Sure::Verified, positions, None),
            Tested::Refuted(Counterexample { heaps, values, tested }) => {
                (Sure::Refuted, tested, Some((heaps, values)))
            }
        };
        let value = |value: &formula::Value| match value {
            formula::Value::Integer(integer) => Value::from(*integer),
            formula::Value::Truth(truth) => Value::from(*truth),
        };
        let (counterexample, values) = found.unzip();
        let mentions = formula.mentions();
        let normal = mentions.outcome || mentions.grundy || mentions.completion.is_some();
        let mut plays = Vec::new();
        plays.extend((normal || !mentions.misere).then_some(Play::Normal));
        plays.extend(mentions.misere.then_some(Play::Misere));
        Ok(Conjectured::Tested(Box::new(FormulaTested {
            formula: formula.to_string(),
            game: game.name().to_owned(),
            domain: domain.to_string(),
            status: Status(status),
            positions,
            counterexample,
            values: values.map(|values| {
                values.iter().map(|(part, found)| (part.clone(), value(found))).collect()
            }),
            plays,
        })))
    }
}

impl Conjecture {
    fn domain(&self) -> Result<Domain, Problem> {
        let max = self.max.or(self.heights);
        Domain::new(self.heaps, max, self.coins).map_err(|error| {
            Problem::of(&error).suggest(match error {
                DomainError::Infinite => {
                    "write --heaps 3 --max 200, --coins 40 or --heights 4 --coins 40"
                }
                DomainError::TooLarge => "lower the bounds",
            })
        })
    }
}

fn problem(error: TestError, formula: &Formula) -> Problem {
    match error {
        TestError::Evaluation(error) => {
            let message = error.to_string();
            let error = ParseError::new(formula.text(), error.span(), message);
            error.suggest("guard it, as in `y > 0 => x / y < 3`, or change the bounds").into()
        }
        TestError::Tables(TableError::NoCompletion) => {
            let span = formula.mentions().completion.unwrap_or(0..0);
            ParseError::new(formula.text(), span, TableError::NoCompletion.to_string()).into()
        }
        TestError::Tables(TableError::Limit(limit)) | TestError::Limit(limit) => reached(limit),
        TestError::Tables(error) => error.into(),
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        let problem = Problem::of(&error);
        match error {
            TableError::TooManyHeaps { .. } => problem.suggest("as in --heaps 2 --max 50"),
            TableError::Limit(limit) => limit.into(),
            TableError::NoCompletion => problem,
        }
    }
}

fn reached(limit: LimitReached) -> Problem {
    let suggestion = match limit.limit {
        Limit::Stopped => return limit.into(),
        Limit::Machine => "lower the bounds",
        Limit::Memory(_) => "lower the bounds, or raise --memory",
        _ if limit.done == 0 => "lower the bounds, or raise --memory",
        _ => {
            "nothing smaller fails as far as was tested; lower the bounds, or raise --memory or --time"
        }
    };
    Problem::limit(format!("{limit}; nothing is claimed")).suggest(suggestion)
}

fn facts() -> Facts {
    let fact = |fact: &formula::Fact| FactSaid {
        name: fact.name,
        kind: match fact.kind {
            Type::Integer => "integer",
            Type::Truth => "truth",
        },
        meaning: fact.meaning,
        example: fact.example,
    };
    Facts { facts: formula::facts().iter().map(fact).collect() }
}

impl Answer for Conjectured {
    fn schema(&self) -> &'static str {
        match self {
            Conjectured::Tested(_) => "amalgam/conjecture/1",
            Conjectured::Facts(_) => "amalgam/facts/1",
        }
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            Conjectured::Tested(tested) => tested.say(page),
            Conjectured::Facts(facts) => facts.say(page),
        }
    }

    fn verdict(&self) -> Verdict {
        match self {
            Conjectured::Tested(tested) if tested.status.0 == Sure::Refuted => Verdict::No,
            _ => Verdict::Yes,
        }
    }
}

impl FormulaTested {
    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let paint = page.paint();
        page.line(paint.title(&self.formula))?;
        page.line(format!("in {}; {}", self.game, self.domain))?;
        let status = paint.status(self.status.0);
        let Some(heaps) = &self.counterexample else {
            return page.line(format!("{status}: it holds at all {} positions", self.positions));
        };
        let found = Position::new(heaps.iter().copied());
        let list: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let by_height = match found.by_height() {
            Some(counts) if !found.is_empty() && counts.len() <= 40 => {
                format!(", that is {counts}")
            }
            _ => String::new(),
        };
        page.line(format!(
            "{status}: it fails at [{}]{by_height}, {}; it holds at {}",
            list.join(","),
            counted(found.coins(), "coin"),
            counted(self.positions, "smaller position")
        ))?;
        let values = self.values.iter().flatten();
        let rows: Vec<Vec<String>> = values.map(|(part, value)| cells![part, value]).collect();
        page.columns(&rows, 2)?;
        for &play in &self.plays {
            page.line(format!("to see it: {}", replay(&self.game, play, &found)))?;
        }
        Ok(())
    }
}

impl Facts {
    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        for FactSaid { name, kind, meaning, example } in &self.facts {
            page.line(format!("{}  ({kind})\n  {meaning}\n  {example}", page.paint().title(name)))?;
        }
        page.line(
            "operators, from the loosest to the tightest\n  \
             <=>   =>   ||   &&   == != < <= > >=   |   ^   &   << >>   + -   * / %   - !",
        )
    }
}
