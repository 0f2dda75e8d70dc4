//! Manabe: the restricted game.

use super::check::{Found, Know, RESTRICTED, all_of, each, each_with, formula, holds, same};
use super::manabe_sets::{
    Triple, merges, moves, n0, n01, n02, orders, p, p0, p01, p1, p02, p11, p12, takes,
};
use super::verdict::Checked;
use super::{Claim, Context, Paper, like};
use amalgam_tables::bulk::{Domain, Facts};

const THEOREM: &str = "theory::manabe, the theorem";
pub(super) const SETS: &str = "theory::manabe, the sets of the paper";
const SUM: &str = "x ⊕ y = z gives x + y = z + 2(x & y): theory::manabe";

const PAPER: Paper = Paper::Manabe;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "MA-T1",
        "Theorem 1",
        "Two heaps of Amalgamation Nim are P exactly if they are equal, as in Nim.",
        |context| like("LH-T2ii", context),
    )
    .proof("theory::locke_handley, Lemmas 6 and 8")
    .note("the P-positions are those of Nim; Grundy values are not (LH-separate)"),
    PAPER.claim(
        "MA-D6",
        "Definition 6, ours",
        "The sets of the definition are those of the closed form: P01, P02, N01, N02, P11 and P12 do \
         not meet, and each keeps its name.",
        names,
    )
    .proof(SETS),
    PAPER.claim(
        "MA-L1i",
        "Lemma 1(i)",
        "If the nim-sum is 0: x + y = z exactly if no binary place of x and y is 1 in both.",
        |context| triples(context, |[x, y, z]| same("x + y = z", x + y == z, x & y == 0), |t| nim(t) == 0),
    )
    .proof(SUM),
    PAPER.claim(
        "MA-L1ii",
        "Lemma 1(ii)",
        "If the nim-sum is 0: x + y = z + 2 exactly if x and y have only their units in common.",
        |context| {
            triples(context, |[x, y, z]| same("x + y = z + 2", x + y == z + 2, x & y == 1), |t| nim(t) == 0)
        },
    )
    .proof(SUM),
    PAPER.claim(
        "MA-L1iii",
        "Lemma 1(iii)",
        "If the nim-sum is 0: x + y > z + 2 exactly if x and y share a place above the units.",
        |context| {
            triples(context, |[x, y, z]| same("x + y > z + 2", x + y > z + 2, x & y >= 2), |t| nim(t) == 0)
        },
    )
    .proof(SUM),
    PAPER.claim(
        "MA-L2i",
        "Lemma 2(i)",
        "In N01: x, y ≥ 2, z ≥ 4, z ≥ x + 2, z ≥ y + 2 and x + y = z.",
        |context| {
            let test = |[x, y, z]: Triple| {
                let bounds = x >= 2 && y >= 2 && z >= 4 && z >= x + 2 && z >= y + 2;
                holds(bounds && x + y == z, "not so")
            };
            triples(context, test, n01)
        },
    )
    .proof(SETS),
    PAPER.claim(
        "MA-L2ii",
        "Lemma 2(ii)",
        "In N02: x, y ≥ 3, both odd, z even, z ≥ x + 1, z ≥ y + 1 and x + y = z + 2.",
        |context| {
            let test = |[x, y, z]: Triple| {
                let bounds = x >= 3 && y >= 3 && z > x && z > y && x + y == z + 2;
                holds(bounds && x % 2 == 1 && y % 2 == 1 && z % 2 == 0, "not so")
            };
            triples(context, test, n02)
        },
    )
    .corrects("MA-L2ii.proof.printed")
    .proof(SETS),
    PAPER.claim(
        "MA-L2ii.proof.printed",
        "Lemma 2(ii), proof",
        "In N02: x and y are odd and z is odd.",
        |context| {
            let test = |[x, y, z]: Triple| {
                holds(x % 2 == 1 && y % 2 == 1 && z % 2 == 1, format!("z is {z}"))
            };
            triples(context, test, n02)
        },
    )
    .printed_for("MA-L2ii"),
    PAPER.claim(
        "MA-L2iii",
        "Lemma 2(iii)",
        "In P11: x, y ≥ 2, z ≥ 3, z ≥ x + 1, z ≥ y + 1 and x + y is z + 1 or z − 1.",
        |context| {
            let test = |[x, y, z]: Triple| {
                let bounds = x >= 2 && y >= 2 && z >= 3 && z > x && z > y;
                holds(bounds && (x + y).abs_diff(z) == 1, "not so")
            };
            triples(context, test, p11)
        },
    )
    .proof(SETS)
    .note("z ≥ 3 is not sharp: see MA-L2iii.sharp"),
    PAPER.claim(
        "MA-L2iii.sharp",
        "Lemma 2(iii), ours",
        "In P11: z ≥ 6.",
        |context| triples(context, |[_, _, z]| holds(z >= 6, format!("z is {z}")), p11),
    )
    .proof("halves of at least 1 and without a common place add up to at least 3"),
    PAPER.claim(
        "MA-L2iv",
        "Lemma 2(iv)",
        "In P12: x, y, z ≥ 3, z ≥ x + 2, z ≥ y + 2 and x + y = z + 1.",
        |context| {
            let test = |[x, y, z]: Triple| {
                let bounds = x >= 3 && y >= 3 && z >= x + 2 && z >= y + 2;
                holds(bounds && x + y == z + 1, "not so")
            };
            triples(context, test, p12)
        },
    )
    .proof(SETS),
    PAPER.claim(
        "MA-L2v",
        "Lemma 2(v)",
        "In P01: no heap is empty, or one of the first two is and the others are equal; the coins are \
         even.",
        |context| {
            let test = |[x, y, z]: Triple| {
                let full = x >= 1 && y >= 1 && z >= 1;
                let pair = x == 0 && y == z || y == 0 && x == z;
                holds((full || pair) && (x + y + z) % 2 == 0, "not so")
            };
            triples(context, test, p01)
        },
    )
    .proof(SETS),
    PAPER.claim(
        "MA-L2vi",
        "Lemma 2(vi)",
        "In P02: no heap is empty and the coins are even.",
        |context| {
            let test = |[x, y, z]: Triple| {
                holds(x >= 1 && y >= 1 && z >= 1 && (x + y + z) % 2 == 0, "not so")
            };
            triples(context, test, p02)
        },
    )
    .proof(SETS),
    PAPER.claim(
        "MA-L3",
        "Lemma 3",
        "Taking that changes the nim-sum from 0 to 1, or from 1 to 0, takes one coin from an odd heap.",
        |context| between_sums(context, |t, after| {
            let i = (0..3).find(|&i| t[i] != after[i]).unwrap_or(0);
            holds(t[i] == after[i] + 1 && t[i] % 2 == 1, format!("{t:?} to {after:?}"))
        }),
    )
    .proof("x ⊕ u = 1 with u < x means x = u + 1, x odd")
    .note("stated for moves between P0 and P1, of which there are none (MA-L3.vacuous); this is \
           what its proof shows and what is used"),
    PAPER.claim(
        "MA-L3.vacuous",
        "Lemmas 3 and 4",
        "No taking leads from P0 to P1 or from P1 to P0: of such moves Lemmas 3 and 4 are true \
         whatever they say.",
        |context| {
            no_moves(context, |t| p0(t) || p1(t), |t, after| p0(t) && p1(after) || p1(t) && p0(after), takes_boxed)
        },
    )
    .proof(THEOREM),
    PAPER.claim(
        "MA-L4",
        "Lemma 4",
        "Taking from (x,y,z) to (u,v,w) that changes the nim-sum from 0 to 1 or back has \
         |x − u| + |y − v| + |z − w| ≤ 1.",
        |context| between_sums(context, |t, after| {
            let distance: u64 = (0..3).map(|i| t[i].abs_diff(after[i])).sum();
            holds(distance <= 1, format!("{t:?} to {after:?} gives {distance}"))
        }),
    )
    .proof("x ⊕ u = 1 with u < x means x = u + 1, x odd")
    .note("printed with |z − x| for |z − w|, and, like Lemma 3, for moves between P0 and P1, of which there \
           are none (MA-L3.vacuous): so what is printed is not false; this is what is meant and used"),
    PAPER.claim("MA-L5", "Lemma 5", "No move leads from P1 to P0.", |context| {
        no_moves(context, p1, |_, after| p0(after), moves_boxed)
    })
    .proof(THEOREM),
    PAPER.claim("MA-L6", "Lemma 6", "No move leads from P0 to P0.", |context| {
        no_moves(context, p0, |_, after| p0(after), moves_boxed)
    })
    .proof(THEOREM),
    PAPER.claim("MA-L7", "Lemma 7", "No move leads from P1 to P1.", |context| {
        no_moves(context, p1, |_, after| p1(after), moves_boxed)
    })
    .proof(THEOREM)
    .note("its proof cites Lemma 4 where Lemma 2 is meant"),
    PAPER.claim("MA-L8", "Lemma 8", "No move leads from P01 to P1.", |context| {
        no_moves(context, p01, |_, after| p1(after), moves_boxed)
    })
    .proof(THEOREM),
    PAPER.claim("MA-L9", "Lemma 9", "No move leads from P02 to P1.", |context| {
        no_moves(context, p02, |_, after| p1(after), moves_boxed)
    })
    .proof(THEOREM),
    PAPER.claim(
        "MA-L10",
        "Lemma 10",
        "From a position outside P with a move to N0 there is also a move to P1.",
        |context| {
            let test = |t: Triple| {
                holds(!moves(t).any(n0) || moves(t).any(p1), "a move to N0, none to P1")
            };
            small_triples(context, test, |t| !p(t))
        },
    )
    .proof("theory::manabe: the move to N0 lowers a half, or the position were in P1; with the other \
            low bit it leads to P1"),
    PAPER.claim(
        "MA-L11.printed",
        "Lemma 11",
        "From N0 there is a move to P1.",
        |context| small_triples(context, |t| holds(moves(t).any(p1), "no move to P1"), n0),
    )
    .printed_for("MA-L11")
    .note("its proof merges into P01, and Theorem 2 cites it for a move to P"),
    PAPER.claim(
        "MA-L11",
        "Lemma 11",
        "From N02 there is a move to P11, from N01 a merge into P01: from N0 a move to P.",
        |context| {
            let to_p11 = small_triples(context, |t| holds(takes(t).any(p11_anywhere), "none"), n02);
            let to_p01 = small_triples(context, |t| holds(merges(t).any(p0), "none"), n01);
            all_of([to_p11, to_p01])
        },
    )
    .corrects("MA-L11.printed")
    .proof(THEOREM),
    PAPER.claim(
        "MA-T2",
        "Theorem 2",
        "P is the set of P-positions of the restricted game with three heaps.",
        theorem,
    )
    .proof(THEOREM)
    .note("a corollary of the value of three heaps, MA-C1.value"),
    PAPER.claim(
        "MA-C1",
        "Conjecture 1",
        "The Grundy value and the nim-sum of three heaps agree but for the lowest bit.",
        |context| {
            let most = context.pick(100, 600, 800);
            let domain = Domain::heaps(3, most).expect("a small domain");
            formula(context, RESTRICTED, "grundy >> 1 == (x ^ y ^ z) >> 1", domain)
        },
    )
    .proof("theory::restricted, Theorem 3")
    .note("open in the paper; the value itself is MA-C1.value, and four heaps are MA-C1.path"),
];

/// Whether a triple belongs to a set.
type In = fn(Triple) -> bool;

pub(super) fn nim([x, y, z]: Triple) -> u64 {
    x ^ y ^ z
}

fn cube(most: u64) -> Domain {
    Domain::heaps(3, most).expect("a small domain")
}

/// Tests the ordered triples that belong to `of`, in the order of their coins.
pub(super) fn triples(
    context: &Context,
    test: impl Fn(Triple) -> Found,
    of: fn(Triple) -> bool,
) -> Checked {
    in_cube(context, context.pick(64, 128, 256), test, of)
}

/// The same where each triple has to be moved from.
fn small_triples(
    context: &Context,
    test: impl Fn(Triple) -> Found,
    of: fn(Triple) -> bool,
) -> Checked {
    in_cube(context, context.pick(33, 66, 130), test, of)
}

fn in_cube(
    context: &Context,
    most: u64,
    test: impl Fn(Triple) -> Found,
    of: fn(Triple) -> bool,
) -> Checked {
    each(context, RESTRICTED, &cube(most), |heaps| {
        let orders = orders([heaps[0], heaps[1], heaps[2]]);
        orders.into_iter().filter(|&triple| of(triple)).try_for_each(|triple| {
            test(triple).map_err(|why| {
                let [x, y, z] = triple;
                format!("with x = {x}, y = {y}, z = {z}: {why}")
            })
        })
    })
}

fn between_sums(context: &Context, test: fn(Triple, Triple) -> Found) -> Checked {
    let each_take = |t: Triple| {
        let changes = takes(t).filter(|&after| nim(t) + nim(after) == 1);
        changes.into_iter().try_for_each(|after| test(t, after))
    };
    small_triples(context, each_take, |t| nim(t) <= 1)
}

type Moves = fn(Triple) -> Box<dyn Iterator<Item = Triple>>;

fn takes_boxed(t: Triple) -> Box<dyn Iterator<Item = Triple>> {
    Box::new(takes(t))
}

fn moves_boxed(t: Triple) -> Box<dyn Iterator<Item = Triple>> {
    Box::new(moves(t))
}

fn no_moves(
    context: &Context,
    from: fn(Triple) -> bool,
    bad: fn(Triple, Triple) -> bool,
    moves: Moves,
) -> Checked {
    let test = |t: Triple| match moves(t).find(|&after| bad(t, after)) {
        Some(after) => Err(format!("there is a move to {after:?}")),
        None => Ok(()),
    };
    small_triples(context, test, from)
}

fn p11_anywhere(t: Triple) -> bool {
    orders(t).into_iter().any(p11)
}

/// Each set of the paper against the closed form's name.
fn names(context: &Context) -> Checked {
    let sets: [(&str, In); 6] =
        [("P01", p01), ("P02", p02), ("N01", n01), ("N02", n02), ("P11", p11), ("P12", p12)];
    each(context, RESTRICTED, &cube(context.pick(64, 128, 200)), |heaps| {
        let triple = [heaps[0], heaps[1], heaps[2]];
        let mut found: Vec<&str> = Vec::new();
        for (name, set) in sets {
            if orders(triple).into_iter().any(set) {
                found.push(name);
            }
        }
        let name =
            (context.theorems.restricted_set)(triple).map_or(String::new(), |set| set.to_string());
        same("its set", found.join(" and "), name)
    })
}

/// The paper's set, the closed form and the table agree.
fn theorem(context: &Context) -> Checked {
    let domain = cube(context.pick(80, 250, 400));
    each_with(context, RESTRICTED, Know::Outcome, &domain, |tables, heaps| {
        let triple = [heaps[0], heaps[1], heaps[2]];
        let found = tables.is_p(heaps) == Some(true);
        same("whether it is P", found, (context.theorems.restricted_is_p)(triple))?;
        same("whether it is P", found, p(triple))
    })
}
