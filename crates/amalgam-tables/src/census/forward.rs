//! P-positions forwards, where any number may be taken and no heap is split: a position is P iff none
//! of its moves leads to one, and its takes are one bit for each of its rests ([`runs`](super::runs)).
//!
//! All that is kept is one bit for each position: of a layer that is being decided it says whether the
//! position is P; when the layer is done, the same bit says whether the position, as a rest, is closed,
//! since a P-position is closed by the empty heap and the others are still open. Only where merges lose
//! coins the P-positions of a few layers are kept beside.

use rayon::prelude::*;

use super::bits::Ranks;
use super::groups::{Group, waves};
use super::marks::reach;
use super::nearby::Nearby;
use super::partitions::{Partitions, distinct};
use super::prefix::Prefix;
use super::runs::Undecided;
use super::tails::Tails;
use super::{Outcome, Play, Rules};
use amalgam_core::base::budget::LimitReached;

/// What is known of the layers below the next one.
pub(super) struct Forward {
    tails: Tails,
    /// Rests whose completion has been found.
    closed: Vec<Ranks>,
    /// The P-positions of the layers that merges can lead to.
    p: Vec<Ranks>,
    reach: usize,
}

impl Forward {
    pub(super) fn new(rules: &Rules, partitions: &Partitions) -> Result<Forward, LimitReached> {
        let coins = partitions.most();
        let reach = reach(rules, coins);
        let room = |n: usize| Ranks::with_room(partitions.count(n));
        let mut p = (0..=coins).map(room).collect::<Result<_, _>>()?;
        let mut closed = (0..=coins).map(|_| Ranks::default()).collect();
        if reach > 0 {
            std::mem::swap(&mut p, &mut closed);
        }
        Ok(Forward { tails: Tails::new(partitions), closed, p, reach })
    }

    /// Bytes that are kept in all.
    pub(super) fn bytes(rules: &Rules, partitions: &Partitions) -> u64 {
        let coins = partitions.most();
        let layer = |n: usize| Ranks::bytes(partitions.count(n));
        let beside = (coins - reach(rules, coins)..coins).map(layer).sum::<u64>();
        (0..=coins).map(layer).sum::<u64>() + beside
    }

    /// The P-positions of the last layer that was decided, n.
    pub(super) fn layer(&self, n: usize) -> &Ranks {
        if self.reach > 0 { &self.p[n] } else { &self.closed[n] }
    }

    /// Decides the layer of n coins, those before being done. `false` if `stop` said so; then nothing has
    /// changed.
    pub(super) fn advance(
        &mut self,
        rules: &Rules,
        play: Play,
        partitions: &Partitions,
        n: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, LimitReached> {
        match self.reach {
            0 => self.p[n].fill(partitions.count(n)),
            _ => self.p[n] = Ranks::new(partitions.count(n))?,
        }
        if n == 0 {
            if play.at_the_end() == Outcome::P {
                self.p[0].insert(0);
            }
            self.finish(n);
            return Ok(true);
        }
        let Forward { tails, closed, p, .. } = &*self;
        let known = Undecided { rules, partitions, tails, n, closed, p, places: &[] };
        if !decide(known, stop) {
            // Each rest has one completion, so what this layer has closed nothing else has.
            each_rest(&p[n], partitions, n, |layer, rank| closed[layer].remove(rank));
            return Ok(false);
        }
        self.finish(n);
        Ok(true)
    }

    /// Takes the P-positions of n coins from somebody.
    pub(super) fn restore(&mut self, partitions: &Partitions, n: usize, p: Ranks) {
        each_rest(&p, partitions, n, |layer, rank| self.closed[layer].insert(rank));
        self.p[n] = p;
        self.finish(n);
    }

    fn finish(&mut self, n: usize) {
        if self.reach == 0 {
            self.closed[n] = std::mem::take(&mut self.p[n]);
            return;
        }
        self.closed[n].copy(&self.p[n]);
        if n >= self.reach {
            self.p[n - self.reach] = Ranks::default();
        }
    }
}

/// Decides every position of a layer; `false` if `stop` said so.
fn decide(known: Undecided<'_>, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let Undecided { partitions, rules, n, .. } = known;
    // Waking a thread costs more than a few positions do.
    if partitions.count(n) <= FEW {
        known.search().decide(&mut Prefix::new(partitions, rules, n));
        return !stop();
    }
    match rayon::current_num_threads() {
        ..=FEW_THREADS => in_waves::<3>(known, stop),
        _ => in_waves::<4>(known, stop),
    }
}

/// Decides a layer wave by wave, in groups by this many heaps.
fn in_waves<const K: usize>(known: Undecided<'_>, stop: &(dyn Fn() -> bool + Sync)) -> bool {
    let Undecided { partitions, rules, n, .. } = known;
    let decide = |group: &Group<K>| {
        if stop() {
            return None;
        }
        let mut prefix = Prefix::new(partitions, rules, n);
        for &heap in group.iter().filter(|&&heap| heap > 0) {
            prefix.push(heap.into());
        }
        known.search().decide(&mut prefix);
        Some(())
    };
    waves(n)
        .all(|wave: Vec<Group<K>>| wave.par_iter().with_max_len(1).try_for_each(decide).is_some())
}

/// Threads that share a wave evenly where three heaps tell a group; for more of them there are too few large
/// groups.
const FEW_THREADS: usize = 8;

/// Positions that one thread decides in a go.
const FEW: u64 = 1 << 14;

/// Calls `visit` with the layer and the rank of each rest that a P-position of n coins closes, but for
/// the position itself; by several threads.
fn each_rest(p: &Ranks, partitions: &Partitions, n: usize, visit: impl Fn(usize, u64) + Sync) {
    let words = p.words();
    (0..words.div_ceil(WORDS)).into_par_iter().for_each(|chunk| {
        let mut near = Nearby::new(partitions);
        for rank in p.within(chunk * WORDS, words.min((chunk + 1) * WORDS)) {
            near.set(n, rank);
            for (i, heap) in distinct(near.heaps()) {
                visit(n - usize::from(heap), near.rank_without(i));
            }
        }
    });
}

/// Words of bits that one thread looks through in a go.
const WORDS: u64 = 1 << 8;
