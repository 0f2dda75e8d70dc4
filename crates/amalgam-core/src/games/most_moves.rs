//! At most how many moves a position has, or one that arises from it.
//!
//! Coins never become more, and equal heaps count once. So there are at most as many takes as coins, half
//! as many splits, and the different sizes, being 1 + 2 + … at least, form at most as many pairs (a size
//! with itself included) as there are coins.

use crate::games::{Code, Kind};
use crate::{HeapPart, Part, Position, Rules};

impl Part {
    /// At most how many moves there are, here and wherever the game leads from here.
    pub fn most_moves(&self) -> u128 {
        match self {
            Part::Own(part) => part.game.graph().most_options() as u128,
            Part::Heaps(part) => part.most_moves(),
        }
    }
}

impl HeapPart {
    /// At most how many moves there are, here and wherever the game leads from here.
    pub fn most_moves(&self) -> u128 {
        match self.game.kind() {
            Kind::Heaps(rules) => of_rules(rules, &self.position),
            Kind::Code(code) => of_code(code, &self.position),
            Kind::Classic(game) => game.most_moves(&self.position),
        }
    }
}

fn of_rules(rules: &Rules, position: &Position) -> u128 {
    let (coins, heaps) = (position.coins(), position.heap_count());
    let alone = rules.heaps_are_independent() && !rules.splits();
    let takes = match (rules.take().is_empty(), alone) {
        (true, _) => 0,
        // Heaps only shrink, and with them what can be taken.
        (false, true) => {
            let takes = |height: u64| u128::from(rules.take().count_up_to(height));
            position.runs().map(|(height, count)| takes(height) * count as u128).sum()
        }
        (false, false) => coins,
    };
    let splits = if rules.split().is_some() { coins / 2 } else { 0 };
    let tallest = match rules.heaps_are_independent() {
        true => position.largest(),
        false => u64::try_from(coins).unwrap_or(u64::MAX),
    };
    let amounts = u128::from(rules.take_split().count_up_to(tallest));
    let pairs = match rules.splits() {
        true => coins,
        false => coins.min((heaps * heaps.saturating_sub(1) / 2) as u128),
    };
    let merges = pairs.saturating_mul(rules.merges().len() as u128);
    takes + splits + amounts.saturating_mul(coins / 2).saturating_add(merges)
}

/// The same for a code, by the number of coins taken: the rest stays whole, or becomes two heaps in
/// half as many ways as it has coins, or three in at most (h² + 6)/12 ways.
fn of_code(code: &Code, position: &Position) -> u128 {
    let heaps = position.heaps();
    if code.most_heaps() <= 1 {
        return heaps.iter().map(|&heap| code.count_moves(heap)).fold(0, u128::saturating_add);
    }
    let (coins, tallest) = (position.coins(), u128::from(position.largest()));
    let in_three = match code.most_heaps() {
        0..=2 => 0,
        _ => coins.saturating_mul(tallest + 6) / 12,
    };
    let each = coins + coins / 2 + in_three;
    each.saturating_mul(code.digits().len() as u128)
}
