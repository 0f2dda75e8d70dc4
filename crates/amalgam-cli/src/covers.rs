//! `amalgam covers`: which rows are cover rows, proved either way.

use amalgam::Budget;
use amalgam::engines::three::certificate;
use amalgam::engines::three::covers::{Decided, Search};
use amalgam::games::rules::Family;
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs, ThreadArgs};
use crate::checkpoint::Checkpoint;
use crate::failure::{Answer, Failure};
use crate::rows::SAVE_EVERY;
use crate::watch::{self, Watch};
use crate::written::{self, CertificateArgs, rule};
use crate::{cache, output};

#[derive(Args, Debug)]
#[command(
    after_help = concat!("2k is a cover row if from some column on the rows 0..2k use at every \
    column exactly the offsets -k..k: the rows after it start afresh. Only the rows 8m and 8m+6 can be \
    cover rows. Each is listed as a cover, with a balanced column or a common period that proves it; or \
    as proved to be none, because the rows repeat with some defects left; or as unknown, with the number \
    d of defects that were left at the last column searched. A search that is interrupted goes on where \
    it was when it is started again.\n\n", rule!(),
    "\n\nExamples:\n  amalgam covers --to 60\n  amalgam covers --to 130 --json\n  \
    amalgam covers --to 1000 --certificate covers1000.txt")
)]
pub(crate) struct CoversArgs {
    /// The last row
    #[arg(long, value_name = "A")]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    /// Search so many columns [default: a 64th of the row's fourth power, 65536 at least]
    #[arg(long, value_name = "N")]
    max_columns: Option<u64>,
    #[command(flatten)]
    certificate: CertificateArgs,
    /// Start anew, whatever an interrupted search has left
    #[arg(long)]
    fresh: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

pub(crate) fn run(args: &CoversArgs) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    let file = args.certificate.open(args.json)?;
    let limits = args.threads.of(args.limits.limits());
    let found = finish(args, family, &limits)?;
    let only_file = written::is_stdout(&file);
    let certificate = || certificate::covers(family, &found, args.to);
    // The answer is known and told, also if the certificate could not be written.
    let written = file.map(|file| file.write_whole(certificate().as_bytes())).transpose();
    if args.json {
        output::print_json(&three_answers::covers(game.name(), args.to, &found))?;
    } else if !only_file {
        output::print(&text(game.name(), args.to, &found))?;
    }
    written?;
    Ok(Answer::Yes)
}

/// Takes up what an interrupted search has left, and goes on to the end.
fn finish(args: &CoversArgs, family: Family, limits: &Budget) -> Result<Decided, Failure> {
    let mut search = Search::new(family, args.to, args.max_columns)?;
    let name = format!("{}-{}.covers", cache::family_name(family), args.to);
    let checkpoint = Checkpoint::new(&name, "covers");
    let limit = search.limit();
    let read = |bytes: &[u8]| match Search::from_bytes(bytes) {
        Ok(kept) if kept.family() == family && kept.to() == args.to => Ok(kept),
        Ok(_) => Err("it is about other rows".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    let kept = if args.fresh { None } else { checkpoint.load(read) };
    // A search to another column is another search.
    if let Some(kept) = kept.filter(|kept| kept.limit() == limit) {
        search = kept;
    }
    let watch = Watch::listening(Some(SAVE_EVERY));
    loop {
        if let Some(decided) = search.advance(limits, &watch)? {
            watch.done();
            checkpoint.remove();
            return Ok(decided);
        }
        checkpoint.save(&search.to_bytes());
        let goes_on = "the same command goes on from here";
        if watch::interrupted() {
            watch.done();
            return Err(Failure::interrupted(format!("interrupted; {goes_on}")));
        }
        if limits.met().is_some() {
            watch.done();
            let stopped = "stopped before the search was finished";
            return Err(Failure::limit(stopped, Some(goes_on.to_owned())));
        }
        watch.resume();
    }
}

fn text(game: &str, to: u64, found: &Decided) -> String {
    let mut rows: Vec<(u64, Vec<String>)> = Vec::new();
    let mut push = |row: u64, from: String, status: &str, why: String| {
        let line = [row.to_string(), (row / 2).to_string(), from, status.to_owned(), why];
        rows.push((row, line.to_vec()));
    };
    for cover in &found.covers.covers {
        let proof = three_answers::cover_proof(&cover.proof);
        push(cover.row, cover.from.to_string(), "cover, proved", proof);
    }
    for row in &found.excluded {
        let proof = three_answers::no_cover_proof(row);
        push(row.row, "never".to_owned(), "no cover, proved", proof);
    }
    for row in &found.open {
        let left = format!("{} defects are left, since column {}", row.defects, row.steady);
        push(row.row, "?".to_owned(), "unknown", left);
    }
    rows.sort();
    let headings = ["row", "half width", "from", "status", "proof"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> =
        [headings].into_iter().chain(rows.into_iter().map(|(_, row)| row)).collect();
    let mut text = format!("cover rows in {game} up to row {to}\n");
    text += &output::columns(&rows, 2);
    text += &match found.open.is_empty() {
        true => "every row 8m and 8m + 6 is decided\n".to_owned(),
        false => format!("searched to column {}\n", found.covers.searched_to_column),
    };
    text
}
