//! Small numbers as runs of equal ones and stretches of packed bits: Parquet's hybrid of the two.

use super::thrift::{Reader, Sound, write_varint};

/// Writes numbers below 2^`width`; `width` is 16 at most.
pub(super) fn encode(numbers: &[u16], width: usize, out: &mut Vec<u8>) {
    // A stretch goes on by eights, so only the last one is filled up.
    let (mut stretch, mut next) = (0, 0);
    while next < numbers.len() {
        let first = numbers[next];
        let run = numbers[next..].iter().take_while(|&&number| number == first).count();
        if run < 8 {
            next += 8;
            continue;
        }
        encode_stretch(&numbers[stretch..next], width, out);
        write_varint(out, (run as u64) << 1);
        out.extend_from_slice(&first.to_le_bytes()[..width.div_ceil(8)]);
        next += run;
        stretch = next;
    }
    encode_stretch(&numbers[stretch..], width, out);
}

fn encode_stretch(numbers: &[u16], width: usize, out: &mut Vec<u8>) {
    if !numbers.is_empty() {
        write_varint(out, (numbers.len().div_ceil(8) as u64) << 1 | 1);
        pack(numbers, width, out);
    }
}

fn pack(numbers: &[u16], width: usize, out: &mut Vec<u8>) {
    for eight in numbers.chunks(8) {
        if width <= 8 {
            let number =
                |bits, (i, &number): (usize, &u16)| bits | u64::from(number) << (i * width);
            let bits = eight.iter().enumerate().fold(0_u64, number);
            out.extend_from_slice(&bits.to_le_bytes()[..width]);
        } else {
            let number =
                |bits, (i, &number): (usize, &u16)| bits | u128::from(number) << (i * width);
            let bits = eight.iter().enumerate().fold(0_u128, number);
            out.extend_from_slice(&bits.to_le_bytes()[..width]);
        }
    }
}

/// Calls `each` with so many numbers that [`encode`] has written, or that are wider.
pub(super) fn decode(
    bytes: &[u8],
    width: u8,
    count: usize,
    mut each: impl FnMut(u32) -> Sound<()>,
) -> Sound<()> {
    let (mut from, mut left, width) = (Reader(bytes), count as u64, u32::from(width));
    if width > 32 {
        return Err("its numbers are too wide");
    }
    // Even an empty run takes a byte, so this ends with the bytes.
    while left > 0 {
        let header = from.varint()?;
        if header & 1 == 0 {
            let run = left.min(header >> 1);
            let number = from.take(width.div_ceil(8) as usize)?;
            let number = number.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
            (0..run).try_for_each(|_| each(number))?;
            left -= run;
        } else {
            let stretch = left.min((header >> 1).saturating_mul(8));
            // What would fill up the last eight need not be there.
            let (mut bits, mut many) = (0_u64, 0);
            let mut bytes = from.take((stretch * u64::from(width)).div_ceil(8) as usize)?.iter();
            for _ in 0..stretch {
                while many < width {
                    bits |= bytes.next().map_or(0, |&byte| u64::from(byte)) << many;
                    many += 8;
                }
                each((bits & ((1 << width) - 1)) as u32)?;
                bits >>= width;
                many -= width;
            }
            left -= stretch;
        }
    }
    Ok(())
}
