//! The machine that runs compiled formulas: registers, and instructions on them.
//!
//! Truths are 0 and 1. Constants sit in registers from the start, so that an operator is one
//! instruction whatever its operands are. Nothing is allocated while a formula runs.

use smallvec::SmallVec;

use super::point::{NoValue, Point};
use amalgam_tables::bulk::Facts;

/// The number of a register.
pub(super) type Register = u16;

/// One step. `to` is where the result goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Add {
        to: Register,
        a: Register,
        b: Register,
    },
    Sub {
        to: Register,
        a: Register,
        b: Register,
    },
    Mul {
        to: Register,
        a: Register,
        b: Register,
    },
    Div {
        to: Register,
        a: Register,
        b: Register,
    },
    Rem {
        to: Register,
        a: Register,
        b: Register,
    },
    And {
        to: Register,
        a: Register,
        b: Register,
    },
    Or {
        to: Register,
        a: Register,
        b: Register,
    },
    Xor {
        to: Register,
        a: Register,
        b: Register,
    },
    Shl {
        to: Register,
        a: Register,
        b: Register,
    },
    Shr {
        to: Register,
        a: Register,
        b: Register,
    },
    Eq {
        to: Register,
        a: Register,
        b: Register,
    },
    Ne {
        to: Register,
        a: Register,
        b: Register,
    },
    Lt {
        to: Register,
        a: Register,
        b: Register,
    },
    Le {
        to: Register,
        a: Register,
        b: Register,
    },
    Min {
        to: Register,
        a: Register,
        b: Register,
    },
    Max {
        to: Register,
        a: Register,
        b: Register,
    },
    /// Mex of the `count` registers from `first` on.
    Mex {
        to: Register,
        first: Register,
        count: u16,
    },
    Negative {
        to: Register,
        a: Register,
    },
    Abs {
        to: Register,
        a: Register,
    },
    Not {
        to: Register,
        a: Register,
    },
    Copy {
        to: Register,
        a: Register,
    },
    /// Entry number `index` of the position, counted from 0.
    Entry {
        to: Register,
        index: u16,
    },
    HeapAt {
        to: Register,
        a: Register,
    },
    CountOf {
        to: Register,
        a: Register,
    },
    Coins {
        to: Register,
    },
    Heaps {
        to: Register,
    },
    NimSum {
        to: Register,
    },
    Mirror {
        to: Register,
    },
    P {
        to: Register,
    },
    MisereP {
        to: Register,
    },
    Grundy {
        to: Register,
    },
    /// Of none it is the completion of the position.
    Completion {
        to: Register,
        first: Register,
        count: u16,
    },
    Jump {
        target: u32,
    },
    JumpIf {
        a: Register,
        target: u32,
    },
    JumpUnless {
        a: Register,
        target: u32,
    },
    /// Writes the next different heap into the register after `cursor`, or jumps if there is none.
    NextHeap {
        cursor: Register,
        target: u32,
    },
    Return {
        a: Register,
    },
}

/// Runs the instructions; fails with the fault and the number of the instruction.
pub(super) fn run<F: Facts + ?Sized>(
    ops: &[Op],
    registers: &mut [i64],
    point: &Point<'_>,
    facts: &F,
) -> Result<bool, (NoValue, usize)> {
    let mut next = 0;
    loop {
        let here = next;
        next += 1;
        macro_rules! get {
            ($register:expr) => {
                registers[$register as usize]
            };
        }
        macro_rules! checked {
            ($to:expr, $value:expr, $fault:expr) => {
                match $value {
                    Some(value) => registers[$to as usize] = value,
                    None => return Err(($fault, here)),
                }
            };
        }
        match ops[here] {
            Op::Add { to, a, b } => checked!(to, get!(a).checked_add(get!(b)), NoValue::Overflow),
            Op::Sub { to, a, b } => checked!(to, get!(a).checked_sub(get!(b)), NoValue::Overflow),
            Op::Mul { to, a, b } => checked!(to, get!(a).checked_mul(get!(b)), NoValue::Overflow),
            Op::Div { to, a, b } => match (get!(a), get!(b)) {
                (_, 0) => return Err((NoValue::DivisionByZero, here)),
                (a, b) => checked!(to, divide(a, b), NoValue::Overflow),
            },
            Op::Rem { to, a, b } => match (get!(a), get!(b)) {
                (_, 0) => return Err((NoValue::DivisionByZero, here)),
                (a, b) => get!(to) = remainder(a, b),
            },
            Op::And { to, a, b } => get!(to) = get!(a) & get!(b),
            Op::Or { to, a, b } => get!(to) = get!(a) | get!(b),
            Op::Xor { to, a, b } => get!(to) = get!(a) ^ get!(b),
            Op::Shl { to, a, b } => match (get!(a), get!(b)) {
                (_, ..0) => return Err((NoValue::NegativeShift, here)),
                (a, b) => checked!(to, shift_up(a, b), NoValue::Overflow),
            },
            Op::Shr { to, a, b } => match (get!(a), get!(b)) {
                (_, ..0) => return Err((NoValue::NegativeShift, here)),
                (a, b) => get!(to) = a >> b.min(63),
            },
            Op::Eq { to, a, b } => get!(to) = i64::from(get!(a) == get!(b)),
            Op::Ne { to, a, b } => get!(to) = i64::from(get!(a) != get!(b)),
            Op::Lt { to, a, b } => get!(to) = i64::from(get!(a) < get!(b)),
            Op::Le { to, a, b } => get!(to) = i64::from(get!(a) <= get!(b)),
            Op::Min { to, a, b } => get!(to) = get!(a).min(get!(b)),
            Op::Max { to, a, b } => get!(to) = get!(a).max(get!(b)),
            Op::Mex { to, first, count } => {
                let values = &registers[first as usize..][..count as usize];
                get!(to) = mex(values);
            }
            Op::Negative { to, a } => checked!(to, get!(a).checked_neg(), NoValue::Overflow),
            Op::Abs { to, a } => checked!(to, get!(a).checked_abs(), NoValue::Overflow),
            Op::Not { to, a } => get!(to) = 1 - get!(a),
            Op::Copy { to, a } => get!(to) = get!(a),
            Op::Entry { to, index } => get!(to) = point.entry(index as usize),
            Op::HeapAt { to, a } => match get!(a) {
                ..1 => return Err((NoValue::NoSuchHeap, here)),
                number => {
                    get!(to) = usize::try_from(number - 1).map_or(0, |index| point.entry(index));
                }
            },
            Op::CountOf { to, a } => get!(to) = count_of(point.heaps(), get!(a)),
            Op::Coins { to } => get!(to) = point.coins(),
            Op::Heaps { to } => get!(to) = point.heaps().len() as i64,
            Op::NimSum { to } => {
                get!(to) = point.heaps().iter().fold(0, |sum, &heap| sum ^ heap as i64);
            }
            Op::Mirror { to } => {
                let mut heights = point.heaps().chunk_by(|a, b| a == b);
                get!(to) = i64::from(heights.all(|same| same.len() % 2 == 0));
            }
            Op::P { to } => {
                checked!(to, facts.is_p(point.entries()).map(i64::from), NoValue::BeyondTable);
            }
            Op::MisereP { to } => {
                checked!(
                    to,
                    facts.is_misere_p(point.entries()).map(i64::from),
                    NoValue::BeyondTable
                );
            }
            Op::Grundy { to } => {
                let value = facts.grundy(point.entries()).and_then(|value| value.try_into().ok());
                checked!(to, value, NoValue::BeyondTable);
            }
            Op::Completion { to, first, count } => {
                let values = &registers[first as usize..][..count as usize];
                let heaps = values.iter().map(|&value| u64::try_from(value));
                let Ok(heaps) = heaps.collect::<Result<SmallVec<[u64; 8]>, _>>() else {
                    return Err((NoValue::NegativeHeap, here));
                };
                let heaps = if count == 0 { point.heaps() } else { &heaps };
                let Some(size) = facts.completion(heaps) else {
                    return Err((NoValue::BeyondTable, here));
                };
                checked!(to, i64::try_from(size).ok(), NoValue::Overflow);
            }
            Op::Jump { target } => next = target as usize,
            Op::JumpIf { a, target } => {
                if get!(a) != 0 {
                    next = target as usize;
                }
            }
            Op::JumpUnless { a, target } => {
                if get!(a) == 0 {
                    next = target as usize;
                }
            }
            Op::NextHeap { cursor, target } => {
                let heaps = point.heaps();
                let at = get!(cursor) as usize;
                match heaps.get(at) {
                    None => next = target as usize,
                    Some(&heap) => {
                        // The body says the same of equal heaps.
                        let same = heaps[at..].iter().take_while(|&&other| other == heap).count();
                        get!(cursor) = (at + same) as i64;
                        get!(cursor + 1) = heap as i64;
                    }
                }
            }
            Op::Return { a } => return Ok(get!(a) != 0),
        }
    }
}

/// a/b rounded down, for b ≠ 0; does not fit for the least integer over -1.
#[inline]
pub(super) fn divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a ^ b) < 0 { quotient - 1 } else { quotient })
}

/// a - b·⌊a/b⌋, which has the sign of b.
#[inline]
pub(super) fn remainder(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b); // the least integer over -1 leaves 0
    if rest != 0 && (rest ^ b) < 0 { rest + b } else { rest }
}

/// a·2^places, if it fits.
#[inline]
pub(super) fn shift_up(a: i64, places: i64) -> Option<i64> {
    if a == 0 {
        return Some(0);
    }
    let shifted = a.checked_shl(u32::try_from(places).ok()?)?;
    (shifted >> places == a).then_some(shifted)
}

#[inline]
pub(super) fn mex(values: &[i64]) -> i64 {
    let seen = values.iter().filter(|value| (0..64).contains(*value));
    let bits = seen.fold(0u64, |bits, value| bits | 1 << value);
    i64::from(bits.trailing_ones())
}

#[inline]
pub(super) fn count_of(heaps: &[u64], height: i64) -> i64 {
    match u64::try_from(height) {
        // Few heaps are quickest looked at one by one.
        Ok(height) if heaps.len() <= 16 => {
            heaps.iter().filter(|&&heap| heap == height).count() as i64
        }
        Ok(height) => {
            let from = heaps.partition_point(|&heap| heap < height);
            let to = heaps.partition_point(|&heap| heap <= height);
            (to - from) as i64
        }
        Err(_) => 0,
    }
}
