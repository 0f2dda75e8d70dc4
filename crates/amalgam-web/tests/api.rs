//! The API against its document, and the answers against the library.

use crate::support::{Running, quick, with};
use serde_json::{Value, json};

#[test]
fn every_documented_question_is_answered_as_documented() {
    let server = Running::start(&quick());
    let document = server.get("/api/openapi.json");
    assert_eq!(document.header("content-type"), Some("application/json"));
    let document = document.json();
    assert_eq!(document["openapi"], "3.0.3");
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 12);
    for (path, operations) in paths {
        let operation = &operations["get"];
        let example = operation["x-example"].as_str().unwrap();
        assert!(example.starts_with(path.as_str()));
        let reply = server.get(example);
        assert_eq!(reply.status, 200, "{example}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        fits(&reply.json(), schema, path);
        for parameter in operation["parameters"].as_array().unwrap() {
            check_parameter(&server, path, operation, parameter);
        }
        let strange = server.get(&format!("{path}?no-such-parameter=1"));
        assert_eq!(strange.status, 400, "{path}");
    }
}

/// It promised one for every verb, and for most of them there was none.
#[test]
fn the_guide_promised_questions_that_were_not_found() {
    let document = Running::start(&quick()).get("/api/openapi.json").json();
    let paths = document["paths"].as_object().unwrap().keys();
    let mut asked: Vec<&str> = paths.map(|path| path.trim_start_matches("/api/v1/")).collect();
    let guide = include_str!("../../../GUIDE.md");
    let (_, names) = guide.split_once("where NAME is one of").unwrap();
    let (names, _) = names.split_once("; the other verbs").unwrap();
    // Every second part stands between backquotes; what has a space there is how a verb is called.
    let mut named: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
    named.retain(|name| !name.contains(' '));
    asked.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, asked);
}

/// Whether an object has every key that the schema requires, of the type it says.
fn fits(answer: &Value, schema: &Value, path: &str) {
    for key in schema["required"].as_array().unwrap() {
        let key = key.as_str().unwrap();
        let wanted = &schema["properties"][key];
        let value = answer.get(key).unwrap_or_else(|| panic!("{path} has no {key}"));
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let null = kind == "null" && wanted["nullable"] == true;
        assert!(null || wanted["type"] == kind, "{path}: {key} is {kind}");
        if let Some(words) = wanted["enum"].as_array() {
            assert!(words.contains(value), "{path}: {key} is {value}");
        }
    }
}

fn check_parameter(server: &Running, path: &str, operation: &Value, parameter: &Value) {
    let name = parameter["name"].as_str().unwrap();
    let example = operation["x-example"].as_str().unwrap();
    let others: Vec<&str> = example
        .split_once('?')
        .map_or("", |(_, query)| query)
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with(&format!("{name}=")))
        .collect();
    let without = format!("{path}?{}", others.join("&"));
    if parameter["required"] == true {
        let reply = server.get(&without);
        assert_eq!(reply.status, 400, "{path} without {name}");
        assert!(reply.json()["error"]["message"].as_str().unwrap().contains(name));
    }
    let schema = &parameter["schema"];
    if let Some(most) = schema["maximum"].as_u64() {
        let reply = server.get(&format!("{without}&{name}={}", most + 1));
        assert_eq!(reply.status, 422, "{path} {name}");
    }
    if schema["type"] == "integer" {
        assert_eq!(server.get(&format!("{without}&{name}=x")).status, 400, "{path} {name}");
    }
    if let Some(words) = schema["enum"].as_array() {
        for word in words {
            let reply = server.get(&format!("{without}&{name}={}", word.as_str().unwrap()));
            assert_eq!(reply.status, 200, "{path} {name} {word}: {}", reply.text());
        }
    }
}

#[test]
fn answers_are_those_of_the_library() {
    use amalgam::{Play, Solver, Sum};
    let server = Running::start(&quick());
    for (game, position) in
        [("amalgamation", "[3,4,8]"), ("nim", "[1,2,4]"), ("kayles", "[5,7]"), ("lim", "[2,3,5]")]
    {
        let sum = Sum::parse(position, &game.parse().unwrap()).unwrap();
        for (play, misere) in [(Play::Normal, "0"), (Play::Misere, "1")] {
            let decided = Solver::new().play(play).solve(&sum).unwrap();
            let asked = [("position", position), ("game", game), ("misere", misere)];
            let answer = server.get(&with("/api/v1/solve", &asked)).json();
            let direct = amalgam_export::answers::solve(&decided, None);
            assert_eq!(answer, Value::from(direct), "{game} {position}");
            let outcome = server.get(&with("/api/v1/outcome", &asked)).json();
            assert_eq!(outcome["outcome"], answer["outcome"]);
            let moves = server.get(&with("/api/v1/moves", &asked)).json();
            let wins = moves["moves"].as_array().unwrap().iter();
            let wins = wins.filter(|option| option["outcome"] == "P").count();
            assert_eq!(wins, answer["winning_moves"].as_array().unwrap().len());
        }
    }
    let table = server.get("/api/v1/table?rows=3&cols=4").json();
    assert_eq!(table["cells"], json!([[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6]]));
    let completion = server.get(&with("/api/v1/complete", &[("rest", "3 4")])).json();
    assert_eq!(completion["completion"], 8);
    let long = server.get("/api/v1/row?row=43").json();
    assert_eq!((long["period"].as_u64(), long["classes"].as_u64()), (Some(176_400), Some(88_200)));
    assert!(long["once"].is_null() && long["repeating"].is_null());
    let row = server.get("/api/v1/row?row=4").json();
    assert_eq!((&row["period"], &row["repeating"]), (&json!(4), &json!([[10, 13], [15, 16]])));
}

#[test]
fn errors_point_and_suggest() {
    let server = Running::start(&quick());
    let reply = server.get(&with("/api/v1/solve", &[("position", "[3,x]")]));
    assert_eq!(reply.status, 400);
    let error = &reply.json()["error"];
    assert_eq!(error["field"], "position");
    assert_eq!(error["span"], json!([3, 4]));
    assert_eq!(error["message"], "expected a heap size, found `x`");
    let reply = server.get(&with("/api/v1/solve", &[("position", "[3]"), ("game", "nym")]));
    assert_eq!(reply.json()["error"]["suggestion"], "did you mean `nim`?");
    let reply = server.get("/api/v1/solve?positon=3");
    assert_eq!(reply.json()["error"]["suggestion"], "did you mean `position`?");
    let reply = server.get("/api/v1/claims?id=LH-C01");
    assert_eq!(reply.status, 400);
    for path in ["/api/", "/api/v1", "/api/v1/nope", "/api/v2/solve"] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.json()["schema"], "amalgam/error/1");
    }
    let evil = "<script>alert(1)</script>";
    let reply = server.get(&with("/api/v1/solve", &[("position", evil)]));
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    let moves = server.get(&with("/api/v1/moves", &[("position", "[99999]")]));
    assert_eq!(moves.status, 422, "{}", moves.text());
    let misere = with("/api/v1/complete", &[("rest", "3"), ("game", "wythoff")]);
    assert_eq!(server.get(&misere).status, 400);
}

/// What a page has found, the API finds there; before, it answered 422 when the time of a question was over.
#[test]
fn rows_that_a_page_has_found_are_known_to_the_api() {
    let time = std::time::Duration::from_millis(400);
    let server = Running::start(&amalgam_web::Settings { time, ..quick() });
    let end = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while server.get("/rows?to=69&row=69").text().contains("Still searching") {
        assert!(std::time::Instant::now() < end, "the search goes on for too long");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let row = server.get("/api/v1/row?row=69");
    assert_eq!(row.status, 200, "{}", row.text());
    assert_eq!(row.json()["period"], 1_773_551_324_160_u64);
    assert_eq!(server.get(&with("/api/v1/row", &[("row", "[69]")])).json(), row.json());
    let position = "[69,1000000000000000,1000000000000004]";
    let solved = server.get(&with("/api/v1/solve", &[("position", position)]));
    assert_eq!(solved.status, 200, "{}", solved.text());
    let rows = server.get("/api/v1/rows?to=69").json();
    assert!(rows["rows"].as_array().unwrap().iter().all(|row| row["status"] == "proved"));
}
