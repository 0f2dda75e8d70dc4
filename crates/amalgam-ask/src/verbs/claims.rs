//! `claims`: every statement of the papers, checked.

use std::io;
use std::time::Duration;

use amalgam::base::budget::{Step, Task};
use amalgam::lab::claims::{self, Claim, Context, Effort, Erratum, Status, Verdict as Checked};
use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ledger, statement};
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, cells};

/// Every statement of the papers, checked
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(
    after_help = "proved: a proof or certificate; verified: no exception within the scope; refuted: \
                  with the smallest exception; observed: a pattern; unknown: a bound was met.\n\
                  Exit code 1 if the one claim asked for is refuted.\n\nExamples:\n  \
                  amalgam claims\n  \
                  amalgam claims LH-C10\n  \
                  amalgam claims MA-C1 --effort standard\n  \
                  amalgam claims --json"
)]
pub struct Claims {
    /// One claim, such as LH-C10 [default: all of them]
    #[serde(default)]
    pub id: Option<String>,
    /// How large the scopes are: quick takes seconds, standard minutes, deep longer
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub effort: HowDeep,
    /// Print the ledger as a document
    #[arg(long, conflicts_with = "id")]
    #[serde(skip)]
    pub markdown: bool,
}

/// How large the scopes of checks are.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum HowDeep {
    /// Seconds.
    #[default]
    Quick,
    /// Minutes.
    Standard,
    /// Longer.
    Deep,
}

impl From<HowDeep> for Effort {
    fn from(how: HowDeep) -> Effort {
        match how {
            HowDeep::Quick => Effort::Quick,
            HowDeep::Standard => Effort::Standard,
            HowDeep::Deep => Effort::Deep,
        }
    }
}

/// What `claims` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ledger {
    /// How large the scopes were.
    pub effort: HowDeep,
    /// The claims with what their checks came to.
    pub claims: Vec<ClaimSaid>,
    #[serde(skip)]
    form: Form,
}

/// How the ledger is said.
#[derive(Debug)]
enum Form {
    All,
    One,
    Document(String),
}

/// A claim with what its check came to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClaimSaid {
    /// Its name.
    pub id: &'static str,
    /// Where it stands.
    pub source: String,
    /// What it says.
    pub statement: &'static str,
    /// How sure it is.
    pub status: statement::Status,
    /// What the check looked at.
    pub scope: String,
    /// What was found.
    pub evidence: String,
    /// The smallest exception.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Vec<u64>>,
    /// A command that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// The other reading, where what is printed is not what is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erratum: Option<ErratumSaid>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
    /// How long the check took.
    pub seconds: f64,
}

/// Which reading of a misprint a claim is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErratumSaid {
    /// `printed` or `meant`.
    pub this: &'static str,
    /// The claim with the other reading.
    pub other: &'static str,
}

impl ClaimSaid {
    /// A claim with what its check came to.
    pub fn new(verdict: &Checked) -> ClaimSaid {
        let claim = &verdict.claim;
        let found = verdict.counterexample.as_ref();
        ClaimSaid {
            id: claim.id,
            source: claim.source(),
            statement: claim.statement,
            status: statement::Status(verdict.status),
            scope: verdict.scope.clone(),
            evidence: verdict.evidence.clone(),
            counterexample: found.map(|found| found.position.heaps().to_vec()),
            replay: found.map(|found| ledger::command(&found.replay)),
            erratum: claim.erratum.map(|erratum| match erratum {
                Erratum::Printed { meant } => ErratumSaid { this: "printed", other: meant },
                Erratum::Meant { printed } => ErratumSaid { this: "meant", other: printed },
            }),
            note: claim.note,
            seconds: verdict.time.as_secs_f64(),
        }
    }
}

impl Question for Claims {
    const NAME: &'static str = "claims";
    const EXAMPLE: &'static str = "id=LH-C10";
    type Answer = Ledger;

    fn answer(&self, host: &Host<'_>) -> Result<Ledger, Problem> {
        let effort = self.effort.into();
        let context = Context { limits: host.limits.clone(), ..Context::new(effort) };
        let (verdicts, form) = match &self.id {
            Some(id) => {
                let claim = find(id)?;
                let _ = host.progress.tick(Step::of(Task::Claim(claim.id), 0, 1));
                (vec![claim.run(&context)], Form::One)
            }
            None => {
                let verdicts = claims::run_all(&context, host.progress);
                let form = match self.markdown {
                    true => Form::Document(ledger::markdown(&verdicts, effort)),
                    false => Form::All,
                };
                (verdicts, form)
            }
        };
        Ok(Ledger {
            effort: self.effort,
            claims: verdicts.iter().map(ClaimSaid::new).collect(),
            form,
        })
    }
}

fn find(id: &str) -> Result<&'static Claim, Problem> {
    claims::find(id).ok_or_else(|| {
        let names: Vec<&str> = claims::all().iter().map(|claim| claim.id).collect();
        let problem = Problem::unknown("claim", id, &names).field("id");
        match amalgam::nearest(id, names) {
            Some(_) => problem,
            None => problem.suggest("`amalgam claims` lists them"),
        }
    })
}

impl Answer for Ledger {
    fn schema(&self) -> &'static str {
        "amalgam/claims/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        match &self.form {
            Form::Document(text) => page.text(text),
            Form::One => self.claims.iter().try_for_each(|claim| claim.in_full(page)),
            Form::All => self.listing(page),
        }
    }

    fn verdict(&self) -> Verdict {
        let [one] = self.claims.as_slice() else { return Verdict::Yes };
        match one.status.0 {
            Status::Refuted if matches!(self.form, Form::One) => Verdict::No,
            Status::Unknown if matches!(self.form, Form::One) => Verdict::Unfinished(
                Problem::limit("a limit was reached; nothing is claimed")
                    .suggest("raise --memory or --time, or lower --effort"),
            ),
            _ => Verdict::Yes,
        }
    }
}

impl Ledger {
    /// Each claim in two or three lines: what it is, what it says, what was found.
    fn listing(&self, page: &mut Page<'_>) -> io::Result<()> {
        let wide = self.claims.iter().map(|claim| claim.id.len()).max().unwrap_or(0);
        let margin = " ".repeat(wide + 2);
        for claim in &self.claims {
            let seconds = format!("{:.1} s", Duration::from_secs_f64(claim.seconds).as_secs_f64());
            let status = page.paint().status(claim.status.0);
            let missing = " ".repeat(8usize.saturating_sub(claim.status.0.to_string().len()));
            let head =
                format!("{:<wide$}  {status}{missing}  {seconds:>7}  {}", claim.id, claim.source);
            page.line(head.trim_end())?;
            page.line(format!("{margin}{}", claim.statement))?;
            for line in [&claim.evidence, &claim.scope].into_iter().filter(|line| !line.is_empty())
            {
                page.line(format!("{margin}{line}"))?;
            }
            if let Some(replay) = &claim.replay {
                page.line(format!("{margin}to see it: {replay}"))?;
            }
        }
        let count = |status: Status| {
            let number = self.claims.iter().filter(|claim| claim.status.0 == status).count();
            format!("{number} {status}")
        };
        let all =
            [Status::Proved, Status::Verified, Status::Refuted, Status::Observed, Status::Unknown];
        page.line(format!("{} claims: {}", self.claims.len(), all.map(count).join(", ")))
    }
}

impl ClaimSaid {
    fn in_full(&self, page: &mut Page<'_>) -> io::Result<()> {
        let mut rows = vec![cells!["source", self.source], cells!["status", self.status.0]];
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                rows.push(cells![name, value]);
            }
        };
        add("evidence", &self.evidence);
        add("checked", &self.scope);
        if let Some(ErratumSaid { this, other }) = self.erratum {
            let is = if this == "printed" { "meant" } else { "printed" };
            add("erratum", &format!("this is what is {this}; {other} is what is {is}"));
        }
        add("note", self.note.unwrap_or_default());
        add("to see it", self.replay.as_deref().unwrap_or_default());
        page.line(format!("{}: {}", page.paint().title(self.id), self.statement))?;
        page.columns(&rows, 2)
    }
}
