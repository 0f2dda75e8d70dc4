//! Closed forms far beyond what can be searched, and against the tables where they can.

use amalgam::solve::{Answer, Reason, SolveError, Solver};
use amalgam::theory::manabe::{self, Set};
use amalgam::{Outcome, Play, Position, Sum};

#[test]
fn the_sets_by_name() {
    let named = [
        ([0, 5, 5], Set::P01),
        ([1, 2, 3], Set::P01),
        ([3, 6, 5], Set::N02),
        ([6, 7, 1], Set::P01),
        ([7, 10, 13], Set::P02),
        ([2, 4, 6], Set::N01),
        ([4, 7, 2], Set::P11),
        ([5, 6, 2], Set::P11),
        ([3, 5, 7], Set::P12),
    ];
    for (heaps, set) in named {
        assert_eq!(manabe::set_of(heaps), Some(set), "{heaps:?}");
        assert_eq!(manabe::is_p(heaps), set.is_p(), "{heaps:?}");
    }
    assert_eq!(manabe::set_of([1, 2, 4]), None);
}

fn decide(sum: &Sum, play: Play) -> Answer {
    Solver::new().play(play).solve(sum).unwrap()
}

#[test]
fn hundreds_of_heaps() {
    let pairs: Vec<u64> = (0..amalgam_tier::size(400, 1000)).map(|i| 7 + 3 * (i / 2)).collect();
    let sum = |more: &[u64]| {
        let heaps = pairs.iter().chain(more).copied();
        Sum::single("amalgamation".parse().unwrap(), Position::new(heaps))
    };
    for play in [Play::Normal, Play::Misere] {
        let mirror = sum(&[]);
        let decided = decide(&mirror, play);
        assert_eq!(decided.outcome(), Outcome::P);
        assert!(decided.winning_moves().is_empty() && decided.is_complete());
        // One odd height (taken whole, or as a merged pair), two, and three.
        for (more, moves) in [(&[20][..], 2), (&[5, 1_000_000][..], 1), (&[5, 6, 11][..], 1)] {
            let next = sum(more);
            let decided = decide(&next, play);
            assert_eq!(decided.outcome(), Outcome::N, "{more:?}");
            let found = decided.winning_moves();
            assert_eq!(found.len(), moves, "{more:?}");
            assert!(found.iter().all(|m| m.result.position().unwrap().is_mirror()), "{more:?}");
            assert!(matches!(decided.reason(), Reason::ClosedForm { .. }));
            let listed = decided.moves();
            assert_eq!(listed.err(), Some(SolveError::OptionsUnknown));
        }
    }
    // Merging may leave the nim-sum 0 as well, and all such moves are listed.
    let one = Sum::single("merge-take-one".parse().unwrap(), Position::new(pairs.clone()));
    assert_eq!(decide(&one, Play::Normal).known().grundy, Some(0));
}

#[test]
fn small_positions_are_still_valued() {
    for (game, heaps) in [
        ("amalgamation", vec![3, 3, 5, 5]),
        ("restricted-amalgamation", vec![12, 13, 25]),
        ("merge-take-one", vec![4, 5, 6]),
    ] {
        let sum = Sum::single(game.parse().unwrap(), Position::new(heaps));
        let known = decide(&sum, Play::Normal).known();
        assert!(known.grundy.is_some() && known.remoteness.is_some(), "{game}");
    }
}
