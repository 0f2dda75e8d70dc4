//! How many times a second a formula of ten operations is evaluated, compiled and as a tree; and
//! whole tests, tables included.

#![allow(missing_docs, reason = "criterion writes functions of its own")]

use std::hint::black_box;

use amalgam::base::budget::Silent;
use amalgam::engines::bulk::{Domain, NoFacts};
use amalgam::engines::census::Census;
use amalgam::games::AnyGame;
use amalgam::lab::formula::{Formula, Point, Verdict, test, test_with};
use amalgam::{Budget, Play};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Ten operations: ^ ^ >> == + * % - || >.
const TEN: &str = "(x ^ y ^ z) >> 1 == (x + y) * 3 % 7 - 1 || z > 90";

/// The same, with a last comparison that makes it hold everywhere.
const HOLDS: &str = "(x ^ y ^ z) >> 1 == (x + y) * 3 % 7 - 1 || z < 900";

fn evaluations(c: &mut Criterion) {
    let formula: Formula = TEN.parse().unwrap();
    let mut triples = Vec::new();
    let mut positions = Domain::heaps(3, 100).unwrap().positions();
    while let Some(heaps) = positions.next() {
        triples.push(<[u64; 3]>::try_from(heaps).unwrap());
    }
    let by_hand = |&[x, y, z]: &[u64; 3]| {
        let right = ((x + y) * 3 % 7) as i64 - 1;
        ((x ^ y ^ z) >> 1) as i64 == right || z > 90
    };
    let expected = triples.iter().filter(|triple| by_hand(triple)).count();

    let mut group = c.benchmark_group("ten operations");
    group.throughput(Throughput::Elements(triples.len() as u64));
    let mut machine = formula.machine();
    group.bench_function("machine", |b| {
        b.iter(|| {
            let holds = |heaps: &&[u64; 3]| {
                let point = Point::new(*heaps).unwrap();
                formula.evaluate(&mut machine, &point, &NoFacts).unwrap()
            };
            assert_eq!(black_box(&triples).iter().filter(holds).count(), expected);
        });
    });
    // The whole test: listing the positions, and taking them in blocks. It holds everywhere.
    let domain = Domain::heaps(3, 100).unwrap();
    let holds: Formula = HOLDS.parse().unwrap();
    group.bench_function("blocks", |b| {
        b.iter(|| {
            let verdict = test_with(&holds, &NoFacts, &domain, &Budget::default(), &Silent);
            let all = triples.len() as u64;
            assert!(
                matches!(verdict, Ok(Verdict::VerifiedTo { positions, .. }) if positions == all)
            );
        });
    });
    group.bench_function("one at a time", |b| {
        let mut machine = holds.machine();
        b.iter(|| {
            let (mut positions, mut count) = (domain.positions(), 0);
            while let Some(heaps) = positions.next() {
                let point = Point::new(heaps).unwrap();
                assert!(holds.evaluate(&mut machine, &point, &NoFacts).unwrap());
                count += 1;
            }
            assert_eq!(count, triples.len());
        });
    });
    group.bench_function("interpreter", |b| {
        b.iter(|| {
            let holds = |heaps: &&[u64; 3]| {
                formula.interpret(&Point::new(*heaps).unwrap(), &NoFacts).unwrap()
            };
            assert_eq!(black_box(&triples).iter().filter(holds).count(), expected);
        });
    });
    group.finish();
}

fn conjectures(c: &mut Criterion) {
    let mut group = c.benchmark_group("conjectures");
    group.sample_size(10);
    let mut run =
        |name: &str, text: &str, rules: &str, domain: Domain, smallest: Option<&[u64]>| {
            let formula: Formula = text.parse().unwrap();
            let game: AnyGame = rules.parse().unwrap();
            group.bench_function(name, |b| {
                b.iter(|| {
                    match test(&formula, &game, &domain, &Budget::default(), &Silent).unwrap() {
                        Verdict::VerifiedTo { positions, .. } => {
                            assert_eq!(smallest, None);
                            assert_eq!(Some(positions), domain.count());
                        }
                        Verdict::Refuted(found) => assert_eq!(Some(&found.heaps[..]), smallest),
                    }
                });
            });
        };
    run(
        "Manabe's conjecture, heaps to 100",
        "grundy >> 1 == (x ^ y ^ z) >> 1",
        "take any, merge if min >= 2",
        Domain::heaps(3, 100).unwrap(),
        None,
    );
    run(
        "P by f, heaps to 200",
        "P <=> f(x, y) == z",
        "take any, merge",
        Domain::heaps(3, 200).unwrap(),
        None,
    );
    run(
        "Locke & Handley's Conjecture 10, 40 coins",
        "coins % 2 == 0 && !mirror => N",
        "take any, merge",
        Domain::heights(4, 40).unwrap(),
        Some(&[1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]),
    );
    run("P or N, 45 coins", "P || N", "take any, merge", Domain::coins(45).unwrap(), None);
    run(
        "mirror positions, 45 coins",
        "mirror => P",
        "take any, merge",
        Domain::coins(45).unwrap(),
        None,
    );
}

/// A test of all outcomes beside the census that finds them.
fn beside_the_census(c: &mut Criterion) {
    let rules = "take any, merge".parse().unwrap();
    let mut group = c.benchmark_group("outcomes of 45 coins");
    group.sample_size(10);
    group.bench_function("census", |b| {
        b.iter(|| {
            let limits = Budget::default();
            let mut census = Census::new(&rules, Play::Normal, 45, &limits).unwrap();
            let mut found = 0;
            while let Some(layer) = census.advance(&limits).unwrap() {
                found += layer.p_ranks().count();
            }
            assert_eq!(found, 26_130);
        });
    });
    group.finish();
}

criterion_group!(benches, evaluations, conjectures, beside_the_census);
criterion_main!(benches);
