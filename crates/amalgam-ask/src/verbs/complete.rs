//! `complete`: the one heap that makes a P-position.

use std::io;

use amalgam::Sum;
use amalgam::solve::{Cost, Plan, Want};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, words};

/// The one heap that makes a P-position with the given heaps
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Examples:\n  \
    amalgam complete \"[3,4]\"          prints 8: [3,4,8] is a P-position\n  \
    amalgam complete --game nim 5 9\n  \
    amalgam complete \"[11,999999999999999999]\" --explain\n  \
    amalgam complete 1 2 3 4 --json")]
pub struct Complete {
    /// The given heaps; - reads one position a line
    #[arg(required = true, allow_negative_numbers = true, value_name = "HEAPS")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub rest: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
    /// Say what the answer rests on
    #[arg(long)]
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    pub explain: bool,
}

/// What `complete` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Completed {
    /// The game.
    pub game: String,
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// The given heaps.
    pub rest: Vec<u64>,
    /// The heap that makes a P-position with them; 0 if they are one already.
    pub completion: u64,
    /// What decided.
    pub reason: String,
    #[serde(skip)]
    explain: bool,
}

impl Question for Complete {
    const NAME: &'static str = "complete";
    const EXAMPLE: &'static str = "rest=[3,4]";
    const BATCH: Option<&'static str> = Some("rest");
    type Answer = Completed;

    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem> {
        let rest = host.position(&self.rest.join(" "), "rest")?;
        let (game, _) = host.heap_game(&self.played.game)?;
        let sum = Sum::single(game, rest);
        Ok(Plan::new(sum, self.played.play(), Want::Everything).cost())
    }

    fn answer(&self, host: &Host<'_>) -> Result<Completed, Problem> {
        let (game, rules) = host.heap_game(&self.played.game)?;
        let rest = host.position(&self.rest.join(" "), "rest")?;
        let (completion, reason) = host.solver(self.played.play()).complete(&rules, &rest)?;
        Ok(Completed {
            game: game.name().to_owned(),
            misere: self.played.misere,
            rest: rest.heaps().to_vec(),
            completion,
            reason: reason.to_string(),
            explain: self.explain,
        })
    }
}

impl Answer for Completed {
    fn schema(&self) -> &'static str {
        "amalgam/complete/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(self.completion)?;
        match self.explain {
            true => page.line(format!("{} by {}", page.paint().good("proved"), self.reason)),
            false => Ok(()),
        }
    }
}
