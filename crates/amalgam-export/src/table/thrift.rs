//! Thrift's compact protocol, as far as the headers and the footer of a Parquet file need it.

/// The types of fields.
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
pub(super) const BINARY: u8 = 8;
pub(super) const LIST: u8 = 9;
pub(super) const STRUCT: u8 = 12;

/// A structure that is being written, its fields in the order of their numbers.
pub(super) struct Fields<'a> {
    out: &'a mut Vec<u8>,
    last: u8,
}

/// Writes a structure.
pub(super) fn write(out: &mut Vec<u8>, fields: impl FnOnce(&mut Fields<'_>)) {
    fields(&mut Fields { out, last: 0 });
    out.push(0);
}

pub(super) fn write_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    write_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// No number of a header or a footer is below zero, and zigzag doubles those.
pub(super) fn write_number(out: &mut Vec<u8>, number: u64) {
    write_varint(out, number << 1);
}

impl Fields<'_> {
    fn field(&mut self, id: u8, kind: u8) -> &mut Vec<u8> {
        self.out.push((id - self.last) << 4 | kind);
        self.last = id;
        self.out
    }

    pub(super) fn i32(&mut self, id: u8, number: u64) {
        write_number(self.field(id, I32), number);
    }

    pub(super) fn i64(&mut self, id: u8, number: u64) {
        write_number(self.field(id, I64), number);
    }

    pub(super) fn bytes(&mut self, id: u8, bytes: &[u8]) {
        write_bytes(self.field(id, BINARY), bytes);
    }

    pub(super) fn structure(&mut self, id: u8, fields: impl FnOnce(&mut Fields<'_>)) {
        write(self.field(id, STRUCT), fields);
    }

    pub(super) fn list<T>(
        &mut self,
        id: u8,
        kind: u8,
        items: &[T],
        item: impl Fn(&mut Vec<u8>, &T),
    ) {
        let out = self.field(id, LIST);
        out.push((items.len().min(15) as u8) << 4 | kind);
        if items.len() >= 15 {
            write_varint(out, items.len() as u64);
        }
        items.iter().for_each(|each| item(out, each));
    }
}

/// What is wrong with what is read.
pub(super) type Sound<T> = Result<T, &'static str>;

/// The bytes that are still to be read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, bytes: usize) -> Sound<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or("something ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Sound<u8> {
        Ok(self.take(1)?[0])
    }

    /// As many bytes as the four before them say.
    pub(super) fn counted(&mut self) -> Sound<&'a [u8]> {
        let length = self.take(4)?.iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte));
        self.take(length)
    }

    pub(super) fn varint(&mut self) -> Sound<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("a number is too long")
    }

    fn bytes(&mut self) -> Sound<&'a [u8]> {
        let length = self.varint()?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// How many items a list has, and of which type.
    fn list(&mut self) -> Sound<(u64, u8)> {
        let byte = self.byte()?;
        let items = if byte >> 4 == 15 { self.varint()? } else { (byte >> 4).into() };
        Ok((items, byte & 15))
    }

    /// The number and the type of the next field of a structure, of which the last one is given.
    fn field(&mut self, last: u64) -> Sound<Option<(u64, u8)>> {
        let byte = self.byte()?;
        let id = match byte >> 4 {
            0 if byte > 0 => self.varint()? >> 1,
            more => last + u64::from(more),
        };
        Ok((byte > 0).then_some((id, byte & 15)))
    }

    /// Skips what has this type. Every item of a list takes a byte at least, so this ends with the bytes.
    fn skip(&mut self, kind: u8, depth: u8) -> Sound<()> {
        let depth = depth.checked_sub(1).ok_or("it is nested too deeply")?;
        match kind {
            // Truth values, which are their types.
            1 | 2 => Ok(()),
            3 => self.take(1).map(drop),
            4..=I64 => self.varint().map(drop),
            7 => self.take(8).map(drop),
            BINARY => self.bytes().map(drop),
            LIST => {
                let (items, kind) = self.list()?;
                (0..items).try_for_each(|_| self.skip(kind.max(3), depth))
            }
            STRUCT => {
                let mut last = 0;
                while let Some((id, kind)) = self.field(last)? {
                    self.skip(kind, depth)?;
                    last = id;
                }
                Ok(())
            }
            _ => Err("something has an unknown type"),
        }
    }

    /// The structure that comes next, and is passed over.
    pub(super) fn structure(&mut self) -> Sound<Structure<'a>> {
        let structure = Structure(*self);
        self.skip(STRUCT, 16)?;
        Ok(structure)
    }
}

/// A structure of which fields are asked for by their numbers.
#[derive(Clone, Copy)]
pub(super) struct Structure<'a>(Reader<'a>);

impl<'a> Structure<'a> {
    fn find(self, wanted: u64, kinds: &[u8]) -> Sound<Option<Reader<'a>>> {
        let (mut reader, mut last) = (self.0, 0);
        while let Some((id, kind)) = reader.field(last)? {
            if id == wanted && kinds.contains(&kind) {
                return Ok(Some(reader));
            }
            reader.skip(kind, 16)?;
            last = id;
        }
        Ok(None)
    }

    pub(super) fn some_number(self, id: u64) -> Sound<Option<u64>> {
        let Some(mut reader) = self.find(id, &[I32, I64])? else { return Ok(None) };
        let number = reader.varint()?;
        if number & 1 == 0 { Ok(Some(number >> 1)) } else { Err("a number is below zero") }
    }

    pub(super) fn number(self, id: u64) -> Sound<u64> {
        self.some_number(id)?.ok_or("a number is missing")
    }

    pub(super) fn bytes(self, id: u64) -> Sound<Option<&'a [u8]>> {
        self.find(id, &[BINARY])?.map(|mut reader| reader.bytes()).transpose()
    }

    pub(super) fn structure(self, id: u64) -> Sound<Option<Structure<'a>>> {
        Ok(self.find(id, &[STRUCT])?.map(Structure))
    }

    /// What `item` makes of each structure of a list, up to one more than there may be.
    pub(super) fn list<T>(
        self,
        id: u64,
        most: usize,
        item: impl Fn(Structure<'a>) -> Sound<T>,
    ) -> Sound<Vec<T>> {
        let mut reader = self.find(id, &[LIST])?.ok_or("a list is missing")?;
        let (items, kind) = reader.list()?;
        if items > 0 && kind != STRUCT {
            return Err("a list holds something else");
        }
        (0..items.min(most as u64 + 1)).map(|_| item(reader.structure()?)).collect()
    }
}
