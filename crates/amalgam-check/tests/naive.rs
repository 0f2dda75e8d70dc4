//! A writer of certificates that knows only the definition of the game and a finite table of it.
//! What it writes about the table's end is a guess; the checker decides whether the guess is right.

use amalgam_check::{Game, sha256};

pub const AMALGAMATION: Game = Game { threshold: 1, taken: 0 };
pub const MERGE_TAKE_ONE: Game = Game { threshold: 1, taken: 1 };

pub fn restricted(threshold: u64) -> Game {
    Game { threshold, taken: 0 }
}

/// f(a,b) for a ≤ last, b < columns.
pub struct Table {
    pub game: Game,
    pub f: Vec<Vec<i64>>,
    pub columns: usize,
}

impl Table {
    pub fn new(game: Game, last: usize, columns: usize) -> Self {
        let mut f: Vec<Vec<i64>> = Vec::new();
        for a in 0..=last as i64 {
            let mut row: Vec<i64> = Vec::new();
            // f(a,b) ≤ a + b + 1, so this has room for all values.
            let (mut taken, mut all_taken_below) = (vec![false; columns + last + 2], 0);
            for b in 0..columns as i64 {
                let mut c = all_taken_below;
                while taken[c as usize]
                    || f.iter().any(|smaller| smaller[b as usize] == c)
                    || merges_to_equal_pair(game, [a, b, c])
                {
                    c += 1;
                }
                taken[c as usize] = true;
                while taken[all_taken_below as usize] {
                    all_taken_below += 1;
                }
                row.push(c);
            }
            f.push(row);
        }
        Table { game, f, columns }
    }

    pub fn offset(&self, a: usize, b: usize) -> i64 {
        self.f[a][b] - b as i64
    }

    /// Row a as a sequence: each offset a set of one.
    pub fn offsets(&self, a: usize) -> Vec<u128> {
        (0..self.columns).map(|b| 1 << (self.offset(a, b) + 64)).collect()
    }

    fn mask(&self, a: usize) -> Vec<u128> {
        let at = |b| (0..a).fold(0, |set, row| set | 1 << (self.offset(row, b) + 64));
        (0..self.columns).map(at).collect()
    }

    fn covered(&self, k: usize, b: usize) -> bool {
        (0..=2 * k).all(|a| self.offset(a, b).unsigned_abs() as usize <= k)
    }

    /// The first column from which 2k covers to the end of the table, if that is most of it.
    pub fn cover_from(&self, k: usize) -> Option<usize> {
        let from = (0..self.columns).rfind(|&b| !self.covered(k, b)).map_or(0, |b| b + 1);
        (from < self.columns / 2).then_some(from)
    }

    fn balanced(&self, k: usize, n: usize, b: usize) -> bool {
        let taken = |v: usize| {
            (2 * k + 1..=2 * k + 2 * n).filter(|&a| self.f[a][..b].contains(&(v as i64))).count()
        };
        (0..=k + n + 2).all(|i| {
            let wanted = if i <= k { n } else { (k + n).saturating_sub(i) };
            taken(b + i) == wanted
        })
    }

    /// The `cover` lines of rows up to `last`, and (row, from) of each.
    pub fn covers(&self, last: usize) -> (Vec<String>, Vec<(usize, usize)>) {
        let (mut lines, mut covers) = (Vec::new(), vec![(0, 0)]);
        for row in (2..=last).step_by(2) {
            let (after, from_before) = covers[covers.len() - 1];
            let Some(from) = self.cover_from(row / 2) else { continue };
            let (k, n) = (after / 2, (row - after) / 2);
            let proof = if n + self.game.taken as usize <= k {
                let column = from_before.max(from).max(row + 1);
                assert!(self.balanced(k, n, column), "row {row}, column {column}");
                Some(format!("balanced {column}"))
            } else {
                let joint: Vec<u128> = (0..self.columns)
                    .map(|b| {
                        (after + 1..=row).fold(0u128, |hash, a| {
                            let offset = (self.offset(a, b) + 64) as u128;
                            hash.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) + offset
                        })
                    })
                    .collect();
                repetition(&joint).map(|(s, p)| {
                    let regular = (1..=row as u64).map(|a| self.game.regular(a)).max().unwrap();
                    let at = s.max(from).max(from_before).max(regular as usize);
                    format!("recurs {at} period {p}")
                })
            };
            let Some(proof) = proof else { continue };
            let k = row / 2;
            lines.push(format!("cover {row} half-width {k} from {from} after {after} {proof}"));
            covers.push((row, from));
        }
        (lines, covers)
    }

    /// The lines of a certificate for rows 1..=last, without its last line.
    pub fn rows_certificate(&self, last: usize) -> String {
        let (cover_lines, covers) = self.covers(last);
        let mut lines = vec![
            "amalgam-certificate 1".to_string(),
            format!("game {}", name(self.game)),
            format!("claim rows 1 {last}"),
        ];
        lines.extend(cover_lines);
        let mut unknown = false;
        for a in 1..=last {
            let &(after, from_before) = covers.iter().rfind(|cover| cover.0 < a).unwrap();
            unknown &= a != after + 1;
            let (offsets, mask) = (self.offsets(a), self.mask(a));
            let repetitions = (repetition(&offsets), repetition(&mask));
            if let (false, (Some((s, p)), Some((ms, mp)))) = (unknown, repetitions) {
                let cover = covers.iter().any(|cover| cover.0 == a);
                let cover = if cover { "yes" } else { "no" };
                let repeating = s..s + p;
                let min = repeating.clone().map(|b| self.offset(a, b)).min().unwrap();
                let max = repeating.map(|b| self.offset(a, b)).max().unwrap();
                lines.push(format!(
                    "row {a} preperiod {s} period {p} mask {ms} {mp} offsets {min} {max} cover {cover}"
                ));
                let window = self.f[a][..s].iter().filter(|&&c| c >= s as i64);
                let mut window: Vec<i64> = window.map(|c| c - s as i64).collect();
                window.sort_unstable();
                let window: String = window.iter().map(|i| format!(" {i}")).collect();
                lines.push(format!("  window{window}"));
                lines.push(format!("  minimal{}", witnesses(&offsets, s, p)));
                lines.push(format!("  mask-minimal{}", witnesses(&mask, ms, mp)));
                if s + p <= 100 {
                    let (once, repeating) = self.pairs(a, s, p);
                    lines.push(format!("  once{once}"));
                    lines.push(format!("  repeating{repeating}"));
                }
            } else if let Some(&(end, from)) = covers.iter().find(|cover| cover.0 >= a) {
                let (low, high, from) = (after / 2 + 1, end / 2, from.max(from_before));
                lines.push(format!(
                    "row {a} unknown offsets {low} {high} from {from} by cover {end}"
                ));
                unknown = true;
            } else {
                lines.push(format!("row {a} unknown"));
                unknown = true;
            }
        }
        lines.join("\n") + "\n"
    }

    pub fn covers_certificate(&self, last: usize) -> String {
        let (game, (covers, rows)) = (name(self.game), self.covers(last));
        let last = rows[rows.len() - 1].0;
        let covers: String = covers.iter().map(|line| format!("{line}\n")).collect();
        format!("amalgam-certificate 1\ngame {game}\nclaim covers {last}\n{covers}")
    }

    pub fn pairs(&self, a: usize, s: usize, p: usize) -> (String, String) {
        let (mut once, mut repeating) = (String::new(), String::new());
        let pair = |b: usize| self.f[a][b] > b as i64;
        let same = |b: usize, other: usize| self.offset(a, b) == self.offset(a, other);
        let repeats = |b: usize| (b..self.columns).step_by(p).all(|other| same(b, other));
        for b in (1..s + p).filter(|&b| pair(b)) {
            let text = format!(" [{b},{}]", self.f[a][b]);
            if !repeats(b) {
                once += &text;
            } else if b <= p || !same(b, b - p) {
                repeating += &text;
            }
        }
        (once, repeating)
    }
}

fn merges_to_equal_pair(game: Game, [a, b, c]: [i64; 3]) -> bool {
    let merged = |x: i64, y: i64| {
        let allowed = x >= game.threshold as i64 && y >= game.threshold as i64;
        allowed.then_some(x + y - game.taken as i64)
    };
    merged(a, b) == Some(c) || merged(a, c) == Some(b) || merged(b, c) == Some(a)
}

/// The least preperiod and period that a finite sequence shows at its end, where the period fits
/// at least twice into its second half (by the failure function of the reversed half).
pub fn repetition(sequence: &[u128]) -> Option<(usize, usize)> {
    let tail: Vec<u128> = sequence[sequence.len() / 2..].iter().rev().copied().collect();
    let mut fail = vec![0usize; tail.len() + 1];
    let mut k = 0;
    for i in 1..tail.len() {
        while k > 0 && tail[i] != tail[k] {
            k = fail[k];
        }
        if tail[i] == tail[k] {
            k += 1;
        }
        fail[i + 1] = k;
    }
    let period = tail.len() - fail[tail.len()];
    if 2 * period > tail.len() {
        return None;
    }
    let mut start = sequence.len() - period;
    while start > 0 && sequence[start - 1] == sequence[start - 1 + period] {
        start -= 1;
    }
    Some((start, period))
}

pub fn witnesses(sequence: &[u128], preperiod: usize, period: usize) -> String {
    let primes =
        (2..=period).filter(|q| period.is_multiple_of(*q) && (2..*q).all(|d| !q.is_multiple_of(d)));
    let witness = |q: usize| (preperiod..).find(|&w| sequence[w] != sequence[w + period / q]);
    primes.map(|q| format!(" {q}@{}", witness(q).unwrap())).collect()
}

pub fn name(game: Game) -> String {
    match game {
        AMALGAMATION => "amalgamation".into(),
        MERGE_TAKE_ONE => "merge-take-one".into(),
        Game { threshold: u64::MAX, .. } => "nim".into(),
        Game { threshold, .. } => format!("restricted-amalgamation {threshold}"),
    }
}

/// The certificate with its last line.
pub fn signed(body: &str) -> String {
    format!("{body}sha256 {}\n", sha256(body.as_bytes()))
}
