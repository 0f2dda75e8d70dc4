//! Listening, serving, and stopping.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use thiserror::Error;

use crate::api::Jobs;
use crate::place::{Place, Places};
use crate::{Settings, app, door};

/// How many connections are served at once.
const MOST_CONNECTIONS: usize = 512;

/// How many of them may come from one other machine.
const MOST_OF_A_PEER: usize = 64;

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 32 << 10;

/// Why the server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("port {0} is in use, perhaps by another amalgam server")]
    PortInUse(u16),
    /// The user may not listen there.
    #[error("you are not allowed to use port {0}")]
    PortForbidden(u16),
    /// This machine does not have that address.
    #[error("this computer has no address {0}")]
    NoSuchAddress(IpAddr),
    /// Something else.
    #[error("the server could not be started: {0}")]
    Io(#[from] io::Error),
}

/// Why a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By SIGTERM.
    Asked,
    /// By Ctrl-C.
    Interrupted,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    router: Router,
    jobs: Arc<Jobs>,
    /// What everybody has to know; `None` on the loopback address.
    token: Option<String>,
    /// How long the server waits for a peer.
    wait: Duration,
    /// How long requests may go on after the server was told to stop.
    grace: Duration,
}

impl Server {
    /// Starts to listen, on 127.0.0.1 unless the settings name another address.
    ///
    /// # Errors
    /// If the port is in use or not allowed, or the address is none of this machine.
    pub fn bind(settings: &Settings) -> Result<Server, ServeError> {
        let listener = TcpListener::bind((settings.listen, settings.port)).map_err(|error| {
            match error.kind() {
                io::ErrorKind::AddrInUse => ServeError::PortInUse(settings.port),
                io::ErrorKind::PermissionDenied => ServeError::PortForbidden(settings.port),
                io::ErrorKind::AddrNotAvailable => ServeError::NoSuchAddress(settings.listen),
                _ => ServeError::Io(error),
            }
        })?;
        listener.set_nonblocking(true)?;
        let token = match settings.listen.is_loopback() {
            true => None,
            false => Some(door::token()?),
        };
        let jobs = Jobs::start(settings)?;
        let router = app::router(settings, &jobs, token.clone())?;
        // Time to finish a computation and send its answer. A computation looks at the clock only now
        // and then; on a busy machine one second more than its time limit is not always enough.
        let grace = settings.time + Duration::from_secs(5);
        Ok(Server { listener, router, jobs, token, wait: settings.wait, grace })
    }

    /// The link for others, with the token in it; `None` on the loopback address.
    ///
    /// # Errors
    /// If the operating system does not say where the server listens.
    pub fn link(&self) -> io::Result<Option<String>> {
        let Some(token) = &self.token else { return Ok(None) };
        let mut address = self.address()?;
        if address.ip().is_unspecified() {
            address.set_ip(outward().unwrap_or(address.ip()));
        }
        Ok(Some(format!("http://{address}/?token={token}")))
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the operating system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until SIGTERM or Ctrl-C, then lets the current requests finish. Calls `ready` once, as
    /// soon as it reacts to both signals.
    ///
    /// # Errors
    /// If connections cannot be served at all.
    pub fn run(self, ready: impl FnOnce()) -> Result<Ended, ServeError> {
        self.run_until(asked_to_stop(ready))
    }

    /// Serves until `stop` is ready, then lets the current requests finish.
    ///
    /// # Errors
    /// If connections cannot be served at all.
    pub fn run_until<T>(self, stop: impl Future<Output = T>) -> Result<T, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("amalgam-web")
            .enable_all()
            .build()?;
        let ended = runtime.block_on(self.accept(stop))?;
        // Threads that still compute end with the process.
        runtime.shutdown_background();
        Ok(ended)
    }

    async fn accept<T>(self, stop: impl Future<Output = T>) -> Result<T, ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = TowerToHyperService::new(self.router);
        let places = Arc::new(Places::new(MOST_CONNECTIONS, MOST_OF_A_PEER));
        let graceful = GracefulShutdown::new();
        let mut stop = pin!(stop);
        let ended = loop {
            let (stream, place) = tokio::select! {
                biased;
                ended = &mut stop => break ended,
                accepted = accept(&listener, &places) => accepted,
            };
            let _ = stream.set_nodelay(true);
            let (router, its_place) = (router.clone(), Arc::clone(&place));
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Arc::clone(&its_place));
                router.call(request)
            });
            let connection = http1::Builder::new()
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            let (places, wait) = (Arc::clone(&places), self.wait);
            tokio::spawn(async move {
                tokio::select! {
                    // If a connection breaks, there is nobody left to tell.
                    _ = connection => {}
                    () = place.lost(wait) => {}
                }
                places.leave(&place);
            });
        };
        drop(listener);
        self.jobs.end();
        let _ = tokio::time::timeout(self.grace, graceful.shutdown()).await;
        Ok(ended)
    }
}

/// The address under which others see this machine. Nothing is sent: a connected socket knows its own address.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// The next connection, and its place.
async fn accept(
    listener: &tokio::net::TcpListener,
    places: &Places,
) -> (tokio::net::TcpStream, Arc<Place>) {
    let (stream, peer) = loop {
        match listener.accept().await {
            Ok(accepted) => break accepted,
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(_) => {
                // For example, no file handle is left.
                let pause = if places.free_one() { 1 } else { 50 };
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
        }
    };
    loop {
        match places.take(peer.ip()) {
            Some(place) => return (stream, place),
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

#[cfg(unix)]
async fn asked_to_stop(ready: impl FnOnce()) -> Ended {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    ready();
    let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
        // Without handlers both signals end the process, as usual.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => Ended::Asked,
        _ = interrupt.recv() => Ended::Interrupted,
    }
}

#[cfg(not(unix))]
async fn asked_to_stop(ready: impl FnOnce()) -> Ended {
    ready();
    let _ = tokio::signal::ctrl_c().await;
    Ended::Interrupted
}
