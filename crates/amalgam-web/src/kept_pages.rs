//! A cache of finished pages: those that cannot change any more.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The most bytes of all pages together.
const MOST: usize = 8 << 20;

/// Pages by question. The oldest are dropped first.
#[derive(Debug, Default)]
pub(crate) struct KeptPages(Mutex<VecDeque<(String, String)>>);

impl KeptPages {
    /// The page for a question, if it is kept.
    pub(crate) fn get(&self, question: &str) -> Option<String> {
        let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.iter().find(|(asked, _)| asked == question).map(|(_, page)| page.clone())
    }

    /// Keeps a page.
    pub(crate) fn keep(&self, question: String, page: String) {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.retain(|(asked, _)| *asked != question);
        pages.push_back((question, page));
        let size = |(asked, page): &(String, String)| asked.len() + page.len();
        let mut all: usize = pages.iter().map(size).sum();
        while all > MOST
            && let Some(oldest) = pages.pop_front()
        {
            all -= size(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_kept_until_they_are_too_many() {
        let pages = KeptPages::default();
        assert_eq!(pages.get("a"), None);
        pages.keep("a".into(), "first".into());
        pages.keep("a".into(), "second".into());
        assert_eq!(pages.get("a").as_deref(), Some("second"));
        let large = "x".repeat(MOST / 2);
        pages.keep("b".into(), large.clone());
        assert_eq!(pages.get("a").as_deref(), Some("second"));
        pages.keep("c".into(), large.clone());
        assert_eq!((pages.get("a"), pages.get("b")), (None, None));
        assert_eq!(pages.get("c"), Some(large));
        pages.keep("d".into(), "y".repeat(MOST + 1));
        assert_eq!((pages.get("c"), pages.get("d")), (None, None));
    }
}
