//! `amalgam claims`: every statement of the papers, checked.

use std::time::Duration;

use amalgam::lab::claims::{self, Claim, Context, Effort, Erratum, Status, Verdict};
use amalgam::{ParseError, nearest};
use amalgam_export::{claim_answers, ledger};
use clap::Args;

use crate::arguments::LimitArgs;
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::Watch;

#[derive(Args, Debug)]
#[command(
    after_help = "proved: a proof or certificate; verified: no exception within the scope; refuted: \
                  with the smallest exception; observed: a pattern; unknown: a bound was met.\n\
                  Exit code 1 if the one claim asked for is refuted.\n\nExamples:\n  \
                  amalgam claims\n  \
                  amalgam claims LH-C10\n  \
                  amalgam claims MA-C1 --effort standard\n  \
                  amalgam claims --json"
)]
pub(crate) struct ClaimsArgs {
    /// One claim, such as LH-C10; all of them if none is given
    id: Option<String>,
    /// How large the scopes are: quick takes seconds, standard minutes, deep longer
    #[arg(long, default_value_t = Effort::Quick)]
    effort: Effort,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print the ledger as a document
    #[arg(long, conflicts_with_all = ["json", "id"])]
    markdown: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &ClaimsArgs) -> Result<Answer, Failure> {
    let context = Context { limits: args.limits.limits(), ..Context::new(args.effort) };
    if let Some(id) = &args.id {
        return run_one(args, find(id)?, &context);
    }
    let watch = Watch::new();
    let verdicts = claims::run_all(&context, &watch);
    watch.done();
    if args.json {
        output::print_json(&claim_answers::claims(args.effort, &verdicts))?;
    } else if args.markdown {
        output::print(&ledger::markdown(&verdicts, args.effort))?;
    } else {
        output::print(&listing(&verdicts))?;
    }
    Ok(Answer::Yes)
}

fn run_one(args: &ClaimsArgs, claim: &Claim, context: &Context) -> Result<Answer, Failure> {
    let watch = Watch::new();
    watch.say(format!("checking {}", claim.id));
    let verdict = claim.run(context);
    watch.done();
    if args.json {
        output::print_json(&claim_answers::claims(args.effort, std::slice::from_ref(&verdict)))?;
    } else {
        output::print(&in_full(&verdict))?;
    }
    match verdict.status {
        Status::Refuted => Ok(Answer::No),
        Status::Unknown => {
            let help = "raise --memory or --time, or lower the effort".to_owned();
            Err(Failure::limit("a limit was reached; nothing is claimed".to_owned(), Some(help)))
        }
        _ => Ok(Answer::Yes),
    }
}

fn find(id: &str) -> Result<&'static Claim, Failure> {
    claims::find(id).ok_or_else(|| {
        let error = ParseError::new(id, 0..id.len(), format!("there is no claim `{id}`"));
        let near = nearest(id, claims::all().iter().map(|claim| claim.id));
        Failure::from(match near {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.suggest("`amalgam claims` lists them"),
        })
    })
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Each claim in two or three lines: what it is, what it says, what was found.
fn listing(verdicts: &[Verdict]) -> String {
    let mut text = String::new();
    let wide = verdicts.iter().map(|verdict| verdict.claim.id.len()).max().unwrap_or(0);
    for verdict in verdicts {
        let Verdict { claim, status, time, .. } = verdict;
        let head =
            format!("{:<wide$}  {status:<8}  {:>7}  {}", claim.id, seconds(*time), claim.source());
        text += head.trim_end();
        text += "\n";
        let margin = " ".repeat(wide + 2);
        text += &format!("{margin}{}\n", claim.statement);
        for line in [&verdict.evidence, &verdict.scope].into_iter().filter(|line| !line.is_empty())
        {
            text += &format!("{margin}{line}\n");
        }
        if let Some(counterexample) = &verdict.counterexample {
            let command = claim_answers::command(&counterexample.replay);
            text += &format!("{margin}to see it: {command}\n");
        }
    }
    let count = |status: Status| {
        let number = verdicts.iter().filter(|verdict| verdict.status == status).count();
        format!("{number} {status}")
    };
    let all =
        [Status::Proved, Status::Verified, Status::Refuted, Status::Observed, Status::Unknown];
    text += &format!("{} claims: {}\n", verdicts.len(), all.map(count).join(", "));
    text
}

fn in_full(verdict: &Verdict) -> String {
    let claim = &verdict.claim;
    let mut rows = vec![
        vec!["source".to_owned(), claim.source()],
        vec!["status".to_owned(), verdict.status.to_string()],
    ];
    let mut add = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    if !verdict.evidence.is_empty() {
        add("evidence", verdict.evidence.clone());
    }
    if !verdict.scope.is_empty() {
        add("checked", verdict.scope.clone());
    }
    match claim.erratum {
        Some(Erratum::Printed { meant }) => {
            add("erratum", format!("this is what is printed; {meant} is what is meant"));
        }
        Some(Erratum::Meant { printed }) => {
            add("erratum", format!("this is what is meant; {printed} is what is printed"));
        }
        None => {}
    }
    if let Some(note) = claim.note {
        add("note", note.to_owned());
    }
    if let Some(counterexample) = &verdict.counterexample {
        add("to see it", claim_answers::command(&counterexample.replay));
    }
    format!("{}: {}\n{}", claim.id, claim.statement, output::columns(&rows, 2))
}
