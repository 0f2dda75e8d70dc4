//! The formula language: what it means, what it refuses, and how it is printed.

use amalgam::engines::bulk::{Facts, NoFacts};
use amalgam::lab::formula::{Formula, NoValue, Point};

fn holds(text: &str, heaps: &[u64]) -> Result<bool, NoValue> {
    let formula: Formula = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let point = Point::new(heaps).unwrap();
    let value = formula.evaluate(&mut formula.machine(), &point, &NoFacts);
    assert_eq!(formula.interpret(&point, &NoFacts), value, "{text}");
    if let Err(error) = &value {
        assert_eq!(error.heaps(), heaps);
    }
    value.map_err(|error| error.why())
}

#[test]
fn operators_mean_what_the_table_says() {
    let at = [0, 3, 5, 6];
    let truths = [
        "x == 0 && y == 3 && z == 5 && w == 6",
        "h[1] == 0 && h[4] == 6 && h[5] == 0 && h[9223372036854775807] == 0",
        "heaps == 3 && coins == 14 && nimsum == 0",
        "c[3] == 1 && c[0] == 0 && c[-1] == 0 && c[4] == 0",
        "-7 / 2 == -4 && -7 % 2 == 1 && 7 / -2 == -4 && 7 % -2 == -1 && -7 / -2 == 3",
        "-7 >> 1 == -4 && -1 >> 200 == -1 && 7 >> 200 == 0 && 3 << 4 == 48 && 0 << 999 == 0",
        "-1 << 63 == -9223372036854775807 - 1",
        "(-9223372036854775807 - 1) % -1 == 0",
        "(6 | 1) == 7 && (6 & 3) == 2 && 6 ^ 3 == 5 && -1 ^ 0 == -1",
        "1 | 2 ^ 3 & 4 == 3", // bitwise operators bind tighter than comparisons
        "2 + 3 * 4 == 14 && 1 << 2 + 1 == 8 && 10 - 3 - 2 == 5",
        "min(4, 2, 9) == 2 && max(4, 2, 9) == 9 && abs(-4) == 4 && abs(4) == 4",
        "mex() == 0 && mex(0, 1, 3) == 2 && mex(1, -1) == 0 && mex(2, 1, 0, 100) == 3",
        "if mirror then false else true",
        "let s = x + y; let t = s * s in t == 9",
        "let x = 10 in x + y == 13", // a bound name hides the heap
        "(all h: h > 2) && (any h: h == 6) && !(any h: h == 0)",
        "all a: all b: a != b => any c: c != a && c != b",
        "all h: c[h] == 1",
        "false => 1 / 0 == 0", // the right side is not looked at
        "true || 1 / 0 == 0",
        "!(false && 1 / 0 == 0)",
        "false => false => false", // groups to the right
        "(true <=> false) <=> false",
        "y ⊕ z ≥ 6 ∧ ¬(x ≠ 0) ⇔ true",
    ];
    for text in truths {
        assert_eq!(holds(text, &at), Ok(true), "{text}");
    }
    assert_eq!(holds("any h: true", &[0, 0]), Ok(false));
    assert_eq!(holds("all h: false", &[]), Ok(true));
    assert_eq!(holds("mirror", &[0, 2, 2, 5, 5]), Ok(true));
    assert_eq!(holds("mirror", &[2, 2, 2]), Ok(false));
}

#[test]
fn what_has_no_value_says_so() {
    let cases = [
        ("1 / x == 0", NoValue::DivisionByZero),
        ("1 % x == 0", NoValue::DivisionByZero),
        ("9223372036854775807 + y == 0", NoValue::Overflow),
        ("-9223372036854775807 - y == 0", NoValue::Overflow),
        ("4611686018427387904 * 2 == 0", NoValue::Overflow),
        ("(-9223372036854775807 - 1) / -1 == 0", NoValue::Overflow),
        ("-(-9223372036854775807 - 1) == 0", NoValue::Overflow),
        ("abs(-9223372036854775807 - 1) == 0", NoValue::Overflow),
        ("1 << 63 == 0", NoValue::Overflow),
        ("1 << 64 == 0", NoValue::Overflow),
        ("-1 << 64 == 0", NoValue::Overflow),
        ("1 << 4294967296 == 0", NoValue::Overflow),
        ("1 << -1 == 0", NoValue::NegativeShift),
        ("1 >> -1 == 0", NoValue::NegativeShift),
        ("h[x] == 0", NoValue::NoSuchHeap),
        ("f(-1, 0) == 0", NoValue::NegativeHeap),
        ("f(1, 2) == 0", NoValue::BeyondTable),
        ("P", NoValue::BeyondTable),
        ("let unused = 1 / x in true", NoValue::DivisionByZero),
    ];
    for (text, fault) in cases {
        assert_eq!(holds(text, &[0, 3]), Err(fault), "{text}");
    }
    let formula: Formula = "y > 1 && 7 / x == 1".parse().unwrap();
    let point = Point::new(&[0, 3]).unwrap();
    let error = formula.evaluate(&mut formula.machine(), &point, &NoFacts).unwrap_err();
    assert_eq!(error.to_string(), "division by zero at [0,3]");
    assert_eq!(error.caret(), "y > 1 && 7 / x == 1\n         ^^^^^");
    assert!(Point::new(&[3, 2]).is_none());
    assert!(Point::new(&[1 << 63]).is_none());
    assert!(Point::new(&[1 << 62, 1 << 62]).is_none());
}

#[test]
fn what_is_wrong_is_pointed_at() {
    let cases = [
        ("", "there is no formula here", "^", true),
        ("P <=> x ^ y ^ z = 0", "expected an operator or the end, found `=`", "^", true),
        ("x + y", "a formula must be true or false, and this is an integer", "^^^^^", true),
        ("P == mirror", "`==` wants an integer here, and this is a truth", "^", true),
        ("P && x", "`&&` wants a truth here, and this is an integer", "^", true),
        ("x < y < z", "comparisons do not chain", "^", true),
        ("grundi == 0", "nothing is called `grundi`", "^^^^^^", true),
        ("xyzzy == 0", "nothing is called `xyzzy`", "^^^^^", false),
        ("h == 1", "nothing is called `h`", "^", true),
        ("foo(1) == 1", "no function is called `foo`", "^^^", true),
        ("mix(1) == 1", "no function is called `mix`", "^^^", true),
        ("f() == 1", "`f` takes 1 to 8 arguments, not 0", "^^^", false),
        ("min() == 1", "`min` takes 1 to 64 arguments, not 0", "^^^^^", false),
        ("2x == 1", "a number runs into a name", "^^", true),
        ("(x == 1", "this `(` is never closed", "^", false),
        ("h[1 == 1", "this `[` is never closed", "^", false),
        ("x == 9223372036854775808", "this number does not fit in 63 bits", &"^".repeat(19), true),
        ("x == $", "`$` has no meaning here", "^", false),
        ("x ==", "expected a number, a name or `(`, found the end", "^", false),
        ("if P then N", "this `if` has no `else`", "^^", false),
        ("if P then 1 else N", "`then` gives an integer, but `else` gives a truth", "^", false),
        ("let in = 1 in true", "expected a name for a variable, found `in`", "^^", false),
        ("P and N", "expected an operator or the end, found `and`", "^^^", true),
        ("not P", "nothing is called `not`", "^^^", true),
        (
            "all a: all b: all c: all d: all e: true",
            "quantifiers nest at most 4 deep",
            "^^^",
            false,
        ),
        ("then", "`then` has no place here", "^^^^", false),
        ("P <=> Q", "nothing is called `Q`", "^", false),
    ];
    for (text, message, caret, suggests) in cases {
        let error = text.parse::<Formula>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.caret().lines().last().unwrap().trim(), caret, "{text}");
        assert_eq!(error.suggestion().is_some(), suggests, "{text}: {:?}", error.suggestion());
    }
    let error = "grundi == 0".parse::<Formula>().unwrap_err();
    assert_eq!(error.suggestion(), Some("did you mean `grundy`?"));
}

#[test]
fn hostile_texts_are_refused_without_overflowing_the_stack() {
    let deep = 100_000;
    for text in [
        "(".repeat(deep),
        "!".repeat(deep),
        "-".repeat(deep),
        "if ".repeat(deep),
        "h[".repeat(deep),
        "mex(".repeat(deep),
        "let a = ".repeat(deep),
        "x + ".repeat(deep) + "x == 0",
        "true => ".repeat(deep) + "true",
        "true && ".repeat(deep) + "true",
        format!("{}P{}", "(".repeat(deep), ")".repeat(deep)),
        format!("mex({}0) == 0", "0, ".repeat(deep)),
    ] {
        assert!(text.parse::<Formula>().is_err());
    }
    let sum = format!("{}x == x", "x ^ x ^ ".repeat(200));
    let formula: Formula = sum.parse().unwrap();
    assert_eq!(holds(&sum, &[7]), Ok(true));
    assert_eq!(formula.to_string().parse::<Formula>().unwrap(), formula);
    let nested = format!("{}P{}", "!(".repeat(90), ")".repeat(90));
    let formula: Formula = nested.parse().unwrap();
    assert_eq!(formula.to_string(), format!("{}P", "!".repeat(90)));
}

#[test]
fn printing_keeps_the_brackets_that_matter() {
    for text in [
        "x - (y - z) == 0",
        "(if P then 1 else 2) + 3 == 4",
        "N || if P then N else P",
        "(P => N) => P",
        "P => N => P",
        "P <=> (N <=> P)",
        "-(x + y) * -z == 1",
        "!(P && N)",
        "(any h: h > 1) || P",
        "P || any h: h > 1",
        "(let a = 1 in a) + 1 == 2",
        "1 << (2 << 3) == 1",
        "(1 | 2) & 3 == 1",
    ] {
        assert_eq!(text.parse::<Formula>().unwrap().to_string(), text);
    }
    let formula: Formula = "((x)+(y))*2==(z)".parse().unwrap();
    assert_eq!(formula.to_string(), "(x + y) * 2 == z");
    assert_eq!(formula.text(), "((x)+(y))*2==(z)");
}

#[test]
fn the_parts_worth_seeing() {
    struct Nim;
    impl Facts for Nim {
        fn is_p(&self, heaps: &[u64]) -> Option<bool> {
            Some(heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0)
        }
        fn is_misere_p(&self, _: &[u64]) -> Option<bool> {
            None
        }
        fn grundy(&self, heaps: &[u64]) -> Option<u64> {
            Some(heaps.iter().fold(0, |sum, heap| sum ^ heap))
        }
        fn completion(&self, heaps: &[u64]) -> Option<u64> {
            Some(heaps.iter().fold(0, |sum, heap| sum ^ heap))
        }
    }
    let formula: Formula =
        "P && f(x, y) == z + 0 => (any h: h > coins) || misere_P".parse().unwrap();
    let shown = formula.explain(&Point::new(&[1, 2, 3]).unwrap(), &Nim);
    let shown: Vec<String> = shown.iter().map(|(part, value)| format!("{part}: {value}")).collect();
    assert_eq!(
        shown,
        [
            "P && f(x, y) == z + 0: true",
            "P: true",
            "f(x, y) == z + 0: true",
            "f(x, y): 3",
            "z + 0: 3",
            "any h: h > coins: false",
            "coins: 6",
        ]
    );
}
