//! amalgam for Python: glue between the library and the package `amalgam_nim`.
//!
//! Nothing is computed here. What Python hands over is read ([`mod@position`], [`sum`], [`bounds`]) and asked ([`ask`]:
//! every verb of `amalgam-ask`) where the interpreter does not wait for it ([`work`]). The answer is the same object
//! that the command line prints as JSON ([`json`]); the Python sources beside this crate give it names. Large tables
//! are classes of their own ([`answers`], [`table`], [`cube`], [`census`]) and leave through Arrow ([`arrow`]),
//! pictures as SVG ([`picture`]), errors as exceptions ([`failure`]).

mod answers;
mod arrow;
mod ask;
mod bounds;
mod census;
mod cube;
mod failure;
mod game;
mod json;
mod own;
mod picture;
mod position;
mod sum;
mod table;
mod three;
mod work;

use pyo3::prelude::*;

/// The compiled part of `amalgam_nim`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answers::Answers;
    #[pymodule_export]
    use super::ask::{ask, claim_ids, move_words, verbs};
    #[pymodule_export]
    use super::census::{Census, CensusValues};
    #[pymodule_export]
    use super::cube::Cube;
    #[pymodule_export]
    use super::game::NativeGame;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::sum::Sum;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
