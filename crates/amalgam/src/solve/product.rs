//! By search through the positions of all parts at once: misère sums have no nim-sum.

use super::Reason;
use super::answer::{Decided, Known};
use super::explored::known;
use crate::base::budget::{Budget, LimitReached};
use crate::engines::search::{self, Explored};
use crate::games::sum::SumGame;
use crate::{Game, Outcome, PartMove, Play, State, Sum};

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

    fn winning_moves(&self) -> Vec<PartMove> {
        let mut winning = Vec::new();
        let game = SumGame::new(&self.sum);
        let _ = game.each_move(&game.start(), |(part, action), after| {
            if self.known_of(&after).outcome == Outcome::P {
                winning.push(PartMove { part, action, result: after[part].clone() });
            }
            std::ops::ControlFlow::Continue(())
        });
        winning
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
