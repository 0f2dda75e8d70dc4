//! What a script may use.

use std::time::Duration;

/// Bounds on a script: on every call of one of its functions, and on all calls together.
///
/// They keep a script that was written in error, or in malice, from stopping the machine. A value
/// that is passed on, compared, printed or made larger holds at most this many elements, keys and bytes.
/// The interpreter does not weigh a list or a map when an element is set, so what a call can hold at
/// once is bounded by its time as well: what can be written to memory in one second.
#[derive(Clone, Debug)]
pub struct ScriptLimits {
    /// Bytes of source. Reading it cannot be interrupted, and takes up to a tenth of a second for the
    /// worst script of this size; it grows with the square of the size.
    pub source: usize,
    /// Operations of one call. An operation is about as much as reading a variable or adding two
    /// numbers; a million take about a tenth of a second.
    pub operations: u64,
    /// Operations of all calls together.
    pub total_operations: u64,
    /// Time of one call: an operation on a long list takes longer than one on numbers.
    pub time: Duration,
    /// Functions that call one another.
    pub calls: usize,
    /// Variables of one function.
    pub variables: usize,
    /// Nesting of expressions and blocks in the source.
    pub nesting: usize,
    /// Elements of an array, those of the arrays in it included.
    pub elements: usize,
    /// Keys of a map, those of the maps in it included.
    pub keys: usize,
    /// Bytes of a string.
    pub text: usize,
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits {
            source: 1 << 16,
            operations: 1_000_000,
            total_operations: 10_000_000_000,
            time: Duration::from_secs(1),
            calls: 64,
            variables: 32,
            nesting: 64,
            elements: 1 << 14,
            keys: 1 << 12,
            text: 1 << 12,
        }
    }
}
