//! The pictures of the Rows page, as SVG.

use amalgam::Budget;
use amalgam::engines::rows::Row;
use amalgam::engines::three::row as one_row;
use amalgam_draw::{Caption, Look, Scene, matching as arcs, period};
use axum::extract::State;
use axum::response::Response;

use super::parts::picture;
use crate::Problem;
use crate::api::{columns, row_number};
use crate::app::Shared;
use crate::params::Params;
use crate::pool::Lane;
use crate::question;

const SVG: &str = "image/svg+xml";
const PROGRAM: &str = concat!("amalgam ", env!("CARGO_PKG_VERSION"));

fn caption(game: &str, words: &[&str]) -> Caption {
    let words = [&["amalgam", "plot"], words, &["--game", game]].concat();
    Caption::new(game, PROGRAM, &question::command(&words))
}

async fn draw(
    app: &Shared,
    params: &Params,
    work: impl Fn(&Budget) -> Result<Scene, Problem> + Send + Sync + 'static,
) -> Result<Vec<u8>, Problem> {
    let look = Look { dark: params.ticked("dark"), ..Look::default() };
    let drawn = move |limits: &Budget| Ok(work(limits)?.with_look(look).to_svg().into_bytes());
    app.pool.run(Lane::Heavy, drawn).await
}

/// `/rows/row.svg`: the offsets of a row.
pub(crate) async fn row(State(app): State<Shared>, params: Params) -> Response {
    picture(SVG, draw_row(&app, &params).await)
}

async fn draw_row(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let (game, family) = question::family(params)?;
    let row = row_number(params, "row", 1)?;
    let kept = app.rows.clone();
    draw(app, params, move |limits| {
        let reports = kept.find(family, row, limits)?.reports;
        let Some(proved) = reports.last().and_then(Row::proved) else {
            return Err(Problem::limit(format!("the period of row {row} was not found in time")));
        };
        let (preperiod, period) = (proved.preperiod, proved.period);
        let Some(columns) = amalgam_draw::row::columns(preperiod, period) else {
            return Err(Problem::limit(format!(
                "row {row} repeats after {period} columns, too many for a picture"
            )));
        };
        let pairs = one_row::matching(family, row, 0..columns)?;
        let drawn = amalgam_draw::row::Row::new(row, preperiod, period, &pairs, 0..columns);
        let caption = caption(game.name(), &["row", &row.to_string()]);
        Ok(amalgam_draw::row::draw(&drawn, &caption)?)
    })
    .await
}

/// `/rows/matching.svg`: a row as arcs.
pub(crate) async fn matching(State(app): State<Shared>, params: Params) -> Response {
    picture(SVG, draw_matching(&app, &params).await)
}

async fn draw_matching(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let (game, family) = question::family(params)?;
    let row = row_number(params, "row", 1)?;
    let columns = columns(params)?;
    arcs::check(&columns)?;
    draw(app, params, move |_| {
        let pairs = one_row::matching(family, row, columns.clone())?;
        let (number, from, to) =
            (row.to_string(), columns.start.to_string(), columns.end.to_string());
        let words = ["matching", &number, "--from", &from, "--to", &to];
        Ok(arcs::draw(row, columns.clone(), &pairs, &caption(game.name(), &words))?)
    })
    .await
}

/// `/rows/periods.svg`: preperiods and periods of many rows.
pub(crate) async fn periods(State(app): State<Shared>, params: Params) -> Response {
    picture(SVG, draw_periods(&app, &params).await)
}

async fn draw_periods(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let (game, family) = question::family(params)?;
    let to = row_number(params, "to", 1)?;
    let kept = app.rows.clone();
    draw(app, params, move |limits| {
        let reports = kept.find(family, to, limits)?.reports;
        let words = ["period", "--to", &to.to_string()];
        Ok(period::draw(&reports, &caption(game.name(), &words))?)
    })
    .await
}
