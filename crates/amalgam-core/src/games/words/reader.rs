//! Reading boards, clauses and steps. Numbers and conditions are read in `numbers.rs`.

use std::ops::Range;

use super::ast::*;
use super::scope::{Known, Scope};
use super::{Limit, Words};
use crate::base::text::{Cursor, ParseError, nearest};
use crate::games::classics::code;
use crate::games::rules::Amounts;

/// The verbs, and the other words a clause can start with.
pub const VERBS: [&str; 9] =
    ["take", "split", "merge", "move", "delete", "replace", "add", "pass", "until"];

/// The words a board can start with.
pub const BOARDS: [&str; 7] = ["heaps", "places", "row", "circle", "closing", "distinct", "strip"];

/// What may follow a clause.
pub(super) const END: &str = "`,` or the end of the rules";

/// The most clauses of a set of rules, and the most steps of one.
const MOST_CLAUSES: usize = 64;
const MOST_STEPS: usize = 8;

/// A place in the rules, and what was read so far.
pub(super) struct Reader<'c, 'a> {
    pub(super) cursor: &'c mut Cursor<'a>,
    pub(super) field: Field,
    limits: Vec<Limit>,
    /// The names that limits may have, wherever they are given.
    names: Vec<&'a str>,
    /// Where each limit was first named.
    used: Vec<Range<usize>>,
    clauses: Vec<(Clause, Range<usize>)>,
    untils: Vec<Cond>,
}

/// What was read: not yet in normal form, with the place of each clause in the text.
pub(super) struct Read {
    pub(super) field: Field,
    pub(super) clauses: Vec<(Clause, Range<usize>)>,
    pub(super) untils: Vec<Cond>,
    pub(super) limits: Vec<Limit>,
}

/// Reads rules and leaves the cursor behind them.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Read, ParseError> {
    let names = words_after_as(cursor.rest());
    let mut reader = Reader {
        cursor,
        field: Field::HEAPS,
        limits: Vec::new(),
        names,
        used: Vec::new(),
        clauses: Vec::new(),
        untils: Vec::new(),
    };
    reader.board()?;
    loop {
        reader.clause()?;
        if reader.clauses.len() > MOST_CLAUSES {
            let message = format!("more than {MOST_CLAUSES} clauses are too many");
            return Err(reader.cursor.error(reader.cursor.at..reader.cursor.at, message));
        }
        if !reader.cursor.eat(",") {
            break;
        }
    }
    if reader.peek().is_some() {
        return Err(reader.wrong_end());
    }
    if let Some(unknown) = reader.limits.iter().position(|limit| limit.times == 0) {
        let message = format!("no clause has a limit called `{}`", reader.limits[unknown].name);
        let error = reader.cursor.error(reader.used[unknown].clone(), message);
        return Err(error.suggest("a limit is `once`, or `3 times as NAME`, behind a clause"));
    }
    let Reader { field, clauses, untils, limits, .. } = reader;
    Ok(Read { field, clauses, untils, limits })
}

/// The words that stand after `as`.
fn words_after_as(text: &str) -> Vec<&str> {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        if word == "as" {
            names.extend(words.next());
        }
    }
    names
}

/// One condition, or several joined.
pub(super) fn join(mut conds: Vec<Cond>, join: impl FnOnce(Vec<Cond>) -> Cond) -> Cond {
    match conds.len() {
        1 => conds.pop().expect("one was counted"),
        _ => join(conds),
    }
}

impl<'a> Reader<'_, 'a> {
    /// The next run of letters; not moved past.
    pub(super) fn peek(&mut self) -> Option<&'a str> {
        self.cursor.skip_space();
        let rest = self.cursor.rest();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    }

    /// Moves past a word if it comes next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.cursor.at += word.len();
        }
        found
    }

    /// Moves past a word, which must come next.
    pub(super) fn need(&mut self, word: &str) -> Result<(), ParseError> {
        match self.eat(word) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{word}`"), &[word])),
        }
    }

    /// Whether a digit comes next.
    pub(super) fn at_digit(&mut self) -> bool {
        self.cursor.skip_space();
        self.cursor.rest().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a limit comes next, such as `2 times`.
    pub(super) fn at_times(&mut self) -> bool {
        let before = self.cursor.at;
        let found =
            self.at_digit() && self.cursor.number("number").is_ok() && self.peek() == Some("times");
        self.cursor.at = before;
        found
    }

    /// An error that says what was expected, and which of the known words is near.
    pub(super) fn expected(&mut self, what: &str, known: &[&str]) -> ParseError {
        let word = self.peek();
        let near = word.and_then(|word| nearest(word, known.iter().copied()));
        // `unexpected` puts an article before what is no quotation.
        let error = self.cursor.unexpected(what);
        match near {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// Whether a limit can have this name: it stands after `as` somewhere, or is a verb.
    pub(super) fn can_be_limit(&self, word: &str) -> bool {
        self.names.contains(&word) || VERBS.contains(&word)
    }

    /// The limit of this name. It may be declared further on: it gets its place now, and its number
    /// then.
    pub(super) fn uses_of(&mut self, word: &str, start: usize) -> usize {
        let declared = self.limits.iter().position(|limit| limit.name == word);
        declared.unwrap_or_else(|| {
            self.limits.push(Limit { name: word.to_owned(), named: false, times: 0 });
            self.used.push(start..start + word.len());
            self.limits.len() - 1
        })
    }

    fn board(&mut self) -> Result<(), ParseError> {
        let start = self.cursor.at;
        let closing = self.eat("closing");
        let mut distinct = self.eat("distinct");
        let count = match self.at_digit() {
            true => Some(self.cursor.number("number of places")?),
            false => None,
        };
        let known = ["heaps", "places", "row", "circle", "strip"];
        let shape = match self.peek() {
            Some("heaps") if count.is_none() => Shape::Heaps,
            Some("places") => Shape::Places(count),
            Some("row") if count.is_none() => Shape::Row,
            Some("circle") if count.is_none() => Shape::Circle,
            Some("strip") if count.is_none() && !closing && !distinct => {
                distinct = true;
                Shape::Places(None)
            }
            _ if closing || distinct || count.is_some() => {
                let what = if count.is_some() { "`places`" } else { "`heaps`, `row` or `circle`" };
                return Err(self.expected(what, &known));
            }
            _ => return Ok(()),
        };
        let word = self.peek().map_or(0, str::len);
        self.cursor.at += word;
        let span = start..self.cursor.at;
        if !self.cursor.eat(":") {
            return Err(self.cursor.unexpected("`:`").suggest("as in `row: take any from an end`"));
        }
        if closing && !matches!(shape, Shape::Row | Shape::Circle) {
            return Err(self
                .cursor
                .error(span, "only a row or a circle can be `closing`")
                .suggest("as in `closing row: take any from an end`"));
        }
        if count.is_some_and(|count| count == 0 || count > 1000) {
            return Err(self.cursor.error(span, "there can be 1 to 1000 places"));
        }
        self.field = Field { shape, closing, distinct };
        Ok(())
    }

    fn clause(&mut self) -> Result<(), ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        if self.eat("until") {
            let cond = self.cond(&Scope::default(), 0)?;
            self.untils.push(cond);
            return Ok(());
        }
        if self.peek() == Some("octal") {
            return self.octal(start);
        }
        // `leaving` makes several clauses of one.
        let mut scope = Scope::default();
        let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
        let mut limit = None;
        let mut verb = "";
        for number in 0.. {
            let at = self.cursor.at;
            let steps = self.step(&mut scope)?;
            if number == 0 {
                verb = steps[0][0].action.verb();
            }
            let ends = |way: &Vec<Step>| {
                steps.iter().map(|more| [way.clone(), more.clone()].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(ends).collect();
            let condition = self.behind(&scope, verb, &mut limit)?;
            if let Some(condition) = condition {
                for way in &mut ways {
                    let last = &mut way.last_mut().expect("a step was read").condition;
                    *last = Some(match last.take() {
                        Some(already) => Cond::And(vec![already, condition.clone()]),
                        None => condition.clone(),
                    });
                }
            }
            if ways[0].len() > MOST_STEPS || ways.len() > MOST_CLAUSES {
                let message = format!("a clause has at most {MOST_STEPS} steps");
                return Err(self.cursor.error(at..self.cursor.at, message));
            }
            if !self.eat("then") || self.takes_nothing() {
                break;
            }
        }
        let span = start..self.cursor.at;
        self.clauses.extend(ways.into_iter().map(|steps| (Clause { steps, limit }, span.clone())));
        Ok(())
    }

    /// Moves past `take 0` at the end of a clause, which does nothing.
    fn takes_nothing(&mut self) -> bool {
        let before = self.cursor.at;
        let nothing = self.eat("take")
            && self.at_digit()
            && self.cursor.number("number").is_ok_and(|number| number == 0)
            && (self.cursor.at_end() || self.cursor.rest().starts_with([',', ')']));
        if !nothing {
            self.cursor.at = before;
        }
        nothing
    }

    /// Reads the conditions and the limit behind a step.
    fn behind(
        &mut self,
        scope: &Scope,
        verb: &str,
        limit: &mut Option<usize>,
    ) -> Result<Option<Cond>, ParseError> {
        let mut conds = Vec::new();
        loop {
            self.cursor.skip_space();
            let start = self.cursor.at;
            if self.eat("if") {
                conds.push(self.cond(scope, 0)?);
                continue;
            }
            let Some(times) = self.times()? else { break };
            let name = match self.eat("as") {
                false => None,
                true => match self.peek() {
                    Some(name) => {
                        self.cursor.at += name.len();
                        Some(name)
                    }
                    None => return Err(self.cursor.unexpected("name")),
                },
            };
            let span = start..self.cursor.at;
            if limit.is_some() {
                return Err(self.cursor.error(span, "a clause has one limit"));
            }
            *limit = Some(self.limit(times, name, verb, span)?);
        }
        Ok((!conds.is_empty()).then(|| join(conds, Cond::And)))
    }

    fn times(&mut self) -> Result<Option<u64>, ParseError> {
        if self.eat("once") {
            return Ok(Some(1));
        }
        if self.eat("twice") {
            return Ok(Some(2));
        }
        if !self.at_digit() {
            return Ok(None);
        }
        let start = self.cursor.at;
        let times = self.cursor.number("number")?;
        if !self.eat("times") {
            return Err(self.expected("`times`", &["times"]));
        }
        match times {
            1..=1_000_000 => Ok(Some(times)),
            0 => Err(self.cursor.error(start..self.cursor.at, "a move that is never allowed")),
            _ => {
                let span = start..self.cursor.at;
                Err(self.cursor.error(span, "a limit is at most 1000000"))
            }
        }
    }

    fn limit(
        &mut self,
        times: u64,
        name: Option<&str>,
        verb: &str,
        span: Range<usize>,
    ) -> Result<usize, ParseError> {
        const RESERVED: [&str; 4] = ["last", "first", "heap", "taken"];
        let shown = name.unwrap_or(verb);
        if name.is_some_and(|name| VERBS.contains(&name) || RESERVED.contains(&name)) {
            let message = format!("`{shown}` is a word of the rules and cannot be a name");
            return Err(self.cursor.error(span, message));
        }
        match self.limits.iter().position(|limit| limit.name == shown) {
            Some(known) if self.limits[known].times == 0 => {
                self.limits[known] = Limit { name: shown.to_owned(), named: name.is_some(), times };
                Ok(known)
            }
            Some(_) if name.is_none() => {
                let message = format!("two limits would be called `{verb}`");
                Err(self.cursor.error(span, message).suggest("name them, as in `once as button`"))
            }
            Some(known) if self.limits[known].times != times => {
                let message =
                    format!("the limit `{shown}` was {} before", self.limits[known].times);
                Err(self.cursor.error(span, message))
            }
            Some(known) => Ok(known),
            None => {
                let named = name.is_some();
                self.limits.push(Limit { name: shown.to_owned(), named, times });
                self.used.push(span);
                Ok(self.limits.len() - 1)
            }
        }
    }

    /// Reads a step: one, or several in order (`move`), in one way or several (`leaving`).
    fn step(&mut self, scope: &mut Scope) -> Result<Vec<Vec<Step>>, ParseError> {
        self.cursor.skip_space();
        let start = self.cursor.at;
        let plain = |action| Step { action, condition: None };
        let mut ways: Vec<Vec<Step>> = Vec::new();
        if self.eat("take") {
            let amount = self.amounts(&scope.of_amounts(false))?;
            let choice = self.choice_behind_from(scope)?;
            self.check_same(&amount, &choice, scope, start)?;
            let take = plain(Action::Take(amount, choice));
            ways = match self.eat("leaving") {
                true => {
                    let counts = self.counts()?;
                    self.need("heaps")?;
                    leaving(&take, counts)
                }
                false => vec![vec![take]],
            };
        } else if self.eat("move") {
            let amount = self.amounts(&scope.of_amounts(false))?;
            let choice = self.choice_behind_from(scope)?;
            self.check_same(&amount, &choice, scope, start)?;
            if scope.of_choice(&choice) == Known::Several && !amount.same {
                let span = start..self.cursor.at;
                let error = self.cursor.error(span, "coins are moved from one heap");
                return Err(error.suggest("say `take … then add sum taken to …`"));
            }
            self.need("to")?;
            let target = self.target(scope)?;
            let taken = Expr::Quantity(Quantity::Taken);
            let all = Item::Range(taken.clone(), Some(taken));
            let add = Action::Add(Amount { same: false, items: vec![all] }, target);
            ways.push(vec![plain(Action::Take(amount, choice)), plain(add)]);
        } else if self.eat("add") {
            let amount = self.amounts(&scope.of_amounts(true))?;
            let is_open = |item: &Item| match item {
                Item::Fixed(fixed) => fixed.ranges().iter().any(|range| range.1 == u64::MAX),
                Item::Range(_, high) => high.is_none(),
                Item::AllBut(_) | Item::Powers(_) | Item::Multiples(_) => true,
                Item::Divisors(_) => false,
            };
            if amount.same || amount.items.iter().any(is_open) {
                let message = "how many coins can be added must have an end";
                let error = self.cursor.error(start..self.cursor.at, message);
                return Err(error.suggest("as in `add taken to another` or `add 1..3 to …`"));
            }
            self.need("to")?;
            let target = self.target(scope)?;
            ways.push(vec![plain(Action::Add(amount, target))]);
        } else if self.eat("split") {
            let choice = self.choice_or_default(scope)?;
            let counts = if self.eat("into") { self.counts()? } else { Counts::exactly(2) };
            let test = self.parts_test();
            ways.push(vec![plain(Action::Split(choice, counts, test))]);
        } else if self.eat("merge") {
            ways.push(vec![plain(self.merge(scope)?)]);
        } else if self.eat("delete") {
            let counted = self.at_digit()
                || self.cursor.rest().starts_with('{')
                || self.peek() == Some("all");
            let choice = match counted {
                true => self.group(true, scope)?,
                false => self.choice(scope)?.ok_or_else(|| {
                    let known = ["a", "another", "each", "some", "the", "it", "all"];
                    self.expected("`a heap`, `another` or another choice of heaps", &known)
                })?,
            };
            ways.push(vec![plain(Action::Delete(choice))]);
        } else if self.eat("replace") {
            let choice = self.choice_or_default(scope)?;
            self.need("by")?;
            let counts = self.counts()?;
            self.need("smaller")?;
            self.need("heaps")?;
            let test = self.parts_test();
            ways.push(vec![plain(Action::Replace(choice, counts, test))]);
        } else if self.eat("pass") {
            ways.push(vec![plain(Action::Pass)]);
        } else {
            let known: Vec<&str> = VERBS.into_iter().chain(BOARDS).chain(["octal"]).collect();
            return Err(self.expected("`take`, `split`, `merge` or another verb", &known));
        }
        // All ways do the same to the first heaps; the longest says what is known at the end.
        let longest = ways.iter().max_by_key(|way| way.len()).cloned().unwrap_or_default();
        longest.iter().for_each(|step| scope.after(&step.action));
        Ok(ways)
    }

    fn octal(&mut self, start: usize) -> Result<(), ParseError> {
        self.eat("octal");
        let open = self.cursor.at;
        if !self.cursor.eat("(") {
            return Err(self.cursor.unexpected("`(`").suggest("as in `octal(0.77)`"));
        }
        let code = code::read(self.cursor)?;
        if !self.cursor.eat(")") {
            if self.cursor.at_end() {
                return Err(self.cursor.error(open..open + 1, "this `(` is never closed"));
            }
            return Err(self.cursor.unexpected("`)`"));
        }
        let span = start..self.cursor.at;
        for (taken, &digit) in code.digits().iter().enumerate() {
            let counts: Vec<(u64, u64)> = (0..4)
                .filter(|heaps| digit >> heaps & 1 == 1)
                .map(|heaps| (heaps, heaps))
                .collect();
            if counts.is_empty() {
                continue;
            }
            let plain = |action| Step { action, condition: None };
            let ways = match taken {
                0 => vec![vec![plain(Action::Split(Choice::One, Counts::new(counts), None))]],
                _ => {
                    let amounts = Amounts::new([(taken as u64, taken as u64)]);
                    let take = plain(Action::Take(Amount::fixed(amounts), Choice::One));
                    leaving(&take, Counts::new(counts))
                }
            };
            let clause = |steps| (Clause { steps, limit: None }, span.clone());
            self.clauses.extend(ways.into_iter().map(clause));
        }
        Ok(())
    }

    /// What stands where the rules should go on or end.
    fn wrong_end(&mut self) -> ParseError {
        let word = self.peek().unwrap_or_default();
        let known = ["then", "if", "and", "or", "from", "leaving", "once", "unequal", "into", "to"];
        let error = self.expected(END, &known);
        match word {
            "and" | "or" => error.suggest("start the conditions with `if`"),
            word if VERBS.contains(&word) => error.suggest(format!("put a comma before `{word}`")),
            _ => error,
        }
    }
}

/// Taking coins so that this many heaps are left of the heap: as few clauses as there can be.
fn leaving(take: &Step, counts: Counts) -> Vec<Vec<Step>> {
    let has = |count: u64| match &counts {
        Counts::Within(ranges) => ranges.iter().any(|&(low, high)| low <= count && count <= high),
        Counts::AllBut(_) => false,
    };
    let left = |cmp, number| {
        let left = Expr::Quantity(Quantity::Left);
        let condition = Some(Cond::Compare(left, cmp, Expr::Number(number)));
        vec![Step { condition, ..take.clone() }]
    };
    let mut ways = match (has(0), has(1)) {
        (true, true) => vec![vec![take.clone()]],
        (true, false) => vec![left(Cmp::Same, 0)],
        (false, true) => vec![left(Cmp::AtLeast, 1)],
        (false, false) => vec![],
    };
    let Counts::Within(ranges) = counts else { return ways };
    let more: Vec<(u64, u64)> = ranges
        .into_iter()
        .map(|(low, high)| (low.max(2), high))
        .filter(|(low, high)| low <= high)
        .collect();
    if !more.is_empty() {
        let split = Action::Split(Choice::It, Counts::new(more), None);
        ways.push(vec![take.clone(), Step { action: split, condition: None }]);
    }
    ways
}

impl Words {
    /// Whether rules in words can start with `word`.
    pub fn can_start_with(word: &str) -> bool {
        VERBS.iter().chain(&BOARDS).any(|known| known.eq_ignore_ascii_case(word))
    }
}
