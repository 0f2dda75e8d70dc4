//! Rules in words: the whole language.
//!
//! Rules are clauses joined by commas; a move is allowed if some clause allows it. A clause is steps joined
//! by `then`. A step is a verb with the heaps it touches, the numbers of coins and perhaps a condition:
//!
//! | words | meaning |
//! |---|---|
//! | `take 1..heap/2` | take at most half of a heap |
//! | `take the same from each of 2 heaps` | one number, from both |
//! | `take any from some of 2 heaps if sum taken < 5` | from one heap or two |
//! | `take any from the largest` | also `the smallest`; in a row `the first`, `the last`, `an end` |
//! | `move any to another if other < heap` | `move` is `take … then add taken to …` |
//! | `delete a heap then split another` | two steps of one move |
//! | `split into {2,4}`, `merge 3 heaps`, `replace by 0..2 smaller heaps distinct` | more than two at once |
//! | `2 places: …`, `row: …`, `closing circle: …`, `strip: …` | what the heaps lie on |
//! | `pass once`, `merge 2 times as glue`, `until heaps <= 1` | so often in the whole game; an end |
//! | `take any if first or taken <= 2*last` | the coins of the move before |
//!
//! What heap [`Rules`] can say becomes those, which have the fastest engines. Everything else becomes
//! [`Words`]: they are run as they are written ([`Words::each_option`]), and each is in a normal form that
//! prints as words again. Rules are refused unless it is proved that the game ends ([`Words::ends_by`]).
//!
//! ```
//! use amalgam::games::words::Words;
//! let words: Words = "take any from each of 2 heaps if 2 > diff taken".parse()?;
//! assert_eq!(words.to_string(), "take any from each of 2 heaps if diff taken <= 1");
//! assert_eq!(words.ends_by(), "coins");
//! let error = "split into 2.. equal, merge if unequal".parse::<Words>().unwrap_err();
//! assert!(error.to_string().starts_with("the game might never end: "));
//! # Ok::<(), amalgam::ParseError>(())
//! ```

mod ast;
mod choices;
mod chosen;
mod classic;
mod effect;
mod ends;
mod eval;
mod linear;
pub mod naive;
mod normal;
mod numbers;
mod own;
mod reader;
mod run;
mod scope;
mod stand;
mod write;

use std::str::FromStr;

pub use ast::*;
pub use ends::Measure;
pub use own::OwnWords;
pub use reader::{BOARDS, VERBS};
pub use stand::Stand;

use self::ends::Refusal;
use super::rules::{Amounts, Rules, RulesError};
use crate::base::text::{Cursor, ParseError};

/// Rules in words, in normal form. Equal ones allow the same moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    field: Field,
    clauses: Vec<Clause>,
    untils: Vec<Cond>,
    limits: Vec<Limit>,
    /// Whether a condition or an amount looks at the move before.
    remembers: bool,
    /// What proves that the game ends, the first first.
    ends: Vec<Measure>,
}

/// What rules in words turn out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Heap rules, which have the fastest engines.
    Rules(Rules),
    /// All others.
    Words(Words),
}

impl Words {
    /// What the heaps lie on.
    pub fn field(&self) -> Field {
        self.field
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Where there is no move.
    pub fn untils(&self) -> &[Cond] {
        &self.untils
    }

    /// The limits.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// Whether a position says how many coins the last move took.
    pub fn remembers(&self) -> bool {
        self.remembers
    }

    /// What falls with every move, in words: a proof that the game ends.
    pub fn ends_by(&self) -> String {
        let names: Vec<String> = self.ends.iter().map(|measure| measure.name(self)).collect();
        names.join(", then ")
    }

    /// The measures of that proof.
    pub fn measures(&self) -> &[Measure] {
        &self.ends
    }

    /// Whether a position is heaps and nothing else: in no order, with nothing to remember, and with as
    /// many empty places as the rules say.
    pub fn is_on_heaps(&self) -> bool {
        let known = matches!(self.field.shape, Shape::Heaps | Shape::Places(Some(_)));
        known && self.limits.is_empty() && !self.remembers
    }

    /// Whether heaps never meet: each move is made in one heap and looks at that heap only.
    pub fn heaps_are_independent(&self) -> bool {
        let alone = |step: &Step, is_first: bool| {
            let one = match step.action.choice() {
                Some(Choice::One) => is_first,
                Some(Choice::It) => !is_first,
                _ => false,
            };
            let of_position = |expr: &Expr| {
                use Quantity::{Heaps, Largest, Lower, Smallest, Total};
                let far = [Heaps, Largest, Lower, Smallest, Total];
                matches!(expr, Expr::Quantity(quantity) if far.contains(quantity))
            };
            let mut looks = false;
            step.each_expr(&mut |expr| looks |= expr.has(&mut { of_position }));
            one && !looks
        };
        self.field == Field::HEAPS
            && self.is_on_heaps()
            && self.untils.is_empty()
            && self
                .clauses
                .iter()
                .all(|clause| clause.steps.iter().enumerate().all(|(i, step)| alone(step, i == 0)))
    }

    /// Whether a move can make a heap larger.
    pub fn heaps_can_grow(&self) -> bool {
        let grows = |step: &Step| {
            matches!(step.action, Action::Merge(_) | Action::MergeIt | Action::Add(..))
        };
        self.clauses.iter().flat_map(|clause| &clause.steps).any(grows)
    }

    /// Whether a move can make two heaps of one.
    pub fn splits(&self) -> bool {
        let splits = |step: &Step| match &step.action {
            Action::Split(_, counts, _) | Action::Replace(_, counts, _) => {
                counts.most(u64::MAX) > 1
            }
            _ => false,
        };
        self.clauses.iter().flat_map(|clause| &clause.steps).any(splits)
    }
}

/// Reads rules in words and leaves the cursor behind them.
///
/// # Errors
/// If they cannot be read, never allow a move, or are not known to end; the error points at the place.
pub fn read(cursor: &mut Cursor<'_>) -> Result<Said, ParseError> {
    // Words may be written in any case. Small letters take as many bytes as large ones.
    let small = cursor.text.to_ascii_lowercase();
    let mut inner = Cursor { text: &small, at: cursor.at };
    let said = read_small(&mut inner).map_err(|error| error.moved(cursor.text, 0));
    cursor.at = inner.at;
    said
}

fn read_small(cursor: &mut Cursor<'_>) -> Result<Said, ParseError> {
    let start = cursor.at;
    let read = reader::read(cursor)?;
    let whole = start..cursor.at;
    let spans: Vec<_> = read.clauses.iter().map(|(_, span)| span.clone()).collect();
    let mut words = Words {
        field: read.field,
        clauses: read.clauses.into_iter().map(|(clause, _)| clause).collect(),
        untils: read.untils,
        limits: read.limits,
        remembers: false,
        ends: Vec::new(),
    };
    words.remembers = words.looks_back();
    if words.clauses.is_empty() {
        return Err(cursor.error(whole, RulesError::Empty.to_string()));
    }
    match words.prove_end() {
        Ok(ends) => words.ends = ends,
        Err(refusal) => return Err(refused(cursor, &words, &spans, refusal)),
    }
    normal::normalise(&mut words);
    // The clauses have moved, and so have the limits.
    words.ends = words.prove_end().unwrap_or_default();
    match normal::as_rules(&words) {
        None => Ok(Said::Words(words)),
        Some(Ok(rules)) => Ok(Said::Rules(rules)),
        Some(Err(error)) => Err(cursor.error(whole, error.to_string())),
    }
}

/// The message for rules that are refused.
fn refused(
    cursor: &Cursor<'_>,
    words: &Words,
    spans: &[std::ops::Range<usize>],
    refusal: Refusal,
) -> ParseError {
    let merge = |clause: usize| words.clauses[clause].steps[0].action.verb() == "merge";
    let lose = "let the merge lose a coin: `merge then take 1`";
    match refusal {
        Refusal::Never(clause) => cursor
            .error(
                spans[clause].clone(),
                "no move is ever like this: its conditions cannot all hold",
            )
            .suggest("look at the comparisons behind `if`, and at the numbers of coins"),
        Refusal::Rises(clause) => cursor
            .error(
                spans[clause].clone(),
                "the game might never end: this may add more coins than it takes",
            )
            .suggest("add fewer than are taken, or limit it: `… once`"),
        Refusal::Cycle(clause, cycle) => {
            const SHOWN: usize = 7;
            let mut line: Vec<String> =
                cycle.iter().take(SHOWN).map(|stand| words.show(stand)).collect();
            if let Some(last) = cycle.last().filter(|_| cycle.len() > SHOWN) {
                line.extend(["…".to_owned(), words.show(last)]);
            }
            let message = format!("the game might never end: {}", line.join(" → "));
            let error = cursor.error(spans[clause].clone(), message);
            match merge(clause) {
                true => error.suggest(lose),
                false => error.suggest("let something fall with every move, such as the coins"),
            }
        }
        Refusal::Unproved(clause) => {
            let message = match normal::as_rules(words) {
                Some(Err(error)) => error.to_string(),
                _ => "it is not known that the game ends: nothing falls with every move, neither \
                      coins nor heaps nor squares"
                    .to_owned(),
            };
            let error = cursor.error(spans[clause].clone(), message);
            match merge(clause) {
                true => error.suggest(lose),
                false => error.suggest("write it as a script, which is checked while it runs"),
            }
        }
    }
}

impl Words {
    fn looks_back(&self) -> bool {
        let mut back = false;
        let mut look = |expr: &Expr| {
            back |= expr.has(&mut |expr| *expr == Expr::Quantity(Quantity::Last));
        };
        for step in self.clauses.iter().flat_map(|clause| &clause.steps) {
            step.each_expr(&mut look);
        }
        self.untils.iter().for_each(|until| until.each_expr(&mut look));
        let conditions = self.clauses.iter().flat_map(|clause| &clause.steps);
        let mut conditions = conditions.filter_map(|step| step.condition.as_ref());
        back || conditions.any(Cond::asks_first) || self.untils.iter().any(Cond::asks_first)
    }
}

impl FromStr for Words {
    type Err = ParseError;

    /// Reads rules as [`Words`], also those that heap rules can say.
    fn from_str(text: &str) -> Result<Words, ParseError> {
        let mut cursor = Cursor::new(text);
        let said = read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected(reader::END));
        }
        match said {
            Said::Words(words) => Ok(words),
            Said::Rules(_) => Ok(read_plainly(text)?),
        }
    }
}

/// Reads rules that heap rules can say, as words.
fn read_plainly(text: &str) -> Result<Words, ParseError> {
    let read = reader::read(&mut Cursor::new(&text.to_ascii_lowercase()))?;
    let clauses = read.clauses.into_iter().map(|(clause, _)| clause).collect();
    let (field, untils, limits) = (read.field, read.untils, read.limits);
    let mut words = Words { field, clauses, untils, limits, remembers: false, ends: Vec::new() };
    normal::normalise(&mut words);
    words.ends = words.prove_end().unwrap_or_default();
    Ok(words)
}
