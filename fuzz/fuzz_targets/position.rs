//! A position that can be read is printed so that it can be read again, in both notations; one that
//! cannot has an error whose caret can be shown.
#![no_main]

use amalgam::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            if let Some(by_height) = position.by_height() {
                assert_eq!(by_height.parse().as_ref(), Ok(&position));
            }
        }
        Err(error) => assert!(error.caret().contains('^')),
    }
});
