//! `Census`: every P-position up to n coins, in memory or in a folder.

use std::path::PathBuf;
use std::sync::Arc;

use amalgam::engines::census::{CensusError, FullCensus, LayerCounts, Partitions, is_mirror};
use amalgam::{Play, Rules};
use amalgam_export::census::{self, Filter, Wanted};
use amalgam_export::table_answers;
use arrow_array::builder::{BooleanBuilder, ListBuilder, UInt16Builder};
use arrow_array::{ArrayRef, UInt16Array};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::arrow;
use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::position::Position;
use crate::{json, work};

/// Every P-position of up to so many coins.
///
/// >>> from amalgam_nim import Game
/// >>> census = Game("amalgamation").census(12)
/// >>> census.positions(4)
/// [Position([1, 1, 1, 1]), Position([2, 2])]
/// >>> census.counts[4]
/// {'coins': 4, 'positions': 5, 'p_positions': 2, 'mirror_p_positions': 2}
///
/// It is an Arrow stream with the columns coins, heaps and mirror, which comes layer by layer. With
/// ``folder=`` the layers are kept there as Parquet, one file each, and read back one at a time, so that
/// a census may be larger than the memory; a run that was stopped goes on where it was.
#[pyclass(frozen, module = "amalgam_nim", weakref)]
#[derive(Debug)]
pub(crate) struct Census {
    game: String,
    misere: bool,
    counts: Vec<LayerCounts>,
    layers: Arc<Layers>,
}

/// Where the P-positions are.
enum Layers {
    /// The ranks of the P-positions, by coins.
    Memory {
        partitions: Partitions,
        ranks: Vec<Vec<u64>>,
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
            Layers::Memory { partitions, ranks } => {
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
                let (mut counts, mut ranks) = (Vec::new(), Vec::new());
                let mut kept = 0;
                while let Some(layer) = found.advance(budget, watch)? {
                    let of_layer = layer.counts();
                    kept += 8 * of_layer.p_positions;
                    budget_for(kept, budget.memory, coins)?;
                    counts.push(of_layer);
                    ranks.push(layer.p_ranks().collect());
                }
                let partitions = Partitions::new(coins).ok_or(CensusError::TooManyCoins)?;
                Ok::<_, CensusError>((counts, Layers::Memory { partitions, ranks }))
            })?,
        };
        // The census that was there may go further than this question.
        counts.truncate(coins + 1);
        let (game, misere) = (name.to_owned(), play == Play::Misere);
        Ok(Census { game, misere, counts, layers: Arc::new(layers) })
    }

    fn schema() -> SchemaRef {
        let heaps = arrow::list_of(DataType::UInt16);
        arrow::schema(&[
            ("coins", DataType::UInt16),
            ("heaps", heaps),
            ("mirror", DataType::Boolean),
        ])
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

    /// The P-positions of so many coins.
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
        let (schema, layers) = (Census::schema(), Arc::clone(&self.layers));
        let layout = Arc::clone(&schema);
        let batches = (0..self.counts.len()).map(move |coins| {
            let item = Field::new("item", DataType::UInt16, false);
            let mut lists = ListBuilder::new(UInt16Builder::new()).with_field(item);
            let mut mirror = BooleanBuilder::new();
            let add = |heaps: &[u64]| {
                heaps.iter().for_each(|&heap| lists.values().append_value(heap as u16));
                lists.append(true);
                mirror.append_value(is_mirror(heaps));
            };
            layers.each(coins, add).map_err(|error| ArrowError::ComputeError(error.to_string()))?;
            let lists = lists.finish();
            let number = arrow_array::Array::len(&lists);
            let coins = UInt16Array::from_iter_values(std::iter::repeat_n(coins as u16, number));
            let columns: Vec<ArrayRef> =
                vec![Arc::new(coins), Arc::new(lists), Arc::new(mirror.finish())];
            arrow::batch(&layout, columns)
        });
        arrow::stream(py, schema, batches)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &Census::schema())
    }

    fn __repr__(&self) -> String {
        let (coins, number) = (self.coins(), self.__len__());
        format!("<Census of {}: up to {coins} coins, {number} P-positions>", self.game)
    }
}
