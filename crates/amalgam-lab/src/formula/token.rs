//! The words and signs of a formula.

use std::ops::Range;

use amalgam_core::base::text::ParseError;

/// One word or sign, with the bytes it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    Number(i64),
    Name(&'a str),
    Sign(&'static str),
    End,
}

/// Longer signs before their beginnings.
const SIGNS: [&str; 30] = [
    "...", "<=>", "=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "+", "-", "*", "/", "%",
    "^", "&", "|", "<", ">", "!", "=", "(", ")", "[", "]", ",", ":", ";",
];

/// What the papers print, and how it is typed.
const PRINTED: [(&str, &str); 10] = [
    ("…", "..."),
    ("⊕", "^"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("∧", "&&"),
    ("∨", "||"),
    ("¬", "!"),
    ("⇒", "=>"),
    ("⇔", "<=>"),
];

/// Cuts a text into tokens; the last is always the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let token = next(text, at)?;
        at = token.span.end;
        let end = token.kind == Kind::End;
        tokens.push(token);
        if end {
            return Ok(tokens);
        }
    }
}

fn next(text: &str, at: usize) -> Result<Token<'_>, ParseError> {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else {
        return Ok(Token { kind: Kind::End, span: at..at });
    };
    if first.is_ascii_digit() {
        return number(text, at);
    }
    if first.is_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !is_part_of_name(c)).unwrap_or(rest.len());
        return Ok(Token { kind: Kind::Name(&rest[..end]), span: at..at + end });
    }
    if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
        return Ok(Token { kind: Kind::Sign(sign), span: at..at + sign.len() });
    }
    if let Some((printed, sign)) = PRINTED.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok(Token { kind: Kind::Sign(sign), span: at..at + printed.len() });
    }
    let span = at..at + first.len_utf8();
    Err(ParseError::new(text, span, format!("`{}` has no meaning here", first.escape_debug())))
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn number(text: &str, at: usize) -> Result<Token<'_>, ParseError> {
    let rest = &text[at..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let span = at..at + digits;
    if let Some(end) =
        rest[digits..].find(|c: char| !is_part_of_name(c)).or(Some(rest.len() - digits))
        && end > 0
    {
        let name = &rest[digits..digits + end];
        let number = &rest[..digits];
        return Err(ParseError::new(text, at..span.end + end, "a number runs into a name")
            .suggest(format!("for a product write `{number} * {name}`")));
    }
    let value = rest[..digits].parse().map_err(|_| {
        ParseError::new(text, span.clone(), "this number does not fit in 63 bits")
            .suggest(format!("the largest is {}", i64::MAX))
    })?;
    Ok(Token { kind: Kind::Number(value), span })
}
