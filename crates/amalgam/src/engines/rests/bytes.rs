//! A run as bytes, so that a caller can store it and go on later.
//!
//! Like the runs of [`three`](crate::engines::three::bytes): shapes are checked on reading, so that no bytes make
//! a run that panics; that the bytes are those written is for the caller's checksum to say.

use std::cmp::Reverse;

use super::joint::{Beginning, Census, Home, Places, Search, Seen, Stage, Width};
use super::report::{Obstacle, Proof, Proved, Status};
use super::walk::{CHUNK, Of, Walk, Word};
use super::{Closure, Run, Setting};
pub use crate::engines::three::bytes::BytesError;
use crate::engines::three::bytes::{Reader, Writer};

const RUN: &[u8; 8] = b"amalrst1";
/// Nothing is walked as far as this.
const FAR: u64 = 1 << 48;

impl Run {
    /// Where the run stands.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(RUN.to_vec());
        let about = self.about();
        out.number(about.len() as u64);
        out.0.extend_from_slice(about.as_bytes());
        out.number(self.search.is_some().into());
        if let Some(Search { hint, steps, stage }) = &self.search {
            out.number(*hint);
            out.number(*steps);
            match stage {
                Width::Narrow(stage) => {
                    out.number(0);
                    write_stage(&mut out, stage);
                }
                Width::Wide(stage) => {
                    out.number(1);
                    write_stage(&mut out, stage);
                }
            }
        }
        out.0
    }

    /// The run of a closure that [`Run::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, are of another closure, or are damaged.
    pub fn from_bytes(setting: Setting, closure: Closure, bytes: &[u8]) -> Result<Run, BytesError> {
        let mut run = Run { setting, closure, search: None };
        let mut input = Reader(bytes);
        input.kind(RUN)?;
        let about = run.about();
        let length = input.number()?;
        if length != about.len() as u64 || input.take(about.len())? != about.as_bytes() {
            return Err(BytesError::Damaged("it is about other rows"));
        }
        if input.flag()? {
            let (hint, steps) = (input.number()?, input.number()?);
            let of = (&run.setting, &run.closure);
            let stage = match input.flag()? {
                false => Width::Narrow(read_stage(&mut input, of)?),
                true => Width::Wide(read_stage(&mut input, of)?),
            };
            let search = Search { hint: hint.max(1), steps, stage };
            run.search = Some(search);
        }
        input.end()?;
        Ok(run)
    }

    /// What the run is about.
    fn about(&self) -> String {
        let Run { setting, closure, .. } = self;
        let last = closure.rests().last().map(ToString::to_string).unwrap_or_default();
        let count = closure.rests().len();
        format!("{} {} {:?} {count} {last}", setting.rules(), setting.play(), setting.values())
    }
}

fn write_stage<W: Word>(out: &mut Writer, stage: &Stage<W>) {
    match stage {
        Stage::Places(Places { walk, homes, open }) => {
            out.number(0);
            write_walk(out, walk);
            out.number(homes.len() as u64);
            homes.iter().for_each(|home| write_home(out, home));
            out.number(open.len() as u64);
            let mut open: Vec<_> = open.iter().map(|Reverse(place)| *place).collect();
            open.sort_unstable();
            for (place, home, round) in open {
                [place, home as u64, round].into_iter().for_each(|n| out.number(n));
            }
        }
        Stage::Census(census) => {
            out.number(1);
            write_census(out, census);
        }
        Stage::Beginning(Beginning { census, later, preperiods }) => {
            out.number(2);
            write_census(out, census);
            write_walk(out, later);
            preperiods.iter().for_each(|&preperiod| out.number(preperiod));
        }
        Stage::Done(found) => {
            out.number(3);
            found.iter().for_each(|status| write_status(out, status));
        }
    }
}

fn read_stage<W: Word>(input: &mut Reader<'_>, of: Of<'_>) -> Result<Stage<W>, BytesError> {
    let rows = of.1.rests().len();
    Ok(match input.number()? {
        0 => {
            let walk = read_walk(input, of)?;
            let count = input.number()?;
            let homes: Vec<Home<W>> =
                (0..count).map(|_| read_home(input, of)).collect::<Result<_, _>>()?;
            let count = input.number()?;
            let mut open = Vec::new();
            for _ in 0..count {
                let (place, home, round) = (input.number()?, input.number()?, input.number()?);
                // A place for the first time makes a new home.
                let most = homes.len() as u64 + u64::from(round == 0);
                if home >= most || (round == 0 && home + 1 != most) {
                    return Err(BytesError::Damaged("place"));
                }
                open.push(Reverse((place, home as usize, round)));
            }
            Stage::Places(Places { walk, homes, open: open.into() })
        }
        1 => Stage::Census(read_census(input, of)?),
        2 => {
            let (census, later) = (read_census(input, of)?, read_walk(input, of)?);
            let preperiods = (0..rows).map(|_| near(input)).collect::<Result<_, _>>()?;
            Stage::Beginning(Beginning { census, later, preperiods })
        }
        3 => Stage::Done((0..rows).map(|_| read_status(input)).collect::<Result<_, _>>()?),
        _ => return Err(BytesError::Damaged("stage")),
    })
}

/// A column or a period that can have been walked.
fn near(input: &mut Reader<'_>) -> Result<u64, BytesError> {
    let n = input.number()?;
    if n < FAR { Ok(n) } else { Err(BytesError::Damaged("column")) }
}

fn write_walk<W: Word>(out: &mut Writer, walk: &Walk<W>) {
    out.number(walk.place as u64);
    out.number(walk.done as u64);
    out.number(walk.sound.into());
    walk.first.iter().for_each(|&first| out.number(first as u64));
    walk.windows.iter().chain(&walk.words).for_each(|word| word.write(&mut out.0));
}

fn read_walk<W: Word>(input: &mut Reader<'_>, of: Of<'_>) -> Result<Walk<W>, BytesError> {
    let mut walk = Walk::<W>::new(of);
    let place = input.number()? as i64;
    if place < walk.place || place > FAR as i64 {
        return Err(BytesError::Damaged("place"));
    }
    walk.place = place;
    walk.done = input.number()? as usize;
    if walk.done > CHUNK {
        return Err(BytesError::Damaged("columns"));
    }
    walk.sound = input.flag()?;
    for first in &mut walk.first {
        *first = input.number()? as i64;
        if !(0..=128).contains(first) {
            return Err(BytesError::Damaged("value at column 0"));
        }
    }
    for word in walk.windows.iter_mut().chain(&mut walk.words) {
        *word = W::read(input.take(size_of::<W>())?);
    }
    Ok(walk)
}

fn write_home<W: Word>(out: &mut Writer, home: &Home<W>) {
    write_walk(out, &home.walk);
    home.multiples.iter().for_each(|known| out.number(known.unwrap_or(0)));
}

fn read_home<W: Word>(input: &mut Reader<'_>, of: Of<'_>) -> Result<Home<W>, BytesError> {
    let walk = read_walk(input, of)?;
    let multiple = |_| near(input).map(|n| (n > 0).then_some(n));
    let multiples = (0..of.1.rests().len()).map(multiple).collect::<Result<_, _>>()?;
    Ok(Home { walk, multiples })
}

fn write_census<W: Word>(out: &mut Writer, census: &Census<W>) {
    let Census { home, multiple, walk, seen } = census;
    write_home(out, home);
    out.number(*multiple);
    write_walk(out, walk);
    for Seen { used, fixed, period, perhaps } in seen {
        used.write(&mut out.0);
        [*fixed, *period, perhaps.len() as u64].into_iter().for_each(|n| out.number(n));
        perhaps.iter().for_each(|&divisor| out.number(divisor));
    }
}

fn read_census<W: Word>(input: &mut Reader<'_>, of: Of<'_>) -> Result<Census<W>, BytesError> {
    let (home, multiple, walk) = (read_home(input, of)?, near(input)?, read_walk(input, of)?);
    let mut seen = Vec::new();
    for known in &home.multiples {
        let used = W::read(input.take(size_of::<W>())?);
        let (fixed, period, count) = (near(input)?, near(input)?, input.number()?);
        let perhaps = (0..count).map(|_| near(input)).collect::<Result<_, _>>()?;
        let divides = known.unwrap_or(1);
        if period == 0 || !divides.is_multiple_of(period) || multiple % divides != 0 {
            return Err(BytesError::Damaged("period"));
        }
        seen.push(Seen { used, fixed, period, perhaps });
    }
    if multiple == 0 {
        return Err(BytesError::Damaged("period"));
    }
    Ok(Census { home, multiple, walk, seen })
}

/// A joint search proves by recurrence, or gives a row up.
fn write_status(out: &mut Writer, status: &Status) {
    let Status::Proved(Proved { preperiod, period, fixed, offsets, proof }) = status else {
        return out.number(0);
    };
    let (least, most) = offsets.unwrap_or_default();
    let (column, columns) = match *proof {
        Proof::Recurrence { column, columns } => (column, columns),
        Proof::Synchronised { column, divides, .. } => (column, divides),
        Proof::ThreeHeaps => (*preperiod, *period),
    };
    let signed = |offset: i8| i64::from(offset) as u64;
    let numbers =
        [*period, *preperiod, fixed.unwrap_or(0), column, columns, signed(least), signed(most)];
    numbers.into_iter().for_each(|n| out.number(n));
}

fn read_status(input: &mut Reader<'_>) -> Result<Status, BytesError> {
    let period = near(input)?;
    if period == 0 {
        return Ok(Status::Unknown(Obstacle::Columns));
    }
    let (preperiod, fixed) = (near(input)?, near(input)?);
    let proof = Proof::Recurrence { column: near(input)?, columns: near(input)? };
    let mut offset =
        || i8::try_from(input.number()? as i64).map_err(|_| BytesError::Damaged("offset"));
    let offsets = Some((offset()?, offset()?));
    Ok(Status::Proved(Proved { preperiod, period, fixed: Some(fixed), offsets, proof }))
}
