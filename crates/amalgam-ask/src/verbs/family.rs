//! `family`: a rest with any number of equal heaps, for all numbers at once.

use std::io;
use std::path::PathBuf;

use amalgam::engines::families::{self, Setting, Table};
use amalgam::{Outcome, Position};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Heaps;
use crate::answer::{Answer, Verdict};
use crate::question::Question;
use crate::said::Page;
use crate::{Host, Problem, words};

/// Who wins with n equal heaps beside some others, for all n
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[command(after_help = "Each class of n is one of\n  \
    proved    a certificate decides it for all n, or parity does; amalgam-check accepts the certificate\n  \
    observed  the table shows it, and nothing is claimed beyond\n  \
    unknown   the table shows no rule\n\n\
    Exit codes: 0 proved for all n, 1 not for all, 2 wrong input, 3 a limit was reached.\n\n\
    Examples:\n  \
    amalgam family \"[2,3,6]\"                 P if and only if 3 divides n\n  \
    amalgam family \"<0,3,3,1>\" --certificate row.txt\n  \
    amalgam family \"<0,1,0,1>\" --height 3    any number of heaps of 3\n  \
    amalgam family --to 9 --json             every rest of up to 9 coins")]
pub struct Family {
    /// The other heaps; those of the height are left out
    #[arg(allow_negative_numbers = true, value_name = "HEAPS", required_unless_present = "to")]
    #[serde(with = "words", default)]
    #[schemars(with = "String")]
    pub rest: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) heaps: Heaps,
    /// The height of the equal heaps
    #[arg(long, value_name = "H", default_value_t = 1)]
    #[serde(default = "one")]
    pub height: u64,
    /// Every rest of up to this many coins, instead of one
    #[arg(long, value_name = "COINS", conflicts_with = "rest")]
    #[serde(default)]
    pub to: Option<u64>,
    /// The coins of the table that suggests what to prove [default: 36 more than the rest has, at least 44]
    #[arg(long, value_name = "N")]
    #[serde(default)]
    pub coins: Option<u64>,
    /// Write the certificate of the one rest to a file; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub certificate: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "certificate")]
    #[serde(default)]
    #[schemars(extend("x-local" = true))]
    pub force: bool,
}

fn one() -> u64 {
    1
}

/// What `family` answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Families {
    /// The game.
    pub game: String,
    /// The height of the equal heaps.
    pub height: u64,
    /// The coins of the table.
    pub table_coins: u64,
    /// What is known of each rest.
    pub families: Vec<FamilyFound>,
    #[serde(skip)]
    quiet: bool,
}

/// What is known of a rest with n heaps of the height.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FamilyFound {
    /// The other heaps.
    pub rest: Vec<u64>,
    /// proved, observed or unknown: the weakest of its classes.
    pub status: &'static str,
    /// The outcome depends on n modulo this…
    pub period: u64,
    /// …from this n on.
    pub preperiod: u64,
    /// The residues of the n for which it is a P-position, from the preperiod on.
    pub p_residues: Vec<u64>,
    /// The n below the preperiod whose outcome is not that of their residue.
    pub exceptions: Vec<u64>,
    /// The residues that are not proved.
    pub open_residues: Vec<u64>,
    /// How many n the table decides.
    pub table_to: u64,
    /// How many classes the certificate has; null if there is none.
    pub classes: Option<usize>,
}

/// The largest table that is made, and the most coins of all rests together.
const MOST_COINS: u64 = 100;
const MOST_TO: u64 = 30;

impl Question for Family {
    const NAME: &'static str = "family";
    const EXAMPLE: &'static str = "rest=[2,3,6]";
    type Answer = Families;

    fn answer(&self, host: &Host<'_>) -> Result<Families, Problem> {
        let (game, rules) = host.heap_game(&self.heaps.game)?;
        let setting = Setting::new(&rules, self.height).ok_or_else(|| {
            Problem::input(format!("no certificates are known for {game} and heaps of {}", self.height)).suggest(
                "any number must be allowed to be taken, no heap may split, no merge may lose coins, and the height is 1 to 64",
            )
        })?;
        let rests = match self.to {
            Some(to) if to > MOST_TO => {
                return Err(Problem::input(format!(
                    "rests of up to {MOST_TO} coins can be listed, not {to}"
                ))
                .field("to"));
            }
            Some(to) => all_rests(to, self.height),
            None => vec![self.rest()?],
        };
        let largest = rests.iter().map(Position::coins).max().unwrap_or(0);
        let wanted = u128::from(self.coins.unwrap_or(0)).max(if self.coins.is_some() {
            0
        } else {
            (largest + 36).max(44)
        });
        if wanted > MOST_COINS.into() || largest + 12 * u128::from(self.height) > wanted {
            let needed = largest + 12 * u128::from(self.height);
            let message = format!(
                "a table of {wanted} coins does not do: it has at most {MOST_COINS}, and this rest needs {needed}"
            );
            return Err(Problem::input(message).field("coins"));
        }
        let file = host.create(self.certificate.as_deref(), self.force)?;
        let quiet = file.as_ref().is_some_and(|file| file.is_stdout());
        let table = Table::new(&rules, wanted as usize, &host.limits, host.progress)
            .map_err(|error| Problem::limit(error.to_string()))?;
        let mut found = Vec::new();
        let mut certificate = None;
        for rest in &rests {
            let family =
                families::Family::find(&setting, &table, rest, &host.limits, host.progress)?;
            let family = family.ok_or_else(|| {
                Problem::input(format!("{} is too large for the table", rest.brief()))
            })?;
            found.push(FamilyFound::new(&family));
            certificate = family.certificate;
        }
        if let Some(file) = file {
            let text = certificate.ok_or_else(|| {
                Problem::input(
                    "parity decides this family, or nothing is proved: there is no certificate",
                )
            })?;
            file.write_whole(text.as_bytes())?;
        }
        Ok(Families {
            game: game.name().to_owned(),
            height: self.height,
            table_coins: table.coins() as u64,
            families: found,
            quiet,
        })
    }
}

impl Family {
    /// The rest, without heaps of the height.
    fn rest(&self) -> Result<Position, Problem> {
        let text = self.rest.join(" ");
        let rest: Position = text
            .parse()
            .map_err(|error: amalgam::ParseError| Problem::from(error).field("rest"))?;
        Ok(Position::of_counts(rest.runs().filter(|&(height, _)| height != self.height)))
    }
}

/// Every rest of at most this many coins without heaps of a height, by coins.
fn all_rests(to: u64, height: u64) -> Vec<Position> {
    fn add(left: u64, most: u64, height: u64, heaps: &mut Vec<u64>, found: &mut Vec<Position>) {
        found.push(Position::new(heaps.iter().copied()));
        for heap in (1..=most.min(left)).filter(|&heap| heap != height) {
            heaps.push(heap);
            add(left - heap, heap, height, heaps, found);
            heaps.pop();
        }
    }
    let mut found = Vec::new();
    add(to, to, height, &mut Vec::new(), &mut found);
    found.sort_by_key(|rest| (rest.coins(), rest.clone()));
    found
}

impl FamilyFound {
    fn new(family: &families::Family) -> FamilyFound {
        let weakest = match &family.residues {
            all if all.iter().all(|residue| residue.proved) => "proved",
            all if all.iter().all(|residue| residue.outcome.is_some()) => "observed",
            _ => "unknown",
        };
        let residues = |keep: &dyn Fn(&families::Residue) -> bool| {
            family
                .residues
                .iter()
                .filter(|residue| keep(residue))
                .map(|residue| residue.residue)
                .collect()
        };
        let preperiod = family.preperiod();
        let exception = |n: &u64| {
            let said = family.residues[(n % family.modulus()) as usize].outcome;
            said.is_some_and(|said| said != family.first[*n as usize])
        };
        let classes =
            |text: &String| text.lines().filter(|line| line.starts_with("class ")).count();
        FamilyFound {
            rest: family.rest.heaps().to_vec(),
            status: weakest,
            period: family.modulus(),
            preperiod,
            p_residues: residues(&|residue| residue.outcome == Some(Outcome::P)),
            exceptions: (0..preperiod).filter(exception).collect(),
            open_residues: residues(&|residue| !residue.proved),
            table_to: family.first.len() as u64,
            classes: family.certificate.as_ref().map(classes),
        }
    }

    /// When it is a P-position, in words.
    fn rule(&self) -> String {
        let list =
            |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let mut said = match self.p_residues.as_slice() {
            [] => "never P".to_owned(),
            all if all.len() as u64 == self.period => "always P".to_owned(),
            some => format!("P if and only if n ≡ {} mod {}", list(some), self.period),
        };
        match self.exceptions.as_slice() {
            [] => {}
            [one] => said += &format!(", except n = {one}"),
            some => said += &format!(", except n = {}", list(some)),
        }
        if !self.open_residues.is_empty() {
            said += &format!(
                "; not proved for n ≡ {}, seen for n < {}",
                list(&self.open_residues),
                self.table_to
            );
        }
        said
    }
}

impl Answer for Families {
    fn schema(&self) -> &'static str {
        "amalgam/family/1"
    }

    fn say(&self, page: &mut Page<'_>) -> io::Result<()> {
        let paint = page.paint();
        page.line(paint.title(format!("n heaps of {} in {}, for all n", self.height, self.game)))?;
        for found in &self.families {
            let rest = Position::new(found.rest.iter().copied());
            let status = match found.status {
                "proved" => paint.good("proved"),
                other => paint.open(other),
            };
            page.line(format!(
                "  {} + n·{}  {status}: {}",
                rest.brief(),
                self.height,
                found.rule()
            ))?;
        }
        if let [FamilyFound { classes: Some(classes), .. }] = self.families.as_slice() {
            page.line(format!(
                "by a certificate of {classes} classes; the table has all positions up to {} coins",
                self.table_coins
            ))?;
        }
        Ok(())
    }

    fn verdict(&self) -> Verdict {
        match self.families.iter().all(|found| found.status == "proved") {
            true => Verdict::Yes,
            false => Verdict::No,
        }
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }
}
