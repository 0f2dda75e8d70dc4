//! `--time` and `--memory` are kept by every verb that has them, on the input that is worst for it.
//!
//! Time is the processor's, so that a busy machine changes nothing: work that looks at the clock
//! uses less of the processor than the clock shows. The bound is for finding an answer, not for printing
//! a long one, so that questions with long answers are not among these. Memory is the largest resident set, less what
//! the program needs to do nothing.

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
    ("complete", &[&["100", "200", "300"], &["4000000000", "3999999999", "1"]]),
    ("equivalent", &[&["(take 1..3, merge)[4000000000,1]", "nim[3]"]]),
    ("rows", &[&["--to", "120"]]),
    ("row", &[&["119"]]),
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

/// What a run used, and its exit code.
struct Used {
    processor: Duration,
    resident: u64,
    code: Option<i32>,
}

#[test]
fn every_verb_ends_in_its_time() {
    for_each_question(&["--time", "500ms", "--memory", "1GiB"], |question, used| {
        let most = Duration::from_millis(500 * 11 / 10 + 200);
        assert!(used.processor <= most, "{question}: {:?}", used.processor);
    });
}

#[test]
fn every_verb_keeps_to_its_memory() {
    let idle = idle();
    for_each_question(&["--memory", "64MiB", "--time", "4s"], |question, used| {
        let most = idle + (64 << 20) * 11 / 10;
        assert!(used.resident <= most, "{question}: {} KiB", used.resident >> 10);
    });
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

fn for_each_question(bounds: &[&str], check: impl Fn(&str, Used)) {
    for (verb, questions) in WORST {
        // The first of each verb in the quick tier, all of them in the wide one.
        for question in questions.iter().take(size(1, questions.len())) {
            let words: Vec<&str> = [*verb]
                .into_iter()
                .chain(question.iter().copied())
                .chain(bounds.iter().copied())
                .collect();
            check(&words.join(" "), run(&words));
        }
    }
}

/// Runs the command on one thread and watches it until it ends.
fn run(words: &[&str]) -> Used {
    let home = std::env::temp_dir().join(format!("amalgam-bounds-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_amalgam"))
        .args(words)
        .env("RAYON_NUM_THREADS", "1")
        .env("HOME", &home)
        .env("XDG_CACHE_HOME", &home)
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
