//! Each closed form put wrong on purpose, one constant off: some claim must be refuted then.

use super::{Context, Status, Theorems, run_all};
use amalgam_core::base::budget::Silent;
use amalgam_core::base::nimber::nim_sum;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Move, Outcome, Position};
use amalgam_solve::theory::Ruling;
use amalgam_solve::theory::free_pairs::FreePairs;
use amalgam_solve::theory::manabe::Set;
use amalgam_solve::theory::restricted::pair_rule;
use amalgam_solve::theory::{heights, lecture, locke_handley, manabe, shinoda};

type Mutation = (&'static str, fn(&mut Theorems));

const MUTATIONS: [Mutation; 22] = [
    ("nim: P-positions have nim-sum 1", |it| it.nim_is_p = |heaps| lecture::grundy(heaps) == 1),
    ("mirror: heights occur three times", |it| {
        (it.mirror, it.mirror_moves) = (mirror_of::<3>, mirror_moves_of::<3>);
    }),
    ("mirror: heights occur any number of times", |it| {
        (it.mirror, it.mirror_moves) = (mirror_of::<1>, mirror_moves_of::<1>);
    }),
    ("mirror: two odd heights decide nothing", |it| {
        it.mirror = |position| match locke_handley::odd_heights(position)[..] {
            [_, _] => None,
            _ => locke_handley::outcome(position),
        };
    }),
    ("mirror: any three odd heights are N", |it| {
        it.mirror = |position| match locke_handley::odd_heights(position)[..] {
            [_, _, _] => Some(Outcome::N),
            _ => locke_handley::outcome(position),
        };
    }),
    ("mirror: three odd heights i, j, i + j + 1", |it| {
        it.mirror = |position| match locke_handley::odd_heights(position)[..] {
            [i, j, t] => (t == i + j + 1).then_some(Outcome::N),
            _ => locke_handley::outcome(position),
        };
    }),
    ("heights: T1 for all of one parity but odd", |it| {
        it.heights = |position| match locke_handley::odd_heights(position)[..] {
            [1, 2, 4] => Some(Outcome::N),
            _ => heights::outcome(position).map(|(outcome, _)| outcome),
        };
    }),
    ("heights: the partner of T3 is one off", |it| {
        it.heights = |position| match position.heaps() {
            [1, a, b] if *a > 4 => Some(Outcome::from_p(a + 3 == *b)),
            _ => heights::outcome(position).map(|(outcome, _)| outcome),
        };
    }),
    ("misère: single coins are tall", |it| it.misere = misere_of::<1, 1>),
    ("misère: heaps of two are not tall", |it| it.misere = misere_of::<3, 1>),
    ("misère: an even number of single coins is P", |it| it.misere = misere_of::<2, 0>),
    ("restricted: a half of 0 can be flat", |it| {
        (it.restricted_is_p, it.restricted_set) = (is_p_of::<0, 1>, set_of::<0>);
    }),
    ("restricted: halves of 1 are not flat", |it| {
        (it.restricted_is_p, it.restricted_set) = (is_p_of::<2, 1>, set_of::<2>);
    }),
    ("restricted: flat positions have low bits 0", |it| it.restricted_is_p = is_p_of::<1, 0>),
    ("restricted: flat positions differ by 2", |it| it.restricted_is_p = is_p_of::<1, 2>),
    ("free pairs: nothing is ever turned", |it| {
        it.free_pairs = |rules, heaps| Some(right(rules, heaps)?.1);
    }),
    ("free pairs: every free pair turns", |it| {
        it.free_pairs = |rules, heaps| {
            let (pairs, nim_sum) = right(rules, heaps)?;
            Some(nim_sum ^ u64::from(!pairs.among(heaps).is_empty()))
        };
    }),
    ("free pairs: their parity decides", |it| {
        it.free_pairs = |rules, heaps| {
            let (pairs, nim_sum) = right(rules, heaps)?;
            Some(nim_sum ^ (pairs.among(heaps).len() as u64 % 2))
        };
    }),
    ("pair rule: it holds for odd thresholds", |it| {
        it.pair_rule = |rules, heaps| match pair_rule(rules, heaps) {
            Ruling::FailsAt(position) if position.heaps().len() == 2 => Ruling::Holds,
            rule => rule,
        };
    }),
    ("pair rule: it holds for four heaps", |it| {
        it.pair_rule = |rules, heaps| pair_rule(rules, heaps.min(3));
    }),
    ("merging loses nothing", |it| it.merge_take_one.0 = "take any, merge then take 0"),
    ("merging loses two", |it| it.merge_take_one.0 = "take any, merge then take 2"),
];

/// The position as the theorem must see it to take a height for odd that does not occur a multiple of
/// `EACH` times.
fn disguised<const EACH: usize>(position: &Position) -> Position {
    let same = position.heaps().chunk_by(|x, y| x == y);
    Position::new(same.flat_map(|same| {
        let odd = usize::from(same.len() % EACH != 0);
        std::iter::repeat_n(same[0], same.len() + (same.len() + odd) % 2)
    }))
}

fn mirror_of<const EACH: usize>(position: &Position) -> Option<Outcome> {
    locke_handley::outcome(&disguised::<EACH>(position))
}

fn mirror_moves_of<const EACH: usize>(rules: &Rules, position: &Position) -> Vec<(Move, Position)> {
    let listed = locke_handley::moves(rules, &disguised::<EACH>(position));
    let is_listed = |action: &Move| listed.iter().any(|(other, _)| other == action);
    rules.moves(position).into_iter().filter(|(action, _)| is_listed(action)).collect()
}

fn misere_of<const TALL: u64, const PARITY: usize>(
    position: &Position,
    normal: Option<Outcome>,
) -> Option<Outcome> {
    match position.largest() >= TALL {
        true => normal,
        false => Some(Outcome::from_p(position.heaps().len() % 2 == PARITY)),
    }
}

/// The free pairs and the nim-sum, where the theorem speaks.
fn right(rules: &Rules, heaps: &[u64]) -> Option<(FreePairs, u64)> {
    let pairs = FreePairs::of(rules).filter(|pairs| pairs.speaks_of(heaps))?;
    Some((pairs, nim_sum(heaps.iter().copied())))
}

fn is_flat_of<const LEAST: u64>(heaps: [u64; 3]) -> bool {
    let mut halves = heaps.map(|heap| heap >> 1);
    halves.sort_unstable();
    halves[0] >= LEAST && halves[0] + halves[1] == halves[2]
}

fn is_p_of<const LEAST: u64, const FLAT: u64>([x, y, z]: [u64; 3]) -> bool {
    let half = x >> 1 ^ y >> 1;
    let flat = is_flat_of::<LEAST>([x, y, half << 1]);
    z == half << 1 | (x ^ y) & 1 ^ if flat { FLAT } else { 0 }
}

fn set_of<const LEAST: u64>(heaps: [u64; 3]) -> Option<Set> {
    if is_flat_of::<LEAST>(heaps) == is_flat_of::<1>(heaps) {
        return manabe::set_of(heaps);
    }
    let mut sorted = heaps;
    sorted.sort_unstable();
    match (nim_sum(heaps), sorted[0] & sorted[1], is_flat_of::<LEAST>(heaps)) {
        (0, 0, true) => Some(Set::N01),
        (0, 1, true) => Some(Set::N02),
        (0, 0, false) => Some(Set::P01),
        (0, _, _) => Some(Set::P02),
        (1, 0, true) => Some(Set::P11),
        (1, 1, true) => Some(Set::P12),
        _ => None,
    }
}

fn statuses(theorems: Theorems) -> Vec<(&'static str, Status)> {
    let context = Context { theorems, ..Context::default() };
    let verdicts = run_all(&context, &Silent);
    verdicts.iter().map(|verdict| (verdict.claim.id, verdict.status)).collect()
}

#[test]
fn the_ledger_notices_every_mutation() {
    let right = statuses(Theorems::default());
    for (name, mutate) in MUTATIONS {
        let mut theorems = Theorems::default();
        mutate(&mut theorems);
        let wrong = statuses(theorems);
        let caught = right.iter().zip(&wrong).any(|(right, wrong)| {
            right.1 == Status::Proved && wrong.1 == Status::Refuted && right.0 == wrong.0
        });
        assert!(caught, "{name}");
    }
}

/// A mutant is a theorem with one constant off: with the right constants each is the theorem.
#[test]
fn with_the_right_constants_the_mutants_are_the_theorems() {
    let rules: Rules = "take any, merge".parse().unwrap();
    let mut positions = amalgam_tables::bulk::Domain::coins(12).unwrap().positions();
    while let Some(heaps) = positions.next() {
        let position = Position::new(heaps.iter().copied());
        assert_eq!(mirror_of::<2>(&position), locke_handley::outcome(&position));
        let mut moves = locke_handley::moves(&rules, &position);
        moves.sort();
        let mut mutant = mirror_moves_of::<2>(&rules, &position);
        mutant.sort();
        assert_eq!(mutant, moves);
        let normal = Some(Outcome::N);
        let misere = locke_handley::misere_outcome(&position, normal);
        assert_eq!(misere_of::<2, 1>(&position, normal), misere);
        assert_eq!(shinoda::grundy(heaps), lecture::grundy(heaps));
    }
    let mut triples = amalgam_tables::bulk::Domain::heaps(3, 24).unwrap().positions();
    while let Some(heaps) = triples.next() {
        let triple = [heaps[0], heaps[1], heaps[2]];
        assert_eq!(is_p_of::<1, 1>(triple), manabe::is_p(triple), "{triple:?}");
        assert_eq!(set_of::<1>(triple), manabe::set_of(triple), "{triple:?}");
    }
}
