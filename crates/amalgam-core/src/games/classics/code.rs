//! Take-and-break games by their code `d0.d1d2d3…`.
//!
//! Guy & Smith, *The G-values of various games*, Proc. Camb. Phil. Soc. 52, 1956, write the rules of
//! a game in heaps as one digit for each number of coins that may be taken. The digit `dk` says what
//! may be left of the heap from which k coins were taken:
//!
//! | bit of `dk` | taking k coins may leave |
//! |---|---|
//! | 1 | nothing |
//! | 2 | one non-empty heap |
//! | 4 | two non-empty heaps |
//! | 8 | three non-empty heaps (then the code is hexadecimal) |
//!
//! So `0.77` is Kayles: take 1 or 2 coins and leave the rest as it is or as two heaps. In `4.333` a
//! heap may be split without taking anything, or 1 to 3 coins may be taken. `d0` has no bits 1 and
//! 2: a move that takes nothing and breaks nothing would go on for ever. With two or three parts
//! left each part is smaller than the heap was, so every game with a code ends.
//!
//! ```
//! use amalgam::games::classics::code::Code;
//! let dawsons_kayles: Code = "0.07".parse()?;
//! assert_eq!(dawsons_kayles.most(), 2);
//! assert!(dawsons_kayles.leaves(2, 0) && !dawsons_kayles.leaves(1, 0));
//! assert_eq!(dawsons_kayles.breaks(6), [(2, vec![4]), (2, vec![1, 3]), (2, vec![2, 2])]);
//! # Ok::<(), amalgam::ParseError>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::ParseError;
use crate::base::text::Cursor;
use crate::games::rules::{Amounts, Rules, Split};

/// The most digits behind the dot. No game anybody has studied comes near.
pub const LONGEST: usize = 1000;

/// The code of a take-and-break game: which numbers of coins may be taken, and into how many heaps
/// the rest may fall.
///
/// Codes are a normal form without zeros at the end, so equal codes allow the same moves.
///
/// ```
/// use amalgam::games::classics::code::Code;
/// let code: Code = "0.3700".parse()?;
/// assert_eq!(code.to_string(), "0.37");
/// assert_eq!(code.words(), "take 1 leaving 0 or 1 heaps; take 2 leaving 0, 1 or 2 heaps");
/// let error = "0.18g".parse::<Code>().unwrap_err();
/// assert_eq!(error.caret(), "0.18g\n    ^");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `digits[k]` is `dk`; the last one is not 0 unless it is `d0`.
    digits: Vec<u8>,
}

impl Code {
    /// The digits `d0, d1, d2, …`, the last one not 0 unless it is `d0`.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit `dk`, 0 beyond the last one.
    pub fn digit(&self, k: u64) -> u8 {
        usize::try_from(k).ok().and_then(|k| self.digits.get(k)).copied().unwrap_or(0)
    }

    /// The largest number of coins that may be taken; 0 if heaps are only split.
    pub fn most(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// Whether taking k coins may leave this many non-empty heaps.
    pub fn leaves(&self, k: u64, heaps: u32) -> bool {
        heaps < 4 && self.digit(k) >> heaps & 1 == 1
    }

    /// The largest number of heaps that a move can leave of one.
    pub fn most_heaps(&self) -> u32 {
        self.digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0)).max().unwrap_or(0)
    }

    /// How many moves a heap has, without listing them.
    pub fn count_moves(&self, heap: u64) -> u128 {
        let of_digit = |(taken, &digit): (usize, &u8)| {
            let Some(rest) = heap.checked_sub(taken as u64) else { return 0 };
            let rest = u128::from(rest);
            // The number of partitions of the rest into 0, 1, 2 and 3 parts; that into three is
            // the integer nearest to rest²/12.
            let parts =
                [u128::from(rest == 0), u128::from(rest > 0), rest / 2, (rest * rest + 6) / 12];
            (0..4).filter(|heaps| digit >> heaps & 1 == 1).map(|heaps| parts[heaps]).sum()
        };
        self.digits.iter().enumerate().map(of_digit).fold(0, u128::saturating_add)
    }

    /// Calls `visit` with each move in a heap, as the coins taken and the non-empty heaps left, in
    /// ascending order, until it breaks. No outcome comes twice: those that take the same number
    /// differ in the heaps they leave.
    pub fn each_break<F>(&self, heap: u64, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(u64, &[u64]) -> ControlFlow<()>,
    {
        for taken in 0..=self.most().min(heap) {
            let rest = heap - taken;
            if self.leaves(taken, 0) && rest == 0 {
                visit(taken, &[])?;
            }
            if self.leaves(taken, 1) && rest > 0 {
                visit(taken, &[rest])?;
            }
            if self.leaves(taken, 2) {
                (1..=rest / 2).try_for_each(|x| visit(taken, &[x, rest - x]))?;
            }
            if self.leaves(taken, 3) {
                for x in 1..=rest / 3 {
                    (x..=(rest - x) / 2).try_for_each(|y| visit(taken, &[x, y, rest - x - y]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// All moves in a heap: the coins taken, and the non-empty heaps left in ascending order.
    /// [`count_moves`](Code::count_moves) tells how many there are.
    pub fn breaks(&self, heap: u64) -> Vec<(u64, Vec<u64>)> {
        let mut breaks = Vec::new();
        let _ = self.each_break(heap, |taken, left| {
            breaks.push((taken, left.to_vec()));
            ControlFlow::Continue(())
        });
        breaks
    }

    /// The code that says the same as `rules`, if there is one: without merges, without `split
    /// unequal`, and with no more than [`LONGEST`] coins to be taken at once.
    ///
    /// ```
    /// use amalgam::{Rules, games::classics::code::Code};
    /// let rules: Rules = "take 1..2, take 2 then split, split".parse()?;
    /// assert_eq!(Code::from_rules(&rules).unwrap().to_string(), "4.37");
    /// assert_eq!(Code::from_rules(&Rules::nim()), None);
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    pub fn from_rules(rules: &Rules) -> Option<Code> {
        if !rules.heaps_are_independent() || rules.split() == Some(Split::Unequal) {
            return None;
        }
        let last = |amounts: &Amounts| amounts.ranges().last().map_or(0, |range| range.1);
        let most = last(rules.take()).max(last(rules.take_split()));
        let most = usize::try_from(most).ok().filter(|most| *most <= LONGEST)?;
        let digit = |k: usize| {
            let take = if rules.take().contains(k as u64) { 3 } else { 0 };
            let split = if rules.take_split().contains(k as u64) { 4 } else { 0 };
            take + split
        };
        let mut digits: Vec<u8> = (0..=most).map(digit).collect();
        digits[0] = if rules.split().is_some() { 4 } else { 0 };
        Some(Code { digits })
    }

    /// Whether a heap is a row of pins and a move a ball that hits two side by side, or also one alone:
    /// Dawson's Kayles and Kayles.
    pub(crate) fn is_with_pins(&self) -> bool {
        matches!(self.digits.as_slice(), [0, 0 | 7, 7])
    }

    /// The moves in words.
    pub fn words(&self) -> String {
        let digit = |(k, &digit): (usize, &u8)| {
            let left: Vec<String> = (0..4)
                .filter(|heaps| digit >> heaps & 1 == 1)
                .map(|heaps| heaps.to_string())
                .collect();
            let (last, before) = left.split_last()?;
            let list = match before {
                [] => last.clone(),
                _ => format!("{} or {last}", before.join(", ")),
            };
            let heaps = if list == "1" { "heap" } else { "heaps" };
            Some(match k {
                0 => format!("split into {list} {heaps}"),
                _ => format!("take {k} leaving {list} {heaps}"),
            })
        };
        self.digits.iter().enumerate().filter_map(digit).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |digit: &u8| char::from_digit(u32::from(*digit), 16).unwrap_or('?');
        let mut text: String = self.digits[1..].iter().map(digit).collect();
        if text.is_empty() {
            text.push('0');
        }
        text.insert_str(0, &format!("{}.", digit(&self.digits[0])));
        f.pad(&text)
    }
}

impl FromStr for Code {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Code, ParseError> {
        let mut cursor = Cursor::new(text);
        let code = read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected("end of the code"));
        }
        Ok(code)
    }
}

const EXAMPLE: &str = "as in `0.77`, which is Kayles";

/// Reads a code and leaves the cursor behind it.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Code, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    let first = read_digits(cursor);
    if !cursor.rest().starts_with('.') {
        return Err(without_dot(cursor, start, &first));
    }
    let dot = cursor.at;
    cursor.at += 1;
    let behind = read_digits(cursor);
    let whole = start..cursor.at;
    let mut digits = match first.as_slice() {
        &[digit] => vec![digit],
        [] => {
            let more = &cursor.text[dot..cursor.at];
            let message = "the digit before the dot is missing";
            let meant = if behind.is_empty() { EXAMPLE.to_owned() } else { meant("0", more) };
            return Err(cursor.error(start..start + 1, message).suggest(meant));
        }
        _ => {
            return Err(cursor
                .error(start..dot, "a code has one digit before the dot")
                .suggest(EXAMPLE));
        }
    };
    if behind.is_empty() || cursor.rest().starts_with(|c: char| c == '.' || c.is_alphanumeric()) {
        return Err(no_digit(cursor));
    }
    if behind.len() > LONGEST {
        let message = format!("a code has at most {LONGEST} digits behind the dot");
        let beyond = dot + 1 + LONGEST..whole.end;
        return Err(cursor.error(beyond, message));
    }
    if digits[0] & 3 != 0 {
        let kept = format!("{:x}", digits[0] & !3);
        let error = cursor.error(
            start..start + 1,
            "the game would never end: taking 0 coins must leave two heaps or more",
        );
        return Err(error.suggest(meant(&kept, &cursor.text[dot..whole.end])));
    }
    digits.extend(behind);
    while digits.len() > 1 && digits.ends_with(&[0]) {
        digits.pop();
    }
    if digits == [0] {
        return Err(cursor.error(whole, "this code allows no move at all").suggest(EXAMPLE));
    }
    Ok(Code { digits })
}

fn read_digits(cursor: &mut Cursor<'_>) -> Vec<u8> {
    let digits: Vec<u8> =
        cursor.rest().chars().map_while(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    cursor.at += digits.len();
    digits
}

fn meant(first: &str, rest: &str) -> String {
    match rest.len() {
        ..=40 => format!("did you mean `{first}{rest}`?"),
        _ => EXAMPLE.to_owned(),
    }
}

/// What is wrong where the digits from `start` to the cursor are not followed by a dot.
fn without_dot(cursor: &mut Cursor<'_>, start: usize, digits: &[u8]) -> ParseError {
    if digits.is_empty() {
        return cursor.unexpected("code").suggest(EXAMPLE);
    }
    let written = &cursor.text[start..cursor.at];
    let meant = match digits {
        [0 | 4 | 8 | 12] => format!("did you mean `{written}.0`?"),
        [0 | 4 | 8 | 12, ..] => meant(&format!("{}.", &written[..1]), &written[1..]),
        _ => meant("0.", written),
    };
    let meant = if meant.contains("`0.0`") { EXAMPLE.to_owned() } else { meant };
    if cursor.rest().starts_with(|c: char| c.is_alphanumeric()) {
        return no_digit(cursor);
    }
    let message = match cursor.rest().starts_with(',') {
        true => "a code has a dot, not a comma",
        false => "the dot of the code is missing",
    };
    cursor.error(cursor.at..cursor.at, message).suggest(meant)
}

/// An error about the character at the cursor, which should be a digit.
fn no_digit(cursor: &mut Cursor<'_>) -> ParseError {
    let Some(c) = cursor.rest().chars().next() else {
        let message = "expected a digit behind the dot, found the end";
        return cursor.error(cursor.at..cursor.at, message).suggest(EXAMPLE);
    };
    let span = cursor.at..cursor.at + c.len_utf8();
    match c {
        '.' => cursor.error(span, "a code has one dot, and an end"),
        _ => cursor
            .error(span, format!("`{}` is no digit of a code", c.escape_debug()))
            .suggest("digits are 0 to 7, and 8, 9, a to f where three heaps may be left"),
    }
}
