//! `rows`: the periods of many rows, each proved.

use std::io;
use std::path::PathBuf;

use amalgam::Budget;
use amalgam::Position;
use amalgam::base::budget::Limit;
use amalgam::engines::rows::certificate::CertificateError;
use amalgam::engines::rows::{Known, Rows as Finder, Wanted};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::amalgamation;
use super::rowed::{Listing, RowSaid, parse_rest};
use crate::answer::{Answer, Verdict};
use crate::problem::lost;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem};

/// The period of every row up to a heap, beside a rest, or up to some coins, proved
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "The row of a rest R repeats from column s (preperiod) on: f(R,b+p) = f(R,b)+p. Both are the least \
    ones, and both are proved. --to 20 asks for the rows of the single heaps 1 to 20, the rows of f(a,b). The mask \
    of such a row is what the rows before it use. By structure means that the period was not walked: it follows from \
    how holes and defects move in the rows between two covers (amalgam row A --structure). A run that is interrupted \
    goes on where it was when it is started again. A file that is there already is replaced only with --force; - is \
    standard output.\n\nExamples:\n  \
    amalgam rows --to 20\n  \
    amalgam rows --to 54 --json\n  \
    amalgam rows --to 44 --certificate rows44.txt\n  \
    amalgam rows --to 126\n  \
    amalgam rows --game \"restricted-amalgamation(3)\" --to 30\n  \
    amalgam rows --rest \"[1]\" --to 20\n  \
    amalgam rows --coins 12 --certificate rests12.txt\n  \
    amalgam rows --grundy --coins 12"
)]
pub struct Rows {
    /// The largest heap beside the rest
    #[arg(long, value_name = "A", required_unless_present = "coins")]
    #[serde(default)]
    pub to: Option<u64>,
    /// The rows of this rest with one heap more: 1 asks for the rests 1,1 and 1,2 and so on [default: no heap]
    #[arg(long, value_name = "REST", conflicts_with = "coins")]
    #[serde(default)]
    pub rest: Option<String>,
    /// The rows of all rests of at most this many coins instead
    #[arg(long, value_name = "N", conflicts_with = "to")]
    #[serde(default)]
    pub coins: Option<u64>,
    /// The rows of Grundy values instead of partners
    #[arg(long)]
    #[serde(default)]
    pub grundy: bool,
    /// The game: a name, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Give a row of a single heap up after this many columns [default: 2^33]
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub max_columns: Option<u64>,
    /// Also write a certificate that `amalgam verify` and `amalgam-check` accept; - is standard output, without the
    /// table
    #[arg(long, value_name = "FILE")]
    #[serde(default)]
    pub certificate: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    #[serde(default)]
    pub force: bool,
    /// Start over and ignore what was found before
    #[arg(long)]
    #[serde(skip)]
    #[schemars(skip)]
    pub fresh: bool,
}

/// What `rows` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RowsListed {
    /// The game.
    pub game: String,
    /// What the rows list.
    pub values: Listing,
    /// Row by row.
    pub rows: Vec<RowSaid>,
    #[serde(skip)]
    quiet: bool,
    /// What is missing.
    #[serde(skip)]
    missing: Option<Problem>,
}

impl Question for Rows {
    const NAME: &'static str = "rows";
    const EXAMPLE: &'static str = "to=12";
    type Answer = RowsListed;

    fn answer(&self, host: &Host<'_>) -> Result<RowsListed, Problem> {
        let wanted = self.wanted()?;
        let (game, setting) = host.row_setting(&self.game, self.grundy)?;
        let file = host.create(self.certificate.as_deref(), self.force)?;
        let max_columns = self.max_columns.unwrap_or(host.limits.max_columns);
        let limits = Budget { max_columns, ..host.limits.clone() };
        let finder = Finder { limits: &limits, ..host.rows() };
        let Known { rows, met, search } =
            finder.look(&setting, &wanted, self.fresh, file.is_some())?;
        match met {
            Some(met) if met.limit == Limit::Stopped => {
                return Err(Problem::interrupted(match host.rows.is_some() {
                    true => "interrupted; the same question goes on from here",
                    false => "interrupted",
                }));
            }
            // Only rows of single heaps are known one by one.
            Some(met) if rows.is_empty() => return Err(met.into()),
            _ => {}
        }
        let quiet = file.as_ref().is_some_and(|file| file.is_stdout());
        let unknown = rows.iter().filter(|row| row.proved().is_none()).count();
        let mut missing = (unknown > 0).then(|| {
            Problem::limit(format!(
                "{unknown} of {} rows stay unknown within the limits",
                rows.len()
            ))
            .suggest("raise --max-columns, --memory or --time")
        });
        // What was found is said even if the certificate could not be written.
        if let (Some(file), Some(search)) = (file, search) {
            let written = search.certificate(&host.limits, host.progress);
            missing = match written {
                Ok(text) => lost(file.write_whole(text.as_bytes())).or(missing),
                Err(error) => Some(error.into()),
            };
        }
        Ok(RowsListed {
            game: game.name().to_owned(),
            values: setting.values().into(),
            rows: rows.iter().map(RowSaid::new).collect(),
            quiet,
            missing,
        })
    }
}

impl Rows {
    fn wanted(&self) -> Result<Wanted, Problem> {
        match (self.coins, self.to) {
            (Some(coins), None) if self.rest.is_none() => Ok(Wanted::Coins(coins)),
            (Some(_), _) => Err(Problem::input(
                "`coins` asks for all rests, so neither `to` nor `rest` goes with it",
            )
            .field("coins")),
            (None, None) => Err(Problem::input("one of `to` and `coins` is needed").field("to")),
            (None, Some(0)) => Err(Problem::input("an empty heap adds nothing to a rest")
                .suggest("--to starts at 1")
                .field("to")),
            (None, Some(to)) => {
                let rest = match &self.rest {
                    Some(text) => {
                        parse_rest(text).map_err(|error| Problem::from(error).field("rest"))?
                    }
                    None => Position::default(),
                };
                Ok(Wanted::Beside(rest, to))
            }
        }
    }
}

impl From<CertificateError> for Problem {
    fn from(error: CertificateError) -> Problem {
        match error {
            CertificateError::Rows(error) => error.into(),
            error => Problem::of(&error),
        }
    }
}

impl Answer for RowsListed {
    fn schema(&self) -> &'static str {
        "amalgam/rows/2"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let single = self.rows.iter().all(|row| row.rest.len() == 1);
        let of = match (self.values, single) {
            (Listing::Grundy, _) => "the Grundy values of rests",
            (Listing::Completions, true) => "f(a,b)",
            (Listing::Completions, false) => "rests",
        };
        page.line(format!("rows of {of} in {}", self.game))?;
        page.columns(&table(&self.rows, single), 2)
    }

    fn verdict(&self) -> Verdict {
        self.missing.clone().map_or(Verdict::Yes, Verdict::Unfinished)
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }
}

/// Only columns that say something are shown.
fn table(rows: &[RowSaid], single: bool) -> Vec<Vec<String>> {
    let any = |has: fn(&RowSaid) -> bool| rows.iter().any(has);
    let fixed = any(|row| row.fixed_points.is_some_and(|fixed| fixed > 0)) || !single;
    let mask = any(|row| row.mask.is_some());
    let cover = any(|row| row.cover == Some(true));
    let number = |number: Option<u64>| number.map_or("?".to_owned(), |number| number.to_string());
    let mut lines = vec![vec![if single { "row" } else { "rest" }.to_owned()]];
    lines[0].extend(["preperiod", "period"].map(str::to_owned));
    let columns =
        [("mask", mask), ("fixed", fixed), ("offsets", true), ("cover", cover), ("status", true)];
    lines[0].extend(columns.iter().filter(|(_, shown)| *shown).map(|(name, _)| (*name).to_owned()));
    for row in rows {
        let name = if single { row.name() } else { said(&row.rest) };
        let mut line = vec![name, number(row.preperiod), number(row.period)];
        if mask {
            let of = row.mask.as_ref();
            line.push(of.map_or(String::new(), |m| format!("{} + {}", m.preperiod, m.period)));
        }
        if fixed {
            line.push(row.fixed_points.map_or(String::new(), |fixed| fixed.to_string()));
        }
        line.push(match (row.min_offset, row.max_offset, &row.bounds) {
            (Some(least), Some(most), _) => format!("{least}..{most}"),
            (.., Some(bounds)) => {
                format!("±{}..{} from {}", bounds.smallest, bounds.largest, bounds.from)
            }
            _ => String::new(),
        });
        if cover {
            line.push(if row.cover == Some(true) { "cover" } else { "" }.to_owned());
        }
        line.push(match (&row.limit, row.by) {
            (Some(why), _) => match row.columns {
                None | Some(0) => format!("unknown: {why}"),
                Some(columns) => format!("unknown after {columns} columns: {why}"),
            },
            (None, by) => format!("proved by {}", by.unwrap_or("walk")),
        });
        lines.push(line);
    }
    lines
}

fn said(rest: &[u64]) -> String {
    Position::new(rest.iter().copied()).to_string()
}
