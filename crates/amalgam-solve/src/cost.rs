//! About how much work it is to decide a position, before any of it is done.
//!
//! The plan orders its ways by these numbers, and the web sorts questions into its lanes by them, so
//! they must not be too low: `tests/costs.rs` compares them with the work that is counted.

use std::sync::OnceLock;

use super::plan::Want;
use super::{free_pairs, plan};
use amalgam_core::games::Kind;
use amalgam_core::{HeapPart, Part, Play, Position, Rules, Sum};
use amalgam_search::greedy::PPositions;

/// About how much work a way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// Arithmetic on the heaps.
    AtOnce,
    /// At most this many table entries, or positions with a few options: each takes nanoseconds to
    /// microseconds.
    Entries(u128),
    /// Nothing useful can be said in advance.
    Unknown,
}

impl Cost {
    /// At most as many entries.
    pub(super) fn at_most(self, entries: u64) -> Cost {
        self.min(Cost::Entries(entries.into()))
    }

    /// One after the other.
    pub(super) fn and(self, other: Cost) -> Cost {
        match (self, other) {
            (Cost::AtOnce, cost) | (cost, Cost::AtOnce) => cost,
            (Cost::Entries(x), Cost::Entries(y)) => Cost::Entries(x.saturating_add(y)),
            _ => Cost::Unknown,
        }
    }
}

/// A valuation that is only a courtesy takes at most this many positions and bytes, and this many words
/// that are looked at: about a second.
pub(super) const WORTH_POSITIONS: u64 = 400_000;
/// Those that are numbered by their heaps are valued much faster than those that are looked up.
pub(super) const WORTH_NUMBERED: u64 = 2_500_000;
pub(super) const WORTH_BYTES: u64 = 100 << 20;
pub(super) const WORTH_LOOKS: u64 = 60_000_000;

/// The remoteness of what a theorem decides is looked for only within this many positions.
pub(super) const WORTH_FOR_REMOTENESS: u64 = 100_000;

/// What the looks of a courtesy are in entries, one more stretch between two looks at the clock included.
pub(super) const LOOKS_AS_ENTRIES: u64 = (WORTH_LOOKS + (1 << 18)) / 64;

/// To decide at such a cost takes a second at the most.
pub(super) const LITTLE: Cost = Cost::Entries(1 << 24);

/// A position with this many options is one entry.
const OPTIONS_AN_ENTRY: u128 = 3;

/// What it costs to look at this many moves, if somebody asks for those that win.
pub(super) fn listing(moves: u128, want: Want) -> Cost {
    match want {
        Want::Everything => Cost::Entries(moves),
        Want::Outcome => Cost::AtOnce,
    }
}

/// What it costs where a theorem names the winning moves: at most one for each heap or pair of heaps,
/// and the position that it leads to is written out.
pub(super) fn naming(position: &Position, want: Want) -> Cost {
    let heaps = position.heap_count() as u128;
    match want {
        Want::Everything if heaps > 8 => Cost::Entries(heaps * heaps),
        _ => Cost::AtOnce,
    }
}

/// What a search for the remoteness costs, which is bounded, if somebody asks for it.
pub(super) fn remoteness(below: Cost, want: Want) -> Cost {
    match want {
        Want::Everything => below.at_most(WORTH_FOR_REMOTENESS + LOOKS_AS_ENTRIES),
        Want::Outcome => Cost::AtOnce,
    }
}

/// What the completions of a position cost, of which there are not more than positions. A word for each heap
/// is looked at with a rest, and one more when its level starts.
pub(super) fn completions(rules: &Rules, position: &Position, below: Cost) -> Cost {
    let words = position.heap_count() as u128 + 1;
    match PPositions::rests_at_most(rules, position) {
        Some(rests) => below.min(Cost::Entries(rests + (rests * words).div_ceil(64))),
        None => below,
    }
}

/// What it costs to look at every position that can arise: no more coins than there are and, where no
/// heap splits, no more heaps. Where any number may be taken, the options along a heap are looked at
/// together.
pub(super) fn below(part: &HeapPart) -> Cost {
    let options = match part.game.rules().is_some_and(Rules::takes_any) {
        true => 1,
        false => (part.most_moves() / OPTIONS_AN_ENTRY).max(1),
    };
    Cost::Entries(positions(part).saturating_mul(options))
}

/// How many positions can arise at most.
fn positions(HeapPart { game, position }: &HeapPart) -> u128 {
    let splits = match game.kind() {
        Kind::Heaps(rules) => rules.splits(),
        Kind::Code(code) => code.most_heaps() > 1,
        Kind::Classic(game) => game.splits(),
    };
    let heaps = (!splits).then_some(position.heap_count());
    partitions(position.coins() as f64, heaps) as u128
}

/// What it costs to look at every sum of positions that can arise.
pub(super) fn together(sum: &Sum) -> Cost {
    let positions = |part: &Part| match part {
        Part::Own(part) => part.game.graph().positions() as u128,
        Part::Heaps(part) => positions(part),
    };
    let all = sum.parts().iter().map(positions).fold(1, u128::saturating_mul);
    let options = sum.parts().iter().map(Part::most_moves).fold(0, u128::saturating_add);
    Cost::Entries(all.saturating_mul((options / OPTIONS_AN_ENTRY).max(1)))
}

/// What the values of heaps cost that never meet: valuing a heap looks at the smaller ones, and at pairs
/// of them where it can be split.
pub(super) fn of_heaps(position: &Position) -> Cost {
    Cost::Entries(u128::from(position.largest()).pow(2) / 64)
}

/// What the values of all parts cost, and the moves that win.
pub(super) fn of_values(sum: &Sum, want: Want) -> Cost {
    sum.parts().iter().map(|part| of_part(part, want)).fold(Cost::AtOnce, Cost::and)
}

fn of_part(part: &Part, want: Want) -> Cost {
    let listing = || listing(part.moves_at_most(), want);
    let Part::Heaps(heaps) = part else { return listing() };
    let HeapPart { game, position } = heaps;
    match game.rules() {
        Some(rules) if rules.is_nim() => naming(position, want),
        _ if game.heaps_are_independent() => of_heaps(position).and(listing()),
        Some(rules) if free_pairs::applies(rules, position, Play::Normal).is_some() => {
            naming(position, want)
        }
        Some(rules) if plan::needs_grundy_row(rules, position) => {
            Cost::Entries(WORTH_POSITIONS.into())
        }
        _ => below(heaps).and(listing()),
    }
}

/// A bound on the number of positions of at most `coins` coins, in at most this many heaps.
///
/// Up to a few hundred coins all positions are counted. Beyond that, p(n) < exp(π√(2n/3)). Adding
/// 1, 2, …, h to at most h ascending heaps and one more part for the coins that are missing makes h
/// different heaps, of which there are C(n + h(h+1)/2, h) in order and an h!-th of that without.
pub(super) fn partitions(coins: f64, heaps: Option<usize>) -> f64 {
    let all = match counted().get(coins as usize) {
        Some(&count) => count,
        None => (coins + 1.0) * (std::f64::consts::PI * (2.0 * coins / 3.0).sqrt()).exp(),
    };
    let Some(heaps) = heaps.filter(|&heaps| heaps < 1000).map(|heaps| heaps as f64) else {
        return all;
    };
    let top = coins + heaps * (heaps + 1.0) / 2.0;
    let factors = (1..=heaps as u32).map(|i| (top - f64::from(i) + 1.0) / f64::from(i * i));
    factors.product::<f64>().min(all)
}

/// How many positions of at most n coins there are, for each n up to a few hundred, rounded up a little.
fn counted() -> &'static [f64] {
    const MOST: usize = 400;
    static COUNTS: OnceLock<Vec<f64>> = OnceLock::new();
    COUNTS.get_or_init(|| {
        let mut exactly = vec![0.0; MOST + 1];
        exactly[0] = 1.0;
        for heap in 1..=MOST {
            for coins in heap..=MOST {
                exactly[coins] += exactly[coins - heap];
            }
        }
        let mut sum = 0.0;
        let up_to = |exactly: f64| {
            sum += exactly;
            sum * (1.0 + 1e-9)
        };
        exactly.into_iter().map(up_to).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_tables::bulk::Domain;

    #[test]
    fn no_domain_has_more_positions_than_estimated() {
        for coins in 0..40 {
            let count =
                |domain: Result<Domain, _>| domain.ok().and_then(|d| d.count()).unwrap() as f64;
            assert!(count(Domain::coins(coins)) <= partitions(coins as f64, None));
            for heaps in 1..8 {
                let domain = Domain::new(Some(heaps), None, Some(coins));
                assert!(count(domain) <= partitions(coins as f64, Some(heaps)), "{coins} {heaps}");
            }
        }
    }
}
