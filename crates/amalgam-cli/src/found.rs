//! What pictures and exports show: rows and trees, found within limits.

use amalgam::base::budget::Budget;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::rows::{self, Proved, RowReport};
use amalgam::games::rules::Family;
use amalgam_draw::tree::Tree;

use crate::arguments::{GameArgs, LimitArgs, heap_rules};
use crate::failure::Failure;
use crate::watch::{self, Watch};

/// Rows with their periods, unless somebody presses Ctrl-C.
pub(crate) fn rows(family: Family, to: u64, limits: &Budget) -> Result<Vec<RowReport>, Failure> {
    let watch = Watch::listening(None);
    let found = rows::find(family, to, limits, &watch);
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

/// The tree of a position, and the name of its game.
pub(crate) fn tree(
    game: &GameArgs,
    position: &[String],
    depth: usize,
    limits: &LimitArgs,
) -> Result<(String, Tree), Failure> {
    let limits = limits.limits();
    let sum = game.sum(position, &limits)?;
    let Some(part) = sum.as_single() else {
        return Err(Failure::input("a tree shows one game, not a sum of games".to_owned(), None));
    };
    let rules = heap_rules(&part.game)?;
    let tree = Tree::find(rules, &part.position, depth, game.play(), &limits)?;
    Ok((part.game.name().to_owned(), tree))
}
