//! The JSON API: every question, over HTTP.
//!
//! What can be asked is the list of verbs of `amalgam-ask`: the router, the page that explains the API and the
//! OpenAPI document are made from it. A server has no files of those who ask, so verbs that need some are left out.
//! Long questions are [`jobs`].

mod asked;
mod guide;
mod jobs;
mod ledger;
mod openapi;

use std::collections::BTreeMap;
use std::sync::Arc;

use amalgam::Budget;
use amalgam::base::budget::{Progress, Silent};
use amalgam::engines::rows::Store;
use amalgam::learn::reasons::AT_ONCE;
use amalgam_ask::{Answered, AnyQuestion, Door, Host, Parameter, VERBS, Verb, from_query};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value};

use crate::Problem;
use crate::app::{MOST_BYTES, Shared};
use crate::kept_rows::KeptRows;
use crate::params::Params;
use crate::pool::Lane;
use crate::question::MOST_HEAPS;
pub(crate) use asked::{
    LAST_ROW, LONGEST_LIST, MOST_CELLS, cells, check_list, columns, row_number, table_lane,
};
pub(crate) use jobs::Jobs;

/// Something that can be asked here.
struct Offer {
    /// What follows `/api/v1/`.
    name: &'static str,
    /// What it answers, in a sentence.
    about: String,
    /// An example of parameters.
    example: &'static str,
    parameters: Vec<Parameter>,
    verb: &'static Verb,
    /// Ticks that go with the address.
    ticks: &'static [&'static str],
}

/// Everything that can be asked, by name.
fn offers() -> BTreeMap<&'static str, Offer> {
    let mut offers = BTreeMap::new();
    for verb in VERBS.iter().filter(|verb| verb.is_global()) {
        let here = parameters(verb).cloned().collect();
        let (name, about) = (verb.name, verb.about.clone());
        let offer =
            Offer { name, about, example: verb.example, parameters: here, verb, ticks: &[] };
        offers.insert(name, offer);
    }
    // An address of its own from the times when `solve` had no such parameter.
    if let Ok(verb) = Verb::find("solve") {
        let with_tick = |name: &str| matches!(name, "outcome" | "explain");
        let here =
            parameters(verb).filter(|parameter| !with_tick(&parameter.name)).cloned().collect();
        let about = "Only who wins: much quicker for large positions".to_owned();
        let offer = Offer {
            name: "outcome",
            about,
            example: "position=[12,15,20,3]",
            parameters: here,
            verb,
            ticks: &["outcome"],
        };
        offers.insert("outcome", offer);
    }
    offers
}

/// What can be said in a question here.
fn parameters(verb: &Verb) -> impl Iterator<Item = &Parameter> {
    verb.parameters.iter().filter(|parameter| !parameter.local)
}

impl Offer {
    fn path(&self) -> String {
        format!("/api/v1/{}", self.name)
    }

    /// An address that asks the example.
    fn example(&self) -> String {
        let in_address = |c: char| match c.is_ascii_graphic() && !"<>\"{}|\\^`".contains(c) {
            true => c.to_string(),
            false => c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
        };
        let query: String = self.example.chars().map(in_address).collect();
        format!("{}?{query}", self.path()).trim_end_matches('?').to_owned()
    }
}

/// What questions can do here: nothing with files.
struct Here;

impl Door for Here {
    fn most_heaps(&self) -> usize {
        MOST_HEAPS
    }

    fn longest_list(&self) -> u64 {
        LONGEST_LIST
    }
}

/// `/api/v1/…` and the document that describes it.
pub(crate) fn routes() -> Router<Shared> {
    let offers = offers();
    let document: Arc<str> = openapi::document(offers.values()).to_string().into();
    let page = guide::show(offers.values());
    let describe = move || async move { json(document.to_string()) };
    let mut router = Router::new()
        .route("/api", get(|| async { page }))
        .route("/api/openapi.json", get(describe))
        .merge(jobs::routes());
    for offer in offers.into_values() {
        let (verb, ticks) = (offer.verb, offer.ticks);
        let by_query = move |State(app): State<Shared>, params: Params| async move {
            let asked = from_query(verb, params.pairs()).map_err(Problem::from);
            tell_either(answer(verb, ticks, asked, &app).await)
        };
        let by_body = move |State(app): State<Shared>, body: Bytes| async move {
            tell_either(answer(verb, ticks, object(&body).map(Value::from), &app).await)
        };
        router = router.route(&offer.path(), get(by_query).post(by_body));
    }
    router
}

/// Reads the body of a request.
fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        Problem::input(format!("the body of the request is no JSON object: {error}"))
            .suggest("send the parameters as one object, such as {\"position\": [3,4,5]}")
    })
}

async fn answer(
    verb: &'static Verb,
    ticks: &[&str],
    asked: Result<Value, Problem>,
    app: &Shared,
) -> Result<String, Problem> {
    let mut asked = asked?;
    ticks.iter().for_each(|tick| asked[tick] = true.into());
    let question = verb.question(asked)?;
    if verb.name == "claims"
        && let Some(known) = ledger::claims(&question.parameters(), app)?
    {
        return Ok(known);
    }
    let cost = question.cost(&Host { door: &Here, ..Host::default() })?;
    let lane = if cost <= AT_ONCE { Lane::Light } else { Lane::Heavy };
    // Writing a large answer takes time too, so the lane does it.
    let kept = app.rows.clone();
    let work = move |limits: &Budget| ask(verb, question.as_ref(), &kept, limits, &Silent);
    app.pool.run(lane, work).await
}

/// Answers within bounds, and writes the answer.
fn ask(
    verb: &Verb,
    question: &dyn AnyQuestion,
    kept: &KeptRows,
    limits: &Budget,
    progress: &dyn Progress,
) -> Result<String, Problem> {
    let rows: &dyn Store = kept.store();
    let host = Host { door: &Here, progress, rows: Some(rows), ..Host::within(limits.clone()) };
    written(verb, question.answer(&host)?.as_ref())
}

/// The list of an answer that is cut where it is too long; a key `…_complete` says so.
const LISTS: [(&str, &str); 2] = [("solve", "winning_moves"), ("moves", "moves")];

/// An answer as JSON, if it is not too long.
fn written(verb: &Verb, answer: &dyn Answered) -> Result<String, Problem> {
    let mut room = Room { text: Vec::new(), left: MOST_BYTES as usize };
    if answer.write_json(&mut room).is_ok() {
        return String::from_utf8(room.text).map_err(|_| Problem::internal());
    }
    drop(room);
    let too_long = || {
        let message = format!("the answer would have more than {MOST_BYTES} bytes");
        Problem::limit(message).suggest("ask for less")
    };
    let list = LISTS.iter().find(|(name, _)| *name == verb.name).ok_or_else(too_long)?.1;
    let Value::Object(mut object) = answer.json() else { return Err(too_long()) };
    // The rest of an answer is short.
    cut(&mut object, list, MOST_BYTES as usize * 3 / 4);
    let text = Value::from(object).to_string();
    if text.len() as u64 > MOST_BYTES { Err(too_long()) } else { Ok(text) }
}

/// Cuts a list of an answer to this many bytes.
fn cut(answer: &mut Map<String, Value>, list: &str, mut room: usize) {
    let Some(Value::Array(items)) = answer.get_mut(list) else { return };
    let mut fits = |item: &Value| {
        let left = room.checked_sub(item.to_string().len() + 1);
        room = left.unwrap_or(0);
        left.is_some()
    };
    let fitting = items.iter().take_while(|item| fits(item)).count();
    if fitting < items.len() {
        items.truncate(fitting);
        answer.insert(format!("{list}_complete"), false.into());
    }
}

/// Takes this many bytes and no more.
struct Room {
    text: Vec<u8>,
    left: usize,
}

impl std::io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::FileTooLarge)?;
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn tell_either(found: Result<String, Problem>) -> Response {
    match found {
        Ok(text) => json(text).into_response(),
        Err(problem) => tell(&problem),
    }
}

/// A problem as JSON.
pub(crate) fn tell(problem: &Problem) -> Response {
    problem.respond(json(problem.to_json().to_string()))
}

fn json(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}
