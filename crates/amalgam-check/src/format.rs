//! Reading a certificate: the grammar of docs/certificate.md §2, line by line.

use std::collections::VecDeque;

use crate::{Condition, Failure, Rejection, sha256};

/// A certificate as it was read. Nothing in it has been checked but its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// What is claimed.
    pub claim: Claim,
    /// The `cover` lines.
    pub covers: Vec<Cover>,
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
}

/// A game of docs/certificate.md §1: two heaps of at least `threshold` coins may merge, and then
/// `taken` coins are taken from the merged heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The least heap that may merge, r; at least 1, and `u64::MAX` if none may.
    pub threshold: u64,
    /// The number of coins taken when heaps merge, t.
    pub taken: u64,
}

/// The `claim` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// All rows from the first to the last.
    Rows(u64, u64),
    /// Cover rows up to the last.
    Covers(u64),
}

/// A `cover` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The cover row 2k.
    pub row: u64,
    /// The half width k.
    pub half_width: u64,
    /// The first column from which rows 0..2k use exactly the offsets −k..k.
    pub from: u64,
    /// The cover row before it, or 0.
    pub after: u64,
    /// The column that proves it: a balanced one (Theorem 8), or one at which windows recur.
    pub column: u64,
    /// The period with which they do (Theorem 9); `None` for a balanced column.
    pub period: Option<u64>,
}

/// A `row` line with the lines that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row.
    pub row: u64,
    /// What is said of a proved row.
    pub proved: Option<Proved>,
    /// What may be said of an unknown one: LO, HI, F and ROW, that all offsets x from column F on
    /// have LO ≤ |x| ≤ HI, by the cover row ROW.
    pub bounds: Option<[u64; 4]>,
}

/// A proved row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// How the offsets of the row repeat.
    pub offsets: Repetition,
    /// How the mask of the row repeats.
    pub mask: Repetition,
    /// The least and the greatest offset in the repeating part.
    pub extremes: (i64, i64),
    /// Is the row a cover row?
    pub cover: bool,
    /// The offsets of the values taken before the preperiod and not below it, each twice.
    pub window: Pairs,
    /// The lists L₁ and L₂.
    pub lists: Option<(Pairs, Pairs)>,
}

/// A list of pairs.
pub type Pairs = Vec<(u64, u64)>;

/// The claim that a sequence repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// For each prime factor q of the period, a column w at which period/q is no period.
    pub witnesses: Pairs,
}

/// Reads a certificate and checks its **checksum**.
pub fn read(bytes: &[u8]) -> Result<Certificate, Failure> {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match first.strip_prefix(b"amalgam-certificate ") {
        None => return Err(Failure::Syntax { line: 1, expected: "amalgam-certificate 1" }),
        Some(b"1") => {}
        Some(other) => {
            let version = String::from_utf8_lossy(&other[..other.len().min(20)]);
            return Err(Failure::Version(version.into_owned()));
        }
    }
    let last_line = "sha256 \n".len() + 64;
    let (body, last) = bytes.split_at(bytes.len().saturating_sub(last_line));
    if !last.starts_with(b"sha256 ") || !last.ends_with(b"\n") || !body.ends_with(b"\n") {
        return Err(Failure::Truncated);
    }
    if last[7..71] != *sha256(body).as_bytes() {
        return Err(Rejection { condition: Condition::Checksum, row: None, column: None }.into());
    }
    let text = std::str::from_utf8(body);
    let text = text.map_err(|_| Failure::Syntax { line: 1, expected: "ASCII" })?;
    Lines { rest: text.split_terminator('\n').skip(1).collect(), number: 1 }.certificate()
}

const COVER: [&str; 2] = [
    "cover # half-width # from # after # balanced #",
    "cover # half-width # from # after # recurs # period #",
];
const ROW: [&str; 4] = [
    "row # preperiod # period # mask # # offsets ± ± cover no",
    "row # preperiod # period # mask # # offsets ± ± cover yes",
    "row # unknown offsets # # from # by cover #",
    "row # unknown",
];

/// The lines not yet read, and the number of those that are.
struct Lines<'a> {
    rest: VecDeque<&'a str>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn certificate(mut self) -> Result<Certificate, Failure> {
        const GAMES: [&str; 4] = [
            "game amalgamation",
            "game merge-take-one",
            "game nim",
            "game restricted-amalgamation #",
        ];
        let (threshold, taken) = match self.line(&GAMES)? {
            (0, _) => (1, 0),
            (1, _) => (1, 1),
            (2, _) => (u64::MAX, 0),
            (_, n) if n[0] < 2 => return Err(self.expected(GAMES[0])),
            (_, n) => (n[0], 0),
        };
        let game = Game { threshold, taken };
        let claim = match self.line(&["claim rows # #", "claim covers #"])? {
            (0, n) => Claim::Rows(n[0], n[1]),
            (_, n) => Claim::Covers(n[0]),
        };
        let (mut covers, mut rows) = (Vec::new(), Vec::new());
        while self.rest.front().is_some_and(|line| line.starts_with("cover ")) {
            let (_, n) = self.line(&COVER)?;
            let (column, period) = (n[4], n.get(5).copied());
            let (row, half_width, from, after) = (n[0], n[1], n[2], n[3]);
            covers.push(Cover { row, half_width, from, after, column, period });
        }
        while !self.rest.is_empty() {
            rows.push(self.row()?);
        }
        Ok(Certificate { game, claim, covers, rows })
    }

    fn row(&mut self) -> Result<Row, Failure> {
        let (form, n) = self.line(&ROW)?;
        let mut row = Row { row: n[0], proved: None, bounds: None };
        if form == 2 {
            row.bounds = Some([n[1], n[2], n[3], n[4]]);
        } else if form < 2 {
            let window = self.list("  window", "#")?;
            let witnesses = self.list("  minimal", "#@#")?;
            let offsets = Repetition { preperiod: n[1], period: n[2], witnesses };
            let witnesses = self.list("  mask-minimal", "#@#")?;
            let mask = Repetition { preperiod: n[3], period: n[4], witnesses };
            let lists = match self.rest.front() {
                Some(line) if line.starts_with("  once") => {
                    Some((self.list("  once", "[#,#]")?, self.list("  repeating", "[#,#]")?))
                }
                _ => None,
            };
            let (extremes, cover) = ((n[5] as i64, n[6] as i64), form == 1);
            row.proved = Some(Proved { offsets, mask, extremes, cover, window, lists });
        }
        Ok(row)
    }

    /// The next line, which must have one of the forms: which, and the numbers in it.
    fn line(&mut self, forms: &[&'static str]) -> Result<(usize, Vec<u64>), Failure> {
        let line = self.next();
        for (i, form) in forms.iter().enumerate() {
            if let Some(numbers) = scan(line, form) {
                return Ok((i, numbers?));
            }
        }
        Err(self.expected(forms[0]))
    }

    /// The next line, which must be a name and words of one form: the first and last number of each.
    fn list(&mut self, name: &'static str, form: &'static str) -> Result<Pairs, Failure> {
        let mut words = self.next().strip_prefix(name).unwrap_or("?").split(' ');
        if words.next() != Some("") {
            return Err(self.expected(name));
        }
        let mut pairs = Vec::new();
        for word in words {
            let numbers = scan(word, form).ok_or(self.expected(form))??;
            pairs.push((numbers[0], numbers[numbers.len() - 1]));
        }
        Ok(pairs)
    }

    fn next(&mut self) -> &'a str {
        self.number += 1;
        self.rest.pop_front().unwrap_or_default()
    }

    fn expected(&self, expected: &'static str) -> Failure {
        Failure::Syntax { line: self.number, expected }
    }
}

/// The numbers in a text of a form, in which `#` stands for a number and `±` for one that may be
/// negative (and wraps around); `None` if the text has another form. A number of 2^60 or more is
/// too large.
fn scan(text: &str, form: &str) -> Option<Result<Vec<u64>, Failure>> {
    let (mut rest, mut numbers, mut large) = (text, Vec::new(), false);
    for expected in form.chars() {
        if !matches!(expected, '#' | '±') {
            rest = rest.strip_prefix(expected)?;
            continue;
        }
        let negative = expected == '±' && rest.starts_with('-');
        let digits = &rest[usize::from(negative)..];
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, after) = digits.split_at(end);
        let zero_first = digits.starts_with('0') && (negative || digits.len() > 1);
        if digits.is_empty() || zero_first {
            return None;
        }
        let number = digits.parse().unwrap_or(u64::MAX);
        large |= number >= 1 << 60;
        numbers.push(if negative { number.wrapping_neg() } else { number });
        rest = after;
    }
    let too_large = Failure::TooLarge { what: "or more in one number", needed: 1 << 60 };
    rest.is_empty().then_some(if large { Err(too_large) } else { Ok(numbers) })
}
