//! A game goes through text and link and comes back the same; undo and redo are each other's
//! inverse; every legal move can be made by pointing.

use amalgam::Solver;
use amalgam::games::AnyGame;
use amalgam::session::{Gesture, Player, Random, Session, Setup, Skill, Start, legal_moves, say};
use amalgam::{Move, Play, Position, Sum};
use proptest::prelude::*;

const GAMES: [&str; 15] = [
    "nim",
    "amalgamation",
    "restricted-amalgamation(3)",
    "merge-take-one",
    "lasker",
    "grundy",
    "kayles",
    "subtraction(1,2,4)",
    "wythoff",
    "moore(2)",
    "lim",
    "chomp",
    "octal(0.77)",
    "take 1..2 then split, merge, merge then take 2",
    "split unequal, merge if min >= 2 and sum <= 9 then take 1",
];

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![
        Just(Player::Human),
        Just(Player::Perfect),
        Just(Player::Longest),
        (0u16..=1000).prop_map(|rate| Player::Skill(Skill::per_mille(rate).unwrap())),
    ]
}

fn sum() -> impl Strategy<Value = Sum> {
    let part = (prop::sample::select(&GAMES[..]), prop::collection::vec(0u64..9, 0..5));
    prop::collection::vec(part, 1..4).prop_map(|parts| {
        let part = |(game, heaps): &(&str, Vec<u64>)| {
            let game: AnyGame = game.parse().unwrap();
            let most = game.most_heaps().unwrap_or(5) as usize;
            let heaps = heaps.iter().copied().take(most);
            Sum::single(game, Position::new(heaps)).to_string()
        };
        let text = parts.iter().map(part).collect::<Vec<_>>().join(" + ");
        Sum::parse(&text, &AnyGame::nim()).unwrap()
    })
}

prop_compose! {
    /// A game with up to `plies` moves made at random.
    fn session(plies: usize)(
        sum in sum(),
        misere in any::<bool>(),
        players in [player(), player()],
        seed in any::<u64>(),
        plies in 0..=plies,
    ) -> Option<Session> {
        let play = if misere { Play::Misere } else { Play::Normal };
        let setup = Setup { start: Start::Given(sum), play, players, seed };
        let mut game = setup.begin(&Solver::new()).ok()?;
        for _ in 0..plies {
            let Some(action) = game.any_move() else { break };
            game.make(&action).unwrap();
        }
        Some(game)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn text_and_link_are_read_back(game in session(12)) {
        let Some(game) = game else { return Ok(()) };
        let text = game.to_text();
        let read = Session::from_text(&text).unwrap();
        prop_assert_eq!(&read, &game);
        prop_assert_eq!(read.sum(), game.sum());
        prop_assert_eq!(read.to_text(), text);
        let link = game.to_link();
        let safe = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        prop_assert!(link.chars().all(safe), "{}", link);
        prop_assert_eq!(Session::from_link(&link).unwrap(), game);
    }

    #[test]
    fn what_is_said_is_understood(game in session(6)) {
        let Some(game) = game else { return Ok(()) };
        for action in game.moves() {
            let words = say(game.sum(), action);
            prop_assert_eq!(&game.read_move(&words).unwrap(), action, "{}", words);
            let odd = format!("  {}  ", words.to_uppercase().replace(' ', "   "));
            prop_assert_eq!(&game.read_move(&odd).unwrap(), action, "{}", odd);
        }
    }

    #[test]
    fn undo_and_redo_are_inverse(game in session(12), steps in prop::collection::vec(any::<bool>(), 0..30)) {
        let Some(mut game) = game else { return Ok(()) };
        let whole = game.clone();
        let sums: Vec<Sum> = game.sums().collect();
        let plies = game.made().len();
        for undo in steps {
            let before = game.made().len();
            let done = if undo { game.undo() } else { game.redo() };
            let after = game.made().len();
            prop_assert_eq!(done, if undo { before > 0 } else { before < plies });
            prop_assert_eq!(after, match (done, undo) {
                (false, _) => before,
                (true, true) => before - 1,
                (true, false) => before + 1,
            });
            prop_assert_eq!(after + game.undone(), plies);
            prop_assert_eq!(game.sum(), &sums[after]);
            prop_assert_eq!(game.moves(), &legal_moves(&sums[after])[..]);
            prop_assert_eq!(game.to_move().is_some(), !game.moves().is_empty());
        }
        while game.redo() {}
        prop_assert_eq!(&game, &whole);
        // A new move forgets what was undone.
        if game.undo() && let Some(action) = game.any_move() {
            game.make(&action).unwrap();
            prop_assert_eq!(game.undone(), 0);
            prop_assert!(!game.redo());
        }
    }

    #[test]
    fn undoing_a_turn_leads_back_to_a_person(game in session(12)) {
        let Some(mut game) = game else { return Ok(()) };
        let before = game.clone();
        if game.undo_turn() {
            prop_assert!(game.awaits_human());
            prop_assert!(game.made().len() < before.made().len());
            while game.redo_turn() {}
            prop_assert_eq!(game, before);
        } else {
            prop_assert_eq!(game.made().len(), before.made().len());
            let human = |ply: usize| game.players()[ply % 2].is_human();
            prop_assert!(!(0..game.made().len()).any(human));
        }
    }

    /// Only legal moves can be pointed at, and all of them.
    #[test]
    fn pointing_reaches_exactly_the_legal_moves(game in session(4)) {
        let Some(game) = game else { return Ok(()) };
        let nothing = game.follow(&Gesture::default());
        if !game.awaits_human() {
            prop_assert!(nothing.heaps.is_empty() && nothing.moves.is_empty());
            return Ok(());
        }
        prop_assert_eq!(&nothing.moves, game.moves());
        let mut reached: Vec<_> = reach(&game);
        reached.sort();
        reached.dedup();
        let mut legal = game.moves().to_vec();
        legal.sort();
        prop_assert_eq!(reached, legal);
    }

    #[test]
    fn any_text_is_refused_or_read(text in "(?s).{0,60}") {
        for read in [Session::from_text(&text), Session::from_link(&text)] {
            match read {
                Ok(game) => prop_assert_eq!(Session::from_text(&game.to_text()).unwrap(), game),
                Err(error) => prop_assert!(error.caret().contains('^')),
            }
        }
    }
}

/// Every move that some gesture means, following nothing but what the gestures offer.
fn reach(game: &Session) -> Vec<amalgam::PartMove> {
    let mut reached = Vec::new();
    let start = game.follow(&Gesture::default());
    let mut waiting: Vec<Gesture> =
        start.heaps.iter().map(|&(part, heap)| Gesture::at(part, heap)).collect();
    while let Some(gesture) = waiting.pop() {
        let following = game.follow(&gesture);
        assert!(!following.moves.is_empty(), "{gesture:?} was offered and leads nowhere");
        reached.extend(following.meant);
        // What pointing cannot tell is chosen from the list.
        let listed = |action: &amalgam::PartMove| match &action.action {
            Move::TakeSeveral { from, to } => from[0] - to[0] != from[1] - to[1],
            Move::SplitInThree { .. } | Move::Step => true,
            _ => false,
        };
        reached.extend(following.moves.into_iter().filter(listed));
        if gesture.take.is_none() {
            waiting.extend(following.takes.iter().map(|&take| gesture.clone().taking(take)));
            for &(part, heap) in &following.heaps {
                assert_eq!(part, gesture.part);
                waiting.push(gesture.clone().and(heap));
            }
        } else if gesture.split.is_none() {
            waiting.extend(following.splits.iter().map(|&into| gesture.clone().splitting(into)));
        }
    }
    reached
}

fn nim(position: &str) -> Session {
    let start = Sum::parse(position, &AnyGame::nim()).unwrap();
    Setup::new(start).begin(&Solver::new()).unwrap()
}

#[test]
fn a_gesture_that_means_nothing_is_followed_by_nothing() {
    let game = nim("amalgamation[3,4] + nim[2]");
    for gesture in [
        Gesture::at(7, 0),
        Gesture::at(0, 9),
        Gesture::at(0, 0).and(0),
        Gesture::at(0, 0).taking(4),
        Gesture::at(1, 0).splitting([1, 1]),
    ] {
        let following = game.follow(&gesture);
        assert!(following.moves.is_empty() && following.meant.is_none(), "{gesture:?}");
    }
    let merge = game.follow(&Gesture::at(0, 1).and(0));
    assert_eq!(say(game.sum(), &merge.meant.unwrap()), "part A: merge 3 and 4");
}

#[test]
fn the_text_is_for_people() {
    let mut game = nim("amalgamation[3,4,5]");
    game.make(&game.read_move("take 3 from 4").unwrap()).unwrap();
    let mut random = Random::new(3);
    let reply = random.choose(game.moves()).unwrap().clone();
    game.make(&reply).unwrap();
    let expected = format!(
        "amalgam game\nstart: amalgamation[3,4,5]\nplay: normal\nfirst: human\nsecond: perfect\n\
         seed: 0\n1. take 3 from 4\n2. {}\n",
        reply.action
    );
    assert_eq!(game.to_text(), expected);
    let by_hand = "\n# my best game\nstart: [3,4,5]\r\n\n 1. Take 3 from the 4\n";
    assert_eq!(Session::from_text(by_hand).unwrap().made().len(), 1);
}

#[test]
fn what_is_wrong_with_a_text_is_pointed_at() {
    let head = "amalgam game\nstart: nim[3,4]\n";
    let cases = [
        ("", "the game has no start", "", Some("write it as in `start: amalgamation[3,4,5]`")),
        (
            "amalgam game\nstrat: nim[3]",
            "line 2: unknown key `strat`",
            "strat",
            Some("did you mean `start`?"),
        ),
        ("start: nim[3,x]", "line 1: expected a heap size, found `x`", "x", None),
        ("start: nim[3]\nstart: nim[3]", "line 2: `start` is there already", "start", None),
        (
            "start: nim[3]\nplay: backwards",
            "line 2: expected `normal` or `misere`",
            "backwards",
            None,
        ),
        (
            "start: nim[3]\nfirst: perfekt",
            "line 2: unknown player `perfekt`",
            "perfekt",
            Some("did you mean `perfect`?"),
        ),
        ("start: nim[3]\nseed: -1", "line 2: the seed is a whole number below 2^64", "-1", None),
        (
            "start: nim[3]\nhello",
            "line 2: this is neither `key: value` nor a numbered move",
            "hello",
            Some("the keys are start, play, first, second, seed"),
        ),
        (
            "1. take 1 from 3",
            "line 1: the game has no start",
            "",
            Some("write it as in `start: amalgamation[3,4,5]`"),
        ),
        (
            "start: kayles[99999]",
            "line 1: a position of this game could have 199997 moves, too many to play by hand (the most is 10000)",
            "kayles[99999]",
            None,
        ),
    ];
    let more = [
        (
            "2. take 1 from 3",
            "line 3: expected move 1",
            "2",
            Some("moves are numbered: `1. take 1 from 2`"),
        ),
        ("1. take 1 from 5", "line 3: there is no heap of 5", "5", Some("the heaps are 3 and 4")),
        ("1. take 4 from 3", "line 3: a heap of 3 has no 4 coins", "4", Some("take 3 at most")),
        (
            "1. merge 3 and 4",
            "line 3: the rules do not allow this here",
            "merge 3 and 4",
            Some("a legal move is `take 1 from 3`"),
        ),
        (
            "1. tak 1 from 3",
            "line 3: expected a move, found `tak`",
            "tak",
            Some("did you mean `take`?"),
        ),
        (
            "1. take 1",
            "line 3: expected `from`, found the end",
            "",
            Some("say from which heap, as in `take 1 from 5`"),
        ),
        (
            "1. take 1 from 3\nplay: normal",
            "line 4: the moves have begun: only moves can follow",
            "play: normal",
            None,
        ),
        ("1. part 1: take 1 from 3", "line 3: there is no part 1", "1", Some("the last part is A")),
        ("1. part b: take 1 from 3", "line 3: there is no part B", "b", Some("the last part is A")),
        (
            "1. take 3 from 3\n2. take 4 from 4\n3. take 1 from 1",
            "line 5: the game is over: no move is left",
            " take 1 from 1",
            None,
        ),
    ];
    let more = more.map(|(text, m, w, s)| (format!("{head}{text}"), m, w, s));
    let cases = cases.map(|(text, m, w, s)| (text.to_owned(), m, w, s));
    for (text, message, wrong, suggestion) in cases.into_iter().chain(more) {
        let error = Session::from_text(&text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.suggestion(), suggestion, "{text}");
        let caret = error.caret();
        let (line, mark) = caret.split_once('\n').unwrap();
        let at = mark.len() - mark.trim_start().len();
        assert!(line[at..].starts_with(wrong), "{text}: {caret}");
    }
}

#[test]
fn takes_that_are_not_allowed_are_told_with_those_that_are() {
    let game = nim("(take {1,2,3,7})[9] + nim[2]");
    let error = game.read_move("take 5 from 9").unwrap_err();
    assert_eq!(error.suggestion(), Some("from 9 you may take 1 to 3, 7"));
    let error = nim("nim[2] + nim[2]").read_move("take 1 from 2").unwrap_err();
    assert_eq!(error.to_string(), "this can be done in several parts of the sum");
    assert_eq!(error.suggestion(), Some("say in which, as in `part A: take 1 from 2`"));
    let game = nim("grundy[6]");
    assert_eq!(
        game.read_move("split 6 into 3 and 3").unwrap_err().suggestion(),
        Some("allowed: `split 6 into 1 and 5`, `split 6 into 2 and 4`")
    );
    assert!(game.read_move("split 6 into 18446744073709551615 and 1").is_err());
    let only = nim("amalgamation[3,4]").read_move("merge 3 and 3").unwrap_err();
    assert_eq!(only.to_string(), "there is only one heap of 3");
}

#[test]
fn a_damaged_link_is_refused() {
    let link = nim("nim[3,4]").to_link();
    for (bad, message) in [
        ("nim~5", "two hexadecimal digits must follow `~`"),
        ("nim[3]", "this character is not part of a link"),
        ("nim~5b3~5d~nnormal~nhuman~nperfect~n0~ntake.9.from.9", "move 1: there is no heap of 9"),
        ("~ff", "this link was cut or changed"),
        ("é", "this character is not part of a link"),
    ] {
        assert_eq!(Session::from_link(bad).unwrap_err().to_string(), message, "{bad}");
    }
    assert!(Session::from_link(&"a".repeat(1_000_000)).is_err());
    assert!(Session::from_link(&link).is_ok());
}

#[test]
fn a_game_that_is_too_long_ends() {
    let mut game = nim("(take 1)[5000]");
    while game.made().len() < amalgam::session::MOST_PLIES {
        game.make(&game.moves()[0].clone()).unwrap();
    }
    let error = game.make(&game.moves()[0].clone()).unwrap_err();
    assert!(error.to_string().starts_with("a game of more than 2000 moves"));
    assert_eq!(Session::from_text(&game.to_text()).unwrap(), game);
}
