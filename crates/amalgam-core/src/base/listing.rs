//! Lists made within bounds.
//!
//! A position can have more moves than there is memory for, or than anybody can wait for. So whatever
//! lists moves, positions or lines of output passes them to a `Lister`, one by one, and stops when it
//! says so. What comes out is a [`Listing`]: the items, whether these are all, and if not, which bound
//! cut the list.

use std::ops::{ControlFlow, Deref};
use std::time::Instant;

use super::budget::{Budget, Limit, Meter};

/// A list that may end before the last item; it says whether it does.
///
/// It is a slice of its items. Only its maker knows whether there are more:
///
/// ```
/// use amalgam::{Budget, Solver};
/// let answer = Solver::new().solve("nim[1,2,3,4,5,6,7,9]")?;
/// let moves = answer.winning_moves();
/// assert!(moves.is_complete() && moves.len() == 1);
/// assert!(!answer.first_winning_moves(0).is_complete());
/// # Ok::<(), amalgam::SolveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    items: Vec<T>,
    complete: bool,
    limit: Option<Limit>,
}

impl<T> Listing<T> {
    /// Whether the list has every item.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The bound that cut the list, if one did.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// The items alone.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

impl<T> Deref for Listing<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> IntoIterator for Listing<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Listing<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

/// What a list may take of the memory of a budget: printing it takes several times as much again.
const SHARE: u64 = 16;

/// The budget of a list that is made within `limits` and printed afterwards, which takes as long again:
/// half of the time that was left at `then`, counted from now.
pub fn share(limits: &Budget, then: Instant) -> Budget {
    let half = |deadline: Instant| Instant::now() + deadline.saturating_duration_since(then) / 2;
    let deadline = limits.deadline.map(half);
    Budget { memory: limits.memory / SHARE, deadline, ..limits.clone() }
}

/// Makes a [`Listing`]: counts what is looked at and what is kept, and breaks at a bound.
#[derive(Debug)]
pub struct Lister<'a, T> {
    meter: Meter<'a>,
    most: usize,
    items: Vec<T>,
    complete: bool,
    limit: Option<Limit>,
}

impl<'a, T> Lister<'a, T> {
    /// A list of at most this many items within a budget, usually a [`share`] of one.
    pub fn new(budget: &'a Budget, most: usize) -> Lister<'a, T> {
        let meter = Meter::new(budget, 1);
        Lister { meter, most, items: Vec::new(), complete: true, limit: None }
    }

    /// Counts a look at something that takes this many words of memory, whether it is kept or not.
    #[inline]
    pub fn look(&mut self, words: usize) -> ControlFlow<()> {
        match self.meter.work(words + 1) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reached) => self.cut(reached.limit),
        }
    }

    /// Appends an item that takes this many bytes.
    pub fn keep(&mut self, item: T, bytes: usize) -> ControlFlow<()> {
        if self.items.len() == self.most {
            return self.cut(Limit::Listed(self.most as u64));
        }
        if let Err(reached) = self.meter.take(bytes) {
            return self.cut(match reached.limit {
                Limit::Memory(bytes) => Limit::Memory(bytes.saturating_mul(SHARE)),
                limit => limit,
            });
        }
        self.items.push(item);
        ControlFlow::Continue(())
    }

    /// Notes that there may be items that nobody looks for.
    pub fn may_miss_some(&mut self) {
        self.complete = false;
    }

    fn cut(&mut self, limit: Limit) -> ControlFlow<()> {
        self.complete = false;
        self.limit = Some(limit);
        ControlFlow::Break(())
    }

    /// The list as it is.
    pub fn finish(self) -> Listing<T> {
        Listing { items: self.items, complete: self.complete, limit: self.limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Lists 0, 1, 2, … without end.
    fn endless(budget: &Budget, most: usize) -> Listing<u64> {
        let mut list = Lister::new(budget, most);
        let _ = (0..).try_for_each(|i| {
            list.look(0)?;
            list.keep(i, 8)
        });
        list.finish()
    }

    #[test]
    fn every_bound_cuts_an_endless_list_and_is_named() {
        let budget = Budget { memory: 1 << 20, ..Budget::default() };
        let by_count = endless(&budget, 10);
        assert_eq!((by_count.len(), by_count.limit()), (10, Some(Limit::Listed(10))));
        let by_memory = endless(&share(&budget, Instant::now()), usize::MAX);
        assert_eq!(by_memory.len() as u64, budget.memory / SHARE / 8);
        assert_eq!(by_memory.limit(), Some(Limit::Memory(budget.memory)));
        let late = Budget { memory: u64::MAX, ..budget.clone() }.with_time(Duration::ZERO);
        assert_eq!(endless(&late, usize::MAX).limit(), Some(Limit::Time));
        let few_looks = Budget { memory: u64::MAX, looks: 1 << 20, ..budget };
        assert_eq!(endless(&few_looks, usize::MAX).limit(), Some(Limit::Looks(1 << 20)));
    }

    #[test]
    fn a_list_that_ends_is_complete_unless_its_maker_says_otherwise() {
        let budget = Budget::default();
        let mut list = Lister::new(&budget, 1);
        assert!(list.keep('a', 4).is_continue());
        let list = list.finish();
        assert!(list.is_complete() && list.limit().is_none() && *list == ['a']);
        let mut partial: Lister<'_, char> = Lister::new(&budget, 1);
        partial.may_miss_some();
        assert!(!partial.finish().is_complete());
    }
}
