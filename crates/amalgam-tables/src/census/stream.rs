//! Bits and numbers as bytes, to be sent.

/// A row of bits that grows at its end.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that fill no word yet, and how many.
    word: u64,
    filled: u32,
}

impl BitWriter {
    /// Adds the lowest `count` ≤ 64 bits; the others are 0.
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.filled;
        if self.filled + count < 64 {
            self.filled += count;
            return;
        }
        self.bytes.extend(self.word.to_le_bytes());
        let used = 64 - self.filled;
        self.word = if used == 64 { 0 } else { bits >> used };
        self.filled = count - used;
    }

    /// The bits as bytes, as few as they need.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.filled.div_ceil(8) as usize;
        self.bytes.extend(&self.word.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// Reads bits in the order in which they were written.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// The next `count` bits, 1 to 64; 0 past the end.
    pub(super) fn take(&mut self, count: u32) -> u64 {
        let (byte, shift) = ((self.at / 8) as usize, (self.at % 8) as u32);
        let mut word = [0; 16];
        let rest = self.bytes.get(byte..).unwrap_or_default();
        let len = rest.len().min(9);
        word[..len].copy_from_slice(&rest[..len]);
        self.at += u64::from(count);
        (u128::from_le_bytes(word) >> shift) as u64 & (u64::MAX >> (64 - count))
    }
}

/// Adds a number in as many bytes as it has groups of seven bits.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The numbers that were added, in order.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let mut bytes = bytes.iter();
    std::iter::from_fn(move || {
        let (mut number, mut shift) = (0, 0);
        loop {
            let &byte = bytes.next()?;
            number |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                return Some(number);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let counts = [1, 64, 63, 1, 64, 7, 8, 9, 33, 64, 5, 64, 64, 2, 31];
        let bits = |i: usize, count: u32| {
            (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) & (u64::MAX >> (64 - count))
        };
        let mut writer = BitWriter::default();
        let each = || counts.iter().enumerate().map(|(i, &count)| (bits(i, count), count));
        each().for_each(|(bits, count)| writer.push(bits, count));
        let bytes = writer.finish();
        assert_eq!(bytes.len() as u32, counts.iter().sum::<u32>().div_ceil(8));
        let mut reader = BitReader::new(&bytes);
        each().for_each(|(bits, count)| assert_eq!(reader.take(count), bits));

        let some = [0, 1, 127, 128, 300, 1 << 40, u64::MAX];
        let mut bytes = Vec::new();
        some.iter().for_each(|&number| push_number(&mut bytes, number));
        assert!(numbers(&bytes).eq(some));
    }
}
