//! Line by line: prompts, commands, answers. For pipes, screen readers and tests.

mod commands;

use std::io::{self, BufRead, Read, Write};

use amalgam::SolveError;
use amalgam::session::{
    Analysis, Evaluation, Hint, HintLevel, MoveError, Session, Setup, Start, say,
};
use amalgam::{PartMove, ReadError, Sum, padded};

use crate::{Options, Patience, narrate};
use commands::{Command, HELP};

/// The longest line that is read.
const LONGEST_LINE: u64 = 10_000;

/// How many moves are listed at once.
const LISTED: usize = 200;

/// Plays until the input ends or the player leaves.
///
/// With `echo` each line that is read is written again after the prompt, so that what a pipe leaves
/// reads like a conversation.
///
/// # Errors
/// If reading or writing fails.
pub fn run(
    options: &Options,
    mut input: impl BufRead,
    output: impl Write,
    echo: bool,
) -> io::Result<()> {
    let mut table = Table {
        setup: options.setup.clone(),
        session: options.session.clone(),
        level: options.level,
        patience: options.patience,
        evaluation: None,
        listed: Vec::new(),
        out: output,
    };
    table.introduce()?;
    table.go_on()?;
    loop {
        write!(table.out, "> ")?;
        table.out.flush()?;
        let Some(line) = read_line(&mut input)? else {
            writeln!(table.out)?;
            return table.out.flush();
        };
        if echo {
            writeln!(table.out, "{}", narrate::clean(line.trim()))?;
        }
        if !table.obey(line.trim())? {
            return table.out.flush();
        }
    }
}

/// The next line without its end; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}

/// A game at a table, and what has been said at it.
struct Table<W> {
    setup: Setup,
    session: Session,
    level: HintLevel,
    patience: Patience,
    /// What the position is worth, once it has been looked at.
    evaluation: Option<Result<Evaluation, SolveError>>,
    /// The moves as they were listed last, to be chosen by number.
    listed: Vec<PartMove>,
    out: W,
}

impl<W: Write> Table<W> {
    fn introduce(&mut self) -> io::Result<()> {
        let session = &self.session;
        writeln!(self.out, "{}.", narrate::title(session.start(), session.play()))?;
        writeln!(self.out, "{} `help` lists the commands.", narrate::players(session))
    }

    /// Lets the opponent move until a person is to move, then shows where the game stands.
    fn go_on(&mut self) -> io::Result<()> {
        while !self.session.is_over() && !self.session.awaits_human() {
            let reply = match self.evaluation() {
                Ok(evaluation) => self.session.reply(&evaluation),
                Err(error) => {
                    let why = narrate::gave_up(&error);
                    writeln!(self.out, "{why} The opponent moves at random.")?;
                    self.session.any_move()
                }
            };
            let Some(reply) = reply else { break };
            if let Err(error) = self.make(&reply) {
                return writeln!(self.out, "{}.", narrate::capital(&error.to_string()));
            }
            let last = self.session.made().len() - 1;
            writeln!(self.out, "{}.", narrate::made(&self.session, last))?;
        }
        self.show()
    }

    /// Where the game stands, and the hints that are switched on.
    fn show(&mut self) -> io::Result<()> {
        writeln!(self.out, "\n{}", narrate::position(self.session.sum()))?;
        writeln!(self.out, "{}", narrate::turn(&self.session))?;
        if self.session.is_over() {
            self.analyse()?;
            return writeln!(self.out, "`new` plays again, `text` shows the game, `quit` leaves.");
        }
        match self.level {
            HintLevel::Nothing => Ok(()),
            level => self.hint(level),
        }
    }

    fn evaluation(&mut self) -> Result<Evaluation, SolveError> {
        let solver = self.patience.solver();
        let session = &self.session;
        self.evaluation.get_or_insert_with(|| session.evaluate(&solver)).clone()
    }

    fn make(&mut self, action: &PartMove) -> Result<(), MoveError> {
        self.session.make(action)?;
        self.moved();
        Ok(())
    }

    /// Forgets what was known of the position before.
    fn moved(&mut self) {
        self.evaluation = None;
        self.listed.clear();
    }

    /// Does what a line says. No means that the player leaves.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let command = match commands::read(line) {
            Ok(command) => command,
            Err(error) => {
                self.complain(&error)?;
                return Ok(true);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => write!(self.out, "{HELP}")?,
            Command::Show => self.show()?,
            Command::Moves => self.list()?,
            Command::Hint(level) => {
                self.hint(level.unwrap_or(self.level.max(HintLevel::Winner)))?
            }
            Command::Level(level) => {
                self.level = level;
                writeln!(self.out, "Hints: {}.", level.describe())?;
                if level > HintLevel::Nothing && !self.session.is_over() {
                    self.hint(level)?;
                }
            }
            Command::Why => self.why()?,
            Command::Undo => self.undo(true)?,
            Command::Redo => self.undo(false)?,
            Command::Text => write!(self.out, "{}", self.session.to_text())?,
            Command::Link => writeln!(self.out, "{}", self.session.to_link())?,
            Command::Analysis => self.analyse()?,
            Command::New(start) => self.begin(start)?,
            Command::Number(number) => match self.numbered(number) {
                Some(action) => self.play(&action)?,
                None => writeln!(
                    self.out,
                    "There is no move {number} in the list; `moves` shows the list."
                )?,
            },
            Command::Move(words) => match self.session.read_move(words) {
                Ok(action) => self.play(&action)?,
                Err(error) => self.complain(&error)?,
            },
        }
        Ok(true)
    }

    fn complain(&mut self, error: &amalgam::ParseError) -> io::Result<()> {
        narrate::error(error).iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn numbered(&mut self, number: u64) -> Option<PartMove> {
        if self.listed.is_empty() {
            self.listed = self.session.moves().to_vec();
        }
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.listed.get(index).cloned()
    }

    fn play(&mut self, action: &PartMove) -> io::Result<()> {
        match self.make(action) {
            Ok(()) => self.go_on(),
            Err(error) => writeln!(self.out, "{}.", narrate::capital(&error.to_string())),
        }
    }

    fn undo(&mut self, back: bool) -> io::Result<()> {
        let done = if back { self.session.undo_turn() } else { self.session.redo_turn() };
        if !done {
            let what = if back { "undo" } else { "redo" };
            return writeln!(self.out, "There is nothing to {what}.");
        }
        self.moved();
        self.show()
    }

    fn begin(&mut self, start: Option<&str>) -> io::Result<()> {
        if let Some(text) = start {
            let like = &self.session.start().parts()[0];
            match Sum::read(text, like, &self.patience.limits()) {
                Ok(sum) => self.setup.start = Start::Given(sum),
                Err(ReadError::Parse(error)) => return self.complain(&error),
                Err(ReadError::Explore(error)) => {
                    return writeln!(self.out, "{}.", narrate::capital(&error.to_string()));
                }
            }
        } else {
            self.setup.seed = self.setup.seed.wrapping_add(1);
        }
        let solver = self.patience.solver();
        match self.setup.begin(&solver) {
            Ok(session) => {
                self.session = session;
                self.moved();
                self.introduce()?;
                self.go_on()
            }
            Err(error) => writeln!(self.out, "{}.", narrate::capital(&narrate::refused(&error))),
        }
    }

    /// Every move with a number; with what it is worth where the level of hints says so.
    fn list(&mut self) -> io::Result<()> {
        if self.session.is_over() {
            return writeln!(self.out, "No move is left.");
        }
        let worth = match self.level {
            HintLevel::Moves => self.evaluation().ok(),
            _ => None,
        };
        self.listed = self.session.moves().to_vec();
        let words: Vec<String> =
            self.listed.iter().map(|action| say(self.session.sum(), action)).collect();
        let shown = &words[..words.len().min(LISTED)];
        let width = shown.iter().map(|words| words.chars().count()).max().unwrap_or(0);
        for (i, words) in shown.iter().enumerate() {
            let action = &self.listed[i];
            let result = self.session.sum().brief_result(action);
            let worth = worth.as_ref().map(|evaluation| narrate::worth(&evaluation.moves[i]));
            let line = format!("{}  → {result}", padded(words, width));
            match worth {
                Some(worth) => writeln!(self.out, "{:>4}  {line}  {worth}", i + 1)?,
                None => writeln!(self.out, "{:>4}  {line}", i + 1)?,
            }
        }
        if words.len() > LISTED {
            writeln!(self.out, "and {} more", words.len() - LISTED)?;
        }
        self.session.not_listed().map_or(Ok(()), |others| writeln!(self.out, "{others}"))
    }

    fn hint(&mut self, level: HintLevel) -> io::Result<()> {
        if self.session.is_over() {
            return writeln!(self.out, "The game is over.");
        }
        let evaluation = match self.evaluation() {
            Ok(evaluation) => evaluation,
            Err(error) => return writeln!(self.out, "{}", narrate::gave_up(&error)),
        };
        let hint = Hint::new(level, &self.session, &evaluation);
        for line in narrate::winning(&self.session, &hint) {
            writeln!(self.out, "{line}")?;
        }
        if level >= HintLevel::Heaps {
            writeln!(self.out, "{}", narrate::heaps(&self.session, &hint))?;
        }
        if level >= HintLevel::Moves {
            let sum = self.session.sum();
            let words: Vec<String> =
                hint.moves.iter().take(LISTED).map(|valued| say(sum, &valued.action)).collect();
            let width = words.iter().map(|words| words.chars().count()).max().unwrap_or(0);
            for (words, valued) in words.iter().zip(&hint.moves) {
                writeln!(self.out, "  {}  {}", padded(words, width), narrate::worth(valued))?;
            }
            if hint.moves.len() > LISTED {
                writeln!(self.out, "  and {} more", hint.moves.len() - LISTED)?;
            }
            if let Some(others) = self.session.not_listed() {
                writeln!(self.out, "  {others}")?;
            }
        }
        Ok(())
    }

    fn why(&mut self) -> io::Result<()> {
        match self.evaluation() {
            Ok(evaluation) => {
                let hint = Hint::new(HintLevel::Winner, &self.session, &evaluation);
                let mut lines = narrate::winning(&self.session, &hint);
                lines.extend(narrate::reasons(&self.session));
                for line in lines {
                    writeln!(self.out, "{line}")?;
                }
                write!(self.out, "{}", evaluation.steps)
            }
            Err(error) => writeln!(self.out, "{}", narrate::gave_up(&error)),
        }
    }

    /// Who was winning after each move.
    fn analyse(&mut self) -> io::Result<()> {
        let solver = self.patience.solver();
        let analysis = Analysis::of(&self.session, &solver);
        writeln!(self.out, "Who was winning at the start and after each move:")?;
        for line in narrate::graph(&self.session, &analysis) {
            writeln!(self.out, "  {line}")?;
        }
        for line in narrate::blunders(&self.session, &analysis) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
