//! Grundy values of all positions of three heaps up to a size.

use crate::rules::Rules;
use crate::search::{LimitReached, Limits, Meter};

use super::pairs::last_three;

/// The Grundy values of x ≤ y ≤ z ≤ max, where any number may be taken and no heap splits.
///
/// The options of [x,y,z] that take from x are the values with the same y and z and a smaller
/// third heap. In lexicographic order of (x,y,z) these are exactly the values with that pair that
/// have been found before: whichever heap is lowered, the sorted triple comes earlier, and whichever
/// is raised, it comes later. So each pair keeps the set of its values as bits, and a mex is the
/// first zero of three such sets joined, with the values that a merge leads to.
pub(crate) struct Cube {
    max: u64,
    /// x ≤ y ≤ z at z(z+1)(z+2)/6 + y(y+1)/2 + x.
    values: Vec<u16>,
}

impl Cube {
    pub(crate) fn new(
        rules: &Rules,
        max: u64,
        limits: &Limits,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Cube, LimitReached> {
        debug_assert!(rules.takes_any());
        // No line of play is longer than coins + heaps, so no Grundy value is larger.
        let width = (3 * max + 3) as usize / 64 + 1;
        let side = max as usize + 1;
        let triples = side.saturating_mul(side + 1).saturating_mul(side + 2) / 6;
        let pairs = side * (side + 1) / 2;
        let bytes = 2 + (pairs.saturating_mul(8 * width) + 5 * side * side) / triples + 1;
        // Values that do not fit in 16 bits would need a table of terabytes: refused like one.
        let fits = 3 * max + 3 <= u64::from(u16::MAX);
        let mut meter = Meter::new(limits, if fits { bytes } else { usize::MAX });
        meter.foresee(triples)?;
        let merged = TwoHeaps::new(rules, max);
        let mut values = vec![0u16; triples];
        let mut used = vec![0u64; pairs * width];
        let mut done = 0;
        for x in 0..=max {
            for y in x..=max {
                for z in y..=max {
                    meter.count()?;
                    let lines = [(x, y), (x, z), (y, z)].map(|(a, b)| pair(a, b) * width);
                    let merges = [(x, y, z), (x, z, y), (y, z, x)].into_iter();
                    let merges = merges.flat_map(|(a, b, rest)| {
                        rules.merged(a, b).into_iter().map(move |to| (to, rest))
                    });
                    let mut barred = smallvec::SmallVec::<[u16; 6]>::new();
                    barred.extend(merges.map(|(to, rest)| merged.get(to, rest)));
                    let value = (0..width)
                        .find_map(|i| {
                            let mut bits = used[lines[0] + i] | used[lines[1] + i];
                            bits |= used[lines[2] + i];
                            for &value in barred.iter().filter(|&&v| usize::from(v) / 64 == i) {
                                bits |= 1 << (value % 64);
                            }
                            (bits != u64::MAX).then(|| i as u32 * 64 + bits.trailing_ones())
                        })
                        .expect("a Grundy value does not exceed the length of the game");
                    for line in lines {
                        used[line + value as usize / 64] |= 1 << (value % 64);
                    }
                    values[triple(x, y, z)] = value as u16;
                    done += 1;
                }
            }
            tick(done);
        }
        Ok(Cube { max, values })
    }

    /// The value, if the table reaches so far; `heaps` is ascending.
    #[inline]
    pub(crate) fn get(&self, heaps: &[u64]) -> Option<u64> {
        let [x, y, z] = last_three(heaps)?;
        (z <= self.max).then(|| u64::from(self.values[triple(x, y, z)]))
    }
}

#[inline]
fn pair(a: u64, b: u64) -> usize {
    (b * (b + 1) / 2 + a) as usize
}

#[inline]
fn triple(x: u64, y: u64, z: u64) -> usize {
    (z * (z + 1) * (z + 2) / 6) as usize + pair(x, y)
}

/// Grundy values of [u,v] for u ≤ 2·max and v ≤ max, where a merge of three heaps leads.
struct TwoHeaps {
    /// u, v at u·(max+1) + v.
    values: Vec<u16>,
    side: usize,
}

impl TwoHeaps {
    fn new(rules: &Rules, max: u64) -> TwoHeaps {
        let side = max as usize + 1;
        let tall = 2 * max as usize + 1;
        let width = (3 * max + 2) as usize / 64 + 1;
        let mut table = TwoHeaps { values: vec![0; side * tall], side };
        // What [u,·] and [·,v] have used; by symmetry [v,u] counts where u ≤ max.
        let mut used = vec![0u64; tall * width];
        for u in 0..tall {
            for v in 0..side.min(u + 1) {
                let mut seen: smallvec::SmallVec<[u64; 8]> = smallvec::SmallVec::new();
                seen.extend((0..width).map(|i| used[u * width + i] | used[v * width + i]));
                for to in rules.merged(u as u64, v as u64) {
                    // One heap is worth its size: every smaller one can be left.
                    seen[to as usize / 64] |= 1 << (to % 64);
                }
                let i = seen.iter().position(|&bits| bits != u64::MAX).expect("games end");
                let value = i * 64 + seen[i].trailing_ones() as usize;
                for line in [u, v] {
                    used[line * width + value / 64] |= 1 << (value % 64);
                }
                table.values[u * side + v] = value as u16;
                if u < side {
                    table.values[v * side + u] = value as u16;
                }
            }
        }
        table
    }

    fn get(&self, merged: u64, rest: u64) -> u16 {
        self.values[merged as usize * self.side + rest as usize]
    }
}
