//! Groups of positions that can be decided side by side.
//!
//! A *group* is the positions that have the same K largest heaps, or all of whose heaps these are. Let s
//! be the sum of the K. A merge that keeps all coins either leaves the K as they are, and then leads to a
//! position of the same group with a higher rank, or raises s: the new heap is larger than the K-th, or it
//! is one of the K that has grown, and either a heap beyond them has become part of it or one moves up.
//! (With K heaps or fewer s stays; those positions are decided first, by number of heaps.) So groups with
//! the same s do not depend on each other, and are decided by as many threads, or ranks of a cluster, as
//! there are: that is a *wave*. Waves come by falling s.
//!
//! In a wave a group whose last heap is d has q(n − s, d) positions: those with the same last heap have the
//! same size, whatever n is. That makes it easy to deal them out evenly ([`of_sum`] has the large ones
//! first), in the same way in every layer.
//!
//! How many heaps? The more, the smaller the groups and the better many can share a wave, and the more
//! groups there are. No group can be split on its own: of positions with the same K largest heaps those
//! with a smaller next heap depend on those with a larger one.

/// The largest heaps of a group: this many, or all that there are; 0 stands for none.
pub(super) type Group<const K: usize> = [u16; K];

/// The waves of n coins, in the order in which they are decided: first the position of one heap, those
/// of two, and so on, each wave without a tail; then by falling sum of the K largest heaps.
pub(super) fn waves<const K: usize>(n: usize) -> impl Iterator<Item = Vec<Group<K>>> {
    let few = (1..K).map(move |count| of_sum(n, count));
    let waves = few.chain((K..=n).rev().map(|sum| of_sum(sum, K)));
    waves.filter(|wave: &Vec<Group<K>>| !wave.is_empty())
}

/// The groups of this many heaps with this sum, the largest last heap first; of those with the same one, the
/// smallest next to last heap, and so on.
pub(super) fn of_sum<const K: usize>(sum: usize, count: usize) -> Vec<Group<K>> {
    let mut groups = Vec::new();
    let mut group = [0; K];
    for last in (1..=sum / count).rev() {
        group[count - 1] = last as u16;
        before(&mut group, count - 1, sum - last, &mut groups);
    }
    groups
}

/// Adds all groups in which this many heaps of this sum come before those that stand.
fn before<const K: usize>(
    group: &mut Group<K>,
    count: usize,
    sum: usize,
    groups: &mut Vec<Group<K>>,
) {
    if count == 0 {
        return if sum == 0 {
            groups.push(*group)
        };
    }
    let least = if count == 1 { sum } else { usize::from(group[count]) };
    for heap in least..=sum / count {
        group[count - 1] = heap as u16;
        before(group, count - 1, sum - heap, groups);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Partitions;
    use super::*;
    use std::collections::HashMap;

    /// Every position is in one group, and every merge that keeps all coins leads to an earlier wave or
    /// to a higher rank of the same group.
    fn merges_lead_to_what_is_decided<const K: usize>() {
        let partitions = Partitions::new(22).unwrap();
        for n in 0..=22 {
            let mut at = HashMap::new();
            for (index, wave) in waves::<K>(n).enumerate() {
                for group in wave {
                    assert!(at.insert(group, index).is_none());
                }
            }
            let group = |heaps: &[u16]| {
                let mut group = [0; K];
                group.iter_mut().zip(heaps).for_each(|(place, &heap)| *place = heap);
                group
            };
            let mut met = std::collections::HashSet::new();
            let mut heaps = Vec::new();
            for rank in 0..partitions.count(n) {
                partitions.unrank(n, rank, &mut heaps);
                if n == 0 {
                    continue;
                }
                let here = group(&heaps);
                met.insert(here);
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
            // Nothing is decided but positions.
            assert_eq!(met.len(), at.len());
        }
    }

    #[test]
    fn merges_lead_to_what_is_decided_whatever_the_number_of_heaps() {
        merges_lead_to_what_is_decided::<2>();
        merges_lead_to_what_is_decided::<3>();
        merges_lead_to_what_is_decided::<4>();
        merges_lead_to_what_is_decided::<5>();
    }
}
