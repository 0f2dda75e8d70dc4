//! The words of the subject, each in a sentence or two, and the lesson that teaches it.

use std::sync::OnceLock;

use crate::lessons;

/// A word and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub word: &'static str,
    /// The name of the lesson in which it is explained.
    pub lesson: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const TEXT: &str = include_str!("../lessons/glossary.txt");

/// Every word, in the order of the file: those that others are explained with first.
pub fn terms() -> &'static [Term] {
    static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
    let read = |line: &'static str| {
        let (head, meaning) = line.split_once(": ")?;
        let (word, lesson) = head.strip_suffix(')')?.split_once(" (")?;
        Some(Term { word, lesson, meaning })
    };
    TERMS.get_or_init(|| TEXT.lines().filter_map(read).collect())
}

/// Words that people use without having learnt them: no lesson has to come first.
const EVERYDAY: [&str; 8] = ["heap", "move", "option", "sum", "rest", "row", "cover", "proved"];

/// The first word in a text that only a later lesson explains. Lessons are counted from 0.
///
/// ```
/// use amalgam::learn::glossary::too_early;
/// assert_eq!(too_early("The nim-sum is 0.", 0).unwrap().word, "nim-sum");
/// assert_eq!(too_early("Is it P?", 1).unwrap().word, "P-position");
/// assert!(too_early("Is it P?", 2).is_none());
/// ```
pub fn too_early(text: &str, lesson: usize) -> Option<&'static Term> {
    let later = lessons().get(lesson + 1..).unwrap_or_default();
    let later = |term: &&Term| later.iter().any(|lesson| lesson.name == term.lesson);
    let mut terms = terms().iter().filter(|term| !EVERYDAY.contains(&term.word)).filter(later);
    terms.find(|term| term.is_in(text))
}

impl Term {
    /// Whether a text uses the word, or for P and N the letter alone.
    fn is_in(&self, text: &str) -> bool {
        let letter = self.word.strip_suffix("-position");
        if let Some(letter) = letter {
            return text.split(|c: char| !c.is_alphanumeric()).any(|word| word == letter);
        }
        // "completes" and "merging" are the same word as far as teaching goes.
        let stem = match self.word {
            "completion" => "complet",
            "merge" => "merg",
            "misère play" => "misère",
            "Grundy value" => "grundy",
            word => word,
        };
        let text = text.to_lowercase();
        let starts = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
        text.match_indices(stem).any(|(at, _)| starts(at))
    }
}
