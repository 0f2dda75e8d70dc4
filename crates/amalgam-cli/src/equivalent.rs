//! `amalgam equivalent`: whether two games are worth the same in every sum.

use amalgam::Solver;
use amalgam::{Play, Sum};
use amalgam_export::answers;
use clap::Args;

use crate::arguments::{GameArgs, LimitArgs};
use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    after_help = "G and H are equivalent if G + X and H + X have the same outcome for every \
    X; under normal play exactly when their Grundy values agree. Exit code 1 says that they are \
    not.\n\nExamples:\n  \
    amalgam equivalent \"nim[1,2]\" \"nim[3]\"\n  \
    amalgam equivalent \"amalgamation[3,4,5]\" \"nim[2]\" --witness"
)]
pub(crate) struct EquivalentArgs {
    /// A game with its position, or a sum
    left: String,
    /// Another
    right: String,
    #[command(flatten)]
    game: GameArgs,
    /// Show a game that tells the two apart
    #[arg(long)]
    witness: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &EquivalentArgs) -> Result<Answer, Failure> {
    let limits = args.limits.limits();
    let left = args.game.sum(std::slice::from_ref(&args.left), &limits)?;
    let right = args.game.sum(std::slice::from_ref(&args.right), &limits)?;
    if args.game.play() == Play::Misere {
        return Err(Failure::input(
            "equivalence is decided by Grundy values, which say nothing of misère play".to_owned(),
            Some("leave out --misere".to_owned()),
        ));
    }
    let solver = Solver::within(&limits);
    let equivalence = solver.equivalent(&left, &right)?;
    let [g, h] = equivalence.values;
    let witness = equivalence.witness().filter(|_| args.witness);
    let outcome = |sum: &Sum, heap| solver.outcome(sum.plus_nim(heap));
    let outcomes = match witness {
        Some(heap) => Some([outcome(&left, heap)?, outcome(&right, heap)?]),
        None => None,
    };
    if args.json {
        let told_apart = witness.zip(outcomes);
        output::print_json(&answers::equivalent(&left, &right, &equivalence, told_apart))?;
    } else {
        let rows = [
            vec![left.brief(), format!("Grundy value {g}")],
            vec![right.brief(), format!("Grundy value {h}")],
        ];
        let mut text = output::columns(&rows, 0);
        text += if equivalence.holds() {
            "equivalent: in every sum one can stand for the other\n"
        } else {
            "not equivalent\n"
        };
        if let (Some(heap), Some([l, r])) = (witness, outcomes) {
            text += &format!("nim[{heap}] tells them apart\n");
            let rows = [
                vec![left.plus_nim(heap).brief(), format!("{l}-position")],
                vec![right.plus_nim(heap).brief(), format!("{r}-position")],
            ];
            text += &output::columns(&rows, 2);
        }
        output::print(&text)?;
    }
    Ok(if equivalence.holds() { Answer::Yes } else { Answer::No })
}
