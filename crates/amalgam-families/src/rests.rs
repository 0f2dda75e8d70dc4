//! A rest beside many heaps of one height: its moves, and what parity alone decides.

use amalgam_core::Outcome;
use amalgam_core::games::rules::Rules;
use rustc_hash::FxHashMap;

/// Rules, and the height h of which there are many heaps.
#[derive(Clone, Debug)]
pub struct Setting {
    rules: Rules,
    height: u16,
    amalgamation: bool,
}

impl Setting {
    /// `None` where the lemmas on parity do not hold, or the height does not fit.
    ///
    /// **The test.** Any number may be taken from a heap, no heap splits, and no merge loses a coin. Then
    /// Lemmas 6 and 8 of Locke & Handley hold (8 (c) where the two heaps may merge), and whether two heaps
    /// may merge depends on these two alone. So R + n·h has the same moves for all n ≥ 2, up to n.
    pub fn new(rules: &Rules, height: u64) -> Option<Setting> {
        let lossless = rules.merges().iter().all(|merge| merge.then_take == 0);
        let height = u16::try_from(height).ok().filter(|&height| (1..=64).contains(&height))?;
        let amalgamation =
            rules.merges().iter().any(|merge| merge.conditions.is_empty() && merge.then_take == 0);
        (rules.takes_any() && lossless).then(|| Setting {
            rules: rules.clone(),
            height,
            amalgamation,
        })
    }

    /// The height of which there are many heaps.
    pub fn height(&self) -> u64 {
        self.height.into()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn may_merge(&self, x: u16, y: u16) -> bool {
        !self.rules.merged(x.into(), y.into()).is_empty()
    }

    /// What parity decides: a mirror is P (Lemma 6), one move from a mirror is N (Lemma 8), and with heaps of
    /// 1, 2 and 4 alone all three odd is P (Theorem T1; for n ≥ 1, in Amalgamation Nim).
    fn by_parity(&self, rest: &[u16], odd: bool) -> Option<Outcome> {
        let mut heights: Vec<u16> = rest
            .chunk_by(|x, y| x == y)
            .filter(|same| same.len() % 2 == 1)
            .map(|same| same[0])
            .chain(odd.then_some(self.height))
            .collect();
        heights.sort_unstable();
        match *heights.as_slice() {
            [] => Some(Outcome::P),
            [_] | [_, _] => Some(Outcome::N),
            [i, j, t] if i + j == t && self.may_merge(i, j) => Some(Outcome::N),
            [1, 2, 4] if self.amalgamation => {
                let low = |height: &u16| matches!(height, 1 | 2 | 4);
                (low(&self.height) && rest.iter().all(low)).then_some(Outcome::P)
            }
            _ => None,
        }
    }

    /// The rests that one move leaves beside n ≥ 2 heaps of h, and how n changes.
    fn moves(&self, rest: &[u16]) -> Vec<(Vec<u16>, i8)> {
        let mut found = Vec::new();
        let h = self.height;
        let mut add = |gone: &[usize], new: u16, change: i8| {
            let kept = rest.iter().enumerate().filter(|(i, _)| !gone.contains(i));
            let mut left: Vec<u16> = kept.map(|(_, &heap)| heap).collect();
            let change = if new == h { change + 1 } else { change };
            if new != 0 && new != h {
                left.insert(left.partition_point(|&heap| heap < new), new);
            }
            found.push((left, change));
        };
        (0..h).for_each(|to| add(&[], to, -1));
        if self.may_merge(h, h) {
            add(&[], 2 * h, -2);
        }
        let first = |i: usize| i == 0 || rest[i] != rest[i - 1];
        for i in (0..rest.len()).filter(|&i| first(i)) {
            (0..rest[i]).for_each(|to| add(&[i], to, 0));
            if self.may_merge(rest[i], h) {
                add(&[i], rest[i] + h, -1);
            }
            for j in (i + 1..rest.len()).filter(|&j| j == i + 1 || first(j)) {
                if self.may_merge(rest[i], rest[j]) {
                    add(&[i, j], rest[i] + rest[j], 0);
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// A rest by its number.
pub type RestId = u32;

/// A position: a rest and this many heaps of height h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The rest.
    pub rest: RestId,
    /// How many heaps of height h are beside it.
    pub count: i32,
}

/// What a move leads to, for one parity of n.
#[derive(Debug)]
pub(crate) struct Moves {
    /// The options that parity does not decide.
    pub open: Vec<(RestId, i8)>,
    /// Whether an option is P by parity.
    pub wins: bool,
}

/// The rests met so far, each with what is known of it whatever n is.
#[derive(Debug)]
pub(crate) struct Rests {
    pub setting: Setting,
    rests: Vec<Box<[u16]>>,
    numbers: FxHashMap<Box<[u16]>, RestId>,
    parity: Vec<[Option<Outcome>; 2]>,
    moves: FxHashMap<(RestId, bool), std::rc::Rc<Moves>>,
}

impl Rests {
    pub fn new(setting: Setting) -> Rests {
        let (numbers, moves) = (FxHashMap::default(), FxHashMap::default());
        Rests { setting, rests: Vec::new(), numbers, parity: Vec::new(), moves }
    }

    /// The number of a rest, whose heaps are in order and none of which has height h.
    pub fn number(&mut self, rest: &[u16]) -> RestId {
        if let Some(&id) = self.numbers.get(rest) {
            return id;
        }
        let id = self.rests.len() as RestId;
        self.rests.push(rest.into());
        self.numbers.insert(rest.into(), id);
        self.parity.push([false, true].map(|odd| self.setting.by_parity(rest, odd)));
        id
    }

    pub fn heaps(&self, rest: RestId) -> &[u16] {
        &self.rests[rest as usize]
    }

    pub fn coins(&self, rest: RestId) -> usize {
        self.heaps(rest).iter().map(|&heap| usize::from(heap)).sum()
    }

    /// What parity says of a position.
    pub fn by_parity(&self, place: Place) -> Option<Outcome> {
        self.parity[place.rest as usize][(place.count & 1) as usize]
    }

    /// All options of a position with at least two heaps of height h.
    pub fn options(&mut self, place: Place) -> Vec<Place> {
        let all = self.setting.moves(&self.rests[place.rest as usize].clone());
        let option = |(rest, change): (Vec<u16>, i8)| Place {
            rest: self.number(&rest),
            count: place.count + i32::from(change),
        };
        all.into_iter().map(option).collect()
    }

    /// The moves of a position with at least two heaps of height h.
    pub fn moves(&mut self, place: Place) -> std::rc::Rc<Moves> {
        let odd = place.count & 1 == 1;
        if let Some(moves) = self.moves.get(&(place.rest, odd)) {
            return moves.clone();
        }
        let all = self.setting.moves(&self.rests[place.rest as usize].clone());
        let (mut open, mut wins) = (Vec::new(), false);
        for (rest, change) in all {
            let option = Place { rest: self.number(&rest), count: place.count + i32::from(change) };
            match self.by_parity(option) {
                None => open.push((option.rest, change)),
                Some(Outcome::P) => wins = true,
                Some(Outcome::N) => {}
            }
        }
        let moves = std::rc::Rc::new(Moves { open, wins });
        self.moves.insert((place.rest, odd), moves.clone());
        moves
    }
}
