//! Reading numbers, amounts and conditions.

use super::ast::*;
use super::reader::{Reader, join};
use super::scope::Scope;
use crate::base::text::ParseError;
use crate::games::rules::Amounts;

const QUANTITIES: [Quantity; 12] = [
    Quantity::Heap,
    Quantity::Taken,
    Quantity::Left,
    Quantity::Other,
    Quantity::Added,
    Quantity::Lower,
    Quantity::Place,
    Quantity::Total,
    Quantity::Heaps,
    Quantity::Largest,
    Quantity::Smallest,
    Quantity::Last,
];

const AGGS: [Agg; 7] = [Agg::Min, Agg::Max, Agg::Sum, Agg::Diff, Agg::Gcd, Agg::Xor, Agg::Count];

const LISTS: [List; 4] = [List::Heap, List::Taken, List::Left, List::Parts];

const TESTS: [(&str, ListTest); 3] =
    [("equal", ListTest::Equal), ("unequal", ListTest::Unequal), ("distinct", ListTest::Distinct)];

/// What may follow numbers of coins.
const BEHIND: [&str; 7] = ["from", "to", "then", "if", "once", "twice", "leaving"];

/// How deep brackets and `not` may be nested.
const DEEPEST: usize = 24;

/// The most operands of one sum, product or list of conditions.
const MOST_TERMS: usize = 64;

impl Reader<'_, '_> {
    /// Reads the numbers of coins of a step.
    pub(super) fn amounts(&mut self, scope: &Scope) -> Result<Amount, ParseError> {
        let same = self.eat("the");
        if same && !self.eat("same") {
            return Err(self.expected("`same`", &["same"]));
        }
        let ends = [',', ')'].iter().any(|&end| self.cursor.rest().trim_start().starts_with(end));
        let bare = same
            && (ends || self.cursor.at_end() || self.peek().is_some_and(|w| BEHIND.contains(&w)));
        if bare || self.eat("any") {
            return Ok(Amount { same, items: vec![Item::Fixed(Amounts::any())] });
        }
        if self.eat("all") {
            let but = if self.eat("but") { self.expr(scope, 0)? } else { Expr::Number(0) };
            return Ok(Amount { same, items: vec![Item::AllBut(but)] });
        }
        let braces = self.cursor.eat("{");
        let mut items = vec![self.item(scope)?];
        loop {
            let before = self.cursor.at;
            if !self.cursor.eat(",") {
                break;
            }
            self.cursor.skip_space();
            if !braces && !self.at_digit() && !self.cursor.rest().starts_with('-') {
                self.cursor.at = before; // the comma before the next clause
                break;
            }
            items.push(self.item(scope)?);
        }
        if braces && !self.cursor.eat("}") {
            return Err(self.cursor.unexpected("`,` or `}`"));
        }
        // Plain numbers are one set, however many there are.
        let items = united(items);
        self.not_too_many(items.len())?;
        Ok(Amount { same, items })
    }

    fn item(&mut self, scope: &Scope) -> Result<Item, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        if self.eat("any") {
            return Ok(Item::Fixed(Amounts::any()));
        }
        if self.eat("all") {
            let but = if self.eat("but") { self.expr(scope, 0)? } else { Expr::Number(0) };
            return Ok(Item::AllBut(but));
        }
        if self.eat("divisors") {
            let whole = Expr::Quantity(Quantity::Heap);
            return Ok(Item::Divisors(if self.eat("of") { self.expr(scope, 0)? } else { whole }));
        }
        if self.eat("powers") {
            self.need("of")?;
            return self.cursor.number("number").map(Item::Powers);
        }
        if self.eat("multiples") {
            self.need("of")?;
            return self.expr(scope, 0).map(Item::Multiples);
        }
        if self.peek().is_some_and(|word| !self.is_number_word(word)) {
            let known = ["any", "all", "divisors", "powers", "multiples", "the", "heap", "taken"];
            return Err(self.expected("a number of coins or `any`", &known));
        }
        if self.cursor.rest().starts_with('-') {
            return Err(self.cursor.unexpected("number of coins"));
        }
        if !self.at_digit() && self.peek().is_none() && !self.cursor.rest().starts_with(['(', '|'])
        {
            return Err(self.cursor.unexpected("number of coins"));
        }
        if let Some(error) = self.range_with_a_dash() {
            return Err(error);
        }
        let low = self.expr(scope, 0)?;
        let mut high = Some(low.clone());
        if self.cursor.eat("..") {
            let _ = self.cursor.eat("=");
            self.cursor.skip_space();
            if self.cursor.rest().starts_with('-') {
                return Err(self.cursor.unexpected("number of coins"));
            }
            let word = self.peek().is_some_and(|word| self.is_number_word(word));
            if let (Expr::Number(low), false) = (&low, word)
                && self.peek().is_some_and(|word| !BEHIND.contains(&word))
            {
                let help = format!("write `take {low}..3`; `take {low}..` has no upper end");
                return Err(self.cursor.unexpected("number of coins").suggest(help));
            }
            let closed = (self.at_digit() && !self.at_times())
                || word
                || self.cursor.rest().starts_with(['(', '|']);
            high = if closed { Some(self.expr(scope, 0)?) } else { None };
        }
        let span = start..self.cursor.at;
        if low == Expr::Number(0) {
            return Err(self
                .cursor
                .error(span, "taking 0 coins is no move: the game would never end")
                .suggest("start at 1"));
        }
        match (&low, &high) {
            (Expr::Number(low), Some(Expr::Number(high))) if low > high => Err(self
                .cursor
                .error(span, "this range is empty")
                .suggest(format!("did you mean `{high}..{low}`?"))),
            (Expr::Number(low), Some(Expr::Number(high))) => {
                Ok(Item::Fixed(Amounts::new([(*low, *high)])))
            }
            (Expr::Number(low), None) => Ok(Item::Fixed(Amounts::new([(*low, u64::MAX)]))),
            _ => Ok(Item::Range(low, high)),
        }
    }

    /// The error about `1-3`, which is meant to be a range.
    fn range_with_a_dash(&mut self) -> Option<ParseError> {
        let start = self.cursor.at;
        let rest = self.cursor.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let last = rest[end..].strip_prefix('-')?;
        let digits = last.find(|c: char| !c.is_ascii_digit()).unwrap_or(last.len());
        (end > 0 && digits > 0).then(|| {
            let span = start..start + end + 1 + digits;
            let help = format!("write `{}..{}`", &rest[..end], &last[..digits]);
            self.cursor.error(span, "a range is written with two dots").suggest(help)
        })
    }

    /// Reads numbers of heaps.
    pub(super) fn counts(&mut self) -> Result<Counts, ParseError> {
        if self.eat("all") {
            let but = if self.eat("but") { self.cursor.number("number of heaps")? } else { 0 };
            return Ok(Counts::AllBut(but));
        }
        let braces = self.cursor.eat("{");
        let mut ranges = Vec::new();
        loop {
            self.cursor.skip_space();
            let start = self.cursor.at;
            let low = self.cursor.number("number of heaps")?;
            let mut high = low;
            if self.cursor.eat("..") {
                let _ = self.cursor.eat("=");
                self.cursor.skip_space();
                let open = !self.at_digit() || self.at_times();
                high = if open { u64::MAX } else { self.cursor.number("number of heaps")? };
            }
            if low > high {
                return Err(self
                    .cursor
                    .error(start..self.cursor.at, "this range is empty")
                    .suggest(format!("did you mean `{high}..{low}`?")));
            }
            ranges.push((low, high));
            self.not_too_many(ranges.len())?;
            let before = self.cursor.at;
            let more = self.cursor.eat(",") || (!braces && self.eat("or"));
            self.cursor.skip_space();
            if !more || (!braces && !self.at_digit()) {
                self.cursor.at = before;
                break;
            }
        }
        if braces && !self.cursor.eat("}") {
            return Err(self.cursor.unexpected("`,` or `}`"));
        }
        Ok(Counts::new(ranges))
    }

    /// Reads a condition.
    pub(super) fn cond(&mut self, scope: &Scope, depth: usize) -> Result<Cond, ParseError> {
        let mut any = vec![self.conj(scope, depth)?];
        while self.eat("or") {
            any.push(self.conj(scope, depth)?);
            self.not_too_many(any.len())?;
        }
        Ok(join(any, Cond::Or))
    }

    fn conj(&mut self, scope: &Scope, depth: usize) -> Result<Cond, ParseError> {
        let mut all = vec![self.test(scope, depth)?];
        while self.eat("and") {
            all.push(self.test(scope, depth)?);
            self.not_too_many(all.len())?;
        }
        Ok(join(all, Cond::And))
    }

    fn test(&mut self, scope: &Scope, depth: usize) -> Result<Cond, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        self.not_too_deep(depth)?;
        if self.eat("not") {
            return Ok(self.test(scope, depth + 1)?.opposite());
        }
        if self.eat("first") {
            return Ok(Cond::First(true));
        }
        if let Some((_, test)) = TESTS.into_iter().find(|(name, _)| self.eat(name)) {
            let list = self.list().unwrap_or(scope.tested());
            self.known_list(scope, list, start)?;
            return Ok(Cond::Test(test, list));
        }
        // A bracket opens a condition or a number: whichever can be read to its end.
        if self.cursor.rest().starts_with('(') {
            let before = self.cursor.at;
            self.cursor.at += 1;
            let tried = match self.cond(scope, depth + 1) {
                Ok(cond) => self.closed(before, "(", ")").map(|()| cond),
                Err(error) => Err(error),
            };
            let error = match tried {
                Ok(cond) => return Ok(cond),
                Err(error) => error,
            };
            // What was read further tells what was meant.
            let reached = self.cursor.at;
            self.cursor.at = before;
            if self.expr(scope, depth).is_err() || self.cursor.at < reached {
                return Err(error);
            }
            self.cursor.at = before;
        }
        let x = self.expr(scope, depth)?;
        if self.eat("divides") {
            return Ok(Cond::Divides(true, x, self.expr(scope, depth)?));
        }
        if self.eat("is") {
            let yes = !self.eat("not");
            return Ok(Cond::Is(yes, x, self.sort()?));
        }
        let cmp = self.cmp()?;
        let y = self.expr(scope, depth)?;
        Ok(Cond::Compare(x, cmp, y))
    }

    fn cmp(&mut self) -> Result<Cmp, ParseError> {
        const SIGNS: [(&str, Cmp); 9] = [
            ("<=", Cmp::AtMost),
            ("≤", Cmp::AtMost),
            (">=", Cmp::AtLeast),
            ("≥", Cmp::AtLeast),
            ("==", Cmp::Same),
            ("!=", Cmp::Other),
            ("≠", Cmp::Other),
            ("<", Cmp::Less),
            (">", Cmp::More),
        ];
        if let Some((_, cmp)) = SIGNS.into_iter().find(|(sign, _)| self.cursor.eat(sign)) {
            return Ok(cmp);
        }
        let single = self.cursor.rest().starts_with('=');
        let error = self.expected("`>=`, `<=`, `==` or another comparison", &["is", "divides"]);
        Err(match (single, error.suggestion()) {
            (true, _) => error.suggest("as in `merge if min >= 2` or `take any if left == 1`"),
            (false, None) => error.suggest("as in `merge if min >= 2`"),
            (false, Some(_)) => error,
        })
    }

    fn sort(&mut self) -> Result<Sort, ParseError> {
        const SORTS: [(&str, Sort); 4] = [
            ("even", Sort::Even),
            ("odd", Sort::Odd),
            ("prime", Sort::Prime),
            ("square", Sort::Square),
        ];
        if let Some((_, sort)) = SORTS.into_iter().find(|(name, _)| self.eat(name)) {
            return Ok(sort);
        }
        let _ = self.eat("a");
        if let Some((_, sort)) = SORTS.into_iter().find(|(name, _)| self.eat(name)) {
            return Ok(sort);
        }
        if self.eat("power") {
            self.need("of")?;
            let start = self.cursor.at;
            let of = self.cursor.number("number")?;
            if of < 2 {
                let span = start..self.cursor.at;
                return Err(self.cursor.error(span, "powers are those of a number from 2 on"));
            }
            return Ok(Sort::PowerOf(of));
        }
        let known = ["even", "odd", "prime", "square", "power"];
        Err(self.expected("`even`, `odd`, `prime`, `square` or `a power of`", &known))
    }

    fn list(&mut self) -> Option<List> {
        LISTS.into_iter().find(|list| self.eat(&list.to_string()))
    }

    fn known_list(&self, scope: &Scope, list: List, start: usize) -> Result<(), ParseError> {
        match scope.refuses_list(list) {
            None => Ok(()),
            Some((message, advice)) => {
                Err(self.cursor.error(start..self.cursor.at, message).suggest(advice))
            }
        }
    }

    /// Reads how the parts of a split compare, if it says so.
    pub(super) fn parts_test(&mut self) -> Option<ListTest> {
        let before = self.cursor.at;
        let not = self.eat("not");
        match TESTS.into_iter().find(|(name, _)| self.eat(name)) {
            Some((_, test)) if not => Some(test.opposite()),
            Some((_, test)) => Some(test),
            None => {
                self.cursor.at = before;
                None
            }
        }
    }

    fn expr(&mut self, scope: &Scope, depth: usize) -> Result<Expr, ParseError> {
        let mut expr = self.term(scope, depth)?;
        for terms in 0.. {
            self.not_too_many(terms)?;
            let op = match () {
                () if self.cursor.eat("+") => Op::Plus,
                () if self.cursor.eat("-") => Op::Minus,
                () => break,
            };
            expr = joined(expr, op, self.term(scope, depth)?);
        }
        Ok(expr)
    }

    fn term(&mut self, scope: &Scope, depth: usize) -> Result<Expr, ParseError> {
        let mut expr = self.atom(scope, depth)?;
        for terms in 0.. {
            self.not_too_many(terms)?;
            let op = match () {
                () if self.cursor.eat("*") => Op::Times,
                () if self.cursor.eat("/") => Op::Over,
                () if self.eat("mod") => Op::Mod,
                () => break,
            };
            expr = joined(expr, op, self.atom(scope, depth)?);
        }
        Ok(expr)
    }

    fn atom(&mut self, scope: &Scope, depth: usize) -> Result<Expr, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        self.not_too_deep(depth)?;
        if self.at_digit() {
            return self.cursor.number("number").map(Expr::Number);
        }
        if self.cursor.eat("(") {
            let expr = self.expr(scope, depth + 1)?;
            return self.closed(start, "(", ")").map(|()| expr);
        }
        if self.cursor.eat("|") {
            let expr = self.expr(scope, depth + 1)?;
            return self.closed(start, "|", "|").map(|()| Expr::Abs(Box::new(expr)));
        }
        if let Some(agg) = AGGS.into_iter().find(|agg| self.eat(&agg.to_string())) {
            if self.cursor.eat("(") {
                let open = self.cursor.at - 1;
                let mut among = vec![self.expr(scope, depth + 1)?];
                while self.cursor.eat(",") {
                    among.push(self.expr(scope, depth + 1)?);
                    self.not_too_many(among.len())?;
                }
                return self.closed(open, "(", ")").map(|()| Expr::Among(agg, among));
            }
            let list = self.list().unwrap_or(List::Heap);
            self.known_list(scope, list, start)?;
            return Ok(Expr::Of(agg, list));
        }
        if let Some(quantity) = QUANTITIES.into_iter().find(|quantity| self.eat(quantity.name())) {
            let span = start..self.cursor.at;
            if quantity == Quantity::Place && !self.field.is_ordered() {
                let error = self.cursor.error(span, "heaps in no order have no `place`");
                return Err(error.suggest("let them lie in a row: `row: …`"));
            }
            return match scope.refuses(quantity) {
                None => Ok(Expr::Quantity(quantity)),
                Some((message, advice)) => Err(self.cursor.error(span, message).suggest(advice)),
            };
        }
        if let Some(word) = self.peek()
            && self.can_be_limit(word)
        {
            self.cursor.at += word.len();
            let limit = self.uses_of(word, start);
            return Ok(Expr::Quantity(Quantity::Uses(limit)));
        }
        if self.cursor.rest().starts_with('-') {
            return Err(self.cursor.unexpected("number"));
        }
        let known = QUANTITIES.iter().map(|quantity| quantity.name());
        let known = known.chain(["min", "max", "sum", "diff", "gcd", "xor", "count"]);
        let known: Vec<&str> =
            known.chain(["equal", "unequal", "distinct", "first", "not"]).collect();
        let what = "a number to look at, such as `heap`, `taken` or `min`";
        Err(self.expected(what, &known))
    }

    fn closed(&mut self, start: usize, open: &str, close: &str) -> Result<(), ParseError> {
        if self.cursor.eat(close) {
            return Ok(());
        }
        if self.cursor.at_end() {
            let span = start..start + open.len();
            return Err(self.cursor.error(span, format!("this `{open}` is never closed")));
        }
        Err(self.cursor.unexpected(&format!("`{close}`")))
    }

    /// Whether a number can start with this word.
    fn is_number_word(&self, word: &str) -> bool {
        QUANTITIES.iter().any(|quantity| quantity.name() == word)
            || AGGS.iter().any(|agg| agg.to_string() == word)
            || self.can_be_limit(word)
    }

    fn not_too_deep(&self, depth: usize) -> Result<(), ParseError> {
        match depth {
            ..=DEEPEST => Ok(()),
            _ => Err(self.cursor.error(self.cursor.at..self.cursor.at, "nested too deeply")),
        }
    }

    fn not_too_many(&self, terms: usize) -> Result<(), ParseError> {
        match terms {
            ..=MOST_TERMS => Ok(()),
            _ => {
                let message = format!("more than {MOST_TERMS} of them are too many");
                Err(self.cursor.error(self.cursor.at..self.cursor.at, message))
            }
        }
    }
}

/// Two numbers joined; two constants become one.
pub(super) fn joined(x: Expr, op: Op, y: Expr) -> Expr {
    if let (Expr::Number(x), Expr::Number(y)) = (&x, &y) {
        let number = match op {
            Op::Plus => x.checked_add(*y),
            Op::Minus => x.checked_sub(*y),
            Op::Times => x.checked_mul(*y),
            Op::Over => x.checked_div(*y),
            Op::Mod => x.checked_rem(*y),
        };
        if let Some(number) = number {
            return Expr::Number(number);
        }
    }
    Expr::Join(Box::new(x), op, Box::new(y))
}

/// The items, the constant ones as one, in one order.
pub(super) fn united(items: Vec<Item>) -> Vec<Item> {
    let mut fixed = Amounts::none();
    let mut others = Vec::new();
    for item in items {
        match item {
            Item::Fixed(amounts) => fixed = fixed.union(&amounts),
            item => others.push(item),
        }
    }
    others.sort();
    others.dedup();
    if fixed.is_any() {
        return vec![Item::Fixed(fixed)]; // nothing else can be taken
    }
    if !fixed.is_empty() {
        others.insert(0, Item::Fixed(fixed));
    }
    others
}
