//! Heap rules in words. They are read with the whole language of [`words`](crate::games::words).

use std::fmt;
use std::str::FromStr;

use super::{Condition, Merge, Quantity, Rules, Split};
use crate::base::text::{Cursor, ParseError};
use crate::games::words::{self, Said};

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let mut cursor = Cursor::new(text);
        let said = words::read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected("`,` or the end of the rules"));
        }
        match said {
            Said::Rules(rules) => Ok(rules),
            Said::Words(_) => {
                let message = "these rules do more than take, split and merge";
                Err(ParseError::new(text, 0..text.len(), message))
            }
        }
    }
}

const QUANTITIES: [(&str, Quantity); 3] =
    [("min", Quantity::Min), ("max", Quantity::Max), ("sum", Quantity::Sum)];

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
            ("", "expected `take`, `split`, `merge` or another verb, found the end", 0..0, None),
            (
                "tkae any",
                "expected `take`, `split`, `merge` or another verb, found `tkae`",
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
                "expected a number to look at, such as `heap`, `taken` or `min`, found `mni`",
                9..12,
                Some("did you mean `min`?"),
            ),
            (
                "merge if min = 2",
                "expected `>=`, `<=`, `==` or another comparison, found `=`",
                13..14,
                Some("as in `merge if min >= 2` or `take any if left == 1`"),
            ),
            (
                "merge than take 1",
                "expected `,` or the end of the rules, found `than`",
                6..10,
                Some("did you mean `then`?"),
            ),
            (
                "split, take any, merge if equal",
                "the game might never end: [2] → [1,1] → [2]",
                17..31,
                Some("let the merge lose a coin: `merge then take 1`"),
            ),
            (
                "split, take any, merge if min >= 100",
                "the game might never end: a heap can be split and merged again without losing a coin",
                17..36,
                Some("let the merge lose a coin: `merge then take 1`"),
            ),
            ("take any; merge", "expected `,` or the end of the rules, found `;`", 8..9, None),
            (
                "take any, merge and equal",
                "expected `,` or the end of the rules, found `and`",
                16..19,
                Some("start the conditions with `if`"),
            ),
            (
                "take any merge",
                "expected `,` or the end of the rules, found `merge`",
                9..14,
                Some("put a comma before `merge`"),
            ),
            (
                "take any from the largest",
                "these rules do more than take, split and merge",
                0..25,
                None,
            ),
        ];
        for (text, message, span, suggestion) in cases {
            let error = text.parse::<Rules>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
            assert_eq!(error.span(), span, "{text}");
            assert_eq!(error.suggestion(), suggestion, "{text}");
        }
    }
}
