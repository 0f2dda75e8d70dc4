//! A game that can be read, as text or as a link, is written so that it can be read again.
#![no_main]

use amalgam::session::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for read in [Session::from_text(text), Session::from_link(text)] {
        match read {
            Ok(game) => {
                assert_eq!(Session::from_text(&game.to_text()).as_ref(), Ok(&game));
                assert_eq!(Session::from_link(&game.to_link()).as_ref(), Ok(&game));
            }
            Err(error) => assert!(error.caret().contains('^')),
        }
    }
});
