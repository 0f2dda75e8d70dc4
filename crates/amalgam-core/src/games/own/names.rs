//! Positions, numbered as they are met, in a few bytes each.
//!
//! A list of five small heaps takes seven bytes here and more than a hundred as a [`Datum`], which
//! decides how large a game fits into memory. The bytes of all positions stand one after another,
//! and a table of numbers finds a position by the hash of its bytes.

use std::collections::BTreeMap;
use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::Datum;

/// Numbers for positions, from 0.
#[derive(Clone, Debug)]
pub(super) struct Names {
    bytes: Vec<u8>,
    /// Where the bytes of each position end.
    ends: Vec<usize>,
    /// Numbers by hash, each in the first free slot after its own; at most half are taken.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Default for Names {
    fn default() -> Names {
        Names::new()
    }
}

impl Names {
    /// The most positions that have numbers.
    pub(super) const MOST: u64 = (u32::MAX - 1) as u64;

    pub(super) fn new() -> Names {
        Names { bytes: Vec::new(), ends: Vec::new(), slots: vec![FREE; 64] }
    }

    /// How many positions have numbers.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// About how many bytes of memory this takes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends) + size_of_val(&*self.slots)
    }

    /// Whether a new position makes the table of numbers grow.
    pub(super) fn is_full(&self) -> bool {
        2 * (self.ends.len() + 1) > self.slots.len()
    }

    /// How many bytes growing takes beside what there is.
    pub(super) fn growth(&self) -> usize {
        2 * size_of_val(&*self.slots)
    }

    /// The number of a position, a new one if it has none yet.
    pub(super) fn number(&mut self, datum: &Datum) -> u32 {
        let start = self.bytes.len();
        write(datum, &mut self.bytes);
        let slot = self.slot(&self.bytes[start..]);
        if self.slots[slot] != FREE {
            self.bytes.truncate(start);
            return self.slots[slot];
        }
        let number = self.ends.len() as u32;
        self.slots[slot] = number;
        self.ends.push(self.bytes.len());
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    /// The number of a position, if it has one.
    pub(super) fn find(&self, datum: &Datum) -> Option<u32> {
        let mut bytes = Vec::new();
        write(datum, &mut bytes);
        Some(self.slots[self.slot(&bytes)]).filter(|&number| number != FREE)
    }

    /// The position with this number.
    pub(super) fn datum(&self, number: u32) -> Datum {
        read(&mut self.bytes_of(number))
    }

    fn bytes_of(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    /// The slot with these bytes, or the free one where they belong.
    fn slot(&self, bytes: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(bytes) as usize & mask;
        while self.slots[slot] != FREE && self.bytes_of(self.slots[slot]) != bytes {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        let mask = self.slots.len() - 1;
        for number in 0..self.ends.len() as u32 {
            // All are different, so the first free slot is the right one.
            let mut slot = hash(self.bytes_of(number)) as usize & mask;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number;
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// First bytes: a number below `LONG` itself, a longer one's bytes, a list, a map.
const LONG: u8 = 0xf0;
const LIST: u8 = 0xf8;
const MAP: u8 = 0xf9;

/// Writes a datum so that no two are written alike and none is the beginning of another.
fn write(datum: &Datum, bytes: &mut Vec<u8>) {
    match datum {
        Datum::Integer(number) => write_number(*number as u64, bytes),
        Datum::List(items) => {
            bytes.push(LIST);
            write_number(items.len() as u64, bytes);
            items.iter().for_each(|item| write(item, bytes));
        }
        Datum::Map(entries) => {
            bytes.push(MAP);
            write_number(entries.len() as u64, bytes);
            for (key, item) in entries {
                write_number(key.len() as u64, bytes);
                bytes.extend_from_slice(key.as_bytes());
                write(item, bytes);
            }
        }
    }
}

/// Writes a number in as few bytes as it needs.
fn write_number(number: u64, bytes: &mut Vec<u8>) {
    if number < u64::from(LONG) {
        bytes.push(number as u8);
    } else {
        let length = 8 - number.leading_zeros() as usize / 8;
        bytes.push(LONG + length as u8 - 1);
        bytes.extend_from_slice(&number.to_le_bytes()[..length]);
    }
}

/// Reads what [`write`] wrote and moves past it.
fn read(bytes: &mut &[u8]) -> Datum {
    match bytes[0] {
        LIST => {
            *bytes = &bytes[1..];
            let length = read_number(bytes);
            Datum::List((0..length).map(|_| read(bytes)).collect())
        }
        MAP => {
            *bytes = &bytes[1..];
            let length = read_number(bytes);
            let mut entries = BTreeMap::new();
            for _ in 0..length {
                let length = read_number(bytes) as usize;
                let (key, rest) = bytes.split_at(length);
                *bytes = rest;
                let key = String::from_utf8_lossy(key).into_owned();
                entries.insert(key, read(bytes));
            }
            Datum::Map(entries)
        }
        _ => Datum::Integer(read_number(bytes) as i64),
    }
}

fn read_number(bytes: &mut &[u8]) -> u64 {
    let (first, rest) = (bytes[0], &bytes[1..]);
    if first < LONG {
        *bytes = rest;
        return u64::from(first);
    }
    let (digits, rest) = rest.split_at(usize::from(first - LONG) + 1);
    *bytes = rest;
    digits.iter().rev().fold(0, |number, &digit| number << 8 | u64::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_datum() -> impl Strategy<Value = Datum> {
        let number = prop_oneof![any::<i64>(), -300i64..300];
        number.prop_map(Datum::Integer).prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Datum::List),
                prop::collection::btree_map(any::<String>(), inner, 0..4).prop_map(Datum::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn bytes_and_text_give_the_datum_back(datum in any_datum()) {
            let mut bytes = Vec::new();
            write(&datum, &mut bytes);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(&read(&mut rest), &datum);
            prop_assert!(rest.is_empty());
            prop_assert_eq!(datum.to_string().parse::<Datum>(), Ok(datum));
        }

        #[test]
        fn numbers_are_those_of_a_map(data in prop::collection::vec(any_datum(), 0..200)) {
            let mut names = Names::new();
            let mut expected = std::collections::HashMap::new();
            for datum in data.iter().chain(&data) {
                let next = expected.len() as u32;
                let number = *expected.entry(datum.clone()).or_insert(next);
                prop_assert_eq!(names.number(datum), number);
            }
            prop_assert_eq!(names.len(), expected.len());
            for (datum, &number) in &expected {
                prop_assert_eq!(names.find(datum), Some(number));
                prop_assert_eq!(&names.datum(number), datum);
            }
            prop_assert_eq!(names.find(&"#{not: #{there: 0}}".parse().unwrap()), None);
        }
    }
}
