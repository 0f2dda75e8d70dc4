//! By Sprague–Grundy: the value of every part, added by nim-sum.

use std::ops::ControlFlow;

use super::answer::{Decided, Known, MoveList};
use super::{Reason, SolveError, Want, free_pairs, plan, rests};
use crate::theory::free_pairs::FreePairs;
use amalgam_core::Move;
use amalgam_core::base::budget::Budget;
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::games::Kind;
use amalgam_core::games::own::Own;
use amalgam_core::games::sum::SumGame;
use amalgam_core::{HeapPart, Outcome, Part, PartMove, Play, Position, Rules, State, Sum};
use amalgam_search::{self as search, Explored, ExploredHeaps, explore_heaps};
use amalgam_tables::sequence::{self, HeapMoves};

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
    /// A user's own game, which was explored when it was read.
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
        let pairs =
            game.rules().and_then(|rules| free_pairs::applies(rules, position, Play::Normal));
        match game.kind() {
            Kind::Heaps(rules) if let Some(pairs) = pairs => {
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

    /// Passes the moves of a part that make it worth `target` to a list; now it is worth `value`.
    fn list_moves_to(
        &self,
        (index, part): (usize, &Part),
        value: u64,
        target: u64,
        list: &mut MoveList<'_>,
    ) -> ControlFlow<()> {
        match (self, part) {
            (Table::Row(rules, limits), Part::Heaps(HeapPart { position, .. })) => {
                let moves = rests::grundy_moves(rules, position, target, limits);
                if moves.is_err() {
                    list.may_miss_some();
                }
                let mut moves = moves.unwrap_or_default().into_iter();
                moves.try_for_each(|(action, result)| list.add(index, action, result.into()))
            }
            (Table::Nim, Part::Heaps(HeapPart { position, .. })) => {
                position.distinct().try_for_each(|(_, from)| {
                    list.look(1)?;
                    let to = value ^ from ^ target;
                    match position.reduced(from, to) {
                        Some(result) => list.add(index, Move::Take { from, to }, result.into()),
                        None => ControlFlow::Continue(()),
                    }
                })
            }
            // Positions are made for the moves that win, not for all.
            (Table::Heaps(values), Part::Heaps(HeapPart { game, position })) => {
                let of = |heap: &u64| u64::from(values[*heap as usize]);
                position.distinct().try_for_each(|(i, from)| {
                    let wanted = value ^ of(&from) ^ target;
                    game.each_break(from, |action, left| {
                        list.look(1)?;
                        if nim_sum(left.iter().map(of)) != wanted {
                            return ControlFlow::Continue(());
                        }
                        list.add(index, action, position.replace(&[i], left).into())
                    })
                })
            }
            (Table::FreePairs(pairs, rules), Part::Heaps(HeapPart { position, .. })) => pairs
                .each_move_to(rules, position, target, |action, result| {
                    list.look(result.heaps().len())?;
                    list.add(index, action, result.into())
                }),
            _ => part.each_move_from(&part.state(), |action, result| {
                list.look(part.heaps().len().max(result.heaps().len()))?;
                match self.of(&result) {
                    Ok(value) if value == target => list.add(index, action, result),
                    _ => ControlFlow::Continue(()),
                }
            }),
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
        let explored = plan::remoteness(limits, want)
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

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let total = self.total();
        if total == 0 {
            return ControlFlow::Continue(());
        }
        let mut parts = self.sum.parts().iter().enumerate().zip(&self.tables).zip(&self.values);
        parts.try_for_each(|((part, table), &value)| {
            table.list_moves_to(part, value, total ^ value, list)
        })
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
