//! The cube as a file, read back by two readers.

use std::fs;

use amalgam::engines::cube::{Cube, Keep};
use amalgam_export::cube::write;
use amalgam_export::whole_file::WholeFile;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

#[test]
fn two_readers_read_what_was_written() {
    let rules = "take any, merge".parse().unwrap();
    let cube = Cube::new(&rules, 30, Keep::Values, &Default::default()).unwrap();
    let path = std::env::temp_dir().join(format!("amalgam-cube-{}.parquet", std::process::id()));
    write(WholeFile::open(&path, false).unwrap(), &cube).unwrap();
    let expected: Vec<[i32; 4]> =
        cube.values().map(|([a, b, c], v)| [a, b, c, v].map(i32::from)).collect();
    assert_eq!(expected.len() as u64, cube.summary().positions);
    assert_eq!(amalgam_export::cube::read(&path).unwrap(), expected);
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        [0, 1, 2, 3].map(|column| row.get_int(column).unwrap())
    });
    assert!(rows.eq(expected));
    fs::remove_file(path).unwrap();
}
