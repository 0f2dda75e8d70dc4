//! Any number of heaps: what was found of the rows of rests, checked like the papers.

use super::verdict::{Checked, Counterexample, Replay};
use super::{Claim, Context, Paper};
use amalgam_core::base::budget::Silent;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Play, Position};
use amalgam_rows::rests::periodic;
use amalgam_rows::{self as rows, Proved, Setting, Values, Wanted};

const PAPER: Paper = Paper::Found;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "AM-rests",
        "rows of rests",
        "For every multiset R of heaps the row of R repeats: f(R, c + p) = f(R, c) + p from some c on.",
        |context| each(context, |_, _| Ok(())),
    )
    .proof("docs/certificate.md, Theorem R4"),
    PAPER.claim(
        "AM-rest-parity",
        "rows of rests",
        "If the row of R repeats with period p and has φ columns a period that are their own \
         partners, then p and φ are both even or both odd.",
        |context| {
            each(context, |row, _| {
                let odd = row.proved.fixed.is_some_and(|fixed| row.proved.period % 2 != fixed % 2);
                exception(odd, || format!("period {}", row.proved.period))
            })
        },
    )
    .proof("docs/certificate.md, Fixed points"),
    PAPER.claim(
        "AM-rest-mirror",
        "rows of rests",
        "If every height of R occurs an even number of times, the row of R is the identity.",
        |context| {
            each(context, |row, _| {
                let other = row.rest.is_mirror() && (!row.is_identity() || row.proved.preperiod > 0);
                exception(other, || "its row is not the identity".to_owned())
            })
        },
    )
    .proof("theory::locke_handley, mirror positions: R with c and c is one of them"),
    PAPER.claim(
        "AM-rest-only-mirror",
        "rows of rests",
        "Only the rows of rests in which every height occurs an even number of times are the identity \
         from some column on.",
        |context| {
            each(context, |row, _| {
                exception(row.is_identity() && !row.rest.is_mirror(), || {
                    format!("[…,c,c] is P for all c >= {}", row.proved.preperiod)
                })
            })
        },
    ),
    PAPER.claim(
        "AM-rest-identity-P",
        "rows of rests",
        "A rest whose row is the identity from some column on is itself a P-position.",
        |context| {
            each(context, |row, _| {
                let other = row.is_identity() && row.completion(context) != Some(0);
                exception(other, || "it is an N-position".to_owned())
            })
        },
    ),
    PAPER.claim(
        "AM-rest-P-identity",
        "rows of rests",
        "The row of a rest that is a P-position is the identity from some column on.",
        |context| {
            each(context, |row, _| {
                let other = !row.is_identity() && row.completion(context) == Some(0);
                exception(other, || {
                    let Proved { preperiod, period, .. } = row.proved;
                    let fixed = row.proved.fixed.unwrap_or(0);
                    format!("from {preperiod} on {fixed} of {period} columns are their own partners")
                })
            })
        },
    ),
    PAPER.claim(
        "AM-rest-N-fixed",
        "rows of rests",
        "If a rest R is an N-position, R with c and c is a P-position for finitely many c only.",
        |context| {
            each(context, |row, _| {
                let other = row.proved.fixed.is_some_and(|fixed| fixed > 0)
                    && row.completion(context) != Some(0);
                exception(other, || {
                    let Proved { preperiod, period, .. } = row.proved;
                    let fixed = row.proved.fixed.unwrap_or(0);
                    format!("from {preperiod} on it is P for {fixed} of {period} columns")
                })
            })
        },
    ),
    PAPER.claim(
        "AM-rest-three-odd",
        "rows of rests",
        "If one or two heights of R occur an odd number of times, R with c and c is never a P-position: \
         where a row has fixed points for ever, no height of its rest occurs an odd number of times, or at \
         least three do.",
        |context| {
            each(context, |row, _| {
                let fixed = row.proved.fixed.is_some_and(|fixed| fixed > 0);
                exception(fixed && matches!(row.odd_heights(), 1 | 2), || {
                    format!("{} heights occur an odd number of times", row.odd_heights())
                })
            })
        },
    )
    .proof(
        "Take the one heap, or lower the larger of the two to the smaller: with c and c every height \
         occurs an even number of times then, which is a P-position (AM-rest-mirror). So R with c and c \
         has a move to a P-position.",
    ),
    PAPER.claim(
        "AM-rest-six-identities",
        "rows of rests",
        "Beside the rests in which every height occurs an even number of times, the rows of these alone \
         are the identity from some column on: [1,2,4], [1,3,5], [1,1,1,2,4], [1,2,2,2,4], \
         [1,1,1,1,1,2,4], [1,1,1,2,2,2,4].",
        |context| {
            each(context, |row, _| {
                let known = IDENTITIES.contains(&row.rest.heaps()) || row.rest.is_mirror();
                exception(row.is_identity() != known, || {
                    format!("from {} on its period is {}", row.proved.preperiod, row.proved.period)
                })
            })
        },
    )
    .note("All 2,714 rests of up to 20 coins agree, as their rows show."),
    PAPER.claim(
        "AM-rest-period-single",
        "rows of rests",
        "The row of R has the period of the row of one heap of |R| coins, unless every height of R occurs \
         an even number of times.",
        |context| {
            each(context, |row, singles| {
                let (period, single) = (row.proved.period, singles[row.rest.coins() as usize]);
                exception(period != single && !row.rest.is_mirror(), || {
                    format!("its row has period {period}, that of one heap {single}")
                })
            })
        },
    )
    .note("With 12 coins it holds for all: 2,880. With 15 to 20 coins it holds for the heap alone."),
    PAPER.claim(
        "AM-rest-period-twice",
        "rows of rests",
        "If R has 10 coins or more, the period of its row divides twice the least common multiple of the \
         periods of the rows 1 to |R| of single heaps.",
        |context| {
            each(context, |row, singles| match row.rest.coins() {
                10.. => row.divides(singles, 2),
                _ => Ok(()),
            })
        },
    )
    .note("All rests of up to 20 coins agree, as their rows show. Twice is needed from 19 coins on."),
    PAPER.claim(
        "AM-rest-period",
        "rows of rests",
        "The period of the row of R divides the least common multiple of the periods of the rows 1 to \
         |R| of single heaps.",
        |context| each(context, |row, singles| row.divides(singles, 1)),
    ),
    PAPER.claim(
        "AM-rest-period-10",
        "rows of rests",
        "The same for rests of 10 to 18 coins.",
        |context| {
            each(context, |row, singles| match row.rest.coins() {
                10..=18 => row.divides(singles, 1),
                _ => Ok(()),
            })
        },
    )
    .note(
        "With 19 coins it fails again: the row of [1,1,1,3,13] has period 23,040, the rows 1 to 19 have \
         11,520 together.",
    ),
];

/// The rests that are no mirror positions and whose rows are the identity in the end.
const IDENTITIES: [&[u64]; 6] = [
    &[1, 2, 4],
    &[1, 3, 5],
    &[1, 1, 1, 2, 4],
    &[1, 2, 2, 2, 4],
    &[1, 1, 1, 1, 1, 2, 4],
    &[1, 1, 1, 2, 2, 2, 4],
];

/// The row of a rest, and what is asked of it.
struct Row<'a> {
    rest: &'a Position,
    proved: &'a Proved,
    setting: &'a Setting,
}

impl Row<'_> {
    /// Whether every late column is its own partner.
    fn is_identity(&self) -> bool {
        self.proved.fixed == Some(self.proved.period)
    }

    /// f(R).
    fn completion(&self, context: &Context) -> Option<u64> {
        rows::values(self.setting, self.rest, 1, &context.limits).ok()?.first().copied()
    }

    /// How many heights occur an odd number of times.
    fn odd_heights(&self) -> usize {
        self.rest.heaps().chunk_by(|x, y| x == y).filter(|same| same.len() % 2 == 1).count()
    }

    /// Whether the period divides this many times those of single heaps together.
    fn divides(&self, singles: &[u64], times: u64) -> Result<(), String> {
        let lowest = singles[..=self.rest.coins() as usize].iter();
        let all = lowest.copied().try_fold(1, periodic::lcm).unwrap_or(u64::MAX);
        let period = self.proved.period;
        exception(!all.saturating_mul(times).is_multiple_of(period), || {
            format!("its row has period {period}, those of single heaps together {all}")
        })
    }
}

fn exception(is_one: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if is_one { Err(why()) } else { Ok(()) }
}

/// Tests the rows of all rests up to some coins; a test is given the periods of single heaps too.
fn each(
    context: &Context,
    mut test: impl FnMut(&Row<'_>, &[u64]) -> Result<(), String>,
) -> Checked {
    let coins = context.pick(12, 14, 18);
    let rules: Rules = "take any, merge".parse().expect("rules");
    let found = Setting::new(&rules, Play::Normal, Values::Completions).and_then(|setting| {
        let found = rows::find(&setting, &Wanted::Coins(coins), &context.limits, &Silent)?;
        Ok((setting, found))
    });
    let (setting, rows) = match found {
        Ok(found) => found,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let mut singles = vec![1; coins as usize + 1];
    for (tested, row) in rows.iter().enumerate() {
        let rest = &row.rest;
        let Some(proved) = row.proved() else {
            return Checked::Unknown { why: format!("the row of {rest} is not known") };
        };
        if let [heap] = *rest.heaps() {
            singles[heap as usize] = proved.period;
        }
        if let Err(why) = test(&Row { rest, proved, setting: &setting }, &singles) {
            let (position, replay) = (rest.clone(), Replay::Row(rest.clone()));
            let scope =
                format!("rests of up to {coins} coins: the first after {tested} smaller ones");
            let counterexample = Counterexample { position, why, replay };
            return Checked::Fails { scope, counterexample };
        }
    }
    Checked::Holds { scope: format!("all {} rests of up to {coins} coins", rows.len()) }
}
