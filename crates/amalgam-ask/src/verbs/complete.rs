//! `complete`: the one heap that makes a P-position.

use std::io;

use amalgam::engines::completion::least;
use amalgam::solve::{Cost, Plan, Want};
use amalgam::{AnyGame, Position, Sum};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, words};

/// The heap that makes a P-position with the given heaps
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "Where any number may be taken and no heap splits, there is exactly one such heap. In other \
    games there may be several, or none: the least is looked for, up to --to.\n\nExamples:\n  \
    amalgam complete \"[3,4]\"          prints 8: [3,4,8] is a P-position\n  \
    amalgam complete --game nim 5 9\n  \
    amalgam complete --game wythoff 3\n  \
    amalgam complete \"[11,999999999999999999]\" --explain\n  \
    amalgam complete 1 2 3 4 --json"
)]
pub struct Complete {
    /// The given heaps; - reads one position a line
    #[arg(required = true, allow_negative_numbers = true, value_name = "HEAPS")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub rest: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
    /// The largest heap to try in a game that promises no such heap
    #[arg(long, value_name = "N", default_value_t = TRIED)]
    #[serde(default = "tried")]
    pub to: u64,
    /// Say what the answer rests on
    #[arg(long)]
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    pub explain: bool,
}

const TRIED: u64 = 1000;

fn tried() -> u64 {
    TRIED
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
    /// The least heap that makes a P-position with them; 0 if they are one already, null if no heap up to the one
    /// that was asked for does.
    pub completion: Option<u64>,
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
        let game = host.game(&self.played.game)?;
        if game.rules().is_none() {
            return Ok(Cost::Unknown);
        }
        let sum = Sum::single(game, rest);
        Ok(Plan::new(sum, self.played.play(), Want::Everything).cost())
    }

    fn answer(&self, host: &Host<'_>) -> Result<Completed, Problem> {
        let game = host.game(&self.played.game)?;
        let rest = host.position(&self.rest.join(" "), "rest")?;
        let (completion, reason) = self.complete(&game, &rest, host)?;
        Ok(Completed {
            game: game.name().to_owned(),
            misere: self.played.misere,
            rest: rest.heaps().to_vec(),
            completion,
            reason,
            explain: self.explain,
        })
    }
}

impl Complete {
    /// The completion, and what it rests on.
    fn complete(
        &self,
        game: &AnyGame,
        rest: &Position,
        host: &Host<'_>,
    ) -> Result<(Option<u64>, String), Problem> {
        let play = self.played.play();
        if let Some(rules) = game.rules().filter(|rules| rules.takes_any()) {
            let (completion, reason) = host.solver(play).complete(rules, rest)?;
            return Ok((Some(completion), reason.to_string()));
        }
        host.check_room(game, rest.heaps().len() + 1, "rest")?;
        if game.heaps_can_grow() && rest.coins() + u128::from(self.to) > u128::from(u64::MAX) {
            let message = "the coins of a game whose heaps can grow must fit in 64 bits";
            return Err(Problem::input(message).field("rest"));
        }
        let found = least(game, rest, self.to, play, &host.limits)?;
        Ok(match found {
            Some(size) => (found, format!("search of every heap up to {size}")),
            None => (None, format!("search: no heap up to {} makes a P-position", self.to)),
        })
    }
}

impl Answer for Completed {
    fn schema(&self) -> &'static str {
        "amalgam/complete/2"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self.completion {
            Some(completion) => page.line(completion)?,
            None => return page.line(&self.reason),
        }
        match self.explain {
            true => page.line(format!("{} by {}", page.paint().good("proved"), self.reason)),
            false => Ok(()),
        }
    }

    fn verdict(&self) -> Verdict {
        if self.completion.is_some() { Verdict::Yes } else { Verdict::No }
    }
}
