//! Users' own games against recursion over their options, and what happens to those that never
//! end or do not fit.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use amalgam::base::budget::Limit;
use amalgam::games::own::{Datum, ExploreError, Graph, OwnError, OwnGame};
use amalgam::session::Setup;
use amalgam::{
    Budget, Classified, Fault, Play, Solver, Sum, Value, engines::naive, solve::explain,
};
use proptest::prelude::*;

/// A game given by a function.
struct By<F>(F);

impl<F> std::fmt::Debug for By<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("By")
    }
}

impl<F: Fn(&Datum) -> Vec<Datum> + Send + Sync> OwnGame for By<F> {
    fn name(&self) -> &str {
        "by"
    }
    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        Ok(self.0(position))
    }
}

/// The value of a position by recursion over its options.
fn naive_value(
    game: &dyn OwnGame,
    position: &Datum,
    play: Play,
    memo: &mut HashMap<Datum, Value>,
) -> Value {
    if let Some(&value) = memo.get(position) {
        return value;
    }
    let options: Vec<Value> = game
        .options(position)
        .unwrap()
        .iter()
        .map(|option| naive_value(game, option, play, memo))
        .collect();
    let value = naive::evaluate(&options, play);
    memo.insert(position.clone(), value);
    value
}

/// Compares a graph with the recursion: the same positions, values and options.
fn compare(game: &dyn OwnGame, start: &Datum) -> Graph {
    let graph = Graph::explore(game, start, &Budget::default()).unwrap();
    assert_eq!(&graph.datum(graph.start()), start);
    for play in [Play::Normal, Play::Misere] {
        let mut memo = HashMap::new();
        naive_value(game, start, play, &mut memo);
        assert_eq!(graph.positions(), memo.len());
        for (position, value) in memo {
            let node = graph.find(&position).expect("it can be reached");
            assert_eq!(graph.datum(node), position);
            assert_eq!(graph.value(node, play), value, "{position}");
        }
    }
    for node in 0..graph.positions() as u32 {
        let mut seen = BTreeSet::new();
        let mut expected = game.options(&graph.datum(node)).unwrap();
        expected.retain(|option| seen.insert(option.clone()));
        let options: Vec<Datum> = graph.options(node).iter().map(|&n| graph.datum(n)).collect();
        assert_eq!(options, expected, "each option once, in the game's order");
        assert!(graph.options(node).iter().all(|&option| option < node), "options come first");
    }
    graph
}

fn integer(datum: &Datum) -> i64 {
    match datum {
        Datum::Integer(number) => *number,
        _ => panic!("no integer: {datum}"),
    }
}

#[test]
fn subtraction_with_integers() {
    let game = By(|heap: &Datum| {
        let heap = integer(heap);
        [1, 3, 4, 1].iter().filter(|&&k| k <= heap).map(|k| (heap - k).into()).collect()
    });
    let graph = compare(&game, &Datum::Integer(300));
    // Taking 1, 3 or 4 has period 7: 0 1 0 1 2 3 2 (Winning Ways, chapter 4).
    for n in 0..=300 {
        let node = graph.find(&Datum::Integer(n)).unwrap();
        let expected = [0, 1, 0, 1, 2, 3, 2][n as usize % 7];
        assert_eq!(graph.value(node, Play::Normal).grundy, expected, "{n}");
    }
    assert_eq!(graph.find(&Datum::Integer(301)), None);
}

#[test]
fn nim_with_lists_and_with_maps() {
    let lists = By(|heaps: &Datum| {
        let Datum::List(heaps) = heaps else { panic!("no list") };
        let mut options = Vec::new();
        for i in 0..heaps.len() {
            for left in 0..integer(&heaps[i]) {
                let mut option = heaps.clone();
                option[i] = Datum::Integer(left);
                options.push(Datum::List(option));
            }
        }
        options
    });
    let graph = compare(&lists, &"[3,5,6]".parse().unwrap());
    assert_eq!(graph.value(graph.start(), Play::Normal).grundy, 3 ^ 5 ^ 6);
    let maps = By(|heaps: &Datum| {
        let Datum::Map(heaps) = heaps else { panic!("no map") };
        let mut options = Vec::new();
        for (name, heap) in heaps {
            for left in 0..integer(heap) {
                let mut option = heaps.clone();
                option.insert(name.clone(), Datum::Integer(left));
                options.push(Datum::Map(option));
            }
        }
        options
    });
    let graph = compare(&maps, &"#{a: 4, b: 300, \"the third\": 2}".parse().unwrap());
    assert_eq!(graph.value(graph.start(), Play::Normal).grundy, 4 ^ 300 ^ 2);
}

#[test]
fn a_position_without_moves_is_a_game() {
    let graph = compare(&By(|_: &Datum| Vec::new()), &"#{}".parse().unwrap());
    assert_eq!((graph.start(), graph.positions()), (0, 1));
    assert!(graph.options(0).is_empty());
}

/// A game given by a table, in which position i has the options `table[i]`.
fn table_game(table: Vec<Vec<i64>>) -> impl OwnGame {
    By(move |position: &Datum| {
        table[integer(position) as usize].iter().map(|&n| Datum::Integer(n)).collect()
    })
}

/// Whether play from `start` can go round for ever: positions at which it ends are dropped, again
/// and again, until none is left or play ends at none.
fn has_cycle(table: &[Vec<i64>], start: i64) -> bool {
    let mut reached = BTreeSet::from([start]);
    let mut queue = vec![start];
    while let Some(i) = queue.pop() {
        queue.extend(table[i as usize].iter().filter(|&&j| reached.insert(j)));
    }
    loop {
        let before = reached.len();
        let ends: Vec<i64> = reached
            .iter()
            .copied()
            .filter(|&i| table[i as usize].iter().all(|j| !reached.contains(j)))
            .collect();
        reached.retain(|i| !ends.contains(i));
        if reached.is_empty() || reached.len() == before {
            return !reached.is_empty();
        }
    }
}

proptest! {
    #[test]
    fn random_games_that_end(
        table in (1usize..40).prop_flat_map(|n| (0..n).map(|i| {
            prop::collection::vec(0..i.max(1) as i64, 0..i.min(6) + 1)
        }).collect::<Vec<_>>())
    ) {
        let mut table = table;
        table[0].clear();
        let start = table.len() as i64 - 1;
        compare(&table_game(table), &Datum::Integer(start));
    }

    #[test]
    fn cycles_are_found_exactly_where_they_are(
        table in (1usize..12).prop_flat_map(|n| {
            prop::collection::vec(prop::collection::vec(0..n as i64, 0..3), n)
        })
    ) {
        let explored = Graph::explore(&table_game(table.clone()), &0.into(), &Budget::default());
        match explored {
            Ok(_) => prop_assert!(!has_cycle(&table, 0)),
            Err(ExploreError::Endless(line)) => {
                prop_assert!(has_cycle(&table, 0));
                let text = line.to_string();
                let shown: Vec<&str> = text.split(" → ").collect();
                prop_assert_eq!(shown.first(), shown.last());
                if !shown.contains(&"…") {
                    prop_assert_eq!(line.moves(), shown.len() - 1);
                }
                for pair in shown.windows(2).filter(|pair| !pair.contains(&"…")) {
                    let (from, to): (usize, i64) = (pair[0].parse().unwrap(), pair[1].parse().unwrap());
                    prop_assert!(table[from].contains(&to), "{} is no line", text);
                }
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn endless_games_are_refused_with_a_short_cycle() {
    let itself = By(|position: &Datum| vec![position.clone()]);
    let up_and_down = By(|n: &Datum| {
        vec![Datum::Integer(integer(n) + 1), Datum::Integer((integer(n) - 1).max(0))]
    });
    let ring = By(|n: &Datum| vec![Datum::Integer((integer(n) + 1) % 1000)]);
    let cases: [(&dyn OwnGame, i64, &str, usize); 3] = [
        (&itself, 5, "5 → 5", 1),
        (&up_and_down, 7, "7 → 8 → 7", 2),
        (&ring, 3, "3 → 4 → 5 → 6 → 7 → 8 → … → 2 → 3", 1000),
    ];
    for (game, start, cycle, moves) in cases {
        match Graph::explore(game, &start.into(), &Budget::default()).unwrap_err() {
            ExploreError::Endless(line) => {
                assert_eq!((line.to_string().as_str(), line.moves()), (cycle, moves));
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_detour_is_left_out_of_the_cycle() {
    // The line 0 → 1 → 2 → 3 → 4 is followed first; 1 → 4 shortens the cycle.
    let table = vec![vec![1], vec![2, 4], vec![3], vec![4], vec![1]];
    match Graph::explore(&table_game(table), &0.into(), &Budget::default()).unwrap_err() {
        ExploreError::Endless(line) => assert_eq!(line.to_string(), "1 → 4 → 1"),
        other => panic!("{other}"),
    }
}

#[test]
fn counting_up_for_ever_ends() {
    let up = By(|n: &Datum| vec![Datum::Integer(integer(n) + 1)]);
    let error = Graph::explore(&up, &0.into(), &Budget::default()).unwrap_err();
    assert!(matches!(error, ExploreError::TooDeep(_)) && error.fault() == Fault::Limit);
    assert_eq!(
        error.to_string(),
        "a line of 1000000 moves was followed, nothing is claimed: \
         0 → 1 → 2 → 3 → 4 → 5 → … → 999999 → 1000000"
    );
    let limits = Budget::default().with_positions(1000);
    match Graph::explore(&up, &0.into(), &limits).unwrap_err() {
        ExploreError::Limit(reached) => assert_eq!(reached.limit, Limit::Positions(1000)),
        other => panic!("{other}"),
    }
    let limits = Budget { memory: 1 << 20, ..Budget::default() };
    match Graph::explore(&up, &0.into(), &limits).unwrap_err() {
        ExploreError::Limit(reached) => {
            assert_eq!(reached.limit, Limit::Memory(1 << 20));
            assert!((1000..100_000).contains(&reached.done), "{}", reached.done);
        }
        other => panic!("{other}"),
    }
    let begun = Instant::now();
    let slow = By(|n: &Datum| {
        std::thread::sleep(Duration::from_millis(1));
        vec![Datum::Integer(integer(n) + 1)]
    });
    let limits = Budget::default().with_time(Duration::from_millis(50));
    match Graph::explore(&slow, &0.into(), &limits).unwrap_err() {
        ExploreError::Limit(reached) => assert_eq!(reached.limit, Limit::Time),
        other => panic!("{other}"),
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_long_game_needs_no_stack() {
    let down = || {
        let game = By(|n: &Datum| (0..integer(n)).rev().take(2).map(Datum::Integer).collect());
        let start = Datum::Integer(Graph::LONGEST_LINE as i64 - 1);
        let graph = Graph::explore(&game, &start, &Budget::default()).unwrap();
        assert_eq!(graph.positions(), Graph::LONGEST_LINE);
        assert_eq!(graph.value(graph.start(), Play::Normal).grundy, 999_999 % 3);
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(down).unwrap().join().unwrap();
}

#[test]
fn an_error_says_at_which_position() {
    #[derive(Debug)]
    struct Breaks;
    impl OwnGame for Breaks {
        fn name(&self) -> &str {
            "breaks"
        }
        fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
            match integer(position) {
                3 => Err(OwnError::new("no way")),
                n => Ok(vec![Datum::Integer(n - 1)]),
            }
        }
    }
    let error = Graph::explore(&Breaks, &9.into(), &Budget::default()).unwrap_err();
    assert_eq!(error.to_string(), "no way, in position 3");
    assert_eq!(error.fault(), Fault::Input);
    assert_eq!(Breaks.show(&"[3,2]".parse().unwrap()).as_deref(), Ok("[3,2]"));
}

/// A game whose name begins like rules in words, with a `show` of its own.
#[derive(Debug)]
struct TakeChomp;

impl OwnGame for TakeChomp {
    fn name(&self) -> &str {
        "take chomp.rhai"
    }
    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        let heap = integer(position);
        Ok([heap - 2, heap - 3].into_iter().filter(|&left| left >= 0).map(Datum::from).collect())
    }
    fn show(&self, position: &Datum) -> Result<String, OwnError> {
        Ok(format!("heap {position}"))
    }
}

#[test]
fn the_number_of_a_node_was_shown_for_a_position() {
    let own: Arc<dyn OwnGame> = Arc::new(TakeChomp);
    let sum = Sum::parse_own("9 + nim[7]", &own, &Budget::default()).unwrap();
    // What is kept of the position is no list of heaps, and cannot be printed as one.
    assert!(sum.parts()[0].as_heaps().is_none() && sum.parts()[0].heaps().is_empty());
    assert_eq!(sum.to_string(), "take chomp.rhai heap 9 + nim[7]");
    assert_eq!(sum.brief(), sum.to_string());
    let moves = Solver::new().moves(&sum).unwrap();
    let told = moves.iter().map(|(action, _)| explain::move_cells(action, &sum).join(" "));
    let told: Vec<String> = told.filter(|told| told.starts_with("part A")).collect();
    let part = "part A, take chomp.rhai: move → heap";
    assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), 2);
    assert!(told.contains(&format!("{part} 7")) && told.contains(&format!("{part} 6")), "{told:?}");
    // Neither is the node among the heaps that could be meant.
    let game = Setup::new(sum.clone()).begin(&Solver::new()).unwrap();
    let error = game.read_move("take 1 from 8").unwrap_err();
    assert_eq!(error.suggestion(), Some("the only heap is 7"));
}

#[test]
fn a_position_that_was_typed_was_taken_for_the_number_of_a_node() {
    let own: Arc<dyn OwnGame> = Arc::new(TakeChomp);
    let limits = Budget::default();
    let nine = Sum::parse_own("9", &own, &limits).unwrap().parts()[0].clone();
    let again = Sum::read("1000", &nine, &limits).unwrap();
    assert_eq!(again.to_string(), "take chomp.rhai heap 1000");
    assert_eq!(Sum::read("nim[3]", &nine, &limits).unwrap().to_string(), "nim[3]");
}
