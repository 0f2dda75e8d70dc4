//! Input and exact output of every verb, errors included, through the real front door.
//!
//! Each file in `cmd` is a list of commands with what they print and their exit code.
//! `TRYCMD=overwrite cargo test -p amalgam-cli cli` writes what they print now.

#[test]
fn commands() {
    // Where commands that write files write them.
    let folder = "../../target/cmd-tests";
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a folder below target");
    let cache = tempfile::tempdir().expect("a folder for the cache");
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("AMALGAM_CACHE", cache.path().to_string_lossy())
        .case("tests/cmd/*.trycmd")
        // With a file for standard input.
        .case("tests/cmd/*.toml");
}
