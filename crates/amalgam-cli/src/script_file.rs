//! `--game ./mygame.rhai`: the script in a file, read and compiled.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use amalgam::games::own::{ExploreError, OwnGame};
use amalgam::nearest;
use amalgam_ask::Problem;
use amalgam_script::{Script, ScriptLimits};

/// Reads and compiles the script in a file.
pub(crate) fn load(game: &str) -> Result<Arc<dyn OwnGame>, Problem> {
    let path = Path::new(game);
    let limits = ScriptLimits::default();
    let unread = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => {
            let problem = Problem::input(format!("there is no file {game}"));
            near(path).into_iter().fold(problem, Problem::suggest)
        }
        _ => Problem::input(format!("{game} cannot be read: {error}")),
    };
    // Asked before it is opened: opening a pipe waits for somebody to write.
    let kind = std::fs::metadata(path).map_err(unread)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a directory" } else { "no ordinary file" };
        let help = "name the file of a game, such as ./mygame.rhai";
        return Err(Problem::input(format!("{game} is {what}")).suggest(help));
    }
    let mut bytes = Vec::new();
    // One more than may be, so that the script is refused: the file may be endless.
    let most = limits.source as u64 + 1;
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(unread)?;
    if bytes.len() > limits.source {
        let message = format!("{game} has more than the {} bytes of a script", limits.source);
        return Err(Problem::input(message));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        Problem::input(format!("{game} is no text in UTF-8, from line {line} on"))
    })?;
    // Some editors mark the start of a text in UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.file_name().map_or(game.into(), |name| name.to_string_lossy());
    Ok(Arc::new(Script::compile(&name, text, &limits).map_err(ExploreError::Own)?))
}

/// Whether `--game` names a file and not a game: by its ending, or because there is such a file.
pub(crate) fn is_script(game: &str) -> bool {
    let path = Path::new(game);
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("rhai"))
        || (game.contains(std::path::MAIN_SEPARATOR) && path.exists())
}

/// A script in the same directory with a name like this one.
fn near(path: &Path) -> Option<String> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(directory).ok()?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.retain(|name| name.ends_with(".rhai"));
    names.sort_unstable();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(format!("did you mean {}?", path.with_file_name(near).display()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use amalgam::Budget;
    use amalgam_ask::{Host, ask};

    use super::*;
    use crate::door::Terminal;

    /// A directory for the files of one test.
    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Folder {
            Folder(tempfile::tempdir().unwrap())
        }

        fn file(&self, name: &str, bytes: &[u8]) -> String {
            let path = self.0.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path.to_str().unwrap().to_owned()
        }
    }

    fn refused(game: &str) -> (String, Option<String>) {
        let Err(problem) = load(game) else { panic!("{game} was read") };
        assert_eq!(problem.kind, amalgam_ask::Kind::Input);
        (problem.message.replace(game, "FILE"), problem.suggestion)
    }

    #[test]
    fn a_script_is_known_by_its_name_or_by_being_there() {
        let folder = Folder::new();
        assert!(is_script("mygame.rhai") && is_script("./MyGame.RHAI"));
        assert!(!is_script("nim") && !is_script("take 1..3, merge") && !is_script("no/such/file"));
        assert!(is_script(&folder.file("without-ending", b"fn moves(n) { [] }")));
    }

    #[test]
    fn files_that_are_no_scripts() {
        let folder = Folder::new();
        assert_eq!(
            load(&folder.file("good.rhai", b"fn moves(n) { [] }")).unwrap().name(),
            "good.rhai"
        );
        let marked = folder.file("marked.rhai", b"\xef\xbb\xbffn moves(n) { [] }");
        assert_eq!(load(&marked).unwrap().name(), "marked.rhai");
        let help = Some("name the file of a game, such as ./mygame.rhai".to_owned());
        let directory = folder.0.path();
        assert_eq!(refused(directory.to_str().unwrap()), ("FILE is a directory".to_owned(), help));
        let message = "FILE is no text in UTF-8, from line 2 on".to_owned();
        assert_eq!(refused(&folder.file("bad.rhai", b"// \xc3\xa9\n\xff")), (message, None));
        let message = "FILE has more than the 65536 bytes of a script".to_owned();
        assert_eq!(refused(&folder.file("long.rhai", &vec![b' '; 65_537])), (message, None));
        let missing = folder.file("good.rhai", b"fn moves(n) { [] }").replace("good", "godo");
        let (message, help) = refused(&missing);
        assert_eq!(message, "there is no file FILE");
        assert!(help.unwrap().ends_with("good.rhai?"));
    }

    #[test]
    fn a_script_ran_for_ever_without_a_time_bound() {
        let folder = Folder::new();
        // Two options each time, the larger first: no line is long, and their number doubles.
        let script =
            "fn moves(n) { if n[0] == 0 { [] } else { [[n[0]-1, 2*n[1]], [n[0]-1, 2*n[1]+1]] } }";
        let file = folder.file("wide.rhai", script.as_bytes());
        let soon = Budget::default().with_time(Duration::from_millis(50));
        let host = Host { limits: soon, door: &Terminal::default(), ..Host::default() };
        let parameters = serde_json::json!({"position": "[60,0]", "game": file});
        let Err(problem) = ask("solve", parameters, &host) else { panic!("it was solved") };
        assert_eq!(problem.kind, amalgam_ask::Kind::Limit);
        assert!(problem.message.starts_with("the time bound was reached after "), "{problem}");
        let help = problem.suggestion.unwrap();
        assert!(help.ends_with("raise --time; without it a script has 60 s"), "{help}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_not_read() {
        assert_eq!(refused("/dev/zero").0, "FILE is no ordinary file");
    }
}
