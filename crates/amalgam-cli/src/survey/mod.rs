//! `amalgam survey`: a family of rules, member by member.
//!
//! Ctrl-C stops the member at work through its budget, and what is complete by then is still printed.

mod data;
mod words;

use amalgam::base::budget::{Progress, Step, Task};
use amalgam::lab::survey::{Member, SERIES, Series, SeriesError, Sizes, Surveyed, survey};
use amalgam_export::survey_answers;
use clap::Args;

use crate::arguments::LimitArgs;
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::{self, Watch};

// Help texts have `{ n }` with spaces: clap puts a new line where it finds `{n}`.
#[derive(Args, Debug)]
#[command(after_help = "Families: threshold (merge if min >= n), capped-sum (merge if sum <= n), \
    merge-take (merge then take n), equal, unequal (and min >= n; or for all heaps where n is in \
    --take). Rules of your own have { n }, {2n}, {n+1} or {3n-2} in them.\n\
    --time is for each member. A member that meets a bound is unknown in part, and the survey goes \
    on; the exit code is then 3.\n\nExamples:\n  \
    amalgam survey --family threshold --from 1 --to 4\n  \
    amalgam survey --family merge-take --from 0 --to 5 --max 60\n  \
    amalgam survey --family capped-sum --from 2 --to 12 --take 1..3\n  \
    amalgam survey --family equal --from 1 --to 4 --take \"1..{ n }\"\n  \
    amalgam survey --family merge-take --from 1 --to 3 --split\n  \
    amalgam survey --family \"take 1..{ n }, merge if sum <= {2n}\" --from 1 --to 6 --csv")]
pub(crate) struct SurveyArgs {
    /// threshold, capped-sum, merge-take, equal, unequal, or rules with { n } in them
    #[arg(long, value_name = "NAME|RULES")]
    family: String,
    /// The first parameter
    #[arg(long, value_name = "N")]
    from: u64,
    /// The last parameter
    #[arg(long, value_name = "N")]
    to: u64,
    /// What may be taken in a named family, such as 1..3 or "{1,2,5}" [default: any]
    #[arg(long, value_name = "AMOUNTS")]
    take: Option<String>,
    /// Let heaps of a named family split as well; merges must then lose a coin
    #[arg(long)]
    split: bool,
    /// Rows a = 1, 2, … of f(a,b) to show
    #[arg(long, value_name = "A", default_value_t = Sizes::default().rows, value_parser = shown())]
    rows: u64,
    /// Columns b = 0, 1, … up to this one; or so many P-positions of three heaps
    #[arg(long, value_name = "B", default_value_t = Sizes::default().cols, value_parser = shown())]
    cols: u64,
    /// Compare positions of at most so many heaps with Nim
    #[arg(long, value_name = "K", default_value_t = Sizes::default().heaps as u64, value_parser = clap::value_parser!(u64).range(1..))]
    heaps: u64,
    /// The largest heap of these positions [default: 30, or 8 where heaps split]
    #[arg(long, value_name = "N")]
    max: Option<u64>,
    /// Find the periods of rows 1, 2, … up to this one
    #[arg(long, value_name = "A", default_value_t = Sizes::default().periods, value_parser = clap::value_parser!(u64).range(1..=128))]
    periods: u64,
    /// Count P-positions up to so many coins
    #[arg(long, value_name = "N", default_value_t = Sizes::default().coins as u64)]
    coins: u64,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print one line for each fact, as CSV
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

fn shown() -> impl clap::builder::TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=1000)
}

pub(crate) fn run(args: &SurveyArgs) -> Result<Answer, Failure> {
    let family = Series::parse(&args.family, args.take.as_deref(), args.split);
    let family = family.map_err(refused)?;
    let members = family.members(args.from, args.to).map_err(refused)?;
    let sizes = Sizes {
        rows: args.rows,
        cols: args.cols,
        heaps: usize::try_from(args.heaps).unwrap_or(usize::MAX),
        max: args.max,
        periods: args.periods,
        coins: usize::try_from(args.coins).unwrap_or(usize::MAX),
    };
    let total = members.len();
    let found = all(members, sizes, args);
    let report = Report { family: family.template().to_string(), sizes, total, members: found };
    if args.json {
        let Report { family, sizes, total, members } = &report;
        output::print_json(&survey_answers::survey(family, sizes, *total, members))?;
    } else if args.csv {
        data::csv(&report)?;
    } else {
        output::print(&words::text(&report))?;
    }
    if watch::interrupted() {
        let done = report.members.len();
        return Err(Failure::interrupted(format!("interrupted after {done} of {total} members")));
    }
    let unknown = report.members.iter().filter(|member| !member.is_complete()).count();
    match unknown {
        0 => Ok(Answer::Yes),
        _ => Err(Failure::limit(
            format!("{unknown} of {total} members are unknown in part within the limits"),
            Some("lower the sizes, or raise --memory or --time".to_owned()),
        )),
    }
}

/// What was found of a family.
struct Report {
    family: String,
    sizes: Sizes,
    /// How many members were asked for.
    total: usize,
    members: Vec<Surveyed>,
}

fn refused(error: SeriesError) -> Failure {
    let help = match &error {
        SeriesError::Parse(parse) => return Failure::from(parse.clone()),
        SeriesError::Reversed { from, to } => format!("write `--from {to} --to {from}`"),
        SeriesError::TooSmall { least, .. } => format!("write `--from {least}`"),
        SeriesError::TooMany => "bring --from and --to closer together".to_owned(),
        SeriesError::TakeInWords => format!(
            "write `take …` and `split` into the rules; --take and --split go with {}",
            SERIES.map(|family| family.name).join(", ")
        ),
    };
    Failure::of(&error, Some(&help))
}

/// Works on the members one after the other, until all are done or Ctrl-C is pressed.
fn all(members: Vec<Member>, sizes: Sizes, args: &SurveyArgs) -> Vec<Surveyed> {
    let watch = Watch::listening(None);
    let total = members.len() as u64;
    let mut found = Vec::new();
    for (done, member) in (0..).zip(members) {
        let _ = watch.tick(Step::of(Task::Member(member.n), done, total));
        // The time is for each member, so it starts here.
        let surveyed = survey(&member, &sizes, &watch::until_interrupted(args.limits.limits()));
        if watch::interrupted() {
            break;
        }
        found.push(surveyed);
    }
    watch.done();
    found
}
