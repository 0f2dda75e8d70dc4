//! Games written by their players: a file in [Rhai](https://rhai.rs) with a function `moves`.
//!
//! ```
//! use amalgam::games::own::{Graph, OwnGame};
//! use amalgam::{Budget, Outcome, Play};
//! use amalgam_script::{Script, ScriptLimits};
//!
//! let source = "
//!     // One heap; take one, two or three coins.
//!     fn moves(heap) {
//!         let options = [];
//!         for taken in 1..=3 {
//!             if taken <= heap { options.push(heap - taken); }
//!         }
//!         options
//!     }
//! ";
//! let game = Script::compile("up-to-three.rhai", source, &ScriptLimits::default())?;
//! let graph = Graph::explore(&game, &"20".parse()?, &Budget::default())?;
//! assert_eq!(graph.value(graph.start(), Play::Normal).outcome, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position is an integer, an array or a map, and arrays and maps are made of positions again.
//! `moves(position)` gives the array of the positions that one move leads to. `show(position)`, which
//! a script need not have, gives a string for people to read. That is all; everything else, such as
//! noticing that a game never ends, is done by [`amalgam::games::own`].
//!
//! Scripts run in a sandbox (see [`ScriptLimits`]): they see no files, no network, no clock and no
//! environment, print nothing, and stop when they take too long or too much.
#![forbid(unsafe_code)]

mod convert;
mod engine;
mod fault;
mod limits;
mod nested;
mod stack;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use amalgam::games::own::{Datum, OwnError, OwnGame};
use amalgam::{Fault, nearest};
use rhai::{AST, Array, CallFnOptions, Dynamic, Engine, Position, Scope};

use fault::Source;
pub use limits::ScriptLimits;

/// A game in a script, ready to be played.
pub struct Script {
    source: Source,
    limits: ScriptLimits,
    engine: Engine,
    ast: AST,
    /// The names of its functions.
    functions: Vec<String>,
    /// Where `moves` stands.
    moves: Position,
    /// Where `show` stands, if there is one.
    show: Option<Position>,
    /// Operations taken so far.
    spent: AtomicU64,
}

impl std::fmt::Debug for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Script").field("name", &self.source.name).finish_non_exhaustive()
    }
}

impl Script {
    /// Reads a script. `name` is what it is called in messages, such as the name of its file.
    ///
    /// # Errors
    /// If the text is no script, or has no function `moves` of one parameter.
    pub fn compile(name: &str, text: &str, limits: &ScriptLimits) -> Result<Script, OwnError> {
        if text.len() > limits.source {
            return Err(OwnError {
                fault: Fault::Limit,
                ..OwnError::new(format!(
                    "{name} has {} bytes, more than the {} that a script may have",
                    text.len(),
                    limits.source
                ))
            });
        }
        let source = Source { name: name.to_owned(), text: text.to_owned() };
        let engine = engine::sandbox(text, limits);
        let ast = deep(|| engine.compile(text).map_err(|error| source.syntax(&error, limits)))??;
        if let Some(statement) = ast.statements().first() {
            let message = "this stands outside of all functions and would never run";
            return Err(OwnError {
                suggestion: Some("a script has functions only; put it into one".to_owned()),
                ..source.error(message, statement.position())
            });
        }
        let functions: Vec<String> =
            ast.iter_functions().map(|function| function.name.to_owned()).collect();
        let moves = find(&source, &ast, "moves")?;
        let show = find(&source, &ast, "show")?;
        let Some(moves) = moves else { return Err(no_moves(&source, &functions)) };
        let (limits, spent) = (limits.clone(), AtomicU64::new(0));
        Ok(Script { source, limits, engine, ast, functions, moves, show, spent })
    }

    /// Whether the script says how positions are shown.
    pub fn shows(&self) -> bool {
        self.show.is_some()
    }

    /// Calls a function of the script, on a deep stack, and reads what it gives back.
    fn call<T: Send>(
        &self,
        (function, at): (&str, Position),
        position: &Datum,
        read: impl FnOnce(Dynamic) -> Result<T, OwnError> + Send,
    ) -> Result<T, OwnError> {
        let spent = self.spent.load(Ordering::Relaxed);
        if spent > self.limits.total_operations {
            let message = format!("{} took {spent} operations in all", self.source.name);
            return Err(OwnError { fault: Fault::Limit, ..OwnError::new(message) });
        }
        deep(|| {
            let work = || {
                let options = CallFnOptions::new().eval_ast(false);
                let arguments = (convert::to_dynamic(position),);
                let value = self.engine.call_fn_with_options::<Dynamic>(
                    options,
                    &mut Scope::new(),
                    &self.ast,
                    function,
                    arguments,
                );
                match value {
                    Ok(value) => read(value),
                    Err(error) => {
                        Err(self.source.runtime(*error, &self.limits, &self.functions, at))
                    }
                }
            };
            let (result, spent) = engine::counted(|| catch_unwind(AssertUnwindSafe(work)));
            self.spent.fetch_add(spent.operations, Ordering::Relaxed);
            let result = result.unwrap_or_else(|_| {
                Err(self.source.error("the interpreter of scripts broke down", at))
            });
            // Some functions of the language go on after an error; there is no going on after this.
            match spent.stopped {
                Some(stop) => Err(self.source.stopped(stop, &self.limits, at)),
                None => result,
            }
        })?
        .map_err(|mut error| {
            error.position.get_or_insert_with(|| Box::new(position.clone()));
            error
        })
    }
}

impl OwnGame for Script {
    fn name(&self) -> &str {
        &self.source.name
    }

    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        self.call(("moves", self.moves), position, |value| {
            if !value.is_array() {
                let what = convert::describe(&value);
                let mut error = self
                    .source
                    .error(format!("`moves` gave {what} in place of an array"), self.moves);
                error.suggestion = Some(match value.is_unit() {
                    true => "end `moves` with the array of options, without `;`".to_owned(),
                    false => "give the positions back that one move leads to: [a, b]".to_owned(),
                });
                return Err(error);
            }
            let options = value.cast::<Array>().into_iter().enumerate();
            let options = options.map(|(i, option)| {
                convert::to_datum(option).map_err(|wrong| {
                    let message = format!("`moves(position)[{i}]{}` is {}", wrong.path, wrong.what);
                    let suggestion = wrong.suggestion.map(str::to_owned);
                    OwnError { suggestion, ..self.source.error(message, self.moves) }
                })
            });
            options.collect()
        })
    }

    fn show(&self, position: &Datum) -> Result<String, OwnError> {
        let Some(at) = self.show else { return Ok(position.to_string()) };
        self.call(("show", at), position, |value| match value.is_string() {
            true => Ok(value.to_string().chars().map(visible).collect()),
            false => {
                let what = convert::describe(&value);
                let message = format!("`show` gave {what} in place of a string");
                let suggestion = Some("make a string of it, as in `${position}`".to_owned());
                Err(OwnError { suggestion, ..self.source.error(message, at) })
            }
        })
    }

    fn prepared(&self, work: &mut (dyn FnMut() + Send)) -> Result<(), OwnError> {
        deep(work)
    }
}

/// Does `work` on a deep stack.
fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, OwnError> {
    stack::on_a_deep_stack(work).map_err(|error| OwnError {
        fault: Fault::Limit,
        ..OwnError::new(format!("there is no room for the stack of a script: {error}"))
    })
}

/// Where the function with this name and one parameter stands.
fn find(source: &Source, ast: &AST, name: &str) -> Result<Option<Position>, OwnError> {
    let mut found = ast.shared_lib().iter_script_fn_info().filter(|info| info.2 == name).peekable();
    let Some(first) = found.peek() else { return Ok(None) };
    let (parameters, at) = (first.3, first.4.body.start_position());
    match found.find(|info| info.3 == 1) {
        Some(info) => Ok(Some(info.4.body.start_position())),
        None => Err(OwnError {
            suggestion: Some(format!("write `fn {name}(position)`")),
            ..source.error(
                format!("`{name}` has {parameters} parameters; it must have one, the position"),
                at,
            )
        }),
    }
}

fn no_moves(source: &Source, functions: &[String]) -> OwnError {
    let near = nearest("moves", functions.iter().map(String::as_str));
    OwnError {
        suggestion: Some(match near {
            Some(near) => format!("is `{near}` meant to be `moves`?"),
            None => "write `fn moves(position)`: it gives the array of options".to_owned(),
        }),
        ..OwnError::new(format!("{} has no function `moves`", source.name))
    }
}

/// Lines may be shown; other control characters could take over a terminal.
fn visible(c: char) -> char {
    if c.is_control() && c != '\n' { '\u{fffd}' } else { c }
}
