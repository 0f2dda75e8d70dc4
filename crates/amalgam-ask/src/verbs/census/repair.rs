//! `census repair`: the damaged layers of a census, found again.

use std::io;
use std::path::PathBuf;

use amalgam_export::census;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GOES_ON, stopped};
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem};

/// Compute the damaged layers of a census again
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CensusRepair {
    /// The directory of the census
    #[schemars(extend("x-local" = true))]
    pub dir: PathBuf,
}

/// What `census repair` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CensusMended {
    /// How many layers it has.
    pub layers: usize,
    /// The layers that were computed again.
    pub found_anew: Vec<usize>,
    /// Whether layers.csv was written again.
    pub csv_anew: bool,
    /// Whether the manifest got its checksum.
    pub manifest_sealed: bool,
}

impl Question for CensusRepair {
    const NAME: &'static str = "census-repair";
    const EXAMPLE: &'static str = "dir=census60";
    type Answer = CensusMended;

    fn answer(&self, host: &Host<'_>) -> Result<CensusMended, Problem> {
        let dir = host.door.folder(&self.dir)?;
        let mended = census::repair(&dir, &host.limits, host.progress);
        let mended = mended.map_err(|error| stopped(error, host, GOES_ON))?;
        Ok(CensusMended {
            layers: mended.layers,
            found_anew: mended.found_anew,
            csv_anew: mended.csv,
            manifest_sealed: mended.sealed,
        })
    }
}

impl Answer for CensusMended {
    fn schema(&self) -> &'static str {
        "amalgam/census-repair/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        for coins in &self.found_anew {
            page.line(format!("the layer of {coins} coins was computed again"))?;
        }
        if self.csv_anew {
            page.line("layers.csv was written again")?;
        }
        if self.manifest_sealed {
            page.line("manifest.json had no checksum: it agrees with the files and has one now")?;
        }
        page.line(format!("{} layers, every file as it should be", self.layers))
    }
}
