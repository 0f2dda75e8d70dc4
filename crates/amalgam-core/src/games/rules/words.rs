//! Rules in words: reading and writing them.

use std::fmt;
use std::str::FromStr;

use super::{Amounts, Condition, Merge, Quantity, Rules, RulesError, Split};
use crate::base::text::{Cursor, ParseError, nearest};

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let mut cursor = Cursor::new(text);
        let rules = read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected(END));
        }
        Ok(rules)
    }
}

/// What may follow a clause.
const END: &str = "`,` or the end of the rules";

/// Reads clauses separated by commas and leaves the cursor behind them.
pub fn read(cursor: &mut Cursor<'_>) -> Result<Rules, ParseError> {
    let start = cursor.at;
    let mut clauses = Clauses::default();
    loop {
        clauses.read_one(cursor)?;
        if !cursor.eat(",") {
            break;
        }
    }
    if cursor.peek_word().is_some() {
        return Err(unknown_end(cursor, END, &["then", "unequal"]));
    }
    let span = start..cursor.at;
    let pure_merge = clauses.pure_merge.clone();
    Rules::new(clauses.take, clauses.take_split, clauses.split, clauses.merges).map_err(|error| {
        let error_span = pure_merge.filter(|_| error == RulesError::Endless).unwrap_or(span);
        let shown = cursor.error(error_span, error.to_string());
        match error {
            RulesError::Endless => shown.suggest("let the merge lose a coin: `merge then take 1`"),
            RulesError::Empty => shown,
        }
    })
}

/// The words a clause can start with.
pub const CLAUSES: [&str; 3] = ["take", "split", "merge"];

/// Whether a clause of rules in words can start with `word`.
pub fn is_clause(word: &str) -> bool {
    CLAUSES.iter().any(|clause| clause.eq_ignore_ascii_case(word))
}

#[derive(Default)]
struct Clauses {
    take: Amounts,
    take_split: Amounts,
    split: Option<Split>,
    merges: Vec<Merge>,
    pure_merge: Option<std::ops::Range<usize>>,
}

impl Clauses {
    fn read_one(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        cursor.skip_space();
        let start = cursor.at;
        if cursor.eat_word("take") {
            let amounts = read_amounts(cursor)?;
            if cursor.eat_word("then") {
                expect_word(cursor, "split")?;
                self.take_split = self.take_split.union(&amounts);
            } else {
                self.take = self.take.union(&amounts);
            }
        } else if cursor.eat_word("split") {
            let split = if cursor.eat_word("unequal") { Split::Unequal } else { Split::Any };
            self.split = match self.split {
                Some(Split::Any) => Some(Split::Any),
                _ => Some(split),
            };
        } else if cursor.eat_word("merge") {
            let merge = read_merge(cursor)?;
            if merge.then_take == 0 {
                self.pure_merge = Some(start..cursor.at);
            }
            self.merges.push(merge);
        } else {
            return Err(unknown_word(cursor, "`take`, `split` or `merge`", &CLAUSES));
        }
        Ok(())
    }
}

fn read_amounts(cursor: &mut Cursor<'_>) -> Result<Amounts, ParseError> {
    if cursor.eat_word("any") {
        return Ok(Amounts::any());
    }
    let braces = cursor.eat("{");
    let mut ranges = Vec::new();
    loop {
        ranges.push(read_range(cursor)?);
        let before = cursor.at;
        if !cursor.eat(",") {
            break;
        }
        cursor.skip_space();
        if !braces && !cursor.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            cursor.at = before; // the comma before the next clause
            break;
        }
    }
    if braces && !cursor.eat("}") {
        return Err(cursor.unexpected("`,` or `}`"));
    }
    Ok(Amounts::new(ranges))
}

fn read_range(cursor: &mut Cursor<'_>) -> Result<(u64, u64), ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    let low = match cursor.peek_word() {
        Some(_) => return Err(unknown_word(cursor, "a number of coins or `any`", &["any"])),
        None => cursor.number("number of coins")?,
    };
    let mut high = low;
    if let Some(last) = cursor.rest().strip_prefix('-') {
        let digits = last.find(|c: char| !c.is_ascii_digit()).unwrap_or(last.len());
        let help = format!("write `{low}..{}`", &last[..digits]);
        let error = cursor.error(start..cursor.at + 1 + digits, "a range is written with two dots");
        return Err(error.suggest(help));
    }
    if cursor.eat("..") {
        let _ = cursor.eat("=");
        cursor.skip_space();
        if cursor.peek_word().is_some_and(|word| !word.eq_ignore_ascii_case("then")) {
            let help = format!("write `take {low}..3`; `take {low}..` has no upper end");
            return Err(cursor.unexpected("number of coins").suggest(help));
        }
        let open = !cursor.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        high = if open { u64::MAX } else { cursor.number("number of coins")? };
    }
    let span = start..cursor.at;
    if low == 0 {
        return Err(cursor
            .error(span, "taking 0 coins is no move: the game would never end")
            .suggest("start at 1"));
    }
    if low > high {
        return Err(cursor
            .error(span, "this range is empty")
            .suggest(format!("did you mean `{high}..{low}`?")));
    }
    Ok((low, high))
}

fn read_merge(cursor: &mut Cursor<'_>) -> Result<Merge, ParseError> {
    let mut merge = Merge { conditions: Vec::new(), then_take: 0 };
    if cursor.eat_word("if") {
        merge.conditions = read_conditions(cursor)?;
    }
    let takes = cursor.eat_word("then");
    if takes {
        expect_word(cursor, "take")?;
        merge.then_take = cursor.number("number of coins")?;
    }
    let Some(word) = cursor.peek_word() else { return Ok(merge) };
    let (expected, known): (&str, &[&str]) = match (takes, merge.conditions.is_empty()) {
        (true, _) => ("`,` or the end", &[]),
        (false, true) => ("`if`, `then`, `,` or the end", &["if", "then"]),
        (false, false) => ("`and`, `then`, `,` or the end", &["and", "then"]),
    };
    let error = unknown_end(cursor, expected, known);
    Err(match word {
        "if" | "and" if takes => {
            cursor.eat_word(word);
            match read_conditions(cursor) {
                Ok(conditions) => merge.conditions.extend(conditions),
                Err(_) => return Err(error.suggest("write the conditions before `then`")),
            }
            error.suggest(format!("write the conditions before `then`: `{merge}`"))
        }
        "if" => error.suggest("join the conditions with `and`"),
        "and" => error.suggest("start the conditions with `if`"),
        _ => error,
    })
}

fn read_conditions(cursor: &mut Cursor<'_>) -> Result<Vec<Condition>, ParseError> {
    let mut conditions = vec![read_condition(cursor)?];
    while cursor.eat_word("and") {
        conditions.push(read_condition(cursor)?);
    }
    Ok(conditions)
}

const QUANTITIES: [(&str, Quantity); 3] =
    [("min", Quantity::Min), ("max", Quantity::Max), ("sum", Quantity::Sum)];

fn read_condition(cursor: &mut Cursor<'_>) -> Result<Condition, ParseError> {
    if cursor.eat_word("equal") {
        return Ok(Condition::Equal);
    }
    if cursor.eat_word("unequal") {
        return Ok(Condition::Unequal);
    }
    let Some((_, quantity)) = QUANTITIES.into_iter().find(|(name, _)| cursor.eat_word(name)) else {
        let known = ["min", "max", "sum", "equal", "unequal"];
        return Err(unknown_word(cursor, "`min`, `max`, `sum`, `equal` or `unequal`", &known));
    };
    cursor.skip_space();
    let start = cursor.at;
    let at_least = if cursor.eat(">=") || cursor.eat("≥") {
        true
    } else if cursor.eat("<=") || cursor.eat("≤") {
        false
    } else {
        return Err(cursor.unexpected("`>=` or `<=`").suggest("as in `merge if min >= 2`"));
    };
    let bound = cursor.number("number of coins").map_err(|error| {
        if cursor.at == start { error } else { error.suggest("as in `merge if min >= 2`") }
    })?;
    Ok(if at_least {
        Condition::AtLeast(quantity, bound)
    } else {
        Condition::AtMost(quantity, bound)
    })
}

fn expect_word(cursor: &mut Cursor<'_>, word: &str) -> Result<(), ParseError> {
    if cursor.eat_word(word) {
        return Ok(());
    }
    Err(unknown_word(cursor, &format!("`{word}`"), &[word]))
}

fn unknown_word(cursor: &mut Cursor<'_>, expected: &str, known: &[&str]) -> ParseError {
    let word = cursor.peek_word();
    let error = cursor.unexpected(expected);
    match word.and_then(|word| nearest(word, known.iter().copied())) {
        Some(near) => error.suggest(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The same where a clause could end, and the next one may have begun without a comma.
fn unknown_end(cursor: &mut Cursor<'_>, expected: &str, known: &[&str]) -> ParseError {
    let word = cursor.peek_word().filter(|word| is_clause(word));
    let error = unknown_word(cursor, expected, known);
    match word {
        Some(word) => error.suggest(format!("put a comma before `{word}`")),
        None => error,
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            |quantity| QUANTITIES.iter().find(|(_, q)| *q == quantity).map_or("", |(n, _)| n);
        match *self {
            Condition::AtLeast(quantity, bound) => write!(f, "{} >= {bound}", name(quantity)),
            Condition::AtMost(quantity, bound) => write!(f, "{} <= {bound}", name(quantity)),
            Condition::Equal => f.write_str("equal"),
            Condition::Unequal => f.write_str("unequal"),
        }
    }
}

impl fmt::Display for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("merge")?;
        for (i, condition) in self.conditions.iter().enumerate() {
            write!(f, " {} {condition}", if i == 0 { "if" } else { "and" })?;
        }
        match self.then_take {
            0 => Ok(()),
            taken => write!(f, " then take {taken}"),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut clauses = Vec::new();
        if !self.take.is_empty() {
            clauses.push(format!("take {}", self.take));
        }
        if !self.take_split.is_empty() {
            clauses.push(format!("take {} then split", self.take_split));
        }
        match self.split {
            Some(Split::Any) => clauses.push("split".to_owned()),
            Some(Split::Unequal) => clauses.push("split unequal".to_owned()),
            None => {}
        }
        clauses.extend(self.merges.iter().map(Merge::to_string));
        f.pad(&clauses.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip_in_canonical_form() {
        let cases = [
            ("take any", "take any"),
            ("take 1,2,5, split", "take {1..2,5}, split"),
            ("take {1,2,5}", "take {1..2,5}"),
            ("take 1..3", "take 1..3"),
            ("take 1..=3, take 4", "take 1..4"),
            ("take 2..", "take 2.."),
            ("take 1..2, take 1..2 then split", "take 1..2, take 1..2 then split"),
            ("split unequal, split", "split"),
            ("split unequal", "split unequal"),
            ("merge,take any", "take any, merge"),
            ("take any, merge if min >= 2 and sum <= 20 and min >= 2", ""),
            ("take any, merge if equal, merge then take 1, merge if unequal then take 1", ""),
        ];
        for (text, expected) in cases {
            let rules: Rules = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            if !expected.is_empty() {
                assert_eq!(rules.to_string(), expected);
            }
            assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules, "{text}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("", "expected `take`, `split` or `merge`, found the end", 0..0, None),
            (
                "tkae any",
                "expected `take`, `split` or `merge`, found `tkae`",
                0..4,
                Some("did you mean `take`?"),
            ),
            (
                "take 0",
                "taking 0 coins is no move: the game would never end",
                5..6,
                Some("start at 1"),
            ),
            ("take -1", "a number of coins cannot be negative", 5..7, None),
            ("take 5..2", "this range is empty", 5..9, Some("did you mean `2..5`?")),
            (
                "take many",
                "expected a number of coins or `any`, found `many`",
                5..9,
                Some("did you mean `any`?"),
            ),
            ("take {1,2", "expected `,` or `}`, found the end", 9..9, None),
            (
                "merge if mni >= 2",
                "expected `min`, `max`, `sum`, `equal` or `unequal`, found `mni`",
                9..12,
                Some("did you mean `min`?"),
            ),
            (
                "merge if min = 2",
                "expected `>=` or `<=`, found `=`",
                13..14,
                Some("as in `merge if min >= 2`"),
            ),
            (
                "merge than take 1",
                "expected `if`, `then`, `,` or the end, found `than`",
                6..10,
                Some("did you mean `then`?"),
            ),
            (
                "split, take any, merge if equal",
                "the game might never end: a heap can be split and merged again without losing a coin",
                17..31,
                Some("let the merge lose a coin: `merge then take 1`"),
            ),
            ("take any; merge", "expected `,` or the end of the rules, found `;`", 8..9, None),
            (
                "take any, merge if min >= 2 if equal",
                "expected `and`, `then`, `,` or the end, found `if`",
                28..30,
                Some("join the conditions with `and`"),
            ),
            (
                "take any, merge and equal",
                "expected `if`, `then`, `,` or the end, found `and`",
                16..19,
                Some("start the conditions with `if`"),
            ),
            (
                "take any, merge then take 2 if nim",
                "expected `,` or the end, found `if`",
                28..30,
                Some("write the conditions before `then`"),
            ),
            (
                "take any merge",
                "expected `,` or the end of the rules, found `merge`",
                9..14,
                Some("put a comma before `merge`"),
            ),
            (
                "take 1..2 than split",
                "expected `,` or the end of the rules, found `than`",
                10..14,
                Some("did you mean `then`?"),
            ),
        ];
        for (text, message, span, suggestion) in cases {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
            assert_eq!(error.span(), span, "{text}");
            assert_eq!(error.suggestion(), suggestion, "{text}");
        }
    }

    #[test]
    fn an_error_expected_if_and_found_if_and_asked_whether_if_was_meant() {
        let error = "take any, merge then take 2 if min >= 3".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "expected `,` or the end, found `if`");
        assert_eq!(error.span(), 28..30);
        let instead = "merge if min >= 3 then take 2";
        let advice = format!("write the conditions before `then`: `{instead}`");
        assert_eq!(error.suggestion(), Some(advice.as_str()));
        assert!(format!("take any, {instead}").parse::<Rules>().is_ok());
    }

    /// Whatever words stand in whatever order, no error asks for the word that it complains about.
    #[test]
    fn no_error_asks_for_what_was_found() {
        const WORDS: [&str; 14] = [
            "take", "any", "2", "..", "then", "split", "unequal", "merge", "if", "and", "min",
            ">= 2", "equal", ",",
        ];
        let mut errors = 0;
        for number in 0..WORDS.len().pow(4) {
            let word = |place: u32| WORDS[number / WORDS.len().pow(place) % WORDS.len()];
            for start in ["", "take any, merge ", "merge if equal ", "merge then take 2 "] {
                let text = format!("{start}{} {} {} {}", word(0), word(1), word(2), word(3));
                let Err(error) = text.parse::<Rules>() else { continue };
                let message = error.to_string();
                let Some((expected, found)) = message.split_once(", found ") else { continue };
                assert!(!expected.contains(found), "{text}: {message}");
                let meant = format!("did you mean {found}?");
                assert_ne!(error.suggestion(), Some(meant.as_str()), "{text}: {message}");
                errors += 1;
            }
        }
        assert!(errors > 100_000, "{errors}");
    }
}
