//! The words of the subject, each in a sentence or two.

use std::sync::OnceLock;

/// A word and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const TEXT: &str = include_str!("../lessons/glossary.txt");

/// Every word, in the order of the file: those that others are explained with first.
pub fn terms() -> &'static [Term] {
    static TERMS: OnceLock<Vec<Term>> = OnceLock::new();
    TERMS.get_or_init(|| {
        let lines = TEXT.lines().filter_map(|line| line.split_once(": "));
        lines.map(|(word, meaning)| Term { word, meaning }).collect()
    })
}
