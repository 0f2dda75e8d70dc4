//! Scripts that try to get out, to stop the machine, or to break the interpreter: each ends soon,
//! with an error that says why.

use std::time::Duration;

use amalgam::games::own::{Datum, ExploreError, Graph, OwnError, OwnGame};
use amalgam::{Budget, Classified, Fault};
use amalgam_script::{Script, ScriptLimits};

/// What becomes of a script that is asked for the options of 5, with time enough to meet every other
/// bound first on a busy machine.
fn fate(source: &str) -> Result<Graph, ExploreError> {
    let limits = ScriptLimits { time: Duration::from_secs(60), ..ScriptLimits::default() };
    fate_within(source, &limits)
}

fn fate_within(source: &str, limits: &ScriptLimits) -> Result<Graph, ExploreError> {
    let script = Script::compile("game.rhai", source, limits)?;
    Graph::explore(&script, &5.into(), &Budget::default())
}

/// The message of a script that must fail, and whether it met a limit.
fn failure(source: &str) -> (String, bool) {
    let head: String = source.chars().take(200).collect();
    let error = fate(source).expect_err(&head);
    (error.to_string(), error.fault() == Fault::Limit)
}

fn assert_limit(source: &str, message: &str) {
    let (said, is_limit) = failure(source);
    assert!(is_limit && said.starts_with(message), "{source}: {said}");
}

fn assert_refused(source: &str, message: &str) {
    let (said, is_limit) = failure(source);
    assert!(!is_limit && said.starts_with(message), "{source}: {said}");
}

#[test]
fn there_is_no_way_out() {
    for (call, function) in [
        ("open(\"/etc/passwd\")", "open (string)"),
        ("read_file(\"/etc/passwd\")", "read_file (string)"),
        ("write(\"file\", \"text\")", "write (string, string)"),
        ("system(\"ls\")", "system (string)"),
        ("env(\"HOME\")", "env (string)"),
        ("args()", "args ()"),
        ("fetch(\"http://127.0.0.1\")", "fetch (string)"),
        ("timestamp()", "timestamp ()"),
        ("sleep(1000)", "sleep (integer)"),
        ("exit(0)", "exit (integer)"),
        ("rand()", "rand ()"),
        ("blob(1000000000000)", "blob (integer)"),
        ("parse_json(\"[1]\")", "parse_json (string)"),
    ] {
        let expected = format!("there is no function {function}, at game.rhai:1:15");
        assert_refused(&format!("fn moves(n) {{ {call} }}"), &expected);
    }
    assert_refused("fn moves(n) { eval(\"[1]\") }", "reserved keyword 'eval' is disabled");
    for statement in ["import \"other\" as other;", "import \"/etc/passwd\" as p;", "export n;"] {
        let word = statement.split(' ').next().unwrap();
        let expected = format!("'{word}' is a reserved keyword");
        assert_refused(&format!("fn moves(n) {{ {statement} [] }}"), &expected);
        assert_refused(&format!("{statement} fn moves(n) {{ [] }}"), &expected);
    }
}

#[test]
fn printing_is_dropped_and_nothing_is_kept_between_calls() {
    let graph = fate("fn moves(n) { print(n); debug(n); if n > 0 { [n - 1] } else { [] } }");
    assert_eq!(graph.unwrap().positions(), 6);
    // A parameter is a copy: changing it changes no position.
    let source = "fn moves(a) { a.push(1); if a.len() < 4 { [a] } else { [] } }";
    let script = Script::compile("game.rhai", source, &ScriptLimits::default()).unwrap();
    let start = "[]".parse().unwrap();
    for _ in 0..2 {
        assert_eq!(script.options(&start).unwrap(), ["[1]".parse().unwrap()]);
    }
}

#[test]
fn loops_without_end_are_ended() {
    let operations = "more than 1000000 operations in one call, at game.rhai:1:";
    assert_limit("fn moves(n) { loop {} }", operations);
    assert_limit("fn moves(n) { while true { n += 1; n -= 1; } }", operations);
    assert_limit("fn moves(n) { for i in 0..9223372036854775807 { n = i; } }", operations);
    assert_limit("fn moves(n) { try { loop {} } catch { } [] }", operations);
    assert_limit("fn moves(n) { loop { try { throw 1 } catch { } } }", operations);
    assert_limit("fn moves(n) { [1, 2].map(|x| { loop {} }) }", operations);
    assert_limit("fn f() { loop {} } fn moves(n) { f() }", operations);
    assert_limit("fn moves(n) { [2, 1].sort(|x, y| { loop {} }); [] }", operations);
    // A million operations on long lists take minutes.
    let limits = ScriptLimits { time: Duration::from_millis(1), ..ScriptLimits::default() };
    for operation in ["a.reverse()", "a.sort()"] {
        let source =
            format!("fn moves(n) {{ let a = []; a.pad(16000, 0); loop {{ {operation}; }} }}");
        let error = fate_within(&source, &limits).expect_err(&source);
        let said = error.to_string();
        assert!(
            error.fault() == Fault::Limit && said.starts_with("one call took longer than 1ms, at"),
            "{said}"
        );
    }
}

#[test]
fn operations_are_bounded_in_all() {
    let limits = ScriptLimits { total_operations: 1000, ..ScriptLimits::default() };
    let source = "fn moves(n) { if n > 0 { [n - 1] } else { [] } }";
    let script = Script::compile("game.rhai", source, &limits).unwrap();
    let error = Graph::explore(&script, &1000.into(), &Budget::default()).unwrap_err();
    assert!(
        error.fault() == Fault::Limit && error.to_string().contains("operations in all"),
        "{error}"
    );
}

#[test]
fn endless_recursion_is_ended() {
    let deep = "calls nested more than 64 deep, at game.rhai:1:";
    assert_limit("fn moves(n) { moves(n) }", deep);
    assert_limit("fn a(n) { b(n) } fn b(n) { a(n) } fn moves(n) { a(n) }", deep);
    assert_limit("fn moves(n) { let f = |x| moves(x); f.call(1) }", deep);
    assert_limit("fn moves(n) { [1].map(|x| moves(x)) }", deep);
    assert_limit("fn moves(n) { [1, 2].reduce(|x, y| moves(x)) }", deep);
    // Each call as deep in an expression as may be.
    let nested = format!("{}moves(n){}", "(1 + ".repeat(12), ")".repeat(12));
    assert_limit(&format!("fn moves(n) {{ [{nested}] }}"), deep);
}

#[test]
fn a_small_stack_is_enough() {
    let nested = format!("{}moves(n){}", "(1 + ".repeat(12), ")".repeat(12));
    let deep_data = nested_data("a.to_string()");
    let work = move || {
        endless_recursion_is_ended();
        let recursive = format!("fn moves(n) {{ [{nested}] }}");
        let script = Script::compile("game.rhai", &recursive, &ScriptLimits::default()).unwrap();
        assert!(script.options(&5.into()).unwrap_err().fault == Fault::Limit);
        assert!(fate(&deep_data).is_err());
        fate("fn moves(n) { if n > 0 { [n - 1] } else { [] } }").unwrap().positions()
    };
    let thread = std::thread::Builder::new().stack_size(96 << 10).spawn(work).unwrap();
    assert_eq!(thread.join().unwrap(), 6);
}

/// A script that nests arrays in arrays a few thousand deep, then does something with them.
fn nested_data(then: &str) -> String {
    let (open, close) = ("[".repeat(15), "]".repeat(15));
    format!("fn moves(n) {{ let a = [0]; for i in 0..250 {{ a = {open}a{close}; }} {then} }}")
}

#[test]
fn nested_data_exhaust_no_stack() {
    for (then, message) in [
        ("let b = a; if a == b { 1 } else { 2 }", "`moves` gave the integer 1"),
        ("[a]", "`moves(position)[0][0]"),
        ("a.to_string()", "a string of more than 4096 bytes"),
        ("let m = #{a: a}; m.to_json()", "a string of more than 4096 bytes"),
        ("a.contains(a)", "`moves` gave the boolean false"),
        ("[a, a].sort()", "cannot be sorted"),
        ("throw a", "the script throws an array"),
    ] {
        let (said, _) = failure(&nested_data(then));
        assert!(said.contains(message), "{then}: {said}");
    }
    let (open, close) = ("#{a: ".repeat(15), "}".repeat(15));
    let maps = format!(
        "fn moves(n) {{ let a = #{{}}; for i in 0..250 {{ a = {open}a{close}; }} a == a }}"
    );
    let (said, _) = failure(&maps);
    assert!(said.contains("`moves` gave the boolean true"), "{said}");
}

#[test]
fn memory_is_bounded() {
    let array = "an array of more than 16384 elements, at game.rhai:1:";
    let string = "a string of more than 4096 bytes, at game.rhai:1:";
    let map = "a map of more than 4096 keys, at game.rhai:1:";
    for (bomb, message) in [
        ("let s = \"aa\"; loop { s += s; }", string),
        ("let s = \"aa\"; loop { s = `${s}${s}`; }", string),
        ("let s = \"\"; s.pad(1000000000000, \"b\"); []", string),
        ("let s = \"\"; s.pad(4000, \"b\"); s.replace(\"b\", s); []", string),
        ("let m = #{k: \"aa\"}; loop { m.k += m.k; }", string),
        ("let a = [1]; loop { a += a; }", array),
        ("let a = [1]; loop { a.push(a); }", array),
        ("let a = []; a.pad(1000000000000, 1); a", array),
        ("let a = [0, 0]; loop { a[0] = a; a[1] = a; }", array),
        ("let a = [0, [0]]; loop { a[1] += a; }", array),
        ("let a = [0, 0]; loop { a = a.map(|x| [x, x]); }", array),
        ("let a = [0, 0, 0]; loop { a.splice(0, 1, a); }", array),
        ("let a = [0, 0]; loop { a.append(a); }", array),
        ("let m = #{}; loop { m.x = m; m.y = m; }", map),
        (
            "let m = #{}; let i = 0; loop { m[i.to_string()] = 1; i += 1; }",
            "more than 1000000 oper",
        ),
    ] {
        assert_limit(&format!("fn moves(n) {{ {bomb} }}"), message);
    }
    assert_refused(
        "fn moves(n) { let f = Fn(\"moves\"); f.curry(f) }",
        "expecting name of a property",
    );
    assert_refused(
        "fn moves(n) { curry(Fn(\"moves\"), 1) }",
        "reserved keyword 'curry' is disabled",
    );
    let many: String = (0..40).map(|i| format!("let x{i} = {i};")).collect();
    assert_limit(&format!("fn moves(n) {{ {many} [] }}"), "more than 32 variables");
}

#[test]
fn padding_does_not_overflow() {
    // 16384 elements in each of 2^50 copies are 2^64, which is 0 to those who multiply in 64 bits.
    assert_limit(
        "fn moves(n) { let x = []; x.pad(16383, 0); let a = []; a.pad(1125899906842624, x); a }",
        "an array of more than 16384 elements, at game.rhai:1:",
    );
    assert_limit(
        "fn moves(n) { let a = []; a.pad(3000, #{x: 1, y: 2}); a }",
        "a map of more than 4096 keys, at game.rhai:1:",
    );
    let options = |body: &str| {
        let source = format!("fn moves(n) {{ let a = [1, 2]; {body} a }}");
        let script = Script::compile("game.rhai", &source, &ScriptLimits::default()).unwrap();
        Datum::List(script.options(&5.into()).unwrap()).to_string()
    };
    assert_eq!(options("a.pad(4, [7]);"), "[1,2,[7],[7]]");
    assert_eq!(options("a.pad(2, 7); a.pad(1, 7); a.pad(-9223372036854775808, 7);"), "[1,2]");
}

#[test]
fn lists_are_compared_and_printed_in_one_operation() {
    // The interpreter's own functions count an operation for each part, which tells them from ours.
    let limits = ScriptLimits { operations: 100, ..ScriptLimits::default() };
    let list: Datum = (0..500i64).collect();
    let map: Datum = format!("#{{a: {list}, b: #{{c: {list}}}}}").parse().unwrap();
    for body in [
        "if p == p { [] } else { 1 }",
        "if p != p { 1 } else { [] }",
        "if p.to_string() == `${p}` { [] } else { 1 }",
        "print(p); debug(p); if p.to_debug() == p.to_string() { [] } else { 1 }",
    ] {
        let source = format!("fn moves(p) {{ {body} }}");
        let script = Script::compile("game.rhai", &source, &limits).unwrap();
        assert_eq!(script.options(&list).unwrap(), [], "{body}");
        // A thousand numbers are too many to print.
        match script.options(&map) {
            Ok(options) => assert!(options.is_empty() && !body.contains("print"), "{body}"),
            Err(error) => assert_eq!(error.message, "a string of more than 4096 bytes", "{body}"),
        }
    }
}

#[test]
fn lists_are_equal_where_their_elements_are() {
    let values = [
        "[]",
        "[1]",
        "[2]",
        "[1, 1]",
        "[[1]]",
        "[\"1\"]",
        "[true]",
        "['1']",
        "[()]",
        "[0..1]",
        "[0..=1]",
        "#{}",
        "#{a: 1}",
        "#{a: 2}",
        "#{b: 1}",
        "#{a: [1]}",
        "[#{}]",
        "[Fn(\"f\")]",
    ];
    for x in values {
        for y in values {
            let source = format!("fn moves(n) {{ if {x} == {y} {{ [] }} else {{ 1 }} }}");
            // A character is the string of it.
            let texts = ["[\"1\"]", "['1']"];
            let equal = x == y || texts.contains(&x) && texts.contains(&y);
            assert_eq!(fate(&source).is_ok(), equal, "{x} == {y}");
        }
    }
    let source = "fn moves(n) { [] } fn show(n) { [n, [], \"a\", true, #{k: [()]}].to_string() }";
    let script = Script::compile("game.rhai", source, &ScriptLimits::default()).unwrap();
    assert_eq!(script.show(&5.into()).unwrap(), "[5, [], \"a\", true, #{\"k\": [()]}]");
}

#[test]
fn show_is_held_to_the_same_limits() {
    let show = |body: &str| -> Result<String, OwnError> {
        let source = format!("fn moves(n) {{ [] }} fn show(n) {{ {body} }}");
        Script::compile("game.rhai", &source, &ScriptLimits::default()).unwrap().show(&5.into())
    };
    assert_eq!(show("`five is ${n}`").as_deref(), Ok("five is 5"));
    assert_eq!(show("\"\\x1b[2J\\n\"").as_deref(), Ok("\u{fffd}[2J\n"));
    assert!(show("loop {}").unwrap_err().fault == Fault::Limit);
    assert!(show("show(n)").unwrap_err().fault == Fault::Limit);
    assert!(show("let s = \"aa\"; loop { s += s; }").unwrap_err().fault == Fault::Limit);
    let error = show("n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`show` gave the integer 5 in place of a string, at game.rhai:1:31, in position 5"
    );
}

#[test]
fn long_and_deeply_nested_sources_are_refused() {
    let (message, is_limit) = failure(&" ".repeat(1 << 19));
    assert!(is_limit && message.starts_with("game.rhai has 524288 bytes, more than"), "{message}");
    let many = 3_000;
    for body in [
        format!("[{}1{}]", "(".repeat(many), ")".repeat(many)),
        "[".repeat(many),
        "{".repeat(many),
        "#{a:".repeat(many),
        format!("[1{}]", " + 1".repeat(many)),
        format!("[1{}]", " ** 1".repeat(many)),
        format!("[1{}]", " ?? 1".repeat(many)),
        format!("[n{}]", ".x".repeat(many)),
        format!("[n{}]", "[0]".repeat(many)),
        format!("[n{}]", ".f()".repeat(many)),
        format!("if n == 1 {{ }} {}", "else if n == 1 { } ".repeat(many)),
        "|x| ".repeat(many),
        "switch n { 1 => ".repeat(many),
        "`${".repeat(many),
    ] {
        assert_refused(
            &format!("fn moves(n) {{ {body} }}"),
            "nested more than 64 deep, at game.rhai:1:",
        );
    }
    assert_refused(&format!("fn moves(n) {{ {}", "/*".repeat(many)), "expecting '}'");
    assert_refused(
        &format!("fn moves(n) {{ [{}] }}", "1,".repeat(20_000)),
        "size of array literal",
    );
    assert_refused(&format!("fn {}(n) {{ }}", "m".repeat(50_000)), "game.rhai has no function");
}
