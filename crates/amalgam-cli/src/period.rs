//! `amalgam period`: whether the values of single heaps repeat, and whether that is proved.

use amalgam::engines::sequence::Sequence;
use amalgam::engines::sequence::period::{self, Period, Verdict};
use amalgam_export::single_answers;
use clap::Args;

use crate::arguments::LimitArgs;
use crate::failure::{Answer, Failure};
use crate::{output, single_heaps};

#[derive(Args, Debug)]
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
pub(crate) struct PeriodArgs {
    /// A named game, octal(CODE) or rules in words, without merges
    #[arg(required = true, value_name = "GAME")]
    game: Vec<String>,
    /// Look at heaps up to this one at most [default: 100000; 10000 where three heaps may be left]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    to: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Where the search starts: small games are answered at once, and each step doubles the table.
const START: u64 = 1000;

pub(crate) fn run(args: &PeriodArgs) -> Result<Answer, Failure> {
    let (name, moves) = single_heaps::read(&args.game)?;
    let limits = args.limits.limits();
    // A heap that may be left as three costs more the larger it is.
    let last = args.to.unwrap_or(if moves.most_heaps() > 2 { 10_000 } else { 100_000 });
    let mut sequence = Sequence::new(moves);
    let mut to = last.min(START);
    let verdict = loop {
        single_heaps::extend(&mut sequence, to, &limits)?;
        let verdict = period::find(&sequence, &limits)?;
        if to == last || matches!(verdict, Verdict::Proved { .. }) {
            break verdict;
        }
        to = last.min(2 * to);
    };
    if args.json {
        output::print_json(&single_answers::period(&name, &verdict))?;
    } else {
        output::print(&as_text(&name, &verdict))?;
    }
    match verdict {
        Verdict::NoneFound { .. } => Ok(Answer::No),
        Verdict::Proved { .. } | Verdict::Observed { .. } => Ok(Answer::Yes),
    }
}

fn as_text(name: &str, verdict: &Verdict) -> String {
    let (heading, period, why) = match verdict {
        Verdict::NoneFound { to } => {
            return format!("none found: {name} shows no period up to heap {to}\n");
        }
        Verdict::Proved { period, theorem, checked_to } => (
            format!("proved: in {name} {} for all n >= {}", equation(period), period.preperiod),
            period,
            vec![
                vec!["checked".to_owned(), format!("heaps 0 to {checked_to}")],
                vec!["because".to_owned(), theorem.to_string()],
            ],
        ),
        Verdict::Observed { period, to, proof_needs } => (
            format!(
                "observed: in {name} {} for n >= {}, as far as heap {to}",
                equation(period),
                period.preperiod
            ),
            period,
            vec![vec![
                "not proved".to_owned(),
                match proof_needs {
                    Some(need) => format!("if it goes on so, --to {need} proves it"),
                    None => "no theorem known here applies; it may fail beyond".to_owned(),
                },
            ]],
        ),
    };
    let mut rows = vec![
        vec!["period".to_owned(), period.period.to_string()],
        vec!["preperiod".to_owned(), period.preperiod.to_string()],
        vec!["saltus".to_owned(), period.saltus.to_string()],
    ];
    let last = period.last_exception();
    rows.push(vec!["last exception".to_owned(), last.map_or("none".to_owned(), |n| n.to_string())]);
    rows.extend(why);
    format!("{heading}\n{}", output::columns(&rows, 2))
}

fn equation(period: &Period) -> String {
    let grown = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
    format!("g(n + {}) = g(n){grown}", period.period)
}
