//! Lessons and puzzles: each is replayed, and every answer judged again by the naive oracle.

use std::collections::BTreeSet;

use amalgam::engines::naive::{self, Naive};
use amalgam::learn::puzzle::{self, Kind};
use amalgam::learn::{Lesson, Step, Task, Trouble, glossary, lessons, reasons};
use amalgam::session::{OPPONENTS, Player, Random, Setup, Start, legal_moves, say};
use amalgam::{HeapPart, Move, Outcome, Part, Play, Position, Solver, Sum, Value};

/// The value of a sum from the definition alone: all options of all parts.
fn value(sum: &Sum, play: Play) -> Value {
    let options: Vec<Value> =
        legal_moves(sum).iter().map(|action| value(&sum.after(action), play)).collect();
    naive::evaluate(&options, play)
}

/// By the oracle where it can be asked, else by the definition; a large heap of Nim by neither.
fn truth(sum: &Sum, play: Play) -> Option<Value> {
    let Some(HeapPart { game, position }) = sum.as_single().and_then(Part::as_heaps) else {
        return Some(value(sum, play));
    };
    if position.coins() > 60 {
        return None;
    }
    Some(match game.rules() {
        Some(rules) => Naive::new(rules, play).value(position.heaps()),
        None => value(sum, play),
    })
}

fn outcome(sum: &Sum, play: Play) -> Outcome {
    match truth(sum, play) {
        Some(value) => value.outcome,
        // The nim-sum, written out once more.
        None => {
            let part = sum.as_single().expect("a single game");
            assert_eq!(part.name(), "nim", "only Nim is asked about large heaps");
            let heaps = part.heaps();
            Outcome::from_p(heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0)
        }
    }
}

/// Whether an answer is right, worked out without the solver and without the judge.
fn is_right(step: &Step, answer: &str) -> bool {
    let sum = step.position.as_ref().unwrap();
    let number = || answer.parse::<u64>().unwrap();
    match step.task.unwrap() {
        Task::Who => outcome(sum, step.play).to_string() == answer,
        Task::Complete => {
            let HeapPart { game, position } = sum.as_single().and_then(Part::as_heaps).unwrap();
            let whole = Sum::single(game.clone(), position.with(number()));
            match position.coins() > 40 {
                // Row 1 and row 3, from the lists that Locke & Handley print.
                true => completes_far_out(position, number()),
                false => outcome(&whole, step.play) == Outcome::P,
            }
        }
        Task::Grundy => truth(sum, step.play).unwrap().grundy == number(),
        Task::Left => truth(sum, step.play).unwrap().remoteness == number(),
        Task::Win | Task::Only | Task::Play => {
            outcome(&sum.after(&read(step, answer)), step.play) == Outcome::P
        }
        Task::Lose => outcome(&sum.after(&read(step, answer)), step.play) == Outcome::N,
        Task::LosingMerge => {
            let action = read(step, answer);
            matches!(action.action, Move::Merge { .. })
                && outcome(&sum.after(&action), step.play) == Outcome::N
        }
    }
}

fn completes_far_out(rest: &Position, heap: u64) -> bool {
    let &[a, b] = rest.heaps() else { panic!("two heaps far out") };
    let pair = [b.min(heap), b.max(heap)];
    match a {
        // {[2,4], [3,5]} + 4ℕ
        1 => pair[0] % 4 >= 2 && pair[1] == pair[0] + 2,
        // {[12,13]} + 2ℕ from there on
        3 => pair[0] >= 12 && pair[0] % 2 == 0 && pair[1] == pair[0] + 1,
        a => panic!("row {a} is not written down here"),
    }
}

fn read(step: &Step, words: &str) -> amalgam::PartMove {
    step.game().unwrap().read_move(words).unwrap()
}

/// Every answer that somebody could give.
fn possible(step: &Step) -> Vec<String> {
    let sum = step.position.as_ref().unwrap();
    match step.task.unwrap() {
        Task::Who => ["P", "N"].map(String::from).to_vec(),
        Task::Complete | Task::Grundy | Task::Left => {
            let most = sum.parts().iter().flat_map(Part::heaps).sum::<u64>();
            let most = most.max(8) + 8;
            // Of heaps far out those near by, and a few others.
            let all = (0..=most).filter(|n| *n < 40 || most - n < 30);
            all.map(|number| number.to_string()).collect()
        }
        _ => legal_moves(sum).iter().map(|action| say(sum, action)).collect(),
    }
}

/// The right answers are accepted and every other refused.
fn replay(name: &str, step: &Step) -> usize {
    let solver = Solver::new();
    step.posed(&solver).unwrap_or_else(|trouble| panic!("{name}, {}: {trouble}", step.title));
    let right = step.answers(&solver).unwrap();
    let mut accepted = BTreeSet::new();
    for answer in possible(step) {
        let judged = step.judge(&answer, &solver).unwrap();
        assert_eq!(judged.right, is_right(step, &answer), "{name}, {}: {answer}", step.title);
        assert!(judged.why.iter().all(|line| line.ends_with('.')), "{:?}", judged.why);
        if judged.right {
            accepted.insert(answer);
        }
    }
    assert_eq!(accepted, right.iter().cloned().collect(), "{name}, {}", step.title);
    accepted.len()
}

#[test]
fn every_lesson_is_replayed() {
    let mut steps = 0;
    for lesson in lessons() {
        assert!(lesson.steps.len() >= 3 && !lesson.about.is_empty(), "{}", lesson.name);
        for step in lesson.steps.iter().filter(|step| step.task.is_some()) {
            assert!(replay(&lesson.name, step) > 0);
            steps += 1;
        }
    }
    assert!(lessons().len() == 11 && steps >= 40, "{steps} steps");
}

/// Nobody reads a word that a later lesson explains: in no text, no hint, no question and no verdict.
#[test]
fn no_term_appears_before_its_lesson() {
    let solver = Solver::new();
    let mut read = 0;
    for (index, lesson) in lessons().iter().enumerate() {
        let mut look = |place: &str, text: &str| {
            let early = glossary::too_early(text, index).map(|term| term.word);
            assert_eq!(early, None, "{}, {place}: {text}", lesson.name);
            read += 1;
        };
        // The title and the sentence below it may name what the lesson is about to explain.
        for step in &lesson.steps {
            look("title", &step.title);
            step.text.iter().chain(&step.hints).for_each(|text| look(&step.title, text));
            look(&step.title, step.question().unwrap_or_default());
            if step.task.is_none() {
                continue;
            }
            for answer in possible(step) {
                let judged = step.judge(&answer, &solver).unwrap();
                look(&step.title, &judged.short);
                judged.why.iter().for_each(|line| look(&step.title, line));
            }
        }
    }
    assert!(read > 500, "{read}");
    // Each term belongs to a lesson that exists, and terms stand in the order of their lessons or earlier.
    for term in glossary::terms() {
        assert!(lessons().iter().any(|lesson| lesson.name == term.lesson), "{}", term.word);
    }
}

#[test]
fn p_and_n_are_balanced() {
    let asked = lessons().iter().flat_map(|lesson| &lesson.steps);
    let asked: Vec<&Step> = asked.filter(|step| step.task == Some(Task::Who)).collect();
    let p = asked.iter().filter(|step| is_right(step, "P")).count();
    assert!(asked.len() >= 10 && p.abs_diff(asked.len() - p) <= 2, "{p} of {} are P", asked.len());
}

/// A verdict is short, and a wrong answer to a choice does not give the right one away.
#[test]
fn verdicts_are_short_and_keep_the_answer() {
    let solver = Solver::new();
    for step in lessons().iter().flat_map(|lesson| &lesson.steps) {
        let answers = if step.task.is_some() { possible(step) } else { Vec::new() };
        for answer in answers {
            let judged = step.judge(&answer, &solver).unwrap();
            assert!((10..=130).contains(&judged.short.chars().count()), "{}", judged.short);
            assert!(judged.short.ends_with(['.', '!', '?']), "{}", judged.short);
            assert!(
                !judged.short.contains(['`', '[']) || step.lesson > Some(2),
                "{}",
                judged.short
            );
            if step.task == Some(Task::Who) && !judged.right {
                assert!(
                    judged.why.is_empty() && !judged.short.contains("loses"),
                    "{}",
                    judged.short
                );
            }
        }
    }
}

/// Somebody who has just read the rules: takes everything if that wins at once, does not leave a single heap
/// if there is another way, and otherwise makes any move.
#[test]
fn a_newcomer_beats_the_first_opponent_more_often_than_not_and_the_last_one_hardly_ever() {
    let solver = Solver::new();
    let games = amalgam_tier::size(200, 2000);
    let mut won = Vec::new();
    for opponent in OPPONENTS {
        let mut wins = 0;
        for seed in 0..games {
            let start =
                Start::Given(Sum::parse("[3,4,5]", &"amalgamation".parse().unwrap()).unwrap());
            let players = [Player::Human, opponent.player];
            let setup = Setup { start, play: Play::Normal, players, seed };
            let mut game = setup.begin(&solver).unwrap();
            let mut chance = Random::new(seed ^ 0x5eed);
            while !game.is_over() {
                let evaluation = game.evaluate(&solver).unwrap();
                let action = match game.reply(&evaluation) {
                    Some(reply) => reply,
                    None => newcomer(&game, &mut chance),
                };
                game.make(&action).unwrap();
            }
            wins += u64::from(game.winner() == Some(0));
        }
        println!("a newcomer wins {wins} of {games} games against {}", opponent.name);
        won.push(wins * 100 / games);
    }
    assert!(won[0] >= 50 && won[0] > won[1] && won[1] > won[2] && won[2] <= 15, "{won:?}");
}

fn newcomer(game: &amalgam::session::Session, chance: &mut Random) -> amalgam::PartMove {
    let heaps = |action: &&amalgam::PartMove| action.result.heaps().len();
    let moves = game.moves();
    if let Some(last) = moves.iter().find(|action| heaps(action) == 0) {
        return last.clone();
    }
    let careful: Vec<_> = moves.iter().filter(|action| heaps(action) != 1).collect();
    let from = if careful.is_empty() { moves.iter().collect() } else { careful };
    from[chance.below(from.len() as u64) as usize].clone()
}

#[test]
fn the_whole_games_can_be_won_and_lost() {
    let solver = Solver::new();
    let games = lessons().iter().flat_map(|lesson| &lesson.steps);
    for step in games.filter(|step| step.task == Some(Task::Play)) {
        // A winning move each time: the game is won, whatever a perfect opponent does.
        let mut game = step.game().unwrap();
        while !game.is_over() {
            let evaluation = game.evaluate(&solver).unwrap();
            let action = match game.reply(&evaluation) {
                Some(reply) => reply,
                None => evaluation.winning().next().unwrap().action.clone(),
            };
            game.make(&action).unwrap();
        }
        assert!(step.judge_game(&game).unwrap().right, "{}", step.title);
        // A losing first move, and the perfect opponent wins.
        let mut game = step.game().unwrap();
        while !game.is_over() {
            let evaluation = game.evaluate(&solver).unwrap();
            let losing = evaluation.moves.iter().find(|valued| valued.wins() == Some(false));
            let action = match game.reply(&evaluation) {
                Some(reply) => reply,
                None => losing.unwrap_or(&evaluation.moves[0]).action.clone(),
            };
            game.make(&action).unwrap();
        }
        assert!(!step.judge_game(&game).unwrap().right, "{}", step.title);
    }
}

#[test]
fn puzzles_have_exactly_what_they_promise() {
    let solver = Solver::new();
    let seeds = amalgam_tier::size(6, 40);
    let mut outcomes = BTreeSet::new();
    for kind in Kind::ALL {
        for level in 1..=3 {
            for seed in 0..seeds {
                let puzzle = puzzle::make(kind, level, seed, &solver).unwrap();
                assert_eq!(puzzle, puzzle::make(kind, level, seed, &solver).unwrap());
                let accepted = replay(kind.name(), &puzzle.step);
                assert_eq!(accepted, puzzle.grade.right, "{puzzle:?}");
                let all = puzzle.grade.moves;
                match kind {
                    Kind::Only => assert!(accepted == 1 && all > 1, "{puzzle:?}"),
                    Kind::LosingMerge => assert!(accepted < all, "{puzzle:?}"),
                    Kind::Who => {
                        let sum = puzzle.step.position.as_ref().unwrap();
                        outcomes.insert((level, outcome(sum, Play::Normal)));
                    }
                    Kind::Complete => assert_eq!(accepted, 1),
                }
            }
        }
    }
    assert_eq!(outcomes.len(), 6, "P and N at every level");
}

#[test]
fn reasons_say_what_is_so() {
    let solver = Solver::new();
    let game: amalgam::games::AnyGame = "amalgamation".parse().unwrap();
    let mut told = 0;
    for heaps in (0..7u64).flat_map(|a| (a..7).flat_map(move |b| (b..7).map(move |c| [a, b, c]))) {
        let sum = Sum::single(game.clone(), Position::new(heaps));
        for line in reasons::why(&sum, Play::Normal, &solver) {
            told += 1;
            let Some((rest, after)) = line.split_once(" is completed by ") else { continue };
            let heap: u64 = after.split(' ').next().unwrap().parse().unwrap();
            let rest: Position = rest.parse().unwrap();
            let mut oracle = Naive::new(game.rules().unwrap(), Play::Normal);
            assert_eq!(oracle.completion(rest.heaps(), 40), Some(heap), "{line}");
        }
    }
    assert!(told > 100, "{told}");
    let why = |text: &str| reasons::why(&Sum::parse(text, &game).unwrap(), Play::Normal, &solver);
    assert!(why("[1,2,4]")[1].starts_with("`merge 1 and 2` leaves [3,4], and `take 1 from 4`"));
    assert_eq!(why("nim[1,2,3]"), Vec::<String>::new(), "heaps do not merge there");
    assert_eq!(why("nim[1] + nim[2]"), Vec::<String>::new());
}

#[test]
fn what_is_wrong_with_a_text_is_pointed_at() {
    let step = |lines: &str| format!("amalgam worksheet\ntitle: T\n# A\n{lines}");
    let cases = [
        (
            "title: T".to_owned(),
            "line 1: the first line is `amalgam lesson` or `amalgam worksheet`",
        ),
        (
            "amalgam lesson\nnonsense".to_owned(),
            "line 2: before the first step stand `name:`, `title:` and `about:`",
        ),
        (step("position: nim[3,"), "line 4: this `[` is never closed"),
        (step("position: nim[3]\ntask: wni"), "line 5: this is no task"),
        (step("task: win"), "a task needs a position"),
        (step("play: other"), "line 4: expected `normal` or `misere`"),
        ("amalgam lesson\n# A".to_owned(), "the title is missing"),
    ];
    for (text, message) in cases {
        let error = Lesson::read(&text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let wrong = |task: &str, position: &str| {
        let text = step(&format!("position: {position}\ntask: {task}"));
        let trouble = Lesson::read(&text).unwrap().steps[0].posed(&Solver::new()).unwrap_err();
        assert!(
            matches!(trouble, Trouble::Posed(_) | Trouble::Solve(_)),
            "{task} {position}: {trouble}"
        );
    };
    wrong("win", "nim[3,3]");
    wrong("only", "nim[4,5,7]");
    wrong("losing merge", "nim[3,4]");
    wrong("complete", "kayles[3]");
    wrong("play", "amalgamation[1,2,4]");
}

#[test]
fn every_word_is_explained_once() {
    let words: Vec<&str> = glossary::terms().iter().map(|term| term.word).collect();
    let distinct: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(words.len(), distinct.len());
    for word in [
        "P-position",
        "N-position",
        "mex",
        "Grundy value",
        "remoteness",
        "completion",
        "row",
        "cover",
    ] {
        assert!(distinct.contains(word), "{word}");
    }
    assert!(glossary::terms().iter().all(|term| term.meaning.ends_with('.')));
}
