//! The window of a column: which partners smaller rows have already given it.

/// The values 0..=max as bits of 64-bit words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The number of words.
    pub words: usize,
    /// The largest value.
    pub max: usize,
    /// The bits of the last word that stand for no value.
    pub past_max: u64,
}

impl Scale {
    pub fn up_to(max: usize) -> Scale {
        let last = max % 64;
        Scale { words: max / 64 + 1, max, past_max: !up_to_bit(last) }
    }

    /// A word in which nothing is used yet: values past the largest count as used, so that they
    /// are never chosen.
    pub fn unused(&self, word: usize) -> u64 {
        if word + 1 == self.words { self.past_max } else { 0 }
    }
}

/// The values c > b with f(a,b) = c for a row a already done.
///
/// The rows choose greedily, so these values crowd just above b: everything up to some point is
/// used, then come used values and holes mixed, then nothing. Only the mixed part is stored. Every
/// value below `64 * first` is used or lies at or below b; every value past the last word is
/// unused. That makes the window exact whatever its width.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The first word that may have a hole.
    pub first: usize,
    /// The words from `first` on.
    pub words: Vec<u64>,
}

impl Column {
    /// Column b before any row but row 0, which matches b with itself.
    pub fn new(b: usize, scale: &Scale) -> Column {
        let word = b / 64;
        let mut column =
            Column { first: word, words: vec![up_to_bit(b % 64) | scale.unused(word)] };
        column.slide();
        column
    }

    /// Whether every value up to the largest is used, so that no further row can match b upwards.
    pub fn is_full(&self, scale: &Scale) -> bool {
        self.first >= scale.words
    }

    /// Drops the words without holes at the start of the window.
    pub fn slide(&mut self) {
        let full = self.words.iter().take_while(|&&word| word == !0).count();
        if full > 0 {
            self.words.drain(..full);
            self.first += full;
        }
    }

    /// How many values above b are used, and their sum.
    pub fn used_above(&self, b: usize, scale: &Scale) -> (u64, u128) {
        // Below the window: b+1, …, end−1 are all used.
        let end = (self.first * 64).clamp(b + 1, scale.max + 1);
        let mut number = (end - b - 1) as u64;
        let mut sum = (end as u128 + b as u128) * u128::from(number) / 2;
        for (index, &word) in self.words.iter().enumerate() {
            let start = (self.first + index) * 64;
            for c in bits(word).map(|bit| start + bit).filter(|&c| c > b && c <= scale.max) {
                number += 1;
                sum += c as u128;
            }
        }
        (number, sum)
    }

    /// The bytes held beyond the structure itself.
    pub fn heap_bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<u64>()) as u64
    }
}

/// The positions of the ones, in order.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Ones at 0..=bit.
fn up_to_bit(bit: usize) -> u64 {
    (2u64 << bit).wrapping_sub(1)
}
