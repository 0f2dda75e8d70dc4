//! Reading which heaps a step touches.

use super::ast::*;
use super::reader::Reader;
use super::scope::{Known, Scope};
use crate::base::text::ParseError;

impl Reader<'_, '_> {
    /// One number for several heaps cannot depend on which heap it is.
    pub(super) fn check_same(
        &self,
        amount: &Amount,
        choice: &Choice,
        scope: &Scope,
        start: usize,
    ) -> Result<(), ParseError> {
        let mut names_heap = false;
        let mut is_heap = |expr: &Expr| *expr == Expr::Quantity(Quantity::Heap);
        amount.each_expr(&mut |expr| names_heap |= expr.has(&mut is_heap));
        let all = amount.items.iter().any(|item| matches!(item, Item::AllBut(_)));
        let several = scope.of_choice(choice) == Known::Several;
        if amount.same && several && (names_heap || all) {
            let span = start..self.cursor.at;
            let error = self.cursor.error(span, "one number for all heaps, but each has its own");
            return Err(error.suggest("say `min heap`, or leave `the same` out"));
        }
        Ok(())
    }

    pub(super) fn choice_behind_from(&mut self, scope: &Scope) -> Result<Choice, ParseError> {
        if !self.eat("from") {
            return Ok(if scope.is_later() { self.it(scope)? } else { Choice::One });
        }
        self.choice(scope)?.ok_or_else(|| {
            let known = ["a", "an", "another", "each", "some", "the", "it"];
            self.expected("`each of`, `some of`, `the largest` or another choice of heaps", &known)
        })
    }

    pub(super) fn choice_or_default(&mut self, scope: &Scope) -> Result<Choice, ParseError> {
        match self.choice(scope)? {
            Some(choice) => Ok(choice),
            None if scope.is_later() => self.it(scope),
            None => Ok(Choice::One),
        }
    }

    fn it(&mut self, scope: &Scope) -> Result<Choice, ParseError> {
        match scope.has_it() {
            true => Ok(Choice::It),
            false => {
                let at = self.cursor.at;
                let error = self.cursor.error(at..at, "the step before made no heap to go on with");
                Err(error.suggest("say from which heap: `another`, or `a heap`"))
            }
        }
    }

    pub(super) fn choice(&mut self, scope: &Scope) -> Result<Option<Choice>, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        let choice = match self.peek() {
            Some("each" | "some") => {
                let each = self.eat("each");
                let _ = each || self.eat("some");
                self.need("of")?;
                if self.eat("places") { self.places(each)? } else { self.group(each, scope)? }
            }
            Some("a") => {
                self.eat("a");
                self.need("heap")?;
                Choice::One
            }
            Some("another") => {
                self.eat("another");
                Choice::Another
            }
            Some("it") => {
                self.eat("it");
                self.it(scope)?
            }
            Some("an") => {
                self.eat("an");
                self.need("end")?;
                Choice::End
            }
            Some("the") => {
                self.eat("the");
                match self.peek() {
                    Some("largest") => Choice::Largest,
                    Some("smallest") => Choice::Smallest,
                    Some("first") => Choice::First,
                    Some("last") => Choice::Last,
                    _ => {
                        let known = ["largest", "smallest", "first", "last"];
                        let what = "`largest`, `smallest`, `first` or `last`";
                        return Err(self.expected(what, &known));
                    }
                }
            }
            _ => return Ok(None),
        };
        if matches!(choice, Choice::Largest | Choice::Smallest | Choice::First | Choice::Last) {
            let word = self.peek().map_or(0, str::len);
            self.cursor.at += word;
        }
        let is_other = matches!(choice, Choice::Another | Choice::Group { of: Pool::Others, .. });
        if is_other && !scope.is_later() {
            let error = self.cursor.error(start..self.cursor.at, "no heap was touched before");
            return Err(error.suggest("say `a heap`, or leave it out"));
        }
        let needs_order = matches!(
            choice,
            Choice::First
                | Choice::Last
                | Choice::End
                | Choice::Places { .. }
                | Choice::Group { of: Pool::Neighbours, .. }
        );
        self.ordered(needs_order, start, scope)?;
        Ok(Some(choice))
    }

    fn ordered(&self, needs_order: bool, start: usize, scope: &Scope) -> Result<(), ParseError> {
        if needs_order && scope.has_parted() {
            let message = "places are those before the move, and a heap was split since";
            return Err(self.cursor.error(start..self.cursor.at, message));
        }
        if needs_order && !self.field.is_ordered() {
            let message = "heaps in no order have no places and no neighbours";
            let error = self.cursor.error(start..self.cursor.at, message);
            return Err(error.suggest("let them lie in a row: begin with `row:` or `circle:`"));
        }
        Ok(())
    }

    pub(super) fn group(&mut self, each: bool, scope: &Scope) -> Result<Choice, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        let counts = self.counts()?;
        if counts.most(u64::MAX) == 0 {
            return Err(self.cursor.error(start..self.cursor.at, "no heap at all is no choice"));
        }
        let of = match self.peek() {
            Some("heaps" | "heap") => Pool::Heaps,
            Some("others" | "other") => Pool::Others,
            Some("neighbours" | "neighbors") => Pool::Neighbours,
            _ => {
                let known = ["heaps", "others", "neighbours"];
                return Err(self.expected("`heaps`, `others` or `neighbours`", &known));
            }
        };
        let word = self.peek().map_or(0, str::len);
        self.cursor.at += word;
        if of == Pool::Others && !scope.is_later() {
            let error = self.cursor.error(start..self.cursor.at, "no heap was touched before");
            return Err(error.suggest("say `heaps`"));
        }
        self.ordered(of == Pool::Neighbours, start, scope)?;
        Ok(Choice::Group { each, counts, of })
    }

    fn places(&mut self, each: bool) -> Result<Choice, ParseError> {
        let mut sets = Vec::new();
        loop {
            if !self.cursor.eat("{") {
                return Err(self.cursor.unexpected("`{`").suggest("as in `each of places {1,2}`"));
            }
            let mut set = Vec::new();
            loop {
                let start = self.cursor.at;
                let place = self.cursor.number("place")?;
                if place == 0 || place > 1000 {
                    let span = start..self.cursor.at;
                    return Err(self.cursor.error(span, "places are counted from 1 to 1000"));
                }
                set.push(place);
                if !self.cursor.eat(",") {
                    break;
                }
            }
            if !self.cursor.eat("}") {
                return Err(self.cursor.unexpected("`,` or `}`"));
            }
            set.sort_unstable();
            set.dedup();
            sets.push(set);
            if !self.eat("or") {
                sets.sort();
                sets.dedup();
                return Ok(Choice::Places { each, sets });
            }
        }
    }

    pub(super) fn merge(&mut self, scope: &Scope) -> Result<Action, ParseError> {
        if self.eat("it") {
            self.it(scope)?;
            self.need("with")?;
            self.need("another")?;
            return Ok(Action::MergeIt);
        }
        let two = Choice::Group { each: true, counts: Counts::exactly(2), of: Pool::Heaps };
        let before = self.cursor.at;
        let counted =
            self.at_digit() || self.cursor.rest().starts_with('{') || self.peek() == Some("all");
        if !counted {
            return Ok(Action::Merge(two));
        }
        let counts = self.counts()?;
        if self.peek() == Some("times") {
            self.cursor.at = before;
            return Ok(Action::Merge(two));
        }
        if counts.least().is_some_and(|least| least < 2) {
            let span = before..self.cursor.at;
            return Err(self.cursor.error(span, "two heaps or more are merged"));
        }
        self.cursor.at = before;
        self.group(true, scope).map(Action::Merge)
    }

    pub(super) fn target(&mut self, scope: &Scope) -> Result<Target, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        if self.eat("another") {
            return Ok(Target::Another);
        }
        if !self.eat("the") {
            return Err(self.expected("`another` or `the …`", &["another", "the"]));
        }
        const TARGETS: [(&str, Target); 6] = [
            ("previous", Target::Previous),
            ("next", Target::Next),
            ("largest", Target::Largest),
            ("smallest", Target::Smallest),
            ("first", Target::First),
            ("last", Target::Last),
        ];
        let Some((_, target)) = TARGETS.into_iter().find(|(name, _)| self.eat(name)) else {
            let what = "`previous`, `next`, `largest`, `smallest`, `first` or `last`";
            return Err(self.expected(what, &TARGETS.map(|(name, _)| name)));
        };
        let free = matches!(target, Target::Largest | Target::Smallest | Target::Another);
        self.ordered(!free, start, scope)?;
        Ok(target)
    }
}
