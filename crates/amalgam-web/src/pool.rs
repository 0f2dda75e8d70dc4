//! Where the mathematics runs: two lanes of threads, each with a bounded queue.
//!
//! The threads that serve connections must never compute, or a hard question would freeze the
//! simplest page. So each question goes to a lane: [`Lane::Light`] for what takes milliseconds,
//! [`Lane::Heavy`] for the rest. A lane has threads of its own, so that neither waits for the other.
//! It has a bounded number of places, one for each thread and each place in its queue, so that memory
//! is bounded too; when all are taken the answer is [429](Problem::busy) at once. Places are counted
//! when a question is asked and when its work ends, not when a thread gets round to it: whether a
//! question is refused does not depend on how the threads are scheduled. Work that nobody waits for
//! any more is not begun.
//!
//! Searches that split their work between threads find one, their own: on the threads that a process
//! shares they would wait for each other, past their deadlines, and take the core that is kept for
//! light questions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use amalgam::Budget;
use rayon::ThreadPoolBuilder;
use tokio::sync::{Semaphore, oneshot};

use crate::{Problem, Settings};

/// Which threads do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What takes milliseconds.
    Light,
    /// What may take seconds.
    Heavy,
}

/// Light work that may wait; it is done so quickly that a long queue is a short wait.
const LIGHT_QUEUE: usize = 1024;
const LIGHT_THREADS: usize = 2;

/// Work that had to wait longer than this is refused: whoever asked has given up.
const PATIENCE: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

/// The threads, and what each piece of work may use.
#[derive(Debug)]
pub struct Pool {
    light: Threads,
    heavy: Threads,
    time: Duration,
    memory: u64,
}

impl Pool {
    /// Starts the threads. They end when the pool is dropped and their work is done.
    ///
    /// # Errors
    /// If the machine has no more threads.
    pub fn start(settings: &Settings) -> std::io::Result<Pool> {
        Ok(Pool {
            light: Threads::start("light", LIGHT_THREADS, LIGHT_QUEUE)?,
            heavy: Threads::start("heavy", settings.heavy_threads, settings.heavy_queue)?,
            time: settings.time,
            memory: settings.memory,
        })
    }

    /// Runs `work` on a thread of a lane, within the limits it is given.
    ///
    /// # Errors
    /// What `work` says, or that the lane is full.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&Budget) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let threads = match lane {
            Lane::Light => &self.light,
            Lane::Heavy => &self.heavy,
        };
        let place = Arc::clone(&threads.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::busy())?;
        let (answer, answered) = oneshot::channel();
        let (time, memory, asked) = (self.time, self.memory, Instant::now());
        let job: Job = Box::new(move || {
            if answer.is_closed() {
                return;
            }
            if asked.elapsed() > PATIENCE {
                let _ = answer.send(Err(Problem::busy()));
                return;
            }
            let limits = Budget { memory, ..Budget::default() }.with_time(time);
            let result = work(&limits);
            // Whoever has the answer may ask the next question and finds the place free.
            drop(place);
            // Whoever asked may have left meanwhile.
            let _ = answer.send(result);
        });
        threads.queue.send(job).map_err(|_| Problem::internal())?;
        // The sender is dropped without an answer only if `work` panicked.
        answered.await.unwrap_or_else(|_| Err(Problem::internal()))
    }
}

/// The threads of a lane.
#[derive(Debug)]
struct Threads {
    queue: Sender<Job>,
    /// Free places: to be worked on, and to wait.
    places: Arc<Semaphore>,
}

impl Threads {
    fn start(name: &str, threads: usize, waiting: usize) -> std::io::Result<Threads> {
        let threads = threads.max(1);
        let (queue, receiver) = channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let receiver = Arc::clone(&receiver);
            let alone = ThreadPoolBuilder::new().num_threads(1).build();
            let alone = alone.map_err(std::io::Error::other)?;
            std::thread::Builder::new().name(format!("amalgam-{name}")).spawn(move || {
                while let Some(job) = next(&receiver) {
                    // A panic is a bug, but it must not cost the thread.
                    let _ = catch_unwind(AssertUnwindSafe(|| alone.install(job)));
                }
            })?;
        }
        Ok(Threads { queue, places: Arc::new(Semaphore::new(threads + waiting)) })
    }
}

/// Waits for the next job; one thread waits, the others wait for it.
fn next(receiver: &Mutex<Receiver<Job>>) -> Option<Job> {
    receiver.lock().ok()?.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    fn settings() -> Settings {
        Settings { heavy_threads: 1, heavy_queue: 1, ..Settings::default() }
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap()
    }

    #[test]
    fn a_full_lane_refuses_and_the_other_goes_on() {
        let pool = Arc::new(Pool::start(&settings()).unwrap());
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let (began, started) = std::sync::mpsc::channel::<()>();
        runtime().block_on(async {
            let first = tokio::spawn({
                let pool = Arc::clone(&pool);
                async move {
                    let work = move |_: &Budget| {
                        began.send(()).unwrap();
                        wait.recv().unwrap();
                        Ok(1)
                    };
                    pool.run(Lane::Heavy, work).await
                }
            });
            started.recv().unwrap();
            // Asking once puts the second into the queue; a third finds no place.
            let mut second = std::pin::pin!(pool.run(Lane::Heavy, |_| Ok(2)));
            tokio::select! {
                biased;
                _ = &mut second => panic!("the thread is taken"),
                () = std::future::ready(()) => {}
            }
            assert_eq!(pool.run(Lane::Heavy, |_| Ok(3)).await, Err(Problem::busy()));
            assert_eq!(pool.run(Lane::Light, |_| Ok(4)).await, Ok(4));
            release.send(()).unwrap();
            assert_eq!(first.await.unwrap(), Ok(1));
            assert_eq!(second.await, Ok(2));
        });
    }

    #[test]
    fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let pool = Pool::start(&settings()).unwrap();
        runtime().block_on(async {
            let answer: Result<(), Problem> = pool.run(Lane::Heavy, |_| panic!("a bug")).await;
            assert_eq!(answer, Err(Problem::internal()));
            assert_eq!(pool.run(Lane::Heavy, |_| Ok(5)).await, Ok(5));
        });
    }

    #[test]
    fn work_that_is_split_between_threads_waits_for_no_other() {
        let pool = Arc::new(Pool::start(&Settings { heavy_threads: 2, ..settings() }).unwrap());
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let (began, started) = std::sync::mpsc::channel::<()>();
        runtime().block_on(async {
            let first = tokio::spawn({
                let pool = Arc::clone(&pool);
                async move {
                    let work = move |_: &Budget| {
                        // As many pieces as there could be threads, each of which waits.
                        let wait = Mutex::new(wait);
                        (0..rayon::current_num_threads()).into_par_iter().for_each(|_| {
                            began.send(()).unwrap();
                            wait.lock().unwrap().recv().unwrap();
                        });
                        Ok(1)
                    };
                    pool.run(Lane::Heavy, work).await
                }
            });
            started.recv().unwrap();
            let sum = |_: &Budget| Ok((0..10u64).into_par_iter().sum::<u64>());
            for lane in [Lane::Heavy, Lane::Light] {
                let sum = tokio::time::timeout(Duration::from_secs(60), pool.run(lane, sum));
                assert_eq!(sum.await.expect("it waits for the other"), Ok(45));
            }
            drop(release);
            assert!(first.await.unwrap().is_err(), "what it waited for never came");
        });
    }

    #[test]
    fn work_knows_its_limits() {
        let pool = Pool::start(&Settings { memory: 77, ..settings() }).unwrap();
        let limits = runtime().block_on(pool.run(Lane::Light, |limits| Ok(limits.clone())));
        let limits = limits.unwrap();
        assert_eq!(limits.memory, 77);
        assert!(limits.deadline.unwrap() <= Instant::now() + Settings::default().time);
    }
}
