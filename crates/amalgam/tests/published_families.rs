//! The published families are what the search finds now, and the checker accepts them.

#[path = "../examples/results/families.rs"]
mod results;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use amalgam_tier::size;
use results::{CERTIFICATE, PAGE, RESTS, ones, page};

fn stored(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

#[test]
fn the_families_are_accepted() {
    let families = amalgam_check::check(stored(CERTIFICATE).as_bytes()).unwrap().families.unwrap();
    let rests: HashSet<Vec<u64>> = families.classes.into_iter().map(|class| class.rest).collect();
    for rest in RESTS {
        let rest: amalgam::Position = rest.parse().unwrap();
        assert!(rests.contains(rest.heaps()), "{rest}");
    }
}

/// A part of them is found and checked again; all of them in the wide tier.
#[test]
fn the_families_are_not_stale() {
    let rests = size(4, RESTS.len());
    let fresh = ones(rests).unwrap();
    amalgam_check::check(fresh.as_bytes()).unwrap();
    if rests == RESTS.len() {
        assert!(
            fresh == stored(CERTIFICATE),
            "{CERTIFICATE} is stale; `cargo xtask results` writes it anew"
        );
    }
}

#[test]
fn the_page_is_not_stale() {
    let fresh = page(&stored(CERTIFICATE)).unwrap();
    assert_eq!(stored(PAGE), fresh, "{PAGE} is stale; `cargo xtask results` writes it anew");
}
