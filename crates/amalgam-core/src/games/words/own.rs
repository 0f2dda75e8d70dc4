//! Rules whose positions are more than heaps, among the users' own games.
//!
//! Places in a row have an order, a limit has uses left, and a rule may ask about the move before. Such a
//! position is a [`Stand`], and a [`Datum`] to those who explore it: the list of its heaps, or, where there
//! is something to remember, that list with the uses left and the coins of the last move.

use std::ops::ControlFlow;

use super::{Stand, Words};
use crate::base::text::{Cursor, ParseError};
use crate::games::own::{Datum, OwnError, OwnGame};

/// Rules in words with the name they are known by.
#[derive(Clone, Debug)]
pub struct OwnWords {
    name: String,
    in_words: bool,
    words: Words,
}

impl OwnWords {
    /// The game with these rules, named by them.
    pub fn new(words: Words) -> OwnWords {
        OwnWords { name: words.to_string(), in_words: true, words }
    }

    /// The game with these rules under a name.
    pub fn named(name: impl Into<String>, words: Words) -> OwnWords {
        OwnWords { name: name.into(), in_words: false, words }
    }

    /// The rules.
    pub fn words(&self) -> &Words {
        &self.words
    }

    fn has_state(&self) -> bool {
        !self.words.limits.is_empty() || self.words.remembers
    }

    /// The position as data.
    pub fn datum(&self, stand: &Stand) -> Datum {
        let number = |&number: &u64| Datum::Integer(number as i64);
        let heaps = Datum::List(stand.heaps.iter().map(number).collect());
        if !self.has_state() {
            return heaps;
        }
        let mut all = vec![heaps];
        all.extend(stand.uses.iter().map(number));
        if self.words.remembers {
            all.push(Datum::Integer(stand.last.map_or(-1, |last| last as i64)));
        }
        Datum::List(all)
    }

    /// The position that data are.
    ///
    /// # Errors
    /// If they are no position of these rules.
    pub fn stand(&self, datum: &Datum) -> Result<Stand, OwnError> {
        let wrong = || OwnError::new(format!("{datum} is no position of {}", self.name));
        let Datum::List(all) = datum else { return Err(wrong()) };
        let number = |datum: &Datum| match datum {
            Datum::Integer(number) => u64::try_from(*number).map_err(|_| wrong()),
            _ => Err(wrong()),
        };
        if !self.has_state() {
            let heaps = all.iter().map(number).collect::<Result<_, _>>()?;
            return Ok(Stand { heaps, uses: Vec::new(), last: None });
        }
        let (Some(Datum::List(heaps)), limits) = (all.first(), self.words.limits.len()) else {
            return Err(wrong());
        };
        if all.len() != 1 + limits + usize::from(self.words.remembers) {
            return Err(wrong());
        }
        let heaps = heaps.iter().map(number).collect::<Result<_, _>>()?;
        let uses = all[1..=limits].iter().map(number).collect::<Result<_, _>>()?;
        let last = match all.get(1 + limits) {
            Some(Datum::Integer(-1)) | None => None,
            Some(last) => Some(number(last)?),
        };
        Ok(Stand { heaps, uses, last })
    }
}

impl OwnGame for OwnWords {
    fn name(&self) -> &str {
        &self.name
    }

    fn in_words(&self) -> Option<String> {
        Some(self.words.to_string())
    }

    fn is_named_by_words(&self) -> bool {
        self.in_words
    }

    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        /// More options of one position than anybody can explore.
        const MOST: usize = 1 << 22;
        let stand = self.stand(position)?;
        let mut options = Vec::new();
        let flow = self.words.each_option(&stand, &mut |option| {
            options.push(self.datum(&option));
            if options.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match flow {
            ControlFlow::Continue(()) => Ok(options),
            ControlFlow::Break(()) => Err(OwnError {
                fault: crate::Fault::Limit,
                ..OwnError::new(format!("more than {MOST} moves"))
            }),
        }
    }

    fn show(&self, position: &Datum) -> Result<String, OwnError> {
        Ok(self.words.show(&self.stand(position)?))
    }

    fn read(&self, cursor: &mut Cursor<'_>) -> Result<Datum, ParseError> {
        let stand = self.words.read_position(cursor)?;
        Ok(self.datum(&stand))
    }
}
