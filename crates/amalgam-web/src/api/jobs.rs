//! Long questions: a job has an id, tells its progress, can be cancelled, and keeps its answer for a while.
//!
//! `POST /api/v1/jobs` with a verb and its parameters makes a job; `GET /api/v1/jobs/ID` shows it, and
//! `GET /api/v1/jobs/ID/events` sends an event `progress` when something changed and one event `done` at the end;
//! `DELETE` cancels it, or forgets it if it is over. Jobs have threads of their own, so that neither lane of the
//! [pool](crate::pool) waits for them. Everything has a bound: how many wait, how long one may take, how many answers
//! are kept and how many bytes they have. An id has 128 random bits, so that nobody guesses those of others.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use amalgam::Budget;
use amalgam::base::budget::{Progress, Step};
use amalgam_ask::{AnyQuestion, Host, Verb, doing};
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use hyper::body::Frame;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Interval;

use super::{Here, ask, json, object, tell, tell_either};
use crate::app::Shared;
use crate::place::Place;
use crate::{Problem, Settings};

/// How many jobs may be waiting or running.
const MOST_OPEN: usize = 16;

/// How many jobs that are over are kept, and how many bytes their answers may have together.
const MOST_KEPT: usize = 64;
const MOST_KEPT_BYTES: usize = 32 << 20;

/// How many streams of events there may be.
const MOST_STREAMS: usize = 64;

/// How often a stream looks for something new, and after how long it says that there is nothing.
const LOOK: Duration = Duration::from_millis(200);
const SILENCE: Duration = Duration::from_secs(5);

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    /// In the order in which they were asked.
    all: Mutex<VecDeque<Arc<Job>>>,
    queue: Sender<Arc<Job>>,
    streams: Arc<Semaphore>,
    /// Whether the server is about to end.
    ends: AtomicBool,
}

/// A question that takes long.
struct Job {
    id: String,
    verb: &'static Verb,
    question: Box<dyn AnyQuestion>,
    stop: Arc<AtomicBool>,
    now: Mutex<Now>,
}

/// How far it is.
struct Now {
    state: Stage,
    since: Instant,
    took: Option<Duration>,
    step: Option<Step>,
    found: Option<Result<Box<RawValue>, Problem>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    /// Others are before it.
    Waiting,
    /// It is being answered.
    Running,
    /// There is an answer.
    Done,
    /// There is none, and `error` says why.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
}

/// A job as programs read it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Job")]
pub(super) struct JobSaid<'a> {
    /// The name of this shape, with its number.
    schema: &'static str,
    /// Its id.
    id: &'a str,
    /// What is asked.
    verb: &'static str,
    /// The parameters of the question.
    parameters: Value,
    /// How far it is.
    state: Stage,
    /// How long it has run, or how long it took.
    seconds: f64,
    /// What is being done, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<ProgressSaid>,
    /// The answer, if there is one: the object of the verb.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    answer: Option<&'a RawValue>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

/// What a job is doing.
#[derive(Serialize, JsonSchema)]
struct ProgressSaid {
    /// What is counted, in words.
    task: String,
    /// How many of them are done.
    done: u64,
    /// How many there are, where that is known.
    total: Option<u64>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("verb", &self.verb.name).finish_non_exhaustive()
    }
}

impl Jobs {
    /// Starts the threads. They end when all jobs are gone.
    pub(crate) fn start(settings: &Settings) -> std::io::Result<Arc<Jobs>> {
        let (queue, receiver) = channel::<Arc<Job>>();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..settings.job_threads.max(1) {
            let receiver = Arc::clone(&receiver);
            let limits = Budget {
                memory: settings.memory,
                threads: Some(NonZeroUsize::MIN),
                ..Budget::default()
            };
            let time = settings.job_time;
            let thread = std::thread::Builder::new().name("amalgam-job".into());
            thread.spawn(move || {
                while let Some(job) = next(&receiver) {
                    job.run(&limits, time);
                }
            })?;
        }
        let (all, streams) = (Mutex::default(), Arc::new(Semaphore::new(MOST_STREAMS)));
        Ok(Arc::new(Jobs { all, queue, streams, ends: AtomicBool::new(false) }))
    }

    /// Ends all jobs and streams, because the server ends.
    pub(crate) fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
        lock(&self.all).iter().for_each(|job| job.stop.store(true, Ordering::Relaxed));
    }

    /// Reads a job and puts it in the queue.
    fn add(&self, mut asked: Map<String, Value>) -> Result<Arc<Job>, Problem> {
        let verb = match asked.remove("verb") {
            Some(Value::String(name)) => {
                Verb::find(&name).map_err(|problem| problem.field("verb"))?
            }
            _ => {
                let message = "a job has a `verb` and its `parameters`";
                return Err(Problem::input(message).field("verb").suggest(EXAMPLE));
            }
        };
        let parameters = asked.remove("parameters").unwrap_or_else(|| json!({}));
        if let Some(stranger) = asked.keys().next() {
            let problem = Problem::input(format!("there is no key `{stranger}` in a job"));
            return Err(problem.suggest(EXAMPLE));
        }
        let question = verb.question(parameters)?;
        // What makes no sense is refused here and not later.
        question.cost(&Host { door: &Here, ..Host::default() })?;
        let mut all = lock(&self.all);
        let open = all.iter().filter(|job| !job.is_over()).count();
        if open >= MOST_OPEN {
            return Err(Problem::busy());
        }
        let job = Arc::new(Job {
            id: id()?,
            verb,
            question,
            stop: Arc::default(),
            now: Mutex::new(Now {
                state: Stage::Waiting,
                since: Instant::now(),
                took: None,
                step: None,
                found: None,
            }),
        });
        self.queue.send(Arc::clone(&job)).map_err(|_| Problem::internal())?;
        all.push_back(Arc::clone(&job));
        forget(&mut all);
        Ok(job)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let mut all = lock(&self.all);
        forget(&mut all);
        let found = all.iter().find(|job| job.id == id);
        found.cloned().ok_or_else(|| Problem {
            message: "there is no such job; answers are kept for a while only".to_owned(),
            ..Problem::not_found()
        })
    }

    /// Cancels a job; one that is over is forgotten.
    fn cancel(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let job = self.find(id)?;
        job.stop.store(true, Ordering::Relaxed);
        if job.is_over() {
            lock(&self.all).retain(|other| other.id != id);
        } else {
            // A thread that has begun says so itself.
            let mut now = lock(&job.now);
            if now.state == Stage::Waiting {
                now.end(Stage::Cancelled);
            }
        }
        Ok(job)
    }
}

const EXAMPLE: &str =
    "for example {\"verb\": \"solve\", \"parameters\": {\"position\": [30,40,50]}}";

/// Waits for the next job; one thread waits, the others wait for it.
fn next(receiver: &Mutex<Receiver<Arc<Job>>>) -> Option<Arc<Job>> {
    lock(receiver).recv().ok()
}

/// Forgets the oldest jobs that are over, if there are too many.
fn forget(all: &mut VecDeque<Arc<Job>>) {
    let (mut kept, mut bytes) = (0, 0);
    let mut keep: Vec<bool> = Vec::with_capacity(all.len());
    for job in all.iter().rev() {
        let size = lock(&job.now)
            .found
            .as_ref()
            .map(|found| found.as_ref().map_or(0, |text| text.get().len()));
        let fits = size.is_none_or(|size| kept < MOST_KEPT && bytes + size <= MOST_KEPT_BYTES);
        if fits && let Some(size) = size {
            (kept, bytes) = (kept + 1, bytes + size);
        }
        keep.push(fits || !job.is_over());
    }
    let mut keep = keep.into_iter().rev();
    all.retain(|_| keep.next().unwrap_or(true));
}

fn id() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Problem::internal())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Nothing panics while it holds one of these locks, so a poisoned lock guards valid data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Now {
    fn end(&mut self, state: Stage) {
        (self.state, self.took, self.step) = (state, Some(self.since.elapsed()), None);
    }
}

impl Job {
    fn is_over(&self) -> bool {
        !matches!(lock(&self.now).state, Stage::Waiting | Stage::Running)
    }

    /// Answers it in this thread.
    fn run(&self, limits: &Budget, time: Duration) {
        {
            let mut now = lock(&self.now);
            if now.state != Stage::Waiting {
                return;
            }
            (now.state, now.since) = (Stage::Running, Instant::now());
        }
        let limits = Budget { stop: Some(Arc::clone(&self.stop)), ..limits.with_time(time) };
        let work = || ask(self.verb, self.question.as_ref(), &limits, self);
        // A panic is a bug, but it must not cost the thread.
        let found =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| limits.on_threads(work)));
        let found = match found {
            Ok(Ok(found)) => {
                found.and_then(|text| RawValue::from_string(text).map_err(|_| Problem::internal()))
            }
            Ok(Err(limit)) => Err(limit.into()),
            Err(_) => Err(Problem::internal()),
        };
        let state = match &found {
            Ok(_) => Stage::Done,
            Err(_) if self.stop.load(Ordering::Relaxed) => Stage::Cancelled,
            Err(_) => Stage::Failed,
        };
        let mut now = lock(&self.now);
        now.end(state);
        now.found = Some(found);
    }

    /// The job as JSON.
    fn said(&self) -> Result<String, Problem> {
        let now = lock(&self.now);
        let running = now.state == Stage::Running;
        let said = JobSaid {
            schema: "amalgam/job/1",
            id: &self.id,
            verb: self.verb.name,
            parameters: self.question.parameters(),
            state: now.state,
            seconds: match (now.took, running) {
                (Some(took), _) => took.as_secs_f64(),
                (None, true) => now.since.elapsed().as_secs_f64(),
                (None, false) => 0.0,
            },
            progress: now.step.map(|Step { task, done, total }| ProgressSaid {
                task: doing(task),
                done,
                total,
            }),
            answer: now.found.as_ref().and_then(|found| found.as_deref().ok()),
            error: match (&now.found, now.state) {
                (Some(Err(problem)), Stage::Failed) => Some(problem.to_json()["error"].take()),
                _ => None,
            },
        };
        serde_json::to_string(&said).map_err(|_| Problem::internal())
    }

    /// What changes while it is not over.
    fn seen(&self) -> (Stage, Option<Step>) {
        let now = lock(&self.now);
        (now.state, now.step)
    }
}

impl Progress for Job {
    fn tick(&self, step: Step) -> ControlFlow<()> {
        lock(&self.now).step = Some(step);
        match self.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// `/api/v1/jobs` and what is below.
pub(super) fn routes() -> Router<Shared> {
    let begin = |State(app): State<Shared>, body: Bytes| async move {
        match object(&body).and_then(|asked| app.jobs.add(asked)).and_then(|job| job.said()) {
            Ok(text) => (StatusCode::ACCEPTED, json(text)).into_response(),
            Err(problem) => tell(&problem),
        }
    };
    let look = |State(app): State<Shared>, Path(id): Path<String>| async move {
        tell_either(app.jobs.find(&id).and_then(|job| job.said()))
    };
    let cancel = |State(app): State<Shared>, Path(id): Path<String>| async move {
        tell_either(app.jobs.cancel(&id).and_then(|job| job.said()))
    };
    Router::new()
        .route("/api/v1/jobs", post(begin))
        .route("/api/v1/jobs/{id}", get(look).delete(cancel))
        .route("/api/v1/jobs/{id}/events", get(follow))
}

async fn follow(
    State(app): State<Shared>,
    Extension(place): Extension<Arc<Place>>,
    Path(id): Path<String>,
) -> Response {
    let stream = Arc::clone(&app.jobs.streams).try_acquire_owned().map_err(|_| Problem::busy());
    let (job, stream) = match app.jobs.find(&id).and_then(|job| Ok((job, stream?))) {
        Ok(both) => both,
        Err(problem) => return tell(&problem),
    };
    let events = Events {
        jobs: Arc::clone(&app.jobs),
        job,
        place,
        clock: tokio::time::interval(LOOK),
        last: None,
        sent: Instant::now(),
        over: false,
        _stream: stream,
    };
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::new(events)).into_response()
}

/// What happens to a job, as server-sent events.
struct Events {
    jobs: Arc<Jobs>,
    job: Arc<Job>,
    place: Arc<Place>,
    clock: Interval,
    last: Option<(Stage, Option<Step>)>,
    sent: Instant,
    over: bool,
    _stream: OwnedSemaphorePermit,
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        loop {
            if self.over {
                return Poll::Ready(None);
            }
            // The server works for this connection as long as the job does.
            self.place.works();
            ready!(self.clock.poll_tick(context));
            let (seen, over) = (self.job.seen(), self.job.is_over());
            self.over = over || self.jobs.ends.load(Ordering::Relaxed);
            let event = if over { "done" } else { "progress" };
            let text = match over || self.last != Some(seen) {
                true => match self.job.said() {
                    Ok(said) => format!("event: {event}\ndata: {said}\n\n"),
                    Err(_) => continue,
                },
                false if self.sent.elapsed() >= SILENCE => ": still at it\n\n".to_owned(),
                false => continue,
            };
            (self.last, self.sent) = (Some(seen), Instant::now());
            return Poll::Ready(Some(Ok(Frame::data(text.into()))));
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.place.waits();
    }
}

/// What the OpenAPI document says of jobs.
pub(super) fn paths(job: &Value, problems: &dyn Fn() -> Value) -> Map<String, Value> {
    let shown = |about: &str| json!({"description": about, "content": {"application/json": {"schema": job}}});
    let operation = |name: &str, about: &str, code: &str, answer: Value| {
        let mut responses = problems();
        responses[code] = answer;
        json!({"operationId": name, "summary": about, "responses": responses})
    };
    let id = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
    let mut begin = operation("jobs", "Asks a long question", "202", shown("The job."));
    begin["requestBody"] = json!({"required": true, "content": {"application/json": {"schema": {
        "type": "object",
        "required": ["verb"],
        "properties": {"verb": {"type": "string"}, "parameters": {"type": "object"}},
    }}}});
    let look = operation("job", "How far a job is, and its answer", "200", shown("The job."));
    let cancel = operation(
        "cancel-job",
        "Cancels a job, or forgets one that is over",
        "200",
        shown("The job."),
    );
    let about = "Events `progress` when something changed, and one event `done`; each has the job";
    let stream = json!({"description": about, "content": {"text/event-stream": {"schema": {"type": "string"}}}});
    let follow = operation("job-events", about, "200", stream);
    Map::from_iter([
        ("/api/v1/jobs".to_owned(), json!({"post": begin})),
        ("/api/v1/jobs/{id}".to_owned(), json!({"parameters": id, "get": look, "delete": cancel})),
        ("/api/v1/jobs/{id}/events".to_owned(), json!({"parameters": id, "get": follow})),
    ])
}
