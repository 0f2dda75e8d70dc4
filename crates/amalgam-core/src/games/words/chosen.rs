//! Every choice of heaps that a step may touch.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::ast::*;
use super::run::Work;

/// What is called with the chosen cells, by their indices.
type Visit<'v> = dyn FnMut(&[usize]) -> ControlFlow<()> + 'v;

impl Work<'_> {
    /// Whether two cells can be told apart by nothing, heaps having no order.
    pub(super) fn is_same(&self, i: usize, j: usize) -> bool {
        let (x, y) = (&self.cells[i], &self.cells[j]);
        x.size == y.size
            && x.touched == y.touched
            && x.gone == y.gone
            && self.it.contains(&i) == self.it.contains(&j)
    }
}

/// Calls `visit` with each choice of heaps, until it breaks. Empty places can be chosen if they stay and
/// `empty` allows it.
pub(super) fn each_choice(
    choice: &Choice,
    work: &Work<'_>,
    empty: bool,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let field = work.before.field;
    let empty = empty && field.keeps_empty();
    let fits = |i: usize| !work.cells[i].gone && (empty || work.cells[i].size > 0);
    let all = || (0..work.cells.len()).filter(|&i| fits(i));
    let sizes = || all().map(|i| work.cells[i].size);
    let one = |wanted: &dyn Fn(usize) -> bool, visit: &mut Visit<'_>| {
        let mut before: Option<usize> = None;
        for i in all().filter(|&i| wanted(i)) {
            let same = before.is_some_and(|j| !field.is_ordered() && work.is_same(i, j));
            before = Some(i);
            if !same {
                visit(&[i])?;
            }
        }
        ControlFlow::Continue(())
    };
    let (first, last) = (0, work.before.places.saturating_sub(1));
    match choice {
        Choice::One => one(&|_| true, visit),
        Choice::Another => one(&|i| !work.cells[i].touched, visit),
        Choice::Largest => {
            let largest = sizes().max();
            one(&|i| Some(work.cells[i].size) == largest, visit)
        }
        Choice::Smallest => {
            let smallest = sizes().min();
            one(&|i| Some(work.cells[i].size) == smallest, visit)
        }
        Choice::First => one(&|i| work.cells[i].place == first, visit),
        Choice::Last => one(&|i| work.cells[i].place == last, visit),
        Choice::End => one(&|i| [first, last].contains(&work.cells[i].place), visit),
        Choice::It => {
            let is_ready = |&i: &usize| !work.cells[i].gone && work.cells[i].size > 0;
            let ready = !work.it.is_empty() && work.it.iter().all(is_ready);
            if ready { visit(&work.it.clone()) } else { ControlFlow::Continue(()) }
        }
        Choice::Group { each, counts, of: Pool::Neighbours } => {
            let n = work.before.places;
            let windows: Vec<Vec<usize>> = counts
                .up_to(n as u64)
                .chain((!each).then_some(counts.most(n as u64)))
                .flat_map(|k| windows(n, k as usize, field.shape == Shape::Circle))
                .collect();
            among(&windows, *each, work, empty, visit)
        }
        Choice::Places { each, sets } => {
            let sets: Vec<Vec<usize>> = sets
                .iter()
                .map(|set| set.iter().map(|&place| place as usize - 1).collect())
                .collect();
            among(&sets, *each, work, empty, visit)
        }
        Choice::Group { each, counts, of } => {
            let pool: Vec<usize> =
                all().filter(|&i| *of == Pool::Heaps || !work.cells[i].touched).collect();
            let n = pool.len() as u64;
            match each {
                true => counts
                    .up_to(n)
                    .filter(|&k| k > 0)
                    .try_for_each(|k| subsets(&pool, k as usize, work, visit)),
                false => {
                    (1..=counts.most(n)).try_for_each(|k| subsets(&pool, k as usize, work, visit))
                }
            }
        }
    }
}

/// The windows of `k` places side by side.
fn windows(n: usize, k: usize, circle: bool) -> Vec<Vec<usize>> {
    match k {
        0 => Vec::new(),
        _ if k > n => Vec::new(),
        _ if k == n => vec![(0..n).collect()],
        _ if circle => (0..n).map(|s| (s..s + k).map(|place| place % n).collect()).collect(),
        _ => (0..=n - k).map(|s| (s..s + k).collect()).collect(),
    }
}

/// All of the heaps at one of the sets of places, or some of them; each choice once.
fn among(
    sets: &[Vec<usize>],
    each: bool,
    work: &Work<'_>,
    empty: bool,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let at = |place: usize| {
        (0..work.cells.len()).find(|&i| {
            let cell = &work.cells[i];
            cell.place == place && !cell.gone && (empty || cell.size > 0)
        })
    };
    let same_set = |x: &[usize], y: &[usize]| x.len() == y.len() && x.iter().all(|i| y.contains(i));
    for (number, set) in sets.iter().enumerate() {
        let cells: SmallVec<[usize; 8]> = set.iter().filter_map(|&place| at(place)).collect();
        if each {
            let repeated = sets[..number].iter().any(|before| same_set(before, set));
            if cells.len() == set.len() && !repeated {
                visit(&cells)?;
            }
            continue;
        }
        let mut chosen: SmallVec<[usize; 8]> = SmallVec::new();
        // Every part of the set that is not empty, in order: the next index is put in or left out.
        let mut next = 0;
        loop {
            if next < cells.len() {
                chosen.push(next);
                next += 1;
            } else {
                let Some(last) = chosen.pop() else { break };
                next = last + 1;
                continue;
            }
            let part: SmallVec<[usize; 8]> = chosen.iter().map(|&k| cells[k]).collect();
            let known = sets[..number]
                .iter()
                .any(|before| part.iter().all(|&i| before.contains(&work.cells[i].place)));
            if !known {
                visit(&part)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The subsets of `k` of the cells; of cells that are the same the first are chosen.
fn subsets(pool: &[usize], k: usize, work: &Work<'_>, visit: &mut Visit<'_>) -> ControlFlow<()> {
    if k > pool.len() {
        return ControlFlow::Continue(());
    }
    let ordered = work.before.field.is_ordered();
    let mut chosen: Vec<usize> = Vec::with_capacity(k);
    let mut next = 0;
    loop {
        if chosen.len() == k {
            let cells: SmallVec<[usize; 8]> = chosen.iter().map(|&at| pool[at]).collect();
            visit(&cells)?;
        }
        let room = chosen.len() < k && pool.len() - next >= k - chosen.len();
        if room {
            let skipped = next > 0
                && !ordered
                && work.is_same(pool[next - 1], pool[next])
                && chosen.last() != Some(&(next - 1));
            if !skipped {
                chosen.push(next);
            }
            next += 1;
            continue;
        }
        let Some(last) = chosen.pop() else { return ControlFlow::Continue(()) };
        next = last + 1;
    }
}
