//! Keys in, screens out, without a terminal and without a second thread.

use amalgam::games::AnyGame;
use amalgam::session::{HintLevel, Player, Random, Setup, Start};
use amalgam::{Play, Sum};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::app::App;
use super::{draw, worker};
use crate::{Options, Patience};

/// Somebody at a screen.
struct Person {
    app: App,
    terminal: Terminal<TestBackend>,
}

fn options(position: &str, players: [Player; 2]) -> Options {
    let game: AnyGame = "nim".parse().unwrap();
    let start = Start::Given(Sum::parse(position, &game).unwrap());
    let setup = Setup { start, play: Play::Normal, players, seed: 1 };
    let patience = Patience::default();
    let session = setup.begin(&patience.solver()).unwrap();
    Options { setup, session, level: HintLevel::Nothing, patience }
}

impl Person {
    fn at(position: &str) -> Person {
        Person::with(position, [Player::Human, Player::Perfect], false)
    }

    fn with(position: &str, players: [Player; 2], ask: bool) -> Person {
        let app = App::new(&options(position, players), ask, true);
        Person { app, terminal: Terminal::new(TestBackend::new(80, 24)).unwrap() }
    }

    /// Lets everything be found out.
    fn settle(&mut self) {
        loop {
            let jobs = self.app.jobs();
            if jobs.is_empty() {
                return;
            }
            for (number, question) in jobs {
                self.app.done((number, worker::answer(question, Patience::default())));
            }
        }
    }

    fn code(&mut self, code: KeyCode) {
        self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    /// Presses keys, each a letter or one of `<>^v` for the arrows, `.` for Enter, `!` for Escape.
    fn press(&mut self, keys: &str) {
        for key in keys.chars() {
            self.code(match key {
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '.' => KeyCode::Enter,
                '!' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            });
            self.settle();
        }
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    }

    fn screen(&mut self) -> String {
        self.terminal.draw(|frame| draw::screen(frame, &mut self.app)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area().width);
        let rows = buffer.content().chunks(width);
        let row = |cells: &[ratatui::buffer::Cell]| {
            let line: String = cells.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned() + "\n"
        };
        rows.map(row).collect()
    }

    fn sees(&mut self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "no `{text}` in\n{screen}");
    }

    fn position(&self) -> String {
        self.app.session().sum().parts()[0].show()
    }
}

#[test]
fn a_whole_game_by_keys() {
    let mut person = Person::at("nim[1,2]");
    person.settle();
    person.sees("Your move.");
    person.sees(">1<");
    // The winning move: take one of the two.
    person.press(">^");
    person.sees("> take 1 from 2  → [1,1]");
    person.sees("(x)");
    person.press(".");
    assert_eq!(person.app.session().made().len(), 2);
    person.sees("2. The opponent: take 1 from 1");
    person.press("1.");
    person.sees("You have won: you made the last move.");
    person.sees("You           ####");
    person.sees("Nobody threw a win away.");
    person.press("!u");
    assert_eq!(person.position(), "[1]");
    person.press("r");
    assert_eq!(person.position(), "[]");
    person.press("!q");
    assert!(person.app.has_left());
}

#[test]
fn a_thrown_win_is_marked_and_told() {
    let mut person = Person::at("nim[1,2]");
    person.press("1.");
    person.sees("The opponent has won: the opponent made the last move.");
    person.sees("You           #..");
    person.sees("The opponent  .##");
    person.sees("               !");
    person.sees("! Move 1, you: take 1 from 1 threw the win away; take 1 from 2 would have");
}

#[test]
fn merging_splitting_and_other_gestures() {
    let two = [Player::Human; 2];
    let mut person = Person::with("amalgamation[3,4,5]", two, false);
    person.press("> ");
    person.sees("held");
    person.sees("join");
    person.press(">.");
    assert_eq!(person.position(), "[3,9]");

    let mut person = Person::with("kayles[5]", two, false);
    person.press("1s");
    person.sees("> take 1 from 5, split into 1 and 3");
    person.press("s.");
    assert_eq!(person.position(), "[2,2]");

    let mut person = Person::with("grundy[6]", two, false);
    person.press("s.");
    assert_eq!(person.position(), "[1,5]");

    let mut person = Person::with("wythoff[3,5]", two, false);
    person.press(" >2");
    person.sees("> take 2 from 3 and 2 from 5");
    person.sees("│  -2     -2 ");
    person.press(".");
    assert_eq!(person.position(), "[1,3]");

    // What pointing cannot tell is chosen from a list.
    let mut person = Person::with("moore(2)[1,2]", two, false);
    person.press(" >l");
    person.sees("Choose a move");
    person.press("v.");
    assert_eq!(person.app.session().made().len(), 1);

    let mut person = Person::with("chomp[2,3]", two, false);
    person.press("1.");
    assert_eq!(person.position(), "[1,3]");
    let mut person = Person::with("lim[2,3,4]", two, false);
    person.press(" >2.");
    assert_eq!(person.position(), "[1,6]");
}

#[test]
fn only_legal_moves_look_possible() {
    let mut person = Person::at("(take 1..2)[9]");
    person.press("7");
    person.sees("7 coins cannot be taken here.");
    person.press("^^^^");
    person.sees("> take 2 from 9");
    person.press("v");
    person.sees("> take 1 from 9");
    person.press("v");
    person.sees("Choose:");
    person.press(" ");
    person.sees("No other heap can be touched together with this one.");
    person.press("s");
    person.sees("Nothing can be split here.");
}

/// Any number of coins can be typed, though not every one is listed.
#[test]
fn huge_heaps_are_played() {
    let mut person = Person::at("amalgamation[2,3,1000000000000000,1000000000000004]");
    person.press(">>12345");
    person.sees("> take 12345 from 1000000000000000");
    person.press("^");
    person.sees("> take 999999999999969 from 1000000000000000");
    person.press("v");
    person.sees("> take 32 from 1000000000000000");
    person.press("!l");
    person.sees("others by typing the number of coins");
    person.press("!12345.");
    assert_eq!(person.position(), "[2,3,999999999987651,999999999987655]");
}

#[test]
fn only_what_the_game_allows_is_advised() {
    for (game, advice) in [
        ("nim[3,4]", "Choose: up and down for coins\n"),
        ("amalgamation[3,4]", "Choose: up and down for coins, space to hold\n"),
        ("lasker[3,4]", "Choose: up and down for coins, s to split\n"),
        ("grundy[6]", "Choose: s to split\n"),
        ("lim[2,3,4]", "Choose: space to hold\n"),
    ] {
        let mut person = Person::at(game);
        person.settle();
        person.sees(advice);
    }
}

#[test]
fn nothing_can_be_done_on_the_opponents_turn() {
    let mut person = Person::with("nim[3,4]", [Player::Perfect, Player::Human], false);
    // The opponent is still thinking: nothing has been settled.
    for code in [KeyCode::Up, KeyCode::Enter, KeyCode::Char(' '), KeyCode::Char('l')] {
        person.code(code);
    }
    assert!(person.app.session().made().is_empty());
    person.sees("The opponent is thinking");
    person.settle();
    assert_eq!(person.app.session().made().len(), 1);
    // An analysis that is asked for meanwhile does not keep the opponent from moving.
    let mut person = Person::with("nim[3,4]", [Player::Perfect, Player::Human], false);
    person.code(KeyCode::Char('a'));
    person.settle();
    assert_eq!(person.app.session().made().len(), 1);
}

#[test]
fn the_reason_is_one_that_a_person_can_use() {
    let mut person = Person::at("amalgamation[3,4,5]");
    person.settle();
    person.press("w");
    person.sees("[3,5] is completed by 1 and by nothing else");
}

#[test]
fn hints_go_round_and_stay() {
    let mut person = Person::at("nim[1,2,4]");
    person.settle();
    assert!(!person.screen().contains("winning."));
    person.press("h");
    person.sees("You are winning. Why: Bouton's theorem");
    person.press("h");
    person.sees("A winning move touches the heap 4.");
    person.sees("*");
    person.press("h");
    person.sees("+P   0");
    person.press(">>1.");
    person.sees("Hints: every move with its value.");
    person.press("h");
    person.sees("Hints: no hints.");
    person.press("w");
    person.sees("The heaps in binary");
}

#[test]
fn a_small_screen_says_so_and_recovers() {
    let mut person = Person::at("nim[3]");
    person.settle();
    person.resize(30, 8);
    person.sees("This screen is 30 by 8");
    for (width, height) in [(1, 1), (2, 30), (200, 2), (50, 16), (300, 100)] {
        person.resize(width, height);
        person.screen();
    }
    person.resize(50, 16);
    person.sees("Your move.");
}

#[test]
fn on_the_smallest_screen_everything_can_be_read() {
    let mut person = Person::at("lasker[3,6]");
    person.settle();
    person.resize(50, 16);
    person.press("hh");
    person.sees("heaps'\nvalues 4 ⊕ 6 is 2.");
    person.sees("? keys  q leaves");
    // There is no room for the values beside the board; the list of moves has them.
    person.press("h>l");
    person.sees("> -N   1   9  take 1 from 6  → [3,5]");
    person.sees("  +P   0   8  take 3 from 6  → [3,3]");
    person.press("x");
    // The keys do not fit, but can be scrolled to their end and no further.
    person.press("?");
    assert!(!person.screen().contains("The mouse works too"));
    for _ in 0..40 {
        person.press("v");
        person.screen();
    }
    person.sees("The mouse works too");
    person.sees("leave (Ctrl-C too)");
    person.press("^^^^^^^^^^^^^^^^");
    person.sees("choose a heap");
    person.press("x");
    assert!(!person.screen().contains("choose a heap"));
}

#[test]
fn long_moves_are_told_to_their_end() {
    let mut person = Person::with("wythoff[14,27]", [Player::Human; 2], false);
    person.press(" >2.");
    person.sees("1. Player 1: take 2 from 14   │");
    person.sees("and 2 from 27");
}

#[test]
fn many_and_tall_heaps_fit() {
    let heaps: Vec<String> = (1..=40).map(|heap| (heap * 5).to_string()).collect();
    let mut person = Person::at(&format!("nim[{}]", heaps.join(",")));
    person.settle();
    person.sees("more heaps >");
    person.press(&">".repeat(20));
    person.sees(">105<");
    person.sees("< ");
    person.press("99");
    person.sees("take 99 from 105");
}

#[test]
fn the_mouse_points_at_coins() {
    let mut person = Person::at("nim[3,5]");
    person.settle();
    let screen = person.screen();
    let rows: Vec<&str> = screen.lines().collect();
    // The second coin from the top of the heap of five.
    let top = rows.iter().position(|row| row.contains("(o)") || row.contains("(●)")).unwrap();
    let column = rows[top].chars().position(|c| c == 'o' || c == '●').unwrap();
    person.app.mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: column as u16,
        row: top as u16 + 1,
        modifiers: KeyModifiers::NONE,
    });
    person.sees("> take 2 from 5");
}

#[test]
fn the_form_tells_errors_in_place_and_begins() {
    let mut person = Person::with("nim[1,2]", [Player::Human, Player::Perfect], true);
    person.sees("A new game");
    person.sees("Enter begins, Esc leaves");
    person.press("x.");
    person.sees("! unknown game `nimx`");
    person.sees("! did you mean `nim`?");
    person.code(KeyCode::Backspace);
    person.press("vvv");
    person.sees("> Position");
    for _ in 0..9 {
        person.code(KeyCode::Backspace);
    }
    person.press("[3,y].");
    person.sees("! expected a heap size, found `y`");
    person.sees("!    ^");
    person.app.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    person.press("kayles[99999].");
    person.sees("199997 moves, too many to play by");
    person.app.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    person.press("3 4.");
    person.sees("Your move.");
    assert_eq!(person.position(), "[3,4]");
    person.press("n");
    person.sees("Enter begins, Esc goes back");
    person.press("!");
    assert!(!person.app.has_left());
    person.sees("Your move.");
}

#[test]
fn without_colours_there_are_none() {
    let mut person = Person::at("nim[1,2,4]");
    person.app.colour = false;
    person.press("hhh^");
    person.screen();
    let buffer = person.terminal.backend().buffer();
    let plain = |cell: &ratatui::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
    assert!(buffer.content().iter().all(plain));
}

/// Whatever is pressed, at whatever size, nothing breaks and only legal moves are made.
#[test]
fn random_keys_break_nothing() {
    let games = [
        "nim[3,4]",
        "amalgamation[2,3,4]",
        "kayles[5] + lim[1,2,3]",
        "moore(2)[2,3]",
        "chomp[2,3]",
    ];
    let keys = "<>^v.!123456789 msSlhwtaurnN?x";
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let game = games[random.below(games.len() as u64) as usize];
        let ask = random.below(4) == 0;
        let mut person = Person::with(game, [Player::Human, Player::Perfect], ask);
        for _ in 0..80 {
            let key = keys.chars().nth(random.below(keys.len() as u64) as usize).unwrap();
            person.press(&key.to_string());
            if random.below(10) == 0 {
                person.resize(random.below(100) as u16 + 1, random.below(40) as u16 + 1);
            }
            person.screen();
        }
        let session = person.app.session();
        let text = session.to_text();
        assert_eq!(amalgam::session::Session::from_text(&text).as_ref(), Ok(session), "{text}");
    }
}

#[test]
fn heaps_keep_their_places_on_the_screen() {
    let mut person = Person::with("nim[3,4,5]", [Player::Human; 2], false);
    let numbers = |person: &mut Person| -> Vec<String> {
        let screen = person.screen();
        let board = screen.lines().filter(|line| line.starts_with('│'));
        let mut labels = board.map(|line| line.split('│').nth(1).unwrap_or("").to_owned());
        let last = labels.rfind(|line| line.contains(|c: char| c.is_ascii_digit()));
        last.unwrap().split_whitespace().map(str::to_owned).collect()
    };
    person.press(">>4.");
    assert_eq!(numbers(&mut person), ["3", "4", ">1<"], "the heap and the hand stay");
    person.press("<<3.");
    assert_eq!(numbers(&mut person), ["gone", ">4<", "1"]);
    person.press("1.");
    assert_eq!(numbers(&mut person), ["-", ">3<", "1"]);
    // Of equal heaps the one pointed at.
    let mut person = Person::with("nim[2,2,2]", [Player::Human; 2], false);
    person.press(">1.");
    assert_eq!(numbers(&mut person), ["2", ">1<", "2"]);
}

#[test]
fn nothing_is_left_out_without_a_word() {
    let mut person = Person::with("amalgamation[3,4,5]", [Player::Human; 2], false);
    person.resize(50, 20);
    person.press("1.");
    person.sees("amalgamation: the last move wins");
    person.sees("1 made (t)");
    person.resize(80, 24);
    person.press("hhh");
    person.sees("more: l lists all");
}
