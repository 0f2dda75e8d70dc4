//! From text to a tree, by recursive descent with operator strengths.

use std::ops::Range;

use super::names::{BRACKETED, KEYWORDS, QUANTITIES};
use super::syntax::{Binary, COMPARISON, Expr, Function, Node, OPERATORS, PREFIX, Quantifier};
use super::token::{Kind, Token, tokens};
use amalgam_core::base::text::{ParseError, nearest};

/// How deep brackets, prefixes and right sides may nest: reading each takes a little of the stack.
const MOST_NESTING: usize = 200;

/// How deep a tree may be. A chain such as `a + b + c` is as deep as it is long.
const MOST_DEPTH: usize = 500;

/// How many parts a formula may have; registers are numbered with 16 bits.
const MOST_PARTS: usize = 16_000;

/// How many arguments a function may have; `mex` keeps them in the bits of a word.
pub(super) const MOST_ARGUMENTS: usize = 64;
/// The most heaps that `f` completes: their table grows with each.
const MOST_COMPLETED: usize = 8;

/// How deep quantifiers may nest: each multiplies the work by the number of heaps.
const MOST_QUANTIFIERS: usize = 4;

pub(super) fn parse(text: &str) -> Result<Expr, ParseError> {
    let tokens = tokens(text)?;
    let parser =
        &mut Parser { text, tokens, at: 0, scope: vec![], nesting: 0, quantifiers: 0, parts: 0 };
    if parser.peek() == Kind::End {
        return Err(parser
            .error(0..0, "there is no formula here")
            .suggest("write a condition on positions, as in `P <=> x ^ y ^ z == 0`"));
    }
    let expr = parser.expression(0)?;
    match parser.peek() {
        Kind::End => Ok(expr),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    /// The variables that are bound here, the innermost last.
    scope: Vec<&'a str>,
    nesting: usize,
    quantifiers: usize,
    parts: usize,
}

impl<'a> Parser<'a> {
    /// An operand and all operators after it that bind at least as tightly as `least`.
    fn expression(&mut self, least: u8) -> Result<Expr, ParseError> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            let message = format!("this nests more than {MOST_NESTING} deep");
            return Err(self.error(self.span(), message).suggest("name a part of it with `let`"));
        }
        let mut left = self.operand()?;
        while let Some(operator) = self.operator()
            && operator.strength() >= least
        {
            self.at += 1;
            let right = self.expression(operator.sides().1)?;
            let span = left.span.start..right.span.end;
            left = self.part(Node::Binary(operator, Box::new([left, right])), span)?;
            if operator.strength() == COMPARISON
                && self.operator().is_some_and(|next| next.strength() == COMPARISON)
            {
                return Err(self
                    .error(self.span(), "comparisons do not chain")
                    .suggest("join two with `&&`, as in `x < y && y < z`"));
            }
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn operator(&self) -> Option<Binary> {
        let Kind::Sign(sign) = self.peek() else { return None };
        OPERATORS.iter().find(|row| row.1 == sign).map(|row| row.0)
    }

    /// A number, a name, something in brackets, or what a prefix or keyword makes of more.
    fn operand(&mut self) -> Result<Expr, ParseError> {
        let token = self.tokens[self.at].clone();
        let expr = match token.kind {
            Kind::Number(number) => {
                self.at += 1;
                self.part(Node::Number(number), token.span)?
            }
            Kind::Sign("(") => {
                self.at += 1;
                let inside = self.expression(0)?;
                let end = self.close("(", ")", &token.span)?;
                Expr { span: token.span.start..end, ..inside }
            }
            Kind::Sign(sign @ ("-" | "!")) => {
                self.at += 1;
                let inside = Box::new(self.expression(PREFIX)?);
                let span = token.span.start..inside.span.end;
                let node = if sign == "-" { Node::Negative(inside) } else { Node::Not(inside) };
                self.part(node, span)?
            }
            Kind::Name(name) => {
                self.at += 1;
                self.named(name, token.span)?
            }
            _ => return Err(self.unexpected("a number, a name or `(`")),
        };
        Ok(expr)
    }

    fn named(&mut self, name: &'a str, span: Range<usize>) -> Result<Expr, ParseError> {
        let start = span.start;
        let node = match name {
            "true" => Node::Truth(true),
            "false" => Node::Truth(false),
            "if" => {
                let condition = self.expression(0)?;
                self.word("then", "if", &span)?;
                let yes = self.expression(0)?;
                self.word("else", "if", &span)?;
                let no = self.expression(0)?;
                Node::If(Box::new([condition, yes, no]))
            }
            "let" => {
                let variable = self.variable()?;
                self.sign("=")?;
                let value = self.expression(0)?;
                if !self.eat(Kind::Sign(";")) {
                    self.word("in", "let", &span)?;
                }
                self.scope.push(variable);
                let body = self.expression(0)?;
                self.scope.pop();
                Node::Let(variable.to_owned(), Box::new([value, body]))
            }
            "all" | "any" => {
                let which = if name == "all" { Quantifier::All } else { Quantifier::Any };
                let variable = self.variable()?;
                self.sign(":")?;
                self.quantifiers += 1;
                if self.quantifiers > MOST_QUANTIFIERS {
                    let message = format!("quantifiers nest at most {MOST_QUANTIFIERS} deep");
                    return Err(self.error(span, message));
                }
                self.scope.push(variable);
                let body = self.expression(0)?;
                self.scope.pop();
                self.quantifiers -= 1;
                Node::Quantifier(which, variable.to_owned(), Box::new(body))
            }
            "h" | "c" if self.peek() == Kind::Sign("[") => {
                let open = self.span();
                self.at += 1;
                let index = Box::new(self.expression(0)?);
                self.close("[", "]", &open)?;
                if name == "h" { Node::HeapAt(index) } else { Node::CountOf(index) }
            }
            _ if self.peek() == Kind::Sign("(") => self.call(name, &span)?,
            _ if self.scope.contains(&name) => Node::Variable(name.to_owned()),
            _ => match QUANTITIES.iter().find(|row| row.1 == name) {
                Some(row) => Node::Quantity(row.0),
                None => return Err(self.unknown(name, span)),
            },
        };
        let end = self.tokens[self.at - 1].span.end;
        self.part(node, start..end)
    }

    fn call(&mut self, name: &str, span: &Range<usize>) -> Result<Node, ParseError> {
        let (function, least, most) = match name {
            "f" => (None, 1, MOST_COMPLETED),
            "abs" => (Some(Function::Abs), 1, 1),
            "min" => (Some(Function::Min), 1, MOST_ARGUMENTS),
            "max" => (Some(Function::Max), 1, MOST_ARGUMENTS),
            "mex" => (Some(Function::Mex), 0, MOST_ARGUMENTS),
            _ => return Err(self.no_function(name, span.clone())),
        };
        let open = self.span();
        self.at += 1;
        let mut arguments = Vec::new();
        let whole = name == "f"
            && self.peek() == Kind::Name("h")
            && self.tokens[self.at + 1].kind == Kind::Sign("...");
        if whole {
            self.at += 2;
        } else if self.peek() != Kind::Sign(")") {
            arguments.push(self.expression(0)?);
            while self.eat(Kind::Sign(",")) {
                arguments.push(self.expression(0)?);
            }
        }
        let end = self.close("(", ")", &open)?;
        if !whole && (arguments.len() < least || arguments.len() > most) {
            let wants = match (least, most) {
                (1, 1) => "one argument".to_owned(),
                (2, 2) => "two arguments".to_owned(),
                _ => format!("{least} to {most} arguments"),
            };
            let message = format!("`{name}` takes {wants}, not {}", arguments.len());
            return Err(self.error(span.start..end, message));
        }
        Ok(match function {
            None => Node::Completion(arguments),
            Some(function) => Node::Call(function, arguments),
        })
    }

    fn variable(&mut self) -> Result<&'a str, ParseError> {
        match self.peek() {
            Kind::Name(name) if !KEYWORDS.contains(&name) => {
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected("a name for a variable")),
        }
    }

    fn part(&mut self, node: Node, span: Range<usize>) -> Result<Expr, ParseError> {
        self.parts += 1;
        let expr = Expr::new(node, span);
        if self.parts > MOST_PARTS || expr.depth > MOST_DEPTH {
            return Err(self.error(expr.span, "this formula is too large").suggest(format!(
                "at most {MOST_PARTS} parts, and {MOST_DEPTH} operators in a row"
            )));
        }
        Ok(expr)
    }

    fn peek(&self) -> Kind<'a> {
        self.tokens[self.at].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].span.clone()
    }

    fn eat(&mut self, kind: Kind<'_>) -> bool {
        let found = self.peek() == kind;
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, sign: &'static str) -> Result<(), ParseError> {
        if self.eat(Kind::Sign(sign)) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}`")))
    }

    fn word(&mut self, word: &str, of: &str, start: &Range<usize>) -> Result<(), ParseError> {
        if self.eat(Kind::Name(word)) {
            return Ok(());
        }
        if self.peek() == Kind::End {
            return Err(self.error(start.clone(), format!("this `{of}` has no `{word}`")));
        }
        Err(self.unexpected(&format!("`{word}` or an operator")))
    }

    fn close(
        &mut self,
        open: &str,
        close: &'static str,
        at: &Range<usize>,
    ) -> Result<usize, ParseError> {
        let end = self.span().end;
        if self.eat(Kind::Sign(close)) {
            return Ok(end);
        }
        if self.peek() == Kind::End {
            return Err(self.error(at.clone(), format!("this `{open}` is never closed")));
        }
        Err(self.unexpected(&format!("`{close}` or an operator")))
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, span, message)
    }

    fn unexpected(&self, what: &str) -> ParseError {
        let found = match self.peek() {
            Kind::End => "the end".to_owned(),
            _ => format!("`{}`", self.text[self.span()].chars().take(24).collect::<String>()),
        };
        let error = self.error(self.span(), format!("expected {what}, found {found}"));
        match self.peek() {
            Kind::Sign("=") => error.suggest("to compare write `==`"),
            Kind::Name("and") => error.suggest("write `&&`"),
            Kind::Name("or") => error.suggest("write `||`"),
            Kind::Name("xor") => error.suggest("write `^`"),
            Kind::Name("mod") => error.suggest("write `%`"),
            Kind::Name("iff") => error.suggest("write `<=>`"),
            Kind::Name("implies") => error.suggest("write `=>`"),
            _ => error,
        }
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ParseError {
        if KEYWORDS.contains(&name) {
            return self.error(span, format!("`{name}` has no place here"));
        }
        let shown: String = name.chars().take(24).collect();
        let error = self.error(span, format!("nothing is called `{shown}`"));
        match name {
            "h" => return error.suggest("the heaps are `h[1]`, `h[2]`, …, the smallest first"),
            "c" => return error.suggest("the number of heaps of height i is `c[i]`"),
            "not" => return error.suggest("write `!`"),
            _ if BRACKETED.contains(&name) => {
                return error.suggest(format!("`{name}` needs its arguments, as in `{name}(…)`"));
            }
            _ => {}
        }
        let known = QUANTITIES.iter().map(|row| row.1).chain(self.scope.iter().copied());
        let known = known.chain(KEYWORDS).chain(BRACKETED).filter(|known| !is_letter(known));
        match nearest(name, known) {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    fn no_function(&self, name: &str, span: Range<usize>) -> ParseError {
        if KEYWORDS.contains(&name) {
            return self.error(span, format!("`{name}` has no place here"));
        }
        let shown: String = name.chars().take(24).collect();
        let error = self.error(span, format!("no function is called `{shown}`"));
        if name == "h" || name == "c" {
            return error.suggest(format!("square brackets: `{name}[i]`"));
        }
        match nearest(name, ["min", "max", "abs", "mex"]) {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.suggest("there are `min`, `max`, `abs`, `mex` and `f`"),
        }
    }
}

/// One letter is near to every other: no help.
fn is_letter(name: &str) -> bool {
    name.chars().nth(1).is_none()
}
