//! What is asked, whoever asks it.

use std::sync::LazyLock;

use amalgam::solve::Cost;
use clap::{ArgMatches, Command};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{Answer, Answered};
use crate::params::{self, Parameter};
use crate::{Host, Problem, VERBS};

/// A question of one kind. Its fields are the parameters, and their comments the help.
pub trait Question:
    clap::Args + Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static
{
    /// The verb.
    const NAME: &'static str;

    /// Parameters of an example, as a query: `position=[3,4,5]`.
    const EXAMPLE: &'static str;

    /// The parameter that is read line by line if many questions are asked at once.
    const BATCH: Option<&'static str> = None;

    /// What is answered.
    type Answer: Answer + 'static;

    /// Answers within the bounds of a host.
    ///
    /// # Errors
    /// If the question makes no sense, or a bound is met first.
    fn answer(&self, host: &Host<'_>) -> Result<Self::Answer, Problem>;

    /// About how much work it is.
    ///
    /// # Errors
    /// If the question makes no sense.
    fn cost(&self, _host: &Host<'_>) -> Result<Cost, Problem> {
        Ok(Cost::Unknown)
    }
}

/// A question whose kind is known only at run time.
pub trait AnyQuestion: Send + Sync {
    /// Its parameters, as every door takes them.
    fn parameters(&self) -> Value;

    /// See [`Question::answer`].
    ///
    /// # Errors
    /// If the question makes no sense, or a bound is met first.
    fn answer(&self, host: &Host<'_>) -> Result<Box<dyn Answered>, Problem>;

    /// See [`Question::cost`].
    ///
    /// # Errors
    /// If the question makes no sense.
    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem>;
}

impl<Q: Question> AnyQuestion for Q {
    fn parameters(&self) -> Value {
        serde_json::to_value(self).expect("parameters are plain data")
    }

    fn answer(&self, host: &Host<'_>) -> Result<Box<dyn Answered>, Problem> {
        Ok(Box::new(Question::answer(self, host)?))
    }

    fn cost(&self, host: &Host<'_>) -> Result<Cost, Problem> {
        Question::cost(self, host)
    }
}

/// A kind of question, and what is known of it without asking.
#[derive(Debug)]
pub struct Verb {
    /// Its name: `solve`.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub about: LazyLock<String>,
    /// An example, as a query.
    pub example: &'static str,
    /// The parameter of which many can be asked at once.
    pub batch: Option<&'static str>,
    /// What is asked.
    pub parameters: LazyLock<Vec<Parameter>>,
    asked: fn(&mut SchemaGenerator) -> Schema,
    answered: fn(&mut SchemaGenerator) -> Schema,
    /// The arguments of the command line, with their help.
    pub arguments: fn(Command) -> Command,
    /// The question from such arguments.
    pub from_arguments: fn(&ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>,
    read: fn(Value) -> serde_json::Result<Box<dyn AnyQuestion>>,
}

impl Verb {
    pub(crate) const fn new<Q: Question>() -> Verb {
        Verb {
            name: Q::NAME,
            about: LazyLock::new(params::about::<Q>),
            example: Q::EXAMPLE,
            batch: Q::BATCH,
            parameters: LazyLock::new(params::of::<Q>),
            asked: Q::json_schema,
            answered: Q::Answer::json_schema,
            arguments: Q::augment_args,
            from_arguments: |matches| Ok(Box::new(Q::from_arg_matches(matches)?)),
            read: |value| Ok(Box::new(serde_json::from_value::<Q>(value)?)),
        }
    }

    /// The verb of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<&'static Verb, Problem> {
        VERBS.iter().find(|verb| verb.name == name).ok_or_else(|| {
            let names: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
            Problem::unknown("verb", name, &names)
        })
    }

    /// The JSON Schema of what is asked.
    pub fn asked(&self) -> Value {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let schema = (self.asked)(&mut generator);
        whole(schema, &mut generator)
    }

    /// The JSON Schema of the answer.
    pub fn answered(&self) -> Value {
        let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let schema = self.answered_with(&mut generator);
        whole(schema, &mut generator)
    }

    /// The JSON Schema of the answer; what it refers to is among the definitions of the generator.
    pub fn answered_with(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.answered)(generator);
        let name = json_schema!({"type": "string", "description": "The name of this shape, with its number."});
        let object = schema.ensure_object();
        let mut keys = serde_json::Map::from_iter([("schema".to_owned(), name.to_value())]);
        if let Some(Value::Object(own)) = object.remove("properties") {
            keys.extend(own);
        }
        object.insert("properties".into(), keys.into());
        let mut required = vec![Value::from("schema")];
        if let Some(Value::Array(own)) = object.remove("required") {
            required.extend(own);
        }
        object.insert("required".into(), required.into());
        schema
    }

    /// Whether a server can answer it: it needs no file or folder of whoever asks.
    pub fn is_global(&self) -> bool {
        !self.parameters.iter().any(|parameter| parameter.local && parameter.required)
    }

    /// Reads a question from its parameters.
    ///
    /// # Errors
    /// If a parameter is missing, unknown, or not what it should be.
    pub fn question(&self, parameters: Value) -> Result<Box<dyn AnyQuestion>, Problem> {
        params::check(self, &parameters)?;
        (self.read)(parameters).map_err(|error| {
            Problem::input(format!("the parameters of `{}` do not fit: {error}", self.name))
        })
    }
}

/// A schema with the definitions that it refers to.
fn whole(mut schema: Schema, generator: &mut SchemaGenerator) -> Value {
    schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".into(), definitions.into());
    }
    schema.to_value()
}

/// Asks a question by the name of its verb.
///
/// # Errors
/// If the question makes no sense, or a bound is met first.
pub fn ask(verb: &str, parameters: Value, host: &Host<'_>) -> Result<Box<dyn Answered>, Problem> {
    Verb::find(verb)?.question(parameters)?.answer(host)
}
