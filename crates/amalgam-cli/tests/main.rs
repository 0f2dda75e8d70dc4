//! The command as a process: what it prints, what it writes, how it ends. One binary.

mod bounds;
mod cli;
// The examples are for the shell.
#[cfg(unix)]
mod documents;
mod files;
mod gallery;
mod outputs;
mod play_pipes;
mod play_pty;
mod rows_files;
mod serve;
mod shell_and_manual;
mod witnesses;
