//! The names a formula may use, and what they stand for.

use super::Type;

/// What a name says about the position at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Quantity {
    /// `x y z w`, the heaps 0 to 3.
    Letter(u8),
    Coins,
    Heaps,
    NimSum,
    Mirror,
    P,
    N,
    Grundy,
    MisereP,
}

pub(super) const QUANTITIES: [(Quantity, &str, Type); 12] = [
    (Quantity::Letter(0), "x", Type::Integer),
    (Quantity::Letter(1), "y", Type::Integer),
    (Quantity::Letter(2), "z", Type::Integer),
    (Quantity::Letter(3), "w", Type::Integer),
    (Quantity::Coins, "coins", Type::Integer),
    (Quantity::Heaps, "heaps", Type::Integer),
    (Quantity::NimSum, "nimsum", Type::Integer),
    (Quantity::Mirror, "mirror", Type::Truth),
    (Quantity::P, "P", Type::Truth),
    (Quantity::N, "N", Type::Truth),
    (Quantity::Grundy, "grundy", Type::Integer),
    (Quantity::MisereP, "misere_P", Type::Truth),
];

impl Quantity {
    fn row(self) -> &'static (Quantity, &'static str, Type) {
        let row = QUANTITIES.iter().find(|row| row.0 == self);
        row.expect("every quantity has a name")
    }

    pub(super) fn name(self) -> &'static str {
        self.row().1
    }

    pub(super) fn kind(self) -> Type {
        self.row().2
    }
}

/// Words of the grammar, which cannot name a variable.
pub(super) const KEYWORDS: [&str; 9] =
    ["if", "then", "else", "let", "in", "all", "any", "true", "false"];

/// Names that are followed by brackets.
pub(super) const BRACKETED: [&str; 7] = ["min", "max", "abs", "mex", "f", "h", "c"];

/// What a name or a form of the language means, for `--list-facts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// How it is written.
    pub name: &'static str,
    /// What it is.
    pub kind: Type,
    /// What it stands for.
    pub meaning: &'static str,
    /// A formula that uses it.
    pub example: &'static str,
}

/// Everything that a formula can say about a position, in the order in which to read about it.
///
/// ```
/// use amalgam::lab::formula::{Formula, facts};
/// for fact in facts() {
///     assert!(fact.example.parse::<Formula>().is_ok(), "{}", fact.example);
/// }
/// ```
pub fn facts() -> &'static [Fact] {
    &FACTS
}

const FACTS: [Fact; 19] = [
    Fact {
        name: "x y z w",
        kind: Type::Integer,
        meaning: "the four smallest heaps, ascending; among positions of a given number of heaps \
                  empty heaps count and come first, elsewhere a heap that is not there is 0",
        example: "x <= y && y <= z => P || N",
    },
    Fact {
        name: "h[i]",
        kind: Type::Integer,
        meaning: "heap number i, counted from 1, the smallest first; 0 past the last",
        example: "h[heaps] == coins => N || coins == 0",
    },
    Fact {
        name: "c[i]",
        kind: Type::Integer,
        meaning: "how many heaps have i coins; 0 where i is below 1",
        example: "c[1] % 2 == 1 && c[1] == heaps => N",
    },
    Fact {
        name: "coins",
        kind: Type::Integer,
        meaning: "the number of coins",
        example: "P => coins % 2 == 0 || heaps > 2",
    },
    Fact {
        name: "heaps",
        kind: Type::Integer,
        meaning: "the number of heaps that are not empty",
        example: "heaps == 1 => N",
    },
    Fact {
        name: "nimsum",
        kind: Type::Integer,
        meaning: "the nim-sum of all heaps",
        example: "P <=> nimsum == 0",
    },
    Fact {
        name: "mirror",
        kind: Type::Truth,
        meaning: "every height occurs an even number of times",
        example: "mirror => P",
    },
    Fact {
        name: "P",
        kind: Type::Truth,
        meaning: "the player who just moved wins (normal play)",
        example: "P <=> x ^ y ^ z == 0",
    },
    Fact {
        name: "N",
        kind: Type::Truth,
        meaning: "the player to move wins (normal play)",
        example: "N <=> !P",
    },
    Fact {
        name: "grundy",
        kind: Type::Integer,
        meaning: "the Grundy value",
        example: "grundy >> 1 == (x ^ y ^ z) >> 1",
    },
    Fact {
        name: "misere_P",
        kind: Type::Truth,
        meaning: "the player who just moved wins when the last move loses",
        example: "(any a: a > 1) => (misere_P <=> P)",
    },
    Fact {
        name: "f(a,b)",
        kind: Type::Integer,
        meaning: "the one heap that makes a P-position with heaps of a and b coins; f(a,b,c) with \
                  three, and so on up to eight",
        example: "f(x, y, z) <= x + y + z + 2",
    },
    Fact {
        name: "f(h…)",
        kind: Type::Integer,
        meaning: "the one heap that makes a P-position with all heaps; also written f(h...)",
        example: "P <=> f(h…) == 0",
    },
    Fact {
        name: "all v: …",
        kind: Type::Truth,
        meaning: "the condition holds for every heap v that is not empty",
        example: "(all v: v <= 3) => (P <=> mirror)",
    },
    Fact {
        name: "any v: …",
        kind: Type::Truth,
        meaning: "the condition holds for some heap v that is not empty",
        example: "P => !any v: 2 * v > coins",
    },
    Fact {
        name: "min max abs",
        kind: Type::Integer,
        meaning: "the least, the greatest of the arguments; the size of one",
        example: "abs(x - y) - 1 <= f(x, y)",
    },
    Fact {
        name: "mex(…)",
        kind: Type::Integer,
        meaning: "the least number from 0 on that is not among the arguments",
        example: "mex(x, y, z) > 0 => x == 0 || y == 0 || z == 0",
    },
    Fact {
        name: "if … then … else …",
        kind: Type::Integer,
        meaning: "one of two parts, which are both integers or both truths",
        example: "if mirror then P else coins > 0",
    },
    Fact {
        name: "let v = … in …",
        kind: Type::Integer,
        meaning: "a name for a part that is used again",
        example: "let s = x ^ y ^ z in s == 0 => s == x + y + z - 2 * ((x & y) + (z & (x ^ y)))",
    },
];
