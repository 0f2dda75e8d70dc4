//! Who may ask, and the headers that every answer carries.
//!
//! Every web page in the browser can reach a server on the loopback address. Two checks keep them
//! out. The `Host` must be a name of this machine, so a page whose own name points to 127.0.0.1 (DNS
//! rebinding) is refused. And a page of another site may link to this server, but it may not load
//! anything from it or send forms.
//!
//! A server for a class answers under any name, because it cannot know its names. There the [`Door`] asks for
//! the token instead, and a page of another site does not have it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::set_header::response::SetMultipleResponseHeadersLayer;

use crate::Problem;
use crate::app::tell;
use crate::door::{Door, Entry};

/// Everything comes from here, nothing is inline, nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// Not "no-referrer": then browsers would hide the origin of our own forms too.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // The answer does not change, but a new version may show it better.
    (header::CACHE_CONTROL, "no-cache"),
];

/// Adds the headers to every answer. A handler may set `Cache-Control` itself.
pub(crate) fn headers() -> SetMultipleResponseHeadersLayer<Response> {
    let header = |(name, value)| (name, HeaderValue::from_static(value)).into();
    SetMultipleResponseHeadersLayer::if_not_present(HEADERS.map(header).to_vec())
}

/// Refuses requests of other sites, and those without the token if there is one.
pub(crate) async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    match check(&request, door.is_open()).and_then(|()| door.check(&request)) {
        Ok(Entry::Free) => next.run(request).await,
        Ok(Entry::Welcome(response)) => *response,
        Err(problem) => tell(request.uri(), &problem),
    }
}

fn check(request: &Request, any_name: bool) -> Result<(), Problem> {
    let headers = request.headers();
    // With two names, a proxy may have checked the other one.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(Problem::input("a request must have exactly one Host header"));
    }
    let host = headers.get(header::HOST).map_or("", |host| host.to_str().unwrap_or(""));
    let named = request.uri().authority().is_none_or(|named| is_here(named.as_str()));
    if !any_name && (!is_here(host) || !named) {
        return Err(Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only under the names of this computer",
        )
        .suggest("use http://localhost or http://127.0.0.1 with the same port"));
    }
    if is_foreign(request.method(), headers) {
        let message =
            "a page of another site may link to this server, but may not load anything from it";
        return Err(Problem::new(StatusCode::FORBIDDEN, message));
    }
    Ok(())
}

/// Whether a page of another site asks for more than a link to here.
fn is_foreign(method: &Method, headers: &HeaderMap) -> bool {
    let is = |name: &'static str, value: &str| {
        headers.get(name).is_some_and(|found| found.as_bytes() == value.as_bytes())
    };
    let link = is("sec-fetch-mode", "navigate") && method == Method::GET;
    let fetched = is("sec-fetch-site", "cross-site") || is("sec-fetch-site", "same-site");
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    // Without the scheme an origin is a host with its port.
    let stranger = origin.is_some_and(|origin| {
        origin.strip_prefix("http://").is_none_or(|host| {
            headers.get(header::HOST).is_none_or(|here| here.as_bytes() != host.as_bytes())
        })
    });
    (fetched && !link) || stranger
}

/// Whether a host, with or without a port, is a name of this machine.
fn is_here(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        Some(_) if host == "[::1]" => host,
        Some(_) => return false,
        None => host,
    };
    matches!(name, "127.0.0.1" | "[::1]") || name.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "LocalHost:1", "127.0.0.1:8417", "[::1]:9", "[::1]"] {
            assert!(is_here(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org:80",
            "127.0.0.1:",
            "evil@127.0.0.1",
            "localhost:80:80",
            "127.0.0.2",
            "::1",
            "[::1",
            "localhost:x",
        ] {
            assert!(!is_here(host), "{host}");
        }
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn other_sites_may_link_and_nothing_more() {
        type Pairs = &'static [(&'static str, &'static str)];
        let cases: [(Pairs, Method, bool); 7] = [
            (&[], Method::GET, false),
            (&[("sec-fetch-site", "none")], Method::GET, false),
            (&[("sec-fetch-site", "same-origin")], Method::POST, false),
            (
                &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
                Method::GET,
                false,
            ),
            (&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")], Method::GET, true),
            (&[("host", "localhost:1"), ("origin", "http://localhost:1")], Method::POST, false),
            (&[("host", "localhost:1"), ("origin", "http://localhost:2")], Method::POST, true),
        ];
        for (pairs, method, foreign) in cases {
            assert_eq!(is_foreign(&method, &headers(pairs)), foreign, "{pairs:?}");
        }
    }
}
