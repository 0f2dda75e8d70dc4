//! `amalgam compare`: where two games have the same P-positions, or the same Grundy values.

use amalgam::engines::bulk::Domain;
use amalgam::lab::compare::{Comparison, Difference, Proved, Question, Side, compare, proved};
use amalgam::{LimitReached, Play, Position};
use amalgam_export::conjecture_answers::{self, Compared};
use clap::Args;
use serde_json::Value;

use crate::arguments::{self, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::Watch;

#[derive(Args, Debug)]
#[command(
    after_help = "Positions come by coins, then by heaps, then lexicographically, so the first \
    difference is the smallest. Exit code 1 says that the games differ.\n\nExamples:\n  \
    amalgam compare merge-take-one nim --heaps 3 --max 500\n  \
    amalgam compare amalgamation restricted-amalgamation --heaps 3 --max 100 --show 5\n  \
    amalgam compare \"take any, merge if equal\" nim --heaps 4 --max 12 --values\n  \
    amalgam compare amalgamation nim --heaps 3 --max 50 --misere --json"
)]
pub(crate) struct CompareArgs {
    /// A named game, or rules in words such as "take 1..3, merge if min >= 2"
    #[arg(value_name = "GAME1")]
    left: String,
    /// Another
    #[arg(value_name = "GAME2")]
    right: String,
    /// Positions of at most so many heaps
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    heaps: u64,
    /// No heap larger than this
    #[arg(long, value_name = "N")]
    max: u64,
    /// Who makes the last move loses
    #[arg(long, alias = "misère")]
    misere: bool,
    /// Compare Grundy values instead of outcomes
    #[arg(long)]
    values: bool,
    /// How many differences to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    show: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CompareArgs) -> Result<Answer, Failure> {
    let [left, right] = [arguments::game(&args.left)?, arguments::game(&args.right)?];
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let question = match (args.values, args.misere) {
        (false, _) => Question::Outcomes(play),
        (true, false) => Question::Values,
        (true, true) => {
            return Err(Failure::input(
                "Grundy values say nothing of misère play".to_owned(),
                Some("leave out --misere or --values".to_owned()),
            ));
        }
    };
    for game in [&left, &right] {
        if let Some(most) = game.most_heaps().filter(|&most| most < args.heaps) {
            let suggestion = format!("compare with --heaps {most}");
            let message = format!("{game} has at most {most} heaps, not {}", args.heaps);
            return Err(Failure::input(message, Some(suggestion)));
        }
    }
    let heaps = usize::try_from(args.heaps).unwrap_or(usize::MAX);
    let domain = Domain::heaps(heaps, args.max).map_err(|error| {
        Failure::limit(format!("{error}; nothing is claimed"), Some("lower the bounds".to_owned()))
    })?;
    let bar = Watch::new();
    let found = compare(
        &Side::of_game(&left),
        &Side::of_game(&right),
        &domain,
        question,
        args.show as usize,
        &args.limits.limits(),
        &bar,
    );
    bar.done();
    let found = found.map_err(reached)?;
    let proved = match (left.rules(), right.rules()) {
        (Some(left), Some(right)) if play == Play::Normal => proved([left, right], heaps),
        _ => Proved::Nothing,
    };
    let answer = Report { args, games: [left.name(), right.name()], play, found: &found, proved };
    if args.json {
        output::print_json(&answer.object())?;
    } else {
        output::print(&answer.words())?;
    }
    Ok(if found.is_same() { Answer::Yes } else { Answer::No })
}

fn reached(limit: LimitReached) -> Failure {
    let help = match limit.limit {
        amalgam::base::budget::Limit::Memory(_) => "lower --heaps or --max, or raise --memory",
        amalgam::base::budget::Limit::Time => "lower --heaps or --max, or raise --time",
        _ => "lower --heaps or --max",
    };
    Failure::limit(format!("{limit}; nothing is claimed"), Some(help.to_owned()))
}

/// A share of a hundred thousand as a percentage.
pub(crate) fn percent(share: u64) -> String {
    format!("{}.{:03}%", share / 1000, share % 1000)
}

/// What is said of a comparison.
struct Report<'a> {
    args: &'a CompareArgs,
    games: [&'a str; 2],
    play: Play,
    found: &'a Comparison,
    proved: Proved,
}

impl Report<'_> {
    fn what(&self) -> &'static str {
        if self.args.values { "Grundy values" } else { "P-positions" }
    }

    fn replays(&self) -> Vec<String> {
        let first = self.found.differences.first();
        let replay = |difference: &Difference| {
            self.games.map(|game| replay(game, self.play, &difference.position))
        };
        first.map(replay).into_iter().flatten().collect()
    }

    /// What is proved of what was compared: the values, or the outcomes they decide.
    fn proof(&self) -> Option<String> {
        let worth_saying = self.proved.is_same() || self.args.values;
        let why = self.proved.why().filter(|_| worth_saying)?;
        let which = match self.proved {
            Proved::AsNim => "all positions".to_owned(),
            _ => format!("all positions of at most {} heaps", self.args.heaps),
        };
        Some(format!("{which}: {why}"))
    }

    fn words(&self) -> String {
        let Report { args, games: [left, right], play, found, .. } = self;
        let (what, heaps, max) = (self.what(), args.heaps, args.max);
        let misere = if *play == Play::Misere { ", misère play" } else { "" };
        let mut text = format!(
            "{what} of {left} and of {right}{misere}; at most {heaps} heap{}, each at most {max}\n",
            if heaps == 1 { "" } else { "s" }
        );
        let mut rows = vec![
            vec!["positions".to_owned(), found.positions.to_string()],
            vec![
                "the same".to_owned(),
                found.agree.to_string(),
                percent(found.agree_per_100_000()),
            ],
        ];
        if args.values && !found.is_same() {
            let nearly = found.nearly.to_string();
            rows.push(vec!["lowest bit alone".to_owned(), nearly]);
        }
        text += &output::columns(&rows, 2);
        let proof = self.proof().map_or(String::new(), |proof| format!("proved for {proof}\n"));
        if found.is_same() {
            text += &format!("verified to heaps {heaps}, max {max}: the same {what}\n");
            text += &proof;
            return text;
        }
        let differ = found.positions - found.agree;
        text += &format!("refuted: the {what} differ at {differ} of these positions\n");
        text += &proof;
        let mut rows = vec![["position", "coins", left, right].map(str::to_owned).to_vec()];
        rows.extend(found.differences.iter().map(|difference| {
            let Difference { position, left, right } = difference;
            vec![
                position.to_string(),
                position.coins().to_string(),
                left.to_string(),
                right.to_string(),
            ]
        }));
        text += &output::columns(&rows, 2);
        let more = differ - found.differences.len() as u64;
        if more > 0 {
            text += &format!("  … and {more} more; --show shows more of them\n");
        }
        text += "to see the first:\n";
        self.replays().iter().for_each(|command| text += &format!("  {command}\n"));
        text
    }

    fn object(&self) -> Value {
        let why = self.proved.why().filter(|_| self.proof().is_some());
        let same = self.proved.is_same();
        conjecture_answers::compare(&Compared {
            games: self.games,
            play: self.play,
            values: self.args.values,
            heaps: self.args.heaps,
            max: self.args.max,
            found: self.found,
            proof: why.filter(|_| same),
            lowest_bit_proof: why.filter(|_| !same),
            replay: &self.replays(),
        })
    }
}

/// The command that shows what a game says of a position.
fn replay(game: &str, play: Play, position: &Position) -> String {
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
