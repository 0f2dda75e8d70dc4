//! What people get wrong in a script, and what they are told.

use amalgam::Budget;
use amalgam::games::own::{Datum, ExploreError, Graph, OwnGame};
use amalgam_script::{Script, ScriptLimits};

/// Message, caret and suggestion of a script that is wrong, played from 5.
fn told(source: &str) -> String {
    let explore = || -> Result<Graph, ExploreError> {
        let script = Script::compile("game.rhai", source, &ScriptLimits::default())?;
        Graph::explore(&script, &5.into(), &Budget::default())
    };
    let error = explore().expect_err(source);
    let mut told = error.to_string();
    for line in error.caret().iter().flat_map(|caret| caret.lines()) {
        told += &format!("\n{line}");
    }
    if let Some(help) = error.suggestion() {
        told += &format!("\nhelp: {help}");
    }
    told
}

#[test]
fn a_script_that_cannot_be_read() {
    assert_eq!(
        told("fn moves(n) {\n    let x = ;\n}"),
        "unexpected ';', at game.rhai:2:13\n    let x = ;\n            ^"
    );
    assert_eq!(
        told("fn moves(n) {\n    [n - 1\n}"),
        "expecting ',' to separate the items of this array literal, at game.rhai:3:1\n}\n^"
    );
    assert_eq!(
        told("fn moves(n) { [1.5] }"),
        "there are whole numbers only, at game.rhai:1:18\nfn moves(n) { [1.5] }\n                 ^"
    );
    assert_eq!(
        told("fn moves(n) { [] }\nimport \"a\" as a;"),
        "'import' is a reserved keyword, at game.rhai:2:1\nimport \"a\" as a;\n^\n\
         help: a game stands in one file: copy the functions it needs"
    );
}

#[test]
fn a_script_without_moves() {
    let write = "help: write `fn moves(position)`: it gives the array of options";
    assert_eq!(told(""), format!("game.rhai has no function `moves`\n{write}"));
    assert_eq!(
        told("fn move(n) { [] }"),
        "game.rhai has no function `moves`\nhelp: is `move` meant to be `moves`?"
    );
    assert_eq!(
        told("fn moves(n, m) { [] }"),
        "`moves` has 2 parameters; it must have one, the position, at game.rhai:1:16\n\
         fn moves(n, m) { [] }\n               ^\nhelp: write `fn moves(position)`"
    );
    assert_eq!(
        told("fn moves(n) { [] }\nfn show() { \"\" }").lines().next(),
        Some("`show` has 0 parameters; it must have one, the position, at game.rhai:2:11")
    );
    assert_eq!(
        told("fn moves(n) { [] }\nlet most = 5;"),
        "this stands outside of all functions and would never run, at game.rhai:2:1\n\
         let most = 5;\n^\nhelp: a script has functions only; put it into one"
    );
}

#[test]
fn moves_that_are_no_positions() {
    let first = |source: &str| told(source).lines().next().unwrap().to_owned();
    let help = |source: &str| told(source).lines().last().unwrap().to_owned();
    for (body, what) in [
        ("5", "gave the integer 5"),
        ("\"[1]\"", "gave the string \"[1]\""),
        ("let a = [1];", "gave nothing"),
        ("n > 4", "gave the boolean true"),
        ("#{a: 1}", "gave a map"),
        ("'x'", "gave the character 'x'"),
        ("|x| x", "gave a function"),
        ("0..3", "gave a range"),
    ] {
        let expected =
            format!("`moves` {what} in place of an array, at game.rhai:1:13, in position 5");
        assert_eq!(first(&format!("fn moves(n) {{ {body} }}")), expected);
    }
    assert_eq!(
        help("fn moves(n) { let a = [1]; }"),
        "help: end `moves` with the array of options, without `;`"
    );
    for (body, what) in [
        ("[1, \"two\"]", "[1]` is the string \"two\""),
        ("[[3, [2, true]]]", "[0][1][1]` is the boolean true"),
        ("[#{left: ()}]", "[0][\"left\"]` is nothing"),
        ("[[moves]]", "[0][0]` is a function"),
    ] {
        let expected = format!("`moves(position){what}, at game.rhai:1:13, in position 5");
        assert_eq!(first(&format!("fn moves(n) {{ {body} }}")), expected);
    }
}

#[test]
fn a_script_that_breaks_down_in_the_middle() {
    // The fault is in another function, two moves below the start.
    let source = "fn moves(n) {\n    if n > 3 { return [n - 1]; }\n    [third([n])]\n}\n\
                  fn third(list) {\n    list[2]\n}";
    assert_eq!(
        told(source),
        "array index 2 out of bounds: only 1 element in array, at game.rhai:6:10, in position 3\n\
         \x20   list[2]\n         ^"
    );
    for (body, message) in [
        ("[n / 0]", "division by zero: 5 / 0, at game.rhai:1:18"),
        ("[n % (n - 5)]", "modulo division by zero or overflow: 5 % 0, at game.rhai:1:18"),
        (
            "[n * 9223372036854775807]",
            "multiplication overflow: 5 * 9223372036854775807, at game.rhai:1:18",
        ),
        (
            "[-n - 9223372036854775807]",
            "subtraction overflow: -5 - 9223372036854775807, at game.rhai:1:19",
        ),
        ("[2 ** 64]", "exponential overflow: 2 ** 64, at game.rhai:1:18"),
        ("[1 << 63]", "shift overflow: 1 << 63, at game.rhai:1:18"),
        ("[m]", "there is no variable `m` here, at game.rhai:1:16"),
        ("throw \"five is too many\"", "the script says: five is too many, at game.rhai:1:15"),
        ("[1].filter(|x| x < n)", "there is no variable `n` here, at game.rhai:1:34"),
    ] {
        let said = told(&format!("fn moves(n) {{ {body} }}"));
        assert!(said.starts_with(&format!("{message}, in position 5\n")), "{said}");
    }
    assert!(told("fn moves(n) { [n].psh(2) }").ends_with("help: did you mean `push`?"));
    assert!(
        told("fn eaten(n) { [] } fn moves(n) { eatn(n) }").ends_with("help: did you mean `eaten`?")
    );
}

#[test]
fn sorting_by_a_function() {
    let sorted = |by: &str| {
        let source = format!("fn moves(n) {{ let a = [3, 1, 2, 1]; a.sort(|x, y| {by}); a }}");
        let script = Script::compile("game.rhai", &source, &ScriptLimits::default()).unwrap();
        script.options(&5.into()).map(|options| options.into_iter().collect::<Datum>().to_string())
    };
    assert_eq!(sorted("x - y").as_deref(), Ok("[1,1,2,3]"));
    assert_eq!(sorted("y - x").as_deref(), Ok("[3,2,1,1]"));
    assert_eq!(sorted("x < y").as_deref(), Ok("[1,1,2,3]"));
    assert!(sorted("-1").is_ok() && sorted("1").is_ok(), "nonsense, but no harm");
    let error = sorted("x / 0").unwrap_err();
    assert!(error.to_string().starts_with("division by zero: 1 / 0"), "{error}");
    let error = sorted("\"x\"").unwrap_err();
    assert!(error.to_string().contains("sorting needs a number"), "{error}");
    assert_eq!(
        told("fn moves(n) { let a = [n, \"a\"]; a.sort(); [] }").lines().next(),
        Some("elements of different types cannot be sorted, at game.rhai:1:35, in position 5")
    );
}

#[test]
fn games_that_never_end() {
    let help = "help: every move must bring the end nearer: let some size fall with each one";
    for (source, cycle) in [
        ("fn moves(n) { [n] }", "5 → 5"),
        ("fn moves(n) { [5 - n] }", "5 → 0 → 5"),
        ("fn moves(n) { [(n + 1) % 8] }", "5 → 6 → 7 → 0 → 1 → 2 → … → 4 → 5"),
    ] {
        assert_eq!(told(source), format!("the game never ends: {cycle}\n{help}"));
    }
    let up = told("fn moves(n) { [n + 1] }");
    assert!(
        up.starts_with("a line of 1000000 moves was followed, nothing is claimed: 5 → 6 →"),
        "{up}"
    );
}

#[test]
fn positions_of_every_kind_go_in_and_come_out() {
    let source =
        "fn moves(p) { if type_of(p) == \"array\" { [] } else { [[p, #{a: p, \"b c\": [-1]}]] } }";
    let script = Script::compile("game.rhai", source, &ScriptLimits::default()).unwrap();
    for start in ["-9223372036854775808", "#{k: #{}, \"l m\": [[]]}"] {
        let graph = Graph::explore(&script, &start.parse().unwrap(), &Budget::default()).unwrap();
        let option = graph.datum(graph.options(graph.start())[0]).to_string();
        assert_eq!(option, format!("[{start},#{{a: {start}, \"b c\": [-1]}}]"));
    }
}

#[test]
fn a_shift_by_a_thousand_bits_gave_nought() {
    let bits = "shift by less than 0 or more than 63 bits";
    for (body, message) in [
        ("[1 << 1000]", format!("{bits}: 1 << 1000, at game.rhai:1:18")),
        ("[n << (100 * n)]", format!("{bits}: 5 << 500, at game.rhai:1:18")),
        ("[n >> 64]", format!("{bits}: 5 >> 64, at game.rhai:1:18")),
        ("[n << -1]", format!("{bits}: 5 << -1, at game.rhai:1:18")),
        ("[n >> -1]", format!("{bits}: 5 >> -1, at game.rhai:1:18")),
        ("n <<= 64; [n]", format!("{bits}: 5 << 64, at game.rhai:1:17")),
        ("n >>= -5; [n]", format!("{bits}: 5 >> -5, at game.rhai:1:17")),
        ("[n << 61]", "shift overflow: 5 << 61, at game.rhai:1:18".to_owned()),
    ] {
        let told = told(&format!("fn moves(n) {{ {body} }}"));
        assert_eq!(told.lines().next(), Some(format!("{message}, in position 5").as_str()));
    }
    let source = "fn moves(n) { n <<= 3; n >>= 1; [1 << 62, -1 << 63, -5 >> 1, 7 >> 63, n] }";
    let script = Script::compile("game.rhai", source, &ScriptLimits::default()).unwrap();
    let options = script.options(&5.into()).unwrap();
    assert_eq!(options, [1 << 62, i64::MIN, -3, 0, 20].map(Datum::from));
}
