//! What a combatant has of Abilities, and what they cost and deal (MO-352 to MO-354).

use crate::grid::UnitId;
use crate::rules::Refusal;
use crate::rules::event::Event;
use crate::rules::state::Unit;

use super::super::budget::Budget;
use super::super::data::{Ability, Content, DamageType, DiceSum, Kind, TypedDice, Upcast};
use super::super::health::pool;
use super::super::numbers::Numbers;
use super::super::position::Position;
use super::super::sheet::WP;
use super::super::variants::{check_power, power_cost};
use super::touch::Touch;

/// The Abilities of a combatant, in the order of its sheet.
pub fn all<'a>(numbers: &Numbers<'a>, content: &'a Content) -> impl Iterator<Item = &'a Ability> {
    let ids = numbers.creature().entry.abilities.iter();
    ids.filter_map(|id| content.abilities.get(id.as_str()))
}

/// The Ability of that name, if a combatant has it.
pub fn find<'a>(numbers: &Numbers<'a>, content: &'a Content, id: &str) -> Option<&'a Ability> {
    all(numbers, content).find(|a| a.id == *id)
}

/// An Ability as one combatant would use it at this moment. Attacks and Maneuvers are made as
/// [`Attack`](super::super::attack::Attack)s.
#[derive(Clone, Copy)]
pub struct Cast<'a> {
    /// The moment.
    pub position: Position<'a>,
    /// Who uses it.
    pub numbers: Numbers<'a>,
    /// Which.
    pub ability: &'a Ability,
    /// Steps of upcasting.
    pub steps: u8,
}

impl<'a> Cast<'a> {
    /// The Ability of that name, with so many steps of upcasting; nothing for attacks and Maneuvers.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str, steps: u8) -> Option<Self> {
        let numbers = position.numbers(unit)?;
        let ability = find(&numbers, position.content, act)?;
        let cast = matches!(ability.kind, Kind::Defense { .. } | Kind::Automatic);
        cast.then_some(Self { position, numbers, ability, steps })
    }

    /// Who uses it.
    pub const fn unit(&self) -> &'a Unit {
        self.numbers.unit()
    }

    /// Whether it can be used at all at the moment, whatever the target.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(&self) -> Result<(), Refusal> {
        let budget = Budget::needed(self.position.content, self.unit())?;
        budget.check_ap(self.ability.ap, "MO-352")?;
        check_power(&self.numbers, self.ability, self.steps)
    }

    /// What it does to one whom it takes effect on.
    pub const fn touch(&self) -> Touch<'a> {
        let Self { position, numbers, ability, steps } = *self;
        Touch { position, numbers, ability, steps }
    }

    /// Metres of range, upcasting included.
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

    /// The edge of a square of cells, upcasting included: a metre of radius is two of the edge.
    pub fn side(&self, plain: u16) -> u16 {
        match self.ability.upcast {
            Upcast::Reach(n) => plain + 2 * n * u16::from(self.steps),
            _ => plain,
        }
    }

    /// How many creatures it may be aimed at.
    pub fn most_targets(&self) -> usize {
        match self.ability.upcast {
            Upcast::Target => 1 + usize::from(self.steps),
            _ => 1,
        }
    }
}

/// The damage of an Ability with so many steps of upcasting; of a Maneuver with the type of its
/// weapon (MO-354).
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

/// WP are paid, hit or miss (MO-353).
pub fn pay_power(unit: &Unit, ability: &Ability, steps: u8) -> Vec<Event> {
    let left = unit.pools.0.value(WP) - power_cost(ability, steps);
    pool(unit, WP, left, &ability.name, "MO-353")
}
