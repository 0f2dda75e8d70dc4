//! Where a game in words stands: heaps, and what play has left of the limits.

use std::fmt::Write as _;

use super::Words;
use super::ast::Shape;
use super::eval;
use crate::base::text::{Cursor, ParseError, nearest};

/// A position of rules in words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stand {
    /// The heaps in their order; sorted where they have none. Empty places are 0 where they stay.
    pub heaps: Vec<u64>,
    /// How many uses are left of each limit.
    pub uses: Vec<u64>,
    /// How many coins the last move took, if there was one and the rules ask.
    pub last: Option<u64>,
}

impl Words {
    /// The start of a game with these heaps, if the board allows them.
    pub fn start(&self, heaps: &[u64]) -> Option<Stand> {
        let mut heaps = heaps.to_vec();
        if !self.field.keeps_empty() || matches!(self.field.shape, Shape::Places(Some(_))) {
            heaps.retain(|&heap| heap > 0);
        }
        if let Shape::Places(Some(count)) = self.field.shape {
            let count = usize::try_from(count).ok()?;
            if heaps.len() > count {
                return None;
            }
            heaps.resize(count, 0);
        }
        if !self.field.is_ordered() {
            heaps.sort_unstable();
        }
        if self.field.distinct && !eval::tests(super::ListTest::Distinct, &heaps) {
            return None;
        }
        let uses = self.limits.iter().map(|limit| limit.times).collect();
        Some(Stand { heaps, uses, last: None })
    }

    /// A position as people write it: `[3,4,5] with pass 0`. What is as at the start is left out.
    pub fn show(&self, stand: &Stand) -> String {
        let heaps: Vec<String> = stand.heaps.iter().map(u64::to_string).collect();
        let mut text = format!("[{}]", heaps.join(","));
        let mut states: Vec<String> = Vec::new();
        for (limit, &uses) in self.limits.iter().zip(&stand.uses) {
            if uses != limit.times {
                states.push(format!("{} {uses}", limit.name));
            }
        }
        states.extend(stand.last.map(|last| format!("last {last}")));
        if !states.is_empty() {
            let _ = write!(text, " with {}", states.join(" and "));
        }
        text
    }

    /// Reads a position: `[3,4,5]`, `3 4 5`, `[3,4,5] with pass 0 and last 2`.
    ///
    /// # Errors
    /// If it cannot be read, or the board does not allow it.
    pub fn read_position(&self, cursor: &mut Cursor<'_>) -> Result<Stand, ParseError> {
        const MOST: usize = 1 << 16;
        cursor.skip_space();
        let start = cursor.at;
        let mut heaps = Vec::new();
        if cursor.eat("[") {
            while !cursor.eat("]") {
                if cursor.at_end() {
                    let error = cursor.error(start..start + 1, "this `[` is never closed");
                    return Err(error.suggest("end the list with `]`"));
                }
                if !heaps.is_empty() {
                    let _ = cursor.eat(",");
                }
                heaps.push(self.heap(cursor)?);
            }
        } else {
            heaps.push(self.heap(cursor)?);
            loop {
                let comma = cursor.eat(",");
                cursor.skip_space();
                if !comma && !cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
                    break;
                }
                heaps.push(self.heap(cursor)?);
            }
        }
        let span = start..cursor.at;
        if heaps.len() > MOST {
            return Err(cursor.error(span, format!("more than {MOST} heaps are too many")));
        }
        let mut stand = self.start(&heaps).ok_or_else(|| {
            cursor.error(span, format!("`{}` does not allow these heaps", self.field))
        })?;
        if cursor.eat_word("with") {
            loop {
                self.read_state(cursor, &mut stand)?;
                if !cursor.eat_word("and") && !cursor.eat(",") {
                    break;
                }
            }
        }
        Ok(stand)
    }

    fn heap(&self, cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
        let start = cursor.at;
        let heap = cursor.number_or_power("heap size")?;
        match heap <= i64::MAX as u64 {
            true => Ok(heap),
            false => {
                let error = cursor.error(start..cursor.at, "a heap of these rules fits in 63 bits");
                Err(error.suggest(format!("the largest is {}", i64::MAX)))
            }
        }
    }

    fn read_state(&self, cursor: &mut Cursor<'_>, stand: &mut Stand) -> Result<(), ParseError> {
        let mut known: Vec<&str> = self.limits.iter().map(|limit| limit.name.as_str()).collect();
        known.extend(self.remembers.then_some("last"));
        let word = cursor.peek_word();
        let start = cursor.at;
        let Some(name) = word.filter(|word| known.contains(word)) else {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let near = word.and_then(|word| nearest(word, known.iter().copied()));
            let what = if names.is_empty() { "end".to_owned() } else { names.join(" or ") };
            let error = cursor.unexpected(&what);
            return Err(match near {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error,
            });
        };
        cursor.at += name.len();
        let number = cursor.number("number")?;
        let span = start..cursor.at;
        match self.limits.iter().position(|limit| limit.name == name) {
            None if number > i64::MAX as u64 => Err(cursor.error(span, "too many coins")),
            None => {
                stand.last = Some(number);
                Ok(())
            }
            Some(limit) if number > self.limits[limit].times => {
                let times = self.limits[limit].times;
                Err(cursor.error(span, format!("at the start {times} uses are left of `{name}`")))
            }
            Some(limit) => {
                stand.uses[limit] = number;
                Ok(())
            }
        }
    }
}
