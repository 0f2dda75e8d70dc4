//! The OpenAPI document, made from the table of routes.

use serde_json::{Map, Value, json};

use super::routes::{Kind, Parameter, ROUTES, Route};

/// The document at `/api/openapi.json`.
pub(super) fn document() -> Value {
    let paths: Map<String, Value> =
        ROUTES.iter().map(|route| (route.path(), json!({"get": operation(route)}))).collect();
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": "amalgam",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Exact answers about heap games in which heaps may merge. The objects are \
                the same as those of `amalgam VERB --json`.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {"Error": error()}},
    })
}

fn operation(route: &Route) -> Value {
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
        "operationId": route.name,
        "summary": route.summary,
        "parameters": route.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "responses": {
            "200": {
                "description": route.summary,
                "content": {"application/json": {"schema": answer(route)}},
            },
            "400": problem("The question could not be read; `span` says where."),
            "422": problem("A limit on time, memory or size was reached; nothing is claimed."),
            "429": busy,
        },
        "x-example": format!("{}?{}", route.path(), route.example).trim_end_matches('?'),
    })
}

fn parameter(parameter: &Parameter) -> Value {
    let schema = match parameter.kind {
        Kind::Text => json!({"type": "string", "maxLength": crate::params::LONGEST}),
        Kind::Tick => json!({"type": "string", "enum": ["1", "true", "on", "yes", "0", "false"]}),
        Kind::Number { most } => json!({"type": "integer", "minimum": 0, "maximum": most}),
        Kind::Choice(words) => json!({"type": "string", "enum": words, "default": words[0]}),
    };
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.about,
        "schema": schema,
    })
}

fn answer(route: &Route) -> Value {
    let mut properties = Map::new();
    let version = if ["row", "rows", "matching", "covers"].contains(&route.name) { 2 } else { 1 };
    let schema = format!("amalgam/{}/{version}", route.name);
    properties.insert("schema".into(), json!({"type": "string", "enum": [schema]}));
    for &(name, kind) in route.answer {
        properties.insert(
            name.into(),
            match kind {
                "integer or null" => json!({"type": "integer", "nullable": true}),
                "array" => json!({"type": "array", "items": {}}),
                kind => json!({"type": kind}),
            },
        );
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": required, "properties": properties})
}

fn error() -> Value {
    json!({
        "type": "object",
        "required": ["schema", "error"],
        "properties": {
            "schema": {"type": "string", "enum": ["amalgam/error/1"]},
            "error": {
                "type": "object",
                "required": ["status", "message", "suggestion"],
                "properties": {
                    "status": {"type": "integer"},
                    "message": {"type": "string"},
                    "field": {"type": "string", "nullable": true},
                    "span": {"type": "array", "items": {"type": "integer"}},
                    "caret": {"type": "string"},
                    "suggestion": {"type": "string", "nullable": true},
                },
            },
        },
    })
}
