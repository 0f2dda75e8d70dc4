//! What can be done with each heap, after what has been chosen so far.
//!
//! All of it comes from [`Session::follow`](amalgam::session::Session::follow), so only legal moves look
//! possible.

use std::collections::BTreeMap;

use amalgam::Move;
use amalgam::games::Board;
use amalgam::session::{Following, Gesture};

use super::view::{View, write_pick};

/// What a click on a heap would mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: no move touches it now.
    Idle,
    /// The beginning of a move.
    Open,
    /// It is chosen.
    Picked,
    /// It can be added to the chosen heaps.
    Partner,
}

/// What can be done with one heap.
#[derive(Clone, Debug)]
pub(super) struct HeapOptions {
    pub(super) role: Role,
    /// How many coins can be taken, ascending.
    pub(super) takes: Vec<u64>,
    /// The heaps it can be split into as it is, the smaller first.
    pub(super) splits: Vec<[u64; 2]>,
}

/// What can be done on the board.
pub(super) struct Options<'a> {
    view: &'a View,
    /// What can follow now.
    pub(super) following: Following,
    /// What can follow if a heap is chosen first; the same for all heaps of one size.
    first: BTreeMap<(usize, u64), HeapOptions>,
}

impl<'a> Options<'a> {
    pub(super) fn of(view: &'a View) -> Options<'a> {
        let following = view.game.follow(&Gesture { take: None, ..view.pick.clone() });
        let mut first = BTreeMap::new();
        if view.pick.is_empty() {
            for &(part, heap) in &following.heaps {
                let of = &view.game.sum().parts()[part];
                let size = of.heaps()[heap];
                // The rows of Chomp differ even where they are equal; its squares are moves at once.
                if of.board() != Board::Squares {
                    first.entry((part, size)).or_insert_with(|| open(view, part, heap));
                }
            }
        }
        Options { view, following, first }
    }

    /// What can be done with this heap.
    pub(super) fn heap(&self, part: usize, heap: usize) -> HeapOptions {
        let role = self.role(part, heap);
        let size = self.view.game.sum().parts()[part].heaps()[heap];
        match role {
            Role::Idle | Role::Partner => HeapOptions { role, takes: vec![], splits: vec![] },
            Role::Open => match self.first.get(&(part, size)) {
                Some(options) => options.clone(),
                None => open(self.view, part, heap),
            },
            Role::Picked => HeapOptions {
                role,
                takes: self.following.takes.iter().copied().filter(|&take| take > 0).collect(),
                splits: self.following.splits.clone(),
            },
        }
    }

    /// How many coins have been chosen.
    pub(super) fn take(&self) -> Option<u64> {
        self.view.pick.take
    }

    /// A legal move with this heap in words, if it is one.
    pub(super) fn words(&self, part: usize, heap: usize, action: &Move) -> Option<String> {
        let game = &self.view.game;
        let found = game.moves().iter().find(|legal| legal.part == part && legal.action == *action);
        found.map(|legal| game.say_with(legal, &[heap]))
    }

    fn role(&self, part: usize, heap: usize) -> Role {
        let pick = &self.view.pick;
        let follows = self.following.heaps.binary_search(&(part, heap)).is_ok();
        match (pick.part == part && pick.heaps.contains(&heap), follows) {
            (true, _) => Role::Picked,
            (false, true) if pick.is_empty() => Role::Open,
            (false, true) => Role::Partner,
            (false, false) => Role::Idle,
        }
    }

    /// The value of `pick` that takes this many coins of the heap, or that adds the heap to the chosen ones.
    pub(super) fn ask(&self, part: usize, heap: usize, take: Option<u64>) -> String {
        let pick = &self.view.pick;
        let gesture = match self.role(part, heap) {
            Role::Open | Role::Idle => Gesture { take, ..Gesture::at(part, heap) },
            Role::Picked => Gesture { take, ..pick.clone() },
            Role::Partner => Gesture { take: None, ..pick.clone() }.and(heap),
        };
        write_pick(&gesture)
    }
}

fn open(view: &View, part: usize, heap: usize) -> HeapOptions {
    let following = view.game.follow(&Gesture::at(part, heap));
    let takes = following.takes.into_iter().filter(|&take| take > 0).collect();
    HeapOptions { role: Role::Open, takes, splits: following.splits }
}
