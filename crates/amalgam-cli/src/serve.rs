//! `amalgam serve`: all of it in the browser.

use std::io::IsTerminal;
use std::net::IpAddr;
use std::process::{Command, Stdio};

use amalgam_web::{Ended, PORT, ServeError, Server, Settings};
use clap::Args;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

use crate::failure::{Answer, Failure};
use crate::output;

#[derive(Args, Debug)]
#[command(
    after_help = "The server listens on 127.0.0.1 and nowhere else, and needs no network. With --listen it \
    is there for others: it prints a link with a token and its QR code, and answers nobody without the \
    token. The link is not encrypted: use it in a network you trust, and stop the server after the class. Every \
    computation has a time and a memory bound of its own. Ctrl-C stops it (exit code 130), as does \
    SIGTERM (exit code 0); requests that are under way are finished first.\n\nExamples:\n  \
    amalgam serve\n  \
    amalgam serve --open\n  \
    amalgam serve --listen 0.0.0.0  for a class in the same network\n  \
    amalgam serve --port 0          takes a free port and prints it"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Listen on this address of the computer, for others who have the link; 0.0.0.0 is every address
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &ServeArgs) -> Result<Answer, Failure> {
    let mut settings = Settings { port: args.port, ..Settings::default() };
    if let Some(listen) = args.listen {
        settings.listen = listen;
    }
    let server = Server::bind(&settings)?;
    let link = server.link().map_err(ServeError::Io)?;
    let address = match &link {
        Some(link) => link.clone(),
        None => format!("http://{}/", server.address()?),
    };
    let ended = server.run(|| {
        // Whoever closed the pipe still wants the pages.
        let _ = output::print(&format!("amalgam is at {address}\nCtrl-C stops it\n"));
        if let Some(link) = &link {
            eprintln!(
                "warning: others in this network can reach the server. Whoever has the link gets in; it is not \
                 encrypted."
            );
            if std::io::stdout().is_terminal() {
                let _ = output::print(&code(link));
            }
        }
        if args.open {
            open(&address);
        }
    })?;
    match ended {
        Ended::Asked => Ok(Answer::Yes),
        Ended::Interrupted => Err(Failure::interrupted("stopped".to_owned())),
    }
}

/// The QR code of a link, two rows of squares in one row of letters; empty if the link is too long for one.
fn code(link: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) else {
        return String::new();
    };
    let mut drawn = code.render::<Dense1x2>();
    let image = drawn.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    format!("\n{image}\n")
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        let help = match error {
            ServeError::PortInUse(_) | ServeError::PortForbidden(_) => {
                Some("choose another with --port, or let a free one be taken with --port 0".into())
            }
            ServeError::NoSuchAddress(_) => {
                Some("use 0.0.0.0 for every address of this computer".into())
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
