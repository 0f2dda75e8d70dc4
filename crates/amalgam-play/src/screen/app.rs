//! The game on the screen: what keys do, and what has been found out.

use amalgam::PartMove;
use amalgam::session::{Analysis, Evaluation, Hint, HintLevel, Session, Setup, Start};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::board;
use super::form::{Asked, Form};
use super::hand::Hand;
use super::overlay::Overlay;
use super::worker::{Answer, Done, Job, Question};
use crate::{Options, narrate};

/// Everything the screen shows.
pub(super) struct App {
    setup: Setup,
    session: Session,
    pub(super) level: HintLevel,
    pub(super) hand: Hand,
    /// What the position is worth, or a sentence why that is not known; `None` while it is looked at.
    pub(super) evaluation: Option<Result<Evaluation, String>>,
    hint: Option<Hint>,
    pub(super) analysis: Option<Analysis>,
    pub(super) overlay: Overlay,
    /// Setting up the next game; `None` while one is played.
    pub(super) form: Option<Form>,
    pub(super) message: String,
    pub(super) colour: bool,
    /// Where the board was drawn last.
    pub(super) board: Rect,
    jobs: Vec<Job>,
    /// How many questions were asked, and the number of the newest of each kind.
    asked: u64,
    newest: Newest,
    /// Whether a game has been on the screen, to which leaving the form leads back.
    started: bool,
    left: bool,
    interrupted: bool,
}

/// The questions whose answers still matter.
#[derive(Default)]
struct Newest {
    evaluate: u64,
    analyse: u64,
    begin: u64,
}

impl App {
    pub(super) fn new(options: &Options, ask: bool, colour: bool) -> App {
        let session = options.session.clone();
        let mut app = App {
            setup: options.setup.clone(),
            hand: Hand::new(&session),
            session,
            level: options.level,
            evaluation: None,
            hint: None,
            analysis: None,
            overlay: Overlay::None,
            form: ask.then(|| Form::new(&options.setup)),
            message: String::new(),
            colour,
            board: Rect::default(),
            jobs: Vec::new(),
            asked: 0,
            newest: Newest::default(),
            started: !ask,
            left: false,
            interrupted: false,
        };
        if !ask {
            app.moved();
        }
        app
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn has_started(&self) -> bool {
        self.started
    }

    pub(super) fn has_left(&self) -> bool {
        self.left
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// What is to be found out, each only once.
    pub(super) fn jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.jobs)
    }

    fn ask(&mut self, question: Question) {
        self.asked += 1;
        match question {
            Question::Evaluate(..) => self.newest.evaluate = self.asked,
            Question::Analyse(_) => self.newest.analyse = self.asked,
            Question::Begin(_) => self.newest.begin = self.asked,
        }
        self.jobs.push((self.asked, question));
    }

    /// The hint at the level that is set, where the position has been looked at.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// After the level or what is known has changed. Kept, because the screen is drawn often.
    fn look_for_hint(&mut self) {
        self.hint = match &self.evaluation {
            Some(Ok(evaluation)) => Some(Hint::new(self.level, &self.session, evaluation)),
            _ => None,
        };
    }

    /// After the position has changed.
    fn moved(&mut self) {
        self.hand = self.hand.again(&self.session);
        self.evaluation = None;
        self.hint = None;
        self.analysis = None;
        self.newest = Newest::default();
        if self.session.is_over() {
            self.overlay = Overlay::Analysis(0);
            self.ask(Question::Analyse(Box::new(self.session.clone())));
        } else {
            self.ask(Question::Evaluate(self.session.sum().clone(), self.session.play()));
        }
    }

    fn make(&mut self, action: &PartMove, heaps: &[usize]) {
        match self.session.make_with(action, heaps) {
            Ok(()) => {
                let last = self.session.made().len() - 1;
                self.message = format!("{}.", narrate::made(&self.session, last));
                self.moved();
            }
            Err(error) => self.message = format!("{}.", narrate::capital(&error.to_string())),
        }
    }

    /// Takes an answer in; one to a question that no longer matters is dropped.
    pub(super) fn done(&mut self, (number, answer): Done) {
        let newest = match answer {
            Answer::Evaluated(_) => self.newest.evaluate,
            Answer::Analysed(_) => self.newest.analyse,
            Answer::Began(_) => self.newest.begin,
        };
        if number != newest {
            return;
        }
        match answer {
            Answer::Evaluated(evaluation) => {
                let reply = match &evaluation {
                    Ok(evaluation) => self.session.reply(evaluation),
                    Err(_) if !self.session.awaits_human() => self.session.any_move(),
                    Err(_) => None,
                };
                let why = evaluation.as_ref().err().cloned();
                self.evaluation = Some(evaluation);
                self.look_for_hint();
                if let Some(reply) = reply {
                    self.make(&reply, &[]);
                    if let Some(why) = why {
                        self.message += &format!(" A random move: {why}");
                    }
                }
            }
            Answer::Analysed(analysis) => self.analysis = Some(analysis),
            Answer::Began(Ok(session)) => {
                self.session = *session;
                self.started = true;
                self.form = None;
                self.overlay = Overlay::None;
                self.message.clear();
                self.hand = Hand::new(&self.session);
                self.moved();
            }
            Answer::Began(Err(error)) => match &mut self.form {
                Some(form) => form.refuse(error),
                None => self.message = error,
            },
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.interrupted = true;
            return;
        }
        if let Some(form) = &mut self.form {
            match form.key(key) {
                Asked::Nothing => {}
                Asked::Leave if self.started => self.form = None,
                Asked::Leave => self.left = true,
                Asked::Begin(setup) => {
                    self.setup = setup.clone();
                    self.ask(Question::Begin(setup));
                }
            }
            return;
        }
        if !matches!(self.overlay, Overlay::None) {
            let chosen = self.overlay.key(key, &self.session);
            if let Some(action) = chosen {
                self.make(&action, &self.hand.heaps_pointed().heaps);
            }
            // Leaving is possible from anywhere.
            self.left |= key.code == KeyCode::Char('q');
            return;
        }
        self.message.clear();
        self.game_key(key.code);
    }

    fn game_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('q') => self.left = true,
            KeyCode::Char('?') => self.overlay = Overlay::Help(0),
            KeyCode::Char('h') => {
                self.level = self.level.next();
                self.look_for_hint();
                self.message = format!("Hints: {}.", self.level.describe());
            }
            KeyCode::Char('w') => self.overlay = Overlay::Why(0),
            KeyCode::Char('t') => self.overlay = Overlay::Text(0),
            KeyCode::Char('a') => {
                if self.analysis.is_none() {
                    self.ask(Question::Analyse(Box::new(self.session.clone())));
                }
                self.overlay = Overlay::Analysis(0);
            }
            KeyCode::Char('n') => self.form = Some(Form::new(&self.setup)),
            KeyCode::Char('N') => {
                if let Start::Random { .. } = self.setup.start {
                    self.setup.seed = self.setup.seed.wrapping_add(1);
                }
                self.ask(Question::Begin(self.setup.clone()));
            }
            KeyCode::Char('u') => self.turn_back(true),
            KeyCode::Char('r') => self.turn_back(false),
            key if self.session.awaits_human() => self.hand_key(key),
            _ => {}
        }
    }

    /// Keys that point, on a person's turn.
    fn hand_key(&mut self, key: KeyCode) {
        let session = &self.session;
        match key {
            KeyCode::Char('l') => self.overlay = self.list(),
            KeyCode::Left => self.hand.step(session, false),
            KeyCode::Right | KeyCode::Tab => self.hand.step(session, true),
            KeyCode::Up => self.hand.coins(session, true),
            KeyCode::Down => self.hand.coins(session, false),
            KeyCode::Char(' ' | 'm') => {
                if let Err(why) = self.hand.hold(session) {
                    self.message = why.to_owned();
                }
            }
            KeyCode::Char(letter @ ('s' | 'S')) => {
                if let Err(why) = self.hand.split(session, letter == 's') {
                    self.message = why.to_owned();
                }
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                if let Err(why) = self.hand.digit(session, digit) {
                    self.message = why;
                }
            }
            KeyCode::Esc | KeyCode::Backspace => self.hand.drop_all(session),
            KeyCode::Enter => match self.hand.meant().cloned() {
                Some(action) => self.make(&action, &self.hand.heaps_pointed().heaps),
                None if self.hand.following.moves.is_empty() => {
                    self.message = "Nothing can be done with this heap.".to_owned();
                }
                // Pointing does not tell which: choose from the list.
                None => self.overlay = self.list(),
            },
            _ => {}
        }
    }

    /// The moves to choose from.
    fn list(&self) -> Overlay {
        Overlay::moves(&self.session, &self.hand, self.hint())
    }

    fn turn_back(&mut self, back: bool) {
        let done = if back { self.session.undo_turn() } else { self.session.redo_turn() };
        if done {
            self.moved();
        }
        self.message = match (done, back) {
            (true, true) => "Taken back.".to_owned(),
            (true, false) => "Made again.".to_owned(),
            (false, true) => "There is nothing to undo.".to_owned(),
            (false, false) => "There is nothing to redo.".to_owned(),
        };
    }

    /// A click points at a heap; a click at a coin takes it with those above it.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let click = matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left));
        let here = self.form.is_none() && matches!(self.overlay, Overlay::None);
        if !click || !here || !self.session.awaits_human() {
            return;
        }
        let hit = board::hit(&self.session, self.hand.at, self.board, mouse.column, mouse.row);
        let Some((heap, coins)) = hit else { return };
        self.message.clear();
        self.hand.point(&self.session, heap);
        if let Some(coins) = coins
            && self.hand.at == heap
            && self.hand.held.is_empty()
            && !self.hand.take(&self.session, coins)
        {
            self.message = format!("{coins} coins cannot be taken here.");
        }
    }
}
