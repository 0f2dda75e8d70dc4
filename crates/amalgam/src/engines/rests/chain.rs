//! Rests of one heap, row after row against the union of the rows below.
//!
//! The row of [a] sees the rows of [0], …, [a−1] only together: what excludes a value is the union of
//! their offsets, and its period can be far shorter than theirs. Where the rows up to [2k] use just the
//! offsets −k..=k it is 1, and whatever they did before is forgotten (a *cover*, as in
//! [`three::covers`](crate::engines::three::covers)). So the union is kept column by column over its
//! preperiod and one least period, each row is walked against it until its window comes back at a
//! multiple of that period, and is then added to it.

use super::closure::Closure;
use super::setting::{RestError, Setting};
use super::walk::excluded;
use super::{Obstacle, periodic};
use crate::Position;
use crate::base::budget::{Budget, Progress, Step, Task, reserve};

/// A set of offsets: bit `CENTRE + i` for offset i.
type Word = [u64; 4];
const CENTRE: i64 = 128;

/// How far from its column a value may be, so that windows fit their words.
const REACH: u64 = 126;

/// The longest union of rows that is kept, in columns.
const LONGEST: u64 = 1 << 22;

/// The row of one heap: its offsets up to the end of one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    offsets: Vec<i16>,
}

impl Single {
    /// The value at a column less the column.
    pub fn offset(&self, column: u64) -> i64 {
        let column = periodic::fold(column, self.preperiod, self.period);
        self.offsets[column as usize].into()
    }

    /// The offsets before the end of one period.
    pub fn offsets(&self) -> &[i16] {
        &self.offsets
    }
}

/// The rows of the heaps 0..=`to`, as far as they are found within the limits; what stopped the
/// search where it was stopped.
pub(super) fn find(
    setting: &Setting,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<(Vec<Single>, Option<Obstacle>), RestError> {
    let fits = |&heap: &u64| setting.reach(&Position::new([heap])) <= u128::from(REACH);
    let to = (0..=to.min(REACH)).rev().find(fits).unwrap_or(0);
    // A closure of the heaps alone; a merge needs two.
    let closure = Closure::singles(setting, to);
    let regular = setting.regular_from(to, REACH);
    let mut rows: Vec<Single> = Vec::new();
    let mut union = Union { words: vec![[0; 4]; 1], start: 0, period: 1 };
    for heap in 0..=to {
        limits.watch(progress, Step::of(Task::Row(heap), heap, to))?;
        let found = walk(setting, &closure, &rows, &union, (heap, regular), limits)?;
        let Some(row) = found else { return Ok((rows, Some(Obstacle::Columns))) };
        match union.with(&row)? {
            Some(next) => union = next,
            None if heap < to => {
                rows.push(row);
                return Ok((rows, Some(Obstacle::Memory)));
            }
            None => {}
        }
        rows.push(row);
    }
    Ok((rows, None))
}

/// What the rows so far use at each column.
struct Union {
    words: Vec<Word>,
    start: u64,
    period: u64,
}

impl Union {
    fn at(&self, column: u64) -> &Word {
        &self.words[periodic::fold(column, self.start, self.period) as usize]
    }

    /// The union with one more row; `None` if it would be too long.
    fn with(&self, row: &Single) -> Result<Option<Union>, RestError> {
        let start = self.start.max(row.preperiod);
        let end = periodic::lcm(self.period, row.period).map(|period| start + period);
        let Some(end) = end.filter(|&end| end <= LONGEST) else { return Ok(None) };
        let mut words: Vec<Word> = Vec::new();
        reserve(&mut words, end as usize)?;
        for column in 0..end {
            let mut word = *self.at(column);
            set(&mut word, row.offset(column));
            words.push(word);
        }
        let period = periodic::least_period(&words[start as usize..]);
        let start = periodic::least_start(&words, start, period);
        words.truncate((start + period) as usize);
        Ok(Some(Union { words, start, period }))
    }
}

/// The row of one heap against the union of the rows below; `None` if it does not come back.
fn walk(
    setting: &Setting,
    closure: &Closure,
    rows: &[Single],
    union: &Union,
    (heap, regular): (u64, u64),
    limits: &Budget,
) -> Result<Option<Single>, RestError> {
    let row = closure.number(&Position::new([heap])).expect("the closure has all heaps");
    // What the row sees besides the union: its own heap merged with the others.
    let merges: Vec<_> =
        closure.inputs[row].iter().filter(|i| i.shift != 0 || i.ahead != 0).collect();
    let anchor = union.start.max(regular);
    let most = LONGEST.min(limits.max_columns);
    let mut window: Word = [u64::MAX, u64::MAX, 0, 0];
    let mut offsets: Vec<i16> = Vec::new();
    let (mut kept, mut kept_at, mut rounds) = (None, anchor, 0u64);
    for column in 0.. {
        if column >= anchor && (column - anchor).is_multiple_of(union.period) {
            if kept == Some(window) {
                break;
            }
            if rounds.is_power_of_two() || rounds == 0 {
                (kept, kept_at) = (Some(window), column);
            }
            rounds += 1;
        }
        if column > most {
            return Ok(None);
        }
        if column % 65536 == 0 {
            limits.check(column)?;
            reserve(&mut offsets, 65536)?;
        }
        let mut taken: Word = window;
        let mut add = |offset: i64| set(&mut taken, offset);
        if column < regular {
            let first = offsets.first().copied().unwrap_or(0).into();
            let value = |other: usize, column: i64| column + rows[other].offset(column as u64);
            excluded((setting, closure), (row, column as i64), first, value, &mut |value| {
                add(value - column as i64);
            });
        } else {
            for input in &merges {
                let at = (column as i64 + input.ahead) as u64;
                add(input.shift + rows[input.row].offset(at));
            }
            for (word, union) in taken.iter_mut().zip(union.at(column)) {
                *word |= union;
            }
        }
        let offset = lowest_zero(&taken);
        set(&mut window, offset);
        shift(&mut window);
        offsets.push(offset as i16);
    }
    let start = kept_at as usize;
    let period = periodic::least_period(&offsets[start..]);
    let preperiod = periodic::least_start(&offsets, kept_at, period);
    offsets.truncate((preperiod + period) as usize);
    Ok(Some(Single { preperiod, period, offsets }))
}

fn set(word: &mut Word, offset: i64) {
    if let Ok(bit) = usize::try_from(CENTRE + offset)
        && let Some(word) = word.get_mut(bit / 64)
    {
        *word |= 1 << (bit % 64);
    }
}

fn lowest_zero(word: &Word) -> i64 {
    let full = word.iter().position(|&word| word != u64::MAX).expect("a value is within reach");
    64 * full as i64 + i64::from(word[full].trailing_ones()) - CENTRE
}

fn shift(word: &mut Word) {
    for i in 0..4 {
        let above = if i < 3 { word[i + 1] << 63 } else { 0 };
        word[i] = word[i] >> 1 | above;
    }
}
