//! Whose fault it is that there is no answer.

/// Whose fault it is that there is no answer: what an exit code or a status code follows from.
///
/// ```
/// use amalgam::{Classified, Fault, Solver};
/// let error = Solver::new().solve("amalgamation[3,4").unwrap_err();
/// assert_eq!(error.fault(), Fault::Input);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The question makes no sense, or there is no such thing.
    Input,
    /// The question makes sense and asks for more than this program is made for.
    TooLarge,
    /// A bound was met that can be raised. Nothing is claimed.
    Limit,
    /// Something broke: this program, a file, or the machine.
    Broken,
}

/// An error that knows whose fault it is. Every error of this library does.
pub trait Classified: std::error::Error {
    /// Whose fault it is.
    fn fault(&self) -> Fault;
}
