//! The ledger as a document.

use std::fmt::Write;

use amalgam::lab::claims::{Effort, Erratum, Paper, Replay, Status, Verdict};

/// The beginning of lines that depend on how large the scopes were.
pub const SCOPE: &str = "- checked: ";

/// The ledger in Markdown: how many claims have which status, the refuted ones, then all of them,
/// paper by paper. Times are left out, so that the same run gives the same text.
pub fn markdown(verdicts: &[Verdict], effort: Effort) -> String {
    let mut text = format!(
        "# The ledger\n\n\
         Every statement of the four papers (Locke & Handley, Shinoda, Manabe, lecture notes), and what\n\
         the literature says of the neighbouring games, in our own words, with what the program found.\n\
         A claim whose name ends in `.printed` is one side of a misprint; the other side is what is\n\
         meant. Made by `cargo xtask ledger`, which runs `amalgam claims --effort {effort}`;\n\
         `amalgam claims ID` checks one of them again.\n\n"
    );
    let count = |status| verdicts.iter().filter(|verdict| verdict.status == status).count();
    text += "| status | claims | meaning |\n|---|---|---|\n";
    for (status, meaning) in [
        (Status::Proved, "a proof or a certificate, and a check that found no exception"),
        (Status::Verified, "no exception within the scope; nothing is said beyond it"),
        (Status::Refuted, "an exception, the smallest one"),
        (Status::Observed, "a description that fits the data"),
        (Status::Unknown, "a bound was met; nothing is claimed"),
    ] {
        let _ = writeln!(text, "| {status} | {} | {meaning} |", count(status));
    }
    text += "\n## Refuted\n\n";
    for verdict in verdicts.iter().filter(|verdict| verdict.status == Status::Refuted) {
        let _ = writeln!(text, "- **{}** {}", verdict.claim.id, verdict.claim.statement);
        let _ = writeln!(text, "  {}", verdict.evidence);
    }
    for paper in Paper::ALL {
        let _ = write!(text, "\n## {}\n", paper.title());
        for verdict in verdicts.iter().filter(|verdict| verdict.claim.paper() == paper) {
            text += "\n";
            text += &entry(verdict);
        }
    }
    text
}

/// One claim.
fn entry(verdict: &Verdict) -> String {
    let claim = &verdict.claim;
    let mut text = format!("### {}: {}\n\n{}\n\n", claim.id, verdict.status, claim.statement);
    let _ = writeln!(text, "- source: {}", claim.source());
    match claim.erratum {
        Some(Erratum::Printed { meant }) => {
            let _ = writeln!(text, "- erratum: this is what is printed; {meant} is what is meant");
        }
        Some(Erratum::Meant { printed }) => {
            let _ =
                writeln!(text, "- erratum: this is what is meant; {printed} is what is printed");
        }
        None => {}
    }
    if let Some(note) = claim.note {
        let _ = writeln!(text, "- note: {note}");
    }
    if !verdict.evidence.is_empty() {
        let _ = writeln!(text, "- evidence: {}", verdict.evidence);
    }
    if let Some(counterexample) = &verdict.counterexample {
        let _ = writeln!(text, "- to see it: `{}`", command(&counterexample.replay));
    }
    if !verdict.scope.is_empty() {
        let _ = writeln!(text, "{SCOPE}{}", verdict.scope);
    }
    text
}

/// The command that asks a question.
pub fn command(replay: &Replay) -> String {
    let quoted = |game: &str| match game.contains([' ', '(']) {
        true => format!("\"{game}\""),
        false => game.to_owned(),
    };
    match replay {
        Replay::Solve { game, position, explain } => {
            let game = match game.as_str() {
                "amalgamation" => String::new(),
                game => format!("--game {} ", quoted(game)),
            };
            let explain = if *explain { " --explain" } else { "" };
            format!("amalgam solve {game}\"{position}\"{explain}")
        }
        Replay::Moves(position) => format!("amalgam moves \"{position}\""),
        Replay::Row(rest) => format!("amalgam row \"{rest}\""),
        Replay::Complete(rest) => format!("amalgam complete \"{rest}\""),
        Replay::Equivalent([m, n]) => format!("amalgam equivalent \"nim[{m}]\" \"nim[{n}]\""),
        Replay::Values { game, to } => format!("amalgam values {game} --to {to}"),
        Replay::Period { game, to } => {
            let to = to.map_or(String::new(), |to| format!(" --to {to}"));
            format!("amalgam period {}{to}", quoted(game))
        }
        Replay::Table { rows, cols } => {
            let cols = cols.map_or(String::new(), |cols| format!(" --cols {cols}"));
            format!("amalgam table --rows {rows}{cols}")
        }
        Replay::Claim(id) => format!("amalgam claims {id}"),
    }
}
