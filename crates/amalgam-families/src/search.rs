//! The greatest certificate within what the table suggests.
//!
//! Claims are proved from claims, all of which are taken to be right until one of them has no proof; then it
//! is given up, and every proof that used it is looked for again. What is left at the end proves itself
//! (Theorem C). Only claims that somebody needs are looked at.

use std::collections::BTreeSet;

use amalgam_core::base::budget::{Budget, LimitReached, Progress, Step, Task};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cases::{Analysis, Effort, Proof};
use crate::claims::{Claim, Claims, Class};
use crate::rests::{Place, RestId, Rests, Setting};
use crate::table::Table;

/// Looks for proofs with one height and one period.
#[derive(Debug)]
pub(crate) struct Search<'t> {
    pub rests: Rests,
    pub claims: Claims<'t>,
    pub proofs: FxHashMap<Class, Proof>,
    effort: Effort,
    /// Which proofs use a claim.
    used_by: FxHashMap<Class, FxHashSet<Class>>,
    tried: u64,
    opened: u64,
}

impl<'t> Search<'t> {
    pub fn new(setting: &Setting, table: &'t Table, period: u32, effort: Effort) -> Search<'t> {
        Search {
            rests: Rests::new(setting.clone()),
            claims: Claims::new(table, period),
            proofs: FxHashMap::default(),
            effort,
            used_by: FxHashMap::default(),
            tried: 0,
            opened: 0,
        }
    }

    /// Looks for proofs of some classes and of all that these use, until this many positions were opened; then what is
    /// not proved yet is given up.
    ///
    /// # Errors
    /// If a bound is met first.
    pub fn prove(
        &mut self,
        wanted: &[Class],
        total: u64,
        limits: &Budget,
        progress: &dyn Progress,
    ) -> Result<(), LimitReached> {
        let mut left: Vec<Class> = wanted.to_vec();
        let end = self.opened + total;
        while let Some(class) = left.pop() {
            if self.proofs.contains_key(&class) {
                continue;
            }
            let Some(claim) = self.claims.claim(&self.rests, class) else { continue };
            self.tried += 1;
            if self.tried.is_multiple_of(16) {
                limits.watch(progress, Step::new(Task::Steps, self.tried))?;
            }
            if self.opened > end {
                self.settle();
                return Ok(());
            }
            match self.attempt(class, claim) {
                Some(proof) => {
                    for fact in proof.facts.iter().map(|&fact| self.claims.class(fact)) {
                        self.used_by.entry(fact).or_default().insert(class);
                        left.push(fact);
                    }
                    self.proofs.insert(class, proof);
                }
                None => {
                    self.claims.delete(class);
                    for user in self.used_by.remove(&class).into_iter().flatten() {
                        if self.proofs.remove(&user).is_some() {
                            left.push(user);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Drops every proof that uses what has none.
    fn settle(&mut self) {
        loop {
            let (proofs, claims) = (&self.proofs, &self.claims);
            let lacks = |proof: &Proof| {
                proof.facts.iter().any(|&fact| !proofs.contains_key(&claims.class(fact)))
            };
            let without: Vec<Class> =
                proofs.iter().filter(|(_, proof)| lacks(proof)).map(|(&class, _)| class).collect();
            if without.is_empty() {
                return;
            }
            without.iter().for_each(|class| drop(self.proofs.remove(class)));
        }
    }

    fn attempt(&mut self, class: Class, claim: Claim) -> Option<Proof> {
        let count = self.claims.first_beyond(&self.rests, class);
        let place = Place { rest: class.rest, count };
        let proofs = &self.proofs;
        let wanted = |class: Class| proofs.contains_key(&class);
        let mut analysis = Analysis::new(&mut self.rests, &mut self.claims, &wanted);
        let proof = analysis.prove(place, claim.outcome, self.effort);
        self.opened += (self.effort.opened - analysis.left) as u64 + 1;
        proof
    }

    /// The classes that parity does not decide.
    pub fn open(&self, classes: &[Class]) -> Vec<Class> {
        let open = |class: &Class| self.rests.by_parity(class.place()).is_none();
        classes.iter().copied().filter(open).collect()
    }

    /// What is proved of a class.
    pub fn proved(&self, class: Class) -> Option<&Proof> {
        self.proofs.get(&class)
    }

    /// The classes that proofs of these use, these included.
    pub fn classes(&self, wanted: &[Class]) -> BTreeSet<Class> {
        let mut found = BTreeSet::new();
        let mut left = wanted.to_vec();
        while let Some(class) = left.pop() {
            let Some(proof) = self.proofs.get(&class) else { continue };
            if found.insert(class) {
                left.extend(proof.facts.iter().map(|&fact| self.claims.class(fact)));
            }
        }
        found
    }

    /// The class of a rest.
    pub fn class(&mut self, rest: &[u16], residue: u32) -> Class {
        let rest: RestId = self.rests.number(rest);
        Class { rest, residue }
    }
}
