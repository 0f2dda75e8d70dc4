//! Every position up to some number of coins, where any number may be taken and merges lose nothing.
//!
//! The positions of n coins are numbered as partitions, heaps in decreasing order, the list of single coins first.
//! A merge leads to a later number, so each layer is gone through from the end. A rest is *closed* once a
//! P-position is found that has one heap more than it, or none: from then on a larger heap beside it is N.

use crate::Checked;
use crate::failure::at_most;

/// Which two heaps may merge: any of the clauses, all of whose conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Merges(Vec<Vec<Condition>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    /// The 0th, 1st or 2nd of the smaller, the larger and the sum is at least so much.
    AtLeast(usize, u64),
    AtMost(usize, u64),
    Equal(bool),
}

impl Merges {
    /// Reads `take any, merge if min >= 2 and unequal`.
    pub fn read(rules: &str) -> Option<Merges> {
        let mut clauses = rules.split(", ");
        if clauses.next() != Some("take any") {
            return None;
        }
        let clause = |clause: &str| {
            let conditions = clause.strip_prefix("merge")?;
            if conditions.is_empty() {
                return Some(Vec::new());
            }
            conditions.strip_prefix(" if ")?.split(" and ").map(condition).collect()
        };
        clauses.map(clause).collect::<Option<_>>().map(Merges)
    }

    /// May two heaps merge?
    pub fn allow(&self, x: u64, y: u64) -> bool {
        let quantities = [x.min(y), x.max(y), x + y];
        let holds = |condition: &Condition| match *condition {
            Condition::AtLeast(which, bound) => quantities[which] >= bound,
            Condition::AtMost(which, bound) => quantities[which] <= bound,
            Condition::Equal(equal) => (x == y) == equal,
        };
        self.0.iter().any(|clause| clause.iter().all(holds))
    }

    /// May all heaps merge?
    pub fn always(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }
}

fn condition(words: &str) -> Option<Condition> {
    match words.split(' ').collect::<Vec<_>>()[..] {
        ["equal"] => Some(Condition::Equal(true)),
        ["unequal"] => Some(Condition::Equal(false)),
        [quantity, relation, bound] => {
            let which = ["min", "max", "sum"].iter().position(|&name| name == quantity)?;
            let bound = bound.parse().ok()?;
            match relation {
                ">=" => Some(Condition::AtLeast(which, bound)),
                "<=" => Some(Condition::AtMost(which, bound)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Which positions are P.
pub(crate) struct Table {
    /// How many positions of n coins have no heap above k.
    counts: Vec<Vec<u64>>,
    /// For each number of coins, one bit for each position.
    p: Vec<Vec<u64>>,
}

/// The table has at most this many coins: 27 million bytes.
const COINS: u64 = 80;

fn counts(coins: u64) -> Vec<Vec<u64>> {
    let most = coins as usize;
    let mut counts = vec![vec![0; most + 1]; most + 1];
    counts[0].fill(1);
    for n in 1..=most {
        for k in 1..=most {
            let with = if k <= n { counts[n - k][k] } else { 0 };
            counts[n][k] = counts[n][k - 1] + with;
        }
    }
    counts
}

impl Table {
    /// At most this many steps: a position takes one for each heap it may have, if there are not too many coins.
    pub fn cost(coins: u64) -> Checked<u128> {
        at_most(COINS.into(), coins.into(), "coins in the table")?;
        let positions: u64 = counts(coins).iter().map(|row| row[coins as usize]).sum();
        Ok(u128::from(positions) * u128::from(coins + 1))
    }

    /// The table; `progress` receives how many steps are done.
    pub fn new(merges: &Merges, coins: u64, progress: &dyn Fn(u64)) -> Table {
        let counts = counts(coins);
        let positions = |n: usize| counts[n][coins as usize];
        let empty = |n: usize| vec![0_u64; positions(n) as usize / 64 + 1];
        let p = (0..=coins as usize).map(empty).collect();
        let mut closed: Vec<Vec<u64>> = (0..=coins as usize).map(empty).collect();
        let mut table = Table { counts, p };
        let mut done = 0;
        for n in 0..=coins as usize {
            let mut heaps = if n > 0 { vec![n as u64] } else { Vec::new() };
            for rank in (0..table.counts[n][coins as usize]).rev() {
                let n_position = table.options_win(merges, &heaps, &closed);
                if !n_position {
                    set(&mut table.p[n], rank);
                    set(&mut closed[n], rank);
                    for i in firsts(&heaps) {
                        let rest = table.rank(without(&heaps, &[i], 0));
                        set(&mut closed[n - heaps[i] as usize], rest);
                    }
                }
                before(&mut heaps);
            }
            done += table.counts[n][coins as usize] * (coins + 1);
            progress(done);
        }
        table
    }

    /// Does a take or a merge lead to a P-position?
    fn options_win(&self, merges: &Merges, heaps: &[u64], closed: &[Vec<u64>]) -> bool {
        let n = heaps.iter().sum::<u64>() as usize;
        let takes =
            |i: usize| has(&closed[n - heaps[i] as usize], self.rank(without(heaps, &[i], 0)));
        let joins = |i: usize, j: usize| {
            merges.allow(heaps[i], heaps[j])
                && has(&self.p[n], self.rank(without(heaps, &[i, j], heaps[i] + heaps[j])))
        };
        firsts(heaps).any(takes)
            || firsts(heaps).any(|i| {
                let others =
                    (i + 1..heaps.len()).filter(|&j| j == i + 1 || heaps[j] != heaps[j - 1]);
                others.into_iter().any(|j| joins(i, j))
            })
    }

    /// The number of a position, whose heaps come in decreasing order, among those with as many coins.
    fn rank(&self, heaps: impl Iterator<Item = u64> + Clone) -> u64 {
        let mut left = heaps.clone().sum::<u64>() as usize;
        let mut rank = 0;
        for heap in heaps {
            rank += self.counts[left][heap as usize - 1];
            left -= heap as usize;
        }
        rank
    }

    /// Is a position of the table P?
    pub fn is_p(&self, mut heaps: Vec<u64>) -> bool {
        heaps.sort_unstable_by(|x, y| y.cmp(x));
        has(&self.p[heaps.iter().sum::<u64>() as usize], self.rank(heaps.iter().copied()))
    }
}

fn set(bits: &mut [u64], rank: u64) {
    bits[rank as usize / 64] |= 1 << (rank % 64);
}

fn has(bits: &[u64], rank: u64) -> bool {
    bits[rank as usize / 64] >> (rank % 64) & 1 == 1
}

/// The index of the first heap of each height.
fn firsts(heaps: &[u64]) -> impl Iterator<Item = usize> {
    (0..heaps.len()).filter(|&i| i == 0 || heaps[i] != heaps[i - 1])
}

/// The heaps without some of them, in decreasing order, and with a new one that is larger than those that are gone;
/// none if it is 0.
fn without<'a>(
    heaps: &'a [u64],
    gone: &'a [usize],
    new: u64,
) -> impl Iterator<Item = u64> + Clone + 'a {
    let at = heaps.partition_point(|&heap| heap > new).min(heaps.len());
    let kept =
        move |from: usize, to: usize| (from..to).filter(|i| !gone.contains(i)).map(|i| heaps[i]);
    let new = (new > 0).then_some(new);
    kept(0, at).chain(new).chain(kept(at, heaps.len()))
}

/// The position before this one in the order of the numbers.
fn before(heaps: &mut Vec<u64>) {
    let mut coins = 0;
    while heaps.last() == Some(&1) {
        coins += heaps.pop().unwrap_or(0);
    }
    let Some(heap) = heaps.pop() else { return };
    coins += heap;
    while coins > 0 {
        heaps.push(coins.min(heap - 1));
        coins -= coins.min(heap - 1);
    }
}
