//! Which values a column has, each once, so that a small number can stand for each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// What a column can hold.
pub(super) trait Value: Copy + Ord + Hash {
    /// Whether the least and the largest are worth telling.
    const TOLD: bool;

    /// The bytes of values, one after the other.
    fn plain(values: &[Self], out: &mut Vec<u8>);

    /// How many bytes [`plain`](Value::plain) makes.
    fn size(values: &[Self]) -> usize {
        size_of_val(values)
    }

    /// How far it is above another one, if that is a number.
    fn above(self, _: Self) -> Option<usize> {
        None
    }
}

macro_rules! numbers {
    ($number:ty) => {
        impl Value for $number {
            const TOLD: bool = true;

            fn plain(values: &[$number], out: &mut Vec<u8>) {
                out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            }

            fn above(self, least: $number) -> Option<usize> {
                usize::try_from(self.abs_diff(least)).ok()
            }
        }
    };
}

numbers!(i32);
numbers!(i64);

impl Value for bool {
    const TOLD: bool = true;

    fn plain(values: &[bool], out: &mut Vec<u8>) {
        let byte =
            |eight: &[bool]| eight.iter().rev().fold(0, |bits, &bit| bits << 1 | u8::from(bit));
        out.extend(values.chunks(8).map(byte));
    }

    fn size(values: &[bool]) -> usize {
        values.len().div_ceil(8)
    }
}

impl Value for &str {
    const TOLD: bool = false;

    fn plain(values: &[&str], out: &mut Vec<u8>) {
        for value in values {
            out.extend_from_slice(&(value.len() as u32).to_le_bytes());
            out.extend_from_slice(value.as_bytes());
        }
    }

    fn size(values: &[&str]) -> usize {
        values.iter().map(|value| 4 + value.len()).sum()
    }
}

/// The values of a column in the order in which they come first, and the place of each row's there.
pub(super) struct Dictionary<T> {
    pub(super) values: Vec<T>,
    pub(super) places: Vec<u16>,
}

/// The most values that a dictionary has.
const MOST: usize = 1 << 16;

impl<T: Value> Dictionary<T> {
    /// The dictionary of values between two others, if they take less room with it than plainly.
    pub(super) fn of(values: &[T], least: T, largest: T) -> Option<Dictionary<T>> {
        let plain = T::size(values);
        let mut dictionary = Dictionary { values: Vec::new(), places: Vec::new() };
        // A place takes a byte as a rule, and the page of the dictionary has a header.
        if plain <= values.len() + HEADER {
            return None;
        }
        dictionary.places.reserve_exact(values.len());
        match largest.above(least).filter(|&span| span < MOST) {
            Some(span) => {
                // One more than the place; none has zero.
                let mut places = vec![0_u32; span + 1];
                for &value in values {
                    let place = &mut places[value.above(least)?];
                    if *place == 0 {
                        dictionary.values.push(value);
                        *place = dictionary.values.len() as u32;
                    }
                    dictionary.places.push((*place - 1) as u16);
                }
            }
            None => {
                let mut places = HashMap::new();
                for &value in values {
                    let next = dictionary.values.len();
                    let place = match places.entry(value) {
                        Entry::Occupied(place) => *place.get(),
                        Entry::Vacant(_) if next == MOST => return None,
                        Entry::Vacant(place) => {
                            dictionary.values.push(value);
                            *place.insert(next as u16)
                        }
                    };
                    dictionary.places.push(place);
                }
            }
        }
        let bits = values.len() * width(dictionary.values.len() - 1);
        (T::size(&dictionary.values) + bits / 8 + HEADER < plain).then_some(dictionary)
    }
}

/// The bits of a number, one at least.
pub(super) fn width(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()).max(1) as usize
}

/// About how many bytes the header of a page takes.
const HEADER: usize = 20;
