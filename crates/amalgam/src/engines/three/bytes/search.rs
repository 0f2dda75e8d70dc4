//! Searches for covers, written and read.

use super::BytesError;
use super::read::Reader;
use super::write::Writer;
use crate::engines::three::covers::{Fact, First, Layer, Mark, Open, Recurrence};
use crate::engines::three::covers::{MAX_ROW, Search, Stack, Start};

const SEARCH: &[u8; 8] = b"amalcov1";

impl Search {
    /// The state of the search.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(SEARCH.to_vec());
        out.family(self.family);
        out.numbers(&[self.to, self.limit]);
        out.cover_search(self);
        out.0
    }

    /// The search that [`Search::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such search.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut input = Reader(bytes);
        input.kind(SEARCH)?;
        let (family, to, limit) = (input.family()?, input.number()?, input.near()?);
        let search = Search::new(family, to, Some(limit));
        let search = input.cover_search(search.map_err(|_| BytesError::Damaged("row"))?)?;
        input.end()?;
        Ok(search)
    }
}

impl Writer {
    pub fn cover_search(&mut self, search: &Search) {
        self.number(search.walk.column);
        let words = search.walk.words();
        search.walk.taken.iter().for_each(|taken| self.numbers(&taken[..words]));
        self.numbers(&search.walk.broken);
        self.numbers(&search.tried);
        self.number(search.first.is_some().into());
        if let Some(First { half, from, joint: (column, period) }) = search.first {
            self.numbers(&[half, from, column, period]);
        }
        self.number(match search.start {
            None => 0,
            Some(Start::Layers) => 1,
            Some(Start::Nowhere) => 2,
        });
        self.number(search.facts.len() as u64);
        for fact in &search.facts {
            let (kind, numbers) = match *fact {
                Fact::Cover(half, from) => (0, [half, from, 0, 0, 0]),
                Fact::Excluded(recurrence) => (1, numbers(recurrence)),
                Fact::Hidden(recurrence) => (2, numbers(recurrence)),
                Fact::Open(Open { row, defects, steady }) => (3, [row, defects, steady, 0, 0]),
            };
            self.number(kind);
            self.numbers(&numbers);
        }
        self.number(search.stacks.len() as u64);
        for stack in &search.stacks {
            self.numbers(&[stack.column, stack.since]);
            self.layers(&stack.layers);
            self.number(stack.mark.is_some().into());
            if let Some(Mark { column, laps, most, layers }) = &stack.mark {
                self.numbers(&[*column, *laps, *most]);
                self.layers(layers);
            }
        }
    }

    fn layers(&mut self, layers: &[Layer]) {
        self.numbers(&[layers[0].half, layers.len() as u64]);
        for layer in layers {
            let words = Layer::words(layer.half);
            for cells in [&layer.ring, &layer.plus, &layer.minus] {
                self.numbers(&cells[..words]);
            }
            self.numbers(&[layer.broken, layer.steady, layer.odd, layer.excluded.into()]);
        }
    }
}

impl Reader<'_> {
    /// The search that was stored, given the one that has not started.
    pub fn cover_search(&mut self, mut search: Search) -> Result<Search, BytesError> {
        search.walk.column = self.near()?;
        if !search.walk.column.is_multiple_of(Search::STRIDE) {
            return Err(BytesError::Damaged("column"));
        }
        let words = search.walk.words();
        for taken in &mut search.walk.taken {
            for word in &mut taken[..words] {
                *word = self.number()?;
            }
        }
        for n in &mut search.walk.broken {
            *n = self.near()?;
        }
        for n in &mut search.tried {
            *n = self.number()?;
        }
        if self.flag()? {
            let [half, from] = [self.number()?, self.near()?];
            if half == 0 || half >= search.walk.broken.len() as u64 {
                return Err(BytesError::Damaged("first cover"));
            }
            search.first = Some(First { half, from, joint: (self.near()?, self.period()?) });
        }
        search.start = match self.number()? {
            0 => None,
            1 if search.first.is_some() => Some(Start::Layers),
            2 => Some(Start::Nowhere),
            _ => return Err(BytesError::Damaged("start")),
        };
        for _ in 0..self.number()? {
            let fact = self.fact()?;
            // Covers stand above the first.
            let misplaced = matches!(fact, Fact::Cover(half, _)
                if search.first.as_ref().is_none_or(|first| half <= first.half));
            if misplaced || search.facts.last().is_some_and(|last| *last >= fact) {
                return Err(BytesError::Damaged("fact"));
            }
            search.facts.push(fact);
        }
        for _ in 0..self.number()? {
            let (column, since) = (self.near()?, self.near()?);
            let layers = self.layers(search.to)?;
            let mut mark = None;
            if self.flag()? {
                let [at, laps, most] = [self.near()?, self.near()?, self.near()?];
                let kept = self.layers(search.to)?;
                let behind = at <= column && laps < most && kept.len() >= layers.len();
                if !behind || kept[0].half != layers[0].half {
                    return Err(BytesError::Damaged("mark"));
                }
                mark = Some(Mark { column: at, laps, most, layers: kept });
            }
            let stack = Stack { column, since, layers, mark };
            if !stack.is_marked_in_time() || search.start != Some(Start::Layers) {
                return Err(BytesError::Damaged("stack"));
            }
            search.stacks.push(stack);
        }
        Ok(search)
    }

    fn fact(&mut self) -> Result<Fact, BytesError> {
        let kind = self.number()?;
        let mut numbers = [0; 5];
        for n in &mut numbers {
            *n = self.near()?;
        }
        let [first, second, third, column, period] = numbers;
        if first > MAX_ROW {
            return Err(BytesError::Damaged("row"));
        }
        let recurrence = Recurrence { row: first, over: second, defects: third, column, period };
        Ok(match kind {
            0 => Fact::Cover(first, second),
            1 => Fact::Excluded(recurrence),
            2 => Fact::Hidden(recurrence),
            3 => Fact::Open(Open { row: first, defects: second, steady: third }),
            _ => return Err(BytesError::Damaged("fact")),
        })
    }

    fn layers(&mut self, to: u64) -> Result<Vec<Layer>, BytesError> {
        let (lowest, count) = (self.number()?, self.number()?);
        if lowest < 3 || lowest > to || count == 0 || count > to {
            return Err(BytesError::Damaged("layers"));
        }
        let mut layers = Vec::new();
        for half in lowest..lowest + count {
            let mut cells = || (0..Layer::words(half)).map(|_| self.number()).collect();
            let [ring, plus, minus]: [Result<Vec<u64>, _>; 3] = [cells(), cells(), cells()];
            let (ring, plus, minus) = (ring?, plus?, minus?);
            let (broken, steady) = (self.near()?, self.near()?);
            let cells = [&ring, &plus, &minus].map(Vec::as_slice);
            let mut layer = Layer::new(half, cells, broken, steady);
            (layer.odd, layer.excluded) = (self.number()?, self.flag()?);
            if !layer.fits() || layers.is_empty() && layer.defects > 0 {
                return Err(BytesError::Damaged("layer"));
            }
            layers.push(layer);
        }
        Ok(layers)
    }
}

fn numbers(recurrence: Recurrence) -> [u64; 5] {
    let Recurrence { row, over, defects, column, period } = recurrence;
    [row, over, defects, column, period]
}
