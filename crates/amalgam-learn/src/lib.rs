//! Learning the games: lessons, puzzles and worksheets, judged by the solver and by nobody else.
//!
//! A [`Lesson`] is a text that people write: paragraphs, and in each [`Step`] perhaps a position with a
//! [`Task`]. The file says what is asked, never what is right. [`Step::judge`] has the exact
//! [`Solver`](amalgam_solve::Solver) decide, and says why; [`Step::posed`] proves beforehand that the task has
//! an answer of the kind it promises. A worksheet is the same text without the lessons of this program,
//! and a [`puzzle`] is a step that is drawn at random until its promise is proved.
//!
//! ```
//! use amalgam::Solver;
//! use amalgam::learn::lessons;
//!
//! let solver = Solver::new();
//! let first = &lessons()[0];
//! let step = first.steps.iter().find(|step| step.task.is_some()).unwrap();
//! step.posed(&solver)?;
//! let judged = step.judge(&step.answers(&solver)?[0], &solver)?;
//! assert!(judged.right);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`reasons`] says in the words of a person why a position is won or lost where heaps merge, and
//! [`glossary`] has the words themselves.

pub mod glossary;
mod judge;
mod lesson;
pub mod puzzle;
pub mod reasons;
mod rules;
pub mod session;

pub use judge::{Judged, Trouble};
pub use lesson::{Lesson, Step, Task, lessons};
pub use rules::plain_rules;
