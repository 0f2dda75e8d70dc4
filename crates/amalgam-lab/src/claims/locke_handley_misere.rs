//! Locke–Handley, Sections 6 and 7: misère play, twins added to a P-position, rows that repeat.

use std::collections::HashMap;

use super::check::{self, AMALGAMATION, Know, each, each_with, formula, holds, same};
use super::locke_handley::{coins, heights, letter, position};
use super::verdict::Checked;
use super::{Claim, Context, Paper, like};
use amalgam_core::base::nimber::mex;
use amalgam_core::{Outcome, naive};
use amalgam_tables::bulk::Facts;

const PAPER: Paper = Paper::LockeHandley;

pub(super) const CLAIMS: &[Claim] = &[
    PAPER.claim(
        "LH-M1",
        "Section 6",
        "In misère play an even number of single coins, at least two, is N and an odd number is P.",
        |context| {
            let text = "coins > 0 => (misere_P <=> coins % 2 == 1)";
            formula(context, AMALGAMATION, text, heights(context, 1, [30, 40, 50]))
        },
    )
    .proof("theory::locke_handley, misère play"),
    PAPER.claim(
        "LH-M2",
        "Section 6",
        "A position that is not all single coins and has a move to k of them has one taller heap and \
         k or k − 1 single coins, and is N in both forms of play.",
        to_single_coins,
    )
    .proof("theory::locke_handley, misère play"),
    PAPER.claim(
        "LH-M3",
        "Section 6",
        "Misère play: a position with a heap above one has its outcome of normal play; single coins \
         are P exactly if their number is odd.",
        misere_rule,
    )
    .proof("theory::locke_handley, misère play"),
    PAPER.claim(
        "LH-M4",
        "Section 6",
        "Misère Amalgamation Nim is tame: the normal and the misère Grundy value of a position are \
         equal, or 0 and 1, or 1 and 0.",
        tame,
    )
    .proof("theory::locke_handley, tame"),
    PAPER.claim(
        "LH-M5",
        "Section 6",
        "Both games are played in the same way until a move can leave single coins only; then such a \
         move wins in either, leaving an even number in normal play and an odd one in misère play.",
        same_fashion,
    )
    .proof("theory::locke_handley, misère play"),
    PAPER.claim(
        "LH-7",
        "Section 7",
        "Two heaps of the same height added to a P-position can make an N-position.",
        twins_can_spoil,
    ),
    PAPER.claim(
        "LH-7.periodic",
        "Section 7",
        "It can be proved that L(j) is eventually periodic for every j.",
        |context| like("SH-P3.3", context),
    )
    .proof("three::rows: a finite machine on an eventually periodic input"),
];

fn to_single_coins(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    each_with(context, AMALGAMATION, Know::Both, &coins(context, 18, 28, 34), |tables, heaps| {
        if heaps.iter().all(|&heap| heap == 1) {
            return Ok(());
        }
        let single = heaps.iter().filter(|&&heap| heap == 1).count();
        for option in naive::options(&rules, heaps) {
            let k = option.len();
            if option.iter().all(|&heap| heap == 1) {
                holds(heaps.len() - single == 1, "not one taller heap")?;
                holds(single == k || single + 1 == k, "not k or k − 1 single coins")?;
                holds(tables.is_p(heaps) == Some(false), "P in normal play")?;
                holds(tables.is_misere_p(heaps) == Some(false), "P in misère play")?;
            }
        }
        Ok(())
    })
}

fn misere_rule(context: &Context) -> Checked {
    each_with(context, AMALGAMATION, Know::Both, &coins(context, 26, 36, 44), |tables, heaps| {
        let normal = tables.is_p(heaps).map(Outcome::from_p);
        let stated = (context.theorems.misere)(&position(heaps), normal);
        let found = tables.is_misere_p(heaps).map(Outcome::from_p);
        same("in misère play it", found.map_or("?", letter), stated.map_or("?", letter))
    })
}

/// Both Grundy values by recursion from the definition. (Misère: the value of the end is 1.)
fn tame(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    let mut values: HashMap<Vec<u64>, (u64, u64)> = HashMap::new();
    // Smaller positions come first, but merging keeps the coins and lowers the heaps, so options
    // have always been seen.
    each(context, AMALGAMATION, &coins(context, 16, 22, 26), |heaps| {
        let options = naive::options(&rules, heaps);
        let of = |option: &Vec<u64>| values.get(option).copied().unwrap_or((0, 0));
        let normal = mex(options.iter().map(|option| of(option).0));
        let misere = match heaps {
            [] => 1,
            _ => mex(options.iter().map(|option| of(option).1)),
        };
        values.insert(heaps.to_vec(), (normal, misere));
        let pair = (normal, misere);
        let tame = normal == misere || pair == (0, 1) || pair == (1, 0);
        holds(tame, format!("the values are {normal} and {misere}"))
    })
}

/// The winning moves of both forms, at positions with a taller heap.
fn same_fashion(context: &Context) -> Checked {
    let rules = check::rules(AMALGAMATION);
    each_with(context, AMALGAMATION, Know::Both, &coins(context, 18, 28, 34), |tables, heaps| {
        if heaps.iter().all(|&heap| heap == 1) {
            return Ok(());
        }
        let options = naive::options(&rules, heaps);
        let single = |option: &&Vec<u64>| option.iter().all(|&heap| heap == 1);
        for option in &options {
            let wins = [tables.is_p(option), tables.is_misere_p(option)];
            let stated = match single(&option) {
                true => [0, 1].map(|parity| Some(option.len() % 2 == parity)),
                false => [wins[0]; 2],
            };
            holds(wins == stated, format!("the move to {}", position(option)))?;
        }
        let parity = |odd: usize| options.iter().filter(single).any(|it| it.len() % 2 == odd);
        same(
            "moves to an even and to an odd number of single coins exist: it",
            parity(0),
            parity(1),
        )
    })
}

fn twins_can_spoil(context: &Context) -> Checked {
    let domain = coins(context, 14, 14, 14);
    check::an_example(each_with(context, AMALGAMATION, Know::Outcome, &domain, |tables, heaps| {
        let twins = |height: u64| position(heaps).with(height).with(height);
        let spoilt = (1..=3).map(twins).find(|with| {
            tables.is_p(heaps) == Some(true) && tables.is_p(with.heaps()) == Some(false)
        });
        match spoilt {
            Some(with) => Err(format!("{} is P and {with} is N", position(heaps))),
            None => Ok(()),
        }
    }))
}
