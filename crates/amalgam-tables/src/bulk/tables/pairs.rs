//! f(a,b) for all pairs of heaps up to a size.

use amalgam_core::Play;
use amalgam_core::base::budget::{
    Budget, LimitReached, Meter, Progress, Step, Task, reserved, zeros,
};
use amalgam_core::games::rules::Rules;

/// The completions of pairs, where any number may be taken and no heap splits.
///
/// [`completion`](amalgam_search::completion) proves that each rest has exactly one. For two heaps the
/// proof reads: f(a,b) is the least c that is not f(a′,b) for a smaller a′, nor f(a,b′), nor
/// leads to a P-position of two heaps by a merge of a with b, of a with c, or of b with c. What
/// row a has used so far is one set of bits, which by symmetry serves as column a too.
#[derive(Debug)]
pub struct Pairs {
    reach: u64,
    /// f(a,b) for a ≤ b at b(b+1)/2 + a.
    sizes: Vec<u32>,
}

impl Pairs {
    /// The completions of all pairs up to `reach`; `progress` receives how many are done.
    pub fn new(
        rules: &Rules,
        play: Play,
        reach: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<Pairs, LimitReached> {
        debug_assert!(rules.takes_any());
        // A mex is at most the number of excluded sizes: one for each coin, one for each merge of
        // two of the three heaps, and 0 where misère play excludes it.
        let most = 2 * reach + 3 * rules.merges().len() as u64 + 1;
        let width = (most / 64 + 1) as usize;
        let pairs = (reach as usize + 1).saturating_mul(reach as usize + 2) / 2;
        let used = (reach as usize + 1).saturating_mul(width);
        // A single heap takes its completion and a place among those in use.
        let bytes = 4 * pairs as u128 + 8 * used as u128 + 32 * u128::from(most);
        limits.foresee(pairs as u64, bytes)?;
        let mut meter = Meter::new(limits, width);
        let single = singles(rules, play, most);
        let mut used: Vec<u64> = zeros(used)?;
        let mut sizes = reserved(pairs)?;
        for b in 0..=reach {
            for a in 0..=b {
                meter.count()?;
                let (row, column) = (a as usize * width, b as usize * width);
                let barred = barred(rules, play, &single, a, b);
                let size = (0..width)
                    .find_map(|i| {
                        let mut bits = used[row + i] | used[column + i];
                        for &size in barred.iter().filter(|&&size| size / 64 == i as u64) {
                            bits |= 1 << (size % 64);
                        }
                        (bits != u64::MAX).then(|| i as u64 * 64 + u64::from(bits.trailing_ones()))
                    })
                    .expect("the width exceeds the number of excluded sizes");
                let (word, bit) = (size as usize / 64, 1 << (size % 64));
                used[row + word] |= bit;
                used[column + word] |= bit;
                sizes.push(size as u32);
            }
            limits.watch(progress, Step::of(Task::Table, sizes.len() as u64, pairs as u64))?;
        }
        Ok(Pairs { reach, sizes })
    }

    /// f(a,b), if the table reaches so far.
    #[inline]
    pub fn get(&self, a: u64, b: u64) -> Option<u64> {
        let (a, b) = (a.min(b), a.max(b));
        if b > self.reach {
            return None;
        }
        Some(u64::from(self.sizes[(b * (b + 1) / 2 + a) as usize]))
    }

    /// Whether the position is P; `heaps` is ascending and at most three of them are not empty.
    #[inline]
    pub(crate) fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let [x, y, z] = last_three(heaps)?;
        Some(self.get(x, y)? == z)
    }
}

/// The three largest heaps, if there are no others.
#[inline]
pub(super) fn last_three(heaps: &[u64]) -> Option<[u64; 3]> {
    match *heaps {
        [] => Some([0, 0, 0]),
        [z] => Some([0, 0, z]),
        [y, z] => Some([0, y, z]),
        [.., 0, x, y, z] | [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}

/// A handful of sizes.
type Sizes = smallvec::SmallVec<[u64; 8]>;

/// The completions of single heaps 0..=largest, by the same reasoning.
fn singles(rules: &Rules, play: Play, largest: u64) -> Vec<u64> {
    // The completion of nothing: 0, or in misère play 1.
    let none = u64::from(play == Play::Misere);
    let mut used = rustc_hash::FxHashSet::default();
    let mut least = 0; // every smaller size is used
    let mut singles: Vec<u64> = Vec::new();
    for a in 0..=largest {
        let barred = partners(rules, a, none);
        let misere = play == Play::Misere && a == 0;
        let size = (least..)
            .find(|c| !(used.contains(c) || barred.contains(c) || misere && *c == 0))
            .expect("finitely many sizes are barred");
        used.insert(size);
        singles.push(size);
        while used.contains(&least) {
            least += 1;
        }
    }
    singles
}

/// The sizes c that a merge with `heap` turns into `to`.
fn partners(rules: &Rules, heap: u64, to: u64) -> Sizes {
    let sizes = rules.merges().iter().filter_map(|merge| {
        let size = to.checked_add(merge.then_take)?.checked_sub(heap)?;
        (merge.merged(size, heap) == Some(u128::from(to))).then_some(size)
    });
    sizes.collect()
}

/// The sizes that a merge, or the end of the game, excludes as completion of a and b.
fn barred(rules: &Rules, play: Play, single: &[u64], a: u64, b: u64) -> Sizes {
    let mut barred = Sizes::new();
    barred.extend(rules.merged(a, b).into_iter().map(|merged| single[merged as usize]));
    barred.extend(partners(rules, a, single[b as usize]));
    barred.extend(partners(rules, b, single[a as usize]));
    if play == Play::Misere && a == 0 && b == 0 {
        barred.push(0);
    }
    barred
}
