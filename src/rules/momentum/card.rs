//! Descriptions of this ruleset: its lists, a combatant's card, and current rolls.

use grid::UnitId;
use rules::fitness::{Bound, Mark, Meaning};
use rules::ruleset::{Ctx, Description, Entry, Fact, Listing, MeterSpec, ReferenceRow, RoleSpec};
use rules::{Key, Sum};

use super::acts;
use super::budget::Budget;
use super::data::{Affliction, Content, DamageType, Sheet, Stat, Trait};
use super::hidden;
use super::position::Position;
use super::sheet::{AP, NM, RP, TEMPORARY, VITALITY, WP};

/// The ruleset's description for lists and screens.
pub fn describe(content: &Content) -> Description {
    let entry = |id: &Key, name: &str, text: &str| Entry {
        id: id.clone(),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let unconscious = Mark::new("unconscious", Bound::Value(0), "MO-247").ending();
    let vitality = MeterSpec::track(Key::of(VITALITY), "Vitality").with(unconscious);
    let temporary = MeterSpec::track(Key::of(TEMPORARY), "Temporary Vitality");
    let meter = |id, name: &str| MeterSpec::pool(Key::of(id), name);
    Description {
        name: "Momentum".into(),
        summary: "One d20 against Evasion or as a Defense Roll; three action points a turn, two \
                  reaction points a round, and Narrative Momentum for great feats."
            .into(),
        tracks: vec![vitality, temporary.meaning(Meaning::Passing)],
        pools: vec![
            meter(AP, "Action Points"),
            meter(RP, "Reaction Points"),
            meter(NM, "Narrative Momentum"),
            meter(WP, "Power"),
        ],
        roles: content.roster.iter().filter(|s| is_role(s)).map(|s| role(content, s)).collect(),
        acts: acts::entries(content),
        weapons: content.weapons.iter().map(|w| entry(&w.id, &w.name, &w.text)).collect(),
        others: vec![
            Listing {
                title: "Armour and shields".into(),
                entries: content
                    .armour
                    .iter()
                    .map(|a| entry(&a.id, &a.name, &a.text))
                    .chain(content.shields.iter().map(|s| entry(&s.id, &s.name, &s.text)))
                    .collect(),
            },
            Listing {
                title: "Items".into(),
                entries: content.items.iter().map(|i| entry(&i.id, &i.name, &i.text)).collect(),
            },
            Listing {
                title: "Features".into(),
                entries: content.features.iter().map(|f| entry(&f.id, &f.name, &f.text)).collect(),
            },
            Listing {
                title: "Damage types".into(),
                entries: DamageType::ALL.iter().map(|kind| damage_type(content, *kind)).collect(),
            },
            Listing {
                title: "Conditions that affect objects".into(),
                entries: content
                    .statuses()
                    .iter()
                    .filter(|s| s.id.affects_objects())
                    .map(|s| entry(&s.id.key(), &s.name, "Objects can have it too."))
                    .collect(),
            },
        ],
        states: [Affliction::Prone, Affliction::Unconscious].map(|a| a.key()).into(),
        pair_facts: Vec::new(),
        side_facts: Vec::new(),
        feats: super::cinematic::listed(content),
        skills: super::data::Skill::ALL
            .iter()
            .map(|skill| Entry {
                id: Key::of(skill.field()),
                name: skill.label().to_owned(),
                text: content.skill(*skill).map_or_else(String::new, |s| s.text.clone()),
            })
            .collect(),
        conditions: content
            .statuses()
            .iter()
            .map(|s| entry(&s.id.key(), &s.name, &s.text))
            .collect(),
        starts: super::Momentum::STARTS.to_vec(),
        turn_parts: [
            "attack",
            "ability",
            "action",
            "advanced",
            "move",
            "hands",
            "hold",
            "cinematic",
        ]
        .map(Key::of)
        .into(),
        facing: false,
        blank_turns: false,
        reference: content
            .reference
            .rows()
            .map(|r| ReferenceRow {
                id: r.id.to_string(),
                title: r.title.clone(),
                text: r.text.clone(),
            })
            .collect(),
        ..Description::default()
    }
}

/// A damage type: its default resistance, the DR value used instead of Armor, and the Status Effect
/// it causes (MO-198, MO-199, MO-227, MO-262).
fn damage_type(content: &Content, kind: DamageType) -> Entry {
    let stat = kind.resisted_by();
    let mut text =
        format!("Usually resisted by {} and {}", stat.label(), stat.defense_skill().label());
    match kind.defended_by() {
        Some(stat) => text.push_str(&format!("; the {} DR value instead of Armor", stat.label())),
        None => text.push_str("; reduced by Armor"),
    }
    let left = content.statuses().iter().find(|s| s.element == Some(kind));
    if let Some(status) = left {
        text.push_str(&format!("; leaves {}", status.name));
    }
    text.push('.');
    Entry { id: Key::of(kind.label()), name: kind.label().to_owned(), text }
}

fn is_role(sheet: &Sheet) -> bool {
    ![Trait::Summon, Trait::Mount, Trait::Object, Trait::Civilian]
        .iter()
        .any(|t| sheet.traits.contains(t))
}

fn role(content: &Content, sheet: &Sheet) -> RoleSpec {
    let mut numbers: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| numbers.push((name.to_owned(), value));
    add("level", sheet.level.to_string());
    for stat in Stat::ALL {
        add(&stat.label().to_lowercase(), sheet.stats.of(*stat).to_string());
    }
    add("movement", sheet.movement.to_string());
    if let Some(fly) = sheet.fly {
        add("fly", fly.to_string());
    }
    let size = content.size(sheet.size).map_or(1, |s| s.footprint);
    RoleSpec { id: sheet.id.clone(), name: sheet.name.clone(), size, numbers }
}

/// The numbers on a combatant's card.
pub fn card(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Fact> {
    let position = Position { content, ctx };
    let (Some(numbers), Some(unit)) = (position.numbers(id), ctx.unit(id)) else {
        return Vec::new();
    };
    let plain = |label: &str, value: String| Fact { label: label.into(), value, terms: Vec::new() };
    let summed = |label: &str, sum: &Sum| Fact {
        label: label.to_owned(),
        value: sum.total().to_string(),
        terms: sum.terms().to_vec(),
    };
    let creature = numbers.creature();
    let entry = &creature.entry;
    let mut facts = vec![
        plain("Level", entry.level.to_string()),
        plain("Leading Stats", format!("{}, {}", creature.primary, creature.secondary)),
        summed("Evasion", &numbers.evasion()),
        summed("Armor", &numbers.armor()),
        summed("Initiative", &numbers.initiative()),
        plain("DR Power", numbers.power().to_string()),
    ];
    if let Some(budget) = Budget::of(content, unit) {
        let (spent, metres) = (budget.spent(), budget.metres());
        let label = if budget.flies() { "Flight" } else { "Movement" };
        facts.push(plain(label, format!("{} m ({spent} of {metres})", budget.basic())));
        for (label, left, pool) in
            [("AP to spend", budget.ap(), AP), ("RP to spend", numbers.rp_left(), RP)]
        {
            // Shown as reduced if a condition takes some away.
            if left < unit.pools.0.value(pool) {
                facts.push(plain(label, left.to_string()));
            }
        }
        if budget.attacks() > 0 {
            facts.push(plain("Attacks paid for", budget.attacks().to_string()));
        }
    }
    for stat in Stat::ALL {
        facts.push(summed(&format!("{stat} DR"), &numbers.defense(*stat)));
    }
    facts.push(plain("Dies at", numbers.dies_at().to_string()));
    if hidden::hides(unit) {
        let foes = ctx.state.units.iter().filter(|u| hidden::is_hidden(unit, u.id()));
        let names: Vec<&str> = foes.map(|u| u.identity.name.as_str()).collect();
        facts.push(plain("Hidden from", names.join(", ")));
    }
    facts
}
