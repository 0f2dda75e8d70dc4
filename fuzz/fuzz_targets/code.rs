//! Codes that can be read are printed so that they can be read again, and their moves exist.
#![no_main]

use amalgam::games::classics::code::Code;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Code>() {
        Ok(code) => {
            assert_eq!(code.to_string().parse::<Code>().as_ref(), Ok(&code));
            assert!(!code.words().is_empty());
            for heap in 0..12 {
                let breaks = code.breaks(heap);
                assert_eq!(breaks.len() as u128, code.count_moves(heap));
                for (taken, left) in breaks {
                    assert_eq!(taken + left.iter().sum::<u64>(), heap);
                    assert!(code.leaves(taken, left.len() as u32));
                    assert!(left.iter().all(|&part| 0 < part && part < heap));
                }
            }
            assert!(code.count_moves(u64::MAX) > 0 || code.digits().iter().all(|d| d & 14 == 0));
        }
        Err(error) => assert!(error.caret().contains('^')),
    }
});
