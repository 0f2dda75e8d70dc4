//! `Census`: every P-position up to n coins, in memory or in a folder.

use std::iter::once;
use std::path::PathBuf;
use std::sync::Arc;

use amalgam::engines::census::{CensusError, FullCensus, LayerCounts, Partitions};
use amalgam::{Play, Rules};
use amalgam_export::census::{self, Filter, Wanted};
use amalgam_export::table_answers;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::arrow;
use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::position::Position;
use crate::{json, work};

/// Every P-position of up to this many coins.
///
/// >>> from amalgam_nim import Game
/// >>> census = Game("amalgamation").census(12)
/// >>> census.positions(4)
/// [Position([1, 1, 1, 1]), Position([2, 2])]
/// >>> census.counts[4]
/// {'coins': 4, 'positions': 5, 'p_positions': 2, 'mirror_p_positions': 2}
///
/// It is an Arrow stream with the columns coins, number_of_heaps, heaps, height_counts and mirror, which
/// comes layer by layer. With ``folder=`` the layers are kept there as Parquet, one file each with the same
/// columns, and read back some rows at a time, so that a census may be larger than the memory; a run that was
/// stopped goes on where it was.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Census {
    game: String,
    misere: bool,
    grundy: bool,
    counts: Vec<LayerCounts>,
    layers: Arc<Layers>,
}

/// Where the P-positions are.
enum Layers {
    /// The ranks of the P-positions, by coins.
    Memory {
        partitions: Partitions,
        ranks: Vec<Vec<u64>>,
        /// The Grundy values of all positions by rank, by coins, if they were asked for.
        values: Vec<Vec<u16>>,
    },
    Folder(PathBuf),
}

impl std::fmt::Debug for Layers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Layers::Memory { ranks, .. } => write!(f, "{} layers", ranks.len()),
            Layers::Folder(folder) => write!(f, "{}", folder.display()),
        }
    }
}

impl Layers {
    /// Calls `visit` with the heaps of each P-position of a layer, smallest first.
    fn each(&self, coins: usize, mut visit: impl FnMut(&[u64])) -> Result<(), Failure> {
        match self {
            Layers::Memory { partitions, ranks, .. } => {
                let mut heaps = Vec::new();
                for &rank in ranks.get(coins).into_iter().flatten() {
                    partitions.unrank(coins, rank, &mut heaps);
                    let sizes: Vec<u64> = heaps.iter().rev().map(|&heap| heap.into()).collect();
                    visit(&sizes);
                }
                Ok(())
            }
            Layers::Folder(folder) => {
                let filter = Filter { coins: Some(coins), ..Filter::default() };
                let mut take = |position: &amalgam::Position| {
                    visit(position.heaps());
                    false
                };
                census::look(folder, &filter, &mut take, 0)?;
                Ok(())
            }
        }
    }

    /// The rows of a layer, as its file has them.
    fn tables(&self, coins: usize) -> Box<dyn Iterator<Item = arrow::Batch> + Send> {
        match self {
            Layers::Memory { partitions, ranks, .. } => {
                let ranks = ranks.get(coins).into_iter().flatten().copied();
                Box::new(once(Ok(census::p_table(partitions, coins, ranks))))
            }
            Layers::Folder(folder) => match census::p_tables(folder, coins) {
                Ok(tables) => Box::new(tables.map(|table| table.map_err(arrow::broken))),
                Err(error) => Box::new(once(Err(arrow::broken(error)))),
            },
        }
    }

    /// The values of a layer, as its file has them.
    fn values(&self, coins: usize) -> Box<dyn Iterator<Item = arrow::Batch> + Send> {
        match self {
            Layers::Memory { partitions, values, .. } => {
                let values = values.get(coins).into_iter().flatten().copied().enumerate();
                Box::new(once(Ok(census::grundy_table(partitions, coins, values))))
            }
            Layers::Folder(folder) => match census::grundy_tables(folder, coins) {
                Ok(tables) => Box::new(tables.map(|table| table.map_err(arrow::broken))),
                Err(error) => Box::new(once(Err(arrow::broken(error)))),
            },
        }
    }
}

impl Census {
    pub(crate) fn find(
        py: Python<'_>,
        (name, rules, play): (&str, &Rules, Play),
        (coins, grundy): (u64, bool),
        folder: Option<PathBuf>,
        bounds: Bounds,
    ) -> PyResult<Census> {
        let most = Partitions::MOST;
        let coins =
            usize::try_from(coins).ok().filter(|&coins| coins <= most).ok_or_else(|| {
                let message = format!("a census goes up to {most} coins");
                Failure::input(message, "there are 190569292 positions of 100 coins alone")
            })?;
        let wanted = Wanted { name, rules, play, coins, grundy };
        let (mut counts, layers) = match folder {
            Some(folder) => {
                let made = work::long(py, bounds, |budget, watch| {
                    census::run(&folder, &wanted, budget, watch)
                })?;
                (made.layers, Layers::Folder(folder))
            }
            None => work::long(py, bounds, |budget, watch| {
                let mut found = FullCensus::new(rules, play, coins, grundy, budget)?;
                let (mut counts, mut ranks, mut values) = (Vec::new(), Vec::new(), Vec::new());
                let mut kept = 0;
                while let Some(layer) = found.advance(budget, watch)? {
                    let of_layer = layer.counts();
                    kept += 8 * of_layer.p_positions;
                    kept += if grundy { 2 * of_layer.positions } else { 0 };
                    budget_for(kept, budget.memory, coins)?;
                    counts.push(of_layer);
                    ranks.push(layer.p_ranks().collect());
                }
                if grundy {
                    let layer = |n| found.values(n).map(Iterator::collect).unwrap_or_default();
                    values.extend((0..=coins).map(layer));
                }
                let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
                Ok::<_, CensusError>((counts, Layers::Memory { partitions, ranks, values }))
            })?,
        };
        // The census that was there may go further than this question.
        counts.truncate(coins + 1);
        let (game, misere) = (name.to_owned(), play == Play::Misere);
        Ok(Census { game, misere, grundy, counts, layers: Arc::new(layers) })
    }
}

/// The P-positions themselves must fit too.
fn budget_for(kept: u64, memory: u64, coins: usize) -> Result<(), CensusError> {
    use amalgam::base::budget::{Limit, LimitReached};
    match kept > memory {
        true => Err(CensusError::Stopped {
            reached: LimitReached::new(Limit::Memory(memory), kept / 8),
            decided: coins,
        }),
        false => Ok(()),
    }
}

#[pymethods]
impl Census {
    /// What the game is called.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// Up to how many coins it goes.
    #[getter]
    fn coins(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// Where it is kept, if it is.
    #[getter]
    fn folder(&self) -> Option<PathBuf> {
        match &*self.layers {
            Layers::Folder(folder) => Some(folder.clone()),
            Layers::Memory { .. } => None,
        }
    }

    /// For each number of coins how many positions, P-positions and mirror P-positions there are.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("layers")
    }

    /// The Grundy values of all positions, if they were asked for with ``grundy=True``: an Arrow stream with the
    /// columns coins, heaps and grundy.
    ///
    /// >>> from amalgam_nim import Game
    /// >>> len(Game("nim").census(5, grundy=True).values)
    /// 19
    #[getter]
    fn values(&self) -> Option<CensusValues> {
        let positions = self.counts.iter().map(|layer| layer.positions).sum::<u64>() as usize;
        let layers = Arc::clone(&self.layers);
        self.grundy.then(|| CensusValues { last: self.coins(), positions, layers })
    }

    /// The P-positions of this many coins.
    #[pyo3(signature = (coins, /))]
    fn positions(&self, coins: usize) -> PyResult<Vec<Position>> {
        let mut found = Vec::new();
        if coins < self.counts.len() {
            let keep = |heaps: &[u64]| {
                found.push(Position(amalgam::Position::new(heaps.iter().copied())));
            };
            self.layers.each(coins, keep)?;
        }
        Ok(found)
    }

    /// The counts as the JSON object ``amalgam/census/1`` of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let object = table_answers::census(&self.game, self.misere, self.coins(), &self.counts);
        json::python(py, &object)
    }

    /// How many P-positions there are in all.
    fn __len__(&self) -> usize {
        self.counts.iter().map(|layer| layer.p_positions as usize).sum()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        let layers = Arc::clone(&self.layers);
        let tables = (0..self.counts.len()).flat_map(move |coins| layers.tables(coins));
        arrow::stream(py, census::p_columns(), tables)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &census::p_columns())
    }

    fn __eq__(&self, other: &Census) -> bool {
        let what = |census: &Census| (census.game.clone(), census.misere, census.grundy);
        what(self) == what(other) && self.counts == other.counts
    }

    /// It is computed again, or read from its folder, when it is unpickled.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<arrow::Again<'py>> {
        let how = PyDict::new(py);
        how.set_item("coins", self.coins())?;
        how.set_item("grundy", self.grundy)?;
        how.set_item("out", self.folder())?;
        arrow::again(py, "census", &self.game, self.misere, how)
    }

    fn __repr__(&self) -> String {
        let (coins, number) = (self.coins(), self.__len__());
        format!("<Census of {}: up to {coins} coins, {number} P-positions>", self.game)
    }
}

/// The Grundy values of all positions of a census.
///
/// >>> from amalgam_nim import Game
/// >>> values = Game("nim").census(3, grundy=True).values
/// >>> len(values)
/// 7
///
/// It is an Arrow stream with the columns coins, heaps and grundy, as the files of a census have them.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct CensusValues {
    last: usize,
    positions: usize,
    layers: Arc<Layers>,
}

#[pymethods]
impl CensusValues {
    fn __len__(&self) -> usize {
        self.positions
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who asks for other types casts them: they are wide enough for every value.
        let _ = requested_schema;
        let layers = Arc::clone(&self.layers);
        let tables = (0..=self.last).flat_map(move |coins| layers.values(coins));
        arrow::stream(py, census::grundy_columns(), tables)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &census::grundy_columns())
    }

    fn __repr__(&self) -> String {
        format!("<CensusValues: {} positions>", self.positions)
    }
}
