//! `--time` and `--memory` are kept by every verb that has them, on the input that is worst for it.
//!
//! Time is the processor's, so that a busy machine changes nothing: work that looks at the clock
//! uses less of the processor than the clock shows. Memory is the largest resident set, less what the
//! program needs to do nothing. Finding an answer, listing it and printing it are all within the bounds.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use amalgam_tier::size;

/// A verb with the questions that keep it busy for long, or let it take much memory.
const WORST: &[(&str, &[&[&str]])] = &[
    (
        "solve",
        &[
            // A line of play of 4,000,000,001 positions, a table without end, options without end.
            &["--game", "take 1..3, merge", "4000000000", "1"],
            &["--game", "take 1..3, merge", "60", "61", "62", "63", "64"],
            &["[500,501,502,503]"],
            &["--misere", "--game", "lasker", "60", "61"],
            &["--game", "take 1..3, merge", "4000000000", "1", "--outcome"],
            &["[500,501,502,503]", "--outcome"],
            &["--misere", "--game", "kayles", "60", "61", "--outcome"],
        ],
    ),
    ("moves", &[&["--misere", "--game", "kayles", "60", "61"]]),
    (
        "complete",
        &[&["100", "200", "300"], &["4000000000", "3999999999", "1"], &["40000", "41000"]],
    ),
    ("equivalent", &[&["(take 1..3, merge)[4000000000,1]", "nim[3]"]]),
    ("rows", &[&["--to", "120"], &["--coins", "33", "--grundy"], &["--coins", "40"]]),
    ("row", &[&["119"], &["<50>", "--grundy"], &["<1000000>", "--grundy"], &["<50>"]]),
    (
        "table",
        &[
            &["--rows", "9000", "--cols", "9000"],
            &["--rest", "[9,9]", "--rows", "500", "--cols", "500"],
        ],
    ),
    ("covers", &[&["--to", "250"]]),
    (
        "values",
        &[
            &["take any", "--to", "1000000"],
            &["kayles", "--to", "30000000"],
            &["octal(0.3F)", "--to", "1000000"],
        ],
    ),
    ("period", &[&["octal(0.3F)", "--to", "1000000"], &["octal(0.16)", "--to", "5000000"]]),
    (
        "conjecture",
        &[
            &["x >= 0", "--heaps", "100000", "--max", "1"],
            &["x >= 0", "--heaps", "1000000", "--max", "1"],
            &["P || N", "--heaps", "2", "--max", "3000", "--game", "wythoff"],
            &["misere_P || grundy >= 0", "--coins", "60", "--game", "take 1..3, merge"],
            &["P => f(x,y) == z", "--heaps", "3", "--max", "3000"],
        ],
    ),
    (
        "compare",
        &[
            &["nim", "amalgamation", "--heaps", "3", "--max", "2000"],
            &["nim", "amalgamation", "--heaps", "3", "--max", "400", "--values"],
            &["wythoff", "nim", "--heaps", "2", "--max", "3000"],
        ],
    ),
    (
        "survey",
        &[
            &["--family", "merge-take", "--from", "2", "--to", "2", "--max", "2000"],
            &[
                "--family",
                "merge-take",
                "--from",
                "2",
                "--to",
                "2",
                "--take",
                "1..3",
                "--max",
                "300",
            ],
        ],
    ),
    ("census", &[&["--coins", "80"], &["--coins", "60", "--grundy"]]),
    (
        "cube",
        &[&["--max", "650"], &["--max", "550", "--game", "take 1..3, merge"], &["--max", "1500"]],
    ),
    ("claims", &[&["--effort", "deep"]]),
    ("export", &[&["tree", "[300,301,302,303]", "--format", "csv"]]),
    ("plot", &[&["tree", "[300,301,302,303]", "--out", "never.svg"]]),
];

/// Positions that are worst for each kind of game: many winning moves, moves with many heaps, positions
/// with many options, options that are many although the position has few.
fn worst_positions() -> Vec<(&'static str, String)> {
    let range = |from: u64, to: u64| {
        let heaps: Vec<String> = (from..to).map(|heap| heap.to_string()).collect();
        format!("[{}]", heaps.join(","))
    };
    let fixed = [
        ("moore(7)", "[300,6,57]"),
        ("moore(1000000)", "<100000>"),
        ("wythoff", "[99998,99999]"),
        ("euclid", "[99998,99999]"),
        ("lim", "[99998,99999,100000]"),
        ("chomp(9)", "[90,90,90,90,90,90,90,90,90]"),
        ("nim", "wythoff[1000,1618] + nim[3]"),
        ("octal(0.FFFF)", "[900,901]"),
        ("amalgamation", "<200000>"),
        ("take any, merge if equal", "<1000,1000,1000,1000>"),
    ];
    let long = [
        ("kayles", range(1000, 1300)),
        ("kayles", range(900_000, 900_060)),
        ("take any, split", range(2000, 2200)),
        ("take 1..9 then split", range(2000, 2200)),
        ("octal(0.77777777777777777777)", range(1000, 1200)),
        ("moore(3)", range(1, 200)),
        ("nim", range(1, 9000)),
        ("merge-take-one", range(1, 9000)),
        ("restricted-amalgamation(100000)", range(1, 9000)),
        ("amalgamation", range(1, 400)),
        ("grundy", range(3000, 3300)),
    ];
    let fixed = fixed.into_iter().map(|(game, position)| (game, position.to_owned()));
    fixed.chain(long).collect()
}

/// What a run used, and its exit code.
struct Used {
    processor: Duration,
    resident: u64,
    code: Option<i32>,
}

#[test]
fn every_verb_ends_in_its_time() {
    for_each_question(&["--time", "500ms", "--memory", "1GiB"], |used| {
        let most = Duration::from_millis(500 * 11 / 10 + 200);
        (used.processor > most).then(|| format!("{:?}", used.processor))
    });
}

#[test]
fn every_verb_keeps_to_its_memory() {
    let idle = idle();
    for_each_question(&["--memory", "64MiB", "--time", "4s"], |used| {
        let most = idle + (64 << 20) * 11 / 10;
        (used.resident > most).then(|| format!("{} KiB", used.resident >> 10))
    });
}

#[test]
fn winning_moves_were_listed_without_any_bound() {
    let idle = idle();
    let verbs: [&[&str]; 6] = [
        &["solve", "--json"],
        &["moves"],
        &["solve"],
        &["moves", "--json"],
        &["solve", "--explain"],
        &["export", "tree", "--format", "csv"],
    ];
    let mut beyond = Vec::new();
    for (game, position) in worst_positions() {
        for verb in verbs.iter().take(size(2, verbs.len())) {
            let mut words = verb.to_vec();
            words.extend(["--game", game, &position, "--time", "500ms", "--memory", "64MiB"]);
            let used = run(&words);
            let shown: String = words.join(" ").chars().take(90).collect();
            let is_quick = used.processor <= Duration::from_millis(500 * 11 / 10 + 200);
            let is_small = used.resident <= idle + (64 << 20) * 11 / 10;
            if !is_quick || !is_small || !matches!(used.code, Some(0 | 2 | 3)) {
                let Used { processor, resident, code } = used;
                beyond.push(format!("{shown}: {processor:?}, {} KiB, {code:?}", resident >> 10));
            }
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

#[test]
fn the_memory_bound_is_met_near_the_memory_it_names() {
    let idle = idle();
    // Positions of many heaps, and of two in one word.
    for question in [
        &["solve", "--misere", "--game", "lasker", "60", "61", "--memory", "64MiB"][..],
        &["solve", "--game", "take 1..3, merge", "4000000000", "1", "--memory", "64MiB"],
    ] {
        let used = run(question);
        assert_eq!(used.code, Some(3), "{question:?}");
        let taken = used.resident.saturating_sub(idle);
        assert!(taken >= (64 << 20) * 8 / 10, "{question:?}: {} KiB", taken >> 10);
    }
}

/// With so little address space it was an abort. What happens where the machine refuses what a bound
/// allows is tested in the library, since the command takes no bound beyond what there is.
#[test]
fn memory_that_runs_out_was_an_abort() {
    for question in [
        "solve '[900,901,902,903]'",
        "solve --game 'take 1..3, merge' 4000000000 1",
        "cube --max 1500",
        "census --coins 110",
        "values 'subtraction(1,2,5)' --to 300000000",
        "conjecture 'P || N' --heaps 3 --max 12000",
    ] {
        for memory in ["", "--memory 285MiB"] {
            let command = format!("ulimit -v 300000; exec $AMALGAM {question} {memory} --time 60s");
            let output = Command::new("sh")
                .args(["-c", &command])
                .env("AMALGAM", env!("CARGO_BIN_EXE_amalgam"))
                .env("RAYON_NUM_THREADS", "1")
                .output()
                .expect("a shell");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{question} {memory}: {told}");
            assert!(told.starts_with("error: "), "{question} {memory}: {told}");
        }
    }
}

/// What the program takes when its tables are empty; it must live long enough to be looked at.
fn idle() -> u64 {
    run(&["conjecture", "x >= 0", "--heaps", "100000", "--max", "1", "--time", "300ms"]).resident
}

/// Asks the worst questions of every verb; `beyond` says what is wrong with what one used.
fn for_each_question(bounds: &[&str], beyond: impl Fn(Used) -> Option<String>) {
    let mut faults = Vec::new();
    for (verb, questions) in WORST {
        // The first of each verb in the quick tier, all of them in the wide one.
        for question in questions.iter().take(size(1, questions.len())) {
            let words: Vec<&str> = [*verb]
                .into_iter()
                .chain(question.iter().copied())
                .chain(bounds.iter().copied())
                .collect();
            faults.extend(beyond(run(&words)).map(|fault| format!("{}: {fault}", words.join(" "))));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Runs the command on one thread and watches it until it ends.
fn run(words: &[&str]) -> Used {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_amalgam"))
        .args(words)
        .env("RAYON_NUM_THREADS", "1")
        .env("HOME", home.path())
        .env("XDG_CACHE_HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command");
    let of =
        |what: &str| fs::read_to_string(format!("/proc/{}/{what}", child.id())).unwrap_or_default();
    let mut resident = 0;
    let processor = loop {
        let status = of("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        resident = resident.max(kib.unwrap_or(0) << 10);
        // The fields after the name, which stands in brackets: the first is the state, and from
        // the twelfth on come the ticks, a hundred a second, as user and for the user.
        let stat = of("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        if fields.first() == Some(&"Z") {
            let ticks = |i: usize| fields[i].parse::<u64>().expect("a number of ticks");
            break Duration::from_millis(10 * (ticks(11) + ticks(12)));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let code = child.wait().expect("it has ended").code();
    let _ = fs::remove_dir_all(home);
    Used { processor, resident, code }
}
