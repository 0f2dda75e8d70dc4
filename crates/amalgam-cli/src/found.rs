//! What pictures and exports show: rows and trees, found within limits.

use amalgam::Position;
use amalgam::base::budget::Budget;
use amalgam::engines::rows::{Row, RowError, Rows, Store, Wanted};
use amalgam_draw::tree::Tree;
use clap::Args;

use crate::arguments::{FamilyArgs, GameArgs, LimitArgs, no_heap_rules};
use crate::cache;
use crate::failure::Failure;
use crate::watch::{self, Watch};

/// Rows, found within limits or before, unless somebody presses Ctrl-C.
pub(crate) fn rows<T>(
    limits: &Budget,
    find: impl FnOnce(&Rows<'_>) -> Result<T, RowError>,
) -> Result<T, Failure> {
    let watch = Watch::listening();
    let folder = cache::folder();
    let store = folder.as_ref().map(|folder| folder as &dyn Store);
    let limits = watch::until_interrupted(limits.clone());
    let found = find(&Rows { store, limits: &limits, progress: &watch });
    watch.done();
    if watch::interrupted() {
        return Err(Failure::interrupted("interrupted; nothing was written".to_owned()));
    }
    Ok(found?)
}

/// The rows of the heaps 1, 2, … up to some heap, as far as they are known within limits, and the name of the game.
pub(crate) fn periods(
    game: &FamilyArgs,
    to: u64,
    limits: &Budget,
) -> Result<(String, Vec<Row>), Failure> {
    let (game, setting) = game.setting()?;
    let wanted = Wanted::Beside(Position::default(), to);
    let known = rows(limits, |rows| rows.look(&setting, &wanted, false, false))?;
    Ok((game.name().to_owned(), known.rows))
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
