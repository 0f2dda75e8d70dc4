//! The JSON API: the answers of the command line, over HTTP.
//!
//! The router and the OpenAPI document are both built from one table, [`routes::ROUTES`], so they
//! always agree.

mod guide;
mod openapi;
mod routes;
mod tasks;

use std::sync::Arc;

use amalgam::Budget;
use amalgam::nearest;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;

use crate::Problem;
use crate::app::Shared;
use crate::params::Params;
use crate::pool::Lane;
use routes::{ROUTES, Route};
pub(crate) use tasks::{LAST_ROW, MOST_CELLS, cells, check_list, columns, row_number, table_lane};

/// What a question needs: a lane, and the work that answers it there.
pub(crate) struct Task {
    lane: Lane,
    work: Work,
}

type Work = Box<dyn Fn(&Budget) -> Result<Value, Problem> + Send + Sync>;

impl Task {
    fn new(
        lane: Lane,
        work: impl Fn(&Budget) -> Result<Value, Problem> + Send + Sync + 'static,
    ) -> Task {
        Task { lane, work: Box::new(work) }
    }
}

/// `/api/v1/…` and the document that describes it.
pub(crate) fn routes() -> Router<Shared> {
    let document: Arc<str> = openapi::document().to_string().into();
    let describe = move || {
        let document = Arc::clone(&document);
        async move { json(document.to_string()) }
    };
    let mut router = Router::new()
        .route("/api", get(|| async { guide::show() }))
        .route("/api/openapi.json", get(describe));
    for route in &ROUTES {
        let answer = move |State(app): State<Shared>, params: Params| answer(route, app, params);
        router = router.route(&route.path(), get(answer));
    }
    router
}

async fn answer(route: &'static Route, app: Shared, params: Params) -> Response {
    match find(route, &app, &params).await {
        Ok(text) => json(text).into_response(),
        Err(problem) => tell(&problem),
    }
}

async fn find(route: &Route, app: &Shared, params: &Params) -> Result<String, Problem> {
    let known = || route.parameters.iter().map(|parameter| parameter.name);
    if let Some(stranger) = params.names().find(|name| known().all(|known| known != *name)) {
        let problem = Problem::input(format!("there is no parameter `{stranger}`"));
        return Err(match nearest(stranger, known()) {
            Some(near) => problem.suggest(format!("did you mean `{near}`?")),
            None => problem.suggest("/api/openapi.json describes the parameters"),
        });
    }
    for parameter in route.parameters.iter().filter(|parameter| parameter.required) {
        if params.text(parameter.name).is_none() {
            return Err(Problem::input(format!("the parameter `{}` is missing", parameter.name))
                .suggest(format!("for example {}?{}", route.path(), route.example)));
        }
    }
    let Task { lane, work } = (route.task)(params, app)?;
    // Writing a large answer takes time too, so the lane does it.
    app.pool.run(lane, move |limits| Ok(work(limits)?.to_string())).await
}

/// A problem as JSON.
pub(crate) fn tell(problem: &Problem) -> Response {
    problem.respond(json(problem.to_json().to_string()))
}

fn json(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}
