//! Errors point at the character and say what to write instead.

use amalgam::games::words::Words;

#[test]
fn errors_say_what_and_where() {
    let cases: [(&str, &str, &str, Option<&str>); 30] = [
        (
            "take any form the largest",
            "form",
            "expected `,` or the end of the rules, found `form`",
            Some("did you mean `from`?"),
        ),
        (
            "take any from the lagest",
            "lagest",
            "expected `largest`, `smallest`, `first` or `last`, found `lagest`",
            Some("did you mean `largest`?"),
        ),
        ("take some", "some", "expected a number of coins or `any`, found `some`", None),
        (
            "take divisers",
            "divisers",
            "expected a number of coins or `any`, found `divisers`",
            Some("did you mean `divisors`?"),
        ),
        (
            "take any if tkaen < 3",
            "tkaen",
            "expected a number to look at, such as `heap`, `taken` or `min`, found `tkaen`",
            Some("did you mean `taken`?"),
        ),
        (
            "take any if taken is evn",
            "evn",
            "expected `even`, `odd`, `prime`, `square` or `a power of`, found `evn`",
            Some("did you mean `even`?"),
        ),
        (
            "take any from each of 2 heaps if taken < 3",
            "taken",
            "`taken` is not one number here",
            Some("say `min taken`, `max taken` or `sum taken`"),
        ),
        (
            "take any from each of 2 heaps if heap < 3",
            "heap",
            "`heap` is not one number here",
            Some("say `min heap`, `max heap` or `sum heap`"),
        ),
        (
            "take the same 1..heap from each of 2 heaps",
            "take the same 1..heap from each of 2 heaps",
            "one number for all heaps, but each has its own",
            Some("say `min heap`, or leave `the same` out"),
        ),
        (
            "take any if other > 3",
            "other",
            "`other` is not known here",
            Some("only a step that adds coins has it"),
        ),
        (
            "take any from an end",
            "an end",
            "heaps in no order have no places and no neighbours",
            Some("let them lie in a row: begin with `row:` or `circle:`"),
        ),
        (
            "take any if place == 1",
            "place",
            "heaps in no order have no `place`",
            Some("let them lie in a row: `row: …`"),
        ),
        (
            "take any from another",
            "another",
            "no heap was touched before",
            Some("say `a heap`, or leave it out"),
        ),
        (
            "delete a heap then take 1",
            "",
            "the step before made no heap to go on with",
            Some("say from which heap: `another`, or `a heap`"),
        ),
        (
            "pass once, pass once",
            "once",
            "two limits would be called `pass`",
            Some("name them, as in `once as button`"),
        ),
        ("take 1 twice as x, take 2 once as x", "once as x", "the limit `x` was 2 before", None),
        (
            "take any if button == 0",
            "button",
            "expected a number to look at, such as `heap`, `taken` or `min`, found `button`",
            None,
        ),
        (
            "take any if pass == 0",
            "pass",
            "no clause has a limit called `pass`",
            Some("a limit is `once`, or `3 times as NAME`, behind a clause"),
        ),
        (
            "closing heaps: take any",
            "closing heaps",
            "only a row or a circle can be `closing`",
            Some("as in `closing row: take any from an end`"),
        ),
        (
            "rwo: take any",
            "rwo",
            "expected `take`, `split`, `merge` or another verb, found `rwo`",
            Some("did you mean `row`?"),
        ),
        (
            "row take any",
            "take",
            "expected `:`, found `take`",
            Some("as in `row: take any from an end`"),
        ),
        (
            "split into 2.. equal, merge if unequal",
            "merge if unequal",
            "the game might never end: [4] → [2,2] → [1,1,2] → [1,3] → [4]",
            Some("let the merge lose a coin: `merge then take 1`"),
        ),
        (
            "take 2 then add 3 to another",
            "take 2 then add 3 to another",
            "the game might never end: this may add more coins than it takes",
            Some("add fewer than are taken, or limit it: `… once`"),
        ),
        (
            "take any then add 1.. to another",
            "add 1.. ",
            "how many coins can be added must have an end",
            Some("as in `add taken to another` or `add 1..3 to …`"),
        ),
        (
            "2 places: move any to another if heap == other and other+taken < heap",
            "move any to another if heap == other and other+taken < heap",
            "no move is ever like this: its conditions cannot all hold",
            Some("look at the comparisons behind `if`, and at the numbers of coins"),
        ),
        (
            "split if heap >= 4, merge if max <= 1",
            "merge if max <= 1",
            "it is not known that the game ends: nothing falls with every move, neither coins nor heaps nor squares",
            Some("let the merge lose a coin: `merge then take 1`"),
        ),
        (
            "pass",
            "pass",
            "the game might never end: [1] → [1]",
            Some("let something fall with every move, such as the coins"),
        ),
        ("until heaps <= 1", "until heaps <= 1", "no move is ever allowed", None),
        ("take any if (heap > 3", "(", "this `(` is never closed", None),
        ("merge 1 heaps", "1 ", "two heaps or more are merged", None),
    ];
    for (text, place, message, suggestion) in cases {
        let error = text.parse::<Words>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(&text[error.span()], place, "{text}: {message}");
        assert_eq!(error.suggestion(), suggestion, "{text}: {message}");
    }
}

/// Whatever words stand in whatever order, reading ends without a panic, and no error asks for the word
/// that it complains about.
#[test]
fn no_error_asks_for_what_was_found() {
    const WORDS: [&str; 24] = [
        "take", "any", "2", "..", "then", "split", "merge", "if", "and", "min", ">= 2", "equal",
        ",", "from", "each of", "heaps", "the", "largest", "taken", "once", "not", "(", "row:",
        "add",
    ];
    let mut errors = 0;
    for number in 0..WORDS.len().pow(3) {
        let word = |place: u32| WORDS[number / WORDS.len().pow(place) % WORDS.len()];
        for start in ["", "take any ", "take any if ", "take any from ", "merge then ", "row: "] {
            let text = format!("{start}{} {} {}", word(0), word(1), word(2));
            let Err(error) = text.parse::<Words>() else { continue };
            let message = error.to_string();
            errors += 1;
            let Some((expected, found)) = message.split_once(", found ") else { continue };
            assert!(!expected.contains(found), "{text}: {message}");
            let meant = format!("did you mean {found}?");
            assert_ne!(error.suggestion(), Some(meant.as_str()), "{text}: {message}");
        }
    }
    assert!(errors > 50_000, "{errors}");
}

#[test]
fn deep_and_long_texts_are_refused_in_time() {
    let deep = format!("take any if {}heap{} > 2", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(deep.parse::<Words>().unwrap_err().to_string(), "nested too deeply");
    let nots = format!("take any if {} heap > 2", "not ".repeat(5000));
    assert_eq!(nots.parse::<Words>().unwrap_err().to_string(), "nested too deeply");
    let long = format!("take any if heap > 2{}", " and heap > 2".repeat(5000));
    assert!(long.parse::<Words>().is_err());
    let clauses = vec!["take any if heap > 3"; 5000].join(", ");
    assert!(clauses.parse::<Words>().is_err());
}
