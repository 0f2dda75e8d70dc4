//! Lessons as people write them.
//!
//! ```text
//! amalgam lesson
//! name: copy
//! title: Copy your opponent
//! about: With two equal heaps the player to move loses.
//!
//! # Two equal heaps
//! Paragraphs, with an empty line between them.
//! position: nim[3,3]
//! task: who
//! hint: What can you do that your opponent has just done?
//! ```
//!
//! A step begins with `#` and its title. Of the keys below it `position` may stand alone, to be looked
//! at; a `task` needs one. `play: misere` changes who wins, `show: groups` lays the heaps out in groups of
//! 1, 2, 4, … coins. The first line of a worksheet is `amalgam
//! worksheet`, and it needs no name.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use amalgam_core::base::text::{ParseError, nearest};
use amalgam_core::games::AnyGame;
use amalgam_core::{Play, Sum};

/// A lesson, or a worksheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// One word, for addresses and files; empty for a worksheet.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// Its steps, in order.
    pub steps: Vec<Step>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub title: String,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// The position on the board.
    pub position: Option<Sum>,
    /// Who wins.
    pub play: Play,
    /// Whether the heaps are shown in groups of 1, 2, 4, … coins.
    pub groups: bool,
    /// What is asked of the position.
    pub task: Option<Task>,
    /// Help, to be shown one after the other and only when asked for.
    pub hints: Vec<String>,
    /// Which lesson it belongs to, from 0: nothing is said in words that only a later one explains.
    /// `None` for puzzles and worksheets, which ask in plain words.
    pub lesson: Option<usize>,
}

/// What can be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Make a move that wins.
    Win,
    /// Find the only move that wins.
    Only,
    /// Find a move that throws the win away.
    Lose,
    /// Find a merge that loses.
    LosingMerge,
    /// Is it a P-position or an N-position?
    Who,
    /// Which heap makes a P-position of it?
    Complete,
    /// What is its Grundy value?
    Grundy,
    /// How many moves does it last?
    Left,
    /// Win the whole game against a perfect opponent.
    Play,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 9] = [
        Task::Win,
        Task::Only,
        Task::Lose,
        Task::LosingMerge,
        Task::Who,
        Task::Complete,
        Task::Grundy,
        Task::Left,
        Task::Play,
    ];

    /// The task as files write it.
    pub fn name(self) -> &'static str {
        match self {
            Task::Win => "win",
            Task::Only => "only",
            Task::Lose => "lose",
            Task::LosingMerge => "losing merge",
            Task::Who => "who",
            Task::Complete => "complete",
            Task::Grundy => "grundy",
            Task::Left => "left",
            Task::Play => "play",
        }
    }

    /// The task as people are asked; with the letters P and N once they are known.
    pub fn question(self, letters: bool) -> &'static str {
        match self {
            Task::Win => "Make a move that wins.",
            Task::Only => "Only one move wins. Make it.",
            Task::Lose => "You could win here. Make a move that throws the win away.",
            Task::LosingMerge => "Which two heaps must not be merged? Make a merge that loses.",
            Task::Who if letters => "P or N: who wins?",
            Task::Who => "Who wins: the player who moves next, or the other one?",
            Task::Complete if letters => "Which heap, added to these, makes a P-position?",
            Task::Complete => "Add one heap so that whoever moves next loses. How many coins?",
            Task::Grundy => "What is the Grundy value of this position?",
            Task::Left => {
                "How many moves does this last, if the winner hurries and the loser delays?"
            }
            Task::Play => "Win this game. You move first. Your opponent makes no mistakes.",
        }
    }

    /// Whether it is answered by a move on the board.
    pub fn is_a_move(self) -> bool {
        matches!(self, Task::Win | Task::Only | Task::Lose | Task::LosingMerge | Task::Play)
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Task {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Task, ParseError> {
        let word = text.trim();
        let found = Task::ALL.into_iter().find(|task| task.name() == word);
        found.ok_or_else(|| {
            let start = text.len() - text.trim_start().len();
            let span = start..start + word.len();
            let error = ParseError::new(text, span, "this is no task");
            let names = Task::ALL.map(Task::name);
            match nearest(word, names) {
                Some(near) => error.suggest(format!("did you mean `{near}`?")),
                None => error.suggest(format!("the tasks are {}", names.join(", "))),
            }
        })
    }
}

const FIRST_LINES: [&str; 2] = ["amalgam lesson", "amalgam worksheet"];
const OF_LESSONS: [&str; 3] = ["name", "title", "about"];
const OF_STEPS: [&str; 5] = ["position", "play", "show", "task", "hint"];

/// A longer text is not read.
const LONGEST: usize = 200_000;

impl Lesson {
    /// Reads a lesson or a worksheet.
    ///
    /// # Errors
    /// If a line cannot be read; the error names the line and points at the character.
    pub fn read(text: &str) -> Result<Lesson, ParseError> {
        if text.len() > LONGEST {
            let message = format!("a text of more than {LONGEST} bytes is not read");
            return Err(ParseError::new("", 0..0, message).too_large());
        }
        let mut lesson = Lesson {
            name: String::new(),
            title: String::new(),
            about: String::new(),
            steps: Vec::new(),
        };
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line).trim();
        if !FIRST_LINES.contains(&first) {
            return Err(whole(first, "the first line is `amalgam lesson` or `amalgam worksheet`")
                .within("line 1"));
        }
        let mut paragraph = false;
        for (i, line) in lines {
            lesson.line(line, &mut paragraph).map_err(|error| error.within(&line_name(i)))?;
        }
        for step in &lesson.steps {
            if step.task.is_some() && step.position.is_none() {
                let message = "a task needs a position";
                return Err(whole(&step.title, message).suggest("as in `position: nim[3,4,5]`"));
            }
        }
        if lesson.title.is_empty() {
            return Err(whole("", "the title is missing").suggest("write it as in `title: Nim`"));
        }
        Ok(lesson)
    }

    fn line(&mut self, line: &str, paragraph: &mut bool) -> Result<(), ParseError> {
        let content = line.trim();
        if let Some(title) = content.strip_prefix('#') {
            *paragraph = false;
            self.steps.push(Step::new(title.trim()));
            return Ok(());
        }
        let Some(step) = self.steps.last_mut() else {
            return match content.split_once(':') {
                _ if content.is_empty() => Ok(()),
                Some((key, value)) if OF_LESSONS.contains(&key.trim()) => {
                    let field = match key.trim() {
                        "name" => &mut self.name,
                        "title" => &mut self.title,
                        _ => &mut self.about,
                    };
                    value.trim().clone_into(field);
                    Ok(())
                }
                _ => Err(whole(line, "before the first step stand `name:`, `title:` and `about:`")
                    .suggest("a step begins with `#` and its title")),
            };
        };
        match content.split_once(':') {
            Some((key, value)) if OF_STEPS.contains(&key) => {
                *paragraph = false;
                let at = line.len() - line.trim_start().len() + key.len() + 1;
                step.key(key, value).map_err(|error| error.moved(line, at))
            }
            _ if content.is_empty() => {
                *paragraph = false;
                Ok(())
            }
            _ => {
                match step.text.last_mut().filter(|_| *paragraph) {
                    Some(text) => {
                        text.push(' ');
                        text.push_str(content);
                    }
                    None => step.text.push(content.to_owned()),
                }
                *paragraph = true;
                Ok(())
            }
        }
    }
}

impl Step {
    /// A step with nothing but its title.
    pub fn new(title: &str) -> Step {
        Step {
            title: title.to_owned(),
            text: Vec::new(),
            position: None,
            play: Play::Normal,
            groups: false,
            task: None,
            hints: Vec::new(),
            lesson: None,
        }
    }

    /// A position with a task.
    pub fn asking(title: &str, position: Sum, play: Play, task: Task) -> Step {
        Step { position: Some(position), play, task: Some(task), ..Step::new(title) }
    }

    /// The task as people are asked here.
    pub fn question(&self) -> Option<&'static str> {
        Some(self.task?.question(self.letters()))
    }

    /// Whether the letters P and N are known.
    pub fn letters(&self) -> bool {
        self.lesson.is_some_and(|lesson| lesson >= LETTERS)
    }

    /// Each heap of the position with its groups, the largest first: 6 is 4 and 2.
    pub fn in_groups(&self) -> Vec<(u64, Vec<u64>)> {
        let parts = self.position.iter().flat_map(|sum| sum.parts());
        let heaps = parts.flat_map(|part| part.heaps());
        let groups =
            |heap: u64| (0..64).rev().map(|bit| 1 << bit).filter(|of| heap & of > 0).collect();
        heaps.map(|&heap| (heap, groups(heap))).collect()
    }

    fn key(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "position" => {
                let amalgamation: AnyGame = "amalgamation".parse()?;
                self.position = Some(Sum::parse(value, &amalgamation)?);
            }
            "play" => {
                self.play = match value.trim() {
                    "normal" => Play::Normal,
                    "misere" | "misère" => Play::Misere,
                    _ => return Err(whole(value, "expected `normal` or `misere`")),
                }
            }
            "show" => match value.trim() {
                "groups" => self.groups = true,
                _ => return Err(whole(value, "`groups` is all that can be shown")),
            },
            "task" => self.task = Some(value.parse()?),
            _ => self.hints.push(value.trim().to_owned()),
        }
        Ok(())
    }
}

fn line_name(index: usize) -> String {
    format!("line {}", index + 1)
}

/// An error about all of a line but the space around it.
fn whole(line: &str, message: &str) -> ParseError {
    let start = line.len() - line.trim_start().len();
    ParseError::new(line, start..start + line.trim().len(), message)
}

/// The files of the lessons, in the order in which they are meant to be read.
const FILES: [&str; 11] = [
    include_str!("../lessons/01-everything.txt"),
    include_str!("../lessons/02-copy.txt"),
    include_str!("../lessons/03-p-and-n.txt"),
    include_str!("../lessons/04-binary.txt"),
    include_str!("../lessons/05-mex.txt"),
    include_str!("../lessons/06-sums.txt"),
    include_str!("../lessons/07-merging.txt"),
    include_str!("../lessons/08-completions.txt"),
    include_str!("../lessons/09-rows.txt"),
    include_str!("../lessons/10-restricted.txt"),
    include_str!("../lessons/11-misere.txt"),
];

/// The lesson that explains P and N, from 0.
const LETTERS: usize = 2;

/// The lessons of this program.
///
/// # Panics
/// If a file of ours cannot be read, which the tests rule out.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let read = |(index, text): (usize, &&str)| {
            let mut lesson = Lesson::read(text).expect("every lesson is read in a test");
            lesson.steps.iter_mut().for_each(|step| step.lesson = Some(index));
            lesson
        };
        FILES.iter().enumerate().map(read).collect()
    })
}
