//! By search through the positions of all parts at once: misère sums have no nim-sum.

use super::Reason;
use super::answer::{Decided, Known};
use super::explored::known;
use crate::base::budget::{Budget, LimitReached};
use crate::engines::search::{self, Explored};
use crate::games::sum::SumGame;
use crate::{Game, Outcome, PartMove, Play, Position, Sum};

pub(super) struct Product {
    sum: Sum,
    play: Play,
    explored: Explored<Vec<Position>>,
}

impl Product {
    pub(super) fn new(sum: Sum, play: Play, limits: &Budget) -> Result<Product, LimitReached> {
        let start = sum.parts().iter().map(|part| part.position.clone()).collect();
        let explored = search::explore(&SumGame::new(&sum), start, play, limits)?;
        Ok(Product { sum, play, explored })
    }

    fn positions(&self) -> Vec<Position> {
        self.sum.parts().iter().map(|part| part.position.clone()).collect()
    }

    fn known_of(&self, positions: &Vec<Position>) -> Known {
        known(self.explored.value(positions).expect("every option was valued"), self.play)
    }
}

impl Decided for Product {
    fn known(&self) -> Known {
        self.known_of(&self.positions())
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let mut winning = Vec::new();
        let _ = SumGame::new(&self.sum).each_move(&self.positions(), |(part, action), after| {
            if self.known_of(&after).outcome == Outcome::P {
                winning.push(PartMove { part, action, result: after[part].clone() });
            }
            std::ops::ControlFlow::Continue(())
        });
        winning
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let mut positions = self.positions();
        positions[action.part] = action.result.clone();
        Some(self.known_of(&positions))
    }

    fn reason(&self) -> Reason {
        Reason::Search { positions: self.explored.positions() }
    }
}
