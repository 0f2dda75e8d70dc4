//! Comparing, printing and padding lists and maps that hold others.
//!
//! The interpreter compares and prints by calling itself for every part, and weighs what is left at
//! every level: for data nested thousands deep that takes seconds, in which no clock is looked at.
//! Here a comparison looks at each part once, and printing ends as soon as the text is too long. And
//! before it pads a list the interpreter multiplies out in 64 bits how much that will be; the product
//! can be as small as 0, and then the list is too large for any machine.

use std::fmt::{self, Write};

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Position};

use crate::ScriptLimits;

/// Puts functions that take one pass in place of the interpreter's own.
pub(crate) fn register(engine: &mut Engine, limits: &ScriptLimits) {
    engine.register_fn("==", |x: &mut Array, y: Array| same_lists(x, &y));
    engine.register_fn("!=", |x: &mut Array, y: Array| !same_lists(x, &y));
    engine.register_fn("==", |x: &mut Map, y: Map| same_maps(x, &y));
    engine.register_fn("!=", |x: &mut Map, y: Map| !same_maps(x, &y));
    // More than this is too much of one kind at least; the interpreter then looks at each kind.
    let most = limits.elements + limits.keys + limits.text;
    engine.register_fn("pad", move |list: &mut Array, length: i64, item: Dynamic| {
        pad(list, usize::try_from(length).unwrap_or(0), item, most)
    });
    let most = limits.text;
    for name in ["to_string", "to_debug", "print", "debug"] {
        engine.register_fn(name, move |list: &mut Array| printed(most, |text| text.list(list)));
        engine.register_fn(name, move |map: &mut Map| printed(most, |text| text.map(map)));
    }
}

fn same_lists(x: &Array, y: &Array) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
}

fn same_maps(x: &Map, y: &Map) -> bool {
    x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| same(x, y)))
}

/// Whether two values are equal; those of different kinds are not, but a character is equal to the
/// string of it, as in the language.
fn same(x: &Dynamic, y: &Dynamic) -> bool {
    if let (Ok(x), Ok(y)) = (x.as_int(), y.as_int()) {
        return x == y;
    }
    if let (Ok(x), Ok(y)) = (x.as_array_ref(), y.as_array_ref()) {
        return same_lists(&x, &y);
    }
    if let (Ok(x), Ok(y)) = (x.as_map_ref(), y.as_map_ref()) {
        return same_maps(&x, &y);
    }
    let is_text = |value: &Dynamic| value.is_string() || value.is_char();
    // Texts, booleans, nothing, ranges, functions: short, and equal where they are printed alike.
    (x.type_id() == y.type_id() || is_text(x) && is_text(y)) && x.to_string() == y.to_string()
}

/// Makes a list as long as `length`, unless what is added has more than `most` parts.
fn pad(
    list: &mut Array,
    length: usize,
    item: Dynamic,
    most: usize,
) -> Result<(), Box<EvalAltResult>> {
    let more = length.saturating_sub(list.len());
    if more.saturating_mul(parts(&item)) > most {
        return Err(too_large("Size of array/BLOB"));
    }
    list.resize(list.len() + more, item);
    Ok(())
}

/// How many values there are in one, itself included; a letter counts as a value.
fn parts(value: &Dynamic) -> usize {
    if let Ok(list) = value.as_array_ref() {
        1 + list.iter().map(parts).sum::<usize>()
    } else if let Ok(map) = value.as_map_ref() {
        1 + map.values().map(parts).sum::<usize>()
    } else {
        1 + value.as_immutable_string_ref().map_or(0, |text| text.len())
    }
}

/// The interpreter's own error, which is put into words with all others.
fn too_large(what: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()
}

fn printed(
    most: usize,
    write: impl FnOnce(&mut Bounded) -> fmt::Result,
) -> Result<ImmutableString, Box<EvalAltResult>> {
    let mut text = Bounded { text: String::new(), most };
    match write(&mut text) {
        Ok(()) => Ok(text.text.into()),
        Err(fmt::Error) => Err(too_large("Length of string")),
    }
}

/// A text that fails to become longer than it may.
struct Bounded {
    text: String,
    most: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.text.len() + more.len() > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

impl Bounded {
    fn list(&mut self, list: &Array) -> fmt::Result {
        self.write_str("[")?;
        for (i, item) in list.iter().enumerate() {
            self.write_str(if i > 0 { ", " } else { "" })?;
            self.value(item)?;
        }
        self.write_str("]")
    }

    fn map(&mut self, map: &Map) -> fmt::Result {
        self.write_str("#{")?;
        for (i, (key, item)) in map.iter().enumerate() {
            write!(self, "{}{key:?}: ", if i > 0 { ", " } else { "" })?;
            self.value(item)?;
        }
        self.write_str("}")
    }

    fn value(&mut self, value: &Dynamic) -> fmt::Result {
        if let Ok(list) = value.as_array_ref() {
            self.list(&list)
        } else if let Ok(map) = value.as_map_ref() {
            self.map(&map)
        } else {
            write!(self, "{value:?}")
        }
    }
}
