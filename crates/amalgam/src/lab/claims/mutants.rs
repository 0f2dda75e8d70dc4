//! Each closed form put wrong on purpose, one constant off: some claim must be refuted then.

use super::{Context, Status, run_all};
use crate::theory::Theory;

type Mutation = (&'static str, fn(&mut Theory));

const MUTATIONS: [Mutation; 15] = [
    ("nim: P-positions have nim-sum 1", |theory| theory.nim.p_sum = 1),
    ("mirror: heights occur three times", |theory| theory.mirror.each = 3),
    ("mirror: heights occur any number of times", |theory| theory.mirror.each = 1),
    ("mirror: two odd heights decide nothing", |theory| theory.mirror.next_to = 1),
    ("mirror: any three odd heights are N", |theory| theory.mirror.next_to = 3),
    ("mirror: three odd heights i, j, i + j + 1", |theory| theory.mirror.excess = 1),
    ("misère: single coins are tall", |theory| theory.misere.tall = 1),
    ("misère: heaps of two are not tall", |theory| theory.misere.tall = 3),
    ("misère: an even number of single coins is P", |theory| theory.misere.parity = 0),
    ("restricted: a half of 0 can be flat", |theory| theory.restricted.least_half = 0),
    ("restricted: halves of 1 are not flat", |theory| theory.restricted.least_half = 2),
    ("restricted: flat positions have low bits 0", |theory| theory.restricted.flat_sum = 0),
    ("restricted: flat positions differ by 2", |theory| theory.restricted.flat_sum = 2),
    ("merging loses nothing", |theory| theory.merge_take_one.lost = 0),
    ("merging loses two", |theory| theory.merge_take_one.lost = 2),
];

fn statuses(theory: Theory) -> Vec<(&'static str, Status)> {
    let context = Context { theory, ..Context::default() };
    let verdicts = run_all(&context, &|_| {});
    verdicts.iter().map(|verdict| (verdict.claim.id, verdict.status)).collect()
}

#[test]
fn the_ledger_notices_every_mutation() {
    let right = statuses(Theory::default());
    for (name, mutate) in MUTATIONS {
        let mut theory = Theory::default();
        mutate(&mut theory);
        let wrong = statuses(theory);
        let caught = right.iter().zip(&wrong).any(|(right, wrong)| {
            right.1 == Status::Proved && wrong.1 == Status::Refuted && right.0 == wrong.0
        });
        assert!(caught, "{name}");
    }
}
