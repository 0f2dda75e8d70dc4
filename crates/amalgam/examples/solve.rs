//! Ask who wins, how, and why: `cargo run --example solve -- "[3,4,5]"`.

use amalgam::{Outcome, SolveError, Solver};

fn main() -> Result<(), SolveError> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "amalgamation[3,4,5] + nim[2]".to_owned());
    let answer = Solver::new().solve(text.as_str())?;
    match answer.outcome() {
        Outcome::P => println!("{}: the player who just moved wins", answer.sum()),
        Outcome::N => println!("{}: the player to move wins", answer.sum()),
    }
    for winning in answer.winning_moves() {
        println!("  {}", winning.action);
    }
    println!("proved by {}", answer.reason());
    Ok(())
}
