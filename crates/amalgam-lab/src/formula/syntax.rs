//! Formulas as trees, and how they are printed.

use std::fmt;
use std::ops::Range;

use super::names::Quantity;

/// A part of a formula with the bytes of the text it came from. Parts are equal if they mean the
/// same, wherever they stand.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) node: Node,
    pub(super) span: Range<usize>,
    /// The longest way down from here, in parts.
    pub(super) depth: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.node == other.node
    }
}

impl Eq for Expr {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(i64),
    Truth(bool),
    Variable(String),
    Quantity(Quantity),
    /// `h[i]`
    HeapAt(Box<Expr>),
    /// `c[i]`
    CountOf(Box<Expr>),
    /// `f(a,b)`
    /// or of any number of heaps; of none it is `f(h…)`, of all heaps of the position.
    Completion(Vec<Expr>),
    Negative(Box<Expr>),
    Not(Box<Expr>),
    Binary(Binary, Box<[Expr; 2]>),
    Call(Function, Vec<Expr>),
    If(Box<[Expr; 3]>),
    Let(String, Box<[Expr; 2]>),
    Quantifier(Quantifier, String, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    All,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Min,
    Max,
    Abs,
    Mex,
}

impl Function {
    pub(super) fn name(self) -> &'static str {
        match self {
            Function::Min => "min",
            Function::Max => "max",
            Function::Abs => "abs",
            Function::Mex => "mex",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Iff,
    Implies,
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    BitOr,
    BitXor,
    BitAnd,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Every operator with its sign and how tightly it binds.
pub(super) const OPERATORS: [(Binary, &str, u8); 20] = [
    (Binary::Iff, "<=>", 1),
    (Binary::Implies, "=>", 2),
    (Binary::Or, "||", 3),
    (Binary::And, "&&", 4),
    (Binary::Eq, "==", COMPARISON),
    (Binary::Ne, "!=", COMPARISON),
    (Binary::Lt, "<", COMPARISON),
    (Binary::Le, "<=", COMPARISON),
    (Binary::Gt, ">", COMPARISON),
    (Binary::Ge, ">=", COMPARISON),
    (Binary::BitOr, "|", 6),
    (Binary::BitXor, "^", 7),
    (Binary::BitAnd, "&", 8),
    (Binary::Shl, "<<", 9),
    (Binary::Shr, ">>", 9),
    (Binary::Add, "+", 10),
    (Binary::Sub, "-", 10),
    (Binary::Mul, "*", 11),
    (Binary::Div, "/", 11),
    (Binary::Rem, "%", 11),
];

/// Comparisons do not chain: `x < y < z` would compare a truth with a number.
pub(super) const COMPARISON: u8 = 5;

/// How tightly `-` and `!` before an operand bind.
pub(super) const PREFIX: u8 = 12;

impl Binary {
    fn row(self) -> (Binary, &'static str, u8) {
        OPERATORS[self as usize]
    }

    pub(super) fn sign(self) -> &'static str {
        self.row().1
    }

    pub(super) fn strength(self) -> u8 {
        self.row().2
    }

    /// How tightly the left and the right operand must bind to stand without brackets.
    pub(super) fn sides(self) -> (u8, u8) {
        let strength = self.strength();
        match self {
            Binary::Implies => (strength + 1, strength),
            _ if strength == COMPARISON => (strength + 1, strength + 1),
            _ => (strength, strength + 1),
        }
    }
}

impl Expr {
    pub(super) fn new(node: Node, span: Range<usize>) -> Expr {
        let mut expr = Expr { node, span, depth: 0 };
        expr.depth = 1 + expr.children().iter().map(|child| child.depth).max().unwrap_or(0);
        expr
    }

    /// The parts one step down, left to right.
    pub(super) fn children(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Number(_) | Node::Truth(_) | Node::Variable(_) | Node::Quantity(_) => vec![],
            Node::HeapAt(a) | Node::CountOf(a) | Node::Negative(a) | Node::Not(a) => vec![a],
            Node::Quantifier(_, _, a) => vec![a],
            Node::Binary(_, pair) | Node::Let(_, pair) => pair.iter().collect(),
            Node::If(three) => three.iter().collect(),
            Node::Call(_, arguments) | Node::Completion(arguments) => arguments.iter().collect(),
        }
    }

    /// Prints with as few brackets as the grammar allows. `least` is how tightly the place wants
    /// its operand to bind; `followed` says that an operator comes next, which a part that reaches
    /// as far to the right as it can (`if`, `let`, `all`, `any`) would take for its own.
    fn print(&self, f: &mut fmt::Formatter<'_>, least: u8, followed: bool) -> fmt::Result {
        let brackets = match &self.node {
            Node::If(_) | Node::Let(..) | Node::Quantifier(..) => followed,
            Node::Binary(operator, _) => operator.strength() < least,
            _ => false,
        };
        if brackets {
            f.write_str("(")?;
            self.print(f, 0, false)?;
            return f.write_str(")");
        }
        match &self.node {
            Node::Number(number) => write!(f, "{number}"),
            Node::Truth(truth) => write!(f, "{truth}"),
            Node::Variable(name) => f.write_str(name),
            Node::Quantity(quantity) => f.write_str(quantity.name()),
            Node::HeapAt(index) => write!(f, "h[{index}]"),
            Node::CountOf(height) => write!(f, "c[{height}]"),
            Node::Completion(heaps) if heaps.is_empty() => f.write_str("f(h…)"),
            Node::Completion(heaps) => print_call(f, "f", heaps),
            Node::Negative(a) => {
                f.write_str("-")?;
                a.print(f, PREFIX, followed)
            }
            Node::Not(a) => {
                f.write_str("!")?;
                a.print(f, PREFIX, followed)
            }
            Node::Binary(operator, pair) => {
                let (left, right) = operator.sides();
                pair[0].print(f, left, true)?;
                write!(f, " {} ", operator.sign())?;
                pair[1].print(f, right, followed)
            }
            Node::Call(function, arguments) => print_call(f, function.name(), arguments),
            Node::If(parts) => {
                write!(f, "if {} then {} else ", parts[0], parts[1])?;
                parts[2].print(f, 0, followed)
            }
            Node::Let(name, parts) => write!(f, "let {name} = {} in {}", parts[0], parts[1]),
            Node::Quantifier(quantifier, name, body) => {
                let word = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Any => "any",
                };
                write!(f, "{word} {name}: {body}")
            }
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, 0, false)
    }
}

fn print_call(f: &mut fmt::Formatter<'_>, name: &str, arguments: &[Expr]) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, argument) in arguments.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { ", " })?;
        argument.print(f, 0, false)?;
    }
    f.write_str(")")
}
