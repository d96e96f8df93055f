//! Descriptions of the ruleset, of a combatant, and of a roll before it is made.

use rules::Key;
use rules::display::{SlotRemark, SlotSign};
use rules::fitness::{Bound, Mark, Meaning};
use rules::ruleset::{Ctx, Description, Entry, Fact, Listing, MeterSpec, RoleSpec, WornMeter};
use rules::state::{Slot, Status, Unit};

use super::conditions::entries;
use super::data::{Content, Quality, Sheet, Size, Talent};
use super::handling;
use super::names::{
    ACTIONS, AMBUSHED, AMBUSHER, ARMOUR, CHARGES, CHARMED, DEFEND, DEFENDING, DRAUGHTS, DURABILITY,
    ESCAPE, HEALTH, MANA, MENACED, OFF, READY, SHOCK, STABILISED, STAND, VIGOR, WEAK_SPOT, WINDED,
    WORN,
};
use super::numbers::Numbers;
use super::ready;
use super::recovery;
use super::rulings;
use super::skills::SkillUse;

/// Describes the ruleset's content.
pub fn describe(content: &Content) -> Description {
    let weapons: Vec<Entry> =
        content.weapons.iter().map(|w| Entry::new(&w.id, &w.name, &w.text)).collect();
    let mut acts = weapons.clone();
    acts.push(Entry::of(STAND, "Stand Up", "Gets back on its feet."));
    acts.push(Entry::of(DEFEND, "Defend", "Defenses cost less Vigor until its next turn."));
    acts.push(Entry::of(ESCAPE, "Escape", "Leaves the fight; adjacent enemies may strike."));
    let skill_uses = SkillUse::ALL.into_iter();
    acts.extend(
        skill_uses.map(|skill_use| Entry::of(skill_use.id(), skill_use.name(), skill_use.text())),
    );
    acts.extend(content.techniques.iter().map(|t| Entry::new(&t.id, &t.name, &t.text)));
    acts.extend(content.spells.iter().map(|s| Entry::new(&s.id, &s.name, &s.text)));
    acts.extend(handling::entries());
    acts.push(Entry::of(READY, "Ready", "Readies an act for when something happens."));
    let wounded = Mark::new("wounded", Bound::Value(0), "VG-224");
    let shock = Mark::new("shock", Bound::Value(0), "VG-233").ending();
    Description {
        name: "Vigor".into(),
        summary:
            "A d20 and bursting dice against Guard; a unit that is hit may still dodge, for Vigor."
                .into(),
        tracks: vec![
            MeterSpec::track(Key::of(DURABILITY), "Durability").with(wounded),
            MeterSpec::track(Key::of(HEALTH), "Health").with(shock),
            MeterSpec::track(Key::of(SHOCK), "Rounds in Shock").meaning(Meaning::Clock),
        ],
        pools: vec![
            MeterSpec::pool(Key::of(ACTIONS), "Actions"),
            MeterSpec::pool(Key::of(VIGOR), "Vigor"),
            MeterSpec::pool(Key::of(MANA), "Mana"),
            MeterSpec::pool(Key::of(DRAUGHTS), "Draughts"),
            MeterSpec::pool(Key::of(CHARGES), "Charges"),
        ],
        worn: vec![WornMeter::new(WORN, ARMOUR, "Armour"), WornMeter::new(OFF, ARMOUR, "Shield")],
        roles: content.roster.iter().map(role).collect(),
        acts,
        weapons,
        conditions: conditions(),
        states: vec![Key::of(WINDED)],
        others: others(content),
        pair_facts: rulings::facts(),
        reference: content.reference.listed(),
        turn_parts: ["action", "technique", "spell", "skill", "hands", "free"].map(Key::of).into(),
        facing: true,
        ..Description::default()
    }
}

fn conditions() -> Vec<Entry> {
    vec![
        Entry::of(DEFENDING, "Defending", "Defenses cost less Vigor."),
        Entry::of(MENACED, "Menaced", "One Challenge on its rolls."),
        Entry::of(CHARMED, "Charmed", "Cannot attack its charmer."),
        Entry::of(AMBUSHED, "Ambushed", "One action in its first turn."),
        Entry::of(AMBUSHER, "Lay in wait", "One more action in its first turn."),
        Entry::of(WEAK_SPOT, "Weak spot", "One Charge on its next attack on that enemy."),
    ]
    .into_iter()
    .chain(entries())
    .collect()
}

/// Listings of armour, talents, sizes and objects.
fn others(content: &Content) -> Vec<Listing> {
    let listing = |title: &str, entries| Listing { title: title.to_owned(), entries };
    let talents = Talent::ALL.map(|talent| Entry::of(talent.id(), talent.name(), talent.text()));
    let sizes = Size::ALL.map(|size| Entry::of(size.name(), size.name(), size.text()));
    vec![
        listing(
            "Armour",
            content.armour.iter().map(|a| Entry::new(&a.id, &a.name, &a.text)).collect(),
        ),
        listing("Talents", talents.to_vec()),
        listing("Sizes", sizes.to_vec()),
        listing(
            "Objects",
            content.objects.iter().map(|o| Entry::new(&o.id, &o.name, &o.text)).collect(),
        ),
    ]
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
    let mut numbers: Vec<(String, String)> =
        scores.map(|(name, n)| (name.to_owned(), n.to_string())).to_vec();
    let mut add = |name: &str, value: String| numbers.push((name.to_owned(), value));
    add("Actions", sheet.actions_per_turn().to_string());
    add("Size", sheet.size.name().to_owned());
    for (skill, dice) in &sheet.skills {
        add(skill.name(), counted(*dice, ("Bonus Die", "Bonus Dice")));
    }
    if !sheet.talents.is_empty() {
        let names: Vec<&str> = sheet.talents.iter().map(|talent| talent.name()).collect();
        add("Talents", names.join(", "));
    }
    RoleSpec {
        id: sheet.id.clone(),
        name: sheet.name.clone(),
        size: sheet.size.footprint(),
        numbers,
    }
}

/// A count with its noun, in the singular or the plural.
fn counted(count: i32, (one, many): (&str, &str)) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The facts on a combatant's card.
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
        fact("Move", counted(numbers.squares(), ("square", "squares"))),
    ];
    if let Some((armour, left)) = numbers.armour() {
        let of = armour.durability;
        let rank = numbers.worn_rank(armour);
        facts.push(fact(&armour.name, format!("rank {rank}, {left} of {of} left")));
    }
    if let Some((shield, left)) = numbers.shield() {
        let of = shield.durability;
        facts.push(fact(&shield.name, format!("{left} of {of} left")));
    }
    if let Some(hide) = numbers.sheet.nature.hide {
        facts.push(fact("Natural armour", format!("rank {}", hide.rank)));
    }
    let rank = numbers.durability_rank();
    if rank > Quality::Ordinary {
        facts.push(fact("Durability", format!("{}: lesser attacks do nothing", rank.name())));
    }
    if let Some(kind) = numbers.sheet.nature.affinity {
        facts.push(fact("Affinity", kind.name().to_owned()));
    }
    facts.push(fact("Recovery", format!("{} Vigor a round", recovery::vigor_gain(&numbers))));
    if numbers.is_wounded() {
        facts.push(fact("Wounded", "Bonus Dice one step lower".into()));
    }
    if unit.status == Status::Down {
        let left = unit.tracks.0.value(SHOCK);
        let stable = unit.conditions.has(STABILISED);
        let rounds = || format!("{} left", counted(left, ("round", "rounds")));
        let text = if stable { "stabilised".to_owned() } else { rounds() };
        facts.push(fact("Shock", text));
    }
    for begun in &unit.undertakings.0 {
        let name = ready::act_name(content, &begun.act);
        facts.push(fact(name, format!("{} of {} actions", begun.done, begun.of)));
    }
    facts
}

/// Remarks on a slot of the order: who is ambushed, who lay in wait, who cannot act.
pub fn order_remarks(ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
    let members = slot.members.iter().filter_map(|id| ctx.unit(*id));
    let mut all = Vec::new();
    for unit in members {
        let has = |id| unit.conditions.has(id);
        let shock = unit.status == Status::Down;
        let possible = [
            (has(AMBUSHED), SlotSign::Surprised, "ambushed: 1 action", "VG-48"),
            (has(AMBUSHER), SlotSign::InWait, "ambusher: 1 more action", "VG-49"),
            (has(WINDED), SlotSign::Breathless, "out of breath", "VG-178"),
            (shock, SlotSign::Helpless, "in Shock", "VG-242"),
        ];
        let found = possible.into_iter().filter(|(applies, ..)| *applies);
        all.extend(found.map(|(_, sign, text, rule)| SlotRemark::new(sign, text, rule)));
    }
    all
}
