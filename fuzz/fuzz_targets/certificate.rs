//! No bytes make the checker of certificates panic or walk for long; nor do bytes that are given the
//! checksum that lets the checker read on.
#![no_main]

use amalgam_check::{check_within, sha256};
use libfuzzer_sys::fuzz_target;

/// Enough for the rows of the seeds.
const STEPS: u64 = 1 << 16;

fuzz_target!(|bytes: &[u8]| {
    let _ = check_within(bytes, STEPS, &|_, _| ());
    let signed = [bytes, b"sha256 ", sha256(bytes).as_bytes(), b"\n"].concat();
    let _ = check_within(&signed, STEPS, &|_, _| ());
});
