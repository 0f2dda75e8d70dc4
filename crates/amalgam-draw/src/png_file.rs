//! PNG files, as much of them as pictures need: eight bits a channel, the whole image in one piece.
//!
//! The tests read them with the `png` crate, which can do all of it and takes four seconds to compile.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::palette::Color;

/// What a byte of a row is.
pub(crate) enum Kind<'a> {
    /// A part of red, green, blue.
    Rgb,
    /// A part of red, green, blue and how opaque it is.
    Rgba,
    /// The number of a colour.
    Indexed(&'a [Color]),
}

/// The file of an image with these rows from the top, each of them as many bytes as its kind needs.
pub(crate) fn write(
    [width, height]: [u32; 2],
    kind: &Kind<'_>,
    rows: impl Iterator<Item: AsRef<[u8]>>,
) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let [color_type, bytes] = match kind {
        Kind::Rgb => [2, 3],
        Kind::Rgba => [6, 4],
        Kind::Indexed(_) => [3, 1],
    };
    // Eight bits; the only compression and way of filtering there is; rows in order.
    let about = [8, color_type, 0, 0, 0];
    chunk(&mut file, b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &about].concat());
    if let Kind::Indexed(colors) = kind {
        let table: Vec<u8> = colors.iter().flat_map(|&Color(r, g, b)| [r, g, b]).collect();
        chunk(&mut file, b"PLTE", &table);
    }
    const AS_IT_IS: u8 = 0;
    const LESS_THE_ROW_ABOVE: u8 = 2;
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut above = vec![0; width as usize * usize::from(bytes)];
    let mut filtered = above.clone();
    for row in rows {
        let row = row.as_ref();
        // Writing to memory cannot fail. Rows of a drawing are much alike, numbers of colours are not.
        let _ = if let Kind::Indexed(_) = kind {
            zlib.write_all(&[AS_IT_IS]).and_then(|()| zlib.write_all(row))
        } else {
            for ((to, byte), above) in filtered.iter_mut().zip(row).zip(&above) {
                *to = byte.wrapping_sub(*above);
            }
            above.copy_from_slice(row);
            zlib.write_all(&[LESS_THE_ROW_ABOVE]).and_then(|()| zlib.write_all(&filtered))
        };
    }
    chunk(&mut file, b"IDAT", &zlib.finish().unwrap_or_default());
    chunk(&mut file, b"IEND", &[]);
    file
}

/// A part of the file: its length, its name, its data, and a sum by which an error is noticed.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    // At most a little more than the pixels of the largest picture.
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{BLUE, WHITE};

    #[test]
    fn the_png_crate_reads_what_was_written() {
        for (kind, bytes) in [(Kind::Rgb, 3), (Kind::Rgba, 4), (Kind::Indexed(&[WHITE, BLUE]), 1)] {
            for [width, height] in [[1_u32, 1], [5, 3], [300, 200]] {
                let row = width as usize * bytes;
                let most = if bytes == 1 { 2 } else { 256 };
                let image: Vec<u8> =
                    (0..row * height as usize).map(|i| ((i * i / 7 + i) % most) as u8).collect();
                let file = write([width, height], &kind, image.chunks(row));
                let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
                let mut read = vec![0; reader.output_buffer_size().unwrap()];
                let info = reader.next_frame(&mut read).unwrap();
                assert_eq!([info.width, info.height], [width, height]);
                assert_eq!(info.color_type.samples(), bytes);
                assert_eq!(read, image);
                reader.finish().unwrap();
            }
        }
    }
}
