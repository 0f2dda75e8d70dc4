//! Lessons line by line: a step is told, a position shown, an answer read and judged by the solver.

use std::io::{self, BufRead, Write};

use amalgam::learn::{Judged, Lesson, Step, Task, Trouble, plain_rules};
use amalgam::session::{Session, say};
use amalgam::{Part, Play, Sum};

use crate::plain::read_line;
use crate::{Patience, narrate};

/// How a lesson looks where it is told.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The width to which paragraphs are broken.
    width: usize,
    /// A coin.
    coin: &'static str,
}

impl Default for Look {
    /// For paper and pipes.
    fn default() -> Look {
        Look { width: 78, coin: "o" }
    }
}

impl Look {
    /// As wide as the terminal, with real coins if it can show them.
    pub fn of_terminal() -> Look {
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
        let width = usize::from(columns).saturating_sub(1).clamp(20, 78);
        Look { width, coin: if crate::utf8() { "●" } else { "o" } }
    }

    fn coins(self, coins: u64) -> String {
        self.coin.repeat(coins as usize)
    }
}

/// The tallest heap that is drawn coin by coin.
const LONGEST: u64 = 60;

/// What became of a step.
enum Then {
    Done,
    Skipped,
    Left,
}

/// Goes through the steps of a lesson from this one on (from 1). Gives the numbers of the steps that were
/// done: read, or answered rightly.
///
/// # Errors
/// If reading or writing fails.
pub fn run(
    lesson: &Lesson,
    from: usize,
    patience: Patience,
    look: Look,
    mut input: impl BufRead,
    mut output: impl Write,
    echo: bool,
) -> io::Result<Vec<usize>> {
    let mut done = Vec::new();
    writeln!(output, "{}", lesson.title)?;
    if from <= 1 && !lesson.about.is_empty() {
        writeln!(output, "{}", wrapped(&lesson.about, look.width))?;
    }
    let mut desk = Desk { patience, look, echo, input: &mut input, output: &mut output };
    for (i, step) in lesson.steps.iter().enumerate().skip(from.max(1) - 1) {
        writeln!(desk.output, "\n{} of {}: {}\n", i + 1, lesson.steps.len(), step.title)?;
        match desk.step(step)? {
            Then::Done => done.push(i + 1),
            Then::Skipped => {}
            Then::Left => return Ok(done),
        }
    }
    writeln!(desk.output, "\nThat was the last step.")?;
    Ok(done)
}

/// A worksheet or a lesson as text to print, with or without the right answers.
///
/// # Errors
/// If a task does not have what it promises, or a bound was met.
pub fn printed(lesson: &Lesson, answers: bool, patience: Patience) -> Result<String, Trouble> {
    let mut text = format!("{}\n{}\n", lesson.title, lesson.about);
    for (i, step) in lesson.steps.iter().enumerate() {
        step.posed(&patience.solver())?;
        text += &format!("\n{}. {}\n\n", i + 1, step.title);
        text += &told(step, Look::default());
        text += match step.task {
            Some(_) if answers => {
                let right = step.answers(&patience.solver())?;
                format!("Answer: {}\n", right.join("; "))
            }
            Some(_) => "Answer: ______________________\n".to_owned(),
            None => String::new(),
        }
        .as_str();
    }
    Ok(text)
}

/// Where somebody sits and answers.
struct Desk<'a, R, W> {
    patience: Patience,
    look: Look,
    echo: bool,
    input: &'a mut R,
    output: &'a mut W,
}

impl<R: BufRead, W: Write> Desk<'_, R, W> {
    fn step(&mut self, step: &Step) -> io::Result<Then> {
        write!(self.output, "{}", told(step, self.look))?;
        let Some(task) = step.task else { return Ok(Then::Done) };
        if let Err(trouble) = step.posed(&self.patience.solver()) {
            writeln!(self.output, "This task cannot be posed: {trouble}.")?;
            return Ok(Then::Skipped);
        }
        let mut game = match (task, step.game()) {
            (Task::Play, Ok(game)) => Some(game),
            _ => None,
        };
        let mut hints = step.hints.iter();
        loop {
            let Some(line) = self.ask()? else { return Ok(Then::Left) };
            match line.trim() {
                "" => {}
                "q" | "quit" => return Ok(Then::Left),
                "s" | "skip" => return Ok(Then::Skipped),
                "h" | "hint" => {
                    let hint = hints.next().map_or("There is no further hint.", String::as_str);
                    writeln!(self.output, "{}", wrapped(hint, self.look.width))?;
                }
                "?" | "help" => writeln!(self.output, "{HELP}")?,
                answer => {
                    let judged = match &mut game {
                        None => step.judge(answer, &self.patience.solver()).map(Some),
                        Some(game) => self.round(step, game, answer)?,
                    };
                    match judged {
                        Ok(None) => {}
                        Ok(Some(judged)) if self.tell(&judged)? => return Ok(Then::Done),
                        Ok(Some(_)) => {
                            if game.is_some() {
                                game = step.game().ok();
                                writeln!(
                                    self.output,
                                    "From the start again.\n{}",
                                    heaps(step, self.look)
                                )?;
                            }
                        }
                        Err(trouble) => writeln!(self.output, "{}", wrong(&trouble))?,
                    }
                }
            }
        }
    }

    /// One move of a whole game and the opponent's reply; judged when the game is over.
    fn round(
        &mut self,
        step: &Step,
        game: &mut Session,
        answer: &str,
    ) -> io::Result<Result<Option<Judged>, Trouble>> {
        if let Err(error) = game.read_and_make(answer) {
            return Ok(Err(error.into()));
        }
        if !game.is_over() {
            let evaluation = match game.evaluate(&self.patience.solver()) {
                Ok(evaluation) => evaluation,
                Err(error) => return Ok(Err(error.into())),
            };
            if let Some(reply) = game.reply(&evaluation) {
                writeln!(self.output, "The opponent: {}.", say(game.start(), &reply))?;
                // A reply of the session is always legal.
                let _ = game.make(&reply);
            }
        }
        if game.is_over() {
            return Ok(step.judge_game(game).map(Some));
        }
        write!(self.output, "{}", stacks(game.sum(), self.look))?;
        Ok(Ok(None))
    }

    /// Says right or not, and why.
    fn tell(&mut self, judged: &Judged) -> io::Result<bool> {
        let word = if judged.right { "Right." } else { "Not yet." };
        writeln!(self.output, "{}", wrapped(&format!("{word} {}", judged.short), self.look.width))?;
        if !judged.why.is_empty() {
            writeln!(self.output, "Why:")?;
        }
        for line in &judged.why {
            writeln!(self.output, "{}", wrapped(&line.replace('`', "\""), self.look.width))?;
        }
        Ok(judged.right)
    }

    fn ask(&mut self) -> io::Result<Option<String>> {
        write!(self.output, "> ")?;
        self.output.flush()?;
        let line = read_line(self.input)?;
        match &line {
            Some(line) if self.echo => writeln!(self.output, "{}", narrate::clean(line.trim()))?,
            Some(_) => {}
            None => writeln!(self.output)?,
        }
        Ok(line)
    }
}

const HELP: &str = "A move in words (take 2 from 5, merge 3 and 4), P or N, or a number.\n\
                    hint helps, skip goes on, quit leaves.";

fn wrong(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Answer(error) => narrate::error(error).join("\n"),
        trouble => format!("This could not be judged: {trouble}."),
    }
}

/// Paragraphs, heaps and the question.
fn told(step: &Step, look: Look) -> String {
    let paragraph = |paragraph: &String| wrapped(paragraph, look.width) + "\n\n";
    let mut text: String = step.text.iter().map(paragraph).collect();
    if step.groups {
        for (heap, groups) in step.in_groups() {
            let bunches: Vec<String> = groups
                .iter()
                .map(|&coins| match coins {
                    0..=8 => look.coins(coins),
                    coins => format!("({coins})"),
                })
                .collect();
            text += &format!("  {heap:>3} = {}\n", bunches.join("  "));
        }
        text.push('\n');
    }
    let Some(sum) = &step.position else { return text };
    for part in sum.parts().iter().filter_map(Part::as_heaps) {
        text += &wrapped(&format!("In {}: {}", part.game, plain_rules(&part.game)), look.width);
        text.push('\n');
    }
    text += match step.play {
        Play::Normal => "Whoever makes the last move wins.\n",
        Play::Misere => "Misère: whoever makes the last move loses.\n",
    };
    text += &heaps(step, look);
    if let Some(question) = step.question() {
        text += &format!("{}\n", wrapped(question, look.width));
    }
    if step.task == Some(Task::Who) {
        text += &wrapped("Type N for the player who moves next, P for the other one.", look.width);
        text += "\n";
    }
    text
}

fn heaps(step: &Step, look: Look) -> String {
    let shown = |sum: &Sum| stacks(sum, look);
    let mut text = step.position.as_ref().map_or(String::new(), shown);
    if step.task == Some(Task::Complete) {
        text += "    ?\n";
    }
    text
}

/// The heaps as rows of coins.
fn stacks(sum: &Sum, look: Look) -> String {
    let longest = LONGEST.min(look.width as u64 - 8);
    let mut text = format!("{}\n", narrate::position(sum));
    for part in sum.parts() {
        for &heap in part.heaps() {
            let coins = match heap {
                heap if heap <= longest => look.coins(heap),
                _ => look.coins(longest.min(20) - 8) + " …",
            };
            text += &format!("  {heap:>3}  {coins}\n");
        }
    }
    text
}

/// Breaks a paragraph at spaces.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use amalgam::learn::lessons;

    fn talk(lesson: &Lesson, from: usize, typed: &str) -> (Vec<usize>, String) {
        let mut output = Vec::new();
        let done = run(
            lesson,
            from,
            Patience::default(),
            Look::default(),
            typed.as_bytes(),
            &mut output,
            true,
        )
        .unwrap();
        (done, String::from_utf8(output).unwrap())
    }

    #[test]
    fn every_lesson_can_be_done_by_typing() {
        let solver = Patience::default();
        for lesson in lessons() {
            let mut typed = String::new();
            for step in lesson.steps.iter().filter(|step| step.task.is_some()) {
                if step.task == Some(Task::Play) {
                    // Winning moves until the end; the replies are the same each time.
                    let mut game = step.game().unwrap();
                    while !game.is_over() {
                        let evaluation = game.evaluate(&solver.solver()).unwrap();
                        let action = match game.reply(&evaluation) {
                            Some(reply) => reply,
                            None => {
                                let mine = evaluation.winning().next().unwrap().action.clone();
                                typed += &format!("{}\n", say(game.start(), &mine));
                                mine
                            }
                        };
                        game.make(&action).unwrap();
                    }
                } else {
                    typed += &format!("hint\n{}\n", step.answers(&solver.solver()).unwrap()[0]);
                }
            }
            let (done, said) = talk(lesson, 1, &typed);
            assert_eq!(done, (1..=lesson.steps.len()).collect::<Vec<_>>(), "{said}");
            assert!(
                said.contains("That was the last step.") && !said.contains("Not yet"),
                "{said}"
            );
        }
    }

    #[test]
    fn a_wrong_answer_is_told_and_asked_again() {
        let (done, said) = talk(&lessons()[1], 2, "take 1 from 3\ntake 9 from 3\nskip\nquit\n");
        assert_eq!(done, Vec::<usize>::new());
        assert!(
            said.contains("Not yet. Now your opponent can take 3 from 5 and leave 2 and 2."),
            "{said}"
        );
        assert!(!said.contains("N-position"), "no word before its lesson: {said}");
        assert!(said.contains("a heap of 3 has no 9 coins"), "{said}");
        // No line is wider than a narrow terminal, and no word is broken.
        let mut output = Vec::new();
        let narrow = Look { width: 49, coin: "●" };
        run(&lessons()[3], 1, Patience::default(), narrow, &b"P\nN\nq\n"[..], &mut output, true)
            .unwrap();
        let narrowly = String::from_utf8(output).unwrap();
        assert!(narrowly.lines().all(|line| line.chars().count() <= 52), "{narrowly}");
        assert!(narrowly.contains("●●●●"), "{narrowly}");
        let words = narrowly.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("occurs an even number of times"), "{narrowly}");
        // A whole game that is lost begins again.
        let (done, said) = talk(&lessons()[1], 4, "take 7 from 7\nquit\n");
        assert!(done.is_empty() && said.contains("From the start again."), "{said}");
    }

    #[test]
    fn a_worksheet_is_printed_with_answers_and_without() {
        let text = "amalgam worksheet\ntitle: T\n# A\nLook.\nposition: nim[3,5]\ntask: only\n";
        let sheet = Lesson::read(text).unwrap();
        let plain = printed(&sheet, false, Patience::default()).unwrap();
        assert!(plain.contains("Answer: ___") && !plain.contains("take 2"), "{plain}");
        let solved = printed(&sheet, true, Patience::default()).unwrap();
        assert!(solved.contains("Answer: take 2 from 5\n"), "{solved}");
        let wrong = Lesson::read(&text.replace("[3,5]", "[3,3]")).unwrap();
        assert!(printed(&wrong, true, Patience::default()).is_err());
    }
}
