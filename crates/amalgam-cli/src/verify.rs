//! `amalgam verify`: whether a certificate for rows or covers is a proof.

use std::io::Read;
use std::path::{Path, PathBuf};

use amalgam::base::budget::{Progress, Step, Task};
use amalgam_check::{BYTES, Certificate, Claim, Failure as Flaw, WORK, check_within};
use amalgam_export::check_answers;
use clap::Args;

use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::Watch;

#[derive(Args, Debug)]
#[command(
    after_help = "A certificate (docs/certificate.md) is checked by a second program that shares no \
    code with the one that wrote it.\nExit codes: 0 accepted, 1 rejected, 2 unreadable, 3 a limit \
    was reached and nothing is decided.\n\nExamples:\n  \
    amalgam verify results/amalgamation-rows-126.txt\n  \
    amalgam verify results/amalgamation-covers-312.txt --json"
)]
pub(crate) struct VerifyArgs {
    /// The certificate
    file: PathBuf,
    /// How many steps may be taken. What asks for more is refused before it begins, and 0 only tells
    /// how many it asks for
    #[arg(long, value_name = "N", default_value_t = WORK)]
    work: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &VerifyArgs) -> Result<Answer, Failure> {
    let bytes = load(&args.file).map_err(|error| {
        Failure::input(format!("{} cannot be read: {error}", args.file.display()), None)
    })?;
    let watch = Watch::new();
    watch.say("checking");
    // The checker shares no code with the library, so this is where their steps meet.
    let result = check_within(&bytes, args.work, &|done, total| {
        let _ = watch.tick(Step::of(Task::Steps, done, total));
    });
    watch.done();
    match result {
        Ok(certificate) => accepted(args, &certificate),
        Err(flaw @ (Flaw::Rejected(_) | Flaw::Rest { .. })) => rejected(args, &flaw),
        Err(flaw @ Flaw::TooLarge { what, needed, .. }) => Err(Failure::limit(
            format!("{}: {flaw}", args.file.display()),
            what.starts_with("steps")
                .then(|| format!("--work {needed} allows as many as it takes")),
        )),
        Err(flaw) => Err(Failure::input(format!("{}: {flaw}", args.file.display()), None)),
    }
}

/// Reads at most one byte more than a certificate may have, so that a file without end has one.
fn load(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn accepted(args: &VerifyArgs, certificate: &Certificate) -> Result<Answer, Failure> {
    let Certificate { claim, rows, .. } = certificate;
    let proved = rows.iter().filter(|row| row.proved.is_some()).count();
    let game = check_answers::game(certificate);
    if args.json {
        output::print_json(&check_answers::accepted(&game, certificate))?;
    } else {
        let covers = match certificate.cover_rows() {
            1 => "1 cover row".to_owned(),
            many => format!("{many} cover rows"),
        };
        let none = match certificate.excluded_rows() {
            0 => String::new(),
            1 => ", 1 row to be none".to_owned(),
            many => format!(", {many} rows to be none"),
        };
        output::print(&match *claim {
            Claim::Rows(first, last) => format!(
                "accepted: {proved} of the rows {first} to {last} of {game}, and {covers}, are \
                 proved\n"
            ),
            Claim::Covers(last) => {
                format!("accepted: {covers} up to row {last} of {game} are proved{none}\n")
            }
            Claim::Rests => {
                let rests = certificate.rests.as_ref();
                let what =
                    if rests.is_some_and(|rests| rests.grundy) { "Grundy rows" } else { "rows" };
                let number = rests.map_or(0, |rests| rests.rows.len());
                format!("accepted: the {what} of {number} rests of {game} are proved\n")
            }
        })?;
    }
    Ok(Answer::Yes)
}

fn rejected(args: &VerifyArgs, flaw: &Flaw) -> Result<Answer, Failure> {
    if args.json {
        output::print_json(&check_answers::rejected(flaw))?;
    } else {
        output::print(&format!("{flaw}\n"))?;
    }
    Ok(Answer::No)
}
