//! Locke–Handley, Sections 2 and 5: three heaps, row by row, and the matching.

use std::collections::BTreeSet;

use super::check::{AMALGAMATION, Know, all_of, each_with, fails_at, holds, outcomes, solve};
use super::locke_handley::two_heaps;
use super::printed::{LISTS, Listed, OBSERVED, Observed, Pair, ROW_3};
use super::verdict::{Checked, Replay};
use super::{Claim, Context, Paper, like};
use amalgam_core::games::rules::Family;
use amalgam_core::{Outcome, Position};
use amalgam_rows::Proved;
use amalgam_rows::three::progress::Silent;
use amalgam_rows::three::row;
use amalgam_rows::three::rows;
use amalgam_tables::bulk::{Domain, Facts};

/// Where the introduction of Section 2 says that rows 8 to 11 are described.
const CITED: [u64; 4] = [16, 17, 18, 19];

const PAPER: Paper = Paper::LockeHandley;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "LH-T2i",
        "Theorem 2(i)",
        "A single heap is N.",
        |context| two_heaps(context, "coins > 0 => N", 1),
    )
    .proof("taking it all wins"),
    PAPER.claim(
        "LH-T2ii",
        "Theorem 2(ii)",
        "Two heaps are P exactly if they are equal.",
        |context| two_heaps(context, "P <=> x == y", 2),
    )
    .proof("theory::locke_handley, Lemmas 6 and 8"),
    PAPER.claim(
        "LH-T2a.printed",
        "Theorem 2(iii), third line",
        "With a heap of one, [12,13], [14,15], … are P: the second list of row 3 is printed as L2(1).",
        |context| listed_are_p(context, &[[1, 12, 13], [1, 14, 15], [1, 16, 17]]),
    )
    .printed_for("LH-T2iii"),
    PAPER.claim(
        "LH-T2b.printed",
        "Theorem 2(iii), third line",
        "L(3), all pairs that make a P-position with a heap of three, is [4,8], [9,10], [7,11] and \
         [12,13] + 2ℕ.",
        |_| printed_row(&Listed { once: &[[4, 8], [9, 10], [7, 11]], ..ROW_3 }, 1),
    )
    .printed_for("LH-T2iii")
    .note("printed as triples, for positions whose smallest heap is three, and of those it is true \
           (LH-T5); but L(3) is defined without that, and the lists of rows 2 and 4 to 7 have their \
           pairs below the row: here [1,5] and [2,6] are missing"),
    PAPER.claim(
        "LH-T2iii",
        "Theorem 2(iii)",
        "The P-positions of three heaps, one of them 1 to 7, are those of the seven lists, where \
         L(3) is {[1,5], [2,6], [4,8], [9,10], [7,11]} and [12,13] + 2ℕ.",
        |_| all_of(LISTS.iter().map(|listed| printed_row(listed, 1))),
    )
    .corrects("LH-T2b.printed")
    .note("printed for the smallest heap a; the lists, as L is defined, have the pairs with smaller heaps \
           as well"),
    PAPER.claim(
        "LH-T3",
        "Theorem 3",
        "With a heap of one and no empty heap, P means [4k+2, 4k+4] or [4k+3, 4k+5].",
        |_| printed_row(&LISTS[0], 1),
    )
    .corrects("LH-T3.proof.printed"),
    PAPER.claim(
        "LH-T4",
        "Theorem 4",
        "With smallest heap two, P means [2, 2k+1, 2k+4]; so it does with a heap of two and no empty \
         heap, where k = 0 gives [1,2,4].",
        |_| printed_row(&LISTS[1], 1),
    )
    .note("the section assumes a1 ≤ a2 ≤ a3, so that the theorem does not speak of [2,2] with an empty \
           heap, which is P"),
    PAPER.claim(
        "LH-T5",
        "Theorem 5",
        "With smallest heap three, P means [4,8], [7,11], [9,10] or [2k+12, 2k+13].",
        |_| printed_row(&ROW_3, 3),
    ),
    PAPER.claim("LH-T11", "Theorem 11", "L(4) is as listed, with period 4.", |_| printed_row(&LISTS[3], 1)),
    PAPER.claim("LH-T12", "Theorem 12", "L(5) is as listed, with period 4.", |_| printed_row(&LISTS[4], 1)),
    PAPER.claim("LH-T13", "Theorem 13", "L(6) is as listed, with period 4.", |_| printed_row(&LISTS[5], 1)),
    PAPER.claim("LH-T14", "Theorem 14", "L(7) is as listed, with period 8.", |_| printed_row(&LISTS[6], 1)),
    PAPER.claim(
        "LH-O15",
        "Empirical Observation 15",
        "L(8): L1 as listed; L2 starts with [20,25] and has period 40.",
        |_| observed_row(&OBSERVED[0]),
    )
    .note("the row can be split in more than one way: [1,6] repeats with the period too, as [41,46], \
           [81,86], …, so here it stands in L2, in the paper in L1"),
    PAPER.claim(
        "LH-O16",
        "Empirical Observation 16",
        "L(9): L1 as listed; L2 starts with [16,20] and has period 40.",
        |_| observed_row(&OBSERVED[1]),
    ),
    PAPER.claim(
        "LH-O17",
        "Empirical Observation 17",
        "L(10): L1 as listed; L2 starts with [14,18] and has period 160.",
        |_| observed_row(&OBSERVED[2]),
    ),
    PAPER.claim(
        "LH-O18",
        "Empirical Observation 18",
        "L(11): L1 as listed; L2 starts with [16,22] and has period 960.",
        |_| observed_row(&OBSERVED[3]),
    ),
    PAPER.claim(
        "LH-Onumbers.printed",
        "Section 2, before Theorem 2",
        "Rows 8 to 11 are described in Empirical Observations 16 to 19.",
        |_| numbers(&CITED),
    )
    .printed_for("LH-Onumbers"),
    PAPER.claim(
        "LH-Onumbers",
        "Section 2, before Theorem 2",
        "Rows 8 to 11 are described in Empirical Observations 15 to 18.",
        |_| numbers(&[15, 16, 17, 18]),
    )
    .corrects("LH-Onumbers.printed")
    .proof("the headings of the paper"),
    PAPER.claim(
        "LH-Oproofs",
        "Section 5",
        "Proofs for rows 8 to 11 can be constructed by computer.",
        |context| like("SH-rows811", context),
    ),
    PAPER.claim(
        "LH-Ojumps",
        "Section 5, before Observation 15",
        "The period jumps at rows 8, 10 and 11.",
        jumps,
    ),
    PAPER.claim(
        "LH-graph",
        "Section 5, comment",
        "For each j ≥ 1 the pairs {k, l} with [j,k,l] a P-position, which are the pairs of L(j), match \
         the numbers from 1 on perfectly, j itself left out.",
        matching,
    )
    .proof("completion: for each k there is exactly one l; it is not k, and j goes with 0"),
    PAPER.claim(
        "LH-graph1",
        "Section 5, comment",
        "An N-position [1,a,b] with 1 < a ≤ b is won by merging, by taking the single coin, or by \
         reducing b to the partner of a.",
        play_row_one,
    )
    .proof("Theorem 3: the partner of a is at most a + 2, and for b < a + 2 the other two moves win"),
];

fn proved_row(row: u64) -> Result<Proved, String> {
    let report = rows::find(Family::AMALGAMATION, row, &Default::default(), &Silent);
    let report = report.map_err(|error| error.to_string())?;
    let proved = report.last().and_then(|last| last.proved()).cloned();
    proved.ok_or_else(|| format!("the period of row {row} was not found"))
}

fn certified(row: u64, proved: &Proved) -> Checked {
    let Proved { preperiod, period, .. } = proved;
    Checked::Certified {
        scope: format!("row {row}, all columns"),
        by: format!("three::rows: row {row} has period {period} from column {preperiod} on"),
    }
}

/// Compares L(row) as printed with the row, for pairs whose smaller heap is at least `from`.
///
/// Right of the row's preperiod and of everything printed, both sets of pairs are the same after a
/// shift by a common multiple of the two periods; so if they agree up to there and for one such
/// multiple beyond, they agree everywhere.
fn printed_row(listed: &Listed, from: u64) -> Checked {
    let row = listed.row;
    let proved = match proved_row(row) {
        Ok(proved) => proved,
        Err(why) => return Checked::Unknown { why },
    };
    let last = listed.once.iter().chain(listed.repeating).map(|pair| pair[0]).max().unwrap_or(0);
    let end = proved.preperiod.max(last + 1) + listed.period * proved.period;
    let actual = match row::matching(Family::AMALGAMATION, row, from..end) {
        Ok(pairs) => pairs.into_iter().filter(|pair| pair[0] >= from && pair[0] < end),
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let actual: BTreeSet<Pair> = actual.collect();
    let translates = listed.repeating.iter().flat_map(|&[b, c]| {
        (0..)
            .map(move |t| [b + t * listed.period, c + t * listed.period])
            .take_while(|p| p[0] < end)
    });
    let stated: BTreeSet<Pair> =
        listed.once.iter().copied().chain(translates).filter(|pair| pair[0] >= from).collect();
    let worst = actual.symmetric_difference(&stated).min_by_key(|&&[b, c]| (b + c, b > 0));
    if let Some(&[b, c]) = worst {
        let why = match actual.contains(&[b, c]) {
            true => format!("it is P, and row {row} as printed does not have it"),
            false => format!("it is N, and row {row} as printed has it"),
        };
        let position = Position::new([row, b, c]);
        let replay = solve(AMALGAMATION, &position);
        return fails_at(position, why, replay, &format!("row {row}"));
    }
    if proved.period != listed.period {
        let why = format!("the least period of row {row} is {}", proved.period);
        let replay = Replay::Table { rows: row + 1, cols: Some(40) };
        return fails_at(Position::new([row]), why, replay, &format!("row {row}"));
    }
    certified(row, &proved)
}

/// L1 is part of the row, and what is left starts as stated and repeats with the least period.
fn observed_row(stated: &Observed) -> Checked {
    let Observed { row, once, first, period, .. } = *stated;
    let proved = match proved_row(row) {
        Ok(proved) => proved,
        Err(why) => return Checked::Unknown { why },
    };
    let last = once.iter().map(|pair| pair[0]).max().unwrap_or(0);
    // Beyond `regular` every pair of the row is followed by its translate.
    let regular = proved.preperiod.max(last + 1);
    let pairs = match row::matching(Family::AMALGAMATION, row, 1..regular + 2 * period) {
        Ok(pairs) => pairs.into_iter().filter(|pair| pair[0] > 0).collect::<BTreeSet<Pair>>(),
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let fails = |[b, c]: Pair, why: &str| {
        let position = Position::new([row, b, c]);
        let replay = solve(AMALGAMATION, &position);
        fails_at(position, why.to_owned(), replay, &format!("row {row}"))
    };
    if let Some(&pair) = once.iter().find(|pair| !pairs.contains(*pair)) {
        return fails(pair, "L1 has it, the row does not");
    }
    let rest: BTreeSet<Pair> = pairs.iter().copied().filter(|pair| !once.contains(pair)).collect();
    match rest.first() {
        Some(&start) if start != first => return fails(start, "L2 starts there"),
        _ => {}
    }
    let alone = |&&[b, c]: &&Pair| b < regular && !rest.contains(&[b + period, c + period]);
    if let Some(&pair) = rest.iter().find(alone) {
        return fails(pair, "L2 has it, but not its translate");
    }
    if proved.period != period {
        return fails(first, &format!("the least period is {}", proved.period));
    }
    certified(row, &proved)
}

pub(super) fn listed_are_p(context: &Context, heaps: &[[u64; 3]]) -> Checked {
    let stated: Vec<(&[u64], Outcome)> = heaps.iter().map(|h| (&h[..], Outcome::P)).collect();
    outcomes(context, AMALGAMATION, &stated)
}

fn numbers(cited: &[u64; 4]) -> Checked {
    let wrong = OBSERVED.iter().zip(cited).find(|(observed, cited)| observed.number != **cited);
    let scope = "the four headings";
    match wrong {
        Some((observed, cited)) => {
            let Observed { number, row, .. } = observed;
            let why = format!("row {row} is described in Observation {number}, not {cited}");
            let replay = Replay::Claim(format!("LH-O{number}"));
            fails_at(Position::new([*row]), why, replay, scope)
        }
        None => Checked::Holds { scope: scope.to_owned() },
    }
}

fn jumps(_: &Context) -> Checked {
    let report = match rows::find(Family::AMALGAMATION, 11, &Default::default(), &Silent) {
        Ok(report) => report,
        Err(error) => return Checked::Unknown { why: error.to_string() },
    };
    let periods: Vec<u64> = report.iter().filter_map(|row| Some(row.proved()?.period)).collect();
    let grows = |i: &usize| periods[*i] > 2 * periods[*i - 1];
    let found: Vec<usize> = (1..periods.len()).filter(grows).map(|i| i + 1).collect();
    let what = format!("the periods of rows 1 to 11 are {periods:?}");
    if found == [8, 10, 11] {
        Checked::Fits { scope: "growth by more than a factor of two".to_owned(), what }
    } else {
        let replay = Replay::Table { rows: 12, cols: None };
        fails_at(Position::default(), format!("{what}, with jumps at {found:?}"), replay, "rows")
    }
}

/// Each number from 1 on other than j has exactly one partner, another number.
fn matching(context: &Context) -> Checked {
    let most = context.pick(60, 200, 400);
    let domain = Domain::heaps(2, most).expect("a small domain");
    each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let [j, k] = [heaps[0], heaps[1]];
        if j == 0 {
            return Ok(());
        }
        let Some(l) = tables.completion(&[j, k]) else { return Err("no completion".to_owned()) };
        if j == k {
            return holds(l == 0, "j is not matched with the empty heap");
        }
        holds(l != k && l != 0 && l != j, format!("{k} is matched with {l}"))?;
        holds(tables.completion(&[j, l]) == Some(k), format!("{l} has another partner"))
    })
}

fn play_row_one(context: &Context) -> Checked {
    let most = context.pick(60, 200, 400);
    let domain = Domain::heaps(3, most).expect("a small domain");
    each_with(context, AMALGAMATION, Know::Completion, &domain, |tables, heaps| {
        let [one, a, b] = [heaps[0], heaps[1], heaps[2]];
        if one != 1 || a < 2 || tables.completion(&[a, b]) == Some(1) {
            return Ok(());
        }
        let partner = tables.completion(&[1, a]).ok_or("no completion")?;
        holds(a + 1 == b || a == b || partner < b, "none of the three moves wins")
    })
}
