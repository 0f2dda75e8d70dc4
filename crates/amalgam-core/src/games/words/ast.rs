//! What rules in words say, as data.
//!
//! Everything here is in the form in which the reader leaves it: `move`, `leaving`, `octal`, `strip` and
//! `twice` are written out, and `not` stands before no condition: each has its opposite.

use super::Amounts;

/// What the heaps stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    /// How the heaps lie.
    pub shape: Shape,
    /// Whether empty places of a row or circle vanish.
    pub closing: bool,
    /// Whether no move may make two heaps of the same size.
    pub distinct: bool,
}

/// How the heaps lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// In no order; empty heaps vanish.
    Heaps,
    /// In no order; empty ones stay. This many of them, or as many as at the start.
    Places(Option<u64>),
    /// In a row; empty places stay.
    Row,
    /// In a circle; empty places stay.
    Circle,
}

impl Field {
    /// Heaps in no order that vanish when they are empty.
    pub const HEAPS: Field = Field { shape: Shape::Heaps, closing: false, distinct: false };

    /// Whether it matters which heap lies where.
    pub fn is_ordered(self) -> bool {
        matches!(self.shape, Shape::Row | Shape::Circle)
    }

    /// Whether empty places stay.
    pub fn keeps_empty(self) -> bool {
        self.shape != Shape::Heaps && !self.closing
    }
}

/// Steps that are done in order within one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause {
    /// At least one.
    pub steps: Vec<Step>,
    /// The limit that the clause uses up, by its place among those of the rules.
    pub limit: Option<usize>,
}

/// So often in the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Limit {
    /// What it is called: by its writer, or by the verb of its clause.
    pub name: String,
    /// Whether its writer named it.
    pub named: bool,
    /// How often.
    pub times: u64,
}

/// Something done to heaps, and what must be so when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// What must hold then.
    pub condition: Option<Cond>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Take coins from heaps.
    Take(Amount, Choice),
    /// Replace each heap by this many with the same coins.
    Split(Choice, Counts, Option<ListTest>),
    /// Replace heaps by one with all their coins.
    Merge(Choice),
    /// Merge the heap that the last step made with one that was not touched.
    MergeIt,
    /// Remove heaps with their places.
    Delete(Choice),
    /// Add coins to a heap.
    Add(Amount, Target),
    /// Replace a heap by this many smaller ones.
    Replace(Choice, Counts, Option<ListTest>),
    /// Do nothing.
    Pass,
}

/// Which heaps a step touches.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// Any one.
    One,
    /// What the last step made, all of it.
    It,
    /// One that was not touched in this move.
    Another,
    /// One with the most coins.
    Largest,
    /// One with the fewest coins.
    Smallest,
    /// The one that lies first.
    First,
    /// The one that lies last.
    Last,
    /// The one that lies first or last.
    End,
    /// Several.
    Group {
        /// All of them, or one or more of them.
        each: bool,
        /// How many.
        counts: Counts,
        /// Out of which.
        of: Pool,
    },
    /// Those that lie at one of these sets of places, counted from 1.
    Places {
        /// All of them, or one or more of them.
        each: bool,
        /// The sets.
        sets: Vec<Vec<u64>>,
    },
}

impl Choice {
    /// Whether it can be several heaps.
    pub fn is_several(&self) -> bool {
        matches!(self, Choice::Group { .. } | Choice::Places { .. })
    }
}

/// Out of which heaps several are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pool {
    /// All.
    Heaps,
    /// Those that were not touched in this move.
    Others,
    /// Those that lie side by side.
    Neighbours,
}

/// Where coins are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A heap that was not touched.
    Another,
    /// The place before.
    Previous,
    /// The place after.
    Next,
    /// The largest that was not touched.
    Largest,
    /// The smallest that was not touched.
    Smallest,
    /// The first place, if it was not touched.
    First,
    /// The last place, if it was not touched.
    Last,
}

/// How many heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Counts {
    /// A number within these ranges, disjoint and ascending.
    Within(Vec<(u64, u64)>),
    /// All but this many.
    AllBut(u64),
}

impl Counts {
    /// Exactly this many.
    pub fn exactly(count: u64) -> Counts {
        Counts::Within(vec![(count, count)])
    }

    /// These ranges, joined where they touch.
    pub fn new(mut ranges: Vec<(u64, u64)>) -> Counts {
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Counts::Within(joined)
    }

    /// The numbers up to `all`, ascending; `all` is how many there are.
    pub fn up_to(&self, all: u64) -> impl Iterator<Item = u64> + '_ {
        let ranges: &[(u64, u64)] = match self {
            Counts::Within(ranges) => ranges,
            Counts::AllBut(_) => &[],
        };
        let one = match self {
            Counts::AllBut(but) => all.checked_sub(*but),
            Counts::Within(_) => None,
        };
        let within = ranges.iter().flat_map(move |&(low, high)| low..=high.min(all));
        within.chain(one)
    }

    /// The least number, where it does not depend on how many there are.
    pub fn least(&self) -> Option<u64> {
        match self {
            Counts::Within(ranges) => ranges.first().map(|range| range.0),
            Counts::AllBut(_) => None,
        }
    }

    /// The greatest number where there are `all`.
    pub fn most(&self, all: u64) -> u64 {
        match self {
            Counts::Within(ranges) => ranges.last().map_or(0, |range| range.1).min(all),
            Counts::AllBut(but) => all.saturating_sub(*but),
        }
    }
}

/// How many coins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Amount {
    /// Whether it is one number for all heaps.
    pub same: bool,
    /// Any of these, at least 1.
    pub items: Vec<Item>,
}

/// Some numbers of coins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// Constant ones.
    Fixed(Amounts),
    /// From the first to the second; without a second, to the whole heap.
    Range(Expr, Option<Expr>),
    /// All coins but this many.
    AllBut(Expr),
    /// The divisors of a number.
    Divisors(Expr),
    /// The powers of a number, from 1 on.
    Powers(u64),
    /// The multiples of a number.
    Multiples(Expr),
}

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cond {
    /// All of them; at least two.
    And(Vec<Cond>),
    /// One of them; at least two.
    Or(Vec<Cond>),
    /// Two numbers compared.
    Compare(Expr, Cmp, Expr),
    /// Whether the first divides the second.
    Divides(bool, Expr, Expr),
    /// Whether a number is of a kind.
    Is(bool, Expr, Sort),
    /// Whether the numbers of a list are equal or not.
    Test(ListTest, List),
    /// Whether there was a move before.
    First(bool),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cmp {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Same,
    /// `!=`
    Other,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Cmp {
    /// What holds where this does not.
    pub fn opposite(self) -> Cmp {
        match self {
            Cmp::Less => Cmp::AtLeast,
            Cmp::AtMost => Cmp::More,
            Cmp::Same => Cmp::Other,
            Cmp::Other => Cmp::Same,
            Cmp::AtLeast => Cmp::Less,
            Cmp::More => Cmp::AtMost,
        }
    }

    /// The same with the two numbers changed round.
    pub fn turned(self) -> Cmp {
        match self {
            Cmp::Less => Cmp::More,
            Cmp::AtMost => Cmp::AtLeast,
            Cmp::AtLeast => Cmp::AtMost,
            Cmp::More => Cmp::Less,
            same => same,
        }
    }
}

/// A kind of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Divisible by 2.
    Even,
    /// Not divisible by 2.
    Odd,
    /// With two divisors.
    Prime,
    /// Of a whole number.
    Square,
    /// Of this number, 1 included.
    PowerOf(u64),
}

/// How the numbers of a list compare with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListTest {
    /// All are equal.
    Equal,
    /// Not all are equal.
    Unequal,
    /// No two are equal.
    Distinct,
    /// Some two are equal.
    Repeated,
}

impl ListTest {
    /// What holds where this does not.
    pub fn opposite(self) -> ListTest {
        match self {
            ListTest::Equal => ListTest::Unequal,
            ListTest::Unequal => ListTest::Equal,
            ListTest::Distinct => ListTest::Repeated,
            ListTest::Repeated => ListTest::Distinct,
        }
    }
}

/// Numbers of the heaps that a step has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum List {
    /// Their coins before.
    Heap,
    /// The coins taken from each.
    Taken,
    /// Their coins after.
    Left,
    /// What a split or a replacement made.
    Parts,
}

/// A whole number, or none, as where a number is divided by zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// This number.
    Number(u64),
    /// What can be looked at.
    Quantity(Quantity),
    /// One number of a list.
    Of(Agg, List),
    /// One number of several.
    Among(Agg, Vec<Expr>),
    /// Without its sign.
    Abs(Box<Expr>),
    /// Two numbers joined.
    Join(Box<Expr>, Op, Box<Expr>),
}

/// How two numbers are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, rounded down
    Over,
    /// The rest of a division, at least 0.
    Mod,
}

/// One number made of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agg {
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// All together.
    Sum,
    /// The greatest less the least.
    Diff,
    /// The greatest common divisor.
    Gcd,
    /// The nim-sum.
    Xor,
    /// How many.
    Count,
}

/// What can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// The chosen heap before the step.
    Heap,
    /// The coins taken from it.
    Taken,
    /// The heap after.
    Left,
    /// The heap that coins are added to, before.
    Other,
    /// How many are added.
    Added,
    /// The next lower heap, or −1.
    Lower,
    /// Where the heap lies, from 1.
    Place,
    /// All coins before the move.
    Total,
    /// How many heaps are not empty before the move.
    Heaps,
    /// The largest heap before the move.
    Largest,
    /// The smallest heap before the move that is not empty.
    Smallest,
    /// The coins taken in the move before.
    Last,
    /// How many uses of a limit are left.
    Uses(usize),
}

impl Cond {
    /// What holds where this does not.
    #[must_use]
    pub fn opposite(self) -> Cond {
        match self {
            Cond::And(all) => Cond::Or(all.into_iter().map(Cond::opposite).collect()),
            Cond::Or(any) => Cond::And(any.into_iter().map(Cond::opposite).collect()),
            Cond::Compare(x, cmp, y) => Cond::Compare(x, cmp.opposite(), y),
            Cond::Divides(yes, x, y) => Cond::Divides(!yes, x, y),
            Cond::Is(yes, x, sort) => Cond::Is(!yes, x, sort),
            Cond::Test(test, list) => Cond::Test(test.opposite(), list),
            Cond::First(yes) => Cond::First(!yes),
        }
    }

    /// Calls `visit` with each number that is compared.
    pub fn each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match self {
            Cond::And(all) | Cond::Or(all) => all.iter().for_each(|cond| cond.each_expr(visit)),
            Cond::Compare(x, _, y) | Cond::Divides(_, x, y) => {
                visit(x);
                visit(y);
            }
            Cond::Is(_, x, _) => visit(x),
            Cond::Test(..) | Cond::First(_) => {}
        }
    }

    /// Whether it asks about the move before.
    pub fn asks_first(&self) -> bool {
        match self {
            Cond::And(all) | Cond::Or(all) => all.iter().any(Cond::asks_first),
            Cond::First(_) => true,
            _ => false,
        }
    }
}

impl Expr {
    /// Whether it or a part of it is like this.
    pub fn has(&self, like: &mut dyn FnMut(&Expr) -> bool) -> bool {
        like(self)
            || match self {
                Expr::Number(_) | Expr::Quantity(_) | Expr::Of(..) => false,
                Expr::Among(_, among) => among.iter().any(|expr| expr.has(like)),
                Expr::Abs(inner) => inner.has(like),
                Expr::Join(x, _, y) => x.has(like) || y.has(like),
            }
    }
}

impl Amount {
    /// These constant amounts.
    pub fn fixed(amounts: Amounts) -> Amount {
        Amount { same: false, items: vec![Item::Fixed(amounts)] }
    }

    /// The constant amounts, if they are all constant and may differ from heap to heap.
    pub fn as_fixed(&self) -> Option<&Amounts> {
        match self.items.as_slice() {
            [Item::Fixed(amounts)] if !self.same => Some(amounts),
            _ => None,
        }
    }

    /// Calls `visit` with each number that the amounts are made from.
    pub fn each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        for item in &self.items {
            match item {
                Item::Fixed(_) | Item::Powers(_) => {}
                Item::Range(low, high) => {
                    visit(low);
                    high.iter().for_each(&mut *visit);
                }
                Item::AllBut(x) | Item::Divisors(x) | Item::Multiples(x) => visit(x),
            }
        }
    }
}

impl Action {
    /// The heaps it chooses.
    pub fn choice(&self) -> Option<&Choice> {
        match self {
            Action::Take(_, choice)
            | Action::Split(choice, ..)
            | Action::Merge(choice)
            | Action::Delete(choice)
            | Action::Replace(choice, ..) => Some(choice),
            Action::MergeIt | Action::Add(..) | Action::Pass => None,
        }
    }

    /// The numbers of coins it deals with.
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Action::Take(amount, _) | Action::Add(amount, _) => Some(amount),
            _ => None,
        }
    }

    /// Its verb.
    pub fn verb(&self) -> &'static str {
        match self {
            Action::Take(..) => "take",
            Action::Split(..) => "split",
            Action::Merge(_) | Action::MergeIt => "merge",
            Action::Delete(_) => "delete",
            Action::Add(..) => "add",
            Action::Replace(..) => "replace",
            Action::Pass => "pass",
        }
    }
}

impl Step {
    /// Calls `visit` with each number of its amounts and its condition.
    pub fn each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        if let Some(amount) = self.action.amount() {
            amount.each_expr(visit);
        }
        if let Some(condition) = &self.condition {
            condition.each_expr(visit);
        }
    }
}
