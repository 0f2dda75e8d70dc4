//! PNG shows what the scene says, also without any fonts on the machine.

use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam_draw::image::Image;
use amalgam_draw::palette::{BLUE, Color, INK, ORANGE, WHITE, diverging};
use amalgam_draw::{Anchor, Caption, DrawError, Element, Scene, Stroke, table};

fn pixels(png: &[u8]) -> (u32, u32, Vec<Color>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let colors = bytes.chunks_exact(3).map(|p| Color(p[0], p[1], p[2])).collect();
    (info.width, info.height, colors)
}

#[test]
fn words_and_shapes_are_there() {
    let mut scene = Scene::new(100.0, 40.0, "", "");
    scene.fill([50.0, 0.0, 50.0, 40.0], BLUE);
    let (width, height, empty) = pixels(&scene.to_png(200).unwrap());
    assert_eq!((width, height), (200, 80));
    assert_eq!((empty[0], empty[199]), (WHITE, BLUE));
    scene.text([5.0, 30.0], 20.0, Anchor::Start, "7ℕ");
    let (_, _, written) = pixels(&scene.to_png(200).unwrap());
    let dark =
        |colors: &[Color]| colors.iter().filter(|color| color.0 < 80 && color.2 < 80).count();
    assert_eq!(dark(&empty), 0);
    assert!(dark(&written) > 100, "{}", dark(&written));
}

#[test]
fn lines_and_curves_are_where_they_should_be() {
    let mut scene = Scene::new(100.0, 50.0, "", "");
    scene.line([0.0, 10.0], [40.0, 10.0], Stroke::new(BLUE, 2.0).dashed());
    let stroke = Stroke::new(INK, 2.0);
    scene.elements.push(Element::Arc { ends: [50.0, 90.0], base: 45.0, height: 20.0, stroke });
    scene.dot([20.0, 30.0], 8.0, BLUE);
    scene.dot([20.0, 30.0], 4.0, ORANGE);
    let (width, _, colors) = pixels(&scene.to_png(100).unwrap());
    let at = |x: usize, y: usize| colors[y * width as usize + x];
    let dashes: Vec<bool> = (0..14).map(|x| at(x, 10) == BLUE).collect();
    assert_eq!(dashes, [[true; 4].as_slice(), &[false; 3], &[true; 4], &[false; 3]].concat());
    assert_eq!((at(2, 9), at(2, 8), at(2, 11)), (BLUE, WHITE, WHITE), "as wide as it should be");
    assert_eq!((at(70, 24), at(70, 35), at(70, 45)), (INK, WHITE, WHITE), "open below");
    assert_eq!((at(50, 44), at(89, 44)), (INK, INK), "the ends of the arc");
    // What is drawn later lies above.
    assert_eq!((at(20, 30), at(14, 30), at(28, 37)), (ORANGE, BLUE, WHITE));
}

#[test]
fn a_pixel_over_several_cells_has_their_mean() {
    let mut scene = Scene::new(2.0, 1.0, "", "");
    let colors = vec![Color(0, 0, 0), Color(100, 20, 250)];
    let image = Image::new(4, 2, colors, vec![0, 1, 1, 1, 0, 0, 1, 1]).unwrap();
    scene.elements.push(Element::Cells { bounds: [0.0, 0.0, 2.0, 1.0], image });
    let (_, _, colors) = pixels(&scene.to_png(2).unwrap());
    assert_eq!(colors, [Color(25, 5, 63), Color(100, 20, 250)]);
}

#[test]
fn each_cell_has_the_colour_of_its_number() {
    let cells = Table::new(Family::AMALGAMATION, 40, 40, &Default::default()).unwrap();
    let caption = Caption::new("amalgamation", "", "");
    let scene = table::draw(&cells, table::Show::Offset, [0, 0], &caption).unwrap();
    let [left, top, wide, high] = scene
        .elements
        .iter()
        .find_map(|element| match element {
            Element::Cells { bounds, .. } => Some(*bounds),
            _ => None,
        })
        .expect("an image of cells");
    let width = scene.sharp_width();
    let scale = f64::from(width) / scene.width;
    let (width, _, colors) = pixels(&scene.to_png(width).unwrap());
    let most = (0..40).flat_map(|a| (0..40).map(move |b| (a, b)));
    let most = most.map(|(a, b)| cells.offset(a, b).unwrap().abs()).max().unwrap();
    for a in 0..40 {
        for b in 0..40 {
            let x = (left + wide * (b as f64 + 0.5) / 40.0) * scale;
            let y = (top + high * (a as f64 + 0.5) / 40.0) * scale;
            let seen = colors[y as usize * width as usize + x as usize];
            let offset = cells.offset(a, b).unwrap();
            let expected = diverging((offset + most) as f64 / (2 * most) as f64);
            assert_eq!(seen, expected, "a = {a}, b = {b}");
        }
    }
}

#[test]
fn too_large_a_png_is_refused() {
    let scene = Scene::new(100.0, 100.0, "", "");
    assert!(matches!(scene.to_png(0), Err(DrawError::Empty(_))));
    assert!(matches!(scene.to_png(20_000), Err(DrawError::TooLarge { .. })));
    assert!(matches!(scene.to_png(u32::MAX), Err(DrawError::TooLarge { .. })));
}
