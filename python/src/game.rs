//! `NativeGame`: a game that can be asked; what Python sees of it is the class `Game` of the sources
//! beside this crate. Questions are asked by [`crate::ask`]; here is what a game is, and what is no question.

use std::ops::ControlFlow;
use std::sync::Arc;

use amalgam::engines::rows::{Setting, Values};
use amalgam::games::own::OwnGame;
use amalgam::games::rules::Family;
use amalgam::{AnyGame, Play, Rules, Solver, State};
use amalgam_draw::tree::{self, Tree};
use amalgam_script::{Script, ScriptLimits};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use rayon::prelude::*;

use crate::answers::{Answers, Known};
use crate::bounds::Bounds;
use crate::census::Census;
use crate::cube::Cube;
use crate::failure::Failure;
use crate::own::{self, PythonGame, Seen, Source};
use crate::sum::{self, Piece, Sum};
use crate::table::Table;
use crate::{picture, position, three, work};

/// A game that can be asked.
#[pyclass(frozen, module = "amalgam_nim._native", weakref)]
#[derive(Debug)]
pub(crate) struct NativeGame {
    kind: Kind,
    play: Play,
}

/// A sum that the library knows, the objects of Python that belong to it, and its parts.
type Read = (amalgam::Sum, Vec<Option<Arc<Seen>>>, Vec<Piece>);

#[derive(Debug)]
enum Kind {
    Heaps(AnyGame),
    Own(Source),
}

impl NativeGame {
    /// The game with heaps, for questions that need one.
    fn heaps(&self) -> Result<&AnyGame, Failure> {
        match &self.kind {
            Kind::Heaps(game) => Ok(game),
            Kind::Own(source) => Err(Failure::input(
                format!("{} is a game of your own and has no heaps", source.name()),
                "solve, moves, outcome and equivalent take every game",
            )),
        }
    }

    /// The heap rules, for questions that need them.
    pub(crate) fn rules(&self) -> Result<(&AnyGame, &Rules), Failure> {
        let game = self.heaps()?;
        let rules = game.rules().ok_or_else(|| {
            Failure::input(
                format!("{} has no heap rules in words, which this needs", game.name()),
                "solve and moves take every game",
            )
        })?;
        Ok((game, rules))
    }

    /// The family of rows that the game belongs to.
    pub(crate) fn family(&self) -> Result<(&AnyGame, Family), Failure> {
        let game = self.heaps()?;
        self.only_normal()?;
        match game.rules().and_then(Rules::family_of_rows) {
            Some(family) => Ok((game, family)),
            None => Err(Failure::input(
                format!("three-heap rows are known for games other than {game}"),
                "use amalgamation, restricted-amalgamation(r), merge-take-one or nim",
            )),
        }
    }

    /// The setting of rows of rests.
    pub(crate) fn setting(&self, grundy: bool) -> Result<(&AnyGame, Setting), Failure> {
        let (game, rules) = self.rules()?;
        self.only_normal()?;
        let values = if grundy { Values::Grundy } else { Values::Completions };
        Ok((game, Setting::new(rules, Play::Normal, values)?))
    }

    /// What is known of normal play alone.
    pub(crate) fn only_normal(&self) -> Result<(), Failure> {
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Failure::input(
                "this is known of normal play, and the game is played misère",
                "leave out misere=True",
            )),
        }
    }

    /// Reads a position or a sum; a part without a game is one of this game.
    pub(crate) fn sum(&self, asked: &Bound<'_, PyAny>, bounds: &Bounds) -> PyResult<Read> {
        let py = asked.py();
        let (pieces, game) = match &self.kind {
            Kind::Heaps(game) => (sum::question(asked)?, game.clone()),
            // Sums are asked of any game; all else is a position of this one.
            Kind::Own(source) => match asked.cast::<Sum>() {
                Ok(found) => {
                    let pieces = found.get().pieces.clone();
                    if pieces.iter().any(|piece| matches!(piece, Piece::Unnamed(_))) {
                        let message = format!("heaps without a game, and {} has none", self.name());
                        return Err(Failure::input(message, "write Game(\"nim\")[…]").into());
                    }
                    (pieces, AnyGame::nim())
                }
                Err(_) => {
                    let start = Arc::new(asked.clone().unbind());
                    (vec![Piece::Own(source.clone(), start)], AnyGame::nim())
                }
            },
        };
        let (sum, seen) = sum::resolve(py, pieces.clone(), &game, &bounds.budget)?;
        Ok((sum, seen, pieces))
    }

    /// A game of your own, under the name by which it is asked.
    pub(crate) fn own(&self, py: Python<'_>) -> Option<(String, Arc<dyn OwnGame>)> {
        match &self.kind {
            Kind::Heaps(_) => None,
            Kind::Own(source) => Some((source.name().to_owned(), source.game(py))),
        }
    }

    pub(crate) fn is_misere(&self) -> bool {
        self.play == Play::Misere
    }
}

#[pymethods]
impl NativeGame {
    #[new]
    #[pyo3(signature = (rules = None, *, misere = false, name = None, script = None))]
    fn new(
        rules: Option<&Bound<'_, PyAny>>,
        misere: bool,
        name: Option<String>,
        script: Option<&str>,
    ) -> PyResult<NativeGame> {
        let play = if misere { Play::Misere } else { Play::Normal };
        let kind = match (rules, script) {
            (_, Some(source)) => {
                let name = name.unwrap_or_else(|| "script".to_owned());
                let script = Script::compile(&name, source, &ScriptLimits::default());
                Kind::Own(Source::Script(Arc::new(script.map_err(Failure::from)?)))
            }
            (None, None) => Kind::Heaps(AnyGame::amalgamation()),
            (Some(rules), None) => match rules.cast::<PyString>() {
                Ok(text) => Kind::Heaps(text.to_str()?.parse::<AnyGame>().map_err(Failure::from)?),
                Err(_) if rules.is_callable() => {
                    let own = rules.getattr("__name__").and_then(|name| name.extract::<String>());
                    let name = name.or(own.ok()).unwrap_or_else(|| "game".to_owned());
                    let options = rules.clone().unbind();
                    Kind::Own(Source::Python(Arc::new(PythonGame::new(name, options))))
                }
                Err(_) => {
                    return Err(PyTypeError::new_err(
                        "a game is its name, its rules in words, or a function from a position to \
                         its options",
                    ));
                }
            },
        };
        Ok(NativeGame { kind, play })
    }

    /// What the game is called.
    #[getter]
    pub(crate) fn name(&self) -> &str {
        match &self.kind {
            Kind::Heaps(game) => game.name(),
            Kind::Own(source) => source.name(),
        }
    }

    /// What may be done, in words.
    #[getter]
    fn rules_in_words(&self) -> Option<String> {
        match &self.kind {
            Kind::Heaps(game) => Some(game.in_words()),
            Kind::Own(_) => None,
        }
    }

    /// Whether who makes the last move loses.
    #[getter]
    fn misere(&self) -> bool {
        self.is_misere()
    }

    fn __getitem__(&self, heaps: &Bound<'_, PyAny>) -> PyResult<Sum> {
        let piece = match &self.kind {
            Kind::Own(source) => Piece::Own(source.clone(), Arc::new(heaps.clone().unbind())),
            Kind::Heaps(game) => {
                // nim[5] and nim[2, 7] are what one writes; nim[[2, 7]] and nim["2 7"] work too.
                let read = match position::heap(heaps) {
                    Ok(heap) if !heaps.is_instance_of::<PyTuple>() => {
                        amalgam::Position::new([heap])
                    }
                    _ => position::read(heaps)?,
                };
                sum::heaps(game.clone(), read.clone())?;
                Piece::Heaps(game.clone(), read)
            }
        };
        Ok(Sum { pieces: vec![piece] })
    }

    /// Many positions at once.
    #[pyo3(signature = (positions, /, **bounds))]
    fn solve_many(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answers> {
        let bounds = Bounds::read(bounds)?;
        let asked = positions.try_iter()?.map(|position| {
            let position = position?;
            let (sum, _, _) = self.sum(&position, &bounds)?;
            let text = match &self.kind {
                Kind::Heaps(_) => sum.to_string(),
                Kind::Own(_) => own::short(&position),
            };
            Ok((text, sum))
        });
        let asked: Vec<(String, amalgam::Sum)> = asked.collect::<PyResult<_>>()?;
        let play = self.play;
        let found = work::long(py, bounds, |budget, _| {
            let alone =
                amalgam::Budget { threads: std::num::NonZeroUsize::new(1), ..budget.clone() };
            let solve = |(text, sum): (String, amalgam::Sum)| {
                let solver = Solver::within(&alone).play(play);
                let text = sum.as_single().map_or(text.clone(), |part| match part {
                    amalgam::Part::Heaps(heaps) => heaps.position.to_string(),
                    amalgam::Part::Own(_) => text,
                });
                solver.solve(&sum).map(|answer| Known::new(text, &answer))
            };
            asked.into_par_iter().map(solve).collect::<Result<Vec<Known>, _>>()
        })?;
        Answers::new(&found)
    }

    /// The positions that can arise, each with its options.
    #[pyo3(signature = (position, /, **bounds))]
    fn graph<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (py, bounds) = (position.py(), Bounds::read(bounds)?);
        let (sum, seen, _) = self.sum(position, &bounds)?;
        let Some(part) = sum.as_single() else {
            return Err(Failure::input("a graph is of one game", "give a position").raise(py));
        };
        let place = |state: &State| match (part, state) {
            (amalgam::Part::Own(own), State::Own(node)) => {
                own::place(py, own, seen[0].as_ref(), *node)
            }
            (_, state) => {
                let position = state.position().cloned().unwrap_or_default();
                Ok(Bound::new(py, position::Position(position))?.into_any())
            }
        };
        let (graph, mut open) = (PyDict::new(py), vec![part.state()]);
        while let Some(state) = open.pop() {
            let here = place(&state)?;
            if graph.contains(&here)? {
                continue;
            }
            // An entry, its list and its key: about this many bytes each.
            let (done, bytes) = (graph.len() as u64, 400 * graph.len() as u64);
            let limit = amalgam::base::budget::Limit::Memory(bounds.budget.memory);
            bounds.budget.check(done).map_err(Failure::from)?;
            if bytes > bounds.budget.memory {
                return Err(Failure::from(amalgam::LimitReached::new(limit, done)).raise(py));
            }
            if done.is_multiple_of(256) {
                py.check_signals()?;
            }
            let mut options = Vec::new();
            let _ = part.each_move_from(&state, |_, option| {
                options.push(option);
                ControlFlow::Continue(())
            });
            let list = PyList::empty(py);
            for option in options {
                let there = place(&option)?;
                if !list.contains(&there)? {
                    list.append(&there)?;
                    open.push(option);
                }
            }
            graph.set_item(here, list)?;
        }
        Ok(graph)
    }

    #[pyo3(signature = (rows = 10, cols = 20, *, rest = None, **bounds))]
    fn table(
        &self,
        py: Python<'_>,
        rows: usize,
        cols: usize,
        rest: Option<&Bound<'_, PyAny>>,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Table> {
        let rest = rest.map(position::read).transpose()?;
        Table::find(py, self, (rows, cols), rest, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (row, **bounds))]
    fn row<'py>(
        &self,
        row: &Bound<'py, PyAny>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        three::row(self, row, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (row, start, stop, **bounds))]
    fn matching(
        &self,
        row: &Bound<'_, PyAny>,
        start: u64,
        stop: u64,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<[u64; 2]>> {
        three::matching(self, row, start..stop, Bounds::read(bounds)?)
    }

    /// The picture of a row, or of its matching in some columns.
    #[pyo3(signature = (row, start = None, stop = None, *, arcs = false, **bounds))]
    fn row_svg(
        &self,
        row: &Bound<'_, PyAny>,
        start: Option<u64>,
        stop: Option<u64>,
        arcs: bool,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        three::row_svg(self, row, (start, stop), arcs, Bounds::read(bounds)?)
    }

    /// What is proved of each row, and the picture of the periods.
    #[pyo3(signature = (to, *, max_columns = None, **bounds))]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        to: u64,
        max_columns: Option<u64>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        three::rows(py, self, to, max_columns, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (to, *, max_columns = None, **bounds))]
    fn covers<'py>(
        &self,
        py: Python<'py>,
        to: u64,
        max_columns: Option<u64>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        three::covers(py, self, to, max_columns, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (max, **bounds))]
    fn cube(&self, py: Python<'_>, max: u64, bounds: Option<&Bound<'_, PyDict>>) -> PyResult<Cube> {
        let (game, rules) = self.rules()?;
        self.only_normal()?;
        Cube::find(py, game.name(), rules, max, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (coins, *, folder = None, grundy = false, **bounds))]
    fn census(
        &self,
        py: Python<'_>,
        coins: u64,
        folder: Option<std::path::PathBuf>,
        grundy: bool,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Census> {
        let (game, rules) = self.rules()?;
        let what = (game.name(), rules, self.play);
        Census::find(py, what, (coins, grundy), folder, Bounds::read(bounds)?)
    }

    /// A tree of positions as a picture, and as a text for Graphviz.
    #[pyo3(signature = (position, depth = 2, *, graph = false, **bounds))]
    fn tree(
        &self,
        position: &Bound<'_, PyAny>,
        depth: usize,
        graph: bool,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(String, String)> {
        let (game, start) = (self.heaps()?, position::read(position)?);
        sum::heaps(game.clone(), start.clone())?;
        let play = self.play;
        work::long(position.py(), Bounds::read(bounds)?, |budget, _| {
            let tree = Tree::find(game, &start, depth, play, budget)?;
            let tree = if graph { tree.into_graph() } else { tree };
            let caption = picture::caption(game.name(), &format!("tree({start})"));
            Ok::<_, tree::TreeError>((tree::draw(&tree, &caption)?.to_svg(), tree.to_dot()))
        })
    }

    /// A position as it lies on a table.
    #[pyo3(signature = (position, /))]
    fn picture(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let game = self.heaps()?;
        Ok(picture::position(&sum::question(position)?, game))
    }
}
