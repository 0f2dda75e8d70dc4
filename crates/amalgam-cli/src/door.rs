//! What questions can do at the command line: read and write files, go on with interrupted runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use amalgam::games::own::OwnGame;
use amalgam_ask::{Door, Problem};
use amalgam_export::whole_file::WholeFile;

use crate::cache;
use crate::sealed::{self, Sealed};
use crate::{script_file, written};

/// The command line.
#[derive(Default)]
pub(crate) struct Terminal {
    /// Whether standard output gets one JSON object.
    pub(crate) json: bool,
}

impl Door for Terminal {
    fn own_game(&self, text: &str) -> Option<Result<Arc<dyn OwnGame>, Problem>> {
        script_file::is_script(text).then(|| script_file::load(text))
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
        use std::io::Read;
        let mut bytes = Vec::new();
        let read =
            std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        match read {
            Ok(_) => Ok(bytes),
            Err(error) => {
                Err(Problem::input(format!("{} cannot be read: {error}", path.display())))
            }
        }
    }

    fn folder(&self, path: &Path) -> Result<PathBuf, Problem> {
        Ok(path.to_owned())
    }

    fn create(&self, path: &Path, replace: bool) -> Result<WholeFile, Problem> {
        let file = WholeFile::open(path, replace)?;
        if self.json && file.is_stdout() {
            let message = "standard output cannot take the file and the JSON object";
            return Err(Problem::input(message).suggest("name a file, or leave --json out"));
        }
        Ok(file)
    }

    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        let path = cache::file(name)?;
        match sealed::read(&path, kind(name)) {
            Ok(Sealed::Missing) => None,
            Ok(Sealed::Whole(bytes)) => Some(bytes),
            Ok(Sealed::Damaged(damage)) => {
                self.damaged(name, &damage);
                None
            }
            Err(error) => {
                self.damaged(name, &error.to_string());
                None
            }
        }
    }

    fn keep(&self, name: &str, state: &[u8]) {
        let Some(path) = cache::file(name) else { return };
        if let Err(error) = sealed::write(&path, kind(name), state) {
            cache::warn(&path, &format!("could not be written ({error}); the run goes on without"));
        }
    }

    fn forget(&self, name: &str) {
        if let Some(path) = cache::file(name) {
            let _ = std::fs::remove_file(path);
        }
    }

    fn damaged(&self, name: &str, why: &str) {
        if let Some(path) = cache::file(name) {
            cache::warn(&path, &format!("damaged ({why}); the run starts again"));
        }
    }

    fn keeps(&self) -> bool {
        cache::folder().is_some()
    }

    fn command(&self) -> String {
        written::command()
    }

    fn warn(&self, words: &str) {
        let mut lines = words.lines();
        eprintln!("warning: {}", lines.next().unwrap_or_default());
        for line in lines {
            match line.starts_with("help: ") {
                true => eprintln!("{line}"),
                false => eprintln!("  {line}"),
            }
        }
    }
}

/// What a file of the cache holds: the ending of its name.
fn kind(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
