//! A sum that can be read is printed so that it can be read again.
#![no_main]

use amalgam::Sum;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let default = "amalgamation".parse().expect("a named game");
    match Sum::parse(text, &default) {
        Ok(sum) => assert_eq!(Sum::parse(&sum.to_string(), &default).as_ref(), Ok(&sum)),
        Err(error) => assert!(error.caret().contains('^')),
    }
});
