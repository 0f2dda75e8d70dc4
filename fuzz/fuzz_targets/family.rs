//! The merged heap against its definition, in numbers that cannot overflow.
#![no_main]

use amalgam::games::rules::Family;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, u64, u64, u64)| {
    let (take_one, r, x, y) = input;
    let family = if take_one { Family::MergeTakeOne } else { Family::Threshold(r) };
    let (least, lost) = if take_one { (1, 1) } else { (r.max(1), 0) };
    let size = u128::from(x) + u128::from(y);
    let expected = if x < least || y < least { None } else { u64::try_from(size - lost).ok() };
    assert_eq!(family.merged(x, y), expected);
    assert_eq!(family.merged(y, x), expected);
});
