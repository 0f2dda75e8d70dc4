//! `solve`: who wins, how, and why.

use std::io;

use amalgam::solve::explain::{explain, reason};
use amalgam::solve::{Cost, Want};
use amalgam::{Listing, PartMove};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Played;
use super::positions::{About, MoveSaid, Worth, outcome_letter};
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells, words};

/// Who wins, how, and why
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Examples:\n  \
    amalgam solve \"[3,4,5]\"\n  \
    amalgam solve --game nim \"[34,16,45]\" --explain\n  \
    amalgam solve --misere 1 1 2\n  \
    amalgam solve \"amalgamation[3,4,5] + nim[2,7] + lasker[6]\"\n  \
    amalgam solve --game \"take 1..3, merge if equal\" 4 4 --json\n  \
    amalgam solve - < positions.txt    one answer a line, as JSON")]
pub struct Solve {
    /// A position, or a sum of games with their positions; - reads one a line
    #[arg(required = true, allow_negative_numbers = true, value_name = "POSITION")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub position: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) played: Played,
    /// Show the steps that lead to the answer
    #[arg(long)]
    #[serde(default)]
    pub explain: bool,
    /// Only say who wins: much quicker for large positions
    #[arg(long, conflicts_with = "explain")]
    #[serde(default)]
    pub outcome: bool,
}

/// What `solve` answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solved {
    /// Everything.
    Whole(Box<Whole>),
    /// Only who wins.
    Outcome(OutcomeOnly),
}

/// Who wins, how, and why.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Whole {
    /// What was asked.
    #[serde(flatten)]
    pub about: About,
    /// What the position is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// The winning moves, in a fixed order.
    pub winning_moves: Vec<MoveSaid>,
    /// False if winning moves may be missing from the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_complete: Option<bool>,
    /// The bound that cut the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_limit: Option<String>,
    /// What decided: a theorem, a table, the period of a row, or a search.
    pub reason: String,
    /// The steps that lead to the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

/// Only who wins.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OutcomeOnly {
    /// What was asked.
    #[serde(flatten)]
    pub about: About,
    /// P or N.
    pub outcome: &'static str,
}

impl Question for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLE: &'static str = "position=[3,4,5]";
    const BATCH: Option<&'static str> = Some("position");
    type Answer = Solved;

    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem> {
        let sum = host.sum(&self.position.join(" "), &self.played.game, "position")?;
        Ok(host.solver(self.played.play()).plan(&sum, self.want())?.cost())
    }

    fn answer(&self, host: &Host<'_>) -> Result<Solved, Problem> {
        let sum = host.sum(&self.position.join(" "), &self.played.game, "position")?;
        let play = self.played.play();
        let solver = host.solver(play);
        let about = About::new(&sum, play);
        if self.outcome {
            let outcome = outcome_letter(solver.outcome(&sum)?);
            return Ok(Solved::Outcome(OutcomeOnly { about, outcome }));
        }
        let answer = solver.solve(&sum)?;
        let explanation = if self.explain { Some(explain(&answer)?) } else { None };
        let moves: Listing<PartMove> = answer.winning_moves();
        Ok(Solved::Whole(Box::new(Whole {
            about,
            worth: answer.known().into(),
            winning_moves: moves.iter().map(|action| MoveSaid::new(action, &sum, None)).collect(),
            winning_moves_complete: (!moves.is_complete()).then_some(false),
            winning_moves_limit: moves.limit().map(|limit| limit.to_string()),
            reason: reason(&answer),
            explanation,
        })))
    }
}

impl Solve {
    fn want(&self) -> Want {
        if self.outcome { Want::Outcome } else { Want::Everything }
    }
}

impl Answer for Solved {
    fn schema(&self) -> &'static str {
        match self {
            Solved::Whole(_) => "amalgam/solve/1",
            Solved::Outcome(_) => "amalgam/outcome/1",
        }
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let whole = match self {
            Solved::Whole(whole) => whole,
            Solved::Outcome(answer) => return page.line(answer.outcome),
        };
        let paint = page.paint();
        page.line(paint.title(&whole.about.title))?;
        page.line(match whole.worth.outcome {
            "P" => format!("{}: the player who just moved wins", paint.open("P-position")),
            _ => format!("{}: the player to move wins", paint.good("N-position")),
        })?;
        let mut facts = Vec::new();
        facts.extend(whole.worth.grundy.map(|value| cells!["Grundy value", value]));
        facts.extend(whole.worth.remoteness.map(|moves| cells!["remoteness", moves]));
        page.columns(&facts, 2)?;
        if let Some(heading) = whole.heading() {
            page.line(heading)?;
        }
        let moves: Vec<_> = whole.winning_moves.iter().map(|said| said.cells.clone()).collect();
        page.columns(&moves, 2)?;
        page.line(format!("{} by {}", paint.good("proved"), whole.reason))?;
        match &whole.explanation {
            Some(explanation) => page.text(format!("\n{explanation}")),
            None => Ok(()),
        }
    }
}

impl Whole {
    /// What is said above the winning moves.
    fn heading(&self) -> Option<String> {
        let complete = self.winning_moves_complete.is_none();
        match (self.winning_moves.len(), &self.winning_moves_limit) {
            (0, Some(limit)) => Some(format!("no winning move was listed: {limit}")),
            (n, Some(limit)) => Some(format!("the first {n} winning moves: {limit}")),
            (0, None) => None,
            (1, None) if complete => Some("the winning move".to_owned()),
            (1, None) => Some("a winning move".to_owned()),
            (n, None) if complete => Some(format!("the {n} winning moves")),
            (n, None) => Some(format!("{n} winning moves, perhaps not all")),
        }
    }
}
