//! The criterion for games that are Nim in disguise, against the oracle.

use amalgam::base::nimber::nim_sum;
use amalgam::engines::naive::Naive;
use amalgam::theory::merging::{NimCriterion, nim_criterion};
use amalgam::{Outcome, Play, Rules};
use proptest::prelude::*;

/// Every pair up to `most` that may merge into its nim-sum.
fn witnesses(rules: &Rules, most: u64) -> Vec<[u64; 2]> {
    let pairs = (1..=most).flat_map(|x| (x..=most).map(move |y| [x, y]));
    let keeps = |&[x, y]: &[u64; 2]| {
        rules.merges().iter().any(|merge| merge.merged(x, y) == Some(u128::from(x ^ y)))
    };
    pairs.filter(keeps).collect()
}

pub(crate) fn merge() -> impl Strategy<Value = String> {
    let condition = prop_oneof![
        (prop::sample::select(vec!["min", "max", "sum"]), 0u64..12, any::<bool>()).prop_map(
            |(what, bound, least)| format!("{what} {} {bound}", if least { ">=" } else { "<=" })
        ),
        Just("equal".to_owned()),
        Just("unequal".to_owned()),
    ];
    (prop::collection::vec(condition, 0..3), 0u64..9).prop_map(|(conditions, lost)| {
        let conditions = match conditions.as_slice() {
            [] => String::new(),
            some => format!(" if {}", some.join(" and ")),
        };
        format!("merge{conditions} then take {lost}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_criterion_finds_a_witness_exactly_if_there_is_one(merges in prop::collection::vec(merge(), 1..3)) {
        let rules: Rules = format!("take any, {}", merges.join(", ")).parse().unwrap();
        // With constants below 12 a witness, if there is one, is below 64.
        let expected = witnesses(&rules, 64);
        match nim_criterion(&rules) {
            NimCriterion::Nim => prop_assert!(expected.is_empty(), "{rules}: {expected:?}"),
            NimCriterion::Differs { heaps } => prop_assert!(expected.contains(&heaps), "{rules}"),
            NimCriterion::Silent => prop_assert!(false, "{rules}"),
        }
    }

    #[test]
    fn the_oracle_agrees(merge in merge()) {
        let rules: Rules = format!("take any, {merge}").parse().unwrap();
        let mut oracle = Naive::new(&rules, Play::Normal);
        match nim_criterion(&rules) {
            NimCriterion::Nim => {
                for [a, b, c] in [[1, 2, 3], [3, 3, 0], [2, 4, 6], [1, 5, 6], [5, 5, 3], [7, 6, 2]] {
                    let value = oracle.value(&[a, b, c]).grundy;
                    prop_assert_eq!(value, nim_sum([a, b, c]), "{} at {:?}", rules, [a, b, c]);
                }
            }
            NimCriterion::Differs { heaps: [x, y] } if x + y < 24 => {
                prop_assert_ne!(oracle.value(&[x, y]).grundy, x ^ y, "{}", rules);
                // Nim calls this position P, and some position here contradicts it.
                let third = [x, y, x ^ y];
                let pair = [x ^ y, x ^ y];
                let both = oracle.outcome(&third) == Outcome::P && oracle.outcome(&pair) == Outcome::P;
                prop_assert!(!both);
            }
            _ => {}
        }
    }
}
