//! The periods of the first rows of f(a,b), and a certificate that `amalgam-check` accepts.

use amalgam::Budget;
use amalgam::engines::rows::{RowError, certificate};
use amalgam::engines::three::progress::Silent;
use amalgam::engines::three::rows;
use amalgam::games::rules::Family;

fn main() -> Result<(), RowError> {
    let mut run = rows::Run::new(Family::AMALGAMATION, 11)?;
    run.advance(&Budget::default(), &Silent)?;
    for row in run.report() {
        if let Some(proved) = row.proved() {
            println!("row {}: period {} from {}", row.name(), proved.period, proved.preperiod);
        }
    }
    println!("\n{}", certificate::rows(&run)?);
    Ok(())
}
