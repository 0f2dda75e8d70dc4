//! `row`: one row as the papers write it.

use std::io;
use std::ops::Range;

use amalgam::ParseError;
use amalgam::engines::rows::{self, Proved, Values};
use amalgam::lab::statement::Status as Sure;
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::amalgamation;
use super::rowed::{Listing, RowSaid, StructureSaid, parse_rest};
use super::statement::Status;
use crate::answer::Answer;
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells, words};

/// One row as the papers write it: the lists L1 and L2, or its matching
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "The row of a rest R pairs b with c if R with b and c is a P-position; 7 is the rest [7], and its \
    row is row 7 of f(a,b). L1 are the pairs [b,c] that do not repeat, L2 has one pair of each class that does: \
    [b,c], [b+p,c+p], [b+2p,c+2p], … Lists that are too long are summed up. --structure tells where the row \
    of a single heap stands between two cover rows and what moves in it: of an odd row of its block the cycles in \
    which one period of its mask permutes the cells of its register (− where what has gone round comes back \
    turned), of an even row its defects (the cells that differ from what the rows before leave). With --grundy a \
    pair [c,g] says that the rest with a heap of c is worth g.\n\nExamples:\n  \
    amalgam row 7\n  \
    amalgam row 4 --latex\n  \
    amalgam row 69 --structure\n  \
    amalgam row 7 --matching 0..40\n  \
    amalgam row \"[2,3]\"\n  \
    amalgam row \"[1,1,2]\" --game \"take any, merge if unequal\"\n  \
    amalgam row --grundy 3"
)]
#[command(group = clap::ArgGroup::new("told").args(["matching", "structure", "latex"]))]
pub struct Row {
    /// The rest: all heaps but two, such as 7 or 2,3
    #[arg(required = true, value_name = "REST")]
    #[serde(with = "words")]
    #[schemars(with = "String")]
    pub row: Vec<String>,
    /// The game: a name, or rules in words such as "take any, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    #[serde(default = "amalgamation")]
    pub game: String,
    /// List Grundy values instead of partners
    #[arg(long)]
    #[serde(default)]
    pub grundy: bool,
    /// List the pairs with an end in these columns instead, such as 0..40
    #[arg(long, value_name = "FROM..TO")]
    #[serde(default)]
    pub matching: Option<String>,
    /// Tell the structure of the row instead: its place in its block, its cycles or defects
    #[arg(long)]
    #[serde(skip)]
    #[schemars(skip)]
    pub structure: bool,
    /// Write the lists in LaTeX
    #[arg(long)]
    #[serde(skip)]
    #[schemars(skip)]
    pub latex: bool,
}

/// What `row` answers: the row with its lists, or some pairs of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RowAnswered {
    /// The row.
    Row(Box<RowListed>),
    /// Pairs.
    Matching(MatchingListed),
}

/// A row with its lists.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RowListed {
    /// The game.
    pub game: String,
    /// What the row lists.
    pub values: Listing,
    /// What is known of it.
    #[serde(flatten)]
    pub row: RowSaid,
    /// L1: the pairs that do not repeat; null if the lists are too long.
    pub once: Option<Vec<[u64; 2]>>,
    /// One pair of each class of L2; null if the lists are too long.
    pub repeating: Option<Vec<[u64; 2]>>,
    /// How many classes L2 has, where that is known.
    pub classes: Option<u64>,
    #[serde(skip)]
    told: Told,
}

/// How a row is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Lists,
    Latex,
    Structure,
}

/// Some pairs of a row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MatchingListed {
    /// The game.
    pub game: String,
    /// What the row lists.
    pub values: Listing,
    /// The rest.
    pub rest: Vec<u64>,
    /// The first column.
    pub from: u64,
    /// The column after the last.
    pub to: u64,
    /// The pairs with an end in these columns.
    pub pairs: Vec<[u64; 2]>,
    /// proved: every column was walked.
    pub status: Status,
    /// What the status is about.
    pub scope: String,
}

impl Question for Row {
    const NAME: &'static str = "row";
    const EXAMPLE: &'static str = "row=7";
    type Answer = RowAnswered;

    fn answer(&self, host: &Host<'_>) -> Result<RowAnswered, Problem> {
        let rest =
            parse_rest(&self.row.join(" ")).map_err(|error| Problem::from(error).field("row"))?;
        let (game, setting) = host.row_setting(&self.game, self.grundy)?;
        let (game, values) = (game.name().to_owned(), setting.values().into());
        if let Some(range) = &self.matching {
            let columns =
                parse_range(range).map_err(|error| Problem::from(error).field("matching"))?;
            let pairs = rows::matching(&setting, &rest, columns.clone(), &host.limits)?;
            let Range { start: from, end: to } = columns;
            return Ok(RowAnswered::Matching(MatchingListed {
                game,
                values,
                rest: rest.heaps().to_vec(),
                from,
                to,
                pairs,
                status: Status(Sure::Proved),
                scope: format!("the columns from {from} to {}", to - 1),
            }));
        }
        let (row, proved) = host.rows().row(&setting, &rest)?;
        let Proved { preperiod, period, .. } = proved;
        let told = match (self.latex, self.structure) {
            (true, _) => Told::Latex,
            (false, true) => Told::Structure,
            (false, false) => Told::Lists,
        };
        let long =
            preperiod.saturating_add(period) > host.door.longest_list() || told == Told::Structure;
        let lists = match long {
            true => None,
            false => Some(rows::lists(&setting, &row, &host.limits)?),
        };
        // Of completions each class is a pair, but for the columns that are their own partners.
        let classes = match setting.values() {
            Values::Completions => proved.fixed.map(|fixed| (period - fixed) / 2 + fixed),
            Values::Grundy => Some(period),
        };
        let (once, repeating) = lists.map(|lists| (lists.once, lists.repeating)).unzip();
        let row = RowSaid::new(&row);
        Ok(RowAnswered::Row(Box::new(RowListed {
            game,
            values,
            row,
            once,
            repeating,
            classes,
            told,
        })))
    }
}

impl Answer for RowAnswered {
    fn schema(&self) -> &'static str {
        match self {
            RowAnswered::Row(_) => "amalgam/row/2",
            RowAnswered::Matching(_) => "amalgam/matching/2",
        }
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            RowAnswered::Row(row) => row.say(page),
            RowAnswered::Matching(MatchingListed { values, pairs, .. }) => {
                let between = if *values == Listing::Grundy { "→" } else { "—" };
                let line = |[b, c]: &[u64; 2]| cells![b, between, c];
                page.columns(&pairs.iter().map(line).collect::<Vec<_>>(), 0)
            }
        }
    }
}

impl RowListed {
    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let name = self.row.name();
        let (preperiod, period) = (self.row.preperiod.unwrap_or(0), self.row.period.unwrap_or(0));
        let proved =
            format!("{} by {}", page.paint().good("proved"), self.row.by.unwrap_or("walk"));
        let repeats = format!("repeats from column {preperiod} on with period {period}");
        match (self.told, &self.once, &self.repeating) {
            (Told::Structure, ..) => {
                page.line(format!("row {name} {repeats}, both least: {proved}"))?;
                page.text(structure(self.row.structure.as_ref()))
            }
            (Told::Latex, Some(once), Some(repeating)) => page.text(format!(
                "\\[ L_1({name}) = \\{{{}\\}} \\]\n\\[ L_2({name}) = \\{{{}\\}} + {period}\\mathbf{{N}} \\]\n",
                pairs(once, ",\\allowbreak "),
                pairs(repeating, ",\\allowbreak ")
            )),
            (Told::Latex, ..) => page.text(format!(
                "% L_1({name}), the pairs [b,c] with b < {preperiod}, and L_2({name}) are too long to list.\n\
                 \\[ f({name},b+{period}) = f({name},b)+{period} \\qquad (b \\ge {preperiod}) \\]\n"
            )),
            (Told::Lists, Some(once), Some(repeating)) => {
                page.line(format!("row {name} {repeats}, both least: {proved}"))?;
                page.line(format!("L1({name}) = {{{}}}", pairs(once, ", ")))?;
                page.line(format!("L2({name}) = {{{}}} + {period}ℕ", pairs(repeating, ", ")))
            }
            (Told::Lists, ..) => {
                page.line(format!("row {name} {repeats}, both least: {proved}"))?;
                page.line(format!("L1({name}): pairs [b,c] with b < {preperiod}, too many to list"))?;
                let classes = self.classes.map_or("classes".to_owned(), |n| format!("{n} classes"));
                page.line(format!("L2({name}): {classes} + {period}ℕ, too many to list"))
            }
        }
    }
}

/// What moves in a row.
fn structure(found: Option<&StructureSaid>) -> String {
    let Some(found) = found else {
        return "no cover row is below it, or its block has not the structure that would be told here\n"
            .to_owned();
    };
    let mut text = format!(
        "place {} in the block after cover row {} (k = {}), whose conditions hold at column {}\n\
         its mask repeats after {} columns, its register after {} times as many\n",
        found.place,
        2 * found.half_width,
        found.half_width,
        found.column,
        found.over,
        found.multiplier
    );
    if let Some(cycles) = &found.cycles {
        let sign = |turns: bool| if turns { '−' } else { '+' };
        let words: Vec<String> =
            cycles.iter().map(|c| format!("{}{}", c.length, sign(c.turns))).collect();
        let cells: u64 = cycles.iter().map(|cycle| cycle.length).sum();
        text += &format!("cycles of its {cells} cells: {}\n", words.join(" "));
    }
    match found.defects.as_deref() {
        None => {}
        Some([]) => text += "no defects: it takes what the rows before it leave\n",
        Some(defects) => {
            let sign = |sign: &str| if sign == "-" { '−' } else { '+' };
            let words: Vec<String> = defects
                .iter()
                .map(|d| format!("{} at {}", sign(d.sign), found.column + d.offset))
                .collect();
            text += &format!("defects: {}\n", words.join(", "));
        }
    }
    text
}

/// `FROM..TO`, the end not included.
fn parse_range(text: &str) -> Result<Range<u64>, ParseError> {
    let wrong = |span: Range<usize>, what: &str| {
        ParseError::new(text, span, what).suggest("write a range of columns, such as 0..40")
    };
    let all = 0..text.len();
    let Some((from, to)) = text.split_once("..") else {
        return Err(wrong(all, "this is no range"));
    };
    let number = |part: &str, start: usize| {
        let span = start..start + part.len().max(1);
        part.trim().parse::<u64>().map_err(|_| wrong(span, "this is no column"))
    };
    let (from, to) = (number(from, 0)?, number(to, from.len() + 2)?);
    if from >= to {
        return Err(wrong(all, "this range is empty"));
    }
    Ok(from..to)
}

fn pairs(pairs: &[[u64; 2]], separator: &str) -> String {
    let pairs: Vec<String> = pairs.iter().map(|[b, c]| format!("[{b},{c}]")).collect();
    pairs.join(separator)
}
