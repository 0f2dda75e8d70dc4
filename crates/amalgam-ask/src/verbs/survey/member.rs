//! A member of a family, as data.

use amalgam::lab::compare::Comparison;
use amalgam::lab::statement::Statement;
use amalgam::lab::survey::{Part, RowPeriod, Sizes, Surveyed, Thirds};
use schemars::JsonSchema;
use serde::Serialize;

use crate::verbs::compare::FactFound;
use crate::verbs::statement::StatementSaid;

/// A member of a family with what was found of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MemberSaid {
    /// The parameter.
    pub n: u64,
    /// Its rules.
    pub rules: String,
    /// The largest heap that was looked at.
    pub max: u64,
    /// f(a,b), or P-positions of three heaps.
    pub three_heaps: ThirdsSaid,
    /// Whether the P-positions are those of Nim.
    pub p_positions_beside_nim: BesideNim,
    /// Whether the values are those of Nim.
    pub values_beside_nim: BesideNim,
    /// The periods of the rows 1, 2, …
    pub periods: PeriodsSaid,
    /// How many P-positions have 0, 1, … coins.
    pub p_positions_by_coins: CountsSaid,
}

/// A part of a survey that was not found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Missing {
    /// `unknown` if a bound was met; null if there is no such thing.
    pub status: Option<&'static str>,
    /// Which bound, or why.
    pub why: String,
}

impl Missing {
    fn of<T>(part: &Part<T>) -> Result<&T, Missing> {
        match part {
            Part::Found(found) => Ok(found),
            Part::Unknown(why) => Err(Missing { status: Some("unknown"), why: why.clone() }),
            Part::Absent(why) => Err(Missing { status: None, why: (*why).to_owned() }),
        }
    }
}

/// What is known of three heaps.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ThirdsSaid {
    /// f(a,b), row by row.
    Completions {
        /// verified
        status: &'static str,
        /// For which a and b.
        scope: String,
        /// The rows a = 1, 2, …
        f: Vec<Vec<u64>>,
    },
    /// P-positions, where no completion is promised.
    Positions {
        /// verified
        status: &'static str,
        /// For which positions.
        scope: String,
        /// The first of them.
        p_positions: Vec<Vec<u64>>,
        /// How many there are.
        total: u64,
    },
    /// Nothing.
    Missing(Missing),
}

/// A member beside Nim.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BesideNim {
    /// What is known of the statement that all is as in Nim.
    #[serde(flatten)]
    pub statement: StatementSaid,
    /// Which bound the comparison met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many positions were compared.
    pub positions: Option<u64>,
    /// How many are as in Nim.
    pub agree: Option<u64>,
    /// How many values differ in the lowest bit alone.
    pub lowest_bit_alone: Option<u64>,
    /// What is known of the statement that values are as in Nim but for the lowest bit.
    pub up_to_the_lowest_bit: Option<StatementSaid>,
    /// The first difference.
    pub first_difference: Option<FirstDifference>,
}

/// The first position that is not as in Nim.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FirstDifference {
    /// The position.
    pub position: Vec<u64>,
    /// What it is here.
    pub here: FactFound,
    /// What it is in Nim.
    pub nim: FactFound,
}

impl BesideNim {
    fn new(part: &Part<Comparison>, all: &Statement, nearly: Option<&Statement>) -> BesideNim {
        let found = part.found();
        let first = found.and_then(|found| found.differences.first());
        BesideNim {
            statement: all.into(),
            why: match part {
                Part::Unknown(why) => Some(why.clone()),
                _ => None,
            },
            positions: found.map(|found| found.positions),
            agree: found.map(|found| found.agree),
            lowest_bit_alone: nearly.and(found).map(|found| found.nearly),
            up_to_the_lowest_bit: nearly.map(StatementSaid::from),
            first_difference: first.map(|first| FirstDifference {
                position: first.position.heaps().to_vec(),
                here: first.left.into(),
                nim: first.right.into(),
            }),
        }
    }
}

/// The periods of rows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PeriodsSaid {
    /// Row by row.
    Rows(Vec<PeriodSaid>),
    /// Nothing.
    Missing(Missing),
}

/// The period of a row.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct PeriodSaid {
    /// proved, observed, none observed or unknown.
    pub status: &'static str,
    /// From which column on it repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// After how many columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// Up to which column it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_column: Option<u64>,
    /// Which bound was met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl From<&RowPeriod> for PeriodSaid {
    fn from(row: &RowPeriod) -> PeriodSaid {
        let (status, repeats, to_column, why) = match row {
            RowPeriod::Proved { preperiod, period } => {
                ("proved", Some((*preperiod, *period)), None, None)
            }
            RowPeriod::Observed { preperiod, period, to } => {
                ("observed", Some((*preperiod, *period)), Some(*to), None)
            }
            RowPeriod::NoneTo { to } => ("none observed", None, Some(*to), None),
            RowPeriod::Unknown(why) => ("unknown", None, None, Some(why.clone())),
        };
        let (preperiod, period) = repeats.unzip();
        PeriodSaid { status, preperiod, period, to_column, why }
    }
}

/// Counts by coins.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CountsSaid {
    /// The counts.
    Counts {
        /// verified
        status: &'static str,
        /// Up to how many coins.
        scope: String,
        /// For 0, 1, … coins.
        counts: Vec<u64>,
    },
    /// Nothing.
    Missing(Missing),
}

/// For which f(a,b) is given, in words.
pub(super) fn scope(sizes: &Sizes) -> String {
    format!("a <= {}, b <= {}", sizes.rows, sizes.cols)
}

impl MemberSaid {
    pub(super) fn new(sizes: &Sizes, found: &Surveyed) -> MemberSaid {
        let status = "verified";
        MemberSaid {
            n: found.member.n,
            rules: found.member.game.in_words(),
            max: found.max,
            three_heaps: match Missing::of(&found.thirds) {
                Ok(Thirds::Completions(rows)) => {
                    ThirdsSaid::Completions { status, scope: scope(sizes), f: rows.clone() }
                }
                Ok(Thirds::Positions { first, total, max }) => ThirdsSaid::Positions {
                    status,
                    scope: format!("3 heaps, max {max}"),
                    p_positions: first.iter().map(|found| found.heaps().to_vec()).collect(),
                    total: *total,
                },
                Err(missing) => ThirdsSaid::Missing(missing),
            },
            p_positions_beside_nim: BesideNim::new(
                &found.outcomes,
                &found.p_positions_as_in_nim,
                None,
            ),
            values_beside_nim: BesideNim::new(
                &found.values,
                &found.values_as_in_nim,
                Some(&found.values_up_to_the_lowest_bit),
            ),
            periods: match Missing::of(&found.periods) {
                Ok(rows) => PeriodsSaid::Rows(rows.iter().map(PeriodSaid::from).collect()),
                Err(missing) => PeriodsSaid::Missing(missing),
            },
            p_positions_by_coins: match Missing::of(&found.counts) {
                Ok(counts) => CountsSaid::Counts {
                    status,
                    scope: format!("at most {} coins", sizes.coins),
                    counts: counts.clone(),
                },
                Err(missing) => CountsSaid::Missing(missing),
            },
        }
    }
}
