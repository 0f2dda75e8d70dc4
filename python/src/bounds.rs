//! What work may use, as keywords of a call: `memory`, `time`, `threads`, `progress`.

use std::num::NonZeroUsize;
use std::time::Duration;

use amalgam::Budget;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failure::Failure;

/// The bounds of one call.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) budget: Budget,
    /// What the caller said of progress: nothing, yes or no, or a function.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl Bounds {
    /// The budget of work that is done at once, in the caller's own thread: with any other number the
    /// library would share threads with all questions of the process, and a forked one has none of them.
    pub(crate) fn at_once(&self) -> Budget {
        Budget { threads: Some(NonZeroUsize::MIN), ..self.budget.clone() }
    }

    pub(crate) fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Bounds> {
        let mut bounds = Bounds::default();
        let Some(keywords) = keywords else { return Ok(bounds) };
        for (key, value) in keywords {
            let key: String = key.extract()?;
            // What is None is not said.
            match key.as_str() {
                "memory" | "time" | "threads" | "progress" if value.is_none() => {}
                "memory" => bounds.budget.memory = memory(&value)?,
                "time" => bounds.budget = bounds.budget.with_time(time(&value)?),
                "threads" => bounds.budget.threads = Some(threads(&value)?),
                "progress" => bounds.progress = Some(value.unbind()),
                _ => {
                    let known = "memory=, time=, threads= and progress=";
                    let message =
                        format!("there is no keyword {key}=; calls are bounded by {known}");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(bounds)
    }
}

fn memory(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Ok(text) = value.cast::<PyString>() else { return value.extract() };
    let text = text.to_string();
    size(&text).ok_or_else(|| {
        Failure::input(format!("{text:?} is no size"), "write bytes, or \"512MiB\" or \"4GiB\"")
            .into()
    })
}

fn size(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let factor = match text[digits..].trim() {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "TB" => 1_000_000_000_000,
        _ => return None,
    };
    number.checked_mul(factor)
}

fn time(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: f64 = value.extract()?;
    // What is longer than any duration is no bound that could be met.
    if seconds >= 1e15 {
        return Ok(Duration::MAX);
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!("time={seconds} is no time");
        Failure::input(message, "write seconds, as in time=10 or time=0.5").into()
    })
}

fn threads(value: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    let count: usize = value.extract()?;
    NonZeroUsize::new(count).filter(|count| count.get() <= 1024).ok_or_else(|| {
        Failure::input(format!("threads={count} is no number of threads"), "from 1 to 1024").into()
    })
}
