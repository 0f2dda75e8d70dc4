//! What can be done with each heap, given what has been pointed at.
//!
//! All of it is read off [`Session::follow`](amalgam::session::Session::follow), so that only legal
//! moves ever look possible.

use std::collections::BTreeMap;

use amalgam::Move;
use amalgam::games::Board;
use amalgam::session::{Following, Gesture};

use super::view::{View, write_pick};

/// What pointing at a heap would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing: no move touches it now.
    Idle,
    /// The beginning of a move.
    Open,
    /// It has been pointed at.
    Picked,
    /// It can be added to the heaps that have been pointed at.
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
    /// What can follow pointing at a heap first; heaps of one size are alike.
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

    /// How many coins have been pointed at.
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

    /// How taking so many coins of this heap is asked for; for a partner, how it is added.
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
