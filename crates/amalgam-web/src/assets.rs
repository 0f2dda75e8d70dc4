//! Style and scripts, embedded in the program.
//!
//! An asset is addressed with a mark of its content (`/assets/style.css?v=…`), so that browsers may
//! keep it for ever and still never show an old one. Without the mark it is checked by its entity
//! tag each time.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::Problem;
use crate::layout::problem_page;

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../assets/", $name)) }
    };
}

const ASSETS: [Asset; 6] = [
    asset!("style.css", CSS),
    asset!("theme.js", JAVASCRIPT),
    asset!("swap.js", JAVASCRIPT),
    asset!("table.js", JAVASCRIPT),
    asset!("play.js", JAVASCRIPT),
    asset!("icon.svg", "image/svg+xml"),
];

fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

impl Asset {
    /// Changes whenever the content does.
    fn mark(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}

/// The address of an asset, with the mark of its content.
pub(crate) fn url(name: &str) -> String {
    let mark = find(name).map(Asset::mark).unwrap_or_default();
    format!("/assets/{name}?v={mark}")
}

/// `/assets/{name}`
pub(crate) async fn serve(Path(name): Path<String>, uri: Uri, request: HeaderMap) -> Response {
    let Some(asset) = find(&name) else {
        return problem_page(&Problem::not_found());
    };
    let mark = asset.mark();
    let tag = format!("\"{mark}\"");
    let marked = uri.query().and_then(|query| query.strip_prefix("v=")) == Some(&mark);
    let keep = if marked { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CACHE_CONTROL, keep.to_owned()), (header::ETAG, tag.clone())];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|tags| tags == "*" || tags.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, asset.kind)], asset.bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_assets_points_elsewhere() {
        for asset in &ASSETS {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!elsewhere.contains("//") || !elsewhere.contains("://"), "{}", asset.name);
            assert!(!text.contains("eval("), "{}", asset.name);
        }
    }

    #[test]
    fn marks_differ() {
        let mut marks: Vec<String> = ASSETS.iter().map(Asset::mark).collect();
        marks.sort();
        marks.dedup();
        assert_eq!(marks.len(), ASSETS.len());
    }
}
