//! How the positions of a census are shared between the ranks of a cluster, and what that costs.
//!
//! A position belongs to the rank that has its group ([`groups`](super::groups): its four largest
//! heaps), the same rank in every layer. The groups of a wave are dealt out, the large ones first, from the
//! first rank to the last and back again: evenly to dozens of ranks, less so to more, since a wave has only
//! this many large groups ([`Shares::longest`]).
//!
//! What a rank keeps of a layer that is done are the closed bits of its own groups. A rest that lacks a
//! heap beyond the fourth is in the same group, and so at hand. One that lacks one of the four is in the
//! group of the other three and the fifth heap, and belongs to somebody else: before a layer is decided, a
//! rank is sent these bits, four for each position at most. All positions with the same five largest
//! heaps are neighbours here and there, so that these are runs of bits and need no addresses.
//!
//! The P-positions of the layer at hand are told to all ranks, wave by wave. So the memory of a rank is
//!
//! > Σₘ own(m)/8 for the closed bits, (1 + l)·p(n)/8 for the P-positions, 9·own(n)/8 while bits are sent,
//!
//! with own(m) ≈ p(m)/R positions of m coins that are a rank's own, R ranks, and l the most coins that a
//! merge loses. A layer costs each rank at most 4·own(n)/8 bytes that it is sent before, and the P-positions
//! of the others, about a byte for each.

use super::bits::Ranks;
use super::groups::{self, of_sum};
use super::marks::reach;
use super::partitions::Partitions;
use amalgam_core::Rules;

/// How many heaps tell a group. With three, 64 ranks would need three times as long as with even shares
/// for 150 coins; with five, looking through the pieces of a layer would take what is gained.
pub(super) const FIRST: usize = 4;

pub(super) type Group = groups::Group<FIRST>;

/// The waves of n coins.
pub(super) fn waves(n: usize) -> impl Iterator<Item = Vec<Group>> {
    groups::waves(n)
}

/// Who has which positions.
#[derive(Clone, Debug)]
pub struct Shares {
    partitions: Partitions,
    ranks: usize,
}

/// Bits of a layer that one rank needs and another has: those of the positions with the same five
/// largest heaps, without one of the first four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The first rank of the positions that the bits tell of, and its place in their group.
    pub(super) rank: u64,
    pub(super) at: u64,
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
    /// The positions up to this many coins, shared by this many ranks; `None` if there are too many coins or
    /// no ranks.
    pub fn new(coins: usize, ranks: usize) -> Option<Shares> {
        let partitions = Partitions::new(coins)?;
        (ranks > 0).then_some(Shares { partitions, ranks })
    }

    /// The ranking of the positions.
    pub fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// How many groups of this many heaps have this sum, none of the heaps being smaller than `least` > 0: as
    /// many as there are ways to share what they have beyond it.
    #[inline]
    fn groups(&self, sum: usize, count: usize, least: usize) -> u64 {
        match sum.checked_sub(count * least) {
            // As many partitions have at most this many parts as have none that is larger.
            Some(beyond) => self.partitions.count_below(beyond, count.min(self.partitions.most())),
            None => 0,
        }
    }

    /// The index of a group in its wave, as [`of_sum`] lists them.
    #[inline]
    pub(super) fn index(&self, group: Group) -> usize {
        let count = FIRST - group.iter().rev().take_while(|&&heap| heap == 0).count();
        let Some(last) = count.checked_sub(1) else { return 0 };
        let mut sum: usize = group.iter().map(|&heap| usize::from(heap)).sum();
        let mut index = self.groups(sum, count, usize::from(group[last]) + 1);
        for i in (1..last).rev() {
            sum -= usize::from(group[i + 1]);
            let (least, heap) = (usize::from(group[i + 1]), usize::from(group[i]));
            index += self.groups(sum, i + 1, least) - self.groups(sum, i + 1, heap);
        }
        index as usize
    }

    /// The rank that has a group.
    #[inline]
    pub(super) fn owner(&self, group: Group) -> usize {
        let sum: usize = group.iter().map(|&heap| usize::from(heap)).sum();
        self.dealt(self.index(group), sum)
    }

    /// The rank that is given a group of this index and sum: there and back again, and not always by the
    /// same one first.
    #[inline]
    pub(super) fn dealt(&self, index: usize, sum: usize) -> usize {
        let at = index % (2 * self.ranks);
        (at.min(2 * self.ranks - 1 - at) + sum) % self.ranks
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
    pub(super) fn size(&self, group: Group, n: usize) -> u64 {
        let rest = n - group.iter().map(|&heap| usize::from(heap)).sum::<usize>();
        self.partitions.count_below(rest, usize::from(group[FIRST - 1]))
    }

    /// Calls `visit` with all bits that are needed for the layer of n coins, in the order in which they are
    /// sent, and with what `of_group` says of the group that needs them; if that is `None`, its pieces are
    /// left out.
    pub(super) fn each_piece<T>(
        &self,
        n: usize,
        mut of_group: impl FnMut(Group) -> Option<T>,
        mut visit: impl FnMut(&T, Piece),
    ) {
        for group in waves(n).flatten() {
            let Some(to) = of_group(group) else { continue };
            let (base, mut at) = (self.base(group, n), 0);
            let rest = n - group.iter().map(|&heap| usize::from(heap)).sum::<usize>();
            // The next heap, 0 if there is none; rising, as the ranks do.
            let last = usize::from(group[FIRST - 1]);
            let next = if rest == 0 { 0..=0 } else { 1..=last.min(rest) };
            for heap in next {
                let size = match heap {
                    0 => 1,
                    _ => self.partitions.count_below(rest - heap, heap),
                };
                for (i, &gone) in group.iter().enumerate() {
                    if gone > 0 && (i == 0 || group[i - 1] != gone) {
                        let mut from = group;
                        from.copy_within(i + 1.., i);
                        from[FIRST - 1] = heap as u16;
                        let layer = n - usize::from(gone);
                        visit(&to, Piece { rank: base + at, at, from, layer, size });
                    }
                }
                at += size;
            }
        }
    }

    /// What the layer of n coins costs: counted exactly, without deciding anything.
    pub fn cost(&self, n: usize) -> Cost {
        let none = vec![0; self.ranks];
        let mut cost = Cost { own: none.clone(), fetched: none.clone(), sent: none };
        waves(n).flatten().for_each(|group| cost.own[self.owner(group)] += self.size(group, n));
        let owner = |group| Some(self.owner(group));
        self.each_piece(n, owner, |&to, piece| {
            let from = self.owner(piece.from);
            if from != to {
                cost.fetched[to] += piece.size;
                cost.sent[from] += piece.size;
            }
        });
        cost
    }

    /// For each wave of n coins how many positions the rank with the most has, summed up: with as many
    /// positions for each of this many ranks there would be p(n)/R.
    pub fn longest(&self, n: usize) -> u64 {
        let longest = |wave: Vec<Group>| {
            let mut own = vec![0; self.ranks];
            wave.iter().for_each(|&group| own[self.owner(group)] += self.size(group, n));
            own.into_iter().max().unwrap_or(0)
        };
        waves(n).map(longest).sum()
    }

    /// The groups of four heaps with this sum that a rank has.
    pub(super) fn own_groups(&self, rank: usize, sum: usize) -> impl Iterator<Item = Group> {
        let groups = of_sum(sum, FIRST).into_iter().enumerate();
        groups.filter(move |&(index, _)| self.dealt(index, sum) == rank).map(|(_, group)| group)
    }

    /// Bits at the beginning of a slice for the positions of fewer than four heaps.
    pub(super) fn few(&self, n: usize) -> u64 {
        (1..FIRST).map(|count| self.groups(n, count, 1)).sum::<u64>().max(1)
    }

    /// The place of a group of fewer than four heaps among those bits.
    pub(super) fn place_of_few(&self, group: Group) -> u64 {
        let sum = group.iter().map(|&heap| usize::from(heap)).sum();
        let fewer = (1..FIRST).filter(|&count| group[count] > 0);
        fewer.map(|count| self.groups(sum, count, 1)).sum::<u64>() + self.index(group) as u64
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
            let mut own = vec![self.few(n); self.ranks];
            for sum in FIRST..=n {
                let mut first = 0;
                for last in (1..=sum / FIRST).rev() {
                    let count = self.groups(sum - last, FIRST - 1, last) as usize;
                    let size = self.partitions.count_below(n - sum, last);
                    for index in 0..(2 * self.ranks).min(count) {
                        // Every this many groups are the same rank's.
                        let dealt = (count - index).div_ceil(2 * self.ranks) as u64;
                        let owner = self.dealt(first + index, sum);
                        own[owner] += dealt * size;
                        // The place of each group.
                        bytes[owner] += 8 * dealt;
                    }
                    first += count;
                }
            }
            (0..self.ranks).for_each(|rank| bytes[rank] += Ranks::bytes(own[rank]));
        }
        bytes
    }

    /// The largest number of coins for which every rank needs no more than this many bytes.
    pub fn largest_within(rules: &Rules, ranks: usize, memory: u64) -> usize {
        let within = |bytes: Vec<u64>| bytes.into_iter().all(|bytes| bytes <= memory);
        let tables_fit = |coins: usize| {
            // A lower bound that costs nothing: the P-positions of the last layer.
            Partitions::new(coins).is_some_and(|p| Ranks::bytes(p.count(coins)) <= memory)
                && Shares::new(coins, ranks).is_some_and(|shares| within(shares.table_bytes(rules)))
        };
        let (mut low, mut high) = (0, Partitions::MOST + 1);
        // The bytes rise with the coins.
        while low + 1 < high {
            let middle = (low + high) / 2;
            if tables_fit(middle) { low = middle } else { high = middle }
        }
        // What is under way takes longer to count, and is little beside the tables.
        let fits = |coins: &usize| {
            Shares::new(*coins, ranks).is_some_and(|shares| within(shares.bytes(rules)))
        };
        (1..=low).rev().find(fits).unwrap_or(0)
    }
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
                assert!(cost.fetched.iter().sum::<u64>() <= FIRST as u64 * count);
                assert!(ranks > 1 || cost.fetched == [0]);
                for sum in FIRST..=n {
                    for rank in 0..ranks {
                        let own = shares.own_groups(rank, sum);
                        let by_owner = of_sum(sum, FIRST).into_iter();
                        assert!(own.eq(by_owner.filter(|&group| shares.owner(group) == rank)));
                    }
                }
                // Each position without each of its largest heaps, once.
                let mut told = vec![0; count as usize];
                shares.each_piece(n, Some, |_, piece| {
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
    fn groups_have_the_places_at_which_they_are_listed() {
        for coins in [0, 1, 2, 3, 30] {
            let shares = Shares::new(coins, 3).unwrap();
            for n in 1..=coins {
                for count in 1..=FIRST {
                    let groups: Vec<Group> = of_sum(n, count);
                    assert_eq!(groups.len() as u64, shares.groups(n, count, 1));
                    assert!(groups.iter().enumerate().all(|(i, &group)| shares.index(group) == i));
                }
                let few = waves(n).flatten().filter(|group| group[FIRST - 1] == 0);
                let places: Vec<u64> = few.map(|group| shares.place_of_few(group)).collect();
                assert!(places.into_iter().eq(0..shares.few(n)));
            }
            assert_eq!((shares.few(0), shares.place_of_few([0; FIRST])), (1, 0));
        }
    }

    #[test]
    fn pieces_are_whole_groups_of_rests() {
        let shares = Shares::new(24, 2).unwrap();
        let mut heaps = Vec::new();
        for n in 1..=24 {
            shares.each_piece(n, Some, |&to, piece| {
                let base = shares.base(piece.from, piece.layer);
                assert_eq!(piece.rank, shares.base(to, n) + piece.at);
                assert_eq!(piece.size, shares.size(piece.from, piece.layer));
                for i in 0..piece.size {
                    shares.partitions.unrank(n, piece.rank + i, &mut heaps);
                    assert_eq!(heaps[..FIRST.min(heaps.len())], to[..FIRST.min(heaps.len())]);
                    let gone = (n - piece.layer) as u16;
                    let at = heaps.iter().position(|&heap| heap == gone).unwrap();
                    heaps.remove(at);
                    assert_eq!(shares.partitions.rank(&heaps), base + i);
                }
            });
        }
    }
}
