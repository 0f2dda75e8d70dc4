//! `amalgam row`: one row as the papers write it.

use std::ops::Range;

use amalgam::ParseError;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::row::{LONGEST_LIST, Lists, lists_of, matching};
use amalgam::engines::three::rows::{Parts, Proof, Proved};
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::rest_rows::{Rows, parse_rest};
use crate::{found, output};

#[derive(Args, Debug)]
#[command(
    after_help = "L1 are the pairs [b,c] of the row that do not repeat, L2 has one pair of each \
    class that does: [b,c], [b+p,c+p], [b+2p,c+2p], … Together they are all P-positions [a,b,c] with \
    b >= 1. Lists that are too long are summed up. --structure tells where the row stands between two \
    cover rows and what moves in it: of an odd row of its block the cycles in which one period of its \
    mask permutes the cells of its register (− where what has gone round comes back turned), of an even \
    row its defects (the cells that differ from what the rows before leave). The row of a rest R pairs b \
    with c if R with b and c is a P-position; a heap may be its own partner there. With --grundy a pair \
    [c,g] says that the rest with a heap of c is worth g.\n\nExamples:\n  \
    amalgam row 7\n  \
    amalgam row 4 --latex\n  \
    amalgam row 69 --structure\n  \
    amalgam row 7 --matching 0..40\n  \
    amalgam row \"[2,3]\"\n  \
    amalgam row \"[1,1,2]\" --game \"take any, merge if unequal\"\n  \
    amalgam row --grundy \"[3]\""
)]
pub(crate) struct RowArgs {
    /// The row a, or all heaps but two, such as "[2,3]"
    row: String,
    #[command(flatten)]
    game: FamilyArgs,
    /// List Grundy values instead of partners
    #[arg(long)]
    grundy: bool,
    /// List the partner pairs with an end in these columns instead, such as 0..40
    #[arg(long, value_name = "FROM..TO", conflicts_with = "latex")]
    matching: Option<String>,
    /// Tell the structure of the row instead: its place in its block, its cycles or defects
    #[arg(long, conflicts_with_all = ["latex", "matching"])]
    structure: bool,
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
    match args.row.trim().parse() {
        Ok(row) if !args.grundy => run_three(args, row),
        _ => run_rest(args),
    }
}

/// The row of a rest.
fn run_rest(args: &RowArgs) -> Result<Answer, Failure> {
    let rest = parse_rest(&args.row)?;
    let rows = Rows::of(&args.game.game, args.grundy)?;
    let limits = args.limits.limits();
    match &args.matching {
        Some(range) => rows.matching(&rest, &parse_range(range)?, &limits, args.json),
        None => rows.row(&rest, &limits, (args.latex, args.json)),
    }
}

/// Row a of f(a,b).
fn run_three(args: &RowArgs, row: u64) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    if row == 0 {
        return Err(Failure::input(
            SearchError::RowZero.to_string(),
            Some("rows start at 1".to_owned()),
        ));
    }
    if let Some(range) = &args.matching {
        let columns = parse_range(range)?;
        let pairs = matching(family, row, columns.clone())?;
        if args.json {
            output::print_json(&three_answers::matching(game.name(), row, &columns, &pairs))?;
        } else {
            let line = |[b, c]: &[u64; 2]| vec![b.to_string(), "—".to_owned(), c.to_string()];
            let rows: Vec<Vec<String>> = pairs.iter().map(line).collect();
            output::print(&output::columns(&rows, 0))?;
        }
        return Ok(Answer::Yes);
    }
    let proved = found::row(family, row, &args.limits.limits())?;
    if args.structure {
        if args.json {
            output::print_json(&three_answers::structure(game.name(), row, &proved))?;
        } else {
            output::print(&structure(row, &proved))?;
        }
        return Ok(Answer::Yes);
    }
    if proved.preperiod.saturating_add(proved.period) > LONGEST_LIST {
        if args.json {
            output::print_json(&three_answers::long_row(game.name(), row, &proved))?;
        } else {
            output::print(&if args.latex { long_latex(row, &proved) } else { long(row, &proved) })?;
        }
        return Ok(Answer::Yes);
    }
    let lists = lists_of(family, row, &proved)?;
    if args.json {
        output::print_json(&three_answers::row(game.name(), &lists))?;
    } else {
        output::print(&if args.latex { latex(&lists) } else { text(&lists) })?;
    }
    Ok(Answer::Yes)
}

/// A row whose lists are too long to be written out.
fn long(row: u64, proved: &Proved) -> String {
    let Proved { preperiod, period, .. } = proved;
    format!(
        "L1({row}): pairs [b,c] with b < {preperiod}, too many to list\n\
         L2({row}): {} classes + {period}ℕ, too many to list\n\
         f({row},b+{period}) = f({row},b)+{period} for all b >= {preperiod}, both least, proved by {}\n",
        period / 2,
        three_answers::by(proved)
    )
}

/// The same in LaTeX.
fn long_latex(row: u64, proved: &Proved) -> String {
    let Proved { preperiod, period, .. } = proved;
    format!(
        "% L_1({row}), the pairs [b,c] with b < {preperiod}, and L_2({row}), {} classes, are too long to list.\n\
         \\[ f({row},b+{period}) = f({row},b)+{period} \\qquad (b \\ge {preperiod}) \\]\n",
        period / 2
    )
}

/// What moves in a row.
fn structure(row: u64, proved: &Proved) -> String {
    let Proved { preperiod, period, .. } = proved;
    let Proof::Structure(found) = &proved.proof else {
        return format!(
            "row {row}: walked; period {period} from column {preperiod} on\n\
             no cover row is below it, or its block has not the structure that would be told here\n"
        );
    };
    let mut text = format!(
        "row {row}: place {} in the block after cover row {} (k = {})\n\
         period {period} from column {preperiod} on, proved by structure at column {}\n\
         its mask repeats after {} columns, its register after {} times as many\n",
        found.place,
        2 * found.half,
        found.half,
        found.column,
        found.over,
        found.multiplier
    );
    let sign = |minus: bool| if minus { '−' } else { '+' };
    text += &match &found.parts {
        Parts::Cycles(cycles) => {
            let words: Vec<String> =
                cycles.iter().map(|c| format!("{}{}", c.length, sign(c.turns))).collect();
            let cells: u64 = cycles.iter().map(|cycle| cycle.length).sum();
            format!("cycles of its {cells} cells: {}\n", words.join(" "))
        }
        Parts::Defects(defects) if defects.is_empty() => {
            "no defects: it takes what the rows before it leave\n".to_owned()
        }
        Parts::Defects(defects) => {
            let words: Vec<String> = defects
                .iter()
                .map(|d| format!("{} at {}", sign(!d.plus), found.column + d.offset))
                .collect();
            format!("defects: {}\n", words.join(", "))
        }
    };
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
