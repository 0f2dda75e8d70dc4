//! The counts of a census for any game with heaps, by one search from all its positions.

use super::{Domain, Facts, Mentions, TableError, Tables};
use crate::census::{LayerCounts, is_mirror};
use amalgam_core::Play;
use amalgam_core::base::budget::{Budget, Progress};
use amalgam_core::games::AnyGame;

/// How many positions of 0, 1, …, `coins` coins there are, and how many are P. A game that fixes the number of its
/// heaps has positions of that many, empty ones included.
///
/// Games of heap rules have quicker ways, which also keep what they find: [`FullCensus`](crate::census::FullCensus).
///
/// ```
/// use amalgam::{Play, base::budget::Silent, engines::bulk, games::AnyGame};
/// let wythoff: AnyGame = "wythoff".parse()?;
/// let layers = bulk::count_layers(&wythoff, Play::Normal, 8, &Default::default(), &Silent)?;
/// // [0], [1,2] and [3,5].
/// let with_p: Vec<usize> = layers.iter().filter(|n| n.p_positions > 0).map(|n| n.coins).collect();
/// assert_eq!(with_p, [0, 3, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a bound is met first.
pub fn count_layers(
    game: &AnyGame,
    play: Play,
    coins: usize,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<LayerCounts>, TableError> {
    let most_heaps = game.most_heaps().and_then(|most| usize::try_from(most).ok());
    let domain = Domain::new(most_heaps, None, Some(coins as u64));
    let domain = domain.expect("a census is small enough for a domain");
    let misere = play == Play::Misere;
    let mentions = Mentions { misere, outcome: !misere, ..Mentions::default() };
    let tables = Tables::of_game(game, &domain, &mentions, limits, progress)?;
    let none = |coins| LayerCounts { coins, positions: 0, p_positions: 0, mirror_p_positions: 0 };
    let mut layers: Vec<LayerCounts> = (0..=coins).map(none).collect();
    let mut positions = domain.positions();
    let (mut place, stride) = (0, domain.stride());
    while let Some(heaps) = positions.next() {
        if place % stride == 0 {
            limits.check(place)?;
        }
        let is_p = match play {
            Play::Normal => tables.is_p_at(place, heaps),
            Play::Misere => tables.is_misere_p_at(place, heaps),
        };
        let is_p = is_p.expect("the tables hold the domain");
        let layer = &mut layers[heaps.iter().sum::<u64>() as usize];
        layer.positions += 1;
        layer.p_positions += u64::from(is_p);
        let heaps = &heaps[heaps.iter().take_while(|&&heap| heap == 0).count()..];
        layer.mirror_p_positions += u64::from(is_p && is_mirror(heaps));
        place += 1;
    }
    Ok(layers)
}
