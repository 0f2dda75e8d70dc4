//! What shells and `man` are given: complete, and understood by those that read it.

use std::process::Command;

fn amalgam(arguments: &[&str]) -> (i32, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_amalgam")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

/// The verbs, as the help lists them.
fn verbs() -> Vec<String> {
    let (_, help, _) = amalgam(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let verbs: Vec<String> = lines
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .collect();
    assert!(verbs.len() > 20 && verbs.contains(&"solve".to_owned()), "{help}");
    verbs
}

#[test]
fn every_shell_learns_every_verb() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, complaint) = amalgam(&["completions", shell]);
        assert_eq!((code, complaint.as_str()), (0, ""), "{shell}");
        for verb in verbs() {
            assert!(script.contains(&verb), "{shell}: {verb}");
        }
        assert!(script.contains("misere"), "{shell}: options");
    }
    let (code, _, complaint) = amalgam(&["completions", "tcsh"]);
    assert_eq!(code, 2);
    assert!(complaint.contains("bash, elvish, fish, powershell, zsh"), "{complaint}");
}

#[cfg(unix)]
#[test]
fn bash_completes_a_verb_and_an_option() {
    let (_, script, _) = amalgam(&["completions", "bash"]);
    let complete = |words: &str, count: usize| {
        let asked = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={count}; _amalgam amalgam \
             \"${{COMP_WORDS[{count}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[*]}}\"",
            count - 1
        );
        // The script is too long for an argument.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("asked.sh");
        std::fs::write(&file, asked).unwrap();
        let done = Command::new("bash").arg("--norc").arg(&file).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    assert_eq!(complete("amalgam sol", 1), "solve\n");
    assert_eq!(complete("amalgam solve --mis", 2), "--misere\n");
    assert_eq!(complete("amalgam solve --game kay", 3), "kayles\n");
}

#[test]
fn the_manual_has_a_page_for_the_command_and_for_each_verb() {
    let (code, page, _) = amalgam(&["man"]);
    assert_eq!(code, 0);
    assert!(page.contains(".TH amalgam 1") && page.contains(".SH SYNOPSIS"), "{page}");
    for verb in verbs() {
        // `help` is the parser's own.
        if verb == "help" {
            continue;
        }
        assert!(page.contains(&format!("amalgam\\-{verb}(1)")), "no word of {verb}");
        let (code, page, complaint) = amalgam(&["man", &verb]);
        assert_eq!((code, complaint.as_str()), (0, ""), "{verb}");
        assert!(page.contains(&format!(".TH amalgam-{verb} 1")), "{verb}: {page}");
        assert!(page.contains(&format!("\\fBamalgam {verb}\\fR")), "{verb}: {page}");
    }
}

#[test]
fn a_page_that_is_not_there_is_told_kindly() {
    let (code, out, complaint) = amalgam(&["man", "slove"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(complaint, "error: there is no verb `slove`\nhelp: did you mean `solve`?\n");
}
