//! A family: one rest with any number of equal heaps beside it, and what is known of it.

use amalgam_core::base::budget::{Budget, LimitReached, Progress};
use amalgam_core::{Outcome, Position};

use crate::cases::Effort;
use crate::certificate;
use crate::claims::{self, Class};
use crate::rests::{Place, Setting};
use crate::search::Search;
use crate::table::Table;

/// The periods that are tried, the shortest first.
pub const PERIODS: [u32; 5] = [2, 6, 12, 18, 36];

/// How many more coins than the rest the rests of other claims may have, one after the other. Claims on larger
/// rests are more and have less evidence each.
pub(crate) const BEYOND: [usize; 4] = [2, 4, 7, 10];

/// One certificate for all classes of several rests, none of which has a heap of the height; `None` if one of them is
/// not proved.
///
/// # Errors
/// If a bound is met first.
pub fn certify(
    setting: &Setting,
    table: &Table,
    rests: &[Position],
    period: u32,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Option<String>, LimitReached> {
    let effort = Effort::default();
    for beyond in BEYOND {
        let mut search = Search::new(setting, table, period, effort);
        let mut wanted = Vec::new();
        for rest in rests {
            search.claims.most = search.claims.most.max(rest.coins() as usize + beyond);
            let heaps: Vec<u16> = rest.heaps().iter().map(|&heap| heap as u16).collect();
            let classes: Vec<Class> =
                (0..period).map(|residue| search.class(&heaps, residue)).collect();
            wanted.extend(search.open(&classes));
        }
        for &class in &wanted {
            search.prove(&[class], effort.total, limits, progress)?;
        }
        if wanted.iter().all(|&class| search.proved(class).is_some()) {
            return Ok(Some(certificate::write(&mut search, &wanted)));
        }
    }
    Ok(None)
}

/// What is known of the n ≡ `residue` from some n on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue {
    /// n modulo the period.
    pub residue: u64,
    /// From this n on.
    pub from: u64,
    /// The outcome, if the table suggests one.
    pub outcome: Option<Outcome>,
    /// Whether it is proved for all n, by parity or by a certificate.
    pub proved: bool,
}

/// The outcomes of R + n·h.
#[derive(Clone, Debug)]
pub struct Family {
    /// The rest R, without heaps of height h.
    pub rest: Position,
    /// The height h.
    pub height: u64,
    /// The modulus: for each residue one entry.
    pub residues: Vec<Residue>,
    /// The outcomes of the first n, by the table.
    pub first: Vec<Outcome>,
    /// A certificate of the classes that parity does not decide, if one of them is proved.
    pub certificate: Option<String>,
}

impl Family {
    /// What is known of a rest with any number of heaps of one height beside it.
    ///
    /// Heaps of that height in `rest` are left out: n counts all of them. `None` if not even the rest alone is in
    /// the table, or a heap is too tall.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn find(
        setting: &Setting,
        table: &Table,
        rest: &Position,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Family>, LimitReached> {
        Family::among(setting, table, rest, &PERIODS, limits, progress)
    }

    /// The same with one period alone. `None` if the rest is not in the table.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn modulo(
        setting: &Setting,
        table: &Table,
        rest: &Position,
        period: u32,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Family>, LimitReached> {
        Family::among(setting, table, rest, &[period], limits, progress)
    }

    /// The same with some periods.
    fn among(
        setting: &Setting,
        table: &Table,
        rest: &Position,
        periods: &[u32],
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Family>, LimitReached> {
        let others = rest.heaps().iter().copied().filter(|&heap| heap != setting.height());
        let rest = Position::new(others);
        let fits = rest.coins() < table.coins() as u128;
        if !fits {
            return Ok(None);
        }
        let mut best: Option<Family> = None;
        for beyond in BEYOND {
            for &period in periods {
                let family =
                    Family::with_period(setting, table, &rest, period, beyond, limits, progress)?;
                if family.is_proved() {
                    return Ok(Some(family));
                }
                if best.as_ref().is_none_or(|best| best.share() < family.share()) {
                    best = Some(family);
                }
            }
        }
        Ok(best)
    }

    /// The same with one period, by claims on rests of at most this many coins more. The rest has no heap of the height,
    /// and fewer coins than the table.
    fn with_period(
        setting: &Setting,
        table: &Table,
        rest: &Position,
        period: u32,
        beyond: usize,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Family, LimitReached> {
        let effort = Effort::default();
        let mut search = Search::new(setting, table, period, effort);
        search.claims.most = rest.coins() as usize + beyond;
        let heaps: Vec<u16> = rest.heaps().iter().map(|&heap| heap as u16).collect();
        let classes: Vec<Class> =
            (0..period).map(|residue| search.class(&heaps, residue)).collect();
        let open = search.open(&classes);
        for &class in &open {
            search.prove(&[class], effort.total / open.len() as u64, limits, progress)?;
        }
        let residue = |class: &Class| {
            let residue = u64::from(class.residue);
            if let Some(outcome) = search.rests.by_parity(class.place()) {
                return Residue { residue, from: residue, outcome: Some(outcome), proved: true };
            }
            let proved = search.proved(*class).is_some();
            let claim = search.claims.suggestion(&search.rests, *class);
            let from = claim.map_or(residue, |claim| claim.from as u64);
            Residue { residue, from, outcome: claim.map(|claim| claim.outcome), proved }
        };
        let residues: Vec<Residue> = classes.iter().map(residue).collect();
        let first = (0..).map_while(|count| {
            let place = Place { rest: classes[0].rest, count };
            claims::outcome(table, &search.rests, place)
        });
        let first = first.collect();
        let proved: Vec<Class> =
            open.into_iter().filter(|class| search.proved(*class).is_some()).collect();
        let certificate = (!proved.is_empty()).then(|| certificate::write(&mut search, &proved));
        Ok(Family { rest: rest.clone(), height: setting.height(), residues, first, certificate })
    }

    /// The modulus.
    pub fn modulus(&self) -> u64 {
        self.residues.len() as u64
    }

    /// Whether the outcome is proved for all n.
    pub fn is_proved(&self) -> bool {
        self.residues.iter().all(|residue| residue.proved)
    }

    /// How many of all n are decided, in parts of 36.
    fn share(&self) -> usize {
        let proved = self.residues.iter().filter(|residue| residue.proved).count();
        proved * 36 / self.residues.len()
    }

    /// Who wins with n heaps of height h, if it is proved.
    pub fn outcome(&self, count: u64) -> Option<Outcome> {
        if let Some(&outcome) = usize::try_from(count).ok().and_then(|count| self.first.get(count))
        {
            return Some(outcome);
        }
        let residue = self.residues[(count % self.modulus()) as usize];
        residue.outcome.filter(|_| residue.proved && count >= residue.from)
    }

    /// The least n from which the outcome depends on n modulo the modulus alone, as far as it is known.
    pub fn preperiod(&self) -> u64 {
        let differs = |(n, outcome): (usize, &Outcome)| {
            let residue = self.residues[n % self.residues.len()];
            residue.outcome.is_some_and(|said| said != *outcome).then_some(n as u64 + 1)
        };
        self.first.iter().enumerate().filter_map(differs).max().unwrap_or(0)
    }
}
