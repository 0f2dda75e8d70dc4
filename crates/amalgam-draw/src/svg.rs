//! Scenes as SVG.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::font;
use crate::image::Image;
use crate::palette::Color;
use crate::scene::{Anchor, Element, Scene, Stroke};

impl Scene {
    /// The picture as an SVG document. The same scene always gives the same text.
    pub fn to_svg(&self) -> String {
        let (width, height) = (number(self.width), number(self.height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"{}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
            font::FAMILIES,
            escaped(&self.title),
            escaped(&self.about)
        );
        if let Some(ground) = self.ground {
            let fill = ground.hex();
            let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
        }
        for element in &self.elements {
            write_element(&mut svg, element);
            svg.push('\n');
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn write_element(svg: &mut String, element: &Element) {
    // Writing to a string cannot fail.
    let _ = match element {
        Element::Rect { bounds, round, fill, stroke } => {
            let [x, y, w, h] = bounds.map(number);
            let round =
                if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            let paint = paint(*fill, *stroke);
            write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}{paint}/>")
        }
        Element::Circle { center, radius, fill, stroke } => {
            let [x, y] = center.map(number);
            let (r, paint) = (number(*radius), paint(*fill, *stroke));
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{paint}/>")
        }
        Element::Line { points, stroke } => {
            let points: Vec<String> =
                points.iter().map(|p| format!("{},{}", number(p[0]), number(p[1]))).collect();
            let paint = paint(None, Some(*stroke));
            write!(svg, "<polyline points=\"{}\"{paint}/>", points.join(" "))
        }
        Element::Arc { ends: [left, right], base, height, stroke } => {
            // If rounding made the radius longer than half of the distance, the arc would be less
            // than half an ellipse, and lower by a unit or more.
            let written = |length: f64| (length * 100.0).round() / 100.0;
            let (left, rx) = (written(*left), written((right - left) / 2.0));
            let paint = paint(None, Some(*stroke));
            let (right, base, ry) = (number(left + 2.0 * rx), number(*base), number(*height));
            let (left, rx) = (number(left), number(rx));
            write!(svg, "<path d=\"M{left} {base}A{rx} {ry} 0 0 1 {right} {base}\"{paint}/>")
        }
        Element::Text { at, size, anchor, color, upwards, text } => {
            let [x, y] = at.map(number);
            let turn = if *upwards {
                format!(" transform=\"rotate(-90 {x} {y})\"")
            } else {
                String::new()
            };
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let (size, color, text) = (number(*size), color.hex(), escaped(text));
            write!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{color}\"{turn}>\
                 {text}</text>"
            )
        }
        Element::Cells { bounds, image } => write_cells(svg, *bounds, image),
    };
}

/// Cells larger than a unit keep sharp borders; the viewer averages smaller ones.
fn write_cells(svg: &mut String, bounds: [f64; 4], image: &Image) -> std::fmt::Result {
    let sharp = f64::from(image.size().0) <= bounds[2];
    let [x, y, w, h] = bounds.map(number);
    let style = if sharp {
        " image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\""
    } else {
        ""
    };
    write!(
        svg,
        "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\"\
         {style} xlink:href=\"data:image/png;base64,"
    )?;
    BASE64.encode_string(image.to_png(), svg);
    svg.push_str("\"/>");
    Ok(())
}

fn paint(fill: Option<Color>, stroke: Option<Stroke>) -> String {
    let mut paint = match fill {
        Some(color) => format!(" fill=\"{}\"", color.hex()),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(Stroke { color, width, dashed }) = stroke {
        let _ = write!(paint, " stroke=\"{}\" stroke-width=\"{}\"", color.hex(), number(width));
        if dashed {
            let [dash, gap] = Stroke::DASHES;
            let _ = write!(paint, " stroke-dasharray=\"{dash} {gap}\"");
        }
    }
    paint
}

/// At most two decimals, and none that are zero.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(0.127), "0.13");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn text_cannot_break_out() {
        let mut scene = Scene::new(10.0, 10.0, "a<b & \"c\"", "");
        scene.text([0.0, 0.0], 10.0, Anchor::Start, "</svg>");
        let svg = scene.to_svg();
        assert!(svg.contains("<title>a&lt;b &amp; &quot;c&quot;</title>"));
        assert!(svg.contains("&lt;/svg&gt;"));
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}
