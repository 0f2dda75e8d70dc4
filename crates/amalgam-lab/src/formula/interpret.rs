//! The naive twin of the compiled formula: the tree, walked as the definitions read.
//!
//! It shares nothing with the machine but the tree. Its arithmetic is done in 128 bits, where no
//! single step overflows, and cut to 64 afterwards.

use std::ops::Range;

use super::Value;
use super::names::Quantity;
use super::point::{NoValue, Point};
use super::syntax::{Binary, Expr, Function, Node, Quantifier};
use amalgam_tables::bulk::Facts;

/// What went wrong, and at which bytes of the text.
pub(super) type Failure = (NoValue, Range<usize>);

pub(super) fn interpret(
    expr: &Expr,
    point: &Point<'_>,
    facts: &dyn Facts,
) -> Result<Value, Failure> {
    Interpreter { point, facts, bound: Vec::new() }.value(expr)
}

struct Interpreter<'a> {
    point: &'a Point<'a>,
    facts: &'a dyn Facts,
    bound: Vec<(&'a str, Value)>,
}

impl<'a> Interpreter<'a> {
    fn value(&mut self, expr: &'a Expr) -> Result<Value, Failure> {
        let fail = |fault| (fault, expr.span.clone());
        let fits = |exact: i128| i64::try_from(exact).map_err(|_| fail(NoValue::Overflow));
        let integer = |exact: i128| fits(exact).map(Value::Integer);
        match &expr.node {
            Node::Number(number) => Ok(Value::Integer(*number)),
            Node::Truth(truth) => Ok(Value::Truth(*truth)),
            Node::Variable(name) => {
                let bound = self.bound.iter().rev().find(|(bound, _)| bound == name);
                Ok(bound.expect("the parser knows what is bound").1)
            }
            Node::Quantity(quantity) => self.quantity(*quantity).ok_or(fail(NoValue::BeyondTable)),
            Node::HeapAt(index) => {
                let index = self.integer(index)?;
                if index < 1 {
                    return Err(fail(NoValue::NoSuchHeap));
                }
                let entry = usize::try_from(index - 1).ok();
                let heap = entry.and_then(|entry| self.point.entries().get(entry));
                integer(i128::from(*heap.unwrap_or(&0)))
            }
            Node::CountOf(height) => {
                let height = self.integer(height)?;
                let heaps = self.point.heaps().iter();
                integer(heaps.filter(|&&heap| i128::from(heap) == height).count() as i128)
            }
            Node::Completion(arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.integer(argument)?);
                }
                let heaps = values.into_iter().map(u64::try_from);
                let heaps: Vec<u64> =
                    heaps.collect::<Result<_, _>>().map_err(|_| fail(NoValue::NegativeHeap))?;
                let whole = arguments.is_empty();
                let size = self.facts.completion(if whole { self.point.heaps() } else { &heaps });
                integer(i128::from(size.ok_or(fail(NoValue::BeyondTable))?))
            }
            Node::Negative(a) => integer(-self.integer(a)?),
            Node::Not(a) => Ok(Value::Truth(!self.truth(a)?)),
            Node::Call(function, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.integer(argument)?);
                }
                integer(match function {
                    Function::Abs => values[0].abs(),
                    Function::Min => *values.iter().min().expect("at least one argument"),
                    Function::Max => *values.iter().max().expect("at least one argument"),
                    Function::Mex => {
                        let taken = |number: &i128| values.contains(number);
                        (0..).find(|number| !taken(number)).expect("finitely many are taken")
                    }
                })
            }
            Node::If(parts) => {
                let chosen = if self.truth(&parts[0])? { &parts[1] } else { &parts[2] };
                self.value(chosen)
            }
            Node::Let(name, parts) => {
                let value = self.value(&parts[0])?;
                self.within(name, value, &parts[1])
            }
            Node::Quantifier(quantifier, name, body) => {
                let decisive = *quantifier == Quantifier::Any;
                for &heap in self.point.heaps() {
                    let heap = Value::Integer(heap as i64);
                    if self.within(name, heap, body)? == Value::Truth(decisive) {
                        return Ok(Value::Truth(decisive));
                    }
                }
                Ok(Value::Truth(!decisive))
            }
            Node::Binary(operator, pair) => match self.logic(*operator, pair)? {
                Some(truth) => Ok(Value::Truth(truth)),
                None => {
                    let (a, b) = (self.integer(&pair[0])?, self.integer(&pair[1])?);
                    arithmetic(*operator, a, b).map_err(fail).and_then(|value| match value {
                        Exact::Integer(exact) => integer(exact),
                        Exact::Truth(truth) => Ok(Value::Truth(truth)),
                    })
                }
            },
        }
    }

    fn within(&mut self, name: &'a str, value: Value, body: &'a Expr) -> Result<Value, Failure> {
        self.bound.push((name, value));
        let value = self.value(body);
        self.bound.pop();
        value
    }

    fn truth(&mut self, expr: &'a Expr) -> Result<bool, Failure> {
        match self.value(expr)? {
            Value::Truth(truth) => Ok(truth),
            Value::Integer(_) => unreachable!("the types have been checked"),
        }
    }

    fn integer(&mut self, expr: &'a Expr) -> Result<i128, Failure> {
        match self.value(expr)? {
            Value::Integer(integer) => Ok(i128::from(integer)),
            Value::Truth(_) => unreachable!("the types have been checked"),
        }
    }

    fn quantity(&self, quantity: Quantity) -> Option<Value> {
        let entries = self.point.entries();
        let heaps = self.point.heaps();
        Some(match quantity {
            Quantity::Letter(i) => {
                Value::Integer(entries.get(usize::from(i)).copied().unwrap_or(0) as i64)
            }
            Quantity::Coins => Value::Integer(heaps.iter().sum::<u64>() as i64),
            Quantity::Heaps => Value::Integer(heaps.len() as i64),
            Quantity::NimSum => {
                Value::Integer(amalgam_core::base::nimber::nim_sum(heaps.iter().copied()) as i64)
            }
            Quantity::Mirror => {
                let count = |height: &u64| heaps.iter().filter(|&heap| heap == height).count();
                Value::Truth(heaps.iter().all(|height| count(height) % 2 == 0))
            }
            Quantity::P => Value::Truth(self.facts.is_p(entries)?),
            Quantity::N => Value::Truth(!self.facts.is_p(entries)?),
            Quantity::MisereP => Value::Truth(self.facts.is_misere_p(entries)?),
            Quantity::Grundy => Value::Integer(i64::try_from(self.facts.grundy(entries)?).ok()?),
        })
    }

    /// The connectives of truths; the right side is looked at only if it matters.
    fn logic(&mut self, operator: Binary, pair: &'a [Expr; 2]) -> Result<Option<bool>, Failure> {
        let [a, b] = pair;
        Ok(Some(match operator {
            Binary::And => self.truth(a)? && self.truth(b)?,
            Binary::Or => self.truth(a)? || self.truth(b)?,
            Binary::Implies => !self.truth(a)? || self.truth(b)?,
            Binary::Iff => self.truth(a)? == self.truth(b)?,
            _ => return Ok(None),
        }))
    }
}

enum Exact {
    Integer(i128),
    Truth(bool),
}

/// The operators on two integers, from their definitions.
fn arithmetic(operator: Binary, a: i128, b: i128) -> Result<Exact, NoValue> {
    let integer = match operator {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div | Binary::Rem if b == 0 => return Err(NoValue::DivisionByZero),
        Binary::Div => floor(a, b),
        Binary::Rem => a - b * floor(a, b),
        Binary::BitAnd => a & b,
        Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::Shl | Binary::Shr if b < 0 => return Err(NoValue::NegativeShift),
        // Beyond 64 places nothing but 0 stays in 64 bits, and nothing but the sign is left.
        Binary::Shl => a * (1 << b.min(64)),
        Binary::Shr => floor(a, 1 << b.min(64)),
        Binary::Eq => return Ok(Exact::Truth(a == b)),
        Binary::Ne => return Ok(Exact::Truth(a != b)),
        Binary::Lt => return Ok(Exact::Truth(a < b)),
        Binary::Le => return Ok(Exact::Truth(a <= b)),
        Binary::Gt => return Ok(Exact::Truth(a > b)),
        Binary::Ge => return Ok(Exact::Truth(a >= b)),
        Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
            unreachable!("connectives are evaluated one side at a time")
        }
    };
    Ok(Exact::Integer(integer))
}

/// The largest integer that is not above a/b.
fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if quotient * b != a && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}
