//! Answers in words: the steps that lead to them, as a teacher would write them on the board.
//!
//! ```
//! use amalgam::{Solver, solve::explain};
//! let answer = Solver::new().solve("nim[1,2]")?;
//! let steps = explain::explain(&answer)?;
//! assert!(steps.contains("2 ⊕ 3 = 1, which is less than 2: take 1 from 2 and leave [1,1]"));
//! # Ok::<(), amalgam::SolveError>(())
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Answer, Known, SolveError, explain_pairs};
use amalgam_core::base::nimber::{bouton, nim_sum};
use amalgam_core::base::text::columns;
use amalgam_core::{Outcome, PartMove, Play, Position, Rules, Sum};

/// How the question is repeated at the top of an answer.
pub fn title(sum: &Sum, play: Play) -> String {
    match sum.as_single() {
        Some(part) => format!("{} in {}, {play}", part.brief_position(), part.name()),
        None => format!("{}, {play}", sum.brief()),
    }
}

/// A move in words, with the part it is made in and the position it leaves.
pub fn move_cells(action: &PartMove, sum: &Sum) -> Vec<String> {
    let mut cells = vec![action.action.to_string(), format!("→ {}", sum.brief_result(action))];
    if sum.as_single().is_none() {
        cells.insert(
            0,
            format!("part {}, {}:", Sum::part_name(action.part), sum.parts()[action.part].name()),
        );
    }
    cells
}

/// What decided, and whether it decided the outcome alone.
pub fn reason(answer: &Answer) -> String {
    let only = answer.play() == Play::Normal && answer.grundy().is_none();
    let rider =
        if only { "; only the outcome is decided, the Grundy value is not known" } else { "" };
    format!("{}{rider}", answer.reason())
}

/// The steps in words.
///
/// # Errors
/// If what decided says nothing of the options.
pub fn explain(answer: &Answer) -> Result<String, SolveError> {
    if let Some(text) = theorem_steps(answer) {
        return Ok(text);
    }
    match answer.moves() {
        Ok(moves) => Ok(options(answer, &moves)),
        Err(SolveError::TooManyMoves(most)) => {
            Ok(format!("There are up to {most} options, too many to show.\n"))
        }
        Err(error) => Err(error),
    }
}

/// [`explain`] for whoever has the [moves](Answer::moves) already.
pub fn explain_moves(answer: &Answer, moves: &[(PartMove, Known)]) -> String {
    theorem_steps(answer).unwrap_or_else(|| options(answer, moves))
}

/// The steps of a theorem that tells more than a list of options.
pub fn theorem_steps(answer: &Answer) -> Option<String> {
    bouton_steps(answer).or_else(|| explain_pairs::steps(answer))
}

fn bouton_steps(answer: &Answer) -> Option<String> {
    let part = answer.sum().as_single().filter(|_| answer.play() == Play::Normal)?.as_heaps()?;
    part.game.rules().is_some_and(Rules::is_nim).then(|| on_the_board(&part.position))
}

/// Bouton's strategy: the heaps in binary, one below the other, and the column that decides.
fn on_the_board(position: &Position) -> String {
    let heaps = position.heaps();
    let sum = nim_sum(heaps.iter().copied());
    let bits = (u64::BITS - position.largest().leading_zeros()).max(1);
    let width = position.largest().to_string().len();
    let binary = |value: u64| {
        let digits = (0..bits).rev().map(|bit| if value >> bit & 1 == 1 { "1" } else { "0" });
        digits.collect::<Vec<_>>().join(" ")
    };
    let mut text = String::from("The heaps in binary, and the parity of each column:\n");
    for &heap in heaps {
        let _ = writeln!(text, "  {heap:>width$} = {}", binary(heap));
    }
    let _ = writeln!(text, "  {}", "-".repeat(width + 2 + 2 * bits as usize));
    let _ = writeln!(text, "  {sum:>width$} = {}   nim-sum", binary(sum));
    let moves = bouton(heaps);
    let Some(first) = moves.first() else {
        text += "Every column has an even number of ones. Any move changes one heap and so makes\n\
                 some column odd; the other player can make all of them even again.\n";
        return text;
    };
    let _ = writeln!(
        text,
        "The leftmost odd column stands for {}. It is 1 in {}.",
        1u64 << first.bit,
        list(moves.iter().map(|m| m.heap))
    );
    for m in &moves {
        let result = position.heaps().iter().position(|&heap| heap == m.heap).map(|i| {
            let mut heaps = position.heaps().to_vec();
            heaps[i] = m.to;
            Position::new(heaps)
        });
        let _ = writeln!(
            text,
            "  {} ⊕ {} = {}, which is less than {}: take {} from {}{}",
            m.heap,
            m.nim_sum,
            m.to,
            m.heap,
            m.heap - m.to,
            m.heap,
            result.map_or(String::new(), |result| format!(
                " and leave {}, nim-sum 0",
                result.brief()
            )),
        );
    }
    text
}

fn list(numbers: impl Iterator<Item = u64>) -> String {
    let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
    match words.as_slice() {
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
        [] => String::new(),
    }
}

/// How many options of one kind are written out.
const SHOWN: usize = 3;

/// Of how many kinds.
const KINDS: usize = 200;

/// The options, by value where all values are known, else by outcome.
fn options(answer: &Answer, moves: &[(PartMove, Known)]) -> String {
    let Known { outcome, grundy, .. } = answer.known();
    let grundy = grundy.filter(|_| moves.iter().all(|(_, known)| known.grundy.is_some()));
    let by_value = grundy.is_some();
    let mut groups: BTreeMap<(Outcome, u64), Vec<&(PartMove, Known)>> = BTreeMap::new();
    for option in moves {
        let value = option.1.grundy.filter(|_| by_value).unwrap_or(0);
        groups.entry((option.1.outcome, value)).or_default().push(option);
    }
    let mut text = match moves.len() {
        0 => "There is no option.\n".to_owned(),
        1 => "The only option:\n".to_owned(),
        n if by_value => format!("The {n} options by Grundy value:\n"),
        n => format!("The {n} options by outcome:\n"),
    };
    let mut rows = Vec::new();
    for (&(outcome, value), options) in groups.iter().take(KINDS) {
        for (i, (action, _)) in options.iter().take(SHOWN).enumerate() {
            let label = match i {
                0 if by_value => value.to_string(),
                0 => outcome.to_string(),
                _ => String::new(),
            };
            rows.push([vec![label], move_cells(action, answer.sum())].concat());
        }
        if options.len() > SHOWN {
            rows.push(vec![String::new(), format!("and {} more", options.len() - SHOWN)]);
        }
    }
    if groups.len() > KINDS {
        rows.push(vec![String::new(), format!("… and {} more values", groups.len() - KINDS)]);
    }
    text += &columns(&rows, 2);
    match (outcome, grundy) {
        (_, Some(grundy)) => {
            let values = groups.keys().map(|(_, value)| *value);
            let least = match groups.len() {
                0 => "mex {} = 0".to_owned(),
                _ => format!("mex {{{}}} = {grundy}", ranges(values)),
            };
            let _ = writeln!(text, "{least}, the least value that no option has.");
        }
        (Outcome::N, None) if !moves.is_empty() => {
            text += "Some option is a P-position, so this is an N-position.\n";
        }
        (Outcome::P, None) if !moves.is_empty() => {
            text += "No option is a P-position, so this is a P-position.\n";
        }
        (_, None) => {
            let _ = writeln!(text, "At the end of the game this is {outcome} by the convention.");
        }
    }
    text
}

/// Ascending numbers with runs written as `2..5`.
fn ranges(values: impl Iterator<Item = u64>) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == value => run.1 = value,
            _ => runs.push((value, value)),
        }
    }
    let run = |&(low, high): &(u64, u64)| match high - low {
        0 => low.to_string(),
        1 => format!("{low},{high}"),
        _ => format!("{low}..{high}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}
