//! `period`: whether the values of single heaps repeat, and whether that is proved.

use std::io;

use amalgam::engines::sequence::period::Verdict as Found;
use amalgam::engines::sequence::{Sequence, period};
use amalgam::lab::statement::Status as Sure;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::single_heaps;
use super::statement::Status;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells, words};

/// Whether the values of single heaps repeat, and whether that is proved
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "The answer is one of\n  \
    proved      a theorem says that the pattern goes on for ever; the theorem is named\n  \
    observed    the pattern holds for the last half of the heaps looked at, three periods and 32\n              \
    heaps at least, and nothing more is claimed\n  \
    none found  no such pattern was seen\n\n\
    Exit codes: 0 proved or observed, 1 none found, 2 wrong input, 3 a limit was reached.\n\n\
    Examples:\n  \
    amalgam period kayles                 proved: period 12 from 71 on\n  \
    amalgam period \"octal(0.127)\"\n  \
    amalgam period \"octal(0.16)\" --to 600000\n  \
    amalgam period \"take {1,4..}\" --json")]
pub struct Period {
    /// The game: a name, octal(CODE) or rules in words, without merges
    #[arg(required = true, value_name = "GAME")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub game: Vec<String>,
    /// The largest heap to look at [default: 100000; 10000 where three heaps may be left]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[serde(default)]
    pub to: Option<u64>,
}

/// What `period` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PeriodFound {
    /// The game.
    pub game: String,
    /// How sure it is; unknown if no pattern was found.
    pub status: Status,
    /// The heaps that the status is about.
    pub scope: String,
    /// g(n + period) = g(n) + saltus for all n from the preperiod on.
    #[serde(flatten)]
    pub repeats: Option<Repeats>,
    /// The theorem that proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<Theorem>,
    /// Up to which heap the theorem was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_to: Option<u64>,
    /// Up to which heap the pattern was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_to: Option<u64>,
    /// Up to which heap the pattern must go on so that a theorem proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_needs: Option<Option<u64>>,
    /// Up to which heap no pattern was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none_found_to: Option<u64>,
}

/// How values repeat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Repeats {
    /// The least period.
    pub period: u64,
    /// The least heap from which they repeat.
    pub preperiod: u64,
    /// How much a value grows in one period.
    pub saltus: u64,
    /// The last heap that does not fit.
    pub last_exception: Option<u64>,
}

/// The theorem that proves a period.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Theorem {
    /// Its name.
    pub name: String,
    /// What it says.
    pub statement: String,
}

/// Where the search starts: small games are answered at once, and each step doubles the table.
const START: u64 = 1000;

impl Question for Period {
    const NAME: &'static str = "period";
    const EXAMPLE: &'static str = "game=kayles";
    type Answer = PeriodFound;

    fn answer(&self, host: &Host<'_>) -> Result<PeriodFound, Problem> {
        let (game, moves) = single_heaps::read(host, &self.game)?;
        // A heap that may be left as three costs more the larger it is.
        let last = self.to.unwrap_or(if moves.most_heaps() > 2 { 10_000 } else { 100_000 });
        let mut sequence = Sequence::new(moves);
        let mut to = last.min(START);
        let found = loop {
            single_heaps::extend(host, &mut sequence, to)?;
            let found = period::find(&sequence, &host.limits)?;
            if to == last || matches!(found, Found::Proved { .. }) {
                break found;
            }
            to = last.min(2 * to);
        };
        Ok(PeriodFound::new(game, &found))
    }
}

impl PeriodFound {
    fn new(game: String, found: &Found) -> PeriodFound {
        let repeats = |period: &period::Period| Repeats {
            period: period.period,
            preperiod: period.preperiod,
            saltus: period.saltus,
            last_exception: period.last_exception(),
        };
        let none = PeriodFound {
            game,
            status: Status(Sure::Unknown),
            scope: String::new(),
            repeats: None,
            theorem: None,
            checked_to: None,
            observed_to: None,
            proof_needs: None,
            none_found_to: None,
        };
        match found {
            Found::Proved { period, theorem, checked_to } => PeriodFound {
                status: Status(Sure::Proved),
                scope: format!("all heaps from {} on", period.preperiod),
                repeats: Some(repeats(period)),
                theorem: Some(Theorem {
                    name: theorem.name().to_string(),
                    statement: theorem.to_string(),
                }),
                checked_to: Some(*checked_to),
                ..none
            },
            Found::Observed { period, to, proof_needs } => PeriodFound {
                status: Status(Sure::Observed),
                scope: format!("heaps from {} to {to}", period.preperiod),
                repeats: Some(repeats(period)),
                observed_to: Some(*to),
                proof_needs: Some(*proof_needs),
                ..none
            },
            Found::NoneFound { to } => {
                let scope = format!("heaps up to {to}");
                PeriodFound { scope, none_found_to: Some(*to), ..none }
            }
        }
    }
}

impl Answer for PeriodFound {
    fn schema(&self) -> &'static str {
        "amalgam/period/2"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (paint, game) = (page.paint(), &self.game);
        let Some(Repeats { period, preperiod, saltus, last_exception }) = &self.repeats else {
            let to = self.none_found_to.unwrap_or(0);
            return page.line(format!(
                "{}: {game} shows no period up to heap {to}",
                paint.open("none found")
            ));
        };
        let grown = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let equation = format!("g(n + {period}) = g(n){grown}");
        page.line(match self.observed_to {
            None => {
                format!("{}: in {game} {equation} for all n >= {preperiod}", paint.good("proved"))
            }
            Some(to) => format!(
                "{}: in {game} {equation} for n >= {preperiod}, as far as heap {to}",
                paint.open("observed")
            ),
        })?;
        let last = last_exception.map_or("none".to_owned(), |heap| heap.to_string());
        let mut rows = vec![
            cells!["period", period],
            cells!["preperiod", preperiod],
            cells!["saltus", saltus],
            cells!["last exception", last],
        ];
        if let (Some(theorem), Some(to)) = (&self.theorem, self.checked_to) {
            rows.push(cells!["checked", format!("heaps 0 to {to}")]);
            rows.push(cells!["because", theorem.statement]);
        }
        if let Some(needs) = self.proof_needs {
            let why = match needs {
                Some(need) => format!("if it goes on like this, --to {need} proves it"),
                None => "no theorem known here applies; it may fail beyond".to_owned(),
            };
            rows.push(cells!["not proved", why]);
        }
        page.columns(&rows, 2)
    }

    fn verdict(&self) -> Verdict {
        if self.repeats.is_some() { Verdict::Yes } else { Verdict::No }
    }
}
