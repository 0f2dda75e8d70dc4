//! Families: what docs/certificate.md §10 says of a rest with any number of equal heaps, read and checked.
//!
//! A class says that R + n·h has one outcome for all n ≡ a mod M from some n on. Up to some n the table decides
//! it, which is computed here. From there on it follows by induction (Theorem C): a case analysis at one n holds
//! at all larger n of the class, for the moves are the same, and what it uses depends on n mod M alone.

use std::collections::HashMap;

use crate::failure::at_most;
use crate::format::Lines;
use crate::table::{Merges, Table};
use crate::{Checked, Condition, Condition::*, Failure, STEPS};

/// A claim: R + n·h has this outcome for every n ≡ residue mod the period, n ≥ from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The heaps of R, in increasing order, none of height h.
    pub rest: Vec<u64>,
    /// n mod the period.
    pub residue: u64,
    /// The least n.
    pub from: u64,
    /// Is the outcome P?
    pub p: bool,
    /// The first n that is proved by cases; the table has those before it.
    pub at: u64,
    /// The positions that are opened, in order.
    opened: Vec<Place>,
}

/// A certificate for families.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families {
    /// The rules, in words.
    pub rules: String,
    /// The height h.
    pub height: u64,
    /// The period M.
    pub period: u64,
    /// The table has all positions up to this many coins.
    pub coins: u64,
    /// The claims.
    pub classes: Vec<Class>,
}

/// A rest and a number of heaps of height h beside it.
type Place = (Vec<u64>, u64);

/// The most coins and heaps of a rest, and the greatest h, M and n.
const LARGEST: u64 = 1 << 10;

/// The most cases within each other.
const NESTED: usize = 64;

/// Reads a file from its `rules` line on.
pub(crate) fn read(lines: &mut Lines<'_>) -> Checked<Families> {
    const RULES: &str = "rules take any[, merge[ if …]]*";
    let rules = lines.next().strip_prefix("rules ").unwrap_or_default();
    if Merges::read(rules).is_none() {
        return Err(lines.expected(RULES));
    }
    let (_, n) = lines.line(&["claim families height # period # coins #"])?;
    let (height, period, coins) = (n[0], n[1], n[2]);
    at_most(LARGEST.into(), height.max(period).into(), "in height or period")?;
    let mut classes = Vec::new();
    while !lines.rest.is_empty() {
        const FORM: &str = "class [#,…] residue # from # P|N at #";
        let line = lines.next().strip_prefix("class ").and_then(|line| line.split_once(' '));
        let (rest, said) = line.ok_or(lines.expected(FORM))?;
        let rest = heaps(lines, rest)?;
        let forms = ["residue # from # P at #", "residue # from # N at #"];
        let (form, n) = lines.scan(said, &forms)?;
        at_most(LARGEST.into(), n[1].max(n[2]).into(), "heaps")?;
        let opened = lines.next().strip_prefix("  open").unwrap_or("?");
        let mut words = opened.split(' ');
        if words.next() != Some("") {
            return Err(lines.expected("  open [#,…]*# …"));
        }
        let opened = words.map(|word| {
            let (rest, count) = word.split_once('*').ok_or(lines.expected("[#,…]*#"))?;
            Ok((heaps(lines, rest)?, lines.scan(count, &["#"])?.1[0]))
        });
        let opened = opened.collect::<Checked<Vec<Place>>>()?;
        classes.push(Class { rest, residue: n[0], from: n[1], p: form == 0, at: n[2], opened });
    }
    Ok(Families { rules: rules.to_owned(), height, period, coins, classes })
}

fn heaps(lines: &Lines<'_>, text: &str) -> Checked<Vec<u64>> {
    let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let list = list.ok_or(lines.expected("[#,…]"))?;
    let numbers = list.split(',').filter(|_| !list.is_empty());
    let heaps = numbers.map(|heap| Ok(lines.scan(heap, &["#"])?.1[0]));
    let heaps = heaps.collect::<Checked<Vec<u64>>>()?;
    let size = heaps.iter().map(|&heap| u128::from(heap) + 1).sum();
    at_most(LARGEST.into(), size, "coins and heaps of a rest")?;
    if heaps.is_sorted() && heaps.first() != Some(&0) {
        Ok(heaps)
    } else {
        Err(lines.expected("[#,…], in order"))
    }
}

/// Checks all classes, with at most so much work.
pub(crate) fn check(families: &Families, limit: u64, progress: &dyn Fn(u64, u64)) -> Checked {
    let Families { height, period, coins, classes, .. } = families;
    let merges = Merges::read(&families.rules).unwrap_or_default();
    let mut claims = HashMap::new();
    let mut steps = Table::cost(*coins)?;
    for class in classes {
        let fits = |n: u64| n % period == class.residue;
        let well = *height > 0
            && *period >= 2
            && period.is_multiple_of(2)
            && fits(class.from)
            && fits(class.at)
            && class.at >= class.from + period
            && !class.rest.contains(height)
            && sum(&class.rest) + (class.at - period) * height <= *coins;
        class.require(FamilyForm, well)?;
        let claim = (class.from, class.p);
        let twice = claims.insert((class.rest.as_slice(), class.residue), claim);
        class.require(FamilyForm, twice.is_none())?;
        // A position has at most this many options.
        let options = |coins: u64| u128::from(2 * (coins + height) + 1);
        steps += u128::from(class.at) + options(sum(&class.rest));
        for (rest, _) in &class.opened {
            let coins = sum(rest);
            steps += options(coins) * (1 + options(coins + 2 * height)) * 2;
        }
    }
    at_most(limit.into(), steps, STEPS)?;
    progress(0, steps as u64);
    let table = Table::new(&merges, *coins, &|done| progress(done, steps as u64));
    for class in classes {
        for n in (class.from..class.at).step_by(*period as usize) {
            let many = std::iter::repeat_n(*height, n as usize);
            let heaps = class.rest.iter().copied().chain(many).collect();
            class.require(FamilyTable, table.is_p(heaps) == class.p)?;
        }
        let mut cases = Cases {
            merges: &merges,
            height: *height,
            period: *period,
            claims: &claims,
            left: &class.opened,
        };
        let holds = cases.refute(class);
        class.require(holds.err().unwrap_or(FamilyLeft), holds.is_ok() && cases.left.is_empty())?;
    }
    Ok(())
}

impl Class {
    fn require(&self, condition: Condition, holds: bool) -> Checked {
        let rest = format!("{:?}, residue {}", self.rest, self.residue)
            .replace(", ", ",")
            .replace(",residue", ", residue");
        if holds { Ok(()) } else { Err(Failure::Rest { condition, rest, column: None }) }
    }
}

fn sum(rest: &[u64]) -> u64 {
    rest.iter().sum()
}

/// One case analysis.
struct Cases<'a> {
    merges: &'a Merges,
    height: u64,
    period: u64,
    claims: &'a HashMap<(&'a [u64], u64), (u64, bool)>,
    /// The opened positions that have not been reached.
    left: &'a [Place],
}

/// A position that is assumed to be P, and its options.
type Assumed = (Place, Vec<Place>);

impl Cases<'_> {
    /// Contradicts that the class has the other outcome at `at`.
    fn refute(&mut self, class: &Class) -> Result<(), Condition> {
        let place = (class.rest.clone(), class.at);
        if class.p {
            return self.open(&mut Vec::new(), &mut vec![place]);
        }
        let options = self.options(&place).ok_or(FamilyOpened)?;
        if self.left.is_empty() {
            return if options.iter().any(|option| self.known(option) == Some(true)) {
                Ok(())
            } else {
                Err(FamilyCase)
            };
        }
        self.open(&mut vec![(place, options)], &mut Vec::new())
    }

    /// One of the next opened position and its options is P: contradicts each of them.
    fn open(
        &mut self,
        assumed: &mut Vec<Assumed>,
        denied: &mut Vec<Place>,
    ) -> Result<(), Condition> {
        let (place, left) = self.left.split_first().ok_or(FamilyCase)?;
        self.left = left;
        let options = self.options(place).ok_or(FamilyOpened)?;
        // The opened position itself is N: it was denied, or is an option of one that is assumed to be P.
        let excluded = denied.contains(place) || assumed.iter().any(|(_, of)| of.contains(place));
        if !excluded || assumed.len() > NESTED {
            return Err(FamilyOpened);
        }
        let before = denied.len();
        for option in options {
            match self.known(&option) {
                Some(true) => return Err(FamilyOpened),
                Some(false) => continue,
                None => {}
            }
            let of = self.options(&option).ok_or(FamilyOpened)?;
            let beside = |(p, leads): &Assumed| leads.contains(&option) || of.contains(p);
            let n = denied.contains(&option)
                || assumed.iter().any(beside)
                || of.iter().any(|next| self.known(next) == Some(true));
            if !n {
                assumed.push((option.clone(), of));
                self.open(assumed, denied)?;
                assumed.pop();
                denied.push(option);
            }
        }
        denied.truncate(before);
        Ok(())
    }

    /// Is a position P, by parity or by a claim?
    fn known(&self, (rest, count): &Place) -> Option<bool> {
        let claimed = || {
            let &(from, p) = self.claims.get(&(rest.as_slice(), count % self.period))?;
            (*count >= from).then_some(p)
        };
        self.by_parity(rest, *count).or_else(claimed)
    }

    /// Lemmas 6 and 8 of Locke and Handley, and Theorem T1 (docs/certificate.md §10).
    fn by_parity(&self, rest: &[u64], count: u64) -> Option<bool> {
        let mut odd: Vec<u64> = Vec::new();
        for same in rest.chunk_by(|x, y| x == y).filter(|same| same.len() % 2 == 1) {
            odd.push(same[0]);
        }
        if count % 2 == 1 {
            odd.push(self.height);
            odd.sort_unstable();
        }
        let low = |height: &u64| [1, 2, 4].contains(height);
        match odd[..] {
            [] => Some(true),
            [_] | [_, _] => Some(false),
            [i, j, t] if i + j == t && self.merges.allow(i, j) => Some(false),
            [1, 2, 4] if self.merges.always() && low(&self.height) && rest.iter().all(low) => {
                Some(true)
            }
            _ => None,
        }
    }

    /// The options of a position, in order and each once; `None` if there are not two heaps of height h, so that the
    /// moves might be others for a larger n.
    fn options(&self, (rest, count): &Place) -> Option<Vec<Place>> {
        let (h, n) = (self.height, *count);
        if n < 2 {
            return None;
        }
        let mut options = Vec::new();
        let mut leave = |gone: &[usize], count: u64, heap: u64| {
            let kept = rest.iter().enumerate().filter(|(i, _)| !gone.contains(i));
            let mut left: Vec<u64> = kept.map(|(_, &heap)| heap).collect();
            left.extend((heap > 0 && heap != h).then_some(heap));
            left.sort_unstable();
            options.push((left, count + u64::from(heap == h)));
        };
        (0..h).for_each(|lower| leave(&[], n - 1, lower));
        if self.merges.allow(h, h) {
            leave(&[], n - 2, 2 * h);
        }
        let first = |i: &usize| *i == 0 || rest[*i] != rest[i - 1];
        for i in (0..rest.len()).filter(first) {
            let x = rest[i];
            (0..x).for_each(|lower| leave(&[i], n, lower));
            if self.merges.allow(x, h) {
                leave(&[i], n - 1, x + h);
            }
            for j in (i + 1..rest.len()).filter(|j| *j == i + 1 || first(j)) {
                if self.merges.allow(x, rest[j]) {
                    leave(&[i, j], n, x + rest[j]);
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Some(options)
    }
}
