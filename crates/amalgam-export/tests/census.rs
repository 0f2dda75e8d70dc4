//! A census on disk: the same bytes whatever happens, read back by a second reader, never trusted
//! when damaged.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use amalgam::base::budget::{Progress, Silent, Step, Task};
use amalgam::engines::census::CensusError;
use amalgam::games::AnyGame;
use amalgam::{Budget, Play, Position, engines::naive::Naive};
use amalgam_export::Error;
use amalgam_export::census::{Filter, Manifest, Verdict, Wanted, look, repair, run, verify};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(next) = dirs.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else {
                found.insert(path.strip_prefix(dir).unwrap().into(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn copy(files: &BTreeMap<PathBuf, Vec<u8>>, to: &Path) {
    for (name, bytes) in files {
        fs::create_dir_all(to.join(name).parent().unwrap()).unwrap();
        fs::write(to.join(name), bytes).unwrap();
    }
}

/// Changes a manifest and takes its seal off, as in a census from before there were seals.
fn change_unsealed(dir: &Path, from: &str, to: &str) {
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let (text, _) = text.rsplit_once(",\n  \"sha256\": \"").unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(&path, format!("{}\n}}\n", text.replacen(from, to, 1))).unwrap();
}

fn game(name: &str) -> AnyGame {
    name.parse().unwrap()
}

fn wanted(game: &AnyGame, coins: usize, grundy: bool) -> Wanted<'_> {
    let (name, rules) = (game.name(), game.rules().unwrap());
    Wanted { name, rules, play: Play::Normal, coins, grundy }
}

fn make(dir: &Path, name: &str, coins: usize, grundy: bool) -> Result<Manifest, Error> {
    let game = game(name);
    let task = wanted(&game, coins, grundy);
    run(dir, &task, &Budget::default(), &Silent)
}

fn check(dir: &Path, sample: Option<u64>) -> Result<Verdict, Error> {
    verify(dir, sample, &Budget::default(), &Silent)
}

/// Counts the layers that are decided again.
#[derive(Default)]
struct Decided(AtomicUsize);

impl Decided {
    fn layers(self) -> usize {
        self.0.into_inner()
    }
}

impl Progress for Decided {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        let anew = matches!(step.task, Task::Layer(_)) && Some(step.done) != step.total;
        self.0.fetch_add(usize::from(anew), Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

#[test]
fn the_bytes_are_the_same_whatever_happens() {
    for (name, grundy) in [("amalgamation", true), ("lasker", false)] {
        let scratch = tempfile::tempdir().unwrap();
        let game = game(name);
        let coins = 16;
        let task = wanted(&game, coins, grundy);
        let whole = scratch.path().join("whole");
        // What is there before each layer, and after the last, is what a kill then leaves.
        let states = Mutex::new(Vec::new());
        let watch = |_: Step| {
            states.lock().unwrap().push(files(&whole));
            ControlFlow::Continue(())
        };
        run(&whole, &task, &Budget::default(), &watch).unwrap();
        let states = states.into_inner().unwrap();
        assert_eq!(states.len(), coins + 2);
        let expected = files(&whole);
        for threads in [1, 2] {
            let dir = scratch.path().join(format!("threads-{threads}"));
            let limits = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
            run(&dir, &task, &limits, &Silent).unwrap();
            assert!(files(&dir) == expected, "{name}: {threads} threads");
        }
        for (layer, state) in states.iter().enumerate() {
            let dir = scratch.path().join(format!("broken-{layer}"));
            copy(state, &dir);
            fs::create_dir_all(dir.join("p-positions")).unwrap();
            // Half of the next layer may be there as well, or its file without its entry.
            let next = dir.join(format!("p-positions/coins-{layer:03}.parquet"));
            if layer <= coins {
                fs::write(next.with_extension("parquet.amalgam-part"), "half").unwrap();
                fs::write(&next, "not entered").unwrap();
            }
            let decided = Decided::default();
            run(&dir, &task, &Budget::default(), &decided).unwrap();
            assert_eq!(decided.layers(), coins + 1 - layer);
            assert!(files(&dir) == expected, "{name}: broken before layer {layer}");
        }
        // A census that goes further is the one that went there at once.
        let dir = scratch.path().join("further");
        make(&dir, name, 9, grundy).unwrap();
        make(&dir, name, coins, grundy).unwrap();
        assert!(files(&dir) == expected, "{name}: further");
        make(&dir, name, 4, grundy).unwrap();
        assert!(files(&dir) == expected, "{name}: not so far");
    }
}

/// The record reader of the parquet crate puts rows together without Arrow, which `look` uses.
#[test]
fn a_second_reader_reads_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    make(&dir, "amalgamation", 18, true).unwrap();
    let first = look(&dir, &Filter::default(), &mut |_| true, usize::MAX).unwrap();
    let rules = game("amalgamation");
    let mut naive = Naive::new(rules.rules().unwrap(), Play::Normal);
    let mut second = Vec::new();
    for coins in 0..=18 {
        let mut rows = 0;
        for row in rows_of(&dir.join(format!("p-positions/coins-{coins:03}.parquet"))) {
            let fields: BTreeMap<String, Field> = row.into_columns().into_iter().collect();
            assert_eq!(fields["coins"], Field::Int(coins));
            let heaps = numbers(&fields["heaps"]);
            assert_eq!(fields["number_of_heaps"], Field::Int(heaps.len() as i32));
            let position = Position::new(heaps);
            assert_eq!(fields["mirror"], Field::Bool(position.is_mirror()));
            let counts = numbers(&fields["height_counts"]);
            let by_height: Vec<String> = counts.iter().map(u64::to_string).collect();
            assert_eq!(position.by_height().unwrap(), format!("<{}>", by_height.join(",")));
            second.push(position);
            rows += 1;
        }
        let manifest = Manifest::load(&dir).unwrap();
        assert_eq!(manifest.layers[coins as usize].p_positions, rows);
        for row in rows_of(&dir.join(format!("grundy/coins-{coins:03}.parquet"))) {
            let fields: BTreeMap<String, Field> = row.into_columns().into_iter().collect();
            let value = naive.value(&numbers(&fields["heaps"])).grundy;
            assert_eq!(fields["grundy"], Field::Int(value as i32));
        }
    }
    assert_eq!(first.positions, second);
    assert_eq!(first.total, second.len() as u64);
}

/// `earlier` has censuses as the `parquet` crate wrote them at first, and as code of our own did for a while.
#[test]
fn censuses_of_earlier_versions_are_taken_further() {
    let scratch = tempfile::tempdir().unwrap();
    let fresh = scratch.path().join("fresh");
    make(&fresh, "amalgamation", 9, true).unwrap();
    let all = |dir: &Path| look(dir, &Filter::default(), &mut |_| true, usize::MAX).unwrap();
    for writer in ["by-the-crate", "by-our-own"] {
        let before = files(&Path::new("tests/earlier").join(writer));
        assert_eq!(before.len(), 16, "{writer}");
        let dir = scratch.path().join(writer);
        copy(&before, &dir);
        assert_eq!(check(&dir, None).unwrap().problems, [""; 0], "{writer}");
        make(&dir, "amalgamation", 9, true).unwrap();
        let verdict = check(&dir, None).unwrap();
        assert_eq!((verdict.layers, verdict.problems), (10, vec![]), "{writer}");
        assert_eq!(all(&dir).positions, all(&fresh).positions, "{writer}");
        // What was there stays as it was.
        let after = files(&dir);
        let layers = before.keys().filter(|name| name.extension().unwrap() == "parquet");
        assert!(layers.clone().all(|name| after[name] == before[name]), "{writer}");
        // A layer that is damaged is found again, and is written as today.
        let layer = Path::new("p-positions/coins-004.parquet");
        fs::write(dir.join(layer), "spoilt").unwrap();
        assert_eq!(repair(&dir, &Budget::default(), &Silent).unwrap().found_anew, [4]);
        assert_eq!(files(&dir)[layer], files(&fresh)[layer], "{writer}");
    }
}

fn rows_of(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
}

fn numbers(field: &Field) -> Vec<u64> {
    let Field::ListInternal(list) = field else { panic!("{field}") };
    let number = |field: &Field| match field {
        Field::Int(number) => *number as u64,
        other => panic!("{other}"),
    };
    list.elements().iter().map(number).collect()
}

#[test]
fn filters() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    make(&dir, "amalgamation", 16, false).unwrap();
    let even = Filter { even: Some(true), not_mirror: true, ..Filter::default() };
    let found = look(&dir, &even, &mut |_| true, 1).unwrap();
    assert_eq!(found.positions, ["[2,3,4,5]".parse().unwrap()]);
    assert_eq!(found.total, (19 - 15) + (24 - 22));
    let low = Filter { heights: Some(4), heaps: Some(3), ..Filter::default() };
    let found = look(&dir, &low, &mut |_| true, 10).unwrap();
    assert_eq!(found.positions, ["[1,2,4]".parse().unwrap()]);
    let nothing = Filter { even: Some(false), coins: Some(16), ..Filter::default() };
    assert_eq!(look(&dir, &nothing, &mut |_| true, 10).unwrap().total, 0);
}

#[test]
fn damage_is_named_and_never_used() {
    let scratch = tempfile::tempdir().unwrap();
    let whole = scratch.path().join("whole");
    make(&whole, "amalgamation", 12, true).unwrap();
    let verdict = check(&whole, None).unwrap();
    assert_eq!((verdict.problems, verdict.layers, verdict.files), (vec![], 13, 27));
    // 1 + 1 + 2 + 3 + 5 + 7 + 11 + 15 + 22 + 30 + 42 + 56 + 77 positions.
    assert_eq!(verdict.p_positions + verdict.n_positions, 272);
    assert!(check(&whole, Some(5)).unwrap().problems.is_empty());
    let sound = files(&whole);
    for (name, bytes) in &sound {
        let dir = scratch.path().join("damaged");
        let _ = fs::remove_dir_all(&dir);
        let mut damaged = sound.clone();
        let mut changed = bytes.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        damaged.insert(name.clone(), changed);
        copy(&damaged, &dir);
        let told = match check(&dir, None) {
            Ok(verdict) => verdict.problems.join("\n"),
            Err(error) => error.to_string(),
        };
        let named = name.file_name().unwrap().to_str().unwrap();
        let manifest = named == "manifest.json";
        assert!(if manifest { !told.is_empty() } else { told.contains(named) }, "{name:?}: {told}");
        if named.ends_with(".parquet") {
            let error = make(&dir, "amalgamation", 13, true).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}

/// A census with one damaged layer had to be made again from the start.
#[test]
fn a_damaged_layer_is_found_anew_and_the_others_stay() {
    let scratch = tempfile::tempdir().unwrap();
    let (dir, limits) = (scratch.path().join("census"), Budget::default());
    make(&dir, "amalgamation", 12, true).unwrap();
    let sound = files(&dir);
    let nobody = |_: Step| panic!("no layer is looked at");
    let nothing = repair(&dir, &limits, &nobody).unwrap();
    assert_eq!((nothing.layers, nothing.found_anew.len(), nothing.csv), (13, 0, false));
    for name in sound.keys().filter(|name| !name.ends_with("manifest.json")) {
        let mut bytes = sound[name].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(dir.join(name), bytes).unwrap();
        let decided = Decided::default();
        let mended = repair(&dir, &limits, &decided).unwrap();
        assert_eq!(mended.csv, name.ends_with("layers.csv"));
        assert_eq!([mended.found_anew.len(), decided.layers()], [usize::from(!mended.csv); 2]);
        assert!(files(&dir) == sound, "{name:?}");
    }
    // Several at once, files that are gone, and what a killed run left.
    fs::remove_file(dir.join("p-positions/coins-003.parquet")).unwrap();
    fs::remove_dir_all(dir.join("grundy")).unwrap();
    fs::remove_file(dir.join("layers.csv")).unwrap();
    fs::write(dir.join("p-positions/coins-007.parquet.amalgam-part"), "half").unwrap();
    let mended = repair(&dir, &limits, &Silent).unwrap();
    assert_eq!(mended.found_anew, (0..=12).collect::<Vec<_>>());
    assert!(mended.csv && files(&dir) == sound);
    assert!(check(&dir, None).unwrap().problems.is_empty());
    // A manifest that tells of another game is not made true.
    change_unsealed(&dir, "take any, merge", "take any");
    fs::remove_file(dir.join("p-positions/coins-006.parquet")).unwrap();
    let error = repair(&dir, &limits, &Silent).unwrap_err();
    assert!(error.to_string().contains("its counts of 6 coins are not the game's"), "{error}");
}

/// Everything that reads a census.
fn ask_all(dir: &Path, name: &str, coins: usize, grundy: bool) -> [Result<(), Error>; 6] {
    let limits = Budget::default();
    [
        make(dir, name, coins, grundy).map(drop),
        Manifest::load(dir).map(drop),
        look(dir, &Filter::default(), &mut |_| true, 1).map(drop),
        check(dir, None).map(drop),
        repair(dir, &limits, &Silent).map(drop),
        make(dir, name, coins + 1, grundy).map(drop),
    ]
}

/// A changed digit was told as the truth, `repair` said that all was well, and the file of a layer was
/// blamed when the census was extended.
#[test]
fn a_changed_digit_of_the_manifest_was_told_as_the_truth() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    make(&dir, "amalgamation", 9, true).unwrap();
    let sound = fs::read(dir.join("manifest.json")).unwrap();
    for (at, digit) in sound.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let mut changed = sound.clone();
        changed[at] = if *digit == b'9' { b'1' } else { digit + 1 };
        fs::write(dir.join("manifest.json"), &changed).unwrap();
        for (way, asked) in ask_all(&dir, "amalgamation", 9, true).into_iter().enumerate() {
            let error = asked.expect_err("the change was not seen").to_string();
            // A digit of the schema or of the version makes it a newer one.
            assert!(error.contains("manifest.json"), "{way}, byte {at}: {error}");
        }
        assert!(fs::read(dir.join("manifest.json")).unwrap() == changed, "it was written");
    }
}

/// Without a seal the numbers of the manifest still have to agree with each other and with the files.
#[test]
fn a_census_from_before_there_were_seals_is_read_and_sealed_when_it_is_confirmed() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    make(&dir, "amalgamation", 9, true).unwrap();
    let sound = files(&dir);
    let manifest = |dir: &Path| fs::read(dir.join("manifest.json")).unwrap();
    // Whoever only looks does not write.
    change_unsealed(&dir, "", "");
    let unsealed = manifest(&dir);
    make(&dir, "amalgamation", 9, true).unwrap();
    assert!(check(&dir, None).unwrap().problems.is_empty());
    assert!(manifest(&dir) == unsealed);
    assert!(repair(&dir, &Budget::default(), &Silent).unwrap().sealed);
    assert!(files(&dir) == sound);
    assert!(!repair(&dir, &Budget::default(), &Silent).unwrap().sealed);
    // So does whoever goes on with it, and ends where a census with a seal does.
    change_unsealed(&dir, "", "");
    make(&dir, "amalgamation", 10, true).unwrap();
    let further = scratch.path().join("further");
    make(&further, "amalgamation", 10, true).unwrap();
    assert!(files(&dir) == files(&further));

    let layer = r#""coins": 8,
      "positions": 22,
      "p_positions": 5,
      "mirror_p_positions": 5"#;
    let file = r#""name": "p-positions/coins-008.parquet",
      "rows": 5"#;
    let changes = [
        (layer, layer.replace("22", "23")),
        (layer, layer.replace("\"p_positions\": 5", "\"p_positions\": 6")),
        (layer, layer.replace("mirror_p_positions\": 5", "mirror_p_positions\": 4")),
        (file, file.replace("\"rows\": 5", "\"rows\": 6")),
    ];
    for (from, to) in changes {
        copy(&sound, &dir);
        change_unsealed(&dir, from, &to);
        for asked in ask_all(&dir, "amalgamation", 9, true) {
            let error = asked.unwrap_err().to_string();
            assert!(error.contains("manifest.json is damaged"), "{to}: {error}");
        }
    }
    // Two changes that agree with each other do not agree with the file; looking alone does not see it.
    copy(&sound, &dir);
    change_unsealed(&dir, layer, &layer.replace("p_positions\": 5", "p_positions\": 4"));
    let text = fs::read_to_string(dir.join("manifest.json")).unwrap();
    let text = text.replacen(file, &file.replace("\"rows\": 5", "\"rows\": 4"), 1);
    fs::write(dir.join("manifest.json"), text).unwrap();
    fs::remove_file(dir.join("layers.csv")).unwrap();
    for asked in [
        repair(&dir, &Budget::default(), &Silent).map(drop),
        make(&dir, "amalgamation", 10, true).map(drop),
    ] {
        let error = asked.unwrap_err().to_string();
        let why = "manifest.json is damaged: its counts are not those of p-positions/coins-008";
        assert!(error.contains(why), "{error}");
    }
}

/// Files that are sound by themselves but say something false.
#[test]
fn false_claims_are_found() {
    let scratch = tempfile::tempdir().unwrap();
    let (nim, dir) = (scratch.path().join("nim"), scratch.path().join("census"));
    make(&nim, "nim", 10, false).unwrap();
    make(&dir, "amalgamation", 10, false).unwrap();
    // The P-positions of Nim under the name of another game.
    change_unsealed(&nim, "take any", "take any, merge");
    let verdict = check(&nim, None).unwrap();
    assert!(verdict.problems[0].contains("[1,2,3]"), "{:?}", verdict.problems);
}

#[test]
fn nothing_is_overwritten() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    make(&dir, "amalgamation", 8, false).unwrap();
    let before = files(&dir);
    let error = make(&dir, "nim", 8, false).unwrap_err();
    assert!(error.to_string().ends_with("holds a census of amalgamation, not of nim"), "{error}");
    let misere = game("amalgamation");
    let task = Wanted { play: Play::Misere, ..wanted(&misere, 8, false) };
    assert!(matches!(run(&dir, &task, &Budget::default(), &Silent), Err(Error::Other { .. })));
    assert!(matches!(make(&dir, "amalgamation", 8, true), Err(Error::Other { .. })));
    // The same rules under another name are the same census.
    make(&dir, "take any, merge", 8, false).unwrap();
    assert!(files(&dir) == before);

    let text = fs::read_to_string(dir.join("manifest.json")).unwrap();
    for newer in [
        text.replace("amalgam/census/1", "amalgam/census/2"),
        text.replace(
            &format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")),
            "\"version\": \"999.0\"",
        ),
    ] {
        assert_ne!(newer, text);
        fs::write(dir.join("manifest.json"), &newer).unwrap();
        assert!(matches!(make(&dir, "amalgamation", 9, false), Err(Error::Newer { .. })));
        assert!(matches!(check(&dir, None), Err(Error::Newer { .. })));
        assert!(matches!(
            look(&dir, &Filter::default(), &mut |_| true, 1),
            Err(Error::Newer { .. })
        ));
        assert_eq!(fs::read_to_string(dir.join("manifest.json")).unwrap(), newer);
    }
    let other = scratch.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.tex"), "precious").unwrap();
    assert!(matches!(make(&other, "nim", 5, false), Err(Error::NotACensus(_))));
    assert!(matches!(check(&other, None), Err(Error::NoCensus(_))));
    assert!(matches!(make(&other.join("thesis.tex"), "nim", 5, false), Err(Error::Io { .. })));
    assert_eq!(fs::read_to_string(other.join("thesis.tex")).unwrap(), "precious");
}

#[test]
fn two_at_once_are_kept_apart() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    let game = game("nim");
    let task = wanted(&game, 6, false);
    let refused = AtomicUsize::new(0);
    let watch = |_: Step| {
        let again = make(&dir, "nim", 7, false);
        refused.fetch_add(usize::from(matches!(again, Err(Error::Busy(_)))), Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    run(&dir, &task, &Budget::default(), &watch).unwrap();
    assert_eq!(refused.into_inner(), 8, "before each of the layers 0 to 6, and at the end");
}

#[test]
fn a_stopped_census_keeps_its_layers() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path().join("census");
    let game = game("amalgamation");
    let task = wanted(&game, 60, false);
    let limits = Budget::default().with_time(std::time::Duration::from_millis(20));
    let error = run(&dir, &task, &limits, &Silent).unwrap_err();
    let Error::Census(CensusError::Stopped { decided, .. }) = error else { panic!("{error}") };
    assert_eq!(Manifest::load(&dir).unwrap().layers.len(), decided);
    let verdict = check(&dir, Some(100)).unwrap();
    assert_eq!(verdict.problems.len(), 1, "{:?}", verdict.problems);
    assert!(verdict.problems[0].starts_with("it is not complete"));
}
