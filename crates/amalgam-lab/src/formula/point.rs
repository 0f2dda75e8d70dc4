//! The position at hand, what is known of it, and what can go wrong there.

use amalgam_core::base::fault::{Classified, Fault};
use std::fmt;
use std::ops::Range;

use thiserror::Error;

use amalgam_core::base::text::ParseError;

/// A position as a formula sees it: heaps in ascending order, empty ones first where the domain
/// has a fixed number of entries.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    heaps: &'a [u64],
    empty: usize,
    coins: i64,
}

impl<'a> Point<'a> {
    /// The point with these heaps, unless they are out of order or have more coins than an
    /// integer of the language can count.
    pub fn new(heaps: &'a [u64]) -> Option<Point<'a>> {
        let mut coins = 0i64;
        let mut empty = 0;
        let mut last = 0;
        for &heap in heaps {
            coins = coins.checked_add(i64::try_from(heap).ok()?)?;
            empty += usize::from(heap == 0);
            if heap < last {
                return None;
            }
            last = heap;
        }
        Some(Point { heaps, empty, coins })
    }

    /// The entries, ascending, empty heaps included.
    pub fn entries(&self) -> &'a [u64] {
        self.heaps
    }

    /// The heaps that are not empty, ascending.
    pub fn heaps(&self) -> &'a [u64] {
        &self.heaps[self.empty..]
    }

    /// The number of coins.
    pub fn coins(&self) -> i64 {
        self.coins
    }

    /// Entry number `index`, counted from 0; 0 past the last. Fits, since the coins do.
    #[inline]
    pub(super) fn entry(&self, index: usize) -> i64 {
        self.heaps.get(index).map_or(0, |&heap| heap as i64)
    }
}

/// Why a formula has no value at some position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoValue {
    /// A result does not fit in 64 bits.
    #[error("the result does not fit in 64 bits")]
    Overflow,
    /// Division by zero, or the remainder of one.
    #[error("division by zero")]
    DivisionByZero,
    /// A shift by a negative number of places.
    #[error("a shift by a negative number of places")]
    NegativeShift,
    /// `h[i]` with i below 1.
    #[error("heaps are counted from 1")]
    NoSuchHeap,
    /// `f` of a negative number.
    #[error("a heap cannot be negative")]
    NegativeHeap,
    /// A fact that was not tabled.
    #[error("the table of facts does not reach so far")]
    BeyondTable,
}

/// A formula that has no value at some position: why, where in the text, and at which heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationError {
    pub(super) why: NoValue,
    pub(super) span: Range<usize>,
    pub(super) text: String,
    pub(super) heaps: Vec<u64>,
}

impl EvaluationError {
    /// What went wrong.
    pub fn why(&self) -> NoValue {
        self.why
    }

    /// The bytes of the formula's text where it went wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The position at hand, ascending, empty heaps included.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The formula with a caret line under the part that has no value.
    pub fn caret(&self) -> String {
        ParseError::new(&self.text, self.span(), "").caret()
    }
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at ", self.why)?;
        f.write_str(&list(&self.heaps))
    }
}

impl std::error::Error for EvaluationError {}

impl Classified for EvaluationError {
    fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// Heaps as a list, empty ones included: `[0,3,5]`.
pub(super) fn list(heaps: &[u64]) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    format!("[{}]", heaps.join(","))
}
