//! Tables for any game with heaps, whatever describes its moves, against one search for each position.

use amalgam::base::budget::{Budget, Silent};
use amalgam::engines::bulk::{Domain, count_layers};
use amalgam::engines::completion;
use amalgam::engines::search::explore;
use amalgam::engines::sequence::{HeapMoves, values};
use amalgam::games::{AnyGame, LITERATURE, NAMED};
use amalgam::{Play, Position, Value};
use amalgam_tier::size;

/// Every game of the lists with its usual parameters, and some rules with engines of their own.
fn games() -> Vec<AnyGame> {
    let named = NAMED.iter().map(|game| game.typical);
    let published = LITERATURE.iter().map(|game| game.name);
    let words = ["take 1..3, merge", "take any, split", "take 1..half", "split into 2..3"];
    let all = named.chain(published).chain(words);
    // Those with a board or a memory are no games of heaps alone.
    all.filter_map(|text| text.parse().ok()).collect()
}

/// Some games have more positions below eight coins than a test can look at.
fn limits() -> Budget {
    Budget::default().with_positions(size(5_000, 50_000))
}

/// The value by a search of its own; nothing if there is too much below the position.
fn value(game: &AnyGame, position: &Position, play: Play) -> Option<Value> {
    let explored = explore(game, position.clone(), play, &limits()).ok()?;
    explored.value(position)
}

#[test]
fn single_heaps_have_the_values_that_a_search_finds() {
    let mut listed = Vec::new();
    for game in games() {
        let Some(moves) = HeapMoves::of_game(&game) else { continue };
        let to = size(14, 24);
        let found = values(moves, to, &Budget::default()).unwrap();
        for heap in 0..=to {
            let Some(expected) = value(&game, &Position::new([heap]), Play::Normal) else { break };
            assert_eq!(u64::from(found[heap as usize]), expected.grundy, "{game}: {heap}");
        }
        if game.words().is_some() {
            listed.push(game.name().to_owned());
        }
    }
    assert!(listed.len() >= 3, "{listed:?}");
}

#[test]
fn the_least_completion_is_the_first_heap_that_makes_a_p_position() {
    let mut compared = 0;
    for game in games() {
        let most = game.most_heaps().unwrap_or(3).min(3) as usize;
        let Ok(domain) = Domain::heaps(most.saturating_sub(1), size(3, 5)) else { continue };
        let mut rests = domain.positions();
        while let Some(heaps) = rests.next() {
            let rest = Position::new(heaps.iter().copied());
            for play in [Play::Normal, Play::Misere] {
                let to = size(8, 12);
                let Ok(found) = completion::least(&game, &rest, to, play, &limits()) else {
                    continue;
                };
                let is_p = |&heap: &u64| {
                    let value = value(&game, &rest.with(heap), play);
                    value.expect("there is less below it").outcome.is_p()
                };
                assert_eq!(found, (0..=to).find(is_p), "{game}: {rest}, {play:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 500, "{compared}");
}

#[test]
fn layers_are_counted_as_if_each_position_were_searched() {
    let mut compared = 0;
    for game in games() {
        let coins = size(6, 9);
        for play in [Play::Normal, Play::Misere] {
            let Ok(layers) = count_layers(&game, play, coins, &limits(), &Silent) else { continue };
            let most = game.most_heaps().map(|most| most as usize);
            let domain = Domain::new(most, None, Some(coins as u64)).unwrap();
            let mut expected = vec![(0, 0); coins + 1];
            let mut positions = domain.positions();
            while let Some(heaps) = positions.next() {
                let position = Position::new(heaps.iter().copied());
                let layer = &mut expected[position.coins() as usize];
                layer.0 += 1;
                let value = value(&game, &position, play).expect("there is less below it");
                layer.1 += u64::from(value.outcome.is_p());
            }
            let counted: Vec<(u64, u64)> =
                layers.iter().map(|layer| (layer.positions, layer.p_positions)).collect();
            assert_eq!(counted, expected, "{game}, {play:?}");
            compared += 1;
        }
    }
    assert!(compared >= 60, "{compared}");
}
