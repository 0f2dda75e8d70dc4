//! For `serde`: types as their text.

/// Writes a type as [`Display`](std::fmt::Display) does and reads it by
/// [`FromStr`](std::str::FromStr), so that a file is read as strictly as what people type.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

pub(crate) use as_text;

as_text!(crate::Position, crate::Play, crate::Outcome);
