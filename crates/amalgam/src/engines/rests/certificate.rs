//! The rows of rests as a text that a program that trusts nothing can check.
//!
//! docs/certificate.md §7 specifies the text and proves that it is a proof: it holds the row of every
//! rest that the claimed ones rest on, with least preperiod and period, and for each prime factor of
//! the period a column at which that factor cannot be left out. The checker walks the rows itself, so
//! nothing else is needed, and only rows whose periods were walked can be written.

use thiserror::Error;

use super::report::{RestRow, Status};
use super::setting::{RestError, Setting, Values};
use super::{Closure, STEPS, joint, periodic};
use crate::base::budget::{Budget, Progress};
use crate::engines::three::certificate::signed;
use crate::games::rules::{Condition, Quantity, Rules};
use crate::{Play, Position};

/// Of which rests a certificate speaks; it holds all that these rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// All rests of at most so many coins.
    Coins(u64),
    /// One rest.
    Rest(Position),
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// The format has no name for the game.
    #[error(
        "certificates for rests speak of amalgamation with or without a threshold, of merges that \
         lose one coin, and of nim, in normal play; not of these rules"
    )]
    Game,
    /// A row is not known.
    #[error("the row of {0} is not known, so that there is nothing to certify")]
    Unknown(Position),
    /// The rows were not found.
    #[error(transparent)]
    Rows(#[from] RestError),
}

/// Finds the rows of a claim, and writes their certificate.
///
/// ```
/// use amalgam::base::budget::Silent;
/// use amalgam::engines::rests::{Setting, Values, certificate::{Claim, certified}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, amalgam::Play::Normal, Values::Completions)?;
/// let (rows, text) = certified(&setting, &Claim::Coins(3), &Default::default(), &Silent)?;
/// assert_eq!(rows.len(), 7);
/// assert!(text.contains("rest [1,2] preperiod 15 period 4 offsets -5 5 fixed 0\n  minimal 2@"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certified(
    setting: &Setting,
    claim: &Claim,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<(Vec<RestRow>, String), CertificateError> {
    let game = game(setting).ok_or(CertificateError::Game)?;
    let closure = match claim {
        Claim::Coins(coins) => Closure::coins(setting, *coins)?,
        Claim::Rest(rest) => Closure::below(setting, std::slice::from_ref(rest))?,
    };
    let kind = match setting.values() {
        Values::Completions => "rests",
        Values::Grundy => "grundy-rests",
    };
    let claim = match claim {
        Claim::Coins(coins) => format!("coins {coins}"),
        Claim::Rest(rest) => rest.to_string(),
    };
    let mut text = format!("amalgam-certificate 2\ngame {game}\nclaim {kind} {claim}\n");
    let hint = super::hint(setting, &closure, limits, progress)?;
    let found = joint::recurrence(setting, &closure, hint, STEPS, limits, progress)?;
    let (mut rows, mut unknown): (Vec<RestRow>, _) = (Vec::new(), None);
    joint::report(&closure, &found, limits, progress, |row, status, offsets| {
        let rest = closure.rests()[row].clone();
        match line(&rest, &status, offsets) {
            Some(line) => text += &line,
            None => unknown = unknown.take().or(Some(rest.clone())),
        }
        rows.push(RestRow { rest, status });
    })?;
    match unknown {
        Some(rest) => Err(CertificateError::Unknown(rest)),
        None => Ok((rows, signed(text))),
    }
}

/// What is said of a proved row, whose offsets up to the end of one period these are.
fn line(rest: &Position, status: &Status, offsets: &[i8]) -> Option<String> {
    let Status::Proved(proved) = status else { return None };
    let (start, period, fixed) = (proved.preperiod, proved.period, proved.fixed);
    let (least, greatest) = proved.offsets?;
    let mut line = format!(
        "rest {rest} preperiod {start} period {period} offsets {least} {greatest} fixed {fixed}\n  \
         minimal"
    );
    let at = |column| offsets[periodic::fold(column, start, period) as usize];
    for prime in periodic::primes(period) {
        let shorter = period / prime;
        let column = (start..start + period).find(|&column| at(column) != at(column + shorter))?;
        line += &format!(" {prime}@{column}");
    }
    Some(line + "\n")
}

/// The game as the format names it.
fn game(setting: &Setting) -> Option<String> {
    let rules: &Rules = setting.rules();
    if setting.play() == Play::Misere {
        return None;
    }
    match rules.merges() {
        [] => Some("nim".to_owned()),
        [merge] => match (&merge.conditions[..], merge.then_take) {
            ([], 0) => Some("amalgamation".to_owned()),
            ([], 1) => Some("merge-take-one".to_owned()),
            (&[Condition::AtLeast(Quantity::Min, least)], 0) => {
                Some(format!("restricted-amalgamation {least}"))
            }
            _ => None,
        },
        _ => None,
    }
}
