//! The OpenAPI document, made from what can be asked.

use amalgam_ask::{Parameter, ParameterKind as Kind};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::{How, Offer, jobs};

/// The document at `/api/openapi.json`.
pub(super) fn document<'a>(offers: impl Iterator<Item = &'a Offer>) -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> =
        offers.map(|offer| (offer.path(), path(offer, &mut generator))).collect();
    let job = generator.subschema_for::<jobs::JobSaid<'_>>().to_value();
    paths.extend(jobs::paths(&job, &problems));
    generator.subschema_for::<crate::problem::Said<'_>>();
    let schemas = generator.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "amalgam",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Exact answers about heap games in which heaps may merge. The objects are \
                the same as those of `amalgam VERB --json`.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

fn path(offer: &Offer, generator: &mut SchemaGenerator) -> Value {
    let answer = match offer.how {
        How::Verb(verb, _) => verb.answered_with(generator).to_value(),
        How::Here(_) => json!({"type": "object", "required": ["schema"]}),
    };
    let mut responses = problems();
    responses["200"] = json!({
        "description": offer.about,
        "content": {"application/json": {"schema": answer}},
    });
    let mut operation = json!({
        "operationId": offer.name,
        "summary": offer.about,
        "parameters": offer.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "responses": responses,
        "x-example": offer.example(),
    });
    let mut path = json!({"get": operation});
    if matches!(offer.how, How::Verb(..)) {
        operation["operationId"] = format!("{}-body", offer.name).into();
        operation["parameters"] = json!([]);
        let keys: Map<String, Value> =
            offer.parameters.iter().map(|p| (p.name.clone(), in_body(p))).collect();
        let required = offer.parameters.iter().filter(|parameter| parameter.required);
        let required: Vec<&str> = required.map(|parameter| parameter.name.as_str()).collect();
        let body = json!({"type": "object", "properties": keys, "required": required});
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"schema": body}}});
        path["post"] = operation;
    }
    path
}

/// The answers that every question may get instead of its own.
fn problems() -> Value {
    let problem = |about: &str| {
        json!({
            "description": about,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        })
    };
    let mut busy = problem("Too many hard questions at once.");
    busy["headers"] = json!({
        "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    });
    json!({
        "400": problem("The question could not be read; `span` says where."),
        "422": problem("A limit on time, memory or size was reached; nothing is claimed."),
        "429": busy,
    })
}

fn parameter(parameter: &Parameter) -> Value {
    let mut schema = match &parameter.kind {
        Kind::Text | Kind::Numbers => {
            json!({"type": "string", "maxLength": crate::params::LONGEST})
        }
        Kind::Truth => {
            json!({"type": "string", "enum": ["1", "true", "on", "yes", "0", "false", "off", "no"]})
        }
        Kind::Number => json!({"type": "integer", "minimum": 0}),
        Kind::Choice(words) => json!({"type": "string", "enum": words}),
    };
    if let Some(default) = parameter.default.as_ref().filter(|default| !default.is_boolean()) {
        schema["default"] = default.clone();
    }
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.about,
        "schema": schema,
    })
}

fn in_body(parameter: &Parameter) -> Value {
    let mut schema = match &parameter.kind {
        Kind::Text => json!({"type": ["string", "array"], "items": {"type": "integer"}}),
        Kind::Truth => json!({"type": "boolean"}),
        Kind::Number => json!({"type": "integer", "minimum": 0}),
        Kind::Numbers => json!({"type": "array", "items": {"type": "integer", "minimum": 0}}),
        Kind::Choice(words) => json!({"type": "string", "enum": words}),
    };
    schema["description"] = parameter.about.clone().into();
    if let Some(default) = &parameter.default {
        schema["default"] = default.clone();
    }
    schema
}
