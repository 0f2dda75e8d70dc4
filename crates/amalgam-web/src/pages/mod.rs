//! The pages.

mod home;

use axum::Router;
use axum::routing::get;

use crate::app::Shared;

/// The routes of all pages but Play.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/", get(home::show))
}
