//! Descriptions of the ruleset, of a combatant, and of a roll before it is made.

use rules::display::{SlotRemark, SlotSign};
use rules::fitness::{Bound, Mark, Meaning};
use rules::ruleset::{Ctx, Description, Entry, Fact, MeterSpec, ReferenceRow, RoleSpec};
use rules::state::{LayerState, Slot, Unit};
use rules::{Key, Sum};

use super::act_text::ActText;
use super::analysing::words;
use super::data::{Affinity, Content, Element};
use super::display::ELEMENTS;
use super::names::{
    ALL_OUT, ALL_WEAPONS, AP, BANDED, BLEEDING, BOUND, BREATHLESS, BURSTING, CHARGE, COVERED,
    CULTIVATED, CUSHIONED, DECAYED, DEEP, DEFENDING, DELAY, DISENGAGED, DISTRACTED, EDGED,
    EXERTION, FALLING, FATE, FATED, FIRE_GUARDED, FLEEING, FLURRY, FOCUSED, GRAPPLED, HIDDEN,
    HOBBLED, HURRYING, INCITED, INJURED, INSPIRED, JUMPED, LOOKED, LURKING, METRES, NUMBED, PACES,
    PROTECTED, QUIET, READ, RUNNING, SCARED, SPIRIT, STRESS, STRUCK_OUT, SUBMERGED, SURPRISED,
    SUSPECTED, SWIFT, TAUNTED, THROWN, VEILED, WARDED, WEAKENED, WOUNDS,
};
use super::numbers::Numbers;
use super::{fate, size, tricks};

/// Life points per wound, in thousandths, so that fractions of wounds differ.
const WOUND: i32 = 10_000;

/// Acts that every combatant has: ID, name, text.
const PLAIN: [(&str, &str, &str); 40] = [
    (ALL_WEAPONS, "All weapons", "One attack with each weapon held."),
    ("rise", "Rise", "Gets back on its feet."),
    ("drop", "Go prone", "Lies down."),
    ("full_focus", "Full Focus", "The next test is easier by 20."),
    ("defend", "Defend", "Evades and resists better until its turn."),
    ("protect", "Protect", "Takes the next hit for a friend beside it."),
    ("covering_fire", "Covering Fire", "A friend evades better until its turn."),
    (CHARGE, "Charge", "Runs up to one Basic Move and strikes; the attack is easier by 10."),
    (
        "cultivate",
        "Cultivate Efficacy",
        "An Authority test makes the next test of every friend easier.",
    ),
    ("incite", "Incite Fury", "An Authority test makes one foe easier to attack for friends."),
    ("douse", "Put out", "Tries to put out the fire."),
    ("rally", "Rally", "Tries to shake off despair."),
    ("break_bonds", "Break free", "Tries to break its bonds."),
    ("first_aid", "First Aid", "Staunches Blood Loss."),
    ("mount", "Mount", "Gets on a willing mount beside it."),
    ("dismount", "Dismount", "Gets down beside its mount."),
    ("hide", "Hide", "Enemies cannot choose it."),
    ("search", "Search", "Looks for hidden enemies."),
    ("quiet_door", "Quiet hands", "The next door it opens makes no noise."),
    ("hurry", "Hurry", "Climbs, swims and crosses bad ground at full speed, by tests."),
    ("leap", "Leap", "Jumps over squares, as if hindered."),
    ("jump_up", "Jump up", "Jumps onto something higher."),
    ("catch_itself", "Catch itself", "Tries to stop its fall."),
    ("focus", "Focus", "The next test is easier by 10."),
    ("reload", "Reload", "Reloads a weapon; may take several turns."),
    ("equip", "Equip", "Swaps a held item for a carried one."),
    ("tip", "Tip furniture", "Tips a table on its side with a Strength test."),
    ("use_skill", "Use a Skill", "Rolls any skill; the referee decides the effect."),
    ("pick_lock", "Pick lock", "Opens a lock beside it with a Subterfuge or Survival test."),
    ("follow_up", "Follow up", "Strikes with the next weapon."),
    ("spread", "Spread the Burst", "The next extra wound goes to another foe."),
    ("inspire", "Inspire", "An Authority test helps friends resist Despair and Panic."),
    ("analyse", "Analyse Target", "Its affinities are known."),
    (
        "advanced_analysis",
        "Advanced Analysis",
        "Its affinities, wounds, scores and traits are known.",
    ),
    ("calm_down", "Calm down", "Shakes off panic with its whole Move and an action."),
    (DELAY, "Delay", "Ends the turn; one act can be used before the next."),
    ("swap_persona", "Swap Persona", "Switches to another Persona."),
    ("baton_pass", "Baton Pass", "Gives the extra act to a friend."),
    (ALL_OUT, "All Out Attack", "All strike at all enemies, who are staggered."),
    ("one_more", "One More", "An extra act for having staggered a foe."),
];

/// Describes the ruleset's content.
pub fn describe(content: &Content) -> Description {
    let entry = |id: &str, name: &str, text: &str| Entry {
        id: Key::new(id),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let attacks = content.weapons.iter().map(|w| entry(w.id.as_str(), &w.name, &w.text));
    let weapons: Vec<Entry> = attacks.collect();
    let powers = content.powers.iter().map(|p| entry(p.id.as_str(), &p.name, &p.text));
    let spells = content.spells.iter().map(|s| entry(s.id.as_str(), &s.name, &s.text));
    let tricks = tricks::ALL.map(|trick| {
        let ActText { id, name, text, .. } = trick.text();
        entry(id, name, text)
    });
    let fate_uses = fate::ALL.map(|fate_use| {
        let ActText { id, name, text, .. } = fate_use.text();
        entry(id, name, text)
    });
    let items = content.consumables.iter();
    let items = items.map(|i| MeterSpec::pool(i.id.clone(), i.name.as_str()));
    let used = content.consumables.iter().map(|i| entry(i.id.as_str(), &i.name, &i.text));
    let acts = weapons
        .iter()
        .cloned()
        .chain(used)
        .chain(powers)
        .chain(spells)
        .chain(tricks)
        .chain(fate_uses);
    let acts = acts.chain(PLAIN.map(|(id, name, text)| entry(id, name, text))).collect();
    let ailments = content.ailments.iter().map(|a| entry(a.id.as_str(), &a.name, &a.text));
    let out = Mark::new("out", Bound::Value(0), "EV-261").ending();
    let wounds = |id, name: &str| MeterSpec::track(Key::of(id), name).weighing(WOUND);
    let [light, heavy, deadly] = WOUNDS;
    let pool = |id, name: &str| MeterSpec::pool(Key::of(id), name);
    let rows = content.reference.rows().map(|row| ReferenceRow {
        id: row.id.to_string(),
        title: row.title.clone(),
        text: row.text.clone(),
    });
    let roles = content.roles.iter().map(|sheet| {
        let shown = content.skills.iter().filter_map(|skill| {
            Some((skill.name.clone(), sheet.numbers.get(&skill.id)?.to_string()))
        });
        let (id, name, numbers) = (sheet.id.clone(), sheet.name.clone(), shown.collect());
        RoleSpec { id, name, size: size::footprint(sheet.size), numbers }
    });
    let layers = content.personas.iter().map(|p| entry(p.id.as_str(), &p.name, &p.text));
    let parts = content.locations.iter().map(|l| entry(l.id.as_str(), &l.name, &l.name));
    Description {
        name: "Evoker".into(),
        summary: "Two d100 against each other, wounds where they land; a hit on a weakness gives another act.".into(),
        tracks: vec![
            wounds(light, "Light Wounds"),
            wounds(heavy, "Heavy Wounds"),
            wounds(deadly, "Deadly Wound").with(out),
            MeterSpec::track(Key::of(STRESS), "Stress").meaning(Meaning::Strain),
        ],
        pools: vec![pool(AP, "Action points"), pool(METRES, "Metres"), pool(SPIRIT, "Spirit"), pool(EXERTION, "Exertion"), pool(FATE, "Fate")].into_iter().chain(items).collect(),
        roles: roles.collect(),
        acts,
        weapons,
        conditions: ailments
            .chain(conditions().map(|(id, name, text)| entry(id, name, text)))
            .chain(PACES.map(|id| entry(id, "Tested", "Has made its movement test for this Basic Move.")))
            .collect(),
        parts: parts.collect(),
        facts: facts(content),
        layers: layers.collect(),
        turn_parts: turn_parts(),
        reference: rows.collect(),
        ..Description::default()
    }
}

/// The parts of a turn, the most common first.
fn turn_parts() -> Vec<Key> {
    let parts = ["attack", "action", "restoration", "trick", "hex", "augment", "defensive", "fate"];
    parts.map(Key::of).into()
}

/// Facts that can be learned about a combatant: the effect of each element on it or on one of its
/// Personas, and the results of an analysis (EV-200, EV-201).
fn facts(content: &Content) -> Vec<Entry> {
    let entry = |id: Key, name: String| {
        let text = format!("{name} is known.");
        Entry { id, name, text }
    };
    let own = ELEMENTS.into_iter().map(|(e, name)| entry(Key::of(e.fact()), name.to_owned()));
    let lent = content.personas.iter().flat_map(|persona| {
        let of = move |(e, name): (Element, &'static str)| {
            entry(persona.fact(e), format!("{}: {name}", persona.name))
        };
        ELEMENTS.into_iter().map(of)
    });
    let told = DEEP.into_iter().map(|id| (id, id)).chain([("arcana", "arcana")]);
    let told = told.chain([("personality", "personality")]);
    let told = told.map(|(id, name)| {
        let (first, rest) = name.split_at(1);
        entry(Key::of(id), format!("{}{rest}", first.to_uppercase()))
    });
    own.chain(lent).chain(told).collect()
}

/// Conditions other than ailments: ID, name, text.
const fn conditions() -> [(&'static str, &'static str, &'static str); 44] {
    [
        (READ, "Read", "The unit that read it can make it roll one test again."),
        (INSPIRED, "Inspired", "Resists Despair and Panic better by 10."),
        (EDGED, "Ironbrew", "Its next attack is easier by 10 each."),
        (FLEEING, "Put to flight", "Runs from what it fears when its turn begins."),
        (FLURRY, "All weapons", "Has weapons left to strike with in this attack."),
        (BURSTING, "Burst", "Has extra wounds left to deal out."),
        (THROWN, "Thrown", "Nothing softens this fall."),
        (RUNNING, "Running", "Easier to strike and harder to shoot until its turn begins."),
        (FOCUSED, "Focused", "Its next test is easier by 10."),
        (INJURED, "Injured", "Tests with that part of the body are harder by 10."),
        (DEFENDING, "Defending", "Evades and resists better until its turn begins."),
        (WEAKENED, "Weakened", "Its attacks are harder by 10."),
        (HOBBLED, "Hobbled", "Hindered wherever it goes."),
        (WARDED, "Warded", "More armour everywhere."),
        (FIRE_GUARDED, "Fire Guard", "Resists fire."),
        (SWIFT, "Swift", "Its Moves go farther."),
        (DISTRACTED, "Distracted", "Evades worse."),
        (TAUNTED, "Taunted", "Attacks on others than its taunter are harder."),
        (SCARED, "Scared", "Attacks are harder near the unit that scared it."),
        (GRAPPLED, "Grappled", "Held by another."),
        (BOUND, "Bound", "Cannot move."),
        (BLEEDING, "Blood Loss", "May lose a wound at the start of each turn."),
        (DECAYED, "Decayed", "Its Toughness is lower."),
        (FATED, "Fated", "Its next test is easier by 20."),
        (CULTIVATED, "Encouraged", "Its next test is easier by 10."),
        (INCITED, "Marked by fury", "The speaker's friends attack it at +10."),
        (PROTECTED, "Protected", "Another unit takes the next hit for it."),
        (COVERED, "Covered", "Evades better by 10."),
        (NUMBED, "Numbed", "Ignores one injury."),
        (SURPRISED, "Surprised", "Cannot act in the first round."),
        (HIDDEN, "Hidden", "Enemies cannot choose it as a target."),
        (SUSPECTED, "Suspected", "Enemies have reason to search for it."),
        (LOOKED, "Looked at", "This enemy has looked for it in this Move."),
        (LURKING, "From hiding", "Its attack is easier by 10."),
        (QUIET, "Quiet hands", "The next door it opens makes no noise."),
        (BREATHLESS, "Without air", "Suffocates, round by round."),
        (FALLING, "Falling", "Comes down a band at the end of each round."),
        (HURRYING, "Hurrying", "Moves at full speed where that takes a test."),
        (SUBMERGED, "Under water", "Has no air."),
        (CUSHIONED, "Ready to land", "Softens its fall."),
        (JUMPED, "Jumped", "Its next jump uses up the Move."),
        (BANDED, "Changed bands", "Keeps its band for this Basic Move."),
        (STRUCK_OUT, "Chance taken", "Has made a Chance Attack."),
        (DISENGAGED, "Disengaged", "May leave this enemy."),
    ]
}

/// The facts on a combatant's card.
pub fn card(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Fact> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let mut facts: Vec<Fact> = Vec::new();
    for skill in ["parry", "dodge", "anticipate"] {
        let label = content.skills.get(skill).map_or_else(String::new, |s| s.name.clone());
        // It parries with the better hand, if any (EV-304, EV-307).
        let hands = if skill == "parry" { numbers.parrying_hands() } else { vec![None] };
        let marks = hands.into_iter().rev().map(|hand| numbers.mark(ctx, skill, hand));
        let mark = marks.max_by_key(Sum::total);
        let value = mark.as_ref().map_or_else(|| "none".to_owned(), |m| m.total().to_string());
        let terms = mark.map_or_else(Vec::new, |mark| mark.terms().to_vec());
        facts.push(Fact { label, value, terms });
    }
    let fact = |label: &str, value| Fact { label: label.into(), value, terms: Vec::new() };
    facts.push(fact("Move", format!("{} m", numbers.basic_move())));
    if let Some(armour) = numbers.armour() {
        let more = numbers.bonus("toughness") + numbers.size(WARDED);
        let defense = armour.points.map(|points| points + more);
        let [head, body, arms, legs] = defense;
        facts.push(fact("Defense", format!("head {head}, body {body}, arms {arms}, legs {legs}")));
    }
    for arm in numbers.arms() {
        if let Some(left) = numbers.ammo(arm) {
            facts.push(fact(&arm.attack.name, format!("{left} of {} left", arm.attack.ammo)));
        }
    }
    for layer in numbers.unit.carriers.layers() {
        let Some(persona) = content.personas.get(layer.id.as_str()) else { continue };
        let left = WOUNDS.map(|id| layer.meters.value(id).to_string()).join("/");
        let told = affinities(persona.affinities.iter(), |element| {
            unit.flags.get(persona.veil(element).as_str()) == 0
        });
        let state = if layer.state == LayerState::On { "" } else { layer.state.words() };
        let value = [left.as_str(), state, told.as_str()].map(str::to_owned).to_vec();
        let value = value.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("; ");
        facts.push(fact(&persona.name, value));
    }
    if !numbers.sheet.affinities.is_empty() {
        let known = |element: Element| unit.flags.get(element.veil()) == 0;
        facts.push(fact("Affinities", affinities(numbers.sheet.affinities.iter(), known)));
    }
    // For enemies, only a deep analysis reveals these (EV-201).
    if unit.flags.get(VEILED) == 0 {
        let talents = numbers.sheet.talents.iter().map(Key::as_str).collect::<Vec<_>>();
        if !talents.is_empty() {
            facts.push(fact("Traits", talents.join(", ").replace('_', " ")));
        }
    }
    facts
}

/// Affinities in words, as far as they are known (EV-200).
fn affinities<'a>(
    all: impl Iterator<Item = (&'a Element, &'a Affinity)>,
    is_known: impl Fn(Element) -> bool,
) -> String {
    let mut veiled = false;
    let known = all.filter(|(element, _)| {
        let known = is_known(**element);
        veiled |= !known;
        known
    });
    let mut told: Vec<String> = known
        .map(|(element, affinity)| format!("{} {}", words(*affinity), element.fact()))
        .collect();
    told.extend(veiled.then(|| "more unknown".to_owned()));
    told.join(", ")
}

/// Remarks on a slot of the order: who is surprised.
pub fn order_remarks(ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
    let members = slot.members.iter().filter_map(|id| ctx.unit(*id));
    let surprised = members.filter(|unit| unit.conditions.has(SURPRISED));
    let remark =
        |_| SlotRemark::new(SlotSign::Surprised, "surprised: no turn in this round", "EV-42");
    surprised.map(remark).collect()
}
