//! `NativeGame`: a game that can be asked; what Python sees of it is the class `Game` of the sources
//! beside this crate.

use std::sync::Arc;

use amalgam::engines::rows::{Setting, Values};
use amalgam::engines::sequence::{HeapMoves, Sequence, period};
use amalgam::games::rules::Family;
use amalgam::solve::{self, Cost, Plan, Want};
use amalgam::{AnyGame, Play, Rules, Solver};
use amalgam_draw::tree::{self, Tree};
use amalgam_export::{answers, single_answers};
use amalgam_script::{Script, ScriptLimits};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::Value;

use crate::answer::{Answer, Found, Move};
use crate::bounds::Bounds;
use crate::census::Census;
use crate::cube::Cube;
use crate::failure::Failure;
use crate::own::{PythonGame, Seen, Source};
use crate::sum::{self, Piece, Sum};
use crate::table::Table;
use crate::{json, lab, picture, position, three, work};

/// Up to this cost a question is answered at once, without threads: a matter of milliseconds.
const SHORT: Cost = Cost::Entries(1 << 14);

/// A game that can be asked.
#[pyclass(subclass, frozen, module = "amalgam_nim._native", weakref)]
#[derive(Debug)]
pub(crate) struct NativeGame {
    kind: Kind,
    play: Play,
}

/// The answer, its moves, how many there are at most if these are not all, and the JSON object.
type Moves<'py> = (Answer, Vec<Move>, Option<u128>, Bound<'py, PyAny>);

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
                format!("{} is a game of one's own and has no heaps", source.name()),
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
    fn only_normal(&self) -> Result<(), Failure> {
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Failure::input(
                "this is known of normal play, and the game is played misère",
                "leave out misere=True",
            )),
        }
    }

    fn sum(
        &self,
        asked: &Bound<'_, PyAny>,
        bounds: &Bounds,
    ) -> PyResult<(amalgam::Sum, Vec<Option<Arc<Seen>>>)> {
        let py = asked.py();
        match &self.kind {
            Kind::Heaps(game) => sum::resolve(py, sum::question(asked)?, game, &bounds.budget),
            Kind::Own(source) => {
                // Sums are asked of any game; all else is a position of this one.
                if let Ok(found) = asked.cast::<Sum>() {
                    let pieces = found.get().pieces.clone();
                    if pieces.iter().any(|piece| matches!(piece, Piece::Unnamed(_))) {
                        let message = format!("heaps without a game, and {} has none", self.name());
                        return Err(Failure::input(message, "write Game(\"nim\")[…]").into());
                    }
                    return sum::resolve(py, pieces, &AnyGame::nim(), &bounds.budget);
                }
                let start = Arc::new(asked.clone().unbind());
                let piece = Piece::Own(source.clone(), start);
                sum::resolve(py, vec![piece], &AnyGame::nim(), &bounds.budget)
            }
        }
    }

    fn answer(
        &self,
        asked: &Bound<'_, PyAny>,
        bounds: Bounds,
        check: fn(&Plan, &amalgam::Budget) -> Result<(), amalgam::SolveError>,
    ) -> PyResult<Arc<Found>> {
        let (sum, seen) = self.sum(asked, &bounds)?;
        let plan = Plan::new(sum, self.play, Want::Everything);
        check(&plan, &bounds.budget).map_err(Failure::from)?;
        let answer = match plan.cost() <= SHORT {
            true => Solver::within(&bounds.at_once()).run(&plan).map_err(Failure::from)?,
            false => work::long(asked.py(), bounds, |budget, _| Solver::within(budget).run(&plan))?,
        };
        Ok(Arc::new(Found { answer, seen }))
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
                    Kind::Own(Source::Python(Arc::new(PythonGame { name, options })))
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
    fn name(&self) -> &str {
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
        self.play == Play::Misere
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

    #[pyo3(signature = (position, /, **bounds))]
    fn solve(
        &self,
        position: &Bound<'_, PyAny>,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let bounds = Bounds::read(bounds)?;
        self.answer(position, bounds, |_, _| Ok(())).map(Answer)
    }

    #[pyo3(signature = (position, /, **bounds))]
    fn outcome(
        &self,
        position: &Bound<'_, PyAny>,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<&'static str> {
        let bounds = Bounds::read(bounds)?;
        let (sum, _) = self.sum(position, &bounds)?;
        let plan = Plan::new(sum, self.play, Want::Outcome);
        let answer = match plan.cost() <= SHORT {
            true => Solver::within(&bounds.at_once()).run(&plan).map_err(Failure::from)?,
            false => {
                work::long(position.py(), bounds, |budget, _| Solver::within(budget).run(&plan))?
            }
        };
        Ok(if answer.outcome().is_p() { "P" } else { "N" })
    }

    /// All moves, how many there are at most where those are too many to list, and the JSON object.
    #[pyo3(signature = (position, **bounds))]
    fn native_moves<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Moves<'py>> {
        let bounds = Bounds::read(bounds)?;
        let found = self.answer(position, bounds, solve::check_moves)?;
        let best = found.answer.best_moves().map_err(Failure::from)?;
        let (moves, of) = (best.moves, best.others);
        let object = answers::moves(&found.answer, &moves, of.is_none());
        let object = found.python(position.py(), Value::Object(object))?;
        let moves = moves.into_iter().map(|(action, known)| Move::new(&found, action, Some(known)));
        let moves: Vec<Move> = moves.collect();
        Ok((Answer(found), moves, of, object))
    }

    #[pyo3(signature = (rest, **bounds))]
    fn native_complete(
        &self,
        rest: &Bound<'_, PyAny>,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(u64, String)> {
        let (py, (_, rules)) = (rest.py(), self.rules()?);
        let (bounds, rest, play) = (Bounds::read(bounds)?, position::read(rest)?, self.play);
        let find =
            |budget: &amalgam::Budget| Solver::within(budget).play(play).complete(rules, &rest);
        let (size, reason) = match rest.coins() <= 64 {
            true => find(&bounds.at_once()).map_err(Failure::from)?,
            false => work::long(py, bounds, |budget, _| find(budget))?,
        };
        Ok((size, reason.to_string()))
    }

    #[pyo3(signature = (left, right, **bounds))]
    fn native_equivalent<'py>(
        &self,
        left: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = left.py();
        if self.play == Play::Misere {
            return Err(Failure::input(
                "equivalence is decided by Grundy values, which say nothing of misère play",
                "leave out misere=True",
            )
            .raise(py));
        }
        let bounds = Bounds::read(bounds)?;
        let (left, _) = self.sum(left, &bounds)?;
        let (right, _) = self.sum(right, &bounds)?;
        let object = work::long(py, bounds, |budget, _| {
            let solver = Solver::within(budget);
            let equivalence = solver.equivalent(&left, &right)?;
            let told_apart = match equivalence.witness() {
                Some(heap) => {
                    let outcome = |sum: &amalgam::Sum| solver.outcome(sum.plus_nim(heap));
                    Some((heap, [outcome(&left)?, outcome(&right)?]))
                }
                None => None,
            };
            Ok::<_, amalgam::SolveError>(answers::equivalent(
                &left,
                &right,
                &equivalence,
                told_apart,
            ))
        })?;
        json::python(py, &object)
    }

    #[pyo3(signature = (to, **bounds))]
    fn native_values(
        &self,
        py: Python<'_>,
        to: u64,
        bounds: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<u32>> {
        let mut sequence = Sequence::new(self.single_heaps()?);
        work::long(py, Bounds::read(bounds)?, |budget, watch| {
            sequence.extend_watched(to, budget, watch)?;
            Ok::<_, amalgam::LimitReached>(sequence.values().iter().collect())
        })
    }

    #[pyo3(signature = (to = None, **bounds))]
    fn native_period<'py>(
        &self,
        py: Python<'py>,
        to: Option<u64>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.single_heaps()?;
        // A heap that may be left as three costs more the larger it is.
        let last = to.unwrap_or(if moves.most_heaps() > 2 { 10_000 } else { 100_000 });
        let mut sequence = Sequence::new(moves);
        let verdict = work::long(py, Bounds::read(bounds)?, |budget, watch| {
            let mut to = last.min(1000);
            loop {
                sequence.extend_watched(to, budget, watch)?;
                let verdict = period::find(&sequence, budget)?;
                if to == last || matches!(verdict, period::Verdict::Proved { .. }) {
                    return Ok::<_, amalgam::LimitReached>(verdict);
                }
                to = last.min(2 * to);
            }
        })?;
        json::python(py, &single_answers::period(self.name(), &verdict))
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
    fn native_row<'py>(
        &self,
        row: &Bound<'py, PyAny>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        three::row(self, row, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (row, start, stop, **bounds))]
    fn native_matching(
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
    fn native_row_svg(
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
    fn native_rows<'py>(
        &self,
        py: Python<'py>,
        to: u64,
        max_columns: Option<u64>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        three::rows(py, self, to, max_columns, Bounds::read(bounds)?)
    }

    #[pyo3(signature = (to, *, max_columns = None, **bounds))]
    fn native_covers<'py>(
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

    #[pyo3(signature = (formula, *, heaps = None, max = None, heights = None, coins = None, **bounds))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn native_conjecture<'py>(
        &self,
        py: Python<'py>,
        formula: &str,
        heaps: Option<usize>,
        max: Option<u64>,
        heights: Option<u64>,
        coins: Option<u64>,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.heaps()?;
        self.only_normal()?;
        lab::conjecture(py, game, formula, (heaps, max.or(heights), coins), Bounds::read(bounds)?)
    }

    #[pyo3(signature = (other, *, heaps, max, values = false, show = 10, **bounds))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn native_compare<'py>(
        &self,
        py: Python<'py>,
        other: &NativeGame,
        heaps: u64,
        max: u64,
        values: bool,
        show: u32,
        bounds: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let games = [self.heaps()?, other.heaps()?];
        if self.play != other.play {
            let message = "one game is played misère and the other is not";
            return Err(Failure::input(message, "give both the same misere=").raise(py));
        }
        let asked = lab::Asked { games, play: self.play, heaps, max, values, show };
        lab::compare(py, &asked, Bounds::read(bounds)?)
    }

    /// A tree of positions as a picture, and as a text for Graphviz.
    #[pyo3(signature = (position, depth = 2, *, graph = false, **bounds))]
    fn native_tree(
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
    fn native_picture(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let game = self.heaps()?;
        Ok(picture::position(&sum::question(position)?, game))
    }
}

impl NativeGame {
    /// The moves in a single heap, where heaps never meet.
    fn single_heaps(&self) -> Result<HeapMoves, Failure> {
        let game = self.heaps()?;
        self.only_normal()?;
        HeapMoves::of_game(game).ok_or_else(|| {
            Failure::input(
                format!("heaps may meet in {game}, so a heap has no value of its own"),
                "use a game whose heaps never meet, such as kayles; solve values positions",
            )
        })
    }
}
