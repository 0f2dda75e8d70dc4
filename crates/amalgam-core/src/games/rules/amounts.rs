//! A set of numbers of coins, as ranges.

use std::fmt;

/// The numbers of coins that may be taken: disjoint ranges within 1..=u64::MAX, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Amounts {
    ranges: Vec<(u64, u64)>,
}

impl Amounts {
    /// No number at all.
    pub fn none() -> Amounts {
        Amounts::default()
    }

    /// Any number from 1 on.
    pub fn any() -> Amounts {
        Amounts::new([(1, u64::MAX)])
    }

    /// All numbers in these inclusive ranges; 0 is left out, since taking nothing is no move.
    pub fn new(ranges: impl IntoIterator<Item = (u64, u64)>) -> Amounts {
        let mut ranges: Vec<(u64, u64)> = ranges
            .into_iter()
            .map(|(low, high)| (low.max(1), high))
            .filter(|(low, high)| low <= high)
            .collect();
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Amounts { ranges: joined }
    }

    /// Whether nothing may be taken.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether any number may be taken.
    pub fn is_any(&self) -> bool {
        self.ranges == [(1, u64::MAX)]
    }

    /// The inclusive ranges, disjoint and ascending.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// Whether `amount` may be taken.
    pub fn contains(&self, amount: u64) -> bool {
        self.ranges.iter().any(|&(low, high)| low <= amount && amount <= high)
    }

    /// The amounts that do not exceed `most`, ascending.
    pub fn up_to(&self, most: u64) -> impl Iterator<Item = u64> + '_ {
        self.ranges
            .iter()
            .take_while(move |range| range.0 <= most)
            .flat_map(move |&(low, high)| low..=high.min(most))
    }

    /// How many amounts do not exceed `most`.
    pub fn count_up_to(&self, most: u64) -> u64 {
        let within = self.ranges.iter().filter(|range| range.0 <= most);
        within.map(|&(low, high)| high.min(most) - low + 1).sum()
    }

    /// The amounts of both.
    pub fn union(&self, other: &Amounts) -> Amounts {
        Amounts::new(self.ranges.iter().chain(&other.ranges).copied())
    }
}

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() {
            return f.write_str("any");
        }
        let range = |&(low, high): &(u64, u64)| match high {
            u64::MAX if low < u64::MAX => format!("{low}.."),
            _ if low == high => low.to_string(),
            _ => format!("{low}..{high}"),
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        match ranges.as_slice() {
            [one] => f.write_str(one),
            many => write!(f, "{{{}}}", many.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_where_they_touch() {
        let amounts = Amounts::new([(4, 6), (1, 3), (9, 9), (0, 0), (8, 7)]);
        assert_eq!(amounts.ranges(), [(1, 6), (9, 9)]);
        assert_eq!(amounts.to_string(), "{1..6,9}");
        assert_eq!(amounts.up_to(5).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(amounts.count_up_to(100), 7);
        assert_eq!(Amounts::any().count_up_to(u64::MAX), u64::MAX);
        assert_eq!(Amounts::new([(2, u64::MAX)]).to_string(), "2..");
    }
}
