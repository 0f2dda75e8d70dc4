//! Opponents, hints and analysis agree with the oracle, in every named game and under both
//! conventions.

use std::collections::{HashMap, HashSet};

use amalgam::Solver;
use amalgam::engines::naive::{evaluate as from_options, options};
use amalgam::games::{AnyGame, NAMED};
use amalgam::session::{
    Analysis, Evaluation, Gesture, Hint, HintLevel, Player, Random, Session, Setup, SetupError,
    Skill, Start, legal_moves,
};
use amalgam::{Budget, Outcome, Play, Position, Sum, Value};

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

/// Every named game, and some in words with kinds of moves that no named game has.
fn games() -> Vec<AnyGame> {
    let own =
        ["take any, merge if equal", "split, merge then take 1", "take 1..2 then split, merge"];
    let names = NAMED.iter().map(|named| named.typical).chain(own);
    names.map(|name| name.parse().unwrap()).collect()
}

/// The definitions, for heap rules with moves of their own.
struct Oracle<'a> {
    game: &'a AnyGame,
    play: Play,
    memo: HashMap<Vec<u64>, Value>,
}

impl<'a> Oracle<'a> {
    fn new(game: &'a AnyGame, play: Play) -> Oracle<'a> {
        Oracle { game, play, memo: HashMap::new() }
    }

    fn value(&mut self, heaps: &[u64]) -> Value {
        if let Some(value) = self.memo.get(heaps) {
            return *value;
        }
        let below: Vec<Vec<u64>> = match self.game.rules() {
            Some(rules) => options(rules, heaps).into_iter().collect(),
            None => {
                let moves = self.game.moves(&Position::new(heaps.to_vec())).into_iter();
                moves.map(|(_, result)| result.heaps().to_vec()).collect()
            }
        };
        let values: Vec<Value> = below.iter().map(|heaps| self.value(heaps)).collect();
        let value = from_options(&values, self.play);
        self.memo.insert(heaps.to_vec(), value);
        value
    }

    fn outcome(&mut self, heaps: &[u64]) -> Outcome {
        self.value(heaps).outcome
    }
}

/// Every position of at most three heaps of at most `most` coins.
fn small(most: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for a in 0..=most {
        for b in a..=most {
            for c in b..=most {
                positions.push(Position::new([a, b, c]));
            }
        }
    }
    positions
}

fn begin(game: &AnyGame, position: &Position, play: Play, players: [Player; 2]) -> Option<Session> {
    if game.most_heaps().is_some_and(|most| most < position.heaps().len() as u64) {
        return None;
    }
    let start = Start::Given(Sum::single(game.clone(), position.clone()));
    let setup = Setup { start, play, players, seed: 1 };
    match setup.begin(&Solver::new()) {
        Ok(session) => Some(session),
        Err(error) => {
            assert!(matches!(error, SetupError::NoMove(_)), "{error}");
            None
        }
    }
}

fn evaluate(session: &Session) -> Evaluation {
    session.evaluate(&Solver::new()).unwrap()
}

/// From a won position the opponent leaves a lost one; the game then goes on at each of the options
/// of that. All positions that arise so from a small start are looked at: that is a proof that no
/// won game is ever lost from there.
#[test]
fn the_perfect_opponent_never_loses_a_won_game_and_hurries() {
    let mut won = 0;
    for game in games() {
        for play in PLAYS {
            let mut naive = Oracle::new(&game, play);
            let mut seen: HashSet<Position> = HashSet::new();
            let mut waiting = small(5);
            while let Some(position) = waiting.pop() {
                let players = [Player::Perfect, Player::Human];
                if !seen.insert(position.clone()) {
                    continue;
                }
                let Some(session) = begin(&game, &position, play, players) else { continue };
                let evaluation = evaluate(&session);
                let value = naive.value(position.heaps());
                let reply = session.reply(&evaluation).unwrap();
                assert!(session.moves().contains(&reply));
                let after = naive.value(reply.result.heaps());
                if value.outcome == Outcome::N {
                    assert_eq!(after.outcome, Outcome::P, "{game} {position} {play}");
                    assert_eq!(after.remoteness + 1, value.remoteness, "{game} {position}");
                    let options = game.moves(reply.result.position().unwrap()).into_iter();
                    waiting.extend(options.map(|(_, result)| result));
                    won += 1;
                }
                let longest = Player::Longest.choose(&evaluation, &mut Random::new(0)).unwrap();
                let after = naive.value(longest.result.heaps());
                assert_eq!(after.remoteness + 1, value.remoteness, "{game} {position} {play}");
            }
        }
    }
    assert!(won > 900, "{won} won positions were seen");
}

#[test]
fn whole_games_are_never_lost_from_a_won_start() {
    for game in games() {
        for play in PLAYS {
            let mut naive = Oracle::new(&game, play);
            for position in small(4) {
                if naive.outcome(position.heaps()) == Outcome::P {
                    continue;
                }
                // A person who moves at random.
                let players = [Player::Perfect, Player::Human];
                let Some(mut session) = begin(&game, &position, play, players) else { continue };
                while !session.is_over() {
                    let action = match session.awaits_human() {
                        true => session.any_move(),
                        false => session.reply(&evaluate(&session)),
                    };
                    session.make(&action.unwrap()).unwrap();
                }
                assert_eq!(session.winner(), Some(0), "{game} {position} {play}");
                assert_eq!(session.to_move(), None);
                assert!(session.reply(&evaluate(&session)).is_none());
            }
        }
    }
}

#[test]
fn no_hint_is_illegal_or_losing() {
    for game in games() {
        for play in PLAYS {
            let mut naive = Oracle::new(&game, play);
            for position in small(5) {
                let Some(session) = begin(&game, &position, play, [Player::Human; 2]) else {
                    continue;
                };
                let evaluation = evaluate(&session);
                let outcome = naive.outcome(position.heaps());
                let nothing = Hint::new(HintLevel::Nothing, &session, &evaluation);
                assert_eq!((nothing.winner, nothing.reason.is_some()), (None, false));
                let hint = Hint::new(HintLevel::Moves, &session, &evaluation);
                assert_eq!(hint.winner, Some(usize::from(outcome == Outcome::P)));
                assert_eq!(hint.winning.is_empty(), outcome == Outcome::P);
                assert_eq!(hint.moves.len(), session.moves().len());
                for action in &hint.winning {
                    assert!(session.moves().contains(action));
                    assert_eq!(naive.outcome(action.result.heaps()), Outcome::P);
                }
                // A heap is named exactly where some winning move begins with it.
                let begins = |&(part, heap): &(usize, usize)| {
                    let moves = session.follow(&Gesture::at(part, heap)).moves;
                    moves.iter().any(|action| hint.winning.contains(action))
                };
                let mut heaps = session.follow(&Gesture::default()).heaps;
                heaps.retain(begins);
                assert_eq!(hint.heaps, heaps, "{game} {position}");
                assert_eq!(hint.heaps.is_empty(), outcome == Outcome::P);
                for valued in &hint.moves {
                    let known = valued.known.unwrap();
                    let value = naive.value(valued.action.result.heaps());
                    assert_eq!(known.outcome, value.outcome);
                    assert!(known.grundy.is_none_or(|grundy| grundy == value.grundy));
                    assert_eq!(known.remoteness, Some(value.remoteness));
                }
            }
        }
    }
}

#[test]
fn skill_errs_at_the_stated_rate() {
    let nim: AnyGame = "nim".parse().unwrap();
    let position = Position::new([3, 4, 5]);
    let sum = Sum::single(nim, position);
    let limits = Budget::default();
    let evaluation = Evaluation::of(&sum, Play::Normal, &Solver::within(&limits)).unwrap();
    // Of the 12 moves one wins, so that a random move loses with probability 11/12.
    assert_eq!((evaluation.moves.len(), evaluation.winning().count()), (12, 1));
    let won = evaluation.winning().next().unwrap().action.clone();
    for per_mille in [0, 200, 500, 1000] {
        let player = Player::Skill(Skill::per_mille(per_mille).unwrap());
        let seeds = 24_000;
        let lost = (0..seeds)
            .filter(|&seed| player.choose(&evaluation, &mut Random::at(seed, 3)).unwrap() != won)
            .count() as f64;
        let rate = f64::from(per_mille) / 1000.0 * 11.0 / 12.0;
        let mean = rate * seeds as f64;
        let deviation = (mean * (1.0 - rate)).sqrt();
        assert!((lost - mean).abs() <= 4.0 * deviation, "{player}: {lost} of {mean}");
    }
}

#[test]
fn analysis_agrees_with_the_oracle() {
    let mut thrown = 0;
    for game in games() {
        for play in PLAYS {
            let mut naive = Oracle::new(&game, play);
            for (seed, position) in small(4).into_iter().enumerate() {
                let Some(mut session) = begin(&game, &position, play, [Player::Human; 2]) else {
                    continue;
                };
                let mut random = Random::new(seed as u64);
                while let Some(action) = random.choose(session.moves()).cloned() {
                    session.make(&action).unwrap();
                }
                let analysis = Analysis::of(&session, &Solver::new());
                let heaps = |sum: &Sum| sum.parts()[0].heaps().to_vec();
                let wins: Vec<bool> =
                    session.sums().map(|sum| naive.outcome(&heaps(&sum)) == Outcome::N).collect();
                assert_eq!(analysis.winners.len(), wins.len());
                for (ply, &next) in wins.iter().enumerate() {
                    let winner = if next { ply % 2 } else { 1 - ply % 2 };
                    assert_eq!(analysis.winners[ply], Some(winner));
                }
                assert_eq!(*analysis.winners.last().unwrap(), session.winner());
                let blunders: Vec<usize> =
                    (0..wins.len() - 1).filter(|&ply| wins[ply] && wins[ply + 1]).collect();
                let found: Vec<usize> = analysis.blunders.iter().map(|b| b.ply).collect();
                assert_eq!(found, blunders);
                for blunder in &analysis.blunders {
                    assert!(!blunder.instead.is_empty());
                    for action in &blunder.instead {
                        assert_eq!(naive.outcome(action.result.heaps()), Outcome::P);
                    }
                    thrown += 1;
                }
            }
        }
    }
    assert!(thrown > 100, "{thrown} blunders were seen");
}

#[test]
fn random_starts_have_the_outcome_that_was_asked_for() {
    for game in games() {
        for play in PLAYS {
            let mut naive = Oracle::new(&game, play);
            for outcome in [None, Some(Outcome::P), Some(Outcome::N)] {
                for seed in 0..20 {
                    let start = Start::Random { game: game.clone(), size: 6, outcome };
                    let setup = Setup { start, play, players: [Player::Human; 2], seed };
                    let session = setup.begin(&Solver::new()).unwrap();
                    let position = &session.sum().parts()[0].as_heaps().unwrap().position;
                    assert!(position.largest() <= 6);
                    assert!(!session.moves().is_empty());
                    let found = naive.outcome(position.heaps());
                    assert!(outcome.is_none_or(|outcome| outcome == found), "{game} {position}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_played_by_hand_is_refused() {
    let begin = |text: &str, size: Option<u64>| {
        let game: AnyGame = "amalgamation".parse().unwrap();
        let start = match size {
            Some(size) => Start::Random { game, size, outcome: Some(Outcome::P) },
            None => Start::Given(Sum::parse(text, &game).unwrap()),
        };
        let setup = Setup { start, play: Play::Normal, players: [Player::Human; 2], seed: 0 };
        setup.begin(&Solver::new()).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(begin("[9000]", None), Ok(()));
    assert_eq!(
        begin("kayles[99999]", None),
        Err("a position of this game could have 199997 moves, too many to play by hand (the most is \
             10000)"
            .to_owned())
    );
    // Merging could make one heap of all the coins; a heap completes the others only after a search.
    let three = "(take any, merge if equal)[5000,5000,5000,5000]";
    assert!(begin(three, None).unwrap_err().contains("20006 moves"));
    // Mirrors are lost at once, and what follows is as hard as any position.
    assert!(begin("[10^12,10^12,1000000000001,1000000000001]", None).is_err());
    assert!(begin("[18446744073709551615,18446744073709551615]", None).is_err());
    assert_eq!(begin("nim[18446744073709551615,18446744073709551615]", None), Ok(()));
    assert!(begin("(take any then split)[300]", None).unwrap_err().contains("45000 moves"));
    assert!(begin("<1001>", None).unwrap_err().contains("1001 heaps"));
    assert!(begin("[]", None).unwrap_err().contains("no move is possible from amalgamation[]"));
    assert!(begin("", Some(u64::MAX)).is_err());
    assert!(begin("", Some(0)).is_ok());
    // A huge heap from which little may be taken can be played.
    assert_eq!(begin("(take 1..3)[18446744073709551615]", None), Ok(()));
}

/// The bound that is checked at the start holds for every position that arises.
#[test]
fn no_position_has_more_moves_than_the_start_promises() {
    for game in games() {
        for position in small(5) {
            let mut random = Random::new(position.coins() as u64);
            let Some(mut session) = begin(&game, &position, Play::Normal, [Player::Human; 2])
            else {
                continue;
            };
            while let Some(action) = random.choose(&legal_moves(session.sum())).cloned() {
                session.make(&action).unwrap();
                let bound = amalgam::session::most_moves(session.start());
                assert!(session.moves().len() as u128 <= bound, "{game} {position}");
            }
        }
    }
}
