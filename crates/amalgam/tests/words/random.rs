//! Random rules of the whole grammar against the twin.

use super::compare;
use amalgam::games::words::Words;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }

    fn rules(&mut self) -> String {
        let board = match self.roll(12) {
            0 => "2 places: ",
            1 => "3 places: ",
            2 => "row: ",
            3 => "circle: ",
            4 => "closing row: ",
            5 => "closing circle: ",
            6 => "strip: ",
            7 => "distinct heaps: ",
            _ => "",
        };
        let ordered = board.contains("row") || board.contains("circle");
        let count = 1 + self.roll(3);
        let clauses: Vec<String> = (0..count).map(|_| self.clause(ordered)).collect();
        let until = if self.roll(12) == 0 { ", until heaps <= 1" } else { "" };
        format!("{board}{}{until}", clauses.join(", "))
    }

    fn clause(&mut self, ordered: bool) -> String {
        let steps = 1 + self.roll(5) / 3 + self.roll(8) / 7;
        let mut text: Vec<String> = Vec::new();
        for k in 0..steps {
            let mut step = self.step(ordered, k > 0);
            if self.roll(3) == 0 {
                step.push_str(&format!(" if {}", self.condition(ordered)));
            }
            text.push(step);
        }
        let limit = match self.roll(12) {
            0 => " once",
            1 => " 2 times as glue",
            _ => "",
        };
        format!("{}{limit}", text.join(" then "))
    }

    fn step(&mut self, ordered: bool, later: bool) -> String {
        let from =
            |text: &str| if text.is_empty() { String::new() } else { format!(" from {text}") };
        match self.roll(10) {
            0..=3 => {
                let choice = self.choice(ordered, later);
                format!("take {}{}", self.amount(), from(&choice))
            }
            4 => {
                let target = self.target(ordered);
                format!("move {} to {target}", self.amount())
            }
            5 => match self.roll(3) {
                0 => format!(
                    "split into {}",
                    self.one(&["2", "3", "{1,3}", "2..", "2 unequal", "3 distinct"])
                ),
                1 if later => "split another".to_owned(),
                _ => "split".to_owned(),
            },
            6 => match self.roll(4) {
                0 => "merge 3 heaps".to_owned(),
                1 if ordered => "merge 2 neighbours".to_owned(),
                2 if later => "merge it with another".to_owned(),
                _ => "merge".to_owned(),
            },
            7 => match self.roll(4) {
                0 => "delete 2 heaps".to_owned(),
                1 => "delete all but 1 heaps".to_owned(),
                2 if later => "delete another".to_owned(),
                _ => "delete a heap".to_owned(),
            },
            8 => format!("replace by {} smaller heaps", self.one(&["0..2", "1", "2"])),
            _ => match later {
                true => {
                    let target = self.target(ordered);
                    format!(
                        "add {} to {target}",
                        self.one(&["1", "taken", "1..taken-1", "1..2", "min taken"])
                    )
                }
                false => "pass".to_owned(),
            },
        }
    }

    fn target(&mut self, ordered: bool) -> &'static str {
        match ordered {
            true => self.one(&["another", "the next", "the previous", "the first", "the last"]),
            false => self.one(&["another", "the largest", "the smallest"]),
        }
    }

    fn choice(&mut self, ordered: bool, later: bool) -> String {
        match self.roll(12) {
            0 => "each of 2 heaps",
            1 => "some of 2 heaps",
            2 => "each of {1,3} heaps",
            3 => "some of all heaps",
            4 => "the largest",
            5 => "the smallest",
            6 if ordered => "an end",
            7 if ordered => "some of 2 neighbours",
            8 if ordered => "each of 2 neighbours",
            9 if ordered => "some of places {1,2} or {2,3}",
            10 if later => "another",
            11 if later => "each of 2 others",
            _ => "",
        }
        .to_owned()
    }

    fn amount(&mut self) -> &'static str {
        self.one(&[
            "any",
            "any",
            "1",
            "2",
            "1..2",
            "{1,3}",
            "2..",
            "1..heap/2",
            "all",
            "all but 1",
            "divisors",
            "powers of 2",
            "the same any",
            "the same 1..2",
            "multiples of smallest",
            "{2,heap-1}",
            "1..heaps",
            "the same 1..min",
        ])
    }

    fn condition(&mut self, ordered: bool) -> String {
        let one = |dice: &mut Dice| {
            let any = [
                "heap >= 3",
                "heap is even",
                "taken < 3",
                "left >= 1",
                "left is not prime",
                "total > 3",
                "heaps == 2",
                "min >= 2",
                "sum taken <= 3",
                "equal",
                "unequal",
                "gcd == 1",
                "distinct left",
                "largest > smallest",
                "taken divides heap",
                "first",
                "taken <= 2*last",
                "glue == 1",
                "other < heap",
                "other+taken <= left",
                "max left - min left <= 1",
                "xor(heap, 1) > heap",
                "|left-taken| <= 1",
                "heap mod 3 != 1",
                "left > lower",
                "count >= 2",
                "diff taken < 2",
                "heap/0 == 1",
                "taken == heap - 1",
            ];
            match dice.roll(12) {
                0 if ordered => "place is odd".to_owned(),
                1 => format!("not {}", dice.one(&any)),
                _ => dice.one(&any).to_owned(),
            }
        };
        match self.roll(6) {
            0 => format!("{} and {}", one(self), one(self)),
            1 => format!("{} or {}", one(self), one(self)),
            _ => one(self),
        }
    }
}

#[test]
fn random_rules_agree_with_the_twin() {
    let mut dice = Dice(30);
    let (mut read, mut refused, mut ill, mut compared) = (0, 0, 0, 0);
    let wanted = amalgam_tier::size(400, 800);
    while read < wanted {
        let text = dice.rules();
        let words: Words = match text.parse() {
            Ok(words) => words,
            Err(error) => {
                let message = error.to_string();
                let ends = message.contains("never end") || message.contains("not known that");
                if ends {
                    refused += 1
                } else {
                    ill += 1
                }
                continue;
            }
        };
        let form = words.to_string();
        let again: Words = form.parse().unwrap_or_else(|e| panic!("{text}: {form}: {e}"));
        assert_eq!(again.to_string(), form, "{text}");
        assert_eq!(again, words, "{text}");
        read += 1;
        compared += compare(&words, 5, 3);
    }
    println!(
        "{read} rules read, {refused} refused, {ill} ill-formed; {compared} positions compared"
    );
    assert!(compared > 20 * wanted, "{read} read, {refused} refused, {ill} ill-formed: {compared}");
}
