//! Series of rules with merges: the named ones, and one's own.

use amalgam_core::base::fault::{Classified, Fault};
use thiserror::Error;

use super::template::Template;
use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::games::AnyGame;
use amalgam_core::games::words::Words;

/// A series that has a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedSeries {
    /// How it is called.
    pub name: &'static str,
    /// Which heaps may merge for the parameter n.
    pub merge: &'static str,
    /// The same where the parameter is in the amounts that may be taken.
    merge_without: &'static str,
    /// The least parameter that makes sense.
    pub least: u64,
    /// What the parameter is.
    pub meaning: &'static str,
}

/// All named series.
pub const SERIES: [NamedSeries; 5] = [
    NamedSeries {
        name: "threshold",
        merge: "merge if min >= {n}",
        merge_without: "merge if min >= {n}",
        least: 1,
        meaning: "both heaps have at least n coins",
    },
    NamedSeries {
        name: "capped-sum",
        merge: "merge if sum <= {n}",
        merge_without: "merge if sum <= {n}",
        least: 1,
        meaning: "both heaps together have at most n coins",
    },
    NamedSeries {
        name: "merge-take",
        merge: "merge then take {n}",
        merge_without: "merge then take {n}",
        least: 0,
        meaning: "n coins are taken from the merged heap",
    },
    NamedSeries {
        name: "equal",
        merge: "merge if min >= {n} and equal",
        merge_without: "merge if equal",
        least: 1,
        meaning: "the heaps are equal and have at least n coins",
    },
    NamedSeries {
        name: "unequal",
        merge: "merge if min >= {n} and unequal",
        merge_without: "merge if unequal",
        least: 1,
        meaning: "the heaps differ and have at least n coins",
    },
];

/// The most members of a survey.
pub const MOST_MEMBERS: u64 = 1000;

/// Rules with a parameter, and which parameters make sense.
#[derive(Clone, Debug)]
pub struct Series {
    template: Template,
    named: Option<&'static NamedSeries>,
}

/// A game of a series.
#[derive(Clone, Debug)]
pub struct Member {
    /// The parameter.
    pub n: u64,
    /// The game.
    pub game: AnyGame,
}

/// Why there is no such series, or no such part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// A text could not be read, or a member is no game.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The range of parameters runs backwards.
    #[error("the parameters run from {from} to {to}, which is backwards")]
    Reversed {
        /// The first parameter.
        from: u64,
        /// The last one.
        to: u64,
    },
    /// The parameter is too small.
    #[error("the parameter of `{name}` starts at {least}: {meaning}")]
    TooSmall {
        /// The series.
        name: &'static str,
        /// The least parameter.
        least: u64,
        /// What the parameter is.
        meaning: &'static str,
    },
    /// There are too many members.
    #[error("a survey has at most {MOST_MEMBERS} members")]
    TooMany,
    /// The rules say themselves what may be taken.
    #[error("rules in words say themselves what may be taken and split")]
    TakeInWords,
}

impl Classified for SeriesError {
    fn fault(&self) -> Fault {
        match self {
            SeriesError::Parse(error) => error.fault(),
            SeriesError::TooMany => Fault::TooLarge,
            SeriesError::Reversed { .. }
            | SeriesError::TooSmall { .. }
            | SeriesError::TakeInWords => Fault::Input,
        }
    }
}

impl Series {
    /// Reads the name of a series, which `take` and `split` complete (any number may be taken if
    /// `take` is left out), or rules in words with a placeholder.
    ///
    /// # Errors
    /// If the text is neither, or something goes with rules that does not.
    pub fn parse(text: &str, take: Option<&str>, split: bool) -> Result<Series, SeriesError> {
        let text = text.trim();
        let Some(named) = SERIES.iter().find(|series| series.name == text) else {
            let first = text.split([' ', ',', '(', '{']).next().unwrap_or("");
            if !Template::has_place(text) && !Words::can_start_with(first) {
                return Err(unknown(text).into());
            }
            if take.is_some() || split {
                return Err(SeriesError::TakeInWords);
            }
            return Ok(Series { template: text.parse()?, named: None });
        };
        let take = take.unwrap_or("any").trim();
        let merge = match Template::has_place(take) {
            true => named.merge_without,
            false => named.merge,
        };
        let split = if split { ", split" } else { "" };
        let template = format!("take {take}{split}, {merge}").parse()?;
        Ok(Series { template, named: Some(named) })
    }

    /// The rules with their placeholders.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The members from one parameter to another, both included.
    ///
    /// # Errors
    /// If the range makes no sense, or some member is no game.
    pub fn members(&self, from: u64, to: u64) -> Result<Vec<Member>, SeriesError> {
        if from > to {
            return Err(SeriesError::Reversed { from, to });
        }
        if let Some(&NamedSeries { name, least, meaning, .. }) = self.named
            && from < least
        {
            return Err(SeriesError::TooSmall { name, least, meaning });
        }
        if to - from >= MOST_MEMBERS {
            return Err(SeriesError::TooMany);
        }
        let member = |n| Ok(Member { n, game: self.template.game(n)? });
        (from..=to).map(member).collect()
    }
}

fn unknown(text: &str) -> ParseError {
    let shown: String = text.chars().take(40).collect();
    let names = SERIES.map(|series| series.name);
    let error = ParseError::new(text, 0..text.len(), format!("unknown family `{shown}`"));
    match nearest(text, names) {
        Some(near) => error.suggest(format!("did you mean `{near}`?")),
        None => error.suggest(format!(
            "the families are {}; rules of your own have `{{n}}` in them, as in \
             `take 1..{{n}}, merge`",
            names.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, take: Option<&str>, split: bool, n: u64) -> String {
        let series = Series::parse(text, take, split).unwrap();
        series.members(n, n).unwrap()[0].game.in_words()
    }

    #[test]
    fn named_families_are_completed() {
        assert_eq!(words("threshold", None, false, 3), "take any, merge if min >= 3");
        assert_eq!(words("capped-sum", Some("1..3"), false, 9), "take 1..3, merge if sum <= 9");
        assert_eq!(words("merge-take", None, true, 2), "take any, split, merge then take 2");
        assert_eq!(words("merge-take", None, false, 0), "take any, merge");
        assert_eq!(words("equal", None, false, 2), "take any, merge if min >= 2 and equal");
        assert_eq!(words("equal", Some("1..{n}"), false, 2), "take 1..2, merge if equal");
        assert_eq!(
            words("unequal", Some("{1,2,5}"), false, 1),
            "take {1..2,5}, merge if min >= 1 and unequal"
        );
        assert_eq!(words("take 1..{n}, merge", None, false, 2), "take 1..2, merge");
    }

    #[test]
    fn what_is_no_family_is_refused() {
        let error = |text: &str| Series::parse(text, None, false).unwrap_err();
        let SeriesError::Parse(treshold) = error("treshold") else { panic!("a slip") };
        assert_eq!(treshold.suggestion(), Some("did you mean `threshold`?"));
        assert!(error("").to_string().starts_with("unknown family"));
        assert!(error("take any, merge").to_string().starts_with("there is no parameter"));
        assert_eq!(
            Series::parse("take {n}", Some("any"), false).unwrap_err(),
            SeriesError::TakeInWords
        );
        let threshold = Series::parse("threshold", None, false).unwrap();
        assert!(matches!(threshold.members(0, 3), Err(SeriesError::TooSmall { least: 1, .. })));
        assert_eq!(threshold.members(3, 2).unwrap_err(), SeriesError::Reversed { from: 3, to: 2 });
        assert_eq!(threshold.members(1, u64::MAX).unwrap_err(), SeriesError::TooMany);
        assert_eq!(threshold.members(u64::MAX, u64::MAX).unwrap().len(), 1);
        let endless = Series::parse("threshold", None, true).unwrap().members(1, 2);
        assert!(endless.unwrap_err().to_string().contains("might never end"));
    }
}
