//! What is known of a statement, as data: how sure, about which positions, and what refutes it.

use amalgam::lab::statement::{self, Scope};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A status, as its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub statement::Status);

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl JsonSchema for Status {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Status".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "enum": ["proved", "verified", "refuted", "observed", "unknown"],
            "description": "proved: there is a proof; verified: no exception within the scope; refuted: there is \
                an exception; observed: a pattern, nothing more; unknown: a bound was met, nothing is claimed",
        })
    }
}

/// What is known of a statement about all positions of a scope.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatementSaid {
    /// How sure it is.
    pub status: Status,
    /// The positions that the status is about.
    pub scope: String,
    /// A position of the scope at which it fails.
    pub witness: Option<Vec<u64>>,
    /// Positions at which it holds although a larger one refutes it.
    pub verified_for: Option<String>,
}

impl From<&statement::Statement> for StatementSaid {
    fn from(known: &statement::Statement) -> StatementSaid {
        let holds = match known {
            statement::Statement::Refuted { holds, .. } => holds.as_ref().map(Scope::to_string),
            _ => None,
        };
        StatementSaid {
            status: Status(known.status()),
            scope: known.scope().to_string(),
            witness: known.witness().map(|position| position.heaps().to_vec()),
            verified_for: holds,
        }
    }
}
