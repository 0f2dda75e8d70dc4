//! `amalgam games`: the named games.

use amalgam::games::{AnyGame, NAMED, NamedGame};
use amalgam_export::answers;
use clap::Args;

use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    after_help = "Rules of your own go wherever a game goes, in words separated by commas:\n  \
    take any | take 1..3 | take {1,2,5} | take 1..2 then split\n  \
    split | split unequal\n  \
    merge [if CONDITION [and CONDITION …]] [then take N]\n  \
    with conditions min >= N, max <= N, sum <= N, equal, unequal"
)]
pub(crate) struct GamesArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &GamesArgs) -> Result<Answer, Failure> {
    if args.json {
        output::print_json(&answers::games()?)?;
        return Ok(Answer::Yes);
    }
    let mut text = String::new();
    for named in &NAMED {
        text += &format!("{}\n", named.typical);
        let mut rows = vec![vec!["rules".to_owned(), rules(named)?]];
        if !named.parameters.is_empty() {
            rows.push(vec!["parameters".to_owned(), named.parameters.to_owned()]);
        }
        rows.push(vec!["source".to_owned(), named.source.to_owned()]);
        let game = match named.typical {
            plain if !plain.contains('(') => plain.to_owned(),
            brackets => format!("\"{brackets}\""),
        };
        let example = format!("amalgam solve --game {game} \"{}\"", named.example);
        rows.push(vec!["try".to_owned(), example]);
        text += &output::columns(&rows, 2);
    }
    output::print(&text)?;
    Ok(Answer::Yes)
}

fn rules(named: &NamedGame) -> Result<String, Failure> {
    Ok(named.typical.parse::<AnyGame>()?.in_words())
}
