//! Whatever is asked: an answer comes in its time, has a bounded size, and takes a bounded memory.
//!
//! The worst positions of every kind of game go to every route and page that takes a position, and
//! every other route is asked for as much as it allows. Time is the processor's, so that a busy machine
//! changes nothing. Memory is the largest resident set of this process, in which the server runs alone.

#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use amalgam::session::{Player, Random, Setup, Start, say};
use amalgam::{Play, Solver, Sum};
use amalgam_tier::{alone, size};
use amalgam_web::Settings;

use crate::support::{Connection, Reply, Running, quick, with};

/// The most bytes of an answer.
const MOST_BYTES: usize = 4_000_000;

/// What a question may use, as the server is set up here.
const TIME: Duration = Duration::from_millis(300);
const MEMORY: u64 = 64 << 20;

/// Beside its time, a question is tried in the light lane, waits for the clock to be looked at, and is
/// written.
const SLACK: Duration = Duration::from_millis(900);

/// Beside its tables, a question holds its answer a few times over: as data, as text, as it is sent.
const ROOM: u64 = 64 << 20;

/// A position in a game, with a name to call it by.
struct Worst {
    name: &'static str,
    game: &'static str,
    position: String,
}

/// Heaps in brackets.
fn heaps(sizes: impl Iterator<Item = u64>) -> String {
    let sizes: Vec<String> = sizes.map(|size| size.to_string()).collect();
    format!("[{}]", sizes.join(","))
}

/// Numbers that follow no pattern, below `most`.
fn scattered(count: u64, most: u64) -> String {
    heaps((1..=count).map(|i| i * i * 7919 % most + 1))
}

/// The worst position of every kind of game.
fn worst() -> Vec<Worst> {
    let of = |name, game, position: &str| Worst { name, game, position: position.to_owned() };
    vec![
        of("kayles, many heaps", "kayles", &heaps(1000..1300)),
        of("kayles, large heaps", "kayles", &scattered(60, 1_000_000)),
        of("kayles, one huge heap", "kayles", "[90000000]"),
        of("split", "take any, split", &heaps(100..400)),
        of("take and split", "take 1..9 then split", &heaps(1000..1300)),
        of("split unequal", "grundy", &heaps(1000..1300)),
        of("long code", "octal(0.777777777777777777777777777777)", &heaps(300..400)),
        of("code in three", "octal(0.FFFFFFFFFFFF)", &heaps(300..400)),
        of("moore, few heaps", "moore(7)", "[300,6,57]"),
        of("moore, many heaps", "moore(7)", &heaps(1..200)),
        of("moore, equal heaps", "moore(1000)", "<1000>"),
        of("moore, huge heaps", "moore(3)", &heaps((0..200).map(|i| u64::MAX - i))),
        of("lim", "lim", "[100000,200000,300000]"),
        of("chomp, wide", "chomp", "[100000,200000,300000]"),
        of("chomp, tall", "chomp", &heaps(1..140)),
        of("wythoff", "wythoff", "[1000000000000,1618033988749]"),
        of("wythoff, near", "wythoff", "[9000,9001]"),
        of("euclid", "euclid", "[1000000000000,1618033988749]"),
        of("euclid, near", "euclid", "[99998,99999]"),
        of("nim, huge heaps", "nim", &heaps((0..200).map(|i| u64::MAX - i * i))),
        of("nim, many heaps", "nim", &heaps(1..1000)),
        of("amalgamation, many heaps", "amalgamation", &heaps(1..1000)),
        of("amalgamation, equal heaps", "amalgamation", "<1000>"),
        of("amalgamation, huge heaps", "amalgamation", "[123456789,987654321,555555555555,7]"),
        of("restricted, many heaps", "restricted-amalgamation", &heaps(1..1000)),
        of("conditions, many heaps", "take any, merge if unequal and sum <= 2000", &heaps(1..900)),
        of("take few, merge", "take 1..3, merge", "[4000000000,1]"),
        of("take many sizes", "take {1,2,5,9,14,20,27,35,44,54,65}, merge", &heaps(50..150)),
        of("sum", "nim", "kayles[1000,1001,1002] + moore(7)[300,6,57] + amalgamation[90,91,92]"),
        of(
            "sum of many",
            "nim",
            &["kayles[999,998]", "lasker[500]", "wythoff[70,99]"].repeat(60).join(" + "),
        ),
    ]
}

/// Every route that takes a position.
fn routes(Worst { game, position, .. }: &Worst) -> Vec<String> {
    let asked = [("position", position.as_str()), ("game", game)];
    let of = |path: &str, more: &[(&str, &str)]| with(path, &[&asked[..], more].concat());
    let mut routes = Vec::new();
    for misere in ["0", "1"] {
        routes.push(of("/api/v1/solve", &[("misere", misere), ("explain", "1")]));
        routes.push(of("/api/v1/solve", &[("misere", misere)]));
        routes.push(of("/api/v1/outcome", &[("misere", misere)]));
        routes.push(of("/api/v1/moves", &[("misere", misere)]));
        routes.push(of("/solve", &[("misere", misere), ("all", "1")]));
    }
    routes.push(with("/api/v1/complete", &[("rest", position), ("game", game)]));
    let twice =
        [("left", position.as_str()), ("right", position), ("game", game), ("witness", "1")];
    routes.push(with("/api/v1/equivalent", &twice));
    routes.push(of("/solve/position.svg", &[]));
    for opponent in ["human", "perfect", "longest"] {
        routes.push(of(
            "/play",
            &[("begin", "1"), ("opponent", opponent), ("hint", "moves"), ("all", "1")],
        ));
    }
    for task in ["win", "lose", "losing merge", "play"] {
        routes.push(of("/learn/try", &[("task", task)]));
    }
    for (task, answer) in
        [("who", "P"), ("who", "N"), ("complete", "1"), ("grundy", "1"), ("left", "1")]
    {
        routes.push(of("/learn/try", &[("task", task), ("answer", answer)]));
    }
    routes
}

/// Every other route, asked for as much as it allows.
const LARGEST: [&str; 20] = [
    "/",
    "/api",
    "/api/openapi.json",
    "/api/v1/table?rows=900&cols=900",
    "/api/v1/table?rows=900&cols=900&show=offset&game=merge-take-one",
    "/api/v1/rows?to=100",
    "/api/v1/row?row=100",
    "/api/v1/row?row=42",
    "/api/v1/row?row=100&matching=0..10000",
    "/api/v1/covers?to=100",
    "/api/v1/claims",
    "/api/v1/games",
    "/table?rows=900&cols=900&show=mod&mod=64",
    "/table.png?rows=900&cols=900",
    "/rows?to=100&row=100",
    "/rows/row.svg?row=42",
    "/rows/matching.svg?row=100&from=0&to=10000",
    "/rows/periods.svg?to=100",
    "/claims",
    "/learn",
];

/// What this process has used so far of the processor.
fn processor() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("the state of this process");
    // After the name, which stands in brackets, the fields from the twelfth on are ticks, a hundred a
    // second, as user and for the user.
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: u64 =
        fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("ticks")).sum();
    Duration::from_millis(10 * ticks)
}

/// The largest resident set of this process since it was last forgotten, in bytes.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the state of this process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.split_whitespace().next().expect("a number").parse::<u64>().expect("a number") << 10
}

/// Forgets the largest resident set so far.
fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").expect("the peak of this process is its own");
}

/// What a question used, and what came back.
struct Used {
    processor: Duration,
    resident: u64,
    reply: Reply,
}

fn ask(server: &Running, path: &str) -> Used {
    forget_peak();
    let (held, before) = (resident(), processor());
    let reply = Connection::open_within(server.address, Duration::from_secs(600)).get(path);
    Used { processor: processor() - before, resident: resident().saturating_sub(held), reply }
}

/// A server under these bounds, warm, and what it holds then.
fn server() -> (Running, u64) {
    let server = Running::start(&Settings { time: TIME, memory: MEMORY, ..quick() });
    server.get(&with("/solve", &[("position", "[3,4,5]")]));
    (server, resident())
}

fn check_size(path: &str, reply: &Reply) {
    let known = [200, 303, 400, 409, 422, 429].contains(&reply.status);
    assert!(known, "{path}: {}", reply.status);
    assert!(reply.bytes.len() <= MOST_BYTES, "{path}: {} bytes", reply.bytes.len());
}

#[test]
fn the_worst_positions_are_answered_within_bounds() {
    if !alone("bounds::the_worst_positions_are_answered_within_bounds") {
        return;
    }
    let (server, idle) = server();
    // In the quick tier every position goes to some routes, and every route gets some positions.
    let every = size(4, 1);
    for (i, worst) in worst().iter().enumerate() {
        for route in routes(worst).into_iter().skip(i % every).step_by(every) {
            let mut next = Some(route);
            while let Some(path) = next {
                let Used { processor, resident, reply } = ask(&server, &path);
                let shown =
                    format!("{}: {}", worst.name, path.chars().take(60).collect::<String>());
                check_size(&shown, &reply);
                assert!(processor <= TIME + SLACK, "{shown}: {processor:?}");
                assert!(resident <= MEMORY + ROOM, "{shown}: {} MiB", resident >> 20);
                next = reply.header("location").map(str::to_owned);
            }
        }
    }
    // Each thread keeps what it once had: those of the light lane and that of the heavy one.
    let held = resident() - idle;
    assert!(held <= 3 * (MEMORY + ROOM), "{} MiB", held >> 20);
}

#[test]
fn the_largest_answers_have_a_bound() {
    let (server, _) = server();
    for path in LARGEST {
        let reply = Connection::open_within(server.address, Duration::from_secs(60)).get(path);
        check_size(path, &reply);
    }
}

/// A game between two people that goes on until its address has no more room, or to its end. Moves are
/// drawn without looking.
fn long_game(game: &str, position: &str) -> String {
    let start = Sum::parse(position, &game.parse().expect("a game")).expect("a position");
    let players = [Player::Human, Player::Human];
    let setup = Setup { start: Start::Given(start), play: Play::Normal, players, seed: 0 };
    let mut game = setup.begin(&Solver::new()).expect("it can be played");
    let mut random = Random::new(1);
    // A move is told with a mark of the heap that is meant, and a mark of its end.
    let mut room = 23_000usize.saturating_sub(game.to_link().len());
    while let Some(action) = random.choose(game.moves()).cloned() {
        let Some(left) = room.checked_sub(say(game.sum(), &action).len() + 8) else { break };
        room = left;
        game.make(&action).expect("a legal move");
    }
    game.to_link()
}

#[test]
fn long_games_have_short_pages() {
    let (server, _) = server();
    let many = heaps((0..600).map(|_| 1).chain(1..40));
    let games = [
        ("nim", many.as_str()),
        ("amalgamation", "<800>"),
        ("kayles", "<0,0,500>"),
        ("kayles", "<0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,24>"),
        ("chomp(60)", "<0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,60>"),
        ("take 1..3, merge", "<0,0,0,0,0,0,0,0,0,0,0,0,40>"),
        ("amalgamation", "[1000000000000,1000000000007,2,3]"),
    ];
    for (game, position) in games.into_iter().take(size(3, games.len())) {
        let link = long_game(game, position);
        for more in [
            &[][..],
            &[("hint", "moves"), ("all", "1")],
            &[("hint", "heaps"), ("at", "100")],
            &[("pick", "0.0"), ("at", "0")],
        ] {
            let path = with("/play", &[&[("link", &*link)], more].concat());
            let reply = Connection::open_within(server.address, Duration::from_secs(60)).get(&path);
            check_size(&format!("{game}{position} {more:?}"), &reply);
            if link.len() > 10_000 {
                let text = reply.text();
                assert!(text.contains("first moves") && text.contains("last moves"), "{game}");
            }
        }
    }
}

#[test]
fn long_worksheets_are_refused() {
    let (server, _) = server();
    let post = |path: &str, text: &str| {
        let body = with("", &[("text", text), ("answers", "on")])[1..].to_owned();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
            server.address,
            body.len()
        );
        let mut connection = Connection::open_within(server.address, Duration::from_secs(60));
        connection.send(format!("{head}{body}").as_bytes())
    };
    let step = |position: &str, task: &str| format!("# A\nposition: {position}\ntask: {task}\n");
    for (steps, position, task) in [
        (1, "<1001>", "who"),
        (1, "<1000000>", "left"),
        (900, "nim<1000>", "who"),
        (600, "nim<0,0,0,0,0,0,0,0,0,1000>", "who"),
        (1, "kayles<0,0,0,0,0,0,0,0,0,0,0,0,1000>", "win"),
    ] {
        let text = format!("amalgam worksheet\ntitle: T\n{}", step(position, task).repeat(steps));
        let reply = post("/learn/worksheet", &text);
        check_size(position, &reply);
        assert_eq!(reply.status, 422, "{steps} times {position}");
    }
    for text in ["start: nim<1001>\n", "start: nim<1000000>\n"] {
        let reply = post("/play/import", text);
        check_size(text, &reply);
        assert_eq!(reply.status, 422, "{text}");
    }
}
