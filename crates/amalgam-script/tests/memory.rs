//! The most memory that a script can take.
#![cfg(target_os = "linux")]

use std::time::Duration;

use amalgam::games::own::OwnGame;
use amalgam_script::{Script, ScriptLimits};

/// As much as the default limits let a script hold at once: as many arrays, as long, in as many
/// calls as may be, with time enough to make them.
#[test]
fn the_most_memory_is_below_a_gigabyte() {
    if !amalgam_tier::alone("memory::the_most_memory_is_below_a_gigabyte") {
        return;
    }
    let limits = ScriptLimits { time: Duration::from_secs(60), ..ScriptLimits::default() };
    let copies: String = (0..31).map(|i| format!("let x{i} = a;")).collect();
    let source = format!(
        "fn fill(a) {{ {copies} fill(a) }} fn moves(n) {{ let a = []; a.pad(16384, 0); fill(a) }}"
    );
    let script = Script::compile("game.rhai", &source, &limits).unwrap();
    let error = script.options(&5.into()).unwrap_err();
    assert!(error.message.starts_with("calls nested more than 64 deep"), "{error}");
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    let kib: u64 = peak.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((400 << 10..1 << 20).contains(&kib), "{peak}");
}
