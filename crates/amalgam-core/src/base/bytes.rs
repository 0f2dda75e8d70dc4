//! The state of long work as bytes, so that a caller can store it and go on later.
//!
//! Eight bytes say what the state is of; then it stands as `postcard` writes it. Reading makes values of the
//! right types and nothing more, so each state is checked before it is used: no bytes make one that
//! panics. That the bytes are those written is for the caller's checksum to say.

use serde::{Deserialize, Serialize};

use super::fault::{Classified, Fault};

/// Why bytes are not a state that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BytesError {
    /// They end too soon.
    #[error("the data ends too soon")]
    Truncated,
    /// They begin differently.
    #[error("the data is of another kind or version")]
    Kind,
    /// A value is impossible.
    #[error("the data is damaged: {0}")]
    Damaged(&'static str),
}

impl Classified for BytesError {
    fn fault(&self) -> Fault {
        Fault::Broken
    }
}

/// The name and the version of what is written.
pub type Kind = [u8; 8];

/// The bytes of a state, with what kind it is in front.
pub fn write(kind: &Kind, state: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(state, kind.to_vec()).expect("a state is plain data, and memory takes it")
}

/// The state that bytes of this kind hold.
///
/// # Errors
/// If they are of another kind, cut off, or hold no such state.
pub fn read<'a, T: Deserialize<'a>>(kind: &Kind, bytes: &'a [u8]) -> Result<T, BytesError> {
    let bytes = bytes.strip_prefix(kind).ok_or(BytesError::Kind)?;
    match postcard::take_from_bytes(bytes) {
        Ok((state, [])) => Ok(state),
        Ok(_) => Err(BytesError::Damaged("too long")),
        Err(postcard::Error::DeserializeUnexpectedEnd) => Err(BytesError::Truncated),
        Err(_) => Err(BytesError::Damaged("form")),
    }
}

/// Says what is damaged unless something holds.
pub fn ensure(holds: bool, what: &'static str) -> Result<(), BytesError> {
    if holds { Ok(()) } else { Err(BytesError::Damaged(what)) }
}
