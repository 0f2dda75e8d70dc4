//! Every question once: what is asked, what is answered, and how it is said.
//!
//! A *verb* is one file in [`verbs`]. It has a struct for what is asked, a struct for the answer, a function that
//! answers within bounds, and a text for people. Everything else is made from these: the command line and its help
//! (`clap`), the parameters of the HTTP API and of Python (`serde`), the JSON Schemas and the OpenAPI document
//! (`schemars`). The doors differ only in what they let a question use; see [`Host`].
//!
//! ```
//! use amalgam_ask::{Host, ask};
//! use serde_json::json;
//! let answer = ask("solve", json!({"position": [3, 4, 5]}), &Host::default())?;
//! assert_eq!(answer.json()["outcome"], "N");
//! assert!(answer.text().starts_with("[3,4,5] in amalgamation, normal play\nN-position"));
//! # Ok::<(), amalgam_ask::Problem>(())
//! ```

mod answer;
mod batch;
mod host;
mod long;
mod params;
mod problem;
mod question;
mod said;
pub mod verbs;
pub mod words;

pub use answer::{Answer, Answered, Verdict};
pub use batch::{Line, batch};
pub use host::{Door, Host, Nobody};
pub use long::Kept;
pub use params::{Kind as ParameterKind, Parameter, from_query};
pub use problem::{Kind, Place, Problem};
pub use question::{AnyQuestion, Question, Verb, ask};
pub use said::{PROGRAM, Page, Paint, doing};
pub use verbs::VERBS;
