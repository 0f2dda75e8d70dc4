//! The parameters of a verb, read off its JSON Schema: for addresses, for Python, and for the reference.

use amalgam::{ParseError, nearest};
use schemars::schema_for;
use serde_json::{Map, Value};

use crate::Problem;
use crate::question::{Question, Verb};

/// A parameter of a verb.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it says.
    pub about: String,
    /// What it may be.
    pub kind: Kind,
    /// Whether it must be there.
    pub required: bool,
    /// What it is if it is left out, where that is a value.
    pub default: Option<Value>,
    /// Whether it is a file or a folder of whoever asks, which a server has not.
    pub local: bool,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A text; heaps may be given as a list of numbers.
    Text,
    /// Yes or no.
    Truth,
    /// A whole number, not negative.
    Number,
    /// A few whole numbers.
    Numbers,
    /// One of some words.
    Choice(Vec<String>),
}

/// What a verb answers: the first paragraph of the comment on its question.
pub(crate) fn about<Q: Question>() -> String {
    let schema = schema_for!(Q).to_value();
    let text = schema["description"].as_str().unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
}

/// The parameters of a question, in the order of its fields.
pub(crate) fn of<Q: Question>() -> Vec<Parameter> {
    let schema = schema_for!(Q).to_value();
    let required: Vec<&str> = schema["required"]
        .as_array()
        .map_or_else(Vec::new, |names| names.iter().filter_map(Value::as_str).collect());
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let parameter = |(name, property): (&String, &Value)| Parameter {
        name: name.clone(),
        about: property["description"].as_str().unwrap_or_default().replace('\n', " "),
        kind: kind(property, &schema["$defs"]),
        required: required.contains(&name.as_str()),
        default: property.get("default").filter(|default| !default.is_null()).cloned(),
        local: property["x-local"] == true,
    };
    properties.iter().map(parameter).collect()
}

fn kind(property: &Value, definitions: &Value) -> Kind {
    let reference = property["$ref"].as_str().or_else(|| {
        let any = property["anyOf"].as_array().or_else(|| property["allOf"].as_array())?;
        any.iter().find_map(|one| one["$ref"].as_str())
    });
    if let Some(name) = reference.and_then(|path| path.rsplit('/').next()) {
        return kind(&definitions[name], definitions);
    }
    let words = |list: &Value| -> Vec<String> {
        let list = list.as_array().map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    if property["enum"].is_array() {
        return Kind::Choice(words(&property["enum"]));
    }
    if let Some(cases) = property["oneOf"].as_array() {
        let word = |case: &Value| match case["const"].as_str() {
            Some(word) => vec![word.to_owned()],
            None => words(&case["enum"]),
        };
        return Kind::Choice(cases.iter().flat_map(word).collect());
    }
    let types = match &property["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    match types.iter().filter_map(Value::as_str).find(|name| *name != "null") {
        Some("boolean") => Kind::Truth,
        Some("integer" | "number") => Kind::Number,
        Some("array") => Kind::Numbers,
        _ => Kind::Text,
    }
}

/// Whether there is a parameter that the verb does not know, or one that it needs is missing.
pub(crate) fn check(verb: &Verb, parameters: &Value) -> Result<(), Problem> {
    let Some(given) = parameters.as_object() else {
        return Err(Problem::input("the parameters must be an object"));
    };
    let known = || verb.parameters.iter().map(|parameter| parameter.name.as_str());
    if let Some(stranger) = given.keys().find(|name| known().all(|known| known != *name)) {
        let problem = Problem::input(format!("there is no parameter `{stranger}`")).field(stranger);
        return Err(match nearest(stranger, known()) {
            Some(near) => problem.suggest(format!("did you mean `{near}`?")),
            None => {
                problem.suggest(format!("there are {}", known().collect::<Vec<_>>().join(", ")))
            }
        });
    }
    for parameter in verb.parameters.iter() {
        match given.get(&parameter.name) {
            None | Some(Value::Null) if parameter.required => {
                return Err(Problem::input(format!(
                    "the parameter `{}` is missing",
                    parameter.name
                ))
                .field(&parameter.name)
                .suggest(format!("for example {}?{}", verb.name, verb.example)));
            }
            Some(value) => check_kind(parameter, value)?,
            None => {}
        }
    }
    Ok(())
}

fn check_kind(parameter: &Parameter, value: &Value) -> Result<(), Problem> {
    let fits = match &parameter.kind {
        _ if value.is_null() => !parameter.required,
        Kind::Text => value.is_string() || value.is_array(),
        Kind::Truth => value.is_boolean(),
        Kind::Number => value.is_u64(),
        Kind::Numbers => value.as_array().is_some_and(|list| list.iter().all(Value::is_u64)),
        Kind::Choice(words) => match value.as_str() {
            Some(word) => return check_choice(parameter, word, words),
            None => false,
        },
    };
    let what = match &parameter.kind {
        Kind::Text => "a text",
        Kind::Truth => "true or false",
        Kind::Number => "a whole number",
        Kind::Numbers => "a list of whole numbers",
        Kind::Choice(_) => "one of some words",
    };
    match fits {
        true => Ok(()),
        false => {
            Err(Problem::input(format!("`{}` must be {what}", parameter.name))
                .field(&parameter.name))
        }
    }
}

fn check_choice(parameter: &Parameter, word: &str, words: &[String]) -> Result<(), Problem> {
    if words.iter().any(|known| known == word) {
        return Ok(());
    }
    let message = format!("`{word}` is none of the choices of `{}`", parameter.name);
    let error = ParseError::new(word, 0..word.len(), message);
    let error = match nearest(word, words.iter().map(String::as_str)) {
        Some(near) => error.suggest(format!("did you mean `{near}`?")),
        None => error.suggest(format!("choose one of {}", words.join(", "))),
    };
    Err(Problem::from(error).field(&parameter.name))
}

/// The parameters of a verb from what follows the question mark of an address. Empty ones count as left out; of
/// equal names the first counts.
///
/// # Errors
/// If a number is none, or a tick is none.
pub fn from_query<'a>(
    verb: &Verb,
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Value, Problem> {
    let mut object = Map::new();
    for (name, text) in pairs {
        let text = text.trim();
        if text.is_empty() || object.contains_key(name) {
            continue;
        }
        let parameter = verb.parameters.iter().find(|parameter| parameter.name == name);
        let value = match parameter.map(|parameter| &parameter.kind) {
            Some(Kind::Truth) => truth(name, text)?,
            Some(Kind::Number) => number(name, text)?,
            Some(Kind::Numbers) => {
                text.split(',').map(|text| number(name, text.trim())).collect::<Result<_, _>>()?
            }
            _ => Value::from(text),
        };
        object.insert(name.to_owned(), value);
    }
    Ok(object.into())
}

fn truth(name: &str, text: &str) -> Result<Value, Problem> {
    match text {
        "1" | "true" | "on" | "yes" => Ok(true.into()),
        "0" | "false" | "off" | "no" => Ok(false.into()),
        _ => Err(Problem::from(
            ParseError::new(text, 0..text.len(), format!("`{name}` is neither yes nor no"))
                .suggest("write 1 for yes, or leave it out"),
        )
        .field(name)),
    }
}

fn number(name: &str, text: &str) -> Result<Value, Problem> {
    text.parse::<u64>().map(Value::from).map_err(|_| {
        let error = ParseError::new(text, 0..text.len(), format!("`{name}` is not a whole number"));
        Problem::from(error.suggest("write a number such as 12")).field(name)
    })
}
