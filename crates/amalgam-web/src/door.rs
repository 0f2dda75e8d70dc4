//! The door of a server that listens beyond the loopback address: a token in the link, and limits for each
//! client.
//!
//! Whoever opens the link gets a cookie and is sent to the page without the token, so that addresses can be
//! shown on a wall. Programs may send `Authorization: Bearer` instead. Everybody else gets 401. A client that
//! asks too much gets 429 until it has waited.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::Problem;
use crate::place::Place;

/// The name of the cookie.
const COOKIE: &str = "amalgam-token";

/// This many requests a client may send at once: a page with everything on it, for several people behind one
/// address.
const BURST: f64 = 200.0;

/// This many more each second.
const A_SECOND: f64 = 40.0;

/// Clients that are remembered; beyond it the memory starts afresh.
const MOST_CLIENTS: usize = 10_000;

/// Who gets in.
#[derive(Debug)]
pub(crate) struct Door {
    token: Option<String>,
    /// What each client may still ask, and when that was counted.
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// What happens to a request.
#[derive(Debug)]
pub(crate) enum Entry {
    /// It goes on.
    Free,
    /// It had the token: here is the cookie.
    Welcome(Box<Response>),
}

/// A new token: 128 bits that nobody can guess.
pub(crate) fn token() -> std::io::Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Door {
    pub(crate) fn new(token: Option<String>) -> Arc<Door> {
        Arc::new(Door { token, left: Mutex::default() })
    }

    /// Whether the server is for others too.
    pub(crate) fn is_open(&self) -> bool {
        self.token.is_some()
    }

    /// Looks for the token, and counts.
    pub(crate) fn check(&self, request: &Request) -> Result<Entry, Problem> {
        let Some(token) = &self.token else { return Ok(Entry::Free) };
        let peer = request.extensions().get::<Arc<Place>>().map(|place| place.peer());
        if !peer.is_none_or(|peer| self.count(peer, Instant::now())) {
            let message = "too many requests from this device: wait a second";
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, message));
        }
        let query = request.uri().query().unwrap_or("");
        let given = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "token");
        if given.is_some_and(|(_, given)| same(&given, token)) {
            return Ok(Entry::Welcome(Box::new(welcome(request, token))));
        }
        let cookies = request.headers().get_all(header::COOKIE).iter();
        let cookies =
            cookies.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
        let mut known = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        let cookie = known.any(|(name, value)| name == COOKIE && same(value, token));
        let bearer = request.headers().get(header::AUTHORIZATION);
        let bearer = bearer.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        match cookie || bearer.is_some_and(|given| same(given, token)) {
            true => Ok(Entry::Free),
            false => Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "this server is for a class, and needs the link with the token",
            )
            .suggest("open the link or the QR code that `amalgam serve` printed")),
        }
    }

    /// Whether a client may ask once more.
    fn count(&self, peer: IpAddr, now: Instant) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= MOST_CLIENTS && !left.contains_key(&peer) {
            left.clear();
        }
        let (rest, since) = left.entry(peer).or_insert((BURST, now));
        let waited = now.saturating_duration_since(*since).as_secs_f64();
        *rest = (*rest + waited * A_SECOND).min(BURST);
        *since = now;
        let may = *rest >= 1.0;
        *rest -= if may { 1.0 } else { 0.0 };
        may
    }
}

/// The same page without the token, and a cookie for a day.
fn welcome(request: &Request, token: &str) -> Response {
    let query = request.uri().query().unwrap_or("");
    let mut rest = form_urlencoded::Serializer::new(String::new());
    let others = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "token");
    rest.extend_pairs(others);
    let rest = rest.finish();
    // Never to another host: a path that begins with two slashes would name one.
    let path = format!("/{}", request.uri().path().trim_start_matches(['/', '\\']));
    let to = if rest.is_empty() { path } else { format!("{path}?{rest}") };
    let mut response = Redirect::to(&to).into_response();
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Compares all bytes, so that the time does not tell how many were right.
fn same(given: &str, token: &str) -> bool {
    let differ = given.bytes().zip(token.bytes()).fold(0, |differ, (x, y)| differ | (x ^ y));
    given.len() == token.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let [x, y] = [token().unwrap(), token().unwrap()];
        assert!(x.len() == 32 && x != y);
        assert!(same(&x, &x) && !same(&x, &y) && !same(&x[..31], &x) && !same("", &x));
    }

    #[test]
    fn a_client_that_asks_too_much_has_to_wait_and_others_do_not() {
        let door = Door::new(Some("t".to_owned()));
        let [one, other] = [IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2])];
        let now = Instant::now();
        let got = (0..1000).filter(|_| door.count(one, now)).count();
        assert_eq!(got, BURST as usize);
        assert!(door.count(other, now));
        assert!(!door.count(one, now) && door.count(one, now + Duration::from_secs(1)));
    }
}
