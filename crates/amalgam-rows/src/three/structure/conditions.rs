//! Holes and defects, looked up in the registers of one column.
//!
//! The conditions H_j speak of counts: of the rows 1..=2j+1 of the block, how many have taken a value.
//! Row by row they come down to four operations on words. With a cell for each value from the column
//! on, write z for the register of the odd row, t for that of the even row after it, and `cells(L)` for
//! the first L cells.
//!
//! - Row 1 has nothing taken beyond offset k. Its holes are h = cells(k+1) − z.
//! - Row 2j+2 has nothing taken beyond offset k+j+1. Its defects are plus = t − h and minus = h − t.
//! - Row 2j+3 has nothing taken beyond offset k+j+1, has none of plus and all of minus. The next holes
//!   are h = (cells(k+j+2) − z − plus) ∪ minus.
//!
//! *Proof that this is H_{j+1}.* The rows 1..=2j+3 ought to have taken one more of each of the first
//! k+j+2 cells than the rows 1..=2j+1, so h_{j+1} = h_j + \[x <= k+j+1\] − t − z = \[x <= k+j+1\] − δ − z
//! with δ = t − h_j. Within the k+j+2 cells that is in {0, 1} exactly if z = 0 where δ = 1 and z = 1
//! where δ = −1; beyond them δ = 0, and it is in {0, 1} exactly if z = 0. ∎

/// The first cells, this many.
pub(crate) fn cells(count: u32) -> u128 {
    debug_assert!((1..=128).contains(&count));
    u128::MAX >> (128 - count)
}

/// The cells of an even row that are not as the rows before it would have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Defects {
    /// Taken, though they ought to be free.
    pub plus: u128,
    /// Free, though they ought to be taken.
    pub minus: u128,
}

impl Defects {
    pub fn all(self) -> u128 {
        self.plus | self.minus
    }
}

/// The row of the block, counted from 1, at which the conditions fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fails(pub usize);

/// The holes of the odd prefixes and the defects of the even rows at one column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// For j = 0, 1, …: the cells that a hole of the rows 1..=2j+1 has hit.
    pub holes: Vec<u128>,
    /// For j = 0, 1, …: the defects of row 2j+2.
    pub defects: Vec<Defects>,
}

impl Conditions {
    /// Looks at the registers of the first rows of a block after the cover row 2k. The rows must need
    /// no more than 128 cells, k + rows / 2 + 1 being enough.
    pub fn look(half: u32, registers: &[u128]) -> Result<Self, Fails> {
        let mut seen = Conditions::default();
        for (i, &register) in registers.iter().enumerate() {
            let j = i as u32 / 2;
            let before = seen.defects.last().copied().unwrap_or_default();
            if i % 2 == 1 {
                let holes = seen.holes[i / 2];
                if register & !cells(half + j + 2) != 0 {
                    return Err(Fails(i + 1));
                }
                seen.defects.push(Defects { plus: register & !holes, minus: holes & !register });
            } else {
                let all = cells(half + j + 1);
                let wrong = register & (!all | before.plus) | before.minus & !register;
                if wrong != 0 {
                    return Err(Fails(i + 1));
                }
                seen.holes.push(all & !register & !before.plus | before.minus);
            }
        }
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conditions as they are stated: counts of taken values.
    fn counted(half: u32, registers: &[u128]) -> bool {
        let odd = (0..registers.len()).step_by(2).all(|i| {
            let j = i as i64 / 2;
            (0..128).all(|x| {
                let expected = (j + 1 - (x - i64::from(half)).max(0)).max(0);
                let taken = registers[..=i].iter().filter(|r| **r >> x & 1 == 1).count() as i64;
                (0..=1).contains(&(expected - taken))
            })
        });
        // An even row has nothing taken beyond what the next odd one may have.
        let even = (1..registers.len()).step_by(2);
        odd && even.into_iter().all(|i| registers[i] >> (half + i as u32 / 2 + 2) == 0)
    }

    #[test]
    fn words_say_what_counting_says() {
        let mut seed = 7u64;
        let mut both = [0, 0];
        for _ in 0..200_000 {
            let mut random = |n: u32| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                u128::from(seed >> 40) & cells(n)
            };
            let half = 1 + random(1) as u32;
            // Mostly near what the conditions ask for: the even row is the complement of the odd one.
            let first = random(half + 1);
            let second = !first & cells(half + 1) ^ random(half + 2) & random(half + 2);
            let third = random(half + 2) ^ random(half + 3) & random(half + 3) & random(half + 3);
            let registers = [first, second, third];
            let holds = counted(half, &registers);
            both[usize::from(holds)] += 1;
            assert_eq!(Conditions::look(half, &registers).is_ok(), holds, "{registers:?}");
        }
        assert!(both.iter().all(|&n| n > 1000), "{both:?}");
    }
}
