//! What questions can do at the command line: read and write files, go on with interrupted runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use amalgam::engines::rows::Store;
use amalgam::games::own::OwnGame;
use amalgam_ask::{Door, Problem};
use amalgam_export::kept::Folder;
use amalgam_export::whole_file::WholeFile;

use crate::{script_file, written};

/// The command line.
#[derive(Default)]
pub(crate) struct Terminal {
    /// Whether standard output gets one JSON object.
    pub(crate) json: bool,
    /// Where rows and interrupted runs are kept.
    pub(crate) folder: Option<Folder>,
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
        self.folder.as_ref()?.get(name)
    }

    fn keep(&self, name: &str, state: &[u8]) {
        if let Some(folder) = &self.folder {
            folder.put(name, state);
        }
    }

    fn forget(&self, name: &str) {
        if let Some(folder) = &self.folder {
            folder.remove(name);
        }
    }

    fn damaged(&self, name: &str, why: &str) {
        if let Some(folder) = &self.folder {
            folder.damaged(name, why);
        }
    }

    fn keeps(&self) -> bool {
        self.folder.is_some()
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
