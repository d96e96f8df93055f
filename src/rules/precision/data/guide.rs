//! Numbers of a sheet derived from level and gear: resistances, health, energy, speed (PR-22,
//! PR-89, PR-349, PR-352).

use super::common::Resistance;
use super::gear::{Armour, Weapon};
use super::house::HouseRules;
use super::sheet::{Form, Own, Sheet, Stats, UNSTATED};
use rules::Key;
use rules::content::Shelf;

/// The inputs of the derived numbers besides the sheet.
pub(super) struct Guide<'a> {
    pub(super) rules: &'a HouseRules,
    pub(super) weapons: &'a Shelf<Weapon>,
    pub(super) armour: &'a Shelf<Armour>,
}

impl Guide<'_> {
    /// Computes every number that a creature's file omits. Errors are left to the checks: a number
    /// given twice keeps its given value.
    pub(super) fn complete(&self, sheet: &mut Sheet) {
        let worn = sheet.gear.armour.as_ref().and_then(|a| self.armour.get(a.as_str()));
        let hands = [&sheet.gear.main, &sheet.gear.off].map(|name| self.weapon(name.as_ref()));
        let gear = |which: Resistance| -> i32 {
            let weapons = hands.iter().flatten().map(|w| w.resistances.of(which));
            let all = weapons.chain(worn.map(|a| a.resistances.of(which)));
            all.fold(0, i32::saturating_add)
        };
        let armour = worn.map_or(0, |a| a.speed);
        if let Some(own) = sheet.own {
            let level = sheet.stats.level;
            let stats = &mut sheet.stats;
            fill(&mut stats.health, self.health(level).saturating_add(own.health));
            for which in Resistance::ALL {
                let total = self.resistance(level).saturating_add(own.resistance(which));
                let total = total.saturating_add(gear(which));
                fill(stats.resistances.of_mut(which), total);
            }
            if sheet.energy.is_none() {
                sheet.energy = own.energy.map(|own| self.energy(level).saturating_add(own));
            }
        }
        let own = sheet.own.unwrap_or_default();
        self.walk(&mut sheet.stats, armour.saturating_add(own.speed));
    }

    /// Computes every number that a form's file omits.
    pub(super) fn complete_form(&self, form: &mut Form) {
        self.walk(&mut form.stats, 0);
    }

    fn weapon(&self, name: Option<&Key>) -> Option<&Weapon> {
        name.and_then(|name| self.weapons.get(name.as_str()))
    }

    fn walk(&self, stats: &mut Stats, change: i32) {
        fill(&mut stats.base_speed, self.rules.base_speed);
        fill(&mut stats.speed, stats.base_speed.saturating_add(change).max(0));
    }

    /// A resistance at this level, without gear and without the creature's own modifier.
    fn resistance(&self, level: i32) -> i32 {
        self.rules.resistance_base.saturating_add(level.div_euclid(2))
    }

    fn health(&self, level: i32) -> i32 {
        let rules = self.rules;
        rules.health_base.saturating_add(rules.health_per_level.saturating_mul(level))
    }

    fn energy(&self, level: i32) -> i32 {
        let rules = self.rules;
        rules.energy_base.saturating_add(rules.energy_per_level.saturating_mul(level))
    }
}

fn fill(number: &mut i32, value: i32) {
    if *number == UNSTATED {
        *number = value;
    }
}

/// The first number given both in full and as the creature's own modifier.
pub(super) fn stated_twice(sheet: &Sheet) -> Option<&'static str> {
    let own: Own = sheet.own?;
    let stats = &sheet.stats;
    let speed = own.speed != 0 && stats.speed != UNSTATED;
    let energy = own.energy.is_some() && sheet.energy.is_some();
    let resisted = Resistance::ALL.iter().any(|r| stats.resistances.of(*r) != UNSTATED);
    let cases = [
        ("health", stats.health != UNSTATED),
        ("energy", energy),
        ("speed", speed),
        ("resistances", resisted),
    ];
    cases.into_iter().find(|(_, twice)| *twice).map(|(name, _)| name)
}
