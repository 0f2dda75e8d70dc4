//! The folder in which finished and half-finished row searches are kept.

use std::path::PathBuf;

use amalgam::games::rules::Family;
use etcetera::BaseStrategy;

/// `$AMALGAM_CACHE`, else `amalgam` in the user's cache folder; `None` where there is none.
pub(crate) fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("AMALGAM_CACHE").filter(|folder| !folder.is_empty());
    named.map(PathBuf::from).or_else(|| {
        etcetera::choose_base_strategy().ok().map(|user| user.cache_dir().join("amalgam"))
    })
}

/// A file of the cache, whose folder is made if need be.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let folder = folder()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join(name))
}

/// The family as part of a file name.
pub(crate) fn family_name(family: Family) -> String {
    match family {
        Family::Threshold(r) => format!("threshold-{r}"),
        Family::MergeTakeOne => "merge-take-one".to_owned(),
    }
}

/// Says on standard error that a file of the cache is of no use; nothing is lost but time.
pub(crate) fn warn(path: &std::path::Path, what: &str) {
    eprintln!("warning: {}: {what}", path.display());
}
