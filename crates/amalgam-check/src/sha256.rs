//! SHA-256 (FIPS 180-4), for the last line of a certificate.

/// The SHA-256 of `bytes` in lower-case hexadecimal digits.
///
/// ```
/// assert!(amalgam_check::sha256(b"abc").starts_with("ba7816bf8f01cfea414140de5dae2223"));
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    let (constants, mut state) = (fractional_parts(64, 3), fractional_parts(8, 2));
    let blocks = bytes.chunks_exact(64);
    let mut padded = blocks.remainder().to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend_from_slice(&(8 * bytes.len() as u64).to_be_bytes());
    let blocks = blocks.chain(padded.chunks_exact(64));
    blocks.for_each(|block| compress(&mut state, block, &constants));
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32], block: &[u8], constants: &[u32]) {
    let (words, _) = block.as_chunks();
    let mut w: Vec<u32> = words.iter().map(|&word| u32::from_be_bytes(word)).collect();
    for i in 16..64 {
        let low = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ w[i - 15] >> 3;
        let high = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ w[i - 2] >> 10;
        w.push(w[i - 16].wrapping_add(low).wrapping_add(w[i - 7]).wrapping_add(high));
    }
    let mut v = state.to_vec();
    for i in 0..64 {
        let high = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
        let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
        let first = [v[7], high, choice, constants[i], w[i]].into_iter().fold(0, u32::wrapping_add);
        let low = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
        let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        v.rotate_right(1);
        v[4] = v[4].wrapping_add(first);
        v[0] = first.wrapping_add(low).wrapping_add(majority);
    }
    state.iter_mut().zip(v).for_each(|(word, add)| *word = word.wrapping_add(add));
}

/// The first 32 bits of the fractional parts of the `root`-th roots of the first primes: the
/// standard's constants by their definition. The root of p·2^(32·root) is found bit by bit.
fn fractional_parts(count: usize, root: u32) -> Vec<u32> {
    let is_prime = |n: &u128| (2..*n).all(|d| !n.is_multiple_of(d));
    let fractional_part = |prime: u128| {
        let fits = |scaled: &u128| scaled.pow(root) <= prime << (32 * root);
        let grow = |scaled, bit: u32| Some(scaled | 1 << bit).filter(fits).unwrap_or(scaled);
        (0..37).rev().fold(0, grow) as u32
    };
    (2..).filter(is_prime).take(count).map(fractional_part).collect()
}
