//! Every P-position below a start, found greedily, the smallest heaps first.
//!
//! Let any number be taken and let no heap split. Let t be k heaps and c the largest of them. If some
//! smaller heap makes a P-position with t, no heap of c or more does. Otherwise the heap that makes one
//! ([completion](super::completion)) is the least d ≥ c such that no move in which d is not taken from
//! leads to a P-position:
//!
//! * one that lowers a heap h of t, or takes it away: then t ∖ h and d make a P-position with a heap
//!   smaller than h;
//! * one that merges two heaps of t, to t″: then d makes a P-position with t″;
//! * one that merges d with a heap h of t: then the merged heap makes a P-position with t ∖ h.
//!
//! So every P-position {t, d} is found once, by the heaps t beside its largest, and answers at once for
//! all its rests: the k rests t ∖ h ∪ {d} have found their completion too, and no longer look for one.
//! That they have is one bit, at d in a set that belongs to t ∖ h. Before t looks, exactly the smaller
//! heaps beside t ∖ h and d have been there: if e < h, the P-position {t ∖ h, e, d} is found by
//! t ∖ h ∪ {e}, which is nowhere larger than t and comes before it; if e > h, by something that is
//! nowhere smaller, and comes later. So the heaps d that the moves of the first kind rule out are the
//! union of the sets of all t ∖ h, a few words; those of the second and third kind are looked up, one
//! for each pair of heaps and two for each heap.
//!
//! That takes far less than a completion for every rest of every position: only the heaps beside the
//! largest are walked through, most of them find that they are done, and no heap larger than can arise
//! is ever looked for. Rests that cannot arise may be given a wrong completion. That does no harm, since
//! what decides a position that can arise can arise itself.

mod level;

use crate::ranks::{self, Ranks};
use amalgam_core::base::budget::{Budget, Limit, LimitReached, Meter, zeros};
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Play, Position};

/// All P-positions below a start.
pub struct PPositions {
    play: Play,
    /// By the number of heaps of a rest: what completes it.
    tables: Vec<Table>,
    count: usize,
}

/// The completions of the rests of this many heaps, as far as they can arise.
struct Table {
    ranks: Ranks,
    sizes: Vec<u32>,
}

/// No size that can arise completes the rest.
const NONE: u32 = u32::MAX;

impl std::fmt::Debug for PPositions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PPositions").field("count", &self.count).finish_non_exhaustive()
    }
}

impl PPositions {
    /// The P-positions below `start`, or `None` where another way must be found: the rules do not
    /// promise completions, or there are too many heaps or coins to number positions by them.
    pub fn below(
        rules: &Rules,
        start: &Position,
        play: Play,
        limits: &Budget,
    ) -> Option<Result<PPositions, LimitReached>> {
        let coins = u64::try_from(start.coins()).ok().filter(|&coins| coins < u64::from(NONE))?;
        if !rules.takes_any() {
            return None;
        }
        Some(find(rules, &tops(rules, start)?, coins, play, limits))
    }

    /// At most this many rests are looked at below `start`; `None` where it is too large to be counted at
    /// once, or there is another way to be found.
    pub fn rests_at_most(rules: &Rules, start: &Position) -> Option<u128> {
        if !rules.takes_any() || start.coins() > COUNTED {
            return None;
        }
        let count = |level: &Vec<u64>| {
            let beside = level.split_last().map_or(&[][..], |(_, beside)| beside);
            Ranks::new(beside, u64::MAX).map(|ranks| ranks.count() as u128)
        };
        tops(rules, start)?.iter().map(count).sum()
    }

    /// Whether a position is P, if it is below the start.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let Some((&largest, rest)) = position.heaps().split_last() else {
            return Some(self.play.at_the_end());
        };
        let table = self.tables.get(rest.len())?;
        let size = table.sizes[table.ranks.find(rest)?];
        Some(Outcome::from_p(u64::from(size) == largest))
    }

    /// How many rests found what completes them, or that nothing does.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// This many entries of a table are filled between two looks at the clock.
const SIZES_A_LOOK: usize = 1 << 22;

/// Rests of more coins are not counted in advance.
const COUNTED: u128 = 1 << 16;

/// The boxes of the positions of 0, 1, … heaps. The i largest of j heaps are made of all but j − i of the
/// heaps at the start, at most.
fn tops(rules: &Rules, start: &Position) -> Option<Vec<Vec<u64>>> {
    let heaps = start.heaps();
    let cap = |j: usize, i: usize| heaps[j - i..].iter().sum::<u64>() / i as u64;
    ranks::tops(rules, std::slice::from_ref(start), cap)
}

/// Level by level: the P-positions of one heap, of two, and so on.
fn find(
    rules: &Rules,
    tops: &[Vec<u64>],
    coins: u64,
    play: Play,
    limits: &Budget,
) -> Result<PPositions, LimitReached> {
    let heaps = tops.len() - 1;
    let mut shapes = Vec::with_capacity(heaps);
    let mut room = Room { limits, bytes: limits.memory, rests: limits.positions };
    for k in 0..heaps {
        let level = &tops[k + 1];
        // Of the last level only the rests beside the largest heap are asked for.
        let shape = if k + 1 == heaps { &level[..k] } else { &level[1..] };
        shapes.push(room.take(shape, size_of::<u32>() as u64)?);
        room.count(&level[..k])?;
    }
    let mut tables: Vec<Table> = Vec::with_capacity(heaps);
    let mut meter = Meter::new(limits, 1);
    let mut count = 0;
    for (k, ranks) in shapes.into_iter().enumerate() {
        let mut sizes: Vec<u32> = zeros(ranks.count())?;
        // To touch gigabytes takes seconds.
        for part in sizes.chunks_mut(SIZES_A_LOOK) {
            limits.check(count as u64)?;
            part.fill(NONE);
        }
        let mut table = Table { ranks, sizes };
        if k == 0 {
            // A single heap leads to the end of the game, and to nothing else.
            table.sizes[0] = u32::from(play == Play::Misere);
            count += 1;
        } else {
            let level = level::Level::new(rules, &tops[k + 1], coins, &tables, &room)?;
            count += level.fill(&mut table, k + 1 < heaps, &mut meter)?;
        }
        tables.push(table);
    }
    Ok(PPositions { play, tables, count })
}

/// What may still be used.
struct Room<'a> {
    limits: &'a Budget,
    bytes: u64,
    rests: u64,
}

impl Room<'_> {
    /// A table of this many bytes for each tuple below these tops, if there is room for it.
    fn ranks(&self, tops: &[u64], bytes: u64) -> Result<Ranks, LimitReached> {
        let reached = || LimitReached::new(Limit::Memory(self.limits.memory), 0);
        Ranks::new(tops, self.bytes / bytes).ok_or_else(reached)
    }

    /// The same, which then is no longer there for others.
    fn take(&mut self, tops: &[u64], bytes: u64) -> Result<Ranks, LimitReached> {
        let ranks = self.ranks(tops, bytes)?;
        self.bytes -= ranks.count() as u64 * bytes;
        Ok(ranks)
    }

    /// Counts the rests below these tops, which will be looked at.
    fn count(&mut self, tops: &[u64]) -> Result<(), LimitReached> {
        if self.rests == u64::MAX {
            return Ok(());
        }
        let reached = || LimitReached::new(Limit::Positions(self.limits.positions), 0);
        self.rests -= Ranks::new(tops, self.rests).ok_or_else(reached)?.count() as u64;
        Ok(())
    }
}
