//! What is known of a statement: how sure it is, about which positions, and by what it is refuted.

use amalgam_core::base::text::counted;
use std::fmt;

use amalgam_core::Position;

/// How sure a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is a proof, and the check found no exception.
    Proved,
    /// No exception within the scope.
    Verified,
    /// There is an exception.
    Refuted,
    /// A pattern in data, nothing more.
    Observed,
    /// A bound was met; nothing is claimed.
    Unknown,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Proved => "proved",
            Status::Verified => "verified",
            Status::Refuted => "refuted",
            Status::Observed => "observed",
            Status::Unknown => "unknown",
        })
    }
}

/// The positions that a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The most heaps, if there is a bound.
    pub heaps: Option<usize>,
    /// The largest heap, if there is a bound.
    pub max: Option<u64>,
}

impl Scope {
    /// Positions of any size.
    pub const ALL: Scope = Scope { heaps: None, max: None };

    /// Positions of at most this many heaps, however large.
    pub fn of_heaps(heaps: usize) -> Scope {
        Scope { heaps: Some(heaps), max: None }
    }

    /// The same positions with no heap larger than `max`.
    pub fn up_to(self, max: u64) -> Scope {
        Scope { max: Some(max), ..self }
    }

    /// Whether a position is one of them.
    pub fn contains(&self, position: &Position) -> bool {
        self.heaps.is_none_or(|heaps| position.heaps().len() <= heaps)
            && self.max.is_none_or(|max| position.largest() <= max)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all positions")?;
        if let Some(heaps) = self.heaps {
            write!(f, " of at most {}", counted(heaps as u64, "heap"))?;
        }
        match (self.heaps, self.max) {
            (_, None) => Ok(()),
            (Some(_), Some(max)) => write!(f, ", each at most {max}"),
            (None, Some(max)) => write!(f, " of heaps of at most {max}"),
        }
    }
}

/// What is known of a statement about all positions of a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A theorem says that it holds at all positions of the scope.
    Proved(Scope),
    /// Every position of the scope was looked at, and it holds there.
    Verified(Scope),
    /// It does not hold at all positions of the scope.
    Refuted {
        /// The positions that it applies to.
        scope: Scope,
        /// Some of them, all of which were looked at: it holds at these.
        holds: Option<Scope>,
        /// A position of the scope at which it fails.
        by: Position,
    },
    /// A bound was met first.
    Unknown {
        /// The positions that it applies to.
        scope: Scope,
        /// Which bound.
        why: String,
    },
}

impl Statement {
    /// How sure it is.
    pub fn status(&self) -> Status {
        match self {
            Statement::Proved(_) => Status::Proved,
            Statement::Verified(_) => Status::Verified,
            Statement::Refuted { .. } => Status::Refuted,
            Statement::Unknown { .. } => Status::Unknown,
        }
    }

    /// The positions that the status is about.
    pub fn scope(&self) -> Scope {
        match self {
            Statement::Proved(scope)
            | Statement::Verified(scope)
            | Statement::Refuted { scope, .. }
            | Statement::Unknown { scope, .. } => *scope,
        }
    }

    /// The position that refutes it.
    pub fn witness(&self) -> Option<&Position> {
        match self {
            Statement::Refuted { by, .. } => Some(by),
            _ => None,
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Proved(scope) => write!(f, "proved for {scope}"),
            Statement::Verified(scope) => write!(f, "verified for {scope}"),
            Statement::Refuted { holds: Some(scope), by, .. } => {
                write!(f, "verified for {scope}; refuted beyond by {by}")
            }
            Statement::Refuted { by, .. } => write!(f, "refuted by {by}"),
            Statement::Unknown { why, .. } => write!(f, "unknown: {why}"),
        }
    }
}
