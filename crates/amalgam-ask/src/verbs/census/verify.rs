//! `census verify`: whether the files of a census are sound and its positions right.

use std::io;
use std::path::PathBuf;

use amalgam_export::census;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stopped;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem};

/// Check the files of a census, and its positions against the definition
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CensusVerify {
    /// The directory of the census
    #[schemars(extend("x-local" = true))]
    pub dir: PathBuf,
    /// Derive about K P-positions and as many others again, instead of all
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(default)]
    pub sample: Option<u64>,
}

/// What `census verify` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CensusChecked {
    /// Whether the census is right.
    pub sound: bool,
    /// How many layers it has.
    pub layers: usize,
    /// How many files are sound.
    pub files: usize,
    /// Of how many P-positions the moves were looked at.
    pub p_positions: u64,
    /// Of how many others.
    pub n_positions: u64,
    /// What is wrong.
    pub problems: Vec<String>,
}

impl Question for CensusVerify {
    const NAME: &'static str = "census-verify";
    const EXAMPLE: &'static str = "dir=census60&sample=1000";
    type Answer = CensusChecked;

    fn answer(&self, host: &Host<'_>) -> Result<CensusChecked, Problem> {
        let dir = host.door.folder(&self.dir)?;
        let checked = census::verify(&dir, self.sample, &host.limits, host.progress);
        let checked =
            checked.map_err(|error| stopped(error, host, "nothing is claimed of the census"))?;
        Ok(CensusChecked {
            sound: checked.problems.is_empty(),
            layers: checked.layers,
            files: checked.files,
            p_positions: checked.p_positions,
            n_positions: checked.n_positions,
            problems: checked.problems,
        })
    }
}

impl Answer for CensusChecked {
    fn schema(&self) -> &'static str {
        "amalgam/census-verify/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.line(format!("{} layers, {} sound files", self.layers, self.files))?;
        if self.p_positions + self.n_positions > 0 {
            page.line(format!(
                "looked at the moves of {} P-positions and of {} others",
                self.p_positions, self.n_positions
            ))?;
        }
        let paint = page.paint();
        for problem in self.problems.iter().take(20) {
            page.line(format!("{}: {problem}", paint.bad("wrong")))?;
        }
        page.line(match self.sound {
            true => paint.good("the census is right"),
            false => paint.bad("the census is not right"),
        })
    }

    fn verdict(&self) -> Verdict {
        if self.sound { Verdict::Yes } else { Verdict::No }
    }
}
