//! How much may be spent on looking at a position.

use std::time::Duration;

use amalgam::Limits;

/// Memory and time for one look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes that tables may take.
    pub memory: u64,
    /// How long it may take.
    pub time: Duration,
}

impl Default for Budget {
    /// Half a gibibyte and five seconds: nobody waits longer for an opponent.
    fn default() -> Budget {
        Budget { memory: 1 << 29, time: Duration::from_secs(5) }
    }
}

impl Budget {
    /// The limits for a look that begins now.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::default() }.with_time(self.time)
    }
}
