//! What a player does, in every game.

use std::fmt;

use super::budget::allocated;
use super::position::Position;

/// A move, by the sizes of the heaps it touches. Heaps of the same size are the same heap.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Move {
    /// Take coins from a heap.
    Take {
        /// The heap before.
        from: u64,
        /// The heap after, possibly 0.
        to: u64,
    },
    /// Take coins from a heap and split the rest.
    TakeSplit {
        /// The heap before.
        from: u64,
        /// The two heaps after, the smaller first.
        to: [u64; 2],
    },
    /// Split a heap.
    Split {
        /// The heap before.
        from: u64,
        /// The two heaps after, the smaller first.
        to: [u64; 2],
    },
    /// Merge two heaps.
    Merge {
        /// The two heaps before, the smaller first.
        from: [u64; 2],
        /// The heap after; smaller than their sum where the rules take coins from it.
        to: u64,
    },
    /// Take coins from a heap, perhaps none, and leave the rest as three heaps.
    SplitInThree {
        /// The heap before.
        from: u64,
        /// The three heaps after, the smallest first.
        to: [u64; 3],
    },
    /// Take coins from several heaps.
    TakeSeveral {
        /// The heaps before, at least two.
        from: Vec<u64>,
        /// What is left of each, possibly 0.
        to: Vec<u64>,
    },
    /// Take this many coins from each of two heaps and add this many to a third (LIM).
    Shift {
        /// The two heaps before, the smaller first.
        from: [u64; 2],
        /// The third heap before, possibly 0.
        into: u64,
        /// How many coins.
        coins: u64,
    },
    /// Bite off a square with everything right of it and below it (Chomp).
    Bite {
        /// The row from the top, from 1; the longest row is on top.
        row: u64,
        /// The square in that row, from 1.
        column: u64,
    },
    /// Change heaps in a way that has no shorter name.
    Change {
        /// The heaps before, as far as they are not there after.
        from: Vec<u64>,
        /// The heaps after, as far as they were not there before.
        to: Vec<u64>,
    },
    /// Go to a position that a user's own game allows.
    Step,
}

impl Move {
    /// Take coins from a heap and leave up to three heaps, the smallest first.
    pub(crate) fn of_break(from: u64, left: &[u64]) -> Move {
        match *left {
            [] => Move::Take { from, to: 0 },
            [to] => Move::Take { from, to },
            [x, y] if x + y == from => Move::Split { from, to: [x, y] },
            [x, y] => Move::TakeSplit { from, to: [x, y] },
            [x, y, z, ..] => Move::SplitInThree { from, to: [x, y, z] },
        }
    }

    /// What was done between two positions, by the heaps that went and those that came.
    pub(crate) fn of_change(before: &Position, after: &Position) -> Move {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let (mut gone, mut new) =
            (before.heaps().iter().peekable(), after.heaps().iter().peekable());
        loop {
            match (gone.peek(), new.peek()) {
                (Some(x), Some(y)) if x == y => {
                    gone.next();
                    new.next();
                }
                (Some(x), Some(y)) if x < y => from.extend(gone.next()),
                (Some(_), None) => from.extend(gone.next()),
                (_, Some(_)) => to.extend(new.next()),
                (None, None) => return Move::Change { from, to },
            }
        }
    }

    /// How many bytes it keeps elsewhere.
    pub fn bytes(&self) -> usize {
        match self {
            Move::TakeSeveral { from, to } | Move::Change { from, to } => {
                allocated(size_of_val(from.as_slice())) + allocated(size_of_val(to.as_slice()))
            }
            _ => 0,
        }
    }

    /// The kind of move, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Move::Take { .. } => "take",
            Move::TakeSplit { .. } => "take-split",
            Move::Split { .. } => "split",
            Move::Merge { .. } => "merge",
            Move::SplitInThree { .. } => "split-in-three",
            Move::TakeSeveral { .. } => "take-several",
            Move::Shift { .. } => "shift",
            Move::Bite { .. } => "bite",
            Move::Change { .. } => "change",
            Move::Step => "step",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Move::Take { from, to } => format!("take {} from {from}", from.saturating_sub(*to)),
            Move::TakeSplit { from, to: [x, y] } => {
                format!(
                    "take {} from {from}, split into {x} and {y}",
                    from.saturating_sub(*x).saturating_sub(*y)
                )
            }
            Move::Split { from, to: [x, y] } => format!("split {from} into {x} and {y}"),
            Move::Merge { from: [x, y], to } => {
                let taken = (u128::from(*x) + u128::from(*y)).saturating_sub((*to).into());
                match taken {
                    0 => format!("merge {x} and {y}"),
                    _ => format!("merge {x} and {y}, take {taken}"),
                }
            }
            Move::SplitInThree { from, to: [x, y, z] } => {
                match from.saturating_sub(*x).saturating_sub(*y).saturating_sub(*z) {
                    0 => format!("split {from} into {x}, {y} and {z}"),
                    taken => format!("take {taken} from {from}, split into {x}, {y} and {z}"),
                }
            }
            Move::TakeSeveral { from, to } => {
                let takes = from
                    .iter()
                    .zip(to)
                    .map(|(from, to)| format!("{} from {from}", from.saturating_sub(*to)));
                format!("take {}", takes.collect::<Vec<_>>().join(" and "))
            }
            Move::Shift { from: [x, y], into, coins } => {
                format!("take {coins} from {x} and from {y}, add {coins} to {into}")
            }
            Move::Bite { row, column } => format!("bite at row {row}, column {column}"),
            Move::Change { from, to } => match (from.as_slice(), to.as_slice()) {
                ([], []) => "change nothing".to_owned(),
                (from, []) => format!("remove {}", listed(from)),
                ([], to) => format!("add {}", listed(to)),
                (from, to) => format!("change {} into {}", listed(from), listed(to)),
            },
            Move::Step => "move".to_owned(),
        };
        f.pad(&text)
    }
}

/// Numbers in a sentence: 3; 3 and 4; 3, 4 and 5.
fn listed(numbers: &[u64]) -> String {
    let mut all: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match all.pop() {
        Some(last) if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        last => last.unwrap_or_default(),
    }
}
