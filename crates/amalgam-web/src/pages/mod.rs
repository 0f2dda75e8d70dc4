//! The pages. Each reads its parameters, asks its question and shows the answer below the form. A
//! problem is shown in place of the answer, and the form keeps what was typed.

mod claims;
mod drawn;
mod games;
mod home;
mod learn;
mod parts;
mod puzzles;
mod rows;
mod rows_pictures;
mod sheet;
mod solve;
mod table;
mod teach;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use parts::{LONGEST_STEPS, fitting, grouped, move_badge, status_badge, wide};
pub(crate) use sheet::add_to_worksheet;

use crate::app::Shared;

/// The routes of all pages but Play.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/", get(home::show))
        .route("/research", get(home::research))
        .route("/teach", get(teach::show))
        .route("/solve", get(solve::show))
        .route("/solve/position.svg", get(solve::image))
        .route("/table", get(table::show))
        .route("/table.png", get(table::image))
        .route("/table.csv", get(table::csv))
        .route("/rows", get(rows::show))
        .route("/rows/stop", post(rows::stop))
        .route("/rows/again", post(rows::again))
        .route("/rows/row.svg", get(rows_pictures::row))
        .route("/rows/matching.svg", get(rows_pictures::matching))
        .route("/rows/periods.svg", get(rows_pictures::periods))
        .route("/claims", get(claims::show))
        .route("/games", get(games::show))
        .merge(learn::routes())
        .merge(puzzles::routes())
        .merge(sheet::routes())
}
