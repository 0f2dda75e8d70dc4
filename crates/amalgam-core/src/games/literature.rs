//! Published games that one line of words says: who described them, and when.
//!
//! The ledger checks a printed fact about each of them.

/// A published game in words.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// How it is called here.
    pub name: &'static str,
    /// The rules in words, or a code.
    pub rules: &'static str,
    /// Who described it, and when.
    pub source: &'static str,
    /// A position worth trying.
    pub example: &'static str,
}

const fn game(
    name: &'static str,
    rules: &'static str,
    source: &'static str,
    example: &'static str,
) -> Published {
    Published { name, rules, source, example }
}

/// The published games, the oldest first.
pub const LITERATURE: [Published; 28] = [
    game("bachet", "take 1..3", "Bachet 1612, for one heap", "[21]"),
    game("dawsons-chess", "octal(0.137)", "Dawson 1935; Guy & Smith 1956", "[9,11]"),
    game("welter", "strip: take any", "Welter 1954; Conway, On Numbers and Games", "[2,5,6]"),
    game("guiles", "octal(0.15)", "Guy & Smith 1956; Guiles' game", "[8,9]"),
    game(
        "fibonacci-nim",
        "take any if first and left > 0 or not first and taken <= 2*last",
        "Whinihan 1963",
        "[13]",
    ),
    game("subtract-a-square", "take any if taken is square", "Golomb 1966", "[20]"),
    game(
        "take-away",
        "take any if first and left > 0 or not first and taken <= last",
        "Schwenk 1970",
        "[12]",
    ),
    game(
        "silver-dollar",
        "strip: take any if left > lower",
        "Conway, On Numbers and Games, 1976; without the dollar",
        "[2,5,9]",
    ),
    game(
        "staircase-nim",
        "row: take any from the first, move any to the previous",
        "Sprague 1937; Winning Ways 1982",
        "[3,1,4,1]",
    ),
    game(
        "turning-turtles",
        "replace by 0..1 smaller heaps",
        "Lenstra; Winning Ways 1982, chapter 14",
        "[3,4,6]",
    ),
    game(
        "mock-turtles",
        "replace by 0..2 smaller heaps distinct",
        "Lenstra; Winning Ways 1982, chapter 14",
        "[3,4]",
    ),
    game("dim", "take divisors", "Winning Ways 1982, chapter 4", "[12,18]"),
    game("powers-of-two", "take powers of 2", "Winning Ways 1982, chapter 4", "[10,11]"),
    game(
        "two-wythoff",
        "take any, take any from each of 2 heaps if diff taken < 2",
        "Fraenkel 1982: a-Wythoff with a = 2",
        "[3,8]",
    ),
    game(
        "cyclic-nimhoff",
        "take any, take any from some of all heaps if sum taken < 3",
        "Fraenkel & Lorberbom 1991, for h = 3",
        "[4,5,7]",
    ),
    game("end-nim", "closing row: take any from an end", "Albert & Nowakowski 2001", "[3,4,3]"),
    game("greedy-nim", "take any from the largest", "Albert & Nowakowski 2004", "[3,5,5]"),
    game("maximum-nim", "take 1..heap/2", "Levine 2006", "[11,20]"),
    game("mark", "take {1, heap-heap/2}", "Fraenkel 2011", "[12]"),
    game(
        "nim-with-a-pass",
        "take any, pass once if total > 0",
        "Morrison, Friedman & Landsberg 2012; Low & Chan 2015",
        "[3,4,5]",
    ),
    game(
        "circular-nim",
        "circle: take any from some of 2 neighbours",
        "Dufour & Heubach 2013: CN(n,2)",
        "[2,3,2,4]",
    ),
    game(
        "exact-2-nim",
        "take any from each of 2 heaps",
        "Boros, Gurvich, Ho, Makino & Mursic 2015",
        "[3,4,5]",
    ),
    game(
        "exact-slow-2-nim",
        "take 1 from each of 2 heaps",
        "Gurvich, Heubach, Ho & Chikin 2015",
        "[3,4,5]",
    ),
    game(
        "delete-nim",
        "2 places: delete a heap then take 1 from another, \
         delete a heap then take 1 from another then split",
        "Abuku & Suetsugu 2021",
        "[5,6]",
    ),
    game("aliquot", "take divisors if left > 0", "Iannucci & Larsson 2021", "[12,18]"),
    game(
        "variant-delete-nim",
        "2 places: delete a heap then split another",
        "Abuku, Sakai, Shinoda & Suetsugu 2023",
        "[5,6]",
    ),
    game(
        "yama-nim",
        "2 places: take 2.. then add 1 to another",
        "Kimura & Yamashita 2023",
        "[3,6]",
    ),
    game(
        "triangular-nim",
        "2 places: take 2.. then add 1..taken-1 to another",
        "Kimura & Yamashita 2023",
        "[3,6]",
    ),
];
