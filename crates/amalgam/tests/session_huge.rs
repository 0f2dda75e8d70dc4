//! Games with heaps of which not every move can be listed.

use amalgam::session::{
    Analysis, Evaluation, Gesture, MoveError, Player, Random, Session, Setup, SetupError, Start,
};
use amalgam::{Move, Outcome, PartMove, Play, Solver, Sum};

const STARTS: [&str; 9] = [
    "[2,3,1000000000000000,1000000000000004]",
    "[2,3,999999999999996,1000000000000000]",
    "[71,10^12,8]",
    "[1,1,2,10^9,10^9]",
    "restricted-amalgamation[1000000000000,1000000000001,2000000000003]",
    "restricted-amalgamation[1,1000000000000,1000000000001]",
    "nim[10^18,1000000000000000001,7]",
    "merge-take-one[10^12,5,10^12,77]",
    "restricted-amalgamation[10^12,7] + nim[10^9] + kayles[9]",
];

fn begin(text: &str, play: Play, players: [Player; 2]) -> Result<Session, SetupError> {
    let start = Start::Given(Sum::parse(text, &"amalgamation".parse().unwrap()).unwrap());
    Setup { start, play, players, seed: 5 }.begin(&Solver::new())
}

/// A player who does not look, and mostly takes nearly everything, so that the game ends: any listed
/// move, or any amount at all.
fn careless(game: &Session, random: &mut Random) -> PartMove {
    let heaps = game.sum().parts().iter().map(|part| part.heaps()).collect::<Vec<_>>();
    let part = random.below(heaps.len() as u64) as usize;
    let tall: Vec<u64> = heaps[part].iter().copied().filter(|&heap| heap > 64).collect();
    if let (Some(&heap), true) = (random.choose(&tall), random.below(3) > 0) {
        let most = if random.below(4) == 0 { heap } else { heap.min(100) };
        let take = heap - random.below(most);
        let words = format!("part {}: take {take} from {heap}", Sum::part_name(part));
        return game.read_move(&words).unwrap();
    }
    let fewest = game.moves().iter().min_by_key(|action| action.result.coins()).unwrap();
    match random.below(2) {
        0 => fewest.clone(),
        _ => random.choose(game.moves()).unwrap().clone(),
    }
}

/// Whoever can win does, however the other plays; and the game can be told, sent and taken back.
#[test]
fn the_perfect_opponent_wins_what_is_won() {
    let solver = Solver::new();
    let mut ends = 0;
    for (start, seed) in STARTS.into_iter().flat_map(|start| (0..2).map(move |seed| (start, seed)))
    {
        for first in [0, 1] {
            let mut players = [Player::Human; 2];
            players[first] = Player::Perfect;
            let mut game = begin(start, Play::Normal, players).unwrap();
            assert!(game.not_listed().is_some() && game.moves().len() < 1000, "{start}");
            let mut random = Random::new(seed);
            let mut won = false;
            while !game.is_over() && game.made().len() < 300 {
                let action = match game.awaits_human() {
                    true => careless(&game, &mut random),
                    false => {
                        let evaluation = game.evaluate(&solver).unwrap();
                        let outcome = evaluation.known.outcome;
                        assert!(!won || outcome == Outcome::N, "{start}: a win was thrown away");
                        won = outcome == Outcome::N;
                        assert_eq!(won, evaluation.winning().next().is_some(), "{start}");
                        game.reply(&evaluation).unwrap()
                    }
                };
                game.make(&action).unwrap();
            }
            ends += u32::from(game.is_over());
            assert!(!game.is_over() || !won || game.winner() == Some(first), "{start}");
            assert_eq!(Session::from_text(&game.to_text()).unwrap(), game);
            assert_eq!(Session::from_link(&game.to_link()).unwrap(), game);
            let (sum, moves) = (game.sum().clone(), game.made().len());
            let analysis = Analysis::of(&game, &solver);
            assert!(analysis.blunders.iter().all(|blunder| blunder.player != first), "{start}");
            while game.undo() {}
            assert_eq!(game.sum(), game.start());
            while game.redo() {}
            assert_eq!((game.sum(), game.made().len()), (&sum, moves));
        }
    }
    assert!(ends > 18, "most of the 36 games end: {ends}");
}

#[test]
fn what_the_rules_forbid_is_refused_without_a_list() {
    let game = begin(STARTS[0], Play::Normal, [Player::Human; 2]).unwrap();
    let (from, heap) = (1_000_000_000_000_000, 1_000_000_000_000_000_u64);
    let right = game.read_move("take 12345 from 1000000000000000").unwrap();
    assert_eq!(right.result.heaps(), [2, 3, heap - 12345, heap + 4]);
    assert!(!game.moves().contains(&right));
    for text in [
        "take 0 from 1000000000000000",
        "take 1000000000000001 from 1000000000000000",
        "take 12345 from 1000000000000001",
        "merge 2 and 2",
        "split 1000000000000000 into 1 and 999999999999999",
        "take 1 from 1000000000000000, split into 1 and 999999999999998",
    ] {
        assert!(game.read_move(text).is_err(), "{text}");
    }
    // A move whose result is not what the rules say is none.
    let mut forged = right.clone();
    forged.result = game.read_move("take 12346 from 1000000000000000").unwrap().result;
    let mut elsewhere = right.clone();
    elsewhere.action = Move::Take { from: from + 1, to: from };
    for wrong in [forged, elsewhere] {
        let made = game.clone().make(&wrong);
        assert!(matches!(made, Err(MoveError::Illegal(_))), "{wrong:?}");
    }
    let pointed = game.follow(&Gesture::at(0, 2).taking(12345));
    assert_eq!((pointed.meant, pointed.moves), (Some(right.clone()), vec![right]));
    assert!(pointed.takes.contains(&12345));
    assert_eq!(game.follow(&Gesture::at(0, 2).taking(heap + 1)).meant, None);
    assert_eq!(game.follow(&Gesture::at(0, 2).taking(0)).meant, None);
}

/// The listed moves come first and in their order; the winning ones are there whatever they take.
#[test]
fn an_evaluation_names_every_winning_move() {
    let solver = Solver::new();
    for (start, play) in
        STARTS.into_iter().flat_map(|start| [Play::Normal, Play::Misere].map(|play| (start, play)))
    {
        // Under misère play sums and some theorems have no answer at once.
        let Ok(game) = begin(start, play, [Player::Human; 2]) else {
            assert_eq!(play, Play::Misere, "{start}");
            continue;
        };
        let evaluation: Evaluation = game.evaluate(&solver).unwrap();
        let moves: Vec<&PartMove> = evaluation.moves.iter().map(|valued| &valued.action).collect();
        assert!(moves.iter().zip(game.moves()).all(|(valued, listed)| *valued == listed));
        let answer = solver.clone().play(play).solve(game.sum()).unwrap();
        let mut winning = answer.winning_moves().into_items();
        let mut found: Vec<PartMove> =
            evaluation.winning().map(|valued| valued.action.clone()).collect();
        let key = |action: &PartMove| format!("{action:?}");
        winning.sort_by_key(key);
        found.sort_by_key(key);
        assert_eq!(found, winning, "{start}");
        for action in found {
            game.clone().make(&action).unwrap();
        }
    }
}

/// Powers could be read in positions alone, and errors came back in small letters.
#[test]
fn moves_are_typed_with_powers() {
    let game = begin("[1,10^15]", Play::Normal, [Player::Human; 2]).unwrap();
    let action = game.read_move("Take 10^15 from 10^15").unwrap();
    assert_eq!(action.action, Move::Take { from: 10u64.pow(15), to: 0 });
    let error = game.read_move("Take 10^20 from 10^15").unwrap_err();
    assert!(error.to_string().contains("does not fit in 64 bits"), "{error}");
    assert!(error.caret().starts_with("Take 10^20 from 10^15\n"), "{}", error.caret());
}
