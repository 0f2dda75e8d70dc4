//! How large a test is, and a process of its own where it needs one.
//!
//! `cargo xtask test` runs every test at a size that can fail and that a contributor can wait for;
//! `cargo xtask ci` sets `AMALGAM_WIDE` and so runs them at full size. A test that has two sizes asks
//! [`size`]; nothing else tells the tiers apart.

use std::env;
use std::process::Command;

/// The size for the tier that runs.
pub fn size<T>(quick: T, wide: T) -> T {
    if is_wide() { wide } else { quick }
}

/// Whether the wide tier runs.
pub fn is_wide() -> bool {
    env::var_os("AMALGAM_WIDE").is_some_and(|value| value != "0" && !value.is_empty())
}

/// Whether this is a process in which only this test runs; if it is not, the test is run in such a
/// process first, and must pass there.
///
/// For tests that measure their process: the other tests of the binary run beside them.
///
/// # Panics
///
/// If the test fails there, or is not found by this name.
#[must_use]
pub fn alone(test: &str) -> bool {
    const ALONE: &str = "AMALGAM_ALONE";
    if env::var_os(ALONE).is_some_and(|name| name == test) {
        return true;
    }
    let binary = env::current_exe().expect("the binary of the tests");
    let mut command = Command::new(binary);
    command.args(["--exact", test, "--nocapture"]).env(ALONE, test);
    let done = command.output().expect("the binary of the tests starts");
    let (said, complained) =
        (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    println!("{said}");
    assert!(done.status.success() && said.contains("1 passed"), "{test}: {complained}");
    false
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::alone;

    #[test]
    fn a_test_alone_is_run_once_in_another_process() {
        if alone("tests::a_test_alone_is_run_once_in_another_process") {
            println!("by itself");
        }
    }

    #[test]
    fn a_test_that_fails_alone_fails() {
        let name = "tests::a_test_that_fails_alone_fails";
        let failed = catch_unwind(|| alone(name).then(|| panic!("as it should")));
        assert!(failed.is_err());
        // In the process of its own the failure must come out; here it must have been seen.
        if std::env::var_os("AMALGAM_ALONE").is_some() {
            panic!("as it should");
        }
    }

    #[test]
    fn a_name_that_is_no_test_is_an_error() {
        assert!(catch_unwind(|| alone("tests::nothing_of_the_kind")).is_err());
    }
}
