//! `amalgam rows`: the period of every row, proved.

use std::time::{Duration, Instant};

use amalgam::base::budget::Budget;
use amalgam::engines::three::certificate;
use amalgam::engines::three::rows::{Advance, OffsetBounds, RowReport, Run, Status};
use amalgam::games::rules::Family;
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs};
use crate::checkpoint::Checkpoint;
use crate::failure::{Answer, Failure};
use crate::rest_rows::{Rows, parse_rest};
use crate::watch::{self, Watch};
use crate::written::{self, CertificateArgs, rule};
use crate::{cache, cached_rows, output};

#[derive(Args, Debug)]
#[command(
    after_help = concat!("Row a of f(a,b) repeats from column s (preperiod) on: f(a,b+p) = \
    f(a,b)+p. Both are the least ones, and both are proved. The mask of a row is what the rows before \
    it use. By structure means that the period was not walked: it follows from how holes and defects \
    move in the rows between two covers (amalgam row A --structure). A run that is interrupted goes on where it was when it is started again.\n\n", rule!(),
    "\n\nExamples:\n  \
    amalgam rows --to 20\n  \
    amalgam rows --to 54 --json\n  \
    amalgam rows --to 44 --certificate rows44.txt\n  \
    amalgam rows --to 126\n  \
    amalgam rows --game \"restricted-amalgamation(3)\" --to 30\n  \
    amalgam rows --rest \"[1]\" --to 20\n  \
    amalgam rows --coins 12 --certificate rests12.txt\n  \
    amalgam rows --grundy --coins 12")
)]
pub(crate) struct RowsArgs {
    /// The last row; with --rest the largest heap beside it
    #[arg(long, value_name = "A", required_unless_present = "coins")]
    to: Option<u64>,
    /// The rows of this rest with one heap more, such as "[1]" for [1,1], [1,2], [1,3], …
    #[arg(long, value_name = "REST", conflicts_with_all = ["coins", "max_columns"])]
    rest: Option<String>,
    /// The rows of all rests of at most so many coins
    #[arg(long, value_name = "N", conflicts_with_all = ["to", "max_columns"])]
    coins: Option<u64>,
    /// The rows of Grundy values instead of partners
    #[arg(long, conflicts_with = "max_columns")]
    grundy: bool,
    #[command(flatten)]
    game: FamilyArgs,
    /// Give a row up after looking at so many columns
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
    if args.rest.is_none() && args.coins.is_none() && !args.grundy {
        return run_three(args, args.to.unwrap_or_default());
    }
    let rows = Rows::of(&args.game.game, args.grundy)?;
    let limits = args.limits.limits();
    match (args.coins, args.to) {
        (Some(coins), _) => {
            let file = args.certificate.open(args.json)?;
            rows.coins((coins, args.fresh), file, &limits, args.json)
        }
        (None, Some(0)) => Err(Failure::input(
            "an empty heap adds nothing to a rest".to_owned(),
            Some("--to starts at 1".to_owned()),
        )),
        (None, to) => {
            let rest = parse_rest(args.rest.as_deref().unwrap_or("[]"))?;
            let file = args.certificate.open(args.json)?;
            rows.beside((&rest, to.unwrap_or_default()), file, &limits, args.json)
        }
    }
}

/// The rows of f(a,b).
fn run_three(args: &RowsArgs, to: u64) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    let limits = Budget { max_columns: args.max_columns, ..args.limits.limits() };
    let file = args.certificate.open(args.json)?;
    let name = format!("{}-{to}.run", cache::family_name(family));
    let run = finish(&Checkpoint::new(&name, "run"), args.fresh, (family, to), &limits)?;
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
    if complete && to > cached_rows::ALWAYS_QUICK {
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
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(3);

/// Takes up what an interrupted run has left, and goes on to the end or to the deadline.
fn finish(
    checkpoint: &Checkpoint,
    fresh: bool,
    (family, to): (Family, u64),
    limits: &Budget,
) -> Result<Run, Failure> {
    let read = |bytes: &[u8]| match Run::from_bytes(bytes) {
        Ok(run) if run.family() == family && run.to() == to => Ok(run),
        Ok(_) => Err("it is about other rows".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    let kept = if fresh { None } else { checkpoint.load(read) };
    let mut run = match kept {
        Some(run) => run,
        None => Run::new(family, to)?,
    };
    let watch = Watch::listening(Some(SAVE_EVERY));
    loop {
        let advance = run.advance(limits, &watch)?;
        if advance == Advance::Finished {
            break;
        }
        checkpoint.save(&run.to_bytes());
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
        checkpoint.save(&run.to_bytes());
    }
    Ok(run)
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
                format!("proved by {}", three_answers::by(proved)),
            ],
            Status::Unknown(unknown) => vec![
                row.row.to_string(),
                "?".to_owned(),
                "?".to_owned(),
                String::new(),
                unknown.offsets.map_or(String::new(), |offsets| {
                    let OffsetBounds { from, smallest, largest } = offsets;
                    format!("±{smallest}..{largest} from {from}")
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
