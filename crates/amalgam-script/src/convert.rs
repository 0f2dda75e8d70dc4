//! Positions on their way into a script and back.

use amalgam::games::own::Datum;
use rhai::{Array, Dynamic, Map};

/// A position as a script sees it.
pub(crate) fn to_dynamic(datum: &Datum) -> Dynamic {
    match datum {
        Datum::Integer(number) => Dynamic::from_int(*number),
        Datum::List(items) => Dynamic::from_array(items.iter().map(to_dynamic).collect()),
        Datum::Map(entries) => {
            let entries = entries.iter().map(|(key, item)| (key.as_str().into(), to_dynamic(item)));
            Dynamic::from_map(entries.collect())
        }
    }
}

/// What is no position in something a script gave back.
#[derive(Debug)]
pub(crate) struct NoPosition {
    /// Where it stands, as one would write it after the name of the whole.
    pub(crate) path: String,
    /// What it is.
    pub(crate) what: String,
    /// What to write instead.
    pub(crate) suggestion: Option<&'static str>,
}

/// A position that a script gave back.
pub(crate) fn to_datum(value: Dynamic) -> Result<Datum, NoPosition> {
    Converter { parts: 0 }.datum(value, 0)
}

struct Converter {
    parts: usize,
}

impl Converter {
    fn datum(&mut self, value: Dynamic, depth: usize) -> Result<Datum, NoPosition> {
        self.parts += 1;
        if self.parts > Datum::MOST_PARTS || depth > Datum::MOST_DEPTH {
            return Err(NoPosition {
                path: String::new(),
                what: match depth > Datum::MOST_DEPTH {
                    true => format!("nested more than {} deep", Datum::MOST_DEPTH),
                    false => format!("more than the {} parts of a position", Datum::MOST_PARTS),
                },
                suggestion: None,
            });
        }
        if let Ok(number) = value.as_int() {
            Ok(Datum::Integer(number))
        } else if value.is_array() {
            let items = value.cast::<Array>().into_iter().enumerate();
            let items = items.map(|(i, item)| {
                self.datum(item, depth + 1).map_err(|error| error.within(&format!("[{i}]")))
            });
            Ok(Datum::List(items.collect::<Result<_, _>>()?))
        } else if value.is_map() {
            let entries = value.cast::<Map>().into_iter().map(|(key, item)| {
                self.parts += 1;
                let item = self
                    .datum(item, depth + 1)
                    .map_err(|error| error.within(&format!("[{key:?}]")))?;
                Ok((key.to_string(), item))
            });
            Ok(Datum::Map(entries.collect::<Result<_, _>>()?))
        } else {
            Err(NoPosition {
                path: String::new(),
                what: describe(&value),
                suggestion: match value.type_name() {
                    "()" => Some("a branch without a value gives `()`; does one end with `;`?"),
                    "bool" => Some("write 1 and 0 for true and false"),
                    _ => Some("a position is made of integers, arrays and maps"),
                },
            })
        }
    }
}

impl NoPosition {
    fn within(mut self, outer: &str) -> NoPosition {
        self.path.insert_str(0, outer);
        self
    }
}

/// A value in words, as short as possible.
pub(crate) fn describe(value: &Dynamic) -> String {
    match value.type_name() {
        "i64" => format!("the integer {value}"),
        "array" => "an array".to_owned(),
        "map" => "a map".to_owned(),
        "bool" => format!("the boolean {value}"),
        "char" => format!("the character {value:?}"),
        "string" => {
            let text: String = value.to_string().chars().take(20).collect();
            format!("the string {text:?}")
        }
        "()" => "nothing".to_owned(),
        "Fn" => "a function".to_owned(),
        other if other.contains("Range") => "a range".to_owned(),
        other => format!("a value of type {other}"),
    }
}
