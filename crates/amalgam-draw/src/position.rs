//! A position: heaps as stacks of coins, Kayles as rows of pins, Chomp as chocolate. The picture has no
//! title and no caption, for slides and worksheets.

use amalgam::games::Board;
use amalgam::{Part, Sum};

use crate::palette::{Color, GREY, INK};
use crate::{Anchor, DrawError, Element, Scene, Stroke};

/// The tallest heap, and the most heaps.
const TALLEST: u64 = 60;
const MOST: usize = 60;

const GOLD: Color = Color(0xef, 0xc1, 0x5a);
const EDGE: Color = Color(0x96, 0x69, 0x0e);
const PIN: Color = Color(0xf7, 0xf3, 0xea);
const BROWN: Color = Color(0x8a, 0x5a, 0x3c);
const DARK: Color = Color(0x5d, 0x38, 0x20);

/// The width of a heap with the space beside it, and the height of a coin.
const HEAP: f64 = 72.0;
const COIN: f64 = 15.0;
const NUMBER: f64 = 34.0;
const MARGIN: f64 = 14.0;
/// The sides of a square of chocolate, and the step from pin to pin.
const SQUARE: f64 = 34.0;
const STEP: f64 = 26.0;

/// Draws the position; `about` goes into the properties of the file.
///
/// # Errors
/// If it is too large for a picture, or empty.
pub fn draw(sum: &Sum, about: &str) -> Result<Scene, DrawError> {
    let heaps = || sum.parts().iter().flat_map(|part| part.heaps());
    if heaps().next().is_none() {
        return Err(DrawError::Empty("there is no heap".to_owned()));
    }
    if heaps().count() > MOST || heaps().any(|&heap| heap > TALLEST) {
        return Err(DrawError::TooLarge {
            what: "this position".to_owned(),
            fits: format!("the limit is {MOST} heaps of {TALLEST} coins"),
        });
    }
    let sizes: Vec<[f64; 2]> = sum.parts().iter().map(size).collect();
    let height = sizes.iter().map(|size| size[1]).fold(0.0, f64::max) + 2.0 * MARGIN;
    let gaps = MARGIN * (sum.parts().len() + 1) as f64;
    let width = sizes.iter().map(|size| size[0]).sum::<f64>() + gaps;
    let mut scene = Scene::new(width, height, &sum.to_string(), about);
    let mut left = MARGIN;
    for (part, [wide, _]) in sum.parts().iter().zip(sizes) {
        let bottom = height - MARGIN;
        match part.board() {
            Board::Heaps => coins(&mut scene, part, left, bottom),
            Board::Pins => pins(&mut scene, part, left, bottom),
            Board::Squares => chocolate(&mut scene, part, left, bottom),
        }
        left += wide + MARGIN;
    }
    Ok(scene)
}

/// Width and height of a part.
fn size(part: &Part) -> [f64; 2] {
    let heaps = part.heaps();
    let (count, tallest) =
        (heaps.len().max(1) as f64, heaps.iter().max().copied().unwrap_or(0) as f64);
    match part.board() {
        Board::Heaps => [count * HEAP, tallest * COIN + NUMBER],
        Board::Pins => [tallest * STEP + NUMBER, count * 2.4 * STEP],
        Board::Squares => [tallest * SQUARE, count * SQUARE],
    }
}

fn coins(scene: &mut Scene, part: &Part, left: f64, bottom: f64) {
    for (i, &heap) in part.heaps().iter().enumerate() {
        let middle = left + (i as f64 + 0.5) * HEAP;
        for coin in 0..heap {
            let top = bottom - NUMBER - (coin + 1) as f64 * COIN;
            scene.elements.push(Element::Rect {
                bounds: [middle - 27.0, top, 54.0, COIN + 3.0],
                round: 8.5,
                fill: Some(GOLD),
                stroke: Some(Stroke::new(EDGE, 1.5)),
            });
        }
        scene.text([middle, bottom - 6.0], 18.0, Anchor::Middle, heap.to_string());
    }
}

/// Each row of pins has its own line, the shortest at the bottom.
fn pins(scene: &mut Scene, part: &Part, left: f64, bottom: f64) {
    for (i, &row) in part.heaps().iter().enumerate() {
        let foot = bottom - i as f64 * 2.4 * STEP;
        for pin in 0..row {
            let x = left + (pin as f64 + 0.5) * STEP;
            scene.elements.push(Element::Rect {
                bounds: [x - 7.0, foot - 36.0, 14.0, 36.0],
                round: 6.0,
                fill: Some(PIN),
                stroke: Some(Stroke::new(INK, 1.4)),
            });
            scene.elements.push(Element::Circle {
                center: [x, foot - 42.0],
                radius: 6.5,
                fill: Some(PIN),
                stroke: Some(Stroke::new(INK, 1.4)),
            });
        }
        let end = left + row as f64 * STEP + 8.0;
        scene.colored_text([end, foot - 8.0], 16.0, Anchor::Start, GREY, row.to_string());
    }
}

/// The longest row on top; its first square is poisoned.
fn chocolate(scene: &mut Scene, part: &Part, left: f64, bottom: f64) {
    for (i, &row) in part.heaps().iter().enumerate() {
        let top = bottom - (i + 1) as f64 * SQUARE;
        let first = i + 1 == part.heaps().len();
        for column in 0..row {
            let x = left + column as f64 * SQUARE;
            let poison = first && column == 0;
            scene.elements.push(Element::Rect {
                bounds: [x + 1.5, top + 1.5, SQUARE - 3.0, SQUARE - 3.0],
                round: 5.0,
                fill: (!poison).then_some(BROWN),
                stroke: Some(Stroke { dashed: poison, ..Stroke::new(DARK, 1.5) }),
            });
            if poison {
                let at = [x + SQUARE / 2.0, top + SQUARE / 2.0 + 6.0];
                scene.text(at, 17.0, Anchor::Middle, "×");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam::games::AnyGame;

    fn drawn(text: &str) -> Result<Scene, DrawError> {
        let nim: AnyGame = "nim".parse().unwrap();
        draw(&Sum::parse(text, &nim).unwrap(), "")
    }

    fn count(scene: &Scene, is: fn(&Element) -> bool) -> usize {
        scene.elements.iter().filter(|&element| is(element)).count()
    }

    #[test]
    fn every_coin_pin_and_square_is_there() {
        let rect = |element: &Element| matches!(element, Element::Rect { .. });
        let circle = |element: &Element| matches!(element, Element::Circle { .. });
        assert_eq!(count(&drawn("nim[3,4,5]").unwrap(), rect), 12);
        let kayles = drawn("kayles[5,7]").unwrap();
        assert_eq!((count(&kayles, rect), count(&kayles, circle)), (12, 12));
        assert_eq!(count(&drawn("chomp[3,4,4]").unwrap(), rect), 11);
        let sum = drawn("nim[2] + kayles[3]").unwrap();
        assert_eq!((count(&sum, rect), count(&sum, circle)), (5, 3));
    }

    #[test]
    fn everything_lies_within_the_picture() {
        for text in
            ["nim[1,60]", "kayles[9,2,4]", "chomp[1,6,6]", "nim[2] + chomp[3,4] + kayles[12]"]
        {
            let scene = drawn(text).unwrap();
            for element in &scene.elements {
                if let Element::Rect { bounds: [x, y, w, h], .. } = element {
                    assert!(*x >= 0.0 && *y >= 0.0, "{text}: {element:?}");
                    assert!(x + w <= scene.width && y + h <= scene.height, "{text}: {element:?}");
                }
                if let Element::Circle { center: [_, y], radius, .. } = element {
                    assert!(y - radius >= 0.0, "{text}: {element:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert!(matches!(drawn("nim[61]"), Err(DrawError::TooLarge { .. })));
        assert!(matches!(drawn("nim[]"), Err(DrawError::Empty(_))));
    }
}
