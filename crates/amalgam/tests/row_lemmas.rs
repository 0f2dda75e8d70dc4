//! The lemmas that the structure of rows rests on, one by one, on random registers and masks, written
//! from their statements: sets of numbers and counts, no words of bits, nothing of the engine.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{BTreeMap, BTreeSet};

type Set = BTreeSet<u64>;

/// One column of a row: what is taken, before and after, as offsets; and its choice.
fn step(register: &Set, mask: &Set) -> (Set, Option<u64>) {
    let mut next = register.clone();
    let choice = (!register.contains(&0)).then(|| {
        (1..).find(|offset| !register.contains(offset) && !mask.contains(offset)).expect("finite")
    });
    next.extend(choice);
    (next.into_iter().filter(|&x| x > 0).map(|x| x - 1).collect(), choice)
}

fn walk(register: &Set, masks: &[Set]) -> Set {
    masks.iter().fold(register.clone(), |register, mask| step(&register, mask).0)
}

fn differ(a: &Set, b: &Set) -> Set {
    a.symmetric_difference(b).copied().collect()
}

fn set(largest: u64, most: usize) -> impl Strategy<Value = Set> {
    prop::collection::btree_set(0..=largest, 0..most)
}

fn cases() -> Config {
    Config::with_cases(amalgam_tier::size(400, 20_000) as u32)
}

/// The rows of a block at one column: registers from random ones, the cover below {1..=k}.
#[derive(Clone, Debug)]
struct Block {
    k: u64,
    rows: Vec<Set>,
}

impl Block {
    /// One column; the choices of the rows. Row i forbids 2k + i.
    fn step(&mut self) -> Vec<Option<u64>> {
        let mut mask: Set = (0..=self.k).collect();
        let mut choices = Vec::new();
        for (i, row) in (1..).zip(&mut self.rows) {
            let mut seen = mask.clone();
            seen.insert(2 * self.k + i);
            let (next, choice) = step(row, &seen);
            *row = next;
            mask.extend(choice);
            choices.push(choice);
        }
        choices
    }

    fn taken(&self, rows: usize, x: u64) -> i64 {
        self.rows[..rows].iter().filter(|row| row.contains(&x)).count() as i64
    }

    /// d_j of the Defect Lemma.
    fn imbalance(&self, j: u64) -> i64 {
        let ideal = |x: u64| if x <= self.k { j } else { (j + self.k).saturating_sub(x) } as i64;
        (0..200).map(|x| (self.taken(2 * j as usize, x) - ideal(x)).abs()).sum()
    }

    /// h_j of the Structure Theorem at the cell x.
    fn hole(&self, j: u64, x: u64) -> i64 {
        let expected = if x <= self.k { j + 1 } else { (j + 1 + self.k).saturating_sub(x) };
        expected as i64 - self.taken(2 * j as usize + 1, x)
    }

    /// E_j of the Odd Defect Lemma.
    fn strain(&self, j: u64) -> i64 {
        (0..200).map(|x| self.hole(j, x)).map(|h| if h < 0 { -h } else { (h - 1).max(0) }).sum()
    }

    fn conditions(&self, last: u64) -> bool {
        (0..=last).all(|j| self.strain(j) == 0)
    }
}

fn block(rows: usize) -> impl Strategy<Value = Block> {
    (1u64..7).prop_flat_map(move |k| {
        let parity = prop::collection::vec(set(k, k as usize + 1), rows);
        parity.prop_map(move |rows| {
            // Registers of one game have sizes of one parity.
            let rows = rows.into_iter().map(|mut row: Set| {
                if row.len() % 2 == 1 && !row.remove(&k) {
                    row.insert(k);
                }
                row
            });
            Block { k, rows: rows.collect() }
        })
    })
}

/// Random blocks in which H_0, …, H_J hold after this many columns.
fn settled(rows: usize, columns: u64, test: impl Fn(Block) -> Result<(), TestCaseError>) {
    let mut runner = TestRunner::new(cases());
    let found = std::cell::Cell::new(0);
    let result = runner.run(&block(rows), |mut block| {
        for _ in 0..columns {
            block.step();
        }
        if !block.conditions((rows as u64 - 1) / 2) {
            return Ok(());
        }
        found.set(found.get() + 1);
        test(block)
    });
    result.expect("the theorem holds");
    assert!(found.get() > 20, "{} of the random blocks have the structure", found.get());
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn one_difference_stays_one(
        register in set(9, 9), flip in 0u64..12, masks in prop::collection::vec(set(9, 8), 1..30),
    ) {
        let other = differ(&register, &Set::from([flip]));
        for n in 0..=masks.len() {
            let (left, right) = (walk(&register, &masks[..n]), walk(&other, &masks[..n]));
            prop_assert_eq!(differ(&left, &right).len(), 1);
        }
    }

    #[test]
    fn differences_never_grow_and_keep_their_parity(
        left in set(9, 9), right in set(9, 9), masks in prop::collection::vec(set(9, 8), 1..30),
    ) {
        let mut before = differ(&left, &right).len();
        for n in 0..=masks.len() {
            let now = differ(&walk(&left, &masks[..n]), &walk(&right, &masks[..n])).len();
            prop_assert!(now <= before && now % 2 == before % 2, "{} after {}", now, before);
            before = now;
        }
    }

    #[test]
    fn recurrent_registers_keep_their_distances(
        left in set(7, 8), right in set(7, 8), masks in prop::collection::vec(set(7, 6), 1..6),
    ) {
        // After many repetitions both are recurrent.
        let settle = |register: Set| (0..200).fold(register, |register, _| walk(&register, &masks));
        let (mut left, mut right) = (settle(left), settle(right));
        let distance = differ(&left, &right).len();
        for mask in masks.iter().cycle().take(60) {
            (left, right) = (step(&left, mask).0, step(&right, mask).0);
            prop_assert_eq!(differ(&left, &right).len(), distance);
        }
    }

    /// Single flips with disjoint images, and all of them together as far apart as they were: then
    /// every subset goes where its members go. Without the second condition it may not.
    #[test]
    fn a_cube_that_keeps_its_diagonal_is_kept(
        x in set(8, 8), cells in set(8, 5), masks in prop::collection::vec(set(8, 7), 1..20),
    ) {
        let cells: Vec<u64> = cells.into_iter().collect();
        let image = |chosen: &[u64]| {
            walk(&differ(&x, &chosen.iter().copied().collect()), &masks)
        };
        let y = image(&[]);
        let singles: Vec<Set> = cells.iter().map(|&cell| differ(&image(&[cell]), &y)).collect();
        let all: Set = singles.iter().flatten().copied().collect();
        let disjoint = all.len() == cells.len();
        let whole = differ(&image(&cells), &y).len() == cells.len();
        let pairs = (0..cells.len()).all(|i| (0..i).all(|j| {
            differ(&image(&[cells[i], cells[j]]), &y) == &singles[i] | &singles[j]
        }));
        if disjoint && (whole || pairs) {
            for subset in 0..1u32 << cells.len() {
                let chosen = |i: &usize| subset >> i & 1 == 1;
                let members: Vec<usize> = (0..cells.len()).filter(chosen).collect();
                let flips: Vec<u64> = members.iter().map(|&i| cells[i]).collect();
                let expected: Set = members.iter().flat_map(|&i| &singles[i]).copied().collect();
                prop_assert_eq!(differ(&image(&flips), &y), expected);
            }
        }
    }

    /// The Defect Lemma asks for j <= k and registers of one parity, and for nothing else.
    #[test]
    fn imbalance_never_grows(mut block in block(8)) {
        let last = block.k.min(4);
        for _ in 0..60 {
            let before: Vec<i64> = (1..=last).map(|j| block.imbalance(j)).collect();
            block.step();
            for (j, before) in (1..=last).zip(before) {
                let now = block.imbalance(j);
                prop_assert!(now <= before && (before - now) % 2 == 0, "d_{j}: {before}, {now}");
            }
        }
    }

    /// The Odd Defect Lemma: for j < k with any registers.
    #[test]
    fn strain_never_grows(mut block in block(9)) {
        for _ in 0..60 {
            let before: Vec<i64> = (0..=4).map(|j| block.strain(j)).collect();
            block.step();
            for (j, before) in (0..=4).zip(before).filter(|&(j, _)| j < block.k) {
                prop_assert!(block.strain(j) <= before, "E_{j}");
            }
        }
    }
}

/// Parts (1) to (4) with all five cases, each seen.
#[test]
fn holes_and_defects_move_as_the_structure_theorem_says() {
    let seen = std::cell::RefCell::new(BTreeMap::new());
    settled(7, 400, |mut block| {
        let k = block.k;
        for _ in 0..80 {
            let before = block.clone();
            let choices = block.step();
            prop_assert!(block.conditions(3), "the conditions are absorbing");
            for j in 0..=3u64 {
                // (1): all offsets but the hole.
                let used: Set = choices[..2 * j as usize + 1].iter().flatten().copied().collect();
                let slots: Set = (k + 1..=k + j + 1).collect();
                let left: Vec<u64> = differ(&used, &slots).into_iter().collect();
                let holes = usize::from(before.hole(j, 0) == 0);
                prop_assert!(used.is_subset(&slots) && left.len() == holes, "{left:?}");
                let hole = left.first().copied();
                if let Some(c) = hole {
                    prop_assert_eq!((before.hole(j, c), block.hole(j, c - 1)), (0, 1));
                }
                if j == 3 {
                    continue;
                }
                let (even, odd) = (2 * j as usize + 1, 2 * j as usize + 2);
                let (t, z) = (&before.rows[even], &before.rows[odd]);
                let reach = k + j + 2;
                let delta = |block: &Block, x: u64| {
                    i64::from(block.rows[even].contains(&x)) - block.hole(j, x)
                };
                // (2): what the even row takes.
                let free = !t.contains(&0);
                let expected = free.then(|| match hole {
                    Some(c) if !t.contains(&c) => c,
                    _ => reach,
                });
                prop_assert_eq!(choices[even], expected);
                // (3): how its defects move.
                let mut defects: BTreeMap<u64, i64> = (0..=reach)
                    .map(|x| (x, delta(&before, x)))
                    .filter(|&(_, delta)| delta != 0)
                    .collect();
                let at =
                    |defects: &BTreeMap<u64, i64>, x: u64| defects.get(&x).copied().unwrap_or(0);
                let case = match (at(&defects, 0), hole) {
                    (-1, None) => {
                        defects.remove(&0);
                        defects.insert(reach, 1);
                        "d"
                    }
                    (1, Some(c)) => {
                        defects.remove(&0);
                        match defects.remove(&c) {
                            None => {
                                defects.insert(c, -1);
                                "e"
                            }
                            Some(sign) => {
                                prop_assert_eq!(sign, 1);
                                "clash"
                            }
                        }
                    }
                    (0, Some(c)) if at(&defects, c) == 1 => {
                        defects.remove(&c);
                        defects.insert(reach, 1);
                        "c"
                    }
                    (0, Some(_)) => "b",
                    (0, None) => "a",
                    other => return Err(TestCaseError::fail(format!("{other:?}"))),
                };
                *seen.borrow_mut().entry(case).or_insert(0) += 1;
                let now: BTreeMap<u64, i64> = (0..=reach)
                    .map(|x| (x + 1, delta(&block, x)))
                    .filter(|&(_, delta)| delta != 0)
                    .collect();
                prop_assert_eq!(&now, &defects, "case {}", case);
                // (4): the odd row after it.
                for x in 0..=reach {
                    match delta(&before, x) {
                        1 => prop_assert!(!z.contains(&x)),
                        -1 => prop_assert!(z.contains(&x)),
                        _ => {}
                    }
                }
                let mut cells: Vec<bool> = (0..=reach).map(|x| z.contains(&x)).collect();
                cells[reach as usize] = !cells[0];
                if let ("c" | "e" | "clash", Some(c)) = (case, hole) {
                    cells.swap(reach as usize, c as usize);
                }
                let after: Vec<bool> = (0..reach).map(|x| block.rows[odd].contains(&x)).collect();
                prop_assert_eq!(&cells[1..], &after[..], "case {}", case);
                let next_hole = {
                    let used: Set = choices[..odd + 1].iter().flatten().copied().collect();
                    (k + 1..=reach).find(|offset| !used.contains(offset))
                };
                let own = z.contains(&0);
                let expected = match (case, hole) {
                    ("a" | "b", _) => own.then_some(reach),
                    ("c", hole) => hole.filter(|_| own),
                    ("d", _) => None,
                    (_, Some(c)) => Some(if z.contains(&c) { c } else { reach }),
                    _ => None,
                };
                prop_assert_eq!(next_hole, expected, "case {}", case);
            }
        }
        Ok(())
    });
    let seen = seen.into_inner();
    for case in ["a", "b", "c", "d", "e"] {
        assert!(seen.get(case).is_some_and(|&n| n > 100), "case {case}: {seen:?}");
    }
}

/// The Label Theorem. Over one period M of the rows before it, which is at most k + j + 2 times that of the
/// rows before these if the even row has one defect, an odd row does the same to every register that fits
/// the defects: a signed permutation of its cells. And its register is back after as many times M as the
/// cycles say.
#[test]
fn labels_are_permuted_whatever_they_stand_for() {
    let (turned, repeated) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    settled(5, 400, |mut block| {
        let k = block.k;
        if k > 3 {
            return Ok(()); // all registers are tried below
        }
        for _ in 0..4 * (k + 1) * (k + 2) * (k + 3) {
            block.step(); // all clashes are over, or the rows do not come back
        }
        for (j, odd) in [(0, 2), (1, 4)] {
            let (mut walked, mut masks, mut below) = (block.clone(), Vec::new(), None);
            while masks.is_empty() || walked.rows[..odd] != block.rows[..odd] {
                let choices = walked.step();
                let used = choices[..odd].iter().flatten().copied();
                masks.push((0..=k).chain(used).chain([2 * k + odd as u64 + 1]).collect());
                if walked.rows[..odd - 1] == block.rows[..odd - 1] {
                    below = below.or(Some(masks.len()));
                }
                if masks.len() > 10_000 {
                    return Ok(());
                }
            }
            let (cells, even) = (k + j + 2, &block.rows[odd - 1]);
            let is_right = |x: &u64| i64::from(even.contains(x)) == block.hole(j, *x);
            let free: Vec<u64> = (0..cells).filter(is_right).collect();
            let times = masks.len() / below.expect("they are back, too");
            prop_assert_eq!(masks.len() % below.expect("as above"), 0);
            match cells - free.len() as u64 {
                0 => prop_assert_eq!(times, 1),
                1 => prop_assert!(times as u64 <= cells, "{times} times, {cells} cells"),
                _ => {}
            }
            let home = &block.rows[odd];
            let image = walk(home, &masks);
            prop_assert_eq!(&image, &walked.rows[odd]);
            // Where each cell goes, and whether what it holds is turned.
            let mut goes = BTreeMap::new();
            for &x in &free {
                let flipped = walk(&differ(home, &Set::from([x])), &masks);
                let to: Vec<u64> = differ(&flipped, &image).into_iter().collect();
                prop_assert_eq!(to.len(), 1);
                goes.insert(x, (to[0], home.contains(&x) != image.contains(&to[0])));
            }
            let targets: Set = goes.values().map(|(to, _)| *to).collect();
            prop_assert_eq!(&targets, &free.iter().copied().collect::<Set>());
            for subset in 0..1u32 << free.len() {
                let member = |i: &usize| subset >> i & 1 == 1;
                let flips: Set = (0..free.len()).filter(member).map(|i| free[i]).collect();
                let moved: Set = flips.iter().map(|x| goes[x].0).collect();
                prop_assert_eq!(walk(&differ(home, &flips), &masks), differ(&image, &moved));
            }
            // Cycle by cycle, how often until its contents are back.
            let period = |x: u64| {
                let mut cycle = vec![x];
                while goes[&cycle[cycle.len() - 1]].0 != x {
                    cycle.push(goes[&cycle[cycle.len() - 1]].0);
                }
                let length = cycle.len();
                let mut values: Vec<bool> = cycle.iter().map(|y| home.contains(y)).collect();
                let first = values.clone();
                let pass = |values: &[bool]| -> Vec<bool> {
                    let before = |i: usize| (i + length - 1) % length;
                    (0..length).map(|i| values[before(i)] != goes[&cycle[before(i)]].1).collect()
                };
                (1..=2 * length).find(|_| {
                    values = pass(&values);
                    values == first
                })
            };
            let periods: Vec<usize> =
                free.iter().map(|&x| period(x).expect("twice its length at most")).collect();
            let told = (1..).find(|m| periods.iter().all(|p| m % p == 0)).expect("a multiple");
            let mut register = image.clone();
            let mut found = 1;
            while register != *home {
                register = walk(&register, &masks);
                found += 1;
            }
            prop_assert_eq!(found, told);
            turned.set(turned.get() + usize::from(goes.values().any(|(_, turns)| *turns)));
            repeated.set(repeated.get() + usize::from(found > 1));
        }
        Ok(())
    });
    let (turned, repeated) = (turned.get(), repeated.get());
    assert!(turned > 5 && repeated > 5, "{turned} with turns, {repeated} with multipliers");
}

/// Row 1 repeats after 2(k+1) columns or a part; row 2, while its defects last, after k + 2 times as
/// many; row 3 after as many as that.
#[test]
fn the_first_three_rows_have_closed_forms() {
    settled(3, 400, |mut block| {
        let (one, two) = (2 * (block.k + 1), 2 * (block.k + 1) * (block.k + 2));
        for _ in 0..2 * two {
            block.step(); // all clashes of row 2 are over
        }
        let before = block.clone();
        for column in 1..=two {
            block.step();
            if column == one {
                prop_assert_eq!(&block.rows[0], &before.rows[0]);
            }
        }
        prop_assert_eq!(&block.rows, &before.rows);
        Ok(())
    });
}

/// Section 11: a defect of row 2 is a class mod k + 2, and two classes clash exactly if their difference
/// is one of 1 + (free columns of row 1 strictly between a free column and the one k + 1 later).
#[test]
fn the_defects_of_row_two_are_classes() {
    let clashed = std::cell::Cell::new((0, 0));
    settled(2, 9, |mut block| {
        let k = block.k;
        let mut free: Vec<u64> = Vec::new();
        let mut look = block.clone();
        for column in 0..4 * (k + 1) {
            if !look.rows[0].contains(&0) {
                free.push(column);
            }
            look.step();
        }
        let between = |m: usize| {
            let from = free[m];
            free.iter().filter(|&&column| column > from && column < from + k + 1).count() as u64
        };
        let clashing: Set = (0..=k as usize).map(|m| (1 + between(m)) % (k + 2)).collect();
        // The classes of the defects: the free column at which each leaves the cell k + 1.
        let start = block.clone();
        let mut classes: Vec<u64> = Vec::new();
        for x in 0..=k + 1 {
            let delta = i64::from(start.rows[1].contains(&x)) - start.hole(0, x);
            let next = |column: u64| free.iter().position(|&c| c >= column).expect("listed") as u64;
            match delta {
                // In the cell k + 1: leaves at the next free column. A plus at x has left it at the
                // column x − (k + 1), which comes k + 1 free columns before x + k + 1; a minus at x goes
                // into it at x and leaves at the next free column.
                1 if x == k + 1 => classes.push(next(0) % (k + 2)),
                1 => classes.push((next(x + k + 1) + 1) % (k + 2)),
                -1 => classes.push((next(x) + 1) % (k + 2)),
                _ => {}
            }
        }
        let clashes = |a: u64, b: u64| clashing.contains(&((a + k + 2 - b) % (k + 2)));
        let some = classes.iter().any(|&a| classes.iter().any(|&b| a != b && clashes(a, b)));
        let d = classes.len() as i64;
        prop_assert_eq!(start.imbalance(1), d);
        for _ in 0..2 * (k + 1) * (k + 2) {
            block.step();
        }
        prop_assert_eq!(block.imbalance(1) < d, some, "{:?} of {:?}", classes, clashing);
        let (yes, no) = clashed.get();
        clashed.set(if some { (yes + 1, no) } else { (yes, no + 1) });
        Ok(())
    });
    let (yes, no) = clashed.get();
    assert!(yes > 3 && no > 3, "{yes} with clashes, {no} without");
}

/// Section 13: each offset exchanges free and taken rows in the first row where they differ.
#[test]
fn the_machine_runs_backwards() {
    settled(5, 400, |mut block| {
        let two = 2 * (block.k + 1) * (block.k + 2) * (block.k + 3);
        for _ in 0..2 * two {
            block.step(); // all clashes of rows 2 and 4 are over, or the case is left out below
        }
        for _ in 0..60 {
            let before = block.clone();
            block.step();
            if (1..=2).any(|j| block.imbalance(j) != before.imbalance(j)) {
                return Ok(());
            }
            // The rows and the one that takes what is left: taken where a hole has hit.
            let with_rest = |block: &Block| {
                let mut rows = block.rows.clone();
                rows.push((0..100).filter(|&x| block.hole(2, x) == 1).collect());
                rows
            };
            let (before, after) = (with_rest(&before), with_rest(&block));
            let mut free: BTreeSet<usize> = BTreeSet::new();
            let mut rows: Vec<Set> =
                after.iter().map(|row| row.iter().map(|x| x + 1).collect()).collect();
            for offset in (block.k + 1..=block.k + 3).rev() {
                let differs = |row: &usize| free.contains(row) != rows[*row].contains(&offset);
                let first = (0..rows.len()).find(differs).expect("there is one");
                prop_assert!(rows[first].remove(&offset));
                free.insert(first);
            }
            for row in (0..rows.len()).filter(|row| !free.contains(row)) {
                rows[row].insert(0);
            }
            prop_assert_eq!(rows, before);
        }
        Ok(())
    });
}
