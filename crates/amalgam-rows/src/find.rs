//! Which engine finds a row: the one place that picks.
//!
//! Every question is a [`Setting`] (rules, convention, completions or Grundy values) and the rests that are
//! [`Wanted`]. There are four ways to a period:
//!
//! - **Structure** ([`three`](crate::three)): single heaps of the games whose rows have a block structure. Rows are
//!   proved without walking their periods, and covers cut them into blocks.
//! - **Chain**: single heaps, each against the union of those below. Nothing is quicker where periods are short.
//! - **Joint**: all rows of a closure until they stand as they stood before.
//! - **Synchronised**: rests whose joint period nobody can walk, where registers forget what they were.
//!
//! Only the first two know single heaps. In Amalgamation Nim the structure begins with row 7, and nothing beats it.
//! In its relatives covers come late, so that the chain is tried for about as long as it takes to start the other:
//! [`FEW`] columns. That is the only cost that has to be guessed; whether a closure is walked jointly follows from
//! the periods of its single heaps ([`rests::Run`]).

use crate::certificate::{self, CertificateError, Claim};
use crate::error::RowError;
use crate::rests::{self, Setting, chain};
use crate::row::{Obstacle, Row, Status, mark_covers};
use crate::three::rows::{Advance, Run};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Progress};
use amalgam_core::base::bytes::BytesError;
use amalgam_core::games::rules::Family;

/// Which rows are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The row of one rest.
    Rest(Position),
    /// The rows of a rest with one heap more, of 1, 2, … coins up to some number.
    Beside(Position, u64),
    /// The rows of all rests of at most this many coins.
    Coins(u64),
}

impl Wanted {
    /// The largest heap, if only single heaps are asked for.
    pub(crate) fn heaps(&self) -> Option<u64> {
        match self {
            Wanted::Rest(rest) => match rest.heaps() {
                &[heap] => Some(heap),
                _ => None,
            },
            Wanted::Beside(rest, to) => rest.is_empty().then_some(*to),
            Wanted::Coins(_) => None,
        }
    }

    /// The rests, if they are few enough to be named.
    pub(crate) fn rests(&self, setting: &Setting, limits: &Budget) -> Option<Vec<Position>> {
        match self {
            Wanted::Rest(rest) => Some(vec![rest.clone()]),
            Wanted::Beside(rest, to) => Some((1..=*to).map(|heap| rest.with(heap)).collect()),
            Wanted::Coins(_) => Some(self.claim().closure(setting, limits).ok()?.rests().to_vec()),
        }
    }

    fn claim(&self) -> Claim {
        match self {
            Wanted::Rest(rest) => Claim::Rest(rest.clone()),
            // The row of the last rests on all others.
            Wanted::Beside(rest, to) => Claim::Rest(rest.with(*to)),
            Wanted::Coins(coins) => Claim::Coins(*coins),
        }
    }

    /// The rows that are asked for, out of those that were found for them.
    pub(crate) fn pick(&self, mut found: Vec<Row>) -> Vec<Row> {
        match self {
            Wanted::Rest(wanted) => found.retain(|row| row.rest == *wanted),
            Wanted::Beside(rest, to) => found.retain(|row| {
                let added = row.rest.coins().saturating_sub(rest.coins());
                (1..=u128::from(*to)).contains(&added) && row.rest == rest.with(added as u64)
            }),
            Wanted::Coins(_) => {}
        }
        found
    }
}

/// How periods are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the structure of blocks.
    Structure,
    /// One heap after the other, against the union of the rows below.
    Chain,
    /// All rows side by side until they stand as they stood before.
    Joint,
    /// By registers that forget, where no period is walked.
    Synchronised,
}

/// This many columns are walked by the chain before another way is tried: some twenty milliseconds.
const FEW: u64 = 1 << 20;

/// Finds and proves the periods of the rows that are wanted, as far as the limits allow.
///
/// ```
/// use amalgam::{Play, base::budget::Silent, engines::rows::{self, Setting, Values, Wanted}};
/// let rules = "take any, merge".parse()?;
/// let setting = Setting::new(&rules, Play::Normal, Values::Completions)?;
/// let wanted = Wanted::Rest("[2,3]".parse()?);
/// let found = rows::find(&setting, &wanted, &Default::default(), &Silent)?;
/// let proved = found[0].proved().expect("it is found at once");
/// assert_eq!((proved.preperiod, proved.period), (16, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are no such rows, or a bound is met first; a [`Search`] can go on then.
pub fn find(
    setting: &Setting,
    wanted: &Wanted,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Row>, RowError> {
    let mut search = Search::new(setting, wanted, limits, progress)?;
    search.advance(limits, progress)?;
    Ok(search.rows())
}

/// A search for rows that can be paused, kept as bytes and taken up again.
#[derive(Debug)]
pub struct Search {
    setting: Setting,
    wanted: Wanted,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Three(Box<Run>),
    /// Whether it is finished; else rows are begun again.
    Chain(Option<Vec<Row>>),
    Rests(Box<rests::Run>, Option<Vec<Row>>),
}

impl Search {
    /// A search by the way that is quickest. What takes no time to find is found here.
    ///
    /// # Errors
    /// If there are no such rows, or a bound is met.
    pub fn new(
        setting: &Setting,
        wanted: &Wanted,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Search, RowError> {
        let way = match (wanted.heaps(), setting.family()) {
            (None, _) => None,
            (Some(_), None) => Some(Way::Chain),
            (Some(_), Some(Family::AMALGAMATION)) => Some(Way::Structure),
            (Some(to), Some(_)) => {
                let found = chain::find_within(FEW, setting, to, limits, progress)?;
                let whole = found.len() as u64 > to && found.iter().all(Option::is_some);
                if whole && to > 0 {
                    let rows = Some(of_chain(found, to));
                    let (setting, wanted) = (setting.clone(), wanted.clone());
                    return Ok(Search { setting, wanted, work: Work::Chain(rows) });
                }
                Some(Way::Structure)
            }
        };
        Search::by(way, setting, wanted, limits, progress)
    }

    /// A search whose rows can be certified: with all that a certificate needs, by whichever way gives that.
    ///
    /// # Errors
    /// If there are no such rows, or a bound is met.
    pub fn certified(
        setting: &Setting,
        wanted: &Wanted,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Search, RowError> {
        let structure = wanted.heaps().and(setting.family()).map(|_| Way::Structure);
        Search::by(structure, setting, wanted, limits, progress)
    }

    /// A search by one way, whatever it costs; without one by the closure of all that is wanted.
    ///
    /// # Errors
    /// If that way knows no such rows, or a bound is met.
    pub fn by(
        way: Option<Way>,
        setting: &Setting,
        wanted: &Wanted,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Search, RowError> {
        if wanted.heaps() == Some(0) {
            return Err(RowError::Zero);
        }
        let work = match (way, wanted.heaps()) {
            (Some(Way::Structure), Some(to)) => {
                Work::Three(Box::new(Run::new(setting.family().ok_or(RowError::Rules)?, to)?))
            }
            (Some(Way::Chain), Some(to)) => {
                setting.fits_within(&Position::new([to]), chain::REACH)?;
                Work::Chain(None)
            }
            (Some(Way::Structure | Way::Chain), None) => return Err(RowError::Rules),
            (way, _) => {
                let closure = wanted.claim().closure(setting, limits)?;
                let walked = way.map(|way| way == Way::Joint);
                let run = rests::Run::by(walked, setting.clone(), closure, limits, progress)?;
                Work::Rests(Box::new(run), None)
            }
        };
        Ok(Search { setting: setting.clone(), wanted: wanted.clone(), work })
    }

    /// Goes on until every row is proved or given up. What it finds does not depend on pauses or on the number
    /// of threads.
    ///
    /// # Errors
    /// If a bound is met first or `progress` says stop; the search can go on then.
    pub fn advance(&mut self, limits: &Budget, progress: &dyn Progress) -> Result<(), RowError> {
        match &mut self.work {
            Work::Three(run) => match run.advance(limits, progress)? {
                Advance::Finished => Ok(()),
                Advance::Paused => {
                    let limit = limits.met().unwrap_or(Limit::Stopped);
                    Err(LimitReached::new(limit, 0).into())
                }
            },
            Work::Chain(found) => {
                if found.is_none() {
                    let to = self.wanted.heaps().ok_or(RowError::Zero)?;
                    let rows = chain::find(&self.setting, to, limits, progress)?;
                    *found = Some(of_chain(rows, to));
                }
                Ok(())
            }
            Work::Rests(run, found) => {
                *found = Some(run.advance(limits, progress)?);
                Ok(())
            }
        }
    }

    /// What is known now of the rows that are wanted. A search of rests knows nothing before its end.
    pub fn rows(&self) -> Vec<Row> {
        let found = match &self.work {
            Work::Three(run) => run.report(),
            Work::Chain(found) | Work::Rests(_, found) => found.clone().unwrap_or_default(),
        };
        self.wanted.pick(found)
    }

    /// All rows that were found on the way, too.
    pub(crate) fn all_rows(&self) -> Vec<Row> {
        match &self.work {
            Work::Three(run) => run.report(),
            Work::Chain(found) | Work::Rests(_, found) => found.clone().unwrap_or_default(),
        }
    }

    /// The run of three heaps, where that is the way.
    pub(crate) fn three(&self) -> Option<&Run> {
        match &self.work {
            Work::Three(run) => Some(run.as_ref()),
            Work::Chain(_) | Work::Rests(..) => None,
        }
    }

    /// Whether the search can be taken up where it was stopped; else it begins again.
    pub fn goes_on(&self) -> bool {
        match &self.work {
            Work::Three(_) => true,
            Work::Chain(_) => false,
            Work::Rests(run, _) => run.goes_on(),
        }
    }

    /// Where the search stands.
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.work {
            Work::Three(run) => run.to_bytes(),
            Work::Chain(_) => Vec::new(),
            Work::Rests(run, _) => run.to_bytes(),
        }
    }

    /// Takes up what [`Search::to_bytes`] wrote of a search for the same rows by the same way.
    ///
    /// # Errors
    /// If the bytes are no such thing, are about other rows, or are damaged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        match &mut self.work {
            Work::Three(run) => {
                let kept = Run::from_bytes(bytes)?;
                if (kept.family(), kept.to()) != (run.family(), run.to()) {
                    return Err(BytesError::Damaged("it is about other rows"));
                }
                **run = kept;
            }
            Work::Chain(_) => {}
            Work::Rests(run, _) => **run = run.restored(bytes)?,
        }
        Ok(())
    }

    /// The certificate of what was found. Of single heaps it says all that was proved so far.
    ///
    /// # Errors
    /// If the format has no name for the game, or a row is not known or not walked.
    pub fn certificate(
        &self,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<String, CertificateError> {
        match &self.work {
            Work::Three(run) => Ok(certificate::rows(run)?),
            Work::Chain(_) => Err(CertificateError::Game),
            Work::Rests(run, found) => {
                let found = found.as_deref().unwrap_or_default();
                let claim = self.wanted.claim();
                certificate::rests(&self.setting, &claim, run.closure(), found, limits, progress)
            }
        }
    }
}

/// The rows of the heaps 1..=`to` as the chain found them.
fn of_chain(found: Vec<Option<chain::Single>>, to: u64) -> Vec<Row> {
    let mut found = found.into_iter().skip(1);
    let row = |heap: u64| {
        let status = match found.next().flatten() {
            Some(single) => Status::from(single.proved()),
            None => Status::unknown(Obstacle::Columns),
        };
        Row::new(Position::new([heap]), status)
    };
    let mut rows: Vec<Row> = (1..=to).map(row).collect();
    mark_covers(&mut rows);
    rows
}
