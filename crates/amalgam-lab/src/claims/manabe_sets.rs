//! Manabe's sets, word for word from Definition 6.
//!
//! This is the naive twin of [`theory::manabe`](amalgam_solve::theory::manabe): ordered triples, z the
//! largest in the basic sets, and unions over the places that z can take.

/// An ordered triple (x, y, z).
pub(super) type Triple = [u64; 3];

fn balanced([x, y, z]: Triple) -> bool {
    x ^ y ^ z == 0 && x <= z && y <= z
}

pub(super) fn p01(t: Triple) -> bool {
    let [x, y, z] = t;
    balanced(t) && x + y == z && x.min(y) < 2
}

pub(super) fn p02(t: Triple) -> bool {
    let [x, y, z] = t;
    balanced(t) && x + y > z + 2
}

pub(super) fn n01(t: Triple) -> bool {
    let [x, y, z] = t;
    balanced(t) && x + y == z && x >= 2 && y >= 2
}

pub(super) fn n02(t: Triple) -> bool {
    let [x, y, z] = t;
    balanced(t) && x + y == z + 2
}

/// (x, y, z + 1) with x + y even, (x, y, z − 1) with x + y odd, from a triple of `base`.
fn shifted(base: fn(Triple) -> bool, [x, y, z]: Triple) -> bool {
    match (x + y) % 2 {
        0 => z >= 1 && base([x, y, z - 1]),
        _ => base([x, y, z + 1]),
    }
}

pub(super) fn p11(t: Triple) -> bool {
    shifted(n01, t)
}

pub(super) fn p12(t: Triple) -> bool {
    shifted(n02, t)
}

/// The union over (x,y,z), (x,z,y) and (y,z,x), as in parts (v) to (vii).
fn somewhere(set: fn(Triple) -> bool, [x, y, z]: Triple) -> bool {
    set([x, y, z]) || set([x, z, y]) || set([y, z, x])
}

pub(super) fn p0(t: Triple) -> bool {
    somewhere(|t| p01(t) || p02(t), t)
}

pub(super) fn p1(t: Triple) -> bool {
    somewhere(|t| p11(t) || p12(t), t)
}

pub(super) fn n0(t: Triple) -> bool {
    somewhere(|t| n01(t) || n02(t), t)
}

pub(super) fn p(t: Triple) -> bool {
    p0(t) || p1(t)
}

/// The six orders of a triple.
pub(super) fn orders([x, y, z]: Triple) -> [Triple; 6] {
    [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]]
}

/// The moves that take from one heap.
pub(super) fn takes(t: Triple) -> impl Iterator<Item = Triple> {
    (0..3).flat_map(move |i| {
        (0..t[i]).map(move |size| {
            let mut after = t;
            after[i] = size;
            after
        })
    })
}

/// The moves that merge two heaps, both at least 2; the merged heap takes either place.
pub(super) fn merges(t: Triple) -> impl Iterator<Item = Triple> {
    merges_from(2, t)
}

/// The same for heaps that are both at least `least`.
pub(super) fn merges_from(least: u64, t: Triple) -> impl Iterator<Item = Triple> {
    [[0, 1], [1, 0], [1, 2], [2, 1], [0, 2], [2, 0]].into_iter().filter_map(move |[i, j]| {
        let mut after = t;
        after[i] = t[i] + t[j];
        after[j] = 0;
        (t[i] >= least && t[j] >= least).then_some(after)
    })
}

/// All moves.
pub(super) fn moves(t: Triple) -> impl Iterator<Item = Triple> {
    takes(t).chain(merges(t))
}
