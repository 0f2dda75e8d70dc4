//! By Sprague–Grundy: the value of every part, added by nim-sum.

use super::answer::{Decided, Known};
use super::{Reason, SolveError, Want, free_pairs, plan, rests};
use crate::Move;
use crate::base::budget::Budget;
use crate::base::nimber::nim_sum;
use crate::engines::search::{self, Explored, ExploredHeaps, explore_heaps};
use crate::engines::sequence::{self, HeapMoves};
use crate::games::Kind;
use crate::games::own::Own;
use crate::games::sum::SumGame;
use crate::theory::free_pairs::FreePairs;
use crate::{HeapPart, Outcome, Part, PartMove, Play, Position, Rules, State, Sum};

pub(super) struct Values {
    sum: Sum,
    tables: Vec<Table>,
    /// The value of each part.
    values: Vec<u64>,
    /// For the remoteness, where the sum is small enough.
    explored: Option<Explored<Vec<State>>>,
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
    /// A heap too large for that beside few others: the row of their Grundy values.
    Row(Rules, Budget),
    /// The positions of a game that is not described by heap rules.
    Any(Explored<Position>),
    /// A game of one's own, which was explored when it was read.
    Own(Own),
}

impl Table {
    fn new(part: &Part, limits: &Budget) -> Result<Table, SolveError> {
        let HeapPart { game, position } = match part {
            Part::Own(part) => return Ok(Table::Own(part.game.clone())),
            Part::Heaps(part) => part,
        };
        if game.rules().is_some_and(Rules::is_nim) {
            return Ok(Table::Nim);
        }
        if let Some(moves) = HeapMoves::of_game(game) {
            return Ok(Table::Heaps(sequence::values(moves, position.largest(), limits)?));
        }
        match game.kind() {
            Kind::Heaps(rules) if free_pairs::applies(rules, position, Play::Normal) => {
                let pairs = FreePairs::of(rules).expect("it applies");
                Ok(Table::FreePairs(pairs, rules.clone()))
            }
            Kind::Heaps(rules) if plan::needs_grundy_row(rules, position) => {
                Ok(Table::Row(rules.clone(), limits.clone()))
            }
            Kind::Heaps(rules) => {
                Ok(Table::Positions(explore_heaps(rules, position, Play::Normal, limits)?))
            }
            _ => Ok(Table::Any(search::explore(game, position.clone(), Play::Normal, limits)?)),
        }
    }

    fn of_heap(&self, heap: u64) -> Option<u64> {
        match self {
            Table::Nim => Some(heap),
            Table::Heaps(values) => Some(values[heap as usize].into()),
            Table::FreePairs(..)
            | Table::Positions(_)
            | Table::Row(..)
            | Table::Any(_)
            | Table::Own(_) => None,
        }
    }

    /// The value of a state; an error only where the row of a rest is not known.
    fn of(&self, state: &State) -> Result<u64, SolveError> {
        let of_heap = |&heap| self.of_heap(heap).expect("heaps are independent");
        let value = match (self, state) {
            (Table::FreePairs(pairs, _), State::Heaps(position)) => {
                return Ok(pairs.value(position.heaps()));
            }
            (Table::Row(rules, limits), State::Heaps(position)) => {
                return rests::grundy(rules, position, limits);
            }
            (Table::Positions(explored), State::Heaps(position)) => explored.value(position),
            (Table::Any(explored), State::Heaps(position)) => explored.value(position),
            (Table::Own(own), State::Own(node)) => Some(own.value(*node, Play::Normal)),
            _ => return Ok(nim_sum(state.heaps().iter().map(of_heap))),
        };
        Ok(value.expect("it was valued").grundy)
    }

    /// The moves of a part that make it worth `target`.
    fn moves_to(&self, part: &Part, target: u64) -> Vec<(Move, State)> {
        match (self, part) {
            (Table::Row(rules, limits), Part::Heaps(HeapPart { position, .. })) => {
                let moves = rests::grundy_moves(rules, position, target, limits);
                let state = |(action, result): (Move, Position)| (action, result.into());
                moves.unwrap_or_default().into_iter().map(state).collect()
            }
            (Table::Nim, Part::Heaps(HeapPart { position, .. })) => {
                let others = nim_sum(position.heaps().iter().copied());
                let moves = position.distinct().filter_map(|(i, from)| {
                    let to = others ^ from ^ target;
                    let result = position.replace(&[i], &[to]).into();
                    (to < from).then_some((Move::Take { from, to }, result))
                });
                moves.collect()
            }
            (Table::FreePairs(pairs, rules), Part::Heaps(HeapPart { position, .. })) => {
                let moves = pairs.moves_to(rules, position, target).into_iter();
                moves.map(|(action, result)| (action, result.into())).collect()
            }
            _ => {
                let moves = part.moves().into_iter();
                moves
                    .filter(|(_, result)| self.of(result).is_ok_and(|value| value == target))
                    .collect()
            }
        }
    }
}

impl Values {
    pub(super) fn new(sum: Sum, want: Want, limits: &Budget) -> Result<Values, SolveError> {
        let tables: Vec<Table> =
            sum.parts().iter().map(|part| Table::new(part, limits)).collect::<Result<_, _>>()?;
        let values = tables.iter().zip(sum.parts()).map(|(table, part)| table.of(&part.state()));
        let values = values.collect::<Result<_, _>>()?;
        let game = SumGame::new(&sum);
        let explored = plan::remoteness(limits, sum.moves_at_most(), want)
            .and_then(|few| search::explore(&game, game.start(), Play::Normal, &few).ok());
        Ok(Values { sum, tables, values, explored })
    }

    pub(super) fn total(&self) -> u64 {
        nim_sum(self.values.iter().copied())
    }

    fn known_of(&self, grundy: u64, states: &Vec<State>) -> Known {
        let value = self.explored.as_ref().and_then(|explored| explored.value(states));
        Known {
            outcome: Outcome::from_p(grundy == 0),
            grundy: Some(grundy),
            remoteness: value.map(|value| value.remoteness),
        }
    }

    fn states(&self) -> Vec<State> {
        SumGame::new(&self.sum).start()
    }
}

impl Decided for Values {
    fn known(&self) -> Known {
        self.known_of(self.total(), &self.states())
    }

    fn winning_moves(&self) -> Vec<PartMove> {
        let total = self.total();
        if total == 0 {
            return Vec::new();
        }
        let mut winning = Vec::new();
        for (i, part) in self.sum.parts().iter().enumerate() {
            let target = total ^ self.values[i];
            let moves = self.tables[i].moves_to(part, target);
            let with_part = |(action, result)| PartMove { part: i, action, result };
            winning.extend(moves.into_iter().map(with_part));
        }
        winning
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        let value = self.tables[action.part].of(&action.result).ok()?;
        let mut states = self.states();
        states[action.part] = action.result.clone();
        Some(self.known_of(self.total() ^ self.values[action.part] ^ value, &states))
    }

    fn reason(&self) -> Reason {
        if let (Some(part), [Table::Heaps(table)]) = (self.sum.as_single(), &self.tables[..]) {
            let values = part.heaps().iter().map(|&heap| table[heap as usize].into()).collect();
            return Reason::SpragueGrundy { parts: "heaps", values };
        }
        Reason::SpragueGrundy { parts: "parts", values: self.values.clone() }
    }
}
