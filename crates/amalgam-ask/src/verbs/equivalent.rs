//! `equivalent`: whether two games are worth the same in every sum.

use std::io;

use amalgam::solve::{Cost, Plan, Want};
use amalgam::{Play, Sum};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use super::positions::outcome_letter;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// Whether two games are worth the same in every sum
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "G and H are equivalent if G + X and H + X have the same outcome for every X. Under normal \
    play they are if and only if their Grundy values agree. Exit code 1: they are not.\n\nExamples:\n  \
    amalgam equivalent \"nim[1,2]\" \"nim[3]\"\n  \
    amalgam equivalent \"amalgamation[3,4,5]\" \"nim[2]\" --witness"
)]
pub struct Equivalent {
    /// A game with its position, or a sum
    pub left: String,
    /// Another
    pub right: String,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
    /// Show a heap of Nim with which the two have different outcomes
    #[arg(long)]
    #[serde(default)]
    pub witness: bool,
}

/// What `equivalent` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Weighed {
    /// The first sum.
    pub left: String,
    /// The second sum.
    pub right: String,
    /// Their Grundy values.
    pub values: [u64; 2],
    /// Whether one can stand for the other in every sum.
    pub equivalent: bool,
    /// A game that tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    #[serde(skip)]
    brief: [String; 2],
}

/// A game that tells two others apart.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Witness {
    /// The game.
    pub game: String,
    /// The outcomes of the two sums with it.
    pub outcomes: [&'static str; 2],
    #[serde(skip)]
    brief: [String; 2],
}

impl Question for Equivalent {
    const NAME: &'static str = "equivalent";
    const EXAMPLE: &'static str = "left=nim[1,2]&right=nim[3]&witness=1";
    type Answer = Weighed;

    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem> {
        if self.witness {
            return Ok(Cost::Unknown);
        }
        let cost = |text: &str, field: &str| {
            let sum = host.sum(text, &self.played.game, field)?;
            Ok::<_, Problem>(Plan::new(sum, Play::Normal, Want::Everything).cost())
        };
        Ok(cost(&self.left, "left")?.max(cost(&self.right, "right")?))
    }

    fn answer(&self, host: &Host<'_>) -> Result<Weighed, Problem> {
        let left = host.sum(&self.left, &self.played.game, "left")?;
        let right = host.sum(&self.right, &self.played.game, "right")?;
        if self.played.misere {
            let message =
                "equivalence is decided by Grundy values, which say nothing about misère play";
            return Err(Problem::input(message).field("misere").suggest("leave out --misere"));
        }
        let solver = host.solver(Play::Normal);
        let equivalence = solver.equivalent(&left, &right)?;
        let witness = match equivalence.witness().filter(|_| self.witness) {
            None => None,
            Some(heap) => {
                let with = [left.plus_nim(heap), right.plus_nim(heap)];
                let outcome = |sum: &Sum| solver.outcome(sum).map(outcome_letter);
                let outcomes = [outcome(&with[0])?, outcome(&with[1])?];
                let brief = with.map(|sum| sum.brief());
                Some(Witness { game: format!("nim[{heap}]"), outcomes, brief })
            }
        };
        Ok(Weighed {
            left: left.to_string(),
            right: right.to_string(),
            values: equivalence.values,
            equivalent: equivalence.holds(),
            witness,
            brief: [left.brief(), right.brief()],
        })
    }
}

impl Answer for Weighed {
    fn schema(&self) -> &'static str {
        "amalgam/equivalent/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let paint = page.paint();
        let value = |i: usize| cells![self.brief[i], format!("Grundy value {}", self.values[i])];
        page.columns(&[value(0), value(1)], 0)?;
        page.line(match self.equivalent {
            true => format!("{}: in every sum one can replace the other", paint.good("equivalent")),
            false => paint.bad("not equivalent"),
        })?;
        let Some(witness) = &self.witness else { return Ok(()) };
        page.line(format!("{} tells them apart", witness.game))?;
        let row = |i: usize| cells![witness.brief[i], format!("{}-position", witness.outcomes[i])];
        page.columns(&[row(0), row(1)], 2)
    }

    fn verdict(&self) -> Verdict {
        if self.equivalent { Verdict::Yes } else { Verdict::No }
    }
}
