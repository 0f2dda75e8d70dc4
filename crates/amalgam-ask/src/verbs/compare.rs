//! `compare`: where two games have the same P-positions, or the same Grundy values.

use std::io;

use amalgam::base::budget::Limit;
use amalgam::engines::bulk::Domain;
use amalgam::lab::compare::{self, Fact, Proved, Side};
use amalgam::lab::statement::{Scope, Status as Sure};
use amalgam::{LimitReached, Play, Position};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::play;
use super::positions::outcome_letter;
use super::statement::Status;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::{Page, count};
use crate::{Host, Problem, cells};

/// Where two games have the same P-positions or Grundy values, and where not
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "Positions come by coins, then by heaps, then lexicographically, so the first \
    difference is the smallest. Exit code 1: the games differ.\n\nExamples:\n  \
    amalgam compare merge-take-one nim --heaps 3 --max 500\n  \
    amalgam compare amalgamation restricted-amalgamation --heaps 3 --max 100 --show 5\n  \
    amalgam compare \"take any, merge if equal\" nim --heaps 4 --max 12 --values\n  \
    amalgam compare amalgamation nim --heaps 3 --max 50 --misere --json"
)]
pub struct Compare {
    /// A game: a name, or rules in words such as "take 1..3, merge if min >= 2"
    #[arg(value_name = "GAME1")]
    pub left: String,
    /// Another
    #[arg(value_name = "GAME2")]
    pub right: String,
    /// Positions of at most K heaps
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub heaps: u64,
    /// No heap larger than this
    #[arg(long, value_name = "N")]
    pub max: u64,
    /// Misère play: whoever makes the last move loses
    #[arg(long, alias = "misère")]
    #[serde(default)]
    pub misere: bool,
    /// Compare Grundy values instead of outcomes
    #[arg(long)]
    #[serde(default)]
    pub values: bool,
    /// How many differences to show
    #[arg(long, value_name = "N", default_value_t = SHOWN, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[serde(default = "shown")]
    pub show: u32,
}

const SHOWN: u32 = 10;

fn shown() -> u32 {
    SHOWN
}

/// What `compare` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Compared {
    /// The games.
    pub games: [String; 2],
    /// Whether whoever makes the last move loses.
    pub misere: bool,
    /// outcome or grundy.
    pub compared: &'static str,
    /// The most heaps.
    pub heaps: u64,
    /// The largest heap.
    pub max: u64,
    /// In which order positions come.
    pub order: &'static str,
    /// How many positions were looked at.
    pub positions: u64,
    /// At how many the games agree.
    pub agree: u64,
    /// At how many the values differ in the lowest bit alone.
    pub lowest_bit_alone: Option<u64>,
    /// How sure it is that the games agree.
    pub status: Status,
    /// The positions that the status is about.
    pub scope: String,
    /// Why they agree there.
    pub proof: Option<&'static str>,
    /// Why the values agree but for the lowest bit.
    pub lowest_bit_proof: Option<&'static str>,
    /// At which positions they do.
    pub lowest_bit_scope: Option<String>,
    /// The first positions at which the games differ.
    pub differences: Vec<DifferenceSaid>,
    /// Commands that show the first difference.
    pub replay: Vec<String>,
}

/// A position at which two games differ.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DifferenceSaid {
    /// The position.
    pub position: Vec<u64>,
    /// What the first game says.
    pub left: FactFound,
    /// What the second game says.
    pub right: FactFound,
}

/// What a game says of a position.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FactFound {
    /// P or N.
    Outcome(&'static str),
    /// The Grundy value.
    Value(u64),
}

impl From<Fact> for FactFound {
    fn from(fact: Fact) -> FactFound {
        match fact {
            Fact::Outcome(outcome) => FactFound::Outcome(outcome_letter(outcome)),
            Fact::Value(value) => FactFound::Value(value),
        }
    }
}

impl std::fmt::Display for FactFound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FactFound::Outcome(outcome) => f.write_str(outcome),
            FactFound::Value(value) => write!(f, "{value}"),
        }
    }
}

impl Question for Compare {
    const NAME: &'static str = "compare";
    const EXAMPLE: &'static str = "left=merge-take-one&right=nim&heaps=3&max=12";
    type Answer = Compared;

    fn answer(&self, host: &Host<'_>) -> Result<Compared, Problem> {
        let [left, right] = [host.game(&self.left)?, host.game(&self.right)?];
        let play = play(self.misere);
        let question = match (self.values, self.misere) {
            (false, _) => compare::Question::Outcomes(play),
            (true, false) => compare::Question::Values,
            (true, true) => {
                return Err(Problem::input("Grundy values say nothing about misère play")
                    .suggest("leave out --misere or --values"));
            }
        };
        if self.heaps == 0 {
            return Err(Problem::input("there must be at least one heap").field("heaps"));
        }
        for game in [&left, &right] {
            if let Some(most) = game.most_heaps().filter(|&most| most < self.heaps) {
                let message = format!("{game} has at most {most} heaps, not {}", self.heaps);
                let problem = Problem::input(message).field("heaps");
                return Err(problem.suggest(format!("compare with --heaps {most}")));
            }
        }
        let heaps = usize::try_from(self.heaps).unwrap_or(usize::MAX);
        let domain = Domain::heaps(heaps, self.max).map_err(|error| {
            Problem::limit(format!("{error}; nothing is claimed")).suggest("lower the bounds")
        })?;
        let sides = [Side::of_game(&left), Side::of_game(&right)];
        let found = compare::compare(
            &sides[0],
            &sides[1],
            &domain,
            question,
            self.show.clamp(1, 1_000_000) as usize,
            &host.limits,
            host.progress,
        )
        .map_err(reached)?;
        let proved = match (left.rules(), right.rules()) {
            (Some(left), Some(right)) if play == Play::Normal => {
                compare::proved([left, right], heaps)
            }
            _ => Proved::Nothing,
        };
        let why = proved.why().filter(|_| proved.is_same() || self.values);
        let proof = why.map(|why| (proved.scope(heaps), why));
        let (same, nearly) = if proved.is_same() { (proof, None) } else { (None, proof) };
        let looked_at = Scope::of_heaps(heaps).up_to(self.max);
        let (status, scope) = match (found.is_same(), same) {
            (false, _) => (Sure::Refuted, looked_at),
            (true, None) => (Sure::Verified, looked_at),
            (true, Some((scope, _))) => (Sure::Proved, scope),
        };
        let games = [left.name().to_owned(), right.name().to_owned()];
        let first = found.differences.first();
        let commands =
            first.map(|first| games.each_ref().map(|game| replay(game, play, &first.position)));
        Ok(Compared {
            misere: self.misere,
            compared: if self.values { "grundy" } else { "outcome" },
            heaps: self.heaps,
            max: self.max,
            order: "coins, heaps, lexicographic",
            positions: found.positions,
            agree: found.agree,
            lowest_bit_alone: self.values.then_some(found.nearly),
            status: Status(status),
            scope: scope.to_string(),
            proof: same.map(|(_, why)| why),
            lowest_bit_proof: nearly.map(|(_, why)| why),
            lowest_bit_scope: nearly.map(|(scope, _)| scope.to_string()),
            differences: found
                .differences
                .iter()
                .map(|difference| DifferenceSaid {
                    position: difference.position.heaps().to_vec(),
                    left: difference.left.into(),
                    right: difference.right.into(),
                })
                .collect(),
            replay: commands.into_iter().flatten().collect(),
            games,
        })
    }
}

fn reached(limit: LimitReached) -> Problem {
    let suggestion = match limit.limit {
        Limit::Stopped => return limit.into(),
        Limit::Memory(_) => "lower --heaps or --max, or raise --memory",
        Limit::Time => "lower --heaps or --max, or raise --time",
        _ => "lower --heaps or --max",
    };
    Problem::limit(format!("{limit}; nothing is claimed")).suggest(suggestion)
}

/// A share as a percentage, rounded down.
pub(super) fn percent(part: u64, whole: u64) -> String {
    let share = u128::from(part) * 100_000 / u128::from(whole.max(1));
    format!("{}.{:03}%", share / 1000, share % 1000)
}

impl Answer for Compared {
    fn schema(&self) -> &'static str {
        "amalgam/compare/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let paint = page.paint();
        let [left, right] = &self.games;
        let what = if self.compared == "grundy" { "Grundy values" } else { "P-positions" };
        let misere = if self.misere { ", misère play" } else { "" };
        let heaps = count(self.heaps, "heap");
        page.line(paint.title(format!(
            "{what} of {left} and of {right}{misere}; at most {heaps}, each at most {}",
            self.max
        )))?;
        let same = percent(self.agree, self.positions);
        let mut rows =
            vec![cells!["positions", self.positions], cells!["the same", self.agree, same]];
        let is_same = self.agree == self.positions;
        if let Some(nearly) = self.lowest_bit_alone.filter(|_| !is_same) {
            rows.push(cells!["lowest bit alone", nearly]);
        }
        page.columns(&rows, 2)?;
        let proof = match (self.proof, self.lowest_bit_proof, &self.lowest_bit_scope) {
            (Some(why), ..) => Some(format!("proved for {}: {why}", self.scope)),
            (None, Some(why), Some(scope)) => Some(format!("proved for {scope}: {why}")),
            _ => None,
        };
        if is_same {
            let verified = paint.good("verified");
            page.line(format!(
                "{verified} to heaps {}, max {}: the same {what}",
                self.heaps, self.max
            ))?;
            return proof.map_or(Ok(()), |proof| page.line(proof));
        }
        let differ = self.positions - self.agree;
        let refuted = paint.bad("refuted");
        page.line(format!("{refuted}: the {what} differ at {differ} of these positions"))?;
        if let Some(proof) = proof {
            page.line(proof)?;
        }
        let mut rows = vec![cells!["position", "coins", left, right]];
        rows.extend(self.differences.iter().map(|difference| {
            let position = Position::new(difference.position.iter().copied());
            cells![position, position.coins(), difference.left, difference.right]
        }));
        page.columns(&rows, 2)?;
        let more = differ - self.differences.len() as u64;
        if more > 0 {
            page.line(format!("  … and {more} more; --show shows more of them"))?;
        }
        page.line("to see the first:")?;
        self.replay.iter().try_for_each(|command| page.line(format!("  {command}")))
    }

    fn verdict(&self) -> Verdict {
        if self.agree == self.positions { Verdict::Yes } else { Verdict::No }
    }
}

/// The command that shows what a game says of a position.
pub fn replay(game: &str, play: Play, position: &Position) -> String {
    let misere = if play == Play::Misere { " --misere" } else { "" };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    match game.chars().all(plain) {
        true => format!("amalgam solve --game {game}{misere} \"{position}\""),
        false => format!("amalgam solve --game \"{game}\"{misere} \"{position}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_see_it_can_be_typed() {
        let position = Position::new([1, 2, 3]);
        assert_eq!(replay("nim", Play::Normal, &position), "amalgam solve --game nim \"[1,2,3]\"");
        assert_eq!(
            replay("take any, merge", Play::Misere, &position),
            "amalgam solve --game \"take any, merge\" --misere \"[1,2,3]\""
        );
    }
}
