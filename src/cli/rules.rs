//! `highground rules`: lists rulesets and their contents.

use serde::Serialize;

use crate::data::ruleset_id;
use registry::RulesetId;
use rules::ruleset::{Description, Entry, Listing, MeterSpec, RoleSpec};

use super::args::Rules;
use super::session::{Outcome, Session};

/// A line in the list of rulesets.
#[derive(Serialize)]
struct Summary {
    id: &'static str,
    name: String,
    summary: String,
    roles: usize,
    acts: usize,
    weapons: usize,
    conditions: usize,
    rules: usize,
}

impl Summary {
    fn of(id: RulesetId, d: &Description) -> Self {
        Self {
            id: id.name(),
            name: d.name.clone(),
            summary: d.summary.clone(),
            roles: d.roles.len(),
            acts: d.acts.len(),
            weapons: d.weapons.len(),
            conditions: d.conditions.len(),
            rules: d.reference.len(),
        }
    }
}

#[derive(Serialize)]
struct ListJson {
    ok: bool,
    rulesets: Vec<Summary>,
}

#[derive(Serialize)]
struct Meter<'a> {
    id: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct RulesetJson<'a> {
    ok: bool,
    id: &'static str,
    name: &'a str,
    summary: &'a str,
    data: String,
    tracks: Vec<Meter<'a>>,
    pools: Vec<Meter<'a>>,
    roles: &'a [RoleSpec],
    acts: &'a [Entry],
    weapons: &'a [Entry],
    conditions: &'a [Entry],
    others: &'a [Listing],
    rules: usize,
}

fn meters(specs: &[MeterSpec]) -> Vec<Meter<'_>> {
    specs.iter().map(|m| Meter { id: m.id.as_str(), name: &m.name }).collect()
}

/// Maximum width of a column of names, in characters. The formatter does not accept any width.
const MAX_COLUMN: usize = 60;

/// The width of a column with these names.
fn column<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or_default().min(MAX_COLUMN)
}

/// Lists the rulesets, or shows one.
pub(super) fn run(session: &mut Session, args: &Rules) -> Outcome {
    match &args.id {
        None => list(session, args.json),
        Some(name) => show(session, ruleset_id(name)?, args.json),
    }
}

fn list(session: &mut Session, json: bool) -> Outcome {
    let mut rulesets = Vec::new();
    for id in RulesetId::ALL {
        rulesets.push(Summary::of(id, session.data.ruleset(id)?.describe()));
    }
    if json {
        session.out.json(&ListJson { ok: true, rulesets });
        return Ok(true);
    }
    let width = rulesets.iter().map(|r| r.id.len()).max().unwrap_or_default();
    for r in &rulesets {
        session.out.line(format!("{:width$}  {}: {}", r.id, r.name, r.summary));
        session.out.line(format!(
            "{:width$}  {} roles, {} acts, {} weapons, {} conditions, {} rules",
            "", r.roles, r.acts, r.weapons, r.conditions, r.rules
        ));
    }
    Ok(true)
}

fn show(session: &mut Session, id: RulesetId, json: bool) -> Outcome {
    let rules = session.data.ruleset(id)?;
    let d = rules.describe();
    if json {
        session.out.json(&RulesetJson {
            ok: true,
            id: id.name(),
            name: &d.name,
            summary: &d.summary,
            data: format!("{:016x}", rules.data_hash()),
            tracks: meters(&d.tracks),
            pools: meters(&d.pools),
            roles: &d.roles,
            acts: &d.acts,
            weapons: &d.weapons,
            conditions: &d.conditions,
            others: &d.others,
            rules: d.reference.len(),
        });
        return Ok(true);
    }
    session.out.line(format!("{} ({}): {}", d.name, id.name(), d.summary));
    session.out.line(format!("\nRoles ({})", d.roles.len()));
    let width = column(d.roles.iter().map(|r| r.name.as_str()));
    for role in &d.roles {
        let numbers: Vec<String> =
            role.numbers.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let size = match role.size {
            1 => String::new(),
            n => format!("{n} x {n} cells; "),
        };
        session.out.line(format!("  {:width$}  {size}{}", role.name, numbers.join(", ")));
    }
    let lists = [("Acts", &d.acts), ("Weapons", &d.weapons), ("Conditions", &d.conditions)];
    let others = d.others.iter().map(|l| (l.title.as_str(), &l.entries));
    for (title, entries) in lists.into_iter().chain(others) {
        session.out.line(format!("\n{title} ({})", entries.len()));
        let width = column(entries.iter().map(|e| e.name.as_str()));
        for entry in entries {
            session.out.line(format!("  {:width$}  {}", entry.name, entry.text));
        }
    }
    session.out.line(format!("\n{} rules in the reference", d.reference.len()));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_a_limited_width() {
        let long = "x".repeat(100_000);
        let width = column(["Dagger", long.as_str()].into_iter());
        assert_eq!((width, column(["Dagger"].into_iter())), (MAX_COLUMN, 6));
        assert_eq!(format!("{:width$}", "Dagger").len(), MAX_COLUMN);
    }
}
