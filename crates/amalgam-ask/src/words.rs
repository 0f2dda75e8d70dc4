//! A parameter of several words: what people type after a verb, a text or a list of heaps elsewhere.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the words as one text.
///
/// # Errors
/// If the serialiser fails.
pub fn serialize<S: Serializer>(words: &[String], to: S) -> Result<S::Ok, S::Error> {
    words.join(" ").serialize(to)
}

/// Reads a text, a heap, or a list of heaps.
///
/// # Errors
/// If it is neither.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Heap(u64),
        Heaps(Vec<u64>),
    }
    Ok(vec![match Written::deserialize(from)? {
        Written::Text(text) => text,
        Written::Heap(heap) => heap.to_string(),
        Written::Heaps(heaps) => {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("[{}]", heaps.join(","))
        }
    }])
}
