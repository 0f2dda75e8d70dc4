//! No bytes make the reader of Parquet panic, or ask for much memory; a table that is read is the same
//! when it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| assert!(amalgam_export::comes_back(bytes)));
