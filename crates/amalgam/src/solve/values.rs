//! By Sprague–Grundy: the value of every part, added by nim-sum.

use super::answer::{Decided, Known};
use super::{Reason, Want, free_pairs, plan};
use crate::Move;
use crate::base::budget::{Budget, LimitReached};
use crate::base::nimber::nim_sum;
use crate::engines::search::{self, Explored, ExploredHeaps, explore_heaps};
use crate::engines::sequence::{self, HeapMoves};
use crate::games::sum::SumGame;
use crate::games::{AnyGame, Kind, Own};
use crate::theory::free_pairs::FreePairs;
use crate::{Outcome, Part, PartMove, Play, Position, Rules, Sum};

pub(super) struct Values {
    sum: Sum,
    tables: Vec<Table>,
    /// The value of each part.
    values: Vec<u64>,
    /// For the remoteness, where the sum is small enough.
    explored: Option<Explored<Vec<Position>>>,
}

/// Grundy values of the positions of one part.
enum Table {
    /// A heap of Nim is worth its size.
    Nim,
    /// Heaps that never meet.
    Heaps(Vec<u32>),
    /// The nim-sum, its lowest bit put right by the free pairs.
    FreePairs(FreePairs, Rules),
    Positions(ExploredHeaps),
    /// The positions of a game that is not described by heap rules.
    Any(Explored<Position>),
    /// A game of one's own, which was explored when it was read.
    Own(Own),
}

impl Table {
    fn new(part: &Part, limits: &Budget) -> Result<Table, LimitReached> {
        let Part { game, position } = part;
        if game.rules().is_some_and(Rules::is_nim) {
            return Ok(Table::Nim);
        }
        if let Some(moves) = HeapMoves::of_game(game) {
            return sequence::values(moves, position.largest(), limits).map(Table::Heaps);
        }
        match game.kind() {
            Kind::Heaps(rules) if free_pairs::applies(rules, position, Play::Normal) => {
                let pairs = FreePairs::of(rules).expect("it applies");
                Ok(Table::FreePairs(pairs, rules.clone()))
            }
            Kind::Heaps(rules) => {
                explore_heaps(rules, position, Play::Normal, limits).map(Table::Positions)
            }
            Kind::Own(own) => Ok(Table::Own(own.clone())),
            _ => search::explore(game, position.clone(), Play::Normal, limits).map(Table::Any),
        }
    }

    fn of_heap(&self, heap: u64) -> Option<u64> {
        match self {
            Table::Nim => Some(heap),
            Table::Heaps(values) => Some(values[heap as usize].into()),
            Table::FreePairs(..) | Table::Positions(_) | Table::Any(_) | Table::Own(_) => None,
        }
    }

    fn of(&self, position: &Position) -> u64 {
        let of_heap = |&heap| self.of_heap(heap).expect("heaps are independent");
        match self {
            Table::FreePairs(pairs, _) => pairs.value(position.heaps()),
            Table::Positions(explored) => explored.value(position).expect("it was valued").grundy,
            Table::Any(explored) => explored.value(position).expect("it was valued").grundy,
            Table::Own(own) => own.value(position, Play::Normal).grundy,
            _ => nim_sum(position.heaps().iter().map(of_heap)),
        }
    }

    /// The moves from `position` that make this part worth `target`.
    fn moves_to(&self, game: &AnyGame, position: &Position, target: u64) -> Vec<(Move, Position)> {
        match self {
            Table::Nim => {
                let others = nim_sum(position.heaps().iter().copied());
                let moves = position.distinct().filter_map(|(i, from)| {
                    let to = others ^ from ^ target;
                    let result = position.replace(&[i], &[to]);
                    (to < from).then_some((Move::Take { from, to }, result))
                });
                moves.collect()
            }
            Table::FreePairs(pairs, rules) => pairs.moves_to(rules, position, target),
            _ => {
                let moves = game.moves(position).into_iter();
                moves.filter(|(_, result)| self.of(result) == target).collect()
            }
        }
    }
}

impl Values {
    pub(super) fn new(sum: Sum, want: Want, limits: &Budget) -> Result<Values, LimitReached> {
        let tables: Vec<Table> =
            sum.parts().iter().map(|part| Table::new(part, limits)).collect::<Result<_, _>>()?;
        let values = tables.iter().zip(sum.parts()).map(|(table, part)| table.of(&part.position));
        let values = values.collect();
        let start: Vec<Position> = sum.parts().iter().map(|part| part.position.clone()).collect();
        let explored = plan::remoteness(limits, sum.moves_at_most(), want)
            .and_then(|few| search::explore(&SumGame::new(&sum), start, Play::Normal, &few).ok());
        Ok(Values { sum, tables, values, explored })
    }

    pub(super) fn total(&self) -> u64 {
        nim_sum(self.values.iter().copied())
    }

    fn known_of(&self, grundy: u64, positions: &Vec<Position>) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(positions));
        Known {
            outcome: Outcome::from_p(grundy == 0),
            grundy: Some(grundy),
            remoteness: value.map(|value| value.remoteness),
        }
    }

    fn positions(&self) -> Vec<Position> {
        self.sum.parts().iter().map(|part| part.position.clone()).collect()
    }
}

impl Decided for Values {
    fn known(&self) -> Known {
        self.known_of(self.total(), &self.positions())
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let total = self.total();
        if total == 0 {
            return Vec::new();
        }
        let mut winning = Vec::new();
        for (i, part) in self.sum.parts().iter().enumerate() {
            let target = total ^ self.values[i];
            let moves = self.tables[i].moves_to(&part.game, &part.position, target);
            let with_part = |(action, result)| PartMove { part: i, action, result };
            winning.extend(moves.into_iter().map(with_part));
        }
        winning
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let value = self.tables[action.part].of(&action.result);
        let mut positions = self.positions();
        positions[action.part] = action.result.clone();
        Some(self.known_of(self.total() ^ self.values[action.part] ^ value, &positions))
    }

    fn reason(&self) -> Reason {
        if let (Some(part), [Table::Heaps(table)]) = (self.sum.as_single(), &self.tables[..]) {
            let values =
                part.position.heaps().iter().map(|&heap| table[heap as usize].into()).collect();
            return Reason::SpragueGrundy { parts: "heaps", values };
        }
        Reason::SpragueGrundy { parts: "parts", values: self.values.clone() }
    }
}
