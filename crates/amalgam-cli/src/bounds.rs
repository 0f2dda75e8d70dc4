//! What a question may use, as people type it.

use std::num::NonZeroUsize;
use std::time::Duration;

use amalgam::Budget;
use bytesize::ByteSize;
use clap::Args;

use crate::memory;

/// How much memory, time and threads may be used.
#[derive(Args, Debug)]
pub(crate) struct Bounds {
    /// Memory bound, such as 512MiB or 4GiB, at most the machine's memory [default: half of it]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u64>,
    /// Time bound, such as 500ms, 10s, 2m, or 5 for seconds [default: none]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<Duration>,
    /// How many threads to use; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Bounds {
    /// The budget, whose time begins now.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget {
            memory: self.memory.unwrap_or_else(memory::half),
            threads: self.threads.and_then(|n| NonZeroUsize::new(n.into())),
            ..Budget::default()
        };
        match self.time {
            Some(time) => budget.with_time(time),
            None => budget,
        }
    }
}

/// A bound is there to be kept: more than the machine has would be none.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let asked = parse_size(text)?;
    match memory::there_is() {
        Some(there_is) if asked > there_is => Err(format!(
            "this machine, or what it gives to this process, has {}; ask for less, or leave --memory out",
            ByteSize(there_is).display().iec()
        )),
        _ => Ok(asked),
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let size: Result<ByteSize, _> = text.trim().parse();
    size.map(|size| size.as_u64()).map_err(|_| "write a size such as 512MiB or 4GiB".to_owned())
}

/// A number alone is seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        let seconds = Duration::try_from_secs_f64(seconds);
        return seconds.map_err(|_| "write a duration such as 500ms, 10s or 2m".to_owned());
    }
    humantime::parse_duration(text)
        .map_err(|_| "write a duration such as 500ms, 10s or 2m; 5 is five seconds".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_durations() {
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("1000"), Ok(1000));
        assert!(parse_size("-1").is_err());
        assert!(parse_size("soon").is_err());
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("5"), Ok(Duration::from_secs(5)));
        assert_eq!(parse_duration("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["soon", "-1", "1e400", "NaN", ""] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }
}
