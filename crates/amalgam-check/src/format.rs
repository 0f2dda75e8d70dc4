//! Reading a certificate: the grammar of docs/certificate.md §2, line by line.

use crate::failure::at_most;
use crate::families::{self, Families};
use crate::form::LISTED;
use crate::rests::{self, Rests};
use crate::{Checked, Condition, Cover, Failure, LAST_ROW, Layers, Line, Rejection};
use crate::{covers, layers, sha256};

/// A certificate as it was read. Nothing in it has been checked but its checksum and its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub game: Game,
    /// What is claimed.
    pub claim: Claim,
    /// The `cover` lines.
    pub covers: Vec<Cover>,
    /// The `block` lines: a cover row, and the column at which the structure of the rows after it is seen.
    pub blocks: Pairs,
    /// The layers above the last of them.
    pub layers: Option<Layers>,
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
    /// The rows of rests.
    pub rests: Option<Rests>,
    /// The families, which name their rules themselves.
    pub families: Option<Families>,
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
    /// Rows of rests.
    Rests,
    /// Families of rests with any number of equal heaps.
    Families,
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
    /// How a structured row is proved. Of such a row the window is empty, and of its mask only a
    /// period is claimed.
    pub structure: Option<Structure>,
}

/// The second line of a structured row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// The cycles of an odd row: their lengths, and whether their sign is −.
    Cycles(Vec<(u64, bool)>),
    /// The number of defects of an even row.
    Defects(u64),
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

impl Certificate {
    /// A certificate that says nothing yet.
    fn new(game: Game, claim: Claim) -> Certificate {
        let (covers, blocks, rows) = (Vec::new(), Vec::new(), Vec::new());
        Certificate { game, claim, covers, blocks, layers: None, rows, rests: None, families: None }
    }

    /// How many cover rows it names.
    pub fn cover_rows(&self) -> usize {
        let layers = self.layers.iter().flat_map(|layers| &layers.lines);
        self.covers.len() + layers.filter(|line| matches!(line, Line::Cover(..))).count()
    }

    /// How many rows it says are none.
    pub fn excluded_rows(&self) -> usize {
        let layers = self.layers.iter().flat_map(|layers| &layers.lines);
        layers.filter(|line| matches!(line, Line::Excluded(_))).count()
    }

    /// The last row of the claim.
    pub fn last(&self) -> u64 {
        match self.claim {
            Claim::Rows(_, last) | Claim::Covers(last) => last,
            Claim::Rests | Claim::Families => 0,
        }
    }
}

/// Reads a certificate and checks its **checksum** and, so that little is kept of a long file, its
/// **row-order** and **cover-order**.
pub fn read(bytes: &[u8]) -> Checked<Certificate> {
    let expected = |expected| Failure::Syntax { line: 1, expected };
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let version = first.strip_prefix(b"amalgam-certificate ");
    let version = match version.ok_or(expected("amalgam-certificate 2"))? {
        b"1" => 1,
        b"2" => 2,
        other => {
            let other = String::from_utf8_lossy(&other[..other.len().min(20)]);
            return Err(Failure::Version(other.into_owned()));
        }
    };
    let last_line = "sha256 \n".len() + 64;
    let (body, last) = bytes.split_at(bytes.len().saturating_sub(last_line));
    if !last.starts_with(b"sha256 ") || !last.ends_with(b"\n") || !body.ends_with(b"\n") {
        return Err(Failure::Truncated);
    }
    if last[7..71] != *sha256(body).as_bytes() {
        let condition = Condition::Checksum;
        return Err(Failure::Rejected(Rejection { condition, row: None, column: None }));
    }
    let text = std::str::from_utf8(body).map_err(|_| expected("ASCII"))?;
    Lines { version, rest: &text[first.len() + 1..], read: 1 }.certificate()
}

const AMALGAMATION: Game = Game { threshold: 1, taken: 0 };
const GAME: [&str; 4] =
    ["game amalgamation", "game merge-take-one", "game nim", "game restricted-amalgamation #"];
const CLAIM: [&str; 2] = ["claim rows # #", "claim covers #"];
const ROW: [&str; 6] = [
    "row # preperiod # period # mask # # offsets ± ± cover no",
    "row # preperiod # period # mask # # offsets ± ± cover yes",
    "row # unknown offsets # # from # by cover #",
    "row # unknown",
    "row # preperiod # period # offsets ± ± cover no",
    "row # preperiod # period # offsets ± ± cover yes",
];

/// The lines that have not been read, and the number of those that have.
pub(crate) struct Lines<'a> {
    /// The version of the format.
    pub version: u8,
    pub rest: &'a str,
    read: usize,
}

impl<'a> Lines<'a> {
    fn certificate(mut self) -> Checked<Certificate> {
        if self.version > 1 && self.rest.starts_with("rules ") {
            let families = Some(families::read(&mut self)?);
            return Ok(Certificate { families, ..Certificate::new(AMALGAMATION, Claim::Families) });
        }
        let (threshold, taken) = match self.line(&GAME)? {
            (0, _) => (1, 0),
            (1, _) => (1, 1),
            (2, _) => (u64::MAX, 0),
            (_, n) if n[0] < 2 => return Err(self.expected(GAME[0])),
            (_, n) => (n[0], 0),
        };
        let game = Game { threshold, taken };
        let of_rests = ["claim rests ", "claim grundy-rests "];
        if self.version > 1 && of_rests.iter().any(|claim| self.rest.starts_with(claim)) {
            let rests = Some(rests::read(&mut self, game)?);
            return Ok(Certificate { rests, ..Certificate::new(game, Claim::Rests) });
        }
        let claim = match self.line(&CLAIM)? {
            (0, n) => Claim::Rows(n[0], n[1]),
            (_, n) => Claim::Covers(n[0]),
        };
        let (covers, mut blocks, mut rows) = (covers::read(&mut self)?, Vec::new(), Vec::new());
        let layered = matches!(claim, Claim::Covers(_));
        let layers = if layered { layers::read(&mut self)? } else { None };
        while !self.rest.is_empty() {
            if self.version > 1 && self.rest.starts_with("block ") {
                let (_, n) = self.line(&["block # column #"])?;
                // A block line stands right before the first row of its block.
                let next = self.rest.strip_prefix(&format!("row {} ", n[0] + 1));
                Condition::BlockRows.require(n[0], None, next.is_some())?;
                blocks.push((n[0], n[1]));
            }
            let (form, n) = self.line(if self.version > 1 { &ROW } else { &ROW[..4] })?;
            let increasing = rows.last().is_none_or(|line: &Row| line.row < n[0]);
            at_most(LAST_ROW.into(), n[0].into(), "is the last row")?;
            Condition::RowOrder.require(n[0], None, increasing)?;
            let proved = match form {
                0 | 1 => Some(self.proved(&n, form == 1)?),
                4 | 5 => Some(self.structured(&n, form == 5)?),
                _ => None,
            };
            let bounds = (form == 2).then(|| [n[1], n[2], n[3], n[4]]);
            rows.push(Row { row: n[0], proved, bounds });
        }
        // A file of version 2 has something that version 1 has not.
        if self.version > 1 && layers.is_none() && blocks.is_empty() {
            return Err(Failure::Syntax { line: 1, expected: "amalgam-certificate 1" });
        }
        Ok(Certificate {
            game,
            claim,
            covers,
            layers,
            blocks,
            rows,
            ..Certificate::new(game, claim)
        })
    }

    /// A proved row with these numbers, and the lists that follow.
    fn proved(&mut self, n: &[u64], cover: bool) -> Checked<Proved> {
        let window = self.list("  window", "#")?;
        let witnesses = self.list("  minimal", "#@#")?;
        let offsets = Repetition { preperiod: n[1], period: n[2], witnesses };
        let witnesses = self.list("  mask-minimal", "#@#")?;
        let mask = Repetition { preperiod: n[3], period: n[4], witnesses };
        let (extremes, lists) = ((n[5] as i64, n[6] as i64), self.lists()?);
        Ok(Proved { offsets, mask, extremes, cover, window, lists, structure: None })
    }

    /// A structured row with these numbers, and the lines that follow.
    fn structured(&mut self, n: &[u64], cover: bool) -> Checked<Proved> {
        let line = self.next();
        let (structure, over) = if let Some(cycles) = line.strip_prefix("  cycles ") {
            let (cycles, over) = cycles.rsplit_once(" over ").unwrap_or_default();
            at_most(LISTED.into(), cycles.split(' ').count() as u128, "words in a list")?;
            let cycle = |word| self.scan(word, &["#+", "#-"]).map(|(sign, n)| (n[0], sign == 1));
            let cycles = cycles.split(' ').map(cycle).collect::<Checked<_>>()?;
            (Structure::Cycles(cycles), self.scan(over, &["#"])?.1[0])
        } else {
            let (_, n) = self.scan(line, &["  defects # over #"])?;
            (Structure::Defects(n[0]), n[1])
        };
        let witnesses = self.list("  minimal", "#@#")?;
        let offsets = Repetition { preperiod: n[1], period: n[2], witnesses };
        let mask = Repetition { preperiod: 0, period: over, witnesses: Vec::new() };
        let (extremes, lists) = ((n[3] as i64, n[4] as i64), self.lists()?);
        let structure = Some(structure);
        Ok(Proved { offsets, mask, extremes, cover, window: Vec::new(), lists, structure })
    }

    /// The lists of a row, if it carries them.
    fn lists(&mut self) -> Checked<Option<(Pairs, Pairs)>> {
        if !self.rest.starts_with("  once") {
            return Ok(None);
        }
        Ok(Some((self.list("  once", "[#,#]")?, self.list("  repeating", "[#,#]")?)))
    }

    /// The next line, which must have one of the forms: which, and the numbers in it.
    pub fn line(&mut self, forms: &[&'static str]) -> Checked<(usize, Vec<u64>)> {
        let line = self.next();
        self.scan(line, forms)
    }

    /// The next line, which must be a name and words of one form: the first and last number of each.
    pub fn list(&mut self, name: &'static str, form: &'static str) -> Checked<Pairs> {
        let mut words = self.next().strip_prefix(name).unwrap_or("?").split(' ');
        if words.next() != Some("") {
            return Err(self.expected(name));
        }
        at_most(LISTED.into(), words.clone().count() as u128, "words in a list")?;
        let scanned = words.map(|word| self.scan(word, &[form]));
        scanned.map(|found| found.map(|(_, n)| (n[0], n[n.len() - 1]))).collect()
    }

    /// Which of the forms a text has, and the numbers in it, which must be less than 2^60.
    pub fn scan(&self, text: &str, forms: &[&'static str]) -> Checked<(usize, Vec<u64>)> {
        let found = forms.iter().enumerate().find_map(|(i, form)| Some((i, numbers(text, form)?)));
        let (form, numbers) = found.ok_or(self.expected(forms[0]))?;
        let largest = numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0);
        at_most((1 << 60) - 1, largest.min(1 << 60).into(), "or more in one number")?;
        Ok((form, numbers.into_iter().map(|number| number as u64).collect()))
    }

    pub fn next(&mut self) -> &'a str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or_default();
        (self.rest, self.read) = (rest, self.read + 1);
        line
    }

    pub fn expected(&self, expected: &'static str) -> Failure {
        Failure::Syntax { line: self.read, expected }
    }
}

/// The numbers in a text of a form, in which `#` stands for a number and `±` for one that may be
/// negative; `None` if the text has another form. Numbers too large for their type are cut off.
fn numbers(text: &str, form: &str) -> Option<Vec<i64>> {
    let (mut rest, mut numbers) = (text, Vec::new());
    for expected in form.chars() {
        if !matches!(expected, '#' | '±') {
            rest = rest.strip_prefix(expected)?;
            continue;
        }
        let digits = rest.strip_prefix('-').filter(|_| expected == '±').unwrap_or(rest);
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - after.len()];
        if digits.len() == after.len() || (digits.starts_with('0') && number != "0") {
            return None;
        }
        numbers.push(number.parse().unwrap_or(i64::MAX));
        rest = after;
    }
    rest.is_empty().then_some(numbers)
}
