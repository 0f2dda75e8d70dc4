//! `verify`: whether a certificate is a proof.

use std::io;
use std::path::PathBuf;

use amalgam::base::budget::{Step, Task};
use amalgam_check::{BYTES, Certificate, Claim, Failure as Flaw, Rejection, WORK, check_within};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem};

/// Whether a certificate for rows, covers, rests or families is a proof
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "The checker shares no code with the rest of the program. Exit code 1: the certificate is \
    rejected.\n\nExamples:\n  \
    amalgam verify results/amalgamation-rows-126.txt\n  \
    amalgam verify results/amalgamation-covers-312.txt --json"
)]
pub struct Verify {
    /// The file of the certificate
    #[arg(required = true)]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub file: Option<PathBuf>,
    /// The certificate itself, instead of a file
    #[arg(skip)]
    #[serde(default)]
    pub certificate: Option<String>,
    /// The most steps to take. A certificate that asks for more is refused before it begins; 0 only says how many it
    /// asks for
    #[arg(long, value_name = "N", default_value_t = WORK)]
    #[serde(default = "work")]
    pub work: u64,
}

fn work() -> u64 {
    WORK
}

/// What `verify` answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Verified {
    /// The certificate is a proof.
    Accepted(Accepted),
    /// It is none.
    Rejected(Rejected),
}

/// A certificate that is a proof.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Accepted {
    /// accepted
    pub verdict: &'static str,
    /// The game.
    pub game: String,
    /// rows, covers, rests, grundy-rests or families.
    pub claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The first row; null for covers.
    pub first: Option<Option<u64>>,
    /// The last row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// How many rows are proved.
    pub proved: usize,
    /// How many are said to be unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<usize>,
    /// How many cover rows are proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covers: Option<usize>,
    /// How many rows are proved to be no covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<usize>,
    #[serde(skip)]
    sentence: String,
}

/// A certificate that is no proof, and where it fails.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Rejected {
    /// rejected
    pub verdict: &'static str,
    /// The row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<Option<u64>>,
    /// The rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// The column.
    pub column: Option<u64>,
    /// The condition that does not hold.
    pub condition: String,
    /// What is wrong, in a sentence.
    pub complaint: String,
    #[serde(skip)]
    sentence: String,
}

impl Question for Verify {
    const NAME: &'static str = "verify";
    const EXAMPLE: &'static str = "certificate=…";
    type Answer = Verified;

    fn answer(&self, host: &Host<'_>) -> Result<Verified, Problem> {
        let (name, bytes) = match (&self.certificate, &self.file) {
            (Some(text), _) => ("the certificate".to_owned(), text.clone().into_bytes()),
            (None, Some(path)) => (path.display().to_string(), host.door.read(path, BYTES + 1)?),
            (None, None) => {
                return Err(
                    Problem::input("the parameter `certificate` is missing").field("certificate")
                );
            }
        };
        // The checker shares no code with the library, so this is where their steps meet.
        let checked = check_within(&bytes, self.work, &|done, total| {
            let _ = host.progress.tick(Step::of(Task::Steps, done, total));
        });
        match checked {
            Ok(certificate) => Ok(Verified::Accepted(accepted(&certificate))),
            Err(flaw @ (Flaw::Rejected(_) | Flaw::Rest { .. })) => {
                Ok(Verified::Rejected(rejected(&flaw)))
            }
            Err(flaw @ Flaw::TooLarge { what, needed, .. }) => {
                let problem = Problem::limit(format!("{name}: {flaw}"));
                Err(match what.starts_with("steps") {
                    true => problem.suggest(format!("--work {needed} allows as many as it takes")),
                    false => problem,
                })
            }
            Err(flaw) => Err(Problem::input(format!("{name}: {flaw}"))),
        }
    }
}

/// The game of a certificate, as other questions name it.
fn game(certificate: &Certificate) -> String {
    if let Some(families) = &certificate.families {
        return families.rules.clone();
    }
    match (certificate.game.threshold, certificate.game.taken) {
        (1, 0) => "amalgamation".to_owned(),
        (1, _) => "merge-take-one".to_owned(),
        (u64::MAX, _) => "nim".to_owned(),
        (r, _) => format!("restricted-amalgamation({r})"),
    }
}

fn accepted(certificate: &Certificate) -> Accepted {
    let (verdict, game) = ("accepted", game(certificate));
    let of_rests = certificate.rests.as_ref().map(|rests| {
        let (claim, what) = match rests.grundy {
            true => ("grundy-rests", "Grundy rows"),
            false => ("rests", "rows"),
        };
        let proved = rests.rows.len();
        (claim, proved, format!("the {what} of {proved} rests of {game} are proved"))
    });
    let of_families = certificate.families.as_ref().map(|families| {
        let proved = families.classes.len();
        let sentence = format!("{proved} classes of families of {game} are proved");
        ("families", proved, sentence)
    });
    if let Some((claim, proved, sentence)) = of_rests.or(of_families) {
        let (first, last, unknown, covers, excluded) = (None, None, None, None, None);
        return Accepted {
            verdict,
            game,
            claim,
            first,
            last,
            proved,
            unknown,
            covers,
            excluded,
            sentence,
        };
    }
    let rows = &certificate.rows;
    let proved = rows.iter().filter(|row| row.proved.is_some()).count();
    let (cover_rows, excluded) = (certificate.cover_rows(), certificate.excluded_rows());
    let covers = match cover_rows {
        1 => "1 cover row".to_owned(),
        many => format!("{many} cover rows"),
    };
    let (claim, first, last, sentence) = match certificate.claim {
        Claim::Rows(first, last) => {
            let sentence = format!(
                "{proved} of the rows {first} to {last} of {game}, and {covers}, are proved"
            );
            ("rows", Some(first), last, sentence)
        }
        Claim::Covers(last) => {
            let none = match excluded {
                0 => String::new(),
                1 => ", 1 row to be none".to_owned(),
                many => format!(", {many} rows to be none"),
            };
            ("covers", None, last, format!("{covers} up to row {last} of {game} are proved{none}"))
        }
        Claim::Rests | Claim::Families => ("rests", None, 0, String::new()),
    };
    Accepted {
        verdict,
        game,
        claim,
        first: Some(first),
        last: Some(last),
        proved,
        unknown: Some(rows.len() - proved),
        covers: Some(cover_rows),
        excluded: Some(excluded),
        sentence,
    }
}

fn rejected(flaw: &Flaw) -> Rejected {
    let (condition, row, rest, column) = match flaw {
        Flaw::Rejected(Rejection { condition, row, column }) => {
            (condition, Some(*row), None, *column)
        }
        Flaw::Rest { condition, rest, column } => (condition, None, Some(rest.clone()), *column),
        _ => unreachable!("only rejections come here"),
    };
    let (name, complaint) = condition.name_and_complaint();
    Rejected {
        verdict: "rejected",
        row,
        rest,
        column,
        condition: name.to_string(),
        complaint: complaint.to_string(),
        sentence: flaw.to_string(),
    }
}

impl Answer for Verified {
    fn schema(&self) -> &'static str {
        "amalgam/verify/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            Verified::Accepted(found) => {
                page.line(format!("{}: {}", page.paint().good("accepted"), found.sentence))
            }
            Verified::Rejected(found) => page.line(page.paint().bad(&found.sentence)),
        }
    }

    fn verdict(&self) -> Verdict {
        match self {
            Verified::Accepted(_) => Verdict::Yes,
            Verified::Rejected(_) => Verdict::No,
        }
    }
}
