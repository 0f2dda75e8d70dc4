//! The language of rules, tried: published rules, errors, and random rules against the twin.

mod errors;
mod literature;
mod published;
mod random;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use amalgam::games::classics::Classic;
use amalgam::games::own::Own;
use amalgam::games::words::naive::{self, NaiveWords};
use amalgam::games::words::{Measure, OwnWords, Shape, Stand, Words};
use amalgam::{Budget, Play, Position};

/// All starts of up to this many coins on up to this many places.
fn starts(words: &Words, coins: u64, places: usize) -> BTreeSet<Stand> {
    let mut starts = BTreeSet::new();
    let places = match words.field().shape {
        Shape::Places(Some(count)) => count as usize..=count as usize,
        _ => 1..=places,
    };
    for places in places {
        let mut sizes = vec![0u64; places];
        loop {
            if sizes.iter().sum::<u64>() <= coins {
                starts.extend(words.start(&sizes));
            }
            let Some(k) = sizes.iter().rposition(|&size| size < coins) else { break };
            sizes[k] += 1;
            sizes[k + 1..].fill(0);
        }
    }
    starts
}

/// Compares the quick way with the twin: options of every start, and values of those below it, under both
/// conventions. Gives the number of positions compared.
fn compare(words: &Words, coins: u64, places: usize) -> usize {
    // Replacing makes coins: five of them would become sixteen heaps, with 2^16 sets of them.
    let coins = if words.to_string().contains("replace") { coins.min(3) } else { coins };
    let mut compared = 0;
    let own = Arc::new(OwnWords::new(words.clone()));
    let mut twins = [Play::Normal, Play::Misere].map(|play| (play, NaiveWords::new(words, play)));
    for stand in starts(words, coins, places) {
        let mut quick = BTreeSet::new();
        let _ = words.each_option(&stand, &mut |option| {
            quick.insert(option);
            ControlFlow::Continue(())
        });
        let twin = naive::options(words, &stand);
        assert_eq!(quick, twin, "{words} at {}", words.show(&stand));
        if words.is_on_heaps() {
            let position = Position::new(stand.heaps.iter().copied());
            let mut moves = 0u128;
            let mut results = BTreeSet::new();
            let _ = Classic::each_move(words, &position, &mut |_, after| {
                moves += 1;
                results.insert(after);
                ControlFlow::Continue(())
            });
            let expected: BTreeSet<Position> =
                twin.iter().map(|stand| Position::new(stand.heaps.iter().copied())).collect();
            assert_eq!(results, expected, "{words} at {position}");
            assert!(moves <= words.moves_at_most(&position), "{words} at {position}: {moves}");
            assert!(
                words.moves_at_most(&position) <= words.most_moves(&position),
                "{words} at {position}"
            );
        }
        for option in &twin {
            assert!(
                falls(words, &stand, option),
                "{words}: {} → {}, ends by {}",
                words.show(&stand),
                words.show(option),
                words.ends_by()
            );
        }
        let (explored, node) =
            Own::explore(own.clone(), &own.datum(&stand), &Budget::default()).unwrap();
        for (play, twin) in &mut twins {
            assert_eq!(
                explored.value(node, *play),
                twin.value(&stand),
                "{words} at {}",
                words.show(&stand)
            );
        }
        compared += 1;
    }
    compared
}

/// Whether the measures that prove the end fall from a position to its option.
fn falls(words: &Words, from: &Stand, to: &Stand) -> bool {
    for measure in words.measures() {
        let of = |stand: &Stand| -> Vec<i128> {
            let filled: Vec<i128> =
                stand.heaps.iter().filter(|&&heap| heap > 0).map(|&heap| heap.into()).collect();
            let sign = |up: bool| if up { -1 } else { 1 };
            match *measure {
                Measure::Uses(limit) => vec![stand.uses[limit].into()],
                Measure::Coins => vec![filled.iter().sum()],
                Measure::Heaps(up) => vec![sign(up) * filled.len() as i128],
                Measure::Squares(up) => vec![sign(up) * filled.iter().map(|x| x * x).sum::<i128>()],
                Measure::Multiset => {
                    let mut sorted = filled;
                    sorted.sort_unstable_by(|x, y| y.cmp(x));
                    sorted
                }
                Measure::Places(up) => {
                    let places = stand.heaps.iter().enumerate();
                    vec![
                        sign(up)
                            * places.map(|(k, &x)| (k as i128 + 1) * i128::from(x)).sum::<i128>(),
                    ]
                }
            }
        };
        match of(to).cmp(&of(from)) {
            std::cmp::Ordering::Less => return true,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => return false,
        }
    }
    false
}
