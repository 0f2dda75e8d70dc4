//! Looking at positions on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use amalgam::session::{Analysis, Evaluation, Session, Setup};
use amalgam::{Play, Sum};

use crate::{Patience, narrate};

/// Something to find out. The number says which answers are out of date when they come.
pub(super) type Job = (u64, Question);

#[derive(Clone, Debug)]
pub(super) enum Question {
    Evaluate(Sum, Play),
    Analyse(Box<Session>),
    Begin(Setup),
}

/// What was found out; an error is a sentence.
pub(super) type Done = (u64, Answer);

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Evaluated(Result<Evaluation, String>),
    Analysed(Analysis),
    Began(Result<Box<Session>, String>),
}

pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<Done>,
}

impl Worker {
    /// Starts the thread. It ends when the worker is dropped and the job at hand is done; leaving the
    /// program does not wait for it.
    pub(super) fn start(patience: Patience) -> Worker {
        let (jobs, waiting) = channel::<Job>();
        let (ready, answers) = channel::<Done>();
        thread::spawn(move || {
            while let Ok(first) = waiting.recv() {
                // Of several positions that wait only the newest is still on the screen.
                let newest = waiting.try_iter().fold(vec![first], |mut jobs, job| {
                    let stale = |old: &Job| {
                        matches!((&old.1, &job.1), (Question::Evaluate(..), Question::Evaluate(..)))
                    };
                    jobs.retain(|old| !stale(old));
                    jobs.push(job);
                    jobs
                });
                for (number, question) in newest {
                    if ready.send((number, answer(question, patience))).is_err() {
                        return;
                    }
                }
            }
        });
        Worker { jobs, answers }
    }

    pub(super) fn send(&self, job: Job) {
        // The thread catches panics, so it is there as long as we are.
        let _ = self.jobs.send(job);
    }

    pub(super) fn done(&self) -> Option<Done> {
        self.answers.try_recv().ok()
    }
}

/// Finds an answer within the patience.
pub(super) fn answer(question: Question, patience: Patience) -> Answer {
    const BROKEN: &str = "Something went wrong inside: this is a bug.";
    let solver = patience.solver();
    let caught = |question: &Question| {
        catch_unwind(AssertUnwindSafe(|| match question {
            Question::Evaluate(sum, play) => Answer::Evaluated(
                Evaluation::of(sum, *play, &solver).map_err(|error| narrate::gave_up(&error)),
            ),
            Question::Analyse(session) => Answer::Analysed(Analysis::of(session, &solver)),
            Question::Begin(setup) => Answer::Began(
                setup
                    .begin(&solver)
                    .map(Box::new)
                    .map_err(|error| narrate::capital(&narrate::refused(&error))),
            ),
        }))
    };
    caught(&question).unwrap_or_else(|_| match question {
        Question::Evaluate(..) => Answer::Evaluated(Err(BROKEN.to_owned())),
        Question::Analyse(session) => Answer::Analysed(Analysis {
            winners: vec![None; session.made().len() + 1],
            left: vec![None; session.made().len() + 1],
            blunders: Vec::new(),
        }),
        Question::Begin(_) => Answer::Began(Err(BROKEN.to_owned())),
    })
}
