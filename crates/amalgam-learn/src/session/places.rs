//! Where the heaps lie on the table.
//!
//! A [`Position`](amalgam_core::Position) is a multiset: it has no left and no right, and after each move its
//! heaps are in ascending order again. To people a heap is a thing that stays where it is. So a session
//! keeps a row of places for each part: a heap that coins are taken from stays in its place, one that is
//! emptied leaves a gap, of two that merge one comes to the other, and what is split off lies beside.
//!
//! A move is told by sizes, and of equal heaps any may be meant; which one it was matters to the eye
//! alone. Where somebody points, that is known, and a game as text keeps it: `take 1 from 3 @2` is the
//! heap in the second place. Without a mark the first place fits, and of two heaps that merge the
//! smaller goes to the larger.

use smallvec::SmallVec;

use super::Session;
use super::touched::Touched;
use super::words::say;
use amalgam_core::games::Board;
use amalgam_core::{Move, PartMove, Sum};

/// One place in the row of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The coins that lie there; 0 is a gap that a heap has left.
    pub heap: u64,
    /// Which heap of the position it is; `None` for a gap.
    pub index: Option<usize>,
    /// The coins that lay there before the last move.
    pub was: u64,
}

impl Place {
    /// Whether the last move changed it.
    pub fn is_fresh(&self) -> bool {
        self.heap != self.was
    }
}

/// The places that a move touches, from 0: of two that merge the one that stays is the last.
pub(super) type Chosen = SmallVec<[usize; 2]>;

/// A row of places. Indices are not kept: they follow from the sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row(Vec<Spot>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    heap: u64,
    was: u64,
}

impl Row {
    /// The heaps in ascending order, as a game begins.
    pub(super) fn new(heaps: &[u64]) -> Row {
        Row(heaps.iter().map(|&heap| Spot { heap, was: heap }).collect())
    }

    /// The places with the heaps that lie there. Of equal heaps the leftmost has the least index.
    pub(super) fn places(&self, heaps: &[u64], last: bool) -> Vec<Place> {
        let mut seen: Vec<u64> = Vec::new();
        let place = |&Spot { heap, was }: &Spot| {
            let before = seen.iter().filter(|&&other| other == heap).count();
            seen.push(heap);
            let first = heaps.partition_point(|&other| other < heap);
            let index = (heap > 0).then_some(first + before);
            Place { heap, index, was: if last { was } else { heap } }
        };
        self.0.iter().map(place).collect()
    }

    /// The places of a move, given the heaps that were pointed at in their order, as far as they are
    /// the heaps of the move.
    pub(super) fn choose(&self, action: &Move, sizes: &[u64], pointed: &[usize]) -> Chosen {
        let new = |&(i, at): &(usize, &usize)| *at < self.0.len() && !pointed[..i].contains(at);
        let mut pointed: Chosen =
            pointed.iter().enumerate().filter(new).map(|(_, at)| *at).collect();
        if matches!(action, Move::Merge { .. }) && self.fits(sizes, &pointed) {
            return pointed;
        }
        let mut chosen = Chosen::new();
        for &size in sizes {
            let meant = pointed.iter().position(|&at| self.0[at].heap == size);
            let meant = meant.map(|at| pointed.remove(at));
            let free = |at: &usize| self.0[*at].heap == size && !chosen.contains(at);
            chosen.extend(meant.or_else(|| (0..self.0.len()).find(free)));
        }
        chosen
    }

    /// Whether these places hold heaps of these sizes, in any order.
    fn fits(&self, sizes: &[u64], places: &[usize]) -> bool {
        let mut sizes: SmallVec<[u64; 2]> = SmallVec::from_slice(sizes);
        let mut there: SmallVec<[u64; 2]> = places.iter().map(|&at| self.0[at].heap).collect();
        sizes.sort_unstable();
        there.sort_unstable();
        sizes == there
    }

    /// Moves. What cannot be followed is laid out afresh.
    pub(super) fn make(&mut self, action: &PartMove, chosen: &[usize]) {
        for spot in &mut self.0 {
            spot.was = spot.heap;
        }
        self.follow(&action.action, chosen);
        let mut heaps: Vec<u64> =
            self.0.iter().map(|spot| spot.heap).filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        if heaps != action.result.heaps() {
            *self = Row::new(action.result.heaps());
        }
    }

    fn follow(&mut self, action: &Move, chosen: &[usize]) {
        let mut set = |at: Option<&usize>, heap: u64| {
            if let Some(spot) = at.and_then(|&at| self.0.get_mut(at)) {
                spot.heap = heap;
            }
        };
        match action {
            Move::Take { to, .. } => set(chosen.first(), *to),
            Move::Merge { to, .. } => {
                set(chosen.first(), 0);
                set(chosen.last(), *to);
            }
            Move::TakeSeveral { to, .. } => {
                for (at, heap) in chosen.iter().zip(to) {
                    set(Some(at), *heap);
                }
            }
            Move::Shift { from, into, coins } => {
                for (at, heap) in chosen.iter().zip(from) {
                    set(Some(at), heap - coins);
                }
                let third = |at: &usize| self.0[*at].heap == *into && !chosen.contains(at);
                match (0..self.0.len()).find(third) {
                    Some(at) => self.0[at].heap += coins,
                    None => self.0.push(Spot { heap: *coins, was: 0 }),
                }
            }
            Move::TakeSplit { to, .. } | Move::Split { to, .. } => self.split(chosen, to),
            Move::SplitInThree { to, .. } => self.split(chosen, to),
            Move::Change { to, .. } => {
                for (k, at) in chosen.iter().enumerate() {
                    set(Some(at), to.get(k).copied().unwrap_or(0));
                }
                let more = to.iter().skip(chosen.len());
                self.0.extend(more.map(|&heap| Spot { heap, was: 0 }));
            }
            Move::Bite { .. } | Move::Step => {}
        }
    }

    /// The first stays, the others lie to the right of it: in a gap, or between it and its neighbour.
    fn split(&mut self, chosen: &[usize], into: &[u64]) {
        let Some(&at) = chosen.first() else { return };
        self.0[at].heap = into[0];
        for (i, &heap) in into.iter().enumerate().skip(1) {
            match self.0.get_mut(at + i) {
                Some(spot) if spot.heap == 0 => spot.heap = heap,
                _ => self.0.insert(at + i, Spot { heap, was: 0 }),
            }
        }
    }
}

impl Session {
    /// The places of a part, from left to right.
    ///
    /// ```
    /// use amalgam::session::Setup;
    /// use amalgam::{Solver, Sum};
    /// let start = Sum::parse("nim[3,4,5]", &"nim".parse()?)?;
    /// let mut game = Setup::new(start).begin(&Solver::new())?;
    /// game.make(&game.read_move("take 4 from 5")?)?;
    /// let heaps: Vec<u64> = game.places(0).iter().map(|place| place.heap).collect();
    /// assert_eq!(heaps, [3, 4, 1]); // and not [1, 3, 4]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places(&self, part: usize) -> Vec<Place> {
        let last = self.made().last().is_some_and(|last| last.part == part);
        let of = &self.sum().parts()[part];
        match of.board() {
            Board::Heaps | Board::Pins => self.rows[part].places(of.heaps(), last),
            // The rows of Chomp are in order, and a bite changes several.
            Board::Squares => Row::new(of.heaps()).places(of.heaps(), last),
        }
    }

    /// The places of a move whose heaps were pointed at, by their index in the position of the part and
    /// in this order; of those not pointed at the first that fit.
    pub(super) fn chosen(&self, action: &PartMove, heaps: &[usize]) -> Chosen {
        let places = self.places(action.part);
        let at = |heap: &usize| places.iter().position(|place| place.index == Some(*heap));
        let pointed: Vec<usize> = heaps.iter().filter_map(at).collect();
        self.rows[action.part].choose(&action.action, &sizes(action, self.sum()), &pointed)
    }

    /// A move in words, with a mark where of equal heaps these are meant: what
    /// [`read_and_make`](Session::read_and_make) reads.
    pub fn say_with(&self, action: &PartMove, heaps: &[usize]) -> String {
        say(self.sum(), action) + &self.mark(action, &self.chosen(action, heaps))
    }

    /// The mark that tells the places of a move, empty where they are the ones that fit first.
    pub(super) fn mark(&self, action: &PartMove, chosen: &[usize]) -> String {
        match chosen == self.chosen(action, &[]).as_slice() {
            true => String::new(),
            false => {
                let places: Vec<String> = chosen.iter().map(|at| (at + 1).to_string()).collect();
                format!(" @{}", places.join(","))
            }
        }
    }

    /// The places that a mark names, as far as the move can be made there.
    pub(super) fn marked(&self, action: &PartMove, mark: &str) -> Chosen {
        let places = mark.split(',').map_while(|at| at.trim().parse::<usize>().ok());
        let places: Vec<usize> = places.filter_map(|at| at.checked_sub(1)).take(64).collect();
        self.rows[action.part].choose(&action.action, &sizes(action, self.sum()), &places)
    }
}

fn sizes(action: &PartMove, sum: &Sum) -> SmallVec<[u64; 2]> {
    Touched::by(action, sum).heaps
}
