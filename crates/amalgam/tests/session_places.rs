//! A heap keeps its place for the length of a game.

use amalgam::games::{AnyGame, Board, NAMED};
use amalgam::session::{Gesture, Place, Random, Session, Setup};
use amalgam::{Move, Solver, Sum};

fn begin(start: &str) -> Session {
    let game: AnyGame = "amalgamation".parse().unwrap();
    Setup::new(Sum::parse(start, &game).unwrap()).begin(&Solver::new()).unwrap()
}

fn heaps(game: &Session, part: usize) -> Vec<u64> {
    game.places(part).iter().map(|place| place.heap).collect()
}

#[test]
fn heaps_stay_where_they_are() {
    // What was seen on the board: take 4 from the right heap, and it reappeared at the far left.
    let mut game = begin("nim[3,4,5]");
    game.read_and_make("take 4 from 5").unwrap();
    assert_eq!(heaps(&game, 0), [3, 4, 1]);
    game.read_and_make("take 3 from 3").unwrap();
    assert_eq!(heaps(&game, 0), [0, 4, 1], "the gap is where the heap was");
    assert_eq!(game.places(0)[0], Place { heap: 0, index: None, was: 3 });
    game.undo();
    assert_eq!(heaps(&game, 0), [3, 4, 1]);
    assert!(game.places(0)[2].is_fresh(), "the last move is the first again");
    game.redo();
    assert_eq!(heaps(&game, 0), [0, 4, 1]);
}

#[test]
fn of_two_that_merge_one_comes_to_the_other() {
    let mut game = begin("[2,3,9]");
    game.read_and_make("merge 2 and 9").unwrap();
    assert_eq!(heaps(&game, 0), [0, 3, 11], "without a word the smaller goes");
    let mut game = begin("[2,3,9]");
    let merge = game.read_move("merge 2 and 9").unwrap();
    game.make_with(&merge, &[2, 0]).unwrap();
    assert_eq!(heaps(&game, 0), [11, 3, 0], "the second that is pointed at stays");
}

#[test]
fn of_equal_heaps_the_one_pointed_at_changes_and_the_text_remembers() {
    let mut game = begin("nim[3,3,3] + kayles[7]");
    let take = game.follow(&Gesture::at(0, 1).taking(2)).meant.unwrap();
    game.make_with(&take, &[1]).unwrap();
    game.read_and_make("part B: take 1 from 7, split into 2 and 4").unwrap();
    game.read_and_make("take 3 from 3 @3").unwrap();
    assert_eq!(heaps(&game, 0), [3, 1, 0]);
    assert_eq!(heaps(&game, 1), [2, 4]);
    assert!(game.to_text().contains("1. part A: take 2 from 3 @2\n"), "{}", game.to_text());
    assert!(game.to_text().contains("3. part A: take 3 from 3 @3\n"), "{}", game.to_text());
    let again = [
        Session::from_text(&game.to_text()).unwrap(),
        Session::from_link(&game.to_link()).unwrap(),
    ];
    for read in again {
        assert_eq!(read, game);
        assert_eq!((read.places(0), read.places(1)), (game.places(0), game.places(1)));
    }
    // A mark that makes no sense is no reason to lose a game.
    for mark in ["@9", "@", "@0", "@x", "@1,2,3", "@99999999999999999999"] {
        let mut game = begin("nim[3,3]");
        game.read_and_make(&format!("take 1 from 3 {mark}")).unwrap();
        assert_eq!(game.sum().to_string(), "nim[2,3]");
    }
}

/// How many heaps a move may change or add.
fn touched(action: &Move) -> usize {
    match action {
        Move::Take { .. } => 1,
        Move::TakeSplit { .. } | Move::Split { .. } | Move::Merge { .. } => 2,
        Move::SplitInThree { .. } | Move::Shift { .. } => 3,
        Move::TakeSeveral { from, .. } => from.len(),
        Move::Change { from, to } => from.len().max(to.len()),
        Move::Bite { .. } | Move::Step => usize::MAX,
    }
}

#[test]
fn whole_games_of_every_kind_change_only_what_their_moves_touch() {
    let mut moves = 0;
    for named in &NAMED {
        let game: AnyGame = named.typical.parse().unwrap();
        if game.board() == Board::Squares {
            continue;
        }
        let start = Sum::parse(named.example, &game).unwrap();
        for seed in 0..20 {
            let Ok(mut game) = Setup::new(start.clone()).begin(&Solver::new()) else { continue };
            let mut random = Random::new(seed);
            while !game.is_over() && game.made().len() < 60 {
                let before = heaps(&game, 0);
                let action = random.choose(game.moves()).unwrap().clone();
                let count = game.sum().parts()[0].heaps().len();
                let pointed: Vec<usize> =
                    (0..2).map(|_| random.below(count.max(1) as u64) as usize).collect();
                game.make_with(&action, &pointed).unwrap();
                let places = game.places(0);
                let fresh = places.iter().filter(|place| place.is_fresh()).count();
                assert!(fresh <= touched(&action.action), "{action:?}: {before:?} {places:?}");
                // What was not touched is there still, in the same order.
                let kept: Vec<u64> =
                    places.iter().filter(|place| place.was > 0).map(|place| place.was).collect();
                let there: Vec<u64> = before.iter().copied().filter(|&heap| heap > 0).collect();
                assert_eq!(kept, there, "{action:?}");
                let mut indices: Vec<usize> = places.iter().filter_map(|of| of.index).collect();
                let heaps = game.sum().parts()[0].heaps();
                for place in &places {
                    assert_eq!(place.index.map_or(0, |index| heaps[index]), place.heap);
                }
                indices.sort_unstable();
                assert_eq!(indices, (0..heaps.len()).collect::<Vec<_>>());
                moves += 1;
            }
            let read = Session::from_text(&game.to_text()).unwrap();
            assert_eq!(read.places(0), game.places(0), "{}", game.to_text());
        }
    }
    assert!(moves > 1000, "only {moves} moves were looked at");
}
