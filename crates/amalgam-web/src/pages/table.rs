//! Table: f(a,b) as a heat map.
//!
//! The server draws one pixel for each cell, and the browser enlarges it without blurring. Axes, legend
//! and the two bands that mark row and column are an SVG around it. `table.js` fetches the numbers and
//! moves the bands.

use amalgam::engines::three::table::Table;
use amalgam::games::rules::Family;
use amalgam_draw::axis;
use amalgam_draw::heat_map::Key;
use amalgam_draw::table::{self as draw, Show};
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::parts::{answered, family_field, number_field, picture};
use crate::Problem;
use crate::api::{cells, table_lane};
use crate::app::Shared;
use crate::layout::{Nav, script};
use crate::params::{Params, address};
use crate::question::{self, DEFAULT_GAME};

/// What can be shown: the name in addresses, and the name on the page.
const SHOWS: [(&str, &str); 4] = [
    ("f", "f(a,b)"),
    ("offset", "offset f(a,b) − b"),
    ("mod", "f(a,b) mod m"),
    ("nim-sum", "difference from a ⊕ b"),
];

/// The default size.
const USUAL: u64 = 64;
const MODULUS: u64 = 4;

struct Asked {
    game: String,
    family: Family,
    rows: usize,
    cols: usize,
    show: Show,
    name: &'static str,
    modulus: u64,
    /// The chosen cell, if there is one.
    cell: Option<(u64, u64)>,
}

impl Asked {
    fn read(params: &Params) -> Result<Asked, Problem> {
        let (_, family) = question::family(params)?;
        let name = params.one_of("show", &SHOWS.map(|(name, _)| name))?;
        let modulus = params.number("mod", MODULUS, 64)?;
        let show = match name {
            "f" => Show::F,
            "offset" => Show::Offset,
            "nim-sum" => Show::NimSum,
            _ if modulus < 2 => return Err(Problem::input("the modulus must be at least 2")),
            _ => Show::Mod(modulus as u32),
        };
        Ok(Asked {
            game: params.text("game").unwrap_or(DEFAULT_GAME).to_owned(),
            family,
            rows: cells(params, "rows", USUAL)?,
            cols: cells(params, "cols", USUAL)?,
            show,
            name,
            modulus,
            cell: match (params.text("a"), params.text("b")) {
                (Some(_), Some(_)) => Some((
                    params.number("a", 0, crate::api::MOST_CELLS)?,
                    params.number("b", 0, crate::api::MOST_CELLS)?,
                )),
                _ => None,
            },
        })
    }

    /// An address that asks for the same cells.
    fn address(&self, path: &str, show: &str) -> String {
        let (rows, cols, modulus) =
            (self.rows.to_string(), self.cols.to_string(), self.modulus.to_string());
        let modulus = if show == "mod" { modulus.as_str() } else { "" };
        let same = [("game", &*self.game), ("rows", &rows), ("cols", &cols), ("show", show)];
        address(path, &[&same[..], &[("mod", modulus)]].concat())
    }
}

/// `/table`
pub(crate) async fn show(State(app): State<Shared>, params: Params) -> Response {
    let answer = answer(&app, &params).await;
    answered("Table", Nav::Table, form(&params), answer)
}

fn form(params: &Params) -> Markup {
    let text = |name: &str, usual: u64| params.text(name).map_or(usual.to_string(), str::to_owned);
    let chosen = params.text("show").unwrap_or("f");
    html! {
        h1 { "Table" }
        p.lead { "f(a,b) is the one heap that makes [a, b, f(a,b)] a P-position. Point at a cell, or "
            "move with the arrow keys. A click or Enter chooses it, and the address keeps it." }
        form.panel.table action="/table" method="get" data-swap="#answer" {
            (family_field(params))
            label.field {
                "Show"
                select name="show" data-live {
                    @for (name, about) in SHOWS {
                        option value=(name) selected[name == chosen] { (about) }
                    }
                }
            }
            (number_field("mod", "Modulus m", &text("mod", MODULUS), 64))
            (number_field("rows", "Rows", &text("rows", USUAL), crate::api::MOST_CELLS))
            (number_field("cols", "Columns", &text("cols", USUAL), crate::api::MOST_CELLS))
            button.primary type="submit" { "Show" }
        }
        (script("table.js"))
    }
}

async fn answer(app: &Shared, params: &Params) -> Result<Markup, Problem> {
    let asked = Asked::read(params)?;
    app.pool
        .run(table_lane(asked.rows, asked.cols), move |limits| {
            let table = Table::new(asked.family, asked.rows, asked.cols, limits)?;
            let (_, key) = draw::cells(&table, asked.show)?;
            Ok(figure(&asked, &key))
        })
        .await
}

/// `/table.png`: one pixel a cell.
pub(crate) async fn image(State(app): State<Shared>, params: Params) -> Response {
    picture("image/png", draw_image(&app, &params).await)
}

async fn draw_image(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let asked = Asked::read(params)?;
    app.pool
        .run(table_lane(asked.rows, asked.cols), move |limits| {
            let table = Table::new(asked.family, asked.rows, asked.cols, limits)?;
            Ok(draw::cells(&table, asked.show)?.0.to_png())
        })
        .await
}

/// `/table.csv`: a line for each cell.
pub(crate) async fn csv(State(app): State<Shared>, params: Params) -> Response {
    picture("text/csv; charset=utf-8", write_csv(&app, &params).await)
}

async fn write_csv(app: &Shared, params: &Params) -> Result<Vec<u8>, Problem> {
    let asked = Asked::read(params)?;
    app.pool
        .run(table_lane(asked.rows, asked.cols), move |limits| {
            let table = Table::new(asked.family, asked.rows, asked.cols, limits)?;
            let mut text = String::from("a,b,f\n");
            for (a, row) in table.iter().enumerate() {
                for (b, f) in row.iter().enumerate() {
                    text += &format!("{a},{b},{f}\n");
                }
            }
            Ok(text.into_bytes())
        })
        .await
}

/// The width of the map in units of the drawing; the height follows from the cells.
const WIDTH: f64 = 640.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 30.0;

fn figure(asked: &Asked, key: &Key) -> Markup {
    let (rows, cols) = (asked.rows as f64, asked.cols as f64);
    // Square cells, unless the map would be too thin to see.
    let height = (WIDTH * rows / cols).clamp(120.0, 1400.0);
    let view = format!("0 0 {} {}", LEFT + WIDTH + 8.0, TOP + height + 8.0);
    let (across, down) = (WIDTH / cols, height / rows);
    let title = SHOWS.iter().find(|(name, _)| *name == asked.name).map_or("", |(_, about)| about);
    let ticks =
        |most: usize, length: f64| axis::ticks(0, most as i64 - 1, (length / 70.0) as usize + 1);
    html! {
        figure.map {
            svg #map viewBox=(view) role="application" tabindex="0"
                aria-label={ "Heat map of " (title) ". Arrow keys move, Enter opens the position in Solve." }
                aria-describedby="cell"
                data-cells=(asked.address("/api/v1/table", "f"))
                data-game=(asked.game) data-show=(asked.name) data-mod=(asked.modulus)
                data-rows=(asked.rows) data-cols=(asked.cols)
                data-a=[asked.cell.map(|(a, _)| a)] data-b=[asked.cell.map(|(_, b)| b)]
                data-left=(LEFT) data-top=(TOP) data-width=(WIDTH) data-height=(height) {
                // A window of the table, one unit a cell: zooming and panning change its view box.
                svg #window x=(LEFT) y=(TOP) width=(WIDTH) height=(height)
                    viewBox={ "0 0 " (asked.cols) " " (asked.rows) } preserveAspectRatio="none" {
                    image href=(asked.address("/table.png", asked.name)) width=(asked.cols)
                        height=(asked.rows) preserveAspectRatio="none" {}
                    rect #band-row.band width=(asked.cols) height="1" visibility="hidden" {}
                    rect #band-col.band width="1" height=(asked.rows) visibility="hidden" {}
                    rect #cursor.cursor width="1" height="1" visibility="hidden" {}
                }
                rect.frame x=(LEFT) y=(TOP) width=(WIDTH) height=(height) {}
                g #ticks {
                    @for tick in ticks(asked.cols, WIDTH) {
                        text.tick x=(LEFT + (tick as f64 + 0.5) * across) y=(TOP - 8.0)
                            text-anchor="middle" { (tick) }
                    }
                    @for tick in ticks(asked.rows, height) {
                        text.tick x=(LEFT - 7.0) y=(TOP + (tick as f64 + 0.5) * down + 4.5)
                            text-anchor="end" { (tick) }
                    }
                }
                text.axis x="6" y=(TOP - 8.0) { "a \\ b" }
            }
            figcaption {
                p.row.scripted.noprint role="group" aria-label="Zoom" {
                    button.small #zoom-in type="button" { "+ Zoom in" }
                    button.small #zoom-out type="button" { "− Zoom out" }
                    button.small #zoom-all type="button" { "All" }
                }
                output #cell aria-live="polite" { "Point at a cell." }
                p.row {
                    a.button.small #open hidden href="/solve" { "Solve it" }
                    a.button.small #play-it hidden href="/play" { "Play it" }
                    a.button.small #its-row hidden href="/rows" { "Its row" }
                }
                (legend(asked, key, title))
                p.row.links {
                    a href=(asked.address("/table.png", asked.name)) download { "PNG, one pixel a cell" }
                    a href=(asked.address("/table.csv", "f")) download { "CSV" }
                    a href=(asked.address("/api/v1/table", "f")) { "f as JSON" }
                    a href=(asked.address("/api/v1/table", "offset")) { "offsets as JSON" }
                }
            }
        }
    }
}

/// The colours, and the numbers they stand for.
fn legend(asked: &Asked, key: &Key, title: &str) -> Markup {
    let few = matches!(asked.show, Show::Mod(_)) && key.colors.len() <= 16;
    let steps = key.colors.len();
    html! {
        div.legend {
            span.name { (title) }
            @if few {
                ul.classes {
                    @for (class, color) in key.colors.iter().enumerate() {
                        li {
                            svg viewBox="0 0 10 10" width="18" height="18" aria-hidden="true" {
                                rect width="10" height="10" fill=(color.hex()) {}
                            }
                            (class)
                        }
                    }
                }
            } @else {
                div.ramp {
                    span { (axis::label(key.low)) }
                    svg viewBox={ "0 0 " (steps) " 10" } preserveAspectRatio="none" aria-hidden="true" {
                        @for (i, color) in key.colors.iter().enumerate() {
                            rect x=(i) width="1.5" height="10" fill=(color.hex()) {}
                        }
                    }
                    span { (axis::label(key.high)) }
                }
            }
        }
    }
}
