//! The names of games as people know them.

/// The title of a game: `amalgamation` is Amalgamation Nim. Rules in words are their own title.
pub(crate) fn title(name: &str) -> String {
    let (word, rest) = match name.split_once('(') {
        Some((word, rest)) => (word, format!(" ({rest}")),
        None => (name, String::new()),
    };
    let known = match word {
        "nim" => "Nim",
        "amalgamation" => "Amalgamation Nim",
        "restricted-amalgamation" => "Restricted Amalgamation Nim",
        "merge-take-one" => "Merge and Take One",
        "lasker" => "Lasker’s Nim",
        "grundy" => "Grundy’s Game",
        "kayles" => "Kayles",
        "dawsons-kayles" => "Dawson’s Kayles",
        "octal" => "Octal Game",
        "subtraction" => "Subtraction Game",
        word => return capitalised(word, &rest),
    };
    format!("{known}{}", rest.replace(',', ", "))
}

/// Other names are words already: `euclid`, `two-heap`, or rules.
fn capitalised(word: &str, rest: &str) -> String {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !plain {
        return format!("{word}{}", rest.trim_start());
    }
    let words = word.split('-').map(|word| {
        let mut chars = word.chars();
        let first = chars.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    });
    format!("{}{rest}", words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_titles() {
        assert_eq!(title("amalgamation"), "Amalgamation Nim");
        assert_eq!(title("subtraction(1,2,3)"), "Subtraction Game (1, 2, 3)");
        assert_eq!(title("chomp"), "Chomp");
        assert_eq!(title("take 1..3, merge"), "take 1..3, merge");
        for named in &amalgam::games::NAMED {
            assert!(title(named.typical).starts_with(char::is_uppercase), "{}", named.name);
        }
    }
}
