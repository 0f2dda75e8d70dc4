//! `amalgam rows`: the period of every row, proved.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use amalgam::base::budget::Budget;
use amalgam::engines::three::certificate;
use amalgam::engines::three::rows::{Advance, RowReport, Run, Status};
use amalgam::games::rules::Family;
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::sealed::{self, Sealed};
use crate::watch::{self, Watch};
use crate::written::{self, CertificateArgs, rule};
use crate::{cache, cached_rows, output};

#[derive(Args, Debug)]
#[command(
    after_help = concat!("Row a of f(a,b) repeats from column s (preperiod) on: f(a,b+p) = \
    f(a,b)+p. Both are the least ones, and both are proved. The mask of a row is what the rows before \
    it use. A run that is interrupted goes on where it was when it is started again.\n\n", rule!(),
    "\n\nExamples:\n  \
    amalgam rows --to 20\n  \
    amalgam rows --to 54 --json\n  \
    amalgam rows --to 44 --certificate rows44.txt\n  \
    amalgam rows --to 70 --max-columns 10000000\n  \
    amalgam rows --game \"restricted-amalgamation(3)\" --to 30")
)]
pub(crate) struct RowsArgs {
    /// The last row
    #[arg(long, value_name = "A")]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    /// Give a row up after so many columns
    #[arg(long, value_name = "N", default_value_t = Budget::default().max_columns)]
    max_columns: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    certificate: CertificateArgs,
    /// Start anew, whatever an interrupted run has left
    #[arg(long)]
    fresh: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &RowsArgs) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    let limits = Budget { max_columns: args.max_columns, ..args.limits.limits() };
    let file = args.certificate.open(args.json)?;
    let run = finish(Checkpoint::new(family, args.to), args, family, &limits)?;
    let report = run.report();
    let only_file = written::is_stdout(&file);
    // The answer is known and told, also if the certificate could not be written.
    let written =
        file.map(|file| Ok::<_, Failure>(file.write_whole(certificate::rows(&run)?.as_bytes())?));
    if args.json {
        output::print_json(&three_answers::rows(game.name(), &report))?;
    } else if !only_file {
        output::print(&text(game.name(), &report))?;
    }
    let complete = report.iter().all(|row| row.proved().is_some());
    if complete && args.to > cached_rows::ALWAYS_QUICK {
        cached_rows::keep_run(run);
    }
    written.transpose()?;
    if complete {
        return Ok(Answer::Yes);
    }
    let unknown = report.iter().filter(|row| row.proved().is_none()).count();
    Err(Failure::limit(
        format!("{unknown} of {} rows stay unknown within the limits", report.len()),
        Some("raise --max-columns, --memory or --time".to_owned()),
    ))
}

/// A run is saved when it has gone on for so long.
const SAVE_EVERY: Duration = Duration::from_secs(3);

/// Takes up what an interrupted run has left, and goes on to the end or to the deadline.
fn finish(
    checkpoint: Checkpoint,
    args: &RowsArgs,
    family: Family,
    limits: &Budget,
) -> Result<Run, Failure> {
    let kept = if args.fresh { None } else { checkpoint.load() };
    let mut run = match kept {
        Some(run) => run,
        None => Run::new(family, args.to)?,
    };
    let watch = Watch::listening(Some(SAVE_EVERY));
    loop {
        let advance = run.advance(limits, &watch)?;
        if advance == Advance::Finished {
            break;
        }
        checkpoint.save(&run);
        if watch::interrupted() {
            watch.done();
            return Err(Failure::interrupted(
                "interrupted; the same command goes on from here".to_owned(),
            ));
        }
        if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            watch.done();
            return Ok(run);
        }
        watch.resume();
    }
    watch.done();
    // A run that gave rows up can be taken up with higher limits; any other is done with.
    if run.report().iter().all(|row| row.proved().is_some()) {
        checkpoint.remove();
    } else {
        checkpoint.save(&run);
    }
    Ok(run)
}

/// Where a half-finished run is kept.
struct Checkpoint {
    path: Option<PathBuf>,
    family: Family,
    to: u64,
}

const KIND: &str = "run";

impl Checkpoint {
    fn new(family: Family, to: u64) -> Checkpoint {
        let name = format!("{}-{to}.run", cache::family_name(family));
        Checkpoint { path: cache::file(&name), family, to }
    }

    fn load(&self) -> Option<Run> {
        let path = self.path.as_deref()?;
        let damage = match sealed::read(path, KIND) {
            Ok(Sealed::Missing) => return None,
            Ok(Sealed::Whole(bytes)) => match Run::from_bytes(&bytes) {
                Ok(run) if run.family() == self.family && run.to() == self.to => return Some(run),
                Ok(_) => "it is about other rows".to_owned(),
                Err(error) => error.to_string(),
            },
            Ok(Sealed::Damaged(damage)) => damage,
            Err(error) => error.to_string(),
        };
        cache::warn(path, &format!("damaged ({damage}); the run starts anew"));
        None
    }

    fn save(&self, run: &Run) {
        let Some(path) = self.path.as_deref() else { return };
        if let Err(error) = sealed::write(path, KIND, &run.to_bytes()) {
            cache::warn(path, &format!("could not be written ({error}); the run goes on without"));
        }
    }

    fn remove(&self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn text(game: &str, report: &[RowReport]) -> String {
    let headings = ["row", "preperiod", "period", "mask", "offsets", "cover", "status"];
    let mut rows: Vec<Vec<String>> = vec![headings.map(str::to_owned).to_vec()];
    for row in report {
        let cover = if row.cover { "cover" } else { "" };
        rows.push(match &row.status {
            Status::Proved(proved) => vec![
                row.row.to_string(),
                proved.preperiod.to_string(),
                proved.period.to_string(),
                format!("{} + {}", proved.mask_preperiod, proved.mask_period),
                format!("{}..{}", proved.min_offset, proved.max_offset),
                cover.to_owned(),
                "proved".to_owned(),
            ],
            Status::Unknown(unknown) => vec![
                row.row.to_string(),
                "?".to_owned(),
                "?".to_owned(),
                String::new(),
                unknown.offsets.map_or(String::new(), |offsets| {
                    format!("±{}..{}", offsets.smallest, offsets.largest)
                }),
                cover.to_owned(),
                format!(
                    "unknown after {} columns: {}",
                    unknown.columns,
                    three_answers::limit(unknown.reason)
                ),
            ],
        });
    }
    format!("rows of f(a,b) in {game}\n{}", output::columns(&rows, 2))
}
