//! The links of the documents: each leads to a file that is there, or to a heading.
//!
//! Addresses on the web are not asked: a test must not depend on somebody else's server.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Fails if a document has a link that leads nowhere.
pub fn check() -> Result<()> {
    let root = crate::root();
    let (mut total, mut dead) = (0, 0);
    for document in markdown(&root)?.into_iter().chain(markdown(&root.join("docs"))?) {
        let text = fs::read_to_string(&document).with_context(|| name(&document))?;
        for (line, target) in links(&text) {
            total += 1;
            if !leads_somewhere(&document, target) {
                dead += 1;
                eprintln!("{}:{line}: nothing is at {target}", name(&document));
            }
        }
    }
    println!("{total} links");
    ensure!(total > 0, "the documents hold no link");
    ensure!(dead == 0, "{dead} links lead nowhere");
    Ok(())
}

/// The documents of a folder, in order.
fn markdown(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", name(folder)))? {
        documents.push(entry?.path());
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    Ok(documents)
}

fn name(document: &Path) -> String {
    document.strip_prefix(crate::root()).unwrap_or(document).display().to_string()
}

fn leads_somewhere(document: &Path, target: &str) -> bool {
    if target.contains("://") {
        return true;
    }
    let (file, heading) = match target.split_once('#') {
        Some((file, heading)) => (file, Some(heading)),
        None => (target, None),
    };
    let path = match file {
        "" => document.to_path_buf(),
        file => document.with_file_name(file),
    };
    match heading {
        Some(heading) => fs::read_to_string(path)
            .is_ok_and(|text| anchors(&text).any(|anchor| anchor == heading)),
        None => path.exists(),
    }
}

/// The targets of all links, with their lines.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        let after = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        after.map(move |(target, _)| (number, target))
    })
}

/// What the headings are called in links.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    prose(text).filter_map(|(_, line)| {
        let heading = line.trim_start_matches('#');
        (heading.len() < line.len()).then_some(heading.strip_prefix(' ')?).map(anchor)
    })
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The numbered lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        !in_block && !fence
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "# A guide\n\nSee [here](#2-the-api), [there](b.md#c) or\n[below\n](d.md).\n\
        ```console\n# no heading [no](link)\n```\n## 2. The `API`\n";

    #[test]
    fn links_and_headings_outside_of_code() {
        let found: Vec<(usize, &str)> = links(DOCUMENT).collect();
        assert_eq!(found, [(3, "#2-the-api"), (3, "b.md#c"), (5, "d.md")]);
        assert_eq!(anchors(DOCUMENT).collect::<Vec<_>>(), ["a-guide", "2-the-api"]);
    }

    #[test]
    fn what_leads_somewhere() {
        let readme = crate::root().join("README.md");
        for target in ["GUIDE.md", "docs/gallery", "#licence", "GUIDE.md#10-play", "https://x.org"]
        {
            assert!(leads_somewhere(&readme, target), "{target}");
        }
        for target in ["GUIDE", "#licences", "GUIDE.md#play", "nowhere.md#licence"] {
            assert!(!leads_somewhere(&readme, target), "{target}");
        }
    }
}
