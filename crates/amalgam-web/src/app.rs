//! Which address leads where.

use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;

use crate::compress::compress;
use crate::guard::guard;
use crate::kept_pages::KeptPages;
use crate::kept_rows::KeptRows;
use crate::layout::problem_page;
use crate::pool::Pool;
use crate::verdicts::Verdicts;
use crate::{Problem, Settings, api, assets, pages, place, play};

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    /// Where the mathematics runs.
    pub(crate) pool: Pool,
    /// The ledger, as far as it is checked.
    pub(crate) verdicts: Verdicts,
    /// The rows that were found.
    pub(crate) rows: KeptRows,
    /// Pages about rows that are all found.
    pub(crate) pages: KeptPages,
    /// How many bytes one check of the ledger may use.
    pub(crate) memory: u64,
}

/// What handlers are given: `State(app): State<Shared>`.
pub(crate) type Shared = Arc<App>;

/// All routes, behind the guard.
pub(crate) fn router(settings: &Settings) -> std::io::Result<Router> {
    let app = Arc::new(App {
        pool: Pool::start(settings)?,
        verdicts: Verdicts::default(),
        rows: KeptRows::default(),
        pages: KeptPages::default(),
        memory: settings.memory,
    });
    Ok(Router::new()
        .merge(pages::routes())
        .merge(play::routes())
        .merge(api::routes())
        .route("/assets/{name}", get(assets::serve))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn(compress))
        .layer(middleware::from_fn(place::keep))
        .layer(middleware::from_fn(guard))
        .with_state(app))
}

async fn unknown(uri: Uri) -> Response {
    let message = format!("there is no page at {}", uri.path());
    tell(&uri, &Problem { message, ..Problem::not_found() })
}

async fn wrong_method(uri: Uri) -> Response {
    let message = "this address is asked in another way: pages and questions are read with GET";
    tell(&uri, &Problem::new(StatusCode::METHOD_NOT_ALLOWED, message))
}

/// As JSON below `/api`, else as a page.
pub(crate) fn tell(uri: &Uri, problem: &Problem) -> Response {
    match uri.path() == "/api" || uri.path().starts_with("/api/") {
        true => api::tell(problem),
        false => problem_page(problem),
    }
}
