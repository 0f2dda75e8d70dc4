//! A census that many ranks share, computed from the numbers of partitions without deciding anything: how
//! even the shares are, what each layer makes the ranks send, and the memory it takes.
//!
//! `cargo run --release -p amalgam-nim --example scale -- 150 64`

use std::error::Error;

use amalgam::Rules;
use amalgam::engines::census::Shares;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let coins = arguments.next().transpose()?.unwrap_or(60);
    let ranks = arguments.next().transpose()?.unwrap_or(64);
    let shares = Shares::new(coins, ranks).ok_or("at most 300 coins, and at least one rank")?;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!("coins  positions       largest/mean share  largest/mean waves  MiB sent to a rank");
    for n in (10..=coins).step_by(10) {
        let cost = shares.cost(n);
        let positions = shares.partitions().count(n);
        let mean = positions as f64 / ranks as f64;
        let most = |shares: &[u64]| shares.iter().max().copied().unwrap_or(0);
        println!(
            "{n:<7}{positions:<16}{:<20.3}{:<20.3}{:.3}",
            most(&cost.own) as f64 / mean,
            shares.longest(n) as f64 / mean,
            mib(most(&cost.fetched) / 8),
        );
    }
    let rules: Rules = "take any, merge".parse()?;
    let bytes = shares.bytes(&rules);
    let (most, all) = (bytes.iter().max().copied().unwrap_or(0), bytes.iter().sum());
    println!("memory: {:.0} MiB for the largest rank, {:.0} MiB in all", mib(most), mib(all));
    Ok(())
}
