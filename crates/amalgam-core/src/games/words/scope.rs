//! Which numbers a place in the rules may name.

use super::ast::{Action, Amount, Choice, List, Quantity};

/// Of how many heaps a number is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Known {
    /// Of none: no step has named it.
    #[default]
    No,
    /// Of one.
    One,
    /// Of several.
    Several,
}

/// What the steps so far have named.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    heap: Known,
    taken: Known,
    left: Known,
    parts: Known,
    place: Known,
    added: Known,
    it: Known,
    is_later: bool,
    /// Whether the last step made parts.
    parted: bool,
    /// Whether some step did, so that several heaps may lie at one place.
    has_parted: bool,
    /// Whether amounts of a step are being read: `heap` is then each heap that is chosen.
    in_amounts: bool,
}

impl Scope {
    /// The scope of the amounts of the next step.
    pub(super) fn of_amounts(&self, adds: bool) -> Scope {
        let mut scope = self.clone();
        if adds {
            scope.added = Known::One;
        } else {
            (scope.heap, scope.in_amounts) = (Known::One, true);
        }
        scope
    }

    /// The numbers that `equal` and its like compare where they name none.
    pub(super) fn tested(&self) -> List {
        if self.parted { List::Parts } else { List::Heap }
    }

    /// Whether several heaps may lie at one place.
    pub(super) fn has_parted(&self) -> bool {
        self.has_parted
    }

    /// Whether a step came before.
    pub(super) fn is_later(&self) -> bool {
        self.is_later
    }

    /// Whether the last step made heaps that a step can go on with.
    pub(super) fn has_it(&self) -> bool {
        self.it != Known::No
    }

    /// Of how many heaps `choice` is.
    pub(super) fn of_choice(&self, choice: &Choice) -> Known {
        match choice {
            Choice::It => self.it,
            choice if choice.is_several() => Known::Several,
            _ => Known::One,
        }
    }

    /// What is known when a step is done.
    pub(super) fn after(&mut self, action: &Action) {
        let chosen = action.choice().map_or(Known::No, |choice| self.of_choice(choice));
        let same = |amount: &Amount| if amount.same { Known::One } else { chosen };
        match action {
            Action::Take(amount, _) => {
                (self.heap, self.taken, self.left) = (chosen, same(amount), chosen);
                (self.place, self.it) = (chosen, chosen);
            }
            Action::Split(..) | Action::Replace(..) => {
                (self.heap, self.parts) = (chosen, Known::Several);
                (self.place, self.it) = (chosen, Known::Several);
            }
            Action::Merge(_) | Action::MergeIt => {
                (self.heap, self.left) = (Known::Several, Known::One);
                (self.place, self.it) = (Known::Several, Known::One);
            }
            Action::Delete(_) => {
                (self.heap, self.taken) = (chosen, chosen);
                (self.place, self.it) = (chosen, Known::No);
            }
            Action::Add(..) => (self.added, self.it) = (Known::One, Known::One),
            Action::Pass => self.it = Known::No,
        }
        self.is_later = true;
        self.parted = matches!(action, Action::Split(..) | Action::Replace(..));
        self.has_parted |= self.parted;
    }

    /// Why a quantity cannot be named here, if so, and what to do about it.
    pub(super) fn refuses(&self, quantity: Quantity) -> Option<(String, String)> {
        let name = quantity.name();
        let known = match quantity {
            Quantity::Heap => self.heap,
            Quantity::Taken => self.taken,
            Quantity::Left => self.left,
            Quantity::Other | Quantity::Added => self.added,
            Quantity::Lower | Quantity::Place if self.in_amounts => Known::No,
            Quantity::Lower | Quantity::Place => self.place,
            _ => return None,
        };
        match known {
            Known::One => None,
            Known::Several if matches!(quantity, Quantity::Lower | Quantity::Place) => Some((
                format!("`{name}` is not one number here: several heaps are chosen"),
                "choose one heap".to_owned(),
            )),
            Known::Several => Some((
                format!("`{name}` is not one number here"),
                format!("say `min {name}`, `max {name}` or `sum {name}`"),
            )),
            Known::No => Some((format!("`{name}` is not known here"), self.advice(quantity))),
        }
    }

    /// Why a list cannot be named here, if so.
    pub(super) fn refuses_list(&self, list: List) -> Option<(String, String)> {
        let known = match list {
            List::Heap => self.heap,
            List::Taken => self.taken,
            List::Left => self.left,
            List::Parts => self.parts,
        };
        let quantity = match list {
            List::Heap => Quantity::Heap,
            List::Taken => Quantity::Taken,
            List::Left | List::Parts => Quantity::Left,
        };
        match known {
            Known::No => Some((format!("`{list}` is not known here"), self.advice(quantity))),
            _ => None,
        }
    }

    fn advice(&self, quantity: Quantity) -> String {
        match quantity {
            Quantity::Other | Quantity::Added => "only a step that adds coins has it",
            _ if self.is_later => "no step before this one has it",
            _ => {
                "it belongs to a step: write it behind one, as in `take any if left >= 2`; the \
                  whole position has `total`, `heaps`, `largest` and `smallest`"
            }
        }
        .to_owned()
    }
}
