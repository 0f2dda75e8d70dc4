//! Who may stay connected: there is a bounded number of places, and slow peers lose theirs.
//!
//! At any time either the server works for a connection, or it waits for the peer: for a whole request,
//! or for the peer to read the answer and ask again. The wait is counted from the last answer (at first
//! from the start of the connection) to the last byte of the next request; single bytes do not restart
//! it. It has a limit. If all places are taken, the connection that the server has waited for the longest
//! is closed for the new one. So every new client is answered, even if many others are slow on purpose.
//!
//! All loopback addresses are this machine, and any program on it may use any of them, so a limit for
//! each of them would help nobody. Other peers have a limit each.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::Notify;

use crate::Problem;
use crate::app::tell;

/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 64 << 10;

/// Reads the whole request, and keeps the place while the server works on it.
pub(crate) async fn keep(
    Extension(place): Extension<Arc<Place>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let known_length = body.size_hint().lower();
    let body = match known_length > LONGEST_BODY as u64 {
        true => None,
        false => to_bytes(body, LONGEST_BODY).await.ok(),
    };
    let Some(body) = body else {
        let message = format!("the body of a request may have at most {LONGEST_BODY} bytes");
        return tell(&parts.uri, &Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    };
    // A peer that sends many requests at once gets one answer per turn.
    tokio::task::yield_now().await;
    place.works();
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    place.waits();
    response
}

/// All places.
#[derive(Debug)]
pub(crate) struct Places {
    most: usize,
    most_of_a_peer: usize,
    taken: Mutex<Vec<Arc<Place>>>,
}

/// The place of one connection.
#[derive(Debug)]
pub(crate) struct Place {
    peer: IpAddr,
    /// Since when the server waits for the peer; `None` while it works for it.
    waiting: Mutex<Option<Instant>>,
    makes_way: Notify,
}

impl Places {
    pub(crate) fn new(most: usize, most_of_a_peer: usize) -> Places {
        Places { most, most_of_a_peer, taken: Mutex::default() }
    }

    /// A place for a new connection, if necessary that of another one; `None` while the server works for
    /// all of them.
    pub(crate) fn take(&self, peer: IpAddr) -> Option<Arc<Place>> {
        let mut taken = lock(&self.taken);
        let own = |place: &Place| place.peer == peer;
        let its_share = || taken.iter().filter(|place| own(place)).count() >= self.most_of_a_peer;
        if !peer.is_loopback() && its_share() {
            // One of its own, even if the server works for it: nobody else has to wait for this peer.
            let now = Instant::now();
            make_way(&mut taken, |place| own(place).then(|| place.waiting().unwrap_or(now)));
        } else if taken.len() >= self.most && !make_way(&mut taken, Place::waiting) {
            return None;
        }
        let waiting = Mutex::new(Some(Instant::now()));
        let place = Arc::new(Place { peer, waiting, makes_way: Notify::new() });
        taken.push(Arc::clone(&place));
        Some(place)
    }

    /// Closes the connection that the server has waited for the longest; `false` if there is none.
    pub(crate) fn free_one(&self) -> bool {
        make_way(&mut lock(&self.taken), Place::waiting)
    }

    /// Gives a place back, if it is still taken.
    pub(crate) fn leave(&self, place: &Arc<Place>) {
        lock(&self.taken).retain(|other| !Arc::ptr_eq(other, place));
    }
}

/// Closes the connection with the earliest of these times; `false` if none has one.
fn make_way(taken: &mut Vec<Arc<Place>>, since: impl Fn(&Place) -> Option<Instant>) -> bool {
    let times = taken.iter().enumerate();
    let first = times.filter_map(|(i, place)| Some((since(place)?, i))).min();
    if let Some((_, i)) = first {
        taken.swap_remove(i).makes_way.notify_one();
    }
    first.is_some()
}

impl Place {
    /// The server works for this connection.
    pub(crate) fn works(&self) {
        self.wait_since(None);
    }

    /// The server waits for this connection again.
    pub(crate) fn waits(&self) {
        self.wait_since(Some(Instant::now()));
    }

    /// Who is connected.
    pub(crate) fn peer(&self) -> IpAddr {
        self.peer
    }

    fn waiting(&self) -> Option<Instant> {
        *lock(&self.waiting)
    }

    fn wait_since(&self, time: Option<Instant>) {
        *lock(&self.waiting) = time;
    }

    /// Ends when the place is lost: to another connection, or because the peer was too slow.
    pub(crate) async fn lost(&self, bound: Duration) {
        let too_slow = async {
            // While the server works, the wait has not begun.
            loop {
                let end = self.waiting().unwrap_or_else(Instant::now) + bound;
                if end <= Instant::now() {
                    return;
                }
                tokio::time::sleep_until(end.into()).await;
            }
        };
        tokio::select! {
            () = self.makes_way.notified() => {}
            () = too_slow => {}
        }
    }
}

/// Nothing panics while it holds one of these locks, so a poisoned lock guards valid data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn taken(places: &Places) -> Vec<Arc<Place>> {
        lock(&places.taken).clone()
    }

    fn is_among(place: &Arc<Place>, places: &Places) -> bool {
        taken(places).iter().any(|other| Arc::ptr_eq(place, other))
    }

    #[test]
    fn who_was_waited_for_the_longest_makes_way() {
        let places = Places::new(3, 1);
        let [a, b, c] = [(); 3].map(|()| places.take(HERE).expect("a free place"));
        // The first one has asked something, the second has had an answer since.
        a.wait_since(None);
        b.wait_since(Some(Instant::now() + Duration::from_secs(1)));
        let d = places.take(HERE).expect("the place of the third");
        assert!(!is_among(&c, &places));
        assert!([&a, &b, &d].iter().all(|place| is_among(place, &places)));
        for place in [&b, &d] {
            place.wait_since(None);
        }
        assert!(places.take(HERE).is_none(), "all are worked for");
        places.leave(&b);
        assert!(places.take(HERE).is_some());
        assert_eq!(taken(&places).len(), 3);
    }

    #[test]
    fn a_peer_elsewhere_has_its_share_and_takes_nobody_elses_place() {
        let places = Places::new(4, 2);
        let far = IpAddr::from([192, 0, 2, 1]);
        let here = places.take(HERE).expect("a free place");
        let first = places.take(far).expect("a free place");
        let second = places.take(far).expect("a free place");
        let third = places.take(far).expect("the place of its first");
        assert!(!is_among(&first, &places) && is_among(&here, &places));
        for place in [&second, &third] {
            place.wait_since(None);
        }
        places.take(far).expect("its own, though they are worked for");
        assert_eq!(taken(&places).len(), 3);
        assert!(is_among(&here, &places));
    }
}
