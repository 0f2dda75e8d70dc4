//! Running other programs: in the open, or watched with a deadline.

use std::io::{PipeReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The cargo that runs us, started at the top of the repository.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(crate::root());
    cargo
}

/// Runs a command whose output the user sees, and fails unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", line(command)))?;
    ensure!(status.success(), "`{}` failed ({status})", line(command));
    Ok(())
}

/// Whether the command can be started and succeeds; its output is nobody's business.
pub fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// What a watched command did.
pub struct Outcome {
    /// How it ended, or `None` if it was stopped at the deadline.
    pub status: Option<ExitStatus>,
    /// Its standard output and standard error, interleaved as on a terminal.
    pub output: String,
}

/// Runs a command with no input and with both outputs in one pipe; stops it, and whatever it has
/// started, at the deadline.
pub fn watch(mut command: Command, limit: Duration) -> Result<Outcome> {
    let deadline = Instant::now() + limit;
    let shown = line(&command);
    let (reader, writer) = std::io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().with_context(|| format!("cannot start {shown}"))?;
    // The command holds our copies of the pipe's writing end; while they live it never ends.
    drop(command);

    let output = collect(reader);
    let mut text = Vec::new();
    let in_time = gather(&output, &mut text, deadline) && ends_by(&mut child, deadline)?;
    if !in_time {
        stop(&mut child);
        // What was written before the end is the best hint at what went wrong.
        gather(&output, &mut text, Instant::now() + Duration::from_secs(1));
    }
    let status = child.wait()?;
    let output = String::from_utf8_lossy(&text).into_owned();
    Ok(Outcome { status: in_time.then_some(status), output })
}

fn collect(mut reader: PipeReader) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(n @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..n].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Takes what comes until the pipe is closed (true) or the deadline has passed (false).
fn gather(output: &Receiver<Vec<u8>>, text: &mut Vec<u8>, deadline: Instant) -> bool {
    loop {
        match output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(bytes) => text.extend(bytes),
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}

/// A program may close its output and go on; usually it is gone by now.
fn ends_by(child: &mut Child, deadline: Instant) -> Result<bool> {
    while child.try_wait()?.is_none() {
        if Instant::now() >= deadline {
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(2));
    }
    Ok(true)
}

/// Ends the child and, on Unix, its whole process group: a shell's children outlive the shell.
fn stop(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        works(Command::new("kill").args(["-KILL", "--", &group]));
    }
    // An error only says that it has ended by itself.
    let _ = child.kill();
}

/// The command as a user would type it, near enough.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let mut words = words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    if let Some(name) = words[0].rsplit('/').next().map(String::from) {
        words[0] = name;
    }
    words.join(" ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Outcome {
        let mut sh = Command::new("sh");
        sh.args(["-c", script]);
        watch(sh, limit).unwrap()
    }

    #[test]
    fn both_outputs_arrive_in_order() {
        let outcome = shell("echo a; echo b >&2; echo c; exit 3", Duration::from_secs(20));
        assert_eq!(outcome.output, "a\nb\nc\n");
        assert_eq!(outcome.status.unwrap().code(), Some(3));
    }

    #[test]
    fn the_deadline_ends_the_shell_and_its_children() {
        let start = Instant::now();
        let outcome = shell("echo begun; sleep 300; echo over", Duration::from_secs(2));
        assert!(outcome.status.is_none());
        assert_eq!(outcome.output, "begun\n");
        assert!(start.elapsed() < Duration::from_secs(100));
    }

    #[test]
    fn a_child_left_behind_does_not_hang_the_run() {
        let outcome = shell("sleep 300 & echo begun", Duration::from_secs(2));
        assert!(outcome.status.is_none());
        assert_eq!(outcome.output, "begun\n");
    }
}
