//! Expected text with wildcards against actual text.

/// Lines against patterns, where a pattern `...` stands for any number of lines.
pub fn lines_match(patterns: &[String], lines: &[&str]) -> bool {
    // reach[i]: the patterns so far can match exactly the first i lines.
    let mut reach = vec![false; lines.len() + 1];
    reach[0] = true;
    for pattern in patterns {
        if pattern == "..." {
            let first = reach.iter().position(|&reached| reached).unwrap_or(reach.len());
            reach[first..].fill(true);
        } else {
            for i in (0..lines.len()).rev() {
                reach[i + 1] = reach[i] && line_matches(pattern, lines[i]);
            }
            reach[0] = false;
        }
    }
    reach[lines.len()]
}

/// A line against a pattern, where `[..]` stands for any text.
///
/// The first piece must begin the line and the last must end it. Each piece between is taken where
/// it first occurs: a later place would only leave less text for the pieces after it.
pub fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once("[..]") else { return pattern == line };
    let Some(mut line) = line.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = rest.split("[..]").collect();
    let last = pieces.pop().unwrap_or("");
    for piece in pieces {
        let Some(at) = line.find(piece) else { return false };
        line = &line[at + piece.len()..];
    }
    line.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_within_a_line() {
        for (pattern, line, holds) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("[..]", "", true),
            ("a[..]c", "abc", true),
            ("a[..]c", "ac", true),
            ("a[..]c", "abcd", false),
            ("a[..]a", "a", false),
            ("[..]b[..]b", "abab", true),
            ("[..]b[..]b", "ab", false),
            ("[..]ab[..]b", "aab", false),
            ("x[..]ä[..]", "x ä z", true),
        ] {
            assert_eq!(line_matches(pattern, line), holds, "{pattern:?} {line:?}");
        }
    }

    #[test]
    fn wildcards_for_lines() {
        for (patterns, output, holds) in [
            (&["a", "b"][..], "a\nb", true),
            (&["a", "b"], "a\n\nb", false),
            (&["a"], "a\nb", false),
            (&["a", "b"], "a", false),
            (&[], "", true),
            (&[], "a", false),
            (&["..."], "", true),
            (&["a", "..."], "a\nb\nc", true),
            (&["...", "c"], "a\nb\nc\nc", true),
            (&["...", "b", "..."], "a\nc", false),
            (&["a", "...", "b", "[..]"], "a\nb\nb\nc", true),
            (&["a", "...", "a"], "a", false),
        ] {
            let patterns: Vec<String> = patterns.iter().map(|line| line.to_string()).collect();
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!(lines_match(&patterns, &lines), holds, "{patterns:?} {output:?}");
        }
    }

    /// The matcher against its definition, on all short patterns and outputs.
    #[test]
    fn wildcards_for_lines_agree_with_the_definition() {
        fn naive(patterns: &[String], lines: &[&str]) -> bool {
            match patterns.split_first() {
                None => lines.is_empty(),
                Some((first, rest)) if first == "..." => {
                    (0..=lines.len()).any(|n| naive(rest, &lines[n..]))
                }
                Some((first, rest)) => match lines.split_first() {
                    None => false,
                    Some((line, after)) => line_matches(first, line) && naive(rest, after),
                },
            }
        }
        let words = |alphabet: &[&'static str], length: u32, mut code: usize| {
            let mut next = || {
                let word = alphabet[code % alphabet.len()];
                code /= alphabet.len();
                word
            };
            (0..length).map(|_| next()).collect::<Vec<_>>()
        };
        let mut holding = 0;
        for (m, n) in (0..5).flat_map(|m| (0..5).map(move |n| (m, n))) {
            for p in 0..4_usize.pow(m) {
                let patterns = words(&["a", "b", "[..]", "..."], m, p);
                let patterns: Vec<String> = patterns.into_iter().map(String::from).collect();
                for l in 0..2_usize.pow(n) {
                    let lines = words(&["a", "b"], n, l);
                    let holds = lines_match(&patterns, &lines);
                    assert_eq!(holds, naive(&patterns, &lines), "{patterns:?} {lines:?}");
                    holding += usize::from(holds);
                }
            }
        }
        assert!(holding > 0);
    }
}
