//! What pictures and exports show: rows and trees, found within limits.

use amalgam::base::budget::Budget;
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::rows::{self, Proved, RowReport};
use amalgam::games::rules::Family;
use amalgam_draw::tree::Tree;
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs, no_heap_rules};
use crate::failure::Failure;
use crate::watch::{self, Watch};

/// Rows with their periods, unless somebody presses Ctrl-C.
pub(crate) fn rows(family: Family, to: u64, limits: &Budget) -> Result<Vec<RowReport>, Failure> {
    listening(|watch| rows::find(family, to, limits, watch))
}

/// Rows ready to answer, likewise.
pub(crate) fn oracle(family: Family, to: u64, limits: &Budget) -> Result<RowOracle, Failure> {
    listening(|watch| RowOracle::find(family, to, limits, watch))
}

fn listening<T>(find: impl FnOnce(&Watch) -> Result<T, SearchError>) -> Result<T, Failure> {
    let watch = Watch::listening(None);
    let found = find(&watch);
    watch.done();
    if watch::interrupted() {
        return Err(Failure::interrupted("interrupted; nothing was written".to_owned()));
    }
    Ok(found?)
}

/// The period of one row.
pub(crate) fn row(family: Family, row: u64, limits: &Budget) -> Result<Proved, Failure> {
    let reports = rows(family, row, limits)?;
    let proved = reports.last().and_then(RowReport::proved);
    Ok(proved.cloned().ok_or(SearchError::Unknown { row })?)
}

/// Which game tree.
#[derive(Args, Debug)]
pub(crate) struct TreeArgs {
    /// A position
    #[arg(required = true, allow_negative_numbers = true)]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// How many moves deep
    #[arg(long, default_value_t = 2)]
    pub(crate) depth: usize,
    /// Equal positions once, and not once on each level
    #[arg(long)]
    graph: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl TreeArgs {
    /// The tree of the position, and the name of its game.
    pub(crate) fn find(&self) -> Result<(String, Tree), Failure> {
        let limits = self.limits.limits();
        let sum = self.game.sum(&self.position, &limits)?;
        let Some(part) = sum.as_single() else {
            return Err(Failure::input("a tree shows one game, not a sum of games", None));
        };
        let Some(part) = part.as_heaps() else { return Err(no_heap_rules(part.name())) };
        let tree = Tree::find(&part.game, &part.position, self.depth, self.game.play(), &limits)?;
        let tree = if self.graph { tree.into_graph() } else { tree };
        Ok((part.game.name().to_owned(), tree))
    }
}
