//! The rules of a game as one would say them to somebody who has never seen it.

/// What may be done, in plain sentences, for a game of this name and with these rules in words.
///
/// ```
/// use amalgam::learn::plain_rules;
/// let said = plain_rules("subtraction(1,2,3)", "take 1..3");
/// assert_eq!(said, "Take 1 to 3 coins from one heap.");
/// ```
pub fn plain_rules(name: &str, in_words: &str) -> String {
    const TAKE: &str = "Take any number of coins from one heap";
    let of = |least: &str| {
        format!("{TAKE}, or merge two heaps into one if each has {least} coins or more.")
    };
    match name {
        "nim" => format!("{TAKE}."),
        "amalgamation" => format!("{TAKE}, or merge two heaps into one."),
        "restricted-amalgamation" => of("two"),
        "merge-take-one" => {
            format!("{TAKE}, or merge two heaps and take one coin of the new heap.")
        }
        "lasker" => format!("{TAKE}, or split a heap into two."),
        "grundy" => "Split a heap into two heaps of different size; nothing is taken.".to_owned(),
        "kayles" => {
            "Knock down one pin, or two that stand side by side; what is left of the row may \
                     stand as two rows."
                .to_owned()
        }
        "dawsons-kayles" => {
            "Knock down two pins that stand side by side; what is left of the row may \
                             stand as two rows."
                .to_owned()
        }
        _ => {
            let least = name.strip_prefix("restricted-amalgamation(");
            match (least.and_then(|least| least.strip_suffix(')')), amounts(in_words)) {
                (Some(least), _) => of(least),
                (None, Some(amounts)) => format!("Take {amounts} coins from one heap."),
                (None, None) => sentence(in_words),
            }
        }
    }
}

/// The amounts, where the rules are `take` with amounts and nothing else.
fn amounts(in_words: &str) -> Option<String> {
    let amounts = in_words.strip_prefix("take ")?;
    let listed = amounts.trim_start_matches('{').trim_end_matches('}');
    let plain = listed.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    (plain && !listed.is_empty())
        .then(|| match listed.rsplit_once(',') {
            Some((first, last)) => format!("{} or {last}", first.replace(',', ", ")),
            None => listed.to_owned(),
        })
        .map(|amounts| amounts.replace("..", " to "))
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
    use crate::games::{AnyGame, NAMED};

    #[test]
    fn every_named_game_is_told_in_sentences() {
        for named in &NAMED {
            let game: AnyGame = named.typical.parse().unwrap();
            let said = plain_rules(game.name(), &game.in_words());
            assert!(said.ends_with('.') && said.starts_with(char::is_uppercase), "{said}");
            assert!(!said.contains(".."), "{said}");
        }
        assert_eq!(plain_rules("x", "take {1,3,4}"), "Take 1, 3 or 4 coins from one heap.");
        assert!(plain_rules("restricted-amalgamation(4)", "").contains("each has 4 coins"));
        assert_eq!(plain_rules("x", "take any, merge"), "Take any, merge.");
    }
}
