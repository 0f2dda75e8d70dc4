//! The small exact language in which people write a conjecture.
//!
//! A formula says something about a position that is true or false. It is read once, checked for
//! types, compiled, and then evaluated at every position of a [`Domain`](amalgam_tables::bulk::Domain), the smallest first, so
//! that the first counterexample is the smallest one ([`test()`]).
//!
//! ```
//! use amalgam::base::budget::Silent;
//! use amalgam::engines::bulk::Domain;
//! use amalgam::lab::formula::{Formula, Verdict, test};
//! let nim = "take any".parse()?;
//! let bouton: Formula = "P <=> x ^ y ^ z == 0".parse()?;
//! let domain = Domain::heaps(3, 20)?;
//! let verdict = test(&bouton, &nim, &domain, &Default::default(), &Silent)?;
//! assert!(matches!(verdict, Verdict::VerifiedTo { positions: 1771, .. }));
//!
//! let amalgamation = "take any, merge".parse()?;
//! let verdict = test(&bouton, &amalgamation, &domain, &Default::default(), &Silent)?;
//! let Verdict::Refuted(found) = verdict else { panic!() };
//! assert_eq!(found.heaps, [1, 2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The language
//!
//! There are integers and truths, and they do not mix. From the loosest operator to the tightest:
//!
//! | operators | operands | meaning |
//! |---|---|---|
//! | `<=>` | truths | both or neither |
//! | `=>` | truths | if … then …; groups to the right; stops where the left side decides |
//! | <code>\|\|</code> | truths | or; stops where the left side decides |
//! | `&&` | truths | and; stops where the left side decides |
//! | `== != < <= > >=` | integers | comparisons; they do not chain |
//! | <code>\|</code>, then `^`, then `&` | integers | bitwise or, exclusive or (the nim-sum), and |
//! | `<< >>` | integers | times and over a power of two, the latter rounded down |
//! | `+ -` | integers | |
//! | `* / %` | integers | `/` rounds down, `%` has the sign of the divisor: `a == b * (a / b) + a % b` |
//! | `-` `!` before an operand | integer, truth | negative, not |
//!
//! `⊕ ≤ ≥ ≠ ∧ ∨ ¬ ⇒ ⇔` may be written for `^ <= >= != && || ! => <=>`. Operands are numbers,
//! `true`, `false`, brackets, the names that [`facts`] lists, and
//!
//! ```text
//! if TRUTH then VALUE else VALUE        let NAME = VALUE in VALUE    (or: let NAME = VALUE; VALUE)
//! all NAME: TRUTH                       any NAME: TRUTH
//! min(a, …)  max(a, …)  abs(a)  mex(a, …)  f(a, …)  f(h…)  h[i]  c[i]
//! ```
//!
//! each of which reaches as far to the right as it can. Negative integers have infinitely many
//! leading ones to the bitwise operators. All integers have 64 bits; a result that does not fit, a
//! division by zero, a shift by a negative number, and a fact that was not tabled are errors that
//! name the position at hand, never a wrong answer.

mod batch;
mod compile;
mod interpret;
mod machine;
mod names;
mod parse;
mod point;
mod syntax;
mod test;
mod token;
mod types;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

pub use names::{Fact, facts};
pub use point::{EvaluationError, NoValue, Point};
pub use test::{Counterexample, TestError, Verdict, test, test_with};
pub use types::Type;

use amalgam_core::base::text::ParseError;
use amalgam_tables::bulk::{Facts, Mentions};
use names::Quantity;
use syntax::{Expr, Node};

/// A condition on positions, read, checked and compiled.
///
/// Printing a formula gives its text back with as few brackets as possible. Formulas are equal if
/// they read the same, apart from space and brackets.
#[derive(Clone, Debug)]
pub struct Formula {
    text: String,
    expr: Expr,
    program: compile::Program,
}

/// What a part of a formula comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(i64),
    /// True or false.
    Truth(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(integer) => f.pad(&integer.to_string()),
            Value::Truth(truth) => f.pad(&truth.to_string()),
        }
    }
}

/// The registers of one running formula. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Machine {
    registers: Vec<i64>,
}

impl FromStr for Formula {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Formula, ParseError> {
        let expr = parse::parse(text)?;
        types::check(text, &expr)?;
        let program = compile::compile(&expr);
        Ok(Formula { text: text.to_owned(), expr, program })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.expr == other.expr
    }
}

impl Eq for Formula {}

impl Formula {
    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A machine to run this formula, and no other, on.
    pub fn machine(&self) -> Machine {
        Machine { registers: self.program.registers.clone() }
    }

    /// Whether the formula holds at a point.
    ///
    /// ```
    /// use amalgam::engines::bulk::NoFacts;
    /// use amalgam::lab::formula::{Formula, Point};
    /// let formula: Formula = "x + y == z".parse()?;
    /// let mut machine = formula.machine();
    /// let mut holds = |heaps: &[u64]| {
    ///     formula.evaluate(&mut machine, &Point::new(heaps).unwrap(), &NoFacts)
    /// };
    /// assert_eq!(holds(&[2, 3, 5]), Ok(true));
    /// assert_eq!(holds(&[0, 3, 5]), Ok(false));
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// Where a part that is needed has no value.
    pub fn evaluate<F: Facts + ?Sized>(
        &self,
        machine: &mut Machine,
        point: &Point<'_>,
        facts: &F,
    ) -> Result<bool, EvaluationError> {
        machine::run(&self.program.ops, &mut machine.registers, point, facts)
            .map_err(|(why, op)| self.failure(why, self.program.spans[op].clone(), point))
    }

    /// The same by walking the tree: slow, and compared with [`evaluate`](Formula::evaluate) in
    /// tests.
    ///
    /// # Errors
    /// Where a part that is needed has no value.
    pub fn interpret(&self, point: &Point<'_>, facts: &dyn Facts) -> Result<bool, EvaluationError> {
        interpret::interpret(&self.expr, point, facts)
            .map(|value| value == Value::Truth(true))
            .map_err(|(why, span)| self.failure(why, span, point))
    }

    #[cold]
    fn failure(&self, why: NoValue, span: Range<usize>, point: &Point<'_>) -> EvaluationError {
        let heaps = point.entries().to_vec();
        EvaluationError { why, span, text: self.text.clone(), heaps }
    }

    /// The facts that the formula mentions.
    pub fn mentions(&self) -> Mentions {
        fn look(expr: &Expr, found: &mut Mentions) {
            match &expr.node {
                Node::Quantity(Quantity::P | Quantity::N) => found.outcome = true,
                Node::Quantity(Quantity::MisereP) => found.misere = true,
                Node::Quantity(Quantity::Grundy) => found.grundy = true,
                Node::Completion(heaps) => {
                    found.completion.get_or_insert(expr.span.clone());
                    found.completed = found.completed.max(heaps.len());
                    found.whole |= heaps.is_empty();
                }
                _ => {}
            }
            expr.children().into_iter().for_each(|child| look(child, found));
        }
        let mut found = Mentions::default();
        look(&self.expr, &mut found);
        found
    }

    /// The parts worth seeing at one point, with their values: facts, sides of comparisons, and
    /// what the connectives join. Parts that depend on a bound variable, numbers, and parts
    /// without a value are left out.
    pub fn explain(&self, point: &Point<'_>, facts: &dyn Facts) -> Vec<(String, Value)> {
        let mut parts = Vec::new();
        worth_seeing(&self.expr, false, &mut parts);
        let mut seen: Vec<(String, Value)> = Vec::new();
        for part in parts.into_iter().filter(|part| !std::ptr::eq(*part, &self.expr)) {
            if seen.len() == MOST_SHOWN {
                break;
            }
            let text = part.to_string();
            if seen.iter().all(|(other, _)| *other != text)
                && let Ok(value) = interpret::interpret(part, point, facts)
            {
                seen.push((text, value));
            }
        }
        seen
    }
}

/// More parts than anybody reads.
const MOST_SHOWN: usize = 40;

/// Collects the parts to show, the outermost first, and returns the variables that are free in
/// `expr`. `side` says that the part is a side of a comparison or the value of a `let`.
fn worth_seeing<'a>(expr: &'a Expr, side: bool, parts: &mut Vec<&'a Expr>) -> Vec<&'a str> {
    let place = parts.len();
    let mut free = Vec::new();
    let sides = match &expr.node {
        Node::Variable(name) => return vec![name],
        Node::Binary(operator, _) => operator.strength() == syntax::COMPARISON,
        _ => false,
    };
    let children = expr.children();
    let last = children.len().saturating_sub(1);
    for (i, child) in children.into_iter().enumerate() {
        let value = matches!(expr.node, Node::Let(..)) && i < last;
        let mut names = worth_seeing(child, sides || value, parts);
        if let Node::Let(name, _) | Node::Quantifier(_, name, _) = &expr.node
            && i == last
        {
            names.retain(|free| free != name); // bound in the body, which comes last
        }
        free.extend(names);
    }
    let shown = match &expr.node {
        Node::Number(_) | Node::Truth(_) | Node::Variable(_) | Node::Let(..) => false,
        Node::Quantity(Quantity::Letter(_)) => false,
        Node::Quantity(_) | Node::HeapAt(_) | Node::CountOf(_) | Node::Completion(_) => true,
        Node::Not(_) | Node::Quantifier(..) => true,
        Node::Binary(operator, _) => side || operator.strength() <= syntax::COMPARISON,
        Node::Negative(_) | Node::Call(..) | Node::If(_) => side,
    };
    if shown && free.is_empty() {
        parts.insert(place, expr);
    }
    free
}
