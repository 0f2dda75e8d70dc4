//! The row machine after a cover row: a shift register cut in two.
//!
//! Let 2k be a cover row. The rows after it never use the offsets 1..=k, so the value b + k + 1 can
//! be matched at column b and never later: that column b' is taken or free is known k + 1 columns
//! before the machine gets there. The window is kept as a *queue* of the k + 1 settled bits and a
//! *tail*, the bits from k + 1 on, in which all choices are made. Bit `i` of a tail, of a mask or
//! of a choice stands for the offset k + 1 + i.

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

    pub fn full(self) -> u128 {
        u128::MAX >> (128 - self.width.max(1))
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

    /// One column. Returns the choice, as one bit or none.
    #[inline]
    fn step(&mut self, shape: Shape, allowed: u128, mask: u128) -> u128 {
        // Nothing is open where the column is taken. Half of them are, which nothing predicts: so no branch.
        let here = (self.queue & 1).wrapping_sub(1);
        let open = allowed & !mask & !self.tail & here;
        let choice = open & open.wrapping_neg();
        self.tail |= choice;
        self.queue = self.queue >> 1 | (self.tail & 1) << shape.half;
        self.tail >>= 1;
        choice
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
    /// One period of them.
    pub masks: Vec<u128>,
}

/// Some rows of a block, one after the other, walking the columns together.
#[derive(Clone)]
pub(crate) struct Chain<'a> {
    shape: Shape,
    base: Option<&'a Base>,
    place: usize,
    pub tracks: Vec<Track>,
}

/// What the rows use at a column.
pub(crate) struct Used {
    /// What the rows before the last one use.
    pub below: u128,
    /// What the last row chooses.
    pub choice: u128,
}

impl<'a> Chain<'a> {
    /// No rows yet but those of `base`.
    pub fn new(shape: Shape, column: u64, base: Option<&'a Base>) -> Self {
        let place = base.map_or(0, |base| (column - base.origin) % base.masks.len() as u64);
        Chain { shape, base, place: place as usize, tracks: Vec::new() }
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
        let (Some(base), [Track::Machine { register, allowed }]) =
            (self.base, &mut self.tracks[..])
        else {
            (0..columns).for_each(|_| _ = self.step());
            return;
        };
        // The loop that long rows spend their time in.
        let mut left = columns;
        while left > 0 {
            let masks = &base.masks[self.place..];
            let masks = &masks[..masks.len().min(left.try_into().unwrap_or(usize::MAX))];
            for &mask in masks {
                register.step(self.shape, *allowed, mask);
            }
            self.place = (self.place + masks.len()) % base.masks.len();
            left -= masks.len() as u64;
        }
    }

    /// One column.
    pub fn step(&mut self) -> Used {
        let (mut below, mut choice) = (0, 0);
        if let Some(base) = self.base {
            choice = base.masks[self.place];
            self.place = if self.place + 1 < base.masks.len() { self.place + 1 } else { 0 };
        }
        for track in &mut self.tracks {
            below |= choice;
            choice = match track {
                Track::Machine { register, allowed } => register.step(self.shape, *allowed, below),
                Track::Rest => !below & self.shape.full(),
            };
        }
        Used { below, choice }
    }
}
