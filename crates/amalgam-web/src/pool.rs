//! Where the mathematics runs: two lanes of threads, each with a bounded queue.
//!
//! The threads that serve connections must never compute, or a hard question would freeze the
//! simplest page. So each question goes to a lane: [`Lane::Light`] for what takes milliseconds,
//! [`Lane::Heavy`] for the rest. A lane has its own threads, so neither lane waits for the other.
//! It has a bounded number of places, one for each thread and each place in its queue, so memory
//! is bounded too. If all places are taken, the answer is [429](Problem::busy) at once. Places are counted
//! when a question is asked and when its work ends, not when a thread begins with it: whether a
//! question is refused does not depend on how the threads are scheduled. Work that nobody waits for
//! any more is not begun.
//!
//! # The light lane stays light
//!
//! A question is sorted by what it is expected to cost, and an expectation can be wrong. So work in the
//! light lane has only [`LIGHT_TIME`]. If that is over when the work ends, the result is thrown away (a
//! part of it may have been left out for lack of time) and the work is done again in the heavy lane, with
//! the whole time of a question. There it waits for a place instead of being refused: a client whose
//! questions are too costly is slowed down, and does not come back to the light lane at once. Work that
//! does not look at the clock is left to itself after `LIGHT_GRACE`, and the thread gets a substitute.
//!
//! Searches that split their work between threads find one thread, their own: on the threads that a
//! process shares they would wait for each other, past their deadlines, and take the core that is kept
//! for light questions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use amalgam::Budget;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::{Problem, Settings};

/// Which threads do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What takes milliseconds.
    Light,
    /// What may take seconds.
    Heavy,
}

/// How long work in the light lane may take.
pub const LIGHT_TIME: Duration = Duration::from_millis(100);

/// After this time a thread of the light lane leaves its work to itself.
const LIGHT_GRACE: Duration = Duration::from_millis(200);

/// How many pieces of work each thread of the light lane has left to themselves at most.
const MOST_LEFT: usize = 2;

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
        let Settings { heavy_threads, heavy_queue, time, memory, .. } = *settings;
        Ok(Pool {
            light: Threads::start("light", LIGHT_THREADS, LIGHT_QUEUE, Some(LIGHT_GRACE))?,
            heavy: Threads::start("heavy", heavy_threads, heavy_queue, None)?,
            time,
            memory,
        })
    }

    /// Runs `work` on a thread of a lane, within the limits it is given. Work in the light lane that
    /// takes too long there is run once more, in the heavy lane.
    ///
    /// # Errors
    /// What `work` says, or that the lane is full.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl Fn(&Budget) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let work = Arc::new(work);
        let budget = Budget { memory: self.memory, ..Budget::default() };
        let free = |lane: &Threads| Arc::clone(&lane.places).try_acquire_owned();
        let place = match lane {
            Lane::Heavy => free(&self.heavy).map_err(|_| Problem::busy())?,
            Lane::Light => {
                let place = free(&self.light).map_err(|_| Problem::busy())?;
                let time = self.time.min(LIGHT_TIME);
                let done = self.light.run(place, Arc::clone(&work), &budget, time).await?;
                if done.in_time || self.time <= LIGHT_TIME {
                    return done.result;
                }
                let place = Arc::clone(&self.heavy.places).acquire_owned();
                let place = tokio::time::timeout(PATIENCE, place).await;
                place.map_err(|_| Problem::busy())?.map_err(|_| Problem::internal())?
            }
        };
        self.heavy.run(place, work, &budget, self.time).await?.result
    }
}

/// What came of a piece of work.
struct Done<T> {
    result: Result<T, Problem>,
    /// Whether there was time left when it ended: nothing was left out for lack of it.
    in_time: bool,
}

/// The threads of a lane.
#[derive(Debug)]
struct Threads {
    queue: Sender<Job>,
    /// Free places: to be worked on, and to wait.
    places: Arc<Semaphore>,
}

impl Threads {
    fn start(
        name: &str,
        threads: usize,
        waiting: usize,
        grace: Option<Duration>,
    ) -> std::io::Result<Threads> {
        let threads = threads.max(1);
        let (queue, receiver) = channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let receiver = Arc::clone(&receiver);
            let alone = one_thread().map_err(std::io::Error::other)?;
            let thread = std::thread::Builder::new().name(format!("amalgam-{name}"));
            thread.spawn(move || work_off(&receiver, alone, grace))?;
        }
        Ok(Threads { queue, places: Arc::new(Semaphore::new(threads + waiting)) })
    }

    /// Runs `work` as soon as a thread is free. It keeps its place until it ends.
    async fn run<T: Send + 'static>(
        &self,
        place: OwnedSemaphorePermit,
        work: Arc<impl Fn(&Budget) -> Result<T, Problem> + Send + Sync + 'static>,
        budget: &Budget,
        time: Duration,
    ) -> Result<Done<T>, Problem> {
        let (answer, answered) = oneshot::channel();
        let (budget, asked) = (budget.clone(), Instant::now());
        let job: Job = Box::new(move || {
            if answer.is_closed() {
                return;
            }
            if asked.elapsed() > PATIENCE {
                let _ = answer.send(Done { result: Err(Problem::busy()), in_time: true });
                return;
            }
            let limits = budget.with_time(time);
            let result = work(&limits);
            // Whoever has the answer may ask the next question and finds the place free.
            drop(place);
            // Whoever asked may have left meanwhile.
            let _ = answer.send(Done { result, in_time: limits.met().is_none() });
        });
        self.queue.send(job).map_err(|_| Problem::internal())?;
        // The sender is dropped without an answer only if `work` panicked.
        answered.await.map_err(|_| Problem::internal())
    }
}

/// One thread, on which work that splits itself between threads finds no other.
fn one_thread() -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(1).build()
}

/// Does one job after the other. After `grace` a job is left to itself, and goes on alone until it ends.
fn work_off(receiver: &Mutex<Receiver<Job>>, mut alone: ThreadPool, grace: Option<Duration>) {
    let mut left: Vec<Receiver<()>> = Vec::new();
    while let Some(job) = next(receiver) {
        let (running, ended) = channel::<()>();
        alone.spawn(move || {
            // A panic is a bug, but it must not cost the thread.
            let _ = catch_unwind(AssertUnwindSafe(job));
            drop(running);
        });
        let overdue =
            grace.is_some_and(|grace| ended.recv_timeout(grace) == Err(RecvTimeoutError::Timeout));
        left.retain(|job| job.try_recv() == Err(TryRecvError::Empty));
        if overdue
            && left.len() < MOST_LEFT
            && let Ok(substitute) = one_thread()
        {
            alone = substitute;
            left.push(ended);
        } else {
            let _ = ended.recv();
        }
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

    /// Work that says that it has begun, and then waits without looking at any clock.
    struct Held {
        began: Receiver<()>,
        release: Sender<()>,
    }

    fn held() -> (Held, impl Fn(&Budget) -> Result<u64, Problem> + Send + Sync + 'static) {
        let ((began, has_begun), (release, wait)) = (channel(), channel::<()>());
        let wait = Mutex::new(wait);
        let work = move |_: &Budget| {
            // Nobody may look any more.
            let _ = began.send(());
            let _ = wait.lock().unwrap().recv();
            Ok(1)
        };
        (Held { began: has_begun, release }, work)
    }

    #[test]
    fn a_full_lane_refuses_and_the_other_goes_on() {
        let pool = Arc::new(Pool::start(&settings()).unwrap());
        let (held, work) = held();
        runtime().block_on(async {
            let first = tokio::spawn({
                let pool = Arc::clone(&pool);
                async move { pool.run(Lane::Heavy, work).await }
            });
            held.began.recv().unwrap();
            // Asking once puts the second into the queue; a third finds no place.
            let mut second = std::pin::pin!(pool.run(Lane::Heavy, |_| Ok(2)));
            tokio::select! {
                biased;
                _ = &mut second => panic!("the thread is taken"),
                () = std::future::ready(()) => {}
            }
            assert_eq!(pool.run(Lane::Heavy, |_| Ok(3)).await, Err(Problem::busy()));
            assert_eq!(pool.run(Lane::Light, |_| Ok(4)).await, Ok(4));
            held.release.send(()).unwrap();
            assert_eq!(first.await.unwrap(), Ok(1));
            assert_eq!(second.await, Ok(2));
        });
    }

    #[test]
    fn work_that_is_too_much_for_the_light_lane_is_done_again_in_the_heavy_one() {
        let pool = Pool::start(&settings()).unwrap();
        let times = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&times);
        let work = move |limits: &Budget| {
            let mut times = seen.lock().unwrap();
            times.push(limits.deadline.unwrap() - Instant::now());
            while times.len() == 1 && limits.met().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            // What the first try found is not what is answered.
            Ok(times.len())
        };
        assert_eq!(runtime().block_on(pool.run(Lane::Light, work)), Ok(2));
        let times = times.lock().unwrap();
        assert!(times[0] <= LIGHT_TIME && LIGHT_TIME < times[1], "{times:?}");
    }

    #[test]
    fn work_that_never_looks_at_the_clock_does_not_block_the_light_lane() {
        let pool = Arc::new(Pool::start(&settings()).unwrap());
        runtime().block_on(async {
            let mut all = Vec::new();
            for _ in 0..LIGHT_THREADS {
                let (held, work) = held();
                let pool = Arc::clone(&pool);
                let answer = tokio::spawn(async move { pool.run(Lane::Light, work).await });
                held.began.recv().unwrap();
                all.push((held, answer));
            }
            // Every thread of the lane is held, and this is answered all the same.
            let light = pool.run(Lane::Light, |_| Ok(7));
            let light = tokio::time::timeout(Duration::from_secs(60), light).await;
            assert_eq!(light.expect("the lane is blocked"), Ok(7));
            for (held, answer) in all {
                // Once for the light lane, once for the heavy one.
                let _ = (held.release.send(()), held.release.send(()));
                assert_eq!(answer.await.unwrap(), Ok(1));
            }
        });
    }

    #[test]
    fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let pool = Pool::start(&settings()).unwrap();
        runtime().block_on(async {
            for lane in [Lane::Light, Lane::Heavy] {
                let answer: Result<(), Problem> = pool.run(lane, |_| panic!("a bug")).await;
                assert_eq!(answer, Err(Problem::internal()));
                assert_eq!(pool.run(lane, |_| Ok(5)).await, Ok(5));
            }
        });
    }

    #[test]
    fn work_that_is_split_between_threads_waits_for_no_other() {
        let pool = Arc::new(Pool::start(&Settings { heavy_threads: 2, ..settings() }).unwrap());
        let (held, work) = held();
        runtime().block_on(async {
            let first = tokio::spawn({
                let pool = Arc::clone(&pool);
                // As many pieces as there could be threads, each of which waits.
                let split = move |limits: &Budget| {
                    let pieces = 0..rayon::current_num_threads();
                    pieces.into_par_iter().map(|_| work(limits)).sum()
                };
                async move { pool.run(Lane::Heavy, split).await }
            });
            held.began.recv().unwrap();
            let sum = |_: &Budget| Ok((0..10u64).into_par_iter().sum::<u64>());
            for lane in [Lane::Heavy, Lane::Light] {
                let sum = tokio::time::timeout(Duration::from_secs(60), pool.run(lane, sum));
                assert_eq!(sum.await.expect("it waits for the other"), Ok(45));
            }
            held.release.send(()).unwrap();
            assert_eq!(first.await.unwrap(), Ok(1), "there was one piece");
        });
    }

    #[test]
    fn work_knows_its_limits() {
        let pool = Pool::start(&Settings { memory: 77, ..settings() }).unwrap();
        for (lane, time) in [(Lane::Light, LIGHT_TIME), (Lane::Heavy, Settings::default().time)] {
            let limits = runtime().block_on(pool.run(lane, |limits| Ok(limits.clone())));
            let limits = limits.unwrap();
            assert_eq!(limits.memory, 77);
            assert!(limits.deadline.unwrap() <= Instant::now() + time);
        }
    }
}
