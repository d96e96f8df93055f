//! Descriptions for display: the ruleset's lists and a combatant's card.

use grid::UnitId;
use rules::fitness::{Bound, Mark};
use rules::ruleset::{Ctx, Description, Entry, Fact, Listing, MeterSpec, RoleSpec};
use rules::{Key, Sum};

use super::budget::Budget;
use super::data::{Affliction, Content, Kind, Resistance, Sheet, SheetKind, UnconsciousAt};
use super::free;
use super::position::Position;
use super::rulings;
use super::sheet::{ENERGY, HEALTH};
use super::summon;

/// The health mark at which a unit falls unconscious (PR-179, PR-180).
fn unconscious(content: &Content) -> Mark {
    let at = match content.rules.unconscious_at {
        UnconsciousAt::BelowZero => -1,
        UnconsciousAt::AtZero => 0,
    };
    Mark::new("unconscious", Bound::Value(at), "PR-179").ending()
}

/// Describes the ruleset's content.
pub fn describe(content: &Content) -> Description {
    let entry = Entry::new;
    let minions = content.roster.iter().filter(|s| s.kind == SheetKind::Minion);
    let techniques = content.abilities.iter().chain(content.special_actions.iter());
    let acts = techniques.chain(content.weapon_attacks.iter());
    Description {
        name: "Precision".into(),
        summary: "One d10 plus small bonuses against fixed resistances; move and act, in that \
                  order or the other."
            .into(),
        tracks: vec![MeterSpec::track(Key::of(HEALTH), "Health").with(unconscious(content))],
        pools: vec![MeterSpec::pool(Key::of(ENERGY), "Energy")],
        roles: content.roster.iter().filter(|s| s.kind != SheetKind::Minion).map(role).collect(),
        acts: acts.map(|a| entry(&a.id, &a.name, &a.text)).chain(super::free::entries()).collect(),
        weapons: content.weapons.iter().map(|w| entry(&w.id, &w.name, &w.text)).collect(),
        conditions: Affliction::ALL
            .into_iter()
            .map(|a| {
                let data = content.condition(a);
                entry(&a.key(), &data.name, &data.text)
            })
            .collect(),
        others: [
            ("Minions", minions.map(|s| entry(&s.id, &s.name, &s.text)).collect()),
            ("Forms", content.forms.iter().map(|f| entry(&f.id, &f.name, &f.text)).collect()),
            ("Armour", content.armour.iter().map(|a| entry(&a.id, &a.name, &a.text)).collect()),
            ("Objects", content.objects.iter().map(|o| entry(&o.id, &o.name, &o.text)).collect()),
        ]
        .map(|(title, entries): (&str, Vec<Entry>)| Listing { title: title.into(), entries })
        .into(),
        states: [Affliction::Prone, Affliction::Unconscious].map(|a| a.key()).into(),
        pair_facts: rulings::facts(),
        side_facts: rulings::side_facts(),
        feats: Vec::new(),
        skills: Vec::new(),
        turn_parts: free::turn_parts(),
        facing: false,
        blank_turns: false,
        reference: content.reference.listed(),
        ..Description::default()
    }
}

fn role(sheet: &Sheet) -> RoleSpec {
    let stats = &sheet.stats;
    let mut numbers: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: String| numbers.push((name.to_owned(), value));
    add("level", stats.level.to_string());
    add("health", stats.health.to_string());
    if let Some(energy) = sheet.energy {
        add("energy", energy.to_string());
    }
    add("initiative", stats.initiative.to_string());
    add("speed", stats.speed.to_string());
    if let Some(fly) = stats.fly {
        add("fly", fly.to_string());
    }
    for which in Resistance::ALL {
        add(&format!("{which:?}").to_lowercase(), stats.resistances.of(which).to_string());
    }
    add("armor", format!("{} / {}", stats.armor.physical, stats.armor.magical));
    add("potency", format!("{} / {}", stats.potency.physical, stats.potency.magical));
    RoleSpec { id: sheet.id.clone(), name: sheet.name.clone(), size: stats.footprint, numbers }
}

/// The numbers worth showing on a combatant's card.
pub fn card(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Fact> {
    let position = Position { content, ctx };
    let Some(numbers) = position.numbers(id) else { return Vec::new() };
    let plain = |label: &str, value: String| Fact { label: label.into(), value, terms: Vec::new() };
    let summed = |label: String, sum: &Sum| Fact {
        label,
        value: sum.total().to_string(),
        terms: sum.terms().to_vec(),
    };
    let mut facts = vec![plain("Level", numbers.sheet.stats.level.to_string())];
    let ambushed = summon::is_ambushed(ctx.state, numbers.unit);
    for which in Resistance::ALL {
        let mut sum: Sum = numbers.resistance(which, None);
        if ambushed {
            sum.add("ambushed", content.rules.ambush_resistance, "PR-300");
        }
        facts.push(summed(format!("{which:?}"), &sum));
    }
    facts.push(summed("Physical armor".into(), &numbers.armor(Kind::Physical)));
    facts.push(summed("Magical armor".into(), &numbers.armor(Kind::Magical)));
    let spent = Budget::of(&numbers.unit.turn).spent();
    facts.push(plain("Speed", format!("{} ({spent} spent)", numbers.speed())));
    if let Some(fly) = numbers.fly() {
        facts.push(plain("Flight", fly.to_string()));
    }
    facts.push(plain("Initiative", numbers.initiative(ambushed).to_string()));
    let flankers = position.flankers(id).count();
    if position.is_flanked(id) {
        facts.push(plain("Flanked", format!("by {flankers}")));
    }
    // The bond: where a summoner's minions are and how much damage they have taken (PR-311).
    for minion in summon::minions(ctx.state, id) {
        let at = minion.placement.at.cell().map(|c| c.to_string()).unwrap_or_default();
        let damage = minion.tracks.0.get(HEALTH).map_or(0, |m| m.max - m.value);
        facts.push(plain(&minion.identity.name, format!("{at}, {damage} damage")));
    }
    facts
}
