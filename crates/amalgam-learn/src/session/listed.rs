//! The moves that are listed: all of them, or of too many a selection.
//!
//! Where any number may be taken and no heap splits, a heap of 10^15 coins has as many moves. Nobody
//! wants to see them all. Then the least and the largest amounts are listed, and every merge; any other
//! amount can be said, because the rules allow it without looking at a list.

use super::setup::MOST_MOVES_BY_HAND;
use super::{Session, say};
use amalgam_core::{Move, Part, PartMove, Position, Rules, State, Sum};
use amalgam_solve::Answer;

/// Of the amounts that can be taken from a heap, this many of the least and of the largest are listed
/// where not all are.
const FEW: u64 = 32;

/// Every move of a sum, part by part in the order of the rules. Different moves may lead to the same
/// position.
///
/// Of more than [`MOST_MOVES_BY_HAND`] it is a selection where any number may be taken.
pub fn legal_moves(sum: &Sum) -> Vec<PartMove> {
    let all = lists_all(sum);
    let parts = sum.parts().iter().enumerate();
    let of_part = |(part, of): (usize, &Part)| {
        let moves = match any_take(of).filter(|_| !all) {
            Some((rules, position)) => selection(rules, position),
            None => of.moves(),
        };
        moves.into_iter().map(move |(action, result)| PartMove { part, action, result })
    };
    parts.flat_map(of_part).collect()
}

/// Whether [`legal_moves`] are all moves.
pub(crate) fn lists_all(sum: &Sum) -> bool {
    sum.moves_at_most() <= MOST_MOVES_BY_HAND
        || sum.parts().iter().all(|part| any_take(part).is_none())
}

/// The [listed](legal_moves) moves, then the winning ones that are not among them.
pub(crate) fn with_winning(answer: &Answer) -> Vec<PartMove> {
    let mut moves = legal_moves(answer.sum());
    if !lists_all(answer.sum()) {
        let winning = answer.winning_moves();
        let others: Vec<PartMove> =
            winning.into_iter().filter(|action| !moves.contains(action)).collect();
        moves.extend(others);
    }
    moves
}

/// The rules and the heaps of a part from which any number may be taken, and in which no heap splits.
fn any_take(part: &Part) -> Option<(&Rules, &Position)> {
    let rules = part.rules().filter(|rules| rules.takes_any())?;
    part.as_heaps().map(|part| (rules, &part.position))
}

fn selection(rules: &Rules, position: &Position) -> Vec<(Move, State)> {
    let take = |(i, from): (usize, u64)| {
        let least = 1..=from.min(FEW);
        let largest = from.saturating_sub(FEW).max(FEW)..from;
        least.chain(largest.map(|taken| taken + 1)).map(move |taken| {
            let to = from - taken;
            (Move::Take { from, to }, position.replace(&[i], &[to]))
        })
    };
    let moves = position.distinct().flat_map(take).chain(rules.merge_moves(position));
    moves.map(|(action, result)| (action, result.into())).collect()
}

/// At most how many moves a selection has from this part, now and later; `None` where none is made.
pub(super) fn most_selected(part: &Part) -> Option<u128> {
    let (rules, position) = any_take(part)?;
    let heaps = position.heaps().len() as u128;
    let merges = heaps * heaps.saturating_sub(1) / 2 * rules.merges().len() as u128;
    Some(heaps * 2 * u128::from(FEW) + merges)
}

/// Taking from a heap where any number may be taken, whether it is listed or not.
pub(super) fn any_amount(sum: &Sum, part: usize, action: &Move) -> Option<PartMove> {
    let Move::Take { from, to } = *action else { return None };
    let (_, position) = any_take(sum.parts().get(part)?)?;
    let result = position.reduced(from, to)?.into();
    Some(PartMove { part, action: action.clone(), result })
}

impl Session {
    /// Which moves there are besides those [listed](Session::moves), in a sentence with an example;
    /// `None` where all are listed.
    ///
    /// ```
    /// use amalgam::session::Setup;
    /// use amalgam::{Solver, Sum};
    /// let start = Sum::parse("[2,10^15]", &"amalgamation".parse()?)?;
    /// let game = Setup::new(start).begin(&Solver::new())?;
    /// assert!(game.moves().len() < 100);
    /// assert_eq!(
    ///     game.not_listed().as_deref(),
    ///     Some("and others: any number may be taken, as in `take 500000000000000 from 1000000000000000`")
    /// );
    /// assert!(game.read_move("take 12345 from 1000000000000000").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn not_listed(&self) -> Option<String> {
        let sum = self.sum();
        let parts = sum.parts().iter().enumerate().filter(|_| !lists_all(sum));
        let largest = |(part, of)| any_take(of).map(|(_, position)| (position.largest(), part));
        let (from, part) = parts.filter_map(largest).max()?;
        let example = any_amount(sum, part, &Move::Take { from, to: from - from / 2 })?;
        let example = say(sum, &example);
        Some(format!("and others: any number may be taken, as in `{example}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_core::games::AnyGame;
    use amalgam_tables::bulk::Domain;

    const GAMES: [&str; 7] = [
        "nim",
        "amalgamation",
        "restricted-amalgamation",
        "merge-take-one",
        "take any, merge if equal",
        "take 1..3, merge",
        "kayles",
    ];

    /// What the rules allow without a list is what the list of all moves has.
    #[test]
    fn an_amount_is_allowed_iff_it_is_among_all_moves() {
        for name in GAMES {
            let game: AnyGame = name.parse().unwrap();
            let any = game.rules().is_some_and(Rules::takes_any);
            let mut positions = Domain::coins(9).unwrap().positions();
            while let Some(heaps) = positions.next() {
                let sum = Sum::single(game.clone(), Position::new(heaps.iter().copied()));
                let all = sum.parts()[0].moves();
                for (from, to) in (0..11).flat_map(|from| (0..12).map(move |to| (from, to))) {
                    let action = Move::Take { from, to };
                    let listed = all.iter().find(|(legal, _)| any && *legal == action);
                    let allowed = any_amount(&sum, 0, &action);
                    let result = allowed.map(|allowed| allowed.result);
                    assert_eq!(result.as_ref(), listed.map(|(_, result)| result), "{sum} {action}");
                }
                let merge = |action: &&(Move, State)| matches!(action.0, Move::Merge { .. });
                for action in all.iter().filter(merge) {
                    assert_eq!(any_amount(&sum, 0, &action.0), None);
                }
            }
        }
    }

    /// A selection is in the order of all moves, and has all merges and the least and largest amounts.
    #[test]
    fn a_selection_is_part_of_all_moves() {
        let tall = [1, 2, 31, 32, 33, 63, 64, 65, 66, 100];
        for name in GAMES {
            let game: AnyGame = name.parse().unwrap();
            for (x, y) in tall.into_iter().flat_map(|x| tall.map(|y| (x, y))) {
                let part = Part::heaps_of(game.clone(), Position::new([2, x, y]));
                let Some((rules, position)) = any_take(&part) else { continue };
                let wanted = |(action, _): &(Move, State)| match *action {
                    Move::Take { from, to } => from - to <= FEW || to < FEW,
                    _ => true,
                };
                let expected: Vec<_> = part.moves().into_iter().filter(wanted).collect();
                assert_eq!(selection(rules, position), expected, "{name} {x} {y}");
                assert!(expected.len() as u128 <= most_selected(&part).unwrap());
            }
        }
    }

    #[test]
    fn the_tallest_heap_has_few_moves() {
        let sum = Sum::single(AnyGame::nim(), Position::new([u64::MAX]));
        let moves = legal_moves(&sum);
        assert_eq!(moves.len() as u64, 2 * FEW);
        assert_eq!(moves.last().unwrap().result.heaps(), []);
        assert!(!lists_all(&sum));
    }
}
