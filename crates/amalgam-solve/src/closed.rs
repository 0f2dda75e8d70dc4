//! By a closed form of [`theory`](crate::theory): any size of heaps, any number where it says so.

use std::ops::ControlFlow;

use super::Reason;
use super::answer::{Decided, Known, MoveList};
use crate::theory::{heights, locke_handley, shinoda};
use amalgam_core::Move;
use amalgam_core::base::nimber::{bouton, nim_sum};
use amalgam_core::games::rules::Family;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, PartMove, Play, Position};

#[derive(Clone)]
pub(super) struct Closed {
    rules: Rules,
    position: Position,
    play: Play,
    form: Form,
    outcome: Outcome,
}

/// The closed forms that `strategy` uses. Nim has a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `theory::shinoda`: Grundy values, for any number of heaps.
    MergeTakeOne,
    /// `theory::locke_handley`: outcomes at and next to mirror positions; `theory::heights` beyond them.
    Mirror,
}

impl Closed {
    /// `None` where no closed form decides the position.
    pub(super) fn new((rules, position): (Rules, Position), play: Play) -> Option<Closed> {
        let normal = play == Play::Normal;
        let (form, outcome) = match rules.family() {
            Some(Family::MergeTakeOne) if normal => {
                let value = shinoda::grundy(position.heaps());
                (Form::MergeTakeOne, Outcome::from_p(value == 0))
            }
            _ if rules.takes_any() && rules.merges().iter().all(|merge| merge.then_take == 0) => {
                (Form::Mirror, mirror_outcome(&rules, &position, play, FEW)?)
            }
            _ => return None,
        };
        Some(Closed { rules, position, play, form, outcome })
    }

    /// Whether the Grundy value is the nim-sum, here and in all that follows.
    pub(super) fn is_nim_sum(&self) -> bool {
        self.form == Form::MergeTakeOne
    }

    fn known_of(&self, position: &Position) -> Option<Known> {
        let only = |outcome| Known::only(outcome, self.play);
        Some(match self.form {
            Form::MergeTakeOne => {
                let value = shinoda::grundy(position.heaps());
                Known { grundy: Some(value), ..only(Outcome::from_p(value == 0)) }
            }
            // What follows a P-position is N; what follows an N-position is known only where the
            // theorem applies to it.
            Form::Mirror if self.outcome == Outcome::P => only(Outcome::N),
            Form::Mirror => only(mirror_outcome(&self.rules, position, self.play, 0)?),
        })
    }

    fn take(&self, from: u64, to: u64) -> Option<(Move, Position)> {
        Some((Move::Take { from, to }, self.position.reduced(from, to)?))
    }

    /// The heaps by nim-sum; merges by arithmetic, so that only the winning ones are made.
    fn by_nim_sum(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        let heaps = self.position.heaps();
        let sum = nim_sum(heaps.iter().copied());
        for found in bouton(heaps) {
            list.look(heaps.len())?;
            if let Some((action, result)) = self.take(found.heap, found.to) {
                list.add(0, action, result.into())?;
            }
        }
        let distinct: Vec<(usize, u64)> = self.position.distinct().collect();
        for (n, &(i, x)) in distinct.iter().enumerate() {
            for &(j, y) in &distinct[n..] {
                list.look(0)?;
                let j = if i == j { i + 1 } else { j };
                if heaps.get(j) != Some(&y) {
                    continue;
                }
                let wins = |to: &u64| sum ^ x ^ y ^ to == 0;
                for to in self.rules.merged(x, y).into_iter().filter(wins) {
                    let result = self.position.replace(&[i, j], &[to]);
                    list.look(heaps.len())?;
                    list.add(0, Move::Merge { from: [x, y], to }, result.into())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves to mirror positions; in misère play those to the right number of single coins.
    fn by_mirror(&self) -> Vec<(Move, Position)> {
        let mut moves = locke_handley::moves(&self.rules, &self.position);
        if heights::speaks_of(&self.rules) {
            moves.extend(heights::moves(&self.rules, &self.position));
        }
        let tall = self.position.heap_count() - self.position.count_of(1);
        if self.play == Play::Misere && tall <= 1 {
            let largest = self.position.largest();
            moves.extend([0, 1].into_iter().filter_map(|to| self.take(largest, to)));
        }
        moves.sort();
        moves.dedup();
        moves.retain(|(_, result)| {
            self.known_of(result).is_some_and(|known| known.outcome == Outcome::P)
        });
        moves
    }
}

/// By parity alone.
fn parity_outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
    match locke_handley::outcome(position) {
        // Three odd heights help only where the rules let two of them merge.
        Some(Outcome::N) if locke_handley::moves(rules, position).is_empty() => None,
        outcome => outcome,
    }
}

/// Up to this many heaps the rows of f(a,b) know every winning move as well, so they are asked instead.
const FEW: usize = 3;

/// By parity, or by the theorems on low heaps where there are more than `few` heaps.
fn mirror_outcome(rules: &Rules, position: &Position, play: Play, few: usize) -> Option<Outcome> {
    let low = || {
        let applies = position.heap_count() > few && heights::speaks_of(rules);
        heights::outcome(position).filter(|_| applies).map(|(outcome, _)| outcome)
    };
    let normal = parity_outcome(rules, position).or_else(low);
    match play {
        Play::Normal => normal,
        Play::Misere => locke_handley::misere_outcome(position, normal),
    }
}

impl Decided for Closed {
    fn known(&self) -> Known {
        match self.form {
            Form::MergeTakeOne => self.known_of(&self.position).expect("it values all positions"),
            _ => Known::only(self.outcome, self.play),
        }
    }

    fn list_winning(&self, list: &mut MoveList<'_>) -> ControlFlow<()> {
        match (self.outcome, self.form) {
            (Outcome::P, _) => ControlFlow::Continue(()),
            (Outcome::N, Form::MergeTakeOne) => self.by_nim_sum(list),
            (Outcome::N, Form::Mirror) => {
                let mut moves = self.by_mirror().into_iter();
                moves.try_for_each(|(action, result)| list.add(0, action, result.into()))
            }
        }
    }

    fn after(&self, action: &PartMove) -> Option<Known> {
        self.known_of(action.result.position()?)
    }

    fn is_complete(&self) -> bool {
        self.form != Form::Mirror || self.outcome == Outcome::P
    }

    fn reason(&self) -> Reason {
        let low = (self.form == Form::Mirror
            && parity_outcome(&self.rules, &self.position).is_none())
        .then(|| heights::outcome(&self.position))
        .flatten()
        .filter(|_| self.position.largest() > 1);
        if let Some((_, theorem)) = low {
            return Reason::ClosedForm { theorem: theorem.statement(), set: None };
        }
        Reason::ClosedForm {
            theorem: match (self.form, self.outcome, self.play) {
                (Form::MergeTakeOne, ..) => {
                    "merging that costs a coin changes nothing: the Grundy value is the nim-sum \
                     (Shinoda, Remark 2.2)"
                }
                (Form::Mirror, _, Play::Misere) => {
                    "Locke and Handley, Lemmas 6 and 8, and their rule for misère play"
                }
                (Form::Mirror, Outcome::P, _) => {
                    "Locke and Handley, Lemma 6: every height occurs an even number of times"
                }
                (Form::Mirror, Outcome::N, _) => {
                    "Locke and Handley, Lemma 8: one move leads to a position in which every \
                     height occurs an even number of times"
                }
            },
            set: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam_core::base::budget::Budget;
    use amalgam_core::games::AnyGame;
    use amalgam_core::naive::Naive;
    use amalgam_tables::bulk::Domain;

    /// Every closed form, asked where the search would be quicker, against the oracle.
    #[test]
    fn closed_forms_agree_with_the_oracle() {
        let games = [
            ("amalgamation", 14),
            ("restricted-amalgamation", 16),
            ("restricted-amalgamation(3)", 14),
            ("merge-take-one", 13),
            ("take any, merge if equal", 12),
            ("take any, merge if sum <= 6", 12),
        ];
        let mut decided = 0;
        for (name, coins) in games {
            let game: AnyGame = name.parse().expect("a game");
            for play in [Play::Normal, Play::Misere] {
                let rules = game.rules().expect("heap rules");
                let mut oracle = Naive::new(rules, play);
                let mut positions = Domain::coins(coins).expect("small").positions();
                while let Some(heaps) = positions.next() {
                    let position = Position::new(heaps.iter().copied());
                    let Some(closed) = Closed::new((rules.clone(), position.clone()), play) else {
                        continue;
                    };
                    decided += 1;
                    agrees(&closed, &mut oracle, &format!("{name}{position}, {play}"));
                }
            }
        }
        assert!(decided > 1000);
    }

    fn agrees(closed: &Closed, oracle: &mut Naive<'_>, what: &str) {
        let value = oracle.value(closed.position.heaps());
        assert_eq!(closed.known().outcome, value.outcome, "{what}");
        let known = closed.known();
        assert!(known.grundy.is_none_or(|grundy| grundy == value.grundy), "{what}");
        let worth_0 = closed.play == Play::Normal && value.outcome == Outcome::P;
        assert!(known.grundy.is_some() || !worth_0, "{what}");
        let limits = Budget::default();
        let mut list = MoveList::new(&limits, usize::MAX);
        assert!(closed.list_winning(&mut list).is_continue());
        let mut winning: Vec<(Move, Position)> = list
            .finish()
            .into_iter()
            .map(|m| (m.action, m.result.position().unwrap().clone()))
            .collect();
        let mut expected = closed.rules.moves(&closed.position);
        expected.retain(|(_, result)| oracle.outcome(result.heaps()) == Outcome::P);
        winning.sort();
        expected.sort();
        if closed.is_complete() {
            assert_eq!(winning, expected, "{what}");
            for (action, result) in closed.rules.moves(&closed.position) {
                let state = result.clone().into();
                let after =
                    closed.after(&PartMove { part: 0, action: action.clone(), result: state });
                let outcome = after.map(|known| known.outcome);
                assert_eq!(outcome, Some(oracle.outcome(result.heaps())), "{what} {action}");
            }
        } else {
            // In misère play the end is won without a move.
            assert!(!winning.is_empty() || closed.position.is_empty(), "{what}");
            assert!(winning.iter().all(|m| expected.contains(m)), "{what}");
        }
    }
}
