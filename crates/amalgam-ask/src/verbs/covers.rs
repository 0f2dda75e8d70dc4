//! `covers`: which rows are cover rows, proved either way.

use std::io;
use std::path::PathBuf;

use amalgam::Budget;
use amalgam::base::budget::{Limit, LimitReached, Progress};
use amalgam::engines::rows::certificate;
use amalgam::engines::three::covers::{CoverProof, Decided, Recurrence, Search};
use amalgam::games::rules::Family;
use amalgam::lab::statement::Status as Sure;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::amalgamation;
use super::rowed::from_column;
use super::statement::Status;
use crate::answer::{Answer, Verdict};
use crate::long::{Kept, Stop};
use crate::problem::lost;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// The cover rows, proved
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "2k is a cover row if from some column on the rows 0..2k use at every column exactly the offsets \
    -k..k: the rows after it start afresh. Only the rows 8m and 8m+6 can be cover rows. Each is listed as a cover, \
    with a balanced column or a common period that proves it; or as proved to be none, because the rows repeat with \
    some defects left; or as unknown, with the number d of defects that were left at the last column searched. A \
    search that is interrupted goes on where it was when it is started again. A file that is there already is \
    replaced only with --force; - is standard output.\n\nExamples:\n  \
    amalgam covers --to 60\n  \
    amalgam covers --to 130 --json\n  \
    amalgam covers --to 1000 --certificate covers1000.txt"
)]
pub struct Covers {
    /// The last row
    #[arg(long, value_name = "A")]
    pub to: u64,
    /// amalgamation, restricted-amalgamation(r), merge-take-one or nim
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// Search this many columns [default: a 64th of the row's fourth power, 65536 at least]
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
    /// Start over and ignore any checkpoint
    #[arg(long)]
    #[serde(skip)]
    #[schemars(skip)]
    pub fresh: bool,
}

/// What `covers` answers: the rows 8m and 8m + 6.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CoversListed {
    /// The game.
    pub game: String,
    /// The last row.
    pub to: u64,
    /// Those that are covers.
    pub covers: Vec<CoverSaid>,
    /// Those that are proved to be none.
    pub excluded: Vec<RecurrenceSaid>,
    /// The rows, of any kind, that act as a cover on the rows above without being one.
    pub hidden: Vec<RecurrenceSaid>,
    /// Those that are open, with how far they are from a cover.
    pub open: Vec<OpenSaid>,
    /// How far was searched.
    pub searched_to_column: u64,
    #[serde(skip)]
    quiet: bool,
    #[serde(skip)]
    lost: Option<Problem>,
}

/// A cover row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CoverSaid {
    /// The row 2k.
    pub row: u64,
    /// k.
    pub half_width: u64,
    /// The least column from which it covers.
    pub from: u64,
    /// proved.
    pub status: Status,
    /// What the status is about.
    pub scope: String,
    /// Why.
    pub proof: ProofSaid,
}

/// Why a row is a cover row.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ProofSaid {
    /// A column is balanced.
    Balanced {
        /// The cover row below.
        after: u64,
        /// The column.
        column: u64,
    },
    /// The rows repeat together.
    Period {
        /// The column from which they do.
        column: u64,
        /// After this many columns.
        period: u64,
    },
}

/// A row that repeats with defects.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecurrenceSaid {
    /// The row 2k.
    pub row: u64,
    /// k.
    pub half_width: u64,
    /// proved.
    pub status: Status,
    /// What the status is about.
    pub scope: String,
    /// Why.
    pub proof: RecurrenceProof,
}

/// The rows above one repeat, and some defects are left.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecurrenceProof {
    /// recurrence.
    pub kind: &'static str,
    /// The row above which the rows repeat.
    pub over: u64,
    /// How many defects are left.
    pub d: u64,
    /// The column from which they repeat.
    pub column: u64,
    /// After this many columns.
    pub period: u64,
}

/// A row of which it is not known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenSaid {
    /// The row 2k.
    pub row: u64,
    /// k.
    pub half_width: u64,
    /// unknown.
    pub status: Status,
    /// What was looked at.
    pub scope: String,
    /// How many defects were left at the last column.
    pub d: u64,
    /// Since which column.
    pub steady_from: u64,
}

/// A search for covers as a run that is kept.
struct Run(Search);

impl Kept for Run {
    type Found = Decided;

    fn advance(&mut self, limits: &Budget, progress: &dyn Progress) -> Result<Decided, Stop> {
        match self.0.advance(limits, progress)? {
            Some(decided) => Ok(decided),
            None => {
                let limit = limits.met().unwrap_or(Limit::Stopped);
                Err(Stop::Limit(LimitReached::new(limit, 0)))
            }
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

impl Question for Covers {
    const NAME: &'static str = "covers";
    const EXAMPLE: &'static str = "to=30";
    type Answer = CoversListed;

    fn answer(&self, host: &Host<'_>) -> Result<CoversListed, Problem> {
        let (game, family) = host.family(&self.game)?;
        let file = host.create(self.certificate.as_deref(), self.force)?;
        let decided = self.decide(family, host)?;
        let quiet = file.as_ref().is_some_and(|file| file.is_stdout());
        let text = || certificate::covers(family, &decided, self.to);
        // What was found is said even if the certificate could not be written.
        let lost = file.and_then(|file| lost(file.write_whole(text().as_bytes())));
        Ok(CoversListed { quiet, lost, ..self.listed(game, &decided) })
    }
}

impl Covers {
    fn decide(&self, family: Family, host: &Host<'_>) -> Result<Decided, Problem> {
        let new = Search::new(family, self.to, self.max_columns)?;
        // A search to another column is another search.
        let name = match family {
            Family::Threshold(r) => format!("threshold-{r}-{}-{}.covers", self.to, new.limit()),
            Family::MergeTakeOne => format!("merge-take-one-{}-{}.covers", self.to, new.limit()),
        };
        let asked = (family, self.to, new.limit());
        let read = |bytes: &[u8]| match Search::from_bytes(bytes) {
            Ok(kept) if (kept.family(), kept.to(), kept.limit()) == asked => Ok(Run(kept)),
            Ok(_) => Err("it is about other rows".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        Ok(host.finish(&name, self.fresh, || Ok(Run(new)), read)?.1)
    }

    fn listed(&self, game: String, decided: &Decided) -> CoversListed {
        let searched = decided.covers.searched_to_column;
        let covers = decided.covers.covers.iter().map(|cover| CoverSaid {
            row: cover.row,
            half_width: cover.half_width,
            from: cover.from,
            status: Status(Sure::Proved),
            scope: from_column(cover.from),
            proof: match cover.proof {
                CoverProof::Balanced { after, column } => ProofSaid::Balanced { after, column },
                CoverProof::Period { column, period } => ProofSaid::Period { column, period },
            },
        });
        let open = decided.open.iter().map(|open| OpenSaid {
            row: open.row,
            half_width: open.row / 2,
            status: Status(Sure::Unknown),
            scope: format!("the columns before {searched}"),
            d: open.defects,
            steady_from: open.steady,
        });
        CoversListed {
            game,
            to: self.to,
            covers: covers.collect(),
            excluded: decided.excluded.iter().map(recurrence).collect(),
            hidden: decided.hidden.iter().map(recurrence).collect(),
            open: open.collect(),
            searched_to_column: searched,
            quiet: false,
            lost: None,
        }
    }
}

fn recurrence(&Recurrence { row, over, defects, column, period }: &Recurrence) -> RecurrenceSaid {
    RecurrenceSaid {
        row,
        half_width: row / 2,
        status: Status(Sure::Proved),
        scope: from_column(column),
        proof: RecurrenceProof { kind: "recurrence", over, d: defects, column, period },
    }
}

impl ProofSaid {
    /// The proof in words.
    pub fn words(&self) -> String {
        match self {
            ProofSaid::Balanced { after, column } => {
                format!("after cover {after}, column {column} is balanced")
            }
            ProofSaid::Period { column, period } => {
                format!("the rows repeat together from column {column} with period {period}")
            }
        }
    }
}

impl Answer for CoversListed {
    fn schema(&self) -> &'static str {
        "amalgam/covers/2"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mut rows: Vec<(u64, Vec<String>)> = Vec::new();
        for cover in &self.covers {
            let proof = cover.proof.words();
            let line = cells![cover.row, cover.half_width, cover.from, "cover, proved", proof];
            rows.push((cover.row, line));
        }
        for RecurrenceSaid { row, half_width, proof, .. } in &self.excluded {
            let RecurrenceProof { over, d, column, period, .. } = proof;
            let why = format!(
                "{d} defects for ever: the rows after {over} repeat from column {column} with period {period}"
            );
            rows.push((*row, cells![row, half_width, "never", "no cover, proved", why]));
        }
        for OpenSaid { row, half_width, d, steady_from, .. } in &self.open {
            let left = format!("{d} defects are left, since column {steady_from}");
            rows.push((*row, cells![row, half_width, "?", "unknown", left]));
        }
        rows.sort();
        let headings = cells!["row", "half width", "from", "status", "proof"];
        let rows: Vec<Vec<String>> =
            [headings].into_iter().chain(rows.into_iter().map(|(_, row)| row)).collect();
        page.line(format!("cover rows in {} up to row {}", self.game, self.to))?;
        page.columns(&rows, 2)?;
        match self.open.is_empty() {
            true => page.line("every row 8m and 8m + 6 is decided"),
            false => page.line(format!("searched to column {}", self.searched_to_column)),
        }
    }

    fn verdict(&self) -> Verdict {
        self.lost.clone().map_or(Verdict::Yes, Verdict::Unfinished)
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }
}
