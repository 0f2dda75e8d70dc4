//! How hard a check tries, and what it may use.

use std::fmt;
use std::str::FromStr;

use super::Theorems;
use amalgam_core::base::budget::Budget;

/// How large the scopes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Seconds for the whole ledger.
    #[default]
    Quick,
    /// Minutes.
    Standard,
    /// As long as it takes.
    Deep,
}

impl Effort {
    /// All of them, the smallest first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Standard, Effort::Deep];
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Effort::Quick => "quick",
            Effort::Standard => "standard",
            Effort::Deep => "deep",
        })
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        let named = Effort::ALL.into_iter().find(|effort| effort.to_string() == text);
        named.ok_or_else(|| "write quick, standard or deep".to_owned())
    }
}

/// What a check is given: its effort, its bounds, and the closed forms it is to check.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How large the scopes are.
    pub effort: Effort,
    /// Bounds on each check.
    pub limits: Budget,
    /// The closed forms.
    pub theorems: Theorems,
}

impl Context {
    /// A context with this effort.
    pub fn new(effort: Effort) -> Context {
        Context { effort, ..Context::default() }
    }

    /// One of three scopes.
    pub(super) fn pick(&self, quick: u64, standard: u64, deep: u64) -> u64 {
        match self.effort {
            Effort::Quick => quick,
            Effort::Standard => standard,
            Effort::Deep => deep,
        }
    }
}
