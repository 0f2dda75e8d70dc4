//! Conjectures, comparisons, surveys, the ledger of claims, certificates, the list of games.

use std::time::Duration;

use amalgam::base::budget::{Step, Task};
use amalgam::engines::bulk::{Domain, DomainError, TableError};
use amalgam::lab::claims::{self as ledger, Context, Effort};
use amalgam::lab::compare::{Proved, Question, Side, compare as compared_by, proved};
use amalgam::lab::formula::{self, Formula, TestError};
use amalgam::lab::survey::{Series, Sizes, survey as surveyed};
use amalgam::{AnyGame, ParseError, Play, nearest};
use amalgam_check::{Failure as Flaw, WORK, check_within};
use amalgam_export::conjecture_answers::{self, Compared};
use amalgam_export::{answers, check_answers, claim_answers, survey_answers};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::{json, work};

/// Whether a formula holds at every position of a domain.
pub(crate) fn conjecture<'py>(
    py: Python<'py>,
    game: &AnyGame,
    text: &str,
    (heaps, max, coins): (Option<usize>, Option<u64>, Option<u64>),
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let formula: Formula = text.parse().map_err(Failure::from)?;
    let domain = Domain::new(heaps, max, coins).map_err(|error| {
        let help = match error {
            DomainError::Infinite => "say heaps=3, max=200, or coins=40, or heights=4, coins=40",
            DomainError::TooLarge => "lower the bounds",
        };
        Failure::of(&error, Some(help))
    })?;
    let verdict = work::long(py, bounds, |budget, watch| {
        formula::test(&formula, game, &domain, budget, watch)
            .map_err(|error| untested(error, &formula))
    })?;
    let object = conjecture_answers::conjecture(&formula, game.name(), &domain, &verdict);
    json::python(py, &object)
}

fn untested(error: TestError, formula: &Formula) -> Failure {
    match error {
        TestError::Evaluation(error) => {
            let found = ParseError::new(formula.text(), error.span(), error.to_string());
            found.suggest("guard it, as in `y > 0 => x / y < 3`, or change the bounds").into()
        }
        TestError::Tables(error @ TableError::NoCompletion) => {
            let span = formula.mentions().completion.unwrap_or(0..0);
            ParseError::new(formula.text(), span, error.to_string()).into()
        }
        TestError::Tables(TableError::Limit(limit)) | TestError::Limit(limit) => limit.into(),
        TestError::Tables(error) => Failure::of(&error, Some("ask for fewer heaps")),
    }
}

/// Two games, and by what they are compared.
pub(crate) struct Asked<'a> {
    pub(crate) games: [&'a AnyGame; 2],
    pub(crate) play: Play,
    pub(crate) heaps: u64,
    pub(crate) max: u64,
    pub(crate) values: bool,
    pub(crate) show: u32,
}

/// Where two games have the same P-positions, or the same Grundy values.
pub(crate) fn compare<'py>(
    py: Python<'py>,
    asked: &Asked<'_>,
    bounds: Bounds,
) -> PyResult<Bound<'py, PyAny>> {
    let Asked { games: [left, right], play, heaps, max, values, show } = *asked;
    let question = match (values, play) {
        (false, play) => Question::Outcomes(play),
        (true, Play::Normal) => Question::Values,
        (true, Play::Misere) => {
            let message = "Grundy values say nothing of misère play";
            return Err(Failure::input(message, "leave out misere=True or values=True").raise(py));
        }
    };
    for game in [left, right] {
        if let Some(most) = game.most_heaps().filter(|&most| most < heaps) {
            let message = format!("{game} has at most {most} heaps, not {heaps}");
            return Err(Failure::input(message, "ask for fewer").raise(py));
        }
    }
    let number = usize::try_from(heaps).unwrap_or(usize::MAX);
    let domain = Domain::heaps(number, max)
        .map_err(|error| Failure::of(&error, Some("lower heaps= or max=")))?;
    let found = work::long(py, bounds, |budget, watch| {
        let sides = [Side::of_game(left), Side::of_game(right)];
        compared_by(&sides[0], &sides[1], &domain, question, show as usize, budget, watch)
    })?;
    let known = match (left.rules(), right.rules()) {
        (Some(left), Some(right)) if play == Play::Normal => proved([left, right], number),
        _ => Proved::Nothing,
    };
    let object = conjecture_answers::compare(&Compared {
        games: [left.name(), right.name()],
        play,
        values,
        heaps: number,
        max,
        found: &found,
        proved: known,
        replay: &[],
    });
    json::python(py, &object)
}

/// A family of rules, member by member.
#[pyfunction]
#[pyo3(signature = (family, start, stop, *, take = None, split = false, rows = None, cols = None,
    heaps = None, max = None, periods = None, coins = None, **bounds))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn survey<'py>(
    py: Python<'py>,
    family: &str,
    start: u64,
    stop: u64,
    take: Option<&str>,
    split: bool,
    rows: Option<u64>,
    cols: Option<u64>,
    heaps: Option<usize>,
    max: Option<u64>,
    periods: Option<u64>,
    coins: Option<usize>,
    bounds: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let series = Series::parse(family, take, split).map_err(refused)?;
    let usual = Sizes::default();
    let sizes = Sizes {
        rows: rows.unwrap_or(usual.rows).clamp(1, 1000),
        cols: cols.unwrap_or(usual.cols).clamp(1, 1000),
        heaps: heaps.unwrap_or(usual.heaps).max(1),
        max,
        periods: periods.unwrap_or(usual.periods).clamp(1, 128),
        coins: coins.unwrap_or(usual.coins),
    };
    let members = series.members(start, stop).map_err(refused)?;
    let total = members.len();
    let found = work::long(py, Bounds::read(bounds)?, |budget, watch| {
        let mut found = Vec::new();
        for (done, member) in (0..).zip(&members) {
            budget.watch(watch, Step::of(Task::Member(member.n), done, total as u64))?;
            found.push(surveyed(member, &sizes, budget));
        }
        Ok::<_, amalgam::LimitReached>(found)
    })?;
    let family = series.template().to_string();
    json::python(py, &survey_answers::survey(&family, &sizes, total, &found))
}

fn refused(error: amalgam::lab::survey::SeriesError) -> Failure {
    match error {
        amalgam::lab::survey::SeriesError::Parse(error) => error.into(),
        error => error.into(),
    }
}

/// The statements of the papers, checked: one of them, or all. Every time is 0: it says nothing of them.
#[pyfunction]
#[pyo3(signature = (id = None, effort = "quick", **bounds))]
pub(crate) fn claims<'py>(
    py: Python<'py>,
    id: Option<&str>,
    effort: &str,
    bounds: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let effort: Effort = effort
        .parse()
        .map_err(|help: String| Failure::input(format!("there is no effort {effort:?}"), &help))?;
    let claim = id.map(claim).transpose()?;
    let mut verdicts = work::long(py, Bounds::read(bounds)?, |budget, watch| {
        let context = Context { limits: budget.clone(), ..Context::new(effort) };
        let verdicts = match claim {
            Some(claim) => vec![claim.run(&context)],
            None => ledger::run_all(&context, watch),
        };
        // What was stopped is not unknown: nobody waited for it.
        budget.check(0).map(|()| verdicts)
    })?;
    verdicts.iter_mut().for_each(|verdict| verdict.time = Duration::ZERO);
    json::python(py, &claim_answers::claims(effort, &verdicts))
}

/// What the claims are called.
#[pyfunction]
pub(crate) fn claim_ids() -> Vec<&'static str> {
    ledger::all().into_iter().map(|claim| claim.id).collect()
}

fn claim(id: &str) -> Result<&'static ledger::Claim, Failure> {
    ledger::find(id).ok_or_else(|| {
        let error = ParseError::new(id, 0..id.len(), format!("there is no claim `{id}`"));
        match nearest(id, ledger::all().iter().map(|claim| claim.id)) {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.suggest("amalgam_nim.claim_ids() lists them"),
        }
        .into()
    })
}

/// Whether a certificate is a proof, by the checker that shares no code with the library.
#[pyfunction]
#[pyo3(signature = (certificate, work = WORK, **bounds))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    certificate: &[u8],
    work: u64,
    bounds: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let certificate = certificate.to_vec();
    let object = work::apart(py, Bounds::read(bounds)?, move |_, watch| {
        let told = |done, total| {
            let _ = watch.tick(Step::of(Task::Steps, done, total));
        };
        match check_within(&certificate, work, &told) {
            Ok(certificate) => {
                Ok(check_answers::accepted(&check_answers::game(&certificate), &certificate))
            }
            Err(flaw @ (Flaw::Rejected(_) | Flaw::Rest { .. })) => {
                Ok(check_answers::rejected(&flaw))
            }
            Err(flaw @ Flaw::TooLarge { .. }) => {
                Err(Failure::limit(flaw.to_string(), "nothing is decided; raise work="))
            }
            Err(flaw) => {
                Err(Failure::input(flaw.to_string(), "docs/certificate.md has the format"))
            }
        }
    })?;
    json::python(py, &object)
}

/// The games that have a name.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    json::python(py, &answers::games().map_err(Failure::from)?)
}
