//! `census show`: P-positions of a census that meet conditions.

use std::io;
use std::path::PathBuf;

use amalgam::engines::bulk::NoFacts;
use amalgam::lab::formula::{Formula, Point};
use amalgam::{ParseError, Position};
use amalgam_export::census::{self, Filter};
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem};

/// P-positions of a census that meet conditions
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CensusShow {
    /// The directory of the census
    #[schemars(extend("x-local" = true))]
    pub dir: PathBuf,
    /// A condition in the conjecture language, such as "coins % 2 == 0 && !mirror"
    #[arg(long = "where", value_name = "FORMULA")]
    #[serde(default, rename = "where")]
    pub condition: Option<String>,
    /// Positions of N coins
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub coins: Option<usize>,
    /// No heap taller than this
    #[arg(long, value_name = "H")]
    #[serde(default)]
    pub heights: Option<u64>,
    /// Positions of K heaps
    #[arg(long, value_name = "K")]
    #[serde(default)]
    pub heaps: Option<usize>,
    /// An even or an odd number of coins
    #[arg(long)]
    #[serde(default)]
    pub parity: Option<Parity>,
    /// Some height occurs an odd number of times
    #[arg(long)]
    #[serde(default)]
    pub not_mirror: bool,
    /// Show at most N
    #[arg(long, value_name = "N", default_value_t = SHOWN)]
    #[serde(default = "shown")]
    pub limit: usize,
}

const SHOWN: usize = 20;

fn shown() -> usize {
    SHOWN
}

/// Whether a number is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

/// What `census show` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// How many P-positions meet the conditions.
    pub total: u64,
    /// The first of them.
    pub positions: Vec<Vec<u64>>,
}

impl Question for CensusShow {
    const NAME: &'static str = "census-show";
    const EXAMPLE: &'static str = "dir=census60&parity=even&not_mirror=1&limit=5";
    type Answer = Shown;

    fn answer(&self, host: &Host<'_>) -> Result<Shown, Problem> {
        let dir = host.door.folder(&self.dir)?;
        let filter = Filter {
            coins: self.coins,
            heights: self.heights,
            heaps: self.heaps,
            even: self.parity.map(|parity| parity == Parity::Even),
            not_mirror: self.not_mirror,
        };
        let formula = self.condition.as_deref().map(read_condition).transpose()?;
        let mut machine = formula.as_ref().map(Formula::machine);
        let mut fault = None;
        let mut condition = |position: &Position| {
            let (Some(formula), Some(machine)) = (&formula, &mut machine) else { return true };
            let Some(point) = Point::new(position.heaps()) else { return false };
            match formula.evaluate(machine, &point, &NoFacts) {
                Ok(holds) => holds,
                Err(error) => {
                    fault.get_or_insert(error);
                    false
                }
            }
        };
        let found = census::look(&dir, &filter, &mut condition, self.limit)?;
        if let (Some(fault), Some(formula)) = (fault, &formula) {
            let error = ParseError::new(formula.text(), fault.span(), fault.to_string());
            return Err(Problem::from(error).field("where"));
        }
        let positions = found.positions.iter().map(|found| found.heaps().to_vec()).collect();
        Ok(Shown { total: found.total, positions })
    }
}

/// Reads a condition in the conjecture language. A census knows the heaps of its positions and that they are P,
/// and nothing else of the game.
fn read_condition(text: &str) -> Result<Formula, Problem> {
    let formula: Formula =
        text.parse().map_err(|error: ParseError| Problem::from(error).field("where"))?;
    let mentions = formula.mentions();
    if mentions.outcome || mentions.misere || mentions.grundy || mentions.completion.is_some() {
        return Err(Problem::input(
            "a census lists P-positions by their heaps; P, N, misere_P, grundy and f(a,b) are not in it",
        )
        .field("where")
        .suggest("use coins, heaps, mirror, x, y, z, w, h[i], c[i], all and any"));
    }
    Ok(formula)
}

impl Answer for Shown {
    fn schema(&self) -> &'static str {
        "amalgam/census-show/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.total == 0 {
            return page.line("no P-position of the census is like that");
        }
        for heaps in &self.positions {
            page.line(Position::new(heaps.iter().copied()))?;
        }
        match self.total - self.positions.len() as u64 {
            0 => Ok(()),
            more => page.line(format!("… and {more} more; --limit shows more of them")),
        }
    }
}
