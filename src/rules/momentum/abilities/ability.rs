//! A combatant's Abilities, their costs and their damage (MO-352 to MO-354).

use grid::UnitId;
use rules::Refusal;
use rules::event::Event;
use rules::state::Unit;

use super::super::budget::Budget;
use super::super::data::{Ability, Content, DamageType, DiceSum, Kind, TypedDice, Upcast};
use super::super::health::pool;
use super::super::numbers::Numbers;
use super::super::position::Position;
use super::super::sheet::WP;
use super::super::variants::{check_power, power_cost};
use super::touch::Touch;

/// The Abilities of a combatant, in sheet order.
pub fn all<'a>(numbers: &Numbers<'a>, content: &'a Content) -> impl Iterator<Item = &'a Ability> {
    let ids = numbers.creature().entry.abilities.iter();
    ids.filter_map(|id| content.abilities.get(id.as_str()))
}

/// A combatant's Ability with this ID.
pub fn find<'a>(numbers: &Numbers<'a>, content: &'a Content, id: &str) -> Option<&'a Ability> {
    all(numbers, content).find(|a| a.id == *id)
}

/// An Ability as a combatant would use it now. Attacks and Maneuvers use
/// [`Attack`](super::super::attack::Attack) instead.
#[derive(Clone, Copy)]
pub struct Cast<'a> {
    /// The current position.
    pub position: Position<'a>,
    /// The user.
    pub numbers: Numbers<'a>,
    /// The Ability.
    pub ability: &'a Ability,
    /// Steps of upcasting.
    pub steps: u8,
}

impl<'a> Cast<'a> {
    /// The Ability with this ID, upcast by `steps`. `None` for attacks and Maneuvers.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str, steps: u8) -> Option<Self> {
        let numbers = position.numbers(unit)?;
        let ability = find(&numbers, position.content, act)?;
        let cast = matches!(ability.kind, Kind::Defense { .. } | Kind::Automatic);
        cast.then_some(Self { position, numbers, ability, steps })
    }

    /// The user.
    pub const fn unit(&self) -> &'a Unit {
        self.numbers.unit()
    }

    /// Whether it can be used now, whatever the target.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(&self) -> Result<(), Refusal> {
        let budget = Budget::needed(self.position.content, self.unit())?;
        budget.check_ap(self.ability.ap, "MO-352")?;
        check_power(&self.numbers, self.ability, self.steps)
    }

    /// Its effect on a target.
    pub const fn touch(&self) -> Touch<'a> {
        let Self { position, numbers, ability, steps } = *self;
        Touch { position, numbers, ability, steps }
    }

    /// Range in metres, upcasting included.
    pub fn range(&self, plain: u16) -> u16 {
        match self.ability.upcast {
            Upcast::Reach(n) => plain + n * u16::from(self.steps),
            Upcast::Metres(n)
                if self.ability.effects.contains(&super::super::data::Effect::Travel) =>
            {
                plain + n * u16::from(self.steps)
            }
            _ => plain,
        }
    }

    /// Edge length of its square in cells, upcasting included: a metre of radius adds two cells.
    pub fn side(&self, plain: u16) -> u16 {
        match self.ability.upcast {
            Upcast::Reach(n) => plain + 2 * n * u16::from(self.steps),
            _ => plain,
        }
    }

    /// Maximum number of targets.
    pub fn most_targets(&self) -> usize {
        match self.ability.upcast {
            Upcast::Target => 1 + usize::from(self.steps),
            _ => 1,
        }
    }
}

/// The damage of an Ability upcast by `steps`. A Maneuver's bonus dice have the weapon's damage
/// type (MO-354).
pub fn damage(ability: &Ability, steps: u8, weapon: Option<DamageType>) -> Vec<TypedDice> {
    let own = ability.weapon_damage.zip(weapon).map(|(dice, of)| TypedDice { dice, of });
    let mut list: Vec<TypedDice> = own.into_iter().chain(ability.damage.iter().copied()).collect();
    match (ability.upcast, list.first_mut()) {
        (Upcast::Die, Some(first)) => first.dice = first.dice.more(steps),
        (Upcast::Damage(extra), _) if steps > 0 => {
            let count = extra.dice.count.saturating_mul(steps);
            list.push(TypedDice { dice: DiceSum { count, ..extra.dice }, ..extra });
        }
        _ => {}
    }
    list
}

/// Pays the WP, whether the Ability hits or not (MO-353).
pub fn pay_power(unit: &Unit, ability: &Ability, steps: u8) -> Vec<Event> {
    let left = unit.pools.0.value(WP) - power_cost(ability, steps);
    pool(unit, WP, left, &ability.name, "MO-353")
}
