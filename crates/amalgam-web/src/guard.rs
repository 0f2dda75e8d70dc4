//! Who may ask, and the headers that every answer carries.
//!
//! A server on the loopback address is still within reach of every web page that the browser has
//! open. Two checks keep those out. The `Host` must be a name of this machine: a page that has its
//! own name point to 127.0.0.1 (DNS rebinding) is refused. And a page of another site may link
//! here, but it may not load parts of ours or send forms.

use axum::extract::Request;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::Problem;
use crate::app::tell;

/// Everything comes from here, nothing is inline, nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// Not "no-referrer": with that, browsers hide the origin of our own forms from us too.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses strangers, and puts the headers on every answer.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => tell(request.uri(), &problem),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What is computed is the same tomorrow, but a new version may say it better.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    // Of two names somebody between the browser and here may have checked the other one.
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err(Problem::input("a request has one Host header, and this one has more"));
    }
    let host = headers.get(header::HOST).map_or("", |host| host.to_str().unwrap_or(""));
    let named = request.uri().authority().is_none_or(|named| is_here(named.as_str()));
    if !is_here(host) || !named {
        return Err(Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only to names of this machine",
        )
        .suggest("use http://localhost or http://127.0.0.1 with the same port"));
    }
    if is_foreign(request.method(), headers) {
        let message = "a page of another site may link here, and nothing more";
        return Err(Problem::new(StatusCode::FORBIDDEN, message));
    }
    Ok(())
}

/// Whether a page of another site asks for more than to be left for this one.
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
