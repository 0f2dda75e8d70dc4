//! A formula that can be read is printed so that it can be read again, and the compiled formula
//! says at every position what the tree says.
#![no_main]

use amalgam::engines::bulk::Facts;
use amalgam::lab::formula::{Formula, Point};
use libfuzzer_sys::fuzz_target;

/// Facts with gaps, so that both evaluators meet missing ones.
struct Made;

impl Facts for Made {
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(heaps.iter().sum::<u64>().is_multiple_of(3))
    }

    fn is_misere_p(&self, heaps: &[u64]) -> Option<bool> {
        (heaps.len() != 2).then_some(heaps.len().is_multiple_of(2))
    }

    fn grundy(&self, heaps: &[u64]) -> Option<u64> {
        Some(heaps.iter().fold(0, |sum, heap| sum ^ heap))
    }

    fn completion(&self, heaps: &[u64]) -> Option<u64> {
        heaps.iter().all(|&heap| heap < 100).then(|| heaps.iter().fold(0, |sum, heap| sum ^ heap))
    }
}

const POSITIONS: [&[u64]; 6] =
    [&[], &[0, 0, 3], &[1, 2, 3], &[2, 2, 5, 5], &[1, 1, 1, 4, 6], &[7, 1 << 62]];

fuzz_target!(|text: &str| {
    let Ok(formula) = text.parse::<Formula>() else { return };
    assert_eq!(formula.to_string().parse().as_ref(), Ok(&formula));
    let mut machine = formula.machine();
    for heaps in POSITIONS {
        let point = Point::new(heaps).unwrap();
        let value = formula.evaluate(&mut machine, &point, &Made);
        assert_eq!(value, formula.interpret(&point, &Made));
        if let Err(error) = value {
            assert!(!error.caret().is_empty());
        }
        formula.explain(&point, &Made);
    }
});
