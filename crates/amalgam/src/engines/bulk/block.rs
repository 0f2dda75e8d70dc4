//! Some positions of a domain that follow each other.

/// Positions of a domain that follow each other, and where the first of them stands in it.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The entries of all positions, one after the other.
    entries: Vec<u64>,
    lanes: Vec<Lane>,
    first: u64,
}

#[derive(Clone, Copy, Debug)]
struct Lane {
    /// Where its entries end.
    end: u32,
    /// How many of them are not empty.
    heaps: u32,
    coins: u64,
}

impl Block {
    /// An empty block whose first position will be the one at this place of the domain.
    pub(super) fn start(&mut self, first: u64) {
        self.entries.clear();
        self.lanes.clear();
        self.first = first;
    }

    /// One more position, of so many heaps that are not empty and so many coins.
    #[inline]
    pub(super) fn push(&mut self, entries: &[u64], heaps: usize, coins: u64) {
        self.entries.extend_from_slice(entries);
        self.lanes.push(Lane { end: self.entries.len() as u32, heaps: heaps as u32, coins });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Where a position stands in the domain, from 0.
    #[inline]
    pub fn place(&self, lane: usize) -> u64 {
        self.first + lane as u64
    }

    /// The entries of a position, ascending, empty heaps included.
    #[inline]
    pub fn entries(&self, lane: usize) -> &[u64] {
        let start = lane.checked_sub(1).map_or(0, |before| self.lanes[before].end);
        &self.entries[start as usize..self.lanes[lane].end as usize]
    }

    /// The heaps of a position that are not empty, ascending.
    #[inline]
    pub fn heaps(&self, lane: usize) -> &[u64] {
        let Lane { end, heaps, .. } = self.lanes[lane];
        &self.entries[(end - heaps) as usize..end as usize]
    }

    /// Entry number `index` of a position, counted from 0; 0 past the last.
    #[inline]
    pub(crate) fn entry(&self, lane: usize, index: usize) -> i64 {
        self.entries(lane).get(index).map_or(0, |&heap| heap as i64)
    }

    /// The coins of a position.
    #[inline]
    pub(crate) fn coins(&self, lane: usize) -> i64 {
        self.lanes[lane].coins as i64
    }
}
