//! The rows of Theorem T9 and others, found from nothing, certified, and compared with a larger table.

use amalgam_check::check;
use amalgam_core::Outcome;
use amalgam_families::{Family, Setting};
use amalgam_tier::size;

use crate::{family, heaps, table};

/// (b2,b3,b4), the b1 mod 6 for which it is P, and the exceptions: Theorem T9, and <b1,3,4,1>.
const ROWS: [(&str, &[u64], &[u64]); 14] = [
    ("<0,1,2,1>", &[3, 5], &[]),
    ("<0,1,3,1>", &[0], &[]),
    ("<0,1,4,1>", &[3], &[]),
    ("<0,1,5,1>", &[0, 4], &[]),
    ("<0,3,2,1>", &[1, 3], &[3, 5]),
    ("<0,3,3,1>", &[4], &[2, 4]),
    ("<0,5,2,1>", &[1, 5], &[1, 3]),
    ("<0,1,2,3>", &[1, 3, 5], &[]),
    ("<0,3,4,1>", &[1], &[1, 5]),
    ("<0,1,6,1>", &[], &[13]),
    ("<0,3,2,3>", &[1, 3, 5], &[1]),
    ("<0,1,3,3>", &[], &[]),
    ("<0,1,2,5>", &[1, 3, 5], &[]),
    ("<0,3,3,3>", &[], &[0]),
];

fn is_p(residues: &[u64], exceptions: &[u64], n: u64) -> bool {
    residues.contains(&(n % 6)) != exceptions.contains(&n)
}

#[test]
fn the_rows_of_theorem_t9_are_found_and_certified() {
    let (rules, small) = table("take any, merge", 60);
    let (_, large) = table("take any, merge", size(70, 90));
    for &(rest, residues, exceptions) in &ROWS[..size(10, ROWS.len())] {
        let family = family(&rules, &small, rest, 1);
        assert!(family.is_proved(), "{rest}");
        for n in 0..10_000 {
            let expected = Outcome::from_p(is_p(residues, exceptions, n));
            assert_eq!(family.outcome(n), Some(expected), "{rest} + {n}");
        }
        agrees_beyond(&family, &large);
        check(family.certificate.as_ref().unwrap().as_bytes()).unwrap();
    }
}

/// What is proved agrees with the table that is larger than the one it was read from.
fn agrees_beyond(family: &Family, table: &amalgam_families::Table) {
    let mut compared = 0;
    for n in 0.. {
        let Some(outcome) = table.outcome(&heaps(family, n)) else { break };
        let said = family.outcome(n as u64);
        assert!(said.is_none_or(|said| said == outcome), "{:?} + {n}", family.rest);
        compared += usize::from(said.is_some());
    }
    // A family of which only some residues are proved may say nothing beyond the table.
    let beyond = compared > family.first.len();
    assert!(beyond || !family.is_proved(), "{:?}: only {compared} were compared", family.rest);
}

#[test]
fn theorem_t8() {
    let (rules, table) = table("take any, merge", 44);
    let family = family(&rules, &table, "[2,3,6]", 1);
    assert!(family.is_proved());
    assert!((0..1000).all(|n| family.outcome(n) == Some(Outcome::from_p(n % 3 == 0))));
    check(family.certificate.unwrap().as_bytes()).unwrap();
}

/// Every rest of a few coins, several heights, several games: whatever is called proved agrees with a larger table,
/// and the checker accepts it.
#[test]
fn all_small_families_agree_with_a_larger_table() {
    let games = [
        ("take any, merge", [1, 2, 3]),
        ("take any, merge if min >= 2", [1, 2, 3]),
        ("take any, merge if unequal", [1, 2, 3]),
        ("take any, merge if sum <= 6", [1, 2, 3]),
    ];
    let (mut proved, mut all) = (0, 0);
    for (game, heights) in games {
        let (rules, small) = table(game, size(40, 50));
        let (_, large) = table(game, size(56, 72));
        for height in heights {
            for rest in rests(size(8, 12), height) {
                let family = family(&rules, &small, &format!("{rest:?}"), height);
                all += 1;
                proved += usize::from(family.is_proved());
                agrees_beyond(&family, &large);
                if let Some(certificate) = &family.certificate {
                    let checked = check(certificate.as_bytes());
                    assert!(checked.is_ok(), "{game} {rest:?} + n·{height}: {checked:?}");
                }
            }
        }
    }
    assert!(proved * 2 > all, "{proved} of {all}");
}

fn rests(coins: u64, height: u64) -> Vec<Vec<u64>> {
    let mut found = vec![Vec::new()];
    let mut i = 0;
    while i < found.len() {
        let rest: Vec<u64> = found[i].clone();
        let (sum, least) = (rest.iter().sum::<u64>(), rest.last().copied().unwrap_or(1));
        let more = (least..=coins.saturating_sub(sum)).filter(|&heap| heap != height);
        found.extend(more.map(|heap| [&rest[..], &[heap]].concat()));
        i += 1;
    }
    found
}

/// The test of the lemmas: rules for which a mirror need not be P have no setting.
#[test]
fn rules_without_the_lemmas_are_refused() {
    let refused = ["take 1..3, merge", "take any, merge then take 1", "take any, split unequal"];
    for rules in refused {
        assert!(Setting::new(&rules.parse().unwrap(), 1).is_none(), "{rules}");
    }
    assert!(Setting::new(&"take any".parse().unwrap(), 1).is_some());
    assert!(Setting::new(&"take any, merge".parse().unwrap(), 0).is_none());
}
