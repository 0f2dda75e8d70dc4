//! Moves in words: how they are said, and how they are read.

use std::ops::Range;

use super::Session;
use super::listed::any_amount;
use super::touched::Touched;
use amalgam_core::base::text::{Cursor, ParseError, nearest};
use amalgam_core::{HeapPart, Move, PartMove, Sum};

/// A move in words; in a real sum with the part it is made in.
pub fn say(sum: &Sum, action: &PartMove) -> String {
    match sum.as_single() {
        Some(_) => words(sum, action),
        None => format!("part {}: {}", Sum::part_name(action.part), words(sum, action)),
    }
}

/// A move in words. A step of a user's own game has no words but the position it leads to.
fn words(sum: &Sum, action: &PartMove) -> String {
    match &action.action {
        Move::Step => format!("move to {}", sum.show_result(action)),
        action => action.to_string(),
    }
}

/// A move as it was written, and where its heaps stand in the text.
struct Written {
    action: Move,
    heaps: Vec<(u64, Range<usize>)>,
}

impl Session {
    /// Reads a move in words, such as `take 2 from 5`, `merge 3 and 4`, `split 8 into 3 and 5`,
    /// `take 1 from 6, split into 2 and 3`; in a sum perhaps with `part B:` in front. Numbers may be
    /// powers, `10^15`. Any other kind of move is read as it is said.
    ///
    /// # Errors
    /// If it is no legal move; the error points at what is wrong and says what could be done.
    ///
    /// ```
    /// use amalgam::session::Setup;
    /// use amalgam::{Solver, Sum};
    /// let start = Sum::parse("[3,4]", &"amalgamation".parse()?)?;
    /// let game = Setup::new(start).begin(&Solver::new())?;
    /// assert_eq!(game.read_move("Take 3 from 4")?.result.heaps(), [1, 3]);
    /// let error = game.read_move("take 3 from 5").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no heap of 5");
    /// assert_eq!(error.suggestion(), Some("the heaps are 3 and 4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_move(&self, text: &str) -> Result<PartMove, ParseError> {
        // Small letters take as many bytes, so an error stands at the same place of what was typed.
        self.read_small(&text.to_ascii_lowercase()).map_err(|error| error.moved(text, 0))
    }

    fn read_small(&self, text: &str) -> Result<PartMove, ParseError> {
        let mut cursor = Cursor::new(text);
        if self.is_over() {
            return Err(cursor.error(0..text.len(), "the game is over: no move is left"));
        }
        let part = self.read_part(&mut cursor)?;
        let here = |legal: &PartMove| part.is_none_or(|part| part == legal.part);
        cursor.skip_space();
        let start = cursor.at;
        let written = read(&mut cursor);
        let mut found: Vec<PartMove> = match &written {
            Ok(written) => self.written_as(written).filter(here).collect(),
            Err(_) => Vec::new(),
        };
        if found.is_empty() {
            let said = text[start..].split_whitespace().collect::<Vec<_>>().join(" ");
            let same = |legal: &PartMove| words(self.sum(), legal).to_ascii_lowercase() == said;
            found =
                self.moves().iter().filter(|legal| here(legal) && same(legal)).cloned().collect();
        }
        match (found.as_slice(), written) {
            ([action], _) => Ok(action.clone()),
            ([first, ..], _) => Err(cursor
                .error(start..text.trim_end().len(), "this can be done in several parts of the sum")
                .suggest(format!("say in which, as in `{}`", say(self.sum(), first)))),
            ([], Ok(written)) => Err(self.refuse(&cursor, part, start, &written)),
            ([], Err(error)) if error.suggestion().is_some() => Err(error),
            ([], Err(error)) => Err(error.suggest(self.example(part))),
        }
    }

    /// The legal moves of this kind, one in a part, whether they are listed or not.
    fn written_as(&self, written: &Written) -> impl Iterator<Item = PartMove> {
        let legal = |part: usize| {
            let same = |legal: &&PartMove| legal.part == part && legal.action == written.action;
            let any = || any_amount(self.sum(), part, &written.action);
            self.moves().iter().find(same).cloned().or_else(any)
        };
        (0..self.sum().parts().len()).filter_map(legal)
    }

    /// Reads `part B:` if it is there; games were once written with numbers from 0.
    fn read_part(&self, cursor: &mut Cursor<'_>) -> Result<Option<usize>, ParseError> {
        if !cursor.eat_word("part") {
            return Ok(None);
        }
        cursor.skip_space();
        let start = cursor.at;
        let parts = self.sum().parts().len();
        let named = cursor.peek_word().map(str::to_owned);
        let (name, part) = match named {
            Some(name) => {
                cursor.eat_word(&name);
                let part =
                    (0..parts).find(|&part| Sum::part_name(part).eq_ignore_ascii_case(&name));
                (name.to_ascii_uppercase(), part)
            }
            None => {
                let number = number(cursor, "part of the sum")?.0;
                (number.to_string(), usize::try_from(number).ok().filter(|&part| part < parts))
            }
        };
        let at = start..cursor.at;
        let _ = cursor.eat(":") || cursor.eat(",");
        part.map(Some).ok_or_else(|| {
            cursor
                .error(at, format!("there is no part {name}"))
                .suggest(format!("the last part is {}", Sum::part_name(parts - 1)))
        })
    }

    /// Why a move that could be read cannot be made.
    fn refuse(
        &self,
        cursor: &Cursor<'_>,
        part: Option<usize>,
        start: usize,
        written: &Written,
    ) -> ParseError {
        let here = |of: usize| part.is_none_or(|part| part == of);
        let parts = self.sum().parts().iter().enumerate().filter(|&(i, _)| here(i));
        let parts: Vec<&HeapPart> = parts.filter_map(|(_, of)| of.as_heaps()).collect();
        let mut sizes: Vec<u64> =
            parts.iter().flat_map(|of| of.position.heaps()).copied().collect();
        sizes.sort_unstable();
        if parts.is_empty() {
            let message = "a game of one's own has moves, not heaps";
            return cursor.error(start..cursor.at, message).suggest(self.example(part));
        }
        let mut left = sizes.clone();
        for (heap, at) in &written.heaps {
            let Ok(index) = left.binary_search(heap) else {
                let message = match sizes.contains(heap) {
                    true => format!("there is only one heap of {heap}"),
                    false => format!("there is no heap of {heap}"),
                };
                return cursor.error(at.clone(), message).suggest(match sizes.as_slice() {
                    [] => "there is no heap left in this part".to_owned(),
                    [one] => format!("the only heap is {one}"),
                    sizes => format!("the heaps are {}", list(sizes)),
                });
            };
            left.remove(index);
        }
        let heap = written.heaps[0].0;
        let moves = self.moves().iter().filter(|legal| here(legal.part));
        let alike: Vec<&PartMove> = moves
            .filter(|legal| legal.action.kind() == written.action.kind())
            .filter(|legal| Touched::by(legal, self.sum()).heaps.contains(&heap))
            .collect();
        let takes = alike.iter().filter_map(|legal| match legal.action {
            Move::Take { from, to } => Some(from - to),
            _ => None,
        });
        let takes: Vec<u64> = takes.collect();
        let all = Move::Take { from: heap, to: 0 };
        let any = (0..self.sum().parts().len())
            .any(|part| here(part) && any_amount(self.sum(), part, &all).is_some());
        let whole = start..cursor.text.trim_end().len();
        let error = cursor.error(whole, "the rules do not allow this here");
        match (takes.as_slice(), alike.as_slice()) {
            ([], []) => error.suggest(self.example(part)),
            ([], alike) => {
                let said: Vec<String> = alike
                    .iter()
                    .take(4)
                    .map(|legal| format!("`{}`", words(self.sum(), legal)))
                    .collect();
                error.suggest(format!("allowed: {}", said.join(", ")))
            }
            _ if any => error.suggest(format!("from {heap} you may take 1 to {heap}")),
            (takes, _) => error.suggest(format!("from {heap} you may take {}", ranges(takes))),
        }
    }

    fn example(&self, part: Option<usize>) -> String {
        let here = |legal: &&PartMove| part.is_none_or(|part| part == legal.part);
        match self.moves().iter().find(here) {
            Some(legal) => format!("a legal move is `{}`", say(self.sum(), legal)),
            None => "no move is left in this part".to_owned(),
        }
    }
}

const VERBS: [&str; 3] = ["take", "merge", "split"];

/// Reads one of the moves that have words of their own.
fn read(cursor: &mut Cursor<'_>) -> Result<Written, ParseError> {
    let word = cursor.peek_word();
    let written = match word {
        Some("take") => {
            cursor.eat_word("take");
            read_take(cursor)?
        }
        Some("split") => {
            cursor.eat_word("split");
            let (from, at) = number(cursor, "heap size")?;
            let to = read_into(cursor, from)?;
            Written { action: Move::Split { from, to }, heaps: vec![(from, at)] }
        }
        Some("merge") => {
            cursor.eat_word("merge");
            read_merge(cursor)?
        }
        _ => {
            let error = cursor.unexpected("a move");
            return Err(match word.and_then(|word| nearest(word, VERBS)) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error,
            });
        }
    };
    match cursor.at_end() {
        true => Ok(written),
        false => Err(cursor.unexpected("end of the move")),
    }
}

fn read_take(cursor: &mut Cursor<'_>) -> Result<Written, ParseError> {
    let (taken, at) = number(cursor, "number of coins")?;
    if !cursor.eat_word("from") {
        return Err(cursor
            .unexpected("`from`")
            .suggest(format!("say from which heap, as in `take {taken} from {}`", taken.max(5))));
    }
    let _ = cursor.eat_word("the");
    let (from, heap) = number(cursor, "heap size")?;
    let Some(rest) = from.checked_sub(taken) else {
        return Err(cursor
            .error(at, format!("a heap of {from} has no {taken} coins"))
            .suggest(format!("take {from} at most")));
    };
    if taken == 0 {
        return Err(cursor.error(at, "at least one coin must be taken"));
    }
    let heaps = vec![(from, heap)];
    let comma = cursor.eat(",");
    let _ = cursor.eat_word("and") || cursor.eat_word("then");
    if !cursor.eat_word("split") {
        return match comma {
            true => Err(cursor.unexpected("`split into`")),
            false => Ok(Written { action: Move::Take { from, to: rest }, heaps }),
        };
    }
    let to = read_into(cursor, rest)?;
    Ok(Written { action: Move::TakeSplit { from, to }, heaps })
}

/// Reads `into X and Y`, which must be all of the coins.
fn read_into(cursor: &mut Cursor<'_>, coins: u64) -> Result<[u64; 2], ParseError> {
    if !cursor.eat_word("into") {
        return Err(cursor.unexpected("`into`"));
    }
    let (x, first) = number(cursor, "heap size")?;
    let _ = cursor.eat_word("and") || cursor.eat(",");
    let (y, second) = number(cursor, "heap size")?;
    if u128::from(x) + u128::from(y) != u128::from(coins) || x == 0 || y == 0 {
        return Err(cursor
            .error(first.start..second.end, format!("{x} and {y} are not a heap of {coins} parted"))
            .suggest(match coins {
                0 | 1 => "there is nothing to split".to_owned(),
                coins => format!("as in `split into 1 and {}`", coins - 1),
            }));
    }
    Ok([x.min(y), x.max(y)])
}

fn read_merge(cursor: &mut Cursor<'_>) -> Result<Written, ParseError> {
    let (x, first) = number(cursor, "heap size")?;
    let _ = cursor.eat_word("and") || cursor.eat_word("with") || cursor.eat(",");
    let (y, second) = number(cursor, "heap size")?;
    let mut taken = 0;
    if cursor.eat(",") || cursor.eat_word("then") {
        if !cursor.eat_word("take") {
            return Err(cursor.unexpected("`take`"));
        }
        taken = number(cursor, "number of coins")?.0;
    }
    let merged = (u128::from(x) + u128::from(y)).checked_sub(u128::from(taken));
    let Some(to) = merged.and_then(|to| u64::try_from(to).ok()) else {
        return Err(cursor.error(first.start..second.end, "these heaps cannot become one"));
    };
    let from = [x.min(y), x.max(y)];
    Ok(Written { action: Move::Merge { from, to }, heaps: vec![(x, first), (y, second)] })
}

fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<(u64, Range<usize>), ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    let number = cursor.number_or_power(what)?;
    Ok((number, start..cursor.at))
}

/// At most this many numbers are listed in a suggestion.
const LISTED: usize = 12;

fn list(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().take(LISTED).map(u64::to_string).collect();
    match words.as_slice() {
        words if numbers.len() > LISTED => format!("{}, …", words.join(", ")),
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        words => words.join(", "),
    }
}

/// Ascending numbers, runs written as `2 to 5`.
fn ranges(numbers: &[u64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let runs: Vec<String> = sorted
        .chunk_by(|x, y| x + 1 == *y)
        .take(LISTED)
        .map(|run| match run {
            [one] => one.to_string(),
            [one, two] => format!("{one} or {two}"),
            run => format!("{} to {}", run[0], run[run.len() - 1]),
        })
        .collect();
    runs.join(", ")
}
