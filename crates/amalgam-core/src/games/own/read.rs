//! Reading data as people write them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::str::FromStr;

use super::Datum;
use crate::base::text::{Cursor, ParseError};

impl FromStr for Datum {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Datum, ParseError> {
        let mut cursor = Cursor::new(text);
        let datum = read(&mut cursor)?;
        if cursor.at_end() {
            return Ok(datum);
        }
        let error = cursor.unexpected("end of the position");
        Err(match datum {
            Datum::Integer(_) => error.suggest("write several numbers as a list: [3,2]"),
            _ => error,
        })
    }
}

/// Reads a position at the cursor and stops after it.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Datum, ParseError> {
    if cursor.at_end() {
        return Err(cursor
            .error(cursor.at..cursor.at, "there is no position here")
            .suggest("write a number, a list or a map: 5, [3,2], #{left: 1, right: [2]}"));
    }
    Reader { cursor, parts: 0 }.datum(0)
}

struct Reader<'a, 'b> {
    cursor: &'a mut Cursor<'b>,
    parts: usize,
}

impl Reader<'_, '_> {
    fn datum(&mut self, depth: usize) -> Result<Datum, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        self.part(start)?;
        for (open, close) in [("[", "]"), ("#{", "}"), ("{", "}")] {
            if self.cursor.eat(open) {
                let span = start..self.cursor.at;
                if depth == Datum::MOST_DEPTH {
                    let deep = format!("nested more than {} deep", Datum::MOST_DEPTH);
                    return Err(self.cursor.error(span, deep));
                }
                return if open == "[" {
                    let mut items = Vec::new();
                    self.items(span, close, |reader| {
                        items.push(reader.datum(depth + 1)?);
                        Ok(())
                    })?;
                    Ok(Datum::List(items))
                } else {
                    let mut entries = BTreeMap::new();
                    self.items(span, close, |reader| reader.entry(depth + 1, &mut entries))?;
                    Ok(Datum::Map(entries))
                };
            }
        }
        self.integer()
    }

    /// Counts one more part against the bound.
    fn part(&mut self, start: usize) -> Result<(), ParseError> {
        self.parts += 1;
        if self.parts > Datum::MOST_PARTS {
            let many = format!("more than {} parts are too many", Datum::MOST_PARTS);
            return Err(self.cursor.error(start..start + 1, many));
        }
        Ok(())
    }

    /// Reads things between commas up to `close`; what stands at `open` has been read.
    fn items(
        &mut self,
        open: std::ops::Range<usize>,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        if self.cursor.eat(close) {
            return Ok(());
        }
        loop {
            if self.cursor.at_end() {
                let opened = &self.cursor.text[open.clone()];
                return Err(self
                    .cursor
                    .error(open, format!("this `{opened}` is never closed"))
                    .suggest(format!("end it with `{close}`")));
            }
            item(self)?;
            if self.cursor.eat(close) {
                return Ok(());
            }
            if !self.cursor.eat(",") && !self.cursor.at_end() {
                return Err(self.cursor.unexpected(&format!("`,` or `{close}`")));
            }
        }
    }

    fn entry(
        &mut self,
        depth: usize,
        entries: &mut BTreeMap<String, Datum>,
    ) -> Result<(), ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        self.part(start)?;
        let key = self.key()?;
        let span = start..self.cursor.at;
        if !self.cursor.eat(":") {
            return Err(self.cursor.unexpected("`:` and a value"));
        }
        match entries.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(self.datum(depth)?);
                Ok(())
            }
            Entry::Occupied(entry) => {
                let twice = format!("the key `{}` stands here twice", entry.key());
                Err(self.cursor.error(span, twice))
            }
        }
    }

    fn key(&mut self) -> Result<String, ParseError> {
        let start = self.cursor.at;
        if self.cursor.eat("\"") {
            return self.quoted(start);
        }
        let rest = self.cursor.rest();
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..end];
        if !super::datum::is_bare(word) {
            return Err(self
                .cursor
                .unexpected("key")
                .suggest("a map is written #{left: 1, \"the rest\": [2]}"));
        }
        self.cursor.at += end;
        Ok(word.to_owned())
    }

    /// Reads up to the closing quote, with the escapes of JSON; the opening one is at `start`.
    fn quoted(&mut self, start: usize) -> Result<String, ParseError> {
        let mut key = String::new();
        loop {
            let at = self.cursor.at;
            let mut rest = self.cursor.rest().chars();
            let c = match rest.next() {
                None => {
                    let error = self.cursor.error(start..start + 1, "this `\"` is never closed");
                    return Err(error.suggest("end the key with `\"`"));
                }
                Some('"') => {
                    self.cursor.at += 1;
                    return Ok(key);
                }
                Some('\\') => match rest.next() {
                    Some(c @ ('"' | '\\' | '/')) => c,
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('u') => {
                        let c = self.cursor.rest().get(2..6).and_then(unicode);
                        self.cursor.at += 4;
                        c.ok_or_else(|| {
                            self.cursor.error(
                                at..at + 2,
                                "`\\u` needs the four hexadecimal digits of a letter",
                            )
                        })?
                    }
                    other => {
                        let end = at + 1 + other.map_or(0, char::len_utf8);
                        let error = self.cursor.error(at..end, "no such escape");
                        return Err(error.suggest("write a backslash as `\\\\`"));
                    }
                },
                Some(c) => {
                    self.cursor.at += c.len_utf8();
                    key.push(c);
                    continue;
                }
            };
            self.cursor.at += 2; // the backslash and the letter after it
            key.push(c);
        }
    }

    fn integer(&mut self) -> Result<Datum, ParseError> {
        let rest = self.cursor.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
        if sign == 1 && digits == 0 {
            let at = self.cursor.at;
            return Err(self.cursor.error(at..at + 1, "no digits follow this `-`"));
        }
        if digits == 0 {
            return Err(self
                .cursor
                .unexpected("number, list or map")
                .suggest("write 5, [3,2] or #{left: 1, right: [2]}"));
        }
        let span = self.cursor.at..self.cursor.at + sign + digits;
        if rest[sign + digits..].starts_with(['.', 'e', 'E']) {
            return Err(self
                .cursor
                .error(span.start..span.end + 1, "only whole numbers make a position"));
        }
        let number = rest[..sign + digits].parse().map_err(|_| {
            self.cursor.error(span.clone(), "this number does not fit in 64 bits with its sign")
        })?;
        self.cursor.at = span.end;
        Ok(Datum::Integer(number))
    }
}

/// The letter with this number in four hexadecimal digits.
fn unicode(digits: &str) -> Option<char> {
    let number = digits.bytes().all(|c| c.is_ascii_hexdigit()).then_some(digits)?;
    char::from_u32(u32::from_str_radix(number, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again() {
        let texts = [
            "5",
            "-9223372036854775808",
            "9223372036854775807",
            "[]",
            "#{}",
            "[3,2,[1],[]]",
            "#{a: 1, b: [2], c_3: #{d: #{}}}",
            "#{\"\": 0, \"a b\": 1, \"é\\\\\\\"\\u0007\": 2}",
        ];
        for text in texts {
            let datum: Datum = text.parse().unwrap();
            assert_eq!(datum.to_string(), text);
        }
    }

    #[test]
    fn other_ways_of_writing_are_read() {
        let cases = [
            (" [ 3 , 2 ] ", "[3,2]"),
            ("-0", "0"),
            ("007", "7"),
            ("{\"a\": {\"b\": [1, 2]}}", "#{a: #{b: [1,2]}}"),
            ("{b: 1, a: 2}", "#{a: 2, b: 1}"),
            (
                "{\"\\n\\t\\u0041\\/\\b\\f\\r\": 1}",
                "#{\"\\u000a\\u0009A/\\u0008\\u000c\\u000d\": 1}",
            ),
        ];
        for (text, printed) in cases {
            assert_eq!(text.parse::<Datum>().unwrap().to_string(), printed, "{text}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("", "there is no position here", 0..0),
            ("  ", "there is no position here", 2..2),
            ("[3,2", "this `[` is never closed", 0..1),
            ("[3,", "this `[` is never closed", 0..1),
            ("[3,#{a: 1", "this `#{` is never closed", 3..5),
            ("[3;2]", "expected `,` or `]`, found `;`", 2..3),
            ("[3 2]", "expected `,` or `]`, found `2`", 3..4),
            ("[3,,2]", "expected a number, list or map, found `,`", 3..4),
            ("[3]]", "expected an end of the position, found `]`", 3..4),
            ("3 2", "expected an end of the position, found `2`", 2..3),
            ("x", "expected a number, list or map, found `x`", 0..1),
            ("\"a\"", "expected a number, list or map, found `\"`", 0..1),
            ("- 5", "no digits follow this `-`", 0..1),
            ("[1.5]", "only whole numbers make a position", 1..3),
            ("1e5", "only whole numbers make a position", 0..2),
            ("9223372036854775808", "this number does not fit in 64 bits with its sign", 0..19),
            ("#{1: 2}", "expected a key, found `1`", 2..3),
            ("#{a 2}", "expected `:` and a value, found `2`", 4..5),
            ("#{a: 1, a: 2}", "the key `a` stands here twice", 8..9),
            ("#{\"a: 1}", "this `\"` is never closed", 2..3),
            ("#{\"\\q\": 1}", "no such escape", 3..5),
            ("#{\"\\u00g0\": 1}", "`\\u` needs the four hexadecimal digits of a letter", 3..5),
            ("#{\"\\ud800\": 1}", "`\\u` needs the four hexadecimal digits of a letter", 3..5),
            ("#{\"\\u12é\": 1}", "`\\u` needs the four hexadecimal digits of a letter", 3..5),
        ];
        for (text, message, span) in cases {
            let error = text.parse::<Datum>().unwrap_err();
            assert_eq!((error.to_string().as_str(), error.span()), (message, span), "{text}");
            assert!(error.caret().contains('^'), "{text}");
        }
    }

    #[test]
    fn depth_and_size_are_bounded() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(nested(Datum::MOST_DEPTH).parse::<Datum>().is_ok());
        let error = nested(Datum::MOST_DEPTH + 1).parse::<Datum>().unwrap_err();
        assert_eq!(error.to_string(), "nested more than 32 deep");
        assert!("[".repeat(1 << 20).parse::<Datum>().is_err());
        assert!("#{a:".repeat(1 << 20).parse::<Datum>().is_err());
        let long = |items: usize| format!("[{}0]", "0,".repeat(items - 1));
        assert!(long(Datum::MOST_PARTS - 1).parse::<Datum>().is_ok());
        let error = long(Datum::MOST_PARTS).parse::<Datum>().unwrap_err();
        assert_eq!(error.to_string(), "more than 65536 parts are too many");
    }
}
