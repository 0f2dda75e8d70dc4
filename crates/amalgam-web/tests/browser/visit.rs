//! A visitor who looks at pages, clicks and types.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use hyper::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

/// So long a page may take to become what is expected of it, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(30);

/// A browser with a page.
pub struct Visit {
    pub client: Client,
    base: String,
}

impl Visit {
    pub fn new(client: Client, base: &str) -> Visit {
        Visit { client, base: base.to_owned() }
    }

    pub async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.base)).await.expect("the page opens");
    }

    /// The path of the address with what follows it.
    pub async fn path(&self) -> String {
        let url = self.client.current_url().await.unwrap();
        url.as_str().strip_prefix(&self.base).expect("still on our pages").to_owned()
    }

    /// What a script says, such as `document.title`.
    pub async fn ask(&self, script: &str) -> Value {
        self.client.execute(&format!("return {script};"), vec![]).await.expect(script)
    }

    pub async fn number(&self, script: &str) -> u64 {
        self.ask(script).await.as_u64().unwrap_or_else(|| panic!("{script} is no number"))
    }

    /// Waits until a condition holds.
    pub async fn until(&self, script: &str) {
        let end = Instant::now() + PATIENCE;
        // While a page is being left there is nothing to ask.
        while self.client.execute(&format!("return Boolean({script});"), vec![]).await.ok()
            != Some(json!(true))
        {
            if Instant::now() > end {
                let page = self.ask("document.body.innerText").await;
                panic!("in vain for {script}\n{}", page.as_str().unwrap_or(""));
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until the address says so; there are pages that no script can be asked about.
    pub async fn arrive(&self, path: &str) {
        let end = Instant::now() + PATIENCE;
        while self.path().await != path {
            assert!(Instant::now() < end, "in vain for {path}");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// An element, once it is there: what was clicked may still be leading to its page.
    async fn find(&self, selector: &str) -> Element {
        let patient = self.client.wait().at_most(PATIENCE);
        patient.for_element(Locator::Css(selector)).await.expect(selector)
    }

    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap()
    }

    /// What stands in an element, also where it is folded away.
    pub async fn content(&self, selector: &str) -> String {
        let text = self.ask(&format!("document.querySelector('{selector}').textContent")).await;
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    pub async fn click(&self, selector: &str) {
        self.find(selector).await.click().await.expect(selector);
    }

    /// Presses keys, wherever the focus is.
    pub async fn press(&self, keys: &str) {
        let active = self.client.active_element().await.expect("something has the focus");
        active.send_keys(keys).await.expect("keys");
    }

    /// How many moves have been made, as the list of moves shows it.
    pub async fn plies(&self) -> u64 {
        self.number("document.querySelectorAll('.made li:not(.undone)').length").await.max(1) - 1
    }

    /// Waits until it is one's turn or the game is over, with this many moves made at least.
    pub async fn settled(&self, plies: u64) {
        self.until(&format!(
            "(document.querySelectorAll('.made li:not(.undone)').length > {plies} || {plies} === 0) \
             && (document.querySelector('#status.over') || !document.querySelector('.waiting')) \
             && !document.querySelector('#play[aria-busy]')"
        ))
        .await;
    }

    /// The heaps on the board.
    pub async fn heaps(&self) -> Vec<u64> {
        let text = self
            .ask("[...document.querySelectorAll('.heap .number')].map(n => Number(n.textContent))");
        serde_json::from_value(text.await).unwrap()
    }

    /// A command of this browser beyond the standard.
    pub async fn special(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Special { path, body }).await.expect(path)
    }

    /// Fails if a script failed, or anything was asked of another machine.
    pub async fn nothing_odd(&self, allowed: &[&str]) {
        let log = self.special("se/log", json!({"type": "browser"})).await;
        for entry in log.as_array().expect("a log") {
            let message = entry["message"].as_str().unwrap_or("");
            let known = allowed.iter().any(|known| message.contains(known));
            assert!(known, "the console says: {entry}");
        }
        let log = self.special("se/log", json!({"type": "performance"})).await;
        let mut asked = 0;
        for entry in log.as_array().expect("a log") {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            if message["message"]["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let url = message["message"]["params"]["request"]["url"].as_str().unwrap_or("");
            let url = Url::parse(url).expect("an address");
            if ["http", "https", "ws", "wss", "ftp"].contains(&url.scheme()) {
                assert_eq!(url.host_str(), Some("127.0.0.1"), "{url}");
                assert!(url.as_str().starts_with(&self.base), "{url}");
                asked += 1;
            }
        }
        assert!(asked > 0, "the log must have seen our own requests");
    }

    /// The end: nothing odd happened.
    pub async fn leave(self) {
        self.nothing_odd(&[]).await;
        self.client.close().await.expect("the browser ends");
    }
}

#[derive(Debug)]
struct Special {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or(""), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
