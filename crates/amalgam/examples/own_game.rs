//! A user's own game: say what the options of a position are, and it can be solved. Here a row of
//! coins lies on the table, and a player takes one coin or two that lie side by side.

use std::error::Error;
use std::sync::Arc;

use amalgam::games::own::{Datum, OwnError, OwnGame};
use amalgam::{Budget, Solver, Sum};

#[derive(Debug)]
struct Coins;

impl OwnGame for Coins {
    fn name(&self) -> &str {
        "a row of coins"
    }

    /// A position is the list of the lengths of the pieces of the row.
    fn options(&self, position: &Datum) -> Result<Vec<Datum>, OwnError> {
        let Datum::List(pieces) = position else {
            return Err(OwnError::new("a position is a list of lengths"));
        };
        let lengths: Vec<i64> = pieces
            .iter()
            .map(|piece| match piece {
                Datum::Integer(length) => Ok(*length),
                _ => Err(OwnError::new("a length is a number")),
            })
            .collect::<Result<_, _>>()?;
        let mut options = Vec::new();
        for (i, &length) in lengths.iter().enumerate() {
            for taken in 1..=2.min(length) {
                for left in 0..=(length - taken) / 2 {
                    let mut after = lengths.clone();
                    after.splice(i..=i, [left, length - taken - left]);
                    after.retain(|&length| length > 0);
                    after.sort_unstable();
                    options.push(Datum::List(after.into_iter().map(Datum::from).collect()));
                }
            }
        }
        Ok(options)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game: Arc<dyn OwnGame> = Arc::new(Coins);
    for length in 1..=12 {
        let sum = Sum::parse_own(&format!("[{length}]"), &game, &Budget::default())?;
        let answer = Solver::new().solve(&sum)?;
        println!("{length:>2}: {:?}, Grundy value {:?}", answer.outcome(), answer.grundy());
    }
    Ok(())
}
