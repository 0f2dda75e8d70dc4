//! Input and exact output of every verb, errors included, through the real front door.
//!
//! Each file in `cmd` is a list of commands with what they print and their exit code.
//! `TRYCMD=overwrite cargo test -p amalgam-cli --test cli` writes what they print now.

#[test]
fn commands() {
    let cache = std::env::temp_dir().join("amalgam-cli-tests");
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("AMALGAM_CACHE", cache.to_string_lossy())
        .case("tests/cmd/*.trycmd");
}
