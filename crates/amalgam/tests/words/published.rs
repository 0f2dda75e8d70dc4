//! One line for each published ruleset: read, printed, read again, and compared with the twin.

use super::compare;
use amalgam::base::text::Cursor;
use amalgam::games::words::{Said, Words, read};

/// Rules that have been published, each with its normal form where that is not the text itself.
const PUBLISHED: [(&str, &str); 73] = [
    ("take 2 leaving 0, 1 or 2 heaps", "take 2, take 2 then split"),
    ("take any, take the same from each of 2 heaps", ""),
    (
        "2 places: take any, take the same any from each of 2 heaps",
        "2 places: take any, take the same from each of 2 heaps",
    ),
    (
        "take any, take any from each of 2 heaps if diff taken < 2",
        "take any, take any from each of 2 heaps if diff taken <= 1",
    ),
    (
        "take any, take any from some of all heaps if sum taken < 3",
        "take any, take any from some of all heaps if sum taken <= 2",
    ),
    ("take any from some of 2 heaps", ""),
    ("take any from each of 2 heaps", ""),
    ("take 1 from each of 2 heaps", ""),
    ("take 1 from each of {2,3} heaps", "take 1 from each of 2..3 heaps"),
    (
        "row: take any from each of places {1,2} or {2,3} or {3,4} or {1,4}",
        "row: take any from each of places {1,2} or {1,4} or {2,3} or {3,4}",
    ),
    ("row: take any from some of places {1,2,3} or {3,4}", ""),
    ("take multiples of smallest from the largest if heaps == 2", ""),
    ("take 1..heap/2", ""),
    ("take divisors if left > 0", "take divisors if left >= 1"),
    ("take any if gcd(taken, heap) == 1", ""),
    ("take {1, heap-heap/2}", "take {1,heap-heap/2}"),
    ("take any from the largest", ""),
    ("take 1..3 from the largest", ""),
    ("3 places: take the same from each of 2 heaps then add taken to another", ""),
    (
        "3 places: move any to another if other < heap and other+taken <= left",
        "3 places: take any then add taken to another if other < heap and other+taken <= left",
    ),
    (
        "take any, move any to another if heap <= other",
        "take any, take any then add taken to another if heap <= other",
    ),
    ("2 places: take 2.. then add 1 to another", ""),
    ("2 places: take 2.. then add 1..taken-1 to another", ""),
    ("circle: take any, take any then add 1..taken-1 to the next", ""),
    (
        "2 places: delete a heap then take 1 from another, delete a heap then take 1 from another then split",
        "",
    ),
    ("delete a heap then split another", ""),
    ("delete all but 1 heaps then split another into 3", ""),
    ("delete 2 heaps then split each of 2 others", ""),
    ("split into {2,4}", ""),
    ("split if heap != 2", ""),
    ("replace by 0..2 smaller heaps distinct", ""),
    ("take any, merge if gcd == 1 and not equal", "take any, merge if gcd == 1 and unequal"),
    ("take any, merge 3 heaps", ""),
    ("take any, merge 2 times", ""),
    ("closing row: take any from an end", ""),
    ("closing row: take any from an end, until heaps <= 1", ""),
    (
        "row: take any from the first, move any to the previous",
        "row: take any from the first, take any then add taken to the previous",
    ),
    ("strip: take any", "distinct places: take any"),
    ("strip: take any from the largest", "distinct places: take any from the largest"),
    ("strip: take any if left > lower", "distinct places: take any if left > lower"),
    ("circle: take any from some of 2 neighbours", ""),
    ("closing circle: take any from some of 2 neighbours", ""),
    ("take any, pass once if total > 0", "take any, pass once if total >= 1"),
    (
        "take any, pass once as button, take the same from each of 2 heaps if button == 0",
        "take any, take the same from each of 2 heaps if button == 0, pass once as button",
    ),
    (
        "take any if first and left > 0 or not first and taken <= 2*last",
        "take any if first and left >= 1 or not first and taken <= 2*last",
    ),
    (
        "take any from some of all heaps if sum taken == smallest and min left >= 1",
        "take any from some of all heaps if min left >= 1 and sum taken == smallest",
    ),
    ("octal(0.77), merge then take 2", "take 1..2, take 1..2 then split, merge then take 2"),
    // And what else the words can say.
    ("take powers of 2", ""),
    ("take any if taken is prime", ""),
    ("take any if taken is square", ""),
    ("take any if left is not a power of 2", ""),
    ("take all but 1, take 1", "take {1,all but 1}"),
    ("take the same 1..min from each of 3 heaps", ""),
    ("distinct heaps: take any, merge", ""),
    ("row: merge 2 neighbours, take 1 from an end", "row: take 1 from an end, merge 2 neighbours"),
    ("circle: take 1..2 from each of 3 neighbours", ""),
    (
        "row: split if place is odd, take any from the last",
        "row: take any from the last, split if place is odd",
    ),
    ("take 1..2 if last != taken", "take 1..2 if last != taken"),
    ("take any if first or taken != last", "take any if first or taken != last"),
    (
        "take any then merge it with another if left divides total once",
        "take any then merge it with another once if left divides total",
    ),
    ("merge then take divisors if left >= 2", ""),
    (
        "take any from the smallest, take 1 from the largest",
        "take 1 from the largest, take any from the smallest",
    ),
    ("take 1..heaps", ""),
    ("take 1..largest-heap+1", ""),
    ("take any if |heap-2*taken| <= 1", ""),
    ("take 1 twice, take 2", "take 1 2 times, take 2"),
    (
        "4 places: move 1 to another if other+2 <= heap",
        "4 places: take 1 then add taken to another if other+2 <= heap",
    ),
    ("take any if not (heap is even and taken is odd)", "take any if heap is odd or taken is even"),
    (
        "row: move any to the next, take any from the last",
        "row: take any from the last, take any then add taken to the next",
    ),
    ("take 1 leaving 1 heaps, take 2 leaving 0 heaps", "take 1 if left >= 1, take 2 if left == 0"),
    ("take any if taken mod 3 == 1", ""),
    ("take any if xor != 0 and count left == 1", "take any if count left == 1 and xor != 0"),
    ("split into 2.. equal, take 1", "take 1, split into 2.. equal"),
];

#[test]
fn published_rules_are_read_printed_and_run() {
    let mut compared = 0;
    for (text, form) in PUBLISHED {
        let words: Words = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let form = if form.is_empty() { text } else { form };
        assert_eq!(words.to_string(), form);
        let again: Words = form.parse().unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(again, words, "{text}");
        compared += compare(&words, 6, 4);
    }
    assert!(compared > 3000, "{compared}");
}

/// What heap rules can say becomes heap rules, whatever words say it.
#[test]
fn old_texts_keep_their_engines() {
    let cases = [
        ("take 2 leaving 0, 1 or 2 heaps", "take 2, take 2 then split"),
        ("octal(0.77), merge then take 2", "take 1..2, take 1..2 then split, merge then take 2"),
        ("take any, merge if 2 <= min", "take any, merge if min >= 2"),
        ("take any, merge if not equal", "take any, merge if unequal"),
        ("take any from a heap, merge 2 heaps", "take any, merge"),
        ("take any, merge then take 0", "take any, merge"),
        ("take any, merge if min > 1 if sum <= 9", "take any, merge if min >= 2 and sum <= 9"),
        ("heaps: take any", "take any"),
        ("split into 2 unequal", "split unequal"),
    ];
    for (text, form) in cases {
        match read(&mut Cursor::new(text)).unwrap() {
            Said::Rules(rules) => assert_eq!(rules.to_string(), form, "{text}"),
            Said::Words(words) => panic!("{text} became {words}"),
        }
    }
}

#[test]
fn the_end_is_proved_by_what_falls() {
    let cases = [
        ("take any, merge if gcd == 1", "coins, then heaps"),
        ("split into {2,4}", "the multiset of heaps"),
        ("take any, pass once", "uses left of `pass`, then coins"),
        (
            "3 places: move any to another if other < heap and other+taken <= left",
            "squares of heaps",
        ),
        ("take any, move any to another if heap <= other", "coins, then squares of heaps, upwards"),
        ("row: take any from the first, move any to the previous", "coins, then coins × places"),
        (
            "row: move any to the next, take any from the last",
            "coins, then coins × places, upwards",
        ),
        ("take 1 then split into 3, merge then take 1 if left > 5", "coins"),
    ];
    for (text, by) in cases {
        assert_eq!(text.parse::<Words>().unwrap().ends_by(), by, "{text}");
    }
}
