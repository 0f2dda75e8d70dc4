//! `amalgam conjecture`: a formula of one's own, tested on every position of a domain.

use amalgam::engines::bulk::{Domain, DomainError, TableError};
use amalgam::lab::formula::{self, Counterexample, Formula, TestError, Verdict};
use amalgam::{LimitReached, ParseError};
use amalgam_export::conjecture_answers::{self, kind};
use clap::Args;

use crate::arguments::{self, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;
use crate::watch::Watch;

#[derive(Args, Debug)]
#[command(after_help = "Bounds: --heaps 3 --max 200 (three heaps up to 200, some perhaps empty), \
    --coins 40 (all positions up to 40 coins), --heights 4 --coins 40 (no heap above 4).\n\
    Exit code 1 if the formula fails somewhere.\n\nExamples:\n  \
    amalgam conjecture \"P <=> x ^ y ^ z == 0\" --game nim --heaps 3 --max 100\n  \
    amalgam conjecture \"grundy >> 1 == (x ^ y ^ z) >> 1\" --game restricted-amalgamation --heaps 3 --max 100\n  \
    amalgam conjecture \"coins % 2 == 0 => (P <=> mirror)\" --coins 20\n  \
    amalgam conjecture \"(c[1] + c[3]) % 2 == 0 && !mirror => N\" --heights 4 --coins 30\n  \
    amalgam conjecture --list-facts")]
pub(crate) struct ConjectureArgs {
    /// What is conjectured, as a formula that is true or false at each position
    #[arg(required_unless_present = "list_facts", allow_hyphen_values = true)]
    formula: Option<String>,
    /// A named game, or rules in words such as "take 1..3, merge if min >= 2"
    #[arg(long, short, default_value = "amalgamation", value_name = "NAME|RULES")]
    game: String,
    /// Positions of so many heaps, of which some may be empty; with --max or --coins
    #[arg(long, value_name = "K")]
    heaps: Option<usize>,
    /// The largest heap
    #[arg(long, value_name = "N", conflicts_with = "heights")]
    max: Option<u64>,
    /// The largest heap, the same as --max
    #[arg(long, value_name = "H")]
    heights: Option<u64>,
    /// The most coins
    #[arg(long, value_name = "N")]
    coins: Option<u64>,
    /// What a formula can say
    #[arg(long, conflicts_with_all = ["formula", "heaps", "max", "heights", "coins", "game"])]
    list_facts: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &ConjectureArgs) -> Result<Answer, Failure> {
    let Some(text) = &args.formula else {
        return list_facts(args);
    };
    let formula: Formula = text.parse()?;
    let game = arguments::game(&args.game)?;
    let domain = domain(args)?;
    let bar = Watch::new();
    let verdict = formula::test(&formula, &game, &domain, &args.limits.limits(), &bar);
    bar.done();
    let verdict = verdict.map_err(|error| failure(error, &formula))?;
    if args.json {
        output::print_json(&conjecture_answers::conjecture(
            &formula,
            game.name(),
            &domain,
            &verdict,
        ))?;
    } else {
        output::print(&words(&formula, game.name(), &domain, &verdict))?;
    }
    Ok(match verdict {
        Verdict::VerifiedTo { .. } => Answer::Yes,
        Verdict::Refuted(_) => Answer::No,
    })
}

fn domain(args: &ConjectureArgs) -> Result<Domain, Failure> {
    let max = args.max.or(args.heights);
    Domain::new(args.heaps, max, args.coins).map_err(|error| {
        let help = match error {
            DomainError::Infinite => {
                "write `--heaps 3 --max 200`, `--coins 40` or `--heights 4 --coins 40`"
            }
            DomainError::TooLarge => "lower the bounds",
        };
        Failure::of(&error, Some(help))
    })
}

fn failure(error: TestError, formula: &Formula) -> Failure {
    match error {
        TestError::Evaluation(error) => {
            let message = error.to_string();
            let error = ParseError::new(formula.text(), error.span(), message);
            Failure::from(
                error.suggest("guard it, as in `y > 0 => x / y < 3`, or change the bounds"),
            )
        }
        TestError::Tables(TableError::NoCompletion) => {
            let span = formula.mentions().completion.unwrap_or(0..0);
            let message = TableError::NoCompletion.to_string();
            Failure::from(ParseError::new(formula.text(), span, message))
        }
        TestError::Tables(error @ TableError::TooManyHeaps { .. }) => {
            Failure::of(&error, Some("as in --heaps 2 --max 50"))
        }
        TestError::Tables(TableError::Limit(limit)) | TestError::Limit(limit) => reached(limit),
    }
}

fn reached(limit: LimitReached) -> Failure {
    let help = "nothing smaller fails as far as was tested; lower the bounds, or raise --memory or \
                --time";
    let help = if limit.done == 0 { "lower the bounds, or raise --memory" } else { help };
    let help = match limit.limit {
        amalgam::base::budget::Limit::Machine => "lower the bounds",
        amalgam::base::budget::Limit::Memory(_) => "lower the bounds, or raise --memory",
        _ => help,
    };
    Failure::limit(format!("{limit}; nothing is claimed"), Some(help.to_owned()))
}

fn words(formula: &Formula, game: &str, domain: &Domain, verdict: &Verdict) -> String {
    let mut text = format!("{formula}\nin {game}; {domain}\n");
    match verdict {
        Verdict::VerifiedTo { positions, .. } => {
            text += &format!("verified: it holds at all {positions} positions\n");
        }
        Verdict::Refuted(Counterexample { heaps, values, tested }) => {
            let found = amalgam::Position::new(heaps.iter().copied());
            let list: Vec<String> = heaps.iter().map(u64::to_string).collect();
            text += &format!("refuted: it fails at [{}]", list.join(","));
            match found.by_height() {
                Some(counts) if !found.is_empty() && counts.len() <= 40 => {
                    text += &format!(", that is {counts}");
                }
                _ => {}
            }
            text += &format!(", {} coins; {tested} smaller positions obey it\n", found.coins());
            let rows: Vec<Vec<String>> =
                values.iter().map(|(part, value)| vec![part.clone(), value.to_string()]).collect();
            text += &output::columns(&rows, 2);
            let game =
                if game.contains([' ', '(']) { format!("\"{game}\"") } else { game.to_owned() };
            text += &format!("to see it: amalgam solve --game {game} \"{found}\"\n");
        }
    }
    text
}

fn list_facts(args: &ConjectureArgs) -> Result<Answer, Failure> {
    if args.json {
        output::print_json(&conjecture_answers::facts())?;
        return Ok(Answer::Yes);
    }
    let mut text = String::new();
    for fact in formula::facts() {
        text += &format!("{}  ({})\n  {}\n", fact.name, kind(fact.kind), fact.meaning);
        text += &format!("  {}\n", fact.example);
    }
    text += "operators, from the loosest to the tightest\n  \
             <=>   =>   ||   &&   == != < <= > >=   |   ^   &   << >>   + -   * / %   - !\n";
    output::print(&text)?;
    Ok(Answer::Yes)
}
