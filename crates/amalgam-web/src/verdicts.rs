//! The ledger, checked once in the background.
//!
//! Checking every claim takes seconds, which is too long for a page. The first visitor starts a
//! thread that checks one claim after another. The page shows which checks are done, and a status only
//! for those.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use amalgam::Budget;
use amalgam::lab::claims::{self, Claim, Context, Effort, Verdict};

/// How hard the checks try.
pub(crate) const EFFORT: Effort = Effort::Quick;

/// How long one check may take.
const TIME: Duration = Duration::from_secs(20);

/// What is known of each claim so far, in the order of the ledger.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    started: OnceLock<()>,
    found: Arc<Mutex<Vec<Verdict>>>,
}

impl Verdicts {
    /// Every claim, with its verdict where its check is done. The first call starts the checks.
    pub(crate) fn look(&self, memory: u64) -> Vec<(&'static Claim, Option<Verdict>)> {
        self.started.get_or_init(|| {
            let found = Arc::clone(&self.found);
            let check = move || {
                for claim in claims::all() {
                    // One thread: the other cores are for questions.
                    let threads = Some(NonZeroUsize::MIN);
                    let limits = Budget { memory, threads, ..Budget::default() }.with_time(TIME);
                    let verdict = claim.run(&Context { limits, ..Context::new(EFFORT) });
                    let Ok(mut found) = found.lock() else { return };
                    found.push(verdict);
                }
            };
            // Without a thread every claim stays unchecked, and the page says so.
            let _ = std::thread::Builder::new().name("amalgam-claims".into()).spawn(check);
        });
        let found = self.found.lock().map(|found| found.clone()).unwrap_or_default();
        let mut found = found.into_iter();
        claims::all().into_iter().map(|claim| (claim, found.next())).collect()
    }
}
