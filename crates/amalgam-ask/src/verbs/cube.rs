//! `cube`: the Grundy values of three heaps.

use std::io;
use std::path::PathBuf;

use amalgam::engines::bulk::{Domain, Facts, Mentions, Tables};
use amalgam::engines::cube::{self, CubeError, Keep, Summary};
use amalgam::theory::free_pairs::FreePairs;
use amalgam::{AnyGame, Rules};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::amalgamation;
use crate::answer::{Answer, Verdict};
use crate::problem::lost;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// The Grundy value of every position of three heaps up to a size
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "--out writes a, b, c and the Grundy value of every position to a Parquet file. An existing \
    file is replaced only with --force; - is standard output, and then nothing else is printed.\n\nExamples:\n  \
    amalgam cube --max 400\n  \
    amalgam cube --max 100 --game restricted-amalgamation --json\n  \
    amalgam cube --max 12 --game \"moore(2)\"\n  \
    amalgam cube --max 200 --out cube.parquet\n  \
    amalgam cube --max 300 --game restricted-amalgamation --theorem"
)]
pub struct Cube {
    /// The largest heap
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub max: u64,
    /// The game: a name, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Write every value to this Parquet file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub force: bool,
    /// Find the values by the theorem on free pairs instead of a search: two ways that must agree
    #[arg(long, conflicts_with = "out")]
    #[serde(default)]
    pub theorem: bool,
}

/// What `cube` answers: counts and sums over all positions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CubeSummed {
    /// The game.
    pub game: String,
    /// The largest heap.
    pub max: u64,
    /// How many positions there are.
    pub positions: u64,
    /// How many have value 0.
    pub zeros: u64,
    /// The sum of all values.
    pub sum: u64,
    /// The largest value.
    pub largest: u64,
    /// How the values and the nim-sums agree.
    pub nim_sum_agreement: Agreement,
    #[serde(skip)]
    quiet: bool,
    /// Why the file was not written.
    #[serde(skip)]
    lost: Option<Problem>,
}

/// How many values are the nim-sum of the heaps.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Agreement {
    /// Exactly.
    pub exact: u64,
    /// But for the lowest bit.
    pub lowest_bit_alone: u64,
    /// In no way.
    pub different: u64,
}

impl Question for Cube {
    const NAME: &'static str = "cube";
    const EXAMPLE: &'static str = "max=20";
    type Answer = CubeSummed;

    fn answer(&self, host: &Host<'_>) -> Result<CubeSummed, Problem> {
        let game = host.game(&self.game)?;
        if self.theorem {
            let pairs = free_pairs(&game, &[self.max; 3])?;
            let value =
                |heaps: [u64; 3]| heaps[0] ^ heaps[1] ^ heaps[2] ^ u64::from(pairs.flips(&heaps));
            let summary = Summary::by(self.max, value, &host.limits)?;
            return Ok(self.summed(&game, &summary, false));
        }
        let file = host.create(self.out.as_deref(), self.force)?;
        let keep = if file.is_some() { Keep::Values } else { Keep::Summary };
        let cube = cube_of(&game, self.max, keep, host)?;
        let quiet = file.as_ref().is_some_and(|file| file.is_stdout());
        let summed = self.summed(&game, cube.summary(), quiet);
        // What was found is said even if the file could not be written.
        let written = file.map(|file| amalgam_export::cube::write(file, cube)).transpose();
        Ok(CubeSummed { lost: lost(written), ..summed })
    }
}

impl Cube {
    fn summed(&self, game: &AnyGame, summary: &Summary, quiet: bool) -> CubeSummed {
        let Summary { positions, zeros, sum, largest, nim_sum_agreement: agreement } = *summary;
        CubeSummed {
            game: game.name().to_owned(),
            max: self.max,
            positions,
            zeros,
            sum,
            largest,
            nim_sum_agreement: Agreement {
                exact: agreement.exact,
                lowest_bit_alone: agreement.lowest_bit_alone,
                different: agreement.different,
            },
            quiet,
            lost: None,
        }
    }
}

/// The values of three heaps: by heap rules where they have an engine, else by one search from all positions.
fn cube_of(game: &AnyGame, max: u64, keep: Keep, host: &Host<'_>) -> Result<cube::Cube, Problem> {
    let leads_out = |rules: &Rules| rules.splits() && !rules.heaps_are_independent();
    if let Some(rules) = game.rules().filter(|&rules| !leads_out(rules)) {
        return Ok(cube::Cube::new(rules, max, keep, &host.limits)?);
    }
    host.check_room(game, 3, "game")?;
    let domain = Domain::heaps(3, max).map_err(|_| CubeError::TooLarge)?;
    let mentions = Mentions { grundy: true, ..Mentions::default() };
    let tables = Tables::of_game(game, &domain, &mentions, &host.limits, host.progress)?;
    Ok(cube::Cube::by(max, keep, |heaps| tables.grundy(&heaps), &host.limits)?)
}

/// The free pairs of a game, if the theorem on them is about these heaps and all smaller ones.
pub(super) fn free_pairs(game: &AnyGame, heaps: &[u64]) -> Result<FreePairs, Problem> {
    let pairs = game.rules().and_then(FreePairs::of).filter(|pairs| pairs.speaks_of(heaps));
    pairs.ok_or_else(|| {
        Problem::input(format!("the theorem on free pairs is not about such heaps of {game}"))
            .suggest("it is about restricted-amalgamation(r) with an even r")
    })
}

impl From<CubeError> for Problem {
    fn from(error: CubeError) -> Problem {
        let problem = Problem::of(&error);
        match error {
            CubeError::Limit(limit) => limit.into(),
            CubeError::Memory { .. } => problem.suggest("raise --memory or lower --max"),
            CubeError::SplitsAndMerges => {
                problem.suggest("`amalgam census --grundy` values positions of any number of heaps")
            }
            _ => problem,
        }
    }
}

impl Answer for CubeSummed {
    fn schema(&self) -> &'static str {
        "amalgam/cube/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let agreement = &self.nim_sum_agreement;
        page.columns(
            &[
                cells!["positions", self.positions],
                cells!["value 0", self.zeros],
                cells!["largest value", self.largest],
                cells!["sum of the values", self.sum],
                cells!["value = nim-sum", agreement.exact],
                cells!["lowest bit alone", agreement.lowest_bit_alone],
                cells!["different", agreement.different],
            ],
            0,
        )
    }

    fn verdict(&self) -> Verdict {
        self.lost.clone().map_or(Verdict::Yes, Verdict::Unfinished)
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }
}
