//! The routes, and what all of them share.

use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header::{self, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::api::Jobs;
use crate::door::Door;
use crate::guard::{guard, headers};
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
    /// Long questions.
    pub(crate) jobs: Arc<Jobs>,
}

/// The most bytes of an answer. Lists are cut long before this; it is a bound for everything else.
pub(crate) const MOST_BYTES: u64 = 4_000_000;

/// Smaller answers are not compressed.
const WORTH_COMPRESSING: u64 = 1024;

/// What handlers are given: `State(app): State<Shared>`.
pub(crate) type Shared = Arc<App>;

/// All routes, behind the guard.
pub(crate) fn router(
    settings: &Settings,
    jobs: &Arc<Jobs>,
    token: Option<String>,
) -> std::io::Result<Router> {
    let app = Arc::new(App {
        pool: Pool::start(settings)?,
        verdicts: Verdicts::default(),
        rows: KeptRows::default(),
        pages: KeptPages::default(),
        memory: settings.memory,
        jobs: Arc::clone(jobs),
    });
    let compress = SizeAbove::new(WORTH_COMPRESSING)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::SSE);
    let compress =
        CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(compress);
    Ok(Router::new()
        .merge(pages::routes())
        .merge(play::routes())
        .merge(api::routes())
        .route("/assets/{name}", get(assets::serve))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn(bound))
        .layer(compress)
        .layer(middleware::from_fn(place::keep))
        .layer(middleware::from_fn_with_state(Door::new(token), guard))
        .layer(headers())
        .with_state(app))
}

/// Sends no answer of more than [`MOST_BYTES`].
async fn bound(request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let response = next.run(request).await;
    let events = |kind: &HeaderValue| kind == "text/event-stream";
    match response.body().size_hint().exact() {
        Some(bytes) if bytes <= MOST_BYTES => response,
        // Each event has a bound of its own.
        None if response.headers().get(header::CONTENT_TYPE).is_some_and(events) => response,
        _ => {
            let message = format!("the answer would have more than {MOST_BYTES} bytes");
            tell(&uri, &Problem::limit(message).suggest("ask for less"))
        }
    }
}

async fn unknown(uri: Uri) -> Response {
    let message = format!("there is no page at {}", uri.path());
    tell(&uri, &Problem { message, ..Problem::not_found() })
}

async fn wrong_method(uri: Uri) -> Response {
    let message = "this method is not allowed here: pages and questions are read with GET, and questions of the \
         API also with POST";
    tell(&uri, &Problem::new(StatusCode::METHOD_NOT_ALLOWED, message))
}

/// A problem as JSON below `/api`, otherwise as a page.
pub(crate) fn tell(uri: &Uri, problem: &Problem) -> Response {
    match uri.path() == "/api" || uri.path().starts_with("/api/") {
        true => api::tell(problem),
        false => problem_page(problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    #[test]
    fn an_answer_that_is_too_large_is_not_sent() {
        let sized = |bytes: u64| get(move || async move { "x".repeat(bytes as usize) });
        let router = Router::new()
            .route("/fits", sized(MOST_BYTES))
            .route("/large", sized(MOST_BYTES + 1))
            .route("/api/large", sized(MOST_BYTES + 1))
            .layer(middleware::from_fn(bound));
        let service = TowerToHyperService::new(router);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let ask = |path: &str| {
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            runtime.block_on(service.call(request)).unwrap()
        };
        assert_eq!(ask("/fits").status(), 200);
        for (path, kind) in
            [("/large", "text/html; charset=utf-8"), ("/api/large", "application/json")]
        {
            let reply = ask(path);
            assert_eq!(reply.status(), 422, "{path}");
            assert_eq!(reply.headers()["content-type"], kind, "{path}");
            assert!(reply.body().size_hint().upper().unwrap() < 100_000, "{path}");
        }
    }
}
