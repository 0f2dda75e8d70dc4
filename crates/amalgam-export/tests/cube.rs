//! The cube as a file, read back.

use amalgam::engines::cube::{Cube, Keep};
use amalgam_export::cube::write;
use amalgam_export::whole_file::WholeFile;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

#[test]
fn every_value_is_in_the_file() {
    let rules = "take any, merge".parse().unwrap();
    // More rows than are kept together.
    let cube = Cube::new(&rules, 80, Keep::Values, &Default::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cube.parquet");
    let expected: Vec<[u16; 4]> = cube.values().map(|([a, b, c], v)| [a, b, c, v]).collect();
    assert_eq!(expected.len() as u64, cube.summary().positions);
    write(WholeFile::open(&path, false).unwrap(), cube).unwrap();
    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    assert!(reader.num_row_groups() > 1);
    let rows = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        [0, 1, 2, 3].map(|column| row.get_ushort(column).unwrap())
    });
    assert!(rows.eq(expected));
}
