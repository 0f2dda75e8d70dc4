//! The script in a file, read and compiled.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use amalgam::games::own::OwnGame;
use amalgam::nearest;
use amalgam_script::{Script, ScriptLimits};

use crate::failure::Failure;

/// Reads and compiles the script in a file.
pub(crate) fn load(game: &str) -> Result<Arc<dyn OwnGame>, Failure> {
    let path = Path::new(game);
    let limits = ScriptLimits::default();
    let unread = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Failure::input(format!("there is no file {game}"), near(path)),
        _ => Failure::input(format!("{game} cannot be read: {error}"), None),
    };
    // Asked before it is opened: opening a pipe waits for somebody to write.
    let kind = std::fs::metadata(path).map_err(unread)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a directory" } else { "no ordinary file" };
        let help = "name the file of a game, such as ./mygame.rhai";
        return Err(Failure::input(format!("{game} is {what}"), Some(help.to_owned())));
    }
    let mut bytes = Vec::new();
    // One more than may be, so that the script is refused: the file may be endless.
    let most = limits.source as u64 + 1;
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(unread)?;
    if bytes.len() > limits.source {
        let message = format!("{game} has more than the {} bytes of a script", limits.source);
        return Err(Failure::input(message, None));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        Failure::input(format!("{game} is no text in UTF-8, from line {line} on"), None)
    })?;
    // Some editors mark the start of a text in UTF-8.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = path.file_name().map_or(game.into(), |name| name.to_string_lossy());
    Ok(Arc::new(Script::compile(&name, text, &limits)?))
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

    use amalgam::{Budget, Sum};

    use super::*;
    use crate::scripted::{bounded, is_script};

    /// A file in a directory of this test's own.
    fn file(name: &str, bytes: &[u8]) -> String {
        let directory =
            std::env::temp_dir().join(format!("amalgam-scripted-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let path = directory.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn refused(game: &str) -> (String, Option<String>) {
        let Err(failure) = load(game) else { panic!("{game} was read") };
        let (code, message, help) = failure.told();
        assert_eq!(code, 2);
        (message.replace(game, "FILE"), help)
    }

    #[test]
    fn a_script_is_known_by_its_name_or_by_being_there() {
        assert!(is_script("mygame.rhai") && is_script("./MyGame.RHAI"));
        assert!(!is_script("nim") && !is_script("take 1..3, merge") && !is_script("no/such/file"));
        assert!(is_script(&file("without-ending", b"fn moves(n) { [] }")));
    }

    #[test]
    fn files_that_are_no_scripts() {
        assert_eq!(load(&file("good.rhai", b"fn moves(n) { [] }")).unwrap().name(), "good.rhai");
        let marked = file("marked.rhai", b"\xef\xbb\xbffn moves(n) { [] }");
        assert_eq!(load(&marked).unwrap().name(), "marked.rhai");
        let help = Some("name the file of a game, such as ./mygame.rhai".to_owned());
        let directory = std::env::temp_dir();
        assert_eq!(refused(directory.to_str().unwrap()), ("FILE is a directory".to_owned(), help));
        let message = "FILE is no text in UTF-8, from line 2 on".to_owned();
        assert_eq!(refused(&file("bad.rhai", b"// \xc3\xa9\n\xff")), (message, None));
        let message = "FILE has more than the 262144 bytes of a script".to_owned();
        assert_eq!(refused(&file("long.rhai", &vec![b' '; 262_145])), (message, None));
        let missing = file("good.rhai", b"fn moves(n) { [] }").replace("good", "godo");
        let (message, help) = refused(&missing);
        assert_eq!(message, "there is no file FILE");
        assert!(help.unwrap().ends_with("good.rhai?"));
    }

    #[test]
    fn a_script_ran_for_ever_without_a_time_bound() {
        let limits = bounded(&Budget::default());
        assert!(limits.deadline.is_some());
        let asked = Budget::default().with_time(Duration::from_secs(3600));
        assert_eq!(bounded(&asked).deadline, asked.deadline);
        // Two options each time, the larger first: no line is long, and their number doubles.
        let script =
            "fn moves(n) { if n[0] == 0 { [] } else { [[n[0]-1, 2*n[1]], [n[0]-1, 2*n[1]+1]] } }";
        let script = load(&file("wide.rhai", script.as_bytes())).unwrap();
        let soon = bounded(&limits.with_time(Duration::from_millis(50)));
        let failure: Failure = Sum::parse_own("[60,0]", &script, &soon).unwrap_err().into();
        let (code, message, help) = failure.told();
        assert!(code == 3 && message.starts_with("the time bound was reached after "), "{message}");
        assert!(help.unwrap().ends_with("raise --time; without it a script has 60 s"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_not_read() {
        assert_eq!(refused("/dev/zero").0, "FILE is no ordinary file");
    }
}
