//! The verbs, one file each. A new verb is a file here and a word in the list below.

mod asked;
mod census;
mod claims;
mod compare;
mod complete;
mod conjecture;
mod cube;
mod equivalent;
mod family;
mod games;
pub mod ledger;
mod moves;
mod period;
mod positions;
mod single_heaps;
mod solve;
mod statement;
mod survey;
mod values;
mod verify;

pub use asked::{Heaps, Played};
pub use census::{Census, CensusMade};
pub use census::{look::CensusShow, repair::CensusRepair, verify::CensusVerify};
pub use claims::{ClaimSaid, Claims, Ledger};
pub use compare::{Compare, Compared, replay};
pub use complete::{Complete, Completed};
pub use conjecture::{Conjecture, Conjectured};
pub use cube::{Cube, CubeSummed};
pub use equivalent::{Equivalent, Weighed};
pub use family::{Families, Family, FamilyFound};
pub use games::{Games, GamesListed};
pub use moves::{Moves, MovesListed};
pub use period::{Period, PeriodFound};
pub use positions::{About, MoveSaid, PositionSaid};
pub use solve::{Solve, Solved};
pub use survey::{Survey, Surveyed};
pub use values::{Values, ValuesListed};
pub use verify::{Verified, Verify};

use crate::question::Verb;

macro_rules! verbs {
    ($($verb:ident),* $(,)?) => {
        /// Every verb, in the order of the help. A verb `census-show` is `census show` at the command line.
        pub static VERBS: [Verb; [$(stringify!($verb)),*].len()] = [$(Verb::new::<$verb>()),*];
    };
}

verbs! {
    Solve, Moves, Complete, Equivalent, Cube, Census, CensusShow, CensusVerify, CensusRepair, Verify, Claims,
    Conjecture, Compare, Survey, Values, Period, Family, Games,
}
