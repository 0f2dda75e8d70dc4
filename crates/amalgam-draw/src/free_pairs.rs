//! Where the lowest bit of the nim-sum is turned: ε over two heaps beside a third, with the free pairs.
//!
//! A cell is a position [x, y, z]; z is the same for all. Its colour shows its free pairs and what
//! follows from them; marks along the axes show the heaps that are free with z. ε depends only on the
//! halves, so the picture consists of squares of two by two heaps.

use amalgam::theory::free_pairs::FreePairs;

use crate::frame::{self, Area, Caption, LEFT, Mark, RIGHT, TOP};
use crate::image::Image;
use crate::palette::{BLUE, Color, INK, ORANGE, PALE};
use crate::{DrawError, Scene, axis, heat_map};

/// The colours of the classes of positions, by their free pairs.
const COLORS: [Color; 4] = [PALE, BLUE, ORANGE, INK];

/// Draws the positions [x, y, `heap`] with x, y ≤ `max`. The theorem must apply to them.
///
/// # Errors
/// If there are too many.
pub fn draw(pairs: &FreePairs, heap: u64, max: u64, caption: &Caption) -> Result<Scene, DrawError> {
    let side = usize::try_from(max).ok().and_then(|max| max.checked_add(1)).unwrap_or(usize::MAX);
    heat_map::check(side, side)?;
    let cells = (0..=max).flat_map(|x| (0..=max).map(move |y| class(pairs, [x, y, heap])));
    // No side exceeds the most that a heat map has.
    let image = Image::new(side as u32, side as u32, COLORS.to_vec(), cells.collect());
    let image = image.ok_or_else(|| DrawError::Render("the image has no cells".to_owned()))?;
    let size = frame::WIDTH - LEFT - RIGHT - 60.0;
    let above = 30.0;
    let title = format!("Where the lowest bit of x ⊕ y ⊕ {heap} is turned");
    let subtitle = format!("Grundy values of [x, y, {heap}] in {}, 0 ≤ x, y ≤ {max}", caption.game);
    let body = above + size + 46.0;
    let mut scene = frame::start(frame::WIDTH, body, &title, &subtitle, caption);
    let area = Area {
        bounds: [LEFT, TOP + above, size, size],
        x: [0.0, side as f64],
        y: [side as f64, 0.0],
    };
    scene.elements.push(crate::Element::Cells { bounds: area.bounds, image });
    area.draw_border(&mut scene);
    draw_free_with_third(&mut scene, &area, pairs, heap, max);
    // As many ticks as in a heat map.
    let ticks = axis::ticks(0, side as i64 - 1, (size / 58.0) as usize);
    area.draw_x_ticks(&mut scene, &ticks, 0.5, "heap y");
    let labels: Vec<_> = ticks.iter().map(|&at| (at as f64 + 0.5, axis::label(at))).collect();
    area.draw_y_ticks(&mut scene, &labels, false);
    area.draw_y_name(&mut scene, "heap x");
    let all = if pairs.common_digits() == 0 { "all three: it stays" } else { "all three: turned" };
    let key = [
        (Mark::Box(PALE), "no free pair: it stays"),
        (Mark::Box(BLUE), "x with y: turned"),
        (Mark::Box(ORANGE), "only with the third: turned"),
        (Mark::Box(INK), all),
    ];
    frame::draw_key(&mut scene, area.right() + 10.0, TOP + above - 16.0, &key);
    Ok(scene)
}

/// The class of a position: 0 no free pair, 1 x with y, 2 only pairs with z, 3 all three.
fn class(pairs: &FreePairs, [x, y, z]: [u64; 3]) -> u8 {
    let free = |x: u64, y: u64| pairs.is_free(x / 2, y / 2);
    match (free(x, y), free(x, z), free(y, z)) {
        (false, false, false) => 0,
        (true, true, true) => 3,
        (true, _, _) => 1,
        (false, _, _) => 2,
    }
}

/// Marks along both axes the heaps that are free with z.
fn draw_free_with_third(scene: &mut Scene, area: &Area, pairs: &FreePairs, heap: u64, max: u64) {
    for x in (0..=max).filter(|&x| pairs.is_free(x / 2, heap / 2)) {
        let (from, to) = (area.left(x as f64), area.left(x as f64 + 1.0));
        scene.fill([from, area.bounds[1] - 6.0, to - from + 0.2, 4.0], ORANGE);
        let (from, to) = (area.top(x as f64), area.top(x as f64 + 1.0));
        scene.fill([area.right() + 2.0, from, 4.0, to - from + 0.2], ORANGE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours agree with the formula for ε.
    #[test]
    fn turned_where_the_value_is_not_the_nim_sum() {
        for words in ["take any, merge if min >= 2", "take any, merge if min >= 4 then take 4"] {
            let pairs = FreePairs::of(&words.parse().unwrap()).unwrap();
            let lossless = pairs.common_digits() == 0;
            for heaps in
                (0..40).flat_map(|x| (0..40).flat_map(move |y| [5, 9, 17, 32].map(|z| [x, y, z])))
            {
                let turned = match class(&pairs, heaps) {
                    0 => false,
                    3 => !lossless,
                    _ => true,
                };
                let nim_sum = heaps[0] ^ heaps[1] ^ heaps[2];
                let value = nim_sum ^ u64::from(turned);
                assert_eq!(pairs.grundy(&heaps), Some(value), "{words} {heaps:?}");
            }
        }
    }

    #[test]
    fn too_large_pictures_are_refused() {
        let pairs = FreePairs::of(&"take any, merge if min >= 2".parse().unwrap()).unwrap();
        let caption = Caption::new("", "", "");
        for max in [heat_map::MOST as u64, u64::MAX] {
            assert!(matches!(draw(&pairs, 5, max, &caption), Err(DrawError::TooLarge { .. })));
        }
        assert!(draw(&pairs, u64::MAX, 0, &caption).is_ok());
    }
}
