//! Rules as words again: what is printed is read back as the same rules.

use std::fmt::{self, Display};

use super::ast::*;
use super::{Limit, Words};

impl Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        for clause in &self.clauses {
            parts.push(clause_text(clause, &self.limits));
        }
        for until in &self.untils {
            parts.push(format!("until {}", Shown(until, &self.limits)));
        }
        let board = match self.field {
            Field::HEAPS => String::new(),
            field => format!("{field}: "),
        };
        f.pad(&format!("{board}{}", parts.join(", ")))
    }
}

impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closing = if self.closing { "closing " } else { "" };
        let distinct = if self.distinct { "distinct " } else { "" };
        match self.shape {
            Shape::Heaps => write!(f, "{closing}{distinct}heaps"),
            Shape::Places(None) => write!(f, "{closing}{distinct}places"),
            Shape::Places(Some(count)) => write!(f, "{closing}{distinct}{count} places"),
            Shape::Row => write!(f, "{closing}{distinct}row"),
            Shape::Circle => write!(f, "{closing}{distinct}circle"),
        }
    }
}

/// A clause in words.
pub(super) fn clause_text(clause: &Clause, limits: &[Limit]) -> String {
    let mut steps = Vec::new();
    for (i, step) in clause.steps.iter().enumerate() {
        let mut text = action_text(&step.action, i == 0, limits);
        if i + 1 == clause.steps.len()
            && let Some(limit) = clause.limit.and_then(|limit| limits.get(limit))
        {
            text.push_str(&match limit.times {
                1 => " once".to_owned(),
                times => format!(" {times} times"),
            });
            if limit.named {
                text.push_str(&format!(" as {}", limit.name));
            }
        }
        if let Some(condition) = &step.condition {
            text.push_str(&format!(" if {}", Shown(condition, limits)));
        }
        steps.push(text);
    }
    steps.join(" then ")
}

fn action_text(action: &Action, is_first: bool, limits: &[Limit]) -> String {
    let from = |choice: &Choice, before: &str| match (choice, is_first) {
        (Choice::One, true) | (Choice::It, false) => String::new(),
        _ => format!("{before}{choice}"),
    };
    let tested = |test: &Option<ListTest>| match test {
        Some(test) => format!(" {}", test_text(*test)),
        None => String::new(),
    };
    match action {
        Action::Take(amount, choice) => {
            format!("take {}{}", amount_text(amount, limits), from(choice, " from "))
        }
        Action::Split(choice, counts, test) => {
            let into = match counts {
                counts if *counts == Counts::exactly(2) => String::new(),
                counts => format!(" into {counts}"),
            };
            format!("split{}{into}{}", from(choice, " "), tested(test))
        }
        Action::Merge(Choice::Group { counts, of: Pool::Heaps, .. })
            if *counts == Counts::exactly(2) =>
        {
            "merge".to_owned()
        }
        Action::Merge(Choice::Group { counts, of, .. }) => format!("merge {counts} {of}"),
        Action::Merge(choice) => format!("merge {choice}"),
        Action::MergeIt => "merge it with another".to_owned(),
        Action::Delete(Choice::Group { each: true, counts, of }) => format!("delete {counts} {of}"),
        Action::Delete(choice) => format!("delete {choice}"),
        Action::Add(amount, target) => format!("add {} to {target}", amount_text(amount, limits)),
        Action::Replace(choice, counts, test) => {
            format!("replace{} by {counts} smaller heaps{}", from(choice, " "), tested(test))
        }
        Action::Pass => "pass".to_owned(),
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |each: &bool| if *each { "each of" } else { "some of" };
        match self {
            Choice::One => f.write_str("a heap"),
            Choice::It => f.write_str("it"),
            Choice::Another => f.write_str("another"),
            Choice::Largest => f.write_str("the largest"),
            Choice::Smallest => f.write_str("the smallest"),
            Choice::First => f.write_str("the first"),
            Choice::Last => f.write_str("the last"),
            Choice::End => f.write_str("an end"),
            Choice::Group { each: all, counts, of } => write!(f, "{} {counts} {of}", each(all)),
            Choice::Places { each: all, sets } => {
                let set = |set: &Vec<u64>| {
                    let places: Vec<String> = set.iter().map(u64::to_string).collect();
                    format!("{{{}}}", places.join(","))
                };
                let sets: Vec<String> = sets.iter().map(set).collect();
                write!(f, "{} places {}", each(all), sets.join(" or "))
            }
        }
    }
}

impl Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pool::Heaps => "heaps",
            Pool::Others => "others",
            Pool::Neighbours => "neighbours",
        })
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Another => "another",
            Target::Previous => "the previous",
            Target::Next => "the next",
            Target::Largest => "the largest",
            Target::Smallest => "the smallest",
            Target::First => "the first",
            Target::Last => "the last",
        })
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |&(low, high): &(u64, u64)| match high {
            u64::MAX => format!("{low}.."),
            _ if low == high => low.to_string(),
            _ => format!("{low}..{high}"),
        };
        match self {
            Counts::AllBut(0) => f.write_str("all"),
            Counts::AllBut(but) => write!(f, "all but {but}"),
            Counts::Within(ranges) => match ranges.as_slice() {
                [one] => f.write_str(&range(one)),
                many => {
                    write!(f, "{{{}}}", many.iter().map(range).collect::<Vec<_>>().join(","))
                }
            },
        }
    }
}

/// Amounts in words.
pub(super) fn amount_text(amount: &Amount, limits: &[Limit]) -> String {
    if amount.same && matches!(amount.items.as_slice(), [Item::Fixed(any)] if any.is_any()) {
        return "the same".to_owned();
    }
    let same = if amount.same { "the same " } else { "" };
    let several = amount.items.len() > 1;
    let item = |item: &Item| match item {
        Item::Fixed(any) if any.is_any() && !several => "any".to_owned(),
        // Within braces `any` is a range, and ranges stand without braces of their own.
        Item::Fixed(any) if any.is_any() => "1..".to_owned(),
        Item::Fixed(amounts) if several => amounts.to_string().trim_matches(['{', '}']).to_owned(),
        Item::Fixed(amounts) => amounts.to_string(),
        Item::Range(low, None) => format!("{}..", Shown(low, limits)),
        Item::Range(low, Some(high)) if low == high => Shown(low, limits).to_string(),
        Item::Range(low, Some(high)) => format!("{}..{}", Shown(low, limits), Shown(high, limits)),
        Item::AllBut(Expr::Number(0)) => "all".to_owned(),
        Item::AllBut(but) => format!("all but {}", Shown(but, limits)),
        Item::Divisors(Expr::Quantity(Quantity::Heap)) => "divisors".to_owned(),
        Item::Divisors(of) => format!("divisors of {}", Shown(of, limits)),
        Item::Powers(of) => format!("powers of {of}"),
        Item::Multiples(of) => format!("multiples of {}", Shown(of, limits)),
    };
    let items: Vec<String> = amount.items.iter().map(item).collect();
    match several {
        true => format!("{same}{{{}}}", items.join(",")),
        false => format!("{same}{}", items.join("")),
    }
}

fn test_text(test: ListTest) -> &'static str {
    match test {
        ListTest::Equal => "equal",
        ListTest::Unequal => "unequal",
        ListTest::Distinct => "distinct",
        ListTest::Repeated => "not distinct",
    }
}

/// Something that is printed with the names of the limits.
pub(super) struct Shown<'a, T>(pub(super) &'a T, pub(super) &'a [Limit]);

impl Display for Shown<'_, Cond> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(cond, limits) = *self;
        let expr = |expr| Shown(expr, limits);
        match cond {
            Cond::And(all) => {
                let each = all.iter().map(|cond| match cond {
                    Cond::Or(_) => format!("({})", Shown(cond, limits)),
                    _ => Shown(cond, limits).to_string(),
                });
                f.write_str(&each.collect::<Vec<_>>().join(" and "))
            }
            Cond::Or(any) => {
                let each = any.iter().map(|cond| Shown(cond, limits).to_string());
                f.write_str(&each.collect::<Vec<_>>().join(" or "))
            }
            Cond::Compare(x, cmp, y) => {
                let sign = match cmp {
                    Cmp::Less => "<",
                    Cmp::AtMost => "<=",
                    Cmp::Same => "==",
                    Cmp::Other => "!=",
                    Cmp::AtLeast => ">=",
                    Cmp::More => ">",
                };
                write!(f, "{} {sign} {}", expr(x), expr(y))
            }
            Cond::Divides(true, x, y) => write!(f, "{} divides {}", expr(x), expr(y)),
            Cond::Divides(false, x, y) => write!(f, "not {} divides {}", expr(x), expr(y)),
            Cond::Is(yes, x, sort) => {
                let sort = match sort {
                    Sort::Even => "even".to_owned(),
                    Sort::Odd => "odd".to_owned(),
                    Sort::Prime => "prime".to_owned(),
                    Sort::Square => "square".to_owned(),
                    Sort::PowerOf(of) => format!("a power of {of}"),
                };
                write!(f, "{} is {}{sort}", expr(x), if *yes { "" } else { "not " })
            }
            Cond::Test(test, List::Heap) => f.write_str(test_text(*test)),
            Cond::Test(test, list) => write!(f, "{} {list}", test_text(*test)),
            Cond::First(true) => f.write_str("first"),
            Cond::First(false) => f.write_str("not first"),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            List::Heap => "heap",
            List::Taken => "taken",
            List::Left => "left",
            List::Parts => "parts",
        })
    }
}

impl Display for Agg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Agg::Min => "min",
            Agg::Max => "max",
            Agg::Sum => "sum",
            Agg::Diff => "diff",
            Agg::Gcd => "gcd",
            Agg::Xor => "xor",
            Agg::Count => "count",
        })
    }
}

impl Display for Shown<'_, Expr> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(expr, limits) = *self;
        match expr {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Quantity(Quantity::Uses(limit)) => {
                f.write_str(limits.get(*limit).map_or("?", |limit| &limit.name))
            }
            Expr::Quantity(quantity) => f.write_str(quantity.name()),
            Expr::Of(agg, List::Heap) => write!(f, "{agg}"),
            Expr::Of(agg, list) => write!(f, "{agg} {list}"),
            Expr::Among(agg, among) => {
                let each = among.iter().map(|expr| Shown(expr, limits).to_string());
                write!(f, "{agg}({})", each.collect::<Vec<_>>().join(", "))
            }
            Expr::Abs(inner) => write!(f, "|{}|", Shown(&**inner, limits)),
            Expr::Join(x, op, y) => {
                let tight = |op: Op| matches!(op, Op::Times | Op::Over | Op::Mod);
                // Joined from the left, products before sums.
                let side = |side: &Expr, is_right: bool| {
                    let text = Shown(side, limits).to_string();
                    match side {
                        Expr::Join(_, inner, _) if is_right && tight(*inner) <= tight(*op) => {
                            format!("({text})")
                        }
                        Expr::Join(_, inner, _) if tight(*op) && !tight(*inner) => {
                            format!("({text})")
                        }
                        _ => text,
                    }
                };
                let sign = match op {
                    Op::Plus => "+",
                    Op::Minus => "-",
                    Op::Times => "*",
                    Op::Over => "/",
                    Op::Mod => " mod ",
                };
                write!(f, "{}{sign}{}", side(x, false), side(y, true))
            }
        }
    }
}

impl Quantity {
    /// What it is called; a limit has a name of its own.
    pub(super) fn name(self) -> &'static str {
        match self {
            Quantity::Heap => "heap",
            Quantity::Taken => "taken",
            Quantity::Left => "left",
            Quantity::Other => "other",
            Quantity::Added => "added",
            Quantity::Lower => "lower",
            Quantity::Place => "place",
            Quantity::Total => "total",
            Quantity::Heaps => "heaps",
            Quantity::Largest => "largest",
            Quantity::Smallest => "smallest",
            Quantity::Last => "last",
            Quantity::Uses(_) => "uses",
        }
    }
}
