//! Which positions are P, where any number may be taken: a whole run of positions at a time.
//!
//! Each rest R has one completion f(R) (see [`completion`](amalgam_search::completion)). When layers are
//! decided by rising number of coins, "f(R) has been found" means exactly that R + h has a take to a
//! P-position for every h that is still to come. So one bit for each rest, `closed`, replaces all
//! takes: a position has a take to a P-position iff one of its rests is closed. What remains are the
//! merges, which lead to positions of higher rank or of fewer coins: if the ranks of a layer are
//! looked at from the highest down, each merge leads to a position that is decided already.
//!
//! The largest heaps are looked at for up to 64 positions at once ([`Prefix`]), with a shift and an
//! AND; most runs are gone after one or two of them. Only the few positions that are left are taken
//! apart, with the help of a list of what their last heaps may be ([`Tails`]).

use super::bits::Ranks;
use super::partitions::{Neighbour, Partitions};
use super::prefix::Prefix;
use super::tails::{Tail, Tails};
use amalgam_core::games::rules::Rules;

/// What is known while a layer is decided.
#[derive(Clone, Copy)]
pub(super) struct Undecided<'a> {
    pub(super) rules: &'a Rules,
    pub(super) partitions: &'a Partitions,
    pub(super) tails: &'a Tails,
    /// The number of coins.
    pub(super) n: usize,
    /// Rests of each number of coins below n whose completion has been found.
    pub(super) closed: &'a [Ranks],
    /// The P-positions of the layers that merges lead to. Those of n coins are being found.
    pub(super) p: &'a [Ranks],
    /// What to add to ranks of rests for their places in `closed`, by layer; nothing where all of a
    /// layer is there.
    pub(super) places: &'a [u64],
}

impl<'a> Undecided<'a> {
    /// The place of a rest in its layer of `closed`.
    #[inline]
    fn place(&self, layer: usize, rank: u64) -> u64 {
        match self.places.get(layer) {
            Some(shift) => rank.wrapping_add(*shift),
            None => rank,
        }
    }

    /// Looks at positions one run after the other.
    pub(super) fn search(self) -> Search<'a> {
        Search {
            known: self,
            neighbour: Neighbour::new(self.partitions),
            heaps: Vec::new(),
            rests: Vec::new(),
        }
    }
}

/// Decides positions, from the highest rank down.
pub(super) struct Search<'a> {
    known: Undecided<'a>,
    neighbour: Neighbour<'a>,
    heaps: Vec<u16>,
    /// The rests of the position at hand without a heap of its tail: layer and place.
    rests: Vec<(usize, u64)>,
}

impl Search<'_> {
    /// Decides the positions that begin with these heaps; the P-positions among them close their
    /// rests.
    pub(super) fn decide(&mut self, prefix: &mut Prefix<'_>) {
        if prefix.size() <= 64 {
            return self.look(prefix);
        }
        for heap in (1..=prefix.largest()).rev() {
            let before = prefix.push(heap);
            self.decide(prefix);
            prefix.pop(before);
        }
    }

    /// Decides at most 64 positions.
    #[inline]
    fn look(&mut self, prefix: &mut Prefix<'_>) {
        let known = self.known;
        let (base, size) = (prefix.base(), prefix.size());
        let mut open = u64::MAX >> (64 - size);
        for step in &prefix.removals {
            let start = known.place(step.layer, base.wrapping_add(step.distance));
            open &= !known.closed[step.layer].run(start);
            if open == 0 {
                return;
            }
        }
        for step in &prefix.merges {
            open &= !known.p[step.layer].run(base.wrapping_add(step.distance));
            if open == 0 {
                return;
            }
        }
        let mut found = 0u64;
        while open != 0 {
            let index = 63 - open.leading_zeros();
            open &= !(1 << index);
            let tail = known.tails.get(prefix.rest(), u64::from(index));
            if self.is_p(prefix, tail, found) {
                found |= 1 << index;
                for &(layer, place) in &self.rests {
                    known.closed[layer].insert(place);
                }
            }
        }
        if found != 0 {
            known.p[known.n].insert_run(base, found);
            for step in &prefix.removals {
                let start = known.place(step.layer, base.wrapping_add(step.distance));
                known.closed[step.layer].insert_run(start, found);
            }
        }
    }

    /// Whether a position is P, none of the moves in the prefix leading to one; `found` are the
    /// P-positions after it in its run.
    fn is_p(&mut self, prefix: &mut Prefix<'_>, tail: &Tail, found: u64) -> bool {
        let known = self.known;
        let last = prefix.heaps().last().copied().unwrap_or(0);
        self.rests.clear();
        for &(heap, without) in tail.without.iter().filter(|&&(heap, _)| heap != last) {
            let heap = usize::from(heap);
            let rank = prefix.sums_without(heap) + without;
            let (layer, place) = (known.n - heap, known.place(known.n - heap, rank));
            if known.closed[layer].contains(place) {
                return false;
            }
            self.rests.push((layer, place));
        }
        for merge in known.rules.merges() {
            let merges =
                |x: u16, y: u16| merge.conditions.iter().all(|c| c.holds(x.into(), y.into()));
            if merge.then_take > 0 {
                continue;
            }
            let p = &known.p[known.n];
            for pair in &tail.pairs {
                if pair.larger == last || !merges(pair.larger, pair.smaller) {
                    continue;
                }
                let whole = usize::from(pair.larger) + usize::from(pair.smaller);
                let is_p = match whole <= usize::from(last) || last == 0 {
                    true => found >> pair.merged & 1 != 0,
                    false => {
                        p.contains(prefix.inserted(prefix.heaps().len(), whole) + pair.without)
                    }
                };
                if is_p {
                    return false;
                }
            }
            for &(heap, without) in &tail.without {
                // Pairs with the last heap of the prefix are pairs of the prefix, but for itself.
                let twice = heap == last;
                if twice && !prefix.last_is_single() {
                    continue;
                }
                prefix.sums_without(heap.into());
                let different = prefix.different();
                let from = if twice { different.len() - 1 } else { 0 };
                for &i in &different[from..] {
                    if merges(prefix.heaps()[i], heap)
                        && p.contains(prefix.merged(i, heap.into()) + without)
                    {
                        return false;
                    }
                }
            }
        }
        known.rules.merges().iter().all(|merge| merge.then_take == 0)
            || !self.merges_with_loss(prefix, tail)
    }

    /// Whether a merge that loses coins leads to a P-position, but for those that were looked at for
    /// the whole run.
    fn merges_with_loss(&mut self, prefix: &Prefix<'_>, tail: &Tail) -> bool {
        let known = self.known;
        self.heaps.clear();
        self.heaps.extend_from_slice(prefix.heaps());
        self.heaps.extend_from_slice(&tail.heaps);
        let (heaps, count) = (&self.heaps, prefix.heaps().len());
        for merge in known.rules.merges().iter().filter(|merge| merge.then_take > 0) {
            for j in 1..heaps.len() {
                for i in 0..j {
                    // Each two sizes once.
                    let again = i > 0 && heaps[i - 1] == heaps[i];
                    if again || heaps.get(j + 1) == Some(&heaps[j]) {
                        continue;
                    }
                    let Some(merged) = merge.merged(heaps[i].into(), heaps[j].into()) else {
                        continue;
                    };
                    let merged = merged as usize;
                    if j < count && (merged == 0 || merged >= usize::from(heaps[j])) {
                        continue;
                    }
                    let lost = usize::from(heaps[i]) + usize::from(heaps[j]) - merged;
                    let rank = self.neighbour.rank(heaps, &[i, j], &[merged]);
                    if known.p[known.n - lost].contains(rank) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
