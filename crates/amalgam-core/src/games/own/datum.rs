//! A position as plain data: whole numbers, lists and maps.

use std::collections::BTreeMap;
use std::fmt;

/// A whole number, a list, or a map from words to more of the same.
///
/// Equal data are equal positions: `[2,1]` and `[1,2]` differ, so a game in which the order of heaps
/// does not matter should sort them. The keys of a map have no order.
///
/// What is printed can be read again. Maps are also read the way JSON writes them.
///
/// ```
/// use amalgam::games::own::Datum;
/// let datum: Datum = "#{row: [3, 2, [1]], left: -1}".parse()?;
/// assert_eq!(datum.to_string(), "#{left: -1, row: [3,2,[1]]}");
/// assert_eq!(datum, r#"{"left": -1, "row": [3, 2, [1]]}"#.parse()?);
/// # Ok::<(), amalgam::ParseError>(())
/// ```
///
/// Reading bounds size and depth by [`MOST_PARTS`](Datum::MOST_PARTS) and
/// [`MOST_DEPTH`](Datum::MOST_DEPTH). Whoever builds data otherwise should keep within them too:
/// comparing, printing and dropping data recurse as deep as the data are nested.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Datum {
    /// A number of any kind: coins, a column, a flag.
    Integer(i64),
    /// Things in a row.
    List(Vec<Datum>),
    /// Things with names.
    Map(BTreeMap<String, Datum>),
}

impl Datum {
    /// The deepest nesting that is read: `[[1]]` has depth 2.
    pub const MOST_DEPTH: usize = 32;

    /// The most parts that are read: every number, list, map and key counts as one.
    pub const MOST_PARTS: usize = 1 << 16;

    /// What kind of thing this is, for error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Integer(_) => "an integer",
            Datum::List(_) => "a list",
            Datum::Map(_) => "a map",
        }
    }
}

impl From<i64> for Datum {
    fn from(number: i64) -> Datum {
        Datum::Integer(number)
    }
}

impl<T: Into<Datum>> FromIterator<T> for Datum {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Datum {
        Datum::List(items.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Integer(number) => write!(f, "{number}"),
            Datum::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Datum::Map(entries) => {
                f.write_str("#{")?;
                for (i, (key, item)) in entries.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    write!(f, "{comma}{}: {item}", Key(key))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Whether a key can stand without quotes.
pub(super) fn is_bare(key: &str) -> bool {
    let mut letters = key.bytes();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

struct Key<'a>(&'a str);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) {
            return f.write_str(self.0);
        }
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}
