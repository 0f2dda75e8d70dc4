//! A census that many ranks make together, each with its share of the positions ([`shares`](super::shares)).
//!
//! The mathematics is that of [`Census`](super::Census); what is new is what the ranks tell each other:
//! closed bits before a layer, P-positions after each wave. How that travels is not known here: see
//! [`Exchange`].

use rayon::prelude::*;

use super::bits::Ranks;
use super::marks::reach;
use super::nearby::Nearby;
use super::partitions::distinct;
use super::prefix::{Prefix, Step};
use super::runs::Undecided;
use super::shares::{FIRST, Group, Shares, waves};
use super::stream::{BitReader, BitWriter, numbers, push_number};
use super::tails::Tails;
use super::{CensusError, Layer, Outcome, Play, Rules};
use amalgam_core::base::budget::{Budget, LimitReached};

/// How the ranks of a cluster talk to each other. Every rank makes the same calls in the same order.
pub trait Exchange {
    /// Which rank this is, from 0 on.
    fn rank(&self) -> usize;

    /// Gives the i-th bytes to rank i; returns what each rank has given to this one.
    fn all_to_all(&mut self, bytes: Vec<Vec<u8>>) -> Vec<Vec<u8>>;

    /// Gives the bytes to every rank; returns what each has given.
    fn all_gather(&mut self, bytes: Vec<u8>) -> Vec<Vec<u8>>;
}

/// What a rank was sent so far, in bytes, by others than itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Closed bits.
    pub closed: u64,
    /// P-positions.
    pub p: u64,
}

/// One rank's part of a census of a game in which any number may be taken and no heap is split.
pub struct SlicedCensus<'a> {
    rules: &'a Rules,
    play: Play,
    shares: Shares,
    rank: usize,
    next: usize,
    tails: Tails,
    /// Closed bits of this rank's groups; at the end those that others have sent.
    closed: Vec<Ranks>,
    /// Where the groups are in `closed`, by layer and own index.
    places: Vec<Vec<u64>>,
    /// The own index of the first group of each sum.
    first: Vec<usize>,
    p: Vec<Ranks>,
    reach: usize,
    traffic: Traffic,
}

impl std::fmt::Debug for SlicedCensus<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("SlicedCensus");
        debug.field("rank", &self.rank).field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'a> SlicedCensus<'a> {
    /// The part of a rank in a census of which nothing is known yet; `None` if these rules can't be
    /// shared, since not every number may be taken, or a heap may be split.
    ///
    /// # Errors
    /// If the part would not fit in the memory bound, or the machine has no room for it.
    pub fn new(
        rules: &'a Rules,
        play: Play,
        shares: Shares,
        rank: usize,
        limits: &Budget,
    ) -> Result<Option<SlicedCensus<'a>>, CensusError> {
        if !rules.takes_any() {
            return Ok(None);
        }
        let coins = shares.partitions().most();
        let needed = shares.bytes(rules)[rank];
        if needed > limits.memory {
            let largest = Shares::largest_within(rules, shares.ranks(), limits.memory);
            return Err(CensusError::Memory { coins, needed, bound: limits.memory, largest });
        }
        let (mut own, mut first) = (Vec::new(), vec![0; FIRST + 1]);
        for sum in FIRST..=coins {
            own.extend(shares.own_groups(rank, sum));
            first.push(own.len());
        }
        let (mut places, mut closed) = (Vec::new(), Vec::new());
        for n in 0..=coins {
            let mut at = shares.few(n);
            let place = |&group: &Group| {
                let place = at;
                at += shares.size(group, n);
                place
            };
            places.push(own[..first[n + 1]].iter().map(place).collect());
            closed.push(Ranks::new(at)?);
        }
        closed.push(Ranks::default());
        let p = (0..=coins).map(|_| Ranks::default()).collect();
        let (tails, reach) = (Tails::new(shares.partitions()), reach(rules, coins));
        let traffic = Traffic::default();
        Ok(Some(SlicedCensus {
            rules,
            play,
            shares,
            rank,
            next: 0,
            tails,
            closed,
            places,
            first,
            p,
            reach,
            traffic,
        }))
    }

    /// The number of coins of the layer that is decided next.
    pub fn next_layer(&self) -> usize {
        self.next
    }

    /// Who has which positions.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// What this rank was sent so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Bytes of the tables at hand.
    pub fn bytes(&self) -> u64 {
        let tables = self.closed.iter().chain(&self.p);
        let places: usize = self.places.iter().map(Vec::len).sum();
        tables.map(|ranks| ranks.words() * 8).sum::<u64>() + 8 * places as u64
    }

    /// The layer that was decided last, all of it.
    pub fn layer(&self) -> Option<Layer<'_>> {
        let coins = self.next.checked_sub(1)?;
        Some(Layer { coins, p: &self.p[coins], partitions: self.shares.partitions() })
    }

    /// Decides the next layer, together with the other ranks; `None` when all are done.
    ///
    /// # Errors
    /// If the machine has no room for it. The other ranks still wait then: the job must be ended.
    pub fn advance(
        &mut self,
        limits: &Budget,
        exchange: &mut impl Exchange,
    ) -> Result<Option<Layer<'_>>, LimitReached> {
        let n = self.next;
        let coins = self.shares.partitions().most();
        if n > coins {
            return Ok(None);
        }
        self.forget(n);
        self.p[n] = Ranks::new(self.shares.partitions().count(n))?;
        if n == 0 {
            if self.play.at_the_end() == Outcome::P {
                self.p[0].insert(0);
            }
        } else {
            self.closed[coins + 1] = self.fetch(n, exchange)?;
            for wave in waves(n) {
                limits.on_threads(|| self.decide(n, &wave))?;
                self.tell(n, &wave, exchange);
            }
            self.closed[coins + 1] = Ranks::default();
        }
        self.finish(n);
        Ok(self.layer())
    }

    /// Takes the next layer, all of it, from an earlier run.
    ///
    /// # Errors
    /// If that is no layer, or all layers are done.
    pub fn restore(&mut self, p: Ranks) -> Result<(), CensusError> {
        let n = self.next;
        let partitions = self.shares.partitions();
        if n > partitions.most() || !p.fits(partitions.count(n)) {
            return Err(CensusError::NoSuchLayer(n));
        }
        self.forget(n);
        self.p[n] = p;
        self.close_tails(n);
        self.finish(n);
        Ok(())
    }

    /// The place of a group in its layer, if it is one of this rank's.
    #[inline]
    fn place(&self, group: Group, n: usize) -> Option<u64> {
        let sum: usize = group.iter().map(|&heap| usize::from(heap)).sum();
        let index = self.shares.index(group);
        (self.shares.dealt(index, sum) == self.rank).then(|| match group[FIRST - 1] {
            0 => self.shares.place_of_few(group),
            // A rank is given one group of each round.
            _ => self.places[n][self.first[sum] + index / self.shares.ranks()],
        })
    }

    fn is_own(&self, group: Group) -> bool {
        self.shares.owner(group) == self.rank
    }

    /// For each position of this rank's, whether it has a closed rest without one of its largest
    /// heaps.
    fn fetch(&mut self, n: usize, exchange: &mut impl Exchange) -> Result<Ranks, LimitReached> {
        let ranks = self.shares.ranks();
        let known = Ranks::new((self.closed[n].words() - 2) * 64)?;
        let mut out: Vec<BitWriter> = (0..ranks).map(|_| BitWriter::default()).collect();
        let shares = &self.shares;
        let to = |group: Group| Some((shares.owner(group), self.place(group, n)));
        shares.each_piece(n, to, |&(to, own), piece| {
            let Some(from) = self.place(piece.from, piece.layer) else { return };
            for at in (0..piece.size).step_by(64) {
                let count = (piece.size - at).min(64) as u32;
                let bits = self.closed[piece.layer].run(from + at) & (u64::MAX >> (64 - count));
                match own {
                    Some(place) => known.insert_run(place + piece.at + at, bits),
                    None => out[to].push(bits, count),
                }
            }
        });
        let sent = exchange.all_to_all(out.into_iter().map(BitWriter::finish).collect());
        let mut readers: Vec<BitReader<'_>> = sent.iter().map(|b| BitReader::new(b)).collect();
        shares.each_piece(
            n,
            |group| self.place(group, n),
            |&place, piece| {
                let from = shares.owner(piece.from);
                if from == self.rank {
                    return;
                }
                for at in (0..piece.size).step_by(64) {
                    let count = (piece.size - at).min(64) as u32;
                    known.insert_run(place + piece.at + at, readers[from].take(count));
                }
            },
        );
        self.traffic.closed += sent.iter().map(|bytes| bytes.len() as u64).sum::<u64>();
        Ok(known)
    }

    /// Decides this rank's groups of a wave.
    fn decide(&self, n: usize, wave: &[Group]) {
        let (partitions, rules) = (self.shares.partitions(), self.rules);
        let sent = partitions.most() + 1;
        let decide = |&(group, place): &(Group, u64)| {
            // Takes from heaps beyond the first ones are looked up in the slices.
            let sum = group.iter().map(|&heap| usize::from(heap)).sum::<usize>();
            let beyond = usize::from(group[FIRST - 1]).min(n - sum);
            let mut places = vec![0; n];
            for (m, shift) in places.iter_mut().enumerate().skip(n - beyond) {
                let place = self.place(group, m).unwrap_or(0);
                *shift = place.wrapping_sub(self.shares.base(group, m));
            }
            let (tails, closed, p) = (&self.tails, &self.closed[..], &self.p[..]);
            let known = Undecided { rules, partitions, tails, n, closed, p, places: &places };
            let mut prefix = Prefix::new(partitions, rules, n);
            for heap in group.into_iter().filter(|&heap| heap > 0) {
                prefix.push(heap.into());
            }
            let distance = place.wrapping_sub(prefix.base());
            prefix.removals.clear();
            prefix.removals.push(Step { layer: sent, distance });
            known.search().decide(&mut prefix);
        };
        let own = wave.iter().filter_map(|&group| Some((group, self.place(group, n)?)));
        let own: Vec<(Group, u64)> = own.collect();
        own.par_iter().with_max_len(1).for_each(decide);
    }

    /// Tells the P-positions of a wave to all ranks, as the distances from each to the next one of the
    /// same rank.
    fn tell(&mut self, n: usize, wave: &[Group], exchange: &mut impl Exchange) {
        let mut bytes = Vec::new();
        let mut gap = 0;
        for &group in wave.iter().filter(|&&group| self.is_own(group)) {
            let (base, size) = (self.shares.base(group, n), self.shares.size(group, n));
            for at in (0..size).step_by(64) {
                let count = (size - at).min(64);
                let mut bits = self.p[n].run(base + at) & (u64::MAX >> (64 - count));
                let mut from = 0;
                while bits != 0 {
                    let bit = u64::from(bits.trailing_zeros());
                    push_number(&mut bytes, gap + bit - from);
                    (gap, from) = (0, bit + 1);
                    bits &= bits - 1;
                }
                gap += count - from;
            }
        }
        let told = exchange.all_gather(bytes);
        for (rank, bytes) in told.iter().enumerate().filter(|&(rank, _)| rank != self.rank) {
            self.traffic.p += bytes.len() as u64;
            let mut groups = wave.iter().filter(|&&group| self.shares.owner(group) == rank);
            let (mut base, mut size, mut at) = (0, 0, 0);
            for gap in numbers(bytes) {
                at += gap;
                while at >= size {
                    let Some(&group) = groups.next() else { return };
                    at -= size;
                    (base, size) = (self.shares.base(group, n), self.shares.size(group, n));
                }
                self.p[n].insert(base + at);
                at += 1;
            }
        }
    }

    /// Closes this rank's rests that lack a heap beyond the first ones, and is only asked where the layer was
    /// not decided here.
    fn close_tails(&self, n: usize) {
        let partitions = self.shares.partitions();
        let own = (FIRST..n).flat_map(|sum| self.shares.own_groups(self.rank, sum));
        own.par_bridge().for_each(|group| {
            let mut near = Nearby::new(partitions);
            let (base, size) = (self.shares.base(group, n), self.shares.size(group, n));
            for at in (0..size).filter(|at| self.p[n].contains(base + at)) {
                near.set(n, base + at);
                for (i, heap) in distinct(near.heaps()).filter(|&(i, _)| i >= FIRST) {
                    let layer = n - usize::from(heap);
                    if let Some(place) = self.place(group, layer) {
                        let at = near.rank_without(i) - self.shares.base(group, layer);
                        self.closed[layer].insert(place + at);
                    }
                }
            }
        });
    }

    /// Closes this rank's rests that lack one of the largest heaps, and its P-positions.
    fn finish(&mut self, n: usize) {
        let own = |group: Group, layer: usize, rank: u64, size: u64| {
            // Whose the group is matters only where there is a P-position, which is seldom.
            let mut place = None;
            for at in (0..size).step_by(64) {
                let count = (size - at).min(64);
                let bits = self.p[n].run(rank + at) & (u64::MAX >> (64 - count));
                if bits == 0 {
                    continue;
                }
                match *place.get_or_insert_with(|| self.place(group, layer)) {
                    Some(place) => self.closed[layer].insert_run(place + at, bits),
                    None => return,
                }
            }
        };
        self.shares.each_piece(n, Some, |_, piece| {
            own(piece.from, piece.layer, piece.rank, piece.size);
        });
        for group in waves(n).flatten() {
            own(group, n, self.shares.base(group, n), self.shares.size(group, n));
        }
        if n == 0 {
            own([0; FIRST], 0, 0, 1);
        }
        self.next += 1;
    }

    /// Gives back the P-positions of the layer that no merge of n coins leads to any more.
    fn forget(&mut self, n: usize) {
        if n > self.reach {
            self.p[n - self.reach - 1] = Ranks::default();
        }
    }
}
