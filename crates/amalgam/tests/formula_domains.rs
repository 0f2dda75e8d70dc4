//! Domains, tables of facts, and tests of conjectures.

use amalgam::base::budget::{Limit, Silent, Step, Task};
use amalgam::engines::bulk::{Domain, DomainError, Facts, Mentions, TableError, Tables};
use amalgam::engines::naive::Naive;
use amalgam::games::AnyGame;
use amalgam::lab::formula::{Formula, TestError, Value, Verdict, test};
use amalgam::{Budget, Outcome, Play, Position, Rules};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Mutex;

fn listed(domain: &Domain) -> Vec<Vec<u64>> {
    let mut positions = domain.positions();
    let mut listed = Vec::new();
    while let Some(heaps) = positions.next() {
        listed.push(heaps.to_vec());
    }
    listed
}

/// All ascending lists of `heaps` numbers up to `max`, by counting in base max + 1.
fn boxed(heaps: usize, max: u64) -> Vec<Vec<u64>> {
    let numbers = 0..(max + 1).pow(heaps as u32);
    let digits = |mut number: u64| {
        let mut digits = vec![0; heaps];
        for digit in digits.iter_mut().rev() {
            *digit = number % (max + 1);
            number /= max + 1;
        }
        digits
    };
    numbers.map(digits).filter(|digits| digits.is_sorted()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn domains_list_what_the_bounds_let_in(
        heaps in prop::option::of(0usize..5),
        max in prop::option::of(0u64..7),
        coins in prop::option::of(0u64..12),
    ) {
        let Ok(domain) = Domain::new(heaps, max, coins) else {
            prop_assert!(coins.is_none() && (heaps.is_none() || max.is_none()));
            return Ok(());
        };
        // Without a bound, the coins bound heaps and heights; then empty heaps are dropped.
        let bound = coins.unwrap_or(0);
        let wide = heaps.unwrap_or(bound as usize).min(12);
        let tall = max.unwrap_or(bound);
        prop_assume!((tall + 1).pow(wide as u32) < 3_000_000);
        let mut expected: Vec<Vec<u64>> = boxed(wide, tall);
        expected.retain(|digits| coins.is_none_or(|coins| digits.iter().sum::<u64>() <= coins));
        if heaps.is_none() {
            expected.iter_mut().for_each(|digits| digits.retain(|&digit| digit > 0));
        }
        let full = |digits: &Vec<u64>| digits.iter().filter(|&&digit| digit > 0).count();
        expected.sort_by_key(|digits| (digits.iter().sum::<u64>(), full(digits), digits.clone()));
        prop_assert_eq!(domain.count(), Some(expected.len() as u64));
        for heaps in &expected {
            let position = Position::new(heaps.iter().copied());
            prop_assert_eq!(&domain.entries(&position), heaps);
        }
        prop_assert_eq!(listed(&domain), expected);
    }
}

#[test]
fn domains_that_are_none() {
    assert_eq!(Domain::new(Some(3), None, None), Err(DomainError::Infinite));
    assert_eq!(Domain::new(None, Some(3), None), Err(DomainError::Infinite));
    assert_eq!(Domain::new(None, None, None), Err(DomainError::Infinite));
    assert_eq!(Domain::heaps(usize::MAX, u64::MAX), Err(DomainError::TooLarge));
    assert_eq!(Domain::heaps(usize::MAX, 0), Err(DomainError::TooLarge));
    assert_eq!(Domain::coins(u64::MAX), Err(DomainError::TooLarge));
    assert_eq!(Domain::heights(4, 40).unwrap().to_string(), "heaps up to 4, up to 40 coins");
    assert_eq!(Domain::heaps(3, 9).unwrap().to_string(), "3 heaps, heaps up to 9");
    // The partition numbers 1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42 add up to 139; p(60) = 966,467.
    let count = |coins| Domain::coins(coins).unwrap().count().unwrap();
    assert_eq!(count(10), 139);
    assert_eq!(count(60) - count(59), 966_467);
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(vec![
        "take any",
        "take any, merge",
        "take any, merge if min >= 2",
        "take any, merge then take 1",
        "take any, merge then take 3",
        "take any, merge if equal, merge if max >= 4 then take 2",
        "take any, merge if sum <= 6 and unequal",
        "take 1..2",
        "take 1..2, merge",
        "take {1,3}, merge if min >= 2",
        "merge",
        "merge then take 1, split",
        "split unequal, merge if sum >= 4 then take 2",
        "take any, split",
        "take 1..2, take 1..2 then split",
        "take 1 then split, merge",
        "take 2.., merge if equal",
    ])
    .prop_map(|words| words.parse().unwrap())
}

fn domain() -> impl Strategy<Value = Domain> {
    prop_oneof![
        (0usize..4, 0u64..7).prop_map(|(heaps, max)| Domain::heaps(heaps, max).unwrap()),
        Just(Domain::heaps(4, 3).unwrap()),
        (0u64..12).prop_map(|coins| Domain::coins(coins).unwrap()),
        (0u64..5, 0u64..13).prop_map(|(h, coins)| Domain::heights(h, coins).unwrap()),
        Just(Domain::new(Some(3), None, Some(12)).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tables_agree_with_the_oracle(
        rules in rules(),
        domain in domain(),
        outcome: bool,
        misere: bool,
        grundy: bool,
        completion: bool,
    ) {
        prop_assume!(!rules.splits() || domain.most_coins() <= 12);
        let completion = (completion && rules.takes_any()).then_some(0..0);
        let (completed, whole) = (3, domain.most_coins() <= 10);
        let mentions = Mentions { outcome, misere, grundy, completion, completed, whole };
        let tables =
            Tables::new(&rules, &domain, &mentions, &Budget::default(), &Silent).unwrap();
        let mut normal = Naive::new(&rules, Play::Normal);
        let mut last = Naive::new(&rules, Play::Misere);
        for heaps in listed(&domain) {
            let value = normal.value(&heaps);
            let is_p = outcome.then_some(value.outcome == Outcome::P);
            prop_assert_eq!(tables.is_p(&heaps), is_p, "{:?} {}", heaps, rules);
            prop_assert_eq!(tables.grundy(&heaps), grundy.then_some(value.grundy), "{:?}", heaps);
            let is_misere_p = misere.then(|| last.outcome(&heaps) == Outcome::P);
            prop_assert_eq!(tables.is_misere_p(&heaps), is_misere_p, "{:?} {}", heaps, rules);
            if let ([.., a, b], true) = (heaps.as_slice(), mentions.completion.is_some()) {
                let size = tables.completion(&[*a, *b]).unwrap();
                prop_assert_eq!(tables.completion(&[*b, *a]), Some(size));
                prop_assert_eq!(normal.completion(&[*a, *b], size), Some(size), "{} {}", a, b);
            }
            if mentions.completion.is_some() && domain.most_coins() <= 10 {
                for rest in [&heaps[..], &heaps[heaps.len().saturating_sub(3)..]] {
                    let size = tables.completion(rest).unwrap();
                    prop_assert_eq!(normal.completion(rest, size), Some(size), "{:?}", rest);
                }
            }
        }
    }
}

fn run(text: &str, game: &str, domain: &Domain) -> Result<Verdict, TestError> {
    let formula: Formula = text.parse().unwrap();
    let game: AnyGame = game.parse().unwrap();
    test(&formula, &game, domain, &Budget::default(), &Silent)
}

fn is_verified(verdict: Result<Verdict, TestError>) -> bool {
    matches!(verdict.unwrap(), Verdict::VerifiedTo { .. })
}

fn counterexample(verdict: Result<Verdict, TestError>) -> Vec<u64> {
    match verdict.unwrap() {
        Verdict::Refuted(found) => found.heaps,
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn bouton_and_where_he_fails() {
    let three = Domain::heaps(3, 40).unwrap();
    assert!(is_verified(run("P <=> x ^ y ^ z == 0", "nim", &three)));
    assert!(is_verified(run("grundy == nimsum", "nim", &Domain::coins(20).unwrap())));
    assert!(is_verified(run("f(x, y) == x ^ y", "nim", &three)));
    let Verdict::Refuted(found) = run("P <=> x ^ y ^ z == 0", "amalgamation", &three).unwrap()
    else {
        panic!("[1,2,3] merges to [3,3]");
    };
    assert_eq!(found.position().to_string(), "[1,2,3]");
    let smaller = listed(&three).iter().position(|heaps| heaps == &[1, 2, 3]);
    assert_eq!(Some(found.tested as usize), smaller);
    assert!(found.values.contains(&("P".to_owned(), Value::Truth(false))));
    assert!(found.values.contains(&("x ^ y ^ z".to_owned(), Value::Integer(0))));
}

#[test]
fn statements_of_the_papers() {
    let coins = Domain::coins(24).unwrap();
    // Locke & Handley: mirror positions; heights up to three; misère play; rows are involutions.
    assert!(is_verified(run("mirror => P", "amalgamation", &coins)));
    assert!(is_verified(run("(all h: h <= 3) => (P <=> mirror)", "amalgamation", &coins)));
    let misere = "(any h: h > 1) => (misere_P <=> P)";
    assert!(is_verified(run(misere, "amalgamation", &coins)));
    assert!(is_verified(run("(all h: h == 1) => (misere_P <=> !P)", "amalgamation", &coins)));
    let three = Domain::heaps(3, 30).unwrap();
    assert!(is_verified(run("x > 0 => f(x, f(x, y)) == y", "amalgamation", &three)));
    let bounds = "abs(x - y) - 1 <= f(x, y) && f(x, y) <= x + y + 1";
    assert!(is_verified(run(bounds, "amalgamation", &three)));
    assert!(is_verified(run("P <=> f(x, y) == z", "amalgamation", &three)));
}

#[test]
fn the_conjecture_of_manabe() {
    let domain = Domain::heaps(3, 60).unwrap();
    let conjecture = "grundy >> 1 == (x ^ y ^ z) >> 1";
    assert!(is_verified(run(conjecture, "restricted-amalgamation", &domain)));
    assert_eq!(counterexample(run(conjecture, "amalgamation", &domain)), [0, 1, 2]);
}

/// Heights up to four, an even number of coins, some height an odd number of times: an N-position?
/// Not always. ⟨3,3,5,1⟩ is a P-position, and the smallest that the conjecture excludes.
#[test]
fn conjecture_10_of_locke_and_handley() {
    let conjecture = "coins % 2 == 0 && (any h: c[h] % 2 == 1) => N";
    let smaller = Domain::heights(4, 27).unwrap();
    assert!(is_verified(run(conjecture, "amalgamation", &smaller)));
    let domain = Domain::heights(4, 40).unwrap();
    let found = counterexample(run(conjecture, "amalgamation", &domain));
    assert_eq!(found, [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]);
    let rules: Rules = "take any, merge".parse().unwrap();
    assert_eq!(Naive::new(&rules, Play::Normal).outcome(&found), Outcome::P);
}

#[test]
fn tests_that_come_to_nothing() {
    let three = Domain::heaps(3, 10).unwrap();
    let Err(TestError::Evaluation(error)) = run("10 / z > 0", "nim", &three) else { panic!() };
    assert_eq!(error.heaps(), [0, 0, 0]);
    let Err(TestError::Evaluation(error)) = run("f(x, 1000) > 0", "nim", &three) else { panic!() };
    assert_eq!(error.to_string(), "the table of facts does not reach so far at [0,0,0]");
    let no_f = run("f(x, y) > 0", "take 1..2", &three);
    assert_eq!(no_f, Err(TestError::Tables(TableError::NoCompletion)));
    let formula: Formula = "P || N".parse().unwrap();
    let game: AnyGame = "take any, merge".parse().unwrap();
    let small = Budget { memory: 1 << 10, ..Budget::default() };
    for domain in [Domain::heaps(3, 300).unwrap(), Domain::coins(60).unwrap()] {
        let limited = test(&formula, &game, &domain, &small, &Silent);
        assert!(matches!(limited, Err(TestError::Tables(TableError::Limit(_)))));
    }
    let huge = Domain::coins(5000).unwrap();
    let limited = test(&formula, &game, &huge, &Budget::default(), &Silent);
    assert!(matches!(limited, Err(TestError::Tables(TableError::Limit(_)))));
    let formula: Formula = "coins >= 0".parse().unwrap();
    let few = Budget::default().with_positions(1000);
    assert!(matches!(test(&formula, &game, &huge, &few, &Silent), Err(TestError::Limit(_))));
}

#[test]
fn progress_ends_with_every_position() {
    let formula: Formula = "P || N".parse().unwrap();
    let game: AnyGame = "take any, merge".parse().unwrap();
    let domain = Domain::coins(12).unwrap();
    let heard = Mutex::new(Vec::new());
    let hear = |step: Step| {
        heard.lock().unwrap().push(step);
        ControlFlow::Continue(())
    };
    test(&formula, &game, &domain, &Budget::default(), &hear).unwrap();
    let heard = heard.into_inner().unwrap();
    let total = domain.count();
    let expected = Step { task: Task::Positions, done: total.unwrap(), total };
    assert_eq!(heard.last(), Some(&expected));
    assert!(heard.iter().any(|step| step.task == Task::Table));
}

#[test]
fn a_watcher_that_says_stop_ends_a_test_as_a_limit() {
    let formula: Formula = "P || N".parse().unwrap();
    let game: AnyGame = "take any, merge".parse().unwrap();
    let domain = Domain::coins(12).unwrap();
    let stop = |_: Step| ControlFlow::Break(());
    let stopped = test(&formula, &game, &domain, &Budget::default(), &stop);
    let Err(TestError::Tables(TableError::Limit(reached))) = stopped else {
        panic!("{stopped:?}");
    };
    assert_eq!(reached.limit, Limit::Stopped);
}

#[test]
fn games_without_heap_rules_have_facts_too() {
    let two = Domain::heaps(2, 30).unwrap();
    let golden = "P <=> wythoff";
    assert!(golden.parse::<Formula>().is_err(), "a formula knows no theorem");
    let verdict = run("P => x == 0 && y == 0 || y - x <= x", "wythoff", &two).unwrap();
    assert!(matches!(verdict, Verdict::VerifiedTo { .. }));
    let Verdict::Refuted(found) = run("P => y - x <= 3", "wythoff", &two).unwrap() else {
        panic!()
    };
    assert_eq!(found.position().heaps(), [6, 10]);
    let three = Domain::heaps(3, 7).unwrap();
    let mirrored = run("x == y && z > 0 => misere_P || !misere_P", "lim", &three).unwrap();
    assert!(matches!(mirrored, Verdict::VerifiedTo { .. }));
    let kayles = Domain::heaps(3, 20).unwrap();
    let same = "grundy == 0 <=> P";
    assert!(matches!(run(same, "octal(0.77)", &kayles).unwrap(), Verdict::VerifiedTo { .. }));
    let wrong = run("P", "chomp(2)", &Domain::heaps(3, 5).unwrap());
    assert!(matches!(wrong, Err(TestError::Tables(TableError::TooManyHeaps { most: 2, .. }))));
}
