//! How much memory there is: the machine's, or less where a control group or a limit says so.

use std::path::{Component, Path};

/// The most bytes this process can have, where the system tells.
pub(crate) fn there_is() -> Option<u64> {
    below(Path::new("/"))
}

/// Half of it, or 2 GiB where the system does not tell.
pub(crate) fn half() -> u64 {
    there_is().map_or(2 << 30, |bytes| bytes / 2)
}

/// The least of what the files below a root tell.
fn below(root: &Path) -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let field = |text: String, name: &str| -> Option<u64> {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
    };
    let machine =
        read("proc/meminfo").and_then(|text| field(text, "MemTotal:")).map(|kib| kib << 10);
    let addresses = read("proc/self/limits").and_then(|text| field(text, "Max address space"));
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let groups = groups.lines().filter_map(|line| group(root, line));
    machine.into_iter().chain(addresses).chain(groups).min()
}

/// What a line of `/proc/self/cgroup` leads to. A group is bound by those above it as well; in a
/// container its own path may not be visible, but the one at the top is.
fn group(root: &Path, line: &str) -> Option<u64> {
    let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
    let (tops, file): (&[&str], _) = match controllers {
        "" => (&["sys/fs/cgroup", "sys/fs/cgroup/unified"], "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            (&["sys/fs/cgroup/memory"], "memory.limit_in_bytes")
        }
        _ => return None,
    };
    // A path from outside a namespace begins with `/..`.
    let inside = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let path: std::path::PathBuf = Path::new(path).components().filter(inside).collect();
    let limit = |folder: &Path| -> Option<u64> {
        std::fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
    };
    let folders = tops.iter().flat_map(|top| path.ancestors().map(move |group| (top, group)));
    folders.filter_map(|(top, group)| limit(&root.join(top).join(group))).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The memory of a machine with 8 GiB and these files.
    fn machine(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let meminfo = [("proc/meminfo", "MemFree: 1 kB\nMemTotal:        8388608 kB\n")];
        for (path, text) in meminfo.iter().chain(files) {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), text).unwrap();
        }
        below(root)
    }

    #[test]
    fn the_bounds_of_control_groups_were_not_seen() {
        assert_eq!(machine(&[]), Some(8 << 30));
        let second = [
            ("proc/self/cgroup", "0::/user.slice/job\n"),
            ("sys/fs/cgroup/user.slice/memory.max", "1073741824\n"),
            ("sys/fs/cgroup/user.slice/job/memory.max", "max\n"),
        ];
        assert_eq!(machine(&second), Some(1 << 30));
        let first = [
            ("proc/self/cgroup", "5:cpu:/\n4:memory:/docker/0123\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n"),
        ];
        assert_eq!(machine(&first), Some(2 << 30));
        let none = [
            ("proc/self/cgroup", "4:memory:/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
        ];
        assert_eq!(machine(&none), Some(8 << 30));
    }

    #[test]
    fn the_bound_of_the_shell_was_not_seen() {
        let line = "Max address space         307200000            unlimited            bytes \n";
        assert_eq!(machine(&[("proc/self/limits", line)]), Some(307200000));
        let line = "Max address space         unlimited            unlimited            bytes \n";
        assert_eq!(machine(&[("proc/self/limits", line)]), Some(8 << 30));
    }
}
