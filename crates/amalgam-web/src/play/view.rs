//! What the address of a game says, and how it is written.

use amalgam::session::{Gesture, HintLevel, Session};
use amalgam::{ParseError, PartMove, Play, Rules, Sum};

use crate::Problem;
use crate::params::{LONGEST_LINK, Params, address};

/// The most bytes of a list of moves with links. Every link contains the whole game.
const ROOM: usize = 800_000;

/// A game as a page shows it.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The whole game as a link, including undone moves.
    pub(super) link: String,
    /// The game at the position that is shown; later moves are undone.
    pub(super) game: Session,
    /// All its moves, including undone ones.
    pub(super) made: Vec<PartMove>,
    /// How much help is shown.
    pub(super) hint: HintLevel,
    /// What has been chosen.
    pub(super) pick: Gesture,
    /// Whether long lists are asked for.
    pub(super) all: bool,
    /// The page it is shown on.
    pub(super) page: Page,
}

/// The page that shows a game, and the first part of its addresses.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The path, as in `/play`.
    pub(crate) path: String,
    /// Parameters that stay the same.
    pub(crate) fixed: Vec<(&'static str, String)>,
}

impl Default for Page {
    fn default() -> Page {
        Page { path: "/play".to_owned(), fixed: Vec::new() }
    }
}

impl Page {
    /// The address of the page itself, without a game.
    pub(crate) fn address(&self) -> String {
        let fixed: Vec<(&str, &str)> =
            self.fixed.iter().map(|(name, value)| (*name, value.as_str())).collect();
        address(&self.path, &fixed)
    }
}

impl View {
    /// Reads an address.
    pub(super) fn read(params: &Params) -> Result<View, Problem> {
        let link = params.text("link").unwrap_or("");
        let game = Session::from_link(link).map_err(|error| Problem::from(error).field("link"))?;
        View::of(game, link.to_owned(), params, Page::default())
    }

    /// A game with its link, as an address asks to see it.
    pub(super) fn of(
        mut game: Session,
        link: String,
        params: &Params,
        page: Page,
    ) -> Result<View, Problem> {
        let made = game.made().to_vec();
        let at = params.number("at", u64::MAX, u64::MAX)?;
        while game.made().len() as u64 > at {
            game.undo();
        }
        let hint = match params.text("hint") {
            None => HintLevel::Nothing,
            Some(text) => text.parse().map_err(|error| Problem::from(error).field("hint"))?,
        };
        let mut pick = match params.text("pick") {
            None => Gesture::default(),
            Some(text) => read_pick(text).map_err(|error| Problem::from(error).field("pick"))?,
        };
        if params.text("take").is_some() && !pick.is_empty() {
            pick.take = Some(params.number("take", 0, u64::MAX)?);
        }
        let all = params.ticked("all");
        Ok(View { link, game, made, hint, pick, all, page })
    }

    /// A game without help, as it stands.
    pub(super) fn new(game: Session, hint: HintLevel) -> View {
        let (link, made) = (game.to_link(), game.made().to_vec());
        View { link, game, made, hint, pick: Gesture::default(), all: false, page: Page::default() }
    }

    /// After a move: undone moves are forgotten.
    pub(super) fn moved(mut self) -> Result<View, Problem> {
        self.link = self.game.to_link();
        self.made = self.game.made().to_vec();
        self.pick = Gesture::default();
        match self.link.len() <= LONGEST_LINK {
            true => Ok(self),
            false => Err(Problem::limit(
                "this game is too long: its address would have to hold all its moves",
            )
            .suggest("copy it as text and continue with `amalgam play`")),
        }
    }

    /// The address of this view without chosen heaps.
    pub(super) fn address(&self) -> String {
        self.address_at(self.game.made().len(), self.hint)
    }

    /// The address of the same game after `at` moves, with this level of help.
    ///
    /// A link consists of letters that need no escape, so it is written as it is.
    pub(super) fn address_at(&self, at: usize, hint: HintLevel) -> String {
        let page = self.page.address();
        let mark = if page.contains('?') { '&' } else { '?' };
        let mut address = format!("{page}{mark}link={}", self.link);
        if at < self.plies() {
            address += &format!("&at={at}");
        }
        if hint != HintLevel::Nothing {
            address += &format!("&hint={hint}");
        }
        address
    }

    /// How many moves the whole game has, undone ones included.
    pub(super) fn plies(&self) -> usize {
        self.made.len()
    }

    /// The numbers of moves for which a page has links: all, or of a long game those around the current
    /// one.
    pub(super) fn linked(&self) -> std::ops::Range<usize> {
        let all = self.plies() + 1;
        let most = ROOM / (self.page.address().len() + self.link.len() + 300);
        let first = self.game.made().len().saturating_sub(most / 2).min(all.saturating_sub(most));
        first..all.min(first + most)
    }

    /// The number of moves after an undo, if possible.
    pub(super) fn undone(&self) -> Option<usize> {
        let mut game = self.game.clone();
        game.undo_turn().then(|| game.made().len())
    }

    /// The number of moves after a redo, if possible.
    pub(super) fn redone(&self) -> Option<usize> {
        let mut game = self.game.clone();
        game.redo_turn().then(|| game.made().len())
    }

    /// The games that are played.
    pub(super) fn title(&self) -> String {
        let names = self.game.start().parts().iter().map(|part| crate::titles::title(part.name()));
        names.collect::<Vec<_>>().join(" + ")
    }

    /// Who wins, in words.
    pub(super) fn aim(&self) -> &'static str {
        aim(self.game.start(), self.game.play())
    }
}

/// Who wins, in a few words. If any number of coins may be taken, the last move takes the last coin.
pub(crate) fn aim(sum: &Sum, play: Play) -> &'static str {
    let coin = sum.parts().iter().all(|part| part.rules().is_some_and(Rules::takes_any));
    match (coin, play) {
        (true, Play::Normal) => "last coin wins",
        (false, Play::Normal) => "last move wins",
        (true, Play::Misere) => "misère: last coin loses",
        (false, Play::Misere) => "misère: last move loses",
    }
}

/// A game as people paste it: as text, as a link, or as an address with a link in it.
pub(super) fn import(text: &str) -> Result<String, Problem> {
    let word = text.trim();
    let one_word = !word.is_empty() && !word.contains(char::is_whitespace);
    let game = match word.split_once("link=") {
        Some((_, rest)) if one_word => {
            let link = rest.split(['&', '#']).next().unwrap_or(rest).replace("%7E", "~");
            Session::from_link(&link)?
        }
        _ if one_word && word.contains("~n") => Session::from_link(word)?,
        _ => Session::from_text(text)?,
    };
    View::new(game, HintLevel::Nothing).moved().map(|view| view.address())
}

/// `0.2` is the heap with index 2 of part 0, `0.2.3` two heaps of it, `0.2:4` four coins of a heap.
pub(super) fn read_pick(text: &str) -> Result<Gesture, ParseError> {
    let wrong = || {
        ParseError::new(text, 0..text.len(), "this does not name any heaps")
            .suggest("for example `0.2:4`: part, heap and number of coins")
    };
    let (heaps, take) = match text.split_once(':') {
        Some((heaps, take)) => (heaps, Some(take.parse().map_err(|_| wrong())?)),
        None => (text, None),
    };
    let numbers: Result<Vec<usize>, _> = heaps.split('.').map(str::parse).collect();
    match numbers.map_err(|_| wrong())?.as_slice() {
        [part, heaps @ ..] if !heaps.is_empty() && heaps.len() <= 16 => {
            Ok(Gesture { part: *part, heaps: heaps.to_vec(), take, split: None })
        }
        _ => Err(wrong()),
    }
}

/// The opposite of [`read_pick`].
pub(super) fn write_pick(gesture: &Gesture) -> String {
    let heaps: String = gesture.heaps.iter().map(|heap| format!(".{heap}")).collect();
    let take = gesture.take.map_or(String::new(), |take| format!(":{take}"));
    format!("{}{heaps}{take}", gesture.part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_read_and_written() {
        for text in ["0.2", "0.2.3", "1.0:4", "0.0.1:7"] {
            assert_eq!(write_pick(&read_pick(text).unwrap()), text);
        }
        for text in ["", "0", "a.b", "0.1:", "0.1:x", "-1.2", "0..1"] {
            assert!(read_pick(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_is_found_in_whatever_is_pasted() {
        let link = "nim~5b3_4~5d~nnormal~nhuman~nperfect~n0~ntake.1.from.4";
        let address = format!("/play?link={link}");
        let text = "start: nim[3,4]\n1. take 1 from 4\n";
        let sent =
            format!("http://localhost:8417/play?link={}&hint=moves", link.replace('~', "%7E"));
        for pasted in [link, &address, text, &sent, &format!("  {link}\n")] {
            assert_eq!(import(pasted).unwrap(), address, "{pasted}");
        }
        for pasted in ["", "link=", "nim~5b", "start: nim[]", "<script>"] {
            assert_eq!(import(pasted).unwrap_err().status, 400, "{pasted}");
        }
    }
}
