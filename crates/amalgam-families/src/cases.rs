//! Local refutation: the case analysis that a claim rests on.
//!
//! Of a position X and its options at least one is P, and of a position and one of its options at most one.
//! A refutation *opens* positions: one of X and its options is P, so all of them but those that are N are
//! cases, and each case is refuted in turn. A position W is N if
//!
//! * parity says so, or an option of W is P by parity;
//! * it was denied: it is the position whose claim says P, or a case that was refuted before;
//! * it is one move from a position that is assumed to be P, in either direction;
//! * a claim covers it, or a claim says that one of its options is P.
//!
//! So the list of the opened positions, in the order in which they are met, is the proof, and to check it
//! takes no search. Lemma S (strategy stealing) is the case in which one position is opened.

use std::rc::Rc;

use amalgam_core::Outcome;
use rustc_hash::FxHashMap;

use crate::claims::{Claims, Class};
use crate::rests::{Moves, Place, Rests};

/// When a claim is given up, and when all of them are.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most cases within each other.
    pub depth: usize,
    /// The most positions that are opened while one proof is looked for.
    pub opened: usize,
    /// The most positions that are opened in all.
    pub total: u64,
}

impl Default for Effort {
    /// About ten seconds in all.
    fn default() -> Effort {
        Effort { depth: 4, opened: 400, total: 60_000 }
    }
}

/// A proof of one claim, at one n of its class.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// The positions that are opened, in order.
    pub opened: Vec<Place>,
    /// The positions whose claims are used.
    pub facts: Vec<Place>,
    /// By how much n may be lowered.
    pub slack: i32,
}

/// The assumptions of a branch.
#[derive(Debug, Default)]
struct Branch {
    assumed: Vec<(Place, Rc<Moves>)>,
    denied: Vec<Place>,
}

impl Branch {
    fn option(place: Place, &(rest, change): &(u32, i8)) -> Place {
        Place { rest, count: place.count + i32::from(change) }
    }

    /// Whether a position is one move from one that is assumed to be P, or was denied.
    fn excludes(&self, place: Place, moves: &Moves) -> bool {
        let leads = |from: Place, moves: &Moves, to: Place| {
            let change = to.count - from.count;
            (-2..=1).contains(&change) && moves.open.contains(&(to.rest, change as i8))
        };
        self.denied.contains(&place)
            || self.assumed.iter().any(|(p, of)| leads(*p, of, place) || leads(place, moves, *p))
    }
}

/// What may be used, and how much was.
pub(crate) struct Analysis<'a, 't> {
    pub rests: &'a mut Rests,
    pub claims: &'a mut Claims<'t>,
    /// Claims that are wanted already, which are preferred.
    pub wanted: &'a dyn Fn(Class) -> bool,
    /// What claims say of a position: the fact that makes it N.
    known: FxHashMap<Place, Option<Place>>,
    /// How many positions may still be opened.
    pub left: usize,
}

impl<'a, 't> Analysis<'a, 't> {
    pub fn new(
        rests: &'a mut Rests,
        claims: &'a mut Claims<'t>,
        wanted: &'a dyn Fn(Class) -> bool,
    ) -> Analysis<'a, 't> {
        Analysis { rests, claims, wanted, known: FxHashMap::default(), left: 0 }
    }

    /// A proof that a position has this outcome.
    pub fn prove(&mut self, place: Place, outcome: Outcome, effort: Effort) -> Option<Proof> {
        self.left = effort.opened;
        let mut opened = Vec::new();
        if outcome == Outcome::N && self.winning(place).is_some() {
            return self.replayed(place, outcome, opened);
        }
        (0..=effort.depth).find_map(|depth| {
            let mut branch = self.start(place, outcome);
            opened.clear();
            let found = self.refute(&mut branch, depth, &mut opened);
            found.then(|| self.replayed(place, outcome, opened.clone()))?
        })
    }

    fn start(&mut self, place: Place, outcome: Outcome) -> Branch {
        match outcome {
            Outcome::P => Branch { assumed: Vec::new(), denied: vec![place] },
            Outcome::N => {
                Branch { assumed: vec![(place, self.rests.moves(place))], denied: Vec::new() }
            }
        }
    }

    /// An option that is P: `Some(None)` by parity, `Some(fact)` by a claim.
    fn winning(&mut self, place: Place) -> Option<Option<Place>> {
        let moves = self.rests.moves(place);
        if moves.wins {
            return Some(None);
        }
        let mut best: Option<(bool, usize, Place)> = None;
        for option in moves.open.iter().map(|step| Branch::option(place, step)) {
            if self.claims.of(self.rests, option).is_some_and(|claim| claim.outcome == Outcome::P) {
                let key = (
                    !(self.wanted)(self.claims.class(option)),
                    self.rests.coins(option.rest),
                    option,
                );
                best = Some(best.map_or(key, |best| best.min(key)));
            }
        }
        best.map(|(.., fact)| Some(fact))
    }

    /// The fact that makes a position N by claims.
    fn known_n(&mut self, place: Place) -> Option<Place> {
        if let Some(&fact) = self.known.get(&place) {
            return fact;
        }
        let fact = match self.winning(place) {
            Some(fact) => fact,
            None => self
                .claims
                .of(self.rests, place)
                .filter(|claim| claim.outcome == Outcome::N)
                .map(|_| place),
        };
        self.known.insert(place, fact);
        fact
    }

    /// The options of a position that are not N in this branch; `None` if the position need not be opened, one
    /// of them being P.
    fn cases(&mut self, branch: &Branch, place: Place, most: usize) -> Option<Vec<Place>> {
        let moves = self.rests.moves(place);
        let options = || moves.open.iter().map(|step| Branch::option(place, step));
        let assumed = |option: Place| branch.assumed.iter().any(|(p, _)| *p == option);
        if moves.wins || options().any(assumed) {
            return None;
        }
        let mut cases = Vec::new();
        for option in options() {
            if option.count < 2 {
                return None;
            }
            if self.claims.of(self.rests, option).is_some_and(|claim| claim.outcome == Outcome::P) {
                return None;
            }
            let of = self.rests.moves(option);
            if of.wins || self.known_n(option).is_some() || branch.excludes(option, &of) {
                continue;
            }
            cases.push(option);
            if cases.len() > most {
                return None;
            }
        }
        Some(cases)
    }

    /// Whether the assumptions of a branch contradict each other; what was opened is added.
    fn refute(&mut self, branch: &mut Branch, depth: usize, opened: &mut Vec<Place>) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let most = match depth {
            0 => 0,
            1 => 4,
            _ => 6,
        };
        let mut best: Option<(Place, Vec<Place>)> = None;
        let forced: Vec<Place> = branch
            .denied
            .iter()
            .copied()
            .chain(
                branch
                    .assumed
                    .iter()
                    .flat_map(|(p, of)| of.open.iter().map(|step| Branch::option(*p, step))),
            )
            .filter(|place| place.count >= 4)
            .collect();
        for place in forced {
            let bound = best.as_ref().map_or(most, |(_, cases)| cases.len() - 1);
            if let Some(cases) = self.cases(branch, place, bound) {
                let none = cases.is_empty();
                best = Some((place, cases));
                if none {
                    break;
                }
            }
        }
        let Some((place, cases)) = best else { return false };
        let (mark, denied) = (opened.len(), branch.denied.len());
        opened.push(place);
        let mut all = true;
        for case in cases {
            let moves = self.rests.moves(case);
            branch.assumed.push((case, moves));
            all = self.refute(branch, depth - 1, opened);
            branch.assumed.pop();
            if !all {
                break;
            }
            branch.denied.push(case);
        }
        branch.denied.truncate(denied);
        if !all {
            opened.truncate(mark);
        }
        all
    }

    /// Goes through a proof as a checker does, and notes what it uses.
    fn replayed(&mut self, place: Place, outcome: Outcome, opened: Vec<Place>) -> Option<Proof> {
        let mut proof = Proof { opened, facts: Vec::new(), slack: place.count - 2 };
        let mut branch = self.start(place, outcome);
        let mut next = 0;
        let whole = match outcome == Outcome::N && proof.opened.is_empty() {
            true => self.winning(place).map(|fact| self.note(&mut proof, fact)).is_some(),
            false => self.replay(&mut branch, &mut next, &mut proof),
        };
        proof.facts.sort_unstable();
        proof.facts.dedup();
        (whole && next == proof.opened.len()).then_some(proof)
    }

    fn note(&mut self, proof: &mut Proof, fact: Option<Place>) {
        if let Some(fact) = fact
            && let Some(claim) = self.claims.of(self.rests, fact)
        {
            proof.slack = proof.slack.min(fact.count - claim.from);
            proof.facts.push(fact);
        }
    }

    fn replay(&mut self, branch: &mut Branch, next: &mut usize, proof: &mut Proof) -> bool {
        let Some(&place) = proof.opened.get(*next) else { return false };
        *next += 1;
        let denied = branch.denied.len();
        let moves = self.rests.moves(place);
        proof.slack = proof.slack.min(place.count - 2);
        let mut all = true;
        for option in moves.open.iter().map(|step| Branch::option(place, step)) {
            let of = self.rests.moves(option);
            proof.slack = proof.slack.min(option.count - 2);
            if of.wins || branch.excludes(option, &of) {
                continue;
            }
            if let Some(fact) = self.known_n(option) {
                self.note(proof, Some(fact));
                continue;
            }
            branch.assumed.push((option, of));
            all = self.replay(branch, next, proof);
            branch.assumed.pop();
            if !all {
                break;
            }
            branch.denied.push(option);
        }
        branch.denied.truncate(denied);
        all
    }
}
