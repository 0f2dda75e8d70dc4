//! What is pointed at: a heap, how many of its coins, another heap, a place to split.

use amalgam::PartMove;
use amalgam::session::{Following, Gesture, Session};

/// Where the hand is, and what the gesture so far can become.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// The heap pointed at, as part and index.
    pub(super) at: (usize, usize),
    /// Where it lies, as part and place.
    place: (usize, usize),
    /// Heaps picked up before, in the same part.
    pub(super) held: Vec<usize>,
    pub(super) take: Option<u64>,
    pub(super) split: Option<[u64; 2]>,
    /// Digits typed so far.
    typed: String,
    pub(super) following: Following,
    /// The heaps that can be touched together with those held.
    joining: Vec<(usize, usize)>,
    /// What can follow the heaps alone: how many coins, before a number is chosen.
    pub(super) choices: Following,
}

impl Hand {
    /// The hand over the first heap.
    pub(super) fn new(session: &Session) -> Hand {
        Hand::near(session, (0, 0))
    }

    /// The hand over the heap nearest to where it was.
    pub(super) fn again(&self, session: &Session) -> Hand {
        Hand::near(session, self.place)
    }

    fn near(session: &Session, near: (usize, usize)) -> Hand {
        let heaps = placed(session);
        let found = heaps.iter().rfind(|(place, _)| *place <= near).or(heaps.first());
        let (place, at) = found.copied().unwrap_or_default();
        let nothing = session.follow(&Gesture::at(usize::MAX, 0));
        let mut hand = Hand {
            at,
            place,
            held: Vec::new(),
            take: None,
            split: None,
            typed: String::new(),
            joining: Vec::new(),
            following: nothing.clone(),
            choices: nothing,
        };
        hand.look(session);
        hand
    }

    /// The heaps pointed at, in their order.
    pub(super) fn heaps_pointed(&self) -> Gesture {
        let (part, heap) = self.at;
        let mut heaps = self.held.clone();
        if !heaps.contains(&heap) {
            heaps.push(heap);
        }
        Gesture { part, heaps, take: None, split: None }
    }

    fn look(&mut self, session: &Session) {
        let held = Gesture { part: self.at.0, heaps: self.held.clone(), take: None, split: None };
        self.joining = match held.is_empty() {
            true => Vec::new(),
            false => session.follow(&held).heaps,
        };
        let heaps = self.heaps_pointed();
        self.choices = session.follow(&heaps);
        if self.take.is_some_and(|take| !self.allows(session, take)) {
            self.take = None;
            self.split = None;
        }
        let gesture = Gesture { take: self.take, split: None, ..heaps };
        let unsplit = session.follow(&gesture);
        if self.split.is_some_and(|split| !unsplit.splits.contains(&split)) {
            self.split = None;
        }
        self.following = session.follow(&Gesture { split: self.split, ..gesture });
        self.following.splits = unsplit.splits;
    }

    /// The move that would be made.
    pub(super) fn meant(&self) -> Option<&PartMove> {
        self.following.meant.as_ref()
    }

    /// Moves to a heap. While heaps are held only those that can join them can be reached.
    pub(super) fn point(&mut self, session: &Session, heap: (usize, usize)) {
        let reachable = self.held.is_empty()
            || (heap.0 == self.at.0 && (self.held.contains(&heap.1) || self.joins(heap)));
        let placed = placed(session).into_iter().find(|&(_, other)| other == heap);
        if let Some((place, at)) = placed.filter(|_| reachable) {
            (self.at, self.place) = (at, place);
            self.take = None;
            self.split = None;
            self.typed.clear();
            self.look(session);
        }
    }

    /// Whether a heap can be touched together with those held.
    pub(super) fn joins(&self, heap: (usize, usize)) -> bool {
        self.joining.contains(&heap)
    }

    /// Moves one heap on or back.
    pub(super) fn step(&mut self, session: &Session, forward: bool) {
        let all: Vec<(usize, usize)> = placed(session)
            .into_iter()
            .map(|(_, heap)| heap)
            .filter(|&heap| {
                self.held.is_empty()
                    || heap == self.at
                    || (heap.0 == self.at.0 && (self.held.contains(&heap.1) || self.joins(heap)))
            })
            .collect();
        let Some(now) = all.iter().position(|&heap| heap == self.at) else { return };
        let next = if forward { now + 1 } else { now + all.len() - 1 } % all.len();
        self.point(session, all[next]);
    }

    /// Picks the heap up, to touch another together with it; or puts all down.
    pub(super) fn hold(&mut self, session: &Session) -> Result<(), &'static str> {
        if self.held.contains(&self.at.1) {
            self.drop_all(session);
            return Ok(());
        }
        let heaps = self.heaps_pointed();
        if session.follow(&heaps).heaps.is_empty() {
            return Err("No other heap can be touched together with this one.");
        }
        self.held = heaps.heaps;
        self.take = None;
        self.split = None;
        self.typed.clear();
        self.look(session);
        Ok(())
    }

    /// Forgets everything but the heap.
    pub(super) fn drop_all(&mut self, session: &Session) {
        *self = self.again(session);
    }

    /// Chooses one coin more or fewer, among the numbers that are allowed.
    pub(super) fn coins(&mut self, session: &Session, more: bool) {
        let takes: Vec<u64> = self.choices.takes.iter().copied().filter(|&take| take > 0).collect();
        self.take = match (self.take, more) {
            (None, true) => takes.first().copied(),
            (None, false) => takes.last().copied(),
            (Some(now), true) => takes.iter().find(|&&take| take > now).or(takes.last()).copied(),
            (Some(now), false) => takes.iter().rfind(|&&take| take < now).copied(),
        };
        self.split = None;
        self.typed.clear();
        self.look(session);
    }

    /// Whether this many coins can be taken, whether that is listed or not.
    fn allows(&self, session: &Session, coins: u64) -> bool {
        session.follow(&self.heaps_pointed().taking(coins)).takes.contains(&coins)
    }

    /// Chooses a number of coins.
    pub(super) fn take(&mut self, session: &Session, coins: u64) -> bool {
        let allowed = self.allows(session, coins);
        if allowed {
            self.take = Some(coins);
            self.split = None;
            self.look(session);
        }
        allowed
    }

    /// Types one digit of a number of coins; says what is wrong with the number.
    pub(super) fn digit(&mut self, session: &Session, digit: char) -> Result<(), String> {
        self.typed.push(digit);
        let whole: Option<u64> = self.typed.parse().ok();
        if whole.is_some_and(|coins| self.take(session, coins)) {
            return Ok(());
        }
        // Perhaps the number only begins so.
        let begins = |take: &u64| take.to_string().starts_with(self.typed.as_str());
        if self.choices.takes.iter().any(begins) {
            return Ok(());
        }
        let typed = std::mem::take(&mut self.typed);
        let alone = digit.to_digit(10).map_or(0, u64::from);
        if typed.len() > 1 && self.take(session, alone) {
            self.typed.push(digit);
            return Ok(());
        }
        Err(format!("{typed} coins cannot be taken here."))
    }

    /// Chooses the next place to split, or the one before; past the last none.
    pub(super) fn split(&mut self, session: &Session, forward: bool) -> Result<(), &'static str> {
        let splits = self.following.splits.clone();
        if splits.is_empty() {
            return Err("Nothing can be split here.");
        }
        let now = self.split.and_then(|split| splits.iter().position(|&other| other == split));
        self.split = match (now, forward) {
            (None, true) => splits.first().copied(),
            (None, false) => splits.last().copied(),
            (Some(i), true) => splits.get(i + 1).copied(),
            (Some(i), false) => i.checked_sub(1).map(|i| splits[i]),
        };
        self.look(session);
        Ok(())
    }
}

/// Every heap from left to right: its part and place, and its part and index.
fn placed(session: &Session) -> Vec<((usize, usize), (usize, usize))> {
    let mut placed = Vec::new();
    for part in 0..session.sum().parts().len() {
        for (place, of) in session.places(part).iter().enumerate() {
            placed.extend(of.index.map(|index| ((part, place), (part, index))));
        }
    }
    placed
}
