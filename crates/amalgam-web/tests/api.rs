//! The API against its document, and the answers against the library.

use amalgam_web::Settings;

use crate::support::{Connection, Reply, Running, quick, with};
use serde_json::{Value, json};

#[test]
fn every_documented_question_is_answered_as_documented() {
    let server = Running::start(&quick());
    let document = server.get("/api/openapi.json");
    assert_eq!(document.header("content-type"), Some("application/json"));
    let document = document.json();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, operations) in document["paths"].as_object().unwrap() {
        let operation = &operations["get"];
        let Some(example) = operation["x-example"].as_str() else {
            assert!(path.starts_with("/api/v1/jobs"), "{path}");
            continue;
        };
        assert!(example.starts_with(path.as_str()));
        let strange = server.get(&format!("{path}?no-such-parameter=1"));
        assert_eq!(strange.status, 400, "{path}");
        for parameter in operation["parameters"].as_array().unwrap() {
            check_parameter(&server, path, operation, parameter);
        }
        if path.ends_with("/verify") {
            // Its example would be long.
            continue;
        }
        let reply = server.get(example);
        assert_eq!(reply.status, 200, "{example}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        fits(&reply.json(), schema, &document, path);
    }
}

/// The list of verbs is what can be asked: nothing is left out but what needs files, and each parameter is there.
#[test]
fn the_api_offers_every_verb_with_every_parameter() {
    use amalgam_ask::VERBS;
    let document = Running::start(&quick()).get("/api/openapi.json").json();
    for verb in &VERBS {
        let path = &document["paths"][format!("/api/v1/{}", verb.name)];
        let needs_files =
            verb.parameters.iter().any(|parameter| parameter.local && parameter.required);
        assert_eq!(path.is_null(), needs_files, "{}", verb.name);
        if needs_files {
            continue;
        }
        let asked: Vec<&str> =
            verb.parameters.iter().filter(|p| !p.local).map(|p| p.name.as_str()).collect();
        let query = path["get"]["parameters"].as_array().unwrap();
        let query: Vec<&str> =
            query.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        assert_eq!(query, asked, "{}", verb.name);
        let body = &path["post"]["requestBody"]["content"]["application/json"]["schema"];
        let body: Vec<&String> = body["properties"].as_object().unwrap().keys().collect();
        assert_eq!(body, asked, "{}", verb.name);
    }
}

/// Whether an object has every key that one of the shapes of a schema requires, and no others.
fn fits(answer: &Value, schema: &Value, document: &Value, path: &str) {
    let resolved = |shape: &Value| match shape["$ref"].as_str() {
        Some(path) => document.pointer(path.trim_start_matches('#')).unwrap().clone(),
        None => shape.clone(),
    };
    let shapes = match schema["anyOf"].as_array() {
        Some(shapes) => shapes.iter().map(resolved).collect(),
        None => vec![schema.clone()],
    };
    let fits = shapes.iter().any(|shape| {
        let required = shape["required"].as_array().cloned().unwrap_or_default();
        let known = shape["properties"].as_object().cloned().unwrap_or_default();
        let here = |key: &String| key == "schema" || known.is_empty() || known.contains_key(key);
        required.iter().all(|key| answer.get(key.as_str().unwrap()).is_some())
            && answer.as_object().unwrap().keys().all(|key| here(key) || key == "pending")
    });
    assert!(fits, "{path}: {answer}");
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
    if schema["type"] == "integer" {
        let reply = server.get(&format!("{without}&{name}=x"));
        assert_eq!(reply.status, 400, "{path} {name}");
        assert_eq!(reply.json()["error"]["field"], name, "{path}");
    }
    if schema["enum"].is_array() {
        let reply = server.get(&format!("{without}&{name}=perhaps-not"));
        assert_eq!(reply.status, 400, "{path} {name}: {}", reply.text());
    }
}

/// A question in the body of a request.
fn post(server: &Running, path: &str, body: &Value) -> Reply {
    send(server, "POST", path, &body.to_string())
}

fn send(server: &Running, method: &str, path: &str, body: &str) -> Reply {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    Connection::open(server.address).send(head.as_bytes())
}

#[test]
fn a_body_asks_the_same_as_an_address() {
    let server = Running::start(&quick());
    let asked = server.get(&with("/api/v1/solve", &[("position", "[3,4,5]"), ("explain", "1")]));
    let body = json!({"position": [3, 4, 5], "explain": true});
    assert_eq!(post(&server, "/api/v1/solve", &body).json(), asked.json());
    assert_eq!(post(&server, "/api/v1/solve", &json!([1])).status, 400);
    assert_eq!(send(&server, "POST", "/api/v1/solve", "{").status, 400);
    let wrong = post(&server, "/api/v1/solve", &json!({"position": "[3,x]"})).json();
    assert_eq!(
        (&wrong["error"]["kind"], &wrong["error"]["span"]),
        (&json!("input"), &json!([3, 4]))
    );
    let certificate = "no certificate";
    let reply = post(&server, "/api/v1/verify", &json!({"certificate": certificate}));
    assert_eq!(reply.status, 400, "{}", reply.text());
    // Files are those of whoever asks, and the server has none of them.
    let reply = post(&server, "/api/v1/verify", &json!({"file": "Cargo.toml"}));
    assert_eq!(reply.status, 400, "{}", reply.text());
    let reply = post(&server, "/api/v1/census", &json!({"coins": 3, "out": "somewhere"}));
    assert_eq!(reply.status, 400, "{}", reply.text());
}

/// Waits until a job is over.
fn finished(server: &Running, path: &str) -> Value {
    for _ in 0..600 {
        let job = server.get(path).json();
        if !["waiting", "running"].contains(&job["state"].as_str().unwrap()) {
            return job;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{path} is not over");
}

#[test]
fn a_long_question_is_a_job() {
    let server = Running::start(&quick());
    let asked = json!({"verb": "solve", "parameters": {"position": [3, 4, 5]}});
    let reply = post(&server, "/api/v1/jobs", &asked);
    assert_eq!(reply.status, 202, "{}", reply.text());
    let id = reply.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(id.len(), 32);
    let path = format!("/api/v1/jobs/{id}");
    let job = finished(&server, &path);
    assert_eq!(job["state"], "done");
    let direct = server.get(&with("/api/v1/solve", &[("position", "[3,4,5]")])).json();
    assert_eq!(job["answer"], direct);
    // Another has another id, and one that is over is forgotten when it is deleted.
    assert_ne!(post(&server, "/api/v1/jobs", &asked).json()["id"], id.as_str());
    assert_eq!(send(&server, "DELETE", &path, "").status, 200);
    assert_eq!(server.get(&path).status, 404);
    assert_eq!(server.get("/api/v1/jobs/0123").status, 404);
    // What makes no sense is no job.
    for wrong in [
        json!({"verb": "slove"}),
        json!({}),
        json!({"verb": "solve", "parameters": {"position": "[x]"}}),
        json!({"verb": "solve", "parameters": {"position": "[3]"}, "time": 3}),
    ] {
        assert_eq!(post(&server, "/api/v1/jobs", &wrong).status, 400, "{wrong}");
    }
    // A job that meets a bound says so.
    let small = Running::start(&Settings { job_time: std::time::Duration::ZERO, ..quick() });
    let hard = json!({"verb": "conjecture", "parameters": {"formula": "mirror => P", "coins": 60}});
    let id = post(&small, "/api/v1/jobs", &hard).json()["id"].as_str().unwrap().to_owned();
    let job = finished(&small, &format!("/api/v1/jobs/{id}"));
    assert_eq!((&job["state"], &job["error"]["kind"]), (&json!("failed"), &json!("limit")));
}

/// A question that no test waits for.
fn endless() -> Value {
    json!({"verb": "values", "parameters": {"game": "octal(0.007)", "to": 5_000_000}})
}

#[test]
fn a_job_can_be_followed_and_cancelled() {
    let mut server = Running::start(&quick());
    let begin = |body: &Value| {
        post(&server, "/api/v1/jobs", body).json()["id"].as_str().unwrap().to_owned()
    };
    let (first, second) = (begin(&endless()), begin(&endless()));
    let mut events = Connection::open(server.address);
    let host = server.address;
    let head = format!("GET /api/v1/jobs/{first}/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    events.write(head.as_bytes());
    let lines = events.lines_until("event: progress");
    assert!(lines.iter().any(|line| line == "content-type: text/event-stream"), "{lines:?}");
    // One that waits is cancelled at once, one that runs soon.
    let path = format!("/api/v1/jobs/{second}");
    assert_eq!(send(&server, "DELETE", &path, "").json()["state"], "cancelled");
    send(&server, "DELETE", &format!("/api/v1/jobs/{first}"), "");
    events.lines_until("event: done");
    let job = finished(&server, &format!("/api/v1/jobs/{first}"));
    assert_eq!(job["state"], "cancelled");
    // There is a bound on how many wait, and a server that ends waits for none of them.
    let refused = (0..40).any(|_| post(&server, "/api/v1/jobs", &endless()).status == 429);
    assert!(refused);
    let began = std::time::Instant::now();
    server.ask_to_stop();
    server.wait();
    assert!(began.elapsed() < std::time::Duration::from_secs(20));
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
            let known = decided.known();
            let letter = if known.outcome.is_p() { "P" } else { "N" };
            assert_eq!(answer["outcome"], letter, "{game} {position}");
            assert_eq!(answer["grundy"], json!(known.grundy), "{game} {position}");
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
        assert_eq!(reply.json()["schema"], "amalgam/error/2");
    }
    let evil = "<script>alert(1)</script>";
    let reply = server.get(&with("/api/v1/solve", &[("position", evil)]));
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    let moves = server.get(&with("/api/v1/moves", &[("position", "[99999]")]));
    assert_eq!((moves.status, &moves.json()["moves_complete"]), (200, &json!(false)));
    // Wythoff's game has two heaps, so one can be completed and two cannot.
    for (rest, status) in [("3", 200), ("3,5", 400)] {
        let complete = with("/api/v1/complete", &[("rest", rest), ("game", "wythoff")]);
        assert_eq!(server.get(&complete).status, status, "{rest}");
    }
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
