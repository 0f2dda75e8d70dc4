//! Groups of positions that can be decided side by side.
//!
//! A *group* is the positions that have the same three largest heaps, or all of whose heaps these
//! are. Let s be the sum of the three. A merge that keeps all coins either leaves the three as they
//! are, and then leads to a position of the same group with a higher rank, or raises s: the new heap
//! is larger than the third, or it is one of the three that has grown, and a fourth heap moves up.
//! (With three heaps or fewer s stays; those positions are decided first, by number of heaps.) So
//! groups with the same s do not depend on each other, and are decided by as many threads, or ranks
//! of a cluster, as there are: that is a *wave*. Waves come by falling s.
//!
//! In a wave a group of third heap c has q(n − s, c) positions: those with the same third heap have the
//! same size, whatever n is. That makes it easy to deal them out evenly ([`with_sum`] has the large
//! ones first), in the same way in every layer.

/// The largest heaps of a group: three, or all that there are; 0 stands for none.
pub(super) type Group = [u16; 3];

/// How many heaps tell a group.
pub(super) const FIRST: usize = 3;

/// The waves of n coins, in the order in which they are decided: first the position of one heap, those
/// of two, those of three, each wave without a tail; then by falling sum of the three largest heaps.
pub(super) fn waves(n: usize) -> impl Iterator<Item = Vec<Group>> {
    let few = (n > 0).then(|| vec![[n as u16, 0, 0]]);
    let two = (1..=n / 2).map(|b| [(n - b) as u16, b as u16, 0]).collect();
    let threes = (FIRST..=n).rev().map(with_sum);
    few.into_iter().chain([two]).chain(threes).filter(|wave: &Vec<Group>| !wave.is_empty())
}

/// The groups of three heaps with this sum, the largest third heap first.
pub(super) fn with_sum(sum: usize) -> Vec<Group> {
    let of_third = |c: usize| {
        let left = sum - c;
        (c..=left / 2).map(move |b| [(left - b) as u16, b as u16, c as u16])
    };
    (1..=sum / 3).rev().flat_map(of_third).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Partitions;
    use super::*;
    use std::collections::HashMap;

    /// Every position is in one group, and every merge that keeps all coins leads to an earlier wave or
    /// to a higher rank of the same group.
    #[test]
    fn merges_lead_to_what_is_decided() {
        let partitions = Partitions::new(22).unwrap();
        for n in 0..=22 {
            let mut at = HashMap::new();
            for (index, wave) in waves(n).enumerate() {
                for group in wave {
                    assert!(at.insert(group, index).is_none());
                }
            }
            let group = |heaps: &[u16]| {
                let mut group = [0; FIRST];
                group.iter_mut().zip(heaps).for_each(|(place, &heap)| *place = heap);
                group
            };
            let mut heaps = Vec::new();
            for rank in 0..partitions.count(n) {
                partitions.unrank(n, rank, &mut heaps);
                if n == 0 {
                    continue;
                }
                let here = group(&heaps);
                for j in 1..heaps.len() {
                    for i in 0..j {
                        let mut merged = heaps.clone();
                        let gone = merged.remove(j);
                        merged[i] += gone;
                        merged.sort_unstable_by(|x, y| y.cmp(x));
                        let there = group(&merged);
                        assert!(partitions.rank(&merged) > rank);
                        assert!(here == there || at[&there] < at[&here], "{heaps:?} {merged:?}");
                    }
                }
            }
        }
    }
}
