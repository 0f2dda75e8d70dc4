//! Games whose moves no amounts describe: every option of a heap, then the mex.

use std::ops::ControlFlow;

use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::AnyGame;

/// The clock is looked at after this many options.
const LOOK: usize = 1 << 12;

#[derive(Clone, Debug)]
pub(super) struct Listed {
    game: AnyGame,
    /// For each value the heap, plus one, that last had an option of this value.
    met: Vec<usize>,
}

impl Listed {
    pub(super) fn new(game: &AnyGame) -> Listed {
        Listed { game: game.clone(), met: Vec::new() }
    }

    /// The value of the next heap, whose smaller ones have these values, and how many steps it took. A heap can have
    /// more options than there is time for.
    pub(super) fn next<V: Copy + Into<u32>>(
        &mut self,
        values: &[V],
        limits: &Budget,
    ) -> Result<(u32, usize), LimitReached> {
        let (heap, met) = (values.len(), &mut self.met);
        let mut steps = 0;
        let mut within = Ok(());
        let _ = self.game.each_break(heap as u64, |_, left| {
            steps += 1 + left.len();
            let value = left.iter().fold(0, |sum, &x| sum ^ values[x as usize].into()) as usize;
            if value >= met.len() {
                met.resize(value + 1, 0);
            }
            met[value] = heap + 1;
            if steps % LOOK <= left.len() {
                within = limits.check(heap as u64);
            }
            if within.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        within?;
        let value = met.iter().take_while(|&&last| last == heap + 1).count();
        Ok((value as u32, steps + value))
    }
}
