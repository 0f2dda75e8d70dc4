//! Heaps as small pictures: gold on slate for cards, outlines for paper.

use maud::{Markup, html};

/// Larger heaps are drawn as a number.
const TALLEST: u64 = 10;

/// A picture for a card: stacks of coins, and a line of chalk over them.
pub(super) fn stacks(heaps: &[u64], chalk: &str) -> Markup {
    let step = 240 / (heaps.len() as u64 + 1);
    html! {
        svg viewBox="0 0 240 120" aria-hidden="true" {
            @for (i, &heap) in heaps.iter().enumerate() {
                (stack(step * (i as u64 + 1), 98, 17, 8, heap, ["#d99d2c", "#ffe096", "#6d4506"]))
            }
            path d=(chalk) fill="none" stroke="#f5f2e9" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" {}
        }
    }
}

/// A position on paper: outlines, with the numbers below. `open` adds a place for one more heap.
pub(super) fn outlines(heaps: &[u64], open: bool) -> Markup {
    let places = heaps.len() as u64 + u64::from(open);
    let width = 50 * places.max(3);
    let most = heaps.iter().copied().filter(|&heap| heap <= TALLEST).max().unwrap_or(3).max(3);
    let ground = 16 + 9 * most;
    let left = (width - 50 * places) / 2;
    html! {
        svg.stacks viewBox={ "0 0 " (width) " " (ground + 24) } role="img" aria-label={ "Heaps of " (listed(heaps)) } {
            @for (i, &heap) in heaps.iter().enumerate() {
                @let x = left + 50 * i as u64 + 25;
                @if heap <= TALLEST {
                    (stack(x, ground, 18, 9, heap, ["#fff", "#fff", "#000"]))
                } @else {
                    (stack(x, ground, 18, 9, 1, ["#fff", "#fff", "#000"]))
                    (stack(x, ground - 18, 18, 9, 1, ["#fff", "#fff", "#000"]))
                }
                text x=(x) y=(ground + 20) text-anchor="middle" font-size="13" font-weight="700" { (heap) }
            }
            @if open {
                @let x = left + 50 * heaps.len() as u64 + 25;
                ellipse cx=(x) cy=(ground - 4) rx="18" ry="5" fill="none" stroke="#000" stroke-dasharray="4 3" {}
                text x=(x) y=(ground + 20) text-anchor="middle" font-size="13" font-weight="700" { "?" }
            }
        }
    }
}

/// `3, 4 and 5`.
pub(super) fn listed(heaps: &[u64]) -> String {
    let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Coins from the ground up: `[rim, face, line]` are the colours.
fn stack(x: u64, ground: u64, wide: u64, high: u64, coins: u64, colours: [&str; 3]) -> Markup {
    let [rim, face, line] = colours;
    let flat = wide * 3 / 10;
    html! {
        @for k in 0..coins {
            @let y = ground.saturating_sub(flat + high * (k + 1));
            path d={ "M" (x - wide) " " (y) "v" (high) "a" (wide) " " (flat) " 0 00" " " (2 * wide) " 0v-" (high) "z" } fill=(rim) stroke=(line) {}
            ellipse cx=(x) cy=(y) rx=(wide) ry=(flat) fill=(face) stroke=(line) {}
        }
    }
}
