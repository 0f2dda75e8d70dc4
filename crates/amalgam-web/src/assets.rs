//! Style and scripts, embedded in the program.
//!
//! The address of an asset contains a mark of its content (`/assets/style.css?v=…`), so browsers may
//! keep it for ever and never show an old version. Without the mark the browser checks its entity tag
//! each time.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::Problem;
use crate::layout::problem_page;

/// All files of the folder.
#[derive(Embed)]
#[folder = "assets/"]
struct Assets;

/// Changes whenever the content does.
fn mark(asset: &EmbeddedFile) -> String {
    asset.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The address of an asset, with the mark of its content.
pub(crate) fn url(name: &str) -> String {
    let mark = Assets::get(name).as_ref().map(mark).unwrap_or_default();
    format!("/assets/{name}?v={mark}")
}

/// `/assets/{name}`
pub(crate) async fn serve(Path(name): Path<String>, uri: Uri, request: HeaderMap) -> Response {
    let Some(asset) = Assets::get(&name) else {
        return problem_page(&Problem::not_found());
    };
    let mark = mark(&asset);
    let tag = format!("\"{mark}\"");
    let marked = uri.query().and_then(|query| query.strip_prefix("v=")) == Some(&mark);
    let keep = if marked { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CACHE_CONTROL, keep.to_owned()), (header::ETAG, tag.clone())];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|tags| tags == "*" || tags.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = format!("{}; charset=utf-8", asset.metadata.mimetype());
    (headers, [(header::CONTENT_TYPE, kind)], asset.data).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn text(name: &str) -> String {
        String::from_utf8(Assets::get(name).unwrap().data.into_owned()).unwrap()
    }

    #[test]
    fn nothing_in_the_assets_points_elsewhere() {
        for name in Assets::iter().filter(|name| !name.ends_with(".woff2")) {
            let text = text(&name);
            // The name of SVG is no address, and neither is a comment, which begins with a space.
            let text = text.replace("http://www.w3.org/2000/svg", "");
            let address = text.split("//").skip(1).find(|rest| !rest.starts_with([' ', '\n']));
            assert_eq!(address, None, "{name}");
            assert!(!text.contains("eval("), "{name}");
        }
    }

    #[test]
    fn marks_differ() {
        let marks: BTreeSet<String> = Assets::iter().map(|name| url(&name)).collect();
        let marks: BTreeSet<&str> =
            marks.iter().map(|url| url.split("?v=").nth(1).unwrap()).collect();
        assert_eq!(marks.len(), Assets::iter().count());
        assert!(marks.iter().all(|mark| mark.len() == 16));
    }

    /// `--name: light-dark(#rrggbb, #rrggbb);` of the style sheet.
    fn colors(name: &str) -> [u32; 2] {
        let text = text("style.css");
        let start = format!("--{name}: light-dark(");
        let (_, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no colour {name}"));
        let (pair, _) = rest.split_once(')').unwrap();
        let (light, dark) = pair.split_once(',').unwrap();
        [light, dark].map(|c| u32::from_str_radix(c.trim().trim_start_matches('#'), 16).unwrap())
    }

    /// Relative luminance, as WCAG 2 defines it.
    fn luminance(color: u32) -> f64 {
        let channel = |shift: u32| {
            let c = f64::from(color >> shift & 255) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    #[test]
    fn words_can_be_read_on_their_grounds() {
        let mut pairs = Vec::new();
        for words in ["ink", "soft", "link", "you", "opp", "win", "lose", "warn"] {
            pairs.extend(["bg", "card", "sunk"].map(|ground| (words, ground.to_owned())));
        }
        for tinted in ["you", "opp", "win", "lose", "warn"] {
            pairs.push((tinted, format!("{tinted}-bg")));
            pairs.extend(["ink", "soft"].map(|words| (words, format!("{tinted}-bg"))));
        }
        for (words, ground) in pairs {
            for (words_color, ground_color) in colors(words).into_iter().zip(colors(&ground)) {
                let (a, b) = (luminance(words_color), luminance(ground_color));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 4.5, "{words} on {ground}: {contrast:.2}");
            }
        }
    }
}
