//! `amalgam serve`: all of it in the browser.

use std::process::{Command, Stdio};

use amalgam_web::{Ended, PORT, ServeError, Server, Settings};
use clap::Args;

use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    after_help = "The server listens on 127.0.0.1 and nowhere else, and needs no network. Every \
    computation has a time and a memory bound of its own. Ctrl-C stops it (exit code 130), as does \
    SIGTERM (exit code 0); requests that are under way are finished first.\n\nExamples:\n  \
    amalgam serve\n  \
    amalgam serve --open\n  \
    amalgam serve --port 0          takes a free port and prints it"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &ServeArgs) -> Result<Answer, Failure> {
    let server = Server::bind(&Settings { port: args.port, ..Settings::default() })?;
    let address = format!("http://{}/", server.address()?);
    let ended = server.run(|| {
        // Whoever closed the pipe still wants the pages.
        let _ = output::print(&format!("amalgam is at {address}\nCtrl-C stops it\n"));
        if args.open {
            open(&address);
        }
    })?;
    match ended {
        Ended::Asked => Ok(Answer::Yes),
        Ended::Interrupted => Err(Failure::interrupted("stopped".to_owned())),
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        let help = match error {
            ServeError::PortInUse(_) | ServeError::PortForbidden(_) => {
                Some("choose another with --port, or let a free one be taken with --port 0".into())
            }
            ServeError::Io(_) => None,
        };
        Failure::input(error.to_string(), help)
    }
}

/// Asks the desktop to show an address; that it cannot is only worth a warning.
fn open(address: &str) {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start"]),
        _ => ("xdg-open", &[]),
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        eprintln!("warning: no browser could be opened ({program}: {error}); open {address} there");
    }
}
