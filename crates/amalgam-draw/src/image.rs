//! Images of coloured cells, as indexed PNG.

use crate::palette::Color;

/// Cells, each with one of at most 256 colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    colors: Vec<Color>,
    cells: Vec<u8>,
}

const FITS: &str = "the cells fill the image and have a colour each";

impl Image {
    /// An image from the colour number of each cell, row by row from the top. `None` if the cells do
    /// not fill the image, or a number has no colour.
    pub fn new(width: u32, height: u32, colors: Vec<Color>, cells: Vec<u8>) -> Option<Image> {
        let number = (width as usize).checked_mul(height as usize)?;
        let known = cells.iter().all(|&cell| usize::from(cell) < colors.len());
        let fits = number > 0 && cells.len() == number && known && colors.len() <= 256;
        fits.then_some(Image { width, height, colors, cells })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The colour number of each cell, row by row from the top.
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The same cells in other colours.
    pub(crate) fn recolored(&mut self, of: impl Fn(Color) -> Color) {
        self.colors.iter_mut().for_each(|color| *color = of(*color));
    }

    /// The colour of a cell of the image.
    pub(crate) fn color(&self, column: u32, row: u32) -> Color {
        let cell = self.cells[row as usize * self.width as usize + column as usize];
        self.colors[usize::from(cell)]
    }

    /// The image as a PNG file.
    pub fn to_png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(self.palette());
        // Fast, and unfiltered: the numbers of two colours say nothing about how alike they are.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_deflate_compression(png::DeflateCompression::Level(1));
        let mut writer = encoder.write_header().expect(FITS);
        writer.write_image_data(&self.cells).expect(FITS);
        writer.finish().expect(FITS);
        file
    }

    /// Red, green and blue of each colour.
    pub(crate) fn palette(&self) -> Vec<u8> {
        self.colors.iter().flat_map(|&Color(r, g, b)| [r, g, b]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{BLUE, WHITE};

    #[test]
    fn cells_come_back_from_the_file() {
        let image = Image::new(3, 2, vec![WHITE, BLUE], vec![0, 1, 0, 1, 1, 0]).unwrap();
        let file = image.to_png();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut cells = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut cells).unwrap();
        assert_eq!(cells, [0, 1, 0, 1, 1, 0]);
        assert_eq!(reader.info().palette.as_deref(), Some(&[255, 255, 255, 0x1f, 0x5f, 0xa8][..]));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(Image::new(2, 2, vec![WHITE], vec![0; 3]), None);
        assert_eq!(Image::new(1, 1, vec![WHITE], vec![1]), None);
        assert_eq!(Image::new(0, 0, vec![WHITE], vec![]), None);
    }
}
