//! Reads the statements of a certificate (docs/certificate.md §2). What only amalgam-check decides is skipped.

use std::collections::BTreeMap;

use crate::walk::Game;
use crate::{Checked, Failure};

/// Row `row` is a cover row, exactly from column `from` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cover {
    pub row: u64,
    pub from: u64,
    /// The column of the proof; with a period by recurrence, otherwise by balance.
    pub column: u64,
    pub period: Option<u64>,
}

/// Row `row` repeats, with least preperiod and least period.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub row: u64,
    pub preperiod: u64,
    pub period: u64,
    /// For each prime q a column at which period / q fails.
    pub witnesses: Vec<(u64, u64)>,
    /// The lists `once` and `repeating`.
    pub lists: [Option<Vec<(u64, u64)>>; 2],
}

/// What a certificate says.
#[derive(Debug)]
pub(crate) struct Certificate {
    pub game: Game,
    pub covers: Vec<Cover>,
    pub rows: Vec<Row>,
    /// The rows that have a line.
    pub claimed: u64,
    /// The columns of the blocks that are structured, by the cover row before them.
    pub columns: BTreeMap<u64, u64>,
}

fn unreadable<T>(what: &str) -> Checked<T> {
    Err(Failure::Unreadable(what.to_owned()))
}

fn number(word: &str) -> Checked<u64> {
    let digits =
        word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    match word.parse() {
        Ok(number) if digits && number < 1 << 59 => Ok(number),
        _ => unreadable(&format!("{word:?} is no number")),
    }
}

fn two(word: &str, separator: char) -> Checked<(u64, u64)> {
    let Some((a, b)) = word.split_once(separator) else {
        return unreadable(&format!("{word:?}"));
    };
    Ok((number(a)?, number(b)?))
}

fn pair(word: &str) -> Checked<(u64, u64)> {
    let inner = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    inner.map_or_else(|| unreadable(&format!("{word:?} is no pair")), |word| two(word, ','))
}

/// Reads a certificate for three heaps.
pub(crate) fn read(text: &str) -> Checked<Certificate> {
    let mut lines = text.lines();
    let mut head = || lines.next().unwrap_or("").split(' ').collect::<Vec<_>>();
    if !matches!(head()[..], ["amalgam-certificate", "1" | "2"]) {
        return unreadable("no certificate");
    }
    let game = match head()[..] {
        ["game", "amalgamation"] => Game { r: 1, t: 0 },
        ["game", "restricted-amalgamation", r] => Game { r: number(r)?, t: 0 },
        ["game", "merge-take-one"] => Game { r: 1, t: 1 },
        ["game", "nim"] => return Err(Failure::Limit("this kernel does not decide Nim".into())),
        _ => return unreadable("no game"),
    };
    let (first, last) = match head()[..] {
        ["claim", "rows", first, last] => (number(first)?, number(last)?),
        ["claim", "covers", _] => (1, 0),
        ["claim", ..] => {
            return Err(Failure::Limit("this kernel does not decide rows of rests".into()));
        }
        _ => return unreadable("no claim"),
    };
    let mut file =
        Certificate { game, covers: vec![], rows: vec![], claimed: 0, columns: BTreeMap::new() };
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["cover", row, "half-width", k, "from", from, "after", before, ref proof @ ..] => {
                let (column, period) = match *proof {
                    ["balanced", column] => (number(column)?, None),
                    ["recurs", column, "period", period] => {
                        (number(column)?, Some(number(period)?))
                    }
                    _ => return unreadable("a cover without proof"),
                };
                let (row, previous) =
                    (number(row)?, file.covers.last().map_or(0, |cover| cover.row));
                let order = row > previous && row % 2 == 0 && number(before)? == previous;
                if !order || number(k)? != row / 2 || file.claimed > 0 {
                    return unreadable("the order of the covers");
                }
                file.covers.push(Cover { row, from: number(from)?, column, period });
            }
            ["row", row, ref rest @ ..] => {
                let row = number(row)?;
                if row != first + file.claimed {
                    return unreadable("the order of the rows");
                }
                file.claimed += 1;
                match *rest {
                    ["preperiod", s, "period", p, ..] => {
                        let (preperiod, period) = (number(s)?, number(p)?);
                        if period == 0 {
                            return unreadable("a period");
                        }
                        let (witnesses, lists) = (vec![], [None, None]);
                        file.rows.push(Row { row, preperiod, period, witnesses, lists });
                    }
                    ["unknown", ..] => {}
                    _ => return unreadable(line),
                }
            }
            ["", "", name @ ("minimal" | "once" | "repeating"), ref words @ ..] => {
                let Some(row) = file.rows.last_mut() else { return unreadable(line) };
                if name == "minimal" {
                    row.witnesses =
                        words.iter().map(|word| two(word, '@')).collect::<Checked<_>>()?;
                    continue;
                }
                let list: Vec<_> = words.iter().map(|word| pair(word)).collect::<Checked<_>>()?;
                let increases = list.windows(2).all(|pairs| pairs[0].0 < pairs[1].0);
                if !increases || row.preperiod + row.period > 4096 {
                    return unreadable("a list of pairs");
                }
                row.lists[usize::from(name == "repeating")] = Some(list);
            }
            ["block", row, "column", column] => {
                file.columns.insert(number(row)?, number(column)?);
            }
            ["layers", ..] => {
                return Err(Failure::Limit("this kernel does not decide layers".into()));
            }
            ["", "", ..] | ["sha256", _] => {}
            _ => return unreadable(line),
        }
    }
    if file.claimed != (last + 1).saturating_sub(first) {
        return unreadable("a row is missing");
    }
    if file.rows.iter().any(|row| row.lists[0].is_some() != row.lists[1].is_some()) {
        return unreadable("a list is missing");
    }
    Ok(file)
}
