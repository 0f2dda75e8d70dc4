//! Who plays: a person, or an opponent of a stated strength.

use std::fmt;
use std::str::FromStr;

use super::{Evaluation, Random, Valued};
use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::{Outcome, PartMove};

/// One of the two players.
///
/// ```
/// use amalgam::session::Player;
/// let player: Player = "skill:0.2".parse()?;
/// assert_eq!(player.to_string(), "skill:0.2");
/// # Ok::<(), amalgam::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person: moves come from outside.
    Human,
    /// Wins whenever it can, as quickly as it can. When every move loses, each is as likely as the
    /// others.
    #[default]
    Perfect,
    /// Like [`Perfect`](Player::Perfect), and when every move loses it makes the game last longest.
    Longest,
    /// Errs at a stated rate.
    Skill(Skill),
}

/// How often a player errs.
///
/// With this probability, drawn again for each move, the player makes a move that is drawn from all
/// legal moves, each as likely as the others; it may happen to be a good one. Otherwise it plays
/// like [`Player::Perfect`]. So 0 is perfect play and 1 is random play, and where a fraction w of
/// the moves win, a win is thrown away with probability rate · (1 − w).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Skill {
    per_mille: u16,
}

impl Skill {
    /// A player who errs this many times in a thousand moves, 1000 at most.
    pub fn per_mille(per_mille: u16) -> Option<Skill> {
        (per_mille <= 1000).then_some(Skill { per_mille })
    }

    /// How many times in a thousand moves the player errs.
    pub fn errs_per_mille(self) -> u16 {
        self.per_mille
    }
}

/// An opponent with a name, for people who do not think in rates of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// The name.
    pub name: &'static str,
    /// How hard it is to beat, in a word.
    pub level: &'static str,
    /// How it plays, in a sentence.
    pub plays: &'static str,
    /// Its strength.
    pub player: Player,
}

/// The opponents, the easiest first.
pub const OPPONENTS: [Opponent; 3] = [
    Opponent {
        name: "Pip",
        level: "easy",
        plays: "Pip makes any move.",
        player: Player::Skill(Skill { per_mille: 1000 }),
    },
    Opponent {
        name: "Juno",
        level: "medium",
        plays: "Juno sees the best move half of the time.",
        player: Player::Skill(Skill { per_mille: 500 }),
    },
    Opponent {
        name: "Ada",
        level: "perfect",
        plays: "Ada never makes a mistake.",
        player: Player::Perfect,
    },
];

/// The rate as a decimal fraction without superfluous zeros.
impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.per_mille / 1000, self.per_mille % 1000);
        let decimals = format!("{rest:03}");
        match decimals.trim_end_matches('0') {
            "" => f.pad(&whole.to_string()),
            decimals => f.pad(&format!("{whole}.{decimals}")),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.pad("human"),
            Player::Perfect => f.pad("perfect"),
            Player::Longest => f.pad("longest"),
            Player::Skill(skill) => f.pad(&format!("skill:{skill}")),
        }
    }
}

const WORDS: [&str; 4] = ["human", "perfect", "longest", "skill"];

impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Player, ParseError> {
        let word = text.trim();
        let start = text.len() - text.trim_start().len();
        match word {
            "human" => return Ok(Player::Human),
            "perfect" => return Ok(Player::Perfect),
            "longest" => return Ok(Player::Longest),
            _ => {}
        }
        let named = OPPONENTS.iter().find(|opponent| opponent.name.eq_ignore_ascii_case(word));
        if let Some(opponent) = named {
            return Ok(opponent.player);
        }
        if let Some(rate) = word.strip_prefix("skill:") {
            let at = start + word.len() - rate.len()..start + word.len();
            return read_rate(rate).map(Player::Skill).ok_or_else(|| {
                ParseError::new(text, at, "the rate of errors is a number from 0 to 1")
                    .suggest("as in `skill:0.2`, with three decimals at most")
            });
        }
        let shown: String = word.chars().take(40).collect();
        let error =
            ParseError::new(text, start..start + word.len(), format!("unknown player `{shown}`"));
        // `nearest` never names the word itself.
        let near = if word == "skill" { Some("skill") } else { nearest(word, WORDS) };
        Err(match near {
            Some("skill") => error.suggest("say how often it errs, as in `skill:0.2`"),
            Some(near) => error.suggest(format!("did you mean `{near}`?")),
            None => error
                .suggest("the players are pip, juno, ada, perfect, longest, skill:0.2 and human"),
        })
    }
}

/// A decimal fraction from 0 to 1 with three decimals at most.
fn read_rate(text: &str) -> Option<Skill> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let empty = whole.is_empty() && decimals.is_empty();
    if empty || whole.len() > 1 || decimals.len() > 3 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let whole: u16 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok()?;
    Skill::per_mille(whole * 1000 + thousandths)
}

impl Player {
    /// Whether moves come from outside.
    pub fn is_human(self) -> bool {
        self == Player::Human
    }

    /// The opponent that plays about as well; `None` for a person.
    ///
    /// ```
    /// use amalgam::session::Player;
    /// assert_eq!("skill:0.9".parse::<Player>()?.opponent().unwrap().name, "Pip");
    /// assert_eq!("ada".parse::<Player>()?, Player::Perfect);
    /// # Ok::<(), amalgam::ParseError>(())
    /// ```
    pub fn opponent(self) -> Option<&'static Opponent> {
        Some(match self {
            Player::Human => return None,
            Player::Skill(Skill { per_mille: 700.. }) => &OPPONENTS[0],
            Player::Skill(Skill { per_mille: 1.. }) => &OPPONENTS[1],
            _ => &OPPONENTS[2],
        })
    }

    /// A player who is a little better: the opponent after a game that was won.
    #[must_use]
    pub fn a_little_better(self) -> Player {
        match self {
            Player::Skill(Skill { per_mille: per_mille @ 200.. }) => {
                Player::Skill(Skill { per_mille: per_mille - 150 })
            }
            Player::Skill(_) => Player::Perfect,
            other => other,
        }
    }

    /// The move this player makes, given what the moves are worth. `None` for a person, and where
    /// no move is left.
    ///
    /// Of several quickest wins the first in the order of the moves is made. Where it is not known
    /// how long a game lasts, the first winning move is made, and the longest defence is taken to
    /// be the move that leaves the most coins.
    pub fn choose(self, evaluation: &Evaluation, random: &mut Random) -> Option<PartMove> {
        let chosen = match self {
            Player::Human => None,
            Player::Perfect => {
                quickest_win(evaluation).or_else(|| random.choose(&evaluation.moves))
            }
            Player::Longest => quickest_win(evaluation).or_else(|| longest_defence(evaluation)),
            Player::Skill(skill) => {
                if random.below(1000) < u64::from(skill.per_mille) {
                    random.choose(&evaluation.moves)
                } else {
                    quickest_win(evaluation).or_else(|| random.choose(&evaluation.moves))
                }
            }
        };
        chosen.map(|valued| valued.action.clone())
    }
}

/// The first of the quickest winning moves.
fn quickest_win(evaluation: &Evaluation) -> Option<&Valued> {
    let winning = evaluation.moves.iter().filter(|valued| valued.wins() == Some(true));
    winning.min_by_key(|valued| valued.remoteness().unwrap_or(u64::MAX))
}

/// The first of the moves after which the game lasts longest.
fn longest_defence(evaluation: &Evaluation) -> Option<&Valued> {
    let mut best: Option<(&Valued, (Option<u64>, u128))> = None;
    for valued in &evaluation.moves {
        debug_assert!(valued.known.is_none_or(|known| known.outcome == Outcome::N));
        let key = (valued.remoteness(), valued.action.result.coins());
        if best.is_none_or(|(_, most)| key > most) {
            best = Some((valued, key));
        }
    }
    best.map(|(valued, _)| valued)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_back() {
        for text in
            ["human", "perfect", "longest", "skill:0", "skill:0.2", "skill:1", "skill:0.125"]
        {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("skill:.5".parse::<Player>(), "skill:0.50".parse());
        for per_mille in 0..=1000 {
            let player = Player::Skill(Skill::per_mille(per_mille).unwrap());
            assert_eq!(player.to_string().parse::<Player>(), Ok(player));
        }
    }

    #[test]
    fn errors_point_and_suggest() {
        let cases = [
            ("perfekt", "unknown player `perfekt`", 0..7, "did you mean `perfect`?"),
            ("skill", "unknown player `skill`", 0..5, "say how often it errs, as in `skill:0.2`"),
            (
                "skill:1.5",
                "the rate of errors is a number from 0 to 1",
                6..9,
                "as in `skill:0.2`, with three decimals at most",
            ),
            (
                " skill:-1",
                "the rate of errors is a number from 0 to 1",
                7..9,
                "as in `skill:0.2`, with three decimals at most",
            ),
            (
                "god",
                "unknown player `god`",
                0..3,
                "the players are pip, juno, ada, perfect, longest, skill:0.2 and human",
            ),
        ];
        for (text, message, span, suggestion) in cases {
            let error = text.parse::<Player>().unwrap_err();
            assert_eq!((error.to_string().as_str(), error.span()), (message, span), "{text}");
            assert_eq!(error.suggestion(), Some(suggestion));
        }
    }
}
