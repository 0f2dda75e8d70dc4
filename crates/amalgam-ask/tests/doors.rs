//! What every door relies on: parameters, schemas, lines.

use amalgam_ask::{Host, Kind, Problem, VERBS, Verb, ask, batch, from_query};
use serde_json::{Value, json};

/// The parameters of a verb's own example.
fn example(verb: &Verb) -> Value {
    let pairs = verb.example.split('&').filter_map(|pair| pair.split_once('='));
    let pairs: Vec<(String, String)> =
        pairs.map(|(name, text)| (name.to_owned(), text.replace('+', " "))).collect();
    let pairs = pairs.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    from_query(verb, pairs).unwrap()
}

#[test]
fn every_verb_says_what_it_is_and_reads_its_own_example() {
    for verb in &VERBS {
        assert!(
            verb.about.len() > 10 && !verb.about.ends_with('.'),
            "{}: {}",
            verb.name,
            *verb.about
        );
        for parameter in verb.parameters.iter() {
            assert!(!parameter.about.is_empty(), "{} {}", verb.name, parameter.name);
        }
        let parameters = example(verb);
        let question = verb.question(parameters.clone()).unwrap();
        // What is read can be written, and reads the same again.
        let written = question.parameters();
        assert_eq!(verb.question(written.clone()).unwrap().parameters(), written, "{}", verb.name);
    }
}

/// The command line asks with the same parameters as every other door, but for how an answer is printed.
#[test]
fn the_command_line_has_the_same_parameters() {
    const PRINTED: [(&str, &str); 9] = [
        ("values", "format"),
        ("values", "fresh"),
        ("claims", "markdown"),
        ("survey", "csv"),
        ("complete", "explain"),
        ("row", "structure"),
        ("row", "latex"),
        ("rows", "fresh"),
        ("covers", "fresh"),
    ];
    for verb in &VERBS {
        let command = (verb.arguments)(clap::Command::new(verb.name));
        let arguments: Vec<String> = command
            .get_arguments()
            .map(|arg| arg.get_long().unwrap_or(arg.get_id().as_str()).replace('-', "_"))
            .filter(|name| !PRINTED.contains(&(verb.name, name.as_str())))
            .collect();
        let parameters: Vec<String> = verb
            .parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            // What is a file there may be its text elsewhere.
            .filter(|name| (verb.name, name.as_str()) != ("verify", "certificate"))
            .collect();
        let sorted = |mut names: Vec<String>| {
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(arguments), sorted(parameters), "{}", verb.name);
    }
}

#[test]
fn answers_have_the_shape_that_their_schema_promises() {
    for verb in VERBS.iter().filter(|verb| !verb.example.contains("dir=") && verb.name != "verify")
    {
        let answer = ask(verb.name, example(verb), &Host::default());
        let answer = answer.unwrap_or_else(|problem| panic!("{}: {problem}", verb.name)).json();
        let kind = answer["schema"].as_str().unwrap();
        assert!(kind.starts_with("amalgam/"), "{kind}");
        let schema = verb.answered();
        let shapes = match schema["anyOf"].as_array() {
            Some(shapes) => shapes.clone(),
            None => vec![schema.clone()],
        };
        let resolve = |shape: &Value| match shape["$ref"].as_str() {
            Some(path) => schema["$defs"][path.rsplit('/').next().unwrap()].clone(),
            None => shape.clone(),
        };
        let fits = shapes.iter().map(resolve).any(|shape| {
            let required = shape["required"].as_array().cloned().unwrap_or_default();
            let known = shape["properties"].as_object().cloned().unwrap_or_default();
            required.iter().all(|key| answer.get(key.as_str().unwrap()).is_some())
                && answer
                    .as_object()
                    .unwrap()
                    .keys()
                    .all(|key| key == "schema" || known.contains_key(key))
        });
        assert!(fits, "{}: {answer}\n{schema:#}", verb.name);
    }
}

#[test]
fn wrong_parameters_are_named() {
    let wrong = |verb: &str, parameters: Value| match ask(verb, parameters, &Host::default()) {
        Ok(_) => panic!("{verb} answered"),
        Err(problem) => problem,
    };
    let problem = wrong("slove", json!({}));
    assert_eq!(problem.suggestion.as_deref(), Some("did you mean `solve`?"));
    let problem = wrong("solve", json!({"postion": "[3,4]"}));
    assert_eq!(problem.suggestion.as_deref(), Some("did you mean `position`?"));
    let problem = wrong("solve", json!({}));
    assert_eq!(problem.message, "the parameter `position` is missing");
    let problem = wrong("cube", json!({"max": "many"}));
    assert_eq!(
        (problem.message.as_str(), problem.place.field.as_deref()),
        ("`max` must be a whole number", Some("max"))
    );
    let problem = wrong("claims", json!({"effort": "qick"}));
    assert_eq!(problem.suggestion.as_deref(), Some("did you mean `quick`?"));
    let problem = wrong("solve", json!({"position": "[3,x]"}));
    assert_eq!(
        (problem.kind, problem.place.span, problem.place.field.as_deref()),
        (Kind::Input, Some([3, 4]), Some("position"))
    );
    let problem = wrong("census", json!({"coins": 5, "out": "somewhere"}));
    assert_eq!(problem.message, "somewhere is a folder, and folders are not used here");
}

#[test]
fn queries_are_read_by_the_kind_of_each_parameter() {
    let verb = Verb::find("compare").unwrap();
    let query = [
        ("left", "nim"),
        ("right", " nim "),
        ("heaps", "2"),
        ("max", "9"),
        ("values", "1"),
        ("show", ""),
    ];
    let parameters = from_query(verb, query).unwrap();
    assert_eq!(
        parameters,
        json!({"left": "nim", "right": "nim", "heaps": 2, "max": 9, "values": true})
    );
    assert_eq!(
        from_query(verb, [("max", "x")]).unwrap_err().message,
        "`max` is not a whole number"
    );
    assert!(from_query(verb, [("values", "perhaps")]).is_err());
}

#[test]
fn lines_are_answered_in_order_and_share_their_bounds() {
    let verb = Verb::find("solve").unwrap();
    let positions: Vec<String> = (0..9000).map(|n| format!("{} {}", n % 7, n % 5)).collect();
    let lines =
        positions.iter().cloned().chain(["".into(), "{\"position\":[3,4,8]}".into(), "[x]".into()]);
    let mut outcomes = Vec::new();
    batch::<Problem>(verb, &json!({"game": "nim"}), lines.map(Ok), &Host::default(), |line| {
        outcomes.push(line.map(|answer| answer.json()["outcome"].clone()).map_err(|p| p.message));
        Ok(())
    })
    .unwrap();
    assert_eq!(outcomes.len(), 9002);
    for (n, outcome) in outcomes[..9000].iter().enumerate() {
        let expected = if n % 7 == n % 5 { "P" } else { "N" };
        assert_eq!(outcome.as_ref().unwrap(), expected, "{n}");
    }
    assert_eq!(outcomes[9000].as_ref().unwrap(), "N");
    assert!(outcomes[9001].is_err());
    let over = amalgam::Budget::default().with_time(std::time::Duration::ZERO);
    let mut refused = 0;
    batch::<Problem>(verb, &json!({}), [Ok("[3]".to_owned())], &Host::within(over), |line| {
        refused += usize::from(line.is_err_and(|problem| problem.kind == Kind::Limit));
        Ok(())
    })
    .unwrap();
    assert_eq!(refused, 1);
}

#[test]
fn a_heap_and_its_rest_are_the_same_row() {
    let host = Host::default();
    let row = |row: Value| ask("row", json!({ "row": row }), &host).unwrap();
    let seven = row(json!("7"));
    for same in [json!(7), json!("[7]"), json!([7])] {
        assert_eq!((row(same.clone()).json(), row(same).text()), (seven.json(), seven.text()));
    }
    // One shape for every row, whichever engine finds it.
    let keys = |value: Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let shape = keys(seven.json());
    assert_eq!(shape[0], "schema");
    assert_eq!(keys(row(json!("[2,3]")).json()), shape);
    let grundy = ask("row", json!({"row": 3, "grundy": true}), &host).unwrap().json();
    assert_eq!(keys(grundy), shape);
    let [listed, one] = [("rows", json!({"to": 7})), ("row", json!({"row": 7}))]
        .map(|(verb, parameters)| ask(verb, parameters, &host).unwrap().json());
    let listed = listed["rows"][6].as_object().unwrap();
    assert!(listed.iter().all(|(key, value)| one[key] == *value), "{listed:?}");
    assert_eq!(
        (&one["status"], &one["scope"]),
        (&json!("proved"), &json!("all columns from 17 on"))
    );
}
