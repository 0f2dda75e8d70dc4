//! Colours in steps that look even.
//!
//! Ramps are straight lines between a few anchors in OKLab (Björn Ottosson, 2020), a space in which
//! equal distances look equally large. Lightness grows linearly along both [`sequential`] and
//! [`diverging`], so colour-blind readers and grey printers keep the order: −16 is darker than 0, and 0
//! is darker than +16. The hues go from blue to yellow, and from blue through grey to orange. Readers with
//! red-green blindness can tell them apart.

/// A colour of the screen: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

/// The background of a dark picture.
pub const NIGHT: Color = Color(0x16, 0x18, 0x1c);
/// Nearly black, for words and lines.
pub const INK: Color = Color(0x22, 0x22, 0x22);
/// For less important words and lines.
pub const GREY: Color = Color(0x6e, 0x6e, 0x6e);
/// For grids and shades.
pub const PALE: Color = Color(0xe4, 0xe4, 0xe4);
/// Behind a special part of a picture.
pub const SHADE: Color = Color(0xf1, 0xea, 0xdb);
/// The background.
pub const WHITE: Color = Color(0xff, 0xff, 0xff);
/// Words on a light colour of a ramp, also in a dark picture.
const ON_LIGHT: Color = Color(0x21, 0x21, 0x21);
/// Words on a dark colour of a ramp.
const ON_DARK: Color = Color(0xfe, 0xfe, 0xfe);
/// The first accent: blue.
pub const BLUE: Color = Color(0x1f, 0x5f, 0xa8);
/// The second accent: orange.
pub const ORANGE: Color = Color(0xd9, 0x6b, 0x0b);

/// Lightness, green to red, blue to yellow.
type Lab = [f64; 3];

const SEQUENTIAL: [Lab; 5] = [
    [0.26, 0.045, -0.10],
    [0.425, -0.005, -0.11],
    [0.59, -0.085, -0.03],
    [0.755, -0.115, 0.085],
    [0.92, -0.035, 0.17],
];

const DIVERGING: [Lab; 5] = [
    [0.30, -0.01, -0.14],
    [0.465, -0.035, -0.095],
    [0.63, 0.0, 0.0],
    [0.795, 0.045, 0.095],
    [0.96, 0.01, 0.105],
];

/// From dark blue at 0 through green to yellow at 1.
pub fn sequential(t: f64) -> Color {
    ramp(&SEQUENTIAL, t)
}

/// From dark blue at 0 through grey at ½ to orange and pale yellow at 1.
pub fn diverging(t: f64) -> Color {
    ramp(&DIVERGING, t)
}

impl Color {
    /// `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Black or white, whichever reads better on this colour.
    pub fn ink(self) -> Color {
        if lightness(self) > 0.62 { ON_LIGHT } else { ON_DARK }
    }

    /// This colour in a dark picture: background and ink are swapped, and the accents become
    /// lighter. Colours of a ramp stand for numbers and stay as they are.
    pub(crate) fn in_the_dark(self) -> Color {
        match self {
            INK => Color(0xe8, 0xe8, 0xe8),
            GREY => Color(0xa8, 0xa8, 0xa8),
            PALE => Color(0x3a, 0x3d, 0x42),
            SHADE => Color(0x33, 0x30, 0x2a),
            WHITE => NIGHT,
            BLUE => Color(0x7d, 0xb5, 0xf0),
            ORANGE => Color(0xff, 0xa0, 0x4d),
            other => other,
        }
    }

    /// The same for a thin line or a dot. These become lighter, to be visible on a dark background;
    /// the order along a ramp stays.
    pub(crate) fn line_in_the_dark(self) -> Color {
        match self.in_the_dark() {
            same if same == self => {
                let [l, a, b] = to_lab(self);
                from_lab([0.42 + 0.58 * l, a, b])
            }
            other => other,
        }
    }
}

fn ramp(anchors: &[Lab], t: f64) -> Color {
    let place = t.clamp(0.0, 1.0) * (anchors.len() - 1) as f64;
    let left = (place.floor() as usize).min(anchors.len() - 2);
    let part = place - left as f64;
    let mix = |i: usize| anchors[left][i] + (anchors[left + 1][i] - anchors[left][i]) * part;
    from_lab([mix(0), mix(1), mix(2)])
}

fn from_lab([l, a, b]: Lab) -> Color {
    let cube = |x: f64| x * x * x;
    let long = cube(l + 0.3963377774 * a + 0.2158037573 * b);
    let middle = cube(l - 0.1055613458 * a - 0.0638541728 * b);
    let short = cube(l - 0.0894841775 * a - 1.2914855480 * b);
    Color(
        encode(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        encode(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        encode(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )
}

/// Linear light as sRGB.
fn encode(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let bent =
        if light <= 0.0031308 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (bent * 255.0).round() as u8
}

/// The lightness of OKLab.
fn lightness(color: Color) -> f64 {
    to_lab(color)[0]
}

fn to_lab(Color(r, g, b): Color) -> Lab {
    let decode = |byte: u8| {
        let bent = f64::from(byte) / 255.0;
        if bent <= 0.04045 { bent / 12.92 } else { ((bent + 0.055) / 1.055).powf(2.4) }
    };
    let (r, g, b) = (decode(r), decode(g), decode(b));
    let long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
    let middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
    let short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
    [
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: usize = 64;

    fn labs(ramp: fn(f64) -> Color) -> Vec<Lab> {
        (0..=STEPS).map(|i| to_lab(ramp(i as f64 / STEPS as f64))).collect()
    }

    fn distance(x: Lab, y: Lab) -> f64 {
        (0..3).map(|i| (x[i] - y[i]) * (x[i] - y[i])).sum::<f64>().sqrt()
    }

    /// How a reader without the cones for green sees a colour (Viénot, Brettel, Mollon 1999: the
    /// dichromat's plane in linear light).
    fn without_green(Color(r, g, b): Color) -> Color {
        let decode = |byte: u8| (f64::from(byte) / 255.0).powf(2.2);
        let (r, g, b) = (decode(r), decode(g), decode(b));
        let mixed = 0.29275 * r + 0.70725 * g;
        let blue = (-0.02234 * r + 0.02234 * g + b).clamp(0.0, 1.0);
        let code = |light: f64| (light.powf(1.0 / 2.2) * 255.0).round() as u8;
        Color(code(mixed), code(mixed), code(blue))
    }

    #[test]
    fn steps_look_equally_large() {
        for ramp in [sequential, diverging] {
            let labs = labs(ramp);
            let steps: Vec<f64> = labs.windows(2).map(|w| distance(w[0], w[1])).collect();
            let mean = steps.iter().sum::<f64>() / steps.len() as f64;
            for (i, step) in steps.iter().enumerate() {
                assert!((0.6..1.5).contains(&(step / mean)), "step {i}: {step} of {mean}");
            }
        }
    }

    #[test]
    fn lightness_keeps_the_order_also_without_green_cones() {
        let seen: Vec<f64> =
            (0..=32).map(|i| lightness(without_green(sequential(f64::from(i) / 32.0)))).collect();
        assert!(seen.windows(2).all(|w| w[0] < w[1]), "{seen:?}");
        for ramp in [sequential, diverging] {
            assert!(labs(ramp).windows(2).all(|w| w[0][0] < w[1][0]));
            // A grey printer sees the luminance, with which the lightness of a grey grows.
            let grey = |Color(r, g, b): Color| {
                let light = |byte: u8| (f64::from(byte) / 255.0).powf(2.2);
                0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)
            };
            let greys: Vec<f64> =
                (0..=STEPS).map(|i| grey(ramp(i as f64 / STEPS as f64))).collect();
            assert!(greys.windows(2).all(|w| w[0] < w[1]), "{greys:?}");
        }
    }

    #[test]
    fn both_ends_of_the_diverging_ramp_differ_without_green_cones() {
        let ends = [0.0, 1.0].map(|t| to_lab(without_green(diverging(t))));
        assert!(distance(ends[0], ends[1]) > 0.15, "{ends:?}");
    }

    #[test]
    fn what_lies_on_a_dark_ground_can_be_seen() {
        for color in [INK, GREY, BLUE, ORANGE] {
            assert!(lightness(color.in_the_dark()) > 0.7, "{color:?}");
        }
        for ground in [PALE, SHADE, WHITE] {
            assert!(lightness(ground.in_the_dark()) < 0.4, "{ground:?}");
        }
        let lines: Vec<f64> = (0..=32)
            .map(|i| lightness(sequential(f64::from(i) / 32.0).line_in_the_dark()))
            .collect();
        assert!(lines[0] > 0.5 && lines.windows(2).all(|w| w[0] < w[1]), "{lines:?}");
    }

    #[test]
    fn the_way_to_lab_and_back() {
        for color in [INK, GREY, BLUE, ORANGE, WHITE, Color(255, 0, 0)] {
            assert_eq!(from_lab(to_lab(color)), color);
        }
        assert_eq!(WHITE.ink(), ON_LIGHT);
        assert_eq!(BLUE.ink(), ON_DARK);
        assert_eq!(BLUE.hex(), "#1f5fa8");
    }
}
