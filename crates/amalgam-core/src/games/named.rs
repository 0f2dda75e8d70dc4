//! The named games, and how a text becomes one.

use std::str::FromStr;
use std::sync::Arc;

use super::literature::{LITERATURE, Published};
use super::own::OwnGame;
use super::words::{self, BOARDS, OwnWords, Said, VERBS, Words};
use super::{AnyGame, Kind};
use crate::base::text::{Cursor, ParseError, Topic, nearest};
use crate::games::classics::{CLASSICS, code};
use crate::games::rules::{Amounts, Condition, Merge, Quantity, Rules};

/// A game that has a name in the literature.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    /// How it is called here.
    pub name: &'static str,
    /// What may follow in brackets, empty if nothing; in brackets itself where it may be left out.
    pub parameters: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// A position worth trying.
    pub example: &'static str,
    /// The game as its name with typical parameters, such as `subtraction(1,2,3)`.
    pub typical: &'static str,
    /// A few words on where it comes from and what is known.
    pub story: &'static str,
    /// The game for given parameters.
    pub(super) kind: fn(&[u64]) -> Option<Kind>,
}

impl NamedGame {
    /// The game for these parameters, if there can be this many of them and of that size.
    pub fn kind(&self, parameters: &[u64]) -> Option<Kind> {
        (self.kind)(parameters)
    }
}

/// All named games, in the order in which a newcomer should meet them: those of heaps that are taken
/// from, split and merged, then the [classics](super::classics).
pub const NAMED: [NamedGame; HEAP_GAMES.len() + CLASSICS.len()] = {
    let mut all = [HEAP_GAMES[0]; HEAP_GAMES.len() + CLASSICS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < HEAP_GAMES.len() { HEAP_GAMES[i] } else { CLASSICS[i - HEAP_GAMES.len()] };
        i += 1;
    }
    all
};

const HEAP_GAMES: [NamedGame; 10] = [
    NamedGame {
        name: "nim",
        parameters: "",
        source: "Bouton 1902; lecture notes on Nim",
        example: "[34,16,45]",
        typical: "nim",
        story: "The game that began the theory. Bouton solved it in 1902: write the heaps in binary, and \
             whoever faces an even number of ones in every column loses.",
        kind: |parameters| none(parameters).then(|| take_any(None))?,
    },
    NamedGame {
        name: "amalgamation",
        parameters: "",
        source: "Locke & Handley 2021",
        example: "[3,4,5]",
        typical: "amalgamation",
        story: "Nim in which two heaps may be merged. Heaps then no longer act independently, and even \
             three heaps are unsolved in general: every row of f(a,b) repeats in the end, but no formula \
             for the periods is known.",
        kind: |parameters| none(parameters).then(|| take_any(Some((vec![], 0))))?,
    },
    NamedGame {
        name: "restricted-amalgamation",
        parameters: "[r]: both heaps at least r, 2 if left out",
        source: "Manabe for r = 2",
        example: "[4,5,8]",
        typical: "restricted-amalgamation",
        story: "Only heaps that are large enough may be merged. For heaps of two or more coins the \
             P-positions of three heaps have a closed form, close to that of Nim.",
        kind: |parameters| {
            let threshold = match parameters {
                [] => 2,
                [r] => *r,
                _ => return None,
            };
            let at_least = Condition::AtLeast(Quantity::Min, threshold);
            take_any(Some((if threshold <= 1 { vec![] } else { vec![at_least] }, 0)))
        },
    },
    NamedGame {
        name: "merge-take-one",
        parameters: "",
        source: "Shinoda 2024, Remark 2.2",
        example: "[3,4,7]",
        typical: "merge-take-one",
        story: "Merging costs a coin: one is taken from the merged heap. A variant from the slides on \
             Amalgamation Nim.",
        kind: |parameters| none(parameters).then(|| take_any(Some((vec![], 1))))?,
    },
    NamedGame {
        name: "lasker",
        parameters: "",
        source: "Lasker, Brettspiele der Völker, 1931; Locke & Handley 2021",
        example: "[2,3,6]",
        typical: "lasker",
        story: "Emanuel Lasker, world champion of chess, added one move to Nim: a heap may be split in \
             two. A heap of 4k+3 coins is worth 4k+4 and one of 4k+4 coins is worth 4k+3; all others \
             are worth their size.",
        kind: |parameters| none(parameters).then(|| in_words("take any, split"))?,
    },
    NamedGame {
        name: "grundy",
        parameters: "",
        source: "Grundy 1939; Locke & Handley 2021",
        example: "[8]",
        typical: "grundy",
        story: "The only move is to split a heap into two unequal ones. Whether the values of single \
             heaps ever repeat is an open question.",
        kind: |parameters| none(parameters).then(|| in_words("split unequal"))?,
    },
    NamedGame {
        name: "kayles",
        parameters: "",
        source: "Dudeney 1908; Locke & Handley 2021",
        example: "[5,7]",
        typical: "kayles",
        story: "Dudeney's skittles: a ball knocks down one pin, or two that stand side by side. The \
             values of rows repeat with period 12, after a few exceptions.",
        kind: |parameters| none(parameters).then(|| in_words("take 1..2, take 1..2 then split"))?,
    },
    NamedGame {
        name: "dawsons-kayles",
        parameters: "",
        source: "Dawson 1935; Guy & Smith 1956: octal(0.07)",
        example: "[9,11]",
        typical: "dawsons-kayles",
        story: "Kayles in which every ball knocks down exactly two pins that stand side by side. The \
             values of rows repeat with period 34, after a few exceptions.",
        kind: |parameters| none(parameters).then(|| "0.07".parse().ok().map(Kind::Code))?,
    },
    NamedGame {
        name: "octal",
        parameters: "a code: what may be left after taking 0, 1, 2, … coins",
        source: "Guy & Smith 1956; Winning Ways, chapter 4",
        example: "[6,8]",
        typical: "octal(0.137)",
        story: "Take-and-break games by code: each digit says whether that many coins may be taken so \
             that nothing, one heap or two are left. Whether the values of every finite code repeat \
             in the end is an open question.",
        kind: |_| None, // its parameter is no number: see `read`
    },
    NamedGame {
        name: "subtraction",
        parameters: "s,…: the numbers that may be taken",
        source: "Winning Ways, chapter 4",
        example: "[7,9]",
        typical: "subtraction(1,2,3)",
        story: "Only certain numbers may be taken. If they are finitely many, the values of heaps repeat \
             after some point.",
        kind: |parameters| {
            if parameters.is_empty() || parameters.contains(&0) {
                return None;
            }
            let take = Amounts::new(parameters.iter().map(|&s| (s, s)));
            Rules::new(take, Amounts::none(), None, vec![]).ok().map(Kind::Heaps)
        },
    },
];

fn none(parameters: &[u64]) -> bool {
    parameters.is_empty()
}

fn in_words(rules: &str) -> Option<Kind> {
    rules.parse().ok().map(Kind::Heaps)
}

fn take_any(merge: Option<(Vec<Condition>, u64)>) -> Option<Kind> {
    let merges = merge.map(|(conditions, then_take)| Merge { conditions, then_take });
    let merges = merges.into_iter().collect();
    Rules::new(Amounts::any(), Amounts::none(), None, merges).ok().map(Kind::Heaps)
}

impl FromStr for AnyGame {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<AnyGame, ParseError> {
        let mut cursor = Cursor::new(text);
        let game = read(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected("end of the game"));
        }
        Ok(game)
    }
}

/// A game that a text names.
#[derive(Clone, Debug)]
pub enum Known {
    /// One whose positions are heaps.
    Heaps(AnyGame),
    /// One whose positions are more than heaps: places in a row, uses left, the move before.
    Own(Arc<dyn OwnGame>),
}

impl FromStr for Known {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Known, ParseError> {
        let mut cursor = Cursor::new(text);
        let known = read_known(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.unexpected("end of the game"));
        }
        Ok(known)
    }
}

/// Reads a game with heaps and leaves the cursor behind it.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<AnyGame, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    match read_known(cursor)? {
        Known::Heaps(game) => Ok(game),
        Known::Own(game) => {
            let message =
                format!("positions of {} are more than heaps, which this needs", game.name());
            Err(cursor.error(start..cursor.at, message))
        }
    }
}

/// The game with these rules under its name, or named by them.
fn known(said: Said, name: Option<String>) -> Known {
    let named = |kind, in_words: String| match &name {
        Some(name) => AnyGame::named(name, kind),
        None => AnyGame { name: in_words, in_words: true, kind },
    };
    match said {
        Said::Rules(rules) => {
            let words = rules.to_string();
            Known::Heaps(named(Kind::Heaps(rules), words))
        }
        Said::Words(words) if words.is_on_heaps() => {
            let text = words.to_string();
            Known::Heaps(named(Kind::classic(words), text))
        }
        Said::Words(words) => Known::Own(Arc::new(match name {
            Some(name) => OwnWords::named(name, words),
            None => OwnWords::new(words),
        })),
    }
}

/// Whether rules in words come next: a verb, a board, or a number of places.
pub(crate) fn starts_words(rest: &str) -> bool {
    let rest = rest.trim_start();
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = digits.trim_start();
    let end = word.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(word.len());
    match digits.len() < rest.len() {
        true => word[..end].eq_ignore_ascii_case("places"),
        false => Words::can_start_with(&word[..end]),
    }
}

/// Whether a code comes next that is one clause of several.
fn starts_code_among_clauses(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest();
    let code = rest.strip_prefix("octal(").and_then(|rest| rest.split_once(')'));
    code.is_some_and(|(_, behind)| {
        let next = behind.trim_start().strip_prefix(',').map(str::trim_start);
        next.is_some_and(|next| next.starts_with(|c: char| c.is_alphabetic()))
    })
}

/// Reads a name with its parameters, or rules in words, and leaves the cursor behind it.
pub(crate) fn read_known(cursor: &mut Cursor<'_>) -> Result<Known, ParseError> {
    cursor.skip_space();
    let start = cursor.at;
    if starts_words(cursor.rest()) || starts_code_among_clauses(cursor) {
        return words::read(cursor).map(|said| known(said, None));
    }
    let Some(word) = cursor.peek_word() else {
        return Err(cursor
            .unexpected("game")
            .suggest("rules in words are `take any, merge`")
            .about(Topic::Games));
    };
    if let Some(published) =
        LITERATURE.iter().find(|published| published.name.eq_ignore_ascii_case(word))
    {
        cursor.at += word.len();
        return read_published(published);
    }
    let Some(named) = NAMED.iter().find(|named| named.name.eq_ignore_ascii_case(word)) else {
        let published = LITERATURE.iter().map(|published| published.name);
        let known = NAMED.iter().map(|named| named.name).chain(published);
        let known = known.chain(VERBS).chain(BOARDS);
        let shown: String = word.chars().take(40).collect();
        let error = cursor.error(start..start + word.len(), format!("unknown game `{shown}`"));
        return Err(match nearest(word, known) {
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error.about(Topic::Games),
        });
    };
    cursor.at += word.len();
    if named.name == "octal" && cursor.rest().starts_with('(') {
        return read_octal(cursor).map(Known::Heaps);
    }
    let parameters = read_parameters(cursor)?;
    let span = start..cursor.at;
    let list: Vec<String> = parameters.iter().map(u64::to_string).collect();
    let kind = named.kind(&parameters).ok_or_else(|| {
        let (wanted, help) = match named.parameters {
            "" => (
                format!("`{word}` takes no parameters"),
                format!("heaps stand in square brackets: `{}[{}]`", named.name, list.join(",")),
            ),
            what => (format!("`{word}` takes {what}"), format!("as in `{}`", named.typical)),
        };
        cursor.error(span.clone(), wanted).suggest(help)
    })?;
    let name = match list.is_empty() {
        true => named.name.to_owned(),
        false => format!("{}({})", named.name, list.join(",")),
    };
    Ok(Known::Heaps(AnyGame::named(name, kind)))
}

/// The game of the literature, under its name.
fn read_published(published: &Published) -> Result<Known, ParseError> {
    let mut cursor = Cursor::new(published.rules);
    if starts_words(cursor.rest()) {
        return words::read(&mut cursor).map(|said| known(said, Some(published.name.to_owned())));
    }
    Ok(match read_known(&mut cursor)? {
        Known::Heaps(game) => Known::Heaps(AnyGame::named(published.name, game.kind)),
        own => own,
    })
}

/// Reads the code of an octal game, from its bracket on.
fn read_octal(cursor: &mut Cursor<'_>) -> Result<AnyGame, ParseError> {
    let open = cursor.at;
    cursor.at += 1;
    let code = code::read(cursor)?;
    if !cursor.eat(")") {
        if cursor.at_end() {
            return Err(cursor.error(open..open + 1, "this `(` is never closed"));
        }
        return Err(cursor.unexpected("`)`"));
    }
    Ok(AnyGame::named(format!("octal({code})"), Kind::Code(code)))
}

fn read_parameters(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
    let mut parameters = Vec::new();
    if !cursor.rest().starts_with('(') {
        return Ok(parameters);
    }
    let start = cursor.at;
    cursor.at += 1;
    while !cursor.eat(")") {
        if cursor.at_end() {
            return Err(cursor.error(start..start + 1, "this `(` is never closed"));
        }
        if !parameters.is_empty() && !cursor.eat(",") {
            return Err(cursor.unexpected("`,` or `)`"));
        }
        parameters.push(cursor.number("number")?);
    }
    Ok(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_game_is_read_back() {
        for named in NAMED {
            let game: AnyGame = named.typical.parse().unwrap();
            assert_eq!(game.name(), named.typical);
            if let Some(rules) = game.rules() {
                assert_eq!(rules.to_string().parse::<Rules>().unwrap(), *rules);
            }
            crate::Sum::parse(named.example, &game).unwrap();
        }
    }

    #[test]
    fn every_published_game_is_read() {
        for published in LITERATURE {
            assert!(NAMED.iter().all(|named| named.name != published.name), "{}", published.name);
            match published.name.parse().unwrap() {
                Known::Heaps(game) => {
                    assert_eq!(game.name(), published.name);
                    crate::Sum::parse(published.example, &game).unwrap();
                }
                Known::Own(game) => {
                    assert_eq!(game.name(), published.name);
                    game.read(&mut Cursor::new(published.example)).unwrap();
                }
            }
        }
    }

    #[test]
    fn names_and_parameters_are_checked() {
        let cases = [
            ("amalgmation", "unknown game `amalgmation`", Some("did you mean `amalgamation`?")),
            ("chess", "unknown game `chess`", None),
            (
                "nim(3)",
                "`nim` takes no parameters",
                Some("heaps stand in square brackets: `nim[3]`"),
            ),
            (
                "subtraction",
                "`subtraction` takes s,…: the numbers that may be taken",
                Some("as in `subtraction(1,2,3)`"),
            ),
            (
                "subtraction(1,0)",
                "`subtraction` takes s,…: the numbers that may be taken",
                Some("as in `subtraction(1,2,3)`"),
            ),
            ("subtraction(1", "this `(` is never closed", None),
            ("nim lasker", "expected an end of the game, found `lasker`", None),
        ];
        for (text, message, suggestion) in cases {
            let error = text.parse::<AnyGame>().unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(error.suggestion(), suggestion, "{text}");
        }
    }

    #[test]
    fn the_typical_example_of_the_papers() {
        let restricted: AnyGame = "restricted-amalgamation".parse().unwrap();
        assert_eq!(restricted.in_words(), "take any, merge if min >= 2");
        let r1: AnyGame = "restricted-amalgamation(1)".parse().unwrap();
        let amalgamation: AnyGame = "amalgamation".parse().unwrap();
        assert_eq!(r1.rules(), amalgamation.rules());
    }
}
