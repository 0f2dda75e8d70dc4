//! Random formulas: the machine against its naive twin, and reading back what is printed.

use amalgam::base::budget::{Budget, Silent};
use amalgam::engines::bulk::{Domain, Facts};
use amalgam::lab::formula::{EvaluationError, Formula, Point, TestError, Verdict, test_with};
use proptest::prelude::*;

/// Facts out of thin air, with gaps, so that the evaluators meet missing ones.
struct Made;

/// The same without gaps, so that blocks are gone through to their end.
struct Whole;

impl Facts for Whole {
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(Made::number(heaps, 1).is_multiple_of(2))
    }

    fn is_misere_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(Made::number(heaps, 2).is_multiple_of(2))
    }

    fn grundy(&self, heaps: &[u64]) -> Option<u64> {
        Some(Made::number(heaps, 3) % 16)
    }

    fn completion(&self, heaps: &[u64]) -> Option<u64> {
        Some(heaps.iter().fold(1_u64, |sum, &heap| sum.wrapping_add(heap)) % 64)
    }
}

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

    fn completion(&self, heaps: &[u64]) -> Option<u64> {
        match heaps.iter().try_fold(0_u64, |sum, &heap| sum.checked_add(heap))? {
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
            7 => match self.pick(4) {
                0 => "f(h…)".to_owned(),
                more => {
                    let heaps = (0..more).map(|_| self.integer(depth - 1));
                    format!("f({})", heaps.collect::<Vec<_>>().join(", "))
                }
            },
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

/// The first position at which a formula does not hold, and how many come before it.
type Failure = Result<Option<(Vec<u64>, u64)>, EvaluationError>;

fn first_failure(formula: &Formula, facts: &impl Facts, domain: &Domain) -> Failure {
    let (mut machine, mut positions) = (formula.machine(), domain.positions());
    let mut tested = 0;
    while let Some(heaps) = positions.next() {
        if !formula.evaluate(&mut machine, &Point::new(heaps).unwrap(), facts)? {
            return Ok(Some((heaps.to_vec(), tested)));
        }
        tested += 1;
    }
    Ok(None)
}

fn in_blocks(formula: &Formula, facts: &impl Facts, domain: &Domain) -> Failure {
    match test_with(formula, facts, domain, &Budget::default(), &Silent) {
        Ok(Verdict::Refuted(found)) => Ok(Some((found.heaps, found.tested))),
        Ok(Verdict::VerifiedTo { positions, .. }) => {
            assert_eq!(Some(positions), domain.count());
            Ok(None)
        }
        Err(TestError::Evaluation(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
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
    fn blocks_fail_where_single_positions_do(text in formula(), negated in any::<bool>()) {
        // Nearly every formula, or what it denies, holds for a while.
        let text = if negated { format!("!({text})") } else { text };
        let formula: Formula = text.parse().unwrap();
        let domains =
            [Domain::heaps(3, 9), Domain::coins(10), Domain::heights(2, 19), Domain::heaps(1, 300)];
        for domain in domains.map(Result::unwrap) {
            let both = (first_failure(&formula, &Made, &domain), in_blocks(&formula, &Made, &domain));
            prop_assert_eq!(both.0, both.1, "{} in {}", text, domain);
            let both =
                (first_failure(&formula, &Whole, &domain), in_blocks(&formula, &Whole, &domain));
            prop_assert_eq!(both.0, both.1, "{} in {}", text, domain);
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

/// While some lanes deny a truth, others wait with the least integer in the same place.
#[test]
fn lanes_that_wait_are_left_alone() {
    let texts = [
        "if !(!(x > coins - 5)) then (all h: x == nimsum - 9223372036854775807) && (if (all h: mirror) \
         && P then !(mirror && mirror) else mirror) else (if (all h: N) then x else x) + x == x",
        "if x < 3 then x - 9223372036854775807 - 1 <= 0 else !(y < 2 && !(z < 5))",
        "all h: if h % 2 == 0 then h / 2 * 2 == h else 7 / (h % 2) == 7 && !(h < 0)",
    ];
    for text in texts {
        let formula: Formula = text.parse().unwrap();
        for domain in [Domain::heaps(3, 12).unwrap(), Domain::coins(14).unwrap()] {
            let expected = first_failure(&formula, &Whole, &domain);
            assert_eq!(in_blocks(&formula, &Whole, &domain), expected, "{text} in {domain}");
        }
    }
}
