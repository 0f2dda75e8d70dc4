//! Many positions at once: each instruction for a whole span of them.
//!
//! A register is a column, with an entry for each position of the span, a *lane*. Deciding which
//! instruction comes next then costs once for all, and the loops over lanes are short and plain. Where
//! lanes part at a jump, those behind go on and those ahead wait for them: always the lanes at the
//! earliest instruction run next, so that they meet again.
//!
//! A span in which some part has no value is left to [`machine`](super::machine), which takes the
//! positions one at a time, in order, and says what is wrong with the first. So this needs to know only
//! that something is.

use smallvec::SmallVec;

use super::machine::{Op, Register, count_of, divide, mex, remainder, shift_up};
use amalgam_tables::bulk::{Facts, Span};

/// The most positions of a span.
pub(super) const LANES: usize = 128;

type Column = [i64; LANES];

/// The columns of one running formula.
pub(super) struct Batch {
    columns: Vec<Column>,
    lanes: Lanes,
    /// Lanes that wait at an instruction, the nearest last.
    waiting: Vec<(u32, Vec<u8>)>,
}

/// The lanes that are running.
enum Lanes {
    All,
    /// These, and the same as a column: −1 where a lane runs, 0 elsewhere.
    Some(Vec<u8>, Box<Column>),
}

impl Lanes {
    fn some(lanes: Vec<u8>) -> Lanes {
        let mut runs = Box::new([0; LANES]);
        lanes.iter().for_each(|&lane| runs[usize::from(lane)] = -1);
        Lanes::Some(lanes, runs)
    }
}

/// More lanes than this are not picked out one by one.
const FEW: usize = LANES / 4;

/// Some part of the formula has no value in some lane.
struct Fails;

impl Batch {
    pub(super) fn new(registers: &[i64]) -> Batch {
        let columns = registers.iter().map(|&value| [value; LANES]).collect();
        Batch { columns, lanes: Lanes::All, waiting: Vec::new() }
    }

    /// The first position of the span at which the formula does not hold, or perhaps has no value:
    /// then, and only then, the positions must be looked at one by one. `None` where it holds at all.
    pub(super) fn first_failure<F: Facts + ?Sized>(
        &mut self,
        ops: &[Op],
        span: &Span,
        facts: &F,
    ) -> Option<usize> {
        self.lanes = Lanes::All;
        self.waiting.clear();
        self.run(ops, span, facts).unwrap_or(Some(0))
    }

    fn run<F: Facts + ?Sized>(
        &mut self,
        ops: &[Op],
        span: &Span,
        facts: &F,
    ) -> Result<Option<usize>, Fails> {
        let mut next = 0;
        loop {
            next = self.meet(next, span.len());
            let here = next;
            next += 1;
            match ops[here] {
                Op::Add { to, a, b } => self.checked(to, a, b, |x, y| {
                    let sum = x.wrapping_add(y);
                    (sum, (x ^ sum) & (y ^ sum))
                })?,
                Op::Sub { to, a, b } => self.checked(to, a, b, |x, y| {
                    let difference = x.wrapping_sub(y);
                    (difference, (x ^ y) & (x ^ difference))
                })?,
                Op::Mul { to, a, b } => self.checked(to, a, b, |x, y| {
                    let (product, overflows) = x.overflowing_mul(y);
                    (product, -i64::from(overflows))
                })?,
                Op::Div { to, a, b } => self.checked(to, a, b, |x, y| match y {
                    0 => (0, -1),
                    y => divide(x, y).map_or((0, -1), |quotient| (quotient, 0)),
                })?,
                Op::Rem { to, a, b } => self.checked(to, a, b, |x, y| match y {
                    0 => (0, -1),
                    y => (remainder(x, y), 0),
                })?,
                Op::And { to, a, b } => self.plain(to, a, b, |x, y| x & y),
                Op::Or { to, a, b } => self.plain(to, a, b, |x, y| x | y),
                Op::Xor { to, a, b } => self.plain(to, a, b, |x, y| x ^ y),
                Op::Shl { to, a, b } => self.checked(to, a, b, |x, y| match y {
                    ..0 => (0, -1),
                    y => shift_up(x, y).map_or((0, -1), |shifted| (shifted, 0)),
                })?,
                // A negative number of places is bad by its sign.
                Op::Shr { to, a, b } => self.checked(to, a, b, |x, y| (x >> y.clamp(0, 63), y))?,
                Op::Eq { to, a, b } => self.plain(to, a, b, |x, y| i64::from(x == y)),
                Op::Ne { to, a, b } => self.plain(to, a, b, |x, y| i64::from(x != y)),
                Op::Lt { to, a, b } => self.plain(to, a, b, |x, y| i64::from(x < y)),
                Op::Le { to, a, b } => self.plain(to, a, b, |x, y| i64::from(x <= y)),
                Op::Min { to, a, b } => self.plain(to, a, b, i64::min),
                Op::Max { to, a, b } => self.plain(to, a, b, i64::max),
                Op::Negative { to, a } => {
                    self.checked(to, a, a, |x, _| (x.wrapping_neg(), x & x.wrapping_neg()))?;
                }
                Op::Abs { to, a } => {
                    self.checked(to, a, a, |x, _| (x.wrapping_abs(), x.wrapping_abs()))?;
                }
                // Lanes that wait may have anything there.
                Op::Not { to, a } => self.plain(to, a, a, |x, _| x ^ 1),
                Op::Copy { to, a } => self.plain(to, a, a, |x, _| x),
                Op::Entry { to, index } if matches!(self.lanes, Lanes::All) => {
                    span.column(index.into(), &mut self.columns[to as usize]);
                }
                Op::Entry { to, index } => {
                    self.each(span, to, |_, lane| Some(span.entry(lane, index.into())))?;
                }
                Op::Coins { to } => self.each(span, to, |_, lane| Some(span.coins(lane)))?,
                Op::Heaps { to } => {
                    self.each(span, to, |_, lane| Some(span.heaps(lane).len() as i64))?;
                }
                Op::NimSum { to } => self.each(span, to, |_, lane| {
                    Some(span.entries(lane).iter().fold(0, |sum, &heap| sum ^ heap as i64))
                })?,
                Op::Mirror { to } => self.each(span, to, |_, lane| {
                    let mut heights = span.heaps(lane).chunk_by(|a, b| a == b);
                    Some(i64::from(heights.all(|same| same.len() % 2 == 0)))
                })?,
                Op::HeapAt { to, a } => {
                    self.each(span, to, |columns, lane| match columns[a as usize][lane] {
                        ..1 => None,
                        number => Some(
                            usize::try_from(number - 1).map_or(0, |index| span.entry(lane, index)),
                        ),
                    })?;
                }
                Op::CountOf { to, a } => self.each(span, to, |columns, lane| {
                    Some(count_of(span.heaps(lane), columns[a as usize][lane]))
                })?,
                Op::P { to } => self.each(span, to, |_, lane| {
                    facts.is_p_at(span.place(lane), span.entries(lane)).map(i64::from)
                })?,
                Op::MisereP { to } => self.each(span, to, |_, lane| {
                    facts.is_misere_p_at(span.place(lane), span.entries(lane)).map(i64::from)
                })?,
                Op::Grundy { to } => self.each(span, to, |_, lane| {
                    facts.grundy_at(span.place(lane), span.entries(lane))?.try_into().ok()
                })?,
                Op::Mex { to, first, count } => self.each(span, to, |columns, lane| {
                    Some(mex(&side_by_side(columns, first, count, lane)))
                })?,
                Op::Completion { to, first, count } => self.each(span, to, |columns, lane| {
                    let values = side_by_side(columns, first, count, lane);
                    let heaps = values.iter().map(|&value| u64::try_from(value).ok());
                    let heaps = heaps.collect::<Option<SmallVec<[u64; 8]>>>()?;
                    let heaps = if count == 0 { span.heaps(lane) } else { &heaps };
                    i64::try_from(facts.completion(heaps)?).ok()
                })?,
                Op::Jump { target } => self.jump(span, &mut next, target, |_, _| true),
                Op::JumpIf { a, target } => self
                    .jump(span, &mut next, target, |columns, lane| columns[a as usize][lane] != 0),
                Op::JumpUnless { a, target } => {
                    self.jump(span, &mut next, target, |columns, lane| {
                        columns[a as usize][lane] == 0
                    });
                }
                Op::NextHeap { cursor, target } => {
                    let cursor = cursor as usize;
                    self.jump(span, &mut next, target, |columns, lane| {
                        let heaps = span.heaps(lane);
                        let at = columns[cursor][lane] as usize;
                        let Some(&heap) = heaps.get(at) else { return true };
                        let same = heaps[at..].iter().take_while(|&&other| other == heap).count();
                        columns[cursor][lane] = (at + same) as i64;
                        columns[cursor + 1][lane] = heap as i64;
                        false
                    });
                }
                // It comes last, so that no lane is behind.
                Op::Return { a } => {
                    let column = &self.columns[a as usize][..span.len()];
                    return Ok(column.iter().position(|&truth| truth == 0));
                }
            }
        }
    }

    /// An instruction that always has a value.
    #[inline(always)]
    fn plain(&mut self, to: Register, a: Register, b: Register, value: impl Fn(i64, i64) -> i64) {
        let always = self.checked(to, a, b, |x, y| (value(x, y), 0));
        debug_assert!(always.is_ok(), "it has a value");
    }

    /// An instruction that has no value where the second number that `value` gives is negative.
    #[inline(always)]
    fn checked(
        &mut self,
        to: Register,
        a: Register,
        b: Register,
        value: impl Fn(i64, i64) -> (i64, i64),
    ) -> Result<(), Fails> {
        let (to, a, b) = (to as usize, a as usize, b as usize);
        let mut bad = 0;
        match &self.lanes {
            // Lanes beyond the span run along: they can at worst make it be looked at one by one.
            Lanes::All => {
                let mut result = [0; LANES];
                let (a, b) = (&self.columns[a], &self.columns[b]);
                for lane in 0..LANES {
                    let (value, bad_here) = value(a[lane], b[lane]);
                    result[lane] = value;
                    bad |= bad_here;
                }
                self.columns[to] = result;
            }
            Lanes::Some(lanes, runs) if lanes.len() > FEW => {
                let mut result = self.columns[to];
                let (a, b) = (&self.columns[a], &self.columns[b]);
                for lane in 0..LANES {
                    let (value, bad_here) = value(a[lane], b[lane]);
                    result[lane] ^= (result[lane] ^ value) & runs[lane];
                    bad |= bad_here & runs[lane];
                }
                self.columns[to] = result;
            }
            Lanes::Some(lanes, _) => {
                for lane in lanes.iter().map(|&lane| usize::from(lane) % LANES) {
                    let (value, bad_here) = value(self.columns[a][lane], self.columns[b][lane]);
                    self.columns[to][lane] = value;
                    bad |= bad_here;
                }
            }
        }
        if bad < 0 { Err(Fails) } else { Ok(()) }
    }

    /// An instruction that looks at the position of each lane.
    #[inline(always)]
    fn each(
        &mut self,
        span: &Span,
        to: Register,
        value: impl Fn(&[Column], usize) -> Option<i64>,
    ) -> Result<(), Fails> {
        match &self.lanes {
            Lanes::All => {
                for lane in 0..span.len() {
                    self.columns[to as usize][lane] = value(&self.columns, lane).ok_or(Fails)?;
                }
            }
            Lanes::Some(lanes, _) => {
                for lane in lanes.iter().map(|&lane| usize::from(lane)) {
                    self.columns[to as usize][lane] = value(&self.columns, lane).ok_or(Fails)?;
                }
            }
        }
        Ok(())
    }

    /// Lets those lanes go to `target` of which `jumps` says so.
    #[inline(always)]
    fn jump(
        &mut self,
        span: &Span,
        next: &mut usize,
        target: u32,
        mut jumps: impl FnMut(&mut [Column], usize) -> bool,
    ) {
        let (mut ahead, mut stay) = ([0; LANES], [0; LANES]);
        let (mut jumping, mut staying) = (0, 0);
        let columns = &mut self.columns;
        let mut part = |lane: u8| {
            let jumps = jumps(columns, usize::from(lane) % LANES);
            ahead[jumping % LANES] = lane;
            stay[staying % LANES] = lane;
            jumping += usize::from(jumps);
            staying += usize::from(!jumps);
        };
        match &self.lanes {
            Lanes::All => (0..span.len() as u8).for_each(&mut part),
            Lanes::Some(lanes, _) => lanes.iter().copied().for_each(&mut part),
        }
        if jumping == 0 {
            return;
        }
        if staying == 0 {
            *next = target as usize;
            return;
        }
        self.lanes = Lanes::some(stay[..staying].to_vec());
        self.wait(target, ahead[..jumping].to_vec());
    }

    fn wait(&mut self, at: u32, lanes: Vec<u8>) {
        match self.waiting.binary_search_by(|other| at.cmp(&other.0)) {
            Ok(place) => self.waiting[place].1.extend(lanes),
            Err(place) => self.waiting.insert(place, (at, lanes)),
        }
    }

    /// Lets the lanes run that are furthest behind, with those that they meet; tells where.
    #[inline]
    fn meet(&mut self, next: usize, all: usize) -> usize {
        match self.waiting.last() {
            Some(&(at, _)) if at as usize <= next => {}
            _ => return next,
        }
        let (at, mut lanes) = self.waiting.pop().expect("lanes wait");
        let Lanes::Some(running, _) = std::mem::replace(&mut self.lanes, Lanes::All) else {
            unreachable!("all run, and some wait")
        };
        match at as usize == next {
            true => lanes.extend(running),
            false => self.wait(next as u32, running),
        }
        if lanes.len() < all {
            self.lanes = Lanes::some(lanes);
        }
        at as usize
    }
}

/// The entries of a lane in the `count` columns from `first` on.
fn side_by_side(
    columns: &[Column],
    first: Register,
    count: u16,
    lane: usize,
) -> SmallVec<[i64; 8]> {
    columns[first as usize..][..count as usize].iter().map(|column| column[lane]).collect()
}
