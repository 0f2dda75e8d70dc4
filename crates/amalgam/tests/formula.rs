//! The formula language: what it means, what it refuses, and the machine against its naive twin.

use amalgam::formula::{Facts, Fault, Formula, NoFacts, Point};
use proptest::prelude::*;

/// Facts out of thin air, with gaps, so that the evaluators meet missing ones.
struct Made;

impl Made {
    fn number(heaps: &[u64], salt: u64) -> u64 {
        let full = heaps.iter().filter(|&&heap| heap > 0);
        full.fold(salt, |sum, heap| {
            (sum ^ heap).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17)
        })
    }
}

impl Facts for Made {
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let number = Made::number(heaps, 1);
        (!number.is_multiple_of(7)).then_some(number.is_multiple_of(2))
    }

    fn is_misere_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(Made::number(heaps, 2).is_multiple_of(2))
    }

    fn grundy(&self, heaps: &[u64]) -> Option<u64> {
        let number = Made::number(heaps, 3);
        match number % 11 {
            0 => None,
            1 => Some(u64::MAX), // does not fit
            _ => Some(number % 16),
        }
    }

    fn completion(&self, a: u64, b: u64) -> Option<u64> {
        match a.checked_add(b)? {
            99.. => None,
            50 => Some(u64::MAX),
            sum => Some(sum + 1),
        }
    }
}

/// Writes random well-typed formulas; choices come from a list, which proptest can shrink.
struct Writer<'a> {
    choices: std::slice::Iter<'a, u32>,
    /// Bound variables: integers and truths.
    integers: Vec<String>,
    truths: Vec<String>,
    quantifiers: usize,
}

impl Writer<'_> {
    fn pick(&mut self, of: u32) -> u32 {
        self.choices.next().map_or(0, |choice| choice % of)
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        words[self.pick(words.len() as u32) as usize].to_owned()
    }

    fn integer(&mut self, depth: u32) -> String {
        let leaf = depth == 0 || self.choices.len() == 0;
        match if leaf { self.pick(4) } else { self.pick(18) } {
            0 | 4 => self.one_of(&["x", "y", "z", "w"]),
            1 => self.one_of(&["0", "1", "2", "3", "7", "64", "63", "9223372036854775807"]),
            2 => self.one_of(&["coins", "heaps", "nimsum", "grundy"]),
            3 => match self.integers.len() as u32 {
                0 => "5".to_owned(),
                bound => {
                    let i = self.pick(bound) as usize;
                    self.integers[i].clone()
                }
            },
            5 => format!("h[{}]", self.integer(depth - 1)),
            6 => format!("c[{}]", self.integer(depth - 1)),
            7 => format!("f({}, {})", self.integer(depth - 1), self.integer(depth - 1)),
            8 => format!("-({})", self.integer(depth - 1)),
            9 => {
                let name = self.one_of(&["min", "max", "mex"]);
                let more = self.pick(3);
                let first = self.integer(depth - 1);
                let rest = (0..more).map(|_| format!(", {}", self.integer(depth - 1)));
                format!("{name}({first}{})", rest.collect::<String>())
            }
            10 => format!("abs({})", self.integer(depth - 1)),
            11 => {
                let condition = self.truth(depth - 1);
                let (yes, no) = (self.integer(depth - 1), self.integer(depth - 1));
                format!("(if {condition} then {yes} else {no})")
            }
            12 => format!("({})", self.bind(depth, Writer::integer)),
            13 => format!("({})", self.integer(depth - 1)),
            _ => {
                let sign = self.one_of(&["+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>"]);
                let left = self.integer(depth - 1);
                format!("{left} {sign} {}", self.integer(depth - 1))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        let leaf = depth == 0 || self.choices.len() == 0;
        match if leaf { self.pick(2) } else { self.pick(14) } {
            0 | 2 => self.one_of(&["P", "N", "misere_P", "mirror", "true", "false"]),
            1 => match self.truths.len() as u32 {
                0 => "mirror".to_owned(),
                bound => {
                    let i = self.pick(bound) as usize;
                    self.truths[i].clone()
                }
            },
            3 => format!("!({})", self.truth(depth - 1)),
            4 => {
                let condition = self.truth(depth - 1);
                let (yes, no) = (self.truth(depth - 1), self.truth(depth - 1));
                format!("(if {condition} then {yes} else {no})")
            }
            5 => format!("({})", self.bind(depth, Writer::truth)),
            6 if self.quantifiers < 3 => {
                let word = self.one_of(&["all", "any"]);
                let name = self.one_of(&["h", "v", "x", "coins"]);
                self.quantifiers += 1;
                self.integers.push(name.clone());
                let body = self.truth(depth - 1);
                self.integers.pop();
                self.quantifiers -= 1;
                format!("({word} {name}: {body})")
            }
            7 => format!("({})", self.truth(depth - 1)),
            8 | 9 => {
                let sign = self.one_of(&["&&", "||", "=>", "<=>"]);
                let left = self.truth(depth - 1);
                format!("{left} {sign} {}", self.truth(depth - 1))
            }
            _ => {
                let sign = self.one_of(&["==", "!=", "<", "<=", ">", ">="]);
                let left = self.integer(depth - 1);
                format!("{left} {sign} {}", self.integer(depth - 1))
            }
        }
    }

    /// `let`, with a name of its own for each depth: another type would hide it otherwise.
    fn bind(&mut self, depth: u32, body: fn(&mut Self, u32) -> String) -> String {
        let name = format!("v{depth}_{}", self.choices.len());
        let end = self.one_of(&[" in", ";"]);
        if self.pick(2) == 0 {
            let value = self.integer(depth - 1);
            self.integers.push(name.clone());
            let body = body(self, depth - 1);
            self.integers.pop();
            format!("let {name} = {value}{end} {body}")
        } else {
            let value = self.truth(depth - 1);
            self.truths.push(name.clone());
            let body = body(self, depth - 1);
            self.truths.pop();
            format!("let {name} = {value}{end} {body}")
        }
    }
}

fn formula() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u32>(), 1..120).prop_map(|choices| {
        let choices = choices.iter();
        Writer { choices, integers: vec![], truths: vec![], quantifiers: 0 }.truth(6)
    })
}

fn heaps() -> impl Strategy<Value = Vec<u64>> {
    let small = prop::collection::vec(0u64..9, 0..6);
    let many = prop::collection::vec(1u64..4, 17..25);
    let large = prop::collection::vec(0u64..=1 << 61, 0..4);
    prop_oneof![6 => small, 1 => many, 1 => large].prop_map(|mut heaps| {
        heaps.sort_unstable();
        heaps
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_machine_agrees_with_the_interpreter(
        text in formula(),
        points in prop::collection::vec(heaps(), 4),
    ) {
        let formula: Formula = text.parse().map_err(|error| {
            TestCaseError::fail(format!("{error}: {text}"))
        })?;
        let mut machine = formula.machine();
        for heaps in points {
            let point = Point::new(&heaps).unwrap();
            let expected = formula.interpret(&point, &Made);
            prop_assert_eq!(formula.evaluate(&mut machine, &point, &Made), expected, "{}", text);
        }
    }

    #[test]
    fn formulas_read_back(text in formula()) {
        let formula: Formula = text.parse().unwrap();
        let printed = formula.to_string();
        let again: Formula = printed.parse().unwrap();
        prop_assert_eq!(&again, &formula, "{} became {}", text, printed);
        prop_assert_eq!(again.to_string(), printed);
    }
}

fn holds(text: &str, heaps: &[u64]) -> Result<bool, Fault> {
    let formula: Formula = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let point = Point::new(heaps).unwrap();
    let value = formula.evaluate(&mut formula.machine(), &point, &NoFacts);
    assert_eq!(formula.interpret(&point, &NoFacts), value, "{text}");
    if let Err(error) = &value {
        assert_eq!(error.heaps(), heaps);
    }
    value.map_err(|error| error.fault())
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
        ("1 / x == 0", Fault::DivisionByZero),
        ("1 % x == 0", Fault::DivisionByZero),
        ("9223372036854775807 + y == 0", Fault::Overflow),
        ("-9223372036854775807 - y == 0", Fault::Overflow),
        ("4611686018427387904 * 2 == 0", Fault::Overflow),
        ("(-9223372036854775807 - 1) / -1 == 0", Fault::Overflow),
        ("-(-9223372036854775807 - 1) == 0", Fault::Overflow),
        ("abs(-9223372036854775807 - 1) == 0", Fault::Overflow),
        ("1 << 63 == 0", Fault::Overflow),
        ("1 << 64 == 0", Fault::Overflow),
        ("-1 << 64 == 0", Fault::Overflow),
        ("1 << 4294967296 == 0", Fault::Overflow),
        ("1 << -1 == 0", Fault::NegativeShift),
        ("1 >> -1 == 0", Fault::NegativeShift),
        ("h[x] == 0", Fault::NoSuchHeap),
        ("f(-1, 0) == 0", Fault::NegativeHeap),
        ("f(1, 2) == 0", Fault::BeyondTable),
        ("P", Fault::BeyondTable),
        ("let unused = 1 / x in true", Fault::DivisionByZero),
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
        ("f(1) == 1", "`f` takes two arguments, not 1", "^^^^", false),
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
        fn completion(&self, a: u64, b: u64) -> Option<u64> {
            Some(a ^ b)
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
