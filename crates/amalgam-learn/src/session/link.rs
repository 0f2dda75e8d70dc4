//! A whole game in letters that an address may contain as they are.
//!
//! The lines of the text without their keys, in a fixed order and the moves last, written with
//! letters, digits and `-._~` only: RFC 3986 calls these *unreserved*, so no browser, form or chat
//! program escapes them. A space is `.`, a comma `_`, the end of a line `~n`, and any other byte `~`
//! with two hexadecimal digits.

use super::Session;
use super::text::{Fields, play_word};
use amalgam_core::base::text::ParseError;

/// The most characters of a link that are read.
pub const LONGEST_LINK: usize = 100_000;

impl Session {
    /// The game as one word that is safe in an address.
    ///
    /// ```
    /// use amalgam::session::{Session, Setup};
    /// use amalgam::{Solver, Sum};
    /// let start = Sum::parse("nim[3,4]", &"nim".parse()?)?;
    /// let mut game = Setup::new(start).begin(&Solver::new())?;
    /// game.make(&game.read_move("take 1 from 4")?)?;
    /// let link = game.to_link();
    /// assert_eq!(link, "nim~5b3_4~5d~nnormal~nhuman~nperfect~n0~ntake.1.from.4");
    /// assert_eq!(Session::from_link(&link)?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_link(&self) -> String {
        let [first, second] = self.players();
        let mut lines = vec![
            self.start().to_string(),
            play_word(self.play()).to_owned(),
            first.to_string(),
            second.to_string(),
            self.seed().to_string(),
        ];
        lines.extend(self.told());
        escape(&lines.join("\n"))
    }

    /// Reads what [`to_link`](Session::to_link) writes. Every move is checked.
    ///
    /// # Errors
    /// If it is no game; the error says which field or move is wrong.
    pub fn from_link(link: &str) -> Result<Session, ParseError> {
        if link.len() > LONGEST_LINK {
            let message = format!("a link of more than {LONGEST_LINK} characters is not read");
            return Err(ParseError::new(link, 0..0, message));
        }
        let text = unescape(link)?;
        let mut lines = text.split('\n');
        let fields: [Option<String>; 5] = std::array::from_fn(|_| lines.next().map(str::to_owned));
        let mut game = Fields::from_values(fields).begin()?;
        for (i, line) in lines.enumerate() {
            game.read_and_make(line).map_err(|error| error.within(&format!("move {}", i + 1)))?;
        }
        Ok(game)
    }
}

fn escape(text: &str) -> String {
    let mut link = String::with_capacity(text.len() + text.len() / 4);
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' => link.push(char::from(byte)),
            b' ' => link.push('.'),
            b',' => link.push('_'),
            b'\n' => link.push_str("~n"),
            byte => link.push_str(&format!("~{byte:02x}")),
        }
    }
    link
}

fn unescape(link: &str) -> Result<String, ParseError> {
    let bytes = link.as_bytes();
    let mut text = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (byte, used) = match bytes[at] {
            b'.' => (b' ', 1),
            b'_' => (b',', 1),
            b'~' if bytes.get(at + 1) == Some(&b'n') => (b'\n', 2),
            b'~' => (hexadecimal(link, at)?, 3),
            byte if byte.is_ascii_alphanumeric() || byte == b'-' => (byte, 1),
            _ => {
                let end = (at + 1..=link.len()).find(|&end| link.is_char_boundary(end));
                let span = at..end.unwrap_or(link.len());
                return Err(ParseError::new(link, span, "this character is not part of a link"));
            }
        };
        text.push(byte);
        at += used;
    }
    String::from_utf8(text)
        .map_err(|_| ParseError::new(link, 0..link.len(), "this link was cut or changed"))
}

fn hexadecimal(link: &str, at: usize) -> Result<u8, ParseError> {
    let digit = |at: usize| link.as_bytes().get(at).and_then(|&byte| char::from(byte).to_digit(16));
    match (digit(at + 1), digit(at + 2)) {
        (Some(high), Some(low)) => Ok((high * 16 + low) as u8),
        _ => Err(ParseError::new(link, at..at + 1, "two hexadecimal digits must follow `~`")
            .suggest("the link may have been cut")),
    }
}
