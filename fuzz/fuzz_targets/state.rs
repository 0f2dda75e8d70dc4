//! No bytes make the readers of stored states panic, or ask for much memory; a state that is read is the
//! same when it is written and read again, and an oracle that is made of a run that is read answers.
#![no_main]

use amalgam::engines::rests::{self, Closure, Setting, Values};
use amalgam::engines::sequence::{HeapMoves, Sequence};
use amalgam::engines::three::{covers, oracle::RowOracle, rows};
use amalgam::{Budget, Play};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let run = comes_back(bytes, rows::Run::from_bytes, rows::Run::to_bytes);
    comes_back(bytes, covers::Search::from_bytes, covers::Search::to_bytes);
    if let Some(oracle) = run.and_then(RowOracle::from_run) {
        for known in oracle.periods() {
            let (row, column) = (known.row, known.preperiod.max(known.row) % (1 << 12));
            let _ = (oracle.f(row, column), oracle.f(row, column + (1 << 62)));
        }
    }
    let merging = "take any, merge".parse().expect("rules");
    let setting = Setting::new(&merging, Play::Normal, Values::Completions).expect("a setting");
    let closure = Closure::coins(&setting, 3, &Budget::default()).expect("a closure");
    let read = |bytes: &[u8]| rests::Run::from_bytes(setting.clone(), closure.clone(), bytes);
    comes_back(bytes, read, rests::Run::to_bytes);
    let splitting = "split unequal".parse().expect("rules");
    let moves = HeapMoves::of_rules(&splitting).expect("heaps never meet");
    let read = |bytes: &[u8]| Sequence::from_bytes(moves.clone(), bytes);
    comes_back(bytes, read, |read| read.to_bytes().expect("values"));
});

fn comes_back<T, E: std::fmt::Debug>(
    bytes: &[u8],
    read: impl Fn(&[u8]) -> Result<T, E>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let state = read(bytes).ok()?;
    let written = write(&state);
    assert_eq!(write(&read(&written).expect("what was written")), written);
    Some(state)
}
