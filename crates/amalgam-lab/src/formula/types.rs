//! Integers and truths, told apart before anything is evaluated.

use std::fmt;

use super::syntax::{Binary, COMPARISON, Expr, Node};
use amalgam_core::base::text::ParseError;

/// What a part of a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// An exact integer of 64 bits.
    Integer,
    /// True or false.
    Truth,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Type::Integer => "an integer",
            Type::Truth => "a truth",
        })
    }
}

/// Checks a formula, which as a whole must be a truth.
pub(super) fn check(text: &str, formula: &Expr) -> Result<(), ParseError> {
    let mut checker = Checker { text, scope: Vec::new() };
    match checker.type_of(formula)? {
        Type::Truth => Ok(()),
        Type::Integer => Err(ParseError::new(
            text,
            formula.span.clone(),
            "a formula must be true or false, and this is an integer",
        )
        .suggest("compare it with something, as in `… == 0`")),
    }
}

struct Checker<'a> {
    text: &'a str,
    scope: Vec<(&'a str, Type)>,
}

impl<'a> Checker<'a> {
    fn type_of(&mut self, expr: &'a Expr) -> Result<Type, ParseError> {
        match &expr.node {
            Node::Number(_) => Ok(Type::Integer),
            Node::Truth(_) => Ok(Type::Truth),
            Node::Quantity(quantity) => Ok(quantity.kind()),
            Node::Variable(name) => {
                let bound = self.scope.iter().rev().find(|(bound, _)| bound == name);
                Ok(bound.expect("the parser knows what is bound").1)
            }
            Node::HeapAt(index) => self.expect(index, Type::Integer, "h[…]", Type::Integer),
            Node::CountOf(height) => self.expect(height, Type::Integer, "c[…]", Type::Integer),
            Node::Negative(a) => self.expect(a, Type::Integer, "-", Type::Integer),
            Node::Not(a) => self.expect(a, Type::Truth, "!", Type::Truth),
            Node::Completion(heaps) => self.expect_all(heaps, Type::Integer, "f", Type::Integer),
            Node::Call(function, arguments) => {
                self.expect_all(arguments, Type::Integer, function.name(), Type::Integer)
            }
            Node::Binary(operator, pair) => {
                let (wants, gives) = operator.types();
                self.expect_all(&pair[..], wants, operator.sign(), gives)
            }
            Node::If(parts) => {
                self.expect(&parts[0], Type::Truth, "if", Type::Truth)?;
                let yes = self.type_of(&parts[1])?;
                let no = self.type_of(&parts[2])?;
                if yes == no {
                    return Ok(yes);
                }
                let message = format!("`then` gives {yes}, but `else` gives {no}");
                Err(ParseError::new(self.text, parts[2].span.clone(), message))
            }
            Node::Let(name, parts) => {
                let value = self.type_of(&parts[0])?;
                self.scope.push((name, value));
                let body = self.type_of(&parts[1]);
                self.scope.pop();
                body
            }
            Node::Quantifier(_, name, body) => {
                self.scope.push((name, Type::Integer));
                let checked = self.expect(body, Type::Truth, "a quantifier", Type::Truth);
                self.scope.pop();
                checked
            }
        }
    }

    fn expect_all(
        &mut self,
        parts: &'a [Expr],
        wants: Type,
        of: &str,
        gives: Type,
    ) -> Result<Type, ParseError> {
        parts.iter().try_for_each(|part| self.expect(part, wants, of, gives).map(|_| ()))?;
        Ok(gives)
    }

    fn expect(
        &mut self,
        part: &'a Expr,
        wants: Type,
        of: &str,
        gives: Type,
    ) -> Result<Type, ParseError> {
        let found = self.type_of(part)?;
        if found == wants {
            return Ok(gives);
        }
        let of = if of.contains(' ') { of.to_owned() } else { format!("`{of}`") };
        let message = format!("{of} wants {wants} here, and this is {found}");
        let error = ParseError::new(self.text, part.span.clone(), message);
        Err(match (of.as_str(), wants) {
            ("`==`", _) => error.suggest("two truths are compared with `<=>`"),
            ("`!=`", _) => error.suggest("write `!(… <=> …)` for truths that differ"),
            ("`&`", _) => error.suggest("`&&` joins truths"),
            ("`|`", _) => error.suggest("`||` joins truths"),
            ("`&&`", _) => error.suggest("`&` joins the bits of integers"),
            ("`||`", _) => error.suggest("`|` joins the bits of integers"),
            (_, Type::Truth) => error.suggest("compare it with something, as in `… == 0`"),
            (_, Type::Integer) => error.suggest("`if … then 1 else 0` makes a number of a truth"),
        })
    }
}

impl Binary {
    /// What the operands must be, and what comes out.
    fn types(self) -> (Type, Type) {
        match self {
            Binary::Iff | Binary::Implies | Binary::Or | Binary::And => (Type::Truth, Type::Truth),
            _ if self.strength() == COMPARISON => (Type::Integer, Type::Truth),
            _ => (Type::Integer, Type::Integer),
        }
    }
}
