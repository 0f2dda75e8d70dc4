//! Ways to check a statement on all positions of a domain, the smallest first.

use super::Context;
use super::verdict::{Checked, Counterexample, Replay};
use crate::compare::{Difference, Question, Side, compare};
use crate::formula::{self, Formula, Verdict};
use amalgam_core::base::budget::Silent;
use amalgam_core::games::AnyGame;
use amalgam_core::games::rules::Rules;
use amalgam_core::{Outcome, Position};
use amalgam_tables::bulk::{Domain, Mentions, Tables};

/// Amalgamation Nim, in words.
pub(super) const AMALGAMATION: &str = "amalgamation";
/// Manabe's game.
pub(super) const RESTRICTED: &str = "restricted-amalgamation";

/// What goes wrong at a position, or nothing.
pub(super) type Found = Result<(), String>;

/// Says that two things that should agree do.
pub(super) fn same<T: PartialEq + std::fmt::Display>(what: &str, found: T, stated: T) -> Found {
    match found == stated {
        true => Ok(()),
        false => Err(format!("{what} is {found}, not {stated}")),
    }
}

/// Says that something holds.
pub(super) fn holds(truth: bool, otherwise: impl Into<String>) -> Found {
    if truth { Ok(()) } else { Err(otherwise.into()) }
}

pub(super) fn any_game(game: &str) -> AnyGame {
    game.parse().expect("the ledger names games that exist")
}

pub(super) fn rules(game: &str) -> Rules {
    any_game(game).rules().expect("the ledger names games with heap rules").clone()
}

/// The question who wins at a position.
pub(super) fn solve(game: &str, position: &Position) -> Replay {
    Replay::Solve { game: game.to_owned(), position: position.clone(), explain: false }
}

/// Tests every position of the domain; the first that fails is the smallest exception.
pub(super) fn each(
    context: &Context,
    game: &str,
    domain: &Domain,
    mut test: impl FnMut(&[u64]) -> Found,
) -> Checked {
    // Compiled once, not once for each of the tests.
    each_of(context, game, domain, &mut test)
}

fn each_of(
    context: &Context,
    game: &str,
    domain: &Domain,
    test: &mut dyn FnMut(&[u64]) -> Found,
) -> Checked {
    let mut positions = domain.positions();
    let mut tested = 0u64;
    while let Some(heaps) = positions.next() {
        // A test may itself be a search, so the clock is looked at often.
        if tested.is_multiple_of(64)
            && let Err(limit) = context.limits.check(tested)
        {
            return Checked::Unknown { why: limit.to_string() };
        }
        if let Err(why) = test(heaps) {
            let position = Position::new(heaps.iter().copied());
            let replay = solve(game, &position);
            let scope = format!("{domain}: the first exception after {tested} smaller positions");
            return Checked::Fails {
                scope,
                counterexample: Counterexample { position, why, replay },
            };
        }
        tested += 1;
    }
    Checked::Holds { scope: format!("{domain}: all {tested} positions") }
}

/// What a check wants to know of positions.
#[derive(Clone, Copy)]
pub(super) enum Know {
    Outcome,
    Both,
    Grundy,
    Completion,
}

/// Tests every position of the domain with the facts of a game at hand.
pub(super) fn each_with(
    context: &Context,
    game: &str,
    know: Know,
    domain: &Domain,
    test: impl Fn(&Tables, &[u64]) -> Found,
) -> Checked {
    let mentions = Mentions {
        outcome: matches!(know, Know::Outcome | Know::Both),
        misere: matches!(know, Know::Both),
        grundy: matches!(know, Know::Grundy),
        completion: matches!(know, Know::Completion).then_some(0..0),
        ..Mentions::default()
    };
    match Tables::of_game(&any_game(game), domain, &mentions, &context.limits, &Silent) {
        Ok(tables) => each(context, game, domain, |heaps| test(&tables, heaps)),
        Err(error) => Checked::Unknown { why: error.to_string() },
    }
}

/// Checks that two games say the same of every position of a domain.
pub(super) fn compared(
    context: &Context,
    games: [&str; 2],
    question: Question,
    domain: &Domain,
) -> Checked {
    let [left, right] = games.map(any_game);
    let sides = [Side::of_game(&left), Side::of_game(&right)];
    let found = compare(&sides[0], &sides[1], domain, question, 1, &context.limits, &Silent);
    let found = match found {
        Ok(found) => found,
        Err(limit) => return Checked::Unknown { why: limit.to_string() },
    };
    match found.differences.into_iter().next() {
        None => Checked::Holds { scope: format!("{domain}: all {} positions", found.positions) },
        Some(Difference { position, left, right }) => {
            let [game, other] = games;
            let why = format!("it is {left} in {game}, {right} in {other}");
            let replay = solve(game, &position);
            let scope = format!("{domain}: the first exception");
            Checked::Fails { scope, counterexample: Counterexample { position, why, replay } }
        }
    }
}

/// Tests a formula of the language in which users write conjectures.
pub(super) fn formula(context: &Context, game: &str, text: &str, domain: Domain) -> Checked {
    let formula: Formula = text.parse().expect("the ledger writes formulas that can be read");
    match formula::test(&formula, &any_game(game), &domain, &context.limits, &Silent) {
        Ok(Verdict::VerifiedTo { domain, positions }) => {
            Checked::Holds { scope: format!("{domain}: all {positions} positions") }
        }
        Ok(Verdict::Refuted(found)) => {
            let scope =
                format!("{domain}: the first exception after {} smaller positions", found.tested);
            // Names and counts; the longer parts can be seen with `amalgam conjecture`.
            let short = found.values.iter().filter(|(part, _)| !part.contains([' ', '!']));
            let values: Vec<String> =
                short.map(|(part, value)| format!("{part} is {value}")).collect();
            let position = found.position();
            let replay = solve(game, &position);
            let why = values.join(", ");
            Checked::Fails { scope, counterexample: Counterexample { position, why, replay } }
        }
        Err(error) => Checked::Unknown { why: error.to_string() },
    }
}

/// Checks the outcomes of a few positions, given as heaps, the smallest first.
pub(super) fn outcomes(context: &Context, game: &str, stated: &[(&[u64], Outcome)]) -> Checked {
    let mut stated: Vec<(Position, Outcome)> = stated
        .iter()
        .map(|(heaps, outcome)| (Position::new(heaps.iter().copied()), *outcome))
        .collect();
    stated.sort_by_key(|(position, _)| (position.coins(), position.heaps().len()));
    let rules = rules(game);
    let scope = format!("{} positions, by search", stated.len());
    for (position, stated) in stated {
        let found = amalgam_search::outcome_of_heaps(
            &rules,
            &position,
            Default::default(),
            &context.limits,
        );
        match found {
            Ok((outcome, _)) if outcome == stated => {}
            Ok((outcome, _)) => {
                let why = format!("it is {}, not {stated}", outcome);
                let replay = solve(game, &position);
                let counterexample = Counterexample { position, why, replay };
                return Checked::Fails { scope, counterexample };
            }
            Err(limit) => return Checked::Unknown { why: limit.to_string() },
        }
    }
    Checked::Certified { scope, by: "each was searched completely".to_owned() }
}

/// An existence statement: the first position that breaks its opposite proves it, in the words of what
/// broke.
pub(super) fn an_example(opposite: Checked) -> Checked {
    match opposite {
        Checked::Fails { counterexample, .. } => {
            Checked::Certified { scope: "an example".to_owned(), by: counterexample.why }
        }
        // There may be one beyond.
        Checked::Holds { scope } => {
            Checked::Unknown { why: format!("no example is near: {scope}") }
        }
        other => other,
    }
}

/// A statement about no position at all, or about the empty one.
pub(super) fn fails_at(position: Position, why: String, replay: Replay, scope: &str) -> Checked {
    let counterexample = Counterexample { position, why, replay };
    Checked::Fails { scope: scope.to_owned(), counterexample }
}

/// All checks must hold; the smallest exception among those that don't is kept.
pub(super) fn all_of(checks: impl IntoIterator<Item = Checked>) -> Checked {
    let mut scopes = Vec::new();
    let mut proofs = Vec::new();
    let mut worst: Option<(String, Counterexample)> = None;
    let mut open = false;
    for check in checks {
        match check {
            Checked::Holds { scope } => {
                scopes.push(scope);
                open = true;
            }
            Checked::Certified { scope, by } => {
                scopes.push(scope);
                proofs.push(by);
            }
            Checked::Fails { scope, counterexample } => {
                let size = |c: &Counterexample| (c.position.coins(), c.position.heaps().len());
                if worst.as_ref().is_none_or(|(_, kept)| size(&counterexample) < size(kept)) {
                    worst = Some((scope, counterexample));
                }
            }
            Checked::Fits { .. } => open = true,
            Checked::Unknown { why } => return Checked::Unknown { why },
        }
    }
    if let Some((scope, counterexample)) = worst {
        return Checked::Fails { scope, counterexample };
    }
    scopes.dedup();
    proofs.dedup();
    let scope = scopes.join("; ");
    if open {
        Checked::Holds { scope }
    } else {
        Checked::Certified { scope, by: proofs.join("; ") }
    }
}
