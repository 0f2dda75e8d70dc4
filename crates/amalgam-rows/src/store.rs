//! Rows that were proved once are not computed again.
//!
//! A [`Store`] keeps bytes by name: on disk at the command line and in Python, in [`Memory`] in a server. [`Rows`]
//! stands in front of it: it answers from what is kept, goes on with a search that was stopped, and keeps what took
//! long. All questions about rows go through it, so that they share what they find. An entry that is damaged is
//! reported, and what it held is found again.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::RowError;
use crate::find::{Search, Wanted};
use crate::rests::{Setting, Values};
use crate::row::{Obstacle, Proved, Row};
use crate::three::oracle::RowOracle;
use crate::three::rows::Run;
use amalgam_core::base::budget::{Budget, LimitReached, Progress, Step};
use amalgam_core::base::bytes::{self, BytesError, Kind, ensure};
use amalgam_core::games::rules::Family;
use amalgam_core::{Play, Position};
use sha2::{Digest, Sha256};

/// Where rows are kept: bytes by name. Whoever implements it sees to it that bytes come back as they were, or not
/// at all.
pub trait Store: Sync {
    /// What is kept under a name.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a name. That it could not be done costs only time.
    fn put(&self, name: &str, bytes: &[u8]);

    /// Forgets what is kept under a name.
    fn remove(&self, name: &str);

    /// Says that what is kept under a name cannot be used. It will be replaced.
    fn damaged(&self, _name: &str, _why: &str) {}
}

/// A store in memory, which forgets what was kept first when it is full.
#[derive(Default)]
pub struct Memory(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    kept: HashMap<String, (u64, Vec<u8>)>,
    clock: u64,
}

/// The most bytes in memory.
const MOST_BYTES: usize = 64 << 20;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("entries", &self.shelf().kept.len()).finish()
    }
}

impl Memory {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.shelf().kept.get(name).map(|(_, bytes)| bytes.clone())
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let mut shelf = self.shelf();
        shelf.clock += 1;
        let entry = (shelf.clock, bytes.to_vec());
        shelf.kept.insert(name.to_owned(), entry);
        while shelf.kept.values().map(|(_, bytes)| bytes.len()).sum::<usize>() > MOST_BYTES {
            let first = shelf.kept.iter().min_by_key(|(_, (time, _))| *time);
            let Some(first) = first.map(|(name, _)| name.clone()) else { break };
            shelf.kept.remove(&first);
        }
    }

    fn remove(&self, name: &str) {
        self.shelf().kept.remove(name);
    }
}

/// Finding rows for longer than this is worth an entry.
const WORTH_KEEPING: Duration = Duration::from_millis(200);
/// The state of a search is kept after each such time.
const EVERY: Duration = Duration::from_secs(3);
/// Up to this heap rows are found more quickly than looked up.
const QUICK: u64 = 24;
/// An entry holds at most this many rows of rests; the first ones are forgotten.
const MOST_ROWS: usize = 20_000;

const ROWS: &Kind = b"amalrow1";

/// Rows, found within limits or before.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Where they are kept, if anywhere.
    pub store: Option<&'a dyn Store>,
    /// What finding them may use.
    pub limits: &'a Budget,
    /// Who is told where a search is.
    pub progress: &'a dyn Progress,
}

impl fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("limits", self.limits).finish_non_exhaustive()
    }
}

/// What is known of the rows that were asked for.
#[derive(Debug)]
pub struct Known {
    /// Row by row.
    pub rows: Vec<Row>,
    /// The bound that ended the search, if one did.
    pub met: Option<LimitReached>,
    /// The search, unless the rows were kept.
    pub search: Option<Search>,
}

impl Rows<'_> {
    /// The rows that are wanted, each proved or given up.
    ///
    /// # Errors
    /// If there are no such rows, or a bound is met first.
    pub fn find(&self, setting: &Setting, wanted: &Wanted) -> Result<Vec<Row>, RowError> {
        let known = self.look(setting, wanted, false, false)?;
        known.met.map_or(Ok(known.rows), |met| Err(met.into()))
    }

    /// The row of one rest.
    ///
    /// # Errors
    /// If there is no such row, or it is not proved within the limits.
    pub fn row(&self, setting: &Setting, rest: &Position) -> Result<(Row, Proved), RowError> {
        let known = self.look(setting, &Wanted::Rest(rest.clone()), false, false)?;
        let row = known.rows.into_iter().next_back();
        match row.map(|row| (row.proved().cloned(), row)) {
            Some((Some(proved), row)) => Ok((row, proved)),
            _ if known.met.is_some() => Err(known.met.map_or(RowError::Zero, RowError::Limit)),
            Some((None, row)) => Err(RowError::unknown(rest, why(&row))),
            None => Err(RowError::unknown(rest, Obstacle::Unsought)),
        }
    }

    /// What is known of the rows that are wanted, also if a bound was met; nothing of it is known before, if it is to
    /// be `fresh`, and it can be certified, if it is to be.
    ///
    /// # Errors
    /// If there are no such rows, or a bound is met before anything is known.
    pub fn look(
        &self,
        setting: &Setting,
        wanted: &Wanted,
        fresh: bool,
        certified: bool,
    ) -> Result<Known, RowError> {
        if !fresh
            && !certified
            && let Some(rows) = self.kept(setting, wanted)
        {
            return Ok(Known { rows, met: None, search: None });
        }
        let Rows { limits, progress, .. } = *self;
        let new = if certified { Search::certified } else { Search::new };
        let begun = Instant::now();
        let mut search = new(setting, wanted, limits, progress)?;
        let name = format!("{}-{}.run", base(setting), of(wanted));
        let (met, went_on) = self.finish(&mut search, &name, fresh)?;
        let rows = search.rows();
        match met {
            Some(met) if rows.is_empty() => return Err(met.into()),
            None if went_on || begun.elapsed() >= WORTH_KEEPING => self.keep(setting, &search),
            _ => {}
        }
        Ok(Known { rows, met, search: Some(search) })
    }

    /// The values of the rows 1..=`to` of three heaps at any column. Rows that stay unknown are left out.
    ///
    /// # Errors
    /// If there are no such rows, or a bound is met first.
    pub fn oracle(&self, family: Family, to: u64) -> Result<RowOracle, RowError> {
        if to > QUICK
            && let Some(oracle) =
                self.kept_run(family).filter(|run| run.to() >= to).and_then(RowOracle::from_run)
        {
            return Ok(oracle);
        }
        let begun = Instant::now();
        let mut run = Run::new(family, to)?;
        run.advance(self.limits, self.progress)?;
        if begun.elapsed() >= WORTH_KEEPING {
            self.keep_run(&run);
        }
        RowOracle::from_run(run).ok_or_else(|| RowError::stopped(0))
    }

    /// Keeps a run of three heaps whose rows are all proved, unless one that goes further is kept.
    pub fn keep_run(&self, run: &Run) {
        let Some(store) = self.store else { return };
        let whole = run.report().iter().all(|row| row.proved().is_some());
        let further = || self.kept_run(run.family()).is_some_and(|kept| kept.to() > run.to());
        if whole && !further() {
            store.put(&run_name(run.family()), &run.to_bytes());
        }
    }

    /// The run of three heaps that is kept.
    pub fn kept_run(&self, family: Family) -> Option<Run> {
        self.read(&run_name(family), |bytes| {
            let run = Run::from_bytes(bytes)?;
            ensure(run.family() == family, "it is about another game")?;
            Ok(run)
        })
    }

    /// The rows that are wanted, if all of them are kept.
    fn kept(&self, setting: &Setting, wanted: &Wanted) -> Option<Vec<Row>> {
        self.store?;
        if let Some((family, to)) = setting.family().zip(wanted.heaps()) {
            if to <= QUICK {
                return None;
            }
            if let Some(run) = self.kept_run(family).filter(|run| run.to() >= to) {
                return Some(wanted.pick(run.report()));
            }
        }
        let known = self.kept_rests(setting);
        if known.is_empty() {
            return None;
        }
        let rests = wanted.rests(setting, self.limits)?;
        let known: HashMap<&Position, &Row> = known.iter().map(|row| (&row.rest, row)).collect();
        rests.iter().map(|rest| known.get(rest).map(|&row| row.clone())).collect()
    }

    /// Keeps what a search has proved.
    fn keep(&self, setting: &Setting, search: &Search) {
        let Some(store) = self.store else { return };
        if let Some(run) = search.three() {
            return self.keep_run(run);
        }
        let mut rows = self.kept_rests(setting);
        let mut new = search.all_rows();
        new.retain(|row| row.proved().is_some());
        rows.retain(|row| new.iter().all(|new| new.rest != row.rest));
        rows.extend(new);
        let first = rows.len().saturating_sub(MOST_ROWS);
        store.put(&rests_name(setting), &bytes::write(ROWS, &(about(setting), &rows[first..])));
    }

    /// The rows of rests that are kept.
    fn kept_rests(&self, setting: &Setting) -> Vec<Row> {
        let read = |bytes: &[u8]| {
            let (kept, rows): (String, Vec<Row>) = bytes::read(ROWS, bytes)?;
            ensure(kept == about(setting), "it is about another game")?;
            let sound = |row: &Row| row.proved().is_some_and(|proved| proved.period > 0);
            ensure(rows.iter().all(sound), "row")?;
            Ok(rows)
        };
        self.read(&rests_name(setting), read).unwrap_or_default()
    }

    fn read<T>(&self, name: &str, read: impl FnOnce(&[u8]) -> Result<T, BytesError>) -> Option<T> {
        let store = self.store?;
        match read(&store.get(name)?) {
            Ok(found) => Some(found),
            Err(error) => {
                store.damaged(name, &error.to_string());
                store.remove(name);
                None
            }
        }
    }

    /// Finishes a search, and keeps its state now and then; which bound ended it, if one did, and whether it was
    /// paused before.
    fn finish(
        &self,
        search: &mut Search,
        name: &str,
        fresh: bool,
    ) -> Result<(Option<LimitReached>, bool), RowError> {
        let Rows { store, limits, progress } = *self;
        let mut saved = false;
        if let Some(store) = store.filter(|_| !fresh && search.goes_on())
            && let Some(bytes) = store.get(name)
        {
            match search.restore(&bytes) {
                Ok(()) => saved = true,
                Err(error) => store.damaged(name, &error.to_string()),
            }
        }
        loop {
            let pauses = store.is_some() && search.goes_on();
            let pausing = Pausing {
                progress,
                pauses,
                until: Instant::now() + EVERY,
                ended: Mutex::new(false),
            };
            let met = match search.advance(limits, &pausing) {
                Ok(()) => {
                    let Some(store) = store else { return Ok((None, saved)) };
                    // A search that gave rows up can go on with higher limits; any other is done with.
                    match search.rows().iter().all(|row| row.proved().is_some()) {
                        true if saved => store.remove(name),
                        true => {}
                        false if search.goes_on() => store.put(name, &search.to_bytes()),
                        false => {}
                    }
                    return Ok((None, saved));
                }
                Err(RowError::Limit(met)) => met,
                Err(error) => return Err(error),
            };
            if let Some(store) = store.filter(|_| search.goes_on()) {
                store.put(name, &search.to_bytes());
                saved = true;
            }
            let ended = pausing.ended.into_inner().unwrap_or_else(PoisonError::into_inner);
            let met = limits.met().map_or(met, |limit| LimitReached { limit, ..met });
            if ended || !pauses || limits.met().is_some() || !stops(&met) {
                return Ok((Some(met), saved));
            }
        }
    }
}

/// Whether a search was stopped by its progress, and not by a bound.
fn stops(met: &LimitReached) -> bool {
    met.limit == amalgam_core::base::budget::Limit::Stopped
}

/// Tells progress, and asks for a pause now and then.
struct Pausing<'a> {
    progress: &'a dyn Progress,
    pauses: bool,
    until: Instant,
    /// Whether the caller said stop.
    ended: Mutex<bool>,
}

impl Progress for Pausing<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        if self.progress.tick(step).is_break() {
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
            return ControlFlow::Break(());
        }
        match self.pauses && Instant::now() >= self.until {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn why(row: &Row) -> Obstacle {
    match &row.status {
        crate::row::Status::Unknown(unknown) => unknown.why.clone(),
        crate::row::Status::Proved(_) => Obstacle::Unsought,
    }
}

/// What an entry of rests is about.
fn about(setting: &Setting) -> String {
    format!("{} {} {:?}", setting.rules(), setting.play(), setting.values())
}

/// A setting as part of a name: readable, and its own.
fn base(setting: &Setting) -> String {
    if let Some(family) = setting.family() {
        return family_name(family);
    }
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let rules: String = setting.rules().to_string().chars().map(letter).take(40).collect();
    let digest = Sha256::digest(about(setting).as_bytes());
    let digest: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let what = match (setting.values(), setting.play()) {
        (Values::Grundy, _) => "grundy",
        (Values::Completions, Play::Normal) => "normal",
        (Values::Completions, Play::Misere) => "misere",
    };
    format!("{what}-{rules}-{digest}")
}

fn family_name(family: Family) -> String {
    match family {
        Family::Threshold(r) => format!("threshold-{r}"),
        Family::MergeTakeOne => "merge-take-one".to_owned(),
    }
}

fn run_name(family: Family) -> String {
    format!("{}.rows", family_name(family))
}

fn rests_name(setting: &Setting) -> String {
    format!("{}-rests.rows", base(setting))
}

/// What is wanted as part of a name.
fn of(wanted: &Wanted) -> String {
    let dashed = |rest: &Position| {
        let heaps: Vec<String> = rest.heaps().iter().map(u64::to_string).collect();
        let heaps = heaps.join("-");
        if heaps.len() > 60 { format!("{:.60}-{}", heaps, rest.heaps().len()) } else { heaps }
    };
    match wanted {
        // The row of one heap is found with those of all smaller ones.
        Wanted::Rest(rest) if rest.heaps().len() == 1 => format!("to-{}", rest.largest()),
        Wanted::Rest(rest) => format!("rest-{}", dashed(rest)),
        Wanted::Beside(rest, to) if rest.is_empty() => format!("to-{to}"),
        Wanted::Beside(rest, to) => format!("beside-{}-to-{to}", dashed(rest)),
        Wanted::Coins(coins) => format!("coins-{coins}"),
    }
}
