//! Whether linear inequalities over whole numbers can hold together: Fourier–Motzkin elimination.
//!
//! The answer "no" is certain; "perhaps" may be wrong, since rational solutions count and long systems
//! are given up.

use std::collections::BTreeMap;

/// A number that is not known.
pub(super) type Variable = usize;

/// A sum of variables with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    factors: BTreeMap<Variable, i128>,
    constant: i128,
}

/// The most inequalities that are looked at.
const MOST: usize = 400;

impl Linear {
    pub(super) fn constant(constant: i128) -> Linear {
        Linear { factors: BTreeMap::new(), constant }
    }

    pub(super) fn variable(variable: Variable) -> Linear {
        Linear { factors: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The constant, if it is one.
    pub(super) fn as_constant(&self) -> Option<i128> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// `self + factor · other`, unless it is too large.
    pub(super) fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&variable, &value) in &other.factors {
            let old = sum.factors.entry(variable).or_insert(0);
            *old = old.checked_add(factor.checked_mul(value)?)?;
        }
        sum.factors.retain(|_, value| *value != 0);
        Some(sum)
    }
}

/// Whether all of these can be 0 or more at once; certain if not.
pub(super) fn can_hold(inequalities: &[Linear]) -> bool {
    let mut system = inequalities.to_vec();
    loop {
        if system.iter().any(|one| one.factors.is_empty() && one.constant < 0) {
            return false;
        }
        system.retain(|one| !one.factors.is_empty());
        let mut counts: BTreeMap<Variable, (usize, usize)> = BTreeMap::new();
        for one in &system {
            for (&variable, &factor) in &one.factors {
                let count = counts.entry(variable).or_default();
                if factor > 0 { count.0 += 1 } else { count.1 += 1 }
            }
        }
        let Some((&variable, _)) = counts.iter().min_by_key(|(_, (up, down))| up * down) else {
            return true;
        };
        let (with, mut rest): (Vec<Linear>, Vec<Linear>) =
            system.into_iter().partition(|one| one.factors.contains_key(&variable));
        let (lower, upper): (Vec<&Linear>, Vec<&Linear>) =
            with.iter().partition(|one| one.factors[&variable] > 0);
        for low in &lower {
            for high in &upper {
                let (up, down) = (low.factors[&variable], -high.factors[&variable]);
                let zero = Linear::default();
                let sum = zero.plus(down, low).and_then(|sum| sum.plus(up, high));
                let Some(sum) = sum else { return true };
                if !rest.contains(&sum) {
                    rest.push(sum);
                }
                if rest.len() > MOST {
                    return true;
                }
            }
        }
        system = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_found() {
        let (x, y) = (Linear::variable(0), Linear::variable(1));
        let less = |a: &Linear, b: &Linear| {
            b.plus(-1, a).and_then(|d| d.plus(-1, &Linear::constant(1))).unwrap()
        };
        assert!(!can_hold(&[less(&x, &y), less(&y, &x)]));
        assert!(can_hold(&[less(&x, &y)]));
        let sum = x.plus(1, &y).unwrap();
        let at_most = |a: &Linear, n: i128| Linear::constant(n).plus(-1, a).unwrap();
        assert!(!can_hold(&[x.clone(), y.clone(), at_most(&sum, -1)]));
        assert!(can_hold(&[x, y, at_most(&sum, 0)]));
    }
}
