//! Certificates for families, as docs/certificate.md §10 specifies them.

use std::fmt::Write;

use amalgam_core::Outcome;
use sha2::{Digest, Sha256};

use crate::claims::Class;
use crate::rests::{Place, Rests};
use crate::search::Search;

/// The certificate of some classes that are proved: their claims, and all that they use.
pub(crate) fn write(search: &mut Search<'_>, wanted: &[Class]) -> String {
    let mut found: Vec<Class> = search.classes(wanted).into_iter().collect();
    let order = |rests: &Rests, class: &Class| {
        (rests.coins(class.rest), rests.heaps(class.rest).to_vec(), class.residue)
    };
    found.sort_by_cached_key(|class| order(&search.rests, class));
    let period = search.claims.period as i32;
    let mut lines = String::new();
    let mut coins = 0;
    for class in found {
        let Some(claim) = search.claims.claim(&search.rests, class) else { continue };
        let top = search.claims.first_beyond(&search.rests, class);
        let proof = &search.proofs[&class];
        let lowered = (proof.slack.min(top - claim.from - period) / period * period).max(0);
        let at = top - lowered;
        let height = search.rests.setting.height() as usize;
        coins = coins.max(search.rests.coins(class.rest) + (at - period) as usize * height);
        let letter = if claim.outcome == Outcome::P { "P" } else { "N" };
        let (rest, residue, from) = (heaps(&search.rests, class.rest), class.residue, claim.from);
        let _ = writeln!(lines, "class {rest} residue {residue} from {from} {letter} at {at}");
        lines.push_str("  open");
        for &Place { rest, count } in &proof.opened {
            let _ = write!(lines, " {}*{}", heaps(&search.rests, rest), count - lowered);
        }
        lines.push('\n');
    }
    let setting = &search.rests.setting;
    let body = format!(
        "amalgam-certificate 2\nrules {}\nclaim families height {} period {period} coins {coins}\n{lines}",
        setting.rules(),
        setting.height()
    );
    let digest: String =
        Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}sha256 {digest}\n")
}

fn heaps(rests: &Rests, rest: u32) -> String {
    let heaps: Vec<String> = rests.heaps(rest).iter().map(u16::to_string).collect();
    format!("[{}]", heaps.join(","))
}
