//! What a move does to the heaps, in the terms of somebody who points at them.

use smallvec::{SmallVec, smallvec};

use amalgam_core::{Move, PartMove, Sum};

/// The heaps a move touches, how many coins it takes, and where it splits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Touched {
    /// The sizes of the heaps one points at.
    pub(super) heaps: SmallVec<[u64; 2]>,
    /// The index of the heap, where equal heaps are not the same: the rows of Chomp.
    pub(super) index: Option<usize>,
    /// How many coins go; where several heaps are touched and stay apart, from each of them.
    /// `None` where the heaps, the coins and a split do not tell the move: it is chosen from a list.
    pub(super) taken: Option<u128>,
    /// The two heaps it leaves where one was.
    pub(super) into: Option<[u64; 2]>,
}

impl Touched {
    pub(super) fn by(action: &PartMove, sum: &Sum) -> Touched {
        let before = sum.parts()[action.part].heaps();
        let (heaps, taken): (SmallVec<[u64; 2]>, Option<u128>) = match &action.action {
            Move::Take { from, to } => (smallvec![*from], Some(u128::from(from - to))),
            Move::TakeSplit { from, to } => {
                (smallvec![*from], Some(u128::from(from - to[0] - to[1])))
            }
            Move::Split { from, .. } => (smallvec![*from], Some(0)),
            Move::Merge { from: [x, y], to } => {
                let taken = u128::from(*x) + u128::from(*y) - u128::from(*to);
                (smallvec![*x, *y], Some(taken))
            }
            Move::SplitInThree { from, .. } => (smallvec![*from], None),
            Move::TakeSeveral { from, to } => {
                let mut takes = from.iter().zip(to).map(|(from, to)| u128::from(from - to));
                let first = takes.next();
                let same = takes.all(|taken| Some(taken) == first);
                (SmallVec::from_slice(from), first.filter(|_| same))
            }
            Move::Shift { from: [x, y], coins, .. } => {
                let present = [*x, *y].into_iter().filter(|&heap| heap > 0);
                (present.collect(), Some(u128::from(*coins)))
            }
            Move::Bite { row, column } => return bite(*row, *column, before),
            Move::Change { from, .. } => (SmallVec::from_slice(from), None),
            // The position of a user's own game is no list of heaps.
            Move::Step => (smallvec![], None),
        };
        let into = match &action.action {
            Move::TakeSplit { to, .. } | Move::Split { to, .. } => Some(*to),
            _ => None,
        };
        Touched { heaps, index: None, taken, into }
    }
}

/// A bite in a row takes the squares of that row from the bitten one on.
fn bite(row: u64, column: u64, rows: &[u64]) -> Touched {
    let index = usize::try_from(row).ok().and_then(|row| rows.len().checked_sub(row));
    let length = index.map_or(0, |index| rows[index]);
    let taken = (length + 1).checked_sub(column).map(u128::from);
    Touched { heaps: smallvec![length], index, taken, into: None }
}
