//! Where the values are kept: in 16 bits each, until one does not fit.

/// The values of the heaps 0, 1, 2, … as far as they are known.
///
/// ```
/// use amalgam::engines::sequence::{HeapMoves, Sequence};
/// let mut kayles = Sequence::new(HeapMoves::of_code(&"0.77".parse()?));
/// kayles.extend(5, &Default::default())?;
/// assert_eq!(kayles.values().value(5), Some(4));
/// assert_eq!(kayles.values().iter().collect::<Vec<u32>>(), [0, 1, 2, 3, 1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Kept);

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum Kept {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Default for Values {
    fn default() -> Values {
        Values(Kept::Narrow(Vec::new()))
    }
}

impl Values {
    /// How many values there are: one more than the largest heap.
    pub fn len(&self) -> usize {
        match &self.0 {
            Kept::Narrow(values) => values.len(),
            Kept::Wide(values) => values.len(),
        }
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn value(&self, heap: usize) -> Option<u32> {
        match &self.0 {
            Kept::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Kept::Wide(values) => values.get(heap).copied(),
        }
    }

    /// All values, heap by heap.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone + '_ {
        (0..self.len()).map(|heap| self.at(heap))
    }

    /// The largest value, 0 if there is none.
    pub fn largest(&self) -> u32 {
        self.iter().max().unwrap_or(0)
    }

    /// The value of a heap that is known.
    #[inline]
    pub(super) fn at(&self, heap: usize) -> u32 {
        match &self.0 {
            Kept::Narrow(values) => values[heap].into(),
            Kept::Wide(values) => values[heap],
        }
    }

    pub(super) fn of(kept: Kept) -> Values {
        Values(kept)
    }

    pub(super) fn kept(&self) -> &Kept {
        &self.0
    }

    /// Bytes that a value takes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.0 {
            Kept::Narrow(_) => 2,
            Kept::Wide(_) => 4,
        }
    }

    /// Makes room for this many more; whether the machine has it.
    pub(super) fn reserve(&mut self, more: usize) -> bool {
        match &mut self.0 {
            Kept::Narrow(values) => values.try_reserve_exact(more).is_ok(),
            Kept::Wide(values) => values.try_reserve_exact(more).is_ok(),
        }
    }

    /// Adds the value of the next heap. Where it does not fit in 16 bits, all move to 32.
    #[inline]
    pub(super) fn push(&mut self, value: u32) {
        match (&mut self.0, u16::try_from(value)) {
            (Kept::Narrow(values), Ok(value)) => values.push(value),
            (Kept::Narrow(values), Err(_)) => {
                let mut wide = Vec::with_capacity(values.capacity());
                wide.extend(values.iter().map(|&value| u32::from(value)));
                wide.push(value);
                self.0 = Kept::Wide(wide);
            }
            (Kept::Wide(values), _) => values.push(value),
        }
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

impl<const N: usize> PartialEq<[u32; N]> for Values {
    fn eq(&self, other: &[u32; N]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl PartialEq<Vec<u32>> for Values {
    fn eq(&self, other: &Vec<u32>) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_move_to_32_bits_when_one_needs_them() {
        let narrow = [3, 0, 65_535];
        let mut values: Values = narrow.into_iter().collect();
        assert_eq!((values.bytes(), values.largest()), (2, 65_535));
        assert_eq!(values, narrow);
        values.push(65_536);
        values.push(7);
        assert_eq!((values.bytes(), values.largest(), values.len()), (4, 65_536, 5));
        assert_eq!(values, vec![3, 0, 65_535, 65_536, 7]);
        assert_eq!((values.value(3), values.value(5)), (Some(65_536), None));
        assert!(Values::default().is_empty() && Values::default().largest() == 0);
    }
}
