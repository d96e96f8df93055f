//! The description of the ruleset and the card of a combatant.

use rules::content::Shelf;
use rules::display::{SlotRemark, SlotSign};
use rules::fitness::{Bound, Mark, Meaning};
use rules::ruleset::{Ctx, Description, Entry, Fact, Listing, MeterSpec, RoleSpec};
use rules::state::{Slot, Unit};
use rules::{Key, Sum};

use super::acts::GUARD;
use super::ailments::STABILISED;
use super::data::{
    Ability, Ailment, Armour, Content, Element, Injury, Kind, Limb, Rank, Sheet, Skill, Thing,
    Tier, Weapon,
};
use super::handling;
use super::holds::GRAPPLED;
use super::jumping::JUMP;
use super::medicine::SUPPRESSED;
use super::numbers::{
    ATTACKS, BLEED_OUT, DETERMINATION, DETERMINED, FATIGUED, FISTS, GUARDING, HP, Numbers,
    OVERHEATED, PREPARE, REACTION, RP, TEND, track,
};
use super::posing::{LIE, STAND};
use super::rulings;
use super::step::Manoeuvre;
use super::tending::Tending;
use super::wrestling::{DOUSE, LET_GO};

/// Lists the acts, weapons, conditions, tracks and pools of the ruleset.
pub fn describe(content: &Content) -> Description {
    let weapon = |w: &Weapon| Entry::new(&w.id, &w.name, &w.text);
    let weapons: Vec<Entry> = content.weapons.iter().map(weapon).collect();
    let mut acts = weapons.clone();
    acts.extend(content.abilities.iter().map(|a: &Ability| Entry::new(&a.id, &a.name, &a.text)));
    for what in [Manoeuvre::Grapple, Manoeuvre::Shove, Manoeuvre::BreakFree] {
        acts.push(Entry::of(what.id(), what.name(), what.text()));
    }
    acts.push(Entry::of(LET_GO, "Let Go", "Ends a hold."));
    acts.push(Entry::of(DOUSE, "Put Out", "Puts out flames."));
    acts.push(Entry::of("hide", "Hide", "Enemies cannot choose it; its first attack has ACC +1."));
    acts.push(Entry::of("find", "Find", "Looks for hidden enemies."));
    acts.push(Entry::of("stabilise", "Stabilise", "Stops a unit from bleeding out."));
    acts.push(Entry::of("treat", "Treat", "Ends a condition of another unit."));
    acts.push(Entry::of(GUARD, "Guard", "Evades better, and does nothing else."));
    acts.push(Entry::of(STAND, "Stand Up", "Gets back on its feet."));
    acts.push(Entry::of(JUMP, "Jump", "Leaps over a gap or onto a ledge, in a straight line."));
    acts.push(Entry::of(LIE, "Lie Down", "Harder to shoot, easier to strike."));
    acts.push(Entry::of(TEND, "Tend", Tending::TEXT));
    let prepares = "Prepares an action that an enemy's act triggers.";
    acts.push(Entry::of(PREPARE, "Prepare", prepares));
    acts.extend(handling::entries());
    let injury = |i: &Injury| Entry::new(&i.id, &i.name, &i.text);
    let mut conditions = vec![
        Entry::of(GUARDING, "Guarding", "Evades better until its next Turn."),
        Entry::of(DETERMINED, "Determined", "Acts at 0 HP for as many Turns as its will lasts."),
    ];
    conditions.push(Entry::of(
        OVERHEATED,
        "Overheated",
        "Abilities of its rank and above use double charges; ACC -1, DOD -1.",
    ));
    conditions.push(Entry::of(GRAPPLED, "Grappled", "Held by another unit."));
    conditions.push(Entry::of(STABILISED, "Stabilised", "Does not bleed out."));
    let kept = "A serious condition that returns after the battle.";
    conditions.push(Entry::of(SUPPRESSED, "Suppressed", kept));
    conditions.push(Entry::of(FATIGUED, "Fatigued", "Penalties grow with each level."));
    conditions
        .extend(content.ailments.iter().map(|a: &Ailment| Entry::new(&a.id, &a.name, &a.text)));
    conditions.extend(content.injuries.iter().map(injury));
    let spec = |id: &'static str, name: &str| MeterSpec::track(Key::of(id), name);
    let injuries = |tier: Tier, name: &str| spec(track(tier), name).meaning(Meaning::Injuries);
    let pool = |id: &'static str, name: &str| MeterSpec::pool(Key::of(id), name);
    Description {
        name: "Turnside".into(),
        summary: "A d100 of ACC over DOD; blows that wound injure, and will goes on at 0 HP."
            .into(),
        tracks: vec![
            spec(HP, "HP").with(Mark::new("at_0_HP", Bound::Value(0), "TU-267")),
            injuries(Tier::Minor, "Minor injuries"),
            injuries(Tier::Moderate, "Moderate injuries"),
            injuries(Tier::Massive, "Massive injuries"),
            spec(BLEED_OUT, "Turns until death").meaning(Meaning::Clock),
        ],
        pools: vec![
            pool(ATTACKS, "Attacks"),
            pool(REACTION, "Reaction"),
            pool(DETERMINATION, "Determination Turns"),
            pool(RP, "Resource Points"),
        ],
        roles: content.roster.iter().map(role).collect(),
        acts,
        weapons,
        conditions,
        sizes: sizes(content),
        parts: parts(content),
        others: vec![armour(&content.armour), objects(&content.objects)],
        pair_facts: rulings::facts(),
        side_facts: rulings::side_facts(),
        feats: rulings::feats(content),
        turn_parts: ["attack", "ability", "guard", "skill", "move"].map(Key::of).into(),
        blank_turns: true,
        facing: content.rules.facing,
        reference: content.reference.listed(),
        ..Description::default()
    }
}

/// Limbs, and the mental defences that an injury can name.
fn parts(content: &Content) -> Vec<Entry> {
    let limbs = content.limbs.iter().map(|l: &Limb| Entry::new(&l.id, &l.name, &l.text));
    let mind = |kind: Kind| Entry::of(kind.part(), kind.name(), "A mental defence.");
    limbs.chain(Kind::MINDS.map(mind)).collect()
}

fn armour(all: &Shelf<Armour>) -> Listing {
    let entries = all.iter().map(|a| Entry::new(&a.id, &a.name, &a.text)).collect();
    Listing { title: "Armour".to_owned(), entries }
}

fn objects(all: &Shelf<Thing>) -> Listing {
    let text =
        |thing: &Thing| format!("{} HP {}, toughness {}.", thing.text, thing.hp, thing.toughness);
    let entries = all.iter().map(|t| Entry::new(&t.id, &t.name, &text(t))).collect();
    Listing { title: "Objects".to_owned(), entries }
}

/// Condition sizes by name: the ranks of Overheat, and elements for conditions that have one.
fn sizes(content: &Content) -> Vec<(Key, Vec<String>)> {
    let ranks = (1..=Rank::A.value()).map(|rank| format!("rank {:?}", Rank::of(rank))).collect();
    let elements = || Element::ALL.map(|element| element.name().to_owned()).to_vec();
    let attuned = content.abilities.iter().filter(|ability| ability.attuned);
    let drinks = attuned.filter_map(|ability| ability.gives.as_ref());
    let drinks = drinks.map(|gives| (gives.id.clone(), elements()));
    [(Key::of(OVERHEATED), ranks)].into_iter().chain(drinks).collect()
}

fn role(sheet: &Sheet) -> RoleSpec {
    let Sheet { str, agi, end, wil, int, ego, .. } = sheet;
    let ranks =
        [("STR", str), ("AGI", agi), ("END", end), ("WIL", wil), ("INT", int), ("EGO", ego)];
    let ranks = ranks.map(|(name, rank)| (name.to_owned(), format!("{rank:?}")));
    let scores = [("ACC", sheet.accuracy()), ("DOD", sheet.dodge())];
    let scores = scores.map(|(name, n)| (name.to_owned(), n.to_string()));
    let numbers = ranks.into_iter().chain(scores).collect();
    RoleSpec { id: sheet.id.clone(), name: sheet.name.clone(), size: sheet.size, numbers }
}

/// The facts on the card of a combatant.
pub fn card(content: &Content, unit: &Unit) -> Vec<Fact> {
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let sum = |label: &str, sum: Sum| {
        let (value, terms) = (sum.total().to_string(), sum.terms().to_vec());
        Fact { label: label.into(), value, terms }
    };
    let plain = |label: &str, value: String| Fact { label: label.into(), value, terms: Vec::new() };
    let (natural, further) = (numbers.natural_defence(), numbers.further_defence());
    let mut facts = vec![
        sum("ACC", numbers.acc()),
        sum("DOD", numbers.dod()),
        plain("Movement", numbers.movement().to_string()),
        plain("Movement left", (numbers.movement() - numbers.gone()).max(0).to_string()),
        plain("Attacks", numbers.attacks().to_string()),
        plain("Defence", format!("{natural} natural, {further} armour")),
        sum("Natural damage", numbers.natural_damage(false)),
        sum("Unarmed damage", numbers.natural_damage(true)),
        plain("Wields up to rank", format!("{:?}", numbers.wields())),
        plain("Fatigue Resistance", numbers.fatigue_resistance().to_string()),
        plain("Dies at", format!("{} HP", numbers.death())),
    ];
    if numbers.sheet.fly.is_some() {
        facts.push(plain("Movement on foot", numbers.on_foot().to_string()));
    }
    for (_, weapon) in numbers.weapons().filter(|(_, weapon)| weapon.id != *FISTS) {
        let raw = numbers.natural_damage(false).total() + weapon.damage;
        facts.push(plain(&weapon.name, format!("{raw} raw damage")));
    }
    if numbers.bleeds() > 0 {
        facts.push(plain("Bleeds", format!("{} HP a Turn", numbers.bleeds())));
    }
    if numbers.abilities().next().is_some() {
        let (used, limit) = (numbers.charges_used(), numbers.limit());
        facts.push(plain(
            "Key Attribute",
            format!("{} {:?}", numbers.sheet.key.name(), numbers.key()),
        ));
        facts.push(plain("Charges", format!("{used} of {limit}")));
    }
    if let Some(attacks) = numbers.split() {
        facts.push(plain("Mixed Turn", format!("Attacks {attacks}, charges {}", numbers.limit())));
    }
    let minds = Kind::MINDS.map(|kind| numbers.mental_defence(kind).to_string()).join(" / ");
    facts.push(plain("Mental defences", minds));
    let protection = Kind::MINDS.map(|kind| numbers.protection(kind, None).total().to_string());
    facts.push(plain("Protection", protection.join(" / ")));
    for ability in numbers.abilities() {
        if ability.deals.is_some() {
            facts.push(sum(&ability.name, numbers.power(ability)));
        } else if ability.heals {
            facts.push(plain(&ability.name, format!("{} HP", numbers.healing(ability))));
        }
    }
    let all =
        [Skill::Athletics, Skill::Acrobatics, Skill::Perception, Skill::Stealth, Skill::Medicine];
    facts.extend(all.map(|skill| plain(skill.name(), numbers.skill(skill).to_string())));
    facts
}

/// Remarks on a slot of the order: whether its unit fights on at 0 HP.
pub fn order_remarks(ctx: Ctx<'_>, slot: &Slot) -> Vec<SlotRemark> {
    let members = slot.members.iter().filter_map(|id| ctx.unit(*id));
    let fights_on = members.filter(|unit| unit.conditions.has(DETERMINED));
    let remark = |_| SlotRemark::new(SlotSign::Determined, "fights on at 0 HP", "TU-267");
    fights_on.map(remark).collect()
}
