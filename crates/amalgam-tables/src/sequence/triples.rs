//! Games in which a move may leave three heaps.
//!
//! The values of two heaps that hold s coins together are kept as a set of bits, one for each s.
//! Three heaps hold r coins together if one of them holds x and the others r − x, so their values
//! are the set of r − x with each member nim-added to g(x): the same bits in another order. The
//! smallest part is at most r/3, so a heap costs r/3 such sets, of a word or a few, instead of r²/12
//! triples.

use super::HeapMoves;
use super::marks::Value;
use amalgam_core::base::bits;

#[derive(Clone, Debug)]
pub(super) struct Triples {
    moves: HeapMoves,
    one: Vec<usize>,
    two: Vec<usize>,
    three: Vec<usize>,
    /// `pairs[s]`: the values of two non-empty heaps that hold s coins together.
    pairs: Vec<Box<[u64]>>,
    /// The values of the options of the heap in hand.
    seen: Vec<u64>,
    largest: u32,
}

impl Triples {
    /// The engine for moves that sometimes leave three heaps: those of a code, so all are finite.
    pub(super) fn new(moves: &HeapMoves) -> Triples {
        let small = |amounts: Vec<u64>| amounts.into_iter().map(|taken| taken as usize).collect();
        Triples {
            one: small(moves.one.up_to(u64::MAX).collect()),
            two: small(moves.few_splits(u64::MAX).unwrap_or_default()),
            three: small(moves.three.clone()),
            moves: moves.clone(),
            pairs: Vec::new(),
            seen: Vec::new(),
            largest: 0,
        }
    }

    /// Words in all sets so far: what they take of memory.
    pub(super) fn words(&self) -> usize {
        self.pairs.len() * (2 + self.seen.len())
    }

    /// The value of the heap after those in `values`, and how much work that was.
    pub(super) fn next<V: Value>(&mut self, values: &[V]) -> (u32, usize) {
        let heap = values.len();
        self.largest = self.largest.max(values.last().map_or(0, |&value| value.into()));
        let words = bits::words(self.largest as usize + 1).next_power_of_two();
        self.seen.clear();
        self.seen.resize(words, 0);
        let mut of_pairs = vec![0; words];
        let mark = |set: &mut [u64], value: V| bits::set(set, value.into() as usize);
        (1..=heap / 2).for_each(|x| mark(&mut of_pairs, values[x].sum(values[heap - x])));
        self.pairs.push(of_pairs.into());

        if self.moves.nothing.contains(heap as u64) {
            bits::set(&mut self.seen, 0);
        }
        for &taken in self.one.iter().take_while(|&&taken| taken < heap) {
            mark(&mut self.seen, values[heap - taken]);
        }
        let mut work = heap;
        for &taken in self.two.iter().take_while(|&&taken| taken <= heap) {
            add(&mut self.seen, &self.pairs[heap - taken], 0);
        }
        for &taken in self.three.iter().take_while(|&&taken| taken <= heap) {
            let rest = heap - taken;
            (1..=rest / 3)
                .for_each(|x| add(&mut self.seen, &self.pairs[rest - x], values[x].into()));
            work += rest / 3 * words;
        }
        (bits::mex(&self.seen), work)
    }
}

/// Adds the members of `from`, each nim-added to `value`, to `set`.
fn add(set: &mut [u64], from: &[u64], value: u32) {
    let block = value as usize / 64;
    for (at, &word) in from.iter().enumerate() {
        set[at ^ block] |= permuted(word, value % 64);
    }
}

/// The bit i of `word` at the place i ⊕ `by`: each one in `by` swaps neighbouring blocks of bits.
fn permuted(mut word: u64, by: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            let width = 1 << bit;
            word = (word & low) << width | (word >> width) & low;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_where_the_nim_sum_is() {
        for by in 0..64 {
            for bit in 0..64 {
                assert_eq!(permuted(1 << bit, by), 1 << (bit ^ by));
            }
        }
    }
}
