//! Rests of one heap, row after row against the union of the rows below.
//!
//! The row of [a] sees the rows of [0], …, [a−1] only together: what excludes a value is the union of
//! their offsets, and its period can be far shorter than theirs. Where the rows up to [2k] use just the
//! offsets −k..=k it is 1, and whatever they did before is forgotten (a *cover*, as in
//! [`three::covers`](crate::three::covers)). So the union is kept column by column over its
//! preperiod and one least period, each row is walked against it until its window comes back at a
//! multiple of that period, and is then added to it.
//!
//! **Balance.** The periods within a block can be too long, and it ends in a cover all the same. Let the
//! rows up to [2k] use just the offsets −k..=k from some column on, let n ≤ k, and let τ(v) be the number
//! of the next 2n rows in which v is used before column b. Call b *balanced* if τ(b + k + i) = n − i and
//! τ(b − k − i) = n + i − 1 for 1 ≤ i ≤ n, τ = n between these, 2n below and 0 above. If one column is
//! balanced, so is the next, and so are all later ones, and the rows up to [2k + 2n] use just the offsets
//! −(k+n)..=k+n there. *Proof.* b − k − i is free in n − i + 1 of the rows, and at most n − i of them
//! take a lower value, since only n − i lower ones are free in any row; so one is left that takes it,
//! unless an earlier row has. So all n offsets below are used. b + k + i is free in n + i rows, of which
//! at most n + i − 1 take a lower value; so it is used as well, and these are 2n offsets for 2n rows. One
//! column later every τ is what it should be. (The offset that merging forbids must be none of these;
//! for Amalgamation Nim it is the heap itself, at least 2k + 1 > k + n.) ∎ This is the Balanced Lemma of
//! [`three::covers`](crate::three::covers) for windows of both sides, and so it serves both
//! completions and Grundy values.

use super::closure::{Closure, Input};
use super::periodic;
use super::setting::{RowError, Setting};
use super::walk::excluded;
use crate::row::{Mask, Proof, Proved};
use amalgam_core::Position;
use amalgam_core::base::budget::{Budget, Progress, Step, Task, reserve};

/// A set of offsets: bit `CENTRE + i` for offset i.
type Word = [u64; 4];
const CENTRE: i64 = 128;

/// How far from its column a value may be, so that windows fit their words.
pub(crate) const REACH: u64 = 126;

/// The longest union of rows that is written out, in columns; rows that would make it longer are added
/// when it is looked at.
const LONGEST: u64 = 1 << 22;

/// A row is given up after this many columns.
const LONGEST_ROW: u64 = 1 << 26;

/// The column at which a block whose periods are too long is looked at for balance.
const HORIZON: u64 = 1 << 19;

/// The row of one heap: its offsets up to the end of one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// Preperiod and period of what the rows below use together, where these are the least.
    mask: Option<(u64, u64)>,
    offsets: Vec<i16>,
}

impl Single {
    /// The value at a column less the column.
    pub fn offset(&self, column: u64) -> i64 {
        let column = periodic::fold(column, self.preperiod, self.period);
        self.offsets[column as usize].into()
    }

    /// What is proved of the row.
    pub(crate) fn proved(&self) -> Proved {
        let once = &self.offsets[self.preperiod as usize..];
        let wide = |offset: &i16| i64::from(*offset);
        let mask = self.mask.map(|(preperiod, period)| Mask { preperiod, period, evidence: None });
        Proved {
            preperiod: self.preperiod,
            period: self.period,
            fixed: Some(once.iter().filter(|&&offset| offset == 0).count() as u64),
            offsets: once.iter().min().map(wide).zip(once.iter().max().map(wide)),
            mask,
            proof: Proof::Walked,
        }
    }
}

/// The rows of the heaps 0..=`to`; `None` where one is not found within the limits.
pub(crate) fn find(
    setting: &Setting,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Option<Single>>, RowError> {
    find_within(u64::MAX, setting, to, limits, progress)
}

/// The rows of the heaps 0..=`to` if all of them are found within this many columns; else the first ones.
pub(crate) fn find_within(
    columns: u64,
    setting: &Setting,
    to: u64,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Option<Single>>, RowError> {
    let fits = |&heap: &u64| setting.reach(&Position::new([heap])) <= u128::from(REACH);
    let to = (0..=to.min(REACH)).rev().find(fits).unwrap_or(0);
    // A closure of the heaps alone; a merge needs two.
    let closure = Closure::singles(setting, to, limits)?;
    let regular = setting.regular_from(to, REACH);
    let mut chain = Chain { setting, closure, regular, limits, rows: Vec::new() };
    let mut left = columns;
    let nothing = Union { words: vec![[0; 4]; 1], start: 0, period: 1, more: Vec::new() };
    let (mut union, mut cover) = (Some(nothing), None);
    while chain.rows.len() as u64 <= to {
        let heap = chain.rows.len() as u64;
        limits.watch(progress, Step::of(Task::Row(heap), heap, to))?;
        let row = match &union {
            Some(below) => chain.walk(below, heap, &mut left)?,
            None => None,
        };
        union = match (union, &row) {
            (Some(below), Some(row)) => below.with(row)?,
            _ => None,
        };
        chain.rows.push(row);
        if columns < u64::MAX && union.is_none() {
            break;
        }
        if let Some(union) = &union
            && union.is_cover(heap)
        {
            cover = Some((heap / 2, union.clone()));
        }
        // A block with a period that is too long: perhaps it ends in a cover all the same.
        if union.is_none()
            && heap < to
            && let Some((half, below)) = &cover
        {
            let Some((next, found)) = chain.next_cover(*half, below, to)? else { break };
            chain.rows.resize(2 * next as usize + 1, None);
            union = Some(found.clone());
            cover = Some((next, found));
        }
    }
    Ok(chain.rows)
}

/// Rows on their way.
struct Chain<'a> {
    setting: &'a Setting,
    closure: Closure,
    regular: u64,
    limits: &'a Budget,
    rows: Vec<Option<Single>>,
}

/// What the rows so far use at each column.
#[derive(Clone)]
struct Union {
    words: Vec<Word>,
    start: u64,
    period: u64,
    /// Rows that are not in the words.
    more: Vec<Single>,
}

impl Union {
    /// Whether the rows up to this heap use just the offsets −k..=k in the end, k being half of it.
    fn is_cover(&self, heap: u64) -> bool {
        let half = heap as i64 / 2;
        heap.is_multiple_of(2)
            && self.period == 1
            && self.more.is_empty()
            && self.words.last() == Some(&within(half))
    }

    fn at(&self, column: u64) -> Word {
        let mut word = self.words[periodic::fold(column, self.start, self.period) as usize];
        self.more.iter().for_each(|row| set(&mut word, row.offset(column)));
        word
    }

    /// From which column on the union repeats, and after how many columns.
    fn cycle(&self) -> Option<(u64, u64)> {
        self.more.iter().try_fold((self.start, self.period), |(start, period), row| {
            Some((start.max(row.preperiod), periodic::lcm(period, row.period)?))
        })
    }

    /// The union with one more row; `None` if it would be too long.
    fn with(mut self, row: &Single) -> Result<Option<Union>, RowError> {
        self.more.push(row.clone());
        let Some((start, period)) = self.cycle().filter(|cycle| cycle.1 <= LONGEST_ROW) else {
            return Ok(None);
        };
        if start + period > LONGEST {
            return Ok(Some(self));
        }
        let mut words: Vec<Word> = Vec::new();
        reserve(&mut words, (start + period) as usize)?;
        words.extend((0..start + period).map(|column| self.at(column)));
        let period = periodic::least_period(&words[start as usize..]);
        let start = periodic::least_start(&words, start, period);
        words.truncate((start + period) as usize);
        Ok(Some(Union { words, start, period, more: Vec::new() }))
    }
}

impl Chain<'_> {
    /// The row of one heap against the union of the rows below; `None` if it does not come back.
    /// The columns walked are taken from `left`.
    fn walk(&self, union: &Union, heap: u64, left: &mut u64) -> Result<Option<Single>, RowError> {
        let Some((start, round)) = union.cycle() else { return Ok(None) };
        let anchor = start.max(self.regular);
        let most = LONGEST_ROW.min(self.limits.max_columns).min(self.limits.memory / 8).min(*left);
        let mut machine = Machine::new(self, heap);
        let (mut kept, mut kept_at, mut rounds) = (None, anchor, 0u64);
        for column in 0.. {
            if column >= anchor && (column - anchor).is_multiple_of(round) {
                if kept == Some(machine.window) {
                    break;
                }
                if rounds.is_power_of_two() || rounds == 0 {
                    (kept, kept_at) = (Some(machine.window), column);
                }
                rounds += 1;
            }
            if column > most {
                return Ok(None);
            }
            machine.step(column, &union.at(column))?;
        }
        let mut offsets = machine.offsets;
        *left = left.saturating_sub(offsets.len() as u64);
        let period = periodic::least_period(&offsets[kept_at as usize..]);
        let preperiod = periodic::least_start(&offsets, kept_at, period);
        offsets.truncate((preperiod + period) as usize);
        let mask = union.more.is_empty().then_some((union.start, union.period));
        Ok(Some(Single { preperiod, period, mask, offsets }))
    }

    /// The next cover after the cover row 2·`half`, seen at one balanced column: its half, and the
    /// union of all rows up to it.
    fn next_cover(
        &self,
        half: u64,
        below: &Union,
        to: u64,
    ) -> Result<Option<(u64, Union)>, RowError> {
        // Balance tells the future only where the rows below cover and every column is regular.
        if below.start.max(self.regular) > HORIZON {
            return Ok(None);
        }
        let mut union: Vec<Word> = (0..HORIZON).map(|column| below.at(column)).collect();
        let mut windows: Vec<Word> = Vec::new();
        let mut forbidden: Vec<i64> = Vec::new();
        let row_0 = self.rows[0].as_ref().map_or(0, |row| row.offset(HORIZON));
        for heap in 2 * half + 1..=to {
            self.limits.check(heap)?;
            let mut machine = Machine::new(self, heap);
            forbidden.extend(machine.merges.iter().map(|merge| (merge.shift + row_0).abs()));
            for (column, word) in (0..).zip(&mut union) {
                let offset = machine.step(column, &word.clone())?;
                set(word, offset);
            }
            windows.push(machine.window);
            let next = heap / 2;
            let used = half as i64 + 1..=next as i64;
            let apart =
                next - half <= half && !forbidden.iter().any(|offset| used.contains(offset));
            if heap % 2 == 0 && apart && is_balanced(&windows, half as i64) {
                let full = within(next as i64);
                let from = union.iter().rposition(|word| *word != full).map_or(0, |last| last + 1);
                union.truncate(from + 1);
                return Ok(Some((
                    next,
                    Union { words: union, start: from as u64, period: 1, more: Vec::new() },
                )));
            }
        }
        Ok(None)
    }
}

/// Whether the windows of 2n rows after the cover row 2k are balanced.
fn is_balanced(windows: &[Word], half: i64) -> bool {
    let rows = windows.len() as i64;
    let n = rows / 2;
    (-CENTRE..CENTRE).all(|offset| {
        let used = windows.iter().filter(|window| has(window, offset)).count() as i64;
        let beyond = offset.abs() - half;
        let ideal = match () {
            () if beyond <= 0 => n,
            () if offset > 0 => (n - beyond).max(0),
            () => (n + beyond - 1).min(rows),
        };
        used == ideal
    })
}

/// One row, column by column.
struct Machine<'a> {
    chain: &'a Chain<'a>,
    row: usize,
    /// What the row sees besides the rows below: its own heap merged with the column.
    merges: Vec<Input>,
    window: Word,
    offsets: Vec<i16>,
}

impl<'a> Machine<'a> {
    fn new(chain: &'a Chain<'a>, heap: u64) -> Machine<'a> {
        let row = chain.closure.number(&Position::new([heap])).expect("the closure has all heaps");
        let inputs = chain.closure.inputs[row].iter();
        let merges = inputs.filter(|input| input.shift != 0 || input.ahead != 0).copied().collect();
        Machine { chain, row, merges, window: [u64::MAX, u64::MAX, 0, 0], offsets: Vec::new() }
    }

    /// The offset at a column, where the rows below use `union`.
    fn step(&mut self, column: u64, union: &Word) -> Result<i64, RowError> {
        if column.is_multiple_of(65536) {
            self.chain.limits.check(column)?;
            reserve(&mut self.offsets, 65536)?;
        }
        let of = (self.chain.setting, &self.chain.closure);
        let row_0 = |column: i64| match &self.chain.rows[..] {
            [Some(row), ..] => row.offset(column as u64),
            _ => 0,
        };
        let mut taken: Word = self.window;
        for (word, union) in taken.iter_mut().zip(union) {
            *word |= union;
        }
        if column < self.chain.regular {
            let first = self.offsets.first().copied().unwrap_or(0).into();
            // Of the rows below all but the row of nothing are in the union.
            let value = |other: usize, at: i64| match other {
                0 => at + row_0(at),
                _ => column as i64 - 2 * CENTRE,
            };
            excluded(of, (self.row, column as i64), first, value, &mut |value| {
                set(&mut taken, value - column as i64);
            });
        } else {
            for input in &self.merges {
                set(&mut taken, input.shift + row_0(column as i64 + input.ahead));
            }
        }
        let offset = lowest_zero(&taken);
        set(&mut self.window, offset);
        shift(&mut self.window);
        self.offsets.push(offset as i16);
        Ok(offset)
    }
}

/// The offsets −k..=k.
fn within(half: i64) -> Word {
    let mut word = [0; 4];
    (-half..=half).for_each(|offset| set(&mut word, offset));
    word
}

fn has(word: &Word, offset: i64) -> bool {
    let bit = (CENTRE + offset) as usize;
    word[bit / 64] >> (bit % 64) & 1 == 1
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

#[cfg(test)]
mod tests {
    use super::super::setting::Values;
    use super::*;
    use amalgam_core::Play;

    /// Rows up to 14 that cover from a column on, as if they did so before as well.
    fn covering(start: u64) -> Union {
        let words = vec![within(7); start as usize + 1];
        Union { words, start, period: 1, more: Vec::new() }
    }

    fn next_cover(rules: &str, start: u64) -> Option<(u64, u64)> {
        let rules = rules.parse().unwrap();
        let setting = Setting::new(&rules, Play::Normal, Values::Completions).unwrap();
        let (to, limits) = (20, Budget::default());
        let closure = Closure::singles(&setting, to, &Budget::default()).unwrap();
        let regular = setting.regular_from(to, REACH);
        let rows = vec![Some(Single { preperiod: 0, period: 1, mask: None, offsets: vec![0] })];
        let chain = Chain { setting: &setting, closure, regular, limits: &limits, rows };
        let found = chain.next_cover(7, &covering(start), to).unwrap();
        found.map(|(next, union)| (next, union.start))
    }

    /// The column that is looked at must be one of which the lemma speaks.
    #[test]
    fn balance_says_nothing_before_the_cover_below_it() {
        let merge = "take any, merge";
        assert_eq!(next_cover(merge, 300).map(|(next, _)| next), Some(8));
        assert_eq!(next_cover(merge, HORIZON).map(|(next, _)| next), Some(8));
        assert_eq!(next_cover(merge, HORIZON + 1), None);
        // Nor where the rules have not settled yet.
        let late = format!("take any, merge if max >= {}", HORIZON - 1);
        assert_eq!(next_cover(&late, 300), None);
    }
}
