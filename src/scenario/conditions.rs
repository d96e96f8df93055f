//! Conditions in scenario files.

use std::collections::BTreeMap;

use serde::Deserialize;

use grid::UnitId;
use rules::Key;
use rules::ruleset::Ruleset;
use rules::state::{Condition, Expiry};

use super::errors::ContentError;
use super::names::Names;

/// A condition at the start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionDraft {
    /// Its name.
    pub id: String,
    /// Its size.
    #[serde(default)]
    pub size: i32,
    /// The combatant that caused it; by default its bearer.
    pub by: Option<String>,
    /// Its duration; by default the whole battle.
    #[serde(default)]
    pub lasts: Lasts,
    /// The part of the body that it affects.
    pub part: Option<String>,
    /// Values of the ruleset.
    #[serde(default)]
    pub data: BTreeMap<String, i64>,
}

/// The duration of a condition.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// To the end of the battle.
    #[default]
    Battle,
    /// Until it has taken effect this many times.
    Hits(u16),
    /// Until its source has had this many turns.
    Rounds(u16),
    /// Until its bearer has ended this many turns.
    Turns(u16),
    /// Until an event that the ruleset names.
    Until(String),
}

impl Lasts {
    /// The expiry of an effect on `sufferer` caused by `source`.
    pub fn expiry(&self, sufferer: UnitId, source: UnitId) -> Expiry {
        match self {
            Self::Battle => Expiry::Battle,
            Self::Hits(n) => Expiry::Hits(*n),
            Self::Rounds(n) => Expiry::Slots { of: source, left: *n },
            Self::Turns(n) => Expiry::TurnEnds { of: sufferer, left: *n },
            Self::Until(what) => Expiry::Until(Key::new(what)),
        }
    }
}

/// A condition as the file states it.
///
/// # Errors
/// When the condition, or the combatant that causes it, does not exist.
pub fn condition_of(
    rules: &dyn Ruleset,
    sufferer: UnitId,
    draft: &ConditionDraft,
    names: &Names,
) -> Result<Condition, ContentError> {
    let known = &rules.describe().conditions;
    if known.iter().all(|c| c.id != *draft.id) {
        let allowed = known.iter().map(|c| c.id.to_string()).collect();
        return Err(ContentError::NoCondition { condition: draft.id.clone(), allowed });
    }
    let source = match &draft.by {
        Some(name) => {
            let (condition, by) = (draft.id.clone(), name.clone());
            let id = names.unit_id(name);
            Some(id.ok_or(ContentError::NoSource { condition, by })?)
        }
        None => None,
    };
    let expiry = draft.lasts.expiry(sufferer, source.unwrap_or(sufferer));
    let parts = &rules.describe().parts;
    if let Some(part) = &draft.part
        && parts.iter().all(|p| p.id != **part)
    {
        let allowed = parts.iter().map(|p| p.id.to_string()).collect();
        return Err(ContentError::NoPart { part: part.clone(), allowed });
    }
    let mut condition = Condition::new(Key::new(&draft.id), draft.size, source, expiry);
    condition.part = draft.part.as_deref().map(Key::new);
    for (id, value) in &draft.data {
        condition.data.set(Key::new(id), *value);
    }
    Ok(condition)
}
