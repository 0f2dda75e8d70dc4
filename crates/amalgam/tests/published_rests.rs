//! The published rows of rests are what the engine finds now, and the checker accepts them.

#[path = "../examples/results/rests.rs"]
mod results;

use std::fs;
use std::path::Path;

use amalgam_tier::size;
use results::{CERTIFICATE, COINS, PAGE, certificate, page};

fn stored(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// The lines about rests.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().skip(3).filter(|line| !line.starts_with("sha256"))
}

/// Rests of fewer coins come first, so that a smaller certificate has the first lines of a larger one:
/// which is made and checked depends on the tier. All of them are by `cargo xtask results --deep`.
#[test]
fn the_rests_are_not_stale_and_accepted() {
    let (stored, fresh) = (stored(CERTIFICATE), certificate(size(12, 18)).unwrap());
    amalgam_check::check(fresh.as_bytes()).unwrap();
    let differ = lines(&fresh).zip(lines(&stored)).find(|(fresh, stored)| fresh != stored);
    assert_eq!(differ, None, "{CERTIFICATE} is stale; `cargo xtask results` writes it anew");
    assert!(stored.contains(&format!("\nclaim rests coins {COINS}\n")));
}

#[test]
fn the_page_is_not_stale() {
    let fresh = page(&stored(CERTIFICATE)).unwrap();
    assert_eq!(stored(PAGE), fresh, "{PAGE} is stale; `cargo xtask results` writes it anew");
}
