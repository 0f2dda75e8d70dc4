//! amalgam for Python: glue between the library and the package `amalgam_nim`.
//!
//! Nothing is computed here. What Python hands over is read ([`mod@position`], [`sum`], [`bounds`]), the
//! library answers where the interpreter does not wait for it ([`work`]), and the answer is handed back:
//! as a class of its own where one asks it further questions ([`answer`], [`table`], [`cube`],
//! [`census`]), else as the same object that the command line prints as JSON ([`json`]), of which the
//! Python sources beside this crate make something with names. Tables leave through Arrow ([`arrow`]),
//! pictures as SVG ([`picture`]), errors as exceptions ([`failure`]).

mod answer;
mod arrow;
mod bounds;
mod census;
mod cube;
mod failure;
mod game;
mod json;
mod lab;
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
    use super::answer::{Answer, Move};
    #[pymodule_export]
    use super::census::Census;
    #[pymodule_export]
    use super::cube::Cube;
    #[pymodule_export]
    use super::game::NativeGame;
    #[pymodule_export]
    use super::lab::{claim_ids, claims, games, survey, verify};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::sum::Sum;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
