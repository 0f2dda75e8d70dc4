//! Large answers are sent compressed to whoever can read them.
//!
//! A table of a million cells is five megabytes of JSON, and less than half of that as gzip. Small answers
//! and pictures that are compressed already go as they are.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Below this many bytes compressing is not worth the headers.
const LEAST: usize = 1024;

/// No answer is larger: the API bounds its tables.
const MOST: usize = 64 << 20;

/// Compresses what the answer carries.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let accepted = accepts_gzip(request.headers());
    let response = next.run(request).await;
    if !accepted || !is_text(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if bytes.len() < LEAST {
        return Response::from_parts(parts, Body::from(bytes));
    }
    // Megabytes take a tenth of a second, which a thread that serves connections must not.
    let squeezed = tokio::task::spawn_blocking(move || gzip(&bytes));
    let Ok(Some(squeezed)) = squeezed.await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(squeezed))
}

/// Whether whoever asks can read gzip.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.unwrap_or("").split(',').any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| matches!(name, "gzip" | "*"));
        // A weight of 0 is a refusal.
        named && words.all(|weight| !matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or("");
    !headers.contains_key(header::CONTENT_ENCODING)
        && ["text/", "application/json", "image/svg+xml"].iter().any(|of| kind.starts_with(of))
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_read_gzip() {
        let asks = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
            accepts_gzip(&headers)
        };
        for yes in ["gzip", "br, gzip;q=0.8", "*", "deflate,gzip ; q=1"] {
            assert!(asks(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "identity", "gzipped", "gzip; q=0.0"] {
            assert!(!asks(no), "{no}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
