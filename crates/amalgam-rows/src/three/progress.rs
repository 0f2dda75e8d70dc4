//! How a search for rows tells its caller where it is.

use std::ops::ControlFlow;

pub use crate::error::RowError;
use amalgam_core::base::budget::Budget;
pub use amalgam_core::base::budget::{Progress, Silent, Step, Task};

/// Stops a search at the deadline, or when its caller says so.
pub(crate) struct Until<'a> {
    pub progress: &'a dyn Progress,
    pub limits: &'a Budget,
}

impl Progress for Until<'_> {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        match self.limits.watch(self.progress, step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
