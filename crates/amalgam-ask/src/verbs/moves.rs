//! `moves`: all moves with what they are worth.

use std::io;

use amalgam::solve::explain::reason;
use amalgam::solve::{BestMoves, Cost, Want, check_moves};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use super::positions::{About, MoveSaid};
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells, words};

/// All moves with outcome and Grundy value, best first
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "Winning moves come first, the quickest win first. Then come losing moves, the \
    longest defence first. If there are too many to list, only the winning ones are shown.\n\nExamples:\n  \
    amalgam moves \"[3,4,5]\"\n  \
    amalgam moves --game kayles 5\n  \
    amalgam moves \"nim[3] + lasker[4]\" --json"
)]
pub struct Moves {
    /// A position, or a sum of games with their positions; - reads one a line
    #[arg(required = true, allow_negative_numbers = true, value_name = "POSITION")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
}

/// What `moves` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovesListed {
    /// What was asked.
    #[serde(flatten)]
    pub about: About,
    /// The moves, the best first; only the winning ones if there are too many.
    pub moves: Vec<MoveSaid>,
    /// False if moves are missing from the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_complete: Option<bool>,
    /// What decided.
    pub reason: String,
    /// What is said of the moves that are not listed.
    #[serde(skip)]
    others: String,
}

impl Question for Moves {
    const NAME: &'static str = "moves";
    const EXAMPLE: &'static str = "position=[1,2]&game=lasker";
    const BATCH: Option<&'static str> = Some("position");
    type Answer = MovesListed;

    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem> {
        let sum = host.sum(&self.position.join(" "), &self.played.game, "position")?;
        Ok(host.solver(self.played.play()).plan(&sum, Want::Everything)?.cost())
    }

    fn answer(&self, host: &Host<'_>) -> Result<MovesListed, Problem> {
        let sum = host.sum(&self.position.join(" "), &self.played.game, "position")?;
        let play = self.played.play();
        let solver = host.solver(play);
        let plan = solver.plan(&sum, Want::Everything)?;
        check_moves(&plan, &host.limits)?;
        let answer = solver.run(&plan)?;
        let best = answer.best_moves()?;
        let said =
            best.moves.iter().map(|(action, known)| MoveSaid::new(action, &sum, Some(*known)));
        Ok(MovesListed {
            about: About::new(&sum, play),
            moves: said.collect(),
            moves_complete: best.others.map(|_| false),
            reason: reason(&answer),
            others: others(&best),
        })
    }
}

fn others(best: &BestMoves) -> String {
    let Some(most) = best.others else {
        return (if best.moves.is_empty() { "no move is left\n" } else { "" }).to_owned();
    };
    let other = if best.moves.is_empty() { "" } else { "other " };
    match (best.complete, best.limit) {
        (true, _) => format!("every {other}move loses: there are up to {most}, too many to list\n"),
        (false, None) => {
            format!("there are up to {most} moves, too many to list; others may win\n")
        }
        (false, Some(limit)) => format!("there are up to {most} moves; others may win: {limit}\n"),
    }
}

impl Answer for MovesListed {
    fn schema(&self) -> &'static str {
        "amalgam/moves/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let paint = page.paint();
        page.line(paint.title(&self.about.title))?;
        if !self.moves.is_empty() {
            let shown =
                |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
            let mut rows = vec![cells!["outcome", "Grundy", "remoteness", "move"]];
            for said in &self.moves {
                let Some(worth) = said.worth else { continue };
                let mut row = cells![worth.outcome, shown(worth.grundy), shown(worth.remoteness)];
                row.extend(said.cells.iter().cloned());
                rows.push(row);
            }
            page.columns(&rows, 2)?;
        }
        page.text(&self.others)
    }
}
