//! The rules of a game as one would say them to somebody who has never seen it.

use amalgam_core::games::rules::{Amounts, Condition, Merge, Quantity, Rules, Split};
use amalgam_core::games::{AnyGame, Board, Code, Kind};

/// What may be done, in plain sentences.
///
/// ```
/// use amalgam::learn::plain_rules;
/// let said = plain_rules(&"take 1..3, merge if equal".parse()?);
/// assert_eq!(said, "Take 1 to 3 coins from one heap, or merge two heaps into one if they are equal.");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
pub fn plain_rules(game: &AnyGame) -> String {
    let clauses = match game.kind() {
        _ if game.board() == Board::Pins => pins(game),
        Kind::Heaps(rules) => heaps(rules),
        Kind::Code(code) => coded(code).unwrap_or_else(|| vec![game.in_words()]),
        Kind::Classic(_) => vec![game.in_words()],
    };
    sentence(&clauses.join(", or "))
}

fn pins(game: &AnyGame) -> Vec<String> {
    let two = "two that stand side by side; what is left of the row may stand as two rows";
    let one = match game.kind() {
        Kind::Heaps(rules) => rules.take().contains(1),
        Kind::Code(code) => code.digits()[1] != 0,
        Kind::Classic(_) => false,
    };
    match one {
        true => vec!["knock down one pin".to_owned(), two.to_owned()],
        false => vec![two.replace("two that", "knock down two pins that")],
    }
}

fn heaps(rules: &Rules) -> Vec<String> {
    let mut clauses = Vec::new();
    let split_too = !rules.take().is_empty() && rules.take() == rules.take_split();
    if !rules.take().is_empty() {
        let freely = if split_too { " and, if you like, split what is left in two" } else { "" };
        clauses.push(format!("take {} from one heap{freely}", amounts(rules.take())));
    }
    if !rules.take_split().is_empty() && !split_too {
        let amounts = amounts(rules.take_split());
        clauses.push(format!("take {amounts} from one heap and split what is left in two"));
    }
    let only = clauses.is_empty() && rules.merges().is_empty();
    clauses.extend(rules.split().map(|split| {
        let into = match split {
            Split::Any => "split a heap into two",
            Split::Unequal => "split a heap into two heaps of different size",
        };
        format!("{into}{}", if only { "; nothing is taken" } else { "" })
    }));
    clauses.extend(rules.merges().iter().map(merging));
    clauses
}

/// How many coins, in words.
fn amounts(amounts: &Amounts) -> String {
    if amounts.is_any() {
        return "any number of coins".to_owned();
    }
    let range = |&(low, high): &(u64, u64)| match (high - low, high) {
        (0, _) => vec![low.to_string()],
        (1, _) => vec![low.to_string(), high.to_string()],
        (_, u64::MAX) => vec![format!("{low} or more")],
        _ => vec![format!("{low} to {high}")],
    };
    let listed: Vec<String> = amounts.ranges().iter().flat_map(range).collect();
    match listed.as_slice() {
        [one] if one == "1" => "one coin".to_owned(),
        [one] => format!("{one} coins"),
        [first @ .., last] => format!("{} or {last} coins", first.join(", ")),
        [] => "no coins".to_owned(),
    }
}

fn merging(merge: &Merge) -> String {
    let conditions: Vec<String> = merge.conditions.iter().map(condition).collect();
    let only = if conditions.is_empty() { "" } else { " if " };
    let (into, then) = match merge.then_take {
        0 => (" into one", String::new()),
        1 => ("", " and take one coin of the new heap".to_owned()),
        taken => ("", format!(" and take {taken} coins of the new heap")),
    };
    // What is taken stands before the condition, so that it does not seem to be part of it.
    format!("merge two heaps{into}{then}{only}{}", conditions.join(" and "))
}

fn condition(condition: &Condition) -> String {
    match *condition {
        Condition::AtLeast(Quantity::Min, least) => format!("each has {least} coins or more"),
        Condition::AtMost(Quantity::Min, most) => format!("one of them has at most {most} coins"),
        Condition::AtLeast(Quantity::Max, least) => {
            format!("one of them has {least} coins or more")
        }
        Condition::AtMost(Quantity::Max, most) => format!("neither has more than {most} coins"),
        Condition::AtLeast(Quantity::Sum, least) => {
            format!("they have {least} coins or more together")
        }
        Condition::AtMost(Quantity::Sum, most) => {
            format!("they have at most {most} coins together")
        }
        Condition::Equal => "they are equal".to_owned(),
        Condition::Unequal => "they differ".to_owned(),
    }
}

/// A code digit by digit; `None` where something may be left as three heaps.
fn coded(code: &Code) -> Option<Vec<String>> {
    let digit = |(taken, &digit): (usize, &u8)| {
        let coins = if taken == 1 { "one coin".to_owned() } else { format!("{taken} coins") };
        Some(match (taken, digit) {
            (_, 0) => return None,
            (0, _) => "split a heap into two".to_owned(),
            (_, 1) => format!("take a whole heap of {coins}"),
            (_, 2) => format!("take {coins} from a larger heap"),
            (_, 3) => format!("take {coins} from one heap"),
            (_, 4) => format!("take {coins} from one heap and split what is left in two"),
            (_, 5) => format!(
                "take a whole heap of {coins}, or take {coins} from one heap and split what is left \
                 in two"
            ),
            (_, 6) => {
                format!(
                    "take {coins} from a larger heap and, if you like, split what is left in two"
                )
            }
            _ => format!("take {coins} from one heap and, if you like, split what is left in two"),
        })
    };
    let plain = code.digits().iter().all(|&digit| digit < 8);
    plain.then(|| code.digits().iter().enumerate().filter_map(digit).collect())
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), chars.as_str().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_core::games::NAMED;

    fn said(game: &str) -> String {
        plain_rules(&game.parse().unwrap())
    }

    #[test]
    fn every_named_game_is_told_in_sentences() {
        for named in &NAMED {
            let said = said(named.typical);
            assert!(said.ends_with('.') && said.starts_with(char::is_uppercase), "{said}");
            for sign in ["..", "{", ">=", " min ", " max "] {
                assert!(!said.contains(sign), "{said}");
            }
        }
    }

    #[test]
    fn rules_of_all_kinds_are_told() {
        let cases = [
            ("nim", "Take any number of coins from one heap."),
            ("subtraction(1,3,4)", "Take 1, 3 or 4 coins from one heap."),
            ("take 1", "Take one coin from one heap."),
            ("take 3..", "Take 3 or more coins from one heap."),
            (
                "restricted-amalgamation(4)",
                "Take any number of coins from one heap, or merge two heaps into one if each has 4 \
                 coins or more.",
            ),
            (
                "merge-take-one",
                "Take any number of coins from one heap, or merge two heaps and take one coin of the \
                 new heap.",
            ),
            (
                "merge if max <= 5 and unequal then take 2, split",
                "Split a heap into two, or merge two heaps and take 2 coins of the new heap if neither \
                 has more than 5 coins and they differ.",
            ),
            ("grundy", "Split a heap into two heaps of different size; nothing is taken."),
            (
                "take 1..3, take 2 then split",
                "Take 1 to 3 coins from one heap, or take 2 coins from one heap and split what is left \
                 in two.",
            ),
            (
                "take 2..3, take 2..3 then split",
                "Take 2 or 3 coins from one heap and, if you like, split what is left in two.",
            ),
            (
                "octal(0.137)",
                "Take a whole heap of one coin, or take 2 coins from one heap, or take 3 coins from \
                 one heap and, if you like, split what is left in two.",
            ),
            (
                "kayles",
                "Knock down one pin, or two that stand side by side; what is left of the row may stand \
                 as two rows.",
            ),
            (
                "octal(0.07)",
                "Knock down two pins that stand side by side; what is left of the row may stand as two \
                 rows.",
            ),
        ];
        for (game, expected) in cases {
            assert_eq!(said(game), expected);
        }
    }
}
