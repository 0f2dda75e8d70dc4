//! Every P-position of Amalgamation Nim up to this many coins, as they are found.

use std::error::Error;

use amalgam::engines::census::{Census, is_mirror};
use amalgam::{Budget, Play, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let rules: Rules = "take any, merge".parse()?;
    let budget = Budget::default();
    let mut census = Census::new(&rules, Play::Normal, 14, &budget)?;
    while let Some(layer) = census.advance(&budget)? {
        let odd: Vec<_> = layer.positions().filter(|heaps| !is_mirror(heaps)).collect();
        println!("{} coins: {} that are no mirror positions {odd:?}", layer.coins, odd.len());
    }
    Ok(())
}
