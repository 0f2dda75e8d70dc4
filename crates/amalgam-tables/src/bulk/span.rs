//! Some positions of a domain that follow each other.

/// Positions of a domain that follow each other, and where the first of them stands in it.
#[derive(Clone, Debug, Default)]
pub struct Span {
    /// The entries of all positions, one after the other.
    entries: Vec<u64>,
    lanes: Vec<Lane>,
    /// How many entries each position has, if all have equally many.
    width: Option<usize>,
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

impl Span {
    /// An empty span whose first position will be the one at this place of the domain.
    pub(super) fn start(&mut self, first: u64) {
        self.entries.clear();
        self.lanes.clear();
        self.first = first;
    }

    /// One more position, of this many heaps that are not empty and this many coins.
    #[inline]
    pub(super) fn push(&mut self, entries: &[u64], heaps: usize, coins: u64) {
        self.width = match self.is_empty() {
            true => Some(entries.len()),
            false => self.width.filter(|&width| width == entries.len()),
        };
        self.entries.extend_from_slice(entries);
        self.lanes.push(Lane { end: self.entries.len() as u32, heaps: heaps as u32, coins });
    }

    /// This many more after this one, each with one coin moved from the last heap to the one before it.
    #[inline]
    pub(super) fn push_moving(&mut self, entries: &[u64], heaps: usize, coins: u64, steps: u64) {
        let [before @ .., y, z] = entries else { return };
        for step in 1..=steps {
            match before {
                // Copying a list is a call, and one entry is soon written.
                [x] => self.entries.extend([*x, y + step, z - step]),
                _ => {
                    self.entries.extend_from_slice(before);
                    self.entries.extend([y + step, z - step]);
                }
            }
            self.lanes.push(Lane { end: self.entries.len() as u32, heaps: heaps as u32, coins });
        }
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
    pub fn entry(&self, lane: usize, index: usize) -> i64 {
        self.entries(lane).get(index).map_or(0, |&heap| heap as i64)
    }

    /// Entry number `index` of every position, into as many places.
    pub fn column(&self, index: usize, column: &mut [i64]) {
        match self.width {
            Some(width) if index < width => {
                let rows = self.entries.chunks_exact(width);
                column.iter_mut().zip(rows).for_each(|(place, row)| *place = row[index] as i64);
            }
            _ => {
                let lanes = 0..self.len();
                column
                    .iter_mut()
                    .zip(lanes)
                    .for_each(|(place, lane)| *place = self.entry(lane, index));
            }
        }
    }

    /// The coins of a position.
    #[inline]
    pub fn coins(&self, lane: usize) -> i64 {
        self.lanes[lane].coins as i64
    }
}
