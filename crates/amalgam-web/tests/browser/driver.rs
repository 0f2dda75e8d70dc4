//! The server, the driver and the browser, all of them gone when a test is over, also if it fails.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use amalgam_web::{Server, Settings};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

/// If this variable is `required`, a browser that is missing is a failure; if it is `later`, these
/// tests are left for another run. Otherwise they run where there is a browser.
const WISH: &str = "AMALGAM_BROWSER";

/// No test takes longer, or something hangs.
const LONGEST: Duration = Duration::from_secs(420);

/// One browser at a time: they are heavy, and machines are small.
static TURN: Mutex<()> = Mutex::new(());

/// The switches that keep the browser silent and small.
const SWITCHES: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--window-size=1280,900",
];

/// What a test needs.
pub struct Stage {
    /// Where the pages are, without a slash at the end.
    pub base: String,
    driver: String,
    profiles: PathBuf,
}

/// Runs a test in a browser; where there is none, says so.
pub fn in_browser<F, R>(test: F)
where
    F: FnOnce(Stage) -> R,
    R: Future<Output = ()>,
{
    let Some(driver) = installed() else { return };
    let _turn: MutexGuard<'_, ()> = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // Dropped in the opposite order: browser, then files, then server.
    let (base, _server) = serve();
    let profiles = tempfile::tempdir().unwrap();
    let driver = Driver::start(driver);
    let stage =
        Stage { base, driver: driver.address.clone(), profiles: profiles.path().to_owned() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let done = tokio::time::timeout(LONGEST, test(stage)).await;
        assert!(done.is_ok(), "the test took longer than {LONGEST:?}");
    });
}

impl Stage {
    /// A browser that knows nothing yet.
    pub async fn fresh(&self, name: &str) -> Client {
        let profile = self.profiles.join(name);
        fs::create_dir_all(&profile).unwrap();
        let mut switches: Vec<String> = SWITCHES.iter().map(|&switch| switch.to_owned()).collect();
        switches.push(format!("--user-data-dir={}", profile.display()));
        let capabilities = json!({
            "goog:chromeOptions": { "args": switches },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().unwrap().clone());
        builder.connect(&self.driver).await.expect("the browser starts")
    }
}

/// The driver, if it and the browser can be started.
fn installed() -> Option<&'static str> {
    static SAY: Once = Once::new();
    let wish = std::env::var(WISH).unwrap_or_default();
    if wish == "later" {
        return None;
    }
    let works = |program: &&str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let driver = ["chromedriver", "/usr/lib/chromium/chromedriver"].into_iter().find(works);
    let browser = ["chromium", "google-chrome"].into_iter().find(works);
    if driver.is_some() && browser.is_some() {
        return driver;
    }
    let what = "chromium and chromium-driver are not both installed";
    assert!(wish != "required", "{what}, and {WISH} asks for them");
    // Not through `eprintln`, which is swallowed where tests succeed.
    SAY.call_once(|| {
        let text = format!("\nbrowser tests are SKIPPED: {what}; `cargo xtask ci` installs them\n");
        let _ = std::io::stderr().write_all(text.as_bytes());
    });
    None
}

/// Stops the server when it is dropped.
struct Serving {
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

fn serve() -> (String, Serving) {
    // Plenty for what is played here, on a busy machine too, and soon over for what is too large.
    let time = Duration::from_secs(4);
    let settings = Settings { port: 0, time, ..Settings::default() };
    let server = Server::bind(&settings).expect("a free port");
    let base = format!("http://{}", server.address().expect("an address"));
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let _ = server.run_until(stopped);
    });
    (base, Serving { stop: Some(stop), thread: Some(thread) })
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The driver's process.
struct Driver {
    process: Child,
    address: String,
}

impl Driver {
    fn start(program: &str) -> Driver {
        let mut process = Command::new(program)
            .args(["--port=0", "--allowed-ips=127.0.0.1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        // It takes a free port and says which.
        let mut lines = output.lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let mut driver = Driver { process, address: String::new() };
        let port = port.expect("the driver tells its port");
        driver.address = format!("http://127.0.0.1:{port}");
        // Its output must be read to the end, or it would block.
        std::thread::spawn(move || lines.for_each(drop));
        driver
    }
}

impl Drop for Driver {
    /// Ends the driver and every browser it has started, each by its own id.
    fn drop(&mut self) {
        let family = descendants(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
        for id in family {
            let mut kill = Command::new("kill");
            kill.args(["-KILL", &id.to_string()]).stderr(Stdio::null());
            let _ = kill.status();
        }
    }
}

/// All processes that descend from this one, as Linux tells it.
fn descendants(of: u32) -> Vec<u32> {
    let mut parents: Vec<(u32, u32)> = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // "id (name) state parent …", and a name may contain anything.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        if let Some(parent) = rest.split(' ').nth(1).and_then(|parent| parent.parse().ok()) {
            parents.push((id, parent));
        }
    }
    let mut family = vec![of];
    let mut at = 0;
    while at < family.len() {
        let parent = family[at];
        family.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id));
        at += 1;
    }
    family.split_off(1)
}
