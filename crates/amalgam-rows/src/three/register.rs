//! The row machine after a cover row: a shift register cut in two.
//!
//! Let 2k be a cover row. The rows after it never use the offsets 1..=k, so the value b + k + 1 can
//! be matched at column b and never later: that column b' is taken or free is known k + 1 columns
//! before the machine gets there. The window is kept as a *queue* of the k + 1 settled bits and a
//! *tail*, the bits from k + 1 on, in which all choices are made. Bit `i` of a tail, of a mask or
//! of a choice stands for the offset k + 1 + i.
//!
//! What decides the speed of a machine is the chain of operations from one column to the next. With
//! the settled bits known ahead, "which offsets are open at this column" (`open` below) is off that
//! chain. If in a batch of columns the tail is not shifted, but the open offsets are shifted
//! against it, what remains is: and, negate, and, xor.

use super::lookup;
use super::packed::Packed;

/// What the rows of one block have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Shape {
    /// The half width k of the cover row below the block.
    pub half: u32,
    /// The offsets in play are half + 1 ..= half + width.
    pub width: u32,
}

impl Shape {
    /// The widest register.
    pub const MAX_WIDTH: u32 = 128;
    /// The longest queue holds half + 1 bits.
    pub const MAX_HALF: u32 = 127;

    pub fn bits(self) -> u32 {
        Packed::bits_for(self.width)
    }

    pub fn full(self) -> u128 {
        u128::MAX >> (128 - self.width.max(1))
    }

    /// The columns a batch takes: as many as fit one word of masks and the queue.
    fn batch(self) -> u32 {
        let fits = (64 / self.bits()).min(self.half + 1);
        [16, 8, 4].into_iter().find(|&n| n <= fits).unwrap_or(1)
    }
}

/// The window of a row after a cover row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Register {
    pub queue: u128,
    pub tail: u128,
}

impl Register {
    /// Cuts a window (bit `i` for the value b + i) in two.
    pub fn from_window(shape: Shape, window: &[u64]) -> Self {
        let bit = |i: u32| {
            let word = window.get((i / 64) as usize).copied().unwrap_or(0);
            u128::from(word >> (i % 64) & 1)
        };
        let queue = (0..=shape.half).fold(0, |q, i| q | bit(i) << i);
        let tail = (0..shape.width).fold(0, |t, i| t | bit(shape.half + 1 + i) << i);
        Register { queue, tail }
    }

    /// The window again, as words.
    pub fn to_window<const W: usize>(self, half: u32) -> [u64; W] {
        let mut window = [0; W];
        let tail = (self.tail as u64, (self.tail >> 64) as u64);
        for (i, word) in [(0, self.queue as u64), (64, (self.queue >> 64) as u64)]
            .into_iter()
            .chain([(half + 1, tail.0), (half + 65, tail.1)])
        {
            let (place, shift) = ((i / 64) as usize, i % 64);
            for (place, word) in [(place, word << shift), (place + 1, word >> 1 >> (63 - shift))] {
                if word != 0 {
                    window[place] |= word;
                }
            }
        }
        window
    }

    /// Whether a row of this shape can have this window at the start of a column: the farthest value
    /// cannot have been matched before.
    pub fn fits(self, shape: Shape) -> bool {
        let settled = u128::MAX >> (127 - shape.half);
        self.queue & !settled == 0 && self.tail & !(shape.full() >> 1) == 0
    }

    /// One column, for any shape. Returns the choice, as one bit or none.
    #[inline]
    fn step(&mut self, shape: Shape, allowed: u128, mask: u128) -> u128 {
        let mut choice = 0;
        if self.queue & 1 == 0 {
            let open = allowed & !mask & !self.tail;
            choice = open & open.wrapping_neg();
            self.tail |= choice;
        }
        self.queue = self.queue >> 1 | (self.tail & 1) << shape.half;
        self.tail >>= 1;
        choice
    }

    /// `N` columns whose masks of `B` bits stand in `chunk`, and their choices packed likewise.
    #[inline(always)]
    fn step_batch<const B: u32, const N: u32>(
        &mut self,
        half: u32,
        allowed: u64,
        chunk: u64,
    ) -> u64 {
        let settled = self.queue as u64;
        let mut free = !(self.tail as u64);
        let mut choices = 0;
        for j in 0..N {
            let here = (settled >> j & 1).wrapping_sub(1);
            let open = (!(chunk >> (B * j)) & allowed & here) << j;
            let open = open & free;
            let choice = open & open.wrapping_neg();
            free ^= choice;
            choices |= choice >> j << (B * j);
        }
        let taken = !free & (u64::MAX >> (64 - N));
        self.queue = self.queue >> N | u128::from(taken) << (half + 1 - N);
        self.tail = u128::from(!free >> N);
        choices
    }
}

/// How a row of the chain gets its choices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Track {
    /// By its own register; the set says which offsets no merge forbids.
    Machine { register: Register, allowed: u128 },
    /// It takes what the rows before it leave: the last row of a balanced block.
    Rest,
}

/// Stored masks that stand for the first rows of a block from some column on.
pub(crate) struct Base {
    /// The column of the first stored mask.
    pub origin: u64,
    /// How many rows of the block the masks contain.
    pub rows: usize,
    pub masks: Packed,
}

/// Some rows of a block, one after the other, walking the columns together.
#[derive(Clone)]
pub(crate) struct Chain<'a> {
    shape: Shape,
    pub column: u64,
    base: Option<&'a Base>,
    place: u64,
    pub tracks: Vec<Track>,
}

/// The masks and choices of `columns` columns, packed.
pub(crate) struct Batch {
    /// What the rows before the last one use.
    pub below: u128,
    /// What the last row chooses.
    pub choices: u128,
    pub columns: u32,
}

impl<'a> Chain<'a> {
    /// No rows yet but those of `base`.
    pub fn new(shape: Shape, column: u64, base: Option<&'a Base>) -> Self {
        let place = base.map_or(0, |base| (column - base.origin) % base.masks.len());
        Chain { shape, column, base, place, tracks: Vec::new() }
    }

    /// The register of the last row.
    pub fn last(&self) -> Option<Register> {
        match self.tracks.last() {
            Some(Track::Machine { register, .. }) => Some(*register),
            _ => None,
        }
    }

    /// Walks `columns` columns, nothing but the registers kept.
    pub fn advance(&mut self, columns: u64) {
        let batch = self.shape.batch();
        let batches = if batch == 1 { 0 } else { columns / u64::from(batch) };
        if self.shape.bits() == 4 && (24..=64).contains(&(self.shape.half + 1)) {
            let triples = columns / u64::from(lookup::COLUMNS);
            if self.advance_by_lookup(triples) {
                let done = triples * u64::from(lookup::COLUMNS);
                (done..columns).for_each(|_| _ = self.step());
                return;
            }
        }
        match (self.shape.bits(), batch) {
            (1, 16) => self.advance_batches::<1, 16>(batches),
            (2, 16) => self.advance_batches::<2, 16>(batches),
            (4, 16) => self.advance_batches::<4, 16>(batches),
            _ => (0..batches).for_each(|_| _ = self.next_batch()),
        }
        for _ in batches * u64::from(batch)..columns {
            self.step();
        }
    }

    /// The loop that long rows spend their time in; only for a single row on stored masks.
    fn advance_by_lookup(&mut self, batches: u64) -> bool {
        let (Some(base), [Track::Machine { register, allowed }]) =
            (self.base, &mut self.tracks[..])
        else {
            return false;
        };
        let (masks, len) = (&base.masks, base.masks.len());
        let table: &lookup::Table = &lookup::TABLE;
        let mut walk = lookup::Walk::new(*register, self.shape.half, *allowed);
        let mut place = self.place;
        for _ in 0..batches {
            walk.step(table, masks.chunk(place));
            place += u64::from(lookup::COLUMNS);
            place -= if place >= len { len } else { 0 };
        }
        *register = walk.register();
        self.place = place;
        self.column = self.column.wrapping_add(batches * u64::from(lookup::COLUMNS));
        true
    }

    fn advance_batches<const B: u32, const N: u32>(&mut self, batches: u64) {
        let half = self.shape.half;
        if let (Some(base), [Track::Machine { register, allowed }]) =
            (self.base, &mut self.tracks[..])
        {
            let (mut local, allowed, mut place) = (*register, *allowed as u64, self.place);
            let (masks, len) = (&base.masks, base.masks.len());
            for _ in 0..batches {
                local.step_batch::<B, N>(half, allowed, masks.chunk(place));
                place += u64::from(N);
                place -= if place >= len { len } else { 0 };
            }
            *register = local;
            self.place = place;
            self.column = self.column.wrapping_add(batches * u64::from(N));
        } else {
            (0..batches).for_each(|_| _ = self.batch_of::<B, N>());
        }
    }

    /// The next batch of columns with its masks and choices; a single column where the shape is
    /// too wide to pack several.
    pub fn next_batch(&mut self) -> Batch {
        match (self.shape.bits(), self.shape.batch()) {
            (1, 16) => self.batch_of::<1, 16>(),
            (1, 8) => self.batch_of::<1, 8>(),
            (1, 4) => self.batch_of::<1, 4>(),
            (2, 16) => self.batch_of::<2, 16>(),
            (2, 8) => self.batch_of::<2, 8>(),
            (2, 4) => self.batch_of::<2, 4>(),
            (4, 16) => self.batch_of::<4, 16>(),
            (4, 8) => self.batch_of::<4, 8>(),
            (4, 4) => self.batch_of::<4, 4>(),
            (8, 8) => self.batch_of::<8, 8>(),
            (8, 4) => self.batch_of::<8, 4>(),
            (16, 4) => self.batch_of::<16, 4>(),
            _ => self.step(),
        }
    }

    #[inline(always)]
    fn batch_of<const B: u32, const N: u32>(&mut self) -> Batch {
        let used = if B * N == 64 { u64::MAX } else { (1 << (B * N)) - 1 };
        let mut below = 0;
        let mut choices = self.base.map_or(0, |base| base.masks.chunk(self.place)) & used;
        let full = self.shape.full() as u64;
        for track in &mut self.tracks {
            below |= choices;
            choices = match track {
                Track::Machine { register, allowed } => {
                    register.step_batch::<B, N>(self.shape.half, *allowed as u64, below)
                }
                Track::Rest => {
                    let every = (0..N).fold(0, |every, j| every | full << (B * j));
                    !below & every
                }
            };
        }
        self.moved(u64::from(N));
        Batch { below: below.into(), choices: choices.into(), columns: N }
    }

    /// One column.
    pub fn step(&mut self) -> Batch {
        let mut below = 0;
        let mut choices = self.base.map_or(0, |base| base.masks.get(self.place));
        for track in &mut self.tracks {
            below |= choices;
            choices = match track {
                Track::Machine { register, allowed } => register.step(self.shape, *allowed, below),
                Track::Rest => !below & self.shape.full(),
            };
        }
        self.moved(1);
        Batch { below, choices, columns: 1 }
    }

    fn moved(&mut self, columns: u64) {
        // Beyond the last column of all nothing is read off, but a walk may end there.
        self.column = self.column.wrapping_add(columns);
        if let Some(base) = self.base {
            self.place += columns;
            if self.place >= base.masks.len() {
                self.place -= base.masks.len();
            }
        }
    }
}
