//! What the ruleset says of itself, of a combatant and of a roll before it is made.

use crate::rules::Key;
use crate::rules::fitness::{Bound, Mark, Meaning};
use crate::rules::ruleset::{Description, Entry, Fact, MeterSpec, RoleSpec, WornMeter};
use crate::rules::state::Unit;

use super::acts::{DEFEND, STAND};
use super::conditions::entries;
use super::data::{Content, Sheet};
use super::escape::ESCAPE;
use super::handling;
use super::initiative::{AMBUSHED, AMBUSHER};
use super::numbers::{
    ACTIONS, ARMOUR, DEFENDING, DURABILITY, HEALTH, MENACED, Numbers, OFF, SHOCK, VIGOR, WEAK_SPOT,
    WORN,
};
use super::skills::{CHARMED, Trade};

/// What the ruleset has.
pub fn describe(content: &Content) -> Description {
    let weapons: Vec<Entry> =
        content.weapons.iter().map(|w| Entry::new(&w.id, &w.name, &w.text)).collect();
    let mut acts = weapons.clone();
    acts.push(Entry::of(STAND, "Stand Up", "Gets back on its feet."));
    acts.push(Entry::of(DEFEND, "Defend", "Defenses cost less Vigor until its next turn."));
    acts.push(Entry::of(ESCAPE, "Escape", "Leaves the fight, past the strikes of its enemies."));
    let trades = Trade::ALL.into_iter();
    acts.extend(trades.map(|trade| Entry::of(trade.id(), trade.name(), trade.text())));
    acts.extend(content.techniques.iter().map(|t| Entry::new(&t.id, &t.name, &t.text)));
    acts.extend(content.spells.iter().map(|s| Entry::new(&s.id, &s.name, &s.text)));
    acts.extend(handling::entries());
    let wounded = Mark::new("wounded", Bound::Value(0), "VG-224");
    let shock = Mark::new("shock", Bound::Value(0), "VG-233").ending();
    Description {
        name: "Vigor".into(),
        summary:
            "A d20 and bursting dice against Guard; whoever is hit may still dodge, for Vigor."
                .into(),
        tracks: vec![
            MeterSpec::track(Key::of(DURABILITY), "Durability").with(wounded),
            MeterSpec::track(Key::of(HEALTH), "Health").with(shock),
            MeterSpec::track(Key::of(SHOCK), "Rounds in Shock").meaning(Meaning::Clock),
        ],
        pools: vec![
            MeterSpec::pool(Key::of(ACTIONS), "Actions"),
            MeterSpec::pool(Key::of(VIGOR), "Vigor"),
        ],
        worn: vec![WornMeter::new(WORN, ARMOUR, "Armour"), WornMeter::new(OFF, ARMOUR, "Shield")],
        roles: content.roster.iter().map(role).collect(),
        acts,
        weapons,
        conditions: conditions(),
        reference: content.reference.listed(),
        facing: true,
        ..Description::default()
    }
}

fn conditions() -> Vec<Entry> {
    vec![
        Entry::of(DEFENDING, "Defending", "Defenses cost less Vigor."),
        Entry::of(MENACED, "Menaced", "One Challenge on its rolls."),
        Entry::of(CHARMED, "Charmed", "It does not attack the one that charmed it."),
        Entry::of(AMBUSHED, "Ambushed", "One action in its first turn."),
        Entry::of(AMBUSHER, "Lay in wait", "One action more in its first turn."),
        Entry::of(WEAK_SPOT, "Weak spot", "One Charge on its next attack on that enemy."),
    ]
    .into_iter()
    .chain(entries())
    .collect()
}

fn role(sheet: &Sheet) -> RoleSpec {
    let scores = [
        ("Strength", sheet.strength),
        ("Agility", sheet.agility),
        ("Speed", sheet.speed),
        ("Stamina", sheet.stamina),
        ("Reason", sheet.reason),
        ("Resolve", sheet.resolve),
        ("Soul", sheet.soul),
    ];
    let numbers = scores.map(|(name, n)| (name.to_owned(), n.to_string())).to_vec();
    RoleSpec {
        id: sheet.id.clone(),
        name: sheet.name.clone(),
        size: sheet.size.footprint(),
        numbers,
    }
}

/// The numbers worth showing of a combatant.
pub fn card(content: &Content, unit: &Unit) -> Vec<Fact> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let guard = numbers.guard();
    let fact = |label: &str, value: String| Fact { label: label.into(), value, terms: Vec::new() };
    let mut facts = vec![
        Fact {
            label: "Guard".into(),
            value: guard.total().to_string(),
            terms: guard.terms().to_vec(),
        },
        fact("Move", format!("{} squares", numbers.squares())),
    ];
    if let Some((armour, left)) = numbers.armour() {
        let of = armour.durability;
        facts.push(fact(&armour.name, format!("rank {}, {left} of {of} left", armour.rank)));
    }
    if numbers.is_wounded() {
        facts.push(fact("Wounded", "Bonus Dice one step lower".into()));
    }
    facts
}
