//! How much may be spent on looking at a position.

use std::time::Duration;

use amalgam::{Budget, Solver};

/// Memory and time for one look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Bytes that tables may take.
    pub memory: u64,
    /// How long it may take.
    pub time: Duration,
}

impl Default for Patience {
    /// Half a gibibyte and five seconds: nobody waits longer for an opponent.
    fn default() -> Patience {
        Patience { memory: 1 << 29, time: Duration::from_secs(5) }
    }
}

impl Patience {
    /// A solver whose time begins to run now.
    pub fn solver(&self) -> Solver<'static> {
        Solver::within(&self.limits())
    }

    /// The limits for a look that begins now.
    pub fn limits(&self) -> Budget {
        Budget { memory: self.memory, ..Budget::default() }.with_time(self.time)
    }
}
