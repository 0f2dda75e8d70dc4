//! One row, whoever finds it: every way against every other, what is kept, and the definition.

use std::sync::Mutex;
use std::time::Duration;

use amalgam::base::budget::Silent;
use amalgam::engines::rows::{
    self, Memory, Row, Rows, Search, Setting, Store, Values, Wanted, Way,
};
use amalgam::games::rules::Family;
use amalgam::{Budget, Play, Position};
use amalgam_tier::size;

use crate::naive_rests::{GAMES, NaiveRests};

fn setting(rules: &str, values: Values) -> Setting {
    Setting::new(&rules.parse().unwrap(), Play::Normal, values).unwrap()
}

fn heaps(to: u64) -> Wanted {
    Wanted::Beside(Position::default(), to)
}

fn by(way: Way, setting: &Setting, wanted: &Wanted) -> Vec<Row> {
    let limits = Budget::default();
    let mut search = Search::by(Some(way), setting, wanted, &limits, &Silent).unwrap();
    search.advance(&limits, &Silent).unwrap();
    search.rows()
}

/// What the finder says, and what each way says that knows such rows, is the same.
#[test]
fn every_way_finds_the_same_rows() {
    let mut compared = [0; 4];
    let singles = [
        ("take any, merge", size(16, 24)),
        ("take any, merge if min >= 2", 20),
        ("take any, merge if min >= 7", 20),
        ("take any, merge if min >= 11", 28),
        ("take any, merge then take 1", 16),
        ("take any, merge if unequal", 10),
    ];
    for (rules, to) in singles {
        for values in [Values::Completions, Values::Grundy] {
            let setting = setting(rules, values);
            let to = if values == Values::Grundy { 9 } else { to };
            let wanted = heaps(to);
            let found = rows::find(&setting, &wanted, &Budget::default(), &Silent).unwrap();
            assert_eq!(found.len() as u64, to);
            let mut ways = vec![(0, Way::Chain)];
            ways.extend(setting.family().map(|_| (1, Way::Structure)));
            ways.extend((to <= 12).then_some((2, Way::Joint)));
            for (place, way) in ways {
                for (row, other) in found.iter().zip(by(way, &setting, &wanted)) {
                    same(row, &other, &format!("{rules}, {values:?}, {way:?}"));
                    compared[place] += 1;
                }
            }
        }
    }
    let rests = [("take any, merge", "[1,9]"), ("take any, merge if min >= 3", "[2,8]")];
    for (rules, rest) in rests {
        let setting = setting(rules, Values::Completions);
        let wanted = Wanted::Rest(rest.parse().unwrap());
        let [found] = &rows::find(&setting, &wanted, &Budget::default(), &Silent).unwrap()[..]
        else {
            panic!("one row was asked for");
        };
        for (place, way) in [(2, Way::Joint), (3, Way::Synchronised)] {
            for other in by(way, &setting, &wanted) {
                if other.proved().is_some() {
                    same(found, &other, &format!("{rules}, {rest}, {way:?}"));
                    compared[place] += 1;
                }
            }
        }
    }
    assert!(compared.iter().all(|&rows| rows > 0), "{compared:?}");
}

/// Two rows say the same, as far as both say something.
fn same(row: &Row, other: &Row, who: &str) {
    let name = row.name();
    let (one, two) = (row.proved().unwrap(), other.proved().unwrap());
    assert_eq!((one.preperiod, one.period), (two.preperiod, two.period), "{who}, row {name}");
    let both = |said: Option<bool>| assert_ne!(said, Some(false), "{who}, row {name}");
    both(one.fixed.zip(two.fixed).map(|(x, y)| x == y));
    both(one.offsets.zip(two.offsets).map(|(x, y)| x == y));
    let masks = one.mask.as_ref().zip(two.mask.as_ref());
    both(masks.map(|(x, y)| (x.preperiod, x.period) == (y.preperiod, y.period)));
    assert_eq!((&row.rest, row.cover), (&other.rest, other.cover), "{who}, row {name}");
}

/// A store that says what was asked of it, and changes a byte of what it gives back if it is told to.
#[derive(Default)]
struct Watched {
    memory: Memory,
    damages: bool,
    said: Mutex<Vec<String>>,
}

impl Watched {
    fn said(&self) -> Vec<String> {
        std::mem::take(&mut self.said.lock().unwrap())
    }
}

impl Store for Watched {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = self.memory.get(name)?;
        if self.damages {
            bytes.truncate(bytes.len() / 2);
        }
        Some(bytes)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        self.said.lock().unwrap().push(format!("put {name}"));
        self.memory.put(name, bytes);
    }

    fn remove(&self, name: &str) {
        self.said.lock().unwrap().push(format!("remove {name}"));
        self.memory.remove(name);
    }

    fn damaged(&self, name: &str, _: &str) {
        self.said.lock().unwrap().push(format!("damaged {name}"));
    }
}

/// What one question has found, every other question finds there, without any time to look for it.
#[test]
fn what_is_kept_is_shared_by_all_questions() {
    let store = Watched::default();
    let (limits, none) = (Budget::default(), Budget::default().with_time(Duration::ZERO));
    let setting = setting("take any, merge", Values::Completions);
    let finder = Rows { store: Some(&store), limits: &limits, progress: &Silent };
    let known = finder.look(&setting, &heaps(62), false, false).unwrap();
    assert!(known.search.is_some() && known.met.is_none());
    finder.keep_run(&finder.kept_run(Family::AMALGAMATION).unwrap_or_else(|| {
        // It was found too quickly to be worth keeping.
        let mut run = amalgam::engines::three::rows::Run::new(Family::AMALGAMATION, 62).unwrap();
        run.advance(&limits, &Silent).unwrap();
        run
    }));
    let later = Rows { limits: &none, ..finder };
    let again = later.look(&setting, &heaps(50), false, false).unwrap();
    assert!(again.search.is_none(), "they were kept");
    assert_eq!(again.rows, known.rows[..50]);
    let (row, proved) = later.row(&setting, &Position::new([58])).unwrap();
    assert_eq!((Some(&proved), row), (known.rows[57].proved(), known.rows[57].clone()));
    let oracle = later.oracle(Family::AMALGAMATION, 58).unwrap();
    let solver = amalgam::Solver::within(&limits).rows(&store);
    let far = 1_000_000_000_000_000;
    let completed = solver.complete(setting.rules(), &Position::new([58, far])).unwrap();
    assert_eq!(oracle.f(58, far), Ok(completed.0));
    store.said();
    // A smaller run does not take the place of a larger one.
    let mut small = amalgam::engines::three::rows::Run::new(Family::AMALGAMATION, 8).unwrap();
    small.advance(&limits, &Silent).unwrap();
    later.keep_run(&small);
    assert!(store.said().is_empty());
}

/// An entry that is damaged is reported, forgotten, and found again.
#[test]
fn a_damaged_entry_is_found_again() {
    let mut store = Watched::default();
    let limits = Budget::default();
    let setting = setting("take any, merge", Values::Completions);
    let mut run = amalgam::engines::three::rows::Run::new(Family::AMALGAMATION, 40).unwrap();
    run.advance(&limits, &Silent).unwrap();
    Rows { store: Some(&store), limits: &limits, progress: &Silent }.keep_run(&run);
    store.damages = true;
    store.said();
    let finder = Rows { store: Some(&store), limits: &limits, progress: &Silent };
    let known = finder.look(&setting, &heaps(40), false, false).unwrap();
    assert_eq!(known.rows, run.report());
    let said = store.said();
    assert_eq!(said[..2], ["damaged threshold-1.rows", "remove threshold-1.rows"]);
}

/// A search of rests that is stopped goes on where it was, and what it proves is kept.
#[test]
fn a_search_of_rests_goes_on_and_is_kept() {
    let store = Watched::default();
    let setting = setting("take any, merge", Values::Completions);
    let wanted = Wanted::Coins(size(12, 15));
    let whole = rows::find(&setting, &wanted, &Budget::default(), &Silent).unwrap();
    let mut time = Duration::from_millis(1);
    let found = loop {
        let limits = Budget::default().with_time(time);
        let finder = Rows { store: Some(&store), limits: &limits, progress: &Silent };
        match finder.look(&setting, &wanted, false, false) {
            Ok(known) => break known.rows,
            Err(error) => assert!(matches!(error, rows::RowError::Limit(_)), "{error}"),
        }
        time *= 2;
    };
    assert_eq!(found, whole);
    let said = store.said();
    assert!(said.iter().any(|said| said == "put threshold-1-coins-12.run") || size(false, true));
}

/// Random rules, rests and columns: what a row says is what the definition says.
#[test]
fn rows_are_what_the_definition_says() {
    let (tries, coins) = (size(1_500, 10_000), size(6, 7));
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let all = crate::naive_rests::rests(coins);
    let rules: Vec<amalgam::Rules> = GAMES.iter().map(|text| text.parse().unwrap()).collect();
    let mut naive: Vec<NaiveRests<'_>> = rules.iter().map(NaiveRests::new).collect();
    for _ in 0..tries {
        let game = next(rules.len() as u64) as usize;
        let rest = &all[next(all.len() as u64) as usize];
        let column = next(9);
        let setting = Setting::new(&rules[game], Play::Normal, Values::Completions).unwrap();
        let position = Position::new(rest.iter().copied());
        let limits = Budget::default();
        let values = rows::values(&setting, &position, column + 1, &limits).unwrap();
        let expected = naive[game].partner(rest, column);
        assert_eq!(values[column as usize], expected, "{}, {position}, {column}", GAMES[game]);
    }
}
