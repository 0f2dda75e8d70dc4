//! The ledger, which this server checks in the background.

use amalgam::lab::claims;
use amalgam_ask::verbs::ClaimSaid;
use serde_json::{Value, json};

use crate::Problem;
use crate::app::Shared;
use crate::verdicts::EFFORT;

/// What the checks of the ledger have found so far, if the question is about them. `pending` names the claims whose
/// check is not done; other efforts are checked as everywhere.
pub(super) fn claims(asked: &Value, app: &Shared) -> Result<Option<String>, Problem> {
    if asked["effort"] != EFFORT.to_string() {
        return Ok(None);
    }
    let id = asked["id"].as_str().map(str::trim);
    if id.is_some_and(|id| claims::find(id).is_none()) {
        return Ok(None);
    }
    let all = app.verdicts.look(app.memory);
    let wanted = |claim: &claims::Claim| id.is_none_or(|id| claim.id.eq_ignore_ascii_case(id));
    let all = || all.iter().filter(|(claim, _)| wanted(claim));
    let found = all().filter_map(|(_, found)| found.as_ref());
    let pending = all().filter(|(_, found)| found.is_none()).map(|(claim, _)| claim.id);
    let object = json!({
        "schema": "amalgam/claims/1",
        "effort": EFFORT.to_string(),
        "claims": found.map(ClaimSaid::new).collect::<Vec<_>>(),
        "pending": pending.collect::<Vec<_>>(),
    });
    Ok(Some(object.to_string()))
}
