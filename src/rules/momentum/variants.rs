//! Variants of acts: sparing the target, missing on purpose, upcasting, adding a Maneuver (MO-166,
//! MO-181, MO-354, MO-356).

use rules::parameter::{Parameter, Setting, Value, Values};
use rules::ruleset::Variant;
use rules::{Key, Refusal};

use super::data::{Ability, Content, Upcast};
use super::numbers::Numbers;
use super::sheet::WP;
use super::variant_spec::{
    self, CHOOSE, LETHAL, MANEUVER, MISS, NONE, NONLETHAL, UPCAST, VariantSpec,
};

/// A variant of an act, with the entry of its Maneuver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenVariant<'a> {
    /// Non-lethal.
    pub gentle: bool,
    /// Lethal, whatever the damage.
    pub deadly: bool,
    /// Misses on purpose.
    pub miss: bool,
    /// Asks after a hit whether to miss on purpose.
    pub chooses: bool,
    /// Number of upcasting steps.
    pub steps: u8,
    /// The Maneuver to add.
    pub maneuver: Option<&'a Ability>,
}

impl<'a> ChosenVariant<'a> {
    /// The variant of a command.
    ///
    /// # Errors
    /// If there is no such variant.
    pub fn chosen(content: &'a Content, choice: &str, with: &Values) -> Result<Self, Refusal> {
        Self::of(content, &VariantSpec::chosen(choice, with)?)
    }

    /// The variant stored in a step.
    ///
    /// # Errors
    /// If there is no such Maneuver.
    pub fn of(content: &'a Content, spec: &VariantSpec) -> Result<Self, Refusal> {
        let entry = |id: &Key| {
            let known = content.abilities.get(id.as_str()).filter(|a| a.is_maneuver());
            known.ok_or_else(|| variant_spec::unknown(id.as_str()))
        };
        let VariantSpec { gentle, deadly, miss, chooses, steps, ref maneuver } = *spec;
        let maneuver = maneuver.as_ref().map(entry).transpose()?;
        Ok(Self { gentle, deadly, miss, chooses, steps, maneuver })
    }

    /// The variant to store in a step.
    pub fn spec(&self) -> VariantSpec {
        let Self { gentle, deadly, miss, chooses, steps, maneuver } = *self;
        let maneuver = maneuver.map(|ability| ability.id.clone());
        VariantSpec { gentle, deadly, miss, chooses, steps, maneuver }
    }
}

/// WP cost of an Ability with this number of upcasting steps (MO-353, MO-354).
pub fn power_cost(ability: &Ability, steps: u8) -> i32 {
    ability.wp + i32::from(steps) * i32::from(ability.tier)
}

/// Checks whether a combatant has the WP and the limit for an Ability with this number of upcasting
/// steps (MO-353 to MO-355).
///
/// # Errors
/// The first reason why not.
pub fn check_power(numbers: &Numbers<'_>, ability: &Ability, steps: u8) -> Result<(), Refusal> {
    if let Some(status) = numbers.affected(|e| matches!(e, super::data::StatusEffect::NoAbilities))
    {
        let text = format!("{}: no Abilities", status.name.to_lowercase());
        return Err(Refusal::new("no_abilities", text, "MO-276"));
    }
    let (spent, limit) = (i32::from(steps) * i32::from(ability.tier), numbers.upcast_limit());
    if steps > 0 && (ability.upcast == Upcast::Never || spent > limit) {
        let text = format!("upcasting may add at most {limit} WP");
        return Err(Refusal::new("upcast_limit", text, "MO-354"));
    }
    if steps > most_useful(ability) {
        let text = "only the first step of upcasting adds anything";
        return Err(Refusal::new("upcast_limit", text, "MO-354"));
    }
    let (cost, left) = (power_cost(ability, steps), numbers.unit().pools.0.value(WP));
    if cost > left {
        let text = format!("costs {cost} WP, {left} left");
        return Err(Refusal::new("no_wp", text, "MO-353"));
    }
    Ok(())
}

/// The highest number of upcasting steps that a combatant may use with an Ability.
pub fn most_steps(numbers: &Numbers<'_>, ability: &Ability) -> u8 {
    if ability.upcast == Upcast::Never {
        return 0;
    }
    let steps = numbers.upcast_limit() / i32::from(ability.tier.max(1));
    u8::try_from(steps).unwrap_or_default().min(most_useful(ability))
}

/// The highest number of upcasting steps that add anything: acting last is the effect of the first
/// step alone.
fn most_useful(ability: &Ability) -> u8 {
    if ability.upcast == Upcast::ActsLast { 1 } else { u8::MAX }
}

/// The number of upcasting steps of an Ability; `None` if it cannot be upcast now.
pub fn upcast_parameter(numbers: &Numbers<'_>, ability: &Ability) -> Option<Parameter> {
    let able = |steps: &u8| check_power(numbers, ability, *steps).is_ok();
    let most = (1..=most_steps(numbers, ability)).take_while(able).last()?;
    let upcast = Parameter::number(UPCAST, "Upcast", 0, most.into());
    Some(upcast.told("More WP for a stronger effect."))
}

/// The Maneuver to add, by default none; `None` if there is none to add.
pub fn maneuver_parameter<'a>(
    numbers: &Numbers<'_>,
    maneuvers: impl Iterator<Item = &'a Ability>,
) -> Option<Parameter> {
    let none = Setting { id: Key::of(NONE), name: "none".to_owned(), refused: None };
    let setting = |ability: &Ability| Setting {
        id: ability.id.clone(),
        name: ability.name.clone(),
        refused: check_power(numbers, ability, 0).err(),
    };
    let settings: Vec<Setting> = std::iter::once(none).chain(maneuvers.map(setting)).collect();
    let none = Value::Name(Key::of(NONE));
    (settings.len() > 1).then(|| Parameter::one_of(MANEUVER, "Maneuver", settings, none))
}

/// The lethal variant of attacks with Holy damage (MO-239, MO-258).
pub fn lethal(cost: &str) -> Variant {
    let (choice, name) = (Key::of(LETHAL), "lethal".to_owned());
    Variant { choice, name, cost: cost.to_owned(), refused: None }
}

/// The variants of all attacks (MO-166, MO-181, MO-182).
pub fn of_attacks(cost: &str) -> [Variant; 3] {
    let way = |choice, name: &str| Variant {
        choice: Key::of(choice),
        name: name.to_owned(),
        cost: cost.to_owned(),
        refused: None,
    };
    [
        way(NONLETHAL, "non-lethal"),
        way(MISS, "miss on purpose"),
        way(CHOOSE, "see the roll, then hit or miss"),
    ]
}
