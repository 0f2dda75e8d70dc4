//! What the plan predicts is compared with the work that is counted: whoever sorts questions by their
//! cost must be able to rely on it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use amalgam::base::budget::Limit;
use amalgam::engines::sequence::{self, HeapMoves};
use amalgam::solve::{Cost, Want};
use amalgam::{AnyGame, Budget, Play, Position, SolveError, Solver, Sum};
use amalgam_tier::size;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// What is said to be done at once may take so much.
const AT_ONCE: u64 = 2_000;

/// Solves and lists the winning moves; the work that was counted must not be more than predicted.
/// Returns the ways that the plan has.
fn check(sum: &Sum, play: Play, want: Want) -> Vec<String> {
    let counter = Arc::new(AtomicU64::new(0));
    let budget = Budget { counter: Some(Arc::clone(&counter)), ..Budget::default() };
    let solver = Solver::within(&budget).play(play);
    let plan = solver.plan(sum, want).unwrap();
    let most = match plan.cost() {
        Cost::AtOnce => Some(AT_ONCE),
        Cost::Entries(entries) => u64::try_from(entries).ok().map(|entries| entries + AT_ONCE),
        _ => None,
    };
    // What is foreseen to be much work is not done here.
    if most.is_some_and(|most| most < 20_000_000) {
        let answer = solver.run(&plan).unwrap();
        if want == Want::Everything {
            let _ = answer.winning_moves();
        }
        let counted = counter.load(Ordering::Relaxed);
        assert!(
            most.is_some_and(|most| counted <= most),
            "{sum}, {play}, {want:?}: {counted} > {plan:?}"
        );
    }
    plan.steps().iter().map(|step| format!("{:?}", step.way)).collect()
}

fn check_all(game: &str, position: &str) -> BTreeSet<String> {
    let game: AnyGame = game.parse().unwrap();
    let sum = Sum::parse(position, &game).unwrap();
    let asked = [Play::Normal, Play::Misere]
        .map(|play| [Want::Everything, Want::Outcome].map(|want| check(&sum, play, want)));
    asked.into_iter().flatten().flatten().collect()
}

#[test]
fn moores_nim_counted_as_at_once() {
    check_all("moore(7)", "[300,6,57]");
    let game: AnyGame = "moore(7)".parse().unwrap();
    let sum = Sum::parse("[300,6,57]", &game).unwrap();
    let plan = Solver::new().plan(&sum, Want::Everything).unwrap();
    assert!(plan.cost() >= Cost::Entries(100_000), "{plan:?}");
}

#[test]
fn no_way_costs_more_than_the_plan_predicts() {
    let worst = [
        ("nim", "[1,2,3,4,5,6,7,8,9,10,11,12]"),
        ("nim", "[1000000000000,7]"),
        ("kayles", "[60]"),
        ("kayles", "[900,901]"),
        ("lasker", "[200,201,202]"),
        ("take 1..9 then split", "[300,301]"),
        ("octal(0.FF)", "[60,61]"),
        ("moore(3)", "[9,10,11,12,13]"),
        ("moore(2)", "<200>"),
        ("wythoff", "[300,480]"),
        ("euclid", "[99998,99999]"),
        ("lim", "[60,61,62]"),
        ("chomp(4)", "[9,9,9,9]"),
        ("merge-take-one", "[1,2,3,4,5,6,7,8,9,10,11]"),
        ("restricted-amalgamation", "[1000000,1000001,99]"),
        ("amalgamation", "[3,900,905]"),
        ("amalgamation", "[3,4,900,905]"),
        ("amalgamation", "[2,3,10000000]"),
        ("amalgamation", "[10,10,20,20,30,30]"),
        ("amalgamation", "[12,13,14,15,16]"),
        ("take 1..3, merge", "[6,7,8]"),
        ("take any, merge if equal", "[5,5,6,6,7]"),
        ("nim", "wythoff[100,161] + nim[3] + kayles[20]"),
        ("nim", "amalgamation[3,4,5] + nim[2,7]"),
        ("nim", "wythoff[1000,1618] + nim[3]"),
    ];
    let mut ways = BTreeSet::new();
    for (game, position) in worst {
        ways.extend(check_all(game, position));
    }
    // All but `Explored`, which was valued when it was read.
    let expected = [
        "Classic",
        "ClosedForm",
        "Completions",
        "FirstWin",
        "FreePairs",
        "GrundyRow",
        "Mirror",
        "Nim",
        "Rests",
        "ThreeHeaps",
        "Together",
        "Valuation",
        "Values",
    ];
    assert_eq!(ways, expected.map(str::to_owned).into());
}

#[test]
fn random_positions_cost_no_more_than_predicted() {
    let games = prop::sample::select(vec![
        "nim",
        "amalgamation",
        "restricted-amalgamation(3)",
        "merge-take-one",
        "kayles",
        "grundy",
        "lasker",
        "moore(2)",
        "take 1..3, merge",
        "take any, merge if min >= 2 and unequal",
        "take 2.., split unequal",
        "octal(4.F)",
    ]);
    let heaps = prop::collection::vec(1u64..40, 1..6);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(size(60, 1500)));
    let cases = (games, heaps, any::<bool>(), any::<bool>());
    let checked = runner.run(&cases, |(game, heaps, misere, everything)| {
        let game: AnyGame = game.parse().unwrap();
        let play = if misere { Play::Misere } else { Play::Normal };
        let want = if everything { Want::Everything } else { Want::Outcome };
        check(&Sum::single(game, Position::new(heaps)), play, want);
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn the_values_of_nim_took_quadratic_time() {
    let counter = Arc::new(AtomicU64::new(0));
    let budget = Budget { counter: Some(Arc::clone(&counter)), ..Budget::default() };
    for (words, least) in [("take any", 1), ("take {2,5..}", 2)] {
        let moves = HeapMoves::of_rules(&words.parse().unwrap()).unwrap();
        let values = sequence::values(moves, 200_000, &budget).unwrap();
        assert!(values[200_000] > 0 && values[least] == 1, "{words}");
    }
    assert!(counter.load(Ordering::Relaxed) < 20_000);
}

#[test]
fn equal_heaps_were_completed_by_a_table_of_gigabytes() {
    let rules = "take any, merge".parse().unwrap();
    let budget = Budget::of_memory(1 << 20);
    for heap in [1, 32_000, 1 << 60] {
        let found = Solver::within(&budget).complete(&rules, &Position::new([heap, heap]));
        assert_eq!(found.unwrap().0, 0);
    }
}

#[test]
fn a_search_that_met_its_bound_gave_advice_about_positions_of_no_coins() {
    let budget = Budget::default().with_time(Duration::from_millis(200));
    let error = Solver::within(&budget).solve("[1000,2000,3000,4000]").unwrap_err();
    let SolveError::Limit(reached) = error else { panic!("{error}") };
    assert_eq!(reached.limit, Limit::Time);
    assert!(reached.needed.is_some_and(|needed| needed > 1 << 30), "{reached}");
}

#[test]
fn a_thousand_threads_were_started_for_four_coins() {
    let many = Budget { threads: NonZeroUsize::new(1000), ..Budget::default() };
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    assert!(many.thread_count() <= 8.max(4 * cores));
    let started = many.on_threads(rayon::current_num_threads).unwrap();
    assert_eq!(started, many.thread_count());
}
