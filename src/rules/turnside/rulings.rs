//! Rulings that the referee can make: cover, blows below 0 HP, Medicine, the difficulty of checks,
//! whether a defensive ability has a Reaction variation, and what triggers a prepared action
//! (TU-123, TU-173, TU-188, TU-266, TU-323).

use grid::UnitId;
use rules::Key;
use rules::ruleset::{Ctx, Entry, PairFact, SideFact};
use rules::state::Unit;

use super::data::{Ability, Content};

/// Fact: how much of a target is hidden from an attacker.
const COVER: &str = "cover";
/// Fact: an attacker's blows take a target below 0 HP.
const OVERKILL: &str = "overkill";
/// Fact: whether a healer can treat a patient.
const MEDICINE: &str = "medicine";
/// Fact: an enemy triggers the prepared action of a combatant.
const TRIGGER: &str = "trigger";
/// Side flags, each a modifier to the die of its Skill Checks; higher is worse. They add up.
const CHECKS: [(&str, &str, i32); 4] = [
    ("harder_checks", "Skill Checks harder by 2", 2),
    ("slightly_harder_checks", "Skill Checks harder by 1", 1),
    ("slightly_easier_checks", "Skill Checks at -1", -1),
    ("easier_checks", "Skill Checks at -2", -2),
];

/// Facts about two combatants.
pub fn facts() -> Vec<PairFact> {
    vec![
        PairFact::new(
            COVER,
            "Cover",
            false,
            &[
                ("none", "the target has no cover"),
                ("half", "half of the target is covered"),
                ("most", "most of the target is covered"),
            ],
        ),
        PairFact::new(
            OVERKILL,
            "Overkill",
            false,
            &[("yes", "the blow goes below 0 HP"), ("no", "the blow stops at 0 HP")],
        ),
        PairFact::new(
            MEDICINE,
            "Medicine",
            false,
            &[("yes", "the patient can be treated"), ("no", "the patient cannot be treated")],
        ),
        PairFact::new(
            TRIGGER,
            "Trigger",
            false,
            &[("yes", "the second triggers the action that the first prepared")],
        ),
    ]
}

/// Facts about sides.
pub fn side_facts() -> Vec<SideFact> {
    let fact = |(id, name, _): (&'static str, &str, i32)| SideFact {
        id: Key::of(id),
        name: name.to_owned(),
    };
    CHECKS.map(fact).into()
}

/// Reaction variations that may be forbidden.
pub fn feats(content: &Content) -> Vec<Entry> {
    let able = content.abilities.iter().filter(|ability| ability.defensive);
    let entry = |ability: &Ability| {
        let name = format!("{} as a Reaction", ability.name);
        Entry::new(&variation(ability), &name, "Used against one act, at twice the RP.")
    };
    able.map(entry).collect()
}

fn variation(ability: &Ability) -> Key {
    Key::new(&format!("{}_reflex", ability.id.as_str()))
}

/// Whether the referee forbids the Reaction variation of an ability (TU-188).
pub fn forbids(ctx: Ctx<'_>, unit: &Unit, ability: &Ability) -> bool {
    let permit = ctx.state.scene.referee.permit(unit.id(), variation(ability).as_str());
    permit.is_some_and(|permit| permit.check.is_none())
}

fn judged(ctx: Ctx<'_>, fact: &str, (from, to): (UnitId, UnitId)) -> Option<&'static str> {
    let says = ctx.state.scene.referee.judged(fact, from, to)?.0;
    ["none", "half", "most", "yes", "no"].into_iter().find(|known| *says == **known)
}

/// The share of a target that is ruled to be hidden by hard objects, in hundredths.
pub fn cover(ctx: Ctx<'_>, pair: (UnitId, UnitId)) -> Option<u32> {
    judged(ctx, COVER, pair).map(|says| match says {
        "most" => 75,
        "half" => 50,
        _ => 0,
    })
}

/// Whether a blow goes below 0 HP (TU-266).
pub fn overkill(ctx: Ctx<'_>, pair: (UnitId, UnitId)) -> bool {
    judged(ctx, OVERKILL, pair) == Some("yes")
}

/// Whether a patient can be treated, regardless of requirements; `None` without a ruling (TU-323).
pub fn treats(ctx: Ctx<'_>, pair: (UnitId, UnitId)) -> Option<bool> {
    judged(ctx, MEDICINE, pair).map(|says| says == "yes")
}

/// Whether an enemy triggers the prepared action of a combatant (TU-173).
pub fn triggers(ctx: Ctx<'_>, pair: (UnitId, UnitId)) -> bool {
    judged(ctx, TRIGGER, pair) == Some("yes")
}

/// The referee's modifier to the Skill Checks of a unit's side (TU-123).
pub fn checks(ctx: Ctx<'_>, unit: &Unit) -> i32 {
    let side = ctx.state.scene.sides.get(usize::from(unit.side().0));
    let set = |flag: &str| side.is_some_and(|side| side.flags.get(flag) != 0);
    CHECKS.into_iter().filter(|(id, ..)| set(id)).map(|(.., more)| more).sum()
}
