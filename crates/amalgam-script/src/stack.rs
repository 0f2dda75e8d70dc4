//! A thread with a stack deep enough for any script within its limits.
//!
//! The interpreter recurses: into nested expressions, into calls, and into nested data, as deep as
//! a script nests arrays in arrays. How deep it may go is bounded, but the main thread's stack, let
//! alone that of other threads, is less than it may need, and running out of stack ends the process.

use std::cell::Cell;
use std::thread;

/// Bytes of stack; only what is used is taken from the machine. The deepest data that the default
/// limits let in, compared with themselves, need less than a quarter of it, and more than an eighth.
const STACK: usize = 256 << 20;

thread_local! {
    static DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Does `work` on a deep stack: here, if this one is, or on a thread of its own.
///
/// # Errors
/// If there is no memory for the stack.
pub(crate) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    if DEEP.get() {
        return Ok(work());
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("script".to_owned()).stack_size(STACK);
        let thread = builder.spawn_scoped(scope, || {
            DEEP.set(true);
            work()
        })?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
