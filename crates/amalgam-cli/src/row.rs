//! `amalgam row`: one row as the papers write it.

use std::ops::Range;

use amalgam::ParseError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::row::{Lists, lists, matching};
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::{self, Watch};

#[derive(Args, Debug)]
#[command(
    after_help = "L1 are the pairs [b,c] of the row that do not repeat, L2 has one pair of each \
    class that does: [b,c], [b+p,c+p], [b+2p,c+2p], … Together they are all P-positions [a,b,c] with \
    b >= 1.\n\nExamples:\n  \
    amalgam row 7\n  \
    amalgam row 4 --latex\n  \
    amalgam row 7 --matching 0..40"
)]
pub(crate) struct RowArgs {
    /// The row
    row: u64,
    #[command(flatten)]
    game: FamilyArgs,
    /// List the partner pairs with an end in these columns instead, such as 0..40
    #[arg(long, value_name = "FROM..TO", conflicts_with = "latex")]
    matching: Option<String>,
    /// Write the lists in LaTeX
    #[arg(long, conflicts_with = "json")]
    latex: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &RowArgs) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    if args.row == 0 {
        return Err(Failure::input(
            SearchError::RowZero.to_string(),
            Some("rows start at 1".to_owned()),
        ));
    }
    if let Some(range) = &args.matching {
        let columns = parse_range(range)?;
        let pairs = matching(family, args.row, columns.clone())?;
        if args.json {
            output::print_json(&three_answers::matching(game.name(), args.row, &columns, &pairs))?;
        } else {
            let line = |[b, c]: &[u64; 2]| vec![b.to_string(), "—".to_owned(), c.to_string()];
            let rows: Vec<Vec<String>> = pairs.iter().map(line).collect();
            output::print(&output::columns(&rows, 0))?;
        }
        return Ok(Answer::Yes);
    }
    let watch = Watch::listening(None);
    let found = lists(family, args.row, &args.limits.limits(), &watch);
    watch.done();
    let lists = match found {
        Err(SearchError::Stopped | SearchError::Unknown { .. }) if watch::interrupted() => {
            return Err(Failure::interrupted("interrupted".to_owned()));
        }
        found => found?,
    };
    if args.json {
        output::print_json(&three_answers::row(game.name(), &lists))?;
    } else {
        output::print(&if args.latex { latex(&lists) } else { text(&lists) })?;
    }
    Ok(Answer::Yes)
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

fn text(lists: &Lists) -> String {
    let Lists { row, period, once, repeating } = lists;
    format!(
        "L1({row}) = {{{}}}\nL2({row}) = {{{}}} + {period}ℕ\n",
        pairs(once, ", "),
        pairs(repeating, ", ")
    )
}

fn latex(lists: &Lists) -> String {
    let Lists { row, period, once, repeating } = lists;
    format!(
        "\\[ L_1({row}) = \\{{{}\\}} \\]\n\\[ L_2({row}) = \\{{{}\\}} + {period}\\mathbf{{N}} \\]\n",
        pairs(once, ",\\allowbreak "),
        pairs(repeating, ",\\allowbreak ")
    )
}
