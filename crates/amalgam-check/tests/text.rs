//! A certificate that was read, written again: how the errors that are planted get into the text.

use amalgam_check::{Certificate, Claim, Cover, Pairs, Proved, Row, Structure};

use crate::naive::name;

/// A certificate as text, without its last line.
pub fn text(certificate: &Certificate) -> String {
    let version = if certificate.blocks.is_empty() { 1 } else { 2 };
    let mut text = format!("amalgam-certificate {version}\ngame {}\n", name(certificate.game));
    text += &match certificate.claim {
        Claim::Rows(first, last) => format!("claim rows {first} {last}\n"),
        Claim::Covers(last) => format!("claim covers {last}\n"),
        Claim::Families => unreachable!("families have tests of their own"),
        Claim::Rests => unreachable!("no errors are planted in rests here"),
    };
    for Cover { row, half_width, from, after, column, period } in &certificate.covers {
        let proof = match period {
            None => format!("balanced {column}"),
            Some(period) => format!("recurs {column} period {period}"),
        };
        text += &format!("cover {row} half-width {half_width} from {from} after {after} {proof}\n");
    }
    for Row { row, proved, bounds } in &certificate.rows {
        for (_, column) in certificate.blocks.iter().filter(|block| block.0 + 1 == *row) {
            text += &format!("block {} column {column}\n", row - 1);
        }
        text += &match (proved, bounds) {
            (Some(proved), _) => format!("row {row} {}", proved_text(proved)),
            (None, None) => format!("row {row} unknown\n"),
            (None, Some([low, high, from, cover])) => {
                format!("row {row} unknown offsets {low} {high} from {from} by cover {cover}\n")
            }
        };
    }
    text
}

fn proved_text(proved: &Proved) -> String {
    let Proved { offsets, mask, extremes: (min, max), cover, window, lists, structure } = proved;
    let (s, p, ms, mp) = (offsets.preperiod, offsets.period, mask.preperiod, mask.period);
    let cover = if *cover { "yes" } else { "no" };
    let list = |pairs: &Pairs, from: &str, mid: &str, to: &str| -> String {
        pairs.iter().map(|(x, y)| format!(" {from}{x}{mid}{y}{to}")).collect()
    };
    let window: String = window.iter().map(|offset| format!(" {}", offset.0)).collect();
    let minimal = list(&offsets.witnesses, "", "@", "");
    let mask_minimal = list(&mask.witnesses, "", "@", "");
    let structure = structure.as_ref().map(|structure| match structure {
        Structure::Defects(number) => format!("defects {number}"),
        Structure::Cycles(cycles) => {
            let cycle = |&(length, sign)| format!(" {length}{}", if sign { '-' } else { '+' });
            format!("cycles{}", cycles.iter().map(cycle).collect::<String>())
        }
    });
    let mut text = match structure {
        None => format!(
            "preperiod {s} period {p} mask {ms} {mp} offsets {min} {max} cover {cover}\n  \
             window{window}\n  minimal{minimal}\n  mask-minimal{mask_minimal}\n"
        ),
        Some(structure) => format!(
            "preperiod {s} period {p} offsets {min} {max} cover {cover}\n  \
             {structure} over {mp}\n  minimal{minimal}\n"
        ),
    };
    if let Some((once, repeating)) = lists {
        let (once, repeating) = (list(once, "[", ",", "]"), list(repeating, "[", ",", "]"));
        text += &format!("  once{once}\n  repeating{repeating}\n");
    }
    text
}
