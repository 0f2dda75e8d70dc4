//! A position of a user's own game that can be read is printed so that it can be read again; one
//! that cannot has an error whose caret can be shown.
#![no_main]

use amalgam::games::own::Datum;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Datum>() {
        Ok(datum) => assert_eq!(datum.to_string().parse().as_ref(), Ok(&datum)),
        Err(error) => assert!(error.caret().contains('^')),
    }
});
