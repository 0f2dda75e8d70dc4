//! Rules in words with a parameter in them: `take 1..{n}, merge if sum <= {2n}`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use amalgam_core::base::text::{Cursor, ParseError};
use amalgam_core::games::AnyGame;

/// Rules, or a named game, in which `{n}` stands for a number.
///
/// A placeholder is a multiple of n with a number added or taken away: `{n}`, `{2n}`, `{n+1}`,
/// `{3n-2}`. Braces without letters in them list amounts, as always: `take {1,{n}}`.
///
/// ```
/// use amalgam::lab::survey::Template;
/// let template: Template = "take {1,{n}}, merge if sum <= {2n+1}".parse()?;
/// assert_eq!(template.game(4)?.name(), "take {1,4}, merge if sum <= 9");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
    places: Vec<Slot>,
}

/// A placeholder: where it stands, and factor·n + plus − minus.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    span: Range<usize>,
    factor: u64,
    plus: u64,
    minus: u64,
}

impl Slot {
    /// The number for a parameter; an error says why there is none.
    fn number(&self, n: u64) -> Result<u64, &'static str> {
        let large = "does not fit in 64 bits";
        let sum = self.factor.checked_mul(n).and_then(|product| product.checked_add(self.plus));
        sum.ok_or(large)?.checked_sub(self.minus).ok_or("is negative")
    }
}

impl Template {
    /// Whether there is a placeholder in the text, readable or not.
    pub fn has_place(text: &str) -> bool {
        braces(text).next().is_some()
    }

    /// The game for a parameter.
    ///
    /// # Errors
    /// If a number does not fit, or there is no such game; the error shows the rules with the
    /// numbers put in.
    pub fn game(&self, n: u64) -> Result<AnyGame, ParseError> {
        let mut words = String::new();
        let mut at = 0;
        for place in &self.places {
            let number = place.number(n).map_err(|why| {
                let shown = &self.text[place.span.clone()];
                ParseError::new(
                    &self.text,
                    place.span.clone(),
                    format!("`{shown}` {why} for n = {n}"),
                )
            })?;
            words += &self.text[at..place.span.start];
            words += &number.to_string();
            at = place.span.end;
        }
        words += &self.text[at..];
        let game = words.parse::<AnyGame>().map_err(|error| {
            let located = ParseError::new(&words, error.span(), format!("for n = {n}: {error}"));
            match error.suggestion() {
                Some(suggestion) => located.suggest(suggestion),
                None => located,
            }
        })?;
        match game.rules() {
            Some(_) => Ok(game),
            None => {
                let message =
                    format!("a survey needs heap rules, and {game} is described otherwise");
                Err(ParseError::new(&words, 0..words.len(), message)
                    .suggest("write the rules in words, as in `take any, merge if min >= {n}`"))
            }
        }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Template {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Template, ParseError> {
        let places = braces(text).map(|span| read(text, span)).collect::<Result<Vec<_>, _>>()?;
        if places.is_empty() {
            return Err(ParseError::new(
                text,
                text.len()..text.len(),
                "there is no parameter in these rules: all members would be the same",
            )
            .suggest("put `{n}` where the parameter goes, as in `take any, merge if min >= {n}`"));
        }
        Ok(Template { text: text.to_owned(), places })
    }
}

/// The innermost pairs of braces that hold a letter.
fn braces(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let opens = text.match_indices('{').map(|(at, _)| at);
    opens.filter_map(|open| {
        let inside = &text[open + 1..];
        let length = inside.find(['{', '}'])?;
        let closed = inside[length..].starts_with('}');
        let letters = inside[..length].contains(char::is_alphabetic);
        (closed && letters).then_some(open..open + length + 2)
    })
}

fn read(text: &str, span: Range<usize>) -> Result<Slot, ParseError> {
    let mut cursor = Cursor::new(&text[..span.end - 1]);
    cursor.at = span.start + 1;
    let wrong = || {
        let shown: String = text[span.clone()].chars().take(40).collect();
        ParseError::new(text, span.clone(), format!("`{shown}` is no placeholder"))
            .suggest("write `{n}`, `{2n}`, `{n+1}` or `{3n-2}`; a list of amounts is `{1,{n}}`")
    };
    cursor.skip_space();
    let factor = match cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
        true => whole(&mut cursor, text, "factor")?,
        false => 1,
    };
    let _ = cursor.eat("*");
    if !cursor.eat("n") {
        return Err(wrong());
    }
    let (mut plus, mut minus) = (0, 0);
    if cursor.eat("+") {
        plus = whole(&mut cursor, text, "number").map_err(|_| wrong())?;
    } else if cursor.eat("-") {
        minus = whole(&mut cursor, text, "number").map_err(|_| wrong())?;
    }
    if cursor.at_end() { Ok(Slot { span, factor, plus, minus }) } else { Err(wrong()) }
}

/// A number, with errors that show the whole text.
fn whole(cursor: &mut Cursor<'_>, text: &str, what: &str) -> Result<u64, ParseError> {
    let number = cursor.number(what);
    number.map_err(|error| ParseError::new(text, error.span(), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_numbers() {
        let cases = [
            ("merge then take {n}", 3, "merge then take 3"),
            ("take 1..{2n}, merge", 3, "take 1..6, merge"),
            ("take { 2*n + 1 }", 3, "take 7"),
            ("take {1,{n},{3n-2}}", 3, "take {1,3,7}"),
            ("restricted-amalgamation({n})", 4, "restricted-amalgamation(4)"),
            ("take any, merge if sum <= {0n+5}", 9, "take any, merge if sum <= 5"),
        ];
        for (text, n, words) in cases {
            let game = text.parse::<Template>().unwrap().game(n).unwrap();
            assert_eq!(game.name(), words.parse::<AnyGame>().unwrap().name(), "{text}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            (
                "take any, merge",
                "there is no parameter in these rules: all members would be the same",
                15..15,
            ),
            (
                "take {1,2}",
                "there is no parameter in these rules: all members would be the same",
                10..10,
            ),
            ("take {1,n}", "`{1,n}` is no placeholder", 5..10),
            ("take {m}", "`{m}` is no placeholder", 5..8),
            ("take {n²}", "`{n²}` is no placeholder", 5..10),
            ("take {n+}", "`{n+}` is no placeholder", 5..9),
            ("take {n n}", "`{n n}` is no placeholder", 5..10),
            ("take {99999999999999999999n}", "this factor does not fit in 64 bits", 6..26),
        ];
        for (text, message, span) in cases {
            let error = text.parse::<Template>().unwrap_err();
            assert_eq!((error.to_string().as_str(), error.span()), (message, span), "{text}");
        }
    }

    #[test]
    fn members_that_do_not_exist_say_for_which_n() {
        let game = |text: &str, n| text.parse::<Template>().unwrap().game(n).unwrap_err();
        let error = game("take 1..{n-1}", 1);
        assert_eq!(error.to_string(), "for n = 1: this range is empty");
        assert_eq!(error.caret(), "take 1..0\n     ^^^^");
        assert_eq!(game("take {n-2}", 1).to_string(), "`{n-2}` is negative for n = 1");
        assert_eq!(
            game("take {2n}", u64::MAX).to_string(),
            format!("`{{2n}}` does not fit in 64 bits for n = {}", u64::MAX)
        );
        assert_eq!(game("mrge {n}", 1).suggestion(), Some("did you mean `merge`?"));
        assert!(game("take any, split, merge if min >= {n}", 2).to_string().contains("never end"));
        // A brace that is never closed is for the rules to complain about.
        assert!("take {n".parse::<Template>().is_err());
    }
}
