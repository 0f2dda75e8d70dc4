//! Three columns of a narrow register at once, by table.
//!
//! A block with at most four offsets in play has a tail of at most three bits when a column starts:
//! the fourth value, b + k + 4, cannot have been matched before column b. The tail and the open
//! offsets of three columns are 3 + 12 bits, and what comes of them, the next tail and the three
//! bits that are settled, is six: a table of 32 KiB, which stays in the first-level cache. So from
//! one column to the next there is a third of a load and a mask, two cycles or so, where the
//! operations of [`super::register`] take four.
//!
//! A batch has twelve columns, so that with k + 1 >= 24 settled bits the next batch never waits for
//! those that this one settles.

use super::register::Register;
use std::sync::LazyLock;

/// The columns of a batch.
pub(crate) const COLUMNS: u32 = 12;

/// For the open offsets of three columns, four bits each, and a tail: the next tail (three bits),
/// and above it whether the three values settled are taken.
pub(crate) type Table = [[u8; 8]; 1 << 12];

/// The table is the same for all blocks and games: which offsets are open says it all.
pub(crate) static TABLE: LazyLock<Box<Table>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 8]; 1 << 12]);
    for (open, entries) in table.iter_mut().enumerate() {
        for (tail, entry) in entries.iter_mut().enumerate() {
            let mut taken = tail;
            for column in 0..3 {
                let free = (open >> (4 * column)) & 15 & !taken;
                taken |= free & free.wrapping_neg();
                *entry |= ((taken & 1) as u8) << (3 + column);
                taken >>= 1;
            }
            *entry |= taken as u8;
        }
    }
    table
});

/// A register on its way through batches.
pub(crate) struct Walk {
    queue: u64,
    tail: u8,
    settle: u32,
    allowed: u64,
}

impl Walk {
    /// The half width must be at least 23 and at most 63.
    pub fn new(register: Register, half: u32, allowed: u128) -> Self {
        debug_assert!((23..=63).contains(&half) && register.tail < 8 && allowed < 16);
        let allowed = (allowed as u64) * 0x1111_1111_1111;
        let settle = half + 1 - COLUMNS;
        Walk { queue: register.queue as u64, tail: register.tail as u8, settle, allowed }
    }

    /// Twelve columns whose masks of four bits stand in `chunk`.
    #[inline(always)]
    pub fn step(&mut self, table: &Table, chunk: u64) {
        let open = !chunk & self.allowed & !spread(self.queue & 0xfff);
        let mut settled = 0;
        for triple in 0..4 {
            let entry = table[(open >> (12 * triple) & 0xfff) as usize][usize::from(self.tail & 7)];
            settled |= u64::from(entry >> 3) << (3 * triple);
            self.tail = entry;
        }
        self.queue = self.queue >> COLUMNS | settled << self.settle;
    }

    pub fn register(&self) -> Register {
        Register { queue: self.queue.into(), tail: (self.tail & 7).into() }
    }
}

/// Makes four of each of the twelve bits.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    let bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
    let bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
    let bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    let bits = (bits | bits << 3) & 0x1111_1111_1111_1111;
    bits * 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_each_bit() {
        for bits in 0..1 << 12 {
            let expected = (0..12).fold(0, |s, i| s | ((bits >> i & 1) * 15) << (4 * i));
            assert_eq!(spread(bits), expected);
        }
    }
}
