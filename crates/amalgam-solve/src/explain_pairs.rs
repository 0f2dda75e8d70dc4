//! The theorem on free pairs in words: the halves in binary, the free pairs, what merging one does to
//! the lowest bit, and how the winning moves are found.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::{Answer, free_pairs};
use crate::theory::free_pairs::FreePairs;
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::{HeapPart, Move, Position, Rules};

/// At most this many heaps, or moves, are written one below the other.
const SHOWN: usize = 30;

/// The steps, where the theorem applies to the position.
pub(super) fn steps(answer: &Answer) -> Option<String> {
    let HeapPart { game, position } = answer.sum().as_single()?.as_heaps()?;
    let rules = game.rules()?;
    let pairs = free_pairs::applies(rules, position, answer.play())?;
    let mut text = on_the_board(position);
    let _ = writeln!(text, "A free pair is {}.", what_is_free(&pairs));
    text += &value(rules, &pairs, position);
    text += &winning(rules, &pairs, position);
    Some(text)
}

/// The heaps in binary, one below the other, with a bar before the low bits.
fn on_the_board(position: &Position) -> String {
    let heaps = position.heaps();
    let sum = nim_sum(heaps.iter().copied());
    let bits = (u64::BITS - position.largest().leading_zeros()).max(2);
    let width = position.largest().max(sum).to_string().len();
    let binary = |value: u64| {
        let digit = |bit: u32| if value >> bit & 1 == 1 { "1" } else { "0" };
        let half: Vec<&str> = (1..bits).rev().map(digit).collect();
        format!("{} | {}", half.join(" "), digit(0))
    };
    let mut text = String::from("The heaps in binary: the half, a bar, the low bit.\n");
    let hidden = heaps.len().saturating_sub(SHOWN);
    if hidden > 0 {
        let _ = writeln!(text, "  … {hidden} smaller heaps");
    }
    for &heap in &heaps[hidden..] {
        let _ = writeln!(text, "  {heap:>width$} = {}", binary(heap));
    }
    let _ = writeln!(text, "  {}", "-".repeat(width + 4 + 2 * bits as usize));
    let _ = writeln!(text, "  {sum:>width$} = {}   nim-sum", binary(sum));
    text
}

fn what_is_free(pairs: &FreePairs) -> String {
    let bounds = match (pairs.least_half(), pairs.greatest_half()) {
        (least, None) => format!("two halves of at least {least}"),
        (least, Some(most)) => format!("two halves from {least} to {most}"),
    };
    match pairs.common_digits() {
        0 => format!("{bounds} without a common 1"),
        digits => {
            format!("{bounds} that have just the 1s of {digits} in common ({digits:b} in binary)")
        }
    }
}

/// The free pairs, and why the lowest bit of the nim-sum is turned or not. That depends on the halves
/// only, so the even heaps show it, whose merges never carry out of the low bits.
fn value(rules: &Rules, pairs: &FreePairs, position: &Position) -> String {
    let heaps = position.heaps();
    let (sum, value) = (nim_sum(heaps.iter().copied()), pairs.value(heaps));
    let free = pairs.among(heaps);
    let Some(&pair) = free.first() else {
        return format!(
            "There is none here: every merge changes the nim-sum of the halves. So the Grundy value is\n\
             the nim-sum, {value}, as in Nim.\n"
        );
    };
    let named: Vec<String> = free.iter().map(|[x, y]| format!("{x} with {y}")).collect();
    let mut text = format!("Here: {}.\n", named.join(", "));
    let even = Position::new(heaps.iter().map(|heap| heap & !1));
    let [x, y] = pair.map(|heap| heap & !1);
    let at = |heap: u64, from: usize| (from..even.heaps().len()).find(|&i| even.heaps()[i] == heap);
    let places = at(x, 0).and_then(|i| Some([i, at(y, i + 1)?]));
    let merged = rules.merged(x, y).first().copied();
    let Some((places, merged)) = places.zip(merged) else { return text };
    if even != *position {
        let _ = writeln!(text, "Look at the even heaps with the same halves, {}.", even.brief());
    }
    let after = even.replace(&places, &[merged]);
    let (same, worth) = (nim_sum(even.heaps().iter().copied()), pairs.value(after.heaps()));
    let left = if pairs.among(after.heaps()).is_empty() { "no free pair" } else { "a free pair" };
    let _ = writeln!(
        text,
        "Merging {x} and {y} into {merged} keeps their nim-sum {same} and leaves {left}: {} is worth {worth},\n\
         and no position has the value of an option.",
        after.brief()
    );
    let turned = if value == sum { "stays" } else { "is turned" };
    text + &format!(
        "So the lowest bit of the nim-sum {sum} {turned}: the Grundy value is {value}.\n"
    )
}

/// How each winning move is found.
fn winning(rules: &Rules, pairs: &FreePairs, position: &Position) -> String {
    if pairs.value(position.heaps()) == 0 {
        return String::new();
    }
    let mut text = String::from("To win, leave the value 0:\n");
    let mut count = 0;
    let _ = pairs.each_move_to(rules, position, 0, |action, result| {
        count += 1;
        if count > SHOWN {
            return ControlFlow::Continue(());
        }
        let why = match action {
            Move::Take { from, to } if from / 2 == to / 2 => {
                "the halves have nim-sum 0 already, and the low bit falls".to_owned()
            }
            Move::Take { from, to } => format!(
                "its half {} ⊕ {} = {} makes the nim-sum of the halves 0, the low bit {} fits",
                from / 2,
                (from / 2) ^ (to / 2),
                to / 2,
                to & 1
            ),
            _ => "what is left is worth 0".to_owned(),
        };
        let _ = writeln!(text, "  {action} → {}: {why}", result.brief());
        ControlFlow::Continue(())
    });
    if count > SHOWN {
        let _ = writeln!(text, "  and {} more", count - SHOWN);
    }
    text
}
