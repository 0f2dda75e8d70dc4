//! Every table comes back, through our reader and through that of the `parquet` crate, and tables that the
//! crate wrote are read; nothing that a file may hold ends the process.

use ::parquet::basic::Compression;
use ::parquet::file::metadata::ParquetMetaDataReader;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::statistics::Statistics;

use super::footer::Chunk;
use super::*;
use crate::format::Kind::{Number, Text, Truth};

const LAYOUT: &Layout = &[("n", Kind::Number), ("odd", Kind::Truth), ("list", Kind::List)];
const CELLS: &Layout =
    &[("n", Kind::Cell(Number)), ("yes", Kind::Cell(Truth)), ("words", Kind::Cell(Text))];

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn written(layout: &Layout, groups: &[Vec<Column>]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), layout).unwrap();
    groups.iter().for_each(|columns| writer.write(columns).unwrap());
    writer.finish().unwrap()
}

fn read_here(layout: &Layout, file: &[u8]) -> Result<Vec<Vec<Column>>, Error> {
    let mut groups = Vec::new();
    read_from(Cursor::new(file), Path::new("x"), layout, |columns| {
        groups.push(columns);
        Ok(())
    })?;
    Ok(groups)
}

fn lists(rows: impl IntoIterator<Item = Vec<i32>>) -> Column {
    let mut lists = Lists::default();
    rows.into_iter().for_each(|row| lists.push(row));
    Column::Lists(lists)
}

/// Tables of numbers, truth values and lists: small ones of every shape, random ones, and large ones.
fn tables() -> Vec<Vec<Vec<Column>>> {
    let mut tables = vec![vec![], vec![group(0, |_| 0, |_| vec![])]];
    // Every way in which up to four lists are empty, short or long enough for runs.
    let lengths = [0, 1, 2, 9];
    for rows in 1..=4 {
        for way in 0..4_usize.pow(rows) {
            let list = |i: usize| vec![i as i32; lengths[way / 4_usize.pow(i as u32) % 4]];
            tables.push(vec![group(rows as usize, |i| i as i32 - 1, list)]);
        }
    }
    let mut random = Random(1);
    for bound in [1, 2, 3, 200, 300, 1 << 32] {
        for rows in [1, 7, 8, 9, 100, 1000] {
            let numbers: Vec<i32> = (0..rows).map(|_| random.below(bound) as i32).collect();
            let drawn: Vec<Vec<i32>> = (0..rows)
                .map(|_| (0..random.below(12)).map(|_| random.below(bound) as i32).collect())
                .collect();
            let one = || group(rows, |i| numbers[i], |i| drawn[i].clone());
            tables.push(vec![one(), group(3, |_| 5, |i| vec![i as i32]), one()]);
        }
    }
    // Extremes; runs; several pages; more values than a dictionary has, near each other and far apart.
    tables.push(vec![group(40, |i| [i32::MIN, i32::MAX, 0][i % 3], |_| vec![i32::MIN, i32::MAX])]);
    tables.push(vec![group(50_000, |i| i as i32 / 1000, |i| vec![i as i32 / 5000; i % 4])]);
    tables.push(vec![group(70_000, |i| i as i32, |i| vec![i as i32 * 30_001])]);
    tables.push(vec![group(140_000, |i| i as i32 % 70_000, |i| vec![(i as i32 % 65_536) * 3])]);
    tables
}

fn group(
    rows: usize,
    number: impl Fn(usize) -> i32,
    list: impl Fn(usize) -> Vec<i32>,
) -> Vec<Column> {
    let numbers: Vec<i32> = (0..rows).map(number).collect();
    let truths = numbers.iter().map(|number| number % 2 == 1).collect();
    vec![Column::Numbers(numbers), Column::Truths(truths), lists((0..rows).map(list))]
}

/// A group without rows is not written.
fn with_rows(table: &[Vec<Column>]) -> Vec<Vec<Column>> {
    table.iter().filter(|columns| columns[0].rows() > 0).cloned().collect()
}

#[test]
fn two_readers_read_what_is_written_here() {
    for table in tables() {
        let file = written(LAYOUT, &table);
        assert!(read_here(LAYOUT, &file).unwrap() == with_rows(&table));
        assert!(twin::read(LAYOUT, &file) == with_rows(&table));
    }
}

#[test]
fn cells_are_read_by_another_reader() {
    let mut random = Random(2);
    for (rows, bound) in
        [(0, 1), (1, 1), (9, 2), (1000, 3), (1000, 500), (40_000, 1 << 30), (70_000, 40)]
    {
        let mut cell = |cell: &dyn Fn(u64) -> Cell| match random.below(4) {
            0 => Cell::Unknown,
            _ => cell(random.below(bound)),
        };
        let columns: [&dyn Fn(u64) -> Cell; 3] = [
            &|x| Cell::Number((x as i64 - 7).wrapping_mul(1 << 40)),
            &|x| Cell::Truth(x % 2 == 1),
            &|x| Cell::Text("ä".repeat(x as usize % 7) + &x.to_string()),
        ];
        let table: Vec<Column> = [Number, Truth, Text]
            .iter()
            .zip(columns)
            .map(|(&kind, each)| Column::Cells((0..rows).map(|_| cell(each)).collect(), kind))
            .collect();
        let table = [table];
        assert!(twin::read(CELLS, &written(CELLS, &table)) == with_rows(&table), "{rows} rows");
    }
    // Pages of which some have no value.
    let late = |n: i64| if n < 20_000 { Cell::Unknown } else { Cell::Number(n / 100) };
    let cells = Column::Cells((0..40_000).map(late).collect(), Number);
    let file = written(&CELLS[..1], &[vec![cells.clone()]]);
    assert!(twin::read(&CELLS[..1], &file) == [[cells]]);
    // No value at all, and cells of another kind.
    let unknown = |kind| Column::Cells(vec![Cell::Unknown; 20], kind);
    let other = Column::Cells(vec![Cell::Text("x".into()); 20], Number);
    let file = written(CELLS, &[vec![other, unknown(Truth), unknown(Text)]]);
    assert_eq!(twin::read(CELLS, &file), [[unknown(Number), unknown(Truth), unknown(Text)]]);
}

#[test]
fn rows_that_are_no_table_are_refused() {
    let mut writer = Writer::new(Vec::new(), &LAYOUT[..2]).unwrap();
    let columns =
        |rows, truths| [Column::Numbers(vec![0; rows]), Column::Truths(vec![true; truths])];
    assert!(writer.write(&columns(3, 2)).is_err());
    assert!(writer.write(&columns(ROWS + 1, ROWS + 1)).is_err());
    writer.write(&columns(ROWS, ROWS)).unwrap();
    let file = writer.finish().unwrap();
    assert!(read_here(&LAYOUT[..2], &file).unwrap() == [columns(ROWS, ROWS)]);
    // No columns are a file all the same.
    assert!(twin::read(&[], &written(&[], &[])).is_empty());
}

/// As earlier versions of amalgam have written them, and in what ways the crate can be told to write.
#[test]
fn what_the_crate_has_written_is_read() {
    let earlier = || WriterProperties::builder().set_compression(Compression::SNAPPY);
    let ways = [
        earlier().build(),
        earlier().set_dictionary_enabled(false).build(),
        earlier().set_compression(Compression::UNCOMPRESSED).build(),
        // Places first, then plain values, in small pages.
        earlier()
            .set_dictionary_page_size_limit(500)
            .set_data_page_row_count_limit(50)
            .set_write_batch_size(32)
            .build(),
    ];
    for table in tables().iter().map(|table| with_rows(table)) {
        for (way, properties) in ways.iter().enumerate() {
            let file = twin::write(LAYOUT, &table, properties.clone());
            assert!(read_here(LAYOUT, &file).unwrap() == table, "way {way}");
        }
    }
}

/// Groups that were encoded elsewhere and appended are, to the byte, groups that were written here.
#[test]
fn appended_groups_are_written_groups() {
    for table in tables() {
        let mut writer = Writer::new(Vec::new(), LAYOUT).unwrap();
        for columns in &table {
            writer.append(&in_memory(LAYOUT, columns).unwrap()).unwrap();
        }
        assert!(writer.finish().unwrap() == written(LAYOUT, &table));
    }
}

#[test]
fn a_footer_tells_what_other_tools_ask() {
    let file = written(LAYOUT, &[group(100, |i| i as i32 - 3, |i| vec![2, 9][..i % 3].to_vec())]);
    let metadata =
        ParquetMetaDataReader::new().parse_and_finish(&bytes::Bytes::from(file)).unwrap();
    let about = metadata.file_metadata();
    assert_eq!(about.created_by(), Some(concat!("amalgam ", env!("CARGO_PKG_VERSION"))));
    assert_eq!((about.version(), about.num_rows()), (1, 100));
    assert_eq!(about.column_orders().unwrap().len(), 3);
    assert_eq!(about.schema(), &*twin::schema(LAYOUT));
    let told = |column| metadata.row_group(0).column(column).statistics().unwrap().clone();
    let numbers = |least, largest, nulls| {
        Statistics::int32(Some(least), Some(largest), None, Some(nulls), false)
    };
    assert_eq!(told(0), numbers(-3, 96, 0));
    assert_eq!(told(1), Statistics::boolean(Some(false), Some(true), None, Some(0), false));
    assert_eq!(told(2), numbers(2, 9, 34));
    // A hundred numbers once each, and two numbers many times.
    let dictionary = |column| metadata.row_group(0).column(column).dictionary_page_offset();
    assert!(dictionary(0).is_none() && dictionary(2).is_some());
}

/// Whatever happens to a file, it is read or refused; and what is cut short is refused.
#[test]
fn damage_is_told_or_harmless() {
    let table =
        [group(40, |i| i as i32 / 9, |i| vec![i as i32 % 5; i % 4]), group(2, |_| 1, |_| vec![])];
    let snappy = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    for file in [written(LAYOUT, &table), twin::write(LAYOUT, &table, snappy)] {
        let refused = |file: &[u8]| match read_here(LAYOUT, file) {
            Err(Error::Damaged { .. }) => true,
            Err(error) => panic!("{error}"),
            Ok(_) => false,
        };
        assert!(!refused(&file) && comes_back(&file));
        for at in 0..file.len() {
            assert!(refused(&file[..at]), "cut at {at}");
            let mut other = file.clone();
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 0xff, file[at], !file[at]] {
                other[at] = file[at] ^ change;
                refused(&other);
            }
            assert!(comes_back(&other), "another byte at {at}");
            other.remove(at);
            refused(&other);
            other.insert(at, 0xff);
            refused(&other);
        }
    }
}

/// Files of a few bytes that claim to be large.
#[test]
fn no_claim_is_believed() {
    let chunk = |values, data, compressed| Chunk { values, data, compressed, ..Chunk::default() };
    let layout = &LAYOUT[..1];
    let told = |rows, chunks: Vec<Chunk>, groups: usize| {
        let groups = vec![Group { rows, chunks }; groups];
        let file = [&MAGIC[..], &[0; 100], &footer::write(layout, &groups)].concat();
        read_here(layout, &file).unwrap_err().to_string()
    };
    let overlap = "x is damaged: its columns overlap";
    assert_eq!(told(9, vec![chunk(9, 4, 101)], 1), overlap);
    assert_eq!(told(9, vec![chunk(9, u64::MAX >> 1, u64::MAX >> 1)], 1), overlap);
    assert_eq!(told(9, vec![chunk(9, 4, 100)], 2), overlap);
    assert_eq!(told(9, vec![chunk(9, 3, 100)], 1), overlap);
    let many = "x is damaged: it keeps more rows together than are ever written";
    assert_eq!(told(1 << 60, vec![chunk(1 << 60, 4, 100)], 1), many);
    let values = "x is damaged: a column has not as many values as it should";
    assert_eq!(told(9, vec![chunk(8, 4, 100)], 1), values);
    assert_eq!(told(9, vec![], 1), "x is damaged: some of its rows have other columns");
    let other = read_here(&LAYOUT[1..], &written(LAYOUT, &[])).unwrap_err();
    assert_eq!(other.to_string(), "x is damaged: its columns are others");

    // A page that would grow, or a list that would.
    let page = |body: &[u8], plain: u64, values: u64, column: &Layout| {
        let mut bytes = MAGIC.to_vec();
        thrift::write(&mut bytes, |page| {
            page.i32(1, pages::DATA);
            page.i32(2, plain);
            page.i32(3, body.len() as u64);
            page.structure(5, |about| {
                [values, pages::PLAIN, pages::RLE, pages::RLE]
                    .iter()
                    .zip(1..)
                    .for_each(|(&number, id)| about.i32(id, number));
            });
        });
        bytes.extend_from_slice(body);
        let snappy = plain != body.len() as u64;
        let chunk = Chunk { snappy, ..chunk(values, 4, bytes.len() as u64 - 4) };
        bytes.extend(footer::write(column, &[Group { rows: 9, chunks: vec![chunk] }]));
        read_here(column, &bytes).unwrap_err().to_string()
    };
    let claim = [0xff, 0xff, 0xff, 0xff, 0x07, 0];
    let packed = "x is damaged: a page cannot be decompressed";
    assert_eq!(page(&claim, i32::MAX as u64, 9, layout), packed);
    // Levels of 2^14 lists in two runs.
    let run = [4, 0, 0, 0, 0x80, 0x80, 0x02, 0];
    let (levels, list) = ([run, run].concat(), &LAYOUT[2..]);
    let rows = "x is damaged: it has more rows than it says";
    assert_eq!(page(&levels, levels.len() as u64, 1 << 14, list), rows);
    assert_eq!(page(&levels, levels.len() as u64, 1 << 17, list), values);
}

/// Every list of up to twelve zeros and ones after a run, and random numbers of every width.
#[test]
fn runs_and_packed_bits_come_back() {
    let comes_back = |numbers: &[u16], width: usize| {
        let (mut bytes, mut back) = (Vec::new(), Vec::new());
        hybrid::encode(numbers, width, &mut bytes);
        hybrid::decode(&bytes, width as u8, numbers.len(), |number| {
            back.push(number as u16);
            Ok(())
        })
        .unwrap();
        assert_eq!(numbers, back);
        // Seven more may be there, to fill up eight.
        let more = hybrid::decode(&bytes, width as u8, numbers.len() + 8, |_| Ok(()));
        assert!(more.is_err());
    };
    for before in [0, 8, 11] {
        for bits in 0..1 << 12_u32 {
            let mut numbers = vec![1; before];
            numbers.extend((0..12).map(|i| (bits >> i & 1) as u16));
            comes_back(&numbers, 1);
        }
    }
    let mut random = Random(3);
    for width in 1..=16 {
        for length in 0..50 {
            let numbers: Vec<u16> = (0..length).map(|_| random.below(1 << width) as u16).collect();
            comes_back(&numbers, width as usize);
        }
    }
}
