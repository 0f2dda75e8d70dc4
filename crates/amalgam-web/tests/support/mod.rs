//! A server in a thread, and a client that is simple enough to be trusted.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use amalgam_web::{ServeError, Server, Settings};

/// Settings under which nothing takes long, with time to spare on a busy machine.
pub fn quick() -> Settings {
    Settings {
        port: 0,
        time: Duration::from_secs(20),
        memory: 64 << 20,
        heavy_threads: 1,
        heavy_queue: 8,
        ..Settings::default()
    }
}

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Running {
    pub fn start(settings: &Settings) -> Running {
        let server = Server::bind(settings).expect("a free port");
        let address = server.address().expect("an address");
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            server.run_until(async move {
                let _ = stopped.await;
            })
        });
        Running { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Asks it to stop, without waiting.
    pub fn ask_to_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    /// Waits until it has stopped.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic").expect("a clean end");
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        Connection::open(self.address).get(path)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ask_to_stop();
        self.wait();
    }
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("UTF-8")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.bytes).expect("JSON")
    }
}

/// A connection that is kept open.
pub struct Connection {
    reader: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    pub fn open(address: SocketAddr) -> Connection {
        Connection::open_within(address, Duration::from_secs(60))
    }

    /// A connection on which no answer is waited for any longer.
    pub fn open_within(address: SocketAddr, time: Duration) -> Connection {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("nodelay");
        stream.set_read_timeout(Some(time)).expect("a timeout");
        Connection { reader: BufReader::new(stream), host: address.to_string() }
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.try_get(path).expect("an answer")
    }

    pub fn try_get(&mut self, path: &str) -> Option<Reply> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.try_send(head.as_bytes())
    }

    pub fn send(&mut self, request: &[u8]) -> Reply {
        self.try_send(request).expect("an answer")
    }

    /// Sends a request as it is; `None` if the connection was closed instead of an answer.
    pub fn try_send(&mut self, request: &[u8]) -> Option<Reply> {
        self.reader.get_mut().write_all(request).ok()?;
        self.read()
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.reader.get_mut().write_all(bytes).expect("written");
    }

    /// Reads lines up to this one.
    pub fn lines_until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.reader.read_line(&mut line).expect("a line"), 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
            if lines.last().is_some_and(|line| line == last) {
                return lines;
            }
        }
    }

    pub fn read(&mut self) -> Option<Reply> {
        let mut line = String::new();
        if self.reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            self.reader.read_line(&mut line).ok()?;
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':')?;
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let value = |wanted: &str| {
            headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        let mut bytes = Vec::new();
        if value("transfer-encoding") == Some("chunked") {
            while self.read_chunk(&mut bytes)? {}
        } else {
            let length =
                value("content-length").map_or(0, |value| value.parse().expect("a length"));
            bytes.resize(length, 0);
            self.reader.read_exact(&mut bytes).ok()?;
        }
        Some(Reply { status, headers, bytes })
    }

    /// Reads a piece of an answer whose length was not known when it began; false at its end.
    fn read_chunk(&mut self, bytes: &mut Vec<u8>) -> Option<bool> {
        let mut line = String::new();
        self.reader.read_line(&mut line).ok()?;
        let length = usize::from_str_radix(line.trim_end(), 16).expect("a length");
        let start = bytes.len();
        bytes.resize(start + length, 0);
        self.reader.read_exact(&mut bytes[start..]).ok()?;
        self.reader.read_line(&mut String::new()).ok()?;
        Some(length > 0)
    }
}

/// A path with parameters, escaped.
pub fn with(path: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    format!("{path}?{}", query.finish())
}

/// Asks the same on several threads at once, and gathers the replies.
pub fn at_once(address: SocketAddr, paths: Vec<String>) -> mpsc::Receiver<Reply> {
    let (sender, receiver) = mpsc::channel();
    for path in paths {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let _ = sender.send(Connection::open(address).get(&path));
        });
    }
    receiver
}
