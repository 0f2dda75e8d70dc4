//! What decided: the theorem, the table or the search behind an answer, in words.

use std::fmt;

use amalgam_core::{Outcome, Position};

/// Why an answer is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nim under normal play: the nim-sum.
    Bouton {
        /// The nim-sum of the heaps.
        nim_sum: u64,
    },
    /// Nim under misère play.
    MisereNim {
        /// The nim-sum of the heaps.
        nim_sum: u64,
        /// Whether some heap has at least two coins.
        tall: bool,
    },
    /// The values of independent parts, added by nim-sum.
    SpragueGrundy {
        /// What the parts are: heaps of one game, or the games of a sum.
        parts: &'static str,
        /// Their values.
        values: Vec<u64>,
    },
    /// Every position that can arise was valued.
    Search {
        /// How many were.
        positions: usize,
    },
    /// A search that stopped at the first winning move of each position.
    FirstWin {
        /// How many positions were decided.
        positions: usize,
    },
    /// Search of every size of a heap up to the one that makes a P-position.
    EachSize,
    /// Two heaps: only equal pairs are P-positions.
    EqualPairs,
    /// A table of f(a,b).
    Table {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// The proved period of a row of f(a,b).
    Row {
        /// The row, the smallest heap.
        row: u64,
        /// The column from which it repeats.
        preperiod: u64,
        /// After how many columns.
        period: u64,
    },
    /// The row of a rest: all heaps but two.
    Rest {
        /// The rest.
        rest: Position,
        /// A heap beside it.
        column: u64,
        /// The one heap that makes a P-position with both.
        value: u64,
    },
    /// The row of the Grundy values of a rest: all heaps but one.
    GrundyRest {
        /// The rest.
        rest: Position,
        /// The heap beside it.
        column: u64,
        /// The value of both.
        value: u64,
    },
    /// Completions of the rests that can arise; only outcomes are decided.
    Completion {
        /// How many rests there are.
        rests: usize,
    },
    /// The theorem on [free pairs](crate::theory::free_pairs).
    FreePairs {
        /// The nim-sum of the heaps.
        nim_sum: u64,
        /// The free pairs, as heaps.
        pairs: Vec<[u64; 2]>,
        /// Whether the lowest bit of the nim-sum is turned.
        flips: bool,
    },
    /// A certificate for a [family](amalgam_families): a rest and any number of equal heaps.
    Family {
        /// The rest.
        rest: Position,
        /// The height of the equal heaps.
        height: u64,
        /// Who wins.
        outcome: Outcome,
        /// Their number modulo the period.
        residue: u64,
        /// The period.
        period: u64,
        /// From which number on.
        from: u64,
        /// How many classes the certificate has.
        classes: usize,
    },
    /// A closed form of [`theory`](crate::theory).
    ClosedForm {
        /// Which theorem.
        theorem: &'static str,
        /// The set to which the position belongs by that theorem, where the sets have names.
        set: Option<String>,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Bouton { nim_sum: 0 } => {
                f.write_str("Bouton's theorem: the nim-sum of the heaps is 0")
            }
            Reason::Bouton { nim_sum } => {
                write!(f, "Bouton's theorem: the nim-sum of the heaps is {nim_sum}, not 0")
            }
            Reason::MisereNim { tall: true, nim_sum } => write!(
                f,
                "Bouton's theorem for misère Nim: some heap has two coins or more and the nim-sum \
                 is {nim_sum}"
            ),
            Reason::MisereNim { tall: false, nim_sum } => write!(
                f,
                "Bouton's theorem for misère Nim: all heaps are single coins, an {} number of them",
                if *nim_sum == 0 { "even" } else { "odd" }
            ),
            Reason::SpragueGrundy { parts, values } => {
                write!(f, "Sprague–Grundy: the nim-sum of the {parts}' values ")?;
                match values.as_slice() {
                    [] => f.write_str("is 0, since there are none"),
                    [value] => write!(f, "is {value}"),
                    _ => {
                        let shown = values.iter().take(8).map(u64::to_string);
                        let dots = if values.len() > 8 { " ⊕ …" } else { "" };
                        let sum = amalgam_core::base::nimber::nim_sum(values.iter().copied());
                        write!(f, "{}{dots} is {sum}", shown.collect::<Vec<_>>().join(" ⊕ "))
                    }
                }
            }
            Reason::Search { positions: 1 } => f.write_str("search: no move is left"),
            Reason::Search { positions } => {
                write!(
                    f,
                    "search: {positions} positions were valued, all that can arise among them"
                )
            }
            Reason::FirstWin { positions } => write!(
                f,
                "search: {positions} positions were decided, each up to its first winning move"
            ),
            Reason::EachSize => f.write_str("search of every heap up to that size"),
            Reason::EqualPairs => f.write_str(
                "mirroring: a position of at most two heaps is P if and only if its heaps are equal",
            ),
            Reason::Table { rows, cols } => {
                write!(f, "the table of f(a,b) for a < {rows}, b < {cols}")
            }
            Reason::Row { row, preperiod, period } => write!(
                f,
                "the period of row {row}: f({row}, b + {period}) = f({row}, b) + {period} for all \
                 b >= {preperiod}"
            ),
            Reason::Rest { rest, column, value } => write!(
                f,
                "the row of {rest}: beside it a heap of {column} makes a P-position with one of \
                 {value} and no other"
            ),
            Reason::GrundyRest { rest, .. } if rest.is_empty() => {
                f.write_str("a heap alone: it never merges, and is worth its coins")
            }
            Reason::GrundyRest { rest, column, value } => write!(
                f,
                "the row of the Grundy values of {rest}: beside it a heap of {column} makes {value}"
            ),
            Reason::Completion { rests } => write!(
                f,
                "completion: the one heap that makes a P-position was found for {rests} rests"
            ),
            Reason::FreePairs { nim_sum, pairs, flips } => {
                let named: Vec<String> =
                    pairs.iter().map(|[x, y]| format!("{x} with {y}")).collect();
                let last = if *flips { " with its lowest bit turned" } else { "" };
                match named.as_slice() {
                    [] => f.write_str("the theorem on free pairs: there is none")?,
                    [one] => write!(f, "the theorem on free pairs: there is one, {one}")?,
                    all => write!(f, "the theorem on free pairs: there are {}", all.join(", "))?,
                }
                write!(f, "; so the Grundy value is the nim-sum {nim_sum}{last}")
            }
            Reason::Family { rest, height, outcome, residue, period, from, classes } => write!(
                f,
                "a certificate of {classes} classes: {} with n heaps of {height} is {outcome} for all n ≡ {residue} mod {period}, \
                 n >= {from}",
                rest.brief()
            ),
            Reason::ClosedForm { theorem, set: None } => f.write_str(theorem),
            Reason::ClosedForm { theorem, set: Some(set) } => {
                write!(f, "{theorem}: the position belongs to {set}")
            }
        }
    }
}
