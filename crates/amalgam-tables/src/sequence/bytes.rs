//! A sequence as bytes ([`amalgam_core::base::bytes`]).
//!
//! Values are all there is to store where an engine can go on from them at once; for the others there
//! is nothing to gain.

use super::values::Kept;
use super::{Engine, HeapMoves, Sequence, Values};
use amalgam_core::base::bytes::{self, BytesError, Kind, ensure};

const SEQUENCE: &Kind = b"amalseq2";

impl Sequence {
    /// The values so far, or nothing where the engine would have to begin again anyway.
    ///
    /// ```
    /// use amalgam::engines::sequence::{HeapMoves, Sequence};
    /// let moves = HeapMoves::of_rules(&"split unequal".parse()?).expect("heaps never meet");
    /// let mut grundy = Sequence::new(moves.clone());
    /// grundy.extend(1000, &Default::default())?;
    /// let bytes = grundy.to_bytes().expect("a game that splits");
    /// let mut again = Sequence::from_bytes(moves, &bytes)?;
    /// again.extend(2000, &Default::default())?;
    /// grundy.extend(2000, &Default::default())?;
    /// assert_eq!(again.values(), grundy.values());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let goes_on = matches!(&self.engine, Engine::Sparse(sparse) if sparse.goes_on());
        goes_on.then(|| bytes::write(SEQUENCE, &(self.about(), self.values.kept())))
    }

    /// The sequence of these moves that [`Sequence::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are no such thing, are of other moves, or are damaged.
    pub fn from_bytes(moves: HeapMoves, bytes: &[u8]) -> Result<Sequence, BytesError> {
        let mut sequence = Sequence::new(moves);
        let (about, values): (&str, Kept) = bytes::read(SEQUENCE, bytes)?;
        ensure(about == sequence.about(), "it is about another game")?;
        let values = Values::of(values);
        // No value exceeds the longest play, and each move of it takes a coin or makes a heap more.
        let possible = values.iter().zip(0u64..).all(|(value, heap)| u64::from(value) <= 2 * heap);
        match &mut sequence.engine {
            Engine::Sparse(sparse) if sparse.goes_on() && possible => {
                match values.kept() {
                    Kept::Narrow(values) => sparse.go_on(values),
                    Kept::Wide(values) => sparse.go_on(values),
                }
                sequence.values = values;
                Ok(sequence)
            }
            _ => Err(BytesError::Damaged("these cannot be the values")),
        }
    }

    /// What the sequence is about.
    fn about(&self) -> String {
        format!("{:?}", self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(words: &str) -> HeapMoves {
        HeapMoves::of_rules(&words.parse().unwrap()).unwrap()
    }

    #[test]
    fn what_was_cut_anywhere_goes_on_as_if_it_had_not_been() {
        for words in ["split unequal", "take 1..2, take 1..2 then split", "take 3 then split"] {
            let mut whole = Sequence::new(moves(words));
            whole.extend(3000, &Default::default()).unwrap();
            let mut cut = Sequence::new(moves(words));
            for to in [0, 1, 7, 8, 9, 30, 100, 1021, 1024, 2050, 3000] {
                cut.extend(to, &Default::default()).unwrap();
                cut = Sequence::from_bytes(moves(words), &cut.to_bytes().unwrap()).unwrap();
            }
            assert_eq!(cut.values(), whole.values(), "{words}");
            assert_eq!(cut.to_bytes(), whole.to_bytes(), "{words}");
        }
        // These have more state than their values, and are quick.
        for words in ["take 1..3", "take any", "take 5..100, split"] {
            assert_eq!(Sequence::new(moves(words)).to_bytes(), None, "{words}");
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let mut grundy = Sequence::new(moves("split unequal"));
        grundy.extend(50, &Default::default()).unwrap();
        let bytes = grundy.to_bytes().unwrap();
        let read = |bytes: &[u8]| Sequence::from_bytes(moves("split unequal"), bytes).err();
        assert_eq!(read(&bytes), None);
        assert!((0..bytes.len()).all(|cut| read(&bytes[..cut]).is_some()));
        assert!(read(&[&bytes[..], b"!"].concat()).is_some());
        let other = Sequence::from_bytes(moves("split"), &bytes);
        assert_eq!(other.err(), Some(BytesError::Damaged("it is about another game")));
        let mut impossible = bytes.clone();
        *impossible.last_mut().unwrap() = 101;
        assert_eq!(read(&impossible), Some(BytesError::Damaged("these cannot be the values")));
    }
}
