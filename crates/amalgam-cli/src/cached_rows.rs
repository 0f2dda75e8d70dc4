//! Rows for huge heaps: found on the fly where that is quick, kept in the cache where it is not.

use std::path::Path;
use std::time::{Duration, Instant};

use amalgam::Budget;
use amalgam::engines::three::oracle::RowOracle;
use amalgam::engines::three::progress::SearchError;
use amalgam::engines::three::rows::Run;
use amalgam::games::rules::Family;
use amalgam::solve::RowSource;

use crate::cache;
use crate::sealed::{self, Sealed};

const KIND: &str = "rows";

/// Finding rows for longer than this is worth a file.
const WORTH_KEEPING: Duration = Duration::from_millis(500);

/// Up to this row nothing is ever kept, so that no file is looked for.
pub(crate) const ALWAYS_QUICK: u64 = 44;

/// Finds rows within limits, and keeps what took long.
pub(crate) struct CachedRows<'a> {
    limits: &'a Budget,
}

impl<'a> CachedRows<'a> {
    pub(crate) fn new(limits: &'a Budget) -> CachedRows<'a> {
        CachedRows { limits }
    }
}

impl RowSource for CachedRows<'_> {
    fn oracle(&self, family: Family, to: u64) -> Result<RowOracle, SearchError> {
        if to > ALWAYS_QUICK
            && let Some(oracle) = load(family, to)
        {
            return Ok(oracle);
        }
        let start = Instant::now();
        let oracle = self.limits.oracle(family, to)?;
        let complete = (1..=to).all(|row| oracle.period(row).is_some());
        if complete && start.elapsed() >= WORTH_KEEPING {
            keep(&oracle, to);
        }
        Ok(oracle)
    }
}

/// Keeps what a finished run knows.
pub(crate) fn keep_run(run: Run) {
    let to = run.to();
    if let Some(oracle) = RowOracle::from_run(run) {
        keep(&oracle, to);
    }
}

/// Keeps rows for later questions; that it could not be done is only worth a warning.
fn keep(oracle: &RowOracle, to: u64) {
    let Some(path) = cache::file(&name(oracle.family(), to)) else { return };
    if let Err(error) = sealed::write(&path, KIND, &oracle.to_bytes()) {
        cache::warn(&path, &format!("could not be written ({error}); rows will be found again"));
    }
}

fn name(family: Family, to: u64) -> String {
    format!("{}-{to}.rows", cache::family_name(family))
}

/// The smallest kept search that reaches row `to`.
fn load(family: Family, to: u64) -> Option<RowOracle> {
    let folder = cache::folder()?;
    let prefix = format!("{}-", cache::family_name(family));
    let reach = |name: &str| -> Option<u64> {
        name.strip_prefix(&prefix)?.strip_suffix(".rows")?.parse().ok()
    };
    let mut kept: Vec<u64> = std::fs::read_dir(&folder)
        .ok()?
        .filter_map(|entry| reach(entry.ok()?.file_name().to_str()?))
        .filter(|&kept| kept >= to)
        .collect();
    kept.sort_unstable();
    kept.into_iter().find_map(|kept| read(&folder.join(name(family, kept)), family))
}

fn read(path: &Path, family: Family) -> Option<RowOracle> {
    let damage = match sealed::read(path, KIND) {
        Ok(Sealed::Whole(bytes)) => match RowOracle::from_bytes(&bytes) {
            Ok(oracle) if oracle.family() == family => return Some(oracle),
            Ok(_) => "it is about another game".to_owned(),
            Err(error) => error.to_string(),
        },
        Ok(Sealed::Missing) => return None,
        Ok(Sealed::Damaged(damage)) => damage,
        Err(error) => error.to_string(),
    };
    cache::warn(path, &format!("damaged ({damage}); it will be rebuilt"));
    let _ = std::fs::remove_file(path); // the rows may be found too quickly to be kept again
    None
}
