//! By search through the positions of all parts at once: misère sums have no nim-sum.

use std::ops::ControlFlow;

use super::Reason;
use super::answer::{Decided, Known, MoveList};
use super::explored::known;
use amalgam_core::base::budget::{Budget, LimitReached};
use amalgam_core::games::sum::SumGame;
use amalgam_core::{Game, Outcome, PartMove, Play, State, Sum};
use amalgam_search::{self as search, Explored};

pub(super) struct Product {
    sum: Sum,
    play: Play,
    explored: Explored<Vec<State>>,
}

impl Product {
    pub(super) fn new(sum: Sum, play: Play, limits: &Budget) -> Result<Product, LimitReached> {
        let game = SumGame::new(&sum);
        let explored = search::explore(&game, game.start(), play, limits)?;
        Ok(Product { sum, play, explored })
    }

    fn known_of(&self, states: &Vec<State>) -> Known {
        known(self.explored.value(states).expect("every option was valued"), self.play)
    }
}

impl Decided for Product {
    fn known(&self) -> Known {
        self.known_of(&SumGame::new(&self.sum).start())
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let game = SumGame::new(&self.sum);
        game.each_move(&game.start(), |(part, action), after| {
            list.look(after.iter().map(|state| state.heaps().len() + 1).sum())?;
            match self.known_of(&after).outcome {
                Outcome::P => list.add(part, action, after[part].clone()),
                Outcome::N => ControlFlow::Continue(()),
            }
        })
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let mut states = SumGame::new(&self.sum).start();
        states[action.part] = action.result.clone();
        Some(self.known_of(&states))
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.explored.positions() }
    }
}
