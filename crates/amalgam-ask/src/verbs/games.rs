//! `games`: the named games.

use std::io;

use amalgam::games::{AnyGame, LITERATURE, NAMED, NamedGame};
use amalgam::solve::Cost;
use amalgam::{ParseError, Position};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// The named games, with their rules in words
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "You can write your own rules wherever a game goes, in words separated by commas:\n  \
    take any | take 1..3 | take {1,2,5} | take 1..2 then split\n  \
    split | split unequal\n  \
    merge [if CONDITION [and CONDITION …]] [then take N]\n  \
    with conditions such as min >= N, sum <= N, equal, taken is even, left > heap/2\n  \
    take any from each of 2 heaps | some of all heaps | the largest\n  \
    move any to another | delete a heap then split another | pass once\n  \
    before all of it: 2 places: | row: | circle: | closing row: | strip:\n\n\
    Examples:\n  amalgam games\n  amalgam games nim\n  amalgam games --json"
)]
pub struct Games {
    /// Only this one
    #[serde(default)]
    pub name: Option<String>,
}

/// What `games` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GamesListed {
    /// The games.
    pub games: Vec<GameSaid>,
}

/// A named game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GameSaid {
    /// Its name.
    pub name: &'static str,
    /// What the numbers after its name mean.
    pub parameters: &'static str,
    /// The name with typical numbers.
    pub typical: &'static str,
    /// Its rules in words.
    pub rules: String,
    /// Who described it, and when.
    pub source: &'static str,
    /// A position to try.
    pub example: Vec<u64>,
    #[serde(skip)]
    example_text: &'static str,
}

impl Question for Games {
    const NAME: &'static str = "games";
    const EXAMPLE: &'static str = "";
    type Answer = GamesListed;

    fn cost(&self, _: &Host<'_>) -> Result<Cost, Problem> {
        Ok(Cost::AtOnce)
    }

    fn answer(&self, _: &Host<'_>) -> Result<GamesListed, Problem> {
        let said = |named: &NamedGame| -> Result<GameSaid, ParseError> {
            Ok(GameSaid {
                name: named.name,
                parameters: named.parameters,
                typical: named.typical,
                rules: named.typical.parse::<AnyGame>()?.in_words(),
                source: named.source,
                example: named.example.parse::<Position>()?.heaps().to_vec(),
                example_text: named.example,
            })
        };
        let mut games = NAMED.iter().map(said).collect::<Result<Vec<_>, _>>()?;
        for game in &LITERATURE {
            games.push(GameSaid {
                name: game.name,
                parameters: "",
                typical: game.name,
                rules: game.rules.to_owned(),
                source: game.source,
                example: numbers(game.example),
                example_text: game.example,
            });
        }
        if let Some(name) = &self.name {
            let names: Vec<&str> = games.iter().map(|game| game.name).collect();
            let unknown = Problem::unknown("named game", name, &names).field("name");
            games.retain(|game| game.name.eq_ignore_ascii_case(name.trim()));
            if games.is_empty() {
                return Err(unknown);
            }
        }
        Ok(GamesListed { games })
    }
}

/// The heaps of an example, in its order: places in a row have one.
fn numbers(example: &str) -> Vec<u64> {
    let digits = example.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}

impl Answer for GamesListed {
    fn schema(&self) -> &'static str {
        "amalgam/games/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        for game in &self.games {
            page.line(page.paint().title(game.typical))?;
            let mut rows = vec![cells!["rules", game.rules]];
            if !game.parameters.is_empty() {
                rows.push(cells!["parameters", game.parameters]);
            }
            rows.push(cells!["source", game.source]);
            let name = match game.typical {
                plain if !plain.contains('(') => plain.to_owned(),
                brackets => format!("\"{brackets}\""),
            };
            let example = game.example_text;
            rows.push(cells!["try", format!("amalgam solve --game {name} \"{example}\"")]);
            page.columns(&rows, 2)?;
        }
        Ok(())
    }
}
