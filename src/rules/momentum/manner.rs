//! The ways to do an act beside the plain one: sparing the target, missing on purpose, upcast, with
//! a Maneuver. A command names them in its choice, several joined by `+` (MO-166, MO-181, MO-354,
//! MO-356).

use crate::rules::momentum::step::{Datum, Step};
use crate::rules::ruleset::Variant;
use crate::rules::{Key, Refusal};

use super::data::{Ability, Content, Upcast};
use super::numbers::Numbers;
use super::sheet::WP;

/// The way that does not kill (MO-181, MO-182).
pub const NONLETHAL: &str = "nonlethal";
/// The way in which Holy damage kills the living as well (MO-239).
pub const LETHAL: &str = "lethal";
/// The way that misses on purpose (MO-166).
pub const MISS: &str = "miss";
/// The way that may miss on purpose once the roll is seen (MO-166).
pub const CHOOSE: &str = "choose";
/// The beginning of the ways with more power: `up1`, `up2`.
const UP: &str = "up";
/// Where a step keeps the way in which it is done.
const CHOICE: &str = "choice";

/// A way to do an act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner<'a> {
    /// Non-lethal.
    pub gentle: bool,
    /// Lethal, whatever the damage.
    pub deadly: bool,
    /// Misses on purpose.
    pub miss: bool,
    /// Asks whether to miss on purpose once the roll hits.
    pub chooses: bool,
    /// Steps of upcasting.
    pub steps: u8,
    /// The Maneuver that is added.
    pub maneuver: Option<&'a Ability>,
}

impl<'a> Manner<'a> {
    /// The way of that name.
    ///
    /// # Errors
    /// When there is no such way.
    pub fn parse(content: &'a Content, choice: &str) -> Result<Self, Refusal> {
        let mut manner = Self::default();
        for part in choice.split('+').filter(|part| !part.is_empty()) {
            let steps = part.strip_prefix(UP).and_then(|n| n.parse::<u8>().ok());
            let maneuver = content.abilities.get(part).filter(|a| a.is_maneuver());
            match part {
                NONLETHAL if !manner.gentle && !manner.deadly => manner.gentle = true,
                LETHAL if !manner.gentle && !manner.deadly => manner.deadly = true,
                MISS if !manner.miss => manner.miss = true,
                CHOOSE if !manner.chooses => manner.chooses = true,
                _ if steps.is_some_and(|n| n > 0) && manner.steps == 0 => {
                    manner.steps = steps.unwrap_or_default();
                }
                _ if maneuver.is_some() && manner.maneuver.is_none() => {
                    manner.maneuver = maneuver;
                }
                _ => {
                    let text = format!("there is no way `{part}` to do it");
                    return Err(Refusal::new("no_such_variant", text, "MO-181"));
                }
            }
        }
        Ok(manner)
    }

    /// The way in which a step is done; the plain one if it names none.
    pub fn of(content: &'a Content, step: &Step) -> Self {
        Self::parse(content, step.scratch.name(CHOICE).as_str()).unwrap_or_default()
    }
}

/// The same step, done in that way.
#[must_use]
pub fn in_the_way(mut step: Step, choice: &Key) -> Step {
    if !choice.as_str().is_empty() {
        step.scratch.set(Key::of(CHOICE), Datum::Name(choice.clone()));
    }
    step
}

/// WP that an Ability takes with so many steps of upcasting (MO-353, MO-354).
pub fn power_cost(ability: &Ability, steps: u8) -> i32 {
    ability.wp + i32::from(steps) * i32::from(ability.tier)
}

/// Whether a combatant may use an Ability with so many steps of upcasting, as far as power goes
/// (MO-353 to MO-355).
///
/// # Errors
/// The first reason against it.
pub fn check_power(numbers: &Numbers<'_>, ability: &Ability, steps: u8) -> Result<(), Refusal> {
    if let Some(status) = numbers.affected(|e| matches!(e, super::data::StatusEffect::NoAbilities))
    {
        let text = format!("{}: no Abilities", status.name.to_lowercase());
        return Err(Refusal::new("no_abilities", text, "MO-276"));
    }
    let (spent, limit) = (i32::from(steps) * i32::from(ability.tier), numbers.upcast_limit());
    if steps > 0 && (ability.upcast == Upcast::Never || spent > limit) {
        let text = format!("at most {limit} WP more than usual");
        return Err(Refusal::new("upcast_limit", text, "MO-354"));
    }
    let (cost, left) = (power_cost(ability, steps), numbers.unit().pools.0.value(WP));
    if cost > left {
        let text = format!("{cost} WP are needed, {left} are left");
        return Err(Refusal::new("no_wp", text, "MO-353"));
    }
    Ok(())
}

/// How many steps of upcasting a combatant may ever make with an Ability.
fn most_steps(numbers: &Numbers<'_>, ability: &Ability) -> u8 {
    if ability.upcast == Upcast::Never {
        return 0;
    }
    let steps = numbers.upcast_limit() / i32::from(ability.tier.max(1));
    u8::try_from(steps).unwrap_or_default()
}

/// The ways to use an Ability with more power. `points` is what it costs beside WP.
pub fn upcasts(numbers: &Numbers<'_>, ability: &Ability, points: &str) -> Vec<Variant> {
    let ways = 1..=most_steps(numbers, ability);
    ways.map(|steps| upcast(numbers, ability, steps, points)).collect()
}

fn upcast(numbers: &Numbers<'_>, ability: &Ability, steps: u8, points: &str) -> Variant {
    let up = format!("{UP}{steps}");
    let choice = if ability.is_maneuver() { format!("{}+{up}", ability.id) } else { up };
    let raised = format!("upcast {steps}");
    Variant {
        choice: Key::new(&choice),
        name: if ability.is_maneuver() { format!("{}, {raised}", ability.name) } else { raised },
        cost: format!("{points}{} WP", power_cost(ability, steps)),
        refused: check_power(numbers, ability, steps).err(),
    }
}

/// A Maneuver, plain and with more power, as ways to make a weapon attack (MO-356).
pub fn maneuvers(numbers: &Numbers<'_>, ability: &Ability, points: &str) -> Vec<Variant> {
    let plain = Variant {
        choice: ability.id.clone(),
        name: ability.name.clone(),
        cost: format!("{points}{} WP", power_cost(ability, 0)),
        refused: check_power(numbers, ability, 0).err(),
    };
    std::iter::once(plain).chain(upcasts(numbers, ability, points)).collect()
}

/// The way of attacks with Holy damage that is meant to kill (MO-239, MO-258).
pub fn lethal(cost: &str) -> Variant {
    let (choice, name) = (Key::of(LETHAL), "lethal".to_owned());
    Variant { choice, name, cost: cost.to_owned(), refused: None }
}

/// The ways that every attack has (MO-166, MO-181, MO-182).
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
