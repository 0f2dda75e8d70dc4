//! Values of single heaps from the definition: every option, then the mex.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use amalgam_core::games::classics::code::Code;
use amalgam_core::{Rules, base::nimber, naive};

/// The values of the heaps 0..=to of a code.
pub fn of_code(code: &Code, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=to {
        let mut options = BTreeSet::new();
        let _ = code.each_break(heap, |_, left| {
            options.insert(nimber::nim_sum(left.iter().map(|&x| u64::from(values[x as usize]))));
            ControlFlow::Continue(())
        });
        values.push(nimber::mex(options) as u32);
    }
    values
}

/// The values of the heaps 0..=to of rules without merges.
pub fn of_rules(rules: &Rules, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=to {
        let options = naive::options(rules, &[heap]);
        let value =
            |left: &Vec<u64>| nimber::nim_sum(left.iter().map(|&x| u64::from(values[x as usize])));
        let value = nimber::mex(options.iter().map(value));
        values.push(value as u32);
    }
    values
}
