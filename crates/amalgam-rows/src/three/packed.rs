//! One period of column masks, in as few bits a column as the offsets in play need.

/// A sequence of masks of `bits` bits each (a power of two up to 128), to be read cyclically.
pub(crate) struct Packed {
    bits: u32,
    len: u64,
    words: Vec<u64>,
    used: u64,
}

impl Packed {
    pub fn new(bits: u32) -> Self {
        debug_assert!(bits.is_power_of_two() && bits <= 128);
        Packed { bits, len: 0, words: Vec::new(), used: 0 }
    }

    /// The bits a column takes where masks have `width` bits.
    pub fn bits_for(width: u32) -> u32 {
        width.max(1).next_power_of_two()
    }

    /// The bytes `columns` columns take.
    pub fn bytes(bits: u32, columns: u64) -> u64 {
        (u128::from(columns) * u128::from(bits) / 8).min(u128::from(u64::MAX)) as u64 + 64
    }

    /// The number of columns stored; reading wraps there.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Appends `columns` masks that stand one above the other in `chunk`.
    pub fn push(&mut self, chunk: u128, columns: u32) {
        let size = self.bits * columns;
        self.push_bits(chunk as u64, size.min(64));
        if size > 64 {
            self.push_bits((chunk >> 64) as u64, size - 64);
        }
        self.len += u64::from(columns);
    }

    fn push_bits(&mut self, value: u64, size: u32) {
        let shift = (self.used % 64) as u32;
        match self.words.last_mut() {
            Some(last) if shift != 0 => *last |= value << shift,
            _ => self.words.push(value),
        }
        if shift != 0 && shift + size > 64 {
            self.words.push(value >> (64 - shift));
        }
        self.used += u64::from(size);
    }

    /// Ends the sequence: repeats it until it is long enough to read a chunk that wraps at most
    /// once, and lets a chunk run over its end.
    pub fn close(&mut self) {
        let period = self.len;
        let room = 64u64.div_ceil(period.max(1)) * period;
        for i in period..room + 128 {
            let mask = self.get(i - period);
            self.push(mask, 1);
        }
        self.len = room;
        self.words.push(0);
        self.words.shrink_to_fit();
    }

    /// The mask at place `i` (below `len`, or within a chunk above it).
    pub fn get(&self, i: u64) -> u128 {
        let bit = i * u64::from(self.bits);
        let (word, shift) = ((bit / 64) as usize, (bit % 64) as u32);
        if self.bits == 128 {
            return u128::from(self.words[word]) | u128::from(self.words[word + 1]) << 64;
        }
        let keep = u64::MAX >> (64 - self.bits);
        u128::from(self.words[word] >> shift & keep)
    }

    /// The 64 bits from place `i` on.
    #[inline(always)]
    pub fn chunk(&self, i: u64) -> u64 {
        let bit = i * u64::from(self.bits);
        let (word, shift) = ((bit / 64) as usize, (bit % 64) as u32);
        self.words[word] >> shift | self.words[word + 1] << 1 << (63 - shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_was_pushed() {
        for bits in [1, 2, 4, 8, 16, 32, 64, 128] {
            for len in [1u64, 3, 17, 64, 200] {
                let keep = if bits == 128 { u128::MAX } else { (1u128 << bits) - 1 };
                let mask = |i: u64| (u128::from(i + 7) * 0x9e37_79b9_7f4a_7c15_f39c) & keep;
                let mut packed = Packed::new(bits);
                (0..len).for_each(|i| packed.push(mask(i), 1));
                packed.close();
                assert_eq!(packed.len() % len, 0);
                for i in 0..packed.len() + 16 {
                    assert_eq!(packed.get(i), mask(i % len), "bits {bits}, len {len}, place {i}");
                    if bits <= 64 {
                        let low = (packed.chunk(i) as u128) & keep;
                        assert_eq!(low, mask(i % len));
                    }
                }
            }
        }
    }
}
