//! The cube against the naive oracle, and against itself.

use std::num::NonZeroUsize;

use amalgam::engines::cube::{Cube, CubeError, Keep};
use amalgam::engines::naive::Naive;
use amalgam::{Budget, Play, Rules};

fn cube(rules: &Rules, max: u64) -> Cube {
    Cube::new(rules, max, Keep::Values, &Budget::default()).unwrap()
}

#[test]
fn agrees_with_the_oracle() {
    for (words, max) in [
        ("take any, merge", 21),
        ("take any, merge if min >= 2", 18),
        ("take any, merge if min >= 3", 17),
        ("take any, merge then take 1", 18),
        ("take any, merge then take 3", 12),
        ("take any, merge, merge if equal then take 1, merge if min >= 2 then take 2", 12),
        ("take any", 17),
        ("take any, split", 9),
        ("split unequal", 9),
        ("take 1..3, merge", 14),
        ("take 2.., merge if unequal then take 1", 14),
        ("merge then take 4", 12),
        ("take {1,5}", 12),
    ] {
        let rules: Rules = words.parse().unwrap();
        let mut naive = Naive::new(&rules, Play::Normal);
        let cube = cube(&rules, max);
        let (mut positions, mut zeros, mut sum, mut largest) = (0, 0, 0, 0);
        let (mut exact, mut low) = (0, 0);
        for ([a, b, c], value) in cube.values() {
            let [x, y, z] = [a, b, c].map(u64::from);
            let expected = naive.value(&[x, y, z]).grundy;
            assert_eq!(u64::from(value), expected, "{words} [{a},{b},{c}]");
            assert_eq!(cube.value(z, x, y), Some(value));
            positions += 1;
            zeros += u64::from(expected == 0);
            sum += expected;
            largest = largest.max(expected);
            exact += u64::from(expected == x ^ y ^ z);
            low += u64::from(expected ^ 1 == x ^ y ^ z);
        }
        assert_eq!(positions, (max + 1) * (max + 2) * (max + 3) / 6);
        let summary = cube.summary();
        let found = (summary.positions, summary.zeros, summary.sum, summary.largest);
        assert_eq!(found, (positions, zeros, sum, largest), "{words}");
        let agreement = summary.nim_sum_agreement;
        assert_eq!((agreement.exact, agreement.lowest_bit_alone), (exact, low), "{words}");
        assert_eq!(agreement.different, positions - exact - low);
    }
}

/// No heap grows beyond three times 150, so taking up to 450 is taking any number; but it is valued by a
/// look at every option. Values of several words, tiles that are cut off, and pairs that are the same.
#[test]
fn lines_give_what_a_look_at_every_option_gives() {
    let max = amalgam_tier::size(100, 150);
    for merging in ["merge", "merge if min >= 2", "merge then take 1"] {
        let [lines, options] = ["any", "1..450"]
            .map(|amounts| cube(&format!("take {amounts}, {merging}").parse().unwrap(), max));
        assert_eq!(lines.summary(), options.summary(), "{merging}");
        assert!(lines.values().eq(options.values()), "{merging}");
    }
}

#[test]
fn threads_do_not_show() {
    for words in ["take any, merge", "take 1..3, merge"] {
        let rules: Rules = words.parse().unwrap();
        let on = |threads| {
            let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
            Cube::new(&rules, 70, Keep::Values, &limits).unwrap()
        };
        let (one, two) = (on(1), on(2));
        assert_eq!(one.summary(), two.summary());
        assert!(one.values().eq(two.values()));
        let summary = Cube::new(&rules, 70, Keep::Summary, &Budget::default()).unwrap();
        assert_eq!(summary.summary(), one.summary());
        assert_eq!(summary.values().count(), 0);
    }
}

#[test]
fn nim_is_the_nim_sum() {
    let summary = *cube(&"take any".parse().unwrap(), 127).summary();
    assert_eq!(summary.nim_sum_agreement.exact, summary.positions);
}

#[test]
fn refusals() {
    let rules: Rules = "take any, split, merge then take 1".parse().unwrap();
    let error = Cube::new(&rules, 5, Keep::Summary, &Budget::default()).unwrap_err();
    assert_eq!(error, CubeError::SplitsAndMerges);
    let rules: Rules = "take any, merge".parse().unwrap();
    for absurd in [20_001, u64::MAX] {
        let limits = Budget { memory: u64::MAX, ..Budget::default() };
        let error = Cube::new(&rules, absurd, Keep::Values, &limits).unwrap_err();
        assert_eq!(error, CubeError::TooLarge);
    }
    let small = Budget { memory: 1 << 20, ..Budget::default() };
    let error = Cube::new(&rules, 400, Keep::Values, &small).unwrap_err();
    let CubeError::Memory { largest, .. } = error else { panic!("{error}") };
    assert!(Cube::new(&rules, largest, Keep::Values, &small).is_ok());
    assert!(Cube::new(&rules, largest + 1, Keep::Values, &small).is_err());
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    assert!(matches!(Cube::new(&rules, 40, Keep::Values, &late), Err(CubeError::Limit(_))));
}
