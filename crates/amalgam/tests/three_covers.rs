//! The search for covers against walks from the definition, and the lemmas it rests on.

use amalgam::Budget;
use amalgam::engines::rows::RowError;
use amalgam::engines::three::covers::{self, CoverProof, Decided, Search};
use amalgam::engines::three::progress::{Silent, Step};
use amalgam::games::rules::Family;
use amalgam_tier::size;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

fn decide(family: Family, to: u64, columns: Option<u64>) -> Decided {
    covers::decide(family, to, columns, &Budget::default(), &Silent).expect("supported rows")
}

/// Rows of a game from the definition: one set of taken values a row, one column at a time.
#[derive(Clone)]
struct Naive {
    family: Family,
    column: u64,
    taken: Vec<BTreeSet<u64>>,
}

impl Naive {
    fn new(family: Family, rows: u64) -> Self {
        Naive { family, column: 0, taken: vec![BTreeSet::new(); rows as usize] }
    }

    /// Walks one column and returns the positive offset that each row chose, 0 where it was taken.
    fn step(&mut self) -> Vec<u64> {
        let b = self.column;
        let mut used = BTreeSet::new();
        let mut choices = Vec::new();
        for (a, taken) in (1..).zip(&mut self.taken) {
            if taken.remove(&b) {
                choices.push(0);
                continue;
            }
            let free = |c: &u64| {
                !taken.contains(c) && !used.contains(c) && !self.family.merges_to_pair(a, b, *c)
            };
            let c = (b + 1..).find(free).expect("there is always one");
            taken.insert(c);
            used.insert(c);
            choices.push(c - b);
        }
        self.column += 1;
        choices
    }

    /// d of the rows up to 2K, and E of those up to 2K + 1, by counting.
    fn distances(&self, half: u64) -> (u64, u64) {
        let count = |rows: u64, v: u64| {
            self.taken[..rows as usize].iter().filter(|taken| taken.contains(&v)).count() as i64
        };
        let ideal = |half: u64, x: u64| half.saturating_sub(x) as i64;
        let (b, mut d, mut e) = (self.column, 0, 0);
        for x in 0..4 * half + 4 {
            d += (count(2 * half, b + x) - ideal(half, x)).unsigned_abs();
            if 2 * half < self.taken.len() as u64 {
                let holes = ideal(half + 1, x) - count(2 * half + 1, b + x);
                e += holes.unsigned_abs().min((holes - 1).unsigned_abs());
            }
        }
        (d, e)
    }
}

/// For each half width the last column, of those walked, at which the cover is broken; and the first
/// from which on d is 0.
fn naive_covers(family: Family, to: u64, columns: u64) -> (Vec<u64>, Vec<Option<u64>>) {
    let halves = to / 2;
    let mut rows = Naive::new(family, 2 * halves);
    let mut broken = vec![0; halves as usize + 1];
    let mut zero = vec![None; halves as usize + 1];
    for b in 0..columns {
        let mut largest = 0;
        for (a, choice) in (1..).zip(rows.step()) {
            largest = largest.max(choice);
            let half: u64 = a / 2;
            if a % 2 == 0 && largest > half {
                broken[half as usize] = b + largest;
            }
        }
        if b % 64 == 63 {
            for half in 1..=halves {
                let zero = &mut zero[half as usize];
                *zero = zero
                    .filter(|_| rows.distances(half).0 == 0)
                    .or((rows.distances(half).0 == 0).then_some(b + 1));
            }
        }
    }
    (broken, zero)
}

#[test]
fn covers_are_those_of_the_walk() {
    let families = [Family::AMALGAMATION, Family::Threshold(3), Family::Threshold(5)];
    for family in families {
        let (to, columns) = (size(24, 32), size(4096, 8192));
        let (broken, zero) = naive_covers(family, to, columns);
        let decided = decide(family, to, Some(columns));
        let mut seen = 0;
        for half in 1..=to / 2 {
            let row = 2 * half;
            let cover = decided.covers.covers.iter().find(|cover| cover.row == row);
            // Right of the rows that a first cover needs, d = 0 and a cover are the same.
            let shows = zero[half as usize].is_some() && broken[half as usize] + 600 < columns;
            assert_eq!(cover.is_some(), shows, "{family:?} {row}");
            if let Some(cover) = cover {
                assert_eq!(cover.from, broken[half as usize] + 1, "{family:?} {row}");
                assert!(covers::may_cover(half), "the Parity Theorem, {family:?} {row}");
                seen += 1;
            }
        }
        assert!(seen >= 4, "{family:?}");
    }
}

#[test]
fn every_row_that_may_cover_is_decided_or_open() {
    for (family, to) in [(Family::AMALGAMATION, 200), (Family::Threshold(3), 150)] {
        let decided = decide(family, to, None);
        let covers = decided.covers.covers.iter().map(|cover| cover.row);
        let excluded = decided.excluded.iter().map(|row| row.row);
        let open = decided.open.iter().map(|row| row.row);
        let mut rows: Vec<u64> = covers.chain(excluded).chain(open).collect();
        rows.sort_unstable();
        let wanted: Vec<u64> =
            (1..=to / 2).filter(|&half| covers::may_cover(half)).map(|half| 2 * half).collect();
        assert_eq!(rows, wanted, "{family:?}");
        assert!(decided.excluded.len() > 5 && decided.open.len() <= 3, "{family:?}");
    }
}

/// The covers to 254 as the walk of all rows in windows found them, before there were layers: to
/// column 2^24, with `from`.
const COVERS: &str = include_str!("data/covers-254.txt");

#[test]
fn covers_to_254_are_those_that_were_found_by_walking() {
    let decided = decide(Family::AMALGAMATION, 254, None);
    let mut known = 0;
    for line in COVERS.lines() {
        let (row, from) = line.split_once(' ').expect("row and column");
        let cover = decided.covers.covers.iter().find(|cover| cover.row.to_string() == row);
        assert_eq!(cover.map(|cover| cover.from.to_string()).as_deref(), Some(from), "row {row}");
        known += 1;
    }
    // The others show later.
    let later = decided.covers.covers.iter().filter(|cover| cover.from > 1 << 24);
    assert_eq!(decided.covers.covers.len(), known + later.count());
    assert!(decided.open.is_empty());
}

#[test]
fn an_excluded_row_keeps_its_defects() {
    let family = Family::AMALGAMATION;
    let decided = decide(family, 48, None);
    let rows: Vec<(u64, u64)> = decided.excluded.iter().map(|row| (row.row, row.defects)).collect();
    assert_eq!(rows, [(8, 2), (40, 2), (48, 2)]);
    for excluded in &decided.excluded {
        // The registers of the rows from the cover below on, at the column and a period later.
        let mut naive = Naive::new(family, excluded.row);
        while naive.column < excluded.column {
            naive.step();
        }
        let registers = |naive: &Naive| -> Vec<Vec<u64>> {
            let rows = naive.taken[excluded.over as usize..].iter();
            rows.map(|taken| taken.iter().map(|v| v - naive.column).collect()).collect()
        };
        assert_eq!(naive.distances(excluded.row / 2).0, excluded.defects);
        let (then, from) = (registers(&naive), naive.column);
        let mut least = None;
        while naive.column < from + excluded.period {
            naive.step();
            assert_eq!(naive.distances(excluded.row / 2).0, excluded.defects);
            if least.is_none() && registers(&naive) == then {
                least = Some(naive.column - from);
            }
        }
        assert_eq!(least, Some(excluded.period), "row {}", excluded.row);
    }
}

/// Rows of a block with any registers: the rows after a cover 2k, the cover itself left out.
#[derive(Clone, Debug)]
struct Registers {
    half: u64,
    /// Offsets taken in the row 2k + 1 + i.
    rows: Vec<BTreeSet<u64>>,
}

impl Registers {
    /// One column: the offsets above k that the rows use.
    fn step(&mut self) -> Vec<u64> {
        let mut used = BTreeSet::new();
        let mut choices = Vec::new();
        for (row, taken) in (2 * self.half + 1..).zip(&mut self.rows) {
            if !taken.contains(&0) {
                let free = |c: &u64| !taken.contains(c) && !used.contains(c) && *c != row;
                let c = (self.half + 1..).find(free).expect("there is always one");
                taken.insert(c);
                used.insert(c);
                choices.push(c);
            }
            *taken = taken.iter().filter(|&&c| c > 0).map(|c| c - 1).collect();
        }
        choices
    }

    fn count(&self, rows: usize, x: u64) -> i64 {
        self.rows[..rows].iter().filter(|taken| taken.contains(&x)).count() as i64
    }

    /// What the rows up to the cover would add: nothing above it is missing in the sums below.
    fn delta(&self, j: u64, x: u64) -> i64 {
        let ideal = if x <= self.half { j } else { (self.half + j).saturating_sub(x) };
        self.count(2 * j as usize, x) - ideal as i64
    }

    fn holes(&self, j: u64, x: u64) -> i64 {
        let ideal = if x <= self.half { j + 1 } else { (self.half + j + 1).saturating_sub(x) };
        ideal as i64 - self.count(2 * j as usize + 1, x)
    }

    fn reach(&self) -> u64 {
        4 * self.half + 2 * self.rows.len() as u64 + 8
    }

    fn d(&self, j: u64) -> u64 {
        (0..self.reach()).map(|x| self.delta(j, x).unsigned_abs()).sum()
    }

    fn e(&self, j: u64) -> u64 {
        let far = |h: i64| h.unsigned_abs().min((h - 1).unsigned_abs());
        (0..self.reach()).map(|x| far(self.holes(j, x))).sum()
    }
}

/// Registers of row 2k and 2j rows above it, with j <= k.
fn registers() -> impl Strategy<Value = Registers> {
    let pair = (1u64..8).prop_flat_map(|half| (Just(half), 1..=half));
    pair.prop_flat_map(|(half, j)| {
        let row = prop::collection::btree_set(0..=half + 2 * j, 0..=(half + j) as usize);
        let rows = prop::collection::vec(row, 2 * j as usize + 1);
        rows.prop_map(move |rows| Registers { half, rows })
    })
}

/// Registers with H for all odd prefixes: the rows of even number are holes with defects, those of odd
/// number fit them.
fn layered() -> impl Strategy<Value = Registers> {
    (1u64..10, 1u64..6).prop_flat_map(|(half, layers)| {
        let cells = 2 * (layers as usize + 1) * (half + layers + 2) as usize;
        prop::collection::vec(0u8..8, cells).prop_map(move |bits| {
            let mut bits = bits.into_iter();
            let mut coin = |one_in: u8| bits.next().is_some_and(|bit| bit < 8 / one_in);
            let first: BTreeSet<u64> = (0..=half).filter(|_| coin(2)).collect();
            let mut holes: BTreeSet<u64> = (0..=half).filter(|x| !first.contains(x)).collect();
            let mut rows = vec![first];
            for layer in 1..=layers {
                let reach = half + layer;
                let mut even = holes.clone();
                let mut odd = BTreeSet::new();
                let mut above = BTreeSet::new();
                for x in 0..=reach {
                    let defect = coin(4);
                    let hole = holes.contains(&x);
                    if defect && hole {
                        even.remove(&x);
                    } else if defect {
                        even.insert(x);
                    }
                    let taken = if defect { hole } else { coin(2) };
                    if taken {
                        odd.insert(x);
                    }
                    if 1 - i64::from(taken) - i64::from(defect) * if hole { -1 } else { 1 } == 1 {
                        above.insert(x);
                    }
                }
                holes = above;
                rows.extend([even, odd]);
            }
            Registers { half, rows }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(300, 3000) as u32))]

    /// The Defect Lemma, for j <= k: d never grows; it falls by two at a time.
    #[test]
    fn defects_never_become_more(mut rows in registers()) {
        let j = rows.rows.len() as u64 / 2;
        let mut last = rows.d(j);
        for _ in 0..200 {
            rows.step();
            let now = rows.d(j);
            prop_assert!(now <= last, "{last} then {now}");
            // Equal parity of the registers is what makes the parity of d constant.
            last = now;
        }
    }

    /// The Odd Defect Lemma, for j < k: E never grows.
    #[test]
    fn excess_never_grows(mut rows in registers()) {
        let j = rows.rows.len() as u64 / 2;
        // The lemma applies to j < k: the rows of the last pair stand only where there is room for them.
        let j = j.min(rows.half - 1);
        let mut last = rows.e(j);
        for _ in 0..200 {
            rows.step();
            let now = rows.e(j);
            prop_assert!(now <= last, "{last} then {now}");
            last = now;
        }
    }

    /// The Structure Theorem as the layers use it: with H at one column, the table of `layer.rs` says
    /// what every row does, H stays, and the defects move as it says.
    #[test]
    fn layers_do_what_the_table_says(mut rows in layered()) {
        let layers = (rows.rows.len() as u64 - 1) / 2;
        prop_assert!((0..=layers).all(|j| rows.e(j) == 0), "the strategy makes H");
        for _ in 0..150 {
            let before = rows.clone();
            rows.step();
            // Which value a row took at this column: the one that is new.
            let took = |i: usize| -> Option<u64> {
                let now: BTreeSet<u64> = rows.rows[i].iter().map(|c| c + 1).collect();
                now.difference(&before.rows[i]).next().copied()
            };
            let used = |n: usize| -> BTreeSet<u64> { (0..n).filter_map(took).collect() };
            for j in 0..layers {
                let k = before.half + j;
                // (1): all offsets to k + j + 1, or all but the hole.
                let free: Vec<u64> =
                    (before.half + 1..=k + 1).filter(|c| !used(2 * j as usize + 1).contains(c)).collect();
                let h = before.holes(j, 0);
                prop_assert_eq!(free.len() as i64, 1 - h);
                let (even, odd) = (2 * j as usize + 1, 2 * j as usize + 2);
                let delta = |x: u64| before.delta(j + 1, x);
                let (t, z) = (before.rows[even].contains(&0), before.rows[odd].contains(&0));
                let reach = k + 2;
                let mut moved: BTreeMap<u64, i64> =
                    (1..reach).map(|x| (x, delta(x))).filter(|cell| cell.1 != 0).collect();
                let hole = free.first().copied();
                let plus_at_hole = hole.is_some_and(|c| delta(c) == 1);
                let z_at_hole = hole.is_some_and(|c| before.rows[odd].contains(&c));
                // Row 2K, row 2K + 1, the hole above.
                let expected = match (h == 1, t) {
                    (true, true) => (None, (!z).then_some(reach), z.then_some(reach)),
                    (false, false) if !plus_at_hole => {
                        (hole, (!z).then_some(reach), z.then_some(reach))
                    }
                    (false, false) => {
                        moved.remove(&hole.unwrap());
                        moved.insert(reach, 1);
                        (Some(reach), hole.filter(|_| !z), hole.filter(|_| z))
                    }
                    (true, false) => {
                        prop_assert!(z);
                        moved.insert(reach, 1);
                        (Some(reach), None, None)
                    }
                    (false, true) => {
                        prop_assert!(!z);
                        let hole = hole.unwrap();
                        if plus_at_hole {
                            moved.remove(&hole);
                        } else {
                            moved.insert(hole, -1);
                        }
                        let (takes, leaves) = if z_at_hole { (reach, hole) } else { (hole, reach) };
                        (None, Some(takes), Some(leaves))
                    }
                };
                prop_assert_eq!((took(even), took(odd)), (expected.0, expected.1));
                let all = used(odd + 1);
                let hole_above = (before.half + 1..=reach).find(|c| !all.contains(c));
                prop_assert_eq!(hole_above, expected.2);
                let now: BTreeMap<u64, i64> = (0..rows.reach())
                    .map(|x| (x + 1, rows.delta(j + 1, x)))
                    .filter(|cell| cell.1 != 0)
                    .collect();
                prop_assert_eq!(now, moved);
            }
            prop_assert!((0..=layers).all(|j| rows.e(j) == 0), "H stays");
        }
    }

    /// Row 2 of a block: two defects annihilate if and only if the difference of their classes is 1 + N_m,
    /// within 2(k + 1)(k + 2) columns.
    #[test]
    fn the_row_after_a_cover_is_decided_by_differences(mut rows in layered()) {
        rows.rows.truncate(2);
        let k = rows.half;
        let round = 2 * (k + 1) * (k + 2);
        let free: Vec<bool> = {
            let mut rows = rows.clone();
            (0..2 * round + 4 * k + 8).map(|_| { let free = !rows.rows[0].contains(&0); rows.step(); free }).collect()
        };
        let phi: Vec<u64> = (0..).zip(&free).filter(|cell| *cell.1).map(|cell| cell.0).collect();
        let between = |low: u64, high: u64| phi.iter().filter(|&&b| low < b && b < high).count() as u64;
        // The class of a defect: the index of the next column at which it is left behind.
        let index = |b: u64| phi.iter().position(|&free| free >= b).unwrap() as u64;
        let classes: Vec<u64> = (0..=k + 1)
            .filter_map(|x| match rows.delta(1, x) {
                // Pushed along, or left behind at x − (k + 1) + …: its next (d) is at x + k + 1.
                1 if x == k + 1 => Some(index(0)),
                1 => Some(index(x + k + 1) + 1),
                -1 => Some(index(x) + 1),
                _ => None,
            })
            .map(|class| class % (k + 2))
            .collect();
        let differences: BTreeSet<u64> =
            phi[..=k as usize].iter().map(|&b| (1 + between(b, b + k + 1)) % (k + 2)).collect();
        let meets = |a: &u64, b: &u64| {
            differences.contains(&((k + 2 + a - b) % (k + 2)))
                || differences.contains(&((k + 2 + b - a) % (k + 2)))
        };
        let d = rows.d(1);
        prop_assert_eq!(d, classes.len() as u64);
        let some_meet = classes.iter().any(|a| classes.iter().any(|b| a < b && meets(a, b)));
        for _ in 0..round {
            rows.step();
        }
        prop_assert_eq!(rows.d(1) < d, some_meet, "{:?} {:?} {:?}", classes, differences, d);
        let left = rows.d(1);
        for _ in 0..round {
            rows.step();
        }
        prop_assert_eq!(rows.d(1), left, "nothing happens later");
    }

    /// The Hidden Cover Lemma: where the hole below was k + j + 1 over a whole period, the rows
    /// above behave as above the cover k + j.
    #[test]
    fn a_hidden_cover_acts_as_one(mut rows in layered()) {
        prop_assume!(rows.rows.len() >= 5);
        let k = rows.half;
        for _ in 0..2 * (k + 1) * (k + 2) {
            rows.step();
        }
        // The first three rows come back after this; was there ever another hole?
        let mut quiet = rows.clone();
        quiet.rows.truncate(3);
        let (then, mut odd_hole) = (quiet.rows.clone(), false);
        for _ in 0..2 * (k + 1) * (k + 2) {
            let used = quiet.step();
            odd_hole |= !used.contains(&(k + 1));
        }
        prop_assert_eq!(&quiet.rows, &then, "rows 1 to 3 come back");
        if odd_hole {
            return Ok(());
        }
        let virtual_first: BTreeSet<u64> = (0..=k + 1).filter(|&x| rows.holes(1, x) == 0).collect();
        let above = rows.rows[3..].iter().cloned();
        let mut hidden =
            Registers { half: k + 1, rows: [virtual_first].into_iter().chain(above).collect() };
        for _ in 0..300 {
            rows.step();
            hidden.step();
            prop_assert_eq!(&rows.rows[3..], &hidden.rows[1..]);
        }
    }
}

#[test]
fn the_conditions_and_distances_are_those_of_the_definition() {
    // The default search of the game against counting in the sets.
    for family in [Family::AMALGAMATION, Family::Threshold(3)] {
        let to = size(22, 40);
        let decided = decide(family, to, Some(2048));
        let mut naive = Naive::new(family, to + 1);
        while naive.column < 2048 {
            naive.step();
        }
        for open in &decided.open {
            assert_eq!(naive.distances(open.row / 2).0, open.defects, "{family:?} {}", open.row);
        }
        if let Some(column) = decided.layers_from {
            assert_eq!(column, 2048);
            let first = decided.covers.covers[0].half_width;
            assert!((first..=to / 2).all(|half| naive.distances(half).1 == 0));
        }
    }
}

#[test]
fn a_search_that_is_stopped_goes_on_to_the_same_bytes() {
    for (family, to, columns) in
        [(Family::AMALGAMATION, 130, None), (Family::AMALGAMATION, 150, Some(1 << 20))]
    {
        let straight = decide(family, to, columns);
        let mut search = Search::new(family, to, columns).expect("supported rows");
        let mut pauses = 0;
        let decided = loop {
            let ticks = AtomicU32::new(0);
            let stop = |_: Step| match ticks.fetch_add(1, Ordering::Relaxed) {
                0..7 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            match search.advance(&Budget::default(), &stop).expect("threads") {
                Some(decided) => break decided,
                None => pauses += 1,
            }
            assert!(pauses < 1000, "every call goes on a bit");
            let bytes = search.to_bytes();
            search = Search::from_bytes(&bytes).expect("what was written");
            assert!(search.to_bytes() == bytes);
        };
        assert!(pauses > 3, "{pauses} pauses");
        assert_eq!(decided, straight);
    }
}

#[test]
fn damaged_bytes_of_a_search_are_refused_or_harmless() {
    let stop = |step: Step| match step.done >= 4096 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut search = Search::new(Family::AMALGAMATION, 60, None).expect("supported rows");
    assert_eq!(search.advance(&Budget::default(), &stop), Ok(None));
    let bytes = search.to_bytes();
    for len in (0..bytes.len()).step_by(7) {
        assert!(Search::from_bytes(&bytes[..len]).is_err(), "{len} of {}", bytes.len());
    }
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            if let Ok(mut search) = Search::from_bytes(&damaged)
                && place % 97 == 0
            {
                let ticks = AtomicU32::new(0);
                let soon = |_: Step| match ticks.fetch_add(1, Ordering::Relaxed) {
                    0 | 1 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
                let _ = search.advance(&Budget::default(), &soon);
            }
        }
    }
}

#[test]
fn rows_beyond_the_largest_are_refused() {
    let refused = |to| covers::decide(Family::AMALGAMATION, to, None, &Budget::default(), &Silent);
    assert_eq!(refused(0), Err(RowError::Zero));
    let max = covers::MAX_ROW;
    assert_eq!(refused(max + 1), Err(RowError::RowTooLarge { row: max + 1, max }));
}

#[test]
fn games_without_covers_leave_all_open() {
    for family in [Family::Threshold(2), Family::MergeTakeOne] {
        let decided = decide(family, 24, None);
        assert!(decided.covers.covers.is_empty() && decided.excluded.is_empty());
        let open: Vec<u64> = decided.open.iter().map(|row| row.row).collect();
        assert_eq!(open, [6, 8, 14, 16, 22, 24]);
        assert_eq!(decided.layers_from, None);
    }
}

#[test]
fn proofs_name_the_cover_below() {
    let decided = decide(Family::AMALGAMATION, 64, None);
    for pair in decided.covers.covers.windows(2) {
        match pair[1].proof {
            CoverProof::Balanced { after, column } => {
                assert_eq!(after, pair[0].row);
                assert!(column >= pair[0].from && column >= pair[1].from && column > pair[1].row);
            }
            CoverProof::Period { .. } => assert_eq!(pair[1].row, 14),
        }
    }
}
