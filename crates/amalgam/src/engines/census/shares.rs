//! How the positions of a census are shared between the ranks of a cluster, and what that costs.
//!
//! A position belongs to the rank that has its group ([`groups`](super::groups): its three largest
//! heaps), the same rank in every layer. The groups of a wave are dealt out one after the other, the
//! large ones first: evenly to a few ranks, less so to many, since a wave has only so many large groups
//! ([`Shares::longest`]).
//!
//! What a rank keeps of a layer that is done are the closed bits of its own groups. A rest that lacks a
//! heap beyond the third is in the same group, and so at hand. One that lacks one of the three is in the
//! group of the other two and the fourth heap, and belongs to somebody else: before a layer is decided, a
//! rank is sent these bits, three for each position at most. All positions with the same four largest
//! heaps are neighbours here and there, so that these are runs of bits and need no addresses.
//!
//! The P-positions of the layer at hand are told to all ranks, wave by wave. So the memory of a rank is
//!
//! > Σₘ own(m)/8 for the closed bits, (1 + l)·p(n)/8 for the P-positions, 7·own(n)/8 while bits are sent,
//!
//! with own(m) ≈ p(m)/R positions of m coins that are a rank's own, R ranks, and l the most coins that a
//! merge loses. A layer costs each rank at most 3·own(n)/8 bytes that it is sent before, and the P-positions
//! of the others, about a byte for each.

use super::bits::Ranks;
use super::groups::{FIRST, Group, waves, with_sum};
use super::marks::reach;
use super::partitions::Partitions;
use crate::Rules;

/// Who has which positions.
#[derive(Clone, Debug)]
pub struct Shares {
    partitions: Partitions,
    ranks: usize,
    /// How many groups of a sum have a larger third heap: by sum and third heap.
    before: Vec<Vec<usize>>,
}

/// Bits of a layer that one rank needs and another has: those of the positions with the same four
/// largest heaps, without one of the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The group that needs the bits, and the first rank of the positions they tell of.
    pub(super) to: Group,
    pub(super) rank: u64,
    /// The group of the rests, and their number of coins.
    pub(super) from: Group,
    pub(super) layer: usize,
    pub(super) size: u64,
}

/// What a layer costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Positions that are each rank's own.
    pub own: Vec<u64>,
    /// Bits that each rank is sent by others before the layer.
    pub fetched: Vec<u64>,
    /// Bits that each rank sends to others before the layer.
    pub sent: Vec<u64>,
}

impl Shares {
    /// The positions up to so many coins, shared by so many ranks; `None` if there are too many coins or
    /// no ranks.
    pub fn new(coins: usize, ranks: usize) -> Option<Shares> {
        let partitions = Partitions::new(coins)?;
        let count = |sum: usize, c: usize| ((sum - c) / 2 + 1).saturating_sub(c);
        let of = |sum: usize| {
            let mut before = vec![0; sum / FIRST + 1];
            for c in (1..sum / FIRST).rev() {
                before[c] = before[c + 1] + count(sum, c + 1);
            }
            before
        };
        (ranks > 0).then(|| Shares { partitions, ranks, before: (0..=coins).map(of).collect() })
    }

    /// The ranking of the positions.
    pub fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The index of a group of three heaps in its wave.
    #[inline]
    pub(super) fn index(&self, [a, b, c]: Group) -> usize {
        self.before[usize::from(a + b + c)][usize::from(c)] + usize::from(b - c)
    }

    /// The rank that has a group.
    #[inline]
    pub(super) fn owner(&self, group: Group) -> usize {
        let [a, b, c] = group;
        match c {
            0 => usize::from(b) % self.ranks,
            _ => (self.index(group) + usize::from(a + b + c)) % self.ranks,
        }
    }

    /// The first rank of a group among the positions of n coins.
    pub(super) fn base(&self, group: Group, n: usize) -> u64 {
        let mut rest = n;
        let mut base = 0;
        for heap in group.into_iter().map(usize::from).filter(|&heap| heap > 0) {
            base += self.partitions.count_below(rest, heap - 1);
            rest -= heap;
        }
        base
    }

    /// How many positions of n coins a group has.
    #[inline]
    pub(super) fn size(&self, [a, b, c]: Group, n: usize) -> u64 {
        let rest = n - usize::from(a + b + c);
        self.partitions.count_below(rest, usize::from(c))
    }

    /// Calls `visit` with all bits that are needed for the layer of n coins, in the order in which they are
    /// sent.
    pub(super) fn each_piece(&self, n: usize, mut visit: impl FnMut(Piece)) {
        for group in waves(n).flatten() {
            let [a, b, c] = group;
            let base = self.base(group, n);
            let rest = n - usize::from(a + b + c);
            let mut rank = base;
            // The fourth heap, 0 if there is none; rising, as the ranks do.
            let fourth = if rest == 0 { 0..=0 } else { 1..=usize::from(c).min(rest) };
            for d in fourth {
                let size = match d {
                    0 => 1,
                    _ => self.partitions.count_below(rest - d, d.min(self.partitions.most())),
                };
                let d = d as u16;
                let rests = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d])];
                for (i, (heap, from)) in rests.into_iter().enumerate() {
                    if heap > 0 && (i == 0 || group[i - 1] != heap) {
                        let layer = n - usize::from(heap);
                        visit(Piece { to: group, rank, from, layer, size });
                    }
                }
                rank += size;
            }
        }
    }

    /// What the layer of n coins costs: counted exactly, without deciding anything.
    pub fn cost(&self, n: usize) -> Cost {
        let none = vec![0; self.ranks];
        let mut cost = Cost { own: none.clone(), fetched: none.clone(), sent: none };
        waves(n).flatten().for_each(|group| cost.own[self.owner(group)] += self.size(group, n));
        self.each_piece(n, |piece| {
            let (from, to) = (self.owner(piece.from), self.owner(piece.to));
            if from != to {
                cost.fetched[to] += piece.size;
                cost.sent[from] += piece.size;
            }
        });
        cost
    }

    /// For each wave of n coins how many positions the rank with the most has, summed up: with as many
    /// positions for each of so many ranks there would be p(n)/R.
    pub fn longest(&self, n: usize) -> u64 {
        let longest = |wave: Vec<Group>| {
            let mut own = vec![0; self.ranks];
            wave.iter().for_each(|&group| own[self.owner(group)] += self.size(group, n));
            own.into_iter().max().unwrap_or(0)
        };
        waves(n).map(longest).sum()
    }

    /// How many groups of three heaps with this sum a rank has.
    pub(super) fn own_groups(&self, rank: usize, sum: usize) -> impl Iterator<Item = Group> {
        let mine = (rank + self.ranks - sum % self.ranks) % self.ranks;
        with_sum(sum).into_iter().skip(mine).step_by(self.ranks)
    }

    /// Bytes that each rank needs for a census of these rules: its tables, and what is under way before
    /// the last layer.
    pub fn bytes(&self, rules: &Rules) -> Vec<u64> {
        let cost = self.cost(self.partitions.most());
        let under_way =
            |rank: usize| Ranks::bytes(cost.own[rank]) + (cost.fetched[rank] + cost.sent[rank]) / 8;
        let tables = self.table_bytes(rules).into_iter().enumerate();
        tables.map(|(rank, bytes)| bytes + under_way(rank)).collect()
    }

    /// Bytes of the tables of each rank at the end of a census of these rules.
    pub fn table_bytes(&self, rules: &Rules) -> Vec<u64> {
        let coins = self.partitions.most();
        let whole = |n: usize| Ranks::bytes(self.partitions.count(n));
        let p: u64 = (coins - reach(rules, coins)..=coins).map(whole).sum();
        let mut bytes = vec![p; self.ranks];
        for n in 0..=coins {
            let mut own = vec![few(n); self.ranks];
            for c in 1..=n / FIRST {
                for sum in FIRST * c..=n {
                    let count = (sum - c) / 2 + 1 - c;
                    let size = self.partitions.count_below(n - sum, c);
                    for index in 0..self.ranks.min(count) {
                        // Every so many groups are the same rank's.
                        let dealt = (count - index).div_ceil(self.ranks) as u64;
                        let owner = (self.before[sum][c] + index + sum) % self.ranks;
                        own[owner] += dealt * size;
                        // The place of each group.
                        bytes[owner] += 8 * dealt;
                    }
                }
            }
            (0..self.ranks).for_each(|rank| bytes[rank] += Ranks::bytes(own[rank]));
        }
        bytes
    }

    /// The largest number of coins for which every rank needs no more than so many bytes.
    pub fn largest_within(rules: &Rules, ranks: usize, memory: u64) -> usize {
        let fits = |&coins: &usize| {
            // A lower bound that costs nothing: the P-positions of the last layer.
            Partitions::new(coins).is_some_and(|p| Ranks::bytes(p.count(coins)) <= memory)
                && Shares::new(coins, ranks)
                    .is_some_and(|shares| shares.bytes(rules).into_iter().all(|b| b <= memory))
        };
        let (mut low, mut high) = (0, Partitions::MOST + 1);
        // The bytes rise with the coins.
        while low + 1 < high {
            let middle = (low + high) / 2;
            if fits(&middle) { low = middle } else { high = middle }
        }
        low
    }
}

/// Bits at the beginning of a slice for the positions of at most two heaps.
pub(super) fn few(n: usize) -> u64 {
    n as u64 / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_somebodys_and_every_rest_is_sent() {
        for ranks in [1, 2, 3, 7] {
            let shares = Shares::new(30, ranks).unwrap();
            for n in 0..=30 {
                let cost = shares.cost(n);
                let count = shares.partitions.count(n);
                assert_eq!(cost.own.iter().sum::<u64>(), if n == 0 { 0 } else { count });
                assert_eq!(cost.fetched.iter().sum::<u64>(), cost.sent.iter().sum());
                assert!(cost.fetched.iter().sum::<u64>() <= 3 * count);
                assert!(ranks > 1 || cost.fetched == [0]);
                for sum in FIRST..=n {
                    for rank in 0..ranks {
                        let own = shares.own_groups(rank, sum);
                        let by_owner = with_sum(sum);
                        let by_owner = by_owner.into_iter().filter(|&g| shares.owner(g) == rank);
                        assert!(own.eq(by_owner));
                    }
                }
                // Each position without each of its three largest heaps, once.
                let mut told = vec![0; count as usize];
                shares.each_piece(n, |piece| {
                    (0..piece.size).for_each(|i| told[(piece.rank + i) as usize] += 1);
                });
                let mut heaps = Vec::new();
                for (rank, &told) in told.iter().enumerate().filter(|_| n > 0) {
                    shares.partitions.unrank(n, rank as u64, &mut heaps);
                    heaps.truncate(FIRST);
                    heaps.dedup();
                    assert_eq!(told, heaps.len());
                }
            }
        }
    }

    #[test]
    fn pieces_are_whole_groups_of_rests() {
        let shares = Shares::new(24, 2).unwrap();
        let mut heaps = Vec::new();
        for n in 1..=24 {
            shares.each_piece(n, |piece| {
                let base = shares.base(piece.from, piece.layer);
                assert_eq!(piece.size, shares.size(piece.from, piece.layer));
                for i in 0..piece.size {
                    shares.partitions.unrank(n, piece.rank + i, &mut heaps);
                    assert_eq!(heaps[..FIRST.min(heaps.len())], piece.to[..FIRST.min(heaps.len())]);
                    let gone = (n - piece.layer) as u16;
                    let at = heaps.iter().position(|&heap| heap == gone).unwrap();
                    heaps.remove(at);
                    assert_eq!(shares.partitions.rank(&heaps), base + i);
                }
            });
        }
    }
}
