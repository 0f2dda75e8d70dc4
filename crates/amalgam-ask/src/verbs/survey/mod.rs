//! `survey`: a family of rules, member by member.

mod data;
mod member;
mod words;

use std::io;

use amalgam::base::budget::{Step, Task};
use amalgam::lab::survey::{self, SERIES, Series, SeriesError, Sizes};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::{Page, count};
use crate::{Host, Problem};
pub use member::MemberSaid;

// Help texts have `{ n }` with spaces: clap puts a new line where it finds `{n}`.
/// A family of rules over its parameter: three heaps, agreement with Nim, periods, counts
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Families: threshold (merge if min >= n), capped-sum (merge if sum <= n), \
    merge-take (merge then take n), equal, unequal (and min >= n; or for all heaps where n is in \
    --take). Your own rules have { n }, {2n}, {n+1} or {3n-2} in them.\n\
    --time is for each member. If a member meets a bound, parts of it are unknown and the survey goes on; the exit \
    code is then 3.\n\nExamples:\n  \
    amalgam survey --family threshold --from 1 --to 4\n  \
    amalgam survey --family merge-take --from 0 --to 5 --max 60\n  \
    amalgam survey --family capped-sum --from 2 --to 12 --take 1..3\n  \
    amalgam survey --family equal --from 1 --to 4 --take \"1..{ n }\"\n  \
    amalgam survey --family merge-take --from 1 --to 3 --split\n  \
    amalgam survey --family \"take 1..{ n }, merge if sum <= {2n}\" --from 1 --to 6 --csv")]
pub struct Survey {
    /// threshold, capped-sum, merge-take, equal, unequal, or rules with { n } in them
    #[arg(long, value_name = "NAME|RULES")]
    pub family: String,
    /// The first parameter
    #[arg(long, value_name = "N")]
    pub from: u64,
    /// The last parameter
    #[arg(long, value_name = "N")]
    pub to: u64,
    /// What may be taken in a named family, such as 1..3 or "{1,2,5}" [default: any]
    #[arg(long, value_name = "AMOUNTS")]
    #[serde(default)]
    pub take: Option<String>,
    /// Let heaps of a named family split as well; merges must then lose a coin
    #[arg(long)]
    #[serde(default)]
    pub split: bool,
    /// Show the rows a = 1, 2, …, A of f(a,b)
    #[arg(long, value_name = "A", default_value_t = sizes().rows, value_parser = shown())]
    #[serde(default = "default_rows")]
    pub rows: u64,
    /// Show the columns b = 0, 1, …, B; or B P-positions of three heaps
    #[arg(long, value_name = "B", default_value_t = sizes().cols, value_parser = shown())]
    #[serde(default = "default_cols")]
    pub cols: u64,
    /// Compare positions of at most K heaps with Nim
    #[arg(long, value_name = "K", default_value_t = sizes().heaps as u64, value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(default = "default_heaps")]
    pub heaps: u64,
    /// The largest heap of these positions [default: 30, or 8 where heaps split]
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub max: Option<u64>,
    /// Find the periods of the rows 1, 2, …, A
    #[arg(long, value_name = "A", default_value_t = sizes().periods, value_parser = clap::value_parser!(u64).range(1..=128))]
    #[serde(default = "default_periods")]
    pub periods: u64,
    /// Count P-positions up to N coins
    #[arg(long, value_name = "N", default_value_t = sizes().coins as u64)]
    #[serde(default = "default_coins")]
    pub coins: u64,
    /// Print one line for each fact, as CSV
    #[arg(long)]
    #[serde(skip)]
    pub csv: bool,
}

fn sizes() -> Sizes {
    Sizes::default()
}

fn default_rows() -> u64 {
    sizes().rows
}

fn default_cols() -> u64 {
    sizes().cols
}

fn default_heaps() -> u64 {
    sizes().heaps as u64
}

fn default_periods() -> u64 {
    sizes().periods
}

fn default_coins() -> u64 {
    sizes().coins as u64
}

fn shown() -> impl clap::builder::TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=1000)
}

/// What `survey` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Surveyed {
    /// The family, as rules with a parameter.
    pub family: String,
    /// Positions of at most this many heaps were compared with Nim.
    pub heaps: usize,
    /// How many members were asked for.
    pub members_asked: usize,
    /// The members, as far as they were looked at.
    pub members: Vec<MemberSaid>,
    #[serde(skip)]
    found: Vec<survey::Surveyed>,
    #[serde(skip)]
    sizes: Sizes,
    #[serde(skip)]
    csv: bool,
    #[serde(skip)]
    interrupted: bool,
}

impl Question for Survey {
    const NAME: &'static str = "survey";
    const EXAMPLE: &'static str = "family=threshold&from=1&to=2&max=10&coins=10&periods=3";
    type Answer = Surveyed;

    fn answer(&self, host: &Host<'_>) -> Result<Surveyed, Problem> {
        let family = Series::parse(&self.family, self.take.as_deref(), self.split);
        let family = family.map_err(refused)?;
        let members = family.members(self.from, self.to).map_err(refused)?;
        let most = |number: u64, most: u64, name: &str| match (1..=most).contains(&number) {
            true => Ok(number),
            false => Err(Problem::input(format!("`{name}` must be from 1 to {most}")).field(name)),
        };
        let sizes = Sizes {
            rows: most(self.rows, 1000, "rows")?,
            cols: most(self.cols, 1000, "cols")?,
            heaps: usize::try_from(most(self.heaps, u64::MAX, "heaps")?).unwrap_or(usize::MAX),
            max: self.max,
            periods: most(self.periods, 128, "periods")?,
            coins: usize::try_from(self.coins).unwrap_or(usize::MAX),
        };
        let total = members.len();
        let mut found = Vec::new();
        let time = host
            .limits
            .deadline
            .map(|deadline| deadline.saturating_duration_since(std::time::Instant::now()));
        let stopped = || {
            let stop = host.limits.stop.as_ref();
            stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
        };
        let mut interrupted = false;
        for (done, member) in (0..).zip(members) {
            interrupted =
                host.progress.tick(Step::of(Task::Member(member.n), done, total as u64)).is_break();
            // The time is for each member, so it starts here.
            let limits = time.map_or(host.limits.clone(), |time| host.limits.with_time(time));
            let surveyed = survey::survey(&member, &sizes, &limits);
            interrupted |= stopped();
            if interrupted {
                break;
            }
            found.push(surveyed);
        }
        Ok(Surveyed {
            family: family.template().to_string(),
            heaps: sizes.heaps,
            members_asked: total,
            members: found.iter().map(|found| MemberSaid::new(&sizes, found)).collect(),
            found,
            sizes,
            csv: self.csv,
            interrupted,
        })
    }
}

fn refused(error: SeriesError) -> Problem {
    let problem = Problem::of(&error);
    match &error {
        SeriesError::Parse(parse) => Problem::from(parse.clone()).field("family"),
        SeriesError::Reversed { from, to } => {
            problem.suggest(format!("write --from {to} --to {from}"))
        }
        SeriesError::TooSmall { least, .. } => problem.suggest(format!("write --from {least}")),
        SeriesError::TooMany => problem.suggest("bring --from and --to closer together"),
        SeriesError::TakeInWords => problem.suggest(format!(
            "write `take …` and `split` into the rules; --take and --split go with {}",
            SERIES.map(|family| family.name).join(", ")
        )),
    }
}

impl Answer for Surveyed {
    fn schema(&self) -> &'static str {
        "amalgam/survey/2"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self.csv {
            true => data::csv(self, page),
            false => page.text(words::text(self)),
        }
    }

    fn verdict(&self) -> Verdict {
        let (done, total) = (self.found.len(), self.members_asked);
        if self.interrupted {
            let message = format!("interrupted after {done} of {}", count(total as u64, "member"));
            return Verdict::Unfinished(Problem::interrupted(message));
        }
        match self.found.iter().filter(|member| !member.is_complete()).count() {
            0 => Verdict::Yes,
            unknown => Verdict::Unfinished(
                Problem::limit(format!(
                    "{unknown} of {} {} unknown in part within the limits",
                    count(total as u64, "member"),
                    if unknown == 1 { "is" } else { "are" }
                ))
                .suggest("lower the sizes, or raise --memory or --time"),
            ),
        }
    }
}
