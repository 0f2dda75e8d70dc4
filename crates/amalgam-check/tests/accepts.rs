//! True certificates are accepted, and the rows the checker derives are those of the game.

use crate::naive::{AMALGAMATION, MERGE_TAKE_ONE, Table, restricted, signed};
use amalgam_check::walk::Walker;
use amalgam_check::{Certificate, Claim, Game, check};
use proptest::prelude::*;

/// The numbers of proved rows, unknown rows and cover rows of an accepted certificate.
fn accepted(body: &str) -> (usize, usize, usize) {
    let Certificate { rows, covers, .. } = check(signed(body).as_bytes()).unwrap();
    let proved = rows.iter().filter(|row| row.proved.is_some()).count();
    (proved, rows.len() - proved, covers.len())
}

#[test]
fn rows_of_amalgamation() {
    let table = Table::new(AMALGAMATION, 16, 60_000);
    let body = table.rows_certificate(16);
    // Locke and Handley's list for row 7.
    assert!(body.contains("  once [1,9] [2,10] [3,11] [4,12] [5,13] [6,14] [8,16]\n"));
    assert!(body.contains("  repeating [15,19] [17,21] [18,22] [20,24]\n"));
    assert!(body.contains("row 13 ") && body.contains(" period 11520 "));
    assert_eq!(accepted(&body), (16, 0, 3));
    assert_eq!(check(signed(&body).as_bytes()).unwrap().claim, Claim::Rows(1, 16));
}

#[test]
fn rows_that_are_out_of_reach_are_unknown() {
    // The cover rows of a long table, the rows of a short one.
    let long = Table::new(AMALGAMATION, 16, 60_000);
    let (covers, _) = long.covers(16);
    let proved = long.rows_certificate(16);
    let (start, rows) = proved.split_at(proved.find("row 12 ").unwrap());
    let block = &rows[rows.find("row 15 ").unwrap()..];
    let unknown: String =
        (12..=14).map(|a| format!("row {a} unknown offsets 4 7 from 233 by cover 14\n")).collect();
    assert_eq!(accepted(&format!("{start}{unknown}{block}")), (13, 3, 3));

    // A claim may begin after a cover row.
    let covers = covers.join("\n");
    let body =
        format!("amalgam-certificate 1\ngame amalgamation\nclaim rows 15 16\n{covers}\n{block}");
    assert_eq!(accepted(&body), (2, 0, 3));
}

#[test]
fn covers_of_amalgamation() {
    let table = Table::new(AMALGAMATION, 30, 50_000);
    let body = table.covers_certificate(30);
    assert_eq!(accepted(&body), (0, 0, 6));
    for cover in
        ["6 half-width 3 from 16 ", "14 half-width 7 from 233 ", "16 half-width 8 from 94 "]
    {
        assert!(body.contains(&format!("cover {cover}")), "{body}");
    }
}

#[test]
fn other_games() {
    for game in [MERGE_TAKE_ONE, restricted(2), restricted(3), restricted(1 << 50)] {
        let table = Table::new(game, 9, 8_000);
        let (proved, _, covers) = accepted(&table.rows_certificate(9));
        assert!(proved > 2, "{game:?}");
        assert_eq!(accepted(&table.covers_certificate(8)), (0, 0, covers));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..Default::default() })]

    #[test]
    fn whatever_the_game_and_the_rows(
        threshold in 0u64..40,
        last in 1usize..11,
        columns in 6000usize..9000,
    ) {
        let game = if threshold == 0 { MERGE_TAKE_ONE } else { restricted(threshold) };
        let body = Table::new(game, last, columns).rows_certificate(last);
        let result = check(signed(&body).as_bytes());
        prop_assert!(result.is_ok(), "{result:?}\n{body}");
    }
}

#[test]
fn rows_equal_game_search_to_80() {
    for game in [AMALGAMATION, restricted(2), restricted(3), restricted(7), MERGE_TAKE_ONE] {
        let searched = completions_by_search(game, 80);
        let mut walker = Walker::<3>::new(game, 80);
        for b in 0..=80 {
            let mut column = Vec::new();
            walker.step(|row, offset, _| column.push((row as usize, offset)));
            for (a, offset) in column {
                let completion = searched[a].get(b).map(|&c| c as i64 - b as i64);
                assert_eq!(walker.members(&offset).first().copied(), completion, "f({a},{b})");
            }
        }
    }
}

/// f(a,b) for a, b ≤ size by searching all positions of at most three heaps, move by move.
fn completions_by_search(game: Game, size: usize) -> Vec<Vec<usize>> {
    let third = 2 * size + 2;
    let merged = |x: usize, y: usize| {
        let least = game.threshold as usize;
        (x >= least && y >= least).then(|| x + y - game.taken as usize)
    };
    // A single heap is P when empty: any other can be taken. Two heaps by search.
    let two = third + size + 1;
    let mut pair = vec![vec![false; two]; two];
    for x in 0..two {
        for y in 0..two {
            let taken = (0..x).any(|z| pair[z][y]) || (0..y).any(|z| pair[x][z]);
            pair[x][y] = !taken && merged(x, y) != Some(0);
        }
    }
    let mut triple = vec![vec![vec![false; third]; size + 1]; size + 1];
    for a in 0..=size {
        for b in 0..=size {
            for c in 0..third {
                let taken = (0..a).any(|x| triple[x][b][c])
                    || (0..b).any(|x| triple[a][x][c])
                    || (0..c).any(|x| triple[a][b][x]);
                let merge = |x, y, rest: usize| merged(x, y).is_some_and(|heap| pair[heap][rest]);
                triple[a][b][c] = !taken && !merge(a, b, c) && !merge(a, c, b) && !merge(b, c, a);
            }
        }
    }
    let completion = |a: usize, b: usize| triple[a][b].iter().position(|&p| p).unwrap();
    (0..=size).map(|a| (0..=size).map(|b| completion(a, b)).collect()).collect()
}

/// Walking many columns at once, in one word where that will do, is walking them one by one.
#[test]
fn long_walks_equal_single_steps() {
    // A half width, a column from which it covers, and a row to walk to. In the block after row 30
    // a merge forbids an offset at the edge of one word; the rows to 70 do not fit into one.
    for (half_width, from, last) in
        [(3, 16, 14), (15, 1704, 32), (16, 1944, 38), (23, 1589, 54), (31, 35264, 70), (0, 0, 20)]
    {
        let mut one_by_one = Walker::<5>::new(AMALGAMATION, last);
        let mut at_once = one_by_one.clone();
        for column in [7, from, from + 1, from + 300, from + 5000] {
            while one_by_one.column < column {
                one_by_one.step(|_, _, _| ());
            }
            at_once.walk_to(column);
            assert_eq!(at_once.column, one_by_one.column);
            assert_eq!(at_once.last_bare, one_by_one.last_bare);
            for row in at_once.first..=last {
                let (x, y) = (at_once.row(row), one_by_one.row(row));
                assert_eq!((x.window, x.seen), (y.window, y.seen), "row {row}, column {column}");
            }
            if column == from {
                one_by_one.cover(half_width);
                at_once.cover(half_width);
            }
        }
    }
}
