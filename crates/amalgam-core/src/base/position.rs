//! A position: a multiset of heaps, in the two notations of the papers.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::base::budget::allocated;
use crate::base::text::{Cursor, ParseError};

/// A multiset of non-empty heaps, kept sorted so that equal positions are equal values.
///
/// Locke & Handley write a position either as the list of its heaps, `[1,2,4]`, or as the number
/// of heaps of each height, `<1,1,0,1>`; both are read, as are bare numbers and powers, `[1,10^15]`.
/// Empty heaps are dropped.
///
/// ```
/// use amalgam::Position;
/// let position: Position = "[4,1,0,2]".parse()?;
/// assert_eq!(position.heaps(), [1, 2, 4]);
/// assert_eq!(position, "<1,1,0,1>".parse()?);
/// assert_eq!(position, "1 2 4".parse()?);
/// assert_eq!(position.to_string(), "[1,2,4]");
/// assert_eq!(position.by_height().as_deref(), Some("<1,1,0,1>"));
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    heaps: Heaps,
}

/// Few heaps are listed, many are counted by height: a million equal heaps are one entry. Which of the two it is
/// depends on the number of heaps alone, so that equal positions are equal values.
#[derive(Clone)]
enum Heaps {
    Listed(SmallVec<[u64; 6]>),
    Counted(Arc<Counted>),
}

struct Counted {
    /// The heights with how many heaps have each, ascending.
    runs: Vec<(u64, usize)>,
    /// All of them together.
    count: usize,
    /// The list, for those who ask for it.
    list: OnceLock<Vec<u64>>,
}

impl Position {
    /// The most heaps a text may describe; `<1000000000000>` would otherwise exhaust the memory.
    pub const MOST_HEAPS: usize = 1 << 20;

    /// The tallest heap for which [`by_height`](Position::by_height) writes the counts out.
    pub const TALLEST_BY_HEIGHT: u64 = 1000;

    /// Up to this many heaps, or else sizes, [`brief`](Position::brief) writes out.
    pub const MOST_BRIEF: usize = 30;

    /// Up to this many heaps are listed.
    const MOST_LISTED: usize = 64;

    /// The position with these heaps; zeros are dropped.
    pub fn new(heaps: impl IntoIterator<Item = u64>) -> Position {
        let mut heaps: SmallVec<[u64; 6]> = heaps.into_iter().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        Position::listed(heaps)
    }

    /// The position with this many heaps of each height; heights in any order, zeros are dropped.
    ///
    /// ```
    /// use amalgam::Position;
    /// let many = Position::of_counts([(1, 1_000_000), (4, 1)]);
    /// assert_eq!(many.runs().collect::<Vec<_>>(), [(1, 1_000_000), (4, 1)]);
    /// ```
    pub fn of_counts(counts: impl IntoIterator<Item = (u64, usize)>) -> Position {
        let mut runs: Vec<(u64, usize)> =
            counts.into_iter().filter(|&(height, count)| height > 0 && count > 0).collect();
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let same = next.0 == run.0;
            run.1 += if same { next.1 } else { 0 };
            same
        });
        let count = runs.iter().map(|&(_, count)| count).sum();
        let heaps = match count <= Self::MOST_LISTED {
            true => Heaps::Listed(expand(&runs).collect()),
            false => Heaps::Counted(Arc::new(Counted { runs, count, list: OnceLock::new() })),
        };
        Position { heaps }
    }

    /// The position with these heaps, which are in order.
    fn listed(heaps: SmallVec<[u64; 6]>) -> Position {
        match heaps.len() <= Self::MOST_LISTED {
            true => Position { heaps: Heaps::Listed(heaps) },
            false => {
                Position::of_counts(heaps.chunk_by(|x, y| x == y).map(|same| (same[0], same.len())))
            }
        }
    }

    /// The heaps, smallest first. Of many heaps the list is made and kept: [`runs`](Position::runs) is cheaper.
    pub fn heaps(&self) -> &[u64] {
        match &self.heaps {
            Heaps::Listed(heaps) => heaps,
            Heaps::Counted(counted) => counted.list.get_or_init(|| expand(&counted.runs).collect()),
        }
    }

    /// The different heights with how many heaps have each, smallest first.
    pub fn runs(&self) -> impl Iterator<Item = (u64, usize)> + '_ {
        let (listed, counted): (&[u64], &[(u64, usize)]) = match &self.heaps {
            Heaps::Listed(heaps) => (heaps, &[]),
            Heaps::Counted(counted) => (&[], &counted.runs),
        };
        let listed = listed.chunk_by(|x, y| x == y).map(|same| (same[0], same.len()));
        listed.chain(counted.iter().copied())
    }

    /// How many heaps there are.
    pub fn heap_count(&self) -> usize {
        match &self.heaps {
            Heaps::Listed(heaps) => heaps.len(),
            Heaps::Counted(counted) => counted.count,
        }
    }

    /// How many heaps have a height.
    pub fn count_of(&self, height: u64) -> usize {
        self.runs().find(|&(other, _)| other == height).map_or(0, |(_, count)| count)
    }

    /// Whether no heap is left.
    pub fn is_empty(&self) -> bool {
        self.heap_count() == 0
    }

    /// How many bytes the position takes.
    pub fn bytes(&self) -> usize {
        let elsewhere = match &self.heaps {
            Heaps::Listed(heaps) if heaps.spilled() => {
                allocated(heaps.capacity() * size_of::<u64>())
            }
            Heaps::Listed(_) => 0,
            Heaps::Counted(counted) => {
                let list = counted.list.get().map_or(0, Vec::len);
                // Three pieces of memory, the first with the two counts of an `Arc`.
                allocated(size_of::<Counted>() + 2 * size_of::<usize>())
                    + allocated(counted.runs.capacity() * size_of::<(u64, usize)>())
                    + allocated(list * size_of::<u64>())
            }
        };
        size_of::<Position>() + elsewhere
    }

    /// The number of coins.
    pub fn coins(&self) -> u128 {
        self.runs().map(|(height, count)| u128::from(height) * count as u128).sum()
    }

    /// The largest heap, 0 if there is none.
    pub fn largest(&self) -> u64 {
        match &self.heaps {
            Heaps::Listed(heaps) => heaps.last().copied(),
            Heaps::Counted(counted) => counted.runs.last().map(|&(height, _)| height),
        }
        .unwrap_or(0)
    }

    /// The different heap sizes with the index of their first heap, smallest first.
    pub fn distinct(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let mut next = 0;
        self.runs().map(move |(height, count)| {
            next += count;
            (next - count, height)
        })
    }

    /// The position with one more heap (none if `heap` is 0).
    pub fn with(&self, heap: u64) -> Position {
        self.replace(&[], &[heap])
    }

    /// The position without the heap at `index`.
    ///
    /// # Panics
    /// If there is no such heap.
    pub fn without(&self, index: usize) -> Position {
        self.replace(&[index], &[])
    }

    /// The position in which the heaps at the indices `gone` (ascending) are replaced by `new`.
    ///
    /// # Panics
    /// If there is no heap at such an index.
    pub fn replace(&self, gone: &[usize], new: &[u64]) -> Position {
        match &self.heaps {
            Heaps::Listed(heaps) => {
                let mut heaps = heaps.clone();
                for &index in gone.iter().rev() {
                    heaps.remove(index);
                }
                for &heap in new.iter().filter(|&&heap| heap > 0) {
                    let at = heaps.partition_point(|&other| other < heap);
                    heaps.insert(at, heap);
                }
                Position::listed(heaps)
            }
            Heaps::Counted(counted) => {
                let mut runs = counted.runs.clone();
                for &index in gone {
                    let mut end = 0;
                    let at = counted.runs.iter().position(|&(_, count)| {
                        end += count;
                        index < end
                    });
                    runs[at.expect("there is such a heap")].1 -= 1;
                }
                Position::of_counts(runs.into_iter().chain(new.iter().map(|&heap| (heap, 1))))
            }
        }
    }

    /// The position in which one heap of `from` coins is reduced to `to`, if there is such a heap.
    pub fn reduced(&self, from: u64, to: u64) -> Option<Position> {
        let (index, _) = self.distinct().find(|&(_, height)| height == from)?;
        (to < from).then(|| self.replace(&[index], &[to]))
    }

    /// Whether every height occurs an even number of times. Locke & Handley call this a *mirror
    /// position*.
    pub fn is_mirror(&self) -> bool {
        self.runs().all(|(_, count)| count % 2 == 0)
    }

    /// The notation by heights, `<b1,b2,…>`, unless a heap is too tall to write that out.
    pub fn by_height(&self) -> Option<String> {
        if self.largest() > Self::TALLEST_BY_HEIGHT {
            return None;
        }
        let mut counts = vec![0u64; self.largest() as usize];
        for (height, count) in self.runs() {
            counts[height as usize - 1] = count as u64;
        }
        Some(format!("<{}>", join(&counts)))
    }

    /// The position for a table or a sentence: its heaps while they are few, else how many there are
    /// of each size, and of many sizes the smallest and the largest.
    ///
    /// ```
    /// use amalgam::Position;
    /// assert_eq!("<2,0,1>".parse::<Position>()?.brief(), "[1,1,3]");
    /// assert_eq!("<40001,0,1>".parse::<Position>()?.brief(), "[1 × 40001, 3]");
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    pub fn brief(&self) -> String {
        if self.heap_count() <= Self::MOST_BRIEF {
            return self.to_string();
        }
        let same = |(height, count): (u64, usize)| match count {
            1 => height.to_string(),
            count => format!("{height} × {count}"),
        };
        let mut sizes: Vec<String> = self.runs().map(same).collect();
        if let Some(more) = sizes.len().checked_sub(Self::MOST_BRIEF).filter(|&more| more > 0) {
            let half = Self::MOST_BRIEF / 2;
            sizes.splice(half..half + more, [format!("… {more} more sizes …")]);
        }
        format!("[{}]", sizes.join(", "))
    }
}

fn expand(runs: &[(u64, usize)]) -> impl Iterator<Item = u64> + '_ {
    runs.iter().flat_map(|&(height, count)| std::iter::repeat_n(height, count))
}

impl Default for Position {
    fn default() -> Position {
        Position { heaps: Heaps::Listed(SmallVec::new()) }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        match (&self.heaps, &other.heaps) {
            (Heaps::Listed(x), Heaps::Listed(y)) => x == y,
            (Heaps::Counted(x), Heaps::Counted(y)) => x.runs == y.runs,
            _ => false,
        }
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.heaps {
            Heaps::Listed(heaps) => heaps.hash(state),
            Heaps::Counted(counted) => counted.runs.hash(state),
        }
    }
}

/// As lists of heaps, the smallest heap first.
impl Ord for Position {
    fn cmp(&self, other: &Position) -> Ordering {
        if let (Heaps::Listed(x), Heaps::Listed(y)) = (&self.heaps, &other.heaps) {
            return x.cmp(y);
        }
        let (mut these, mut those) = (self.runs(), other.runs());
        loop {
            match (these.next(), those.next()) {
                (Some(x), Some(y)) if x == y => {}
                // Where one run is shorter, its list goes on with a larger heap, or ends.
                (Some((x, n)), Some((y, m))) if x == y && n < m => {
                    return if these.next().is_some() { Ordering::Greater } else { Ordering::Less };
                }
                (Some((x, _)), Some((y, _))) if x == y => {
                    return if those.next().is_some() { Ordering::Less } else { Ordering::Greater };
                }
                (x, y) => return x.map(|x| x.0).cmp(&y.map(|y| y.0)),
            }
        }
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn join(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("[{}]", join(self.heaps())))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let mut cursor = Cursor::new(text);
        if cursor.at_end() {
            return Err(cursor
                .error(0..0, "there is no position here")
                .suggest("write the heaps, as in \"[3,4,8]\"; \"[]\" is the empty position"));
        }
        let position = read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected("end of the position"));
        }
        Ok(position)
    }
}

/// Reads a position in any notation and leaves the cursor behind it.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Position, ParseError> {
    if cursor.eat("[") {
        let heaps = read_list(cursor, "[", "]", heap_size)?;
        return Ok(Position::new(heaps));
    }
    if cursor.eat("(") {
        let heaps = read_list(cursor, "(", ")", heap_size)?;
        return Ok(Position::new(heaps));
    }
    if cursor.eat("<") {
        let start = cursor.at;
        let counts = read_list(cursor, "<", ">", |cursor| cursor.number("number of heaps"))?;
        let total = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        if total.is_none_or(|total| total > Position::MOST_HEAPS as u64) {
            return Err(cursor.error(
                start..cursor.at - 1,
                format!("more than {} heaps are too many", Position::MOST_HEAPS),
            ));
        }
        let of_height = |(i, &count): (usize, &u64)| (i as u64 + 1, count as usize);
        return Ok(Position::of_counts(counts.iter().enumerate().map(of_height)));
    }
    let mut heaps = vec![heap_size(cursor)?];
    loop {
        let comma = cursor.eat(",");
        cursor.skip_space();
        let more = cursor.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if !comma && !more {
            return Ok(Position::new(heaps));
        }
        heaps.push(heap_size(cursor)?);
    }
}

fn heap_size(cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    cursor.number_or_power("heap size")
}

/// A heap is a number, not a sum of numbers such as 10^18+4.
fn check_sum(cursor: &mut Cursor<'_>, start: usize, first: u64) -> Result<(), ParseError> {
    let adds = cursor.rest().starts_with('+');
    if !adds && !cursor.rest().starts_with('-') {
        return Ok(());
    }
    cursor.at += 1;
    let second = cursor.number_or_power("heap size")?;
    let sum = if adds { first.checked_add(second) } else { first.checked_sub(second) };
    let error = cursor.error(start..cursor.at, "a heap size is one number");
    Err(match sum {
        Some(sum) => error.suggest(format!("write {sum}")),
        None => error.suggest(format!("the largest is {}", u64::MAX)),
    })
}

/// Reads numbers up to `close`; `open` has been read.
fn read_list(
    cursor: &mut Cursor<'_>,
    open: &str,
    close: &str,
    mut number: impl FnMut(&mut Cursor<'_>) -> Result<u64, ParseError>,
) -> Result<Vec<u64>, ParseError> {
    let start = cursor.at - open.len();
    let mut numbers = Vec::new();
    if cursor.eat(close) {
        return Ok(numbers);
    }
    loop {
        if cursor.at_end() {
            return Err(cursor
                .error(start..start + open.len(), format!("this `{open}` is never closed"))
                .suggest(format!("end the list with `{close}`")));
        }
        cursor.skip_space();
        let start = cursor.at;
        let first = number(cursor)?;
        check_sum(cursor, start, first)?;
        numbers.push(first);
        if cursor.eat(close) {
            return Ok(numbers);
        }
        if !cursor.eat(",") && !cursor.at_end() {
            let digits = cursor.rest().starts_with(|c: char| c.is_ascii_digit());
            if !digits {
                return Err(cursor.unexpected(&format!("`,` or `{close}`")));
            }
        }
    }
}

/// Whether of these heaps, of which equal ones are neighbours, every height occurs an even number of
/// times.
pub fn is_mirror<T: PartialEq>(heaps: &[T]) -> bool {
    heaps.chunk_by(|x, y| x == y).all(|same| same.len() % 2 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_reads_the_same_position() {
        let expected = Position::new([1, 2, 4]);
        for text in [
            "[1,2,4]",
            "<1,1,0,1>",
            "1 2 4",
            "1,2,4",
            " [ 4 , 2,1, 0 ] ",
            "4, 2 1",
            "[1 2 4]",
            "(1,2,4)",
        ] {
            assert_eq!(text.parse::<Position>().unwrap(), expected, "{text}");
        }
        assert!("[]".parse::<Position>().unwrap().is_empty());
        assert!("<>".parse::<Position>().unwrap().is_empty());
        assert!("0".parse::<Position>().unwrap().is_empty());
        assert_eq!("18446744073709551615".parse::<Position>().unwrap().largest(), u64::MAX);
    }

    #[test]
    fn long_positions_are_shortened() {
        let brief = |text: &str| text.parse::<Position>().unwrap().brief();
        assert_eq!(brief("<30>"), format!("[{}]", ["1"; 30].join(",")));
        assert_eq!(brief("<31>"), "[1 × 31]");
        let low = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15";
        let high = "16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30";
        let sizes = Position::new((1..=30).chain([7]));
        assert_eq!(sizes.brief(), format!("[{}, {high}]", low.replace("7,", "7 × 2,")));
        let high = high.replace(", ", ", 10").replace("16,", "1016,");
        assert_eq!(
            Position::new(1..=1030).brief(),
            format!("[{low}, … 1000 more sizes …, {high}]")
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("", "there is no position here", 0..0),
            ("[3,4", "this `[` is never closed", 0..1),
            ("[3,4,", "this `[` is never closed", 0..1),
            ("<1,-2>", "a number of heaps cannot be negative", 3..5),
            ("[-3]", "a heap size cannot be negative", 1..3),
            ("-3 4", "a heap size cannot be negative", 0..2),
            ("3 -4", "a heap size cannot be negative", 2..4),
            ("[3,x]", "expected a heap size, found `x`", 3..4),
            ("three", "expected a heap size, found `three`", 0..5),
            ("[3;4]", "expected `,` or `]`, found `;`", 2..3),
            ("[3]]", "expected an end of the position, found `]`", 3..4),
            ("[18446744073709551616]", "this heap size does not fit in 64 bits", 1..21),
            ("<9999999999>", "more than 1048576 heaps are too many", 1..11),
            ("<18446744073709551615,1>", "more than 1048576 heaps are too many", 1..23),
            ("3,", "expected a heap size, found the end", 2..2),
            ("(3,4", "this `(` is never closed", 0..1),
            ("[7,10^18+4]", "a heap size is one number", 3..10),
        ];
        for (text, message, span) in cases {
            let error = text.parse::<Position>().unwrap_err();
            assert_eq!((error.to_string().as_str(), error.span()), (message, span), "{text}");
        }
    }

    /// Counted positions behave as lists do: made move by move across the bound, compared, and read back.
    #[test]
    fn many_heaps_are_counted() {
        let mut random = 7_u64;
        let mut below = |n: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) % n
        };
        let mut last: Option<(Position, Vec<u64>)> = None;
        for _ in 0..2000 {
            let size = 55 + below(20);
            let mut list: Vec<u64> = (0..size).map(|_| 1 + below(4)).collect();
            list.sort_unstable();
            let mut position = Position::new(list.iter().copied());
            for _ in 0..6 {
                let (i, new) = (below(list.len() as u64) as usize, below(6));
                position = position.replace(&[i], &[new]);
                list.remove(i);
                list.extend((new > 0).then_some(new));
                list.sort_unstable();
            }
            assert_eq!(position, Position::new(list.iter().copied()));
            assert_eq!(position.heaps(), list);
            assert_eq!(position.heap_count(), list.len());
            assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
            assert_eq!(position.by_height().unwrap().parse::<Position>().unwrap(), position);
            let first =
                |&(i, height): &(usize, u64)| list[i] == height && (i == 0 || list[i - 1] < height);
            assert!(position.distinct().all(|at| first(&at)));
            if let Some((other, heaps)) = last {
                assert_eq!(position.cmp(&other), list.cmp(&heaps));
            }
            last = Some((position, list));
        }
    }

    #[test]
    fn mirrors_have_even_counts() {
        assert!("[1,1,5,5,5,5]".parse::<Position>().unwrap().is_mirror());
        assert!(!"[1,1,5,5,5]".parse::<Position>().unwrap().is_mirror());
        assert!(Position::default().is_mirror());
    }
}
