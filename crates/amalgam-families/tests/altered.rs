//! A certificate with one claim dropped, or one number altered, is rejected unless what it says is still proved.

use amalgam_check::{Families, check, sha256};
use amalgam_tier::size;

use crate::{family, table};

fn sealed(body: &str) -> String {
    format!("{body}sha256 {}\n", sha256(body.as_bytes()))
}

/// Whether each class of an accepted certificate is true, as far as a table goes.
fn is_true(families: &Families, table: &amalgam_families::Table) -> bool {
    families.classes.iter().all(|class| {
        (class.from..).step_by(families.period as usize).all_while(|n| {
            let many = std::iter::repeat_n(families.height, n as usize);
            let mut heaps: Vec<u16> =
                class.rest.iter().copied().chain(many).map(|heap| heap as u16).collect();
            heaps.sort_unstable_by(|x, y| y.cmp(x));
            table.outcome(&heaps).map(|outcome| outcome.is_p() == class.p)
        })
    })
}

trait AllWhile: Iterator {
    /// Whether all are right until there is nothing to say.
    fn all_while(&mut self, right: impl FnMut(Self::Item) -> Option<bool>) -> bool;
}

impl<I: Iterator> AllWhile for I {
    fn all_while(&mut self, right: impl FnMut(I::Item) -> Option<bool>) -> bool {
        self.map_while(right).all(|right| right)
    }
}

#[test]
fn altered_certificates_are_rejected_or_still_true() {
    let (rules, small) = table("take any, merge", 50);
    let (_, large) = table("take any, merge", size(56, 70));
    let rests = ["[2,3,6]", "<0,1,2,1>", "<0,1,3,1>", "<0,3,2,1>"];
    let (mut rejected, mut still) = (0, 0);
    for rest in &rests[..size(3, 4)] {
        let family = family(&rules, &small, rest, 1);
        let text = family.certificate.unwrap();
        let body = text.rsplit_once("sha256").unwrap().0;
        check(text.as_bytes()).unwrap();
        let lines: Vec<&str> = body.lines().collect();
        let mut try_it = |lines: Vec<String>| {
            let changed = lines.join("\n") + "\n";
            if changed == body {
                return;
            }
            match check(sealed(&changed).as_bytes()) {
                Ok(found) => {
                    still += 1;
                    assert!(is_true(&found.families.unwrap(), &large), "{rest}: {changed}");
                }
                Err(_) => rejected += 1,
            }
        };
        let owned = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<_>>();
        for (i, line) in
            lines.iter().enumerate().skip(3).filter(|(_, line)| line.starts_with("class"))
        {
            // The claim is dropped.
            let mut fewer = owned(&lines);
            fewer.drain(i..i + 2);
            try_it(fewer);
            // A number or the outcome is another.
            let words: Vec<&str> = line.split(' ').collect();
            for (at, word) in words.iter().enumerate() {
                let others: Vec<String> = match *word {
                    "P" => vec!["N".to_owned()],
                    "N" => vec!["P".to_owned()],
                    number => match number.parse::<u64>() {
                        Ok(n) => [n + 1, n + 6, n.wrapping_sub(1), n.wrapping_sub(6)]
                            .into_iter()
                            .filter(|&n| n < 1000)
                            .map(|n| n.to_string())
                            .collect(),
                        Err(_) => continue,
                    },
                };
                for other in others {
                    let mut changed: Vec<String> =
                        words.iter().map(|word| word.to_string()).collect();
                    changed[at] = other;
                    let mut altered = owned(&lines);
                    altered[i] = changed.join(" ");
                    try_it(altered);
                }
            }
            // Fewer positions are opened.
            if let Some((shorter, _)) =
                lines[i + 1].rsplit_once(' ').filter(|(shorter, _)| !shorter.is_empty())
            {
                let mut altered = owned(&lines);
                altered[i + 1] = shorter.trim_end().to_owned();
                if altered[i + 1].starts_with("  open") {
                    try_it(altered);
                }
            }
        }
    }
    assert!(rejected > 10 * still && still > 0, "{rejected} rejected, {still} still true");
}

/// Claims that the table suggests and that are false further on are never certified: one that says too much is
/// rejected at the table or at its cases.
#[test]
fn a_false_claim_is_rejected() {
    let body = "amalgam-certificate 2\nrules take any, merge\nclaim families height 1 period 6 coins 40\n\
        class [2,3,6] residue 0 from 0 N at 24\n  open\n";
    assert!(check(sealed(body).as_bytes()).is_err());
    let body = body.replace("from 0 N", "from 0 P");
    assert!(check(sealed(&body).as_bytes()).is_err(), "nothing is proved of its options");
    for (from, to) in [
        ("period 6", "period 3"),
        ("period 6", "period 0"),
        ("coins 40", "coins 4000"),
        ("height 1", "height 0"),
    ] {
        assert!(check(sealed(&body.replace(from, to)).as_bytes()).is_err(), "{to}");
    }
}
