//! A game being played: legal moves, opponents, hints, undo, and the whole game as text.
//!
//! Both front ends, the terminal and the browser, are thin coats over this module. It opens no
//! files, looks at no clock, and takes whatever is left to chance from a seed, so that a game with
//! its seed and its moves can be told exactly and played again.
//!
//! # Setting up and playing
//!
//! A [`Setup`] says which game, from which [`Start`], under which convention, and who the two
//! [`Player`]s are; the first of them begins. [`Setup::begin`] refuses what nobody could play by
//! hand, and makes a [`Session`]: the start, the moves made, and those undone. Its state is always a
//! [`Sum`](amalgam_core::Sum), a single game being a sum of one.
//!
//! What a position is worth is not kept in the session, because finding it can take long. An
//! [`Evaluation`] is computed from the position alone, on whatever thread and within whatever
//! bounds suit the front end, and then asked: an opponent
//! [chooses](Session::reply) by it, a [`Hint`] shows as much of it as was asked for.
//!
//! ```
//! use amalgam::session::{Hint, HintLevel, Player, Session, Setup};
//! use amalgam::{Solver, Sum};
//!
//! let solver = Solver::new();
//! let start = Sum::parse("[3,4,5]", &"amalgamation".parse()?)?;
//! let mut game = Setup::new(start).begin(&solver)?;
//! assert_eq!(game.to_move(), Some(0)); // the person
//!
//! // A hint at its most talkative: every move with its value.
//! let evaluation = game.evaluate(&solver)?;
//! let hint = Hint::new(HintLevel::Moves, &game, &evaluation);
//! assert_eq!(hint.winner, Some(0));
//! assert_eq!(hint.winning[0].action.to_string(), "take 3 from 4");
//!
//! // A move in words, then the opponent's.
//! let mine = game.read_move("take 3 from 4")?;
//! game.make(&mine)?;
//! let evaluation = game.evaluate(&solver)?;
//! let reply = game.reply(&evaluation).expect("it is the opponent's turn");
//! game.make(&reply)?;
//!
//! // The game as text, and back.
//! let text = game.to_text();
//! assert_eq!(Session::from_text(&text)?, game);
//! game.undo();
//! game.undo();
//! assert_eq!(game.sum().to_string(), "amalgamation[3,4,5]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Moving by hand
//!
//! People point: at some coins of a heap, at one heap and then another, at the place where a heap
//! is to be split. A [`Gesture`] is what has been pointed at so far, and [`Session::follow`] tells
//! what can be pointed at next. It is derived from the legal moves and from nothing else, so
//! that only legal moves ever look possible, and a kind of move nobody thought of can still be
//! chosen from the list of moves that touch a heap.
//!
//! A heap has a [`Place`] for the length of a game: it stays there while coins are taken, leaves a gap
//! when it is emptied, and is told apart from equal ones by whoever points at it
//! ([`Session::places`], [`Session::make_with`]).
//!
//! # Text
//!
//! [`Session::to_text`] writes a game for people: the start, the players, the moves in words.
//! [`Session::to_link`] writes the same with nothing in it that an address must escape. Reading
//! either checks every move, and errors point at the line and the character.
//!
//! # Afterwards
//!
//! [`Analysis`] tells who was winning after each move, and which moves threw a win away.

mod analysis;
mod evaluation;
mod gesture;
mod hint;
mod link;
mod listed;
mod places;
mod player;
mod random;
mod setup;
mod state;
mod text;
mod touched;
mod words;

pub use analysis::{Analysis, Blunder};
pub use evaluation::{Evaluation, Valued};
pub use gesture::{Following, Gesture};
pub use hint::{Hint, HintLevel};
pub use link::LONGEST_LINK;
pub use listed::legal_moves;
pub(crate) use listed::{lists_all, with_winning};
pub use places::Place;
pub use player::{OPPONENTS, Opponent, Player, Skill};
pub use random::Random;
pub use setup::{
    MOST_DRAWN, MOST_HEAPS, MOST_MOVES_BY_HAND, Setup, SetupError, Start, largest_drawn, most_moves,
};
pub use state::{MOST_PLIES, MoveError, Session};
pub use words::say;
