//! The kernel on the published certificate of rows, whole rows of it cut off, and numbers of it changed.

use amalgam_kernel::{Failure, WORK, check};

/// The published rows up to a row.
fn rows_to(last: u64) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/amalgamation-rows-126.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut kept = true;
    let mut lines = vec![];
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let row = || words[1].parse::<u64>().unwrap();
        match words[0] {
            "claim" => {
                lines.push(format!("claim rows 1 {last}"));
                continue;
            }
            "cover" | "row" => kept = row() <= last,
            "block" => kept = row() < last,
            "sha256" => kept = true,
            _ => {}
        }
        if kept {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn accepts_what_is_true() {
    for (last, covers) in
        [(1, 0), (6, 1), (7, 1), (8, 1), (13, 1), (14, 2), (16, 3), (37, 7), (44, 8)]
    {
        let verdict = check(&rows_to(last), WORK);
        assert_eq!(verdict, Ok(format!("{last} of {last} rows and {covers} cover rows")));
    }
}

/// Each number that is a statement, one more, one less, twice as much and half: none of it is true.
#[test]
fn rejects_what_is_false() {
    let text = rows_to(22);
    let lines: Vec<&str> = text.lines().collect();
    let mut tried = 0;
    for (i, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let places: &[usize] = match words[0] {
            "cover" => &[5],
            "row" => &[3, 5],
            _ => &[],
        };
        for &place in places {
            let number: u64 = words[place].parse().unwrap();
            for other in [number + 1, number - 1, 2 * number, number / 2, number + 40] {
                let mut words = words.clone();
                let other = other.to_string();
                words[place] = &other;
                let (line, mut lines) = (words.join(" "), lines.clone());
                lines[i] = &line;
                let verdict = check(&(lines.join("\n") + "\n"), 1 << 32);
                let right = matches!(verdict, Err(Failure::Rejected(_) | Failure::Unreadable(_)));
                assert!(right, "{line}: {verdict:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 200);
}

#[test]
fn rejects_lists_with_another_pair() {
    let text = rows_to(6);
    for (pair, other) in [("[2,4] [3,5]", "[2,4]"), ("[9,11]", "[9,12]"), ("[10,13]", "[14,17]")] {
        assert!(text.contains(pair));
        assert!(matches!(check(&text.replacen(pair, other, 1), WORK), Err(Failure::Rejected(_))));
    }
}

#[test]
fn refuses_in_advance() {
    let verdict = check(&rows_to(44), 1000);
    assert!(matches!(verdict, Err(Failure::Limit(_))));
    let long = rows_to(44);
    let line = long.lines().find(|line| line.starts_with("row 42 ")).unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let other =
        line.replace(&format!("period {} offsets", words[5]), "period 288230376151711743 offsets");
    assert!(matches!(check(&long.replace(line, &other), WORK), Err(Failure::Limit(_))));
    for text in [
        "",
        "amalgam-certificate 1\n",
        "amalgam-certificate 1\ngame amalgamation\nclaim rows 1 1\n",
    ] {
        assert!(matches!(check(text, WORK), Err(Failure::Unreadable(_))));
    }
}
