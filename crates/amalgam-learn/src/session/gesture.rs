//! Moving by hand: what has been pointed at, and what can be pointed at next.

use super::Session;
use super::listed::any_amount;
use super::touched::Touched;
use amalgam_core::{Move, PartMove};

/// What has been pointed at so far, in one part of the sum.
///
/// Heaps are told by their index in the position of the part. The number of coins to take and the
/// place of a split can be chosen once a heap is. Nothing here is checked; [`Session::follow`]
/// says what a gesture can mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The part of the sum.
    pub part: usize,
    /// The heaps, by their index.
    pub heaps: Vec<usize>,
    /// How many coins go, from each heap where several are touched and stay apart; 0 where a heap
    /// is only split.
    pub take: Option<u64>,
    /// The two heaps that are left of one, in any order.
    pub split: Option<[u64; 2]>,
}

/// How a gesture can go on. All of it is read off the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following {
    /// The heaps, by part and index, that can be pointed at next: any that some move touches while
    /// nothing has been pointed at, else those that a move touches together with the heaps so far.
    pub heaps: Vec<(usize, usize)>,
    /// How many coins can be taken from the heaps pointed at, ascending, as far as the moves are listed;
    /// the number chosen is there if it can be. 0 means that they can be split or merged as they are.
    pub takes: Vec<u64>,
    /// The two heaps that can be left of one, the smaller first, once the number of coins is
    /// chosen; without a choice, those that need no taking.
    pub splits: Vec<[u64; 2]>,
    /// The move that the gesture means as it stands, if it means exactly one.
    pub meant: Option<PartMove>,
    /// Every legal move that begins with this gesture, in the order of the legal moves: to choose
    /// from in a list.
    pub moves: Vec<PartMove>,
}

impl Gesture {
    /// Pointing at a heap first.
    pub fn at(part: usize, heap: usize) -> Gesture {
        Gesture { part, heaps: vec![heap], ..Gesture::default() }
    }

    /// Pointing at one more heap.
    pub fn and(mut self, heap: usize) -> Gesture {
        self.heaps.push(heap);
        self
    }

    /// Choosing how many coins to take.
    pub fn taking(mut self, coins: u64) -> Gesture {
        self.take = Some(coins);
        self
    }

    /// Choosing where to split.
    pub fn splitting(mut self, into: [u64; 2]) -> Gesture {
        self.split = Some(into);
        self
    }

    /// Whether nothing has been pointed at.
    pub fn is_empty(&self) -> bool {
        self.heaps.is_empty()
    }
}

impl Session {
    /// What can follow a gesture, and which move it means.
    ///
    /// A gesture that no legal move begins with is followed by nothing. On the opponent's turn
    /// nothing can be pointed at either.
    ///
    /// ```
    /// use amalgam::session::{Gesture, Setup};
    /// use amalgam::{Solver, Sum};
    /// let start = Sum::parse("kayles[5]", &"nim".parse()?)?;
    /// let game = Setup::new(start).begin(&Solver::new())?;
    /// let heap = game.follow(&Gesture::at(0, 0));
    /// assert_eq!(heap.takes, [1, 2]);
    /// let one = game.follow(&Gesture::at(0, 0).taking(1));
    /// assert_eq!(one.splits, [[1, 3], [2, 2]]);
    /// assert_eq!(one.meant.unwrap().action.to_string(), "take 1 from 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&self, gesture: &Gesture) -> Following {
        let mut following = Following {
            heaps: Vec::new(),
            takes: Vec::new(),
            splits: Vec::new(),
            meant: None,
            moves: Vec::new(),
        };
        let Some(pointed) = self.pointed(gesture).filter(|_| self.awaits_human()) else {
            return following;
        };
        let mut more: Vec<(usize, u64)> = Vec::new();
        let mut exact: Vec<(usize, usize)> = Vec::new();
        let mut meant = Vec::new();
        let unlisted = self.unlisted(gesture, &pointed);
        for action in self.moves().iter().chain(&unlisted) {
            let touched = Touched::by(action, self.sum());
            let Some(others) = without(&touched.heaps, &pointed) else { continue };
            if touched.index.is_some_and(|index| gesture.heaps.iter().any(|&heap| heap != index)) {
                continue;
            }
            if !gesture.is_empty() && action.part != gesture.part {
                continue;
            }
            let agrees = gesture.take.is_none_or(|take| touched.taken == Some(u128::from(take)))
                && gesture.split.is_none_or(|into| touched.into == Some(sorted(into)));
            if agrees {
                match touched.index {
                    Some(index) if gesture.is_empty() => exact.push((action.part, index)),
                    Some(_) => {}
                    None => more.extend(others.iter().map(|&heap| (action.part, heap))),
                }
            }
            if others.is_empty() {
                let taken = touched.taken.and_then(|taken| u64::try_from(taken).ok());
                following.takes.extend(taken);
                if taken.is_some() && taken == gesture.take.or(Some(0)) {
                    following.splits.extend(touched.into);
                }
                let split = touched.into.is_none() || gesture.split.is_some();
                let whole = split && taken.is_some();
                if agrees && whole {
                    meant.push(action.clone());
                }
            }
            if agrees {
                following.moves.push(action.clone());
            }
        }
        following.takes.sort_unstable();
        following.takes.dedup();
        following.heaps = self.heaps_of(gesture, &mut more);
        following.heaps.extend(exact);
        following.heaps.sort_unstable();
        following.heaps.dedup();
        following.meant = match meant.len() {
            1 => meant.pop(),
            _ => None,
        };
        following
    }

    /// Taking this many coins from the heap pointed at, where the rules allow it and no list says so.
    fn unlisted(&self, gesture: &Gesture, pointed: &[u64]) -> Option<PartMove> {
        let (&[from], Some(taken)) = (pointed, gesture.take) else { return None };
        let action = Move::Take { from, to: from.checked_sub(taken)? };
        let found = any_amount(self.sum(), gesture.part, &action)?;
        (!self.moves().contains(&found)).then_some(found)
    }

    /// The sizes of the heaps pointed at; `None` if one is not there or was pointed at twice.
    fn pointed(&self, gesture: &Gesture) -> Option<Vec<u64>> {
        let part = self.sum().parts().get(gesture.part)?;
        let again = |(i, heap): (usize, &usize)| gesture.heaps[..i].contains(heap);
        if gesture.heaps.iter().enumerate().any(again) {
            return None;
        }
        gesture.heaps.iter().map(|&heap| part.heaps().get(heap).copied()).collect()
    }

    /// The heaps of these sizes that have not been pointed at.
    fn heaps_of(&self, gesture: &Gesture, sizes: &mut Vec<(usize, u64)>) -> Vec<(usize, usize)> {
        sizes.sort_unstable();
        sizes.dedup();
        let mut heaps = Vec::new();
        for (part, of) in self.sum().parts().iter().enumerate() {
            for (index, &heap) in of.heaps().iter().enumerate() {
                let pointed = part == gesture.part && gesture.heaps.contains(&index);
                if !pointed && sizes.binary_search(&(part, heap)).is_ok() {
                    heaps.push((part, index));
                }
            }
        }
        heaps
    }
}

/// What is left of the heaps a move touches when those pointed at are taken out; `None` if one of
/// them is not touched.
fn without(touched: &[u64], pointed: &[u64]) -> Option<Vec<u64>> {
    let mut others = touched.to_vec();
    for heap in pointed {
        let at = others.iter().position(|other| other == heap)?;
        others.swap_remove(at);
    }
    Some(others)
}

fn sorted([x, y]: [u64; 2]) -> [u64; 2] {
    [x.min(y), x.max(y)]
}
