//! The rows of rests as a text that a program that trusts nothing can check.
//!
//! docs/certificate.md §7 specifies the text and proves that it is a proof: it holds the row of every
//! rest that the claimed ones rest on, with least preperiod and period, and for each prime factor of
//! the period a column at which that factor cannot be left out. The checker walks the rows itself, so
//! nothing else is needed, and only rows whose periods were walked can be written.

use thiserror::Error;

use super::setting::{RowError, Setting, Values};
use super::walk::{CHUNK, Of, Walk, Word};
use super::{Closure, periodic};
use crate::row::Row;
use crate::three::certificate::signed;
use amalgam_core::base::budget::{Budget, Progress, Step, Task};
pub use amalgam_core::base::fault::{Classified, Fault};
use amalgam_core::games::rules::{Condition, Quantity, Rules};
use amalgam_core::{Play, Position};

/// Of which rests a certificate speaks; it holds all that these rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// All rests of at most this many coins.
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
    /// A row is known, but not by walking it.
    #[error(
        "the row of {0} is proved to repeat without one period of it being walked, and certificates hold \
         only what the checker can walk"
    )]
    NotWalked(Position),
    /// The rows were not found.
    #[error(transparent)]
    Rows(#[from] RowError),
}

impl Classified for CertificateError {
    fn fault(&self) -> Fault {
        match self {
            CertificateError::Game => Fault::Input,
            CertificateError::Unknown(_) | CertificateError::NotWalked(_) => Fault::Limit,
            CertificateError::Rows(error) => error.fault(),
        }
    }
}

impl Claim {
    /// The rests of which a certificate has to speak.
    ///
    /// # Errors
    /// If a rest is too large, or a bound is met.
    pub fn closure(&self, setting: &Setting, limits: &Budget) -> Result<Closure, RowError> {
        match self {
            Claim::Coins(coins) => Closure::coins(setting, *coins, limits),
            Claim::Rest(rest) => Closure::below(setting, std::slice::from_ref(rest), limits),
        }
    }
}

/// The certificate of the rows of a claim, which have been found.
///
/// ```
/// use amalgam::base::budget::Silent;
/// use amalgam::engines::rests::{self, Setting, Values, certificate::{Claim, certificate}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, amalgam::Play::Normal, Values::Completions)?;
/// let (claim, limits) = (Claim::Coins(3), Default::default());
/// let closure = claim.closure(&setting, &limits)?;
/// let rows = rests::find(&setting, &closure, &limits, &Silent)?;
/// let text = certificate(&setting, &claim, &closure, &rows, &limits, &Silent)?;
/// assert!(text.contains("rest [1,2] preperiod 15 period 4 offsets -5 5 fixed 0\n  minimal 2@15\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format has no name for the game, or a row is not known.
pub fn certificate(
    setting: &Setting,
    claim: &Claim,
    closure: &Closure,
    rows: &[Row],
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<String, CertificateError> {
    let game = game(setting).ok_or(CertificateError::Game)?;
    let kind = match setting.values() {
        Values::Completions => "rests",
        Values::Grundy => "grundy-rests",
    };
    let claim = match claim {
        Claim::Coins(coins) => format!("coins {coins}"),
        Claim::Rest(rest) => rest.to_string(),
    };
    let unknown = |row: &Row| CertificateError::Unknown(row.rest.clone());
    let mut lines = Vec::new();
    for row in rows {
        let proved = row.proved().ok_or_else(|| unknown(row))?;
        let walked = proved.offsets.zip(proved.fixed);
        let (offsets, fixed) =
            walked.ok_or_else(|| CertificateError::NotWalked(row.rest.clone()))?;
        lines.push((proved, offsets, fixed));
    }
    let periods: Vec<(u64, u64)> =
        lines.iter().map(|(proved, ..)| (proved.preperiod, proved.period)).collect();
    let witnesses = witnesses(setting, closure, &periods, limits, progress)?;
    let mut text = format!("amalgam-certificate 2\ngame {game}\nclaim {kind} {claim}\n");
    for ((row, (proved, (least, greatest), fixed)), witnesses) in
        rows.iter().zip(lines).zip(witnesses)
    {
        let (start, period) = (proved.preperiod, proved.period);
        text += &format!("rest {} preperiod {start} period {period} ", row.rest);
        text += &format!("offsets {least} {greatest} fixed {fixed}\n  minimal");
        for (prime, column) in witnesses {
            text += &format!(" {prime}@{}", column.ok_or_else(|| unknown(row))?);
        }
        text.push('\n');
    }
    Ok(signed(text))
}

/// For each row and each prime factor q of its period p, a column at which the row does not repeat
/// after p/q columns, if one is found.
type Witnesses = Vec<Vec<(u64, Option<u64>)>>;

/// This many columns are compared first.
const COMPARED: u64 = 3 * CHUNK as u64;

/// Finds witnesses: the first columns at which a row and the same row p/q columns later differ.
///
/// Where a row is far from repeating after p/q columns, the first columns tell. Of rows that are the
/// identity at most columns a whole period is looked at.
fn witnesses(
    setting: &Setting,
    closure: &Closure,
    periods: &[(u64, u64)],
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Witnesses, RowError> {
    let primes = |&(_, period): &(u64, u64)| {
        periodic::primes(period).into_iter().map(|prime| (prime, None)).collect()
    };
    let mut found: Witnesses = periods.iter().map(primes).collect();
    for whole in [false, true] {
        // The stretches to be seen of the rows that are open: the first columns, and those p/q later.
        let mut stretches: Vec<Vec<Stretch>> = Vec::new();
        for (&(start, period), found) in periods.iter().zip(&found) {
            let open = found.iter().filter(|(_, column)| column.is_none());
            let later = open.map(|(prime, _)| period / prime);
            let length = if whole { period } else { COMPARED };
            let shifts = later.clone().take(1).map(|_| 0).chain(later);
            stretches.push(shifts.map(|shift| Stretch::new(start + shift, length)).collect());
        }
        let all = || stretches.iter().flatten();
        let bytes = all().map(|stretch| u128::from(stretch.length)).sum();
        limits.foresee(periods.len() as u64, bytes)?;
        let end = all().map(|stretch| stretch.first + stretch.length).max().unwrap_or(0);
        let of = (setting, closure);
        // Narrow words nearly always suffice.
        if !look::<u64>(of, &mut stretches, end, limits, progress)? {
            look::<u128>(of, &mut stretches, end, limits, progress)?;
        }
        for ((found, stretches), &(start, period)) in found.iter_mut().zip(&stretches).zip(periods)
        {
            let open = found.iter_mut().filter(|(_, column)| column.is_none());
            let Some((compared, later)) = stretches.split_first() else { continue };
            for ((_, column), later) in open.zip(later) {
                let mut pairs = compared.offsets.iter().zip(&later.offsets);
                let differs = pairs.position(|(x, y)| x != y);
                let at = differs.map(|i| compared.first + i as u64);
                *column = at.map(|at| periodic::fold(at, start, period));
            }
        }
    }
    Ok(found)
}

/// Walks to a column and lets each row's stretches see it; whether the words were wide enough.
fn look<W: Word>(
    of: Of<'_>,
    stretches: &mut [Vec<Stretch>],
    end: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<bool, RowError> {
    stretches.iter_mut().flatten().for_each(|stretch| stretch.offsets.clear());
    let mut walk = Walk::<W>::new(of);
    let mut chunks = 0u64;
    while walk.place < end as i64 {
        if chunks.is_multiple_of(16) {
            limits.watch(progress, Step::new(Task::Columns, walk.place.max(0) as u64))?;
        }
        chunks += 1;
        walk.advance(of, CHUNK);
        for (row, stretches) in stretches.iter_mut().enumerate() {
            let (done, next) = (walk.done(row), walk.column(row));
            stretches.iter_mut().for_each(|stretch| stretch.see(done, next));
        }
    }
    Ok(walk.sound())
}

/// The offsets of a row on a stretch of columns.
struct Stretch {
    first: u64,
    length: u64,
    offsets: Vec<i8>,
}

impl Stretch {
    fn new(first: u64, length: u64) -> Stretch {
        Stretch { first, length, offsets: Vec::new() }
    }

    /// Takes what it wants of the columns just done, before column `next`.
    fn see<W: Word>(&mut self, done: &[W], next: u64) {
        let wanted = self.first + self.offsets.len() as u64;
        let Some(skip) = wanted.checked_sub(next - done.len() as u64) else { return };
        let missing = self.length as usize - self.offsets.len();
        let seen = done.iter().skip(skip as usize).take(missing);
        self.offsets.extend(seen.map(|word| word.offset() as i8));
    }
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
