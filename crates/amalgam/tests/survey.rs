//! Surveys against the oracle, and the two ways to a period against each other.

use amalgam::base::nimber::nim_sum;
use amalgam::engines::naive::Naive;
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows;
use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam::lab::statement::{Scope, Statement};
use amalgam::lab::survey::{
    Member, Part, RowPeriod, Series, Sizes, Surveyed, Thirds, observe, survey,
};
use amalgam::{Budget, Outcome, Play, Position};

const SMALL: Sizes = Sizes { rows: 3, cols: 5, heaps: 3, max: Some(5), periods: 3, coins: 8 };

/// Family, take, split, parameters.
type Case = (&'static str, Option<&'static str>, bool, u64, u64);

const CASES: [Case; 11] = [
    ("threshold", None, false, 1, 4),
    ("threshold", Some("1..2"), false, 1, 3),
    ("capped-sum", None, false, 1, 6),
    ("capped-sum", Some("{1,3}"), false, 2, 4),
    ("merge-take", None, false, 0, 4),
    ("merge-take", None, true, 1, 3),
    ("merge-take", Some("1"), true, 1, 2),
    ("equal", None, false, 1, 3),
    ("equal", Some("1..{n}"), false, 1, 3),
    ("unequal", None, false, 1, 3),
    ("take 1..{n}, merge if sum <= {2n}", None, false, 1, 3),
];

fn members((text, take, split, from, to): Case) -> Vec<Member> {
    Series::parse(text, take, split).unwrap().members(from, to).unwrap()
}

fn found<T>(part: &Part<T>) -> &T {
    part.found().expect("there is no bound")
}

/// All positions of at most three heaps up to `max`, ascending heaps, by coins, heaps, heaps.
fn triples(max: u64) -> Vec<Position> {
    let mut all = Vec::new();
    for a in 0..=max {
        for b in a..=max {
            (b..=max).for_each(|c| all.push(Position::new([a, b, c])));
        }
    }
    all.sort_by_key(|p| (p.coins(), p.heaps().len(), p.heaps().to_vec()));
    all
}

fn partitions(coins: u64, largest: u64) -> Vec<Vec<u64>> {
    if coins == 0 {
        return vec![vec![]];
    }
    let with = |first: u64| {
        partitions(coins - first, first).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (1..=coins.min(largest)).flat_map(with).collect()
}

fn check_thirds(surveyed: &Surveyed, oracle: &mut Naive<'_>) {
    let game = &surveyed.member.game;
    match found(&surveyed.thirds) {
        Thirds::Completions(table) => {
            assert!(game.rules().unwrap().takes_any());
            assert_eq!(table.len(), 3);
            for (a, row) in (1u64..).zip(table) {
                for (b, &f) in (0u64..=5).zip(row) {
                    assert_eq!(oracle.completion(&[a, b], 40), Some(f), "{game}: f({a},{b})");
                }
                assert_eq!(row.len(), 6);
            }
        }
        Thirds::Positions { first, total, max } => {
            assert!(!game.rules().unwrap().takes_any());
            let is_p =
                |p: &Position| p.heaps().len() == 3 && oracle.outcome(p.heaps()) == Outcome::P;
            let expected: Vec<Position> = triples(*max).into_iter().filter(is_p).collect();
            assert_eq!((*total, *max), (expected.len() as u64, 5), "{game}");
            assert_eq!(first[..], expected[..expected.len().min(5)], "{game}");
        }
    }
}

#[test]
fn every_part_agrees_with_the_oracle() {
    for case in CASES {
        for member in members(case) {
            let surveyed = survey(&member, &SMALL, &Budget::default());
            let mut oracle = Naive::new(member.game.rules().unwrap(), Play::Normal);
            check_thirds(&surveyed, &mut oracle);
            let (mut same_p, mut same_values) = (0, 0);
            let (mut first_p, mut first_value) = (None, None);
            for position in triples(5) {
                let value = oracle.value(position.heaps()).grundy;
                let nim = nim_sum(position.heaps().iter().copied());
                if (value == 0) == (nim == 0) {
                    same_p += 1;
                } else {
                    first_p.get_or_insert(position.clone());
                }
                if value == nim {
                    same_values += 1;
                } else {
                    first_value.get_or_insert(position);
                }
            }
            let first = |part| found::<amalgam::lab::compare::Comparison>(part).differences.first();
            let game = &member.game;
            assert_eq!(found(&surveyed.outcomes).agree, same_p, "{game}");
            assert_eq!(found(&surveyed.values).agree, same_values, "{game}");
            assert_eq!(first(&surveyed.outcomes).map(|d| d.position.clone()), first_p, "{game}");
            assert_eq!(first(&surveyed.values).map(|d| d.position.clone()), first_value, "{game}");
            for (first, statement) in [
                (first_p, &surveyed.p_positions_as_in_nim),
                (first_value, &surveyed.values_as_in_nim),
            ] {
                // Without an exception so far there may be one beyond.
                assert!(first.is_none() || first.as_ref() == statement.witness(), "{game}");
            }
            let count = |coins: u64| {
                let is_p = |heaps: &&Vec<u64>| oracle.outcome(heaps) == Outcome::P;
                partitions(coins, coins).iter().filter(is_p).count() as u64
            };
            let counts: Vec<u64> = (0..=8).map(count).collect();
            assert_eq!(*found(&surveyed.counts), counts, "{game}");
            assert!(surveyed.is_complete());
        }
    }
}

#[test]
fn proved_and_observed_periods_agree() {
    for family in [Family::AMALGAMATION, Family::Threshold(2), Family::MergeTakeOne] {
        let table = Table::new(family, 8, 600, &Budget::of_memory(1 << 24)).unwrap();
        let proved = rows::find(family, 7, &Budget::default(), &Silent).unwrap();
        for row in proved {
            let values: Vec<u64> =
                table.row(row.rest.largest() as usize).unwrap().iter().map(|&c| c.into()).collect();
            let proved = row.proved().unwrap();
            assert_eq!(observe(&values), Some((proved.preperiod, proved.period)), "{family:?}");
        }
    }
}

/// Rules that are no family of the row machine, but that the theorem on rests applies to.
#[test]
fn rows_proved_as_rests_are_what_the_tables_show() {
    for case in [CASES[2], ("merge-take", None, false, 2, 8), CASES[7]] {
        for member in members(case).into_iter().filter(|m| family(m).is_none()) {
            let sizes = Sizes { rows: 7, cols: 512, periods: 7, ..SMALL };
            let surveyed = survey(&member, &sizes, &Budget::default());
            let Thirds::Completions(table) = found(&surveyed.thirds) else { panic!("no f(a,b)") };
            for (row, values) in found(&surveyed.periods).iter().zip(table) {
                let (preperiod, period) = observe(values).expect("the table is long enough");
                assert_eq!(*row, RowPeriod::Proved { preperiod, period }, "{}", member.game);
            }
        }
    }
}

fn family(member: &Member) -> Option<Family> {
    member.game.rules().unwrap().family_of_rows()
}

#[test]
fn the_rows_of_nim_in_disguise_are_those_of_the_row_machine() {
    let member = &members(("merge-take", None, false, 1, 1))[0];
    let sizes = Sizes { periods: 20, ..SMALL };
    let surveyed = survey(member, &sizes, &Budget::default());
    let machine = rows::find(Family::MergeTakeOne, 20, &Budget::default(), &Silent).unwrap();
    let machine: Vec<RowPeriod> = machine
        .iter()
        .map(|row| row.proved().unwrap())
        .map(|proved| RowPeriod::Proved { preperiod: proved.preperiod, period: proved.period })
        .collect();
    assert_eq!(*found(&surveyed.periods), machine);
}

#[test]
fn below_the_threshold_rows_are_those_of_nim() {
    let member = &members(("threshold", None, false, 5, 5))[0];
    let surveyed = survey(member, &Sizes { periods: 5, ..SMALL }, &Budget::default());
    let periods = found(&surveyed.periods);
    let nim = |row: u64| RowPeriod::Proved { preperiod: 0, period: 2 << row.ilog2() };
    assert_eq!(periods[..4], [nim(1), nim(2), nim(3), nim(4)]);
    assert_ne!(periods[4], nim(5));
}

#[test]
fn a_bound_makes_parts_unknown_and_nothing_else() {
    let member = &members(("threshold", None, false, 2, 2))[0];
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    let surveyed = survey(member, &Sizes { max: Some(400), ..SMALL }, &late);
    assert!(!surveyed.is_complete());
    assert!(surveyed.values.is_unknown());
    // What no bound can keep from being known.
    let refuted_by = |by: &str| {
        let (scope, by) = (Scope::of_heaps(3), by.parse().unwrap());
        Statement::Refuted { scope, holds: None, by }
    };
    assert_eq!(surveyed.p_positions_as_in_nim, refuted_by("[2,4,6]"));
    assert_eq!(surveyed.values_as_in_nim, refuted_by("[2,4]"));
    assert_eq!(surveyed.values_up_to_the_lowest_bit, Statement::Proved(Scope::of_heaps(3)));
    let huge = Sizes {
        rows: u64::MAX,
        cols: u64::MAX,
        heaps: 3,
        max: Some(u64::MAX),
        periods: 1,
        coins: usize::MAX,
    };
    for member in [member, &members(("threshold", Some("1"), false, 2, 2))[0]] {
        let surveyed = survey(member, &huge, &Budget::default());
        assert!(surveyed.thirds.is_unknown() && surveyed.counts.is_unknown());
        assert!(surveyed.values.is_unknown() && surveyed.outcomes.is_unknown());
    }
}
