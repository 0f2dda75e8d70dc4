//! `amalgam covers`: the cover rows, proved.

use amalgam::engines::three::certificate;
use amalgam::engines::three::covers::{self, Covers};
use amalgam::engines::three::progress::SearchError;
use amalgam_export::three_answers;
use clap::Args;

use crate::arguments::{FamilyArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::{self, Watch};
use crate::written::{self, CertificateArgs, rule};

#[derive(Args, Debug)]
#[command(
    after_help = concat!("2k is a cover row if from some column on the rows 0..2k use at every \
    column exactly the offsets -k..k: the rows after it start afresh. Each cover is proved by a balanced \
    column or by a common period; a row that is not listed showed no cover within the columns \
    searched.\n\n", rule!(),
    "\n\nExamples:\n  amalgam covers --to 60\n  amalgam covers --to 130 --json")
)]
pub(crate) struct CoversArgs {
    /// The last row
    #[arg(long, value_name = "A")]
    to: u64,
    #[command(flatten)]
    game: FamilyArgs,
    /// Search so many columns [default: a 64th of the row's fourth power, 65536 at least and 2^24
    /// at most]
    #[arg(long, value_name = "N")]
    max_columns: Option<u64>,
    #[command(flatten)]
    certificate: CertificateArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &CoversArgs) -> Result<Answer, Failure> {
    let (game, family) = args.game.family()?;
    let file = args.certificate.open(args.json)?;
    let watch = Watch::listening(None);
    let found = covers::find(family, args.to, args.max_columns, &args.limits.limits(), &watch);
    watch.done();
    let found = match found {
        Err(SearchError::Stopped) if watch::interrupted() => {
            return Err(Failure::interrupted("interrupted; nothing was found yet".to_owned()));
        }
        found => found?,
    };
    let only_file = written::is_stdout(&file);
    let certificate = || certificate::covers(family, &found, args.to);
    // The answer is known and told, also if the certificate could not be written.
    let written = file.map(|file| file.write_whole(certificate().as_bytes())).transpose();
    if args.json {
        output::print_json(&three_answers::covers(game.name(), &found))?;
    } else if !only_file {
        output::print(&text(game.name(), args.to, &found))?;
    }
    written?;
    Ok(Answer::Yes)
}

fn text(game: &str, to: u64, found: &Covers) -> String {
    let headings = ["row", "half width", "from", "status", "proof"];
    let mut rows: Vec<Vec<String>> = vec![headings.map(str::to_owned).to_vec()];
    for cover in &found.covers {
        rows.push(vec![
            cover.row.to_string(),
            cover.half_width.to_string(),
            cover.from.to_string(),
            "proved".to_owned(),
            three_answers::cover_proof(&cover.proof),
        ]);
    }
    let mut text = format!("cover rows in {game} up to row {to}\n");
    text += &output::columns(&rows, 2);
    text += &format!("searched to column {}\n", found.searched_to_column);
    text
}
